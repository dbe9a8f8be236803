// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/time_split.h"
#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "Where did the time of each rank go?" (SPEC.md section 2). Tables `ranks` and, per device of a rank, `devices`.
[[nodiscard]] AnalysisDescriptor temporalBreakdown();

/// The columns of HTA's frame, in its order: all that the table of hta mode has.
[[nodiscard]] std::vector<ColumnDescriptor> temporalBreakdownColumnsOfHta();

} // namespace kinetoscope
