// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <algorithm>

namespace kinetoscope {

/// Whether a loaded rank has GPU work that is linked to the call that launched it, in a scope or outside of it. Then
/// both sides were recorded, and no option of the profiler brings launches that are not there. O(ranks).
[[nodiscard]] inline bool areLaunchesRecorded(const TraceSet& traces)
{
    return std::ranges::any_of(
        traces.ranks(), [](const RankTrace& rank) { return rank.isLoaded() && !rank.trace->launches().all().empty(); });
}

} // namespace kinetoscope
