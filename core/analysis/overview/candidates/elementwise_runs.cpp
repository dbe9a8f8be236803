// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/elementwise_runs.h"

#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// By row of the work.
std::vector<bool> rowsInRuns(const Trace& trace, const RankGpuWork& work)
{
    enum : std::uint8_t { Unasked, Elementwise, Other };
    std::vector<std::uint8_t> names(trace.strings().size(), Unasked);
    const auto isElementwise = [&](const GpuWorkRow& row) {
        const StringId name = trace.slices().name[row.slice.index()];
        std::uint8_t& known = names[name.index()];
        if (known == Unasked)
            known = isFusibleKernelName(trace.text(name)) ? Elementwise : Other;
        return known == Elementwise;
    };
    std::vector<bool> found(work.rows.size(), false);
    for (const GpuStream& stream : work.streams) {
        for (std::size_t row = stream.firstRow; row + 1 < stream.firstRow + stream.rowCount; ++row) {
            if (isElementwise(work.rows[row]) && isElementwise(work.rows[row + 1]))
                found[row] = found[row + 1] = true;
        }
    }
    return found;
}

} // namespace

std::optional<Candidate> elementwiseRunsCandidate(
    const CandidateList& list, const OverviewSource& source, std::size_t rank)
{
    const RankGpuWork work = source.work(rank);
    const std::vector<bool> isInRun = rowsInRuns(*source.rankTrace(rank).trace, work);
    const auto rowOf = [&work](const GpuWorkRow& row) { return static_cast<std::size_t>(&row - work.rows.data()); };
    std::vector<SliceId> slices;
    for (const GpuWorkRow& row : work.rows) {
        if (isInRun[rowOf(row)])
            slices.push_back(row.slice);
    }
    const std::vector<TimeRange> runs = unionWhere(work, [&](const GpuWorkRow& row) { return isInRun[rowOf(row)]; });
    const std::vector<TimeRange> others = unionWhere(work, [&](const GpuWorkRow& row) { return !isInRun[rowOf(row)]; });
    const Nanoseconds time = totalLength(runs);
    Candidate candidate =
        list.make("elementwise-runs", "kernel-breakdown", totalLength(differenceOf(runs, others)) / 2);
    if (!isWorthASentence(candidate, list.thresholds()))
        return std::nullopt;
    candidate.named = time / 2;
    candidate.cure = { listedWorkAt(slices, 0.5) };
    candidate.cureWords = { KT_PHRASE("overview", "with them twice as fast") };
    candidate.isPotential = true;
    candidate.sentence = { KT_PLURAL("overview",
                               "Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 "
                               "kernel, %3 of busy GPU time: where they compute on the same data, torch.compile fuses "
                               "several into one, which reads and writes it once.",
                               "Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 "
                               "kernels, %3 of busy GPU time: where they compute on the same data, torch.compile fuses "
                               "several into one, which reads and writes it once."),
        arg::Count { slices.size() }, arg::Duration { time }, arg::Share { time, list.facts().busy } };
    candidate.slices = std::move(slices);
    return candidate;
}

} // namespace kinetoscope
