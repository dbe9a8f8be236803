// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/model/trace.h"
#include "core/model/track_cursor.h"

#include <cstdint>

namespace kinetoscope {

/// Whether what runs after a short gap follows work of another stream.
enum class StreamChange : std::uint8_t {
    None,
    Possible, ///< a call made some stream wait for an event, no row says which
    Known,    ///< it runs on another stream than the work before, or waits for an event by a row of the file
};

/// Tells of kernel gaps what they have to do with other streams. Keeps references to both.
class StreamChanges {
public:
    StreamChanges(const Trace& trace, const BlockingCalls& blocking)
        : m_trace(trace)
        , m_blocking(blocking)
        , m_tracks(trace)
    {
    }

    /// @param before  the work that the gap begins after, @param after the one that ends it; invalid for none.
    /// @param gap     ns; all of it.
    /// O(log event waits).
    [[nodiscard]] StreamChange of(SliceId before, SliceId after, Nanoseconds gap)
    {
        if (!before.isValid() || !after.isValid())
            return StreamChange::None;
        return m_tracks.of(before) == m_tracks.of(after) ? inStream(after) : betweenStreams(before, after, gap);
    }

private:
    [[nodiscard]] StreamChange inStream(SliceId after) const
    {
        const SliceTable& slices = m_trace.slices();
        const SliceId launch = slices.partner[after.index()]; // of a graph only what it begins with waits
        if (!launch.isValid() || slices.partner[launch.index()] != after)
            return StreamChange::None;
        if (!m_blocking.eventSources(after).empty())
            return StreamChange::Known;
        return m_blocking.waitsForEvent(after) ? StreamChange::Possible : StreamChange::None;
    }
    /// Of streams that run side by side each has its own gaps: none of them follows another.
    [[nodiscard]] StreamChange betweenStreams(SliceId before, SliceId after, Nanoseconds gap) const
    {
        const SliceTable& slices = m_trace.slices();
        const auto row = static_cast<std::uint32_t>(after.index());
        const bool isFirst = row == m_trace.track(m_trace.trackOf(after)).firstSlice;
        const bool wasEmptyLonger =
            isFirst || saturatingSubtract(slices.end(before), slices.end(SliceTable::at(row - 1))) > gap;
        return wasEmptyLonger ? StreamChange::Known : StreamChange::None;
    }

    const Trace& m_trace;
    const BlockingCalls& m_blocking;
    TrackCursor m_tracks;
};

} // namespace kinetoscope
