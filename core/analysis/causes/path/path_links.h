// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstddef>
#include <iterator>
#include <vector>

namespace kinetoscope {

/// A stretch of a path and what it was spent in; trace time.
struct PathLink {
    TimeRange range; ///< not empty
    Cause cause = Cause::Unrecorded;
    SliceId owner; ///< host slice or work; invalid where nothing was recorded
    TrackId place; ///< the thread or stream of the owner; else the thread that was waited for, or that drives the rank;
                   ///< or none
};

/// The links of a path in time order, each from where the one before ended: 17 bytes a link, of which a path may have
/// more than its trace has events. A walk puts them in from the last to the first.
class PathLinks {
    /// The first block of links put in has room for so many, each further one twice as much, up to the most.
    static constexpr std::size_t kFirstRoom = 64;
    static constexpr std::size_t kMostRoom = std::size_t { 1 } << 15;
    struct Block {
        std::size_t before = 0; ///< how many links were put in before its own
        Timestamp end = 0;      ///< of the link put in first
        std::vector<Timestamp> begins {};
        std::vector<SliceId> owners {};
        std::vector<TrackId> places {};
        std::vector<Cause> causes {};

        [[nodiscard]] PathLink at(std::size_t place) const
        {
            return { { begins[place], place == 0 ? end : begins[place - 1] }, causes[place], owners[place],
                places[place] };
        }
    };

public:
    /// Goes from the first link to the last. Valid until a link is put in.
    class Iterator {
    public:
        using value_type = PathLink;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        Iterator() = default;
        PathLink operator*() const { return m_block->at(m_left - 1); }
        Iterator& operator++()
        {
            if (--m_left == 0 && m_block->before > 0) {
                --m_block;
                m_left = m_block->begins.size();
            }
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

    private:
        friend class PathLinks;
        Iterator(const Block* block, std::size_t left)
            : m_block(block)
            , m_left(left)
        {
        }
        const Block* m_block = nullptr;
        std::size_t m_left = 0; ///< of the block, the link that is meant included
    };

    [[nodiscard]] Iterator begin() const
    {
        return m_blocks.empty() ? Iterator() : Iterator(&m_blocks.back(), m_blocks.back().begins.size());
    }
    [[nodiscard]] Iterator end() const { return m_blocks.empty() ? Iterator() : Iterator(m_blocks.data(), 0); }
    [[nodiscard]] bool empty() const { return m_blocks.empty(); }
    [[nodiscard]] std::size_t size() const
    {
        return m_blocks.empty() ? 0 : m_blocks.back().before + m_blocks.back().begins.size();
    }
    /// @param position  0 is the first in time. O(log size).
    [[nodiscard]] PathLink operator[](std::size_t position) const;
    [[nodiscard]] std::size_t memoryBytes() const;

    /// Puts in the link before all others. Where it does not end at their begin, that becomes its end.
    void pushFront(const PathLink& link)
    {
        if (m_blocks.empty() || m_blocks.back().begins.size() == m_blocks.back().begins.capacity())
            addBlock(link.range.end);
        Block& block = m_blocks.back();
        block.begins.push_back(link.range.begin);
        block.owners.push_back(link.owner);
        block.places.push_back(link.place);
        block.causes.push_back(link.cause);
    }

    /// Puts in what another path has, but for the `without` links that were put in there first.
    void append(PathLinks earlier, std::size_t without);

private:
    void addBlock(Timestamp end);

    std::vector<Block> m_blocks; ///< none is empty; the last holds the first links, each the earlier ones last
};

} // namespace kinetoscope
