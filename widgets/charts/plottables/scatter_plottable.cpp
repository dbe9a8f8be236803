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
constexpr double kLeastRoom = 60; // px for the words of a roof: less says nothing

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
    for (const ChartRoof& roof : form().roofs) {
        if (std::isfinite(roof.peak))
            high = std::max(high, roof.peak);
    }
    return padded(low > 0 ? low : high, high);
}

double ScatterPlottable::radiusOf(const ChartData::Row& row, double largest) const
{
    if (form().sizeColumn.empty() || !(largest > 0))
        return kSmallestDot + 2;
    const double share = std::isfinite(row.size) ? std::max(0.0, row.size / largest) : 0;
    return std::max(kSmallestDot, kLargestDot * std::sqrt(share));
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
        shape.figure = tr("%1 at %2 %3").arg(figureText(row.values[0]), realNumber(row.x), unitName(data.xUnit));
        if (std::isfinite(row.size))
            shape.figure += QStringLiteral(" \u00b7 ")
                + durationText(static_cast<Nanoseconds>(std::clamp(row.size, -9.2e18, 9.2e18)));
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

void ScatterPlottable::drawUnder(QCPPainter* painter)
{
    m_taken.clear();
    for (const ChartRoof& roof : form().roofs)
        drawRoof(painter, roof);
}

void ScatterPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    painter->setPen(palette().text);
    const QFontMetricsF metrics(painter->font());
    const QRectF clip = area();
    std::vector<QRectF> taken = m_taken;
    for (const ChartShape& shape : shapes())
        taken.push_back(shape.outline.boundingRect());
    for (std::size_t i = 0; i < shapes().size(); ++i) {
        const QRectF dot = shapes()[i].outline.boundingRect();
        const QString name = elidedMiddle(shapes()[i].name, kScatterPlottableNameCharacters);
        const QSizeF size(metrics.horizontalAdvance(name) + 2, metrics.height());
        for (const double left : { dot.right() + 4, dot.left() - 4 - size.width() }) {
            const QRectF box({ left, dot.center().y() - size.height() / 2 }, size);
            const auto overlaps = [&box](const QRectF& other) { return other.intersects(box); };
            if (!clip.contains(box.adjusted(0, 0, 0, 2)) || std::ranges::any_of(taken, overlaps))
                continue;
            taken.push_back(box);
            painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
            break;
        }
        if (i + 1 >= kMostNames)
            break; // the rest is in tool tip and table
    }
}

void ScatterPlottable::drawRoof(QCPPainter* painter, const ChartRoof& roof)
{
    // A roof counts as far as no other one is lower.
    double peak = roof.peak;
    double slope = roof.slope;
    for (const ChartRoof& other : form().roofs) {
        if (std::isfinite(roof.slope) && std::isfinite(other.peak))
            peak = std::min(peak, other.peak);
        if (std::isfinite(roof.peak) && std::isfinite(other.slope))
            slope = std::min(slope, other.slope);
    }
    const QCPRange x = mKeyAxis->range();
    const QCPRange y = mValueAxis->range();
    const bool isSlope = std::isfinite(roof.slope);
    const double ridge = std::isfinite(peak) && std::isfinite(slope) ? peak / slope : (isSlope ? x.upper : x.lower);
    double from = isSlope ? std::max(x.lower, y.lower / slope) : std::clamp(ridge, x.lower, x.upper);
    double to = isSlope ? std::clamp(std::min(ridge, y.upper / slope), x.lower, x.upper) : x.upper;
    if (!(from < to) || (!isSlope && !y.contains(peak)))
        return;
    const auto pixel = [&](double at) {
        const double value = isSlope ? at * slope : peak;
        return QPointF(mKeyAxis->coordToPixel(at), mValueAxis->coordToPixel(value));
    };
    painter->setPen(QPen(palette().text, 1.5));
    painter->drawLine(QLineF(pixel(from), pixel(to)));

    const QFontMetricsF metrics(parentPlot()->font());
    const QString source = registryText(roof.source, 60);
    QString text = registryText(roof.label, 60) + (source.isEmpty() ? source : QStringLiteral(" \u00b7 ") + source);
    const QRectF clip = area();
    text = metrics.elidedText(text, Qt::ElideRight, clip.width() - 8);
    double width = metrics.horizontalAdvance(text);
    QRectF box;
    if (isSlope) {
        // Above the line, where no dot can be, three quarters of the way up, or lower where it has no room there.
        const double highest = mValueAxis->pixelToCoord(clip.top() + metrics.height()) / slope;
        const QPointF part = pixel(std::min(from * std::pow(to / from, 0.75), highest));
        const double room = part.x() - 16 - clip.left();
        if (room < kLeastRoom)
            return;
        text = metrics.elidedText(text, Qt::ElideRight, room);
        width = metrics.horizontalAdvance(text);
        box = QRectF(part.x() - width - 12, part.y() - metrics.height(), width, metrics.height());
    } else {
        // Right of the ridge and above the line, or not at all.
        const double room = clip.right() - pixel(from).x() - 8;
        text = metrics.elidedText(text, Qt::ElideRight, room);
        width = metrics.horizontalAdvance(text);
        if (room < kLeastRoom || pixel(to).y() - metrics.height() - 3 < clip.top())
            return;
        box = QRectF(clip.right() - width - 4, pixel(to).y() - metrics.height() - 3, width, metrics.height());
    }
    box.moveLeft(std::clamp(box.left(), clip.left() + 4, std::max(clip.left() + 4, clip.right() - width - 4)));
    box.moveTop(std::clamp(box.top(), clip.top(), std::max(clip.top(), clip.bottom() - box.height())));
    const bool overlaps = std::ranges::any_of(m_taken, [&box](const QRectF& other) { return other.intersects(box); });
    if (overlaps)
        return; // the table of roofs says it
    m_taken.push_back(box);
    painter->setFont(parentPlot()->font());
    painter->setPen(palette().secondText);
    painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

} // namespace kinetoscope

#include "moc_scatter_plottable.cpp"
