// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/clock_map.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// The runs of one synchronising collective on two ranks, each on its own clock.
struct ClockPoint {
    TimeRange own;
    TimeRange parent;
};

/// How the clock of a rank stands to that of another; ns.
struct ClockFit {
    std::size_t instances = 0;
    ClockMap map;                  ///< from the rank's clock to the parent's; drift 0 where the ends show none
    Nanoseconds error = 0;         ///< how far off a single end may be
    Nanoseconds standardError = 0; ///< of the offset
    /// Between them the offset lies if there is no drift: nobody leaves a collective before the last has come.
    Nanoseconds boundLow = 0;
    Nanoseconds boundHigh = 0;
    std::size_t impossibleBefore = 0; ///< instances that one left before the other came, as the clocks are
    std::size_t impossibleAfter = 0;  ///< the same with `map`
    /// Parts in a million of the drift that noise may be: 6 deviations over the time between first and last end.
    double driftNoise = 0;
};

/// Measures it at the ends of collectives, which all ranks leave together (ranks.md 2.1).
/// @param points      at least one; in any order.
/// @param resolution  ns, of the coarser of both traces; positive.
/// O(n log n) and 45,000 slopes.
[[nodiscard]] ClockFit fitClocks(std::vector<ClockPoint> points, Nanoseconds resolution, const Progress& progress);

} // namespace kinetoscope
