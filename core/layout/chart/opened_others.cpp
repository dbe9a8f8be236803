// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/opened_others.h"

#include <utility>

namespace kinetoscope {

std::optional<RowPlace> OpenedOthers::placeOf(const Table& table, std::size_t row) const
{
    if (row < tableRows)
        return RowPlace { &table, row };
    row -= tableRows;
    for (const Table& each : members) {
        if (row < each.rowCount())
            return RowPlace { &each, row };
        row -= each.rowCount();
    }
    return std::nullopt;
}

std::optional<RowPlace> RowSource::placeOf(std::size_t row) const
{
    if (!table)
        return std::nullopt;
    if (opened)
        return opened->placeOf(*table, row);
    return row < table->rowCount() ? std::optional(RowPlace { table, row }) : std::nullopt;
}

OpenedOthers openOthers(const Table& table, const ChartDescription& chart, const ChartData::Group& group,
    Wording wording, const Progress& progress)
{
    OpenedOthers opened { .group = othersOf(group), .tableRows = table.rowCount() };
    if (!table.hasMembers())
        return opened;
    std::size_t first = opened.tableRows;
    std::vector<ChartData::Row> rows;
    for (ChartData::Row& row : opened.group.rows) {
        Table members = row.folded > 0 ? table.members(row.tableRows.front(), progress) : Table();
        if (members.rowCount() == 0) {
            rows.push_back(std::move(row));
            continue;
        }
        for (ChartData::Group& part : chartData(members, chart, wording).groups) {
            for (ChartData::Row& member : part.rows) {
                for (std::size_t& tableRow : member.tableRows)
                    tableRow += first;
                rows.push_back(std::move(member));
            }
        }
        first += members.rowCount();
        opened.members.push_back(std::move(members));
    }
    opened.group.rows = std::move(rows);
    return opened;
}

} // namespace kinetoscope
