// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/op_kernel_delays.h"

#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/launch/op_runs.h"
#include "core/analysis/launch/recorded_launches.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/release.h"
#include "core/base/sort_stably.h"

#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kOpSequencesTitle = "Which ops launch which kernels, and how late they run";

std::vector<ColumnDescriptor> opKernelDelaysColumns()
{
    return {
        textColumn(column::kAtenOpName, "Op"),
        textColumn("kernel_sequence", "Kernels", TextKind::Chain),
        countColumn(column::kOccurrenceCount, "Times"),
        microsecondsColumn(column::kAvgAtenOpLaunchDelay, "Op to launch", "Mean time from the op to its first launch"),
        microsecondsColumn(column::kAvgRuntimeDelay, "Launch to kernel", "Mean time from a launch to its kernel"),
        numberColumn(column::kRank, "Rank"),
        countColumn("kernels", "Kernels each time"),
        durationColumn(column::kGpuDuration, "Kernel time", "Sum of the kernels"),
    };
}

/// Descending; equal ones stay in order of op and kernels.
void sortSequences(std::vector<OpSequence>& sequences, std::string_view by)
{
    const auto key = [by](const OpSequence& sequence) {
        if (by == column::kAvgAtenOpLaunchDelay)
            return sequence.meanOf(sequence.opDelay);
        if (by == column::kAvgRuntimeDelay)
            return sequence.meanOf(sequence.runtimeDelay);
        return static_cast<double>(sequence.runs.size());
    };
    sortStably(sequences, std::greater {}, key);
}

/// What the table is made from.
struct Delays {
    std::shared_ptr<const ScopedLaunches> source;
    std::vector<RankOpRuns> ranks; ///< as in `source`; only the launches are left
    std::vector<OpSequence> sequences;

    [[nodiscard]] std::span<const Launch> launchesOf(const OpSequence& sequence, const OpRun& run) const
    {
        return ranks[sequence.rank].launchesOf(run);
    }
};

Selection evidenceOf(const Delays& delays, const OpSequence& sequence, std::string_view column)
{
    const RankTrace& rank = delays.source->rankTrace(sequence.rank);
    const std::uint32_t rankIndex = delays.source->rankIndex(sequence.rank);
    const SliceTable& slices = rank.trace->slices();
    const auto startOf = [&](SliceId slice) { return rank.toJobTime(slices.start[slice.index()]); };
    Selection selection;
    for (const OpRun& run : sequence.runs) {
        const std::span<const Launch> launches = delays.launchesOf(sequence, run);
        const Launch& first = launches.front();
        if (column == column::kAvgAtenOpLaunchDelay) {
            selection.intervals.push_back(
                { rankIndex, rank.trace->trackOf(run.op), { startOf(run.op), startOf(first.call) } });
        } else if (column == column::kAvgRuntimeDelay) {
            selection.intervals.push_back({ rankIndex, first.stream, { startOf(first.call), startOf(first.work) } });
        } else {
            if (column != column::kGpuDuration)
                selection.slices.push_back({ rankIndex, run.op });
            for (const Launch& launch : launches)
                selection.slices.push_back({ rankIndex, launch.work });
        }
    }
    return selection;
}

Table opKernelDelaysTableOf(std::shared_ptr<const Delays> delays)
{
    Table table("sequences", kOpSequencesTitle, opKernelDelaysColumns());
    const ScopedLaunches& source = *delays->source;
    for (const OpSequence& sequence : delays->sequences) {
        table.addRow({ std::string(source.rankTrace(sequence.rank).trace->text(sequence.opName)),
            table.addChain(sequence.steps, kKernelArrow), static_cast<std::int64_t>(sequence.runs.size()),
            sequence.meanOf(sequence.opDelay), sequence.meanOf(sequence.runtimeDelay), source.rankNumber(sequence.rank),
            std::int64_t { sequence.runs.front().launchCount }, sequence.gpuDuration });
    }
    table.setEvidence(
        [delays = std::move(delays), names = opKernelDelaysColumns()](std::size_t row, std::size_t column) {
            return evidenceOf(*delays, delays->sequences[row], names[column].name);
        });
    return table;
}

std::vector<ChartDescription> opKernelDelaysCharts()
{
    return { { .id = "delays",
        .table = "sequences",
        .title = "Mean time from op to launch, and from launch to kernel",
        .labelColumn = std::string(column::kAtenOpName) + ",kernel_sequence", // one op may launch several
        .series = { { column::kAvgAtenOpLaunchDelay, "Op to launch", PartKind::HostOp },
            { column::kAvgRuntimeDelay, "Launch to kernel", PartKind::ApiCall } },
        .groupColumn = column::kRank,
        .form = GroupedBarChart { .sortByValue = false } } }; // as the table, by the parameter
}

Result<AnalysisResult> runOpKernelDelays(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(auto created, ScopedLaunches::create(inputs[0]));
    const auto delays = std::make_shared<Delays>();
    delays->source = created;
    const ScopedLaunches& source = *delays->source;
    struct Found {
        RankOpRuns runs;
        std::vector<OpSequence> sequences;
    };
    const auto measure = [&](std::size_t i) -> Result<Found> {
        const Trace& trace = *source.rankTrace(i).trace;
        KT_TRY(const RankLaunches rank, source.rank(i, context.progress));
        Found found;
        found.runs = opRunsOf(trace, rank, context.progress);
        if (!context.progress.shouldStop())
            found.sequences = opSequencesOf(trace, static_cast<std::uint32_t>(i), found.runs, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        release(found.runs.runs); // each sequence has its own
        sortSequences(found.sequences, parameters.text(parameter::kSortBy));
        return found;
    };
    KT_TRY_DONE(forEachRankInOrder(source.rankCount(), context, measure, [&delays](std::size_t, Found found) {
        delays->ranks.push_back(std::move(found.runs));
        std::move(found.sequences.begin(), found.sequences.end(), std::back_inserter(delays->sequences));
    }));
    AnalysisResult result;
    result.tables.push_back(opKernelDelaysTableOf(delays));
    result.charts = opKernelDelaysCharts();
    const bool areOpsRecorded = std::ranges::any_of(inputs[0].traces->ranks(), [&inputs](const RankTrace& rank) {
        return isChosen(inputs[0].scope.ranks, rank.rank) && rank.isLoaded()
            && std::ranges::find(rank.trace->slices().kind, EventKind::CpuOp) != rank.trace->slices().kind.end();
    });
    if (result.tables.front().rowCount() == 0
        && ((areOpsRecorded && areLaunchesRecorded(inputs[0])) || mayBeRecordedElsewhere(inputs[0])))
        result.remarks.push_back(
            { "no-op-launches", { KT_PHRASE("op-kernel-delays", "No ATen op in this scope launches GPU work.") } });
    else if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-op-launches",
            { KT_PHRASE("op-kernel-delays",
                  "No ATen op in this scope launches GPU work: record ops and GPU work together, with %1."),
                arg::Text { kGpuRecordingOption } } });
    KT_TRY_DONE(remarkOnSlippedNames(inputs[0], result.remarks, context));
    return result;
}

} // namespace

Table emptyOpDelayTableOfHta()
{
    return { "sequences", kOpSequencesTitle, firstLikeHta(6, opKernelDelaysColumns()) };
}

AnalysisDescriptor opKernelDelays()
{
    return { .id = "op-kernel-delays",
        .title = "Op to kernel delays",
        .question = "How long does it take from an op to its kernels?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = { choiceParameter(parameter::kSortBy, "Sorted by", "Column to sort by, largest first",
            { column::kOccurrenceCount, column::kAvgAtenOpLaunchDelay, column::kAvgRuntimeDelay }) },
        .tables = { { "sequences", kOpSequencesTitle, opKernelDelaysColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runOpKernelDelays };
}

} // namespace kinetoscope
