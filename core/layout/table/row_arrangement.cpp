// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/row_arrangement.h"

#include "core/analysis/types/column_names.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <numeric>

namespace kinetoscope {
namespace {

/// What a tree is looked at for first: its main figure, or where that is nothing everywhere its first duration.
std::size_t openingFigure(const Table& table, std::span<const std::uint32_t> top)
{
    const std::vector<ColumnDescriptor>& columns = table.columns();
    const std::size_t column = openingColumn(table);
    const bool isThere = column < columns.size() && std::ranges::any_of(top, [&](std::uint32_t row) {
        const Cell cell = table.cell(row, column);
        return cell != Cell { std::int64_t { 0 } } && cell != Cell { 0.0 } && cell != Cell {};
    });
    if (isThere)
        return column;
    const auto duration = std::ranges::find(columns, ColumnType::Duration, &ColumnDescriptor::type);
    return static_cast<std::size_t>(duration - columns.begin());
}

std::vector<bool> openRows(
    const ArrangementRequest& request, const RowArrangement& arrangement, const std::vector<bool>& matches)
{
    const Table& table = *request.table;
    if (request.isOpen)
        return *request.isOpen;
    if (!request.needle.empty())
        return aroundMatches(*arrangement.tree, matches);
    if (request.openNames)
        return rowsOfNames(table, arrangement.sorted, *request.openNames);
    std::vector<bool> isOpen(table.rowCount(), false);
    if (const std::size_t column = openingFigure(table, arrangement.sorted.top()); column < table.columnCount()) {
        for (const std::uint32_t row : heaviestPath(arrangement.sorted, table, column))
            isOpen[row] = true;
    }
    return isOpen;
}

} // namespace

void RowArrangement::renumber(std::size_t firstViewRow)
{
    for (std::size_t i = firstViewRow; i < rows.size(); ++i)
        viewRows[rows[i]] = static_cast<std::int32_t>(i);
}

RowArrangement arrangedRows(const ArrangementRequest& request, const std::stop_token& stop)
{
    const Table& table = *request.table;
    RowArrangement arrangement;
    arrangement.rows = sortedRows(table, request.column, request.isDescending, stop, request.shown);
    std::vector<bool> matches;
    if (!request.needle.empty())
        matches = matchingRows(table, request.needle, stop, request.shown, request.isNumberWanted);
    arrangement.tree = request.tree;
    if (!arrangement.tree && treeColumns(table.columns()))
        arrangement.tree = std::make_shared<const RowTree>(table, stop);
    if (!request.needle.empty()) {
        const std::vector<bool> kept = arrangement.isTree() ? keptWithMatches(*arrangement.tree, matches) : matches;
        std::erase_if(arrangement.rows, [&](std::uint32_t row) { return !kept[row]; });
    }
    if (arrangement.isTree()) {
        arrangement.sorted = SortedRowTree(*arrangement.tree, arrangement.rows, table.rowCount());
        arrangement.isOpen = openRows(request, arrangement, matches);
        arrangement.rows = arrangement.sorted.inView(arrangement.isOpen);
    }
    arrangement.viewRows.assign(table.rowCount(), -1);
    arrangement.renumber(0);
    return arrangement;
}

std::size_t openingColumn(const Table& table)
{
    const auto main = std::ranges::find_if(table.columns(), &ColumnDescriptor::isMainFigure);
    return static_cast<std::size_t>(main - table.columns().begin());
}

std::vector<std::size_t> columnsAsRead(const Table& table)
{
    const std::vector<ColumnDescriptor>& columns = table.columns();
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, {}, [&columns](std::size_t column) { return columns[column].place; });
    const std::size_t rank = table.columnIndex(column::kRank);
    const auto first = std::ranges::find(order, false, [&](std::size_t each) { return columns[each].isInFilesOnly; });
    const auto at = std::ranges::find(order, rank);
    if (at == order.end() || at - first < 2) // there is none, or it is in sight
        return order;
    bool differs = false;
    for (std::size_t row = 1; row < table.rowCount() && !differs; ++row)
        differs = table.cell(row, rank) != table.cell(0, rank);
    if (differs)
        std::rotate(first + 1, at, at + 1);
    return order;
}

std::vector<const Table*> inReadingOrder(std::span<const Table> tables)
{
    std::vector<const Table*> ordered = mapped(tables, [](const Table& table) { return &table; });
    std::stable_partition(
        ordered.begin(), ordered.end(), [](const Table* table) { return treeColumns(table->columns()).has_value(); });
    return ordered;
}

RowArrangement rowsAsOpened(const Table& table)
{
    return arrangedRows({ .table = &table, .column = openingColumn(table), .isDescending = true });
}

} // namespace kinetoscope
