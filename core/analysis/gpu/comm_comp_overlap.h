// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How much of the communication is hidden under computation?" (SPEC.md section 5). Tables `ranks` and, by process
/// group and collective of the metadata, `collectives`.
[[nodiscard]] AnalysisDescriptor commCompOverlap();
/// The columns that HTA's frame has, in its order; hta mode's table has these and no others.
[[nodiscard]] std::vector<ColumnDescriptor> commCompOverlapColumnsOfHta();

} // namespace kinetoscope
