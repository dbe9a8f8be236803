// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/changes.h"
#include "core/base/progress.h"

#include <span>

namespace kinetoscope {

/// Time of the main thread with its backward threads that may come only once, ns.
struct OneOffTime {
    Nanoseconds loading = 0;    ///< of ops that probably load code (causes.md, section 5)
    TimesByCause beforeWork {}; ///< all else before the first recorded GPU work, by what the host does
};
/// @param windows   all that counts; trace time, disjoint and sorted.
/// @param slowCall  ns; what takes no longer loads no code.
/// O(slices). Not complete if told to stop.
[[nodiscard]] OneOffTime oneOffTime(
    const Recording& recording, std::span<const TimeRange> windows, Nanoseconds slowCall, const Progress& progress);

/// What making it twice as fast saves at most, where changes do that.
struct OneOffSaving {
    Nanoseconds loading = 0;
    Nanoseconds beforeWork = 0;
};
[[nodiscard]] OneOffSaving savingOf(std::span<const NamedChange> changes, const OneOffTime& time);

/// Whether time of the host becomes twice as fast.
[[nodiscard]] bool isHostTwiceAsFast(const NamedChange& change);

} // namespace kinetoscope
