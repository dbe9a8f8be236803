// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Which kernels are in one trace and not in the other?" (SPEC.md 16.2 (6)). Table `difference`: one row a kernel
/// name with the inputs that have it and one column of calls an input, which only the result knows.
[[nodiscard]] AnalysisDescriptor kernelNameSets();

} // namespace kinetoscope
