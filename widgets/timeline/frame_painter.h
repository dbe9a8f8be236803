// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/lanes_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QImage>

#include <optional>
#include <span>
#include <vector>

class QPainter;

namespace kinetoscope {

/// The parts around the lanes. All paint in logical pixels, origin at the timeline's top left, and stay inside their
/// rectangle.

/// Column of row titles with a triangle where a row can be folded; below or beside the title how busy the visible range
/// is.
void paintHeaders(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries);
/// Ruler with labels; left of it the length of the visible range.
void paintRuler(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport);
/// Vertical lines at the ruler's ticks, behind the slices.
void paintGrid(LaneCanvas& canvas, const TimelineScene& scene, const TimelineViewport& viewport);
/// Rules between ranks, across the lanes.
void paintRankRules(LaneCanvas& canvas, const TimelineScene& scene, const TimelineViewport& viewport);

/// Density of the whole job, one line a device (or a process where there is no device), without the window over it.
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

/// Whether a painter's format draws what lies outside of a clip all the same (QSvgGenerator of Qt 6.4): then it must
/// not be drawn.
[[nodiscard]] bool ignoresClips(const QPainter& painter);

/// The line in a thread's header that shows or folds its Python frames; empty where there are none or the row is too
/// low.
[[nodiscard]] QRect pythonToggle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);

/// The triangle of a row's header, for drawing and for clicks; empty where the row cannot be folded.
[[nodiscard]] QRect foldTriangle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);
/// The whole header of a row.
[[nodiscard]] QRect headerRect(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);

} // namespace kinetoscope
