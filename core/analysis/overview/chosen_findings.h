// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/finding.h"
#include "core/analysis/overview/late/late_rank.h"

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

// From the candidates of all ranks to the findings: chosenOf(), estimateSavings() and settleStakes(), in this order.

/// Whether a rank can have findings about its GPU time: it has some in the scope, and more than a summary, which tells
/// no idle time by what the host did.
[[nodiscard]] bool tellsGpuTime(const OverviewSource& source, const RankFacts& facts, std::size_t rank);

/// Of each kind the rank where most is at stake, the greatest first: those that can be among the findings when
/// potential ones have turned out to be none. Of waits for the GPU several ranks, until savings are known.
/// @param tellGpuTime  tellsGpuTime() of each: the others are no ranks that do not have what is about it.
[[nodiscard]] std::vector<Finding> chosenOf(std::vector<std::vector<Candidate>> byRank,
    const std::vector<bool>& tellGpuTime, std::optional<SlowRank> slow, const std::optional<LateRank>& late);

using PathRanks = std::vector<std::shared_ptr<const PathRank>>; ///< of the scope

/// Replays the cures of the findings. Errors: Cancelled.
/// @param known  of one of the ranks.
[[nodiscard]] Result<Done> estimateSavings(const OverviewSource& source, const std::vector<RankFacts>& facts,
    const PathRanks& ranks, const KnownOfRank& known, const AnalysisContext& context, std::vector<Finding>& all);

/// At stake is what a cure saves: where nothing waits for a kernel, a faster one is no finding.
void settleStakes(std::vector<Finding>& all, const FindingThresholds& thresholds);

} // namespace kinetoscope
