// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_busy.h"

#include "core/model/pyramid/timeline_index.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Adds the stretches of a track, whose slices are sorted by start. What overlaps is merged here already: most slices
/// of a thread lie inside of others, and would only have to be sorted.
void addStretches(std::vector<TimeRange>& stretches, const SliceTable& slices, const Track& track, bool withPython)
{
    if (track.isDeviceSide()) // nearly each is one for itself, and a megabyte that moves takes as long as a frame may
        stretches.reserve(stretches.size() + track.sliceCount);
    TimeRange stretch { kMinTimestamp, kMinTimestamp };
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if (!withPython && slices.kind[row] == EventKind::PythonFunction)
            continue;
        const TimeRange range { slices.start[row], slices.end(SliceTable::at(row)) };
        if (range.end <= stretch.end || range.isEmpty())
            continue;
        if (range.begin > stretch.end) {
            if (!stretch.isEmpty())
                stretches.push_back(stretch);
            stretch.begin = range.begin;
        }
        stretch.end = range.end;
    }
    if (!stretch.isEmpty())
        stretches.push_back(stretch);
}

} // namespace

CoveredTime busyTimeOf(const Trace& trace, std::span<const TrackId> tracks, bool withPython)
{
    std::vector<TimeRange> stretches;
    for (const TrackId id : tracks) {
        // A thread of nothing but Python cannot be folded.
        const bool isFolded = !withPython && trace.timeline().foldedLanes().laneCount(id) > 0;
        addStretches(stretches, trace.slices(), trace.track(id), !isFolded);
    }
    std::vector<TimeRange> all = unionOf(std::move(stretches));
    if (all.capacity() - all.size() > all.size() / 4)
        all.shrink_to_fit();
    return CoveredTime(std::move(all));
}

} // namespace kinetoscope
