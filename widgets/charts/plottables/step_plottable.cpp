// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/step_plottable.h"

#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr double kStepPlottableReach = 4; // px around the ends of a line, which may be a pixel wide

} // namespace

StepPlottable::StepPlottable(
    QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double keyScale)
    : ShapePlottable(keyAxis, valueAxis, spec)
    , m_group(group)
    , m_keyScale(keyScale)
{
    m_firstIndex.push_back(0);
    for (std::size_t series = 0; series <= this->group().further.size(); ++series)
        m_firstIndex.push_back(m_firstIndex.back() + lineOf(this->group(), series).size());
}

StepPlace StepPlottable::placeOf(std::size_t index) const
{
    const auto behind = std::ranges::upper_bound(m_firstIndex, index);
    return { static_cast<std::size_t>(behind - m_firstIndex.begin()) - 1, index - *(behind - 1) };
}

std::optional<std::size_t> StepPlottable::shapeAt(QPointF position) const
{
    const QRectF cell = area();
    if (!cell.contains(position))
        return std::nullopt;
    const auto timeAt = [this](double x) { return mKeyAxis->pixelToCoord(x) * m_keyScale; };
    const double left = std::floor(position.x());
    StepPointer pointer { .begin = timeAt(left), .end = timeAt(left + 1), .y = mValueAxis->pixelToCoord(position.y()) };
    pointer.reach = kStepPlottableReach * (pointer.end - pointer.begin);
    const std::optional<StepPlace> found = stepAt(group(), isStacked(), pointer);
    return found ? std::optional(indexOf(*found)) : std::nullopt;
}

/// From where it stands to its value, a pixel wide at least.
QPolygonF StepPlottable::outlineOf(StepPlace place) const
{
    const QRectF cell = area();
    const std::vector<ChartData::Point>& line = lineOf(group(), place.series);
    const auto pixel = [this](double x) { return std::floor(mKeyAxis->coordToPixel(x / m_keyScale)); };
    const auto level = [this](double y) { return std::floor(mValueAxis->coordToPixel(y)); };
    const double value = line[place.point].y;
    const double base = baseOf(group(), isStacked(), place);
    const double begin = pixel(line[place.point].x);
    const double end = place.point + 1 < line.size() ? pixel(line[place.point + 1].x) : begin;
    const double left = std::clamp(begin, cell.left(), cell.right());
    const double right = std::clamp(std::max(end, begin + 1), left, cell.right() + 1);
    const double top = level(std::max(value, base));
    const double bottom = std::max(level(std::min(value, base)), top + 1);
    return QPolygonF({ { left, top }, { right, top }, { right, bottom }, { left, bottom } });
}

QString StepPlottable::figureOf(StepPlace place) const
{
    const ChartData::Point& point = lineOf(group(), place.series)[place.point];
    const double value = point.y - baseOf(group(), isStacked(), place);
    const bool isBytes = spec().data->unit == Unit::Bytes;
    const QString figure = isBytes ? quantityText(value, Unit::Bytes) : figureText(value);
    const TimeRange stretch = stretchOf(group(), place);
    if (stretch.isEmpty())
        return tr("%1 \u00b7 at %2").arg(figure, momentText(stretch.begin));
    return tr("%1 \u00b7 from %2 for %3").arg(figure, momentText(stretch.begin), durationText(stretch.length()));
}

ChartShape StepPlottable::shape(std::size_t index) const
{
    const StepPlace place = placeOf(index);
    const ChartData::Series& series = spec().data->series[place.series];
    ChartShape shape { .outline = outlineOf(place),
        .style = styleOfSeries(spec(), place.series, std::nullopt),
        .rows = { lineOf(group(), place.series)[place.point].tableRow },
        .column = series.column,
        .name = displayText(series.label) };
    if (!group().label.empty())
        shape.name += QStringLiteral(" \u00b7 ") + fullText(group().label);
    shape.figure = figureOf(place);
    shape.stretch = stretchOf(group(), place);
    return shape;
}

bool StepPlottable::isInView(StepPlace place) const
{
    return mKeyAxis->range().contains(lineOf(group(), place.series)[place.point].x / m_keyScale);
}

std::optional<StepPlace> StepPlottable::endInView(std::size_t series, int direction) const
{
    const std::vector<ChartData::Point>& line = lineOf(group(), series);
    const QCPRange range = mKeyAxis->range();
    const auto keyOf = [this](const ChartData::Point& point) { return point.x / m_keyScale; };
    const auto at = direction > 0 ? std::ranges::lower_bound(line, range.lower, {}, keyOf)
                                  : std::ranges::upper_bound(line, range.upper, {}, keyOf);
    if (at == (direction > 0 ? line.end() : line.begin()))
        return std::nullopt;
    const StepPlace place { series, static_cast<std::size_t>(at - line.begin()) - (direction > 0 ? 0 : 1) };
    return isInView(place) ? std::optional(place) : std::nullopt;
}

std::optional<std::size_t> StepPlottable::neighbour(std::optional<std::size_t> from, int direction) const
{
    const std::size_t lines = group().further.size() + 1;
    std::size_t series = direction > 0 ? 0 : lines - 1;
    if (from) {
        StepPlace next = placeOf(*from);
        next.point += static_cast<std::size_t>(direction); // one before 0 is no point either
        if (next.point < lineOf(group(), next.series).size() && isInView(next))
            return indexOf(next);
        series = next.series + static_cast<std::size_t>(direction);
    }
    for (; series < lines; series += static_cast<std::size_t>(direction)) {
        if (const auto place = endInView(series, direction))
            return indexOf(*place);
    }
    return std::nullopt;
}

std::vector<StepPlace> StepPlottable::selectedSteps()
{
    std::vector<StepPlace> steps;
    for (std::size_t series = 0; series <= group().further.size() && !selectedRows().empty(); ++series) {
        const std::vector<ChartData::Point>& line = lineOf(group(), series);
        if (m_rowsAscend.size() == series)
            m_rowsAscend.push_back(std::ranges::is_sorted(line, {}, &ChartData::Point::tableRow));
        if (m_rowsAscend[series]) {
            for (const std::size_t row : selectedRows()) {
                const auto at = std::ranges::lower_bound(line, row, {}, &ChartData::Point::tableRow);
                if (at != line.end() && at->tableRow == row)
                    steps.push_back({ series, static_cast<std::size_t>(at - line.begin()) });
            }
            continue;
        }
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (std::ranges::binary_search(selectedRows(), line[i].tableRow))
                steps.push_back({ series, i });
        }
    }
    return steps;
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
    // Pictures of lines keep them whole; a screen has no use for that.
    const bool isRaster = painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster;
    painter->setRenderHint(QPainter::Antialiasing, false); // steps have no slopes
    bool isEmpty = true;
    // From the last series to the first: of areas, each covers the lower part of the one on top of it.
    for (std::size_t i = group().further.size() + 1; i-- > 0;) {
        const StepColumns columns = columnsOf(lineOf(group(), i));
        if (columns.columns.empty())
            continue;
        isEmpty = false;
        const KindStyle style = styleOfSeries(spec(), i, std::nullopt);
        const bool isPlain = spec().data->series.size() == 1 && !spec().data->series.front().kind;
        const QColor colour = isPlain ? palette().text : style.fill;
        if (isStacked())
            drawArea(painter, columns, style);
        else if (isRaster)
            drawBoxes(painter, columns, colour);
        else
            drawLine(painter, columns, colour);
    }
    for (const StepPlace place : selectedSteps()) {
        if (const QPolygonF outline = outlineOf(place); area().intersects(outline.boundingRect()))
            drawFrame(*painter, shape(indexOf(place)), true);
    }
    painter->setRenderHint(QPainter::Antialiasing, true);
    if (isEmpty)
        drawEmpty(painter);
}

/// The chart shows what the timeline shows, and there its line has not begun or is over: it would look like no data.
void StepPlottable::drawEmpty(QCPPainter* painter) const
{
    const QRectF cell = area().adjusted(4, 0, -4, 0);
    const QString words = tr("Nothing in the visible time");
    painter->setFont(parentPlot()->font());
    painter->setPen(palette().secondText);
    painter->drawText(cell, Qt::AlignCenter | Qt::TextSingleLine,
        QFontMetricsF(painter->font()).elidedText(words, Qt::ElideRight, cell.width()));
}

} // namespace kinetoscope

#include "moc_step_plottable.cpp"
