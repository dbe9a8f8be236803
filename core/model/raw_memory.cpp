// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/raw_memory.h"

#include <algorithm>
#include <limits>

namespace kinetoscope {

std::int64_t MemorySizes::total() const
{
    std::int64_t sum = 0;
    for (const std::int64_t size : bytes)
        sum = saturatingAdd(sum, size);
    return sum;
}

std::vector<MemorySizes> memorySizesOf(std::span<const MemoryTimelineEntry> entries)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const MemoryTimelineEntry& entry : entries) {
        if (entry.timeNs > 0)
            first = std::min(first, entry.timeNs);
    }
    if (first == std::numeric_limits<std::int64_t>::max())
        first = 0;
    std::vector<MemorySizes> rows;
    std::int64_t time = 0; // of the last row, as in the file
    for (const MemoryTimelineEntry& entry : entries) {
        if (rows.empty() || entry.timeNs != time) {
            MemorySizes next = rows.empty() ? MemorySizes {} : rows.back();
            time = entry.timeNs;
            next.timeNs = time < 0 ? first : time;
            rows.push_back(next);
        }
        const bool isKnown = entry.category >= 0 && entry.category < static_cast<int>(kMemoryCategories.size());
        std::int64_t& size =
            rows.back().bytes[isKnown ? static_cast<std::size_t>(entry.category) : kMemoryCategories.size() - 1];
        size = saturatingAdd(size, entry.bytes);
    }
    return rows;
}

std::vector<MemorySizes> memorySizesInTime(std::span<const MemoryTimelineEntry> entries)
{
    std::vector<MemoryTimelineEntry> inTime(entries.begin(), entries.end());
    std::ranges::stable_sort(
        inTime, {}, [](const MemoryTimelineEntry& a) { return std::max<std::int64_t>(a.timeNs, -1); });
    return memorySizesOf(inTime);
}

} // namespace kinetoscope
