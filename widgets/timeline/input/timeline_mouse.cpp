// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/timeline_mouse.h"

#include "core/layout/timeline/row_order.h"
#include "widgets/support/view_state.h"
#include "widgets/support/wheel_steps.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_parts.h"
#include "widgets/timeline/timeline_rows.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr int kScrollZone = 12; ///< so near the edge of the headers, a dragged row scrolls them

} // namespace

RowDrag::RowDrag(TimelineRows& rows, TimelineCamera& camera)
    : m_rows(rows)
    , m_camera(camera)
{
}

bool RowDrag::start(QPointF pressed, RowScroll scroll)
{
    // The rows may have been scrolled since the press.
    const TimelineProjection shown = m_camera.projection();
    const RowScroll now = m_camera.scroll();
    const bool isPinned = shown.panes().at(shown.areaY(pressed)).isPinned;
    const std::int64_t scrolled = isPinned ? scroll.pinned - now.pinned : scroll.rest - now.rest;
    const auto row = shown.headerAt(pressed + QPointF(0, static_cast<double>(scrolled)));
    const auto rows = row ? movableRows(m_rows.scene().rows(), *row) : std::nullopt;
    if (!rows || rows->blocks.size() < 2)
        return false;
    m_dragged = Dragged { *row, rows->at, 0 };
    m_rows.setCurrent(row);
    return true;
}

bool RowDrag::moveTo(QPointF point)
{
    const auto rows = m_dragged ? movableRows(m_rows.scene().rows(), m_dragged->row) : std::nullopt;
    if (!rows) {
        cancel();
        return false;
    }
    // A pinned row stays among the pinned ones, another one below them.
    const bool isPinned = m_rows.isPinned(m_dragged->row);
    const auto paneNow = [&] {
        const RowPanes panes = m_camera.projection().panes();
        return isPinned ? panes.pinned() : panes.rest();
    };
    RowPane pane = paneNow();
    const TimelineProjection shown = m_camera.projection();
    const std::int64_t y = shown.areaY(point);
    const int step = m_camera.rowStep();
    const int way = y < pane.top + kScrollZone ? -step : y >= pane.bottom() - kScrollZone ? step : 0;
    if (way != 0) {
        RowScroll scroll = m_camera.scroll();
        (isPinned ? scroll.pinned : scroll.rest) += way;
        m_camera.scrollTo(scroll);
        pane = paneNow();
    }
    m_dragged->place = rows->placeAt(pane.toLayout(std::clamp<std::int64_t>(y, pane.top, pane.bottom())));
    const std::int64_t line = pane.toArea(rows->lineAt(m_dragged->place));
    m_dragged->lineY =
        shown.geometry().headers.top() + static_cast<int>(std::clamp<std::int64_t>(line, pane.top, pane.bottom() - 1));
    return true;
}

void RowDrag::drop()
{
    const auto dragged = std::exchange(m_dragged, std::nullopt);
    const TimelineScene& scene = m_rows.scene();
    const auto rows = dragged ? movableRows(scene.rows(), dragged->row) : std::nullopt;
    if (rows && rows->moves(dragged->place))
        m_rows.setChoices(withRowMoved(scene.choices(), scene.tree(), *rows, dragged->place));
}

std::optional<int> RowDrag::dropLine() const
{
    return m_dragged ? std::optional(m_dragged->lineY) : std::nullopt;
}

TimelineMouse::TimelineMouse(QWidget& timeline, TimelineParts& parts)
    : m_timeline(timeline)
    , m_parts(parts)
    , m_rowDrag(parts.rows, parts.camera)
{
}

void TimelineMouse::wheel(const QWheelEvent& event)
{
    TimelineCamera& camera = m_parts.camera;
    const QPointF position = event.position();
    // Over the headers the wheel scrolls in either way.
    const bool isOverLanes = position.x() >= camera.projection().geometry().lanes.left();
    const bool isControl = event.modifiers().testFlag(Qt::ControlModifier);
    const bool isSideways = isSidewaysWheel(event);
    if (m_wheelZooms && isOverLanes ? !isControl && !isSideways : isControl) {
        camera.zoomBy(wheelZoomFactor(event), position.x());
        return;
    }
    // One gesture does one thing: the larger component decides.
    if (isSideways) {
        camera.panBy(wheelPanShare(event));
    } else {
        const double pixels = !event.pixelDelta().isNull() ? event.pixelDelta().y()
                                                           : event.angleDelta().y() / 120. * 3 * camera.rowStep();
        camera.scrollBy(-static_cast<std::int64_t>(std::lround(pixels)), position);
    }
    point(position);
}

bool TimelineMouse::press(const QMouseEvent& event)
{
    if (m_drag != Drag::None && event.button() != m_dragButton && event.buttons().testFlag(m_dragButton))
        return true; // another button, while one drags
    forget();
    const QPointF position = event.position();
    const TimelineProjection shown = m_parts.camera.projection();
    const bool isLeft = event.button() == Qt::LeftButton;
    const bool pans = event.button() == Qt::MiddleButton
        || (isLeft && (m_isSpaceHeld || event.modifiers().testFlag(Qt::ShiftModifier)));
    m_dragButton = event.button();
    m_dragStart = position;
    m_dragSelection = m_parts.state.selection();
    m_dragRange = m_parts.state.visibleRange();
    m_dragScroll = m_parts.camera.scroll();
    if (!m_parts.scene.traces() || (!isLeft && !pans))
        return false;
    if (const auto end = isLeft && !pans ? overviewEdgeAt(position) : std::nullopt) {
        m_drag = Drag::OverviewEdge;
        m_dragEdge = *end;
    } else if (shown.isOnOverview(position)) {
        m_drag = Drag::OverviewMove;
        moveInOverview(position);
    } else if (pans) {
        m_drag = Drag::Pan;
        m_timeline.setCursor(Qt::ClosedHandCursor);
    } else if (const auto mark = m_parts.marks.hitAt(position);
               mark && !event.modifiers().testFlag(Qt::ControlModifier)) {
        m_drag = Drag::Mark;
        m_parts.marks.startDrag(*mark, position);
    } else if (const auto edge = rangeEdgeAt(shown, m_parts.state.selection(), position);
               edge && event.modifiers() == Qt::NoModifier) {
        m_drag = Drag::RangeEdge;
        m_dragEdge = *edge;
    } else {
        m_drag = shown.isOnRuler(position) ? Drag::RulerRange : Drag::Pressed;
    }
    return true;
}

void TimelineMouse::move(const QMouseEvent& event)
{
    // The release went elsewhere, to a menu or a dialog that opened meanwhile.
    if (m_drag != Drag::None && !event.buttons().testFlag(m_dragButton)) {
        forget();
        m_timeline.unsetCursor();
        m_timeline.update();
    }
    drag(event.position(), event.modifiers());
    point(event.position());
}

void TimelineMouse::drag(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const QPointF way = point - m_dragStart;
    const bool snaps = !modifiers.testFlag(Qt::AltModifier);
    const bool hasMoved = std::abs(way.x()) >= 2;
    if (m_drag == Drag::Pressed && way.manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) {
        // A press on the lanes becomes a range, one on a header moves the row or stays a click.
        if (m_parts.camera.projection().isOnLanes(m_dragStart)) {
            m_drag = Drag::Range;
        } else if (m_rowDrag.start(m_dragStart, m_dragScroll)) {
            m_drag = Drag::Row;
            m_timeline.setCursor(Qt::ClosedHandCursor);
        }
    }
    switch (m_drag) {
    case Drag::None:
    case Drag::Pressed:
        return;
    case Drag::Range:
    case Drag::RulerRange:
        if (hasMoved)
            drawRange(point, snaps);
        return;
    case Drag::Row:
        dragRow(point);
        return;
    case Drag::RangeEdge:
        if (hasMoved)
            moveRangeEdge(point, snaps);
        return;
    case Drag::Mark:
        if (hasMoved)
            m_parts.marks.drag(point, snaps);
        return;
    case Drag::Pan: {
        const int width = m_parts.camera.projection().geometry().lanes.width();
        m_parts.state.setVisibleRange(panned(m_dragRange, m_parts.state.visibleLimits(), -way.x() / width));
        m_parts.camera.scrollTo(m_dragScroll);
        m_parts.camera.scrollBy(-static_cast<std::int64_t>(std::lround(way.y())), m_dragStart);
        return;
    }
    case Drag::OverviewMove:
        moveInOverview(point);
        return;
    case Drag::OverviewEdge:
        if (hasMoved)
            moveOverviewEdge(point);
        return;
    }
}

void TimelineMouse::moveInOverview(QPointF point)
{
    const Nanoseconds length = m_dragRange.length();
    const Timestamp from = overviewTimeAt(m_dragStart);
    const Timestamp to = overviewTimeAt(point);
    // What is in view is held where it was taken; beside it the pointer goes to its middle.
    const Timestamp begin = m_dragRange.contains(from) ? saturatingAdd(m_dragRange.begin, saturatingSubtract(to, from))
                                                       : saturatingSubtract(to, length / 2);
    m_parts.camera.setVisible({ begin, saturatingAdd(begin, length) });
}

void TimelineMouse::moveOverviewEdge(QPointF point)
{
    const TimeRange all = m_parts.camera.overviewRange();
    const Timestamp moving = std::clamp(overviewTimeAt(point), all.begin, all.end);
    const TimeRange range { std::min(moving, m_dragEdge.fixed), std::max(moving, m_dragEdge.fixed) };
    if (!range.isEmpty())
        m_parts.camera.setVisible(range);
}

Timestamp TimelineMouse::overviewTimeAt(QPointF point) const
{
    const QRect overview = m_parts.camera.projection().geometry().overview;
    return TimeScale(m_parts.camera.overviewRange(), overview.width()).timeAt(point.x() - overview.left());
}

std::optional<RangeEdge> TimelineMouse::overviewEdgeAt(QPointF point) const
{
    constexpr double kReach = 4;
    const TimelineProjection shown = m_parts.camera.projection();
    const TimeRange all = m_parts.camera.overviewRange();
    if (!shown.isOnOverview(point) || all.isEmpty())
        return std::nullopt;
    const QRect overview = shown.geometry().overview;
    const TimeScale scale(all, overview.width());
    const TimeRange visible = m_parts.state.visibleRange();
    const double x = point.x() - overview.left();
    const double begin = scale.xOf(visible.begin);
    const double end = scale.xOf(visible.end);
    const bool isNarrow = end - begin < 4 * kReach; // its middle moves it
    if (std::min(std::abs(x - begin), std::abs(x - end)) > kReach || (isNarrow && x > begin && x < end))
        return std::nullopt;
    return std::abs(x - begin) <= std::abs(x - end) ? RangeEdge { visible.begin, visible.end }
                                                    : RangeEdge { visible.end, visible.begin };
}

void TimelineMouse::dragRow(QPointF point)
{
    if (!m_rowDrag.moveTo(point)) {
        m_drag = Drag::None;
        m_timeline.unsetCursor();
    }
    m_timeline.update();
}

void TimelineMouse::dropRow()
{
    m_rowDrag.drop();
    m_timeline.update();
}

bool TimelineMouse::cancelDrag()
{
    if (!isDragging())
        return false;
    switch (std::exchange(m_drag, Drag::None)) {
    case Drag::Range:
    case Drag::RulerRange:
    case Drag::RangeEdge:
        m_parts.state.setSelection(m_dragSelection);
        break;
    case Drag::Pan:
    case Drag::OverviewMove:
    case Drag::OverviewEdge:
        m_parts.camera.setVisible(m_dragRange);
        m_parts.camera.scrollTo(m_dragScroll);
        break;
    case Drag::Mark:
        m_parts.marks.cancelDrag();
        break;
    case Drag::Row:
        m_rowDrag.cancel();
        break;
    case Drag::None:
    case Drag::Pressed:
        break;
    }
    m_timeline.unsetCursor();
    m_timeline.update();
    return true;
}

void TimelineMouse::forget()
{
    m_drag = Drag::None;
    m_rowDrag.cancel();
}

void TimelineMouse::drawRange(QPointF to, bool snaps)
{
    const TimelineProjection shown = m_parts.camera.projection();
    const auto [begin, end] = std::minmax({ shown.momentAt(m_dragStart, snaps), shown.momentAt(to, snaps) });
    const TimeRange range { begin, end };
    // Below the last row there is time only, as on the ruler.
    const auto isBelow = [&](QPointF at) {
        const std::int64_t y = shown.areaY(at);
        return shown.panes().at(y).toLayout(y) >= m_parts.scene.rows().height();
    };
    const bool isOnTime = m_drag == Drag::RulerRange || (isBelow(m_dragStart) && isBelow(to));
    m_parts.state.setSelection(
        isOnTime ? selectionOnAllRanks(m_parts.scene, range) : selectionBetween(shown, m_dragStart, to, range));
}

void TimelineMouse::moveRangeEdge(QPointF point, bool snaps)
{
    const Timestamp moving = m_parts.camera.projection().momentAt(point, snaps);
    const TimeRange range { std::min(moving, m_dragEdge.fixed), std::max(moving, m_dragEdge.fixed) };
    if (!range.isEmpty())
        m_parts.state.setSelection(withRange(m_parts.state.selection(), range));
}

void TimelineMouse::release(const QMouseEvent& event)
{
    if (m_drag != Drag::None && event.button() != m_dragButton)
        return;
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_timeline.unsetCursor();
    const bool stayed = std::abs(event.position().x() - m_dragStart.x()) < 2;
    if (event.button() == Qt::LeftButton && (drag == Drag::Pressed || (drag == Drag::RangeEdge && stayed)))
        click(event.position(), event.modifiers());
    else if (drag == Drag::RulerRange && stayed)
        m_parts.state.clearSelection();
    else if (drag == Drag::Mark)
        m_parts.marks.endDrag();
    else if (drag == Drag::Range || drag == Drag::RulerRange || drag == Drag::RangeEdge)
        emit rangeDrawn();
    else if (drag == Drag::Row)
        dropRow();
    point(event.position());
}

void TimelineMouse::doubleClick(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return;
    const QPointF position = event.position();
    const TimelineProjection shown = m_parts.camera.projection();
    if (const auto mark = m_parts.marks.hitAt(position))
        m_parts.marks.editNote(mark->mark);
    else if (shown.isOnRuler(position) || shown.isOnOverview(position))
        m_parts.camera.fitAll();
    else if (const auto slice = shown.hitAt(position).slice)
        m_parts.camera.zoomTo(m_parts.state.jobRange(*slice));
    else if (const auto gap = shown.gapAt(position))
        m_parts.reveal.zoomToSelection({ {}, { gap->interval } });
    else if (const TimelineRow* row = shown.rowAt(position); row && (shown.isOnHeaders(position) || !row->expanded))
        m_parts.rows.toggle(RowKey(row->key));
}

void TimelineMouse::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const TimelineProjection shown = m_parts.camera.projection();
    if (const TimelineRow* row = shown.rowAt(point)) {
        m_parts.rows.setCurrent(row->key);
        if (shown.isOnHeaders(point))
            clickHeader(*row, point.toPoint());
    }
    if (!shown.isOnLanes(point))
        return;
    const bool adds = modifiers.testFlag(Qt::ControlModifier);
    Selection selection = adds ? m_parts.state.selection() : Selection {};
    if (const auto slice = shown.hitAt(point).slice) {
        const auto at = std::ranges::find(selection.slices, *slice);
        if (at != selection.slices.end())
            selection.slices.erase(at);
        else
            selection.slices.push_back(*slice);
    } else if (const auto gap = shown.gapAt(point)) {
        selection.intervals.push_back(gap->interval);
    }
    m_parts.state.setSelection(selection);
}

void TimelineMouse::clickHeader(const TimelineRow& row, QPoint point)
{
    // The triangle with a little room around it: it is small.
    const TimelineViewport viewport = m_parts.camera.viewport();
    const QRect triangle = foldTriangle(m_parts.scene, viewport, row);
    if (!triangle.isEmpty() && triangle.adjusted(-4, -2, 4, 2).contains(point))
        m_parts.rows.toggle(RowKey(row.key));
    else if (pythonToggle(m_parts.scene, viewport, row).contains(point))
        m_parts.rows.setPythonFolded(RowKey(row.key), !row.foldsPython);
}

void TimelineMouse::point(QPointF point)
{
    m_parts.camera.setPointer(point);
    tellTime();
    const TimelineProjection shown = m_parts.camera.projection();
    const bool isFree = m_drag == Drag::None;
    const auto mark = isFree ? m_parts.marks.hitAt(point) : std::nullopt;
    const bool onEdge = m_drag == Drag::RangeEdge || m_drag == Drag::OverviewEdge
        || (isFree && (rangeEdgeAt(shown, m_parts.state.selection(), point) || overviewEdgeAt(point)));
    if (mark && mark->edge == MarkTool::Edge::Whole)
        m_timeline.setCursor(Qt::PointingHandCursor);
    else if (onEdge || mark)
        m_timeline.setCursor(Qt::SizeHorCursor);
    else if (m_drag != Drag::Pan && m_drag != Drag::Row)
        m_timeline.unsetCursor();
    m_parts.state.setHovered(isFree && !onEdge ? shown.hitAt(point).slice : std::nullopt);
}

void TimelineMouse::tellTime()
{
    const QPointF point = m_parts.camera.pointer();
    const TimelineProjection shown = m_parts.camera.projection();
    m_parts.state.setPointedTime(
        m_parts.scene.traces() && shown.isOnTime(point) ? std::optional(shown.timeAt(point.x())) : std::nullopt);
}

void TimelineMouse::followView()
{
    // Elsewhere it may be a chart's pointer that says a time.
    const QPointF point = m_parts.camera.pointer();
    const TimelineProjection shown = m_parts.camera.projection();
    if (!m_parts.state.traceSet() || !shown.isOnTime(point))
        return;
    tellTime();
    if (m_drag == Drag::None)
        m_parts.state.setHovered(shown.hitAt(point).slice);
}

void TimelineMouse::leave()
{
    m_parts.camera.setPointer({ -1, -1 });
    m_parts.state.setPointedTime(std::nullopt);
    m_parts.state.setHovered(std::nullopt);
}

} // namespace kinetoscope

#include "moc_timeline_mouse.cpp"
