// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/overlay_painter.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/range_pixels.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/highlight_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

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
QRectF rowRect(const TimelineGeometry& geometry, const RowPanes& panes, const TimelineRow& row)
{
    const RowPane& pane = panes.of(row);
    const QRectF area(geometry.lanes.left(), geometry.lanes.top() + pane.top, geometry.lanes.width(), pane.height);
    const auto top = static_cast<double>(pane.toArea(row.y));
    return QRectF(area.left(), geometry.lanes.top() + top, area.width(), row.height) & area;
}

/// The wash over an interval, with a line at both ends where there is room for it.
void paintWash(QPainter& painter, const QRectF& area, const QColor& edge)
{
    constexpr double kRoomForEdges = 6; // px
    const bool hasEdges = area.width() >= kRoomForEdges;
    QColor wash = edge;
    wash.setAlphaF(hasEdges ? 0.12f : 0.28f);
    painter.fillRect(area, wash);
    if (!hasEdges)
        return;
    painter.fillRect(QRectF(area.left(), area.top(), 1, area.height()), edge);
    painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), edge);
}

/// The folded row that stands for a track; -1 where the track has a row of its own, or none.
std::ptrdiff_t foldedRowOf(const TimelineScene& scene, const IntervalRef& interval)
{
    const std::ptrdiff_t at = interval.track.isValid() ? scene.rowOf(interval.rank, interval.track) : -1;
    if (at < 0)
        return -1;
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    return row.key.kind != RowKind::Track && !row.expanded ? at : -1;
}

/// Washes over intervals. What a cell of a table is made of may be thousands of them in a few pixels: those are one
/// stronger wash, so that the slices below stay in sight. So are those of all tracks of a folded row together.
void paintIntervals(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Selection& selection)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const QColor edge = scene.palette().accent;
    std::vector<QRectF> rows;
    std::map<std::ptrdiff_t, std::vector<bool>> folded; ///< by row, which pixels are washed over
    std::vector<bool>* pixels = nullptr;                ///< of the row of `before`, if it is folded
    const IntervalRef* before = nullptr;
    double painted = 0; ///< up to here, in the rows of `before`
    for (const IntervalRef& interval : selection.intervals) {
        const double x0 = std::max(0.0, scale.xOf(interval.range.begin));
        const double x1 = std::min(static_cast<double>(geometry.lanes.width()), scale.xOf(interval.range.end));
        if (x1 <= x0 - 1)
            continue;
        if (!before || before->rank != interval.rank || before->track != interval.track
            || before->range.begin > interval.range.begin) {
            findRows(scene, viewport, interval, rows);
            painted = 0;
            const std::ptrdiff_t row = foldedRowOf(scene, interval);
            pixels = row >= 0 ? &folded[row] : nullptr;
            if (pixels)
                pixels->resize(static_cast<std::size_t>(geometry.lanes.width()));
        }
        before = &interval;
        const double left = std::max(std::floor(x0), painted);
        const double right = std::max(std::floor(x0) + 1, x1);
        if (right <= left)
            continue;
        painted = std::ceil(right);
        if (pixels) {
            const auto end = std::min(pixels->size(), static_cast<std::size_t>(painted));
            std::fill(pixels->begin() + static_cast<std::ptrdiff_t>(left),
                pixels->begin() + static_cast<std::ptrdiff_t>(end), true);
            continue;
        }
        for (const QRectF& part : rows)
            paintWash(painter, QRectF(geometry.lanes.left() + left, part.top(), right - left, part.height()), edge);
    }
    const RowPanes panes = scene.panes(viewport);
    for (const auto& [row, washed] : folded) {
        const QRectF part = rowRect(geometry, panes, scene.rows().rows()[static_cast<std::size_t>(row)]);
        for (auto at = std::find(washed.begin(), washed.end(), true); at != washed.end();) {
            const auto end = std::find(at, washed.end(), false);
            paintWash(painter,
                QRectF(geometry.lanes.left() + static_cast<double>(at - washed.begin()), part.top(),
                    static_cast<double>(end - at), part.height()),
                edge);
            at = std::find(end, washed.end(), true);
        }
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

/// Where a path goes from one row to another: a line with a head, drawn where one of the links that meet can be seen.
void paintHops(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport)
{
    constexpr double kSmallestLink = 3; // px
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    std::vector<PixelRange> seen;
    std::map<std::pair<std::uint32_t, TrackId>, std::vector<QRectF>> rows;
    for (const std::shared_ptr<const Overlay>& overlay : scene.overlays()) {
        for (const OverlayHops& each : overlay->hops) {
            const auto rowOf = [&](TrackId track) {
                const auto [found, isNew] = rows.try_emplace({ each.rank, track });
                if (isNew)
                    findRows(scene, viewport, { each.rank, track, {} }, found->second);
                return found->second.empty() ? QRectF() : found->second.front();
            };
            wideRanges(each.hops, scale, kSmallestLink, seen);
            for (const PixelRange& hop : seen) {
                const QRectF from = rowOf(each.tracks[hop.tag].first);
                const QRectF to = rowOf(each.tracks[hop.tag].second);
                if (hop.left < 0 || from.isEmpty() || to.isEmpty())
                    continue;
                const double x = geometry.lanes.left() + hop.left;
                const bool isDown = from.top() < to.top();
                const QPointF begin(x, isDown ? from.bottom() : from.top());
                const QPointF end(x, isDown ? to.top() : to.bottom());
                painter.setPen(QPen(scene.palette().accent, 1.5));
                painter.drawLine(begin, end);
                const double back = isDown ? -6 : 6;
                painter.setPen(Qt::NoPen);
                painter.setBrush(scene.palette().accent);
                painter.drawPolygon(QPolygonF({ end, end + QPointF(-3, back), end + QPointF(3, back) }));
                painter.setBrush(Qt::NoBrush);
            }
        }
    }
}

/// An end of an arrow: where it meets its slice, and the pane that is in.
struct Anchor {
    QPointF point;
    RowPane pane;
};

/// Far ends are brought near, so that the curve keeps its shape at the border.
Anchor anchorOf(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice, bool atEnd)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const RowPanes panes = scene.panes(viewport);
    const std::ptrdiff_t at = scene.rowOf(slice);
    if (at < 0)
        return { {}, panes.rest() };
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    const RankTrace& rank = scene.traces()->ranks()[slice.rank];
    const TimeRange range = rank.trace->slices().range(slice.slice);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const double x = scale.xOf(rank.toJobTime(atEnd ? range.end : range.begin));
    double y = static_cast<double>(row.y) + row.height / 2.0;
    const int lane = RowLayout::laneOf(row, *rank.trace, slice.slice);
    if (lane >= 0)
        y = static_cast<double>(RowLayout::laneTop(row, lane)) + row.laneHeight / 2.0;
    const RowPane& pane = panes.of(row);
    const double areaY = y - static_cast<double>(pane.origin) + pane.top;
    return { { geometry.lanes.left() + std::clamp(x, -200.0, geometry.lanes.width() + 200.0),
                 geometry.lanes.top() + std::clamp(areaY, -2000.0, geometry.lanes.height() + 2000.0) },
        pane };
}

/// Arrows inside of one pane go under its edges; one from a pinned row to another ends at the edge of what has scrolled
/// away.
void paintArrows(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<TimelineOverlay::Arrow>& arrows, const QRectF& inside)
{
    const QRect lanes = scene.geometry(viewport.size).lanes;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const TimelineOverlay::Arrow& arrow : arrows) {
        Anchor from = anchorOf(scene, viewport, arrow.from, true);
        Anchor to = anchorOf(scene, viewport, arrow.to, false);
        if (from.pane.isPinned == to.pane.isPinned) {
            painter.setClipRect(lanesOf(scene, viewport, from.pane));
        } else {
            painter.setClipRect(lanes);
            for (Anchor* end : { &from, &to })
                end->point.setY(
                    std::clamp<double>(end->point.y(), lanes.top() + end->pane.top, lanes.top() + end->pane.bottom()));
        }
        if (!ignoresClips(painter) || (inside.contains(from.point) && inside.contains(to.point)))
            paintArrow(painter, from.point, to.point, scene.palette().accent);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// The runs of one collective joined across the rows of their ranks: at their ends, which all ranks leave together, and
/// fainter at their starts, which show who came when. Rows that are hidden have no place and are passed over; those
/// that are scrolled away lead the line out of the view.
void paintConnected(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<SliceRef>& connected)
{
    for (const bool atEnd : { false, true }) {
        std::vector<QPointF> points;
        for (const SliceRef& slice : connected) {
            if (scene.rowOf(slice) >= 0)
                points.push_back(anchorOf(scene, viewport, slice, atEnd).point);
        }
        std::ranges::sort(points, {}, [](const QPointF& point) { return point.y(); });
        QColor colour = scene.palette().accent;
        colour.setAlphaF(atEnd ? 0.9F : 0.45F);
        painter.setPen(QPen(colour, 1));
        for (std::size_t i = 1; i < points.size(); ++i)
            painter.drawLine(points[i - 1], points[i]);
    }
}

/// Frames around the slices of an overlay, each kept inside of its pane.
class FramePainter {
public:
    FramePainter(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const QRectF& inside)
        : m_painter(painter)
        , m_scene(scene)
        , m_viewport(viewport)
        , m_panes(scene.panes(viewport))
        , m_inside(inside)
    {
    }

    /// What is there of a slice, with the clip set to its pane; empty when it is not in view.
    [[nodiscard]] QRectF enter(SliceRef slice)
    {
        const QRectF rect = sliceRect(m_scene, m_viewport, slice) & m_inside;
        if (rect.isEmpty())
            return rect;
        const std::ptrdiff_t row = m_scene.rowOf(slice);
        const RowPane& pane = m_panes.of(m_scene.rows().rows()[static_cast<std::size_t>(row)]);
        const QRect lanes = lanesOf(m_scene, m_viewport, pane);
        m_painter.setClipRect(lanes);
        // Formats without clips: nothing may lie over the other pane.
        return ignoresClips(m_painter) ? rect & QRectF(lanes).adjusted(3, 3, -3, -3) : rect;
    }

    void draw(SliceRef slice, const QColor& colour)
    {
        const QRectF rect = enter(slice);
        if (!rect.isEmpty())
            drawFrame(m_painter, rect, 0, 1, colour);
    }

    /// Two frames, so that the outer one is seen on every fill.
    void drawSelected(SliceRef slice)
    {
        const QRectF rect = enter(slice);
        if (rect.isEmpty())
            return;
        drawFrame(m_painter, rect, 0, 1, m_scene.palette().canvas);
        drawFrame(m_painter, rect, 1, 2, m_scene.palette().accent);
    }

private:
    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelineViewport& m_viewport;
    RowPanes m_panes;
    QRectF m_inside;
};

} // namespace

void findRows(const TimelineScene& scene, const TimelineViewport& viewport, const IntervalRef& interval,
    std::vector<QRectF>& result)
{
    result.clear();
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const RowPanes panes = scene.panes(viewport);
    const auto& rows = scene.rows().rows();
    if (interval.track.isValid()) {
        const std::ptrdiff_t row = scene.rows().find({ RowKind::Track, interval.rank, interval.track.value });
        if (row >= 0)
            result.push_back(rowRect(geometry, panes, rows[static_cast<std::size_t>(row)]));
        return;
    }
    for (const RowPane& pane : panes.all()) {
        bool isNeighbour = false;
        for (std::size_t i = pane.firstRow; i < pane.endRow; ++i) {
            const bool isMeant = rows[i].key.rank == interval.rank;
            if (isMeant && isNeighbour)
                result.back() = result.back().united(rowRect(geometry, panes, rows[i]));
            else if (isMeant)
                result.push_back(rowRect(geometry, panes, rows[i]));
            isNeighbour = isMeant;
        }
    }
}

QRectF rowInView(const TimelineScene& scene, const TimelineViewport& viewport, SliceRef slice)
{
    const std::ptrdiff_t row = scene.rowOf(slice);
    if (row < 0)
        return {};
    return rowRect(
        scene.geometry(viewport.size), scene.panes(viewport), scene.rows().rows()[static_cast<std::size_t>(row)]);
}

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
    const RowPanes panes = scene.panes(viewport);
    const RowPane& pane = panes.of(row);
    y += static_cast<double>(pane.top - pane.origin);
    if (y + height < pane.top - margin || y > pane.bottom() + margin)
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
    paintHops(painter, scene, viewport);
    paintIntervals(painter, scene, viewport, overlay.selection);
    if (overlay.hits)
        paintHits(painter, scene, viewport, *overlay.hits);
    // Room for the frames themselves, where nothing else keeps them inside.
    const double inset = ignoresClips(painter) ? 3 : -16;
    const QRectF inside = QRectF(geometry.lanes).adjusted(inset, inset, -inset, -inset);
    FramePainter frames(painter, scene, viewport, inside);
    for (const SliceRef& slice : overlay.related)
        frames.draw(slice, palette.accent);
    if (overlay.connected.size() > 1) {
        painter.setClipRect(geometry.lanes);
        paintConnected(painter, scene, viewport, overlay.connected);
        for (const SliceRef& slice : overlay.connected)
            frames.draw(slice, palette.accent);
    }
    for (const SliceRef& slice : overlay.selection.slices)
        frames.drawSelected(slice);
    if (overlay.selected) {
        painter.setClipRect(geometry.lanes);
        paintSelected(painter, scene, viewport, *overlay.selected);
    }
    if (overlay.highlight) {
        painter.setClipRect(geometry.lanes);
        paintHighlight(painter, scene, viewport, *overlay.highlight);
    }
    if (overlay.hovered)
        frames.draw(*overlay.hovered, palette.text);
    paintArrows(painter, scene, viewport, overlay.arrows, inside);
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
