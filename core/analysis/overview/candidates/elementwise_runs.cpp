// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/elementwise_runs.h"

#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/gpu/elementwise_work.h"
#include "core/analysis/overview/idle/optimizer_time.h"
#include "core/base/vectors.h"
#include "core/model/compiled_calls.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Whether a compiler has made graphs of ops already: what stays single there is what it leaves single, or launches
/// that way on purpose.
bool hasCompiledGraphs(const Trace& trace)
{
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
        const std::string_view name = trace.text(StringId { i });
        if (isCompiledCallName(name) || name.starts_with("CompiledFunction"))
            return true;
    }
    return false;
}

/// By row of the work.
std::vector<bool> rowsInRuns(const Trace& trace, const RankGpuWork& work, const Progress& progress)
{
    ElementwiseWork elementwise(trace);
    std::vector<bool> found;
    for (const GpuStream& stream : work.streams) {
        std::vector<SliceId> slices;
        slices.reserve(stream.rowCount);
        for (std::size_t row = stream.firstRow; row < stream.firstRow + stream.rowCount; ++row)
            slices.push_back(work.rows[row].slice);
        append(found, elementwise.runsIn(slices, progress));
    }
    return found;
}

/// How long the runs run that were launched in steps of the optimizer that launch for each parameter.
/// @param isInRun  by row.
Nanoseconds timeInOptimizer(
    const Trace& trace, const RankGpuWork& work, const std::vector<bool>& isInRun, const Progress& progress)
{
    OptimizerTime optimizer(trace, progress);
    return totalLength(unionWhere(
        work,
        [&](const GpuWorkRow& row) {
            return isInRun[static_cast<std::size_t>(&row - work.rows.data())]
                && optimizer.of(row.slice) == OptimizerPart::Step;
        },
        progress));
}

/// Whether the change that people can write means just this work: it knows no scope.
/// @param runs  ascending.
bool areAllRuns(
    const OverviewSource& source, const Trace& trace, std::span<const SliceId> runs, const Progress& progress)
{
    const Scope& scope = source.input().scope;
    if (!scope.hasWindow() && scope.streams.empty())
        return true;
    const WorkOrder works(trace, progress);
    const std::vector<bool> all = elementwiseRunsOf(trace, works, progress);
    for (WorkNumber work = 0; work < works.size(); ++work) {
        if (all[work] != std::ranges::binary_search(runs, works.slice(work)))
            return false;
    }
    return true;
}

} // namespace

std::optional<Candidate> elementwiseRunsCandidate(
    const CandidateList& list, const OverviewSource& source, std::size_t rank, const Progress& progress)
{
    if (hasCompiledGraphs(*source.rankTrace(rank).trace))
        return std::nullopt;
    Nanoseconds most = 0; // of all of them, whatever is around them
    for (const KernelNameTotals& kernel : list.facts().kernels) {
        if (isFusibleKernelName(source.rankTrace(rank).trace->text(kernel.names.front())))
            most = saturatingAdd(most, kernel.statistics.sum());
    }
    if (shareOf(most / 2, list.facts().split.window) < list.thresholds().smallShare)
        return std::nullopt;
    const Result<RankGpuWork> read = source.gpuWork().rank(rank, progress);
    if (!read)
        return std::nullopt;
    const RankGpuWork& work = *read;
    const Trace& trace = *source.rankTrace(rank).trace;
    const std::vector<bool> isInRun = rowsInRuns(trace, work, progress);
    const auto rowOf = [&work](const GpuWorkRow& row) { return static_cast<std::size_t>(&row - work.rows.data()); };
    std::vector<SliceId> slices;
    slices.reserve(static_cast<std::size_t>(std::ranges::count(isInRun, true)));
    for (const GpuWorkRow& row : work.rows) {
        if (isInRun[rowOf(row)])
            slices.push_back(row.slice);
    }
    std::ranges::sort(slices);
    const std::vector<TimeRange> runs = unionWhere(
        work, [&](const GpuWorkRow& row) { return isInRun[rowOf(row)]; }, progress);
    const std::vector<TimeRange> others = unionWhere(
        work, [&](const GpuWorkRow& row) { return !isInRun[rowOf(row)]; }, progress);
    const Nanoseconds time = totalLength(runs);
    const Nanoseconds alone = totalLength(differenceOf(runs, others, progress));
    Candidate candidate = list.make("elementwise-runs", "kernel-breakdown", alone / 2);
    if (!isWorthASentence(candidate, list.thresholds()))
        return std::nullopt;
    candidate.named = time / 2;
    candidate.cure = { areAllRuns(source, trace, slices, progress) ? twiceAsFast(ChangeKind::Work, kElementwiseRuns)
                                                                   : listedWorkAt(slices, 0.5) };
    candidate.cureWords = { KT_PHRASE("overview", "with them twice as fast") };
    candidate.isPotential = true;
    const Nanoseconds ofOptimizer = timeInOptimizer(trace, work, isInRun, progress);
    const Message found {
        KT_PLURAL("overview",
            "Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 "
            "kernel, %3 of busy GPU time%4: where they compute on the same data, torch.compile fuses "
            "several into one, which reads and writes it once.",
            "Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 "
            "kernels, %3 of busy GPU time%4: where they compute on the same data, torch.compile fuses "
            "several into one, which reads and writes it once."),
        arg::Count { slices.size() }, arg::Duration { time }, arg::Share { time, list.facts().busy },
        CandidateList::andAlone(alone, time)
    };
    candidate.sentence = ofOptimizer <= time / 2
        ? found
        : Message { KT_PHRASE("overview",
                        "%1 %2 of that is in steps of the optimizer, outside of foreach and fused ops: with fused=True "
                        "those optimizers of PyTorch that have it update many parameters in one kernel."),
              found, arg::Duration { ofOptimizer } };
    candidate.slices = std::move(slices);
    return candidate;
}

} // namespace kinetoscope
