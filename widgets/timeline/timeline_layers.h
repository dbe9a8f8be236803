// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QImage>

#include <vector>

namespace kinetoscope {

/// What of a timeline stays as it is while only the pointer moves: pictures of its lanes and its overview, drawn again
/// when asked for after they were dropped or something else is looked at.
class TimelineLayers {
public:
    void dropLanes() { m_hasLanes = false; }
    void dropOverview() { m_overview = {}; }

    [[nodiscard]] const QImage& lanes(const TimelineScene& scene, const TimelineViewport& viewport);
    /// @param range  job time that spans its width.
    [[nodiscard]] const QImage& overview(const TimelineScene& scene, const TimelineViewport& viewport, TimeRange range);
    /// Of the rows of the lanes drawn last.
    [[nodiscard]] const std::vector<RowSummary>& summaries() const { return m_summaries; }

private:
    QImage m_lanes; ///< of m_lanesViewport; kept when dropped, its memory is used again
    TimelineViewport m_lanesViewport;
    std::vector<RowSummary> m_summaries;
    bool m_hasLanes = false;
    QImage m_overview; ///< null: dropped
};

} // namespace kinetoscope
