// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/time_scale.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// One labelled moment of a ruler.
struct Tick {
    Timestamp time = 0;
    double x = 0;
    std::string label; ///< "12.5 ms": exact, one unit for all ticks, groups of three set off by U+202F
};

/// A ruler's ticks over the visible range, ascending, at multiples of 1, 2 or 5 times a power of ten ns. All labels
/// share one unit (ns, us as "µs", ms, s, by the largest moment shown) and one number of decimals.
///
/// @param characterWidth  of a digit, in the scale's pixels; the step is chosen so that labels never touch.
/// @param wanted          ns of the unit that all labels get whatever the moments are: 1, 1e3, 1e6 or 1e9; 0: none.
[[nodiscard]] std::vector<Tick> rulerTicks(const TimeScale& scale, double characterWidth, std::int64_t wanted = 0);

} // namespace kinetoscope
