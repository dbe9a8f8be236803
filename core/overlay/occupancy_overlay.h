// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// What Kineto writes with each kernel as "est. achieved occupancy %", one series a stream; nothing between kernels.
/// Reads the trace's file once. Errors: Unreadable if it is gone or has changed.
[[nodiscard]] Result<Overlay> occupancyOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
