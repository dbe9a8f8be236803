// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_panes.h"
#include "widgets/timeline/input/range_selection.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <utility>

class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace kinetoscope {

class TimelineCamera;
class TimelineRows;

/// A row that is dragged by its header to another place among its neighbours. GUI thread only; what it is given must
/// outlive it.
class RowDrag {
public:
    RowDrag(TimelineRows& rows, TimelineCamera& camera);

    /// Takes hold of the row whose header was at a point when the rows were scrolled to `scroll`, and makes it the
    /// current one. False where there is none that can be moved.
    [[nodiscard]] bool start(QPointF pressed, RowScroll scroll);
    /// Near the top or bottom of the headers they scroll. False where the row is no longer there: that ends the drag.
    bool moveTo(QPointF point);
    void drop();
    /// Whether there was anything to be cancelled.
    bool cancel() { return std::exchange(m_dragged, std::nullopt).has_value(); }
    /// Where the row would go, y of the timeline; empty while none is dragged.
    [[nodiscard]] std::optional<int> dropLine() const;

private:
    struct Dragged {
        RowKey row;
        std::size_t place = 0; ///< among its MovableRows
        int lineY = 0;         ///< where that is
    };

    TimelineRows& m_rows;
    TimelineCamera& m_camera;
    std::optional<Dragged> m_dragged;
};

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
    /// The view moved below a pointer that rests: it is at another time, and on something else.
    void followView();

    /// Over the lanes the wheel alone zooms, and scrolls with Ctrl; without it the other way round.
    void setWheelZooms(bool isOn) { m_wheelZooms = isOn; }
    /// While the space key is held, a drag pans.
    void setSpaceHeld(bool isHeld) { m_isSpaceHeld = isHeld; }
    [[nodiscard]] const RowDrag& rowDrag() const { return m_rowDrag; }
    /// Whether the pointer drags something: a range, the view, a mark or a row. A button that is only held does not.
    [[nodiscard]] bool isDragging() const { return m_drag != Drag::None && m_drag != Drag::Pressed; }
    /// Whether anything was being dragged; all is as it was before, and stays so until the button is pressed again.
    bool cancelDrag();
    /// Another job is open: nothing is dragged.
    void forget();

signals:
    /// A range was drawn, or an end of one moved, and let go.
    void rangeDrawn();

private:
    enum class Drag { None, Pressed, Pan, Range, RulerRange, RangeEdge, OverviewMove, OverviewEdge, Mark, Row };

    void drag(QPointF point, Qt::KeyboardModifiers modifiers);
    void dragRow(QPointF point);
    void dropRow();
    void drawRange(QPointF to, bool snaps);
    void moveRangeEdge(QPointF point, bool snaps);
    void moveInOverview(QPointF point);
    void moveOverviewEdge(QPointF point);
    [[nodiscard]] Timestamp overviewTimeAt(QPointF point) const;
    /// An end of what is in view, where a point of the overview is near one.
    [[nodiscard]] std::optional<RangeEdge> overviewEdgeAt(QPointF point) const;
    void click(QPointF point, Qt::KeyboardModifiers modifiers);
    void clickHeader(const TimelineRow& row, QPoint point);
    void point(QPointF point);
    void tellTime(); ///< at the pointer

    QWidget& m_timeline;
    TimelineParts& m_parts;
    RowDrag m_rowDrag;
    Drag m_drag = Drag::None;
    Qt::MouseButton m_dragButton = Qt::NoButton; ///< ends the drag
    QPointF m_dragStart;
    Selection m_dragSelection; ///< what was selected when the drag began
    TimeRange m_dragRange;     ///< visible range when the drag began
    RowScroll m_dragScroll;    ///< where the rows were then
    RangeEdge m_dragEdge;
    bool m_isSpaceHeld = false;
    bool m_wheelZooms = false;
};

} // namespace kinetoscope
