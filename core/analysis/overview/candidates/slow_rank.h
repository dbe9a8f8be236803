// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Those that communicate and have the steps that more than half of them have: who lacks one computes less in its
/// recording, not in the job. In a range, all. Ascending; in OverviewSource. Empty where no such half is.
[[nodiscard]] std::vector<std::size_t> comparableRanks(
    const OverviewSource& source, const std::vector<RankFacts>& ranks);

/// One rank that computes longer than the others of the job: at stake is what it takes beyond their average.
struct SlowRank {
    std::size_t rank = 0; ///< in OverviewSource
    Candidate candidate;
    std::vector<std::size_t> alike; ///< others above the average by half as much or more; in OverviewSource
    bool areMost = false; ///< with these it is more than half of the ranks: then others have less, and it has no more
};
/// Of the ranks that communicate and have the steps that most of these have. Nothing if there are fewer than two, or
/// none stands out, or by no more than it may have been recorded for longer.
[[nodiscard]] std::optional<SlowRank> slowestRank(
    const OverviewSource& source, const std::vector<RankFacts>& ranks, const FindingThresholds& thresholds);

} // namespace kinetoscope
