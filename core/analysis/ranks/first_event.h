// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/rank_clocks.h"
#include "core/model/trace_set.h"

namespace kinetoscope {

/// Time on the rank's own clock of the earliest event that has a duration and is no profiler's span; kMaxTimestamp
/// without any. O(slices).
[[nodiscard]] Timestamp firstEventOf(const Trace& trace);
/// The same of a rank, of its summary where the trace is not loaded.
[[nodiscard]] Timestamp firstEventOf(const RankTrace& rank);
/// From there to the latest end of such an event; of a trace without any from kMaxTimestamp to kMinTimestamp.
/// O(slices).
[[nodiscard]] TimeRange spanOfEvents(const Trace& trace);

/// Job time of the earliest of these of all ranks, clocks as applied. O(slices).
[[nodiscard]] Timestamp earliestEvent(const TraceSet& traces, const RankClocks& clocks);

} // namespace kinetoscope
