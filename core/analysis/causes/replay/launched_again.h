// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_parts.h"
#include "core/analysis/causes/work/repeated_launches.h"

#include <string_view>
#include <vector>

namespace kinetoscope {

class Recording;

/// All launches of a trace, by start of the call, and which of them come again.
struct LaunchesOfTrace {
    std::vector<Launch> all;
    RepeatedLaunches again;
};
/// As repeatedLaunches().
[[nodiscard]] LaunchesOfTrace launchesOfTrace(const Trace& trace, const PathParts& parts, const Progress& progress);

/// What a target of ChangeKind::Graph takes the time of the host out of; trace time, disjoint and sorted.
[[nodiscard]] const std::vector<TimeRange>& graphsOf(const RepeatedLaunches& again, std::string_view target);

/// Marks the operations of line 0 that lie in these stretches.
/// @param stretches  trace time, disjoint and sorted.
/// @param marks      by operation; empty: none yet.
void markOperationsIn(const Recording& recording, const std::vector<TimeRange>& stretches, std::vector<bool>& marks);

} // namespace kinetoscope
