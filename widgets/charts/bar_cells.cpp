// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a chart with bars: their figures need room on the value axis, their names beside it.
#include "widgets/charts/chart_axes.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plottables/bar_plottable.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr double kLogFrom = 100; // greatest / least value: below it a linear axis says more

} // namespace

void ChartPlot::addBarCell(std::size_t groupIndex, QCPAxisRect* cell)
{
    const ChartData::Group& group = m_spec.data->groups[groupIndex];
    const bool standing = isStanding(m_spec);
    QCPAxis* keys = cell->axis(standing ? QCPAxis::atBottom : QCPAxis::atLeft);
    QCPAxis* values = cell->axis(standing ? QCPAxis::atLeft : QCPAxis::atBottom);
    styleAxis(keys, false);
    styleAxis(values, true);

    const std::size_t rows = group.rows.size();
    auto* bars = new BarPlottable(keys, values, &m_spec, groupIndex, rows);
    m_plottables.push_back(bars);
    const QCPRange raw = bars->valueRange();
    QString unit;
    const double scale = axisScale(*m_spec.data, std::max(std::abs(raw.lower), std::abs(raw.upper)), unit);
    bars->setScale(scale);

    labelKeys(keys, group, rows);
    const double below = m_spec.description.kind == ChartKind::StackedBars ? 0.2 : 0; // the thin bar of what is hidden
    keys->setRange(-0.6, std::max(0.6, static_cast<double>(rows) - 0.4 + below));
    keys->setRangeReversed(!standing); // the first row on top
    keys->setLabel(displayText(m_spec.data->keyTitle, 40));
    const QCPRange positive = bars->positiveRange();
    const bool isLog = m_spec.description.logarithmic && m_spec.description.kind != ChartKind::Histogram
        && positive.lower > 0 && positive.upper >= kLogFrom * positive.lower;
    if (isLog) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
        unit = unit.isEmpty() ? tr("logarithmic") : tr("%1, logarithmic").arg(unit);
    }
    if (m_spec.data->unit == Unit::Percent)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new CappedTicker(100)));
    else if (m_spec.data->unit == Unit::Count && scale == 1 && !isLog)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new WholeTicker));
    countTicks(values, 4);
    values->setNumberFormat(QStringLiteral("gb")); // 10 to the power, not 1e+06
    values->setNumberPrecision(6);
    values->setLabel(unit);
    m_barCells.push_back({ bars, values, keys, groupIndex });
    setValueRange(m_barCells.back());
    addCutoff(groupIndex, keys, values);
}

void ChartPlot::fitNames(int plotWidth)
{
    constexpr double kShareOfNames = 0.45;
    constexpr int kLeastCharacters = 10;
    const double letter = QFontMetricsF(font()).averageCharWidth();
    const double cellWidth = static_cast<double>(plotWidth) / m_spec.columns;
    const int fitting = std::clamp(
        static_cast<int>(cellWidth * kShareOfNames / std::max(1.0, letter)), kLeastCharacters, kMostNameCharacters);
    if (fitting == m_nameCharacters || isStanding(m_spec))
        return;
    m_nameCharacters = fitting;
    for (const BarCell& cell : m_barCells) {
        const ChartData::Group& group = m_spec.data->groups[cell.group];
        labelKeys(cell.keys, group, group.rows.size());
    }
}

void ChartPlot::setValueRange(const BarCell& cell)
{
    const bool isLog = cell.values->scaleType() == QCPAxis::stLogarithmic;
    const double length = cell.values->orientation() == Qt::Horizontal ? cell.values->axisRect()->width()
                                                                       : cell.values->axisRect()->height();
    const double room = cell.bars->labelRoom();
    // Part of the axis that is left to the bars; figures are given up before bars become stumps.
    const double part = length > 0 && room < 0.6 * length ? 1 - room / length : 0.98;
    if (isLog) {
        const QCPRange range = cell.bars->positiveRange();
        const double lower = range.lower / 1.5;
        cell.values->setRange(lower, lower * std::pow(range.upper / lower, 1 / part));
        return;
    }
    QCPRange range = cell.bars->valueRange();
    range.upper = range.upper > 0 ? range.upper / part : range.upper;
    // The words at a cut-off stand above all bars.
    if (!m_cutoffs.empty() && range.upper > 0 && length > 0)
        range.upper /= 1 - CutoffPlottable::labelRoom(QFontMetricsF(font()), length) / length;
    if (range.lower < 0)
        range.lower -= range.size() * 0.05;
    cell.values->setRange(range);
}

} // namespace kinetoscope
