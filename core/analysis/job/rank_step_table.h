// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kRankStepsTable = "rank-steps";
inline constexpr const char* kRankStepsTitle = "What each rank does in each step, and how long others wait for it";

/// rank, step, then what a heat map of a job shows of them: wall, parts of the time, waits.
[[nodiscard]] std::vector<ColumnDescriptor> rankStepColumns();

/// The rows of a table as `steps` makes it with what one as `wait-causes` makes of the same ranks and steps (its table
/// `steps`) says of their waits; wherever these came from. The cells' evidence is that of the tables they come from. A
/// rank and step that one of them does not have has no value there.
/// @param waits  nullptr: nothing is known of them.
[[nodiscard]] Table rankStepTable(std::shared_ptr<const Table> steps, std::shared_ptr<const Table> waits);

/// The heat map over it; compute first.
[[nodiscard]] ChartDescription rankStepChart();

/// A heat map of ranks and steps over a table with these figures, the first in view at first.
[[nodiscard]] ChartDescription rankStepMap(
    const char* id, const char* table, const char* title, const std::vector<const char*>& figures);

} // namespace kinetoscope
