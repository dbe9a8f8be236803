// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// The columns that HTA's frames have, in their order; hta mode's tables have these and no others.
[[nodiscard]] std::vector<ColumnDescriptor> idleStreamColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> idleIntervalColumnsOfHta();

} // namespace kinetoscope
