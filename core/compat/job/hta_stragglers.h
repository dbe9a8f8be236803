// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_potential_stragglers. Where HTA stops (no steps, no kernel named ncclKernel..., one rank) the table is
/// empty and a remark says why.
[[nodiscard]] Result<AnalysisResult> runStragglers(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
