// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "How long do annotated regions take?" (SPEC.md 12.1). Table `annotations`: statistics by name, per rank.
[[nodiscard]] AnalysisDescriptor annotationBreakdown();

/// The columns of HTA's frame, in its order: all that the table of hta mode has.
[[nodiscard]] std::vector<ColumnDescriptor> annotationColumnsOfHta();

} // namespace kinetoscope
