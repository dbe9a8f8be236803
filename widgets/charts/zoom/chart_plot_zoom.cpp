// SPDX-License-Identifier: GPL-3.0-or-later
// What a drawing does with the part of it that is in sight.
#include "widgets/charts/chart_plot.h"

#include <algorithm>

namespace kinetoscope {
namespace {

/// Places of a histogram's axis are bins, whose edges may have become others.
double placeAfter(double place, const ChartPlot& before, const ChartPlot& after)
{
    const auto rowsOf = [](const ChartPlot& plot) -> const std::vector<ChartData::Row>& {
        return plot.spec().data->groups[plot.spec().groups.front()].rows;
    };
    const bool isHistogram = after.spec().description.kind() == ChartKind::Histogram;
    if (!isHistogram || rowsOf(before).empty() || rowsOf(after).empty())
        return place;
    const double end = static_cast<double>(rowsOf(before).size()) - 0.5;
    const double inside = std::clamp(place, -0.5, end);
    return place - inside + placeInBins(rowsOf(after), valueAtPlace(rowsOf(before), inside));
}

} // namespace

void ChartPlot::addZoomAxis(QCPAxis* axis, const QCPRange& whole, double least)
{
    m_zoom.add(axis, { whole.lower, whole.upper, axis->scaleType() == QCPAxis::stLogarithmic }, least);
}

void ChartPlot::setZoom(const ChartZoom& zoom)
{
    m_zoom.setZoom(zoom);
    for (QCPAxis* axis : m_zoom.axes())
        axis->setRange(m_zoom.shown(axis));
    // Their values have a unit of their own, and standing ones follow what is in sight.
    for (const BarCell& cell : m_barCells)
        setValueRange(cell);
    static_cast<ChartHeader*>(plotLayout()->element(0, 0))->setZoomed(m_zoom.isZoomed());
    redraw();
}

ChartZoom ChartPlot::zoomAfter(const ChartPlot& before) const
{
    ChartZoom zoom = before.zoom().zoom();
    const auto carry = [&](std::optional<AxisSpan>& span, Qt::Orientation side) {
        const std::optional<AxisMeasure> was = before.zoom().measure(side);
        const std::optional<AxisMeasure> is = m_zoom.measure(side);
        if (!span || !was || !is || was->isLogarithmic != is->isLogarithmic)
            return span.reset();
        const auto shareAfter = [&](double share) {
            return shareOfValue(*is, placeAfter(valueAtShare(*was, share), before, *this));
        };
        span = AxisSpan { shareAfter(span->begin), shareAfter(span->end) };
        if (!(span->begin < std::min(1.0, span->end)) || !(span->end > 0))
            span.reset(); // there is nothing any more
    };
    carry(zoom.across, Qt::Horizontal);
    carry(zoom.upwards, Qt::Vertical);
    return zoom;
}

std::optional<ChartPart> ChartPlot::partLike(const ChartPart& drawn, const ChartShape& shape)
{
    ensureParts();
    const std::optional<std::size_t> like = drawn.plottable->shapeLike(shape);
    return like ? std::optional(ChartPart { drawn.plottable, *like }) : std::nullopt;
}

void ChartPlot::setBand(const QRectF& band)
{
    update(m_band.toAlignedRect().adjusted(-2, -2, 2, 2));
    m_band = band;
    update(m_band.toAlignedRect().adjusted(-2, -2, 2, 2));
}

} // namespace kinetoscope
