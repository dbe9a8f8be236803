// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/launch_facts.h"

#include "core/analysis/causes/work/repeated_launches.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/overview/facts/step_facts.h"
#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace kinetoscope {

namespace {

/// Whether more than a few of the parts in each coming make half of them: then it is not one thing in between that
/// takes long.
bool areSpread(const std::vector<TimeRange>& parts, Nanoseconds sum, std::size_t comings)
{
    constexpr std::size_t kFewInEach = 3;
    std::vector<Nanoseconds> lengths = mapped(parts, &TimeRange::length);
    std::ranges::sort(lengths, std::greater {});
    std::size_t count = 0;
    for (Nanoseconds longest = 0; longest < sum - sum / 2; ++count)
        longest += lengths[count];
    return count >= kFewInEach * comings;
}

} // namespace

ShortLaunches shortLaunchesOf(
    const RankTrace& rank, const RankLaunches& launches, Nanoseconds runtimeCutoff, const Progress& progress)
{
    const LaunchCutoffs<Nanoseconds> cutoffs { runtimeCutoff, 0 }; // of what is short, delays decide nothing
    const SliceTable& slices = rank.trace->slices();
    std::vector<bool> areGraphLaunches(rank.trace->strings().size()); // by name
    for (std::size_t name = 0; name < areGraphLaunches.size(); ++name)
        areGraphLaunches[name] = isGraphLaunch(rank.trace->text(StringId { name }));
    ShortLaunches found;
    found.cutoff = runtimeCutoff;
    StopCheck check(progress);
    for (const Launch& launch : launches.launches) {
        if (check.after(1))
            break;
        if (slices.kind[launch.work.index()] != EventKind::Kernel)
            continue; // a small copy has no cheaper way to be launched
        if (areGraphLaunches[slices.name[launch.call.index()].index()]) { // one call, many kernels: that is not dear
            ++found.ofGraphs;
            continue;
        }
        ++found.ofCalls;
        if (slices.partner[launch.call.index()] != launch.work)
            continue; // a call that launched more counts once
        const Nanoseconds call = slices.duration(launch.call);
        const Nanoseconds work = slices.duration(launch.work);
        found.all += call <= runtimeCutoff ? 1 : 0;
        if (!cutoffs.isIn(LaunchGroup::Short, call, work, 0))
            continue;
        found.calls.push_back(launch.call);
        found.host = saturatingAdd(found.host, call);
        found.gpu = saturatingAdd(found.gpu, work);
    }
    return found;
}

void addGraphMaking(const RankTrace& rank, const GraphMaking& graphs, std::span<const Step> steps, RankFacts& facts)
{
    constexpr std::size_t kFewestSteps = 4;
    constexpr std::size_t kFewestCaptures = 3;
    if (steps.size() >= kFewestSteps && graphs.captures.size() >= kFewestCaptures) {
        const Timestamp later = steps[(steps.size() + 1) / 2].range.begin;
        facts.makesGraphsLater =
            totalLength(intersectionOf({ { later, kMaxTimestamp } }, graphs.all)) >= totalLength(graphs.all) / 4;
    }
    facts.graphsMade = mapped(graphs.all, [&rank](const TimeRange& range) {
        return TimeRange { rank.toTraceTime(range.begin), rank.toTraceTime(range.end) };
    });
    for (const Nanoseconds idle : timeInEach(graphs.captures, facts.of(IdleGroup::Capture).idle.ranges)) {
        facts.idleCaptures += idle > 0 ? 1 : 0;
        facts.idleInCaptures = saturatingAdd(facts.idleInCaptures, idle);
    }
}

void addRepeated(const RankTrace& rank, const RankLaunches& launches, const BlockingCalls& blocking, std::size_t steps,
    RankFacts& facts, const Progress& progress)
{
    const Stretches& waits = facts.of(IdleGroup::HostBusy).idle;
    facts.repeated = repeatedLaunches(*rank.trace, launches.launches, blocking, progress);
    facts.repeatedGrids = gridsOf(*rank.trace, launches.launches, facts.repeated, progress);
    const auto inJob = [&rank](const TimeRange& stretch) { return rank.toJobTime(stretch); };
    const std::vector<TimeRange> parts =
        intersectionOf(mapped(facts.repeated.stretches, inJob), waits.ranges, progress);
    facts.waitsInRepeated = totalLength(parts);
    const auto isInView = [&](const RepeatedLaunches::Coming& each) {
        const auto beginOf = [&](std::size_t launch) {
            return rank.toJobTime(rank.trace->slices().start[launches.launches[launch].call.index()]);
        };
        return !parts.empty() && beginOf(each.first) < parts.back().end && beginOf(each.end - 1) >= parts.front().begin;
    };
    const auto comings = std::ranges::count_if(facts.repeated.most, isInView);
    facts.areRepeatedSpread = areSpread(parts, facts.waitsInRepeated, static_cast<std::size_t>(comings));
    if (!facts.repeated.most.empty() || steps > 1)
        return; // of several steps nothing that is launched comes again: that is no work for a graph
    const auto inSingle = intersectionOf(mapped(facts.repeated.stretchesOfSingle, inJob), waits.ranges, progress);
    facts.waitsInSingle = totalLength(inSingle);
    facts.isSingleSpread = areSpread(inSingle, facts.waitsInSingle, 1);
}

} // namespace kinetoscope
