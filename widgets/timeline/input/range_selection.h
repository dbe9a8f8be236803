// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timeline_projection.h"

#include <optional>

namespace kinetoscope {

/// Ranges of time that are drawn with the mouse. Pure.

/// `range` on all tracks that are on show between two points of the lanes.
[[nodiscard]] Selection selectionBetween(const TimelineProjection& shown, QPointF from, QPointF to, TimeRange range);
/// `range` on every rank of the scene.
[[nodiscard]] Selection selectionOnAllRanks(const TimelineScene& scene, TimeRange range);
/// The same places with another range.
[[nodiscard]] Selection withRange(Selection selection, TimeRange range);

/// An end of the selected range, that can be dragged. Job time.
struct RangeEdge {
    Timestamp moving = 0;
    Timestamp fixed = 0; ///< the other end
};
/// The end at a point of the lanes or the ruler. Nothing for a selection that is not one range of time.
[[nodiscard]] std::optional<RangeEdge> rangeEdgeAt(
    const TimelineProjection& shown, const Selection& selection, QPointF point);
/// Whether a point of the lanes is inside the selected range; never in a selection that is not one range of time.
[[nodiscard]] bool isInRange(const TimelineProjection& shown, const Selection& selection, QPointF point);

} // namespace kinetoscope
