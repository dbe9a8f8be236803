// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_figures.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Position of the row that a slice is, or that it launched; the number of rows where there is none.
std::size_t rowOfSlice(const RankOwnedWork& work, const Trace& trace, SliceId slice)
{
    const auto& rows = work.work.rows;
    const auto found = std::ranges::find_if(rows, [&](const GpuWorkRow& row) {
        return row.slice == slice || trace.slices().partner[row.slice.index()] == slice;
    });
    return static_cast<std::size_t>(found - rows.begin());
}

} // namespace

Result<std::optional<CallFigures>> callFiguresOf(const std::shared_ptr<const TraceSet>& traces, SliceRef slice,
    const KernelClassifier& classifier, const Progress& progress)
{
    const RankTrace& rank = traces->ranks()[slice.rank];
    const Trace& trace = *rank.trace;
    AnalysisInput input;
    input.traces = traces;
    input.scope.ranks = { rank.rank };
    KT_TRY(const auto source, ScopedGpuWork::create(input, classifier));
    KT_TRY(const RankOwnedWork work, ownedWorkOf(input, *source, 0, classifier, {}, progress));
    CallFigures found;
    const auto own = std::ranges::find(work.calls, slice.slice, &OwningCall::op);
    const OwningCall* call = own != work.calls.end() ? &*own : nullptr;
    if (!call) {
        const std::size_t row = rowOfSlice(work, trace, slice.slice);
        if (row == work.work.rows.size())
            return std::optional<CallFigures>();
        found.owner = work.owners[row];
        if (found.owner != WorkOwner::Call)
            return std::optional(std::move(found));
        call = &work.calls[work.callOfRow[row]];
    }
    const TracePeaks peaks(trace.metadata(), GivenGpuPeaks {}, classifier);
    found.op = { slice.rank, call->op };
    found.name = std::string(trace.name(call->op));
    found.category = std::string(call->category());
    found.figures = call->figures();
    found.figures.category = {};
    found.spec = call->spec();
    found.roofline = CallRooflines(work, peaks).of(*call);
    found.kernelTime = call->kernelTime;
    found.works = call->workCount;
    found.device = std::string(peaks.deviceName(call->device()));
    found.peakRate = peaks.rate(call->device(), call->spec());
    found.peakBandwidth = peaks.bandwidth(call->device());
    return std::optional(std::move(found));
}

} // namespace kinetoscope
