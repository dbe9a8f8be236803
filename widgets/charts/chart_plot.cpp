// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "widgets/charts/cell_layout.h"
#include "widgets/charts/chart_axes.h"
#include "widgets/charts/plottables/bar_plottable.h"
#include "widgets/charts/plottables/ring_plottable.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPaintEvent>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kinetoscope {
namespace {

constexpr double kNameRows = 2.5; // what a cell has above and below its rows, in rows
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
    const bool hasLegend = !m_spec.asRing && (m_spec.data->series.size() > 1 || m_spec.hasKindLegend);
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
    if (!m_spec.zoom.isWhole())
        setZoom(m_spec.zoom);
    // Only after the layout it is known how many pixels a figure may take.
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        bool isChanged = false;
        for (const BarCell& cell : m_barCells) {
            const QCPRange before = cell.values->range();
            setValueRange(cell);
            isChanged = isChanged || before != cell.values->range();
        }
        isChanged = fitLabels() || isChanged;
        if (isChanged)
            redraw(); // ticks were chosen for the old range
    });
}

ChartPlot::~ChartPlot() = default;

void ChartPlot::countTicks(QCPAxis* axis, int most)
{
    axis->ticker()->setTickCount(most);
    m_numberAxes.push_back({ axis, most, axis->numberPrecision() });
}

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
    if (m_spec.description.kind() == ChartKind::HeatMap) {
        addHeatCell();
        return;
    }
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    grid->setColumnSpacing(12);
    const std::vector<std::size_t> starts = columnStarts(m_spec, 0, m_spec.groups.size());
    QCPLayoutGrid* column = nullptr;
    for (std::size_t i = 0; i < m_spec.groups.size(); ++i) {
        if (std::ranges::find(starts, i) != starts.end()) {
            column = new QCPLayoutGrid;
            grid->addElement(0, static_cast<int>(m_margins.size()), column);
            // Cells below each other begin and end at the same pixel: they are compared.
            m_margins.push_back(new QCPMarginGroup(this));
        }
        QCPAxisRect* cell = addCell(m_spec.groups[i], column, m_margins.back());
        if (isOverTime(m_spec.description.kind()))
            addStepCell(m_spec.groups[i], cell);
        else if (m_spec.description.kind() == ChartKind::Scatter)
            addScatterCell(m_spec.groups[i], cell);
        else
            addBarCell(m_spec.groups[i], cell);
    }
    fillColumns();
}

void ChartPlot::fillColumns()
{
    auto* grid = static_cast<QCPLayoutGrid*>(plotLayout()->element(1, 0));
    const auto columnAt = [grid](int index) { return static_cast<QCPLayoutGrid*>(grid->element(0, index)); };
    const auto stretchOf = [](const QCPLayoutGrid* column) {
        const QList<double> factors = column->rowStretchFactors();
        return std::accumulate(factors.begin(), factors.end(), 0.0);
    };
    double longest = 0;
    for (int i = 0; i < grid->columnCount(); ++i)
        longest = std::max(longest, stretchOf(columnAt(i)));
    for (int i = 0; i < grid->columnCount(); ++i) {
        QCPLayoutGrid* column = columnAt(i);
        const double missing = longest - stretchOf(column);
        if (missing < 0.01)
            continue;
        const int row = column->rowCount();
        column->addElement(row, 0, new QCPLayoutElement(this));
        column->setRowStretchFactor(row, missing);
    }
    while (grid->columnCount() < m_spec.columns)
        grid->addElement(0, grid->columnCount(), new QCPLayoutElement(this));
}

QCPAxisRect* ChartPlot::addCell(std::size_t groupIndex, QCPLayoutGrid* column, QCPMarginGroup* margins)
{
    const ChartData::Group& group = m_spec.data->groups[groupIndex];
    auto* holder = new QCPLayoutGrid;
    const int row = column->rowCount();
    column->addElement(row, 0, holder);
    // Cells get height by their rows: a bar is as thick in one as in the other.
    column->setRowStretchFactor(row, static_cast<double>(std::max<std::size_t>(group.rows.size(), 1)) + kNameRows);
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
    // Half of the topmost number of a standing axis is above its end.
    const bool isUpright = isStanding(m_spec) || isOverTime(m_spec.description.kind());
    const int above = isUpright ? static_cast<int>(std::ceil(QFontMetricsF(font()).height() / 2)) : 4;
    cell->setMinimumMargins(QMargins(2, above, 8, 2));
    cell->setMinimumSize(50, scaledPx(kRowPx)); // else few rows would take the room of the legend above them
    cell->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    holder->addElement(holder->rowCount(), 0, cell);
    return cell;
}

void ChartPlot::redraw()
{
    m_isPlaced = false;
    m_isDrawn = false;
    update();
}

void ChartPlot::ensurePlaced()
{
    // A layout sets value ranges and ticks, for which there is another one: all before it is drawn, and once.
    constexpr int kMostLayouts = 4;
    for (int i = 0; i < kMostLayouts && !m_isPlaced && !m_spec.asRing; ++i) {
        m_isPlaced = true;
        updateLayout();
    }
    m_isPlaced = true;
}

/// A wheel turns several times between two frames, and each time asks what is below the pointer now.
void ChartPlot::ensureParts()
{
    const bool areDrawnOnes = std::ranges::any_of(
        m_plottables, [](const ShapePlottable* plottable) { return plottable->areShapesDrawnOnes(); });
    if (areDrawnOnes)
        ensureDrawn();
    else
        ensurePlaced();
}

void ChartPlot::ensureDrawn()
{
    if (m_isDrawn)
        return;
    ensurePlaced();
    drawSight(visibleRegion().boundingRect());
}

/// Not the base's buffers, which are as large as the plot: hundreds of bars are many times what is in sight.
void ChartPlot::drawSight(QRect sight)
{
    m_isDrawn = true;
    m_sight = sight.isEmpty() ? QRect(0, 0, 1, 1) : sight;
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(m_sight.size()) * ratio).toSize();
    if (m_picture.size() != pixels)
        m_picture = QPixmap(pixels);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Palette::of(m_spec.theme).canvas);
    QCPPainter painter(&m_picture);
    painter.translate(-m_sight.topLeft());
    draw(&painter);
    emit afterReplot();
}

/// What changes with the pointer lies over the finished drawing: a million samples are not drawn again for it.
void ChartPlot::paintEvent(QPaintEvent* event)
{
    ensurePlaced();
    const QRect asked = event->rect() & rect();
    if (!m_isDrawn || !m_sight.contains(asked) || m_picture.devicePixelRatio() != devicePixelRatioF())
        drawSight(visibleRegion().boundingRect() | asked);
    QPainter painter(this);
    painter.drawPixmap(m_sight.topLeft(), m_picture);
    QColor line = Palette::of(m_spec.theme).secondText;
    line.setAlphaF(0.6F); // as on the timeline
    for (const QRect& rect : timeLines())
        painter.fillRect(rect, line);
    if (m_hovered && isThere(*m_hovered))
        m_hovered->plottable->drawFrame(painter, m_hovered->get(), false);
    if (!m_band.isEmpty()) {
        QColor fill = Palette::of(m_spec.theme).accent;
        painter.setPen(QPen(fill, 1));
        fill.setAlphaF(0.15F);
        painter.setBrush(fill);
        painter.drawRect(m_band);
    }
}

void ChartPlot::resizeEvent(QResizeEvent*)
{
    // Not the base's, which draws at once: a chart is given several sizes before it is shown.
    setViewport(QRect(0, 0, width(), std::min(height(), mostHeight(width()))));
    arrangeRings(width());
    redraw();
}

std::optional<ChartPart> ChartPlot::partAt(QPointF position)
{
    ensureParts();
    for (ShapePlottable* plottable : m_plottables) {
        if (const std::optional<std::size_t> shape = plottable->shapeAt(position))
            return ChartPart { plottable, *shape };
    }
    return std::nullopt;
}

bool ChartPlot::isThere(const ChartPart& part)
{
    ensureParts();
    return part.plottable->hasShape(part.shape);
}

std::optional<ChartPart> ChartPlot::neighbour(std::optional<ChartPart> from, int direction)
{
    ensureParts();
    const auto count = static_cast<std::ptrdiff_t>(m_plottables.size());
    std::ptrdiff_t at = direction > 0 ? 0 : count - 1;
    if (from && isThere(*from)) {
        if (const auto next = from->plottable->neighbour(from->shape, direction))
            return ChartPart { from->plottable, *next };
        at = std::ranges::find(m_plottables, from->plottable) - m_plottables.begin() + direction;
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
    ensureParts();
    const std::optional<std::size_t> next = from.plottable->neighbourRow(from.shape, direction);
    return next ? std::optional(ChartPart { from.plottable, *next }) : std::nullopt;
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

#include "moc_chart_plot.cpp"
