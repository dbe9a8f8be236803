// SPDX-License-Identifier: GPL-3.0-or-later
// How wheel, fingers, keys, a drag and the menu choose the part of a chart that is in sight.
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_view.h"
#include "widgets/support/wheel_steps.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr double kKeyFactor = 1.2; // as one notch of the wheel
constexpr double kKeyMove = 0.1;   // of what is in sight

double pinchFactor(const QNativeGestureEvent& gesture)
{
    return 1 / std::clamp(1 + gesture.value(), 0.1, 10.0);
}

} // namespace

bool ChartView::isSameChart(const ChartDescription& a, const ChartDescription& b)
{
    const auto columns = [](const ChartDescription& chart) {
        std::vector<std::string> names { chart.table, chart.labelColumn, chart.groupColumn };
        for (const ChartSeries& series : chart.series)
            names.push_back(series.column);
        std::visit(
            [&names](const auto& form) {
                if constexpr (requires { form.xColumn; })
                    names.push_back(form.xColumn);
            },
            chart.form);
        return names;
    };
    return a.id == b.id && a.kind() == b.kind() && columns(a) == columns(b);
}

void ChartView::makeZoomActions()
{
    const auto add = [this](const QString& text, const QKeySequence& key, const auto& act) {
        auto* action = new QAction(text, this);
        action->setShortcut(key); // shown in menus; keyPressEvent answers it
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    m_zoomIn = add(tr("Zoom in"), Qt::Key_Plus, [this] { zoomByKey(1 / kKeyFactor); });
    m_zoomOut = add(tr("Zoom out"), Qt::Key_Minus, [this] { zoomByKey(kKeyFactor); });
    m_wholeChart = add(tr("Whole chart"), Qt::Key_0, [this] { showWhole(); });
    m_wholeChart->setObjectName(QStringLiteral("wholeChart"));
}

bool ChartView::canZoom() const
{
    return m_plot && !m_plot->zoom().axes().empty();
}

void ChartView::setZoom(const ChartZoom& zoom, std::optional<QPointF> pointer)
{
    m_zoom = zoom;
    m_zoomOut->setEnabled(!zoom.isWhole());
    m_wholeChart->setEnabled(!zoom.isWhole());
    if (!m_plot || zoom == m_plot->zoom().zoom())
        return;
    const std::optional<ChartPart> before = m_current && m_plot->isThere(*m_current) ? m_current : std::nullopt;
    const std::optional<ChartShape> shape = before ? std::optional(before->get()) : std::nullopt;
    m_plot->setHovered(std::nullopt); // by its number, which may be another part's now
    m_plot->setZoom(zoom);
    fitPlotHeight(m_plot->width()); // a line above the chart says it
    if (!shape)
        return leavePart();
    const std::optional<ChartPart> after = pointer ? m_plot->partAt(*pointer) : m_plot->partLike(*before, *shape);
    if (after && after->get().rows == shape->rows && after->get().column == shape->column)
        setCurrent(after);
    else
        leavePart();
}

void ChartView::dropZoom()
{
    m_bandFrom.reset();
    setZoom({});
}

void ChartView::addZoomActions(QMenu& menu) const
{
    if (!canZoom())
        return;
    menu.addSeparator();
    for (QAction* action : { m_zoomIn, m_zoomOut, m_wholeChart })
        menu.addAction(action);
}

bool ChartView::openZoomMenu(QPoint globalPosition)
{
    if (!canZoom())
        return false;
    setFocus(Qt::MouseFocusReason);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("zoomMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addZoomActions(*menu);
    menu->popup(globalPosition);
    return true;
}

bool ChartView::zoomChart(QPointF position, double factor, ZoomBy by)
{
    const QCPAxisRect* cell = m_plot->zoom().cellAt(position);
    if (!cell)
        return false;
    setZoom(m_plot->zoom().zoomedAt(*cell, position, factor),
        by == ZoomBy::Pointer ? std::optional(position) : std::nullopt);
    setFocus(Qt::OtherFocusReason); // the keys that move it and show all are this chart's now
    return true;
}

bool ChartView::zoom(const QWheelEvent& wheel)
{
    const std::optional<Timestamp> time = m_plot->timeAt(wheel.position());
    const QCPAxisRect* cell = m_plot->zoom().cellAt(wheel.position());
    if (!time && !cell)
        return false;
    if (wheel.modifiers().testFlag(Qt::ControlModifier)) {
        if (time)
            emit timeZoomed(*time, wheelZoomFactor(wheel));
        else
            zoomChart(wheel.position(), wheelZoomFactor(wheel), ZoomBy::Pointer);
    } else if (isSidewaysWheel(wheel) && (time || isZoomed())) {
        if (time)
            emit timePanned(wheelPanShare(wheel));
        else
            setZoom(m_plot->zoom().moved(*cell, { wheelPanShare(wheel), 0 }), wheel.position());
    } else if (!time && m_chart->kind() == ChartKind::HeatMap && m_plot->zoom().zoom().upwards) {
        setZoom(m_plot->zoom().moved(*cell, { 0, -wheelPanShare(wheel) }), wheel.position());
    } else {
        return false;
    }
    if (!time)
        hover(wheel.position(), wheel.globalPosition().toPoint());
    return true;
}

bool ChartView::zoom(const QNativeGestureEvent& gesture)
{
    if (gesture.gestureType() != Qt::ZoomNativeGesture)
        return false;
    const std::optional<Timestamp> anchor = m_plot->timeAt(gesture.position());
    if (!anchor)
        return zoomChart(gesture.position(), pinchFactor(gesture), ZoomBy::Pointer);
    emit timeZoomed(*anchor, pinchFactor(gesture));
    return true;
}

/// At the current part, else where bars begin: that is what small ones are read from.
std::optional<QPointF> ChartView::keyAnchor() const
{
    if (m_current && m_plot->isThere(*m_current)) {
        const QPointF centre = m_current->get().outline.boundingRect().center();
        if (m_plot->zoom().cellAt(centre))
            return centre;
    }
    if (!canZoom())
        return std::nullopt;
    const QCPAxis* axis = m_plot->zoom().axes().front();
    const QRectF cell = axis->axisRect()->rect();
    const bool areLyingBars = m_plot->zoom().axes().front()->axisRect()->axis(QCPAxis::atLeft)->rangeReversed()
        && m_chart->kind() != ChartKind::HeatMap;
    return areLyingBars ? QPointF(cell.left(), cell.center().y()) : cell.center();
}

void ChartView::zoomByKey(double factor)
{
    if (const std::optional<QPointF> anchor = keyAnchor())
        zoomChart(*anchor, factor, ZoomBy::Key);
}

void ChartView::moveByKey(double right, double up)
{
    const std::optional<QPointF> anchor = keyAnchor();
    if (const QCPAxisRect* cell = anchor ? m_plot->zoom().cellAt(*anchor) : nullptr)
        setZoom(m_plot->zoom().moved(*cell, { right * kKeyMove, up * kKeyMove }));
}

bool ChartView::isZoomKey(const QKeyEvent& key) const
{
    if (key.key() == Qt::Key_Escape && (m_bandFrom || m_dragged))
        return true;
    if (!canZoom() || key.modifiers().testFlag(Qt::ControlModifier) || key.modifiers().testFlag(Qt::AltModifier))
        return false;
    switch (key.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift on many keyboards
    case Qt::Key_Minus:
        return true;
    case Qt::Key_0:
        return isZoomed();
    case Qt::Key_Escape:
        return isZoomed();
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return isZoomed() && key.modifiers().testFlag(Qt::ShiftModifier);
    default:
        return false;
    }
}

bool ChartView::zoom(const QKeyEvent& key)
{
    if (!isZoomKey(key))
        return false;
    switch (key.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomByKey(1 / kKeyFactor);
        break;
    case Qt::Key_Minus:
        zoomByKey(kKeyFactor);
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        moveByKey(key.key() == Qt::Key_Right ? 1 : -1, 0);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveByKey(0, key.key() == Qt::Key_Up ? 1 : -1);
        break;
    default: // Escape first gives up what is being dragged
        if (!giveUpDrag())
            showWhole();
        break;
    }
    return true;
}

bool ChartView::dragBand(const QMouseEvent& mouse)
{
    const auto cell = [this] { return m_plot->zoom().cellAt(*m_bandFrom); };
    switch (mouse.type()) {
    case QEvent::MouseButtonDblClick:
        if (mouse.button() == Qt::LeftButton)
            showWhole();
        return canZoom();
    case QEvent::MouseButtonPress: {
        const QCPAxisRect* at = m_plot->zoom().cellAt(mouse.position());
        if (mouse.button() != Qt::LeftButton || !at || !at->rect().contains(mouse.position().toPoint()))
            return false;
        m_bandFrom = mouse.position();
        return true;
    }
    case QEvent::MouseMove:
        if (!m_bandFrom)
            return false;
        if (mouse.buttons().testFlag(Qt::LeftButton) && cell()) {
            const bool isDrag = (mouse.position() - *m_bandFrom).manhattanLength() >= QApplication::startDragDistance();
            m_plot->setBand(isDrag ? m_plot->zoom().box(*cell(), *m_bandFrom, mouse.position()) : QRectF());
        }
        return true;
    case QEvent::MouseButtonRelease: {
        if (!m_bandFrom || mouse.button() != Qt::LeftButton)
            return false;
        const QCPAxisRect* from = cell();
        const QRectF band = from ? m_plot->zoom().box(*from, *m_bandFrom, mouse.position()) : QRectF();
        m_bandFrom.reset();
        m_plot->setBand({});
        if (band.width() >= QApplication::startDragDistance() && band.height() >= QApplication::startDragDistance())
            setZoom(m_plot->zoom().zoomedTo(*from, band));
        return true;
    }
    default:
        return false;
    }
}

} // namespace kinetoscope
