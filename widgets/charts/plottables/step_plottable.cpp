// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/step_plottable.h"

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
    // Only what is in view, and the value that holds where the view begins; no picture format is trusted to clip.
    const double left = area().left();
    const double right = area().right();
    const double begin = mKeyAxis->range().lower * m_keyScale;
    const double end = mKeyAxis->range().upper * m_keyScale;
    const auto before = [](const ChartData::Point& point, double x) { return point.x < x; };
    auto first = std::lower_bound(points.begin(), points.end(), begin, before);
    if (first != points.begin())
        --first;
    const auto last =
        std::upper_bound(first, points.end(), end, [](double x, const ChartData::Point& point) { return x < point.x; });
    const auto columnOf = [&](const ChartData::Point& point) {
        return std::clamp(std::floor(mKeyAxis->coordToPixel(point.x / m_keyScale)), left, right);
    };
    for (auto at = first; at != last;) {
        const double column = columnOf(*at);
        double least = at->y;
        double greatest = at->y;
        const double firstY = at->y;
        double latest = firstY;
        for (; at != last && columnOf(*at) == column; ++at) {
            latest = at->y;
            least = std::min(least, latest);
            greatest = std::max(greatest, latest);
        }
        if (!line.isEmpty())
            line.append({ column, mValueAxis->coordToPixel(lastY) });
        line.append({ column, mValueAxis->coordToPixel(firstY) });
        if (least != firstY || greatest != firstY) {
            line.append({ column, mValueAxis->coordToPixel(greatest) });
            line.append({ column, mValueAxis->coordToPixel(least) });
            line.append({ column, mValueAxis->coordToPixel(latest) });
        }
        lastY = latest;
    }
    // The last value holds as long as there may be another one: to the next sample, if only out of view.
    if (!line.isEmpty() && last != points.end())
        line.append({ right, mValueAxis->coordToPixel(lastY) });
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
