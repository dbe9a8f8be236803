// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// The columns that HTA's frame has, in its order; hta mode's table has these and no others.
[[nodiscard]] std::vector<ColumnDescriptor> commCompOverlapColumnsOfHta();

} // namespace kinetoscope
