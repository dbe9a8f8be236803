// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <span>

namespace kinetoscope {

/// Parameters that every analysis has in hta mode and none in exact mode: how HTA's own table is built.
[[nodiscard]] std::span<const ParameterDescriptor> htaParameters();

/// The values given, completed with the mode's defaults. InvalidArgument on unknown ids.
[[nodiscard]] Result<Parameters> completeParameters(
    const AnalysisDescriptor& analysis, const Parameters& given, Mode mode);
/// The same for anything that has parameters. @param owner  for the sentence of an error: "The analysis idle-time".
[[nodiscard]] Result<Parameters> completeParameters(
    std::span<const ParameterDescriptor> own, const Message& owner, const Parameters& given, Mode mode);

/// Runs an analysis: the only place that reads the mode. Unsupported if it has no hta runner. An analysis with nothing
/// to show returns empty tables and a remark, not an error. Thread-safe; blocks until done; cancel through
/// context.progress.
[[nodiscard]] Result<AnalysisResult> runAnalysis(const AnalysisDescriptor& analysis, AnalysisInputs inputs,
    const Parameters& parameters, Mode mode, const AnalysisContext& context);

} // namespace kinetoscope
