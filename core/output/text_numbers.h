// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/layout/table/column_units.h"

#include <string>

namespace kinetoscope {

/// How the numbers of one column of a text table are written.
struct TextNumberStyle {
    double size = 1; ///< base units (column_units.h) in one of what is written
    std::string unit {};
    int decimals = -1;    ///< of every cell; -1: each has those it needs
    int most = 3;         ///< decimals of a time or an amount of bytes
    bool isExact = false; ///< as files have them: without a unit, times in us
};

/// Times and bytes in the unit that their column shares, moments in us to the nanosecond (as --range reads them),
/// shares in per cent; what is none of these as it is.
/// @param unit     what columnUnits() found for the column.
/// @param largest  amount in the column, in base units and without its sign: decides the decimals.
[[nodiscard]] TextNumberStyle numberStyle(const ColumnDescriptor& column, const ColumnUnit& unit, double largest);
/// The same for who asked for the units of files.
[[nodiscard]] TextNumberStyle exactNumberStyle(const ColumnDescriptor& column);

/// A cell that holds a number; "-" where it is not finite.
[[nodiscard]] std::string numberText(const TextNumberStyle& style, const ColumnDescriptor& column, const Cell& cell);

/// Digits after the point that are no zeros at the end.
[[nodiscard]] int decimalsNeeded(const std::string& text);

} // namespace kinetoscope
