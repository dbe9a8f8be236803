// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_busy.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/model/pyramid/timeline_index.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Adds the stretches of rows that are sorted by start. What overlaps is merged here already: most slices of a thread
/// lie inside of others, and would only have to be sorted.
void addStretches(std::vector<TimeRange>& stretches, const SliceTable& slices, const LaneRows& rows)
{
    const std::size_t first = stretches.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SliceId slice = rows[i];
        const TimeRange range { slices.start[slice.index()], slices.end(slice) };
        if (range.isEmpty())
            continue;
        if (stretches.size() > first && range.begin <= stretches.back().end)
            stretches.back().end = std::max(stretches.back().end, range.end);
        else
            stretches.push_back(range);
    }
}

} // namespace

CoveredTime busyTimeOf(const Trace& trace, std::span<const TrackId> tracks, bool withPython)
{
    std::vector<TimeRange> stretches;
    for (const TrackId id : tracks) {
        const Track& track = trace.track(id);
        const std::uint16_t folded = withPython ? std::uint16_t { 0 } : trace.timeline().foldedLanes().laneCount(id);
        if (folded == 0)
            addStretches(stretches, trace.slices(), { {}, track.firstSlice, track.sliceCount });
        for (std::uint16_t lane = 0; lane < folded; ++lane)
            addStretches(
                stretches, trace.slices(), laneRowsOf(trace, id, static_cast<std::uint16_t>(track.laneCount + lane)));
    }
    std::vector<TimeRange> all = unionOf(std::move(stretches));
    all.shrink_to_fit();
    return CoveredTime(std::move(all));
}

} // namespace kinetoscope
