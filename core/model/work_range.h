// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

namespace kinetoscope {

/// From the first start to the last end of what is no span and no mark of the profiler, on the trace's clock; empty
/// without any. O(lanes): the last slice of a lane ends last.
[[nodiscard]] TimeRange workRangeOf(const Trace& trace);

} // namespace kinetoscope
