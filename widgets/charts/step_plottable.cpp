// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_plottable.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

StepPlottable::StepPlottable(
    QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double keyScale)
    : ShapePlottable(keyAxis, valueAxis, spec)
    , m_group(group)
    , m_keyScale(keyScale)
{
}

std::vector<ChartShape> StepPlottable::buildShapes()
{
    return {};
}

QPolygonF StepPlottable::steps(const std::vector<ChartData::Point>& points) const
{
    QPolygonF line;
    double lastY = 0;
    for (std::size_t i = 0; i < points.size();) {
        const double column = std::floor(mKeyAxis->coordToPixel(points[i].x / m_keyScale));
        double least = points[i].y;
        double greatest = points[i].y;
        const double first = points[i].y;
        double last = first;
        for (; i < points.size() && std::floor(mKeyAxis->coordToPixel(points[i].x / m_keyScale)) == column; ++i) {
            last = points[i].y;
            least = std::min(least, last);
            greatest = std::max(greatest, last);
        }
        if (!line.isEmpty())
            line.append({ column, mValueAxis->coordToPixel(lastY) });
        line.append({ column, mValueAxis->coordToPixel(first) });
        if (least != first || greatest != first) {
            line.append({ column, mValueAxis->coordToPixel(greatest) });
            line.append({ column, mValueAxis->coordToPixel(least) });
            line.append({ column, mValueAxis->coordToPixel(last) });
        }
        lastY = last;
    }
    return line;
}

void StepPlottable::drawArea(QCPPainter* painter, QPolygonF line, const KindStyle& style) const
{
    if (line.isEmpty())
        return;
    const double zero = mValueAxis->coordToPixel(0);
    line.append({ line.back().x() + 1, line.back().y() }); // the last value is at least one pixel wide
    line.append({ line.back().x(), zero });
    line.append({ line.front().x(), zero });
    painter->setPen(Qt::NoPen);
    painter->setBrush(style.fill);
    painter->drawPolygon(line);
}

void StepPlottable::drawOver(QCPPainter* painter)
{
    const ChartData::Group& group = spec().data.groups[m_group];
    const bool isStacked = spec().description.kind == ChartKind::StackedArea;
    painter->setRenderHint(QPainter::Antialiasing, false); // steps have no slopes
    // From the last series to the first: of areas, each covers the lower part of the one on top of it.
    for (std::size_t i = group.further.size() + 1; i-- > 0;) {
        const QPolygonF line = steps(i == 0 ? group.points : group.further[i - 1]);
        const KindStyle style = styleOfSeries(spec(), i, std::nullopt);
        if (isStacked) {
            drawArea(painter, line, style);
            continue;
        }
        const bool isPlain = spec().data.series.size() == 1 && !spec().data.series.front().kind;
        painter->setPen(QPen(isPlain ? palette().text : style.fill, 1.2));
        painter->setBrush(Qt::NoBrush);
        if (line.size() == 1)
            painter->drawPoint(line.front());
        else
            painter->drawPolyline(line);
    }
    painter->setRenderHint(QPainter::Antialiasing, true);
}

} // namespace kinetoscope
