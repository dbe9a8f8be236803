// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
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

/// The longest of several lengths of time that together hold nine tenths of it.
struct FewLengths {
    std::size_t count = 0; ///< 0: it takes more than a third of them
    Nanoseconds time = 0;
};
/// @param lengths  ns, `all` together. O(n log n).
[[nodiscard]] inline FewLengths fewOf(std::vector<Nanoseconds> lengths, Nanoseconds all)
{
    const auto third = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 3);
    std::nth_element(lengths.begin(), third, lengths.end(), std::greater());
    const Nanoseconds inThird = std::accumulate(lengths.begin(), third, Nanoseconds { 0 }, saturatingAdd);
    if (inThird < all - all / 10) // as a rule
        return {};
    std::sort(lengths.begin(), third, std::greater());
    Nanoseconds time = 0;
    for (auto length = lengths.begin(); length != third; ++length) {
        time = saturatingAdd(time, *length);
        if (time >= all - all / 10)
            return { static_cast<std::size_t>(length - lengths.begin()) + 1, time };
    }
    return {};
}

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
