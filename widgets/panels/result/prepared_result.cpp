// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/prepared_result.h"

#include "core/analysis/job/rank_places.h"
#include "core/analysis/types/known_figures.h"
#include "core/layout/chart/chart_data.h"
#include "widgets/support/registry_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kinetoscope {
namespace {

bool hasRows(const AnalysisResult& result, std::string_view name)
{
    const Table* table = result.findTable(name);
    return table && table->rowCount() > 0;
}

} // namespace

PreparedResult prepareResult(
    std::shared_ptr<const AnalysisResult> result, const std::string& chartId, const AnalysisInput& input)
{
    PreparedResult prepared;
    if (input.traces && input.traces->ranks().size() > 1)
        prepared.places = placesOf(*input.traces, input.scope.ranks);
    HeatLook look;
    look.places = prepared.places;
    prepared.result = std::move(result);
    for (const Table& table : prepared.result->tables)
        prepared.formats.emplace(table.name(), columnFormats(table));
    const std::vector<ChartDescription>& charts = prepared.result->charts;
    const auto wanted = std::ranges::find(charts, chartId, &ChartDescription::id);
    const ChartDescription* const own = firstChart(*prepared.result);
    prepared.ownChart = own ? own->id : std::string();
    const ChartDescription* const chart = wanted != charts.end() ? &*wanted : own;
    // A series has a point for every kernel of a trace.
    if (const Table* table = chart ? prepared.result->findTable(chart->table) : nullptr) {
        prepared.chartId = chart->id;
        prepared.chartData = std::make_shared<const ChartData>(chartData(*table, *chart, windowWords, look));
    }
    return prepared;
}

const ChartDescription* firstChart(const AnalysisResult& result)
{
    const std::vector<ChartDescription>& charts = result.charts;
    const auto drawn = std::ranges::find_if(charts, [&result](const ChartDescription& chart) {
        const Table* table = result.findTable(chart.table);
        return table && hasKnownFigures(chart, *table);
    });
    if (drawn != charts.end())
        return &*drawn;
    const auto found =
        std::ranges::find_if(charts, [&result](const ChartDescription& chart) { return hasRows(result, chart.table); });
    if (found != charts.end())
        return &*found;
    return charts.empty() ? nullptr : &charts.front();
}

std::string firstTable(const AnalysisResult& result, const std::string& wanted)
{
    if (hasRows(result, wanted))
        return wanted;
    const auto found = std::ranges::find_if(result.tables, [](const Table& table) { return table.rowCount() > 0; });
    return found != result.tables.end() ? found->name() : wanted;
}

} // namespace kinetoscope
