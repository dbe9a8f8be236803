// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "What would a change save?" (causes.md section 4). Tables `changes`, and `steps` by the wall time of each.
[[nodiscard]] AnalysisDescriptor whatIf();

} // namespace kinetoscope
