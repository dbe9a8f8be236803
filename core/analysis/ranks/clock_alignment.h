// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How far do the clocks of the ranks differ?" (ranks.md 2). Table `clocks`: a row for each rank of the scope. The
/// whole of the job is measured whatever the scope is: a clock does not depend on it.
[[nodiscard]] AnalysisDescriptor clockAlignment();

/// From where on a clock counts as known: the same for every analysis that aligns clocks.
[[nodiscard]] std::vector<ParameterDescriptor> clockParameters();
[[nodiscard]] ClockLimits clockLimitsFrom(const Parameters& parameters);

} // namespace kinetoscope
