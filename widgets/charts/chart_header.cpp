// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/part_painter.h"
#include "widgets/support/plain_text.h"

#include <cmath>

namespace kinetoscope {
namespace {

constexpr double kSwatch = 12;
constexpr double kEntryGap = 14;
constexpr double kLineGap = 3;

} // namespace

ChartHeader::ChartHeader(QCustomPlot* plot, const ChartSpec* spec, bool hasLegend)
    : QCPLayoutElement(plot)
    , m_spec(spec)
    , m_hasLegend(hasLegend)
{
    setMargins(QMargins(4, 2, 4, 6));
    setAutoMargins(QCP::msNone);
}

QString ChartHeader::secondLine() const
{
    QString line = displayText(m_spec->data.denominator, 200);
    if (!m_spec->scopeLine.isEmpty())
        line += (line.isEmpty() ? QString() : QStringLiteral(" \u00b7 ")) + m_spec->scopeLine;
    return line;
}

std::vector<ChartHeader::Entry> ChartHeader::legend() const
{
    std::vector<Entry> entries;
    if (!m_hasLegend)
        return entries;
    const Palette& palette = Palette::of(m_spec->theme);
    for (const ChartData::Series& series : m_spec->data.series)
        entries.push_back({ displayText(series.label, 60), palette.style(series.kind.value_or(PartKind::Other)) });
    return entries;
}

int ChartHeader::heightPx() const
{
    const QFontMetricsF metrics(parentPlot()->font());
    double lines = m_spec->description.title.empty() ? 0 : metrics.height() + kLineGap;
    lines += secondLine().isEmpty() ? 0 : metrics.height() + kLineGap;
    // Legends of time splits have up to eight entries: two lines in a narrow dock.
    if (m_hasLegend) {
        double width = 0;
        for (const Entry& entry : legend())
            width += kSwatch + 4 + metrics.horizontalAdvance(entry.label) + kEntryGap;
        const double room = std::max(120, parentPlot()->viewport().width() - 16);
        lines += (metrics.height() + kLineGap) * std::ceil(width / room);
    }
    return static_cast<int>(std::ceil(lines));
}

QSize ChartHeader::minimumOuterSizeHint() const
{
    return { 10, heightPx() + mMargins.top() + mMargins.bottom() };
}

QSize ChartHeader::maximumOuterSizeHint() const
{
    return { QWIDGETSIZE_MAX, heightPx() + mMargins.top() + mMargins.bottom() };
}

void ChartHeader::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(true);
}

void ChartHeader::drawLegend(QCPPainter* painter, QRectF rect) const
{
    const Palette& palette = Palette::of(m_spec->theme);
    const QFontMetricsF metrics(painter->font());
    double x = rect.left();
    double y = rect.top();
    for (const Entry& entry : legend()) {
        const double width = kSwatch + 4 + metrics.horizontalAdvance(entry.label);
        if (x + width > rect.right() && x > rect.left()) {
            x = rect.left();
            y += metrics.height() + kLineGap;
        }
        if (y + metrics.height() > rect.bottom() + 1)
            return;
        const QRectF swatch(x, y + (metrics.height() - kSwatch) / 2, kSwatch, kSwatch);
        paintPart(*painter,
            QPolygonF({ swatch.topLeft(), swatch.topRight(), swatch.bottomRight(), swatch.bottomLeft() }), entry.style,
            palette.canvas);
        painter->setPen(palette.text);
        painter->drawText(QRectF(x + kSwatch + 4, y, width, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, entry.label);
        x += width + kEntryGap;
    }
}

void ChartHeader::draw(QCPPainter* painter)
{
    const Palette& palette = Palette::of(m_spec->theme);
    const QFont plain = parentPlot()->font();
    const QFontMetricsF metrics(plain);
    QRectF rect = mRect;
    const auto line = [&](const QString& text, const QColor& colour, bool bold) {
        if (text.isEmpty())
            return;
        QFont font = plain;
        font.setBold(bold);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
        rect.setTop(rect.top() + metrics.height() + kLineGap);
    };
    line(displayText(m_spec->description.title, 200), palette.text, true);
    line(secondLine(), palette.secondText, false);
    painter->setFont(plain);
    drawLegend(painter, rect);
}

} // namespace kinetoscope
