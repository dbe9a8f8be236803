// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/first_event.h"

#include <algorithm>

namespace kinetoscope {

TimeRange spanOfEvents(const Trace& trace)
{
    constexpr int kWithoutTime = kSliceInstant | kSliceCorrupt | kSliceCorruptTime | kSliceMissingDuration;
    const SliceTable& slices = trace.slices();
    TimeRange span { kMaxTimestamp, kMinTimestamp };
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (slices.kind[row] != EventKind::TraceSpan && (slices.flags[row] & kWithoutTime) == 0)
            span = { std::min(span.begin, slices.start[row]), std::max(span.end, slices.end(SliceTable::at(row))) };
    }
    return span;
}

Timestamp firstEventOf(const Trace& trace)
{
    return spanOfEvents(trace).begin;
}

Timestamp firstEventOf(const RankTrace& rank)
{
    return rank.readsFrom() != nullptr ? rank.readsFrom()->meta.first : firstEventOf(*rank.trace);
}

Timestamp earliestEvent(const TraceSet& traces, const RankClocks& clocks)
{
    Timestamp first = kMaxTimestamp;
    for (std::size_t rank = 0; rank < traces.ranks().size(); ++rank) {
        const Timestamp own = firstEventOf(traces.ranks()[rank]);
        if (own != kMaxTimestamp)
            first = std::min(first, clocks.ranks[rank].applied(traces.ranks()[rank].toJobTime(own)));
    }
    return first;
}

} // namespace kinetoscope
