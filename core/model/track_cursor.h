// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>

namespace kinetoscope {

/// Trace::trackOf() for slices that are asked for one after the other: nearly all lie on the track of the one before.
/// Keeps a reference to the trace. Not thread-safe.
class TrackCursor {
public:
    explicit TrackCursor(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// O(1) on the track of the last answer, else O(log tracks).
    [[nodiscard]] TrackId of(SliceId slice)
    {
        if (slice.value - m_firstSlice >= m_sliceCount)
            goTo(slice);
        return m_track;
    }

private:
    void goTo(SliceId slice)
    {
        m_track = m_trace.trackOf(slice);
        m_firstSlice = m_track.isValid() ? m_trace.track(m_track).firstSlice : 0;
        m_sliceCount = m_track.isValid() ? m_trace.track(m_track).sliceCount : 0;
    }

    const Trace& m_trace;
    TrackId m_track;
    std::uint32_t m_firstSlice = 0;
    std::uint32_t m_sliceCount = 0;
};

} // namespace kinetoscope
