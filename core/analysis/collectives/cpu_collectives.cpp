// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/cpu_collectives.h"

#include "core/analysis/collectives/collective_kinds.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

std::vector<SliceId> cpuCollectivesOf(const Trace& trace, const Progress& progress)
{
    std::vector<bool> isOne(trace.strings().size());
    for (std::size_t i = 0; i < isOne.size(); ++i)
        isOne[i] = isOfCpuBackend(trace.text(StringId { i }));
    std::vector<SliceId> found;
    if (std::ranges::find(isOne, true) == isOne.end())
        return found;
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const EventKind kind = slices.kind[row];
            if ((kind == EventKind::UserAnnotation || kind == EventKind::CpuOp) && isOne[slices.name[row].index()]
                && slices.isSound(SliceTable::at(row)))
                found.push_back(SliceTable::at(row));
        }
    }
    return found;
}

std::vector<TimeRange> timeInCpuCollectives(const Trace& trace, const Progress& progress)
{
    std::vector<TimeRange> ranges;
    for (const SliceId slice : cpuCollectivesOf(trace, progress))
        ranges.push_back(trace.slices().range(slice));
    return unionOf(std::move(ranges), progress);
}

} // namespace kinetoscope
