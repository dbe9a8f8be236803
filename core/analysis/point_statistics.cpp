// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/point_statistics.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

namespace kinetoscope {

std::vector<ColumnDescriptor> pointStatisticsColumns(Unit unit)
{
    return {
        countColumn(column::kCount, "Points"),
        { column::kMean, ColumnType::Float, unit, "Mean of points" },
        { "std", ColumnType::Float, unit, "Standard deviation" },
        { column::kMin, ColumnType::Float, unit, "Least" },
        { "25%", ColumnType::Float, unit, "Lower quartile" },
        { "50%", ColumnType::Float, unit, "Median" },
        { "75%", ColumnType::Float, unit, "Upper quartile" },
        { column::kMax, ColumnType::Float, unit, "Greatest" },
    };
}

void appendPointStatistics(std::vector<Cell>& cells, const Description& points)
{
    cells.emplace_back(static_cast<std::int64_t>(points.count));
    if (points.count == 0) {
        cells.resize(cells.size() + 7);
        return;
    }
    cells.emplace_back(points.mean);
    cells.push_back(cellOrNothing(points.deviation));
    for (const double value : { points.min, points.quartile1, points.median, points.quartile3, points.max })
        cells.emplace_back(value);
}

} // namespace kinetoscope
