// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidates.h"

#include "core/analysis/overview/candidates/candidate_list.h"

#include <algorithm>
#include <vector>

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

} // namespace kinetoscope
