// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kinetoscope {

class Trace;

/// Device work that a host slice caused: launched by itself or by anything nested in it on the same thread.
struct WorkBelow {
    Nanoseconds sum = 0;                           ///< of durations, saturating
    Nanoseconds covered = 0;                       ///< union over all streams: overlaps count once
    std::vector<SliceId> pieces;                   ///< all of it, by launch
    static constexpr std::size_t kMostListed = 50; ///< of them where people read
};

/// Duration minus the part of it that direct children cover (overlapping children count once), ns. A slice of damaged
/// time has no self time worth showing: 0. Cost O(slices nested in it).
[[nodiscard]] Nanoseconds selfTime(const Trace& trace, SliceId slice);

/// From the start of the launch call to that of the work, ns; negative where clocks disagree. Empty for anything
/// without a launch.
[[nodiscard]] std::optional<Nanoseconds> launchDelay(const Trace& trace, SliceId deviceSlice);

/// Cost O(n log n) in the launches inside the slice. Stops early, with what it has, when asked to.
[[nodiscard]] WorkBelow workBelow(const Trace& trace, SliceId hostSlice, std::stop_token stop = {});

/// Whether `slice` is `ancestor` or nested in it. O(depth).
[[nodiscard]] bool isWithin(const Trace& trace, SliceId slice, SliceId ancestor);

} // namespace kinetoscope
