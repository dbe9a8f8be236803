// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a column measures, where its numbers are written in units of different sizes.
enum class Quantity : std::uint8_t {
    None,     ///< written as it is
    Duration, ///< ns; a column of floats in us (means, deviations) too
    Moment,   ///< ns of job time
    Bytes,
};
[[nodiscard]] Quantity quantityOf(const ColumnDescriptor& column);

/// The amount of a cell in the base unit of its column's quantity (ns, bytes); 0 for no number. A Duration in floats is
/// in us in the cell.
[[nodiscard]] double baseAmount(const Cell& cell, const ColumnDescriptor& column);

/// The unit in which a column is written: one for all its cells.
struct ColumnUnit {
    double size = 1;            ///< base units (ns, bytes) in one of it
    std::string_view text = {}; ///< "s", "ms", "us", "ns"; "GB", "MB", "kB", "B"; "" where quantityOf() is None
};

/// The largest unit in which `largest` is at least 1; the smallest unit below that. None: size 1 without a text.
[[nodiscard]] ColumnUnit unitFor(Quantity quantity, double largest);

/// The rule for all tables that people read. Columns of one quantity share a unit, that of the largest amount among
/// them, so that figures beside each other can be compared. A column whose own largest amount would read as less than
/// 0.001 there, as a mean beside a sum, shares one with the others like it, by the same rule.
/// @param quantities  of each column
/// @param largest     the largest magnitude in each column, in base units; 0 where it has none
/// @return one unit a column.
[[nodiscard]] std::vector<ColumnUnit> sharedUnits(
    std::span<const Quantity> quantities, std::span<const double> largest);

/// That rule applied to the rows and columns of a table that are shown.
/// @return one unit for each of `columns`. O(rows * columns).
[[nodiscard]] std::vector<ColumnUnit> columnUnits(
    const Table& table, std::span<const std::uint32_t> rows, std::span<const std::size_t> columns);

/// Whether an amount of bytes would read as nothing in the unit of its column ("<0.001", "8.000e-09"), so that it is
/// written with a unit of its own: "8 B" among GB. Times are not: they are compared down their column.
[[nodiscard]] bool hasOwnUnit(Quantity quantity, double amount, const ColumnUnit& unit);

} // namespace kinetoscope
