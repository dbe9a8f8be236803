// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/heat_plottable.h"

#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kRampSteps = 24;
constexpr double kRampWidth = 120; // px
constexpr double kRampLine = 8;    // px
constexpr double kGapFrom = 5;     // cells of so many px have a gap between them

} // namespace

HeatPlottable::HeatPlottable(QCPAxis* columnAxis, QCPAxis* rowAxis, const ChartSpec* spec)
    : ShapePlottable(columnAxis, rowAxis, spec)
{
}

QString HeatPlottable::figureOf(double value) const
{
    if (!spec().data->isTime)
        return figureText(value);
    // One unit for all cells; the ramp says it.
    return timeNumber(value, timeUnitFor(spec().data->heat.greatest));
}

std::vector<ChartShape> HeatPlottable::buildShapes()
{
    std::vector<ChartShape> shapes;
    m_figures.clear();
    const HeatMap& map = spec().data->heat;
    const QRectF clip = area();
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        const double y = static_cast<double>(row);
        for (std::size_t column = 0; column < map.columns.size(); ++column) {
            const HeatMap::Cell& cell = map.at(row, column);
            if (!std::isfinite(cell.value))
                continue;
            const double x = static_cast<double>(column);
            QRectF box = QRectF(QPointF(mKeyAxis->coordToPixel(x - 0.5), mValueAxis->coordToPixel(y - 0.5)),
                QPointF(mKeyAxis->coordToPixel(x + 0.5), mValueAxis->coordToPixel(y + 0.5)))
                             .normalized()
                             .intersected(clip);
            if (box.isEmpty())
                continue;
            if (box.width() >= kGapFrom)
                box.adjust(0, 0, -1, 0);
            if (box.height() >= kGapFrom)
                box.adjust(0, 0, 0, -1);
            ChartShape shape;
            shape.outline = QPolygonF({ box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft() });
            shape.style.fill = palette().heat(map.share(cell.value));
            shape.style.label = contrast(shape.style.fill, palette().ink) >= contrast(shape.style.fill, Qt::white)
                ? palette().ink
                : QColor(Qt::white);
            shape.rows = { cell.tableRow };
            shape.column = spec().data->series.front().column;
            shape.name = QStringLiteral("%1 \u00b7 %2 %3")
                             .arg(displayText(map.rows[row]), displayText(map.columnTitle, 40),
                                 displayText(map.columns[column]));
            shape.figure = figureText(cell.value);
            shapes.push_back(std::move(shape));
            m_figures.push_back(figureOf(cell.value));
        }
    }
    return shapes;
}

void HeatPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    const QFontMetricsF metrics(painter->font());
    for (std::size_t i = 0; i < shapes().size(); ++i) {
        const QRectF box = shapes()[i].outline.boundingRect();
        if (box.height() < metrics.height() || metrics.horizontalAdvance(m_figures[i]) + 4 > box.width())
            continue;
        painter->setPen(shapes()[i].style.label);
        painter->drawText(box, Qt::AlignCenter | Qt::TextSingleLine, m_figures[i]);
    }
    drawRamp(painter);
}

void HeatPlottable::drawRamp(QCPPainter* painter) const
{
    const HeatMap& map = spec().data->heat;
    painter->setClipping(false); // it stands above the cells
    const QFontMetricsF metrics(painter->font());
    const QRectF rect = area();
    const QString least = figureText(map.least);
    const QString greatest = figureText(map.greatest);
    const double top = rect.top() - rampHeight(metrics);
    double x = rect.left();
    painter->setPen(palette().secondText);
    const auto text = [&](const QString& words) {
        painter->drawText(QRectF(x, top, metrics.horizontalAdvance(words) + 2, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
        x += metrics.horizontalAdvance(words) + 8;
    };
    text(least);
    painter->setPen(Qt::NoPen);
    const double rest = rect.right() - x - metrics.horizontalAdvance(greatest) - 10;
    const double width = std::clamp(rest, 0.0, kRampWidth);
    const double step = width / kRampSteps;
    for (int i = 0; i < kRampSteps; ++i) {
        painter->setBrush(palette().heat((i + 0.5) / kRampSteps));
        painter->drawRect(QRectF(x + i * step, top + (metrics.height() - kRampLine) / 2, step + 0.5, kRampLine));
    }
    x += width + 8;
    painter->setPen(palette().secondText);
    text(greatest);
}

} // namespace kinetoscope
