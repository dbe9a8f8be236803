// SPDX-License-Identifier: GPL-3.0-or-later
// What pointer and keys do with the parts of a chart.
#include "core/layout/chart/chart_data.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/support/plain_text.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinetoscope {
namespace {

/// Name and figure, and where the name is a display name the whole one.
QString toolTipOf(const ChartShape& shape)
{
    const QString text = shape.name + QLatin1Char('\n') + shape.figure;
    return shape.fullName.isEmpty() ? text : text + QLatin1Char('\n') + shape.fullName;
}

} // namespace

void ChartView::setCurrent(std::optional<ChartPart> part)
{
    m_current = part;
    if (m_plot)
        m_plot->setHovered(part);
}

void ChartView::leavePart()
{
    pointAtTime(std::nullopt);
    m_saidName.clear();
    if (!m_current)
        return;
    setCurrent(std::nullopt);
    emit partHovered({}, 0);
}

void ChartView::pointAtTime(std::optional<Timestamp> time)
{
    if (!time && !m_isPointingAtTime)
        return; // the line that is there is somebody else's
    m_isPointingAtTime = time.has_value();
    emit timePointedAt(time);
}

TimeRange ChartView::currentStretch() const
{
    return m_plot && m_current && m_plot->isThere(*m_current) ? m_current->get().stretch : TimeRange {};
}

/// Names beside bars are cut where there is little room, and a bar of no length has nothing else to point at.
void ChartView::sayNameAt(QPointF position, QPoint globalPosition)
{
    const QString name = m_plot->nameAt(position);
    if (name == m_saidName && !m_current)
        return;
    m_saidName = name;
    if (name.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, plainToolTip(name), m_plot);
}

void ChartView::hover(QPointF position, QPoint globalPosition)
{
    pointAtTime(m_plot->timeAt(position));
    const std::optional<ChartPart> part = m_plot->partAt(position);
    if (part)
        m_saidName.clear(); // the tool tip is the part's
    else
        sayNameAt(position, globalPosition);
    if (part == m_current)
        return;
    setCurrent(part);
    if (part) {
        const ChartShape shape = part->get();
        QToolTip::showText(globalPosition, plainToolTip(toolTipOf(shape)), m_plot);
        emit partHovered(shape.rows, shape.column);
    } else {
        emit partHovered({}, 0);
    }
}

bool ChartView::click(QPointF position, Qt::KeyboardModifiers modifiers, bool isDouble)
{
    setFocus(Qt::MouseFocusReason);
    const std::optional<ChartPart> part = m_plot->partAt(position);
    if (!part)
        return false;
    setCurrent(part); // where there was no move before: a finger, or a part that came under the pointer
    // A copy: a receiver may give this view another chart.
    const ChartShape shape = part->get();
    if (shape.othersOf && !isDouble && !modifiers.testFlag(Qt::ControlModifier)) {
        openOthersOf(*shape.othersOf);
        return true;
    }
    if (isDouble)
        emit partDoubleClicked(shape.rows, shape.column);
    else
        emit partClicked(shape.rows, shape.column, modifiers.testFlag(Qt::ControlModifier));
    return true;
}

bool ChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (m_plot && watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        fitPlotHeight(m_plot->width());
    if (watched != m_plot || !m_plot)
        return QWidget::eventFilter(watched, event);
    // The narrower, the more lines the legend has.
    if (event->type() == QEvent::Resize) {
        fitPlotHeight(m_plot->width());
        m_plot->fitNames(m_plot->width());
    }
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (!mouse->buttons().testFlag(Qt::LeftButton))
            giveUpDrag(); // the release went elsewhere, to a menu that opened meanwhile
        if (dragBand(*mouse) || dragCutoff(*mouse))
            return true;
        hover(mouse->position(), mouse->globalPosition().toPoint());
        return true;
    }
    case QEvent::Leave:
        leavePart();
        return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (dragCutoff(*mouse))
            return true;
        const bool isDouble = event->type() == QEvent::MouseButtonDblClick;
        return (mouse->button() == Qt::LeftButton && click(mouse->position(), mouse->modifiers(), isDouble))
            || dragBand(*mouse);
    }
    case QEvent::MouseButtonRelease:
        if (dragCutoff(*static_cast<QMouseEvent*>(event)) || dragBand(*static_cast<QMouseEvent*>(event)))
            return true;
        event->ignore();
        return true;
    case QEvent::ContextMenu: {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        return openMenu(m_plot->partAt(menu->pos()), menu->globalPos()) || openZoomMenu(menu->globalPos());
    }
    case QEvent::Wheel:
        // QCustomPlot lets nothing through to its parents.
        if (!zoom(*static_cast<QWheelEvent*>(event)))
            QCoreApplication::sendEvent(m_scroll->verticalScrollBar(), event);
        return true;
    case QEvent::NativeGesture:
        return zoom(*static_cast<QNativeGestureEvent*>(event));
    default:
        return QWidget::eventFilter(watched, event);
    }
}

bool ChartView::openMenu(const std::optional<ChartPart>& part, QPoint globalPosition)
{
    if (!part)
        return false;
    setFocus(Qt::MouseFocusReason);
    setCurrent(part);
    const ChartShape shape = part->get(); // a copy: a receiver may give this view another chart
    std::vector<std::size_t> rows = shape.rows;
    // A part of what is selected stands for all of that, as a row of a table does.
    const bool isSelected = !rows.empty() && std::ranges::all_of(rows, [this](std::size_t row) {
        return std::ranges::find(m_selectedRows, row) != m_selectedRows.end();
    });
    if (isSelected)
        rows = m_selectedRows;
    else
        emit partClicked(rows, shape.column, false);
    emit partMenuRequested(rows, shape.column, globalPosition);
    return true;
}

void ChartView::contextMenuEvent(QContextMenuEvent* event)
{
    // That of the pointer came by the plot.
    if (event->reason() != QContextMenuEvent::Keyboard || !m_plot)
        return;
    if (m_current && m_plot->isThere(*m_current))
        openMenu(m_current, m_plot->mapToGlobal(m_current->get().outline.boundingRect().center().toPoint()));
    else
        openZoomMenu(m_plot->mapToGlobal(m_plot->rect().center()));
}

bool ChartView::dragCutoff(const QMouseEvent& mouse)
{
    CutoffPlottable* near = m_plot->cutoffAt(mouse.position());
    switch (mouse.type()) {
    case QEvent::MouseButtonPress:
        if (mouse.button() != Qt::LeftButton || !near)
            return false;
        setFocus(Qt::MouseFocusReason);
        m_dragged = near->value();
        m_plot->setCutoff(*m_dragged, near);
        return true;
    case QEvent::MouseMove:
        if (m_dragged) {
            CutoffPlottable* line = m_plot->cutoffBelow(mouse.position());
            m_dragged = line ? line->valueAt(mouse.position()) : *m_dragged;
            m_plot->setCutoff(*m_dragged, line);
            return true;
        }
        m_plot->setCursor(near ? Qt::SplitHCursor : Qt::ArrowCursor);
        if (!near)
            return false;
        leavePart();
        QToolTip::showText(mouse.globalPosition().toPoint(), plainToolTip(near->sidesText()), m_plot);
        return true;
    case QEvent::MouseButtonRelease: {
        if (!m_dragged || mouse.button() != Qt::LeftButton)
            return false;
        const auto value = static_cast<std::int64_t>(std::llround(*m_dragged));
        m_dragged.reset();
        m_plot->setCutoff(static_cast<double>(value), nullptr);
        const ChartCutoff cutoff = *m_chart->as<HistogramChart>()->cutoff; // the plot draws lines of these only
        if (value != cutoff.value)
            emit cutoffChosen(cutoff.parameter, value);
        return true;
    }
    default:
        return false;
    }
}

bool ChartView::giveUpDrag()
{
    const bool hadBand = std::exchange(m_bandFrom, std::nullopt).has_value();
    if (hadBand)
        m_plot->setBand({});
    const bool hadLine = std::exchange(m_dragged, std::nullopt).has_value();
    if (hadLine) // the plot draws lines of these only
        m_plot->setCutoff(static_cast<double>(m_chart->as<HistogramChart>()->cutoff->value), nullptr);
    return hadBand || hadLine;
}

void ChartView::choose(const ChartPart& part)
{
    setCurrent(part);
    const ChartShape shape = part.get();
    setAccessibleDescription(shape.name + QStringLiteral(", ") + shape.figure);
    emit partClicked(shape.rows, shape.column, false);
}

void ChartView::walkRows(int direction)
{
    const bool isFirst = !m_current || !m_plot->isThere(*m_current);
    if (const auto next = isFirst ? m_plot->neighbour(std::nullopt, 1) : m_plot->neighbourRow(*m_current, direction))
        choose(*next);
}

void ChartView::walk(int direction)
{
    if (const auto next = m_plot->neighbour(m_current, direction))
        choose(*next);
}

bool ChartView::event(QEvent* event)
{
    // While the chart has the focus, its keys are not the window's.
    if (event->type() == QEvent::ShortcutOverride && m_plot && isZoomKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    if (!m_plot) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (zoom(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Left:
        walk(-1);
        return;
    case Qt::Key_Right:
        walk(1);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_chart || m_chart->kind() != ChartKind::HeatMap)
            break;
        walkRows(event->key() == Qt::Key_Down ? 1 : -1);
        return;
    case Qt::Key_Escape:
    case Qt::Key_Back:
    case Qt::Key_Backspace:
        if (!m_othersOf)
            break;
        back();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        if (m_current && m_plot->isThere(*m_current)) {
            const ChartShape shape = m_current->get();
            if (shape.othersOf)
                openOthersOf(*shape.othersOf);
            else
                emit partDoubleClicked(shape.rows, shape.column);
        }
        return;
    }
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace kinetoscope
