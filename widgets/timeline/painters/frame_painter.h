// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QFontMetricsF>
#include <QRect>
#include <QString>

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
/// The rule between the pinned rows and those that scroll below them, across headers and lanes.
void paintPinnedRule(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport);

/// What fits into one line of a row's header.
struct HeaderTexts {
    QString title;   ///< maybe cut
    QString figures; ///< at the right edge; whole or left out
};
/// The title matters more: figures are left out before it is cut to less than half of the line, and what of it tells
/// rows apart is the last to go.
/// @param distinct  what of the title must stay readable ("rank 17" of "rank 17 (summary)"); "" where nothing is.
/// @param fewerFigures  shown where those do not fit and all of the title stays.
[[nodiscard]] HeaderTexts fittedHeader(const QFontMetricsF& metrics, const QString& title, const QString& distinct,
    const QString& figures, double width, const QString& fewerFigures = {});

/// Whether a painter's format draws what lies outside of a clip all the same (QSvgGenerator of Qt 6.4): then it must
/// not be drawn.
[[nodiscard]] bool ignoresClips(const QPainter& painter);

/// The line in a thread's header that shows or folds its Python frames; empty where there are none or the row is too
/// low.
[[nodiscard]] QRect pythonToggle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);

/// The triangle of a row's header, for drawing and for clicks; empty where the row cannot be folded.
[[nodiscard]] QRect foldTriangle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);
/// The whole header of a row, in view or not.
[[nodiscard]] QRect headerRect(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);
/// What is in view of the column of headers, and of the lanes, in the pane of a row: pinned rows stay above the others.
[[nodiscard]] QRect headersOf(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row);
[[nodiscard]] QRect lanesOf(const TimelineScene& scene, const TimelineViewport& viewport, const RowPane& pane);

} // namespace kinetoscope
