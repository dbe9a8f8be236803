// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// Kernels that begin and end inside their launch call, by number and by time nearly all of a trace: launches wait
/// there, as with CUDA_LAUNCH_BLOCKING=1.
struct BlockingLaunches {
    std::vector<SliceId> kernels; ///< empty unless it is nearly all
    std::size_t all = 0;          ///< kernels with a launch
};
/// O(links). Not complete if told to stop.
[[nodiscard]] BlockingLaunches blockingLaunchesOf(const Trace& trace, const Progress& progress);
[[nodiscard]] Message blockingLaunches(const BlockingLaunches& found);

} // namespace kinetoscope
