// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_links.h"

#include <algorithm>

namespace kinetoscope {

PathLink PathLinks::operator[](std::size_t position) const
{
    const std::size_t number = size() - 1 - position;
    const Block& block = *(std::ranges::upper_bound(m_blocks, number, {}, &Block::before) - 1);
    const std::size_t link = number - block.before + block.gone;
    return block.at(link, *(std::ranges::upper_bound(block.places, link, {}, &Place::first) - 1));
}

std::size_t PathLinks::memoryBytes() const
{
    std::size_t bytes = m_blocks.capacity() * sizeof(Block);
    for (const Block& block : m_blocks)
        bytes += block.room * (2 * sizeof(std::uint32_t) + sizeof(Cause)) + block.places.capacity() * sizeof(Place);
    return bytes;
}

void PathLinks::append(PathLinks earlier, std::size_t without)
{
    for (Block& block : earlier.m_blocks) {
        const std::size_t dropped = std::min(block.size(), without - std::min(without, block.before));
        block.gone += dropped;
        if (block.size() == 0)
            continue;
        if (!m_blocks.empty())
            block.end = m_blocks.back().begin;
        block.before = size();
        m_blocks.push_back(std::move(block));
    }
}

void PathLinks::addBlock(Timestamp end)
{
    // Where offsets ended it, as long links do, the next one is not longer.
    const std::size_t room =
        m_blocks.empty() ? kFirstRoom : std::clamp(2 * m_blocks.back().count, kFirstRoom, kMostRoom);
    if (!m_blocks.empty())
        end = m_blocks.back().begin;
    Block block { .before = size(), .end = end, .base = end, .room = room };
    block.offsets = std::make_unique_for_overwrite<std::uint32_t[]>(room);
    block.owners = std::make_unique_for_overwrite<std::uint32_t[]>(room);
    block.causes = std::make_unique_for_overwrite<Cause[]>(room);
    m_blocks.push_back(std::move(block));
}

/// Of the next link.
void PathLinks::addPlace(TrackId track)
{
    Block& block = m_blocks.back();
    block.places.push_back({ static_cast<std::uint32_t>(block.count), track });
}

} // namespace kinetoscope
