// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/layout/table/shown_texts.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a screen shows for the texts of each column; null, or beyond the end: as they are.
using TextsOfColumns = std::vector<std::shared_ptr<const ShownTexts>>;

/// Row numbers of `table` in the order of one column's raw values: numbers by value (differences
/// by their size), texts by bytes, as they are shown, lists by their entries, cells without a value last in either
/// direction, and after them what an analysis folded into "others". Equal cells keep the table's order. `column` beyond
/// the table gives table order. One pass over the column, then a sort of plain keys; each distinct text is compared
/// once with its neighbours, however many cells hold it. Stopped it returns any order, soon.
[[nodiscard]] std::vector<std::uint32_t> sortedRows(const Table& table, std::size_t column, bool descending,
    const std::stop_token& stop = {}, const TextsOfColumns& shown = {});

/// Whether the number of a cell is one that is looked for, by how a screen writes it.
using IsNumberWanted = std::function<bool(std::size_t row, std::size_t column)>;

/// Whether each row holds `needle` in one of its text cells, as they are or as they are shown, ASCII letters compared
/// without regard to case, or a number that is wanted (null: none is). An empty needle matches every row. Each distinct
/// text is searched once, and numbers where no text is found. Stopped it returns anything, soon.
[[nodiscard]] std::vector<bool> matchingRows(const Table& table, std::string_view needle,
    const std::stop_token& stop = {}, const TextsOfColumns& shown = {}, const IsNumberWanted& isWanted = {});

} // namespace kinetoscope
