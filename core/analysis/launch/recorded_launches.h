// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <algorithm>

namespace kinetoscope {

/// Whether a loaded rank of the scope has GPU work that is linked to the call that launched it, in the scope's range
/// and steps or outside of them. Then both sides were recorded, and no option of the profiler brings launches that are
/// not there. O(ranks).
[[nodiscard]] inline bool areLaunchesRecorded(const AnalysisInput& input)
{
    return std::ranges::any_of(input.traces->ranks(), [&input](const RankTrace& rank) {
        return isChosen(input.scope.ranks, rank.rank) && rank.isLoaded() && !rank.trace->launches().all().empty();
    });
}

} // namespace kinetoscope
