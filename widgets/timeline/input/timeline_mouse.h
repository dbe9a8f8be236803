// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_panes.h"
#include "widgets/timeline/input/range_selection.h"
#include "widgets/timeline/input/row_drag.h"

#include <QObject>

class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace kinetoscope {

struct TimelineParts;

/// What the mouse does on a timeline: clicks select and fold, drags pan, draw ranges, move marks and rows, the wheel
/// scrolls and zooms; where it points the cursor and the hovered slice follow. GUI thread only.
class TimelineMouse : public QObject {
    Q_OBJECT

public:
    /// @param timeline  has its cursor set. Both must outlive this.
    TimelineMouse(QWidget& timeline, TimelineParts& parts);

    /// False for a button that means nothing here.
    bool press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    void leave();

    /// Over the lanes the wheel alone zooms, and scrolls with Ctrl; without it the other way round.
    void setWheelZooms(bool isOn) { m_wheelZooms = isOn; }
    /// While the space key is held, a drag pans.
    void setSpaceHeld(bool isHeld) { m_isSpaceHeld = isHeld; }
    [[nodiscard]] const RowDrag& rowDrag() const { return m_rowDrag; }
    /// Whether a row was being dragged; it stays where it was.
    bool cancelRowDrag();
    /// Another job is open: nothing is dragged.
    void forget();

signals:
    /// A range was drawn, or an end of one moved, and let go.
    void rangeDrawn();

private:
    enum class Drag { None, Pressed, Pan, Range, RulerRange, RangeEdge, OverviewMove, Mark, Row };

    void drag(QPointF point, Qt::KeyboardModifiers modifiers);
    void dragRow(QPointF point);
    void dropRow();
    void drawRange(QPointF to, bool snaps);
    void moveRangeEdge(QPointF point, bool snaps);
    void moveInOverview(QPointF point);
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void clickHeader(const TimelineRow& row, QPoint point);
    void point(QPointF point);

    QWidget& m_timeline;
    TimelineParts& m_parts;
    RowDrag m_rowDrag;
    Drag m_drag = Drag::None;
    QPointF m_dragStart;
    TimeRange m_dragRange;  ///< visible range when the drag began
    RowScroll m_dragScroll; ///< where the rows were then
    RangeEdge m_dragEdge;
    bool m_isSpaceHeld = false;
    bool m_wheelZooms = false;
};

} // namespace kinetoscope
