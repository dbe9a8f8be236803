// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/op_kernel_delays.h"

#include "core/analysis/launch/launches.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/release.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"

#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kSequencesTitle = "Which ops launch which kernels, and how late they run";

std::vector<ColumnDescriptor> columns()
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

/// One op that launched something itself.
struct OpRun {
    SliceId op;
    std::uint32_t firstLaunch = 0; ///< in RankRuns::launches
    std::uint32_t launchCount = 0; ///< at least one
};

/// The ops of a rank that launched something, by their first launch. All launches are in one column: millions of small
/// ones would take longer to free than to make.
struct RankRuns {
    std::vector<Launch> launches; ///< run by run, by time inside each
    std::vector<OpRun> runs;

    [[nodiscard]] std::span<const Launch> launchesOf(const OpRun& run) const
    {
        return std::span(launches).subspan(run.firstLaunch, run.launchCount);
    }
};

/// The runs of one op with one sequence of kernels.
struct Sequence {
    std::uint32_t rank = 0; ///< in ScopedLaunches
    StringId opName;
    std::vector<std::string> steps; ///< names of the kernels
    std::string kernels;            ///< the same as the table has them
    std::vector<OpRun> runs;        ///< not empty
    Nanoseconds opDelay = 0;        ///< sum
    Nanoseconds runtimeDelay = 0;   ///< sum
    Nanoseconds gpuDuration = 0;    ///< sum

    [[nodiscard]] double meanOf(Nanoseconds sum) const
    {
        return static_cast<double>(sum) / static_cast<double>(runs.size()) / 1000.0;
    }
};

/// The innermost ATen op around a call on its own thread ([DIFF-8.2]).
class OpFinder {
public:
    explicit OpFinder(const Trace& trace)
        : m_trace(trace)
    {
    }

    [[nodiscard]] SliceId opAround(SliceId call)
    {
        const SliceTable& slices = m_trace.slices();
        SliceId at = slices.parent[call.index()];
        while (at.isValid() && !(slices.kind[at.index()] == EventKind::CpuOp && isAten(slices.name[at.index()])))
            at = slices.parent[at.index()];
        return at;
    }

private:
    bool isAten(StringId name)
    {
        const auto [it, isNew] = m_isAten.try_emplace(name, false);
        if (isNew)
            it->second = m_trace.text(name).starts_with(kAtenPrefix);
        return it->second;
    }

    const Trace& m_trace;
    std::unordered_map<StringId, bool> m_isAten;
};

/// Returns early when told to stop.
RankRuns runsOf(const Trace& trace, const RankLaunches& rank, const Progress& progress)
{
    RankRuns found;
    constexpr std::uint32_t kNone = 0xffff'ffffu;
    std::vector<std::uint32_t> runOf(trace.slices().size(), kNone); // by op
    std::vector<std::uint32_t> runs(rank.launches.size(), kNone);   // by launch
    OpFinder finder(trace);
    StopCheck check(progress);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (check.after(4))
            return found;
        const SliceId op = finder.opAround(rank.launches[i].call);
        if (!op.isValid() || !trace.slices().isSound(op))
            continue;
        std::uint32_t& run = runOf[op.index()];
        if (run == kNone) {
            run = static_cast<std::uint32_t>(found.runs.size());
            found.runs.push_back({ op, 0, 0 });
        }
        ++found.runs[run].launchCount;
        runs[i] = run;
    }
    std::uint32_t end = 0;
    for (OpRun& run : found.runs) {
        run.firstLaunch = end;
        end += run.launchCount;
        run.launchCount = 0; // counted again below
    }
    found.launches.resize(end);
    for (std::size_t i = 0; i < runs.size() && !check.after(1); ++i) {
        if (runs[i] == kNone)
            continue;
        OpRun& run = found.runs[runs[i]];
        found.launches[run.firstLaunch + run.launchCount++] = rank.launches[i];
    }
    return found;
}

/// Returns early when told to stop.
std::vector<Sequence> sequencesOf(
    const Trace& trace, std::uint32_t rank, const RankRuns& runs, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::map<std::pair<StringId, std::vector<StringId>>, Sequence> found;
    std::pair<StringId, std::vector<StringId>> key; // one for all, so that its memory is asked for once
    StopCheck check(progress);
    for (const OpRun& run : runs.runs) {
        const std::span<const Launch> launches = runs.launchesOf(run);
        if (check.after(10 + launches.size()))
            return {};
        key.first = slices.name[run.op.index()];
        key.second.clear();
        for (const Launch& launch : launches)
            key.second.push_back(slices.name[launch.work.index()]);
        Sequence& sequence = found[key];
        const Launch& first = launches.front();
        const Timestamp call = slices.start[first.call.index()];
        sequence.opDelay = saturatingAdd(sequence.opDelay, saturatingSubtract(call, slices.start[run.op.index()]));
        sequence.runtimeDelay =
            saturatingAdd(sequence.runtimeDelay, saturatingSubtract(slices.start[first.work.index()], call));
        for (const Launch& launch : launches)
            sequence.gpuDuration = saturatingAdd(sequence.gpuDuration, slices.duration(launch.work));
        sequence.runs.push_back(run);
    }
    std::vector<Sequence> sequences;
    for (auto& [names, sequence] : found) {
        if (check.after(20 + names.second.size()))
            return {};
        sequence.rank = rank;
        sequence.opName = names.first;
        for (const StringId name : names.second)
            sequence.steps.emplace_back(trace.text(name));
        sequence.kernels = joined(sequence.steps, kKernelArrow);
        sequences.push_back(std::move(sequence));
    }
    sortStably(sequences, [&trace](const Sequence& a, const Sequence& b) {
        return a.opName != b.opName ? trace.text(a.opName) < trace.text(b.opName) : a.kernels < b.kernels;
    });
    return sequences;
}

/// Descending; equal ones stay in order of op and kernels.
void sortSequences(std::vector<Sequence>& sequences, std::string_view by)
{
    const auto key = [by](const Sequence& sequence) {
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
    std::vector<RankRuns> ranks; ///< as in `source`; only the launches are left
    std::vector<Sequence> sequences;

    [[nodiscard]] std::span<const Launch> launchesOf(const Sequence& sequence, const OpRun& run) const
    {
        return ranks[sequence.rank].launchesOf(run);
    }
};

Selection evidenceOf(const Delays& delays, const Sequence& sequence, std::string_view column)
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
    Table table("sequences", kSequencesTitle, columns());
    const ScopedLaunches& source = *delays->source;
    for (const Sequence& sequence : delays->sequences) {
        table.addRow({ std::string(source.rankTrace(sequence.rank).trace->text(sequence.opName)),
            table.addChain(sequence.steps, kKernelArrow), static_cast<std::int64_t>(sequence.runs.size()),
            sequence.meanOf(sequence.opDelay), sequence.meanOf(sequence.runtimeDelay), source.rankNumber(sequence.rank),
            std::int64_t { sequence.runs.front().launchCount }, sequence.gpuDuration });
    }
    table.setEvidence([delays = std::move(delays), names = columns()](std::size_t row, std::size_t column) {
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
        RankRuns runs;
        std::vector<Sequence> sequences;
    };
    const auto measure = [&](std::size_t i) -> Result<Found> {
        const Trace& trace = *source.rankTrace(i).trace;
        KT_TRY(const RankLaunches rank, source.rank(i, context.progress));
        Found found;
        found.runs = runsOf(trace, rank, context.progress);
        if (!context.progress.shouldStop())
            found.sequences = sequencesOf(trace, static_cast<std::uint32_t>(i), found.runs, context.progress);
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
    if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-op-launches",
            { KT_PHRASE("op-kernel-delays",
                  "No ATen op in this scope launches GPU work: record ops and GPU work together, with %1."),
                arg::Text { kGpuRecordingOption } } });
    return result;
}

} // namespace

Table emptyOpDelayTableOfHta()
{
    return { "sequences", kSequencesTitle, firstLikeHta(6, columns()) };
}

AnalysisDescriptor opKernelDelays()
{
    return { .id = "op-kernel-delays",
        .title = "Op to kernel delays",
        .question = "How long does it take from an op to its kernels?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = { choiceParameter(parameter::kSortBy, "Sorted by", "Column to sort by, largest first",
            { column::kOccurrenceCount, column::kAvgAtenOpLaunchDelay, column::kAvgRuntimeDelay }) },
        .tables = { { "sequences", kSequencesTitle, columns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runOpKernelDelays };
}

} // namespace kinetoscope
