// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's overlap (SPEC.md section 5, REF): a sweep over both unions in its order of ties. Table `ranks`.
[[nodiscard]] Result<AnalysisResult> runCommCompOverlap(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
