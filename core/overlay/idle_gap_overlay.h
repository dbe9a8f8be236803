// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// The gaps of every stream with their IdleCause, as the idle-time analysis finds them. O(work).
[[nodiscard]] Result<Overlay> idleGapOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
