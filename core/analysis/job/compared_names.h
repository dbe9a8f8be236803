// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/job/name_matching.h"
#include "core/analysis/job/op_changes.h"
#include "core/analysis/job/trace_side.h"
#include "core/analysis/types/table.h"
#include "core/numeric/welch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The comparison and all it is made of.
struct Comparison {
    std::array<std::shared_ptr<const TraceSide>, 2> sides;
    JoinedNames names;                                 ///< by the name of the row
    std::array<OpTotalsByName<Nanoseconds>, 2> totals; ///< the same
    std::vector<OpComparison<Nanoseconds>> rows;       ///< names point into totals

    /// Makes `totals` and `rows` of the sums of both sides by their own names; `names` is made. O(names log names).
    /// Cancelled if told to stop.
    [[nodiscard]] Result<Done> setRows(const std::array<SideTotals, 2>& sums, const Progress& progress);
    /// What a cell is made of, of one side. Figures of one side are made of that side's slices, differences of both.
    /// O(events of the side).
    [[nodiscard]] Selection evidence(
        std::size_t row, std::string_view column, std::size_t side, const Progress& progress) const;
};

/// Time of a row in each part of a side, parts without any included; us.
/// @param names  of the side that are joined to the row. O(names x parts).
[[nodiscard]] SampleSummary sampleOf(
    const SideTotals& totals, const std::set<std::string, std::less<>>& names, std::int64_t parts);

} // namespace kinetoscope
