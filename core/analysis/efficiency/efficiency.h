// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "How fast could it be?": floating-point operations and bytes of each op from its recorded shapes, the rates it
/// achieved, and what the device's peaks allow. Tables `ops`, `kernels`, `steps` and `summary`. No hardware counters.
[[nodiscard]] AnalysisDescriptor efficiency();

} // namespace kinetoscope
