// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// "Which annotation does each kernel belong to?" (SPEC.md 12.2). Table `kernels`: one row a GPU activity.
[[nodiscard]] AnalysisDescriptor annotationKernels();

/// The columns of HTA's frame, in its order, and a `rank`: all that the table of hta mode has.
[[nodiscard]] std::vector<ColumnDescriptor> annotationKernelColumnsOfHta();

} // namespace kinetoscope
