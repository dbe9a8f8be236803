// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/rank_step_table.h"

#include "core/analysis/gpu/part_columns.h"
#include "core/analysis/ranks/wait_columns.h"
#include "core/analysis/types/column_names.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kWaitFigures[] = { "waits_suffered", "waits_exposed", "waits_caused", "held_up" };

constexpr std::uint32_t kNoRow = ~0U;

/// Where the figures of a rank and a step stand in the two tables, steps and waits.
struct RowOrigin {
    std::array<std::uint32_t, 2> row { kNoRow, kNoRow };
};

struct RankStepRow {
    std::int64_t rank = 0;
    std::int64_t step = 0;
    std::uint32_t source = 0; ///< which of the tables
    std::uint32_t row = 0;
    [[nodiscard]] bool isOfSamePlace(const RankStepRow& other) const
    {
        return rank == other.rank && step == other.step;
    }
    auto operator<=>(const RankStepRow&) const = default;
};

void addRows(std::vector<RankStepRow>& rows, const Table* table, std::uint32_t source)
{
    if (!table)
        return;
    const std::size_t rank = table->columnIndex(column::kRank);
    const std::size_t step = table->columnIndex(column::kStep);
    if (rank == table->columnCount() || step == table->columnCount())
        return;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        const Cell ofRank = table->cell(row, rank);
        const Cell ofStep = table->cell(row, step);
        const auto* rankNumber = std::get_if<std::int64_t>(&ofRank);
        const auto* stepNumber = std::get_if<std::int64_t>(&ofStep);
        if (rankNumber && stepNumber) // what lies outside of steps has none
            rows.push_back({ *rankNumber, *stepNumber, source, static_cast<std::uint32_t>(row) });
    }
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
    const std::array<std::shared_ptr<const Table>, 2> sources { std::move(steps), std::move(waits) };
    std::vector<RankStepRow> rows;
    rows.reserve((sources[0] ? sources[0]->rowCount() : 0) + (sources[1] ? sources[1]->rowCount() : 0));
    for (std::uint32_t source = 0; source < sources.size(); ++source)
        addRows(rows, sources[source].get(), source);
    std::sort(rows.begin(), rows.end());
    // Of a source with several rows of one rank and step the first counts.
    std::vector<RowOrigin> origins;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || !rows[i].isOfSamePlace(rows[i - 1]))
            origins.emplace_back();
        std::uint32_t& row = origins.back().row[rows[i].source];
        row = std::min(row, rows[i].row);
    }
    std::vector<std::array<std::size_t, 2>> places; // of each column in the sources; their columnCount(): not there
    for (const ColumnDescriptor& column : table.columns()) {
        std::array<std::size_t, 2> place {};
        for (std::size_t source = 0; source < sources.size(); ++source)
            place[source] = sources[source] ? sources[source]->columnIndex(column.name) : 0;
        places.push_back(place);
    }
    /// The first source that has the column, and a row for the rank and step; none: 2.
    const auto sourceOf = [](const std::array<std::shared_ptr<const Table>, 2>& from, const RowOrigin& origin,
                              const std::array<std::size_t, 2>& place) {
        std::size_t source = 0;
        while (source < 2
            && (!from[source] || origin.row[source] == kNoRow || place[source] == from[source]->columnCount()))
            ++source;
        return source;
    };
    table.reserve(origins.size());
    std::size_t next = 0; // in `rows`
    for (const RowOrigin& origin : origins) {
        std::vector<Cell> cells(table.columnCount());
        const RankStepRow& key = rows[next];
        cells[0] = key.rank;
        cells[1] = key.step;
        while (next < rows.size() && rows[next].isOfSamePlace(key))
            ++next;
        for (std::size_t column = 2; column < table.columnCount(); ++column) {
            if (const std::size_t source = sourceOf(sources, origin, places[column]); source < 2)
                cells[column] = sources[source]->cell(origin.row[source], places[column][source]);
        }
        table.addRow(std::move(cells));
    }
    table.setEvidence([sources, origins = std::move(origins), places = std::move(places), sourceOf](
                          std::size_t row, std::size_t column) {
        const std::size_t source = column < 2 ? 2 : sourceOf(sources, origins[row], places[column]);
        return source < 2 ? sources[source]->evidence(origins[row].row[source], places[column][source]) : Selection {};
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
