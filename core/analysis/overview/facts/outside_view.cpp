// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/outside_view.h"

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/remarks/first_call.h"
#include "core/analysis/causes/remarks/lost_kernels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/overview/idle/host_places.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace kinetoscope {

namespace {

/// How long the first GPU work of all had been launched before it started; 0 where its launch is not known.
Nanoseconds queuedBeforeFirstWork(const Trace& trace, Nanoseconds recordedBefore)
{
    const SliceTable& slices = trace.slices();
    SliceId first;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::Stream)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (!isGpuWork(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
                continue;
            if (!first.isValid() || slices.start[row] < slices.start[first.index()])
                first = SliceTable::at(row);
            break; // rows of a track are by start
        }
    }
    const SliceId launch = first.isValid() ? slices.partner[first.index()] : SliceId {};
    if (!launch.isValid())
        return 0;
    const Nanoseconds queued = saturatingSubtract(slices.start[first.index()], slices.end(launch));
    return std::clamp<Nanoseconds>(queued, 0, recordedBefore);
}

/// A launch with nothing around it, whose work waits longer after it than it took: a part of a trace keeps the launches
/// of its work, which may lie long before it with nothing between. Nothing was recorded there.
bool isLoneLaunchAhead(const Trace& trace, SliceId outermost)
{
    const SliceTable& slices = trace.slices();
    const SliceId work = slices.partner[outermost.index()]; // the first piece
    return isApiCall(trace.kind(outermost)) && work.isValid() && isGpuWork(trace.kind(work))
        && saturatingSubtract(slices.start[work.index()], slices.end(outermost)) > slices.duration(outermost);
}

/// From the first to the last that the host recorded, the GPU's view included; job time.
TimeRange recordedAround(const RankTrace& rank, const TimeRange& view, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    TimeRange recorded = view;
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            // Outermost slices hold the others; what the profiler writes about itself is no work.
            if (!isHostCallTree(slices.kind[row]) || slices.depth[row] > 0 || !slices.isSound(SliceTable::at(row)))
                continue;
            if (isLoneLaunchAhead(trace, SliceTable::at(row)))
                continue;
            recorded.begin = std::min(recorded.begin, rank.toJobTime(slices.start[row]));
            recorded.end = std::max(recorded.end, rank.toJobTime(slices.end(SliceTable::at(row))));
        }
    }
    // What reaches beyond the part that a trimmed trace is has nothing around it there.
    if (const std::optional<TimeRange> part = trace.metadata().trimmedTo()) {
        const TimeRange own = rank.toJobTime(*part);
        recorded = { std::min(view.begin, std::max(recorded.begin, own.begin)),
            std::max(view.end, std::min(recorded.end, own.end)) };
    }
    return recorded;
}

/// Whether after the longest call of the name another one takes half as long, or longer: then it is no matter of first
/// calls.
/// @param name  as PlainNames has it. O(slices).
bool comesAgainLater(const Trace& trace, PlainNames& plain, StringId name)
{
    const SliceTable& slices = trace.slices();
    std::vector<SliceId> calls;
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (isApiCall(slices.kind[row]) && slices.isSound(SliceTable::at(row)) && plain.of(slices.name[row]) == name)
            calls.push_back(SliceTable::at(row));
    }
    if (calls.empty())
        return false;
    std::ranges::sort(calls, [&slices](SliceId a, SliceId b) { return slices.startsBefore(a, b); });
    const auto longest = std::ranges::max_element(calls, {}, [&slices](SliceId call) { return slices.duration(call); });
    return std::any_of(
        longest + 1, calls.end(), [&](SliceId call) { return slices.duration(call) >= slices.duration(*longest) / 2; });
}

/// The outermost slice of data loading around one, which is the loader itself, or that one.
SliceId loaderAround(const Trace& trace, const CauseRules& rules, SliceId slice)
{
    SliceId loader = slice;
    while (rules.of(trace.slices().parent[loader.index()]) == Cause::DataLoading)
        loader = trace.slices().parent[loader.index()];
    return loader;
}

} // namespace

OutsideView outsideViewOf(
    const RankTrace& rank, const TimeRange& view, const RankCauses& causes, const Progress& progress)
{
    const CauseRules& rules = causes.rules();
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    const TimeRange recorded = recordedAround(rank, view, progress);
    OutsideView outside;
    outside.recorded = recorded.length();
    ThreadLines lines = causes.lines();
    TimeByName names;   // of the invalid one, what was not recorded
    TimeByName loading; // of names
    TimeByName compiling;
    TimeByName annotations;
    TimeByName loaders; // by the loader, whatever is inside it
    PlainNames plain(trace);
    const StepSlices steps(trace);
    const auto add = [&](TimeRange range, Stretches& stretches) {
        if (range.isEmpty())
            return;
        stretches.add(range);
        const TimeRange own { rank.toTraceTime(range.begin), rank.toTraceTime(range.end) };
        for (const LineSegment& segment : lines.within(lines.mainThread(), own)) {
            const bool isAnnotation = segment.owner.isValid() && trace.kind(segment.owner) == EventKind::UserAnnotation;
            if (segment.owner.isValid() && rules.of(segment.owner) == Cause::DataLoading) {
                const SliceId loader = loaderAround(trace, rules, segment.owner);
                loaders[plain.of(slices.name[loader.index()])] += segment.range.length();
                continue;
            }
            if (isAnnotation && !steps.contains(segment.owner))
                annotations[plain.of(slices.name[segment.owner.index()])] += segment.range.length();
            const bool isNamed = segment.owner.isValid() && !isAnnotation && !steps.contains(segment.owner);
            // Before its first slice and after its last one nothing says that the thread does anything.
            const TimeRange known =
                segment.owner.isValid() ? segment.range : segment.range.clippedTo(lines.mainRange());
            const StringId name = isNamed ? plain.of(slices.name[segment.owner.index()]) : StringId {};
            if (!known.isEmpty())
                names[name] += known.length();
            // An annotation may say so, too: (dynamo_timed).
            if (segment.owner.isValid() && rules.of(segment.owner) == Cause::Compilation)
                compiling[plain.of(slices.name[segment.owner.index()])] += known.length();
            if (isNamed && rules.of(segment.owner) == Cause::CodeLoading) {
                LoadingDoubts doubts;
                doubts.add(trace, rules.doubtfulLoading(), segment.owner, known);
                loading[name] += known.length() - doubts.again.time - doubts.started.time;
            }
        }
    };
    add({ recorded.begin, view.begin }, outside.before);
    add({ view.end, recorded.end }, outside.after);
    if (outside.after.time >= outside.recorded / 10) // else it is hardly told
        outside.lostLaunches = LostKernels(trace).countFrom(rank.toTraceTime(view.end));
    outside.queued = queuedBeforeFirstWork(trace, outside.before.time);
    for (const auto& [name, time] : compiling)
        outside.compiling = saturatingAdd(outside.compiling, time);
    if (const auto most = mostOf(compiling); most != compiling.end()) {
        outside.inCompiler = most->second;
        outside.compiler = nameInSentence(trace.text(most->first));
    }
    for (const auto& [name, time] : loaders)
        outside.dataLoading = saturatingAdd(outside.dataLoading, time);
    if (const auto most = mostOf(loaders); most != loaders.end()) {
        outside.inLoader = most->second;
        outside.loader = nameInSentence(trace.text(most->first));
    }
    if (const auto most = mostOf(names); most != names.end()) {
        outside.there = most->second;
        if (most->first.isValid()) {
            outside.name = nameInSentence(trace.text(most->first));
            outside.isLoading = loading[most->first] > outside.there / 2;
            outside.comesAgain = outside.isLoading && comesAgainLater(trace, plain, most->first);
            outside.isSync =
                callNameOf(trace.text(most->first)) == CallName::Synchronisation && outside.there > outside.after.time;
            const SliceId first = outside.isSync ? firstApiCall(trace) : SliceId {};
            outside.isFirstCall = first.isValid() && plain.of(slices.name[first.index()]) == most->first;
        } else if (const auto around = mostOf(annotations);
                   around != annotations.end() && around->second > outside.there / 2) {
            outside.annotation = nameInSentence(trace.text(around->first));
        }
    }
    return outside;
}

} // namespace kinetoscope
