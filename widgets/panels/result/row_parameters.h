// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <optional>
#include <span>

namespace kinetoscope {

/// The analysis that shows more of what a row is about, and how it shows the same figures.
struct RowAnalysis {
    const AnalysisDescriptor* analysis = nullptr; ///< of the registry
    Parameters parameters;                        ///< those that both analyses have
};

/// Nothing where the table has no such column, or no analysis has that id. Pure.
/// @param shown  what the table was made with.
[[nodiscard]] std::optional<RowAnalysis> analysisOfRow(const Table& table, std::size_t row, const Parameters& shown);

/// Parameters of trace-diff that compare what two rows of a table are about: two steps, two ranks, or steps of two
/// ranks. The first row is the control. Nothing unless there are exactly two rows, the table has a column `rank`, and
/// the rows differ in their rank or step. Pure.
[[nodiscard]] std::optional<Parameters> comparisonOfRows(const Table& table, std::span<const std::size_t> rows);

/// Parameters of what-if that ask for the changes of rows of its tables as one; each once. Nothing where the table has
/// none, or a row is about several already. Pure.
[[nodiscard]] std::optional<Parameters> changesOfRows(const Table& table, std::span<const std::size_t> rows);

/// Parameters of what-if that ask for the changes whose saving a row has, as findings do, and for the same figure: all
/// of them, those that the table was not made with at their defaults. Nothing where the row has no such changes. Pure.
/// @param shown  what the table was made with.
[[nodiscard]] std::optional<Parameters> savingOfRow(const Table& table, std::size_t row, const Parameters& shown);

} // namespace kinetoscope
