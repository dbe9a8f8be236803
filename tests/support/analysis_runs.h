// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// Trace E1, the example that several sections of the analyses share: one rank, whole microseconds, two streams.
[[nodiscard]] std::string exampleE1();

/// A scope of a time range; job time.
[[nodiscard]] Scope rangeScope(Timestamp begin, Timestamp end);
/// The input as it is, with a range that cuts it at both ends, and with the first step of its first rank, if it has
/// one.
[[nodiscard]] std::vector<AnalysisInput> cutsOf(const AnalysisInput& whole);

/// Texts as the ranks of one job. The test fails hard where a text cannot be loaded.
[[nodiscard]] AnalysisInput inputOf(const std::vector<std::string>& texts, Scope scope = {});

/// Parameters as text: { { "num-kernels", "3" } }.
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

/// Runs an analysis through the registry.
[[nodiscard]] Result<AnalysisResult> runOn(const AnalysisInput& input, std::string_view analysis,
    const ParameterTexts& parameters = {}, Mode mode = Mode::Exact);
/// The same for an analysis of several inputs.
[[nodiscard]] Result<AnalysisResult> runOn(std::span<const AnalysisInput> inputs, std::string_view analysis,
    const ParameterTexts& parameters = {}, Mode mode = Mode::Exact);

/// Some columns of a table, one line a row, cells joined by one blank: what a test compares with a text.
[[nodiscard]] std::string rowsOf(const Table& table, const std::vector<std::string_view>& columns);
/// The same of a table of a result; a sentence if there is no such table, so that the comparison shows it.
[[nodiscard]] std::string rowsOf(
    const Result<AnalysisResult>& result, std::string_view table, const std::vector<std::string_view>& columns);
/// The remarks with that code, a line each.
[[nodiscard]] std::string remarkOf(const Result<AnalysisResult>& result, std::string_view code);

/// A cell as an integer; 0 where it is none.
[[nodiscard]] std::int64_t integerAt(const Table& table, std::size_t row, std::string_view column);
/// Slices and intervals of an evidence, added up.
[[nodiscard]] Nanoseconds timeOf(const Selection& evidence, const TraceSet& traces);

/// What is in `column` of each row of a chart's table with the kind that colours it, one line a row: "gemm compute".
[[nodiscard]] std::string kindsOfRows(
    const AnalysisResult& result, const ChartDescription& chart, std::string_view column);

} // namespace kinetoscope::tests
