// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/slice_causes.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/causes/work/work_order.h"
#include "core/base/ascii.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// Of a slice that is no call, beside the AroundName bits that its name says: an op, but no legacy annotation.
constexpr unsigned kIsOp = 16;
constexpr unsigned kAroundBits = kIsOp - 1;

/// From the bits of a slice that is no call and of what it is nested in.
constexpr Cause causeAround(unsigned bits)
{
    if ((bits & kAroundDataLoading) != 0)
        return Cause::DataLoading;
    if ((bits & kAroundCompilation) != 0)
        return Cause::Compilation;
    if ((bits & kAroundCollective) != 0)
        return Cause::Collective;
    if ((bits & kIsOp) != 0)
        return Cause::Op;
    return (bits & kAroundPython) != 0 ? Cause::Python : Cause::Unrecorded;
}

constexpr auto kCauseAround = [] {
    std::array<Cause, 2 * kIsOp> causes {};
    for (unsigned bits = 0; bits < causes.size(); ++bits)
        causes[bits] = causeAround(bits);
    return causes;
}();

/// A function of a maker's API, not one that only begins like it.
bool isOfTheApi(std::string_view name)
{
    return std::ranges::any_of(std::array<std::string_view, 3> { "cuda", "cu", "hip" }, [name](std::string_view maker) {
        return name.starts_with(maker) && name.size() > maker.size() && isUpper(name[maker.size()]);
    });
}

} // namespace

/// The names that a part comes across, and what it leaves to do when all have been read.
struct SliceCauses::Part {
    static constexpr std::uint8_t kUnknown = 255;

    Part(std::uint32_t begin, std::uint32_t behind, std::size_t names)
        : first(begin)
        , end(behind)
        , isKnownCall(names)
        , callNames(names, CallName::Plain)
        , firstOfName(names)
    {
        for (std::vector<std::uint8_t>& each : around)
            each.assign(names, kUnknown);
    }
    /// AroundName bits of a slice that is no call, and kIsOp. Each distinct name is matched once.
    [[nodiscard]] unsigned bitsOf(const Trace& trace, EventKind kind, StringId name)
    {
        const std::size_t which = kind == EventKind::CpuOp ? 0 : kind == EventKind::UserAnnotation ? 1 : 2;
        std::uint8_t& bits = around[which][name.index()];
        if (bits == kUnknown) {
            const bool isOp = kind == EventKind::CpuOp && !isLegacyAnnotation(trace.text(name));
            bits = static_cast<std::uint8_t>(aroundNameOf(kind, trace.text(name)) | (isOp ? kIsOp : 0U));
        }
        return bits;
    }
    /// AroundName bits of a slice in front of the part and of all that it is nested in. Others may be reading these.
    [[nodiscard]] unsigned aroundOuter(const Trace& trace, SliceId slice)
    {
        const auto known = std::ranges::lower_bound(outer, slice, {}, &Outer::slice);
        if (known != outer.end() && known->slice == slice)
            return known->bits;
        readOuter(trace, slice);
        return outer.back().bits;
    }
    /// The first that is asked for is the innermost: slices lie in tree order.
    void readOuter(const Trace& trace, SliceId innermost)
    {
        const SliceTable& slices = trace.slices();
        outer.clear();
        for (; innermost.isValid(); innermost = slices.parent[innermost.index()])
            outer.push_back({ innermost, 0 });
        std::ranges::reverse(outer);
        unsigned bits = 0;
        for (Outer& each : outer) {
            const EventKind kind = slices.kind[each.slice.index()];
            if (!isHostCallTree(kind))
                bits = 0;
            else if (!isApiCall(kind))
                bits |= bitsOf(trace, kind, slices.name[each.slice.index()]) & kAroundBits;
            each.bits = bits;
        }
    }
    [[nodiscard]] CallName meaningOf(const Trace& trace, StringId name)
    {
        if (!isKnownCall[name.index()])
            callNames[name.index()] = callNameOf(trace.text(name));
        isKnownCall[name.index()] = true;
        return callNames[name.index()];
    }
    void addWork(const Trace& trace, SliceId work)
    {
        SliceId& known = firstOfName[trace.slices().name[work.index()].index()];
        if (!known.isValid() || isBefore(trace, work, known))
            known = work;
        if (const SliceId launch = trace.slices().partner[work.index()]; launch.isValid())
            firstLaunch = std::min(firstLaunch, trace.slices().start[launch.index()]);
    }

    std::uint32_t first; ///< row
    std::uint32_t end;   ///< behind its last row
    std::array<std::vector<std::uint8_t>, 3>
        around;                    ///< by kind, as a name may stand for an op and a frame; by StringId
    std::vector<bool> isKnownCall; ///< by StringId, as all to follow
    std::vector<CallName> callNames;
    std::vector<SliceId> firstOfName;
    Timestamp firstLaunch = kMaxTimestamp;
    std::vector<std::pair<std::uint32_t, CallName>> slowCalls; ///< what they are depends on what comes first of all
    std::vector<SliceId> overhead;
    struct Outer {
        SliceId slice;
        unsigned bits = 0; ///< see aroundOuter()
    };
    std::vector<Outer> outer; ///< one that was asked for and those around it, the outermost first
};

SliceCauses::SliceCauses(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress, int threads,
    Tasks before, Tasks midway)
    : m_trace(trace)
    , m_slowCall(thresholds.slowCall)
{
    const auto size = static_cast<std::uint32_t>(trace.slices().size());
    const std::size_t names = trace.strings().size();
    m_rows.resize(size);
    m_firstOfName.resize(names);
    // Rows of devices are read faster than those of threads, so there are more parts than threads; each looks at names
    // of its own.
    constexpr int kPartsOfAThread = 3;
    constexpr int kMostParts = 12;
    const auto count = static_cast<std::uint32_t>(threads > 1 ? std::min(kPartsOfAThread * threads, kMostParts) : 1);
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < count; ++i)
        parts.emplace_back(i * (size / count), i + 1 < count ? (i + 1) * (size / count) : size, names);
    const std::size_t half = before.size() + count / 2;
    parallelFor(before.size() + count + midway.size(), threads, [&](std::size_t i) {
        if (i < before.size())
            before[i]();
        else if (i >= half && i < half + midway.size())
            midway[i - half]();
        else
            readSlices(parts[i - before.size() - (i < half ? 0 : midway.size())], progress);
    });
    for (const Part& part : parts) {
        add(part);
        append(m_overhead, part.overhead);
    }
    std::vector<SliceId> loadingWithoutWork;
    std::vector<SliceId> launches;
    for (const Part& part : parts) {
        for (const auto& [row, meaning] : part.slowCalls) {
            setCauseOfCall(row, meaning);
            const SliceId call = SliceTable::at(row);
            if (of(call) != Cause::CodeLoading || meaning == CallName::CodeLoading || meaning == CallName::Allocation)
                continue;
            (trace.launches().of(call).empty() ? loadingWithoutWork : launches).push_back(call);
        }
    }
    addStartedLoading(launches, progress);
    addLateLoading(std::move(loadingWithoutWork), progress);
    std::ranges::sort(m_doubtful, {}, &DoubtfulCall::call);
}

/// @param calls  with work, some of which is the first of its name.
void SliceCauses::addStartedLoading(const std::vector<SliceId>& calls, const Progress& progress)
{
    std::vector<DoubtfulCall> started;
    StopCheck check(progress);
    for (const SliceId call : calls) {
        if (check.after(1 + m_trace.launches().of(call).size()))
            return;
        if (const auto from = lastStartInside(call))
            started.push_back({ call, *from, true });
    }
    if (started.empty())
        return;
    const SliceTable& slices = m_trace.slices();
    std::vector<TimeRange> lazy;
    for (const SliceId row : m_overhead) {
        if (check.after(1))
            return;
        if (m_trace.name(row).find("Lazy") != std::string_view::npos)
            lazy.push_back(slices.range(row));
    }
    const CoveredTime loading(unionOf(std::move(lazy), progress));
    std::erase_if(started, [&](const DoubtfulCall& each) {
        return loading.within({ each.from, slices.end(each.call) }) > 0;
    });
    append(m_doubtful, started);
}

/// When the last that is new of a call's work had started, where the call went on for long after that, or took no
/// longer until then than calls that load nothing. Nothing where work starts before its launch: the clocks differ, and
/// when it started is not known.
std::optional<Timestamp> SliceCauses::lastStartInside(SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    const TimeRange range = slices.range(call);
    Timestamp last = range.begin;
    for (const LaunchTable::Link& link : m_trace.launches().of(call)) {
        const Timestamp start = slices.start[link.work.index()];
        if (start < range.begin)
            return std::nullopt;
        if (m_firstOfName[slices.name[link.work.index()].index()] == link.work)
            last = std::max(last, start);
    }
    if (last >= range.end)
        return std::nullopt;
    const bool isLongAfter = TimeRange { last, range.end }.length() >= m_slowCall;
    const bool isShortBefore = TimeRange { range.begin, last }.length() < m_slowCall;
    return isLongAfter || isShortBefore ? std::optional(last) : std::nullopt;
}

/// @param calls  by row.
void SliceCauses::addLateLoading(std::vector<SliceId> calls, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    std::erase_if(calls, [&](SliceId call) { return slices.start[call.index()] < m_firstLaunch; });
    if (calls.empty())
        return;
    std::vector<Timestamp> first(m_trace.strings().size(), kMaxTimestamp);
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        if (isApiCall(slices.kind[row]))
            first[slices.name[row].index()] = std::min(first[slices.name[row].index()], slices.start[row]);
    }
    for (const SliceId call : calls) {
        const Timestamp start = slices.start[call.index()];
        if (start != first[slices.name[call.index()].index()])
            m_doubtful.push_back({ call, start, false });
    }
}

void SliceCauses::readSlices(Part& part, const Progress& progress)
{
    // A byte that is written may be any of these, for all that the compiler knows.
    const EventKind* const kinds = m_trace.slices().kind.data();
    const StringId* const names = m_trace.slices().name.data();
    const SliceId* const parents = m_trace.slices().parent.data();
    std::uint8_t* const rows = m_rows.data();
    constexpr std::uint32_t kRowsPerCheck = 4;
    StopCheck check(progress);
    for (std::uint32_t row = part.first; row < part.end && !check.after(4 * kRowsPerCheck);) {
        for (const std::uint32_t end = std::min(part.end, row + kRowsPerCheck); row < end; ++row) {
            const EventKind kind = kinds[row];
            if (!isHostCallTree(kind)) {
                readOther(part, SliceTable::at(row));
                continue;
            }
            unsigned around = 0;
            if (const SliceId parent = parents[row]; parent.isValid()) // tree order: it has been read
                around = parent.value >= part.first ? rows[parent.index()] >> kAroundShift
                                                    : part.aroundOuter(m_trace, parent);
            if (isApiCall(kind)) {
                readCall(part, row, around);
                continue;
            }
            const unsigned bits = around | part.bitsOf(m_trace, kind, names[row]);
            rows[row] = static_cast<std::uint8_t>(
                (bits & kAroundBits) << kAroundShift | static_cast<unsigned>(kCauseAround[bits]));
        }
    }
}

/// @param slice  not of the host's call tree.
void SliceCauses::readOther(Part& part, SliceId slice)
{
    const EventKind kind = m_trace.kind(slice);
    m_rows[slice.index()] = static_cast<std::uint8_t>(Cause::Unrecorded);
    if (isGpuWork(kind) && m_trace.slices().isSound(slice))
        part.addWork(m_trace, slice);
    else if (kind == EventKind::Overhead && m_trace.slices().isSound(slice))
        part.overhead.push_back(slice);
}

/// @param around  AroundName bits of what the call is nested in.
void SliceCauses::readCall(Part& part, std::uint32_t row, unsigned around)
{
    const SliceTable& slices = m_trace.slices();
    m_rows[row] = static_cast<std::uint8_t>(around << kAroundShift);
    const CallName meaning = part.meaningOf(m_trace, slices.name[row]);
    if (slices.duration(SliceTable::at(row)) >= m_slowCall)
        part.slowCalls.emplace_back(row, meaning);
    else
        setCauseOfCall(row, meaning);
}

void SliceCauses::add(const Part& part)
{
    m_firstLaunch = std::min(m_firstLaunch, part.firstLaunch);
    for (std::size_t name = 0; name < m_firstOfName.size(); ++name) {
        const SliceId work = part.firstOfName[name];
        SliceId& known = m_firstOfName[name];
        if (work.isValid() && (!known.isValid() || isBefore(m_trace, work, known)))
            known = work;
    }
}

void SliceCauses::setCauseOfCall(std::uint32_t row, CallName meaning)
{
    const unsigned around = m_rows[row] >> kAroundShift;
    const Cause cause =
        (around & kAroundDataLoading) != 0 ? Cause::DataLoading : causeOfCall(SliceTable::at(row), meaning);
    m_rows[row] = static_cast<std::uint8_t>(around << kAroundShift | static_cast<unsigned>(cause));
}

bool SliceCauses::launchesSomethingNew(SliceId call) const
{
    const auto works = m_trace.launches().of(call);
    if (works.empty())
        return true;
    return std::any_of(works.begin(), works.end(), [this](const LaunchTable::Link& link) {
        return m_firstOfName[m_trace.slices().name[link.work.index()].index()] == link.work;
    });
}

Cause SliceCauses::causeOfCall(SliceId call, CallName meaning) const
{
    const SliceTable& slices = m_trace.slices();
    const bool isSlow = slices.duration(call) >= m_slowCall;
    switch (meaning) {
    case CallName::Graph:
        return Cause::Graph;
    case CallName::Synchronisation:
        return Cause::Synchronisation;
    case CallName::Allocation:
        return isSlow && slices.start[call.index()] < m_firstLaunch ? Cause::CodeLoading : Cause::MemoryAllocation;
    case CallName::CodeLoading:
        return Cause::CodeLoading;
    case CallName::Copy:
    case CallName::Launch:
    case CallName::Plain:
        break;
    }
    if ((m_rows[call.index()] >> kAroundShift & kAroundCompilation) != 0)
        return Cause::Compilation;
    if (meaning == CallName::Copy)
        return Cause::CopyCall;
    if (isSlow && isOfTheApi(m_trace.name(call)) && launchesSomethingNew(call))
        return Cause::CodeLoading;
    return meaning == CallName::Launch || launchesWork(m_trace, call) ? Cause::Launch : Cause::OtherCall;
}

} // namespace kinetoscope
