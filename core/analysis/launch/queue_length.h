// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// The columns of HTA's three frames, in their order; hta mode's tables have these and no others but `rank`.
[[nodiscard]] std::vector<ColumnDescriptor> queueSummaryColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueSeriesColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueBlockedColumnsOfHta();

} // namespace kinetoscope
