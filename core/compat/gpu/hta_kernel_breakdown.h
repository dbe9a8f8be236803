// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_gpu_kernel_breakdown: both frames. As soon as anything is folded, the statistics are those of per-name
/// sums.
[[nodiscard]] Result<AnalysisResult> runKernelBreakdown(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
