// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_walk.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The links of one walk, from the last to the first, or only what they add up to.
class PathWalk::Links {
public:
    Links(const Trace& trace, Timestamp from, SumsByCause& sums)
        : m_trace(trace)
        , m_from(from)
        , m_first(from)
        , m_sums(&sums)
    {
    }
    Links(const Trace& trace, Timestamp from, PathLinks& links)
        : m_trace(trace)
        , m_from(from)
        , m_first(from)
        , m_links(&links)
    {
    }

    [[nodiscard]] Timestamp from() const { return m_from; }
    /// From here on that walk takes the same links, each as far as it lies in its window.
    void join(Links& other)
    {
        m_joined.push_back(&other);
        m_first = std::min(m_first, other.m_from);
        m_nextPart = std::max(m_nextPart, other.m_from);
    }
    /// Begin of the latest of those that joined; kMinTimestamp without any.
    [[nodiscard]] Timestamp nextPart() const { return m_nextPart; }
    /// Those that joined and are as far as that have all their links.
    void partAt(Timestamp time)
    {
        if (time > m_nextPart)
            return;
        std::erase_if(m_joined, [time](const Links* other) { return other->m_from >= time; });
        m_first = m_from;
        m_nextPart = kMinTimestamp;
        for (const Links* other : m_joined) {
            m_first = std::min(m_first, other->m_from);
            m_nextPart = std::max(m_nextPart, other->m_from);
        }
    }
    [[nodiscard]] std::vector<Links*> takeJoined() { return std::exchange(m_joined, {}); }

    /// What lies before the window is cut off, and so are links without length.
    // These two are called once a link, and left calls by GCC's own limit.
    [[gnu::always_inline]] void add(TimeRange range, Cause cause, SliceId owner, TrackId thread = {})
    {
        for (Links* other : m_joined)
            other->addOwn(range, cause, owner, thread);
        addOwn(range, cause, owner, thread);
    }
    /// A stretch of a thread by its causes.
    void add(const LineSegment& segment, const CauseRules& rules, TrackId thread)
    {
        const LineSegment cut { { std::max(segment.range.begin, m_first), segment.range.end }, segment.owner };
        if (cut.range.isEmpty())
            return;
        if (rules.isOneCause(cut))
            add(cut.range, rules.of(cut.owner), cut.owner, thread);
        else
            addParts(cut, rules, thread);
    }

private:
    [[gnu::always_inline]] void addOwn(TimeRange range, Cause cause, SliceId owner, TrackId thread)
    {
        range.begin = std::max(range.begin, m_from);
        if (range.begin >= range.end)
            return;
        if (m_sums != nullptr)
            (*m_sums)[static_cast<std::size_t>(cause)].add(range.length());
        else
            m_links->pushFront({ range, cause, owner, owner.isValid() ? trackOf(owner) : thread });
    }
    /// Nearly all links are of the track of the one before, and most change between few.
    [[nodiscard]] TrackId trackOf(SliceId owner)
    {
        if (owner.value - m_tracks.front().firstSlice < m_tracks.front().sliceCount)
            return m_tracks.front().track;
        return otherTrackOf(owner);
    }
    [[nodiscard]] TrackId otherTrackOf(SliceId owner);
    void addParts(const LineSegment& segment, const CauseRules& rules, TrackId thread);

    struct Rows {
        TrackId track;
        std::uint32_t firstSlice = 0;
        std::uint32_t sliceCount = 0;
    };
    const Trace& m_trace;
    Timestamp m_from;
    Timestamp m_first;                    ///< least of those of this and of all that joined
    Timestamp m_nextPart = kMinTimestamp; ///< the latest of those that joined
    SumsByCause* m_sums = nullptr;
    PathLinks* m_links = nullptr;
    std::vector<Links*> m_joined;                     ///< not owned
    std::vector<std::pair<TimeRange, Cause>> m_parts; ///< of one stretch; its room is used again
    std::array<Rows, 4> m_tracks;                     ///< of the last owners
};

} // namespace kinetoscope
