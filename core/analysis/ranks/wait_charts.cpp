// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_charts.h"

#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/types/column_names.h"

namespace kinetoscope {

namespace {

ChartDescription rankChart()
{
    return { .id = "waits-ranks",
        .table = "ranks",
        .title = "How long the others wait for each rank",
        .labelColumn = column::kRank,
        .series = { { "waits_caused", {}, {} }, { "waits_rooted", {}, {} } },
        .form = GroupedBarChart { .sortByValue = false } };
}

} // namespace

std::vector<ChartDescription> waitCharts(std::span<const Table> tables)
{
    std::vector<ChartDescription> charts { rankChart() };
    for (const Table& table : tables) {
        if (table.name() != "steps")
            continue;
        bool hasSteps = false; // a row may be about what lies outside of steps
        for (std::size_t row = 0; row < table.rowCount() && !hasSteps; ++row)
            hasSteps = !table.isMissing(row, table.columnIndex(column::kStep));
        if (!hasSteps)
            continue;
        charts.push_back(rankStepMap("waits-steps", "steps",
            "How long the others wait for each rank in each step, and how long it waits itself",
            { "waits_caused", "waits_exposed", "waits_suffered", "held_up", column::kWall }));
    }
    return charts;
}

} // namespace kinetoscope
