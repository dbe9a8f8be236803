// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/part_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kinetoscope {
namespace {

constexpr double kForwardPitch = 6;
constexpr double kBackwardPitch = 9;
constexpr double kDotGrid = 5;
constexpr double kStripeWidth = 6;
constexpr int kMostMarks = 20'000; // a shape of a poster, not of a picture: stop filling a file with dots

double level(QPointF p, double slope)
{
    return p.x() + slope * p.y();
}

std::pair<double, double> levels(const QPolygonF& shape, double slope)
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const QPointF& p : shape) {
        low = std::min(low, level(p, slope));
        high = std::max(high, level(p, slope));
    }
    return { low, high };
}

/// Keeps the side of the shape where level * sign >= limit * sign.
QPolygonF half(const QPolygonF& shape, double slope, double limit, double sign)
{
    QPolygonF kept;
    for (qsizetype i = 0; i < shape.size(); ++i) {
        const QPointF a = shape[i];
        const QPointF b = shape[(i + 1) % shape.size()];
        const double da = (level(a, slope) - limit) * sign;
        const double db = (level(b, slope) - limit) * sign;
        if (da >= 0)
            kept.append(a);
        if ((da > 0 && db < 0) || (da < 0 && db > 0))
            kept.append(a + (b - a) * (da / (da - db)));
    }
    return kept;
}

void drawDots(QPainter& painter, const QPolygonF& shape, const QColor& colour)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QRectF box = shape.boundingRect();
    int drawn = 0;
    // The grid is fixed to the picture, not to the shape, so that neighbours of one kind look like one area.
    for (double y = std::ceil(box.top() / kDotGrid) * kDotGrid; y < box.bottom(); y += kDotGrid) {
        for (double x = std::ceil(box.left() / kDotGrid) * kDotGrid; x < box.right(); x += kDotGrid) {
            if (!shape.containsPoint({ x, y }, Qt::OddEvenFill))
                continue;
            painter.drawEllipse(QPointF(x, y), 0.9, 0.9);
            if (++drawn >= kMostMarks)
                return;
        }
    }
}

void drawHatch(QPainter& painter, const QPolygonF& shape, const QColor& colour, double slope, double pitch)
{
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawLines(hatchLines(shape, slope, pitch));
    painter.setPen(QPen(colour, 1));
    painter.drawPolygon(shape);
}

void drawStripes(QPainter& painter, const QPolygonF& shape, const KindStyle& style)
{
    std::vector<QColor> colours { style.fill, style.second };
    if (style.third.isValid())
        colours.push_back(style.third);
    painter.setPen(Qt::NoPen);
    const double step = kStripeWidth * std::sqrt(2.0);
    const auto [low, high] = levels(shape, 1);
    const auto first = static_cast<std::int64_t>(std::floor(low / step));
    for (std::int64_t i = first; static_cast<double>(i) * step < high && i < first + kMostMarks; ++i) {
        const double begin = static_cast<double>(i) * step;
        const auto count = static_cast<std::int64_t>(colours.size());
        painter.setBrush(colours[static_cast<std::size_t>(((i % count) + count) % count)]);
        painter.drawPolygon(band(shape, 1, begin, begin + step));
    }
}

} // namespace

QList<QLineF> hatchLines(const QPolygonF& shape, double slope, double distance)
{
    QList<QLineF> lines;
    if (shape.size() < 3)
        return lines;
    const double step = distance * std::sqrt(2.0);
    const auto [low, high] = levels(shape, slope);
    int count = 0;
    for (double c = std::ceil(low / step) * step; c < high && count < kMostMarks; c += step, ++count) {
        std::vector<QPointF> hits;
        for (qsizetype i = 0; i < shape.size(); ++i) {
            const QPointF a = shape[i];
            const QPointF b = shape[(i + 1) % shape.size()];
            const double da = level(a, slope) - c;
            const double db = level(b, slope) - c;
            if ((da < 0) != (db < 0))
                hits.push_back(a + (b - a) * (da / (da - db)));
        }
        std::ranges::sort(hits, {}, [](QPointF p) { return p.x(); });
        for (std::size_t i = 0; i + 1 < hits.size(); i += 2)
            lines.append(QLineF(hits[i], hits[i + 1]));
    }
    return lines;
}

QPolygonF band(const QPolygonF& shape, double slope, double low, double high)
{
    return half(half(shape, slope, low, 1), slope, high, -1);
}

void paintPart(QPainter& painter, const QPolygonF& shape, const KindStyle& style, const QColor& background)
{
    if (shape.size() < 3)
        return;
    painter.setPen(Qt::NoPen);
    switch (style.pattern) {
    case Pattern::HatchForward:
    case Pattern::HatchBackward:
    case Pattern::Dots:
    case Pattern::DashedOutline:
        painter.setBrush(background);
        painter.drawPolygon(shape);
        break;
    case Pattern::Container: {
        QColor pale = style.fill;
        pale.setAlphaF(0.25F);
        painter.setBrush(pale);
        painter.drawPolygon(shape);
        break;
    }
    case Pattern::Stripes:
        drawStripes(painter, shape, style);
        return;
    default:
        painter.setBrush(style.fill);
        painter.drawPolygon(shape);
        break;
    }
    switch (style.pattern) {
    case Pattern::HatchForward:
        if (style.second.isValid()) {
            QRectF stripe = shape.boundingRect();
            stripe.setTop(stripe.bottom() - stripe.height() * kHatchStripe);
            painter.setPen(Qt::NoPen);
            painter.setBrush(style.second);
            painter.drawPolygon(shape.intersected(stripe));
        }
        drawHatch(painter, shape, style.fill, 1, kForwardPitch);
        return;
    case Pattern::HatchBackward:
        drawHatch(painter, shape, style.fill, -1, kBackwardPitch);
        return;
    case Pattern::Dots:
        drawDots(painter, shape, style.fill);
        painter.setPen(QPen(style.fill, 1));
        break;
    case Pattern::DottedFill:
        drawDots(painter, shape, style.second);
        return;
    case Pattern::DashedOutline:
        painter.setPen(QPen(style.fill, 1, Qt::DashLine));
        break;
    case Pattern::Container:
        painter.setPen(QPen(style.fill, 1));
        break;
    default:
        if (!style.edge.isValid())
            return;
        painter.setPen(QPen(style.edge, 1));
        break;
    }
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(shape);
}

} // namespace kinetoscope
