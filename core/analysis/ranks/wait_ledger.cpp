// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_ledger.h"

#include "core/analysis/annotation/annotations.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/rank_times.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

template <typename T> bool isChosenIn(const std::vector<T>& chosen, const T& value)
{
    return chosen.empty() || std::find(chosen.begin(), chosen.end(), value) != chosen.end();
}

bool isRunInScope(const AnalysisInput& input, const CommunicationRun& run)
{
    const Scope& scope = input.scope;
    const RankTrace& rank = input.traces->ranks()[run.rank];
    if (!isChosenIn(scope.ranks, rank.rank) || !isChosenIn(scope.streams, run.stream))
        return false;
    if (!scope.steps.empty() && !(run.step && isChosenIn(scope.steps, *run.step)))
        return false;
    const Timestamp start = rank.toJobTime(run.range.begin);
    return !scope.range || (scope.range->begin <= start && start < scope.range->end);
}

/// Waits, and who is charged with them.
void charge(WaitInstance& instance, const CollectiveMatching& matching)
{
    std::vector<Nanoseconds> lengths;
    for (const RankWait& rank : instance.ranks)
        lengths.push_back(matching.runs[rank.run].range.length());
    std::sort(lengths.begin(), lengths.end());
    instance.transfer = lengths.front();
    if (!instance.isCharged)
        return;
    instance.heldUp = lengths[1] - lengths[0];
    instance.longestWait = lengths.back() - lengths.front();
    for (RankWait& rank : instance.ranks) {
        rank.wait = matching.runs[rank.run].range.length() - instance.transfer;
        instance.waits = saturatingAdd(instance.waits, rank.wait);
        instance.tied += rank.wait == 0 ? 1 : 0;
    }
    if (instance.waits == 0)
        return;
    for (std::size_t i = 0; i < instance.ranks.size() && instance.heldUp > 0 && !instance.next; ++i) {
        if (instance.ranks[i].wait == instance.heldUp)
            instance.next = i;
    }
    const auto tied = static_cast<Nanoseconds>(instance.tied);
    Nanoseconds rest = instance.waits % tied;
    for (RankWait& rank : instance.ranks) {
        rank.isLast = rank.wait == 0;
        if (rank.isLast)
            rank.charged = instance.waits / tied + (rest-- > 0 ? 1 : 0);
    }
}

void place(
    WaitInstance& instance, const AnalysisInput& input, const CollectiveMatching& matching, const RankClocks& clocks)
{
    Timestamp first = kMaxTimestamp;
    TimeRange ends { kMaxTimestamp, kMinTimestamp };
    for (RankWait& rank : instance.ranks) {
        const CommunicationRun& run = matching.runs[rank.run];
        const RankTrace& trace = input.traces->ranks()[run.rank];
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

/// The part of each wait beside which nothing is computed; of host runs all of it.
Result<Done> findExposed(
    WaitLedger& ledger, const AnalysisInput& input, const CollectiveMatching& matching, const AnalysisContext& context)
{
    AnalysisInput whole = input;
    whole.scope = {};
    whole.scope.ranks = input.scope.ranks;
    const auto work = ScopedGpuWork::create(whole, *context.classifier);
    if (!work)
        return work.error();
    std::vector<std::vector<RankWait*>> waits(input.traces->ranks().size());
    for (WaitInstance& instance : ledger.instances) {
        for (RankWait& rank : instance.ranks) {
            rank.exposed = rank.wait;
            if (rank.wait > 0 && matching.runs[rank.run].stream != Track::kNoStream)
                waits[matching.runs[rank.run].rank].push_back(&rank);
        }
    }
    const auto computeOf = [&](std::size_t i) -> Result<std::vector<TimeRange>> {
        const RankTrace& from = work.value()->rankTrace(i);
        if (const RankSummary* summary = from.readsFrom())
            return computeUnderRuns(*summary, from);
        const Result<RankGpuWork> rank = work.value()->rank(i, context.progress);
        if (!rank)
            return rank.error();
        return unionWhere(
            *rank, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, context.progress);
    };
    return forEachRankInOrder(
        work.value()->rankCount(), context, computeOf, [&](std::size_t i, std::vector<TimeRange> ranges) {
            const CoveredTime compute(std::move(ranges));
            const std::uint32_t rank = work.value()->rankIndex(i);
            for (RankWait* const wait : waits[rank]) {
                const Timestamp start = input.traces->ranks()[rank].toJobTime(matching.runs[wait->run].range.begin);
                wait->exposed = wait->wait - compute.within({ start, saturatingAdd(start, wait->wait) });
            }
        });
}

/// By earliest start on the ranks' own clocks, then group, lowest rank, event.
void sortByStart(WaitLedger& ledger, const AnalysisInput& input, const CollectiveMatching& matching)
{
    using Key = std::tuple<Timestamp, std::string, std::uint32_t, std::uint32_t>;
    std::vector<std::pair<Key, WaitInstance>> keyed;
    for (WaitInstance& instance : ledger.instances) {
        Timestamp earliest = kMaxTimestamp;
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = matching.runs[rank.run];
            earliest = std::min(earliest, input.traces->ranks()[run.rank].toJobTime(run.range.begin));
        }
        const std::uint32_t run = instance.ranks.front().run; // runs of a rank are by launch and event
        keyed.push_back(
            { { earliest, groupText(matching.groups[matching.runs[run].group]), matching.runs[run].rank, run },
                std::move(instance) });
    }
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ledger.instances.clear();
    for (auto& [key, instance] : keyed)
        ledger.instances.push_back(std::move(instance));
}

} // namespace

Result<WaitLedger> waitLedger(const AnalysisInput& input, const CollectiveMatching& matching, const RankClocks& clocks,
    const AnalysisContext& context)
{
    WaitLedger ledger;
    for (std::uint32_t i = 0; i < matching.instances.size(); ++i) {
        const CollectiveInstance& found = matching.instances[i];
        WaitInstance instance;
        instance.instance = i;
        instance.isCharged = !std::binary_search(clocks.untold.begin(), clocks.untold.end(), found.group);
        for (const std::uint32_t run : found.runs) {
            if (!isRunInScope(input, matching.runs[run]))
                continue;
            ledger.runs.push_back(run);
            instance.ranks.push_back({ .run = run });
        }
        if (instance.ranks.size() < 2)
            continue;
        charge(instance, matching);
        place(instance, input, matching, clocks);
        ledger.charged = saturatingAdd(ledger.charged, instance.waits);
        ledger.instances.push_back(std::move(instance));
        if (context.progress.shouldStop())
            return Error::stopped();
    }
    sortByStart(ledger, input, matching);
    if (const Result<Done> done = findExposed(ledger, input, matching, context); !done)
        return done.error();
    return ledger;
}

} // namespace kinetoscope
