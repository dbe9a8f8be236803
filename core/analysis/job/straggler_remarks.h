// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Candidates come from few collectives. Where more than half of what ranks wait in all collectives of the scope is for
/// another one than the first of them: which, and how much. Collectives whose ends lie apart (WaitInstance) are
/// nobody's there. O(runs log + GPU work). Errors: Cancelled.
[[nodiscard]] Result<Done> remarkOnOtherWaits(
    std::int64_t candidate, const AnalysisInput& input, const AnalysisContext& context, std::vector<Remark>& remarks);

} // namespace kinetoscope
