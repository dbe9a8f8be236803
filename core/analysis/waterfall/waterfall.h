// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Where did the time of a step go that another one does not take?" (ranks.md, section 4). Two inputs, control and
/// test; they may be the same job with different ranks or steps. Tables `parts`, which add up to the wall time exactly,
/// and `kernels`, which add up to the parts.
[[nodiscard]] AnalysisDescriptor waterfall();

} // namespace kinetoscope
