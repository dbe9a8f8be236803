// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kinetoscope {

/// The CUPTI counter ranges of one trace (category `cuda_profiler_range`) with their values. The times of a range say
/// only in which order the ranges were taken: kernels are replayed one by one while counting.
struct ProfilerRanges {
    std::vector<SliceId> slices;       ///< by start, then event index
    std::vector<std::string> counters; ///< names as recorded, in order of first appearance in the file
    std::vector<double> values;        ///< slices.size() x counters.size(), range by range; NaN where not recorded

    [[nodiscard]] double value(std::size_t range, std::size_t counter) const
    {
        return values[range * counters.size() + counter];
    }
};

/// Reads the ranges and, from the file, their values. A trace without ranges costs one look at its tracks.
/// Errors: Unreadable if the file is gone or has changed; Cancelled.
[[nodiscard]] Result<ProfilerRanges> readProfilerRanges(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
