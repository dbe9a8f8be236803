// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/trace_side.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/steps.h"
#include "core/base/ascii.h"
#include "core/base/names/short_name.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace kinetoscope {

namespace {

/// "ProfilerStep#5" and "ProfilerStep#9" are the same op ([DIFF-13.2]).
std::string asOfAnyNumber(std::string_view name)
{
    const std::size_t mark = name.rfind('#');
    const bool isNumbered = mark != std::string_view::npos && areDigits(name.substr(mark + 1));
    return isNumbered ? std::string(name.substr(0, mark)) + "#N" : std::string(name);
}

} // namespace

/// Names under which the slices of one trace are compared, each made once.
class TraceSide::Names {
public:
    Names(const Trace& trace, bool useShortNames)
        : m_trace(trace)
        , m_useShortNames(useShortNames)
        , m_known(2 * trace.strings().size())
    {
    }

    /// Slices of one number have one name: below 2 * Trace::strings().size(), for annotations apart.
    [[nodiscard]] std::size_t numberOf(SliceId slice) const
    {
        return 2 * m_trace.slices().name[slice.index()].index() + (isAnnotation(slice) ? 1 : 0);
    }

    [[nodiscard]] const std::string& of(SliceId slice)
    {
        std::optional<std::string>& known = m_known[numberOf(slice)];
        if (!known) {
            // `<Adam object at 0x7f12>` of one run is `<Adam object at 0x7f56>` of the other.
            const std::string text = withoutAddress(m_trace.name(slice));
            known = isAnnotation(slice) ? asOfAnyNumber(text) : m_useShortNames ? shortName(text) : text;
        }
        return *known;
    }

private:
    [[nodiscard]] bool isAnnotation(SliceId slice) const { return m_trace.kind(slice) == EventKind::UserAnnotation; }

    const Trace& m_trace;
    bool m_useShortNames = false;
    std::vector<std::optional<std::string>> m_known; ///< by number
};

Result<std::shared_ptr<const TraceSide>> TraceSide::create(
    const AnalysisInput& input, const ComparedOps& ops, const KernelClassifier& classifier)
{
    std::shared_ptr<TraceSide> side(new TraceSide);
    side->m_ops = ops;
    KT_TRY(side->m_work, ScopedGpuWork::create(input, classifier));
    std::int64_t parts = 0;
    for (std::size_t i = 0; i < side->m_work->rankCount(); ++i) {
        const RankTrace& rank = side->m_work->rankTrace(i);
        KT_TRY(std::vector<TimeRange> chosen, chosenStepRanges(rank, input.scope, input.stop));
        const auto index = static_cast<std::uint32_t>(input.traces->indexOfRank(rank.rank));
        side->m_hosts.push_back({ index, std::move(chosen), {}, 0, {} });
        Host& host = side->m_hosts.back();
        host.firstPart = static_cast<std::uint32_t>(parts);
        if (input.scope.steps.empty()) {
            ++parts;
            continue;
        }
        KT_TRY(const std::vector<Step> steps, stepsOf(*rank.trace, input.scope, input.stop));
        for (const Step& step : steps) {
            if (std::ranges::count(input.scope.steps, step.number) == 0)
                continue;
            host.parts.push_back(rank.toJobTime(step.range));
            host.numbers.push_back(step.number);
        }
        parts += static_cast<std::int64_t>(host.parts.size());
    }
    side->m_parts = std::max(std::int64_t { 1 }, parts);
    return std::shared_ptr<const TraceSide>(std::move(side));
}

std::vector<std::int64_t> TraceSide::stepsOfParts() const
{
    std::vector<std::int64_t> numbers;
    for (const Host& host : m_hosts)
        append(numbers, host.numbers);
    return numbers;
}

template <typename Wants, typename Visit>
Result<Done> TraceSide::visitHost(std::size_t i, const Progress& progress, Wants wants, Visit visit) const
{
    constexpr std::size_t kRowsPerCheck = 64 * 1024;
    const RankTrace& rank = m_work->rankTrace(i);
    const Scope& scope = m_work->scope();
    const SliceTable& slices = rank.trace->slices();
    for (const Track& track : rank.trace->tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if ((row - track.firstSlice) % kRowsPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            const SliceId slice = SliceTable::at(row);
            if (!isHostCallTree(slices.kind[row]) || !slices.isSound(slice) || !wants(slice))
                continue;
            const TimeRange whole = rank.jobRange(slice);
            if (!scope.steps.empty() && !isInRanges(m_hosts[i].steps, whole.begin))
                continue;
            if (const std::optional<TimeRange> visible = scope.visible(whole))
                visit(slice, visible->length());
        }
        progress.add(track.sliceCount);
    }
    return Done {};
}

template <typename Wants, typename Visit>
Result<Done> TraceSide::visitRank(std::size_t i, const Progress& progress, Wants wants, Visit visit) const
{
    if (m_ops.host) {
        KT_TRY_DONE(visitHost(i, progress, wants, visit));
    }
    if (m_ops.device) {
        KT_TRY(const RankGpuWork work, m_work->rank(i, progress));
        for (const GpuWorkRow& row : work.rows) {
            if (wants(row.slice))
                visit(row.slice, row.range.length());
        }
    }
    return Done {};
}

std::uint32_t TraceSide::partOf(std::size_t i, SliceId slice) const
{
    const Host& host = m_hosts[i];
    if (host.parts.size() < 2)
        return host.firstPart;
    const RankTrace& rank = m_work->rankTrace(i);
    const SliceTable& slices = rank.trace->slices();
    const SliceId launch = isGpuWork(slices.kind[slice.index()]) ? slices.partner[slice.index()] : SliceId {};
    const Timestamp time = rank.toJobTime(slices.start[(launch.isValid() ? launch : slice).index()]);
    const auto after = std::ranges::upper_bound(host.parts, time, {}, &TimeRange::begin);
    const auto part = after == host.parts.begin() ? after : after - 1;
    return host.firstPart + static_cast<std::uint32_t>(part - host.parts.begin());
}

/// The sums of one rank by id first: a map of texts is slow for millions of slices.
class TraceSide::Summing {
public:
    Summing(const TraceSide& side, std::size_t rank)
        : m_side(side)
        , m_rank(rank)
        , m_trace(*side.m_work->rankTrace(rank).trace)
        , m_names(m_trace, side.m_ops.useShortNames)
        , m_byId(2 * m_trace.strings().size())
        , m_examples(m_byId.size())
    {
    }

    void add(SliceId slice, Nanoseconds duration)
    {
        const std::size_t id = m_names.numberOf(slice);
        addTo(m_byId[id], 1, duration);
        // A name of both host and device, which happens nowhere but in damaged files, is taken for a kernel's.
        if (!m_examples[id].isValid() || isGpuWork(m_trace.kind(slice)))
            m_examples[id] = slice;
        if (m_side.m_hosts[m_rank].parts.size() > 1)
            saturate(m_byPart[std::uint64_t { id } << 32 | m_side.partOf(m_rank, slice)], duration);
    }

    void take(SideTotals& totals)
    {
        if (m_side.m_parts > 1 && m_byPart.empty()) { // one part: what there is belongs to it
            for (std::size_t id = 0; id < m_byId.size(); ++id) {
                if (m_byId[id].count > 0)
                    m_byPart[std::uint64_t { id } << 32 | m_side.m_hosts[m_rank].firstPart] = m_byId[id].duration;
            }
        }
        for (std::size_t id = 0; id < m_byId.size(); ++id) {
            if (m_byId[id].count == 0)
                continue;
            const std::string& name = m_names.of(m_examples[id]);
            addTo(totals.byName[name], m_byId[id].count, m_byId[id].duration);
            if (isGpuWork(m_trace.kind(m_examples[id])))
                totals.kernels.insert(name);
        }
        std::vector<std::pair<std::uint64_t, Nanoseconds>> parts(m_byPart.begin(), m_byPart.end());
        std::ranges::sort(parts);
        for (const auto& [key, time] : parts)
            totals.byPart[m_names.of(m_examples[key >> 32])].emplace_back(static_cast<std::uint32_t>(key), time);
    }

private:
    static void saturate(Nanoseconds& sum, Nanoseconds more) { sum = saturatingAdd(sum, more); }
    static void addTo(OpTotals<Nanoseconds>& sums, std::int64_t count, Nanoseconds duration)
    {
        sums.count += count;
        saturate(sums.duration, duration);
    }

    const TraceSide& m_side;
    std::size_t m_rank;
    const Trace& m_trace;
    Names m_names;
    std::vector<OpTotals<Nanoseconds>> m_byId;               ///< by Names::numberOf
    std::vector<SliceId> m_examples;                         ///< the same
    std::unordered_map<std::uint64_t, Nanoseconds> m_byPart; ///< by id << 32 | part, where a rank has several
};

Result<std::array<SideTotals, 2>> TraceSide::totalsOf(
    const std::array<std::shared_ptr<const TraceSide>, 2>& sides, const AnalysisContext& context)
{
    const std::size_t ranksOfFirst = sides[0]->m_work->rankCount();
    const auto sum = [&](std::size_t i) -> Result<std::shared_ptr<Summing>> {
        const TraceSide& side = *sides[i < ranksOfFirst ? 0 : 1];
        const std::size_t rank = i < ranksOfFirst ? i : i - ranksOfFirst;
        auto sums = std::make_shared<Summing>(side, rank);
        const auto add = [&sums](SliceId slice, Nanoseconds duration) { sums->add(slice, duration); };
        const auto all = [](SliceId) { return true; };
        KT_TRY_DONE(side.visitRank(rank, context.progress, all, add));
        return sums;
    };
    std::array<SideTotals, 2> totals;
    const auto take = [&](std::size_t i, const std::shared_ptr<Summing>& sums) {
        sums->take(totals[i < ranksOfFirst ? 0 : 1]);
    };
    KT_TRY_DONE(forEachRankInOrder(ranksOfFirst + sides[1]->m_work->rankCount(), context, sum, take));
    return totals;
}

/// Collects where kernels come from, rank by rank.
class TraceSide::Origins {
public:
    explicit Origins(const std::set<std::string, std::less<>>& kernels)
        : m_kernels(kernels)
    {
    }

    void add(const Trace& trace, const RankGpuWork& work, Names& names)
    {
        const SliceTable& slices = trace.slices();
        std::vector<Launched> launched;
        for (const GpuWorkRow& row : work.rows) {
            const SliceId launch = slices.partner[row.slice.index()];
            SliceId op = launch;
            while (op.isValid() && trace.kind(op) != EventKind::CpuOp)
                op = slices.parent[op.index()];
            if (op.isValid())
                launched.push_back({ op, slices.start[launch.index()], row.slice });
            else
                m_withoutOp.insert(names.of(row.slice));
        }
        std::ranges::sort(launched, {}, [](const Launched& a) { return std::tie(a.op, a.time, a.work); });
        std::size_t number = 0; // of the kernel among those of its op's call
        for (std::size_t i = 0; i < launched.size(); ++i) {
            number = i == 0 || launched[i].op != launched[i - 1].op ? 0 : number + 1;
            const std::string& name = names.of(launched[i].work);
            if (!m_kernels.contains(name))
                continue;
            std::string place;
            for (const SliceId ancestor : trace.ancestors(launched[i].op)) {
                if (trace.kind(ancestor) == EventKind::CpuOp)
                    place.append(trace.name(ancestor)).push_back('\n');
            }
            auto& [ops, places] = m_found[name];
            ops.emplace(trace.name(launched[i].op));
            places.insert(place.append(trace.name(launched[i].op)) + ' ' + std::to_string(number));
        }
    }

    [[nodiscard]] std::map<std::string, KernelOrigin, std::less<>> take() const
    {
        std::map<std::string, KernelOrigin, std::less<>> origins;
        for (const auto& [name, texts] : m_found) {
            KernelOrigin& origin = origins[name];
            const bool isWithoutOp = m_withoutOp.contains(name);
            for (const std::string& op : texts.first)
                (isWithoutOp ? origin.someOps : origin.ops) += op + '\n';
            if (isWithoutOp)
                continue;
            for (const std::string& place : texts.second)
                origin.places += place + '\n';
        }
        return origins;
    }

private:
    struct Launched {
        SliceId op;
        Timestamp time = 0; ///< of the launch
        SliceId work;
    };
    const std::set<std::string, std::less<>>& m_kernels;
    std::map<std::string, std::pair<std::set<std::string>, std::set<std::string>>, std::less<>> m_found;
    std::set<std::string, std::less<>> m_withoutOp;
};

Result<std::map<std::string, KernelOrigin, std::less<>>> TraceSide::originsOf(
    const std::set<std::string, std::less<>>& kernels, const Progress& progress) const
{
    Origins origins(kernels);
    for (std::size_t i = 0; i < m_work->rankCount(); ++i) {
        KT_TRY(const RankGpuWork work, m_work->rank(i, progress));
        const Trace& trace = *m_work->rankTrace(i).trace;
        Names names(trace, m_ops.useShortNames);
        origins.add(trace, work, names);
    }
    return origins.take();
}

Selection TraceSide::evidence(const std::set<std::string, std::less<>>& wanted, const Progress& progress) const
{
    Selection selection;
    for (std::size_t i = 0; i < m_work->rankCount(); ++i) {
        const RankTrace& rank = m_work->rankTrace(i);
        const std::uint32_t rankIndex = m_hosts[i].rankIndex;
        Names names(*rank.trace, m_ops.useShortNames);
        std::vector<std::optional<bool>> isWanted(2 * rank.trace->strings().size()); // texts are slow to compare
        const auto wants = [&](SliceId slice) {
            std::optional<bool>& known = isWanted[names.numberOf(slice)];
            if (!known)
                known = wanted.contains(names.of(slice));
            return *known;
        };
        const auto visit = [&](SliceId slice, Nanoseconds duration) {
            if (duration == rank.trace->slices().duration(slice)) {
                selection.slices.push_back({ rankIndex, slice });
                return;
            }
            const Timestamp start =
                std::max(m_work->scope().range->begin, rank.toJobTime(rank.trace->slices().start[slice.index()]));
            selection.intervals.push_back(
                { rankIndex, rank.trace->trackOf(slice), { start, saturatingAdd(start, duration) } });
        };
        if (!visitRank(i, progress, wants, visit))
            break;
    }
    return selection;
}

} // namespace kinetoscope
