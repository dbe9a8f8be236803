// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/mark_painter.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

class QWidget;

namespace kinetoscope {

class MarkNoteEditor;
class TimelineCamera;
class ViewState;

/// Places, drags, names and removes the marks of a timeline. A position that is no mark changes nothing. GUI thread
/// only; all it is given must outlive it.
class MarkTool : public QObject {
    Q_OBJECT

public:
    /// @param timeline  where notes are written and menus opened.
    MarkTool(QWidget& timeline, ViewState& state, TimelineCamera& camera);
    ~MarkTool() override;

    /// The marks of the open job as they are drawn.
    [[nodiscard]] const TimelineMarks& drawn() const { return m_drawn; }
    /// Where the flag of a mark is now, in timeline coordinates; empty when it is not in view.
    [[nodiscard]] QRectF flagRect(std::size_t mark) const;
    enum class Edge { Whole, Begin, End };
    struct Hit {
        std::size_t mark = 0;
        Edge edge = Edge::Whole;
    };
    /// What of a mark is at a point of the ruler: it can be dragged.
    [[nodiscard]] std::optional<Hit> hitAt(QPointF point) const;

    /// Marks the moment under the pointer, else what is selected. A temporary mark moves there, and goes where it is
    /// there already; a kept one asks for its note first.
    void place(bool isKept);
    /// Removes the mark under the pointer, else the current one.
    void remove();
    /// Makes a mark the current one and, if it is out of view, goes there. A range is selected.
    void show(std::size_t at);
    /// The same without going there.
    void select(std::size_t at);
    void showMenu(std::size_t at, const QPoint& globalPosition);
    /// Asks for the note of a mark, at its flag.
    void editNote(std::size_t at);
    /// The editor that is open, if any, keeps what is written or leaves everything as it was.
    void finishNote(bool isAccepted);

    void startDrag(const Hit& hit, QPointF point) { m_dragged = { hit, m_drawn.marks[hit.mark], point.x() }; }
    void drag(QPointF point, bool snaps);
    /// The mark is again where it was.
    void cancelDrag();
    void endDrag() { select(m_dragged.hit.mark); }

signals:
    void changed(); ///< drawn() has
    /// Why nothing was marked: a sentence for the status bar.
    void noticed(const QString& sentence);

private:
    [[nodiscard]] std::optional<std::size_t> underPointer() const;
    void toggleRange(std::size_t at);
    void writeNote(const Mark& mark, std::function<void(const QString&)> accept);

    struct Dragged {
        Hit hit;
        Mark before;
        double fromX = 0;
    };

    QWidget& m_timeline;
    ViewState& m_state;
    TimelineCamera& m_camera;
    TimelineMarks m_drawn;
    Dragged m_dragged;
    QPointer<MarkNoteEditor> m_noteEditor;
};

} // namespace kinetoscope
