// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

namespace kinetoscope {

/// Whether the ranks of a scope are ranks that ran together. Else several traces are recordings of one rank, which is
/// shown under a number more than once, and the scope has two of them, or no moment is in all of its recordings. By
/// the clocks of the files: those that collectives measure take the ranks for ranks of one job. O(ranks).
[[nodiscard]] bool areRanksTogether(const AnalysisInput& input);

/// Why nothing is told of who waits for whom where they did not: code "no-collectives". What the matching and the
/// clocks remark is then about collectives that are none.
[[nodiscard]] Remark notTogether();

} // namespace kinetoscope
