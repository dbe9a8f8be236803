// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mark.h"
#include "widgets/timeline/timeline_scene.h"

#include <QRectF>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

class QPainter;

namespace kinetoscope {

/// What a picture of the timeline needs to know about marks.
struct TimelineMarks {
    std::vector<Mark> marks;
    std::optional<std::size_t> current; ///< drawn in the accent colour
};

/// A mark as it lies on the ruler: a flag, and a line down through the lanes at its moment or at both of its ends.
/// Logical pixels of the whole timeline.
struct MarkFlag {
    std::size_t mark = 0; ///< position in TimelineMarks::marks
    QRectF flag;          ///< inside the ruler
    double begin = 0;     ///< x of the (first) line; outside of the lanes where it is not to be seen
    double end = 0;       ///< x of the second line; equal to `begin` for a moment
    QString label;        ///< the note as it fits into the flag; empty where none does
};

/// The flags in view by time, the last one on top; a flag is as wide as its note up to a limit, and narrower where the
/// next one stands. Of several on one pixel one is left, the current one if it is among them: cost O(n log n) in
/// marks, flags as many as pixels.
[[nodiscard]] std::vector<MarkFlag> markFlags(
    const TimelineScene& scene, const TimelineViewport& viewport, const TimelineMarks& marks);

/// Draws flags, lines, and a tick for each mark on the overview. Temporary marks are hollow and dashed, kept ones
/// solid.
/// @param overviewRange  job time that spans the overview's width.
void paintMarks(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const TimelineMarks& marks, TimeRange overviewRange);

/// Note, time and kind of a mark as a tool tip, markup escaped.
[[nodiscard]] QString markToolTip(const Mark& mark);
/// One line for lists and menus: the note, or what it is without one, and its time.
[[nodiscard]] QString markTitle(const Mark& mark);

} // namespace kinetoscope
