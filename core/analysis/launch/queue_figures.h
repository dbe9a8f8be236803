// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/stream_queue.h"
#include "core/numeric/statistics.h"

#include <cstdint>

namespace kinetoscope {

/// What the points of one queue say, each as much as the others.
struct QueueFigures {
    Description lengths;
    std::int64_t longest = 0;
    std::int64_t shortest = 0; ///< below 0 where work starts before its own launch
    std::int64_t launches = 0; ///< that made it longer; what was queued when the range began among them
};
/// O(points log points). @param queue  with one point or more.
[[nodiscard]] QueueFigures figuresOf(const StreamQueue& queue);

/// First start to last end of everything that takes time ([DIFF-7.2]), ns; the profiler's own span left out. O(slices).
[[nodiscard]] Nanoseconds extentOf(const Trace& trace);

} // namespace kinetoscope
