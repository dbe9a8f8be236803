// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// What a column of a text table is good for where not all have room: those of least worth are left out first.
enum class ColumnWorth : std::uint8_t {
    Empty,       ///< no row that is shown has anything there, or all have the same behind the main figure
    AfterFigure, ///< more about what the main figure says
    SameInAll,   ///< tells no row that is shown from another
    TellsApart,
    Id,     ///< which rank, stream, ...: short, and tells rows apart
    Naming, ///< the label of a tree, else the first name and a category before it, else the first text
    Most,   ///< the main figure, and sentences
};

/// What of a column its worth depends on.
struct ColumnLook {
    const ColumnDescriptor* column = nullptr;
    bool isMainFigure = false; ///< of one column at most
    bool hasSentences = false;
    bool isEmpty = false;
    bool isSameInAll = false;
    bool isNeeded = false; ///< a text that alone tells rows apart which the texts before the main figure do not
};

/// @param columns  in their order on the screen.
[[nodiscard]] std::vector<ColumnWorth> columnWorths(std::span<const ColumnLook> columns);

} // namespace kinetoscope
