// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_gpu_user_annotation_breakdown. Where HTA returns None, the table is empty.
[[nodiscard]] Result<AnalysisResult> runAnnotationBreakdown(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
