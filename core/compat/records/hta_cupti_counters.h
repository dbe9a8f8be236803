// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// get_cupti_counter_data_with_operators (SPEC.md section 10).
[[nodiscard]] Result<AnalysisResult> runCuptiCounters(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
