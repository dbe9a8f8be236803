// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/straggler_remarks.h"

#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/job/run_spreads.h"
#include "core/analysis/job/stragglers.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/ranks/wait_ledger.h"
#include "core/analysis/ranks/waits_once.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/base/analysis_name.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

namespace kinetoscope {

namespace {

/// What ranks wait in collectives, and for whom, by number; ns.
struct CollectiveWaitSums {
    Nanoseconds all = 0;
    Nanoseconds apart =
        0; ///< in collectives whose ends lie apart, where those are much: then they are in `byRank` of none
    std::map<std::int64_t, Nanoseconds> byRank;
};
CollectiveWaitSums collectiveWaits(const WaitLedger& ledger, const TraceSet& traces, const CollectiveMatching& matching)
{
    static constexpr std::array kTransfers { CollectiveKind::Pair, CollectiveKind::Send, CollectiveKind::Receive,
        CollectiveKind::SendReceive };
    const auto isTransfer = [&matching](const WaitInstance& instance) {
        return isOneOf(matching.instances[instance.instance].kind, kTransfers);
    };
    CollectiveWaitSums sums;
    for (const WaitInstance& instance : ledger.instances) {
        if (isTransfer(instance))
            continue;
        sums.all = saturatingAdd(sums.all, instance.waits);
        sums.apart = saturatingAdd(sums.apart, instance.areEndsApart ? instance.waits : 0);
    }
    if (!areEndsApartMuch(sums.apart, sums.all))
        sums.apart = 0; // the columns of wait-causes have them
    for (const WaitInstance& instance : ledger.instances) {
        for (const RankWait& rank : instance.ranks) {
            if (isTransfer(instance) || (instance.areEndsApart && sums.apart > 0) || rank.charged == 0)
                continue;
            Nanoseconds& sum = sums.byRank[traces.ranks()[matching.runs[rank.run].rank].rank];
            sum = saturatingAdd(sum, rank.charged);
        }
    }
    return sums;
}

/// By how much the clocks of some ranks differ, if their collectives measure it and the ends of these runs bear it out.
/// Nothing where clocks are put together already: what remains is no difference that was measured.
std::optional<Nanoseconds> clockDifference(
    const CollectiveSteps<Nanoseconds>& steps, const TraceSet& traces, const RankClocks& clocks)
{
    if (traces.hasMeasuredClocks())
        return std::nullopt;
    std::optional<Nanoseconds> most;
    for (const auto& [step, runs] : steps) {
        if (runs.size() < 2 || clocksTell(runs))
            continue;
        std::vector<CollectiveRun<Nanoseconds>> together = runs;
        const std::uint32_t reference = clocks.ranks[runs.front().slice.rank].reference;
        for (CollectiveRun<Nanoseconds>& run : together) {
            const RankClock& clock = clocks.ranks[run.slice.rank];
            if (!isSound(clock.status) || clock.reference != reference)
                return std::nullopt;
            const Timestamp end = saturatingAdd(run.start, run.duration);
            const Nanoseconds moved = saturatingSubtract(clock.applied(end), end);
            run.start = saturatingAdd(run.start, moved);
            most = std::max(most.value_or(0), std::max(moved, saturatingSubtract(0, moved)));
        }
        if (spreadsOf(together).ends >= spreadsOf(runs).ends / 2)
            return std::nullopt;
    }
    return most;
}

Remark whyNoStragglers(const AnalysisInput& input, const CollectiveMatching& matching)
{
    const auto isOnHost = [](const CommunicationRun& run) { return run.stream() == Track::kNoStream; };
    if (!matching.runs.empty() && std::ranges::all_of(matching.runs, isOnHost))
        return { "host-collectives",
            { KT_PHRASE("stragglers",
                  "The collectives of these traces run on the host; here those on the GPU are compared. The analysis "
                  "%1 compares both."),
                analysisName("wait-causes") } };
    if (matching.runs.empty() && hasGpuWork(*input.traces))
        return { "no-collectives",
            { KT_PHRASE("stragglers",
                "No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether "
                "ranks "
                "wait for each other.") } };
    if (input.traces->ranks().size() < 2 && matching.runs.empty() && !mayBeRecordedElsewhere(input))
        return { "no-collectives",
            { KT_PHRASE("stragglers",
                  "One rank alone does not tell which rank the others wait for: record every rank of the job, with %1, "
                  "and open all."),
                arg::Text { kGpuRecordingOption } } };
    if (input.traces->ranks().size() < 2)
        return { "no-collectives",
            { KT_PHRASE("stragglers",
                "One rank alone does not tell which rank the others wait for: record and open every rank of the "
                "job.") } };
    if (const RanTogether together = ranTogether(input); together != RanTogether::Yes)
        return notTogether(together, input);
    return { "no-collectives",
        { KT_PHRASE("stragglers",
              "Collectives are compared here that take %1 of a step or more on the GPU: none is known that two ranks "
              "of this scope ran together. The analysis %2 looks at all."),
            arg::Percent { 100 * kLongCollectiveShare }, analysisName("wait-causes") } };
}

} // namespace

Result<Done> remarkOnStarts(const CollectiveSteps<Nanoseconds>& chosen, const AnalysisInput& input,
    const AnalysisContext& context, std::vector<Remark>& remarks)
{
    const auto untold = static_cast<std::uint64_t>(std::ranges::count_if(chosen, [](const auto& step) {
        const Spreads spreads = spreadsOf(step.second);
        return step.second.size() > 1 && spreads.starts + spreads.ends > 0 && !clocksTell(step.second);
    }));
    if (untold == 0)
        return Done {};
    const arg::Count steps { chosen.size() };
    KT_TRY(const MeasuredJob measured, measuredJob(input, *context.classifier, {}, context.progress));
    const bool areAligned = !measured.matching->ranks.empty(); // then the starts are
    if (const auto difference = areAligned ? std::nullopt : clockDifference(chosen, *input.traces, *measured.clocks))
        remarks.push_back({ "clocks-differ",
            { KT_PLURAL("stragglers",
                  "In %2 of %1 step the ends of the collective lie at least half as far apart as its starts. By the "
                  "ends of all collectives the clocks of the ranks differ, by up to %3 here, and they are not aligned: "
                  "which rank starts last is not counted there, only which run is shortest.",
                  "In %2 of %1 steps the ends of the collective lie at least half as far apart as its starts. By the "
                  "ends of all collectives the clocks of the ranks differ, by up to %3 here, and they are not aligned: "
                  "which rank starts last is not counted there, only which run is shortest."),
                steps, arg::Count { untold }, arg::Duration { *difference } } });
    else
        remarks.push_back({ "starts-tell-nothing",
            { KT_PLURAL("stragglers",
                  "In %2 of %1 step the ends of the collective lie at least half as far apart as its starts: which "
                  "rank starts last is not counted there, only which run is shortest.",
                  "In %2 of %1 steps the ends of the collective lie at least half as far apart as its starts: which "
                  "rank starts last is not counted there, only which run is shortest."),
                steps, arg::Count { untold } } });
    return Done {};
}

Remark withoutSteps(std::size_t ranks)
{
    return { "no-steps",
        ranks == 1
            ? Message { KT_PHRASE("stragglers", "This trace has no steps: the whole of it counts as one.") }
            : Message { KT_PHRASE("stragglers", "These traces have no steps: the whole of them counts as one.") } };
}

Remark ranksLeftOut(const std::vector<std::int64_t>& ranks)
{
    return { "ranks-left-out",
        { KT_PHRASE("stragglers",
              "Ranks left out: %1. The others may be waiting for them: none of their GPU work belongs to a step "
              "that is looked at."),
            arg::Numbers { ranks } } };
}

Remark earlyLeavers(const std::string& collective)
{
    return { "early-leavers",
        { KT_PHRASE("stragglers",
              "In %1 a rank may leave before the last one has come, as the root of a broadcast does: the rank "
              "that starts last, or that has the shortest run, need not be the one that the others wait "
              "for."),
            arg::Name { collective } } };
}

std::optional<Remark> candidatesTellLittle(const CandidateVotes& votes)
{
    constexpr std::size_t kFewest = 4;
    constexpr double kSmall = 0.01;
    if (votes.steps >= kFewest && 2 * votes.votes <= votes.steps && votes.waitedFor < votes.all / 2)
        return Remark { "last-by-chance",
            { KT_PHRASE("stragglers",
                  "No rank comes last in more than half of the steps (the first one in %2 of %1), nor do the others "
                  "wait half of the time for one: who comes last here may be chance, or several come late together."),
                arg::Count { votes.steps }, arg::Count { votes.votes } } };
    const auto mean = votes.steps == 0 ? 0 : votes.all / static_cast<Nanoseconds>(votes.steps);
    if (votes.steps > 0 && static_cast<double>(mean) < kSmall * votes.stepLength)
        return Remark { "waits-are-small",
            { KT_PHRASE("stragglers",
                  "In the collectives that are compared here the longest waits take %1 a step on average, %2 of it. "
                  "The analysis %3 adds up all collectives."),
                arg::Duration { mean }, arg::Share { mean, static_cast<Nanoseconds>(votes.stepLength) },
                analysisName("wait-causes") } };
    return std::nullopt;
}

std::vector<Remark> noStragglers(const AnalysisInput& input, const CollectiveMatching& matching)
{
    std::vector<Remark> remarks;
    if (!matching.runs.empty())
        remarkOnMergedWaits(input, "no-collectives", remarks);
    // Of several files, each of several ranks, the files are compared all the same.
    if (remarks.empty() || input.traces->ranks().size() > 1)
        remarks.insert(remarks.begin(), whyNoStragglers(input, matching));
    return remarks;
}

Result<Done> remarkOnOtherWaits(std::optional<std::int64_t> candidate, const AnalysisInput& input,
    const AnalysisContext& context, std::vector<Remark>& remarks)
{
    KT_TRY(const MeasuredJob measured, measuredJob(input, *context.classifier, {}, context.progress));
    KT_TRY(WaitLedger ledger, waitLedger(input, *measured.matching, *measured.clocks, context));
    findEndsApart(ledger, *TraceSet::onOwnClocks(input.traces), *measured.matching, *measured.clocks);
    const CollectiveWaitSums waits = collectiveWaits(ledger, *input.traces, *measured.matching);
    const auto most = std::ranges::max_element(waits.byRank, {}, [](const auto& each) { return each.second; });
    const auto own = candidate ? waits.byRank.find(*candidate) : waits.byRank.end();
    const Nanoseconds forCandidate = own == waits.byRank.end() ? 0 : own->second;
    constexpr Nanoseconds kClearly = 10; // a tenth of all waits: less is noise
    if (most == waits.byRank.end() || most->first == candidate || most->second - forCandidate <= waits.all / kClearly)
        return Done {};
    const Message apart = waits.apart == 0
        ? Message {}
        : Message { KT_PHRASE("stragglers", " Collectives whose ends lie apart, with %1, count for no rank here."),
              arg::Duration { waits.apart } };
    const std::vector<Nanoseconds> once = waitsByRun(ledger, *measured.matching);
    const bool areAllOnce =
        ledger.charged <= std::accumulate(once.begin(), once.end(), Nanoseconds { 0 }, saturatingAdd);
    const Message several = areAllOnce
        ? Message {}
        : Message { KT_PHRASE("stragglers", " Where a rank waits in several collectives at once, each counts.") };
    const Message besides { KT_PHRASE("stragglers", "%1%2"), several, apart };
    // What the candidates are taken for is not so: that is read first.
    remarks.insert(remarks.begin(),
        { "others-wait-for",
            candidate
                ? Message { KT_PHRASE("stragglers",
                                "In all collectives of this scope together ranks wait most for rank %1, which comes "
                                "last there, not for rank %2: %3 of %4 (%5), for rank %2 %6.%7 The analysis %8 adds "
                                "that up. The candidates come from one collective of each process group, the last "
                                "long one of its name in each step."),
                    arg::Number { most->first }, arg::Number { *candidate }, arg::Duration { most->second },
                    arg::Duration { waits.all }, arg::Share { most->second, waits.all },
                    arg::Share { forCandidate, waits.all }, besides, analysisName("wait-causes") }
                : Message { KT_PHRASE("stragglers",
                                "Compared here is one collective of each process group, the last long one of its name "
                                "in each step: in none of them a rank alone comes last. In all collectives of this "
                                "scope together ranks wait most for rank %1, which comes last there: %2 of %3 (%4).%5 "
                                "The analysis %6 adds that up."),
                    arg::Number { most->first }, arg::Duration { most->second }, arg::Duration { waits.all },
                    arg::Share { most->second, waits.all }, besides, analysisName("wait-causes") } });
    return Done {};
}

} // namespace kinetoscope
