// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/track_owners.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

TrackOwners::TrackOwners(const Trace& trace, TrackId thread, const Progress& progress)
    : m_trace(trace)
    , m_slices(trace.slices())
{
    if (!thread.isValid())
        return;
    const Track& track = trace.track(thread);
    m_first = track.firstSlice;
    m_count = track.sliceCount;
    m_size = m_count;
    StopCheck check(progress);
    std::uint32_t row = m_first;
    while (row < track.endSlice() && canOwn(row) && !check.after(1))
        ++row;
    if (row == track.endSlice() || progress.shouldStop()) // nobody reads what is not whole
        return;
    auto owning = std::make_shared<BitTree>(m_count);
    for (std::uint32_t before = m_first; before < row; ++before)
        owning->insert(before - m_first);
    m_size = row - m_first;
    for (; row < track.endSlice() && !check.after(1); ++row) {
        if (!canOwn(row))
            continue;
        owning->insert(row - m_first);
        ++m_size;
    }
    m_owning = std::move(owning);
}

bool TrackOwners::canOwn(std::uint32_t row) const
{
    return isHostCallTree(m_slices.kind[row]) && m_slices.isSound(SliceTable::at(row)) && m_slices.duration32[row] != 0;
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

Timestamp TrackOwners::clipped(SliceId slice, Timestamp end) const
{
    for (slice = around(slice); slice.isValid(); slice = around(slice))
        end = std::min(end, m_slices.end(slice));
    return end;
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
    goTo(time);
    const std::size_t next = placeBehind(m_place);
    m_segment.range.begin = m_place != kBefore ? startAt(m_place) : kMinTimestamp;
    m_segment.range.end = next < m_count ? startAt(next) : kMaxTimestamp;
    SliceId slice = sliceAt(m_place);
    for (; slice.isValid(); slice = around(slice)) {
        const Timestamp end = endOf(slice);
        if (end > time) {
            m_segment.range.end = std::min(m_segment.range.end, end);
            break;
        }
        m_segment.range.begin = end; // of those around each other the inner ones end first
    }
    m_segment.owner = slice;
    return m_segment;
}

} // namespace kinetoscope
