// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bit_tree.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// A stretch of a thread's line and the innermost slice that owns it; ns on the trace's clock.
struct LineSegment {
    TimeRange range;
    SliceId owner; ///< invalid where nothing owns it
};

/// Which slice owns which moment of one host thread: the innermost one that runs. Ops, annotations, Python frames and
/// calls of sound times count; one that only overlaps the slice before it owns the time from its start on. A cursor: it
/// keeps the slices that are open where it stands, so going through a thread in either direction costs its slices once,
/// and no memory but theirs. Keeps a reference to the trace. Not thread-safe.
class TrackOwners {
public:
    /// O(slices of the thread); a bit for each where some of them can own nothing, else none. A copy shares them.
    TrackOwners(const Trace& trace, TrackId thread, const Progress& progress);

    /// The segment that holds [time, time + 1): as long as it can be, from kMinTimestamp and to kMaxTimestamp at the
    /// ends of the recording. O(log slices + what lies between this moment and the last one that was asked for).
    [[nodiscard]] const LineSegment& at(Timestamp time)
    {
        return m_segment.range.begin <= time && time < m_segment.range.end ? m_segment : find(time);
    }
    /// Calls visit(end, owner) for the segments in `range`, in time order, cut to it: each goes from the end of the one
    /// before up to `end`, and is not empty; an owner may come twice in a row. Until visit returns false. It may ask
    /// about other moments meanwhile. O(log slices + those in the range), faster than asking for each.
    template <typename Visit> void eachUntil(const TimeRange& range, Visit visit);
    /// Calls visit(begin, owner) for the segments before `time`, the latest first: each goes from `begin`, which is
    /// kMinTimestamp of the last one, to the begin of the one before, the first to `time`; an owner may come twice in a
    /// row. Until visit returns false; it may not ask about other moments. O(log slices + those that are visited),
    /// faster than asking for each.
    /// @param time  after kMinTimestamp.
    template <typename Visit> void eachBefore(Timestamp time, Visit visit);
    /// How many slices can own time.
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    static constexpr std::size_t kBefore = SIZE_MAX; ///< the first slice
    struct Open {
        std::uint32_t row = 0;
        Timestamp end = 0; ///< not after that of the one around it
    };
    [[nodiscard]] bool canOwn(std::uint32_t row) const;
    [[nodiscard]] std::uint32_t rowAt(std::size_t place) const { return m_first + static_cast<std::uint32_t>(place); }
    [[nodiscard]] Timestamp startAt(std::size_t place) const { return m_slices.start[rowAt(place)]; }
    /// Of the next slice that can own time; m_count behind the last.
    [[nodiscard]] std::size_t placeBehind(std::size_t place) const
    {
        const std::size_t next = place + 1; // of kBefore 0
        return m_owning ? m_owning->next(next) : next;
    }
    /// Of the one before; kBefore before the first.
    [[nodiscard]] std::size_t placeBefore(std::size_t place) const
    {
        return m_owning && place > 0 ? m_owning->previous(place - 1) : place - 1;
    }
    [[nodiscard]] const LineSegment& find(Timestamp time);
    [[nodiscard]] std::size_t placeAt(Timestamp time) const;
    [[nodiscard]] bool hasBegunAt(std::size_t place, Timestamp time) const
    {
        return place < m_count && startAt(place) <= time;
    }
    void goTo(std::size_t place);
    /// The segment that holds a moment, where the last slice that has begun by then is m_place.
    void answer(Timestamp time);
    /// How many of m_open have not ended at a moment that is not before the last slice's begin.
    [[nodiscard]] std::size_t openAt(Timestamp time) const
    {
        std::size_t open = m_open.size(); // of those around each other the inner ones end first
        while (open > 0 && m_open[open - 1].end <= time)
            --open;
        return open;
    }
    void closeBehind(std::uint32_t row);
    void openAround(SliceId slice);
    void open(std::uint32_t row);

    const Trace& m_trace;
    const SliceTable& m_slices;
    std::uint32_t m_first = 0;
    std::size_t m_count = 0;                 ///< of the track's slices
    std::size_t m_size = 0;                  ///< that can own time
    std::shared_ptr<const BitTree> m_owning; ///< by place those that can own time; null: every slice of the track can
    std::size_t m_place = kBefore;           ///< row from m_first on of the last slice that had begun and can own time
    std::vector<Open> m_open;                ///< it and those around it, outermost first
    std::vector<std::uint32_t> m_fresh;
    LineSegment m_segment;   ///< the last answer
    std::size_t m_finds = 0; ///< how often another moment was asked for
};

inline void TrackOwners::closeBehind(std::uint32_t row)
{
    while (!m_open.empty() && m_open.back().row > row)
        m_open.pop_back();
}

inline void TrackOwners::open(std::uint32_t row)
{
    const Timestamp end = m_slices.end(SliceTable::at(row));
    m_open.push_back({ row, m_open.empty() ? end : std::min(end, m_open.back().end) });
}

inline void TrackOwners::goTo(std::size_t place)
{
    m_place = place;
    if (place == kBefore) {
        m_open.clear();
        return;
    }
    const std::uint32_t row = rowAt(place);
    const SliceId parent = m_slices.parent[row];
    if (!parent.isValid())
        m_open.clear();
    else
        closeBehind(parent.value);
    // Nearly always the slice around it is open already.
    if (parent.isValid() && (m_open.empty() || m_open.back().row != parent.value))
        openAround(parent);
    open(row);
}

inline void TrackOwners::answer(Timestamp time)
{
    const std::size_t open = openAt(time);
    const std::size_t next = placeBehind(m_place);
    m_segment.range.begin = open < m_open.size() ? m_open[open].end
        : m_open.empty()                         ? kMinTimestamp
                                                 : m_slices.start[m_open.back().row];
    m_segment.range.end = next < m_count ? startAt(next) : kMaxTimestamp;
    m_segment.owner = SliceId {};
    if (open > 0) {
        m_segment.owner = SliceTable::at(m_open[open - 1].row);
        m_segment.range.end = std::min(m_segment.range.end, m_open[open - 1].end);
    }
}

template <typename Visit> void TrackOwners::eachUntil(const TimeRange& range, Visit visit)
{
    if (range.isEmpty())
        return;
    (void)at(range.begin);
    std::size_t finds = ++m_finds; // who goes through a range meanwhile is noticed, too
    Timestamp time = range.begin;
    std::size_t open = openAt(time);
    for (bool goesOn = true; goesOn && time < range.end;) {
        const std::size_t next = placeBehind(m_place);
        const Timestamp nextStart = next < m_count ? startAt(next) : kMaxTimestamp;
        if (nextStart <= time) {
            goTo(next);
            open = openAt(time);
            continue;
        }
        m_segment = { { time, std::min(nextStart, range.end) }, {} }; // what find() goes on from
        if (open > 0) {
            m_segment.owner = SliceTable::at(m_open[open - 1].row);
            m_segment.range.end = std::min(m_segment.range.end, m_open[open - 1].end);
        }
        time = m_segment.range.end;
        goesOn = visit(time, m_segment.owner);
        if (m_finds == finds) {
            while (open > 0 && m_open[open - 1].end <= time)
                --open;
        } else if (goesOn && time < range.end) { // it stands where that other moment is
            (void)at(time);
            finds = m_finds;
            open = openAt(time);
        }
    }
    if (m_finds == finds)
        answer(time - 1);
}

template <typename Visit> void TrackOwners::eachBefore(Timestamp time, Visit visit)
{
    (void)at(time - 1);
    ++m_finds;
    for (bool goesOn = true; goesOn;) {
        // Behind the end of what is open something around it owns the time, or nothing.
        std::size_t open = openAt(time - 1);
        for (; goesOn && open < m_open.size(); ++open) {
            if (m_open[open].end >= time) // as long as what is in it
                continue;
            time = m_open[open].end;
            goesOn = visit(time, open > 0 ? SliceTable::at(m_open[open - 1].row) : SliceId {});
        }
        if (!goesOn)
            break;
        if (m_place == kBefore) {
            (void)visit(kMinTimestamp, SliceId {});
            time = kMinTimestamp;
            break;
        }
        if (const Timestamp start = startAt(m_place); start < time) {
            time = start;
            goesOn = visit(time, SliceTable::at(m_open.back().row));
        }
        if (goesOn)
            goTo(placeBefore(m_place));
    }
    answer(time);
}

} // namespace kinetoscope
