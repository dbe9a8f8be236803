// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's idle time breakdown (SPEC.md section 4, REF): gaps between neighbours by start, negative ones summed;
/// figures rounded to two decimals. Tables `streams` and `intervals`.
[[nodiscard]] Result<AnalysisResult> runIdleTime(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
