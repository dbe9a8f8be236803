// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "widgets/charts/bar_plottable.h"
#include "widgets/charts/ring_plottable.h"
#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kNameCharacters = 32;
constexpr int kRowPx = 24; // bar 18, gap 6
constexpr std::size_t kMostRows = 400;
constexpr double kLabelRoom = 1.22; // of the value range: room for the figure at the end of the longest bar

/// "2 × 2" rather than a column of four.
int columnsFor(std::size_t cells)
{
    return cells <= 1 ? 1 : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(cells))));
}

bool isStanding(const ChartSpec& spec)
{
    return spec.data.labelsAreNumbers && spec.description.kind != ChartKind::StackedBars;
}

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
    plotLayout()->setRowSpacing(2);
    if (m_spec.asRing)
        addRings();
    else
        addBars();
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

void ChartPlot::addBars()
{
    const int columns = isStanding(m_spec) ? 1 : columnsFor(m_spec.groups.size());
    for (std::size_t i = 0; i < m_spec.groups.size(); ++i)
        addBarCell(m_spec.groups[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
}

std::size_t ChartPlot::rowsDrawn(const ChartData::Group& group) const
{
    return std::min(group.rows.size(), kMostRows);
}

void ChartPlot::labelKeys(QCPAxis* axis, const ChartData::Group& group, std::size_t rows) const
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    // Standing bars of many ranks: every n-th name, never names on top of each other.
    const std::size_t every = isStanding(m_spec) ? std::max<std::size_t>(1, rows / 24) : 1;
    for (std::size_t i = 0; i < rows; i += every)
        ticker->addTick(static_cast<double>(i), elidedMiddle(displayText(group.rows[i].label), kNameCharacters));
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

void ChartPlot::addBarCell(std::size_t groupIndex, int row, int column)
{
    const ChartData::Group& group = m_spec.data.groups[groupIndex];
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    auto* holder = new QCPLayoutGrid;
    grid->addElement(row, column, holder);
    holder->setRowSpacing(0);
    if (!group.label.empty()) {
        auto* name = new QCPTextElement(this, elidedMiddle(displayText(group.label), 60), font());
        name->setTextColor(Palette::of(m_spec.theme).text);
        holder->addElement(0, 0, name);
    }
    auto* cell = new QCPAxisRect(this, true);
    holder->addElement(holder->rowCount(), 0, cell);
    const bool standing = isStanding(m_spec);
    QCPAxis* keys = cell->axis(standing ? QCPAxis::atBottom : QCPAxis::atLeft);
    QCPAxis* values = cell->axis(standing ? QCPAxis::atLeft : QCPAxis::atBottom);
    styleAxis(keys, false);
    styleAxis(values, true);

    const std::size_t rows = rowsDrawn(group);
    auto* plottable = new BarPlottable(keys, values, &m_spec, groupIndex, rows);
    m_plottables.push_back(plottable);
    const QCPRange raw = plottable->valueRange();
    QString unit;
    plottable->setScale(axisScale(m_spec.data, std::max(std::abs(raw.lower), std::abs(raw.upper)), unit));

    labelKeys(keys, group, rows);
    keys->setRange(-0.6,
        std::max(0.6, static_cast<double>(rows) - 0.4 + (m_spec.description.kind == ChartKind::StackedBars ? 0.2 : 0)));
    keys->setRangeReversed(!standing); // the first row on top
    QCPRange range = plottable->valueRange();
    if (m_spec.description.logarithmic) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
        values->setNumberFormat(QStringLiteral("gb"));
        values->setNumberPrecision(3);
        range.upper *= 2;
    } else {
        range.upper += range.size() * (kLabelRoom - 1) * (standing ? 0.5 : 1);
        if (range.lower < 0)
            range.lower -= range.size() * 0.05;
        values->ticker()->setTickCount(4);
        values->setNumberFormat(QStringLiteral("g"));
        values->setNumberPrecision(4);
    }
    values->setRange(range);
    QString label = unit;
    if (m_spec.description.logarithmic)
        label = label.isEmpty() ? tr("logarithmic") : tr("%1, logarithmic").arg(label);
    values->setLabel(label);
}

int ChartPlot::wantedHeight() const
{
    if (m_spec.asRing || isStanding(m_spec))
        return 0;
    std::size_t rows = 0;
    for (const std::size_t group : m_spec.groups)
        rows = std::max(rows, rowsDrawn(m_spec.data.groups[group]));
    const int columns = columnsFor(m_spec.groups.size());
    const int gridRows = (static_cast<int>(m_spec.groups.size()) + columns - 1) / columns;
    return static_cast<int>(rows) * kRowPx * gridRows + 90;
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
    toPainter(painter, size.width(), size.height());
}

} // namespace kinetoscope
