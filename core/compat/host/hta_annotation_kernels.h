// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_gpu_kernels_with_user_annotations. Without any annotation, where HTA returns nothing, the table is empty.
[[nodiscard]] Result<AnalysisResult> runAnnotationKernels(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
