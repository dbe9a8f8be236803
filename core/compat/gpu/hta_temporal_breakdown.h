// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_temporal_breakdown. Ranks without rows on a stream, where HTA fails, give a row of zeros without
/// percentages.
[[nodiscard]] Result<AnalysisResult> runTemporalBreakdown(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
