// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/progress.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Walks over the moments at which any of a few unions starts or ends, and tells what is active in between. Where one
/// ends at the moment another one starts, nothing overlaps.
///
///     UnionSweep sweep;
///     sweep.add(std::move(compute), 1);
///     sweep.add(std::move(communication), 2);
///     sweep.run([&](int mask, TimeRange stretch) { time[mask] += stretch.length(); });
class UnionSweep {
public:
    /// @param ranges  disjoint and sorted, as unionOf returns them.
    /// @param bit     a power of two, of no other union; set while one of `ranges` is open.
    void add(std::vector<TimeRange> ranges, int bit)
    {
        m_count += ranges.size();
        if (!ranges.empty())
            m_unions.push_back({ std::move(ranges), bit });
    }
    /// Ranges of all unions.
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// Of one; 0 of none with this bit.
    [[nodiscard]] std::size_t countOf(int bit) const
    {
        const auto found = std::ranges::find(m_unions, bit, &Union::bit);
        return found != m_unions.end() ? found->ranges.size() : 0;
    }

    /// Calls visit(mask, stretch) for each stretch between the first start and the last end, in time order, those of
    /// mask 0 included. Not all if told to stop. O(ranges x unions), no memory: their edges are in no list.
    template <typename Visit> void run(Visit visit, const Progress& progress = {}) const
    {
        std::vector<Cursor> cursors;
        for (const Union& each : m_unions)
            cursors.push_back({ each.ranges.front().begin, each.bit, each.ranges.data(), each.ranges.size() });
        int mask = 0;
        Timestamp last = kMaxTimestamp;
        StopCheck check(progress);
        while (!cursors.empty() && !check.after(cursors.size())) {
            Timestamp now = cursors.front().time;
            for (const Cursor& cursor : cursors)
                now = std::min(now, cursor.time);
            if (last < now)
                visit(mask, TimeRange { last, now });
            last = now;
            bool isAnyDone = false;
            for (Cursor& cursor : cursors) {
                for (; cursor.left > 0 && cursor.time == now; cursor.goOn())
                    mask ^= cursor.bit;
                isAnyDone = isAnyDone || cursor.left == 0;
            }
            if (isAnyDone)
                std::erase_if(cursors, [](const Cursor& cursor) { return cursor.left == 0; });
        }
    }

private:
    struct Union {
        std::vector<TimeRange> ranges; ///< not empty
        int bit = 0;
    };
    /// The next edge of a union.
    struct Cursor {
        Timestamp time = 0;
        int bit = 0;
        const TimeRange* range = nullptr;
        std::size_t left = 0; ///< ranges from this one on
        bool isOpen = false;

        void goOn()
        {
            isOpen = !isOpen;
            if (isOpen) {
                time = range->end;
            } else if (--left > 0) {
                time = (++range)->begin;
            }
        }
    };

    std::vector<Union> m_unions;
    std::size_t m_count = 0;
};

/// The stretches in which `wanted(mask)` holds, neighbours joined; not all if told to stop.
template <typename Wanted>
[[nodiscard]] std::vector<TimeRange> stretchesWhere(
    const UnionSweep& sweep, Wanted wanted, const Progress& progress = {})
{
    std::vector<TimeRange> found;
    found.reserve(sweep.count()); // memory that grows is copied: more than one asks for is not touched
    sweep.run(
        [&](int mask, TimeRange stretch) {
            if (wanted(mask))
                appendJoined(found, stretch);
        },
        progress);
    return found;
}

} // namespace kinetoscope
