// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Which rank do the others wait for?" (SPEC.md 15.1). Table `candidates`: ranks that come late to the collective
/// whose duration differs most between ranks; `collectives`: every long collective, step by step.
///
/// Start times of ranks on different hosts compare only as well as their clocks do. The duration needs no clock: who
/// comes last waits least, so the straggler's own run is the shortest ([DIFF-15.2]).
[[nodiscard]] AnalysisDescriptor stragglers();

/// Empty, with the columns of hta mode.
[[nodiscard]] Table emptyStragglerTableOfHta();

/// A collective is long if it takes at least this share of a step.
inline constexpr double kLongCollectiveShare = 0.01;

} // namespace kinetoscope
