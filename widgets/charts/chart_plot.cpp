// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "widgets/charts/chart_axes.h"
#include "widgets/charts/plottables/bar_plottable.h"
#include "widgets/charts/plottables/ring_plottable.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kRowPx = 24;       // bar 18, gap 6
constexpr int kSidePx = 15;      // of each bar where several stand beside each other, for its figure
constexpr int kRingWidth = 340;  // of one of several rings with its labels, at least
constexpr int kRingHeight = 190; // title and rule included

/// As many beside each other as have room for their labels, in rows of about the same length: "2 × 2" rather than 3 and
/// 1.
int ringColumns(std::size_t rings, int width)
{
    const int most = std::clamp(width / kRingWidth, 1, std::max(1, static_cast<int>(rings)));
    const int rows = (static_cast<int>(rings) + most - 1) / most;
    return rows > 0 ? (static_cast<int>(rings) + rows - 1) / rows : 1;
}

int ringRows(std::size_t rings, int width)
{
    const int columns = ringColumns(rings, width);
    return (static_cast<int>(rings) + columns - 1) / columns;
}

} // namespace

ChartShape ChartPart::get() const
{
    return plottable->shape(shape);
}

ChartPlot::ChartPlot(ChartSpec spec, QWidget* parent)
    : QCustomPlot(parent)
    , m_spec(std::move(spec))
{
    // The base asks for a drawing of its own when it is made, before there is anything to draw.
    QCoreApplication::removePostedEvents(this, QEvent::MetaCall);
    mReplotQueued = false;
    const Palette& colours = Palette::of(m_spec.theme);
    setBackground(QBrush(colours.canvas));
    setInteractions(QCP::Interactions());
    setNoAntialiasingOnDrag(false);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus); // the view walks the parts
    plotLayout()->clear();
    const bool hasLegend = !m_spec.asRing && m_spec.data->series.size() > 1;
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
            redraw(); // ticks were chosen for the old range
    });
}

ChartPlot::~ChartPlot() = default;

void ChartPlot::addRings()
{
    for (const std::size_t group : m_spec.groups) {
        auto* cell = new QCPAxisRect(this, true);
        cell->setAutoMargins(QCP::msNone);
        cell->setMargins(QMargins(2, 2, 2, 2));
        for (QCPAxis* axis : cell->axes()) {
            axis->setVisible(false);
            axis->grid()->setVisible(false);
        }
        m_ringCells.push_back(cell);
        m_plottables.push_back(
            new RingPlottable(cell->axis(QCPAxis::atBottom), cell->axis(QCPAxis::atLeft), &m_spec, group));
    }
    arrangeRings(viewport().width());
}

void ChartPlot::arrangeRings(int width)
{
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    const int columns = ringColumns(m_ringCells.size(), width);
    if (m_ringCells.empty() || (grid->elementCount() > 0 && grid->columnCount() == columns))
        return;
    if (grid->elementCount() > 0) {
        for (QCPAxisRect* cell : m_ringCells)
            grid->take(cell);
        grid->simplify();
    }
    for (int i = 0; i < static_cast<int>(m_ringCells.size()); ++i)
        grid->addElement(i / columns, i % columns, m_ringCells[static_cast<std::size_t>(i)]);
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
    const ChartData::Group& group = m_spec.data->groups[groupIndex];
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    auto* holder = new QCPLayoutGrid;
    grid->addElement(row, 0, holder);
    // Cells get height by their rows: a bar is as thick in one as in the other.
    grid->setRowStretchFactor(row, static_cast<double>(std::max<std::size_t>(rowsDrawn(group), 1)) + 2.5);
    holder->setRowSpacing(0);
    // Of a single one the header says whose it is.
    if (!group.label.empty() && m_spec.groups.size() > 1) {
        auto* name = new QCPTextElement(this, elidedMiddle(displayText(group.label), 60), font());
        name->setTextColor(Palette::of(m_spec.theme).text);
        name->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine);
        name->setMargins(QMargins(4, 0, 0, 0));
        holder->addElement(0, 0, name);
        holder->setRowStretchFactor(0, 0.001);
    }
    auto* cell = new QCPAxisRect(this, true);
    cell->setMinimumMargins(QMargins(2, 4, 8, 2));
    cell->setMinimumSize(50, kRowPx); // else few rows would take the room of the legend above them
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

int ChartPlot::wantedHeight(int plotWidth) const
{
    const bool hasSides = m_spec.description.kind == ChartKind::GroupedBars;
    return heightFor(
        plotWidth, hasSides ? std::max(kRowPx, static_cast<int>(m_spec.data->series.size()) * kSidePx + 6) : kRowPx);
}

int ChartPlot::leastHeight(int plotWidth) const
{
    const bool hasSides = m_spec.description.kind == ChartKind::GroupedBars;
    return hasSides ? wantedHeight(plotWidth)
                    : heightFor(plotWidth, static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 2);
}

int ChartPlot::heightFor(int plotWidth, int rowPx) const
{
    constexpr int kAxisPx = 56; // its numbers and unit, margins
    constexpr int kNamePx = 20; // of one of several cells
    constexpr int kLeastCell = 90;
    const int header = static_cast<ChartHeader*>(plotLayout()->element(0, 0))->heightFor(plotWidth);
    const auto cells = static_cast<int>(m_spec.groups.size());
    if (m_spec.asRing)
        return cells > 1 ? header + ringRows(m_spec.groups.size(), plotWidth) * kRingHeight : 0;
    if (m_spec.description.kind == ChartKind::HeatMap)
        return header + static_cast<int>(m_spec.data->heat.rows.size()) * rowPx + 80;
    if (m_spec.description.kind == ChartKind::Scatter)
        return cells > 1 ? header + cells * 3 * kLeastCell : 0;
    if (isStanding(m_spec) || isOverTime(m_spec.description.kind))
        return cells > 1 ? header + cells * (kLeastCell + kRowPx) : 0;
    int height = header;
    for (const std::size_t group : m_spec.groups)
        height += static_cast<int>(rowsDrawn(m_spec.data->groups[group])) * rowPx + kAxisPx + (cells > 1 ? kNamePx : 0);
    return height;
}

std::size_t ChartPlot::groupsThatFit(const ChartSpec& spec, QSize size)
{
    constexpr int kHeader = 60;     // title, scope, a line of legend
    constexpr int kLeastBars = 130; // a name, three bars, an axis
    constexpr int kLeastPlot = 80;
    if (spec.groups.empty())
        return 0;
    const bool isLow = isOverTime(spec.description.kind);
    const int room = size.height() - kHeader;
    int fitting = room / (isLow ? kLeastPlot : kLeastBars);
    if (spec.asRing)
        fitting = room / kRingHeight * ringColumns(spec.groups.size(), size.width());
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

void ChartPlot::redraw()
{
    m_isDrawn = false;
    update();
}

void ChartPlot::ensureDrawn()
{
    if (m_isDrawn)
        return;
    if (!m_barCells.empty())
        updateLayout(); // sets the value ranges, for which the next layout chooses ticks
    m_isDrawn = true;
    replot(QCustomPlot::rpQueuedRefresh);
}

/// What changes with the pointer lies over the finished drawing: a million samples are not drawn again for it.
void ChartPlot::paintEvent(QPaintEvent* event)
{
    ensureDrawn();
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    QColor line = Palette::of(m_spec.theme).secondText;
    line.setAlphaF(0.6F); // as on the timeline
    for (const QRect& rect : timeLines())
        painter.fillRect(rect, line);
    if (m_hovered && isThere(*m_hovered))
        m_hovered->plottable->drawFrame(painter, m_hovered->get(), false);
}

void ChartPlot::resizeEvent(QResizeEvent*)
{
    // Not the base's, which draws at once: a chart is given several sizes before it is shown.
    setViewport(rect());
    arrangeRings(width());
    redraw();
}

std::optional<ChartPart> ChartPlot::partAt(QPointF position)
{
    ensureDrawn();
    for (ShapePlottable* plottable : m_plottables) {
        if (const std::optional<std::size_t> shape = plottable->shapeAt(position))
            return ChartPart { plottable, *shape };
    }
    return std::nullopt;
}

bool ChartPlot::isThere(const ChartPart& part)
{
    ensureDrawn();
    return part.plottable->hasShape(part.shape);
}

std::optional<ChartPart> ChartPlot::neighbour(std::optional<ChartPart> from, int direction)
{
    ensureDrawn();
    const auto count = static_cast<std::ptrdiff_t>(m_plottables.size());
    std::ptrdiff_t at = direction > 0 ? 0 : count - 1;
    if (from && isThere(*from)) {
        if (const auto next = from->plottable->neighbour(from->shape, direction))
            return ChartPart { from->plottable, *next };
        at = std::find(m_plottables.begin(), m_plottables.end(), from->plottable) - m_plottables.begin() + direction;
    }
    for (std::ptrdiff_t tried = 0; tried < count; ++tried, at += direction) {
        ShapePlottable* plottable = m_plottables[static_cast<std::size_t>((at + count) % count)];
        if (const auto end = plottable->neighbour(std::nullopt, direction))
            return ChartPart { plottable, *end };
    }
    return std::nullopt;
}

std::optional<ChartPart> ChartPlot::neighbourRow(const ChartPart& from, int direction)
{
    ensureDrawn();
    const QRectF box = from.get().outline.boundingRect();
    std::optional<ChartPart> best;
    double nearest = 0;
    for (std::size_t i = 0; from.plottable->hasShape(i); ++i) {
        const QRectF other = from.plottable->shape(i).outline.boundingRect();
        const double distance = (other.center().y() - box.center().y()) * direction;
        const bool isSameColumn = std::abs(other.center().x() - box.center().x()) < box.width() / 2;
        if (isSameColumn && distance > 0.5 && (!best || distance < nearest)) {
            best = ChartPart { from.plottable, i };
            nearest = distance;
        }
    }
    return best;
}

void ChartPlot::setHovered(std::optional<ChartPart> part)
{
    if (part == m_hovered)
        return;
    updateHoveredFrame();
    m_hovered = part;
    updateHoveredFrame();
}

void ChartPlot::updateHoveredFrame()
{
    if (m_hovered && m_isDrawn && isThere(*m_hovered))
        update(m_hovered->get().outline.boundingRect().toAlignedRect().adjusted(-2, -2, 2, 2));
}

void ChartPlot::setSelectedRows(const std::vector<std::size_t>& rows)
{
    for (ShapePlottable* plottable : m_plottables)
        plottable->setSelectedRows(rows);
    redraw();
}

void ChartPlot::drawPicture(QCPPainter* painter, QSize size)
{
    setViewport(QRect(QPoint(), size));
    arrangeRings(size.width());
    fitNames(size.width());
    updateLayout(); // sets the value ranges, for which the next layout chooses ticks
    toPainter(painter, size.width(), size.height());
}

} // namespace kinetoscope
