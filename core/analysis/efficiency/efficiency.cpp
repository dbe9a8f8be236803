// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency.h"

#include "core/analysis/efficiency/efficiency_chart.h"
#include "core/analysis/efficiency/efficiency_remarks.h"
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/efficiency/efficiency_steps.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

std::vector<ParameterDescriptor> efficiencyParameters()
{
    ParameterDescriptor grouping { .id = parameter::kGroupBy,
        .title = "Rows by",
        .help = "What calls of one row have in common: name and shapes, the name, or the kind of op",
        .type = ParameterType::Choice,
        .defaultValue = std::string("shapes"),
        .choices = { "shapes", "name", "category" } };
    ParameterDescriptor flops { .id = parameter::kPeakFlops,
        .title = "Peak rate",
        .help = "TFLOP/s that the device reaches at most, as one number or by type (bf16=989.4,fp32=67); 0: as its "
                "vendor says",
        .type = ParameterType::String,
        .defaultValue = std::string("0") };
    ParameterDescriptor bandwidth { .id = parameter::kPeakBandwidth,
        .title = "Peak bandwidth",
        .help = "GB/s that the device's memory reaches at most; 0: as its vendor says",
        .type = ParameterType::Double,
        .defaultValue = 0.0,
        .minimum = 0.0,
        .maximum = 1e9 };
    ParameterDescriptor window { .id = parameter::kWindow,
        .title = "Step on",
        .help = "Where a step begins and ends: with its annotation on the host, or with its first work on the GPU",
        .type = ParameterType::Choice,
        .defaultValue = std::string("host"),
        .choices = { "host", "gpu" } };
    ParameterDescriptor model { .id = parameter::kModelFlops,
        .title = "Operations of a step",
        .help = "Floating-point operations that the model needs for one step, for an MFU of your own; 0: not known",
        .type = ParameterType::Double,
        .defaultValue = 0.0,
        .minimum = 0.0,
        .maximum = 9e18 };
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
        if (!formulaOf(op))
            return Error { ErrorCode::InvalidArgument,
                { KT_PHRASE("efficiency", "a FORMULA rule names %1, which has no formula."),
                    arg::Name { std::string(op) } } };
    }
    return wrongDeviceRule(classifier);
}

Result<AnalysisResult> runEfficiency(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto created = ScopedGpuWork::create(inputs[0], *context.classifier);
    if (!created)
        return created.error();
    const std::shared_ptr<const ScopedGpuWork> source = created.value();
    if (const auto wrong = wrongRule(*context.classifier))
        return *wrong;
    const Result<GivenGpuPeaks> given =
        GivenGpuPeaks::parse(parameters.text(parameter::kPeakFlops), parameters.number(parameter::kPeakBandwidth));
    if (!given)
        return given.error();
    EfficiencyTables tables(source, groupingOf(parameters.text(parameter::kGroupBy)));
    EfficiencySteps steps(source,
        { parameters.text(parameter::kWindow) == "gpu",
            static_cast<std::int64_t>(parameters.number(parameter::kModelFlops)) });
    EfficiencyChart chart;
    AnalysisResult result;
    // Where there are fewer ranks than threads, several read the file of one.
    const int threads = std::max(1, context.threads / std::max(1, static_cast<int>(source->rankCount())));
    const auto own = [&](std::size_t i) {
        return ownedWorkOf(inputs[0], *source, i, *context.classifier, { threads, true }, context.progress);
    };
    std::optional<Error> problem;
    const Result<Done> done =
        forEachRankInOrder(source->rankCount(), context, own, [&](std::size_t i, const RankOwnedWork& work) {
            const RankTrace& rank = source->rankTrace(i);
            const TracePeaks peaks(rank.trace->metadata(), *given, *context.classifier);
            const LargestRows largest = tables.add(i, work, peaks, context.threads);
            chart.add(work, peaks);
            if (const Result<Done> added = steps.add(i, work, peaks, context.progress, result.remarks);
                !added && !problem)
                problem = added.error();
            remarkOnSelection(work.work, rank, result.remarks);
            if (work.work.rows.empty())
                result.remarks.push_back(noGpuWork(rank));
            remarkOnLargest(rank, work, largest, result.remarks);
            remarkOnCoverage(rank, work, result.remarks);
            remarkOnPeaks(rank, work, peaks, result.remarks);
        });
    if (!done)
        return done.error();
    if (problem)
        return *problem;
    tables.take(result, steps.take());
    result.charts = chart.take();
    return result;
}

} // namespace

AnalysisDescriptor efficiency()
{
    AnalysisDescriptor analysis;
    analysis.id = "efficiency";
    analysis.title = "Efficiency";
    analysis.question = "How fast could it be?";
    analysis.group = PanelGroup::GpuTime;
    analysis.parameters = efficiencyParameters();
    analysis.tables = { { "ops", kEfficiencyOpsTitle, efficiencyOpColumns() },
        { "kernels", kEfficiencyKernelsTitle, efficiencyKernelColumns() },
        { "steps", kEfficiencyStepsTitle, efficiencyStepColumns() },
        { "summary", kEfficiencySummaryTitle, efficiencySummaryColumns() } };
    analysis.recordingOption = "record_shapes=True, and activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.run = runEfficiency;
    return analysis;
}

} // namespace kinetoscope
