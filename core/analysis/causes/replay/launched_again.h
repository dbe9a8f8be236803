// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/causes/repeated_launches.h"

#include <vector>

namespace kinetoscope {

class Recording;
struct Change;

/// All launches of a trace, by start of the call, and which of them come again.
struct LaunchesOfTrace {
    std::vector<Launch> all;
    RepeatedLaunches again;
};
/// As repeatedLaunches().
[[nodiscard]] LaunchesOfTrace launchesOfTrace(const Trace& trace, const PathParts& parts, const Progress& progress);

/// What line 0 does in these stretches, as far as its operations lie in them, costs nothing.
/// @param stretches  trace time, disjoint and sorted.
void leaveOut(const Recording& recording, const std::vector<TimeRange>& stretches, Change& change);

} // namespace kinetoscope
