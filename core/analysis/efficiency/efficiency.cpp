// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/efficiency/efficiency_steps.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"

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

/// How much of the GPU time has a formula, and what would tell more.
void remarkOnCoverage(const RankTrace& rank, const RankOwnedWork& work, std::vector<Remark>& remarks)
{
    Nanoseconds all = 0;
    Nanoseconds known = 0;
    Nanoseconds graphs = 0;
    Nanoseconds unlinked = 0;
    Nanoseconds withoutShapes = 0;
    std::uint64_t cutCalls = 0;
    for (std::size_t i = 0; i < work.owners.size(); ++i) {
        const Nanoseconds time = work.work.rows[i].range.length();
        if (work.owners[i] == WorkOwner::Communication)
            continue;
        all = saturatingAdd(all, time);
        graphs = saturatingAdd(graphs, work.owners[i] == WorkOwner::Graph ? time : 0);
        unlinked = saturatingAdd(unlinked, work.owners[i] == WorkOwner::Unlinked ? time : 0);
        if (work.owners[i] != WorkOwner::Call)
            continue;
        const OwningCall& call = work.calls[work.callOfRow[i]];
        known = saturatingAdd(known, call.figures.isKnown() ? time : 0);
        withoutShapes = saturatingAdd(withoutShapes, call.figures.lack == Lack::NoShapes ? time : 0);
    }
    for (const OwningCall& call : work.calls)
        cutCalls += call.isCut ? 1 : 0;
    if (!work.problem.isEmpty())
        remarks.push_back(remarkOfRank(rank, "ops-not-read",
            { KT_PHRASE("efficiency", "the shapes of ops could not be read: %1"), work.problem }));
    if (all > 0 && known < all)
        remarks.push_back(remarkOfRank(rank, "part-known",
            { KT_PHRASE("efficiency",
                  "operations or bytes are known for %1 of the GPU time without communication; the rest has rows "
                  "without figures, and the reason."),
                arg::Share { known, all } }));
    if (withoutShapes > 0)
        remarks.push_back(remarkOfRank(rank, "no-shapes",
            { KT_PHRASE("efficiency", "%1 of the GPU time is of ops with a formula but without shapes; record %2."),
                arg::Share { withoutShapes, all }, arg::Text { "record_shapes=True" } }));
    if (graphs > 0)
        remarks.push_back(remarkOfRank(rank, "graph-replays",
            { KT_PHRASE("efficiency",
                  "%1 of the GPU time is replayed by CUDA graphs, whose kernels have no op and no shapes; record the "
                  "capture of the graph, or a step without graphs."),
                arg::Share { graphs, all } }));
    if (unlinked > 0)
        remarks.push_back(remarkOfRank(rank, "unlinked-work",
            { KT_PHRASE("efficiency",
                  "%1 of the GPU time is of work whose launch is not in the file, so its op is not "
                  "known."),
                arg::Share { unlinked, all } }));
    if (cutCalls > 0)
        remarks.push_back(remarkOfRank(rank, "calls-cut",
            { KT_PLURAL("efficiency",
                  "%1 call is cut by the scope: it counts operations and bytes in proportion to what is left of its "
                  "kernel time.",
                  "%1 calls are cut by the scope: they count operations and bytes in proportion to what is left of "
                  "their kernel time."),
                arg::Count { cutCalls } }));
}

/// Why shares of the peak are missing, or above it.
void remarkOnPeaks(
    const RankTrace& rank, const RankOwnedWork& work, const TracePeaks& peaks, std::vector<Remark>& remarks)
{
    bool hasBytes = false;
    bool hasRoofline = false;
    std::uint64_t above = 0;
    std::uint64_t held = 0;
    std::uint64_t assumedTraining = 0;
    std::string device;
    for (const OwningCall& call : work.calls) {
        const bool isOfInterest = call.figures.bytes && call.category != "host_copy";
        hasBytes = hasBytes || isOfInterest;
        if (isOfInterest && device.empty())
            device = std::string(peaks.deviceName(call.device));
        const OpArguments* arguments =
            call.arguments != OpArgumentStore::kNone ? &work.arguments[call.arguments] : nullptr;
        if (call.category == "NORM_fwd" && arguments && !arguments->hasValues
            && rank.trace->name(call.op).find("batch_norm") != std::string_view::npos)
            ++assumedTraining;
        const auto roofline = rooflineOf(call, peaks);
        if (!roofline)
            continue;
        hasRoofline = true;
        ++held;
        above += roofline->time > static_cast<double>(call.kernelTime) ? 1 : 0;
    }
    const arg::Option peakFlops { parameter::kPeakFlops };
    const arg::Option peakBandwidth { parameter::kPeakBandwidth };
    if (hasBytes && !hasRoofline)
        remarks.push_back(remarkOfRank(rank, "no-peaks",
            device.empty()
                ? Message { KT_PHRASE("efficiency",
                                "the file does not say which GPU this is: give %1 (TFLOP/s) and %2 (GB/s) for shares "
                                "of the peak."),
                    peakFlops, peakBandwidth }
                : Message { KT_PHRASE("efficiency",
                                "the peaks of %3 are not known: give %1 (TFLOP/s) and %2 (GB/s) for shares of the "
                                "peak."),
                    peakFlops, peakBandwidth, arg::Name { device } }));
    if (above > 0)
        remarks.push_back(remarkOfRank(rank, "above-peak",
            { KT_PHRASE("efficiency",
                  "%1 of %2 calls are faster than the roofline allows: algorithms that need fewer operations "
                  "(winograd, "
                  "fft), data that is still in a cache, times in whole microseconds, or a kernel of another precision "
                  "than the tensors have. Shares above 100 % are left as they are."),
                arg::Count { above }, arg::Count { held } }));
    if (assumedTraining > 0)
        remarks.push_back(remarkOfRank(rank, "training-assumed",
            { KT_PHRASE("efficiency",
                "the file does not say whether batch norms ran in training; they are counted as if they did.") }));
}

std::vector<ChartDescription> efficiencyCharts()
{
    ChartDescription summary;
    summary.id = "efficiency-summary";
    summary.kind = ChartKind::Bars;
    summary.table = "summary";
    summary.title = kEfficiencySummaryTitle;
    summary.labelColumn = column::kOpCategory;
    summary.groupColumn = column::kRank;
    summary.series = { { column::kKernelSum, "", PartKind::Compute } };
    return { summary };
}

Result<AnalysisResult> runEfficiency(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto created = ScopedGpuWork::create(inputs[0], *context.classifier);
    if (!created)
        return created.error();
    const std::shared_ptr<const ScopedGpuWork> source = created.value();
    const Result<GivenGpuPeaks> given =
        GivenGpuPeaks::parse(parameters.text(parameter::kPeakFlops), parameters.number(parameter::kPeakBandwidth));
    if (!given)
        return given.error();
    EfficiencyTables tables(source, groupingOf(parameters.text(parameter::kGroupBy)));
    EfficiencySteps steps(source,
        { parameters.text(parameter::kWindow) == "gpu",
            static_cast<std::int64_t>(parameters.number(parameter::kModelFlops)) });
    AnalysisResult result;
    const auto own = [&](std::size_t i) {
        return ownedWorkOf(inputs[0], *source, i, *context.classifier, context.progress);
    };
    std::optional<Error> problem;
    const Result<Done> done =
        forEachRankInOrder(source->rankCount(), context, own, [&](std::size_t i, const RankOwnedWork& work) {
            const RankTrace& rank = source->rankTrace(i);
            const TracePeaks peaks(rank.trace->metadata(), *given);
            tables.add(i, work, peaks);
            if (const Result<Done> added = steps.add(i, work, peaks, context.progress, result.remarks);
                !added && !problem)
                problem = added.error();
            remarkOnSelection(work.work, rank, result.remarks);
            if (work.work.rows.empty())
                result.remarks.push_back(noGpuWork(rank));
            remarkOnCoverage(rank, work, result.remarks);
            remarkOnPeaks(rank, work, peaks, result.remarks);
        });
    if (!done)
        return done.error();
    if (problem)
        return *problem;
    tables.take(result, steps.take());
    result.charts = efficiencyCharts();
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
