// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/column_worth.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// A column of a text table with what its cells are written as.
struct WrittenColumn {
    const ColumnDescriptor* column = nullptr;
    bool hasSentences = false;
    std::function<std::string(std::size_t)> text; ///< of the i-th row that is shown
};

/// What the worth of columns depends on, of the rows that are shown. The main figure is the column that says so, or
/// else the first figure; there may be none. O(cells).
/// @param columns  in their order on the screen.
[[nodiscard]] std::vector<ColumnLook> columnLooks(std::span<const WrittenColumn> columns, std::size_t rows);

} // namespace kinetoscope
