// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// A parameter whose descriptor has `isThreshold`.
struct Threshold {
    const AnalysisDescriptor* analysis = nullptr; ///< of the registry
    const ParameterDescriptor* parameter = nullptr;
};

/// All of them, in the order of the registry: what people set once, for every trace.
[[nodiscard]] std::vector<Threshold> thresholds();

} // namespace kinetoscope
