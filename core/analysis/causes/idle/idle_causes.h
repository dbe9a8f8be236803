// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Whose fault is each idle nanosecond?" (causes.md section 2). Tables `causes`, `owners` per device, and `steps`.
[[nodiscard]] AnalysisDescriptor idleCauses();

} // namespace kinetoscope
