// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/layout/chart/chart_data.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// A row of a table that a part of a chart stands for.
struct RowPlace {
    const Table* table = nullptr; ///< the chart's, or one of OpenedOthers::members
    std::size_t row = 0;
};

/// What "others" of a ring stands for, name by name: the rows that had no slice of their own, and what the analysis
/// itself had folded into its "others".
struct OpenedOthers {
    /// One row a name, in the order of othersOf(). Rows of the chart's table have their own numbers; the rows of
    /// `members` are counted on from there, so that no two have the same.
    ChartData::Group group;
    std::size_t tableRows = 0;     ///< of the chart's table
    std::vector<Table> members {}; ///< one for each "others" of the table that was opened

    /// @param table  the chart's. Empty for a row that is in neither.
    [[nodiscard]] std::optional<RowPlace> placeOf(const Table& table, std::size_t row) const;
};

/// Which tables numbers of rows are about, kept alive. A value.
struct RowSource {
    std::shared_ptr<const AnalysisResult> result;
    std::shared_ptr<const OpenedOthers> opened; ///< may be null: then all rows are in `table`
    const Table* table = nullptr;               ///< inside of result; null: there are no rows

    [[nodiscard]] std::optional<RowPlace> placeOf(std::size_t row) const;
};

/// @param table, chart  as `group` was read from them by chartData().
/// Asks the table for its members, which may look through the work of a rank: off the GUI thread where it has some. Not
/// complete if told to stop.
[[nodiscard]] OpenedOthers openOthers(const Table& table, const ChartDescription& chart, const ChartData::Group& group,
    Wording wording = english, const Progress& progress = {});

} // namespace kinetoscope
