// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/overview/idle/stretches.h"
#include "core/base/progress.h"
#include "core/model/kernel_names.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// The kind of copies, or the memsets, with most of the exposed memory time.
struct ExposedCopies {
    bool areMemsets = false;
    CopyDirection direction = CopyDirection::Unknown;
    Nanoseconds time = 0;          ///< of the exposed time, in which at least one of them runs
    std::size_t count = 0;         ///< of those that run in the exposed time
    Nanoseconds pageable = 0;      ///< the same of those to or from pageable memory
    std::size_t pageableCount = 0; ///< as many
    std::int64_t bytes = 0;        ///< that those move of which it is known, pageable ones aside
    Nanoseconds copying = 0;       ///< what these take, added up
    Nanoseconds inTheWay =
        0; ///< of that, from or to pinned memory, on streams that compute for as long as they copy, or longer
    /// Of the outermost op in which most of them were launched, by their exposed time, or of the annotation or Python
    /// function around one that does nothing but copy; "" where none has half of it.
    std::string launcher {};
};

/// What copies and memsets do in the exposed memory time of a rank: while they run and nothing else does.
struct ExposedMemory {
    ExposedCopies most;
    Stretches pageable;             ///< in which a copy to or from pageable memory runs
    std::int64_t pageableBytes = 0; ///< that one such copy moves on average; 0: not known
};
/// @param exposed  the exposed memory time; job time, disjoint and sorted.
/// O(work log exposed + slices around the launches of exposed copies). Not complete if told to stop.
[[nodiscard]] ExposedMemory exposedMemoryOf(
    const Trace& trace, const RankGpuWork& work, const std::vector<TimeRange>& exposed, const Progress& progress);

} // namespace kinetoscope
