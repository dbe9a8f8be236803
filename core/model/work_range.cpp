// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/work_range.h"

#include <algorithm>

namespace kinetoscope {

TimeRange workRangeOf(const Trace& trace)
{
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind == TrackKind::Span || track.kind == TrackKind::HostInstants || track.sliceCount == 0)
            continue;
        for (std::uint16_t lane = 0; lane < track.laneCount; ++lane) {
            const LaneRows rows = trace.lane(TrackId { i }, lane);
            if (rows.size() == 0)
                continue;
            range.begin = std::min(range.begin, trace.slices().start[rows[0].index()]);
            range.end = std::max(range.end, trace.slices().end(rows[rows.size() - 1]));
        }
    }
    if (range.begin >= range.end)
        return {};
    const std::optional<TimeRange> part = trace.metadata().trimmedTo();
    const TimeRange inPart = part ? range.clippedTo(*part) : TimeRange {};
    return inPart.isEmpty() ? range : inPart;
}

} // namespace kinetoscope
