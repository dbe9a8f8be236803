// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope::tests {

/// Traces that have something for every chart of the product.
[[nodiscard]] const std::vector<AnalysisInput>& jobsOfEveryChart();

/// Runs with what it needs to have anything to show.
[[nodiscard]] Result<AnalysisResult> chartsOf(const AnalysisDescriptor& analysis, const AnalysisInput& job, Mode mode);

} // namespace kinetoscope::tests
