// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: mouse, wheel and touchpad.
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/support/wheel_steps.h"
#include "widgets/timeline/input/physical_key.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/slice_tool_tip.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kSnapPixels = 6;
constexpr double kEdgePixels = 4; ///< how near the end of a range the pointer takes hold of it

} // namespace

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            if (pinch->scaleFactor() > 0.01)
                zoomBy(1 / pinch->scaleFactor(), mapFromGlobal(pinch->centerPoint()).x());
            gestures->accept(pinch);
            return true;
        }
    } else if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomBy(1 / std::clamp(1 + gesture->value(), 0.1, 10.0), gesture->position().x());
            return true;
        }
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    } else if (event->type() == QEvent::ShortcutOverride) {
        // Its own plain keys belong to the timeline while it has the focus.
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (isTimelineKey(key) || (m_rowDrag && key.key() == Qt::Key_Escape)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPointF delta = event->angleDelta();
    // Over the headers the wheel scrolls in either way.
    const bool isOverLanes = event->position().x() >= m_scene.geometry(viewport().size).lanes.left();
    const bool isControl = event->modifiers().testFlag(Qt::ControlModifier);
    const bool isSideways = isSidewaysWheel(*event);
    if (m_wheelZooms && isOverLanes ? !isControl && !isSideways : isControl) {
        zoomBy(wheelZoomFactor(*event), event->position().x());
        return;
    }
    // One gesture does one thing: the larger component decides.
    if (isSideways) {
        panBy(wheelPanShare(*event));
    } else {
        const double pixels =
            !event->pixelDelta().isNull() ? event->pixelDelta().y() : delta.y() / 120 * 3 * m_scrollBar->singleStep();
        scrollBy(-static_cast<std::int64_t>(std::lround(pixels)), event->position());
    }
    updateHover(event->position());
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    QToolTip::hideText();
    const QPointF position = event->position();
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const bool pans = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && (m_spaceHeld || (event->modifiers() & Qt::ShiftModifier)));
    m_dragStart = position;
    m_dragRange = m_viewState->visibleRange();
    m_dragScroll = m_scroll;
    if (!m_scene.traces() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) {
        QWidget::mousePressEvent(event);
    } else if (QRectF(geometry.overview).contains(position)) {
        m_drag = Drag::OverviewMove;
        moveDrag(position, event->modifiers());
    } else if (pans) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (const std::optional<MarkHit> mark = markAt(position);
               mark && event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ControlModifier)) {
        m_drag = Drag::Mark;
        m_markDrag = { *mark, m_overlay.marks.marks[mark->mark] };
    } else if (const std::optional<RangeEdge> edge = rangeEdgeAt(position);
               edge && event->modifiers() == Qt::NoModifier) {
        m_drag = Drag::RangeEdge;
        m_dragEdge = *edge;
    } else if (QRectF(geometry.ruler).contains(position)) {
        m_drag = Drag::RulerRange;
    } else {
        m_drag = Drag::Pressed;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None)
        moveDrag(event->position(), event->modifiers());
    updateHover(event->position());
}

void TimelineView::moveDrag(QPointF position, Qt::KeyboardModifiers modifiers)
{
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const QPointF way = position - m_dragStart;
    switch (m_drag) {
    case Drag::None:
        return;
    case Drag::Pressed:
        // A press on the lanes becomes a range, one on a header moves the row or stays a click.
        if (way.manhattanLength() < QGuiApplication::styleHints()->startDragDistance())
            return;
        if (!QRectF(geometry.lanes).contains(m_dragStart)) {
            if (startRowDrag())
                dragRow(position);
            return;
        }
        m_drag = Drag::Range;
        [[fallthrough]];
    case Drag::Range:
    case Drag::RulerRange:
        if (std::abs(way.x()) >= 2)
            selectRange(m_dragStart, position, !(modifiers & Qt::AltModifier));
        return;
    case Drag::Row:
        dragRow(position);
        return;
    case Drag::RangeEdge:
        if (std::abs(way.x()) >= 2)
            moveRangeEdge(position, !(modifiers & Qt::AltModifier));
        return;
    case Drag::Mark:
        if (std::abs(way.x()) >= 2)
            moveMark(position, !(modifiers & Qt::AltModifier));
        return;
    case Drag::Pan:
        m_viewState->setVisibleRange(panned(m_dragRange, limits(), -way.x() / geometry.lanes.width()));
        scrollTo(m_dragScroll);
        scrollBy(-static_cast<std::int64_t>(std::lround(way.y())), m_dragStart);
        return;
    case Drag::OverviewMove: {
        const TimeScale scale(overviewRange(), geometry.overview.width());
        const Timestamp middle = scale.timeAt(position.x() - geometry.overview.left());
        const Nanoseconds length = m_dragRange.length();
        setVisible(
            { saturatingSubtract(middle, length / 2), saturatingAdd(saturatingSubtract(middle, length / 2), length) });
        return;
    }
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    const bool stayed = std::abs(event->position().x() - m_dragStart.x()) < 2;
    if (event->button() == Qt::LeftButton && (drag == Drag::Pressed || (drag == Drag::RangeEdge && stayed)))
        clickAt(event->position(), event->modifiers());
    else if (drag == Drag::RulerRange && stayed)
        m_viewState->clearSelection();
    else if (drag == Drag::Mark)
        selectMark(m_markDrag.hit.mark);
    else if (drag == Drag::Range || drag == Drag::RulerRange || drag == Drag::RangeEdge)
        emit rangeDrawn();
    else if (drag == Drag::Row)
        dropRow();
    updateHover(event->position());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    if (const auto mark = markAt(event->position())) {
        editMarkNote(mark->mark);
        return;
    }
    if (QRectF(geometry.ruler).contains(event->position()) || QRectF(geometry.overview).contains(event->position())) {
        fitAll();
        return;
    }
    const TimelineHit hit = hitAt(event->position());
    if (hit.slice)
        zoomTo(m_viewState->jobRange(*hit.slice));
    else if (const auto gap = gapAt(event->position()))
        zoomToSelection({ {}, { gap->interval } });
    else if (hit.row >= 0 && QRectF(geometry.headers).contains(event->position()))
        toggleRow(m_scene.rows().rows()[static_cast<std::size_t>(hit.row)].key);
}

std::optional<TimelineView::GapHit> TimelineView::gapAt(QPointF position) const
{
    constexpr double kNarrowest = 3; // px: between two kernels there is nearly always a gap
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const TimelineHit hit = hitAt(position);
    if (hit.slice || hit.row < 0 || !QRectF(geometry.lanes).contains(position))
        return std::nullopt;
    const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(hit.row)];
    const auto gap = m_scene.gapAt(row, timeAt(position.x()));
    const double visible = std::max(1.0, static_cast<double>(m_viewState->visibleRange().length()));
    if (!gap || static_cast<double>(gap->range.length()) * geometry.lanes.width() < kNarrowest * visible)
        return std::nullopt;
    return GapHit { { row.key.rank, row.track(), gap->range }, gap->tag };
}

void TimelineView::clickAt(QPointF position, Qt::KeyboardModifiers modifiers)
{
    const TimelineHit hit = hitAt(position);
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    if (hit.row >= 0) {
        const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(hit.row)];
        m_currentRow = row.key;
        if (QRectF(geometry.headers).contains(position)) {
            // The triangle with a little room around it: it is small.
            const QRect triangle = foldTriangle(m_scene, viewport(), row);
            if (!triangle.isEmpty() && triangle.adjusted(-4, -2, 4, 2).contains(position.toPoint()))
                toggleRow(row.key);
            else if (pythonToggle(m_scene, viewport(), row).contains(position.toPoint()))
                setPythonFolded(row.key, !row.foldsPython);
            return;
        }
    }
    if (!QRectF(geometry.lanes).contains(position))
        return;
    if (!hit.slice) {
        Selection gaps = modifiers & Qt::ControlModifier ? m_viewState->selection() : Selection {};
        if (const auto gap = gapAt(position))
            gaps.intervals.push_back(gap->interval);
        m_viewState->setSelection(gaps);
        return;
    }
    if (!(modifiers & Qt::ControlModifier)) {
        m_viewState->selectSlice(*hit.slice);
        return;
    }
    Selection selection = m_viewState->selection();
    const auto at = std::find(selection.slices.begin(), selection.slices.end(), *hit.slice);
    if (at != selection.slices.end())
        selection.slices.erase(at);
    else
        selection.slices.push_back(*hit.slice);
    m_viewState->setSelection(selection);
}

Timestamp TimelineView::snapped(QPointF position) const
{
    const Timestamp free = timeAt(position.x());
    const TimelineHit hit = hitAt(position);
    if (!hit.slice)
        return free;
    const TimeRange range = m_viewState->jobRange(*hit.slice);
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const TimeScale scale(viewport().visible, geometry.lanes.width());
    const double x = position.x() - geometry.lanes.left();
    const double toBegin = std::abs(scale.xOf(range.begin) - x);
    const double toEnd = std::abs(scale.xOf(range.end) - x);
    if (std::min(toBegin, toEnd) > kSnapPixels)
        return free;
    return toBegin <= toEnd ? range.begin : range.end;
}

void TimelineView::selectRange(QPointF from, QPointF to, bool snap)
{
    const Timestamp a = snap ? snapped(from) : timeAt(from.x());
    const Timestamp b = snap ? snapped(to) : timeAt(to.x());
    const TimeRange range { std::min(a, b), std::max(a, b) };
    if (m_drag == Drag::RulerRange) {
        selectOnAllRanks(range);
        return;
    }
    Selection selection;
    for (const std::size_t i : panes().rowsBetween(m_scene.rows(), areaY(from), areaY(to))) {
        const TimelineRow& row = m_scene.rows().rows()[i];
        // An open title row has no lane of its own to touch.
        if ((row.key.kind == RowKind::Rank || row.key.kind == RowKind::Group) && row.expanded)
            continue;
        if (row.key.kind == RowKind::Rank || row.key.kind == RowKind::Steps) {
            selection.intervals.push_back({ row.key.rank, {}, range });
            continue;
        }
        for (const TrackId track : m_scene.tracksOf(row))
            selection.intervals.push_back({ row.key.rank, track, range });
    }
    m_viewState->setSelection(selection);
}

void TimelineView::selectOnAllRanks(TimeRange range)
{
    Selection selection;
    for (std::uint32_t rank = 0; rank < m_scene.tree().ranks.size(); ++rank)
        selection.intervals.push_back({ rank, {}, range });
    m_viewState->setSelection(selection);
}

std::optional<TimelineView::RangeEdge> TimelineView::rangeEdgeAt(QPointF position) const
{
    const Selection& selection = m_viewState->selection();
    if (selection.intervals.empty() || !selection.slices.empty())
        return std::nullopt;
    // Evidence of a table cell is many intervals; only what is one range can be drawn longer or shorter.
    const TimeRange range = selection.intervals.front().range;
    if (std::ranges::any_of(selection.intervals, [&](const IntervalRef& each) { return !(each.range == range); }))
        return std::nullopt;
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    if (!QRectF(geometry.ruler).contains(position)) {
        const TimelineHit hit = hitAt(position);
        if (hit.row < 0 || !QRectF(geometry.lanes).contains(position))
            return std::nullopt;
        const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(hit.row)];
        const bool isTouched = std::ranges::any_of(selection.intervals, [&](const IntervalRef& each) {
            return each.rank == row.key.rank
                && (!each.track.isValid() || (row.key.kind == RowKind::Track && each.track == row.track()));
        });
        if (!isTouched)
            return std::nullopt;
    }
    const TimeScale scale(viewport().visible, geometry.lanes.width());
    const double x = position.x() - geometry.lanes.left();
    const double toBegin = std::abs(scale.xOf(range.begin) - x);
    const double toEnd = std::abs(scale.xOf(range.end) - x);
    if (std::min(toBegin, toEnd) > kEdgePixels)
        return std::nullopt;
    return toBegin < toEnd ? RangeEdge { range.begin, range.end } : RangeEdge { range.end, range.begin };
}

void TimelineView::moveRangeEdge(QPointF position, bool snap)
{
    const Timestamp moving = snap ? snapped(position) : timeAt(position.x());
    const TimeRange range { std::min(moving, m_dragEdge.fixed), std::max(moving, m_dragEdge.fixed) };
    if (range.isEmpty())
        return;
    Selection selection = m_viewState->selection();
    for (IntervalRef& interval : selection.intervals)
        interval.range = range;
    m_viewState->setSelection(selection);
}

void TimelineView::updateHover(QPointF position)
{
    m_lastPosition = position;
    m_viewState->setPointedTime(
        m_scene.traces() && isPointerOnTime() ? std::optional(timeAt(position.x())) : std::nullopt);
    const std::optional<MarkHit> mark = m_drag == Drag::None ? markAt(position) : std::nullopt;
    const bool onEdge = m_drag == Drag::RangeEdge || (m_drag == Drag::None && rangeEdgeAt(position));
    if (mark && mark->part == MarkPart::Whole)
        setCursor(Qt::PointingHandCursor);
    else if (onEdge || mark)
        setCursor(Qt::SizeHorCursor);
    else if (m_drag != Drag::Pan && m_drag != Drag::Row)
        unsetCursor();
    m_viewState->setHovered(m_drag == Drag::None && !onEdge ? hitAt(position).slice : std::nullopt);
}

void TimelineView::leaveEvent(QEvent*)
{
    m_lastPosition = { -1, -1 };
    m_viewState->setPointedTime(std::nullopt);
    m_viewState->setHovered(std::nullopt);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    if (const auto mark = byMouse ? markAt(event->pos()) : std::nullopt) {
        showMarkMenu(mark->mark, event->globalPos());
        return;
    }
    if (const auto row = byMouse ? headerAt(event->pos()) : std::nullopt) {
        showTrackMenu(*row, event->globalPos());
        return;
    }
    const std::optional<SliceRef> slice = byMouse ? hitAt(event->pos()).slice : m_viewState->currentSlice();
    QPoint place = event->globalPos();
    if (!byMouse && slice && !rectOf(*slice).isEmpty())
        place = mapToGlobal(rectOf(*slice).bottomLeft().toPoint());
    emit contextMenuRequested(slice, place);
}

void TimelineView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    const TimelineHit hit = hitAt(position);
    QString text;
    if (const auto mark = markAt(position)) {
        text = markToolTip(m_overlay.marks.marks[mark->mark]);
    } else if (hit.slice) {
        text = sliceToolTip(*m_viewState, *hit.slice);
    } else if (hit.row >= 0) {
        const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(hit.row)];
        const bool inHeader = QRectF(m_scene.geometry(viewport().size).headers).contains(position);
        if (inHeader)
            text = rowToolTip(m_scene, row);
        else if (row.key.kind == RowKind::Track || row.key.kind == RowKind::Series)
            text = counterToolTip(m_scene, row, timeAt(position.x()));
        if (const auto gap = gapAt(position))
            text = gapToolTip(gap->cause, gap->interval.range);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, text, this);
}

} // namespace kinetoscope
