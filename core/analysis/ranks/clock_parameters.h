// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/rank_clocks.h"
#include "core/analysis/types/parameters.h"

#include <vector>

namespace kinetoscope {

/// From where on a clock counts as known: the same for every analysis that aligns clocks.
[[nodiscard]] std::vector<ParameterDescriptor> clockParameters();
[[nodiscard]] ClockLimits clockLimitsFrom(const Parameters& parameters);

} // namespace kinetoscope
