// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/base/progress.h"
#include "core/model/rank_summary.h"

namespace kinetoscope {

/// Fills what the facts have of the GPU's work but the split; the steps are there. O(n log n) of the work.
/// @param parts       of the work.
/// @param withRanges  as Gathering has it. @param isOfJob  the rank is one of several.
/// @return false if told to stop.
[[nodiscard]] bool addWork(const Trace& trace, const RankGpuWork& work, TimeParts parts, bool withRanges, bool isOfJob,
    const Progress& progress, RankFacts& facts);

/// Fills what a summary says: the sums over the steps of the scope, and nothing of single kernels and gaps.
/// @param isWhole  the scope is all of it.
void addSummary(const RankSummary& summary, bool isWhole, RankFacts& facts);

} // namespace kinetoscope
