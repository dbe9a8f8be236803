// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

// Columns as most tables have them. The title is for people; the definition says what it leaves open, "" if nothing.

/// Text of a kind: as it is, a name of the trace, a word of the program's own.
[[nodiscard]] ColumnDescriptor textColumn(
    std::string name, std::string title, TextKind text = TextKind::Plain, std::string definition = {});
[[nodiscard]] ColumnDescriptor textColumn(std::string name, std::string title, std::string definition);

/// An integer that is a name: of a rank, a device, a step, an event.
[[nodiscard]] ColumnDescriptor numberColumn(std::string name, std::string title, std::string definition = {});

/// How many of something.
[[nodiscard]] ColumnDescriptor countColumn(std::string name, std::string title, std::string definition = {});

/// A length of time in whole ns.
[[nodiscard]] ColumnDescriptor durationColumn(std::string name, std::string title, std::string definition = {});

/// How long a step's annotation is. Other tables count a step otherwise, and their columns are called otherwise.
[[nodiscard]] ColumnDescriptor stepWallColumn();

/// A time in us that was computed: a mean, a quantile, a figure of HTA's.
[[nodiscard]] ColumnDescriptor microsecondsColumn(std::string name, std::string title, std::string definition = {});

/// A share in percent of what the denominator says: "% of busy".
[[nodiscard]] ColumnDescriptor percentColumn(
    std::string name, std::string title, std::string denominator, std::string definition = {});

/// The columns of all parts, one part behind the other.
[[nodiscard]] std::vector<ColumnDescriptor> joinedColumns(std::initializer_list<std::vector<ColumnDescriptor>> parts);

/// `columns` with those of the names furthest to the left on a screen, in the order of the names: what answers the
/// question of the table, in sight however narrow it is. Files keep the order of `columns`. Names that no column has
/// are passed over.
[[nodiscard]] std::vector<ColumnDescriptor> readFirst(
    std::initializer_list<std::string_view> names, std::vector<ColumnDescriptor> columns);

/// `columns` with the named one of another type: hta mode computes times as floating-point numbers. All as they were
/// where no column has the name.
[[nodiscard]] std::vector<ColumnDescriptor> withType(
    std::string_view name, ColumnType type, std::vector<ColumnDescriptor> columns);

/// The first columns of a table as hta mode has them: times as floating-point numbers, in which it computes.
[[nodiscard]] std::vector<ColumnDescriptor> firstLikeHta(std::size_t count, std::vector<ColumnDescriptor> columns);

/// The number as a cell; no value where nothing is known.
template <typename Number> [[nodiscard]] Cell cellOrNothing(const std::optional<Number>& number)
{
    return number ? Cell { *number } : Cell {};
}
/// `part` of `whole`, 1 for all; no value where there is no whole.
[[nodiscard]] Cell ratioCell(std::int64_t part, std::int64_t whole);
/// The same in percent, all digits.
[[nodiscard]] Cell exactPercentCell(std::int64_t part, std::int64_t whole);
/// A cell of such a column: `part` of `whole`, rounded half to even; no value where there is no whole.
[[nodiscard]] Cell percentCell(std::int64_t part, std::int64_t whole, int digits = 2);
/// A column of exact percentages that files have with two decimals, as HTA has them.
[[nodiscard]] ColumnDescriptor roundedInFiles(ColumnDescriptor column);
/// A cell as files have it: rounded half to even where its column says so.
[[nodiscard]] Cell inFiles(Cell cell, const ColumnDescriptor& column);

} // namespace kinetoscope
