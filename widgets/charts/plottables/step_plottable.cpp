// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/step_plottable.h"

#include <QPaintEngine>

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

StepColumns StepPlottable::columnsOf(const std::vector<ChartData::Point>& points) const
{
    const QCPRange range = mKeyAxis->range();
    return stepColumns(
        points, range.lower * m_keyScale, range.upper * m_keyScale, static_cast<int>(area().right() - area().left()));
}

/// A box a pixel thick for each piece of the line: for lines wider than a hairline Qt would outline and fill one path
/// of all of them, which takes a hundred times as long.
void StepPlottable::drawBoxes(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const
{
    QVector<QRectF> boxes;
    boxes.reserve(static_cast<qsizetype>(2 * columns.columns.size()));
    const auto level = [this](double value) { return std::floor(mValueAxis->coordToPixel(value)); };
    for (std::size_t i = 0; i < columns.columns.size(); ++i) {
        const StepColumn& column = columns.columns[i];
        const double x = pixelOf(column);
        const double before = i > 0 ? columns.columns[i - 1].last : column.first;
        const double top = level(std::max(column.greatest, before));
        const double bottom = level(std::min(column.least, before));
        boxes.append({ x, top, 1, bottom - top + 1 });
        const bool isLast = i + 1 == columns.columns.size();
        const double next = isLast ? (columns.isHeld ? area().right() + 1 : x + 1) : pixelOf(columns.columns[i + 1]);
        if (next > x + 1)
            boxes.append({ x, level(column.last), next - x, 1 });
    }
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawRects(boxes);
}

void StepPlottable::drawLine(QCPPainter* painter, const StepColumns& columns, const QColor& colour) const
{
    constexpr double kThickness = 1.2;
    QPolygonF line;
    double before = 0;
    const auto add = [&](double x, double value) { line.append({ x, mValueAxis->coordToPixel(value) }); };
    for (const StepColumn& column : columns.columns) {
        const double x = pixelOf(column);
        if (!line.isEmpty())
            add(x, before);
        add(x, column.first);
        if (column.least != column.first || column.greatest != column.first) {
            add(x, column.greatest);
            add(x, column.least);
            add(x, column.last);
        }
        before = column.last;
    }
    if (columns.isHeld)
        add(area().right(), before);
    painter->setPen(QPen(colour, kThickness));
    painter->setBrush(Qt::NoBrush);
    if (line.size() == 1)
        painter->drawPoint(line.front());
    else
        painter->drawPolyline(line);
}

void StepPlottable::drawArea(QCPPainter* painter, const StepColumns& columns, const KindStyle& style) const
{
    QPolygonF line;
    double before = 0;
    const auto add = [&](double x, double value) { line.append({ x, mValueAxis->coordToPixel(value) }); };
    // The greatest value of a column is as wide as the column: a peak of a microsecond is seen.
    for (const StepColumn& column : columns.columns) {
        const double x = pixelOf(column);
        add(x, line.isEmpty() ? column.greatest : before);
        add(x, column.greatest);
        add(x + 1, column.greatest);
        add(x + 1, column.last);
        before = column.last;
    }
    if (columns.isHeld)
        add(area().right(), before);
    const double zero = mValueAxis->coordToPixel(0);
    line.append({ line.back().x(), zero });
    line.append({ line.front().x(), zero });
    painter->setPen(Qt::NoPen);
    painter->setBrush(style.fill);
    painter->drawPolygon(line);
}

void StepPlottable::drawOver(QCPPainter* painter)
{
    const ChartData::Group& group = spec().data->groups[m_group];
    const bool isStacked = spec().description.kind == ChartKind::StackedArea;
    // Pictures of lines keep them whole; a screen has no use for that.
    const bool isRaster = painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster;
    painter->setRenderHint(QPainter::Antialiasing, false); // steps have no slopes
    // From the last series to the first: of areas, each covers the lower part of the one on top of it.
    for (std::size_t i = group.further.size() + 1; i-- > 0;) {
        const StepColumns columns = columnsOf(i == 0 ? group.points : group.further[i - 1]);
        if (columns.columns.empty())
            continue;
        const KindStyle style = styleOfSeries(spec(), i, std::nullopt);
        const bool isPlain = spec().data->series.size() == 1 && !spec().data->series.front().kind;
        const QColor colour = isPlain ? palette().text : style.fill;
        if (isStacked)
            drawArea(painter, columns, style);
        else if (isRaster)
            drawBoxes(painter, columns, colour);
        else
            drawLine(painter, columns, colour);
    }
    painter->setRenderHint(QPainter::Antialiasing, true);
}

} // namespace kinetoscope
