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

QPolygonF StepPlottable::steps() const
{
    const std::vector<ChartData::Point>& points = spec().data.groups[m_group].points;
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

void StepPlottable::drawOver(QCPPainter* painter)
{
    const std::optional<PartKind> kind = spec().data.series.front().kind;
    painter->setRenderHint(QPainter::Antialiasing, false); // steps have no slopes
    painter->setPen(QPen(kind ? palette().style(*kind).fill : palette().text, 1.2));
    painter->setBrush(Qt::NoBrush);
    const QPolygonF line = steps();
    if (line.size() == 1)
        painter->drawPoint(line.front());
    else
        painter->drawPolyline(line);
    painter->setRenderHint(QPainter::Antialiasing, true);
}

} // namespace kinetoscope
