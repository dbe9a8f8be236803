// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace kinetoscope {

/// A part of one rank that stays a trace: whole slices, and what belongs to them.
struct TrimSelection {
    std::vector<TimeRange> windows; ///< on the trace's clock, disjoint, sorted: the steps, cut to the range
    std::vector<bool> slices;       ///< by row: stays
    TimeRange part {};              ///< what the windows span; of steps, with the device work that they launched
    std::size_t workBetween = 0;    ///< pieces of device work that stay only because they run between chosen ones
    [[nodiscard]] bool isInWindow(Timestamp time) const; ///< of the trace's clock
};

/// What a scope's steps and range leave of a rank.
///
/// A range keeps what overlaps it; steps keep the host events that start in them and the device work they launched,
/// wherever it runs (work without a launch by its start). Then, whatever the time: the launch of each piece of work
/// that stays and all work of each launch that stays, and everything around a host event that stays, so that op stacks
/// are complete. Of steps, annotations on devices stay where work below them does. Slices whose time cannot be read go.
///
/// Last, all device work from the first start to the last end of what stays (and in the windows) stays, with its launch
/// calls: work runs later than it is launched, and what is cut away in between would be counted as idle time. So the
/// gaps of each stream, device and rank of the part are gaps of the whole. Several steps far apart keep the device work
/// between them.
/// InvalidArgument if the step pattern is no regular expression; Cancelled while it is matched. O(slices).
[[nodiscard]] Result<TrimSelection> selectForTrim(
    const RankTrace& rank, const Scope& scope, const std::stop_token& stop = {});

} // namespace kinetoscope
