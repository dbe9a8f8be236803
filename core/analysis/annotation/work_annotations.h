// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"

#include <vector>

namespace kinetoscope {

/// The annotation that a GPU activity belongs to.
struct WorkAnnotation {
    SliceId annotation;     ///< invalid: none
    bool viaLaunch = false; ///< told by the host's call stack, not by a projection on the stream
};

/// The annotation of each row of `work` ([DIFF-12.2]): among the projections on its stream that contain its midpoint
/// the shortest, ties by later start; else the innermost host annotation around its launch. O(n log n). Returns early
/// when told to stop, as Progress says.
[[nodiscard]] std::vector<WorkAnnotation> annotationsOf(
    const RankTrace& rank, const RankGpuWork& work, const Progress& progress = {});

} // namespace kinetoscope
