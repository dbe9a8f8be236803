// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/first_event.h"

#include <algorithm>

namespace kinetoscope {

Timestamp firstEventOf(const Trace& trace)
{
    constexpr int kWithoutTime = kSliceInstant | kSliceCorrupt | kSliceCorruptTime | kSliceMissingDuration;
    const SliceTable& slices = trace.slices();
    Timestamp first = kMaxTimestamp;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (slices.kind[row] != EventKind::TraceSpan && (slices.flags[row] & kWithoutTime) == 0)
            first = std::min(first, slices.start[row]);
    }
    return first;
}

Timestamp earliestEvent(const TraceSet& traces, const RankClocks& clocks)
{
    Timestamp first = kMaxTimestamp;
    for (std::size_t rank = 0; rank < traces.ranks().size(); ++rank) {
        const Timestamp own = firstEventOf(*traces.ranks()[rank].trace);
        if (own != kMaxTimestamp)
            first = std::min(first, clocks.ranks[rank].applied(traces.ranks()[rank].toJobTime(own)));
    }
    return first;
}

} // namespace kinetoscope
