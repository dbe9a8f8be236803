// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview_rank_steps.h"

#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/gpu/step_breakdown.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/ranks/wait_causes.h"
#include "core/analysis/run_analysis.h"

#include <algorithm>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

/// From so many ranks on their grid comes first: nobody reads a bar each.
constexpr std::size_t kManyRanksInChart = 16;

Result<std::shared_ptr<const Table>> stepsOf(
    const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context)
{
    Parameters parameters;
    parameters.set(kKernelDelayParameter, gapThreshold);
    Result<AnalysisResult> result =
        runAnalysis(stepBreakdown(), std::span(&input, 1), parameters, Mode::Exact, context);
    if (!result)
        return result.error();
    const auto steps = std::ranges::find(result->tables, "steps", &Table::name);
    return std::shared_ptr<const Table>(std::make_shared<Table>(std::move(*steps)));
}

} // namespace

Result<Done> addRankSteps(const AnalysisInput& input, Nanoseconds gapThreshold, const AnalysisContext& context,
    const std::shared_ptr<const WaitFacts>& waits, std::size_t rankCount, AnalysisResult& result)
{
    if (!waits) {
        result.tables.emplace_back(kRankStepsTable, kRankStepsTitle, rankStepColumns());
        return Done {};
    }
    auto steps = stepsOf(input, gapThreshold, context);
    if (!steps)
        return steps.error();
    Result<Table> waitsOfSteps = waitStepsOf(waits, input, context);
    if (!waitsOfSteps)
        return waitsOfSteps.error();
    result.tables.push_back(
        rankStepTable(std::move(steps).value(), std::make_shared<const Table>(std::move(waitsOfSteps).value())));
    if (result.tables.back().rowCount() > 0) {
        const auto place = rankCount >= kManyRanksInChart ? result.charts.begin() : result.charts.end();
        result.charts.insert(place, rankStepChart());
    }
    return Done {};
}

} // namespace kinetoscope
