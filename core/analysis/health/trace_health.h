// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <string_view>

namespace kinetoscope {

inline constexpr std::string_view kHealthAnalysis = "trace-health";
/// Whether a result of trace-health has a finding of the level "serious": what `--strict` asks.
[[nodiscard]] bool hasSeriousFinding(const AnalysisResult& result);

/// "Can the numbers of this trace be trusted, and what is missing?" (SPEC.md 15.7). Table `findings`: one sentence
/// a row, the most serious first.
[[nodiscard]] AnalysisDescriptor traceHealth();

} // namespace kinetoscope
