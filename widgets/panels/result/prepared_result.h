// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "widgets/models/column_format.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kinetoscope {

struct ChartData;
struct RankPlaces;

/// A complete result with what a worker has prepared of it, so that showing it costs no more than drawing.
struct PreparedResult {
    std::shared_ptr<const AnalysisResult> result;             ///< null: there is none
    std::map<std::string, std::vector<ColumnFormat>> formats; ///< by table
    std::string ownChart;                                     ///< firstChart() of the result; "" where it has none
    std::string chartId;                                      ///< the chart that `chartData` is of
    std::shared_ptr<const RankPlaces> places;   ///< of the ranks of the job; null where there are not several
    std::shared_ptr<const ChartData> chartData; ///< may be null: then it is read as it is shown
};

/// Formats the tables of `result` and reads the numbers of its chart `chartId`, or of its first one (firstChart) where
/// it has none with that id. Any thread; O(cells).
/// @param input  what it was made of: says where ranks are; without traces nothing is known of that.
[[nodiscard]] PreparedResult prepareResult(
    std::shared_ptr<const AnalysisResult> result, const std::string& chartId, const AnalysisInput& input = {});

/// The chart that is in view while nobody has chosen one: the first whose table knows figures of it, else the first
/// that is about a table with rows, else the first; nullptr where there is none. O(cells) where figures are not known.
[[nodiscard]] const ChartDescription* firstChart(const AnalysisResult& result);
/// The same of tables: `wanted` if it has rows, else the first that has some, else `wanted`.
[[nodiscard]] std::string firstTable(const AnalysisResult& result, const std::string& wanted);

} // namespace kinetoscope
