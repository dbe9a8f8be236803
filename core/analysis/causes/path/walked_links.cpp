// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/walked_links.h"

#include <algorithm>

namespace kinetoscope {

TrackId PathWalk::Links::otherTrackOf(SliceId owner)
{
    auto known = std::ranges::find_if(
        m_tracks, [owner](const Rows& rows) { return owner.value - rows.firstSlice < rows.sliceCount; });
    if (known == m_tracks.end()) {
        const TrackId track = m_trace.trackOf(owner);
        *--known = { track, m_trace.track(track).firstSlice, m_trace.track(track).sliceCount };
    }
    std::rotate(m_tracks.begin(), known, known + 1);
    return m_tracks.front().track;
}

/// Of a stretch of more than one cause.
void PathWalk::Links::addParts(const LineSegment& segment, const CauseRules& rules, TrackId thread)
{
    m_parts.clear();
    rules.split(segment, [this](TimeRange part, Cause cause) { m_parts.emplace_back(part, cause); });
    for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part)
        add(part->first, part->second, segment.owner, thread);
}

} // namespace kinetoscope
