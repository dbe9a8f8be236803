// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the rows of a chart once they are read: bars of several parts, and their order. Order that is not
// said stays as it was.
#pragma once

#include "core/layout/chart/chart_data.h"

#include <cstddef>

namespace kinetoscope {

/// Rows of one label become one row with a value for each part; values of one part add up.
/// @param data  of one series, whose rows have one row of the table each; its series become the parts.
void stackParts(
    ChartData& data, const Table& table, const ChartDescription& chart, std::size_t partColumn, Wording wording);
/// Rows with the largest total first, whatever its sign, and of the same total, or without any, those with the largest
/// bar: of a comparison the head is what people look at.
void sortByLargest(ChartData& data);
/// The largest first, "others" last; by the first series.
void sortByValue(ChartData& data);

} // namespace kinetoscope
