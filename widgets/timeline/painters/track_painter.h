// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QString>

#include <vector>

class QPainter;

namespace kinetoscope {

/// What shows that tracks were pinned, found, moved or filtered. All paint in logical pixels, origin at the timeline's
/// top left.

/// A bar at the left of each pinned row's header.
void paintPins(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries);
/// A frame around a row, header and lanes, that was just found; nothing where it is not in view.
void paintMarkedRow(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const RowKey& marked);
/// Where a dragged row would go: a line across headers and lanes at y.
void paintDropLine(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, int y);
/// A sentence in place of the lanes where there are none.
void paintNoRows(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const QString& sentence);

} // namespace kinetoscope
