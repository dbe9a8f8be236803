// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/step_grid.h"

#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/ranks/wait_causes.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/types/known_figures.h"
#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// From so many ranks on their grid comes first: nobody reads a bar each.
constexpr std::size_t kManyRanksInChart = 16;

Result<std::shared_ptr<const Table>> stepsOf(
    const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context)
{
    Parameters parameters;
    parameters.set(kKernelDelayParameter, gapThreshold);
    KT_TRY(AnalysisResult result, runAnalysis(stepBreakdown(), std::span(&input, 1), parameters, Mode::Exact, context));
    const auto steps = std::ranges::find(result.tables, "steps", &Table::name);
    return std::shared_ptr<const Table>(std::make_shared<Table>(std::move(*steps)));
}

/// Without what it is made of: a thousand ranks have twice as much of that, and the whole of it is on its way.
Table withCellsOf(const Table& computed)
{
    Table table(computed.name(), computed.title(), computed.columns());
    table.reserve(computed.rowCount());
    for (std::size_t row = 0; row < computed.rowCount(); ++row) {
        std::vector<Cell> cells;
        cells.reserve(computed.columnCount());
        for (std::size_t column = 0; column < computed.columnCount(); ++column)
            cells.push_back(computed.cell(row, column));
        table.addRow(std::move(cells));
    }
    return table;
}

void addRankStepChart(AnalysisResult& result, bool isFirst, ChartDescription chart)
{
    if (result.tables.back().rowCount() > 0)
        result.charts.insert(isFirst ? result.charts.begin() : result.charts.end(), std::move(chart));
}

} // namespace

Result<Done> addRankSteps(const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context,
    const std::shared_ptr<const WaitFacts>& waits, std::size_t rankCount, AnalysisResult& result)
{
    if (!waits) {
        result.tables.emplace_back(kRankStepsTable, kRankStepsTitle, rankStepColumns());
        return Done {};
    }
    KT_TRY(auto steps, stepsOf(input, gapThreshold, context));
    KT_TRY(Table waitsOfSteps, waitStepsOf(waits, input, context));
    result.tables.push_back(rankStepTable(std::move(steps), std::make_shared<const Table>(std::move(waitsOfSteps))));
    ChartDescription chart = rankStepChart();
    keepKnownFigures(chart, result.tables.back());
    addRankStepChart(result, rankCount >= kManyRanksInChart, std::move(chart));
    return Done {};
}

Result<Done> addFirstRankSteps(
    const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context, AnalysisResult& result)
{
    const std::size_t ranks = input.scope.ranks.empty() ? input.traces->ranks().size() : input.scope.ranks.size();
    if (ranks < kManyRanksInChart) {
        result.tables.emplace_back(kRankStepsTable, kRankStepsTitle, rankStepColumns());
        return Done {};
    }
    KT_TRY(auto steps, stepsOf(input, gapThreshold, context));
    result.tables.push_back(withCellsOf(rankStepTable(std::move(steps), nullptr)));
    addRankStepChart(result, true, rankStepChart()); // the waits, which are not known yet, can be chosen already
    return Done {};
}

} // namespace kinetoscope
