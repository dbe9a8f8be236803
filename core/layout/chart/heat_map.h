// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/rank_places.h"
#include "core/analysis/types/table.h"
#include "core/numeric/heat_scale.h"
#include "core/words/wording.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kinetoscope {

/// In which order the rows of a grid stand.
enum class HeatOrder : std::uint8_t {
    Label,      ///< numbers ascending, texts as the table has them
    Host,       ///< ranks of a host together
    Coordinate, ///< by the position in the groups of HeatLook::coordinate
    Value,      ///< the greatest mean of a row first
    Similarity, ///< rows that are alike together: similarityOrder()
};

/// How somebody looks at a grid.
struct HeatLook {
    std::size_t series = 0;    ///< of the chart; the first where there is none with that number
    bool isDifference = false; ///< values less the median of their column
    HeatOrder order = HeatOrder::Label;
    std::string coordinate; ///< one of RankPlaces::coordinates: for the order, and for what rows are folded by
    bool isFolded = false;  ///< two rows a coordinate: median and worst
    /// Where the ranks are that the rows are about; nullptr: rows are no ranks, or nothing is known of them.
    std::shared_ptr<const RankPlaces> places {};

    bool operator==(const HeatLook&) const = default;
};

/// A grid of values: rank x step. Values keep the table's unit (Duration and Time: ns).
struct HeatMap {
    struct Cell {
        double value = 0; ///< finite, or NaN: no value
        std::size_t tableRow = 0;
    };
    std::vector<std::string> rows;                  ///< names, in the order of the look
    std::vector<std::optional<std::int64_t>> ranks; ///< of the rows; none for rows that are no ranks, or several
    std::vector<std::string> columns;
    std::string columnTitle;            ///< "Step"
    std::vector<double> values;         ///< rows.size() x columns.size(), row by row; finite, or NaN: no value
    std::vector<std::size_t> tableRows; ///< of the values
    std::vector<double> medians;        ///< by column: of the values, mean of the middle two; NaN without any
    bool isDifference = false;          ///< values are less their column's median
    GridScale scale;
    double least = 0; ///< of the finite values
    double greatest = 0;

    [[nodiscard]] bool isEmpty() const { return values.empty(); }
    [[nodiscard]] bool hasValue(std::size_t cell) const { return cell < values.size() && !std::isnan(values[cell]); }
    [[nodiscard]] Cell at(std::size_t row, std::size_t column) const
    {
        const std::size_t cell = row * columns.size() + column;
        return { values[cell], tableRows[cell] };
    }
    /// Of two values the one that somebody should see first: the greater, of differences the one further from 0.
    [[nodiscard]] bool isWorse(double value, double than) const;
};

/// Reads a grid: rows by the label column, columns by the x column, values of a series. Of several table rows with one
/// place the last stays. Every rank of the look's places has a row, be it without any value. Empty where a column is
/// missing, no value is finite, or the grid would have more than kMostHeatCells cells. Pure; O(rows log rows), by
/// similarity O(rows of the grid^2 x columns): stopped, it keeps the order of the labels.
///
/// Folded, a coordinate has two rows, of the ranks with that position: in each column the lower median of their values,
/// and the worst. Both are cells of the table. Ranks without the coordinate are left out. An order or a coordinate that
/// the places do not have leaves the order of the labels.
[[nodiscard]] HeatMap heatMap(const Table& table, const ChartDescription& chart, Wording wording = english,
    const HeatLook& look = {}, const std::stop_token& stop = {});
inline constexpr std::size_t kMostHeatCells = std::size_t { 1 } << 22;

/// The order in which rows that are alike stand together: leaves of a single-linkage tree over the mean absolute
/// difference between rows (over the columns where both have a value; without such a column they are infinitely far
/// apart). Clusters are joined nearest first; of two the one with the lowest row stands first. Empty if stopped.
/// O(rows^2 x columns) time, O(rows) memory.
/// @param values  rows x columns, row by row; NaN: no value.
[[nodiscard]] std::vector<std::size_t> similarityOrder(
    const std::vector<double>& values, std::size_t rows, const std::stop_token& stop = {});

} // namespace kinetoscope
