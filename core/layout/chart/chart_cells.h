// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart reads of the cells of a table. All of it is pure; rows and columns are those of the table.
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"
#include "core/layout/table/shown_texts.h"
#include "core/words/wording.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The number of a cell as charts have it: times in ns, shares as percentages, else in the column's unit; NaN without
/// one.
[[nodiscard]] double numberOf(const Table& table, std::size_t row, std::size_t column);
/// The text of a cell before any word of it is translated; "" for a cell with nothing that names something.
[[nodiscard]] std::string cellText(const Cell& cell);
/// What stands over a column.
[[nodiscard]] std::string headingWords(const ColumnDescriptor& column, Wording wording);
/// The columns of names with commas between them, in their order; those that the table does not have are left out.
[[nodiscard]] std::vector<std::size_t> columnsOf(const Table& table, std::string_view names);
/// "rank 0" for numbers, the text itself for words; `stream "default"` for a text where others have numbers.
/// @param chains  what is shown for chains; nullptr: their texts as they are.
[[nodiscard]] std::string groupLabel(const Table& table, const std::vector<std::size_t>& columns, std::size_t row,
    Wording wording, const ShownTexts* chains = nullptr);
/// Whether two rows have the same in all of the columns.
[[nodiscard]] bool areEqual(
    const Table& table, const std::vector<std::size_t>& columns, std::size_t row, std::size_t other);
/// Those of `columns` that have more than one value: `rank 0` at each bar of one rank only makes the bars shorter. The
/// last one where all rows are the same. Nor those in the middle, of numbers that are names, that the ones before tell:
/// the `device 3` of `rank 3`, where each rank has one. O(cells of the columns times the logarithm of the rows).
[[nodiscard]] std::vector<std::size_t> columnsThatDiffer(const Table& table, const std::vector<std::size_t>& columns);
/// Whether a column of numbers that are names has a text for one. O(rows).
[[nodiscard]] bool hasTexts(const Table& table, std::size_t column);
/// What the chart's table is about in a row, for its colour; none: it is about nothing that has one.
[[nodiscard]] std::optional<PartKind> kindOfRow(const Table& table, const ChartDescription& chart, std::size_t row);

} // namespace kinetoscope
