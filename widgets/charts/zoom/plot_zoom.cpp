// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/zoom/plot_zoom.h"

#include <algorithm>

namespace kinetoscope {

void PlotZoom::add(QCPAxis* axis, const AxisMeasure& measure, double least)
{
    m_axes.push_back({ axis, measure, AxisSpan {}, least });
    m_registered.push_back(axis);
}

void PlotZoom::setLimits(const QCPAxis* axis, double lower, double upper)
{
    for (Axis& each : m_axes) {
        if (each.axis == axis)
            each.limits = { shareOfValue(each.measure, lower), shareOfValue(each.measure, upper) };
    }
}

void PlotZoom::setZoom(const ChartZoom& zoom)
{
    m_zoom.across = measure(Qt::Horizontal) ? zoom.across : std::nullopt;
    m_zoom.upwards = measure(Qt::Vertical) ? zoom.upwards : std::nullopt;
}

const std::optional<AxisSpan>& PlotZoom::zoomOf(const Axis& axis) const
{
    return axis.axis->orientation() == Qt::Horizontal ? m_zoom.across : m_zoom.upwards;
}

AxisSpan PlotZoom::spanOf(const Axis& axis) const
{
    const std::optional<AxisSpan>& zoom = zoomOf(axis);
    return zoom ? spanWithin(*zoom, axis.limits, axis.least) : axis.limits;
}

QCPRange PlotZoom::shown(const QCPAxis* axis) const
{
    const auto it = std::ranges::find(m_axes, axis, &Axis::axis);
    const AxisSpan span = spanOf(*it);
    return { valueAtShare(it->measure, span.begin), valueAtShare(it->measure, span.end) };
}

const QCPAxisRect* PlotZoom::cellAt(QPointF position) const
{
    for (const Axis& axis : m_axes) {
        if (QRectF(axis.axis->axisRect()->outerRect()).contains(position))
            return axis.axis->axisRect();
    }
    return nullptr;
}

std::optional<AxisSpan> PlotZoom::unlessWhole(const Axis& axis, AxisSpan span)
{
    return span == axis.limits ? std::nullopt : std::optional(span);
}

template <typename Take> ChartZoom PlotZoom::changed(const QCPAxisRect& cell, Take take) const
{
    ChartZoom zoom = m_zoom;
    for (const Axis& axis : m_axes) {
        if (axis.axis->axisRect() != &cell)
            continue;
        const bool isAcross = axis.axis->orientation() == Qt::Horizontal;
        (isAcross ? zoom.across : zoom.upwards) = unlessWhole(axis, take(axis, isAcross));
    }
    return zoom;
}

double PlotZoom::shareAt(const Axis& axis, QPointF position) const
{
    const QRectF rect = axis.axis->axisRect()->rect();
    const bool isAcross = axis.axis->orientation() == Qt::Horizontal;
    const double length = isAcross ? rect.width() : rect.height();
    const bool isDownwards = !isAcross && axis.axis->rangeReversed();
    const double at = isAcross ? position.x() - rect.left()
        : isDownwards          ? position.y() - rect.top()
                               : rect.bottom() - position.y();
    const AxisSpan shown = spanOf(axis);
    return shown.begin + (length > 0 ? std::clamp(at / length, 0.0, 1.0) : 0.5) * shown.length();
}

ChartZoom PlotZoom::zoomedAt(const QCPAxisRect& cell, QPointF anchor, double factor) const
{
    return changed(cell, [&](const Axis& axis, bool) {
        return zoomedSpan(spanOf(axis), axis.limits, shareAt(axis, anchor), factor, axis.least);
    });
}

ChartZoom PlotZoom::moved(const QCPAxisRect& cell, QPointF by) const
{
    return changed(cell, [&](const Axis& axis, bool isAcross) {
        const double upwards = axis.axis->rangeReversed() ? -by.y() : by.y();
        return movedSpan(spanOf(axis), axis.limits, isAcross ? by.x() : upwards);
    });
}

ChartZoom PlotZoom::zoomedTo(const QCPAxisRect& cell, const QRectF& box) const
{
    return changed(cell, [&](const Axis& axis, bool) {
        const auto [begin, end] = std::minmax({ shareAt(axis, box.bottomLeft()), shareAt(axis, box.topRight()) });
        return spanWithin({ begin, end }, axis.limits, axis.least);
    });
}

QRectF PlotZoom::box(const QCPAxisRect& cell, QPointF from, QPointF to) const
{
    const QRectF rect = cell.rect();
    QRectF box = QRectF(from, to).normalized().intersected(rect);
    const auto isZoomable = [&](Qt::Orientation side) {
        return std::ranges::any_of(m_axes,
            [&](const Axis& axis) { return axis.axis->axisRect() == &cell && axis.axis->orientation() == side; });
    };
    if (!isZoomable(Qt::Vertical)) {
        const double left = std::clamp(std::min(from.x(), to.x()), rect.left(), rect.right());
        const double right = std::clamp(std::max(from.x(), to.x()), rect.left(), rect.right());
        box = QRectF(left, rect.top(), right - left, rect.height());
    }
    return box;
}

std::optional<AxisMeasure> PlotZoom::measure(Qt::Orientation side) const
{
    const auto it = std::ranges::find_if(m_axes, [side](const Axis& each) { return each.axis->orientation() == side; });
    return it != m_axes.end() ? std::optional(it->measure) : std::nullopt;
}

} // namespace kinetoscope
