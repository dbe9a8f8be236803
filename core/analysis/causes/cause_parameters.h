// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/types/parameters.h"

#include <vector>

namespace kinetoscope {

/// From where on causes are told apart: the gap threshold, slow calls, full queues. The same for every analysis of
/// them.
[[nodiscard]] std::vector<ParameterDescriptor> causeParameters();
[[nodiscard]] CauseThresholds causeThresholdsFrom(const Parameters& parameters);

} // namespace kinetoscope
