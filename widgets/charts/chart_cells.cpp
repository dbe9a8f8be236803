// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a chart that are no bars: series over time, dots against two scales, a grid of values, the line of a
// cut-off.
#include "core/layout/timeline/time_scale.h"
#include "widgets/charts/cell_layout.h"
#include "widgets/charts/chart_axes.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/charts/plottables/heat_plottable.h"
#include "widgets/charts/plottables/scatter_plottable.h"
#include "widgets/charts/plottables/step_plottable.h"
#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace kinetoscope {
namespace {

constexpr int kNameCharacters = 32;
constexpr double kChartCellsLeastRatio =
    1e-5; // between the ends of a logarithmic axis: what its numbers can tell apart

} // namespace

void ChartPlot::addStepCell(std::size_t groupIndex, QCPAxisRect* cell)
{
    QCPAxis* keys = cell->axis(QCPAxis::atBottom);
    QCPAxis* values = cell->axis(QCPAxis::atLeft);
    styleAxis(keys, false);
    styleAxis(values, true);
    // All groups share one time axis: they are read below each other.
    double first = 0;
    double last = 0;
    bool isAny = false;
    const auto forEachLine = [](const ChartData::Group& from, const auto& take) {
        take(from.points);
        std::ranges::for_each(from.further, take);
    };
    // Those on other pages, too.
    std::vector<std::size_t> compared = m_spec.groups;
    if (m_spec.areFirstGroups) {
        compared.resize(m_spec.data->groups.size());
        std::iota(compared.begin(), compared.end(), std::size_t { 0 });
    }
    for (const std::size_t each : compared) {
        forEachLine(m_spec.data->groups[each], [&](const std::vector<ChartData::Point>& points) {
            if (points.empty())
                return;
            first = isAny ? std::min(first, points.front().x) : points.front().x;
            last = isAny ? std::max(last, points.back().x) : points.back().x;
            isAny = true;
        });
    }
    const TimeUnit unit = timeUnitFor(std::max(std::abs(first), std::abs(last)));
    const double scale = nanosecondsIn(unit);
    double high = 0;
    double low = 0;
    forEachLine(m_spec.data->groups[groupIndex], [&](const std::vector<ChartData::Point>& points) {
        for (const ChartData::Point& point : points) {
            high = std::max(high, point.y);
            low = std::min(low, point.y);
        }
    });
    m_timeCells.push_back({ keys, scale, QCPRange(first / scale, last > first ? last / scale : first / scale + 1) });
    keys->setRange(m_timeCells.back().whole);
    keys->setTicker(QSharedPointer<QCPAxisTicker>(new NumberTicker));
    countTicks(keys, 5);
    keys->setTickLabelColor(Palette::of(m_spec.theme).secondText);
    keys->setLabel(groupIndex == m_spec.groups.back() ? unitText(unit) : QString());
    keys->setTickLabels(groupIndex == m_spec.groups.back());
    values->setRange(low, high > low ? high * 1.08 : low + 1);
    QString valueUnit;
    const double valueScale = axisScale(*m_spec.data, high, valueUnit);
    if (m_spec.data->unit == Unit::Count && valueScale == 1)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new WholeTicker));
    else
        values->setTicker(QSharedPointer<QCPAxisTicker>(new ScaledTicker(valueScale)));
    countTicks(values, 3);
    values->setLabel(valueUnit);
    m_plottables.push_back(new StepPlottable(keys, values, &m_spec, groupIndex, scale));
}

void ChartPlot::addScatterCell(std::size_t groupIndex, QCPAxisRect* cell)
{
    QCPAxis* across = cell->axis(QCPAxis::atBottom);
    QCPAxis* upwards = cell->axis(QCPAxis::atLeft);
    styleAxis(across, true);
    styleAxis(upwards, true);
    auto* dots = new ScatterPlottable(across, upwards, &m_spec, groupIndex);
    m_plottables.push_back(dots);
    const auto scale = [this](QCPAxis* axis, const QCPRange& range, const std::string& title, Unit unit) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTicker>(new PowerTicker));
        axis->setNumberFormat(QStringLiteral("gb")); // powers of ten, which say that it is logarithmic
        axis->setNumberPrecision(0);
        countTicks(axis, 5);
        axis->setRange(range);
        addZoomAxis(axis, range, std::log1p(kChartCellsLeastRatio) / std::log(range.upper / range.lower));
        const QString unitWord = unitName(unit);
        axis->setLabel(title.empty() ? unitWord
                : unitWord.isEmpty() ? displayText(title, 60)
                                     : tr("%1 (%2)").arg(displayText(title, 60), unitWord));
    };
    scale(across, dots->xRange(), m_spec.data->xTitle, m_spec.data->xUnit);
    // A standing axis is short: its unit, or the name of a figure that has none.
    const auto& series = m_spec.data->series;
    scale(upwards, dots->yRange(),
        m_spec.data->unit == Unit::None && !series.empty() ? series.front().label : std::string(), m_spec.data->unit);
    across->grid()->setSubGridVisible(false);
    upwards->grid()->setSubGridVisible(false);
}

void ChartPlot::addHeatCell()
{
    auto* cell = new QCPAxisRect(this, true);
    const QFontMetricsF metrics(font());
    cell->setMinimumMargins(QMargins(2, static_cast<int>(HeatPlottable::rampHeight(metrics)), 8, 2));
    static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0))->addElement(0, 0, cell);
    QCPAxis* columns = cell->axis(QCPAxis::atBottom);
    QCPAxis* rows = cell->axis(QCPAxis::atLeft);
    styleAxis(columns, false);
    styleAxis(rows, false);
    const HeatMap& map = m_spec.data->heat;
    const auto name = [this](QCPAxis* axis, const std::vector<std::string>& names, std::size_t most) {
        NameTicker::Names texts;
        texts.reserve(names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            texts.emplace_back(static_cast<double>(i), elidedMiddle(displayText(names[i]), kNameCharacters));
        nameKeys(axis, std::move(texts), most);
        axis->setRange(-0.5, static_cast<double>(names.size()) - 0.5);
    };
    name(columns, map.columns, 12);
    addZoomAxis(columns, columns->range(), 1 / columns->range().size());
    const bool areZoomed = map.rows.size() > kMostScrolledRows;
    name(rows, map.rows, areZoomed ? kMostRowNames : 200);
    rows->setRangeReversed(true); // the first row on top
    if (areZoomed)
        addZoomAxis(rows, rows->range(), 1 / rows->range().size());
    columns->setLabel(displayText(map.columnTitle, 40));
    m_plottables.push_back(new HeatPlottable(columns, rows, &m_spec));
}

void ChartPlot::setTimeSpan(TimeRange span)
{
    for (const TimeCell& cell : m_timeCells) {
        const QCPRange wanted(static_cast<double>(span.begin) / cell.scale, static_cast<double>(span.end) / cell.scale);
        cell.keys->setRange(span.isEmpty() ? cell.whole : wanted);
    }
    if (!m_timeCells.empty())
        redraw();
}

std::optional<Timestamp> ChartPlot::timeAt(QPointF position) const
{
    for (const TimeCell& cell : m_timeCells) {
        if (QRectF(cell.keys->axisRect()->rect()).contains(position))
            return wholeNanoseconds(cell.keys->pixelToCoord(position.x()) * cell.scale);
    }
    return std::nullopt;
}

void ChartPlot::setPointedTime(std::optional<Timestamp> time)
{
    if (time == m_pointedTime)
        return;
    const auto updateLines = [this] {
        for (const QRect& line : timeLines())
            update(line);
    };
    updateLines();
    m_pointedTime = time;
    updateLines();
}

std::vector<QRect> ChartPlot::timeLines() const
{
    std::vector<QRect> lines;
    for (const TimeCell& cell : m_timeCells) {
        const double key = m_pointedTime ? static_cast<double>(*m_pointedTime) / cell.scale : 0;
        if (!m_pointedTime || !cell.keys->range().contains(key))
            continue;
        const QRect rect = cell.keys->axisRect()->rect();
        lines.emplace_back(static_cast<int>(std::floor(cell.keys->coordToPixel(key))), rect.top(), 1, rect.height());
    }
    return lines;
}

void ChartPlot::addCutoff(std::size_t groupIndex, QCPAxis* keys, QCPAxis* values)
{
    const auto* const bins = m_spec.description.as<HistogramChart>();
    if (!bins || !bins->cutoff)
        return;
    auto* line = new CutoffPlottable(keys, values, &m_spec, groupIndex, static_cast<double>(bins->cutoff->value));
    m_plottables.push_back(line);
    m_cutoffs.push_back(line);
}

CutoffPlottable* ChartPlot::cutoffAt(QPointF position) const
{
    const auto at =
        std::ranges::find_if(m_cutoffs, [position](const CutoffPlottable* line) { return line->isNear(position); });
    return at == m_cutoffs.end() ? nullptr : *at;
}

CutoffPlottable* ChartPlot::cutoffBelow(QPointF position) const
{
    const auto distance = [position](const CutoffPlottable* line) {
        const QRectF cell = line->cell();
        return std::max({ 0.0, cell.top() - position.y(), position.y() - cell.bottom() });
    };
    const auto at = std::ranges::min_element(m_cutoffs, {}, distance);
    return at == m_cutoffs.end() ? nullptr : *at;
}

void ChartPlot::setCutoff(double value, const CutoffPlottable* hot)
{
    for (CutoffPlottable* line : m_cutoffs) {
        line->setValue(value);
        line->setHot(line == hot);
    }
    redraw();
}

} // namespace kinetoscope
