// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kSplitTitle = "Where the time of each rank goes";

/// The table `split` of an overview: the time of each rank by what runs and why nothing runs, and its chart.
[[nodiscard]] std::vector<ColumnDescriptor> splitColumns();
/// @param ranks  by rank of the source, which evidence of the table keeps.
[[nodiscard]] Table splitTable(
    const std::shared_ptr<const OverviewSource>& source, const std::vector<RankFacts>& ranks);
[[nodiscard]] ChartDescription splitChart();

} // namespace kinetoscope
