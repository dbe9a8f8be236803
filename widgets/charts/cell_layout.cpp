// SPDX-License-Identifier: GPL-3.0-or-later
// How high the cells of a chart want to be, how many fit, and which stand beside each other.
#include "widgets/charts/cell_layout.h"

#include "widgets/charts/chart_axes.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/support/fonts.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {
namespace {

// All at the desktop's font; the interface size makes them larger.
constexpr int kSidePx = 15;      // of each bar where several stand beside each other, for its figure
constexpr int kRingWidth = 340;  // of one of several rings with its labels, at least
constexpr int kRingHeight = 190; // title and rule included
constexpr int kCellHeight = 118; // of standing bars and series
constexpr int kDotsHeight = 270;
constexpr int kAxisPx = 56;      // of a cell of lying bars: its numbers and unit, margins
constexpr int kNamePx = 20;      // of one of several cells
constexpr int kLeastRing = 110;  // with a name for each of a handful of slices
constexpr int kLeastGrid = 150;  // of many rows
constexpr int kLeastDots = 110;  // of a single cell of dots
constexpr int kLeastScaled = 84; // of a single cell that fills its place: its axis and something to see

int ringRows(std::size_t rings, int width)
{
    const int columns = ringColumns(rings, width);
    return (static_cast<int>(rings) + columns - 1) / columns;
}

bool hasSides(const ChartSpec& spec)
{
    return spec.description.kind() == ChartKind::GroupedBars;
}

/// Of a row of bars at its usual thickness.
int rowHeight(const ChartSpec& spec)
{
    return hasSides(spec)
        ? std::max(scaledPx(kRowPx), static_cast<int>(spec.data->series.size()) * scaledPx(kSidePx) + 6)
        : scaledPx(kRowPx);
}

/// Of one cell among several.
int cellHeight(const ChartSpec& spec, std::size_t group, int rowPx)
{
    if (spec.description.kind() == ChartKind::Scatter)
        return scaledPx(kDotsHeight);
    if (isStanding(spec) || isOverTime(spec.description.kind()))
        return scaledPx(kCellHeight);
    return static_cast<int>(spec.data->groups[group].rows.size()) * rowPx + scaledPx(kAxisPx) + scaledPx(kNamePx);
}

int heightOfCells(const ChartSpec& spec, std::size_t first, std::size_t count, int plotWidth, int rowPx)
{
    if (spec.asRing)
        return ringRows(count, plotWidth) * scaledPx(kRingHeight);
    const std::vector<std::size_t> starts = columnStarts(spec, first, count);
    int highest = 0;
    for (std::size_t column = 0; column < starts.size(); ++column) {
        const std::size_t end = column + 1 < starts.size() ? starts[column + 1] : count;
        int height = 0;
        for (std::size_t i = starts[column]; i < end; ++i)
            height += cellHeight(spec, spec.groups[first + i], rowPx);
        highest = std::max(highest, height);
    }
    return highest;
}

} // namespace

int ringColumns(std::size_t rings, int width)
{
    const int most = std::clamp(width / scaledPx(kRingWidth), 1, std::max(1, static_cast<int>(rings)));
    const int rows = (static_cast<int>(rings) + most - 1) / most;
    return rows > 0 ? (static_cast<int>(rings) + rows - 1) / rows : 1;
}

std::vector<std::size_t> columnStarts(const ChartSpec& spec, std::size_t first, std::size_t count)
{
    int whole = 0;
    for (std::size_t i = 0; i < count; ++i)
        whole += cellHeight(spec, spec.groups[first + i], scaledPx(kRowPx));
    std::vector<std::size_t> starts;
    int above = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const int height = cellHeight(spec, spec.groups[first + i], scaledPx(kRowPx));
        // A cell goes where its middle lies.
        if ((above + height / 2) * spec.columns >= whole * static_cast<int>(starts.size()))
            starts.push_back(i);
        above += height;
    }
    return starts;
}

int ChartPlot::headerHeight(int plotWidth) const
{
    return static_cast<ChartHeader*>(plotLayout()->element(0, 0))->heightFor(plotWidth);
}

int ChartPlot::cellsHeight(const ChartSpec& spec, std::size_t first, std::size_t count, int plotWidth)
{
    return heightOfCells(spec, first, count, plotWidth, rowHeight(spec));
}

int ChartPlot::wantedHeight(int plotWidth) const
{
    return heightFor(plotWidth, rowHeight(m_spec));
}

int ChartPlot::leastHeight(int plotWidth) const
{
    return hasSides(m_spec) ? wantedHeight(plotWidth)
                            : heightFor(plotWidth, static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 2);
}

int ChartPlot::mostHeight(int plotWidth) const
{
    const ChartKind kind = m_spec.description.kind();
    const bool fills = m_spec.asRing || isStanding(m_spec) || isOverTime(kind) || kind == ChartKind::Scatter
        || kind == ChartKind::HeatMap || m_spec.groups.empty();
    return fills ? height() : heightFor(plotWidth, 2 * rowHeight(m_spec));
}

int ChartPlot::heightFor(int plotWidth, int rowPx) const
{
    const int header = headerHeight(plotWidth);
    const std::size_t cells = m_spec.groups.size();
    if (m_spec.description.kind() == ChartKind::HeatMap) {
        const std::size_t rows = m_spec.data->heat.rows.size();
        return header + (rows > kMostScrolledRows ? scaledPx(kLeastGrid) : static_cast<int>(rows) * rowPx + 80);
    }
    if (cells > 1)
        return header + heightOfCells(m_spec, 0, cells, plotWidth, rowPx);
    const bool isScaled = m_spec.asRing || isStanding(m_spec) || isOverTime(m_spec.description.kind());
    if (cells == 1 && m_spec.description.kind() == ChartKind::Scatter)
        return header + scaledPx(kLeastDots);
    if (isScaled || cells == 0)
        return cells == 0 ? 0 : header + scaledPx(m_spec.asRing ? kLeastRing : kLeastScaled);
    return header + cellHeight(m_spec, m_spec.groups.front(), rowPx) - scaledPx(kNamePx);
}

std::size_t ChartPlot::groupsThatFit(const ChartSpec& spec, QSize size)
{
    constexpr int kHeader = 60;     // title, scope, a line of legend
    constexpr int kLeastBars = 130; // a name, three bars, an axis
    constexpr int kLeastPlot = 80;
    if (spec.groups.empty())
        return 0;
    const bool isLow = isOverTime(spec.description.kind());
    const int room = size.height() - kHeader;
    int fitting = room / (isLow ? kLeastPlot : kLeastBars);
    if (spec.description.kind() == ChartKind::Scatter)
        fitting = room / scaledPx(kDotsHeight); // one alone takes the room there is
    if (spec.asRing)
        fitting = room / scaledPx(kRingHeight) * ringColumns(spec.groups.size(), size.width());
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, fitting)), 1, spec.groups.size());
}

std::size_t ChartPlot::rowsThatFit(const ChartSpec& spec, int height)
{
    constexpr int kHeader = 60; // title, scope, a line of legend
    constexpr int kAround = 56; // of a cell: its name, its axis
    constexpr int kLine = 16;   // of text
    const int leastRow = hasSides(spec) ? rowHeight(spec) : kLine;
    constexpr std::size_t kLeastRows = 3;
    const auto rowsOf = [&spec](std::size_t i) { return spec.data->groups[spec.groups[i]].rows.size(); };
    if (isStanding(spec) || spec.groups.empty())
        return kMostRows;
    const std::vector<std::size_t> starts = columnStarts(spec, 0, spec.groups.size());
    std::size_t fitting = kMostRows;
    for (std::size_t column = 0; column < starts.size(); ++column) {
        const std::size_t end = column + 1 < starts.size() ? starts[column + 1] : spec.groups.size();
        const auto needed = [&](std::size_t most) {
            int sum = kHeader;
            for (std::size_t i = starts[column]; i < end; ++i)
                sum += kAround + leastRow * static_cast<int>(std::min(rowsOf(i), most));
            return sum;
        };
        while (fitting > kLeastRows && needed(fitting) > height)
            --fitting;
    }
    return fitting;
}

} // namespace kinetoscope
