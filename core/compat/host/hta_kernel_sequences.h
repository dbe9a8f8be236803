// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_frequent_cuda_kernel_sequences: its table; the overlay is an export of its own.
[[nodiscard]] Result<AnalysisResult> runKernelSequences(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
