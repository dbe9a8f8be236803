// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidates.h"

#include "core/analysis/overview/candidates/candidate_list.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

bool isWorthASentence(const Candidate& candidate, const FindingThresholds& thresholds)
{
    return candidate.atStake > 0 && candidate.atStake >= thresholds.smallTime
        && shareOf(candidate.atStake, candidate.whole) >= thresholds.smallShare;
}

std::vector<Candidate> candidatesOf(const OverviewSource& source, std::size_t rank, const RankFacts& facts,
    const FindingThresholds& thresholds, const CollectiveWaits& waits, const Progress& progress)
{
    CandidateList list(facts, thresholds);
    if (!facts.hasGpuWork) {
        addHostCandidates(list, *source.rankTrace(rank).trace, waits);
        return list.take();
    }
    addIdleCandidates(list, source.cutoffs().kernelDelay);
    addTimeOutside(list);
    addWorkCandidates(list, waits);
    addKernelCandidates(list, source, rank, progress);
    addSlowStep(list, waits);
    const bool areKernelsLost = facts.outside.lostLaunches > 0
        || std::ranges::any_of(facts.idleGroups, [](const IdleOf& group) { return group.lost > 0; });
    for (Candidate& each : list.candidates())
        each.isDoubtful = areKernelsLost || facts.unlinkedWorks > facts.works / 2;
    return list.take();
}

namespace {

bool communicates(const RankFacts& facts)
{
    return facts.hasGpuWork && facts.split.communication > 0;
}

/// Whether those that communicate have the same steps in the scope: who lacks one computes less in its recording, not
/// in the job. In a range all are cut alike.
bool haveSameSteps(const OverviewSource& source, const std::vector<RankFacts>& ranks)
{
    const Scope& scope = source.input().scope;
    if (scope.range)
        return true;
    std::optional<std::vector<std::int64_t>> first;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!communicates(ranks[i]))
            continue;
        std::vector<std::int64_t> steps = source.rankTrace(i).stepNumbers();
        std::erase_if(steps, [&scope](std::int64_t step) { return !isChosen(scope.steps, step); });
        if (first && steps != *first)
            return false;
        first = std::move(steps);
    }
    return true;
}

} // namespace

std::optional<SlowRank> slowestRank(
    const OverviewSource& source, const std::vector<RankFacts>& ranks, const FindingThresholds& thresholds)
{
    Nanoseconds sum = 0;
    std::size_t count = 0;
    std::optional<std::size_t> slowest;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!communicates(ranks[i]))
            continue; // nobody waits for it
        sum = saturatingAdd(sum, ranks[i].split.compute);
        ++count;
        if (!slowest || ranks[i].split.compute > ranks[*slowest].split.compute)
            slowest = i;
    }
    if (count < 2 || !haveSameSteps(source, ranks))
        return std::nullopt;
    const RankFacts& facts = ranks[*slowest];
    const Nanoseconds mean = meanOf(sum, count);
    SlowRank found;
    found.rank = *slowest;
    Candidate& candidate = found.candidate;
    candidate.kind = finding::kSlowRank;
    candidate.analysis = "stragglers";
    candidate.atStake = saturatingSubtract(facts.split.compute, mean);
    candidate.whole = facts.split.window;
    candidate.wholeName = nameOfView();
    candidate.ranges = facts.parts[static_cast<std::size_t>(TimePart::Compute)].ranges;
    std::vector<std::int64_t> alike;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const bool isAlike = saturatingSubtract(ranks[i].split.compute, mean) >= candidate.atStake / 2;
        if (i != *slowest && communicates(ranks[i]) && isAlike)
            alike.push_back(source.rankTrace(i).rank);
    }
    found.alike = alike.size();
    found.areMost = 2 * (alike.size() + 1) > count;
    const arg::Duration compute { facts.split.compute };
    const arg::Duration more { candidate.atStake };
    candidate.sentence = alike.empty()
        ? Message { KT_PHRASE("overview",
                        "Computes %1, %2 more than the average of the %3 ranks that communicate: where they do, the "
                        "others may wait for it."),
              compute, more, arg::Count { count } }
        : Message { KT_PLURAL("overview",
                        "Computes %2, %3 more than the average of the %4 ranks that communicate; %1 other rank (%5) is "
                        "above it by half of that or more: where these communicate, the others may wait for them.",
                        "Computes %2, %3 more than the average of the %4 ranks that communicate; %1 other ranks (%5) "
                        "are above it by half of that or more: where these communicate, the others may wait for them."),
              arg::Count { alike.size() }, compute, more, arg::Count { count }, arg::Numbers { alike } };
    return isWorthASentence(candidate, thresholds) ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kinetoscope
