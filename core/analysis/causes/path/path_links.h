// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
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

/// The links of a path in time order, each from where the one before ended: nine bytes a link, of which a path may have
/// more than its trace has events, and eight for each that is in another place than its neighbour. A walk puts them in
/// from the last to the first.
class PathLinks {
    /// The first block of links put in has room for so many, each further one twice as much, up to the most: what is
    /// asked for in megabytes comes in large pages, which takes a third of the time.
    static constexpr std::size_t kFirstRoom = 64;
    static constexpr std::size_t kMostRoom = std::size_t { 1 } << 15;
    /// The place of a link and of those put in after it, up to the next one.
    struct Place {
        std::uint32_t first = 0; ///< of the links of the block
        TrackId track;
    };
    struct Block {
        std::size_t before = 0;                      ///< how many links were put in before its own
        Timestamp end = 0;                           ///< of the link put in first
        Timestamp base = 0;                          ///< that `offsets` count back from
        Timestamp begin = 0;                         ///< of the link put in last, which may be too far for an offset
        std::size_t gone = 0;                        ///< how many of its links, the first put in, are none of the path
        std::size_t count = 0;                       ///< those included
        std::size_t room = 0;                        ///< of the next three
        std::unique_ptr<std::uint32_t[]> offsets {}; ///< from begins to the base, ns
        std::unique_ptr<std::uint32_t[]> owners {};  ///< values of SliceIds
        std::unique_ptr<Cause[]> causes {};
        std::vector<Place> places {};

        [[nodiscard]] std::size_t size() const { return count - gone; }
        [[nodiscard]] Timestamp beginOf(std::size_t link) const
        {
            return link + 1 == count ? begin : base - Timestamp { offsets[link] };
        }
        /// @param place  where it is.
        [[nodiscard]] PathLink at(std::size_t link, const Place& place) const
        {
            return { { beginOf(link), link == gone ? end : beginOf(link - 1) }, causes[link], SliceId { owners[link] },
                place.track };
        }
        /// Whether an offset can say so.
        [[nodiscard]] bool reaches(Timestamp time) const
        {
            return static_cast<std::uint64_t>(base) - static_cast<std::uint64_t>(time) <= UINT32_MAX;
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
        PathLink operator*() const { return m_block->at(m_left - 1, *m_place); }
        Iterator& operator++()
        {
            --m_left;
            if (m_left == m_block->gone) {
                if (m_block->before > 0)
                    *this = Iterator(m_block - 1);
            } else if (m_left == m_place->first) {
                --m_place;
            }
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const { return m_block == other.m_block && m_left == other.m_left; }

    private:
        friend class PathLinks;
        explicit Iterator(const Block* block)
            : m_block(block)
            , m_place(&block->places.back())
            , m_left(block->count)
        {
        }
        const Block* m_block = nullptr;
        const Place* m_place = nullptr;
        std::size_t m_left = 0; ///< of the block, the link that is meant included
    };

    [[nodiscard]] Iterator begin() const { return m_blocks.empty() ? Iterator() : Iterator(&m_blocks.back()); }
    [[nodiscard]] Iterator end() const
    {
        Iterator end;
        if (!m_blocks.empty()) {
            end.m_block = &m_blocks.front();
            end.m_left = m_blocks.front().gone;
        }
        return end;
    }
    [[nodiscard]] bool empty() const { return m_blocks.empty(); }
    [[nodiscard]] std::size_t size() const
    {
        return m_blocks.empty() ? 0 : m_blocks.back().before + m_blocks.back().size();
    }
    /// Calls visit(link) for all links, from the first to the last, until visit returns false; faster than an iterator.
    template <typename Visit> void each(Visit visit) const { eachOf(0, 1, visit); }
    /// The same for one of `parts` parts, which follow each other and together are all links; some may be empty.
    template <typename Visit> void eachOf(std::size_t part, std::size_t parts, Visit visit) const;
    /// @param position  0 is the first in time. O(log size).
    [[nodiscard]] PathLink operator[](std::size_t position) const;
    [[nodiscard]] std::size_t memoryBytes() const;
    /// Calls visit(track) for the places of links, and of some that were left out; many times for a track that the path
    /// comes back to.
    template <typename Visit> void eachPlace(Visit visit) const
    {
        for (const Block& block : m_blocks) {
            for (const Place& place : block.places)
                visit(place.track);
        }
    }

    /// Puts in the link before all others. Where it does not end at their begin, that becomes its end.
    // Called once a link, and left a call by GCC's own limit.
    [[gnu::always_inline]] void pushFront(const PathLink& link)
    {
        if (m_blocks.empty() || m_blocks.back().count == m_blocks.back().room
            || !m_blocks.back().reaches(link.range.begin))
            addBlock(link.range.end);
        Block& block = m_blocks.back();
        if (block.count == 0 || block.places.back().track != link.place)
            addPlace(link.place);
        block.offsets[block.count] = static_cast<std::uint32_t>(
            static_cast<std::uint64_t>(block.base) - static_cast<std::uint64_t>(link.range.begin));
        block.owners[block.count] = link.owner.value;
        block.causes[block.count] = link.cause;
        block.begin = link.range.begin;
        ++block.count;
    }

    /// Puts in what another path has, but for the `without` links that were put in there first.
    void append(PathLinks earlier, std::size_t without);

private:
    void addBlock(Timestamp end);
    void addPlace(TrackId track);

    std::vector<Block> m_blocks; ///< none is empty; the last holds the first links, each the earlier ones last
};

template <typename Visit> void PathLinks::eachOf(std::size_t part, std::size_t parts, Visit visit) const
{
    const auto first = m_blocks.rbegin() + static_cast<std::ptrdiff_t>(m_blocks.size() * part / parts);
    const auto end = m_blocks.rbegin() + static_cast<std::ptrdiff_t>(m_blocks.size() * (part + 1) / parts);
    for (auto block = first; block != end; ++block) {
        std::size_t left = block->count;
        for (auto place = block->places.rbegin(); left > block->gone; ++place) {
            for (const std::size_t until = std::max<std::size_t>(place->first, block->gone); left > until;) {
                if (!visit(block->at(--left, *place)))
                    return;
            }
        }
    }
}

} // namespace kinetoscope
