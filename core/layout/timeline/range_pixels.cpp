// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/range_pixels.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

PixelRange toPixels(const RangeIndex::Entry& entry, const TimeScale& scale)
{
    const auto column = [&](Timestamp time) {
        return static_cast<std::int32_t>(std::floor(std::clamp(scale.xOf(time), -1.0, scale.width() + 1)));
    };
    const std::int32_t left = column(entry.range.begin);
    return { left, std::max(left + 1, column(entry.range.end)), entry.tag };
}

} // namespace

void wideRanges(const RangeIndex& ranges, const TimeScale& scale, double smallest, std::vector<PixelRange>& pixels)
{
    pixels.clear();
    const double shortest = std::ceil(smallest * scale.nanosecondsPerPixel());
    const Nanoseconds length = shortest < 9.2e18 ? static_cast<Nanoseconds>(shortest) : kMaxTimestamp;
    std::size_t i = ranges.nextOfLength(ranges.firstReaching(scale.visible().begin), length);
    for (; i < ranges.size(); i = ranges.nextOfLength(i + 1, length)) {
        const RangeIndex::Entry entry = ranges.entry(i);
        if (entry.range.begin >= scale.visible().end)
            return;
        if (entry.range.end > scale.visible().begin)
            pixels.push_back(toPixels(entry, scale));
    }
}

void allRanges(const RangeIndex& ranges, const TimeScale& scale, std::vector<PixelRange>& pixels)
{
    pixels.clear();
    std::int32_t next = -1; // first column that is free
    std::size_t i = ranges.firstReaching(saturatingSubtract(scale.visible().begin, 1));
    while (i < ranges.size() && ranges.entry(i).range.begin < scale.visible().end) {
        const PixelRange found = toPixels(ranges.entry(i), scale);
        if (found.right > std::max(0, next)) {
            pixels.push_back(found);
            next = found.right;
        }
        // What ends inside a column that is taken cannot be seen: on to what reaches beyond it.
        const Timestamp beyond = saturatingSubtract(scale.timeAt(static_cast<double>(std::max(found.right, next))), 1);
        i = ranges.nextReaching(i + 1, beyond);
    }
}

} // namespace kinetoscope
