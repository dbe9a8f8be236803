// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "How much work did each kernel do?" (SPEC.md section 10). Table `kernels`: one row a counter range with the ops
/// that launched its kernel; `regions`: ranges that cover more than one kernel. Both have one column a recorded counter
/// and one a formula, which only the result knows.
[[nodiscard]] AnalysisDescriptor cuptiCounters();

inline constexpr const char* kCounterKernelsTitle = "What the hardware counted while each kernel ran";

} // namespace kinetoscope
