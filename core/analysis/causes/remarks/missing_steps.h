// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// Steps that the numbers of the others leave out, and nothing was recorded where they were: recording had paused.
struct MissingSteps {
    std::int64_t before = 0; ///< number of the last step before them
    std::int64_t after = 0;  ///< of the first one after them
    TimeRange range;         ///< between those, in which nothing begins or ends; job time
};

/// Of those that may have taken half of the median step or longer, by time. Numbers leave out some where they differ by
/// more than they most often do. O(slices log slices) where they do.
/// Not complete if told to stop.
/// @param steps  of the rank, whichever are chosen, by start.
[[nodiscard]] std::vector<MissingSteps> missingSteps(
    const RankTrace& rank, std::span<const Step> steps, const Progress& progress);

/// Says of each rank of the scope that has some, and where no steps are chosen, that what it did then is not known
/// ("steps-not-recorded"): it has idle time of the GPU, and time of the host, all the same.
void remarkOnMissingSteps(const AnalysisInput& input, const Progress& progress, std::vector<Remark>& remarks);

} // namespace kinetoscope
