// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/op_kernel_delays.h"

#include "core/analysis/launch/launches.h"
#include "core/analysis/per_rank.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kTitle = "Which ops launch which kernels, and how late they run";
constexpr std::size_t kLaunchesPerCheck = 16 * 1024;

std::vector<ColumnDescriptor> columns()
{
    return {
        { "aten_op_name", ColumnType::String, Unit::None, "Op", "" },
        { "kernel_sequence", ColumnType::String, Unit::None, "Kernels", "" },
        { "occurrence_count", ColumnType::Int, Unit::Count, "Times", "" },
        { "avg_aten_op_launch_delay", ColumnType::Float, Unit::Microseconds, "Mean time from op to first launch", "" },
        { "avg_runtime_delay", ColumnType::Float, Unit::Microseconds, "Mean time from launch to its kernel", "" },
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "kernels", ColumnType::Int, Unit::Count, "Kernels each time", "" },
        { "gpu_duration", ColumnType::Duration, Unit::Microseconds, "Sum of the kernels", "" },
    };
}

/// One op that launched something itself, with its launches by time.
struct OpRun {
    SliceId op;
    std::vector<Launch> launches; ///< not empty
};

/// The runs of one op with one sequence of kernels.
struct Sequence {
    std::uint32_t rank = 0; ///< in ScopedLaunches
    StringId opName;
    std::string kernels;
    std::vector<OpRun> runs;
    Nanoseconds opDelay = 0;      ///< sum
    Nanoseconds runtimeDelay = 0; ///< sum
    Nanoseconds gpuDuration = 0;  ///< sum

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

Result<std::vector<OpRun>> runsOf(const Trace& trace, const RankLaunches& rank, const Progress& progress)
{
    std::vector<OpRun> runs;
    std::unordered_map<SliceId, std::size_t> runOf;
    OpFinder finder(trace);
    for (std::size_t i = 0; i < rank.launches.size(); ++i) {
        if (i % kLaunchesPerCheck == 0 && progress.shouldStop())
            return Error { ErrorCode::Cancelled, "The analysis was stopped." };
        const SliceId op = finder.opAround(rank.launches[i].call);
        if (!op.isValid() || !trace.slices().isSound(op))
            continue;
        const auto [it, isNew] = runOf.try_emplace(op, runs.size());
        if (isNew)
            runs.push_back({ op, {} });
        runs[it->second].launches.push_back(rank.launches[i]);
    }
    return runs;
}

/// Returns early when told to stop.
std::vector<Sequence> sequencesOf(
    const Trace& trace, std::uint32_t rank, std::vector<OpRun> runs, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::map<std::pair<StringId, std::vector<StringId>>, Sequence> found;
    StopCheck check(progress);
    for (OpRun& run : runs) {
        if (check.after(20))
            return {};
        std::vector<StringId> names;
        for (const Launch& launch : run.launches)
            names.push_back(slices.name[launch.work.index()]);
        Sequence& sequence = found[{ slices.name[run.op.index()], std::move(names) }];
        const Launch& first = run.launches.front();
        const Timestamp call = slices.start[first.call.index()];
        sequence.opDelay = saturatingAdd(sequence.opDelay, saturatingSubtract(call, slices.start[run.op.index()]));
        sequence.runtimeDelay =
            saturatingAdd(sequence.runtimeDelay, saturatingSubtract(slices.start[first.work.index()], call));
        for (const Launch& launch : run.launches)
            sequence.gpuDuration = saturatingAdd(sequence.gpuDuration, slices.duration(launch.work));
        sequence.runs.push_back(std::move(run));
    }
    std::vector<Sequence> sequences;
    for (auto& [key, sequence] : found) {
        sequence.rank = rank;
        sequence.opName = key.first;
        for (const StringId name : key.second)
            sequence.kernels.append(sequence.kernels.empty() ? "" : kKernelArrow).append(trace.text(name));
        sequences.push_back(std::move(sequence));
    }
    std::sort(sequences.begin(), sequences.end(), [&trace](const Sequence& a, const Sequence& b) {
        return a.opName != b.opName ? trace.text(a.opName) < trace.text(b.opName) : a.kernels < b.kernels;
    });
    return sequences;
}

/// Descending; equal ones stay in order of op and kernels.
void sortSequences(std::vector<Sequence>& sequences, std::string_view by)
{
    const auto key = [by](const Sequence& sequence) {
        if (by == "avg_aten_op_launch_delay")
            return sequence.meanOf(sequence.opDelay);
        if (by == "avg_runtime_delay")
            return sequence.meanOf(sequence.runtimeDelay);
        return static_cast<double>(sequence.runs.size());
    };
    std::stable_sort(
        sequences.begin(), sequences.end(), [&key](const Sequence& a, const Sequence& b) { return key(a) > key(b); });
}

Selection evidenceOf(const ScopedLaunches& source, const Sequence& sequence, std::string_view column)
{
    const RankTrace& rank = source.rankTrace(sequence.rank);
    const std::uint32_t rankIndex = source.rankIndex(sequence.rank);
    const SliceTable& slices = rank.trace->slices();
    const auto startOf = [&](SliceId slice) { return rank.toJobTime(slices.start[slice.index()]); };
    Selection selection;
    for (const OpRun& run : sequence.runs) {
        const Launch& first = run.launches.front();
        if (column == "avg_aten_op_launch_delay") {
            selection.intervals.push_back(
                { rankIndex, rank.trace->trackOf(run.op), { startOf(run.op), startOf(first.call) } });
        } else if (column == "avg_runtime_delay") {
            selection.intervals.push_back({ rankIndex, first.stream, { startOf(first.call), startOf(first.work) } });
        } else {
            if (column != "gpu_duration")
                selection.slices.push_back({ rankIndex, run.op });
            for (const Launch& launch : run.launches)
                selection.slices.push_back({ rankIndex, launch.work });
        }
    }
    return selection;
}

Table tableOf(const std::shared_ptr<const ScopedLaunches>& source, std::vector<Sequence> sequences)
{
    Table table("sequences", kTitle, columns());
    for (const Sequence& sequence : sequences) {
        table.addRow({ std::string(source->rankTrace(sequence.rank).trace->text(sequence.opName)), sequence.kernels,
            static_cast<std::int64_t>(sequence.runs.size()), sequence.meanOf(sequence.opDelay),
            sequence.meanOf(sequence.runtimeDelay), source->rankNumber(sequence.rank),
            static_cast<std::int64_t>(sequence.runs.front().launches.size()), sequence.gpuDuration });
    }
    table.setEvidence([source, sequences = std::move(sequences), names = columns()](std::size_t row,
                          std::size_t column) { return evidenceOf(*source, sequences[row], names[column].name); });
    return table;
}

std::vector<ChartDescription> charts()
{
    ChartDescription delays;
    delays.id = "delays";
    delays.kind = ChartKind::GroupedBars;
    delays.table = "sequences";
    delays.title = "Mean time from op to launch, and from launch to kernel";
    delays.labelColumn = "aten_op_name";
    delays.groupColumn = "rank";
    delays.series = { { "avg_aten_op_launch_delay", "Op to launch", PartKind::HostOp },
        { "avg_runtime_delay", "Launch to kernel", PartKind::ApiCall } };
    return { delays };
}

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto created = ScopedLaunches::create(inputs[0]);
    if (!created)
        return created.error();
    const std::shared_ptr<const ScopedLaunches> source = created.value();
    std::vector<Sequence> all;
    const auto measure = [&](std::size_t i) -> Result<std::vector<Sequence>> {
        const Trace& trace = *source->rankTrace(i).trace;
        const Result<RankLaunches> rank = source->rank(i, context.progress);
        if (!rank)
            return rank.error();
        Result<std::vector<OpRun>> runs = runsOf(trace, *rank, context.progress);
        if (!runs)
            return runs.error();
        std::vector<Sequence> sequences =
            sequencesOf(trace, static_cast<std::uint32_t>(i), std::move(runs).value(), context.progress);
        sortSequences(sequences, parameters.text("sort-by"));
        return sequences;
    };
    const Result<Done> done =
        forEachRankInOrder(source->rankCount(), context, measure, [&all](std::size_t, std::vector<Sequence> sequences) {
            std::move(sequences.begin(), sequences.end(), std::back_inserter(all));
        });
    if (!done)
        return done.error();
    AnalysisResult result;
    result.tables.push_back(tableOf(source, std::move(all)));
    result.charts = charts();
    if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-op-launches",
            "No ATen op in this scope launches GPU work: record ops and GPU work together, with "
            "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA].",
            "" });
    return result;
}

} // namespace

Table emptyOpDelayTableOfHta()
{
    std::vector<ColumnDescriptor> all = columns();
    all.resize(6);
    return { "sequences", kTitle, std::move(all) };
}

AnalysisDescriptor opKernelDelays()
{
    AnalysisDescriptor analysis;
    analysis.id = "op-kernel-delays";
    analysis.title = "Op to kernel delays";
    analysis.question = "How long does it take from an op to its kernels?";
    analysis.group = PanelGroup::HostAndLaunches;
    analysis.parameters = { { "sort-by", "Sorted by", "Column to sort by, largest first", ParameterType::Choice,
        std::string("occurrence_count"), std::nullopt, std::nullopt, std::nullopt,
        { "occurrence_count", "avg_aten_op_launch_delay", "avg_runtime_delay" }, false } };
    analysis.tables = { { "sequences", kTitle, columns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
