// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/part_idle.h"

#include "tests/support/slow/slow_gpu.h"

#include <algorithm>
#include <map>
#include <vector>

namespace kinetoscope::tests {

namespace {

/// Device work by line: the rank, a device, a stream.
using Lines = std::map<std::string, std::vector<TimeRange>>;

Lines linesOf(const RankTrace& rank, Nanoseconds moved)
{
    Lines lines;
    for (const SlowWork& work : slowWork(rank, {})) {
        const std::string device = "device " + std::to_string(work.device);
        for (const std::string& line :
            { std::string("the rank"), device, device + " stream " + std::to_string(work.stream) })
            lines[line].push_back({ saturatingAdd(work.begin, moved), saturatingAdd(work.end, moved) });
    }
    for (auto& [name, ranges] : lines)
        std::sort(
            ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    return lines;
}

/// The time inside `window` in which none of the ranges runs. They are sorted.
Nanoseconds idleIn(const std::vector<TimeRange>& ranges, TimeRange window)
{
    Nanoseconds idle = 0;
    Timestamp freeAt = window.begin;
    for (const TimeRange& range : ranges) {
        if (range.begin > freeAt)
            idle += std::max<Nanoseconds>(0, std::min(range.begin, window.end) - std::min(freeAt, window.end));
        freeAt = std::max(freeAt, range.end);
    }
    return idle + std::max<Nanoseconds>(0, window.end - freeAt);
}

} // namespace

std::string inventedIdle(const std::shared_ptr<const TraceSet>& whole, const std::shared_ptr<const TraceSet>& part)
{
    const Nanoseconds moved = saturatingSubtract(part->unixOrigin(), whole->unixOrigin());
    for (const RankTrace& rank : part->ranks()) {
        const std::size_t position = whole->indexOfRank(rank.rank);
        if (position == whole->ranks().size())
            return "rank " + std::to_string(rank.rank) + " is new";
        const Lines before = linesOf(whole->ranks()[position], 0);
        for (const auto& [name, works] : linesOf(rank, moved)) {
            TimeRange hull = works.front();
            for (const TimeRange& work : works)
                hull.end = std::max(hull.end, work.end);
            const auto same = before.find(name);
            if (same == before.end())
                return name + " is new";
            const Nanoseconds idle = idleIn(works, hull);
            const Nanoseconds expected = idleIn(same->second, hull);
            if (idle != expected)
                return "rank " + std::to_string(rank.rank) + ", " + name + ": " + std::to_string(idle)
                    + " ns idle in the part, " + std::to_string(expected) + " in the whole";
        }
    }
    return {};
}

} // namespace kinetoscope::tests
