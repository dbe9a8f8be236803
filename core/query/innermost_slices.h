// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <vector>

namespace kinetoscope {

class Trace;

/// A slice of a thread and how long nothing nested in it was running.
struct InnermostSlice {
    SliceId slice;
    Nanoseconds self = 0; ///< > 0
};

/// What a thread was doing in a stretch of time: the slices that are the innermost one somewhere in `range` (ns on the
/// trace's clock), parents first. O(log slices + depth + slices in range). Slices of damaged times are left out.
[[nodiscard]] std::vector<InnermostSlice> innermostSlices(const Trace& trace, TrackId thread, const TimeRange& range);

/// The thread that a device waits for before it can run `work`: the one that launched it, else the main one. Invalid
/// without either; `work` may be invalid.
[[nodiscard]] TrackId awaitedThread(const Trace& trace, SliceId work);

} // namespace kinetoscope
