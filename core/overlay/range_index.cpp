// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/range_index.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kBlock = 16;

} // namespace

RangeIndex::RangeIndex(std::vector<Entry> entries)
{
    auto made = std::make_shared<Stretches>();
    std::ranges::sort(entries, {}, [](const Entry& a) { return std::tie(a.range.begin, a.range.end); });
    made->ranges.reserve(entries.size());
    made->tags.reserve(entries.size());
    std::vector<Nanoseconds> lengths;
    Timestamp reach = kMinTimestamp;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        made->ranges.push_back(entries[i].range);
        made->tags.push_back(entries[i].tag);
        reach = std::max(reach, entries[i].range.end);
        if (i % kBlock == 0) {
            lengths.push_back(entries[i].range.length());
            made->reach.push_back(reach);
        } else {
            lengths.back() = std::max(lengths.back(), entries[i].range.length());
            made->reach.back() = reach;
        }
    }
    while (lengths.size() > 1) {
        std::vector<Nanoseconds> coarser;
        for (std::size_t i = 0; i < lengths.size(); i += kBlock) {
            const auto begin = lengths.begin() + static_cast<std::ptrdiff_t>(i);
            const auto end = lengths.begin() + static_cast<std::ptrdiff_t>(std::min(i + kBlock, lengths.size()));
            coarser.push_back(*std::max_element(begin, end));
        }
        made->longest.push_back(std::exchange(lengths, std::move(coarser)));
    }
    if (!lengths.empty())
        made->longest.push_back(std::move(lengths));
    m_stretches = std::move(made);
}

std::size_t RangeIndex::firstReaching(Timestamp time) const
{
    // The greatest end so far never falls, so the block can be searched for.
    const auto block =
        static_cast<std::size_t>(std::ranges::upper_bound(m_stretches->reach, time) - m_stretches->reach.begin());
    std::size_t i = std::min(block * kBlock, m_stretches->ranges.size());
    while (i < m_stretches->ranges.size() && m_stretches->ranges[i].end <= time)
        ++i;
    return i;
}

std::size_t RangeIndex::nextReaching(std::size_t from, Timestamp time) const
{
    std::size_t i = from;
    const auto endOfBlock = [this](std::size_t at) {
        return std::min((at / kBlock + 1) * kBlock, m_stretches->ranges.size());
    };
    while (i < m_stretches->ranges.size()) {
        for (const std::size_t end = endOfBlock(i); i < end; ++i) {
            if (m_stretches->ranges[i].end > time)
                return i;
        }
        if (i == m_stretches->ranges.size())
            return i;
        // Blocks up to which nothing reaches are passed over in growing strides.
        std::size_t stride = 1;
        std::size_t block = i / kBlock;
        while (block + stride <= m_stretches->reach.size() && m_stretches->reach[block + stride - 1] <= time) {
            block += stride;
            stride *= 2;
        }
        const auto last = m_stretches->reach.begin()
            + static_cast<std::ptrdiff_t>(std::min(block + stride, m_stretches->reach.size()));
        i = kBlock
            * static_cast<std::size_t>(
                std::upper_bound(m_stretches->reach.begin()
                        + static_cast<std::ptrdiff_t>(std::min(block, m_stretches->reach.size())),
                    last, time)
                - m_stretches->reach.begin());
    }
    return m_stretches->ranges.size();
}

std::size_t RangeIndex::nextOfLength(std::size_t from, Nanoseconds shortest) const
{
    std::size_t i = from;
    while (i < m_stretches->ranges.size()) {
        // The largest blocks that begin here and hold nothing long enough are passed over whole.
        std::size_t width = 1;
        for (const std::vector<Nanoseconds>& level : m_stretches->longest) {
            const std::size_t next = width * kBlock;
            if (i % next != 0 || level[i / next] >= shortest)
                break;
            width = next;
        }
        if (width == 1 && m_stretches->ranges[i].length() >= shortest)
            return i;
        i += width;
    }
    return m_stretches->ranges.size();
}

std::size_t RangeIndex::memoryBytes() const
{
    std::size_t bytes = m_stretches->ranges.capacity() * sizeof(TimeRange)
        + m_stretches->tags.capacity() * sizeof(std::uint32_t) + m_stretches->reach.capacity() * sizeof(Timestamp);
    for (const std::vector<Nanoseconds>& level : m_stretches->longest)
        bytes += level.capacity() * sizeof(Nanoseconds);
    return bytes;
}

} // namespace kinetoscope
