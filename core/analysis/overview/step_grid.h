// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <memory>

namespace kinetoscope {

struct WaitFacts;

/// Appends the table `rank-steps` (core/analysis/job/rank_step_table.h) of an overview and, where it has rows, its
/// chart. Without rows where there are not several ranks with steps.
/// @param gapThreshold  ns. @param waits  of the input; null for one rank alone. @param rankCount  of the scope.
/// Errors: those of the analysis `steps`.
[[nodiscard]] Result<Done> addRankSteps(const AnalysisInput& input, Nanoseconds gapThreshold,
    const AnalysisContext& context, const std::shared_ptr<const WaitFacts>& waits, std::size_t rankCount,
    AnalysisResult& result);

/// The same before the waits are known: what ranks did in steps, no value of what others waited, and no evidence. Only
/// of so many ranks that the chart comes first.
[[nodiscard]] Result<Done> addFirstRankSteps(
    const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context, AnalysisResult& result);

} // namespace kinetoscope
