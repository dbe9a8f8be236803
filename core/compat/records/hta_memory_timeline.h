// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// MemoryAnalysis._process_raw_events (SPEC.md 15.2): one row a change of time with the bytes of each category,
/// `c0` to `c7`. Only for raw memory timeline files.
[[nodiscard]] Result<AnalysisResult> runMemoryTimeline(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
