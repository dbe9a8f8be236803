// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How much of the communication is hidden under computation?" (SPEC.md section 5). Tables `ranks` and, by process
/// group and collective of the metadata, `collectives`.
[[nodiscard]] AnalysisDescriptor commCompOverlap();

/// The columns of HTA's frame, in its order: all that the table of hta mode has.
[[nodiscard]] std::vector<ColumnDescriptor> commCompOverlapColumnsOfHta();

} // namespace kinetoscope
