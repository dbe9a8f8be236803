// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_evidence.h"

#include <utility>

namespace kinetoscope {

void EfficiencyEvidence::take(RankOwnedWork&& owned)
{
    work.reserve(owned.work.rows.size());
    for (const GpuWorkRow& row : owned.work.rows)
        work.push_back(row.slice);
    owners = std::move(owned.owners);
    ops.reserve(owned.calls.size());
    firstWork.reserve(owned.calls.size() + 1);
    for (const OwningCall& call : owned.calls) {
        ops.push_back(call.op);
        firstWork.push_back(call.firstWork);
    }
    firstWork.push_back(static_cast<std::uint32_t>(owned.workOfCalls.size()));
    workOfCalls = std::move(owned.workOfCalls);
}

Selection EfficiencyEvidence::select(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const
{
    Selection selection;
    const RankTrace& trace = source.rankTrace(rank);
    const std::uint32_t index = source.rankIndex(rank);
    for (const SliceId slice : chosen) {
        const TimeRange range = source.visibleRange(trace, slice);
        if (source.scope().range && range.length() != trace.trace->slices().duration(slice))
            selection.intervals.push_back({ index, trace.trace->trackOf(slice), range });
        else
            selection.slices.push_back({ index, slice });
    }
    return selection;
}

Selection EfficiencyEvidence::selectOps(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const
{
    return slicesOfRank(source.rankIndex(rank), chosen);
}

} // namespace kinetoscope
