// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// The gaps of every device, on each of its streams: what of them the host owns and what the device, and whose each
/// part is, as the idle-causes analysis finds it. O(work log streams + host slices).
[[nodiscard]] Result<Overlay> idleCauseOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
