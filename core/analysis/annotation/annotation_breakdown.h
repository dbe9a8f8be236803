// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// The columns of HTA's frame, in their order; hta mode's table has these and no others.
[[nodiscard]] std::vector<ColumnDescriptor> annotationColumnsOfHta();

} // namespace kinetoscope
