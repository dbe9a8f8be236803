// SPDX-License-Identifier: GPL-3.0-or-later
// What pointer and keys do with the parts of a chart.
#include "core/layout/chart_data.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/support/plain_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

/// Name and figure, and where the name is a display name the whole one.
QString toolTipOf(const ChartShape& shape)
{
    const QString text = shape.name + QLatin1Char('\n') + shape.figure;
    return shape.fullName.isEmpty() ? text : text + QLatin1Char('\n') + shape.fullName;
}

} // namespace

void ChartView::leavePart()
{
    if (m_current.has_value())
        emit partHovered({}, 0);
    m_current.reset();
}

void ChartView::hover(QPointF position, QPoint globalPosition)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    const std::optional<ChartPlot::Part> part = m_plot->partAt(position);
    const auto it = part ? std::find(parts.begin(), parts.end(), *part) : parts.end();
    const auto current = it != parts.end() ? std::optional(static_cast<std::size_t>(it - parts.begin())) : std::nullopt;
    if (current == m_current)
        return;
    m_current = current;
    m_plot->setHovered(part);
    if (part) {
        QToolTip::showText(globalPosition, plainToolTip(toolTipOf(part->get())), m_plot);
        emit partHovered(part->get().rows, part->get().column);
    } else {
        QToolTip::hideText();
        emit partHovered({}, 0);
    }
}

bool ChartView::click(QPointF position, Qt::KeyboardModifiers modifiers, bool isDouble)
{
    setFocus(Qt::MouseFocusReason);
    const std::optional<ChartPlot::Part> part = m_plot->partAt(position);
    if (!part)
        return false;
    if (part->get().othersOf && !isDouble && !modifiers.testFlag(Qt::ControlModifier)) {
        openOthersOf(*part->get().othersOf);
        return true;
    }
    // Copies: a receiver may give this view another chart.
    const std::vector<std::size_t> rows = part->get().rows;
    const std::size_t column = part->get().column;
    if (isDouble)
        emit partDoubleClicked(rows, column);
    else
        emit partClicked(rows, column, modifiers.testFlag(Qt::ControlModifier));
    return true;
}

bool ChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || !m_plot)
        return QWidget::eventFilter(watched, event);
    // The narrower, the more lines the legend has.
    if (event->type() == QEvent::Resize) {
        m_plot->setMinimumHeight(m_plot->wantedHeight(m_plot->width()));
        m_plot->fitNames(m_plot->width());
    }
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (dragCutoff(*mouse))
            return true;
        hover(mouse->position(), mouse->globalPosition().toPoint());
        return true;
    }
    case QEvent::Leave:
        leavePart();
        m_plot->setHovered(std::nullopt);
        return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (dragCutoff(*mouse))
            return true;
        if (mouse->button() == Qt::LeftButton)
            return click(mouse->position(), mouse->modifiers(), event->type() == QEvent::MouseButtonDblClick);
        return false;
    }
    case QEvent::MouseButtonRelease:
        if (dragCutoff(*static_cast<QMouseEvent*>(event)))
            return true;
        event->ignore();
        return true;
    case QEvent::Wheel:
        event->ignore(); // the scroll area's
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
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
        m_plot->setHovered(std::nullopt);
        QToolTip::showText(mouse.globalPosition().toPoint(), plainToolTip(near->sidesText()), m_plot);
        return true;
    case QEvent::MouseButtonRelease: {
        if (!m_dragged || mouse.button() != Qt::LeftButton)
            return false;
        const auto value = static_cast<std::int64_t>(std::llround(*m_dragged));
        m_dragged.reset();
        m_plot->setCutoff(static_cast<double>(value), nullptr);
        if (value != m_chart->cutoff->value)
            emit cutoffChosen(std::string(m_chart->cutoff->parameter), value);
        return true;
    }
    default:
        return false;
    }
}

void ChartView::choose(std::size_t index)
{
    m_current = index;
    const ChartPlot::Part part = m_plot->parts()[index];
    m_plot->setHovered(part);
    setAccessibleDescription(part.get().name + QStringLiteral(", ") + part.get().figure);
    const std::vector<std::size_t> rows = part.get().rows;
    emit partClicked(rows, part.get().column, false);
}

void ChartView::walkRows(int direction)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    if (parts.empty())
        return;
    if (!m_current || *m_current >= parts.size()) {
        choose(0);
        return;
    }
    const QRectF from = parts[*m_current].get().outline.boundingRect();
    std::optional<std::size_t> best;
    double nearest = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QRectF box = parts[i].get().outline.boundingRect();
        const double distance = (box.center().y() - from.center().y()) * direction;
        const bool isSameColumn = std::abs(box.center().x() - from.center().x()) < from.width() / 2;
        if (isSameColumn && distance > 0.5 && (!best || distance < nearest)) {
            best = i;
            nearest = distance;
        }
    }
    if (best)
        choose(*best);
}

void ChartView::walk(int direction)
{
    const std::vector<ChartPlot::Part> parts = m_plot->parts();
    if (parts.empty())
        return;
    const auto count = static_cast<int>(parts.size());
    const int from = m_current ? static_cast<int>(*m_current) : (direction > 0 ? -1 : count);
    choose(static_cast<std::size_t>((from + direction + count) % count));
}

void ChartView::keyPressEvent(QKeyEvent* event)
{
    if (!m_plot) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        walk(-1);
        return;
    case Qt::Key_Right:
        walk(1);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_chart || m_chart->kind != ChartKind::HeatMap)
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
        const std::vector<ChartPlot::Part> parts = m_plot->parts();
        if (m_current && *m_current < parts.size()) {
            if (const std::optional<std::size_t> group = parts[*m_current].get().othersOf) {
                openOthersOf(*group);
                return;
            }
            const std::vector<std::size_t> rows = parts[*m_current].get().rows;
            emit partDoubleClicked(rows, parts[*m_current].get().column);
        }
        return;
    }
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace kinetoscope
