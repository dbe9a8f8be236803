// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "widgets/charts/plottables/bar_plottable.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/charts/plottables/ring_plottable.h"
#include "widgets/charts/plottables/step_plottable.h"
#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kRowPx = 24;       // bar 18, gap 6
constexpr double kLogFrom = 100; // greatest / least value: below it a linear axis says more

/// "2 × 2" rather than a column of four.
int columnsFor(std::size_t cells)
{
    return cells <= 1 ? 1 : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(cells))));
}

bool isStanding(const ChartSpec& spec)
{
    if (spec.description.kind == ChartKind::Scatter || spec.description.kind == ChartKind::HeatMap)
        return true; // not a list of bars that could be cut short
    return spec.data.labelsAreNumbers && spec.description.kind != ChartKind::StackedBars;
}

/// Ticks up to a limit: the axis goes on for the figures at the ends of bars, but there is nothing above 100 %.
class CappedTicker : public QCPAxisTicker {
public:
    explicit CappedTicker(double limit)
        : m_limit(limit)
    {
    }

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks = QCPAxisTicker::createTickVector(tickStep, range);
        ticks.removeIf([this](double tick) { return tick > m_limit; });
        return ticks;
    }

private:
    double m_limit = 0;
};

/// Only whole numbers: there is no half of a launch in a queue.
class WholeTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks = QCPAxisTicker::createTickVector(tickStep, range);
        ticks.removeIf([](double tick) { return std::abs(tick - std::round(tick)) > 1e-9; });
        return ticks;
    }
};

double axisScale(const ChartData& data, double largest, QString& unit)
{
    if (data.isTime) {
        const TimeUnit timeUnit = timeUnitFor(largest);
        unit = unitText(timeUnit);
        return nanosecondsIn(timeUnit);
    }
    unit = data.unit == Unit::Count ? QString() : QString::fromUtf8(toString(data.unit));
    return 1;
}

} // namespace

ChartPlot::ChartPlot(ChartSpec spec, QWidget* parent)
    : QCustomPlot(parent)
    , m_spec(std::move(spec))
{
    const Palette& colours = Palette::of(m_spec.theme);
    setBackground(QBrush(colours.canvas));
    setInteractions(QCP::Interactions());
    setNoAntialiasingOnDrag(false);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus); // the view walks the parts
    plotLayout()->clear();
    const bool hasLegend = !m_spec.asRing && m_spec.data.series.size() > 1;
    plotLayout()->addElement(0, 0, new ChartHeader(this, &m_spec, hasLegend));
    plotLayout()->addElement(1, 0, new QCPLayoutGrid);
    plotLayout()->setRowStretchFactor(0, 0.001);
    plotLayout()->setRowStretchFactor(1, 1);
    plotLayout()->setRowSpacing(6);
    if (m_spec.asRing)
        addRings();
    else
        addCells();
    setTimeSpan(m_spec.timeSpan);
    // Only after the layout it is known how many pixels a figure may take.
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        bool isChanged = false;
        for (const BarCell& cell : m_barCells) {
            const QCPRange before = cell.values->range();
            setValueRange(cell);
            isChanged = isChanged || before != cell.values->range();
        }
        if (isChanged)
            replot(QCustomPlot::rpQueuedReplot); // ticks were chosen for the old range
    });
}

ChartPlot::~ChartPlot() = default;

void ChartPlot::addRings()
{
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    const int columns = columnsFor(m_spec.groups.size());
    for (std::size_t i = 0; i < m_spec.groups.size(); ++i) {
        auto* cell = new QCPAxisRect(this, true);
        cell->setAutoMargins(QCP::msNone);
        cell->setMargins(QMargins(2, 2, 2, 2));
        for (QCPAxis* axis : cell->axes()) {
            axis->setVisible(false);
            axis->grid()->setVisible(false);
        }
        grid->addElement(static_cast<int>(i) / columns, static_cast<int>(i) % columns, cell);
        m_plottables.push_back(
            new RingPlottable(cell->axis(QCPAxis::atBottom), cell->axis(QCPAxis::atLeft), &m_spec, m_spec.groups[i]));
    }
}

void ChartPlot::addCells()
{
    if (m_spec.description.kind == ChartKind::HeatMap) {
        addHeatCell();
        return;
    }
    for (std::size_t i = 0; i < m_spec.groups.size(); ++i) {
        QCPAxisRect* cell = addCell(m_spec.groups[i], static_cast<int>(i));
        if (isOverTime(m_spec.description.kind))
            addStepCell(m_spec.groups[i], cell);
        else if (m_spec.description.kind == ChartKind::Scatter)
            addScatterCell(m_spec.groups[i], cell);
        else
            addBarCell(m_spec.groups[i], cell);
    }
}

QCPAxisRect* ChartPlot::addCell(std::size_t groupIndex, int row)
{
    const ChartData::Group& group = m_spec.data.groups[groupIndex];
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    auto* holder = new QCPLayoutGrid;
    grid->addElement(row, 0, holder);
    // Cells get height by their rows: a bar is as thick in one as in the other.
    grid->setRowStretchFactor(row, static_cast<double>(std::max<std::size_t>(rowsDrawn(group), 1)) + 2.5);
    holder->setRowSpacing(0);
    if (!group.label.empty()) {
        auto* name = new QCPTextElement(this, elidedMiddle(displayText(group.label), 60), font());
        name->setTextColor(Palette::of(m_spec.theme).text);
        name->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine);
        name->setMargins(QMargins(4, 0, 0, 0));
        holder->addElement(0, 0, name);
        holder->setRowStretchFactor(0, 0.001);
    }
    auto* cell = new QCPAxisRect(this, true);
    cell->setMinimumMargins(QMargins(2, 4, 8, 2));
    // Cells below each other begin and end at the same pixel: they are compared.
    if (!m_margins)
        m_margins = new QCPMarginGroup(this);
    cell->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins);
    holder->addElement(holder->rowCount(), 0, cell);
    return cell;
}

std::size_t ChartPlot::rowsDrawn(const ChartData::Group& group) const
{
    return std::min(group.rows.size(), m_spec.mostRows);
}

void ChartPlot::labelKeys(QCPAxis* axis, const ChartData::Group& group, std::size_t rows) const
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    // Standing bars of many ranks: every n-th name, never names on top of each other.
    const std::size_t every = isStanding(m_spec)
        ? std::max<std::size_t>(1, rows / (m_spec.description.kind == ChartKind::Histogram ? 5 : 24))
        : 1;
    const bool isHistogram = m_spec.description.kind == ChartKind::Histogram;
    for (std::size_t i = 0; i < rows; i += every) {
        // A bin's lower edge stands at its left side.
        if (isHistogram)
            ticker->addTick(static_cast<double>(i) - 0.5, edgeText(m_spec.data, group.rows[i].minimum));
        else
            ticker->addTick(static_cast<double>(i), elidedMiddle(nameOf(group.rows[i]), m_nameCharacters));
    }
    axis->setTicker(ticker);
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

void ChartPlot::addBarCell(std::size_t groupIndex, QCPAxisRect* cell)
{
    const ChartData::Group& group = m_spec.data.groups[groupIndex];
    const bool standing = isStanding(m_spec);
    QCPAxis* keys = cell->axis(standing ? QCPAxis::atBottom : QCPAxis::atLeft);
    QCPAxis* values = cell->axis(standing ? QCPAxis::atLeft : QCPAxis::atBottom);
    styleAxis(keys, false);
    styleAxis(values, true);

    const std::size_t rows = rowsDrawn(group);
    auto* bars = new BarPlottable(keys, values, &m_spec, groupIndex, rows);
    m_plottables.push_back(bars);
    const QCPRange raw = bars->valueRange();
    QString unit;
    bars->setScale(axisScale(m_spec.data, std::max(std::abs(raw.lower), std::abs(raw.upper)), unit));

    labelKeys(keys, group, rows);
    const double below = m_spec.description.kind == ChartKind::StackedBars ? 0.2 : 0; // the thin bar of what is hidden
    keys->setRange(-0.6, std::max(0.6, static_cast<double>(rows) - 0.4 + below));
    keys->setRangeReversed(!standing); // the first row on top
    keys->setLabel(displayText(m_spec.data.keyTitle, 40));
    const QCPRange positive = bars->positiveRange();
    const bool isLog = m_spec.description.logarithmic && m_spec.description.kind != ChartKind::Histogram
        && positive.lower > 0 && positive.upper >= kLogFrom * positive.lower;
    if (isLog) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
        unit = unit.isEmpty() ? tr("logarithmic") : tr("%1, logarithmic").arg(unit);
    }
    if (m_spec.data.unit == Unit::Percent)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new CappedTicker(100)));
    else if (m_spec.data.unit == Unit::Count && !isLog)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new WholeTicker));
    values->ticker()->setTickCount(4);
    values->setNumberFormat(QStringLiteral("g"));
    values->setNumberPrecision(4);
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
    const int fitting = std::clamp(
        static_cast<int>(plotWidth * kShareOfNames / std::max(1.0, letter)), kLeastCharacters, kMostNameCharacters);
    if (fitting == m_nameCharacters || isStanding(m_spec))
        return;
    m_nameCharacters = fitting;
    for (const BarCell& cell : m_barCells) {
        const ChartData::Group& group = m_spec.data.groups[cell.group];
        labelKeys(cell.keys, group, rowsDrawn(group));
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
    if (const double words = CutoffPlottable::labelRoom(QFontMetricsF(font()));
        !m_cutoffs.empty() && range.upper > 0 && words < 0.5 * length)
        range.upper /= 1 - words / length;
    if (range.lower < 0)
        range.lower -= range.size() * 0.05;
    cell.values->setRange(range);
}

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
        std::for_each(from.further.begin(), from.further.end(), take);
    };
    for (const std::size_t each : m_spec.groups) {
        forEachLine(m_spec.data.groups[each], [&](const std::vector<ChartData::Point>& points) {
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
    forEachLine(m_spec.data.groups[groupIndex], [&](const std::vector<ChartData::Point>& points) {
        for (const ChartData::Point& point : points) {
            high = std::max(high, point.y);
            low = std::min(low, point.y);
        }
    });
    m_timeCells.push_back({ keys, scale, QCPRange(first / scale, last > first ? last / scale : first / scale + 1) });
    keys->setRange(m_timeCells.back().whole);
    keys->ticker()->setTickCount(5);
    keys->setTickLabelColor(Palette::of(m_spec.theme).secondText);
    keys->setLabel(groupIndex == m_spec.groups.back() ? unitText(unit) : QString());
    keys->setTickLabels(groupIndex == m_spec.groups.back());
    values->setRange(low, high > low ? high * 1.08 : low + 1);
    if (m_spec.data.unit == Unit::Count)
        values->setTicker(QSharedPointer<QCPAxisTicker>(new WholeTicker));
    values->ticker()->setTickCount(3);
    QString valueUnit;
    axisScale(m_spec.data, high, valueUnit);
    values->setLabel(valueUnit);
    m_plottables.push_back(new StepPlottable(keys, values, &m_spec, groupIndex, scale));
}

int ChartPlot::wantedHeight(int plotWidth) const
{
    constexpr int kLeastCell = 90;
    const int header = static_cast<ChartHeader*>(plotLayout()->element(0, 0))->heightFor(plotWidth);
    const auto cells = static_cast<int>(m_spec.groups.size());
    if (m_spec.asRing)
        return 0;
    if (m_spec.description.kind == ChartKind::HeatMap)
        return header + static_cast<int>(m_spec.data.heat.rows.size()) * kRowPx + 80;
    if (m_spec.description.kind == ChartKind::Scatter)
        return cells > 1 ? header + cells * 3 * kLeastCell : 0;
    if (isStanding(m_spec) || isOverTime(m_spec.description.kind))
        return cells > 1 ? header + cells * (kLeastCell + kRowPx) : 0;
    int height = header;
    for (const std::size_t group : m_spec.groups)
        height += static_cast<int>(rowsDrawn(m_spec.data.groups[group])) * kRowPx + 60;
    return height;
}

std::size_t ChartPlot::groupsThatFit(const ChartSpec& spec, int height)
{
    constexpr int kHeader = 60;     // title, scope, a line of legend
    constexpr int kLeastBars = 130; // a name, three bars, an axis
    constexpr int kLeastPlot = 80;
    if (spec.asRing || spec.groups.empty())
        return spec.groups.size();
    const bool isLow = isOverTime(spec.description.kind);
    const int fitting = (height - kHeader) / (isLow ? kLeastPlot : kLeastBars);
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, fitting)), 1, spec.groups.size());
}

std::size_t ChartPlot::rowsThatFit(const ChartSpec& spec, int height)
{
    constexpr int kAround = 60;   // of a cell: its name, its axis
    constexpr int kLeastRow = 16; // a line of text
    if (isStanding(spec) || spec.groups.empty())
        return spec.mostRows;
    const int cell = height / static_cast<int>(spec.groups.size()) - kAround;
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(0, cell / kLeastRow)), 3, spec.mostRows);
}

std::optional<ChartPlot::Part> ChartPlot::partAt(QPointF position) const
{
    for (ShapePlottable* plottable : m_plottables) {
        if (const std::optional<std::size_t> shape = plottable->shapeAt(position))
            return Part { plottable, *shape };
    }
    return std::nullopt;
}

std::vector<ChartPlot::Part> ChartPlot::parts() const
{
    std::vector<Part> all;
    for (ShapePlottable* plottable : m_plottables) {
        for (std::size_t i = 0; i < plottable->shapes().size(); ++i)
            all.push_back({ plottable, i });
    }
    return all;
}

void ChartPlot::setHovered(std::optional<Part> part)
{
    for (ShapePlottable* plottable : m_plottables)
        plottable->setHovered(part && part->plottable == plottable ? std::optional(part->shape) : std::nullopt);
    replot(QCustomPlot::rpQueuedReplot);
}

void ChartPlot::setSelectedRows(const std::vector<std::size_t>& rows)
{
    for (ShapePlottable* plottable : m_plottables)
        plottable->setSelectedRows(rows);
    replot(QCustomPlot::rpQueuedReplot);
}

void ChartPlot::drawPicture(QCPPainter* painter, QSize size)
{
    setViewport(QRect(QPoint(), size));
    fitNames(size.width());
    updateLayout(); // sets the value ranges, for which the next layout chooses ticks
    toPainter(painter, size.width(), size.height());
}

} // namespace kinetoscope
