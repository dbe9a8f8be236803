// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/rank_step_table.h"

#include "core/analysis/gpu/part_columns.h"
#include "core/analysis/ranks/wait_columns.h"
#include "core/analysis/types/column_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kWaitFigures[] = { "waits_suffered", "waits_exposed", "waits_caused", "held_up" };

/// A place in one of the two tables that a cell comes from.
struct CellOrigin {
    const Table* table = nullptr;
    std::size_t row = 0;
    std::size_t column = 0;
};

using RankAndStep = std::pair<std::int64_t, std::int64_t>;

std::map<RankAndStep, std::size_t> rowsByRankAndStep(const Table& table)
{
    const std::size_t rank = table.columnIndex(column::kRank);
    const std::size_t step = table.columnIndex(column::kStep);
    std::map<RankAndStep, std::size_t> rows;
    if (rank == table.columnCount() || step == table.columnCount())
        return rows;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const Cell ofRank = table.cell(row, rank);
        const Cell ofStep = table.cell(row, step);
        const auto* rankNumber = std::get_if<std::int64_t>(&ofRank);
        const auto* stepNumber = std::get_if<std::int64_t>(&ofStep);
        if (rankNumber && stepNumber) // what lies outside of steps has none
            rows.try_emplace({ *rankNumber, *stepNumber }, row);
    }
    return rows;
}

} // namespace

std::vector<ColumnDescriptor> rankStepColumns()
{
    std::vector<ColumnDescriptor> columns {
        { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" },
        { column::kWall, ColumnType::Duration, Unit::Microseconds, "Wall time" },
        columnOf(kBusyColumns[0]),
        columnOf(kBusyColumns[1]),
    };
    for (const PartColumn& part : kIdleColumns)
        columns.push_back(columnOf(part));
    const std::vector<ColumnDescriptor> ofWaits = waitStepColumns();
    for (const char* figure : kWaitFigures)
        columns.push_back(*std::ranges::find(ofWaits, figure, &ColumnDescriptor::name));
    return columns;
}

Table rankStepTable(std::shared_ptr<const Table> steps, std::shared_ptr<const Table> waits)
{
    Table table(kRankStepsTable, kRankStepsTitle, rankStepColumns());
    std::map<RankAndStep, std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> rows;
    for (const auto& [key, row] : rowsByRankAndStep(*steps))
        rows[key].first = row;
    if (waits) {
        for (const auto& [key, row] : rowsByRankAndStep(*waits))
            rows[key].second = row;
    }
    std::vector<std::vector<CellOrigin>> origins;
    for (const auto& [key, found] : rows) {
        std::vector<CellOrigin> from(table.columnCount());
        std::vector<Cell> cells(table.columnCount());
        cells[0] = key.first;
        cells[1] = key.second;
        for (std::size_t column = 2; column < table.columnCount(); ++column) {
            const std::string& name = table.columns()[column].name;
            for (const auto& [source, row] : { std::pair(steps.get(), found.first), { waits.get(), found.second } }) {
                const std::size_t there = source ? source->columnIndex(name) : 0;
                if (!source || !row || there == source->columnCount())
                    continue;
                cells[column] = source->cell(*row, there);
                from[column] = { source, *row, there };
                break;
            }
        }
        table.addRow(std::move(cells));
        origins.push_back(std::move(from));
    }
    table.setEvidence([steps = std::move(steps), waits = std::move(waits), origins = std::move(origins)](
                          std::size_t row, std::size_t column) {
        const CellOrigin& origin = origins[row][column];
        return origin.table ? origin.table->evidence(origin.row, origin.column) : Selection {};
    });
    return table;
}

ChartDescription rankStepMap(
    const char* id, const char* table, const char* title, const std::vector<const char*>& figures)
{
    ChartDescription chart;
    chart.id = id;
    chart.form = HeatMapChart { .xColumn = column::kStep };
    chart.table = table;
    chart.title = title;
    chart.labelColumn = column::kRank;
    for (const char* figure : figures)
        chart.series.push_back({ figure, "", std::nullopt });
    return chart;
}

ChartDescription rankStepChart()
{
    std::vector<const char*> figures { kBusyColumns[0].name, column::kWall, kBusyColumns[1].name };
    for (const PartColumn& part : kIdleColumns)
        figures.push_back(part.name);
    for (const char* figure : kWaitFigures)
        figures.push_back(figure);
    return rankStepMap(kRankStepsTable, kRankStepsTable, kRankStepsTitle, figures);
}

} // namespace kinetoscope
