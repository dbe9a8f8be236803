// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/base/progress.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// The collective with most of the exposed communication of a rank, as comm-comp-overlap names it; of all process
/// groups together.
struct ExposedCollective {
    std::string name {};  ///< "allreduce"; "" where nothing tells what most of it is
    Nanoseconds time = 0; ///< of the exposed time, in which at least one of them runs
};
/// @param exposed  the exposed communication; job time, disjoint and sorted.
/// O(work log work). Not complete if told to stop.
[[nodiscard]] ExposedCollective exposedCollectiveOf(
    const Trace& trace, const RankGpuWork& work, const std::vector<TimeRange>& exposed, const Progress& progress);

} // namespace kinetoscope
