// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/innermost_slices.h"

#include "core/base/vectors.h"
#include "core/model/trace.h"

#include <algorithm>
#include <unordered_map>

namespace kinetoscope {

std::vector<InnermostSlice> innermostSlices(const Trace& trace, TrackId thread, const TimeRange& range)
{
    const SliceTable& slices = trace.slices();
    const Track& track = trace.track(thread);
    const auto begin = slices.start.begin() + track.firstSlice;
    const auto end = slices.start.begin() + track.endSlice();
    const auto first = static_cast<std::uint32_t>(std::upper_bound(begin, end, range.begin) - slices.start.begin());

    std::vector<InnermostSlice> active;
    if (first > track.firstSlice) { // what is open when the range begins
        const SliceId last = SliceTable::at(first - 1);
        std::vector<SliceId> open = trace.ancestors(last);
        open.push_back(last);
        for (const SliceId slice : open)
            active.push_back({ slice, slices.range(slice).clippedTo(range).length() });
    }
    for (std::uint32_t row = first; row < track.endSlice() && slices.start[row] < range.end; ++row) {
        const SliceId slice = SliceTable::at(row);
        active.push_back({ slice, slices.range(slice).clippedTo(range).length() });
    }

    std::unordered_map<SliceId, std::size_t> places;
    for (std::size_t i = 0; i < active.size(); ++i)
        places.emplace(active[i].slice, i);
    std::vector<Nanoseconds> self = mapped(active, &InnermostSlice::self);
    for (const InnermostSlice& op : active) {
        const auto parent = places.find(slices.parent[op.slice.index()]);
        if (parent != places.end())
            self[parent->second] -= op.self;
    }
    std::vector<InnermostSlice> found;
    for (std::size_t i = 0; i < active.size(); ++i) {
        if (self[i] > 0 && slices.isSound(active[i].slice))
            found.push_back({ active[i].slice, self[i] });
    }
    return found;
}

TrackId awaitedThread(const Trace& trace, SliceId work)
{
    if (work.isValid()) {
        if (const SliceId launch = trace.launchOf(work); launch.isValid())
            return trace.trackOf(launch);
    }
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].isMainThread)
            return TrackId { i };
    }
    return {};
}

} // namespace kinetoscope
