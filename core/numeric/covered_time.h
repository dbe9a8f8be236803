// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Time covered by a union up to any moment: how busy a device is inside many intervals.
class CoveredTime {
public:
    /// @param ranges  disjoint and sorted, as unionOf returns them.
    explicit CoveredTime(std::vector<TimeRange> ranges)
        : m_ranges(std::move(ranges))
    {
        Nanoseconds sum = 0;
        m_sums.reserve(m_ranges.size());
        for (const TimeRange& range : m_ranges) {
            m_sums.push_back(sum);
            sum = saturatingAdd(sum, range.length());
        }
    }
    /// Covered part of `range`. O(log n).
    [[nodiscard]] Nanoseconds within(TimeRange range) const
    {
        return range.isEmpty() ? 0 : before(range.end) - before(range.begin);
    }
    /// Covered part of all of them together.
    [[nodiscard]] Nanoseconds within(const std::vector<TimeRange>& ranges) const
    {
        Nanoseconds sum = 0;
        for (const TimeRange& range : ranges)
            sum = saturatingAdd(sum, within(range));
        return sum;
    }

private:
    [[nodiscard]] Nanoseconds before(Timestamp time) const
    {
        const auto after = std::ranges::upper_bound(m_ranges, time, {}, &TimeRange::begin);
        if (after == m_ranges.begin())
            return 0;
        const auto i = static_cast<std::size_t>(after - m_ranges.begin()) - 1;
        return saturatingAdd(m_sums[i], TimeRange { m_ranges[i].begin, std::min(time, m_ranges[i].end) }.length());
    }

    std::vector<TimeRange> m_ranges;
    std::vector<Nanoseconds> m_sums; ///< covered before each range
};

} // namespace kinetoscope
