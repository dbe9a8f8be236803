// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// From the first to the last moment of which the ranks tell anything, job time: from their first to their last event;
/// of a trimmed file the part, since what else lay outside of it was cut away. nullopt where none of them has an event
/// with a length, nor a summary that says when it had.
/// @param ranks  rank numbers, any order, those that are not there are passed over; empty: all of the job
/// Cost: O(ranks x chosen ranks). Safe to call from any thread.
[[nodiscard]] std::optional<TimeRange> recordedRange(const TraceSet& traces, const std::vector<std::int64_t>& ranks);
/// How many of those ranks tell nothing of more than a share of `range`, job time. O(ranks x chosen ranks).
[[nodiscard]] std::size_t ranksNotRecordedIn(
    const TraceSet& traces, const std::vector<std::int64_t>& ranks, const TimeRange& range, double share);

} // namespace kinetoscope
