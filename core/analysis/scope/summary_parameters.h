// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// Says so where ranks of the scope are read from summaries that were made with another gap threshold or other rules
/// than the analysis has: their figures stay as they were made.
void remarkOnSummaryParameters(const AnalysisInput& input, Nanoseconds kernelDelay, const KernelClassifier& classifier,
    std::vector<Remark>& remarks);

/// Whether any rank of the scope is read from a summary.
[[nodiscard]] bool readsAnySummary(const AnalysisInput& input);

} // namespace kinetoscope
