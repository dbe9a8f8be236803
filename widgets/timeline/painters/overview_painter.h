// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/lane_canvas.h"
#include "widgets/timeline/timeline_scene.h"

#include <QImage>
#include <QRect>

#include <span>

class QPainter;

namespace kinetoscope {

/// The strip at the timeline's top that shows the whole job, and what stands left of it.

/// Density of the whole job, one line a device (or a process where there is no device), without the window over it. Of
/// a job that does no work, as a memory timeline: a counter of each rank.
/// @param range  job time that spans the width.
[[nodiscard]] QImage renderOverview(const TimelineScene& scene, QSize size, double pixelRatio, TimeRange range);
/// The same drawn onto a painter, for vector pictures.
void paintOverview(
    LaneCanvas& canvas, const TimelineScene& scene, QSize deviceSize, double pixelRatio, TimeRange range);
/// Dims what is outside the visible range and frames what is inside.
void paintOverviewWindow(
    QPainter& painter, const TimelineScene& scene, const QRect& area, TimeRange range, TimeRange visible);
/// Where hits of a search begin, as ticks along the bottom of the overview. `places` in job time.
void paintOverviewHits(QPainter& painter, const TimelineScene& scene, const QRect& area, TimeRange range,
    std::span<const Timestamp> places);
/// Left of the overview: how long the job is and, where colours show amounts, what they stand for.
void paintOverviewHeader(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, TimeRange range);

} // namespace kinetoscope
