// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/chart/heat_map.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Pixels of one side of a grid that look alike: those of one cell, or one pixel of several cells.
struct HeatBand {
    int begin = 0; ///< px
    int end = 0;
    std::size_t first = 0; ///< cells
    std::size_t last = 0;  ///< exclusive
    bool operator==(const HeatBand&) const = default;
};

/// Divides `pixels` among the cells in sight. A cell i covers [i, i + 1). Where a cell has a pixel or more, there is a
/// band a cell that is in sight, cut at the ends; else a band a pixel, each cell being in exactly one of them. Empty
/// without pixels or cells. O(bands). Pure.
/// @param from, to  what is in sight, from < to; cut to [0, count].
[[nodiscard]] std::vector<HeatBand> heatBands(std::size_t count, double from, double to, int pixels);

/// What is drawn of a grid: a block a pair of bands, each with the worst of its cells.
struct HeatBlocks {
    std::vector<HeatBand> rows;
    std::vector<HeatBand> columns;
    /// rows.size() x columns.size(), row by row: the value of worstCell(); NaN: none of the cells has one.
    std::vector<double> values;

    [[nodiscard]] double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }
};

/// O(cells in sight), about a nanosecond each. Pure. @param rows, columns  of the map, ascending.
[[nodiscard]] HeatBlocks heatBlocks(const HeatMap& map, std::vector<HeatBand> rows, std::vector<HeatBand> columns);

/// The worst cell of one block (HeatMap::isWorse), the first of those that are as bad as each other, row by row;
/// position in HeatMap::values. None without a value. O(cells of the block). Pure.
[[nodiscard]] std::optional<std::size_t> worstCell(const HeatMap& map, const HeatBand& row, const HeatBand& column);

/// The band that a pixel is in; the number of bands where it is in none. O(log bands).
[[nodiscard]] std::size_t bandAt(const std::vector<HeatBand>& bands, double pixel);

} // namespace kinetoscope
