// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_stage.h"

#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/scope/per_rank.h"
#include "core/base/vectors.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Of several ranks the one with most, and how far it is above their average.
struct FurthestAbove {
    std::size_t place = 0;
    Nanoseconds more = 0;
    bool isAlone = false; ///< no other is above the average by half as much or more
};
FurthestAbove furthestAbove(const std::vector<Nanoseconds>& times)
{
    Nanoseconds sum = 0;
    for (const Nanoseconds time : times)
        sum = saturatingAdd(sum, time);
    const Nanoseconds mean = meanOf(sum, times.size());
    const auto most = std::ranges::max_element(times);
    const Nanoseconds more = saturatingSubtract(*most, mean);
    const auto isAlike = [&](Nanoseconds time) { return saturatingSubtract(time, mean) >= more / 2; };
    return { static_cast<std::size_t>(most - times.begin()), more, std::ranges::count_if(times, isAlike) == 1 };
}

/// What the GPU waits for its host, and not for a collective of a CPU backend.
Nanoseconds waitForHost(const RankFacts& facts)
{
    const Nanoseconds known =
        facts.idle[static_cast<std::size_t>(IdleCause::HostWait)].time - facts.hostWaitInMissingSteps;
    return std::max<Nanoseconds>(0, saturatingSubtract(known, facts.of(IdleGroup::Collective).idle.time));
}

/// The time in view in which the main thread is in no call that waits for the GPU.
Nanoseconds hostTime(
    const RankTrace& rank, const std::vector<TimeRange>& view, Nanoseconds kernelDelay, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    const ThreadLines lines(trace, progress);
    const BlockingCalls calls(trace, kernelDelay, CauseThresholds {}.queueLength, progress);
    std::vector<TimeRange> waits;
    StopCheck check(progress);
    for (const TrackId thread : lines.mainThreads()) {
        const Track& track = trace.track(thread);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice { row };
            if (slices.isSound(slice) && calls.blocks(slice))
                waits.push_back(rank.jobRange(slice));
        }
    }
    return totalLength(differenceOf(view, unionOf(std::move(waits))));
}

/// When the GPU of a rank waits for its host, job time.
Result<std::vector<TimeRange>> waitsForHost(
    const OverviewSource& source, std::size_t rank, const AnalysisContext& context)
{
    AnalysisInput own = source.input();
    own.scope.ranks = { source.rankTrace(rank).rank };
    KT_TRY(const auto scoped, ScopedIdle::create(own, *context.classifier, source.cutoffs().kernelDelay));
    KT_TRY(const RankIdle idle, scoped->rank(0, context.progress));
    std::vector<TimeRange> waits;
    const auto visit = [&waits](TimeRange part, IdleCause cause) {
        if (cause == IdleCause::HostWait && !part.isEmpty())
            waits.push_back(part);
    };
    idle.eachPart(RankIdle::wholeRank(), visit, context.progress);
    KT_TRY_DONE(context.progress.carryOn());
    return waits;
}

/// What others wait for a rank since its GPU waited for its host after it was done with its last wait, or was waited
/// for: only that delays what it sends then. Never more than they wait.
Nanoseconds waitsForLateLaunches(std::uint32_t rank, const WaitFacts& facts, const CoveredTime& late)
{
    const RankTrace& trace = facts.traces->ranks()[rank];
    std::vector<Timestamp> since; // moments from which on it is delayed by itself alone
    std::vector<std::pair<Timestamp, const WaitInstance*>> awaited;
    for (const WaitInstance& instance : facts.ledger.instances) {
        for (const RankWait& wait : instance.ranks) {
            const CommunicationRun& run = facts.matching->runs[wait.run];
            if (run.rank != rank)
                continue;
            const Timestamp begin = trace.toJobTime(run.range.begin);
            if (wait.wait > 0)
                since.push_back(saturatingAdd(begin, wait.wait));
            if (instance.root != rank || !wait.isLast || instance.areEndsApart)
                continue;
            since.push_back(begin);
            awaited.emplace_back(begin, &instance);
        }
    }
    std::ranges::sort(since);
    Nanoseconds sum = 0;
    WaitsOnce once(facts.ledger, *facts.matching);
    for (const auto& [begin, instance] : awaited) {
        const auto last = std::ranges::lower_bound(since, begin); // it was there itself
        const Timestamp from = last == since.begin() ? kMinTimestamp : *(last - 1);
        const Nanoseconds delay = late.within({ from, begin });
        for (const RankWait& other : instance->ranks) {
            if (facts.matching->runs[other.run].rank != rank)
                sum = saturatingAdd(sum, std::min(once.add(other).wait, delay));
        }
    }
    return sum;
}

} // namespace

Result<std::optional<LateStage>> lateStage(const OverviewSource& source, const std::vector<RankFacts>& ranks,
    const WaitFacts& waits, const FindingThresholds& thresholds, const AnalysisContext& context)
{
    const std::vector<std::size_t> places =
        placesWhere(ranks, [](const RankFacts& rank) { return rank.hasGpuWork && rank.split.communication > 0; });
    const auto isSummary = [&source](std::size_t place) { return source.rankTrace(place).readsFrom() != nullptr; };
    if (places.size() < 2 || std::ranges::any_of(places, isSummary))
        return std::optional<LateStage> {};
    const FurthestAbove idle =
        furthestAbove(mapped(places, [&ranks](std::size_t place) { return waitForHost(ranks[place]); }));
    const RankFacts& facts = ranks[places[idle.place]];
    Candidate candidate;
    candidate.atStake = idle.more;
    candidate.whole = facts.split.window;
    const Nanoseconds mean = saturatingSubtract(waitForHost(facts), idle.more);
    const bool isMuch = idle.more >= mean / 2; // one rank's view may hold a round more than another's
    if (!idle.isAlone || !isMuch || !isWorthASentence(candidate, thresholds))
        return std::optional<LateStage> {};
    LateStage found { places[idle.place], idle.more, 0 };
    KT_TRY(std::vector<TimeRange> late, waitsForHost(source, found.rank, context));
    found.waits = waitsForLateLaunches(facts.rankIndex, waits, CoveredTime(std::move(late)));
    if (found.waits < found.more / 2)
        return std::optional<LateStage> {};
    KT_TRY(const std::vector<Nanoseconds> times,
        forEachRank(places.size(), context, [&](std::size_t i) -> Result<Nanoseconds> {
            KT_TRY(const RankGpuWork work, source.gpuWork().rank(places[i], context.progress));
            const Nanoseconds time =
                hostTime(source.rankTrace(places[i]), work.window, source.cutoffs().kernelDelay, context.progress);
            KT_TRY_DONE(context.progress.carryOn());
            return time;
        }));
    const FurthestAbove host = furthestAbove(times);
    const bool isItsHost = host.place == idle.place && host.isAlone && host.more >= idle.more / 2;
    return isItsHost ? std::optional(found) : std::nullopt;
}

} // namespace kinetoscope
