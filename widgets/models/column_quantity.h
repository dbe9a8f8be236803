// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

namespace kinetoscope {

/// What the numbers of a column are: times (also those that HTA has as decimals), bytes, or other amounts. What
/// hardware counted is in the millions; whole numbers of things, as of kernels, stay readable and are wanted exactly.
[[nodiscard]] bool isTime(const ColumnDescriptor& column);
[[nodiscard]] bool isBytes(const ColumnDescriptor& column);
[[nodiscard]] bool isAmount(const ColumnDescriptor& column);

/// ns of a cell of a time column; NaN for no value.
[[nodiscard]] double nanosecondsOf(const Cell& cell);
/// The decimal number in a cell; 0 for no such.
[[nodiscard]] double amountOf(const Cell& cell);

} // namespace kinetoscope
