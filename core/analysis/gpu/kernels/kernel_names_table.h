// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/numeric/fold.h"
#include "core/numeric/statistics.h"

#include <vector>

namespace kinetoscope {

/// Durations of one kernel name, or of all names that were folded into one line.
struct KernelNameTotals {
    std::vector<StringId> names;               ///< one; several or one for a folded line
    RunningStatistics<Nanoseconds> statistics; ///< of the single durations, never of totals ([DIFF-3.1])
    bool isOthers = false;
};

/// Durations by full name over the rows of one type. Sorted by sum descending, then by name. O(rows + names log names).
[[nodiscard]] std::vector<KernelNameTotals> totalsByName(
    const Trace& trace, const RankGpuWork& work, KernelType type, const Progress& progress);

/// How many names keep a line (SPEC.md 3.2).
struct FoldRule {
    std::size_t keep = 10;
    double ratio = 0.8;
    RatioRule rule = RatioRule::Quantile;
};
/// `names` as totalsByName returns them, with what the rule folds joined into one line at the end.
[[nodiscard]] std::vector<KernelNameTotals> foldNames(std::vector<KernelNameTotals> names, const FoldRule& rule);

} // namespace kinetoscope
