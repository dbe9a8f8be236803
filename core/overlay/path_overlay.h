// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// The critical path of every rank of the scope, as the analysis of that name walks it: its links on their threads and
/// streams, and where it goes from one to another. O(n log n).
[[nodiscard]] Result<Overlay> criticalPathOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
