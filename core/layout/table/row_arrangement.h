// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/table/row_tree.h"
#include "core/layout/table/table_order.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kinetoscope {

/// Which rows of a table are in view, and in which order. Of a table that is a tree also which are open.
struct RowArrangement {
    std::vector<std::uint32_t> rows;     ///< table row by view row
    std::vector<std::int32_t> viewRows;  ///< view row by table row, -1: filtered out, or below a closed row
    std::shared_ptr<const RowTree> tree; ///< null: the table is a list, and nothing of what follows is there
    SortedRowTree sorted;
    std::vector<bool> isOpen; ///< by table row

    [[nodiscard]] bool isTree() const { return tree != nullptr; }
    /// Puts the rows in view from `firstViewRow` on where they are by now.
    void renumber(std::size_t firstViewRow);
};

/// What a view asks for. A value, for a worker; what it points at must live as long.
struct ArrangementRequest {
    const Table* table = nullptr;
    TextsOfColumns shown {};
    std::size_t column = 0; ///< beyond the table: its own order
    bool isDescending = false;
    std::string needle {};                  ///< of the filter; "": none
    IsNumberWanted isNumberWanted {};       ///< by the same filter
    std::shared_ptr<const RowTree> tree {}; ///< null: not read yet, or a list
    /// Which rows are open. None: those around what the filter finds; without a filter those with `openNames`, and
    /// where there are none the heaviest path.
    std::optional<std::vector<bool>> isOpen {};
    std::optional<std::set<std::string>> openNames {}; ///< namesOfRows
};

/// O(rows log rows). Stopped it returns any arrangement, soon.
[[nodiscard]] RowArrangement arrangedRows(const ArrangementRequest& request, const std::stop_token& stop = {});

/// The column whose largest come first while nobody has sorted (ColumnDescriptor::isMainFigure); the number of columns:
/// the table stays in its own order.
[[nodiscard]] std::size_t openingColumn(const Table& table);
/// The columns from left to right as people are shown them: what is read first (ColumnDescriptor::place), then as in
/// files; the rank right behind the first one where rows differ in it, which could else look the same. O(rows).
[[nodiscard]] std::vector<std::size_t> columnsAsRead(const Table& table);
/// Tables as people are shown them: trees before lists. Whoever looks for one row among all finds it from its place.
[[nodiscard]] std::vector<const Table*> inReadingOrder(std::span<const Table> tables);
/// The rows as a screen shows them before anybody touched it.
[[nodiscard]] RowArrangement rowsAsOpened(const Table& table);

} // namespace kinetoscope
