// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"

#include <vector>

namespace kinetoscope {

/// Columns of the tables of collectives; where TraceLens has the same figure, with its name.
[[nodiscard]] std::vector<ColumnDescriptor> collectiveColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveGroupColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveInstanceColumns();
[[nodiscard]] std::vector<ColumnDescriptor> collectiveRankColumns();

} // namespace kinetoscope
