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
/// knows which slice began last where it stands, and what owns the time then is that one or the innermost of those
/// around it that has not ended; so going through a thread in either direction costs its slices once, and no memory.
/// Keeps a reference to the trace. Not thread-safe.
class TrackOwners {
public:
    /// O(slices of the thread); a bit for each where some of them are of other kinds or have times that cannot be
    /// right, else none. A copy shares them.
    TrackOwners(const Trace& trace, TrackId thread, const Progress& progress);

    /// The segment that holds [time, time + 1): from kMinTimestamp and to kMaxTimestamp at the ends of the recording;
    /// as long as it can be, but for slices without length, which cut it. O(log slices + what lies between this moment
    /// and the last one that was asked for).
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
    /// How many slices can own time, and those without length.
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Whether size() is all of the thread's slices.
    [[nodiscard]] bool areAllOwners() const { return !m_owning; }

private:
    static constexpr std::size_t kBefore = SIZE_MAX; ///< the first slice
    [[nodiscard]] bool owns(SliceId slice) const { return !m_owning || m_owning->contains(slice.value - m_first); }
    [[nodiscard]] std::uint32_t rowAt(std::size_t place) const { return m_first + static_cast<std::uint32_t>(place); }
    [[nodiscard]] Timestamp startAt(std::size_t place) const { return m_slices.start[rowAt(place)]; }
    /// Of the next slice that can own time; m_count behind the last.
    [[nodiscard]] std::size_t placeBehind(std::size_t place) const
    {
        const std::size_t next = place + 1; // of kBefore 0
        return m_owning && (next >= m_count || !m_owning->contains(next)) ? m_owning->next(next) : next;
    }
    /// Of the one before; kBefore before the first.
    [[nodiscard]] std::size_t placeBefore(std::size_t place) const
    {
        const std::size_t before = place - 1; // of the first kBefore
        return m_owning && place > 0 && !m_owning->contains(before) ? m_owning->previous(before) : before;
    }
    [[nodiscard]] SliceId sliceAt(std::size_t place) const
    {
        return place != kBefore ? SliceTable::at(rowAt(place)) : SliceId {};
    }
    /// Not after that of any slice around it that can own time.
    [[nodiscard]] Timestamp endOf(SliceId slice) const
    {
        const Timestamp end = m_slices.end(slice);
        return m_slices.has(slice, kSliceClipped) ? clipped(slice, end) : end;
    }
    [[nodiscard]] Timestamp clipped(SliceId slice, Timestamp end) const;
    void findOwning(const Progress& progress);
    void findClippedTwice(const Progress& progress);
    /// The slice or the first around it that can own time; invalid where there is none.
    [[nodiscard]] SliceId owning(SliceId slice) const
    {
        while (slice.isValid() && !owns(slice))
            slice = m_slices.parent[slice.index()];
        return slice;
    }
    [[nodiscard]] SliceId around(SliceId slice) const { return owning(m_slices.parent[slice.index()]); }
    [[nodiscard]] const LineSegment& find(Timestamp time);
    [[nodiscard]] std::size_t placeAt(Timestamp time) const;
    [[nodiscard]] bool hasBegunAt(std::size_t place, Timestamp time) const
    {
        return place < m_count && startAt(place) <= time;
    }
    void goTo(Timestamp time);
    /// The segment that begins then, where the last slice that has begun is at `place`, becomes the last answer.
    void standAt(std::size_t place, Timestamp begin, SliceId owner)
    {
        const std::size_t next = placeBehind(place);
        const Timestamp nextStart = next < m_count ? startAt(next) : kMaxTimestamp;
        m_place = place;
        m_segment = { { begin, owner.isValid() ? std::min(endOf(owner), nextStart) : nextStart }, owner };
    }
    template <typename Visit> bool eachOfEnded(SliceId& owner, Timestamp& time, Visit& visit);

    const SliceTable& m_slices;
    std::uint32_t m_first = 0;
    std::size_t m_count = 0;                 ///< of the track's slices
    std::size_t m_size = 0;                  ///< that can own time
    std::shared_ptr<const BitTree> m_owning; ///< by place those that can own time; null: every slice of the track can
    std::size_t m_place = kBefore;           ///< row from m_first on of the last slice that had begun and can own time
    LineSegment m_segment { { kMinTimestamp, kMinTimestamp }, {} }; ///< the last answer; of kBefore
    struct Ended {
        SliceId slice;
        Timestamp end = 0;
    };
    std::vector<Ended> m_ended; ///< of eachOfEnded(); its room is used again
    /// Of slices that outlive what is around them, which itself outlives what is around it: where they end; by slice.
    std::shared_ptr<const std::vector<Ended>> m_clippedTwice; ///< null: there are none
};

template <typename Visit> void TrackOwners::eachUntil(const TimeRange& range, Visit visit)
{
    if (range.isEmpty())
        return;
    const LineSegment first = at(range.begin);
    std::size_t place = m_place;
    SliceId slice = first.owner;
    Timestamp begin = first.range.begin; // of the stretch of that owner
    Timestamp time = range.begin;
    for (bool goesOn = true;;) {
        const std::size_t next = placeBehind(place);
        const Timestamp until = next < m_count ? std::min(startAt(next), range.end) : range.end;
        while (goesOn && time < until) { // outwards
            Timestamp end = until;
            if (slice.isValid()) {
                end = std::min(endOf(slice), until);
                if (end <= time) {
                    slice = around(slice);
                    begin = time;
                    continue;
                }
            }
            time = end;
            goesOn = visit(end, slice);
        }
        if (!goesOn || time >= range.end)
            break;
        place = next;
        slice = sliceAt(place);
        begin = time;
    }
    standAt(place, begin, slice);
}

/// The stretches before `time` that have an owner around a slice, which ended before; `time` becomes its end.
/// @param owner  the slice; becomes that of the last of them.
template <typename Visit> bool TrackOwners::eachOfEnded(SliceId& owner, Timestamp& time, Visit& visit)
{
    m_ended.clear();
    for (Timestamp end = endOf(owner); end < time;) {
        m_ended.push_back({ owner, end });
        owner = around(owner);
        if (!owner.isValid())
            break;
        end = endOf(owner);
    }
    while (!m_ended.empty()) {
        const Ended last = m_ended.back();
        m_ended.pop_back();
        if (last.end < time) {
            time = last.end;
            if (!visit(time, owner))
                return false;
        }
        owner = last.slice;
    }
    return true;
}

template <typename Visit> void TrackOwners::eachBefore(Timestamp time, Visit visit)
{
    goTo(time - 1);
    std::size_t place = m_place;
    SliceId owner;
    for (bool goesOn = true;;) {
        owner = sliceAt(place);
        if (place == kBefore) {
            time = kMinTimestamp;
            (void)visit(time, owner);
            break;
        }
        if (endOf(owner) < time && !eachOfEnded(owner, time, visit))
            break;
        if (const Timestamp start = startAt(place); start < time) {
            time = start;
            goesOn = visit(time, owner);
        }
        if (!goesOn)
            break;
        place = placeBefore(place);
    }
    standAt(place, time, owner);
}

} // namespace kinetoscope
