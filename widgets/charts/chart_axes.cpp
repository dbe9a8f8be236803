// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a chart's cells: how they look, what stands on them.
#include "widgets/charts/chart_axes.h"

#include "widgets/charts/chart_plot.h"
#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

double axisScale(const ChartData& data, double largest, QString& unit)
{
    if (data.isTime) {
        const TimeUnit timeUnit = timeUnitFor(largest);
        unit = unitText(timeUnit);
        return nanosecondsIn(timeUnit);
    }
    if (data.unit == Unit::Bytes) {
        constexpr std::array<std::pair<double, const char*>, 3> kUnits { { { 1e9, "GB" }, { 1e6, "MB" },
            { 1e3, "kB" } } };
        for (const auto& [size, word] : kUnits) {
            if (largest < size)
                continue;
            unit = QString::fromLatin1(word);
            return size;
        }
    }
    unit = data.unit == Unit::Count ? QString() : QString::fromUtf8(toString(data.unit));
    return 1;
}

bool isStanding(const ChartSpec& spec)
{
    if (spec.description.kind == ChartKind::Scatter || spec.description.kind == ChartKind::HeatMap)
        return true;
    return spec.data->labelsAreNumbers && spec.description.kind != ChartKind::StackedBars;
}

void ChartPlot::styleAxis(QCPAxis* axis, bool isValueAxis) const
{
    const Palette& colours = Palette::of(m_spec.theme);
    const QPen none(Qt::NoPen);
    axis->setBasePen(isValueAxis ? none : QPen(colours.grid, 1));
    axis->setTickPen(none);
    axis->setSubTickPen(none);
    axis->setTickLabelColor(isValueAxis ? colours.secondText : colours.text);
    axis->setLabelColor(colours.secondText);
    axis->setTickLabelFont(font());
    axis->setLabelFont(font());
    axis->setLabelPadding(2);
    axis->grid()->setVisible(isValueAxis);
    axis->grid()->setPen(QPen(colours.grid, 1));
    axis->grid()->setZeroLinePen(QPen(colours.grid, 1));
}

void ChartPlot::labelKeys(QCPAxis* axis, const ChartData::Group& group, std::size_t rows) const
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    // Standing bars of many ranks: every n-th name, never names on top of each other.
    const std::size_t every = isStanding(m_spec)
        ? (m_spec.description.kind == ChartKind::Histogram ? (rows + 4) / 5 : std::max<std::size_t>(1, rows / 24))
        : 1;
    const bool isHistogram = m_spec.description.kind == ChartKind::Histogram;
    for (std::size_t i = 0; i < rows; i += every) {
        // A bin's lower edge stands at its left side.
        if (isHistogram)
            ticker->addTick(static_cast<double>(i) - 0.5, edgeText(*m_spec.data, group.rows[i].minimum));
        else
            ticker->addTick(static_cast<double>(i), elidedMiddle(nameOf(group.rows[i]), m_nameCharacters));
    }
    axis->setTicker(ticker);
}

} // namespace kinetoscope
