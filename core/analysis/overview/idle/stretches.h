// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Stretches of job time, how many there are, and how long together.
struct Stretches {
    std::vector<TimeRange> ranges;
    Nanoseconds time = 0;
    Nanoseconds longest = 0;
    std::size_t count = 0; ///< also where the ranges were dropped

    /// @param range  not before those that are there; one that begins where the last one ends continues it.
    void add(TimeRange range)
    {
        time = saturatingAdd(time, range.length());
        if (appendJoined(ranges, range))
            ++count;
        longest = std::max(longest, ranges.back().length());
    }
};

/// @param ranges  disjoint.
[[nodiscard]] inline Stretches stretchesOf(std::vector<TimeRange> ranges)
{
    Stretches stretches;
    stretches.time = totalLength(ranges);
    stretches.count = ranges.size();
    for (const TimeRange& range : ranges)
        stretches.longest = std::max(stretches.longest, range.length());
    stretches.ranges = std::move(ranges);
    return stretches;
}

} // namespace kinetoscope
