// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/efficiency_remarks.h"
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/efficiency/efficiency_steps.h"
#include "core/analysis/efficiency/formulas/own_formula.h"
#include "core/analysis/efficiency/roofline_roofs.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/chart.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Of a row of the summary: work that computes nothing has its own colours.
std::optional<PartKind> kindOfOps(const Table& table, std::size_t row)
{
    const std::string_view ops = table.text(row, table.columnIndex(column::kOpCategory));
    return ops == "communication" ? PartKind::Communication : ops == "host_copy" ? PartKind::Memory : PartKind::Compute;
}

/// The charts of `efficiency`: the roofline (Williams, Waterman, Patterson 2009) with the roofs of what ran, and GPU
/// time by kind of op.
std::vector<ChartDescription> chartsUnder(const RooflineRoofs& roofs)
{
    constexpr double kGigaInTera = 1000;
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<ChartDescription> charts;
    if (roofs.hasDots()) {
        ChartDescription& chart = charts.emplace_back();
        chart.id = "efficiency-roofline";
        chart.table = "ops";
        chart.title = kEfficiencyOpsTitle;
        chart.labelColumn = column::kName;
        chart.groupColumn = column::kRank;
        chart.series = { { column::kTeraflopsPerSecond, "", PartKind::Compute } };
        ScatterChart form { .xColumn = column::kFlopsPerByte, .sizeColumn = column::kKernelTimeSum };
        for (const auto& [name, roof] : roofs.all()) {
            if (roof.rate > 0)
                form.roofs.push_back({ fmt::format("{} {} TFLOP/s", name, shortestText(roof.rate)), std::string(),
                    roof.rate, infinity });
            else
                form.roofs.push_back(
                    { shortestText(roof.bandwidth) + " GB/s", std::string(), infinity, roof.bandwidth / kGigaInTera });
        }
        chart.form = std::move(form);
    }
    ChartDescription& summary = charts.emplace_back();
    summary.id = "efficiency-summary";
    summary.form = BarChart {};
    summary.table = "summary";
    summary.title = kEfficiencySummaryTitle;
    summary.labelColumn = column::kOpCategory;
    summary.groupColumn = column::kRank;
    summary.series = { { column::kKernelSum, "", PartKind::Compute } };
    summary.kindOfRow = kindOfOps;
    return charts;
}

std::vector<ParameterDescriptor> efficiencyParameters()
{
    ParameterDescriptor grouping = choiceParameter(parameter::kGroupBy, "Rows by",
        "What calls of one row have in common: name and shapes, the name, or the kind of op",
        { "shapes", "name", "category" });
    ParameterDescriptor flops = textParameter(parameter::kPeakFlops, "Peak rate (TFLOP/s)",
        "TFLOP/s that the device reaches at most, as one number or by type (bf16=989.4,fp32=67); 0: as its vendor says",
        "0");
    ParameterDescriptor bandwidth = numberParameter(parameter::kPeakBandwidth, "Peak bandwidth (GB/s)",
        "GB/s that the device's memory reaches at most; 0: as its vendor says", 0.0, { 0.0, 1e9 });
    ParameterDescriptor window = choiceParameter(parameter::kWindow, "Step on",
        "Where a step begins and ends: with its annotation on the host, or with its first work on the GPU",
        { "host", "gpu" });
    ParameterDescriptor model = numberParameter(parameter::kModelFlops, "Operations of a step",
        "Floating-point operations that the model needs for one step, for an MFU of your own; 0: not known", 0.0,
        { 0.0, 9e18 });
    return { grouping, flops, bandwidth, window, model };
}

EfficiencyGrouping groupingOf(const std::string& text)
{
    if (text == "name")
        return EfficiencyGrouping::Name;
    return text == "category" ? EfficiencyGrouping::Category : EfficiencyGrouping::Shapes;
}

/// Rules of the user about ops and devices that say nothing this analysis knows.
std::optional<Error> wrongRule(const KernelClassifier& classifier)
{
    for (const std::string_view op : classifier.formulaOps()) {
        if (auto wrong = wrongFormulaRule(op))
            return wrong;
    }
    return wrongDeviceRule(classifier);
}

/// All that the analysis shows, made rank by rank.
class EfficiencyMaker {
public:
    EfficiencyMaker(std::shared_ptr<const ScopedGpuWork> source, const Parameters& parameters)
        : m_source(source)
        , m_tables(source, groupingOf(parameters.text(parameter::kGroupBy)))
        , m_steps(source,
              { parameters.text(parameter::kWindow) == "gpu",
                  static_cast<std::int64_t>(parameters.number(parameter::kModelFlops)) })
    {
    }

    /// Cancelled, and the errors of EfficiencySteps.
    [[nodiscard]] Result<Done> add(std::size_t i, RankOwnedWork work, TracePeaks peaks, const AnalysisContext& context);
    [[nodiscard]] AnalysisResult take()
    {
        m_tables.take(m_result, m_steps.take());
        m_result.charts = chartsUnder(m_roofs);
        return std::move(m_result);
    }

private:
    std::shared_ptr<const ScopedGpuWork> m_source;
    EfficiencyTables m_tables;
    EfficiencySteps m_steps;
    RooflineRoofs m_roofs;
    AnalysisResult m_result;
};

Result<Done> EfficiencyMaker::add(std::size_t i, RankOwnedWork work, TracePeaks peaks, const AnalysisContext& context)
{
    const RankTrace& rank = m_source->rankTrace(i);
    const CallRooflines rooflines(work, std::move(peaks));
    const EfficiencyInput input { i, work, rooflines, work.sumOfDurations(), context.progress };
    const auto evidence = std::make_shared<EfficiencyEvidence>();
    evidence->rank = i;
    std::vector<Remark> ofSteps;
    std::vector<Remark> ofCounters;
    RemarksByTime byTime;
    RemarksByTime ofAll;
    // None of the tables knows of another.
    constexpr std::size_t kTasks = 4;
    std::array<Result<Done>, kTasks> done { Done {}, Done {}, Done {}, Done {} };
    parallelFor(kTasks, context.threads, [&](std::size_t task) {
        if (task == 0) {
            if (const Result<LargestRows> largest = m_tables.addOps(input, evidence); largest)
                remarkOnLargest(rank, work, *largest, byTime);
            else
                done[task] = largest.error();
        } else if (task == 1) {
            done[task] = m_tables.addKernels(input, evidence);
        } else if (task == 2) {
            done[task] = m_steps.add(input, evidence, ofSteps);
        } else {
            done[task] = m_tables.addSummary(input, evidence);
            m_roofs.add(work, rooflines.peaks());
            remarkOnCoverage(rank, work, ofAll);
            remarkOnPeaks(rank, work, rooflines, ofAll);
            if (!work.work.rows.empty()) // else noGpuWork() says it
                remarkOnCounters(rank, ofCounters);
        }
    });
    for (const Result<Done>& each : done) {
        if (!each)
            return each.error();
    }
    KT_TRY_DONE(context.progress.carryOn());
    std::vector<Remark>& remarks = m_result.remarks;
    if (work.work.rows.empty())
        remarks.push_back(noGpuWork(rank));
    byTime.merge(ofAll);
    for (auto& [time, remark] : byTime)
        remarks.push_back(std::move(remark));
    append(remarks, ofSteps);
    remarkOnSelection(work.work, rank, remarks);
    remarkOnSlippedNames(rank, remarks, context.progress);
    append(remarks, ofCounters);
    evidence->take(std::move(work));
    return Done {};
}

Result<AnalysisResult> runEfficiency(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));
    if (const auto wrong = wrongRule(*context.classifier))
        return *wrong;
    KT_TRY(const GivenGpuPeaks given,
        GivenGpuPeaks::parse(parameters.text(parameter::kPeakFlops), parameters.number(parameter::kPeakBandwidth)));
    EfficiencyMaker maker(source, parameters);
    // Where there are fewer ranks than threads, several work on one.
    const int threads = std::max(1, context.threads / std::max(1, static_cast<int>(source->rankCount())));
    const auto own = [&](std::size_t i) {
        return ownedWorkOf(inputs[0], *source, i, *context.classifier, { threads, true }, context.progress);
    };
    Result<Done> added = Done {};
    const auto add = [&](std::size_t i, RankOwnedWork work) {
        if (added)
            added = maker.add(i, std::move(work),
                TracePeaks(source->rankTrace(i).trace->metadata(), given, *context.classifier), context);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, own, add));
    KT_TRY_DONE(added);
    return maker.take();
}

} // namespace

AnalysisDescriptor efficiency()
{
    return { .id = "efficiency",
        .title = "Efficiency",
        .question = "How fast could it be?",
        .group = PanelGroup::GpuTime,
        .parameters = efficiencyParameters(),
        .tables = { { "ops", kEfficiencyOpsTitle, efficiencyOpColumns() },
            { "kernels", kEfficiencyKernelsTitle, efficiencyKernelColumns() },
            { "steps", kEfficiencyStepsTitle, efficiencyStepColumns() },
            { "summary", kEfficiencySummaryTitle, efficiencySummaryColumns() } },
        .recordingOption = "record_shapes=True, and activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        .run = runEfficiency };
}

} // namespace kinetoscope
