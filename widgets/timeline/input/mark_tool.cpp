// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/mark_tool.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/mark_note_editor.h"
#include "widgets/timeline/input/range_selection.h"
#include "widgets/timeline/timeline_camera.h"

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kNearPixels = 4;  ///< how near the pointer takes hold of a line
constexpr int kNewRangeShare = 10; ///< a moment made a range takes this part of what is in view

} // namespace

MarkTool::MarkTool(QWidget& timeline, ViewState& state, TimelineCamera& camera)
    : m_timeline(timeline)
    , m_state(state)
    , m_camera(camera)
{
    const auto take = [this] {
        m_drawn = { m_state.marks()->all(), m_state.marks()->current() };
        emit changed();
    };
    connect(m_state.marks(), &Marks::changed, this, take);
    take();
}

MarkTool::~MarkTool() = default;

QRectF MarkTool::flagRect(std::size_t mark) const
{
    const TimelineProjection shown = m_camera.projection();
    for (const MarkFlag& flag : markFlags(shown.scene(), shown.viewport(), m_drawn)) {
        if (flag.mark == mark)
            return flag.flag;
    }
    return {};
}

std::optional<MarkTool::Hit> MarkTool::hitAt(QPointF point) const
{
    const TimelineProjection shown = m_camera.projection();
    if (m_drawn.marks.empty() || !shown.isOnRuler(point))
        return std::nullopt;
    const std::vector<MarkFlag> flags = markFlags(shown.scene(), shown.viewport(), m_drawn);
    for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        if (flag->flag.contains(point))
            return Hit { flag->mark, Edge::Whole };
    }
    for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        const bool isMoment = m_drawn.marks[flag->mark].isMoment();
        if (std::abs(flag->end - point.x()) <= kNearPixels)
            return Hit { flag->mark, isMoment ? Edge::Whole : Edge::End };
        if (std::abs(flag->begin - point.x()) <= kNearPixels)
            return Hit { flag->mark, isMoment ? Edge::Whole : Edge::Begin };
    }
    return std::nullopt;
}

std::optional<std::size_t> MarkTool::underPointer() const
{
    const TimelineProjection shown = m_camera.projection();
    const QPointF pointer = m_camera.pointer();
    if (!shown.isOnTime(pointer))
        return std::nullopt;
    if (const auto hit = hitAt(pointer))
        return hit->mark;
    std::optional<std::size_t> nearest;
    double least = kNearPixels;
    for (const MarkFlag& flag : markFlags(shown.scene(), shown.viewport(), m_drawn)) {
        const double distance = std::min(std::abs(flag.begin - pointer.x()), std::abs(flag.end - pointer.x()));
        if (distance <= least) {
            least = distance;
            nearest = flag.mark;
        }
    }
    return nearest;
}

void MarkTool::place(bool isKept)
{
    if (!m_state.traceSet())
        return;
    Mark mark;
    mark.isKept = isKept;
    const TimelineProjection shown = m_camera.projection();
    if (shown.isOnTime(m_camera.pointer())) {
        const Timestamp at = shown.momentAt(m_camera.pointer(), true);
        mark.range = { at, at };
    } else if (!m_state.selection().isEmpty()) {
        mark.range = m_state.jobRange(m_state.selection());
    } else {
        emit noticed(tr("Point at a moment or select an event to mark it."));
        return;
    }
    Marks* marks = m_state.marks();
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

void MarkTool::remove()
{
    const auto under = underPointer();
    if (const auto at = under ? under : m_state.marks()->current())
        m_state.marks()->remove(*at);
}

void MarkTool::editNote(std::size_t at)
{
    Marks* marks = m_state.marks();
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

void MarkTool::writeNote(const Mark& mark, std::function<void(const QString&)> accept)
{
    finishNote(true);
    const TimelineProjection shown = m_camera.projection();
    const QRect ruler = shown.geometry().ruler;
    const double x = std::clamp(shown.xOf(mark.range.begin) - ruler.left(), 0.0, static_cast<double>(ruler.width()));
    m_noteEditor = new MarkNoteEditor(&m_timeline, QPoint(ruler.left() + static_cast<int>(x), ruler.top()),
        QString::fromStdString(mark.note), std::move(accept));
}

void MarkTool::finishNote(bool isAccepted)
{
    if (m_noteEditor)
        m_noteEditor->finish(isAccepted);
}

void MarkTool::select(std::size_t at)
{
    Marks* marks = m_state.marks();
    marks->setCurrent(at);
    if (at < marks->all().size() && !marks->all()[at].isMoment())
        m_state.setSelection(selectionOnAllRanks(m_camera.projection().scene(), marks->all()[at].range));
}

void MarkTool::show(std::size_t at)
{
    const Marks& marks = *m_state.marks();
    if (at >= marks.all().size())
        return;
    const TimeRange range = marks.all()[at].range;
    const TimeRange visible = m_state.visibleRange();
    if (range.begin < visible.begin || range.end >= visible.end) {
        const Nanoseconds half = visible.length() / 2;
        if (range.length() < half)
            m_camera.setVisible({ saturatingSubtract(range.begin, half), saturatingAdd(range.begin, half) });
        else
            m_camera.zoomTo(range);
    }
    select(at);
}

void MarkTool::drag(QPointF point, bool snaps)
{
    const auto& [hit, before, fromX] = m_dragged;
    if (hit.mark >= m_state.marks()->all().size())
        return;
    // The line moves as far as the pointer does, wherever in the flag it took hold; it is the line that snaps.
    const TimelineProjection shown = m_camera.projection();
    const double from = shown.xOf(hit.edge == Edge::End ? before.range.end : before.range.begin);
    const Timestamp at = shown.momentAt({ from + point.x() - fromX, point.y() }, snaps);
    Mark mark = before;
    if (hit.edge == Edge::Begin)
        mark.range.begin = at;
    else if (hit.edge == Edge::End)
        mark.range.end = at;
    else
        mark.range = { at, saturatingAdd(at, before.range.length()) };
    m_state.marks()->replace(hit.mark, mark);
}

void MarkTool::cancelDrag()
{
    if (m_dragged.hit.mark < m_state.marks()->all().size())
        m_state.marks()->replace(m_dragged.hit.mark, m_dragged.before);
}

void MarkTool::toggleRange(std::size_t at)
{
    Mark mark = m_state.marks()->all()[at];
    const TimeRange selected = m_state.jobRange(m_state.selection());
    const Nanoseconds newLength = std::max<Nanoseconds>(1, m_state.visibleRange().length() / kNewRangeShare);
    if (!mark.isMoment())
        mark.range.end = mark.range.begin;
    else if (!selected.isEmpty())
        mark.range = selected;
    else
        mark.range.end = saturatingAdd(mark.range.begin, newLength);
    m_state.marks()->replace(at, mark);
    select(at);
}

void MarkTool::showMenu(std::size_t at, const QPoint& globalPosition)
{
    Marks* marks = m_state.marks();
    marks->setCurrent(at);
    auto* menu = new QMenu(&m_timeline);
    menu->setObjectName(QStringLiteral("mark-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Mark mark = marks->all()[at];
    const auto add = [menu](const QString& text, const char* name, auto handler) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        connect(action, &QAction::triggered, menu, handler);
    };
    add(tr("&Edit note…"), "edit-mark-note", [this, at] { editNote(at); });
    if (!mark.isKept) {
        add(tr("&Keep"), "keep-mark", [marks, at, mark] {
            Mark kept = mark;
            kept.isKept = true;
            marks->replace(at, kept);
        });
    }
    const bool hasSelection = !m_state.jobRange(m_state.selection()).isEmpty();
    add(!mark.isMoment()   ? tr("Make it a &moment")
            : hasSelection ? tr("Make it the selected &range")
                           : tr("Make it a &range"),
        "toggle-mark-range", [this, at] { toggleRange(at); });
    menu->addSeparator();
    add(tr("&Remove\tDel"), "remove-mark", [marks, at] { marks->remove(at); });
    menu->popup(globalPosition);
}

} // namespace kinetoscope

#include "moc_mark_tool.cpp"
