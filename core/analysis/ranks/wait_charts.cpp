// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_charts.h"

#include "core/analysis/types/column_names.h"

#include <string>
#include <utility>

namespace kinetoscope {

namespace {

ChartDescription rankChart()
{
    ChartDescription chart;
    chart.id = "waits-ranks";
    chart.form = GroupedBarChart { .sortByValue = false };
    chart.table = "ranks";
    chart.title = "How long the others wait for each rank";
    chart.labelColumn = column::kRank;
    chart.series = { { "waits_caused", {}, {} }, { "waits_rooted", {}, {} } };
    return chart;
}

ChartDescription waitHeatMap(std::string id, std::string title, std::string figure)
{
    ChartDescription chart;
    chart.id = std::move(id);
    chart.form = HeatMapChart { .xColumn = column::kStep };
    chart.table = "steps";
    chart.title = std::move(title);
    chart.labelColumn = column::kRank;
    chart.series = { { std::move(figure), {}, {} } };
    return chart;
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
        charts.push_back(
            waitHeatMap("waits-caused", "How long the others wait for each rank in each step", "waits_caused"));
        charts.push_back(waitHeatMap(
            "waits-exposed", "How long each rank waits in each step while it computes nothing", "waits_exposed"));
    }
    return charts;
}

} // namespace kinetoscope
