// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// What ranks wait for each other inside of collectives, as wait-causes has it: the stretch of each run in which it
/// waits, and the runs that came last; of ranks of which there is a summary only too. O(runs log + GPU work).
[[nodiscard]] Result<Overlay> waitOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
