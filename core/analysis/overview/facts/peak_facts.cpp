// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/peak_facts.h"

#include "core/analysis/efficiency/call_rows.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/efficiency/unfused_attention.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <span>

namespace kinetoscope {

namespace {

/// `[[64,4096],[],[4096,4096]]` as people read it; numbers and flags are left out.
std::string shapeWords(std::string_view dims)
{
    std::string words;
    std::string list;
    std::size_t depth = 0;
    for (const char c : dims) {
        if (c == '[') {
            ++depth;
            list.clear();
        } else if (c == ']') {
            if (!list.empty())
                words.append(words.empty() ? "" : ", ").append(list);
            list.clear();
            depth -= depth > 0 ? 1 : 0;
        } else if (depth >= 2) {
            if (c == ',' && !list.empty())
                list += " x ";
            else if (c != ',')
                list += c;
        }
    }
    return words;
}

/// Of the calls with a roofline in rows that `isWanted` accepts. Nothing where some of their work is no computation:
/// what copies wait for is said of copies.
template <typename Wanted>
std::optional<PeakFacts::Point> pointOf(
    const PeakShares& shares, const CallRows& rows, const Wanted& isWanted, const Progress& progress)
{
    const RankOwnedWork& work = shares.work();
    PeakFacts::Point point;
    std::vector<bool> isMine(work.work.rows.size(), false);
    std::size_t computeBound = 0;
    double shortest = 0;
    for (std::size_t c = 0; c < work.calls.size(); ++c) {
        const OwningCall& call = work.calls[c];
        const auto roofline = isWanted(rows.rowOfCall[c]) ? shares.rooflineOf(call) : std::nullopt;
        if (!roofline)
            continue;
        ++point.calls;
        computeBound += roofline->isComputeBound ? 1 : 0;
        shortest += roofline->time;
        point.kernelTime = saturatingAdd(point.kernelTime, call.kernelTime);
        for (std::uint32_t w = 0; w < call.workCount; ++w) {
            const std::uint32_t row = work.workOfCalls[call.firstWork + w];
            if (work.work.rows[row].type != KernelType::Computation)
                return std::nullopt;
            isMine[row] = true;
            point.work.push_back(work.work.rows[row].slice);
        }
    }
    std::ranges::sort(point.work);
    point.shortest = static_cast<Nanoseconds>(std::llround(std::min(shortest, 9e17)));
    point.isComputeBound = computeBound * 2 > point.calls;
    const auto unionOfRows = [&](bool mine) {
        const auto isOne = [&](const GpuWorkRow& row) {
            return isMine[static_cast<std::size_t>(&row - work.work.rows.data())] == mine;
        };
        return unionWhere(work.work, isOne, progress);
    };
    const std::vector<TimeRange> runs = unionOfRows(true);
    point.time = totalLength(runs);
    point.alone = totalLength(differenceOf(runs, unionOfRows(false)));
    return point;
}

/// Whose calls have just the work of the point, by name, else by name and shapes: no other work of the whole trace,
/// since a change by name knows no scope.
class CallsOfPoint {
public:
    /// Keeps references to all.
    CallsOfPoint(const Trace& trace, PeakShares& shares, std::span<const SliceId> ofPoint, const Progress& progress)
        : m_trace(trace)
        , m_shares(shares)
        , m_point(ofPoint)
        , m_check(progress)
    {
    }
    /// Anything if told to stop.
    /// @param isWanted  of a row, whether its calls with a roofline are those of the point.
    template <typename Wanted>
    [[nodiscard]] std::vector<PeakFacts::Point::Calls> find(const CallRows& rows, const Wanted& isWanted)
    {
        const std::vector<OwningCall>& calls = m_shares.work().calls;
        for (const bool byShapes : { false, true }) {
            m_calls.clear();
            for (std::size_t c = 0; c < calls.size() && m_calls.size() <= kMostCalls && !m_check.after(1); ++c) {
                if (isWanted(rows.rowOfCall[c]) && m_shares.rooflineOf(calls[c]))
                    add(calls[c].op, byShapes);
            }
            if (!m_calls.empty() && m_calls.size() <= kMostCalls && areJustThePoint())
                return mapped(m_calls, [this](const Named& each) {
                    return PeakFacts::Point::Calls { std::string(m_trace.text(each.name)), each.shapes };
                });
        }
        return {};
    }

private:
    static constexpr std::size_t kMostCalls = 8; // else nobody reads them
    struct Named {
        StringId name;
        std::string shapes;
    };
    [[nodiscard]] std::string_view shapesOf(SliceId op)
    {
        OpArgumentStore& arguments = m_shares.arguments();
        const std::uint32_t id = arguments.idOf(op);
        return id != OpArgumentStore::kNone ? std::string_view(arguments[id].dimsText) : std::string_view();
    }
    void add(SliceId op, bool byShapes)
    {
        const StringId name = m_trace.slices().name[op.index()];
        const std::string_view shapes = byShapes ? shapesOf(op) : std::string_view();
        if (std::ranges::none_of(
                m_calls, [&](const Named& each) { return each.name == name && each.shapes == shapes; }))
            m_calls.push_back({ name, std::string(shapes) });
    }
    [[nodiscard]] bool areJustThePoint()
    {
        const SliceTable& slices = m_trace.slices();
        for (const Track& track : m_trace.tracks()) {
            for (std::uint32_t row = track.firstSlice; track.isDeviceSide() && row < track.endSlice(); ++row) {
                const SliceId work = SliceTable::at(row);
                const bool isOfPoint = std::ranges::binary_search(m_point, work);
                if (isGpuWork(slices.kind[row]) && slices.isSound(work) && timesMeant(work) != (isOfPoint ? 1 : 0))
                    return false;
                if (m_check.after(4))
                    return false;
            }
        }
        return true;
    }
    /// By how many of the calls; below zero where that is not known.
    [[nodiscard]] int timesMeant(SliceId work)
    {
        constexpr int kUnknown = -1;
        const SliceTable& slices = m_trace.slices();
        std::bitset<kMostCalls> meant;
        for (SliceId outer = slices.partner[work.index()]; outer.isValid(); outer = slices.parent[outer.index()]) {
            if (m_trace.kind(outer) != EventKind::CpuOp)
                continue;
            for (std::size_t i = 0; i < m_calls.size(); ++i) {
                if (slices.name[outer.index()] != m_calls[i].name)
                    continue;
                if (!m_calls[i].shapes.empty() && m_shares.arguments().isUnread(outer))
                    return kUnknown;
                if (m_calls[i].shapes.empty() || shapesOf(outer) == m_calls[i].shapes)
                    meant.set(i);
            }
        }
        return static_cast<int>(meant.count());
    }

    const Trace& m_trace;
    PeakShares& m_shares;
    std::span<const SliceId> m_point;
    StopCheck m_check;
    std::vector<Named> m_calls;
};

std::optional<PeakFacts::Point> largestPoint(const Trace& trace, PeakShares& shares, const Progress& progress)
{
    const RankOwnedWork& work = shares.work();
    const Result<CallRows> rows = CallRows::of(trace, work, shares.rooflines(), EfficiencyGrouping::Shapes, progress);
    if (!rows)
        return std::nullopt; // stopped: nobody asks for facts
    const LargestRows largest = largestRowsOf(*rows, work);
    const LargestPoint what = LargestPoint::of(largest);
    if (what.about != LargestPoint::About::Row && what.about != LargestPoint::About::Category)
        return std::nullopt;
    const bool isRow = what.about == LargestPoint::About::Row;
    const std::string_view category = largest.aboveRoofline->category;
    const auto isWanted = [&](std::uint32_t row) {
        return isRow ? row == largest.aboveIndex : rows->rows[row].category == category;
    };
    std::optional<PeakFacts::Point> point = pointOf(shares, *rows, isWanted, progress);
    if (!point)
        return std::nullopt;
    point->ops = CallsOfPoint(trace, shares, point->work, progress).find(*rows, isWanted);
    const auto unfused = softmaxOfUnfusedAttention(trace, work);
    const auto ofPoint = std::ranges::count_if(unfused, [&](const OwningCall* call) {
        return isWanted(rows->rowOfCall[static_cast<std::size_t>(call - work.calls.data())]);
    });
    point->isOfUnfusedAttention = static_cast<std::size_t>(ofPoint) * 2 > point->calls;
    point->category = std::string(category);
    point->isSmall = what.isSmall;
    if (isRow) {
        point->op = std::string(largest.aboveRoofline->name);
        point->shapes = shapeWords(largest.aboveRoofline->dims());
    }
    return point;
}

} // namespace

Result<PeakFacts> peakFactsOf(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t rank,
    Nanoseconds view, const KernelClassifier& classifier, const Progress& progress)
{
    PeakFacts facts;
    const RankTrace& trace = source.rankTrace(rank);
    facts.lack = PeakShares::lackOf(*trace.trace, classifier);
    if (facts.lack == MfuLack::NoShapes)
        return facts;
    const bool hasPeaks = facts.lack == MfuLack::None;
    KT_TRY(PeakShares shares, PeakShares::of(input, source, rank, classifier, progress));
    KT_TRY_DONE(progress.carryOn());
    const MfuSums sums = mfuOfAll(shares.work(), shares.peaks());
    KT_TRY_DONE(progress.carryOn());
    facts.lack = lackOf(sums);
    if (!hasPeaks) // no peaks help where there is no matrix work: that is what is told then
        return facts;
    facts.mfu = sums.mfuPercent(view);
    facts.point = largestPoint(*trace.trace, shares, progress);
    KT_TRY_DONE(progress.carryOn());
    return facts;
}

} // namespace kinetoscope
