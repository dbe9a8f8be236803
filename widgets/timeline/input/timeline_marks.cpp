// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: marks and their flags.
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/mark_note_editor.h"

#include <QMenu>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kinetoscope {

namespace {

constexpr double kNearPixels = 4;  ///< how near the pointer takes hold of a line
constexpr int kNewRangeShare = 10; ///< a moment made a range takes this part of what is in view

} // namespace

void TimelineView::takeMarks()
{
    m_overlay.marks = { m_viewState->marks()->all(), m_viewState->marks()->current() };
    update();
}

bool TimelineView::isPointerOnTime() const
{
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    return QRectF(geometry.lanes).contains(m_lastPosition) || QRectF(geometry.ruler).contains(m_lastPosition);
}

QRectF TimelineView::flagRect(std::size_t mark) const
{
    for (const MarkFlag& flag : markFlags(m_scene, viewport(), m_overlay.marks)) {
        if (flag.mark == mark)
            return flag.flag;
    }
    return {};
}

std::optional<TimelineView::MarkHit> TimelineView::markAt(QPointF position) const
{
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    if (m_overlay.marks.marks.empty() || !QRectF(geometry.ruler).contains(position))
        return std::nullopt;
    const std::vector<MarkFlag> flags = markFlags(m_scene, viewport(), m_overlay.marks);
    for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        if (flag->flag.contains(position))
            return MarkHit { flag->mark, MarkPart::Whole };
    }
    for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        const bool isMoment = m_overlay.marks.marks[flag->mark].isMoment();
        if (std::abs(flag->end - position.x()) <= kNearPixels)
            return MarkHit { flag->mark, isMoment ? MarkPart::Whole : MarkPart::End };
        if (std::abs(flag->begin - position.x()) <= kNearPixels)
            return MarkHit { flag->mark, isMoment ? MarkPart::Whole : MarkPart::Begin };
    }
    return std::nullopt;
}

std::optional<std::size_t> TimelineView::markUnderPointer() const
{
    if (!isPointerOnTime())
        return std::nullopt;
    if (const auto hit = markAt(m_lastPosition))
        return hit->mark;
    std::optional<std::size_t> nearest;
    double least = kNearPixels;
    for (const MarkFlag& flag : markFlags(m_scene, viewport(), m_overlay.marks)) {
        const double distance =
            std::min(std::abs(flag.begin - m_lastPosition.x()), std::abs(flag.end - m_lastPosition.x()));
        if (distance <= least) {
            least = distance;
            nearest = flag.mark;
        }
    }
    return nearest;
}

void TimelineView::placeMark(bool isKept)
{
    if (!m_viewState->traceSet())
        return;
    Mark mark;
    mark.isKept = isKept;
    if (isPointerOnTime()) {
        const Timestamp at = snapped(m_lastPosition);
        mark.range = { at, at };
    } else if (!m_viewState->selection().isEmpty()) {
        mark.range = m_viewState->jobRange(m_viewState->selection());
    } else {
        emit noticed(tr("Point at a moment or select an event to mark it."));
        return;
    }
    Marks* marks = m_viewState->marks();
    if (isKept) {
        writeNote(mark, [marks, mark](const QString& note) mutable {
            mark.note = note.toStdString();
            marks->add(mark);
        });
        return;
    }
    // The same key at the same place takes it away again.
    const auto before = marks->temporary();
    if (before && marks->all()[*before].range == mark.range)
        marks->remove(*before);
    else
        marks->add(mark);
}

void TimelineView::removeMark()
{
    Marks* marks = m_viewState->marks();
    const auto under = markUnderPointer();
    if (const auto at = under ? under : marks->current())
        marks->remove(*at);
}

void TimelineView::editMarkNote(std::size_t at)
{
    Marks* marks = m_viewState->marks();
    if (at >= marks->all().size())
        return;
    marks->setCurrent(at);
    const Mark before = marks->all()[at];
    writeNote(before, [marks, at, before](const QString& note) {
        // Whatever happened to the list meanwhile: only the mark that was asked about is changed.
        if (at >= marks->all().size() || !(marks->all()[at] == before))
            return;
        Mark mark = before;
        mark.note = note.toStdString();
        mark.isKept = true; // what is worth a note is worth keeping
        marks->replace(at, mark);
    });
}

void TimelineView::writeNote(const Mark& mark, std::function<void(const QString&)> accept)
{
    finishNote();
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const TimeScale scale(viewport().visible, geometry.lanes.width());
    const double x = std::clamp(scale.xOf(mark.range.begin), 0.0, static_cast<double>(geometry.lanes.width()));
    m_noteEditor = new MarkNoteEditor(this, QPoint(geometry.lanes.left() + static_cast<int>(x), geometry.ruler.top()),
        QString::fromStdString(mark.note), std::move(accept));
}

void TimelineView::finishNote()
{
    if (m_noteEditor)
        m_noteEditor->finish(true);
}

void TimelineView::selectMark(std::size_t at)
{
    Marks* marks = m_viewState->marks();
    marks->setCurrent(at);
    if (at < marks->all().size() && !marks->all()[at].isMoment())
        selectOnAllRanks(marks->all()[at].range);
}

void TimelineView::showMark(std::size_t at)
{
    const Marks& marks = *m_viewState->marks();
    if (at >= marks.all().size())
        return;
    const TimeRange range = marks.all()[at].range;
    const TimeRange visible = m_viewState->visibleRange();
    if (range.begin < visible.begin || range.end >= visible.end) {
        const Nanoseconds half = visible.length() / 2;
        if (range.length() < half)
            setVisible({ saturatingSubtract(range.begin, half), saturatingAdd(range.begin, half) });
        else
            zoomTo(range);
    }
    selectMark(at);
}

void TimelineView::moveMark(QPointF position, bool snap)
{
    Marks* marks = m_viewState->marks();
    if (m_markDrag.hit.mark >= marks->all().size())
        return;
    const Mark& before = m_markDrag.before;
    const MarkPart part = m_markDrag.hit.part;
    // The line moves as far as the pointer does, wherever in the flag it took hold; it is the line that snaps.
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const TimeScale scale(viewport().visible, geometry.lanes.width());
    const double from = scale.xOf(part == MarkPart::End ? before.range.end : before.range.begin);
    const QPointF line(geometry.lanes.left() + from + position.x() - m_dragStart.x(), position.y());
    const Timestamp at = snap ? snapped(line) : timeAt(line.x());
    Mark mark = before;
    if (part == MarkPart::Begin)
        mark.range.begin = at;
    else if (part == MarkPart::End)
        mark.range.end = at;
    else
        mark.range = { at, saturatingAdd(at, before.range.length()) };
    marks->replace(m_markDrag.hit.mark, mark);
}

void TimelineView::toggleMarkRange(std::size_t at)
{
    Mark mark = m_viewState->marks()->all()[at];
    const TimeRange selected = m_viewState->jobRange(m_viewState->selection());
    if (!mark.isMoment())
        mark.range.end = mark.range.begin;
    else if (!selected.isEmpty())
        mark.range = selected;
    else
        mark.range.end = saturatingAdd(
            mark.range.begin, std::max<Nanoseconds>(1, m_viewState->visibleRange().length() / kNewRangeShare));
    m_viewState->marks()->replace(at, mark);
    selectMark(at);
}

void TimelineView::showMarkMenu(std::size_t at, const QPoint& globalPosition)
{
    Marks* marks = m_viewState->marks();
    marks->setCurrent(at);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("mark-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Mark mark = marks->all()[at];
    const auto add = [menu](const QString& text, const char* name, auto handler) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        connect(action, &QAction::triggered, menu, handler);
    };
    add(tr("&Edit note…"), "edit-mark-note", [this, at] { editMarkNote(at); });
    if (!mark.isKept) {
        add(tr("&Keep"), "keep-mark", [marks, at, mark] {
            Mark kept = mark;
            kept.isKept = true;
            marks->replace(at, kept);
        });
    }
    const bool hasSelection = !m_viewState->jobRange(m_viewState->selection()).isEmpty();
    add(!mark.isMoment()   ? tr("Make it a &moment")
            : hasSelection ? tr("Make it the selected &range")
                           : tr("Make it a &range"),
        "toggle-mark-range", [this, at] { toggleMarkRange(at); });
    menu->addSeparator();
    add(tr("&Remove\tDel"), "remove-mark", [marks, at] { marks->remove(at); });
    menu->popup(globalPosition);
}

} // namespace kinetoscope
