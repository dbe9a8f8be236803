// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Does the host launch ahead of the GPU?" (SPEC.md 16.2 (4) and (5)). Tables `pairs` (neighbours in launch order
/// of which the first is still busy when the second begins) and `launch-apis` (which API calls launch which kernels).
[[nodiscard]] AnalysisDescriptor launchOverlap();

} // namespace kinetoscope
