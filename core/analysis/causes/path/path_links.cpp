// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_links.h"

#include <algorithm>

namespace kinetoscope {

PathLink PathLinks::operator[](std::size_t position) const
{
    const std::size_t place = size() - 1 - position;
    const auto behind = std::ranges::upper_bound(m_blocks, place, {}, &Block::before);
    const Block& block = *(behind - 1);
    return block.at(place - block.before);
}

std::size_t PathLinks::memoryBytes() const
{
    std::size_t bytes = m_blocks.capacity() * sizeof(Block);
    for (const Block& block : m_blocks)
        bytes += block.begins.capacity() * (sizeof(Timestamp) + sizeof(SliceId) + sizeof(TrackId) + sizeof(Cause));
    return bytes;
}

void PathLinks::append(PathLinks earlier, std::size_t without)
{
    for (Block& block : earlier.m_blocks) {
        const std::size_t count = block.begins.size();
        const std::size_t left = std::min(count, block.before + count - std::min(block.before + count, without));
        if (left == 0)
            continue;
        if (left < count) {
            const auto dropped = static_cast<std::ptrdiff_t>(count - left);
            block.begins.erase(block.begins.begin(), block.begins.begin() + dropped);
            block.owners.erase(block.owners.begin(), block.owners.begin() + dropped);
            block.places.erase(block.places.begin(), block.places.begin() + dropped);
            block.causes.erase(block.causes.begin(), block.causes.begin() + dropped);
        }
        if (!m_blocks.empty())
            block.end = m_blocks.back().begins.back();
        block.before = size();
        m_blocks.push_back(std::move(block));
    }
}

void PathLinks::addBlock(Timestamp end)
{
    const std::size_t room = m_blocks.empty() ? kFirstRoom : std::min(2 * m_blocks.back().begins.capacity(), kMostRoom);
    Block block { .before = size(), .end = m_blocks.empty() ? end : m_blocks.back().begins.back() };
    block.begins.reserve(room);
    block.owners.reserve(room);
    block.places.reserve(room);
    block.causes.reserve(room);
    m_blocks.push_back(std::move(block));
}

} // namespace kinetoscope
