// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/host_facts.h"

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/overview/facts/step_facts.h"
#include "core/analysis/overview/idle/named_slices.h"
#include "core/analysis/scope/steps.h"
#include "core/base/sort_stably.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

Result<std::vector<TimeRange>> windowOfHost(const RankTrace& rank, const Scope& scope, const Progress& progress)
{
    std::vector<TimeRange> window { rank.toJobTime(rank.trace->coreRange()) };
    if (scope.range)
        window = intersectionOf(window, { *scope.range });
    if (scope.steps.empty())
        return window;
    KT_TRY(const std::vector<TimeRange> steps, chosenStepRanges(rank, scope, progress.stop));
    return intersectionOf(window, steps);
}

/// The name that takes most of what `counted` leaves of its ranges.
HostPlace mostOfNames(const Trace& trace, const std::vector<TimeRange>& ranges, const std::vector<StringId>& names,
    const std::vector<TimeRange>& counted)
{
    const std::vector<Nanoseconds> times = timeInEach(ranges, counted);
    TimeByName byName;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        byName[names[i]] = saturatingAdd(byName[names[i]], times[i]);
    const auto most = mostOf(byName);
    return most == byName.end() ? HostPlace {}
                                : HostPlace { withoutAddress(trace.text(most->first)), {}, most->second };
}

void addCollectivesOfHost(
    const RankTrace& rank, const std::vector<TimeRange>& window, HostFacts& facts, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    std::vector<TimeRange> ranges;
    std::vector<StringId> names;
    for (const SliceId slice : cpuCollectivesOf(trace, progress)) {
        ranges.push_back(rank.toJobTime(trace.slices().range(slice)));
        names.push_back(trace.slices().name[slice.index()]);
    }
    facts.collective = mostOfNames(trace, ranges, names, window).name;
    const auto isOfTransfer = [&trace](StringId name) {
        const CollectiveKind kind = collectiveKindOf(trace.text(name));
        return isTransfer(kind) || kind == CollectiveKind::SendReceive;
    };
    facts.areAnyTransfers = std::ranges::any_of(names, isOfTransfer);
    facts.areAllTransfers = std::ranges::all_of(names, isOfTransfer);
    for (const TimeRange& range : intersectionOf(unionOf(std::move(ranges), progress), window))
        facts.collectives.add(range);
}

/// Time of one kind, and what it is in by its own time.
struct NamedTime {
    std::vector<TimeRange> ranges; ///< job time
    std::vector<TimeRange> ofNames;
    std::vector<StringId> names; ///< by element of ofNames
    void add(TimeRange range, StringId name)
    {
        ranges.push_back(range);
        if (name.isValid()) {
            ofNames.push_back(range);
            names.push_back(name);
        }
    }
};

/// What the main thread does that is no op: loads data, compiles, or something that was not recorded.
void addMainThread(const RankTrace& rank, ThreadLines& lines, const CauseRules& rules,
    const std::vector<TimeRange>& window, HostFacts& facts, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    if (!lines.mainThread().isValid())
        return;
    const StepSlices steps(trace);
    NamedSlices withoutWorkers(trace, isLoaderWithoutWorkers, std::nullopt);
    std::vector<TimeRange> loading;
    std::vector<TimeRange> loadingWithoutWorkers;
    NamedTime compiling;
    NamedTime unrecorded;
    lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, lines.mainRange(), [&](const LineSegment& segment) {
        const Cause cause = rules.of(segment.owner);
        const bool isNamed = segment.owner.isValid() && !steps.contains(segment.owner);
        const StringId name = isNamed ? trace.slices().name[segment.owner.index()] : StringId {};
        if (cause == Cause::DataLoading) {
            loading.push_back(rank.toJobTime(segment.range));
            if (withoutWorkers.has(segment.owner))
                loadingWithoutWorkers.push_back(loading.back());
        } else if (cause == Cause::Compilation)
            compiling.add(rank.toJobTime(segment.range), name);
        else if (cause == Cause::Unrecorded)
            unrecorded.add(rank.toJobTime(segment.range), name);
    });
    const auto add = [&](std::vector<TimeRange> ranges, Stretches& to) {
        const std::vector<TimeRange> inWindow = intersectionOf(unionOf(std::move(ranges), progress), window);
        for (const TimeRange& range : differenceOf(inWindow, facts.collectives.ranges))
            to.add(range);
    };
    add(std::move(loading), facts.dataLoading);
    Stretches ofWithout;
    add(std::move(loadingWithoutWorkers), ofWithout);
    facts.loadingWithoutWorkers = ofWithout.time;
    add(std::move(compiling.ranges), facts.compiling);
    facts.compiler = mostOfNames(trace, compiling.ofNames, compiling.names, facts.compiling.ranges);
    add(std::move(unrecorded.ranges), facts.unrecorded);
    facts.annotation = mostOfNames(trace, unrecorded.ofNames, unrecorded.names, facts.unrecorded.ranges);
}

/// Of compilation, what is in steps behind one without any.
Nanoseconds compiledAnewIn(const RankTrace& rank, const std::vector<Step>& steps, const Stretches& compiling)
{
    const auto first = std::ranges::find_if(steps, [&](const Step& step) {
        return totalLength(intersectionOf({ rank.toJobTime(step.range) }, compiling.ranges)) == 0;
    });
    std::vector<TimeRange> behind;
    for (auto step = first; step != steps.end(); ++step)
        behind.push_back(rank.toJobTime(step->range));
    return totalLength(intersectionOf(unionOf(std::move(behind)), compiling.ranges));
}

std::string annotationAround(const Trace& trace, SliceId slice)
{
    const StepSlices steps(trace);
    SliceId around = trace.slices().parent[slice.index()];
    for (std::size_t i = 0; around.isValid() && i < kMostSlicesAround; ++i) {
        if (trace.kind(around) == EventKind::UserAnnotation && !steps.contains(around))
            return nameInSentence(trace.name(around));
        around = trace.slices().parent[around.index()];
    }
    return {};
}

/// The time of the main thread and its backward threads in the data loader and in compilation, of which findings of
/// their own tell.
class ToldTime {
public:
    ToldTime(const Trace& trace, const ThreadLines& lines, const CauseRules& rules)
        : m_rules(rules)
    {
        if (!lines.mainThread().isValid())
            return;
        m_rows.push_back(rowsOf(trace.track(lines.mainThread())));
        for (const TrackId thread : lines.backwardThreads())
            m_rows.push_back(rowsOf(trace.track(thread)));
    }
    [[nodiscard]] bool has(const HostNode& node) const
    {
        return has(node, Cause::DataLoading) || has(node, Cause::Compilation);
    }
    [[nodiscard]] bool has(const HostNode& node, Cause cause) const
    {
        const std::size_t row = node.slice.index();
        return m_rules.of(node.slice) == cause
            && std::ranges::any_of(m_rows, [row](const Rows& rows) { return row >= rows.first && row < rows.end; });
    }

private:
    struct Rows {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    [[nodiscard]] static Rows rowsOf(const Track& track) { return { track.firstSlice, track.endSlice() }; }

    const CauseRules& m_rules;
    std::vector<Rows> m_rows;
};

/// @param operators  with the group `top` still in its place.
OpCalls callsOf(const RankOperators& operators, std::size_t top, const ToldTime& told, const Trace& trace,
    bool withSlices, const Progress& progress)
{
    OpCalls found;
    std::vector<Nanoseconds> lengths;
    std::map<TrackId, std::vector<TimeRange>> ranges;
    SliceId longest;
    Nanoseconds all = 0;
    StopCheck check(progress);
    for (std::size_t i = 0; i < operators.tree.nodes.size() && !check.after(1); ++i) {
        const HostNode& node = operators.tree.nodes[i];
        if (operators.groupOf[i] != top)
            continue;
        if (told.has(node)) {
            (told.has(node, Cause::DataLoading) ? found.isOutsideLoader : found.isOutsideCompiler) = true;
            continue;
        }
        if (operators.tree.isVisible(node)) {
            ranges[trace.trackOf(node.slice)].push_back(operators.tree.visibleRange(node));
            if (withSlices)
                found.slices.push_back(node.slice);
        }
        if (operators.isDuplicate[i] && !lengths.empty()) // one call with its parent, which is right before it
            lengths.back() = saturatingAdd(lengths.back(), node.self);
        else
            lengths.push_back(node.self);
        all = saturatingAdd(all, node.self);
        if (lengths.back() > found.longest) {
            found.longest = lengths.back();
            longest = node.slice;
        }
    }
    for (auto& [track, calls] : ranges)
        found.whole = saturatingAdd(found.whole, totalLength(unionOf(std::move(calls))));
    if (longest.isValid())
        found.annotation = annotationAround(trace, longest);
    found.few = fewOf(std::move(lengths), all);
    return found;
}

/// Old files write steps as ops: their own time is that of no op.
bool isOpOrCall(const OperatorGroup& group)
{
    return (group.kind == EventKind::CpuOp || isApiCall(group.kind)) && !isOfCpuBackend(group.name)
        && !group.name.starts_with("ProfilerStep");
}

/// Takes from each group what of it others tell of. @return by group: whether anything is left.
std::vector<bool> withoutTold(RankOperators& operators, const ToldTime& told, const Progress& progress)
{
    std::vector<std::uint64_t> calls(operators.groups.size());
    StopCheck check(progress);
    for (std::size_t i = 0; i < operators.tree.nodes.size() && !check.after(1); ++i) {
        const HostNode& node = operators.tree.nodes[i];
        const std::size_t group = operators.groupOf[i];
        if (group >= calls.size() || !told.has(node))
            continue;
        operators.groups[group].hostSelf = saturatingSubtract(operators.groups[group].hostSelf, node.self);
        calls[group] += operators.isDuplicate[i] ? 0 : 1;
    }
    std::vector<bool> isLeft(calls.size());
    for (std::size_t group = 0; group < calls.size(); ++group) {
        isLeft[group] = calls[group] == 0 || calls[group] < operators.groups[group].count;
        operators.groups[group].count -= isLeft[group] ? calls[group] : 0;
    }
    return isLeft;
}

void takeOps(RankOperators operators, const ToldTime& told, const Trace& trace, bool withSlices, HostFacts& facts,
    const Progress& progress)
{
    for (const OperatorGroup& group : operators.groups)
        facts.selfOfAll = saturatingAdd(facts.selfOfAll, isOpOrCall(group) ? group.hostSelf : 0);
    const std::vector<bool> isLeft = withoutTold(operators, told, progress);
    std::size_t first = operators.groups.size(); // of equals, as the stable sort has it
    for (std::size_t group = 0; group < operators.groups.size(); ++group) {
        const bool isMore =
            first == operators.groups.size() || operators.groups[group].hostSelf > operators.groups[first].hostSelf;
        if (isMore && isLeft[group] && isOpOrCall(operators.groups[group]))
            first = group;
    }
    if (first < operators.groups.size())
        facts.callsOfFirst = callsOf(operators, first, told, trace, withSlices, progress);
    for (std::size_t group = 0; group < operators.groups.size(); ++group) {
        if (isLeft[group] && isOpOrCall(operators.groups[group]))
            facts.ops.push_back(std::move(operators.groups[group]));
    }
    sortStably(facts.ops, std::greater {}, &OperatorGroup::hostSelf);
}

} // namespace

HostKinds kindsOfHostFacts()
{
    return HostKinds { true, true, true, false, false, true };
}

Result<HostFacts> hostFactsOf(const ScopedHostTrees& trees, std::size_t rank, const RankGpuWork& work,
    const Scope& scope, bool withSlices, const Progress& progress)
{
    HostFacts facts;
    const RankTrace& of = trees.rankTrace(rank);
    KT_TRY(RankOperators operators,
        operatorsOf(trees, rank, work, OperatorGrouping { .kinds = kindsOfHostFacts() }, progress));
    const RankCauses causes(*of.trace, {}, progress);
    ThreadLines lines = causes.lines();
    takeOps(std::move(operators), ToldTime(*of.trace, lines, causes.rules()), *of.trace, withSlices, facts, progress);
    facts.ofCounters = hasProfilerRanges(*of.trace);
    facts.isPythonRecorded =
        std::ranges::find(of.trace->slices().kind, EventKind::PythonFunction) != of.trace->slices().kind.end();
    facts.isChosen = scope.hasWindow();
    KT_TRY(const std::vector<TimeRange> window, windowOfHost(of, scope, progress));
    facts.recorded = totalLength(window);
    addCollectivesOfHost(of, window, facts, progress);
    addMainThread(of, lines, causes.rules(), window, facts, progress);
    if (facts.compiling.time > 0) {
        KT_TRY(const std::vector<Step> steps, stepsOf(of, scope, progress.stop));
        facts.compiledAnew = compiledAnewIn(of, steps, facts.compiling);
    }
    KT_TRY_DONE(progress.carryOn());
    return facts;
}

} // namespace kinetoscope
