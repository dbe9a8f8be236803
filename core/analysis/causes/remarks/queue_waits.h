// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/base/progress.h"

#include <cstddef>
#include <cstdint>

namespace kinetoscope {

/// Launch calls of kernels that are too short to count as waiting for room in the queue of their stream
/// (causes.md 1.6), but may have waited: it was as full as it ever is, and the stream started something before they
/// returned. What a queue holds are launches here, not pieces of work, of which a graph has many.
struct QueueWaits {
    std::size_t calls = 0;
    Nanoseconds time = 0;         ///< of them until the last start in each: so long they may have waited
    Nanoseconds launches = 0;     ///< of all calls that launch kernels
    Nanoseconds shorterThan = 0;  ///< they are
    std::int64_t queueLength = 0; ///< so many launches waited, or more
};

/// Of all threads. O(launches), 4 bytes a launch of one stream while it looks, 8 where they are not in its order. Not
/// complete if told to stop.
[[nodiscard]] QueueWaits queueWaitsOf(const Trace& trace, const BlockingCalls& blocking, const Progress& progress);

} // namespace kinetoscope
