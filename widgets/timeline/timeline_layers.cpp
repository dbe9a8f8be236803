// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_layers.h"

#include "widgets/timeline/painters/overview_painter.h"
#include "widgets/timeline/timeline_picture.h"

#include <utility>

namespace kinetoscope {

const QImage& TimelineLayers::lanes(const TimelineScene& scene, const TimelineViewport& viewport)
{
    if (!m_hasLanes || !(viewport == m_lanesViewport))
        m_lanes = renderLanes(scene, viewport, std::move(m_lanes), m_summaries);
    m_lanesViewport = viewport;
    m_hasLanes = true;
    return m_lanes;
}

const QImage& TimelineLayers::overview(const TimelineScene& scene, const TimelineViewport& viewport, TimeRange range)
{
    if (m_overview.isNull() || m_overview.devicePixelRatio() != viewport.pixelRatio)
        m_overview = renderOverview(scene, scene.geometry(viewport.size).overview.size(), viewport.pixelRatio, range);
    return m_overview;
}

} // namespace kinetoscope
