// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/cutoff_plottable.h"

#include "widgets/support/number_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr double kReach = 6; // px on either side of the line
constexpr double kGrip = 5;  // px, half of the triangle at its top
constexpr double kMargin = 6;

QString durationOf(double ns)
{
    return durationText(static_cast<Nanoseconds>(std::clamp(ns, -9.2e18, 9.2e18)));
}

} // namespace

CutoffPlottable::CutoffPlottable(
    QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, double value)
    : ShapePlottable(keyAxis, valueAxis, spec)
    , m_group(group)
    , m_value(value)
{
}

double CutoffPlottable::pixel() const
{
    return mKeyAxis->coordToPixel(placeInBins(group().rows, m_value));
}

bool CutoffPlottable::isNear(QPointF position) const
{
    return !group().rows.empty() && area().contains(position) && std::abs(position.x() - pixel()) <= kReach;
}

double CutoffPlottable::valueAt(QPointF position) const
{
    const QRectF rect = area();
    const double x = std::clamp(position.x(), rect.left(), rect.right());
    return roundedToDrag(valueAtPlace(group().rows, mKeyAxis->pixelToCoord(x)));
}

void CutoffPlottable::drawOver(QCPPainter* painter)
{
    if (group().rows.empty())
        return;
    const QRectF rect = area();
    const double x = pixel();
    painter->setRenderHint(QPainter::Antialiasing, false); // a line along the pixels
    painter->setPen(QPen(palette().accent, m_isHot ? 3 : 1));
    painter->drawLine(QLineF(x, rect.top(), x, rect.bottom()));
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(palette().accent);
    painter->drawPolygon(
        QPolygonF({ { x - kGrip, rect.top() }, { x + kGrip, rect.top() }, { x, rect.top() + kGrip } }));
    painter->setBrush(Qt::NoBrush);

    const CutoffSides sides = sidesOf(group(), m_value);
    painter->setFont(parentPlot()->font());
    const QFontMetricsF metrics(painter->font());
    const auto side = [&](bool isLeft, std::size_t count, double time) {
        const QString limit = isLeft ? tr("up to %1").arg(durationOf(m_value)) : tr("over %1").arg(durationOf(m_value));
        const QString figure = tr("%1 · %2").arg(countText(static_cast<std::int64_t>(count)), durationOf(time));
        const double room = isLeft ? x - rect.left() - kMargin : rect.right() - x - kMargin;
        const double width = std::max(metrics.horizontalAdvance(limit), metrics.horizontalAdvance(figure));
        // Half a figure is none; the tool tip has both sides.
        if (width > room)
            return;
        const double left = isLeft ? x - kMargin - width : x + kMargin;
        const auto line = [&](double top, const QString& text, const QColor& colour) {
            const QRectF box(left, top, width, metrics.height());
            painter->fillRect(box, palette().canvas); // the grid goes on below
            painter->setPen(colour);
            painter->drawText(
                box, static_cast<int>(isLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextSingleLine, text);
        };
        line(rect.top(), limit, palette().secondText);
        line(rect.top() + metrics.height(), figure, palette().text);
    };
    side(true, sides.below, sides.timeBelow);
    side(false, sides.above, sides.timeAbove);
}

} // namespace kinetoscope
