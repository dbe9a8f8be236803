// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/late/late_rank.h"

#include <utility>

namespace kinetoscope {

void addWaitsForOthers(CandidateList& list, const CollectiveWaits& waits, Nanoseconds time,
    std::vector<TimeRange> ranges, bool isBesideLate)
{
    Candidate candidate = list.make(finding::kWaitsForRanks, "wait-causes", time);
    candidate.ranges = std::move(ranges);
    list.add(std::move(candidate),
        isBesideLate
            ? Message { KT_PHRASE("overview",
                            "In %4 it waits %1 for ranks other than %2 that come later, while it computes nothing.%3"),
                list.ofView(time), arg::Number { waits.rank }, waits.whom, waits.place }
            : Message {
                KT_PHRASE("overview", "In %3 it waits %1 for ranks that come later, while it computes nothing.%2"),
                list.ofView(time), waits.whom, waits.place });
}

std::vector<Candidate> candidatesOfSummary(
    const RankFacts& facts, const FindingThresholds& thresholds, CollectiveWaits waits, const SummaryWaits& ofRank)
{
    CandidateList list(facts, thresholds);
    waits.place = placeOfWaits(ofRank.inTransfers, ofRank.forOthers);
    if (facts.hasGpuWork)
        addWaitsForOthers(list, waits, ofRank.forOthers, {}, ofRank.isBesideLate);
    return list.take();
}

} // namespace kinetoscope
