// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/rank_step_table.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/ranks/wait_tables.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kWaitFigures[] = { "waits_suffered", "waits_exposed", "waits_caused", "held_up" };

constexpr std::uint32_t kNoRow = ~0U;

/// Steps and waits, either of which may be null.
using Sources = std::array<std::shared_ptr<const Table>, 2>;

/// In which row of each the figures of a rank and a step stand.
using RowOrigin = std::array<std::uint32_t, 2>;

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

std::vector<RowOrigin> originsIn(const Sources& sources)
{
    std::vector<RankStepRow> rows;
    rows.reserve((sources[0] ? sources[0]->rowCount() : 0) + (sources[1] ? sources[1]->rowCount() : 0));
    for (std::uint32_t source = 0; source < sources.size(); ++source)
        addRows(rows, sources[source].get(), source);
    std::ranges::sort(rows);
    // Of a source with several rows of one rank and step the first counts.
    std::vector<RowOrigin> origins;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || !rows[i].isOfSamePlace(rows[i - 1]))
            origins.push_back({ kNoRow, kNoRow });
        std::uint32_t& row = origins.back()[rows[i].source];
        row = std::min(row, rows[i].row);
    }
    return origins;
}

/// Cells are those of the sources: a thousand ranks have a quarter of a million rows.
class RankStepRows final : public ComputedRows {
public:
    explicit RankStepRows(Sources sources)
        : m_sources(std::move(sources))
        , m_origins(originsIn(m_sources))
    {
        for (const ColumnDescriptor& column : rankStepColumns()) {
            std::array<std::size_t, 2>& place = m_places.emplace_back();
            for (std::size_t source = 0; source < m_sources.size(); ++source)
                place[source] = m_sources[source] ? m_sources[source]->columnIndex(column.name) : 0;
        }
    }

    [[nodiscard]] std::size_t count() const override { return m_origins.size(); }
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        const std::size_t source = sourceOf(row, column);
        return source < 2 ? m_sources[source]->cell(m_origins[row][source], m_places[column][source]) : Cell {};
    }
    [[nodiscard]] std::string_view text(std::size_t, std::size_t) const override { return {}; } // no such column
    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = m_origins.capacity() * sizeof(RowOrigin);
        for (const std::shared_ptr<const Table>& source : m_sources)
            bytes += source ? source->memoryBytes() : 0;
        return bytes;
    }
    [[nodiscard]] Selection evidence(std::size_t row, std::size_t column) const
    {
        const std::size_t source = column < 2 ? 2 : sourceOf(row, column); // rank and step are made of nothing
        return source < 2 ? m_sources[source]->evidence(m_origins[row][source], m_places[column][source])
                          : Selection {};
    }

private:
    /// The first source that has the column, and a row for the rank and step; none: 2.
    [[nodiscard]] std::size_t sourceOf(std::size_t row, std::size_t column) const
    {
        std::size_t source = 0;
        while (source < 2
            && (!m_sources[source] || m_origins[row][source] == kNoRow
                || m_places[column][source] == m_sources[source]->columnCount()))
            ++source;
        return source;
    }

    Sources m_sources;
    std::vector<RowOrigin> m_origins;                 ///< by row
    std::vector<std::array<std::size_t, 2>> m_places; ///< of each column in the sources; their columnCount(): not there
};

} // namespace

std::vector<ColumnDescriptor> rankStepColumns()
{
    std::vector<ColumnDescriptor> columns {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStep, "Step"),
        stepWallColumn(),
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
    const auto rows = std::make_shared<const RankStepRows>(Sources { std::move(steps), std::move(waits) });
    Table table(kRankStepsTable, kRankStepsTitle, rankStepColumns(), rows);
    table.setEvidence([rows](std::size_t row, std::size_t column) { return rows->evidence(row, column); });
    return table;
}

ChartDescription rankStepMap(
    const char* id, const char* table, const char* title, const std::vector<const char*>& figures)
{
    ChartDescription chart { .id = id,
        .table = table,
        .title = title,
        .labelColumn = column::kRank,
        .form = HeatMapChart { .xColumn = column::kStep } };
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
