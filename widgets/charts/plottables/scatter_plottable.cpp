// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/scatter_plottable.h"

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "widgets/models/column_format.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kinetoscope {
namespace {

constexpr double kLargestDot = 16;     // px radius
constexpr double kSmallestDot = 3;     // still hit by a pointer
constexpr std::size_t kMostNames = 12; // of the largest dots
constexpr int kScatterPlottableNameCharacters = 28;
constexpr double kShareOfWords = 0.12; // of the height: a line of words over the highest roof

/// Around the values on a logarithmic axis: dots at the edge are whole.
QCPRange padded(double low, double high)
{
    if (!(low > 0) || !(high > 0))
        return { 0.1, 10 };
    const double decades = std::log10(high / low);
    const double room = std::pow(10.0, std::max(0.25, decades * 0.08));
    return { low / room, high * room };
}

bool isPlaced(const ChartData::Row& row)
{
    return row.x > 0 && std::isfinite(row.x) && row.values[0] > 0 && std::isfinite(row.values[0]);
}

/// A line goes through a box, or ends in it.
bool touches(const QLineF& line, const QRectF& box)
{
    const auto crosses = [&line](QPointF from, QPointF to) {
        return line.intersects(QLineF(from, to), nullptr) == QLineF::BoundedIntersection;
    };
    return box.contains(line.p1()) || box.contains(line.p2()) || crosses(box.topLeft(), box.bottomRight())
        || crosses(box.topRight(), box.bottomLeft());
}

} // namespace

ScatterPlottable::ScatterPlottable(QCPAxis* xAxis, QCPAxis* yAxis, const ChartSpec* spec, std::size_t group)
    : ShapePlottable(xAxis, yAxis, spec)
    , m_group(group)
{
}

std::vector<std::size_t> ScatterPlottable::placedRows() const
{
    std::vector<std::size_t> placed = placesWhere(group().rows, isPlaced);
    const auto sizeOf = [this](std::size_t row) {
        const double size = group().rows[row].size;
        return std::isfinite(size) ? size : 0;
    };
    sortStably(placed, std::greater {}, sizeOf);
    return placed;
}

QCPRange ScatterPlottable::xRange() const
{
    double low = 0;
    double high = 0;
    const auto take = [&](double x) {
        low = low > 0 ? std::min(low, x) : x;
        high = std::max(high, x);
    };
    for (const std::size_t row : placedRows())
        take(group().rows[row].x);
    for (const ChartRoof& flat : form().roofs) {
        for (const ChartRoof& slope : form().roofs) {
            if (std::isfinite(flat.peak) && std::isfinite(slope.slope) && flat.peak > 0 && slope.slope > 0)
                take(flat.peak / slope.slope); // the ridge
        }
    }
    return padded(low, high);
}

QCPRange ScatterPlottable::yRange() const
{
    double low = 0;
    double high = 0;
    for (const std::size_t row : placedRows()) {
        const double y = group().rows[row].values[0];
        low = low > 0 ? std::min(low, y) : y;
        high = std::max(high, y);
    }
    const double highestDot = high;
    for (const ChartRoof& roof : form().roofs) {
        if (std::isfinite(roof.peak))
            high = std::max(high, roof.peak);
    }
    QCPRange range = padded(low > 0 ? low : high, high);
    if (high > highestDot) // the words of the highest roof stand over it: the large dots are below
        range.upper *= std::pow(range.upper / range.lower, kShareOfWords);
    return range;
}

double ScatterPlottable::radiusOf(const ChartData::Row& row, double largest) const
{
    if (form().sizeColumn.empty() || !(largest > 0))
        return kSmallestDot + 2;
    const double share = std::isfinite(row.size) ? std::max(0.0, row.size / largest) : 0;
    // In a low panel a large dot would leave its plot, which cuts it: axes have this part of them around the values.
    constexpr double kAround = 0.065;
    const double most = std::min(kLargestDot, kAround * std::min(area().width(), area().height()));
    return std::max(kSmallestDot, most * std::sqrt(share));
}

std::vector<ChartShape> ScatterPlottable::buildShapes()
{
    std::vector<ChartShape> shapes;
    const std::vector<std::size_t> placed = placedRows();
    const double largest = placed.empty() ? 0 : group().rows[placed.front()].size;
    const QRectF clip = area();
    const ChartData& data = *spec().data;
    for (const std::size_t i : placed) {
        const ChartData::Row& row = group().rows[i];
        const QPointF centre(mKeyAxis->coordToPixel(row.x), mValueAxis->coordToPixel(row.values[0]));
        const double radius = radiusOf(row, largest);
        if (!clip.adjusted(-radius, -radius, radius, radius).contains(centre))
            continue;
        ChartShape shape;
        for (int degrees = 0; degrees < 360; degrees += 15) {
            const double angle = degrees * std::numbers::pi / 180;
            shape.outline.append(centre + radius * QPointF(std::cos(angle), std::sin(angle)));
        }
        shape.outline = insideOf(clip, shape.outline);
        if (shape.outline.isEmpty())
            continue;
        shape.style = styleOfSeries(spec(), 0, row.kind);
        shape.style.fill.setAlphaF(0.75F); // dots lie on each other
        shape.style.edge = palette().text;
        shape.rows = row.tableRows;
        shape.column = data.series[0].column;
        shape.name = displayText(row.label);
        shape.fullName = fullText(row.fullName);
        QString figure = figureText(row.values[0]);
        if (data.unit == Unit::None && !data.isTime) // the axis names it
            figure += QChar(0x00a0) + displayText(data.series[0].label);
        shape.figure = tr("%1 at %2 %3").arg(figure, realNumber(row.x), unitName(data.xUnit));
        if (std::isfinite(row.size))
            shape.figure += QStringLiteral(" \u00b7 ")
                + durationText(static_cast<Nanoseconds>(std::clamp(row.size, -9.2e18, 9.2e18)));
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

std::vector<ScatterPlottable::RoofLine> ScatterPlottable::roofLines() const
{
    // Memory limits up to the highest rate, and a rate where memory allows it: dots of each type have their roof.
    double highest = 0;
    double steepest = 0;
    for (const ChartRoof& roof : form().roofs) {
        if (std::isfinite(roof.peak))
            highest = std::max(highest, roof.peak);
        if (std::isfinite(roof.slope))
            steepest = std::max(steepest, roof.slope);
    }
    const QCPRange x = mKeyAxis->range();
    const QCPRange y = mValueAxis->range();
    std::vector<RoofLine> lines;
    for (const ChartRoof& roof : form().roofs) {
        const bool isSlope = std::isfinite(roof.slope);
        const double slope = isSlope ? roof.slope : steepest;
        const double peak = isSlope ? highest : roof.peak;
        const double ridge = peak > 0 && slope > 0 ? peak / slope : (isSlope ? x.upper : x.lower);
        const double from = isSlope ? std::max(x.lower, y.lower / slope) : std::clamp(ridge, x.lower, x.upper);
        const double to = isSlope ? std::clamp(std::min(ridge, y.upper / slope), x.lower, x.upper) : x.upper;
        if (!(from < to) || (!isSlope && !y.contains(peak)))
            continue;
        const auto pixel = [&](double at) {
            return QPointF(mKeyAxis->coordToPixel(at), mValueAxis->coordToPixel(isSlope ? at * slope : peak));
        };
        const QString source = registryText(roof.source, 60);
        lines.push_back({ QLineF(pixel(from), pixel(to)), isSlope,
            registryText(roof.label, 60) + (source.isEmpty() ? source : QStringLiteral(" \u00b7 ") + source) });
    }
    return lines;
}

void ScatterPlottable::drawUnder(QCPPainter* painter)
{
    painter->setPen(QPen(palette().text, 1.5));
    for (const RoofLine& roof : roofLines())
        painter->drawLine(roof.line);
}

std::vector<QRectF> ScatterPlottable::placesOf(const RoofLine& roof, QSizeF size) const
{
    constexpr double kGap = 3;  // px between words and line
    constexpr double kStep = 8; // px from one place to the next
    const QRectF clip = area().adjusted(kGap, 0, -kGap, 0);
    const QPointF start = roof.line.p1();
    const QPointF end = roof.line.p2();
    std::vector<QRectF> places;
    const auto add = [&](double left, double top) {
        const QRectF box({ left, top }, size);
        if (clip.contains(box))
            places.push_back(box);
    };
    if (roof.isSlope) {
        // Beside the line, from three quarters of the way up: left of it first, where no dot can be.
        constexpr double kParts[] { 0.75, 0.85, 0.65, 0.95, 0.55, 0.45, 0.35, 0.25, 0.15, 0.05 };
        for (const double part : kParts) {
            const QPointF at = roof.line.pointAt(part);
            add(at.x() - size.width() - 4 * kGap, at.y() - size.height());
        }
        for (const double part : kParts) {
            const QPointF at = roof.line.pointAt(part);
            add(at.x() + 4 * kGap, at.y());
        }
        return places;
    }
    // Along the line as long as it reaches over or under some of it: the highest one's words fit left of its bend.
    const double above = start.y() - size.height() - kGap;
    const double below = start.y() + kGap;
    for (const double top : { above, below, above - kStep, below + kStep }) { // large dots reach over the line
        for (double right = end.x() - kGap; right > start.x() + 2 * kStep; right -= kStep)
            add(right - size.width(), top);
    }
    return places;
}

void ScatterPlottable::drawRoofWords(
    QCPPainter* painter, const std::vector<RoofLine>& roofs, std::vector<QRectF>& taken) const
{
    const QFontMetricsF metrics(painter->font());
    const auto linesIn = [&roofs](const QRectF& box) {
        return std::ranges::count_if(roofs, [&box](const RoofLine& roof) { return touches(roof.line, box); });
    };
    for (const RoofLine& roof : roofs) {
        const QString text = metrics.elidedText(roof.words, Qt::ElideRight, area().width() - 8);
        std::vector<QRectF> places = placesOf(roof, { metrics.horizontalAdvance(text) + 1, metrics.height() });
        // Dots are what one looks for: no words over them.
        std::erase_if(places, [&](const QRectF& box) {
            return std::ranges::any_of(taken, [&box](const QRectF& other) { return other.intersects(box); });
        });
        if (places.empty())
            continue; // the table of roofs says it
        const std::vector<std::ptrdiff_t> inTheWay = mapped(places, linesIn);
        const auto least = std::ranges::min_element(inTheWay);
        const QRectF box = places[static_cast<std::size_t>(least - inTheWay.begin())];
        if (*least > 0)
            painter->fillRect(box, palette().canvas);
        taken.push_back(box);
        painter->setPen(palette().secondText);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }
}

void ScatterPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    const QFontMetricsF metrics(painter->font());
    const QRectF clip = area();
    std::vector<QRectF> taken;
    for (const ChartShape& shape : shapes())
        taken.push_back(shape.outline.boundingRect());
    const std::vector<RoofLine> roofs = roofLines();
    drawRoofWords(painter, roofs, taken);
    painter->setPen(palette().text);
    for (std::size_t i = 0; i < shapes().size(); ++i) {
        const QRectF dot = shapes()[i].outline.boundingRect();
        const QString name = elidedMiddle(shapes()[i].name, kScatterPlottableNameCharacters);
        const QSizeF size(metrics.horizontalAdvance(name) + 2, metrics.height());
        const QPointF sides[] { { dot.right() + 4, dot.center().y() - size.height() / 2 },
            { dot.left() - 4 - size.width(), dot.center().y() - size.height() / 2 },
            { dot.center().x() - size.width() / 2, dot.bottom() + 2 } };
        for (const QPointF side : sides) {
            const QRectF box(side, size);
            const auto overlaps = [&box](const QRectF& other) { return other.intersects(box); };
            const auto crosses = [&box](const RoofLine& roof) { return touches(roof.line, box); };
            if (!clip.contains(box.adjusted(0, 0, 0, 2)) || std::ranges::any_of(taken, overlaps)
                || std::ranges::any_of(roofs, crosses))
                continue;
            taken.push_back(box);
            painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
            break;
        }
        if (i + 1 >= kMostNames)
            break; // the rest is in tool tip and table
    }
}

} // namespace kinetoscope

#include "moc_scatter_plottable.cpp"
