// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a chart with bars: their figures need room on the value axis, their names beside it.
#include "widgets/charts/chart_axes.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plottables/bar_plottable.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace kinetoscope {
namespace {

constexpr double kLogFrom = 100;             // greatest / least value: below it a linear axis says more
constexpr double kBelowLeast = 1.5;          // factor between the end of a logarithmic axis and the least value
constexpr double kLeastPart = 1e-6;          // of a linear axis: a microsecond of a second
constexpr double kShareOfFigures = 0.66;     // of an axis: figures at the ends of bars are given up before they take it
constexpr double kBarCellsLeastRatio = 1e-5; // between the ends of a logarithmic axis

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
    labelKeys(keys, group, rows);
    const double below =
        m_spec.description.kind() == ChartKind::StackedBars ? 0.2 : 0; // the thin bar of what is hidden
    keys->setRange(-0.6, std::max(0.6, static_cast<double>(rows) - 0.4 + below));
    keys->setRangeReversed(!standing); // the first row on top
    keys->setLabel(displayText(m_spec.data->keyTitle, 40));
    const QCPRange raw = bars->valueRange();
    const QCPRange positive = bars->positiveRange();
    const auto* const whiskers = m_spec.description.as<ErrorBarChart>();
    values->setTicker(QSharedPointer<QCPAxisTicker>(new NumberTicker));
    const bool isLog =
        whiskers && whiskers->logarithmic && positive.lower > 0 && positive.upper >= kLogFrom * positive.lower;
    if (isLog) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<QCPAxisTicker>(new PowerTicker));
    }
    values->setNumberFormat(QStringLiteral("gb")); // 10 to the power, not 1e+06
    values->setNumberPrecision(6);
    countTicks(values, 4);
    if (standing)
        addZoomAxis(keys, keys->range(), 1 / keys->range().size());
    else if (isLog)
        addZoomAxis(values, { positive.lower / kBelowLeast, positive.upper },
            std::log1p(kBarCellsLeastRatio) / std::log(positive.upper / positive.lower * kBelowLeast));
    else
        addZoomAxis(values, raw, m_spec.data->unit == Unit::Count ? std::max(kLeastPart, 2 / raw.size()) : kLeastPart);
    m_barCells.push_back({ bars, values, keys, groupIndex });
    setValueRange(m_barCells.back());
    addCutoff(groupIndex, keys, values);
}

double ChartPlot::widestName(int characters) const
{
    const QFontMetricsF metrics(font());
    double widest = 0;
    for (const BarCell& cell : m_barCells) {
        for (const std::string& name : namesOf(m_spec.data->groups[cell.group].rows, characters))
            widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(name)));
    }
    return widest;
}

int ChartPlot::charactersWithin(double width, int least, int most) const
{
    if (widestName(most) <= width)
        return most;
    while (least < most - 1) { // most do not fit
        const int middle = (least + most) / 2;
        if (widestName(middle) <= width)
            least = middle;
        else
            most = middle;
    }
    return least;
}

void ChartPlot::fitNames(int plotWidth)
{
    constexpr double kShareOfNames = 0.45;
    constexpr double kMostShareOfNames = 0.6;
    constexpr int kRoomForBars = 150; // px, with the figures at their ends: more is given to names before they are cut
    constexpr int kLeastCharacters = 10;
    constexpr double kShareOfLongNames = 0.4;   // of a cell: what more than kMostNameCharacters may take
    constexpr int kMostLongNameCharacters = 80; // one name of a thousand letters leaves the others readable
    if (isStanding(m_spec))
        return;
    const double letter = QFontMetricsF(font()).averageCharWidth();
    const double cellWidth = static_cast<double>(plotWidth) / m_spec.columns;
    double roomOfFigures = 0; // with their bars; see wholeValueRange()
    for (const BarCell& cell : m_barCells)
        roomOfFigures = std::max(roomOfFigures, cell.bars->lengthForLabels(kShareOfFigures));
    const double roomForBars = std::max<double>(scaledPx(kRoomForBars), roomOfFigures);
    const double room =
        std::max(cellWidth * kShareOfNames, std::min(cellWidth * kMostShareOfNames, cellWidth - roomForBars));
    int fitting = std::clamp(static_cast<int>(room / std::max(1.0, letter)), kLeastCharacters, kMostNameCharacters);
    // Names of wide letters are cut further before they take the room of the figures.
    constexpr int kMargins = 24; // px, of a cell and between its names and bars
    const double most = cellWidth - roomOfFigures - kMargins;
    if (widestName(fitting) > most)
        fitting = charactersWithin(most, kLeastCharacters, fitting);
    else if (fitting == kMostNameCharacters) // a wide chart has room for more of them
        fitting = charactersWithin(std::min(most, cellWidth * kShareOfLongNames), fitting, kMostLongNameCharacters);
    if (fitting == m_nameCharacters)
        return;
    m_nameCharacters = fitting;
    for (const BarCell& cell : m_barCells) {
        const ChartData::Group& group = m_spec.data->groups[cell.group];
        labelKeys(cell.keys, group, group.rows.size());
    }
}

QString ChartPlot::nameAt(QPointF position) const
{
    for (const BarCell& cell : m_barCells) {
        const QRectF bars = cell.keys->axisRect()->rect();
        const bool isBeside = position.x() < bars.left() && position.x() >= cell.keys->axisRect()->outerRect().left()
            && position.y() >= bars.top() && position.y() <= bars.bottom();
        if (!isBeside || isStanding(m_spec))
            continue;
        const std::vector<ChartData::Row>& rows = m_spec.data->groups[cell.group].rows;
        const double place = std::round(cell.keys->pixelToCoord(position.y()));
        if (place < 0 || place >= static_cast<double>(rows.size()))
            return {};
        const ChartData::Row& row = rows[static_cast<std::size_t>(place)];
        return row.fullName.empty() ? nameOf(row) : nameOf(row) + QLatin1Char('\n') + fullText(row.fullName);
    }
    return {};
}

QCPRange ChartPlot::wholeValueRange(const BarCell& cell) const
{
    const bool isLog = cell.values->scaleType() == QCPAxis::stLogarithmic;
    const double length = cell.values->orientation() == Qt::Horizontal ? cell.values->axisRect()->width()
                                                                       : cell.values->axisRect()->height();
    if (isLog) {
        const double room = cell.bars->labelRoom();
        // Part of the axis that is left to the bars; figures are given up before bars become stumps.
        const double part = length > 0 && room < kShareOfFigures * length ? 1 - room / length : 0.98;
        const QCPRange range = cell.bars->positiveRange();
        const double lower = range.lower / kBelowLeast;
        return { lower, lower * std::pow(range.upper / lower, 1 / part) };
    }
    QCPRange range = cell.bars->valueRange();
    range.upper = range.upper > 0 && length > 0 ? cell.bars->endWithLabels(length, kShareOfFigures) : range.upper;
    // The words at a cut-off stand above all bars.
    if (!m_cutoffs.empty() && range.upper > 0 && length > 0)
        range.upper /= 1 - CutoffPlottable::labelRoom(QFontMetricsF(font()), length) / length;
    range.lower = cell.bars->axisBegin();
    return range;
}

/// Cells below each other are compared: those whose bars are of one order have one scale.
ChartPlot::ValueRange ChartPlot::sharedValueRange(const BarCell& cell) const
{
    constexpr double kOneOrder = 8; // the longest bar of a cell would be a stump beside one so many times as long
    const auto rangeOf = [this](const BarCell& each) {
        const QCPRange raw = each.bars->valueRange();
        return ValueRange { wholeValueRange(each), std::max(std::abs(raw.lower), std::abs(raw.upper)) };
    };
    const auto isLog = [](const BarCell& each) { return each.values->scaleType() == QCPAxis::stLogarithmic; };
    ValueRange shared = rangeOf(cell);
    if (isLog(cell))
        return shared;
    std::vector<ValueRange> all;
    for (const BarCell& each : m_barCells) {
        if (!isLog(each))
            all.push_back(rangeOf(each));
    }
    std::ranges::sort(all, std::greater {}, &ValueRange::largest);
    // Orders begin at the largest, each where the one before ends.
    double top = all.empty() ? shared.largest : all.front().largest;
    for (const ValueRange& each : all) {
        top = each.largest * kOneOrder < top ? each.largest : top;
        if (each.largest <= shared.largest)
            break;
    }
    for (const ValueRange& each : all) {
        if (each.largest > top || each.largest * kOneOrder < top)
            continue;
        shared.whole.expand(each.whole);
        shared.largest = std::max(shared.largest, each.largest);
    }
    return shared;
}

void ChartPlot::setValueRange(const BarCell& cell)
{
    const ValueRange shared = sharedValueRange(cell);
    double largest = shared.largest;
    QCPRange range = shared.whole;
    if (!isStanding(m_spec)) {
        m_zoom.setLimits(cell.values, range.lower, range.upper);
        range = m_zoom.shown(cell.values);
        largest = std::min(largest, std::max(std::abs(range.lower), std::abs(range.upper)));
    }
    setValueUnit(cell, largest);
    const double scale = cell.bars->scale();
    cell.values->setRange(range.lower / scale, range.upper / scale);
}

void ChartPlot::setValueUnit(const BarCell& cell, double largest)
{
    QString unit;
    const double scale =
        axisScale(*m_spec.data, largest, unit, m_spec.isReadInUnit(largest) ? m_spec.timeUnit : std::nullopt);
    cell.bars->setScale(scale);
    if (cell.values->scaleType() == QCPAxis::stLogarithmic)
        unit = unit.isEmpty() ? tr("logarithmic") : tr("%1, logarithmic").arg(unit);
    else if (m_spec.data->unit == Unit::Percent)
        useTicker<CappedTicker>(*cell.values, 100);
    else if (m_spec.data->unit == Unit::Count && scale == 1)
        useTicker<WholeTicker>(*cell.values);
    else
        useTicker<NumberTicker>(*cell.values);
    // Where all bars are zero any scale would be made up.
    const bool hasScale = !cell.bars->isZeroThroughout();
    cell.values->setTickLabels(hasScale);
    cell.values->grid()->setVisible(hasScale);
    cell.values->setLabel(hasScale ? unit : QString());
}

} // namespace kinetoscope
