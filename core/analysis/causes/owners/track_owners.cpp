// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/track_owners.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// What is so of any of some slices.
struct AnyOf {
    unsigned flags = 0;
    bool isOfOtherKind = false; ///< one that is not in the host's call tree
};

/// Of all slices of a track, or of the first ones if told to stop. Without a branch in the loop: most tracks have
/// neither, and it is as fast as memory then.
AnyOf anyOf(const SliceTable& slices, const Track& track, const Progress& progress)
{
    constexpr std::uint32_t kRows = 4096;
    AnyOf any;
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(kRows / 8);) {
        unsigned flags = 0;
        unsigned others = 0;
        for (const std::uint32_t end = std::min(track.endSlice(), row + kRows); row < end; ++row) {
            flags |= slices.flags[row];
            others |= isHostCallTree(slices.kind[row]) ? 0U : 1U;
        }
        any.flags |= flags;
        any.isOfOtherKind = any.isOfOtherKind || others != 0;
    }
    return any;
}

} // namespace

TrackOwners::TrackOwners(const Trace& trace, TrackId thread, const Progress& progress)
    : m_slices(trace.slices())
{
    if (!thread.isValid())
        return;
    const Track& track = trace.track(thread);
    m_first = track.firstSlice;
    m_count = track.sliceCount;
    m_size = m_count;
    const AnyOf any = anyOf(m_slices, track, progress);
    if (any.isOfOtherKind || (any.flags & SliceTable::kUnsound) != 0)
        findOwning(progress);
    if ((any.flags & kSliceClipped) != 0)
        findClippedTwice(progress);
}

void TrackOwners::findOwning(const Progress& progress)
{
    auto owning = std::make_shared<BitTree>(m_count);
    m_size = 0;
    StopCheck check(progress);
    for (std::uint32_t row = m_first; row < m_first + m_count && !check.after(1); ++row) {
        if (!isHostCallTree(m_slices.kind[row]) || !m_slices.isSound(SliceTable::at(row)))
            continue;
        owning->insert(row - m_first);
        ++m_size;
    }
    if (!progress.shouldStop()) // nobody reads what is not whole
        m_owning = std::move(owning);
}

/// Of the last slice that can own time and begins at or before `time`.
std::size_t TrackOwners::placeAt(Timestamp time) const
{
    const auto hasBegun = [&](std::size_t place) { return startAt(place) <= time; };
    std::size_t low = 0;        // all before have begun
    std::size_t high = m_count; // from here on none has
    if (m_place != kBefore) {
        std::size_t step = 1;
        if (hasBegun(m_place)) {
            low = m_place + 1;
            while (low + step <= m_count && hasBegun(low + step - 1)) {
                low += step;
                step *= 2;
            }
            high = std::min(m_count, low + step);
        } else {
            high = m_place;
            while (high >= step && !hasBegun(high - step)) {
                high -= step;
                step *= 2;
            }
            low = high >= step ? high - step + 1 : 0;
        }
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (hasBegun(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return placeBefore(low);
}

/// As far as what is around it goes, which nearly always ends itself where the file says.
Timestamp TrackOwners::clipped(SliceId slice, Timestamp end) const
{
    const SliceId outer = around(slice);
    if (!outer.isValid())
        return end;
    if (!m_slices.has(outer, kSliceClipped) || !m_clippedTwice)
        return std::min(end, m_slices.end(outer));
    const auto known = std::ranges::lower_bound(*m_clippedTwice, slice, {}, &Ended::slice);
    return known != m_clippedTwice->end() && known->slice == slice ? known->end : end;
}

/// Once it is known which slices can own time.
void TrackOwners::findClippedTwice(const Progress& progress)
{
    auto found = std::make_shared<std::vector<Ended>>();
    const auto isClipped = [this](SliceId slice) { return m_slices.has(slice, kSliceClipped) && owns(slice); };
    StopCheck check(progress);
    for (std::uint32_t row = m_first; row < m_first + m_count && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!isClipped(slice))
            continue;
        const SliceId outer = around(slice);
        if (!outer.isValid() || !isClipped(outer))
            continue;
        // What is around it comes before it, and is there if it is one of these.
        const auto known = std::ranges::lower_bound(*found, outer, {}, &Ended::slice);
        const bool isKnown = known != found->end() && known->slice == outer;
        const SliceId outmost = isKnown ? SliceId {} : around(outer);
        Timestamp limit = isKnown ? known->end : m_slices.end(outer);
        if (outmost.isValid())
            limit = std::min(limit, m_slices.end(outmost));
        found->push_back({ slice, std::min(m_slices.end(slice), limit) });
    }
    if (!found->empty())
        m_clippedTwice = std::move(found);
}

/// m_place becomes that of placeAt().
void TrackOwners::goTo(Timestamp time)
{
    // Nearly all go on where the last segment ended, there the next slice begins, or one ends, or where it began.
    const std::size_t after = placeBehind(m_place);
    const std::size_t before = m_place != kBefore && time < m_segment.range.begin ? placeBefore(m_place) : kBefore;
    if (before != kBefore && startAt(before) <= time) {
        if (startAt(m_place) > time)
            m_place = before;
    } else if (time != m_segment.range.end || (hasBegunAt(after, time) && hasBegunAt(placeBehind(after), time))) {
        m_place = placeAt(time);
    } else if (hasBegunAt(after, time)) {
        m_place = after;
    }
}

const LineSegment& TrackOwners::find(Timestamp time)
{
    const std::size_t before = m_place;
    const LineSegment last = m_segment;
    goTo(time);
    SliceId slice = sliceAt(m_place);
    Timestamp begin = slice.isValid() ? startAt(m_place) : kMinTimestamp;
    if (m_place == before && time >= last.range.end) { // then its owner has ended
        slice = last.owner.isValid() ? around(last.owner) : SliceId {};
        begin = last.range.end;
    }
    for (; slice.isValid(); slice = around(slice)) {
        const Timestamp end = endOf(slice);
        if (end > time)
            break;
        begin = end; // of those around each other the inner ones end first
    }
    standAt(m_place, begin, slice);
    return m_segment;
}

} // namespace kinetoscope
