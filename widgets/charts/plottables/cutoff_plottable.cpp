// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/cutoff_plottable.h"

#include "widgets/support/number_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr double kCutoffPlottableReach = 6; // px on either side of the line
constexpr double kGrip = 5;                 // px, half of the triangle at its top
constexpr double kMargin = 6;
constexpr double kAboveBars = 4; // px between the texts and the bars

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

bool CutoffPlottable::isInSight() const
{
    const QRectF rect = area();
    return pixel() >= rect.left() - 0.5 && pixel() <= rect.right() + 0.5;
}

bool CutoffPlottable::isNear(QPointF position) const
{
    return !group().rows.empty() && area().contains(position) && isInSight()
        && std::abs(position.x() - pixel()) <= kCutoffPlottableReach;
}

double CutoffPlottable::valueAt(QPointF position) const
{
    const QRectF rect = area();
    const double x = std::clamp(position.x(), rect.left(), rect.right());
    return roundedToDrag(valueAtPlace(group().rows, mKeyAxis->pixelToCoord(x)));
}

QString CutoffPlottable::limitText(bool isBelow) const
{
    return isBelow ? tr("up to %1").arg(durationOf(m_value)) : tr("over %1").arg(durationOf(m_value));
}

QString CutoffPlottable::figuresText(const CutoffSides& sides, bool isBelow)
{
    return tr("%1 · %2").arg(countText(static_cast<std::int64_t>(isBelow ? sides.below : sides.above)),
        durationOf(isBelow ? sides.timeBelow : sides.timeAbove));
}

QString CutoffPlottable::sidesText() const
{
    const CutoffSides sides = sidesOf(group(), m_value);
    return tr("%1: %2\n%3: %4\nDrag the line to change the limit.")
        .arg(limitText(true), figuresText(sides, true), limitText(false), figuresText(sides, false));
}

int CutoffPlottable::labelLines(const QFontMetricsF& metrics, double height)
{
    constexpr double kShareOfWords = 0.5; // bars that are pressed flat say less than the words
    for (const int lines : { 2, 1 }) {
        if (lines * metrics.height() + kAboveBars < kShareOfWords * height)
            return lines;
    }
    return 0;
}

double CutoffPlottable::labelRoom(const QFontMetricsF& metrics, double height)
{
    const int lines = labelLines(metrics, height);
    return lines > 0 ? lines * metrics.height() + kAboveBars : 0;
}

void CutoffPlottable::drawLine(QCPPainter* painter, double x) const
{
    const QRectF rect = area();
    painter->setRenderHint(QPainter::Antialiasing, false); // a line along the pixels
    painter->setPen(QPen(palette().accent, m_isHot ? 3 : 1));
    painter->drawLine(QLineF(x, rect.top(), x, rect.bottom()));
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(palette().accent);
    painter->drawPolygon(
        insideOf(rect, QPolygonF({ { x - kGrip, rect.top() }, { x + kGrip, rect.top() }, { x, rect.top() + kGrip } })));
    painter->setBrush(Qt::NoBrush);
}

void CutoffPlottable::drawOver(QCPPainter* painter)
{
    if (group().rows.empty())
        return;
    const QRectF rect = area();
    // Where the line is out of sight, all that is seen lies on one side of it: its words stay.
    const double x = std::clamp(pixel(), rect.left(), rect.right());
    if (isInSight())
        drawLine(painter, x);

    const CutoffSides sides = sidesOf(group(), m_value);
    painter->setFont(parentPlot()->font());
    const QFontMetricsF metrics(painter->font());
    const int lines = labelLines(metrics, rect.height());
    const auto side = [&](bool isLeft) {
        const QString limit = limitText(isLeft);
        const QString figure = figuresText(sides, isLeft);
        const double room = isLeft ? x - rect.left() - kMargin : rect.right() - x - kMargin;
        const double width = std::max(metrics.horizontalAdvance(limit), metrics.horizontalAdvance(figure));
        // Half a figure is none; the tool tip has both sides.
        if (width > room || lines == 0)
            return;
        const double left = isLeft ? x - kMargin - width : x + kMargin;
        const auto line = [&](double top, const QString& text, const QColor& colour) {
            const QRectF box(left, top, width, metrics.height());
            painter->fillRect(box, palette().canvas); // the grid goes on below
            painter->setPen(colour);
            painter->drawText(
                box, static_cast<int>(isLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextSingleLine, text);
        };
        if (lines > 1)
            line(rect.top(), limit, palette().secondText);
        line(rect.top() + (lines - 1) * metrics.height(), figure, palette().text);
    };
    side(true);
    side(false);
}

} // namespace kinetoscope

#include "moc_cutoff_plottable.cpp"
