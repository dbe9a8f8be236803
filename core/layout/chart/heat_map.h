// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"
#include "core/words/wording.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kinetoscope {

/// A grid of values: rank x step. Values keep the table's unit (Duration and Time: ns).
struct HeatMap {
    struct Cell {
        double value = 0; ///< NaN: no value
        std::size_t tableRow = 0;
    };
    std::vector<std::string> rows; ///< names; numbers ascending, texts in the order of the table
    std::vector<std::string> columns;
    std::string columnTitle; ///< "Step"
    std::vector<Cell> cells; ///< rows.size() x columns.size(), row by row
    double least = 0;        ///< of the finite values
    double greatest = 0;

    [[nodiscard]] bool isEmpty() const { return cells.empty(); }
    [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const
    {
        return cells[row * columns.size() + column];
    }
    /// Where a value lies between least and greatest, 0 to 1; 0.5 where all are equal.
    [[nodiscard]] double share(double value) const;
};

/// Reads a grid: rows by the label column, columns by the x column, values of the first series. Of several table rows
/// with one place the last stays. Empty where a column is missing, no value is finite, or the grid would have more than
/// kMostHeatCells cells. O(rows log rows). Pure.
[[nodiscard]] HeatMap heatMap(const Table& table, const ChartDescription& chart, Wording wording = english);
inline constexpr std::size_t kMostHeatCells = std::size_t { 1 } << 22;

} // namespace kinetoscope
