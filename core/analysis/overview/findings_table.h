// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/finding.h"
#include "core/analysis/overview/late/late_rank.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kFindingsTitle = "What to look at first";

/// The table `findings` of an overview: a sentence a row, what is at stake, and what it is made of.
[[nodiscard]] std::vector<ColumnDescriptor> findingColumns();
/// @param source  kept by the evidence of the table. @param allFacts  by rank of it.
[[nodiscard]] Table findingsTable(const std::shared_ptr<const OverviewSource>& source,
    const std::vector<Finding>& findings, const std::vector<RankFacts>& allFacts, const LatestRank& latest,
    const FindingThresholds& thresholds);

} // namespace kinetoscope
