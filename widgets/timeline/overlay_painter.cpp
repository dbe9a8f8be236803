// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overlay_painter.h"

#include "core/layout/lane_cells.h"
#include "widgets/timeline/frame_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostArrows = 32; // more would be a carpet

/// A frame `width` px wide, `distance` px outside of the rectangle.
void drawFrame(QPainter& painter, const QRectF& rect, double distance, double width, const QColor& colour)
{
    const double d = distance + width / 2;
    QPen pen(colour, width);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-d, -d, d, d));
}

/// The part of the lanes a row takes, logical pixels; empty when it is out of view.
QRectF rowRect(const TimelineGeometry& geometry, const TimelineViewport& viewport, const TimelineRow& row)
{
    const auto top = static_cast<double>(row.y - viewport.scrollY);
    return QRectF(geometry.lanes.left(), geometry.lanes.top() + top, geometry.lanes.width(), row.height)
        & QRectF(geometry.lanes);
}

/// The rows an interval is about, logical pixels: its track's row, or all rows of its rank.
QRectF rowsOf(const TimelineScene& scene, const TimelineViewport& viewport, const IntervalRef& interval)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    if (interval.track.isValid()) {
        const std::ptrdiff_t row = scene.rows().find({ RowKind::Track, interval.rank, interval.track.value });
        return row < 0 ? QRectF() : rowRect(geometry, viewport, scene.rows().rows()[static_cast<std::size_t>(row)]);
    }
    QRectF all;
    for (const TimelineRow& row : scene.rows().rows()) {
        if (row.key.rank == interval.rank)
            all = all.united(rowRect(geometry, viewport, row));
    }
    return all;
}

/// Washes over intervals, with a line at both ends where there is room for it. What a cell of a table is made of may be
/// thousands of them in a few pixels: those are one stronger wash, so that the slices below stay in sight.
void paintIntervals(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Selection& selection)
{
    constexpr double kRoomForEdges = 6; // px
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const QColor edge = scene.palette().accent;
    QColor wash = edge;
    wash.setAlphaF(0.12f);
    QColor dense = edge;
    dense.setAlphaF(0.28f);
    QRectF rows;
    const IntervalRef* before = nullptr;
    double painted = 0; ///< up to here, in the rows of `before`
    for (const IntervalRef& interval : selection.intervals) {
        const double x0 = std::max(0.0, scale.xOf(interval.range.begin));
        const double x1 = std::min(static_cast<double>(geometry.lanes.width()), scale.xOf(interval.range.end));
        if (x1 <= x0 - 1)
            continue;
        if (!before || before->rank != interval.rank || before->track != interval.track
            || before->range.begin > interval.range.begin) {
            rows = rowsOf(scene, viewport, interval);
            painted = 0;
        }
        before = &interval;
        const double left = std::max(std::floor(x0), painted);
        const double right = std::max(std::floor(x0) + 1, x1);
        if (rows.isEmpty() || right <= left)
            continue;
        painted = std::ceil(right);
        const QRectF area(geometry.lanes.left() + left, rows.top(), right - left, rows.height());
        const bool hasEdges = x1 - x0 >= kRoomForEdges;
        painter.fillRect(area, hasEdges ? wash : dense);
        if (!hasEdges)
            continue;
        painter.fillRect(QRectF(area.left(), rows.top(), 1, rows.height()), edge);
        painter.fillRect(QRectF(area.right() - 1, rows.top(), 1, rows.height()), edge);
    }
}

/// Veils what the scope leaves out: numbers in the panels are not about it.
void paintScope(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Scope& scope)
{
    if (scope.isWhole())
        return;
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    QColor veil = scene.palette().canvas;
    veil.setAlphaF(0.45f);
    const QRectF lanes(geometry.lanes);
    if (scope.range) {
        const TimeScale scale(viewport.visible, geometry.lanes.width());
        const double x0 = std::clamp(scale.xOf(scope.range->begin), 0.0, lanes.width());
        const double x1 = std::clamp(scale.xOf(scope.range->end), 0.0, lanes.width());
        painter.fillRect(QRectF(lanes.left(), lanes.top(), x0, lanes.height()), veil);
        painter.fillRect(QRectF(lanes.left() + x1, lanes.top(), lanes.width() - x1, lanes.height()), veil);
    }
    if (scope.ranks.empty())
        return;
    for (const TimelineRow& row : scene.rows().rows()) {
        const std::int64_t number = scene.traces()->ranks()[row.key.rank].rank;
        if (std::find(scope.ranks.begin(), scope.ranks.end(), number) == scope.ranks.end())
            painter.fillRect(rowRect(geometry, viewport, row), veil);
    }
}

/// A curve from the end of one slice to the start of the other, with a head.
void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& colour)
{
    QPainterPath path(from);
    const double reach = std::clamp(std::abs(to.x() - from.x()) / 2, 12.0, 120.0);
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    QPolygonF head;
    head << to << to + QPointF(-7, -3.5) << to + QPointF(-7, 3.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(head);
    painter.setBrush(Qt::NoBrush);
}

/// Where an arrow meets a slice; far ends are brought near, so that the curve keeps its shape at the border.
QPointF anchor(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice, bool atEnd)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const std::ptrdiff_t at = scene.rowOf(slice);
    if (at < 0)
        return {};
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    const RankTrace& rank = scene.traces()->ranks()[slice.rank];
    const TimeRange range = rank.trace->slices().range(slice.slice);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const double x = scale.xOf(rank.toJobTime(atEnd ? range.end : range.begin));
    double y = static_cast<double>(row.y) + row.height / 2.0;
    const int lane = RowLayout::laneOf(row, *rank.trace, slice.slice);
    if (lane >= 0)
        y = static_cast<double>(RowLayout::laneTop(row, lane)) + row.laneHeight / 2.0;
    return { geometry.lanes.left() + std::clamp(x, -200.0, geometry.lanes.width() + 200.0),
        geometry.lanes.top()
            + std::clamp(y - static_cast<double>(viewport.scrollY), -2000.0, geometry.lanes.height() + 2000.0) };
}

} // namespace

void findRelated(const TraceSet& traces, const Selection& selection, TimelineOverlay& overlay)
{
    overlay.related.clear();
    overlay.arrows.clear();
    if (selection.slices.empty())
        return;
    const SliceRef current = selection.slices.back();
    const Trace& trace = *traces.ranks()[current.rank].trace;
    const auto add = [&](SliceId slice) {
        if (slice.isValid() && slice != current.slice && overlay.related.size() < kMostRelated)
            overlay.related.push_back({ current.rank, slice });
    };
    for (const SliceId slice : trace.opStack(current.slice))
        add(slice);
    const SliceId launch = trace.launchOf(current.slice);
    if (launch.isValid()) {
        add(launch);
        overlay.arrows.push_back({ { current.rank, launch }, current });
    }
    for (const LaunchTable::Link& link : trace.launches().of(current.slice)) {
        add(link.work);
        if (overlay.arrows.size() < kMostArrows)
            overlay.arrows.push_back({ current, { current.rank, link.work } });
    }
}

QRectF sliceRect(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice)
{
    const std::ptrdiff_t at = scene.rowOf(slice);
    if (at < 0)
        return {};
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    const RankTrace& rank = scene.traces()->ranks()[slice.rank];
    const Trace& trace = *rank.trace;
    const TimeRange range = trace.slices().range(slice.slice);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const double margin = 8;
    const double x0 = std::clamp(scale.xOf(rank.toJobTime(range.begin)), -margin, geometry.lanes.width() + margin);
    const double x1 = std::clamp(scale.xOf(rank.toJobTime(range.end)), -margin, geometry.lanes.width() + margin);
    if (x1 <= -margin || x0 >= geometry.lanes.width() + margin)
        return {};
    double y = static_cast<double>(row.y);
    double height = row.height;
    if (row.laneCount > 0) {
        const int lane = RowLayout::laneOf(row, trace, slice.slice);
        if (lane < 0)
            return {}; // a Python frame while they are folded
        y = static_cast<double>(RowLayout::laneTop(row, lane));
        height = row.laneHeight;
    }
    y -= static_cast<double>(viewport.scrollY);
    if (y + height < -margin || y > geometry.lanes.height() + margin)
        return {};
    const double left = std::floor(x0);
    const double right = std::max(left + 1, std::floor(x1) - (x1 - x0 >= kWideSlicePixels ? 1 : 0));
    return { geometry.lanes.left() + left, geometry.lanes.top() + y, right - left, height };
}

void paintOverlay(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const TimelineOverlay& overlay)
{
    if (!scene.traces())
        return;
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const Palette& palette = scene.palette();
    painter.save();
    painter.setClipRect(geometry.lanes);
    paintScope(painter, scene, viewport, overlay.scope);
    paintIntervals(painter, scene, viewport, overlay.selection);
    // Room for the frames themselves, where nothing else keeps them inside.
    const double inset = ignoresClips(painter) ? 3 : -16;
    const QRectF inside = QRectF(geometry.lanes).adjusted(inset, inset, -inset, -inset);
    const auto frameOf = [&](SliceRef slice) { return sliceRect(scene, viewport, slice) & inside; };
    for (const SliceRef& slice : overlay.related) {
        const QRectF rect = frameOf(slice);
        if (!rect.isEmpty())
            drawFrame(painter, rect, 0, 1, palette.accent);
    }
    for (const SliceRef& slice : overlay.selection.slices) {
        const QRectF rect = frameOf(slice);
        if (rect.isEmpty())
            continue;
        drawFrame(painter, rect, 0, 1, palette.canvas);
        drawFrame(painter, rect, 1, 2, palette.accent);
    }
    if (overlay.hovered) {
        const QRectF rect = frameOf(*overlay.hovered);
        if (!rect.isEmpty())
            drawFrame(painter, rect, 0, 1, palette.text);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const TimelineOverlay::Arrow& arrow : overlay.arrows) {
        const QPointF from = anchor(scene, viewport, arrow.from, true);
        const QPointF to = anchor(scene, viewport, arrow.to, false);
        if (!ignoresClips(painter) || (inside.contains(from) && inside.contains(to)))
            paintArrow(painter, from, to, palette.accent);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.restore();
    if (overlay.pointer) {
        const TimeScale scale(viewport.visible, geometry.lanes.width());
        const double x = std::floor(scale.xOf(*overlay.pointer));
        if (x >= 0 && x < geometry.lanes.width()) {
            QColor line = palette.secondText;
            line.setAlphaF(0.6f);
            painter.fillRect(QRectF(geometry.lanes.left() + x, geometry.ruler.top(), 1,
                                 viewport.size.height() - geometry.ruler.top()),
                line);
        }
    }
}

} // namespace kinetoscope
