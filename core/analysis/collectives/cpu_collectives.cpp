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
    const auto isCollective = [&](SliceId slice) {
        const EventKind kind = slices.kind[slice.index()];
        return (kind == EventKind::UserAnnotation || kind == EventKind::CpuOp)
            && isOne[slices.name[slice.index()].index()] && slices.isSound(slice);
    };
    const auto isInOne = [&](SliceId slice) {
        SliceId up = slices.parent[slice.index()];
        while (up.isValid() && !isCollective(up))
            up = slices.parent[up.index()];
        return up.isValid();
    };
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (isCollective(SliceTable::at(row)) && !isInOne(SliceTable::at(row)))
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
