// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/numeric/statistics.h"

#include <vector>

namespace kinetoscope {

/// The columns count, mean, std, min, 25%, 50%, 75%, max of the points of a series (SPEC.md A.1), as HTA names
/// them.
[[nodiscard]] std::vector<ColumnDescriptor> pointStatisticsColumns(Unit unit);
/// Appends the eight cells. Without points all but the count have no value.
void appendPointStatistics(std::vector<Cell>& cells, const Description& points);

} // namespace kinetoscope
