// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/slice_details.h"

#include "core/model/trace.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

bool isWithin(const Trace& trace, SliceId slice, SliceId ancestor)
{
    const SliceTable& slices = trace.slices();
    // Parents come before their children, so the walk ends.
    while (slice.isValid() && slice > ancestor)
        slice = slices.parent[slice.index()];
    return slice == ancestor;
}

Nanoseconds selfTime(const Trace& trace, SliceId slice)
{
    const SliceTable& slices = trace.slices();
    const TimeRange whole = slices.range(slice);
    const std::uint32_t end = trace.track(trace.trackOf(slice)).endSlice();
    std::vector<TimeRange> children;
    for (std::uint32_t row = slice.value + 1; row < end && slices.start[row] < whole.end; ++row) {
        if (slices.parent[row] == slice)
            children.push_back(slices.range(SliceId { row }).clippedTo(whole));
    }
    return saturatingSubtract(whole.length(), totalLength(unionOf(std::move(children))));
}

std::optional<Nanoseconds> launchDelay(const Trace& trace, SliceId deviceSlice)
{
    const SliceId launch = trace.launchOf(deviceSlice);
    if (!launch.isValid())
        return std::nullopt;
    return saturatingSubtract(trace.slices().start[deviceSlice.index()], trace.slices().start[launch.index()]);
}

WorkBelow workBelow(const Trace& trace, SliceId hostSlice, std::stop_token stop)
{
    WorkBelow work;
    const SliceTable& slices = trace.slices();
    const std::span<const LaunchTable::Link> links = trace.launches().all();
    const std::uint32_t endRow = trace.track(trace.trackOf(hostSlice)).endSlice();
    const Timestamp end = slices.end(hostSlice);
    auto link = std::ranges::lower_bound(links, hostSlice, {}, &LaunchTable::Link::launch);
    std::vector<TimeRange> ranges;
    std::uint32_t examined = 0;
    for (; link != links.end() && link->launch.value < endRow; ++link) {
        if (link->launch != hostSlice && slices.start[link->launch.index()] >= end)
            break;
        if ((++examined & 0x3ff) == 0 && stop.stop_requested())
            break;
        if (!isWithin(trace, link->launch, hostSlice))
            continue; // overlaps without being nested
        work.pieces.push_back(link->work);
        if (!slices.isSound(link->work))
            continue;
        work.sum = saturatingAdd(work.sum, slices.duration(link->work));
        ranges.push_back(slices.range(link->work));
    }
    work.covered = totalLength(unionOf(std::move(ranges)));
    return work;
}

} // namespace kinetoscope
