// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_ledger.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/rank_times.h"
#include "core/analysis/scope/per_rank.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

/// @param own  on the ranks' own clocks.
void place(WaitInstance& instance, const TraceSet& own, const CollectiveMatching& matching, const RankClocks& clocks)
{
    Timestamp first = kMaxTimestamp;
    TimeRange ends { kMaxTimestamp, kMinTimestamp };
    for (RankWait& rank : instance.ranks) {
        const CommunicationRun& run = matching.runs[rank.run];
        const RankTrace& trace = own.ranks()[run.rank];
        const ClockMap& clock = clocks.ranks[run.rank].applied;
        rank.arrival = clock(trace.toJobTime(run.range.begin));
        first = std::min(first, rank.arrival);
        const Timestamp end = clock(trace.toJobTime(run.range.end));
        ends = { std::min(ends.begin, end), std::max(ends.end, end) };
    }
    for (RankWait& rank : instance.ranks)
        rank.arrival = saturatingSubtract(rank.arrival, first);
    instance.start = first;
    instance.endSpread = ends.length();
}

/// How far apart the ends of a collective may lie: what the clocks say, and how far off single ends are by them. Of
/// clocks that do not compare nothing is put in place, so that only ends that lie together all the same are small here.
Nanoseconds endDoubtOf(
    const WaitInstance& instance, const TraceSet& own, const CollectiveMatching& matching, const RankClocks& measured)
{
    TimeRange ends { kMaxTimestamp, kMinTimestamp };
    Nanoseconds error = 0;
    for (const RankWait& rank : instance.ranks) {
        const CommunicationRun& run = matching.runs[rank.run];
        const RankClock& clock = measured.ranks[run.rank];
        const Timestamp end = clock.applied(own.ranks()[run.rank].toJobTime(run.range.end));
        ends = { std::min(ends.begin, end), std::max(ends.end, end) };
        if (isSound(clock.status))
            error = std::max(error, clock.error);
    }
    return std::max(ends.length(), error);
}

/// From durations: all leave together, so the shortest run came last.
void findWaits(WaitInstance& instance, const CollectiveMatching& matching)
{
    for (RankWait& rank : instance.ranks) {
        rank.wait = matching.runs[rank.run].range.length() - instance.transfer;
        rank.isLast = rank.wait == 0;
    }
}

/// Of ranks that leave when they have sent and received their own share: who has less leaves earlier, which is no
/// lateness. Until the last has come they may wait, by the clocks, which must be sound.
void findUnevenWaits(WaitInstance& instance, const CollectiveMatching& matching, const RankClocks& clocks)
{
    const std::uint32_t reference = clocks.ranks[matching.runs[instance.ranks.front().run].rank].reference;
    Nanoseconds latest = 0;
    for (const RankWait& rank : instance.ranks) {
        const RankClock& clock = clocks.ranks[matching.runs[rank.run].rank];
        instance.isCharged = instance.isCharged && isSound(clock.status) && clock.reference == reference;
        latest = std::max(latest, rank.arrival);
    }
    for (RankWait& rank : instance.ranks) {
        rank.wait = std::min(matching.runs[rank.run].range.length() - instance.transfer, latest - rank.arrival);
        rank.isLast = rank.arrival == latest;
    }
}

/// Waits, and who is charged with them. After place().
void charge(WaitInstance& instance, const CollectiveMatching& matching, const RankClocks& clocks)
{
    instance.transfer = kMaxTimestamp;
    for (const RankWait& rank : instance.ranks)
        instance.transfer = std::min(instance.transfer, matching.runs[rank.run].range.length());
    if (instance.isCharged && matching.instances[instance.instance].isLeftApart)
        findUnevenWaits(instance, matching, clocks);
    else if (instance.isCharged)
        findWaits(instance, matching);
    if (!instance.isCharged) {
        for (RankWait& rank : instance.ranks)
            rank.wait = 0;
    }
    instance.heldUp = kMaxTimestamp;
    for (RankWait& rank : instance.ranks) {
        rank.isLast = rank.isLast && instance.isCharged;
        instance.waits = saturatingAdd(instance.waits, rank.wait);
        instance.longestWait = std::max(instance.longestWait, rank.wait);
        instance.tied += rank.isLast ? 1 : 0;
        if (!rank.isLast)
            instance.heldUp = std::min(instance.heldUp, rank.wait);
    }
    if (instance.tied != 1)
        instance.heldUp = 0;
    if (instance.waits == 0) {
        for (RankWait& rank : instance.ranks)
            rank.isLast = false;
        return;
    }
    for (std::size_t i = 0; i < instance.ranks.size() && instance.heldUp > 0 && !instance.next; ++i) {
        if (!instance.ranks[i].isLast && instance.ranks[i].wait == instance.heldUp)
            instance.next = i;
    }
    const auto tied = static_cast<Nanoseconds>(instance.tied);
    Nanoseconds rest = instance.waits % tied;
    for (RankWait& rank : instance.ranks) {
        if (rank.isLast)
            rank.charged = instance.waits / tied + (rest-- > 0 ? 1 : 0);
    }
}

/// Whether some of a rank's waits may overlap: one begins before another one has ended that stands before it.
bool mayOverlap(const std::vector<RankWait*>& waits, const CollectiveMatching& matching)
{
    Timestamp end = kMinTimestamp;
    for (const RankWait* const wait : waits) {
        const Timestamp begin = matching.runs[wait->run].range.begin;
        if (begin < end)
            return true;
        end = saturatingAdd(begin, wait->wait);
    }
    return false;
}

/// The computation in a rank's waits, trace time.
/// @param compute  a union, job time.
CoveredTime computedInWaits(const std::vector<RankWait*>& waits, const std::vector<TimeRange>& compute,
    const CollectiveMatching& matching, const RankTrace& rank)
{
    std::vector<TimeRange> ranges;
    ranges.reserve(waits.size());
    for (const RankWait* const wait : waits) {
        const Timestamp begin = matching.runs[wait->run].range.begin;
        ranges.push_back({ begin, saturatingAdd(begin, wait->wait) });
    }
    std::vector<TimeRange> computed;
    computed.reserve(compute.size());
    for (const TimeRange& range : compute)
        computed.push_back({ rank.toTraceTime(range.begin), rank.toTraceTime(range.end) });
    return CoveredTime(intersectionOf(unionOf(std::move(ranges)), computed));
}

/// The part of each wait beside which nothing is computed, of host runs all of it; and WaitLedger::overlapping.
/// @param input  on the ranks' own clocks.
Result<Done> findExposed(
    WaitLedger& ledger, const AnalysisInput& input, const CollectiveMatching& matching, const AnalysisContext& context)
{
    AnalysisInput whole = input;
    whole.scope = {};
    whole.scope.ranks = input.scope.ranks;
    KT_TRY(const auto work, ScopedGpuWork::create(whole, *context.classifier));
    std::vector<std::vector<RankWait*>> waits(input.traces->ranks().size());
    for (WaitInstance& instance : ledger.instances) {
        for (RankWait& rank : instance.ranks) {
            rank.exposed = rank.wait;
            if (rank.wait > 0)
                waits[matching.runs[rank.run].rank].push_back(&rank);
        }
    }
    const auto computeOf = [&](std::size_t i) -> Result<std::vector<TimeRange>> {
        const RankTrace& from = work->rankTrace(i);
        if (const RankSummary* summary = from.readsFrom())
            return computeUnderRuns(*summary, from);
        KT_TRY(const RankGpuWork rank, work->rank(i, context.progress));
        return unionWhere(
            rank, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, context.progress);
    };
    return forEachRankInOrder(work->rankCount(), context, computeOf, [&](std::size_t i, std::vector<TimeRange> ranges) {
        const std::uint32_t rank = work->rankIndex(i);
        const RankTrace& trace = input.traces->ranks()[rank];
        if (mayOverlap(waits[rank], matching))
            ledger.overlapping.emplace(rank, computedInWaits(waits[rank], ranges, matching, trace));
        const CoveredTime compute(std::move(ranges));
        for (RankWait* const wait : waits[rank]) {
            if (matching.runs[wait->run].stream() == Track::kNoStream)
                continue;
            const Timestamp start = trace.toJobTime(matching.runs[wait->run].range.begin);
            wait->exposed = wait->wait - compute.within({ start, saturatingAdd(start, wait->wait) });
        }
    });
}

/// By earliest start on the ranks' own clocks, then group, lowest rank, event.
void sortByStart(WaitLedger& ledger, const TraceSet& own, const CollectiveMatching& matching)
{
    using Key = std::tuple<Timestamp, std::string, std::uint32_t, std::uint32_t>;
    std::vector<std::pair<Key, WaitInstance>> keyed;
    keyed.reserve(ledger.instances.size());
    for (WaitInstance& instance : ledger.instances) {
        Timestamp earliest = kMaxTimestamp;
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = matching.runs[rank.run];
            earliest = std::min(earliest, own.ranks()[run.rank].toJobTime(run.range.begin));
        }
        const std::uint32_t run = instance.ranks.front().run; // runs of a rank are by launch and event
        keyed.push_back(
            { { earliest, groupText(matching.groups[matching.runs[run].group]), matching.runs[run].rank, run },
                std::move(instance) });
    }
    std::ranges::sort(keyed, {}, &std::pair<Key, WaitInstance>::first);
    ledger.instances.clear();
    for (auto& [key, instance] : keyed)
        ledger.instances.push_back(std::move(instance));
}

} // namespace

Result<WaitLedger> waitLedger(const AnalysisInput& input, const CollectiveMatching& matching, const RankClocks& clocks,
    const AnalysisContext& context)
{
    WaitLedger ledger;
    AnalysisInput own = input;
    own.traces = TraceSet::onOwnClocks(input.traces);
    ledger.runs.reserve(matching.runs.size());
    for (std::uint32_t i = 0; i < matching.instances.size(); ++i) {
        const CollectiveInstance& found = matching.instances[i];
        WaitInstance instance { .instance = i, .isCharged = !std::ranges::binary_search(clocks.untold, found.group) };
        instance.ranks.reserve(found.runs.size());
        for (const std::uint32_t run : found.runs) {
            if (!isInScope(input, matching.runs[run]))
                continue;
            ledger.runs.push_back(run);
            instance.ranks.push_back({ .run = run });
        }
        if (instance.ranks.size() < 2)
            continue;
        place(instance, *own.traces, matching, clocks);
        charge(instance, matching, clocks);
        ledger.charged = saturatingAdd(ledger.charged, instance.waits);
        ledger.instances.push_back(std::move(instance));
        KT_TRY_DONE(context.progress.carryOn());
    }
    sortByStart(ledger, *own.traces, matching);
    KT_TRY_DONE(findExposed(ledger, own, matching, context));
    return ledger;
}

void findEndsApart(
    WaitLedger& ledger, const TraceSet& own, const CollectiveMatching& matching, const RankClocks& measured)
{
    for (WaitInstance& instance : ledger.instances) {
        // Waits of what ranks leave one by one are told by who came when, not by the ends.
        if (instance.waits == 0 || matching.instances[instance.instance].isLeftApart)
            continue;
        const Nanoseconds doubt = endDoubtOf(instance, own, matching, measured);
        instance.areEndsApart = doubt >= saturatingSubtract(instance.longestWait, doubt);
        if (instance.areEndsApart) // the shortest run need not be that of the rank that came last
            ledger.ofBroadcasts.erase(instance.instance);
    }
}

} // namespace kinetoscope
