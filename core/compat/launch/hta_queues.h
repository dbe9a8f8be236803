// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/hta_table.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace kinetoscope::compat {

/// Whether HTA takes a call of this name for a launch where it counts queues and looks for what was launched (7.1); its
/// other lists differ.
[[nodiscard]] bool isQueueLaunchName(std::string_view name);

/// A moment at which a row makes a queue longer or shorter.
struct HtaQueuePoint {
    double time = 0; ///< us
    std::int64_t change = 0;
    EventIndex index = 0; ///< of the row that changes the queue
    const HtaRow* work = nullptr;
    std::int64_t length = 0; ///< from then on
};
using HtaQueues = std::map<std::int64_t, std::vector<HtaQueuePoint>>; ///< by stream, each by time

/// The queues of all streams of a rank, whose rows must outlive them. At equal times launches come before GPU rows,
/// then table order counts (A.4). A launch joins every GPU row of its correlation, a GPU row counts once a copy. O(n
/// log n).
[[nodiscard]] HtaQueues queuesOf(const HtaRank& rank);

} // namespace kinetoscope::compat
