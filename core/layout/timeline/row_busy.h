// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/numeric/covered_time.h"

#include <span>

namespace kinetoscope {

/// When any slice of some tracks runs, on the trace's clock: how busy a row of the timeline is in any range, to the
/// nanosecond and whatever the pixels. Slices that run at once count once, and those of no length not at all.
///
/// @param withPython  whether Python frames count; without them the folded lanes are looked at (see
///                    TimelineIndex::foldedLanes).
/// Cost O(slices log tracks), once; 24 bytes for each stretch without a gap.
[[nodiscard]] CoveredTime busyTimeOf(const Trace& trace, std::span<const TrackId> tracks, bool withPython);

} // namespace kinetoscope
