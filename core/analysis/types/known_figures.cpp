// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/known_figures.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

bool isKnown(const Table& table, const ChartSeries& series)
{
    const std::size_t column = table.columnIndex(series.column);
    if (column >= table.columnCount())
        return false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (!table.isMissing(row, column))
            return true;
    }
    return false;
}

} // namespace

bool hasKnownFigures(const ChartDescription& chart, const Table& table)
{
    if (chart.series.empty())
        return table.rowCount() > 0;
    return std::ranges::any_of(chart.series, [&table](const ChartSeries& series) { return isKnown(table, series); });
}

void keepKnownFigures(ChartDescription& chart, const Table& table)
{
    std::vector<ChartSeries> known;
    for (const ChartSeries& series : chart.series) {
        if (isKnown(table, series))
            known.push_back(series);
    }
    if (!known.empty())
        chart.series = std::move(known);
}

} // namespace kinetoscope
