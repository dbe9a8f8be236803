// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/registry.h"

namespace kinetoscope::compat {

/// get_cupti_counter_data_with_operators (analyses.md section 10).
[[nodiscard]] Result<AnalysisResult> runCuptiCounters(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
