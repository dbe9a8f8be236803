// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/table_writer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// A table as aligned columns for people: in lines of `options.lineWidth` characters, the largest main figure first,
/// each column in one unit (column_units.h), which stands below its heading. What is not shown is counted or named
/// below the table. Nothing a terminal would act on is passed on.
///
/// Reads the rows that are shown twice, keeps none of them: texts of names alone are kept.
void writeTextTable(const Table& table, const TableWriterOptions& options, const TextSink& sink);

/// Whether the table has one of the columns that options.columns names; true where it names none.
[[nodiscard]] bool hasChosenColumn(const Table& table, const TableWriterOptions& options);

/// A column as `--columns` names it: whole, or without the unit at its end: "sum (us)" and "sum".
[[nodiscard]] bool isColumnName(const std::string& column, const std::string& text);

/// What becomes of a word that is longer than a line: a line of its own, or several.
enum class LongWords : std::uint8_t { Whole, Broken };
/// `text` in lines of at most `width` characters, broken at blanks. 0: one line.
[[nodiscard]] std::vector<std::string> wrappedText(
    const std::string& text, std::size_t width, LongWords longWords = LongWords::Whole);

} // namespace kinetoscope
