// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace kinetoscope {

/// `value` to `digits` decimals the way numpy does it: scale, round half to even, scale back (SPEC.md A.3). 2.675
/// to 2 digits is 2.68 because the scaled double is 267.5 exactly. NaN and infinities pass through. `digits` in [0,
/// 15].
[[nodiscard]] inline double roundHalfEven(double value, int digits)
{
    static constexpr double kPowers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15 };
    const double scale = kPowers[digits];
    const double scaled = value * scale;
    if (!std::isfinite(scaled))
        return value;
    // Independent of the floating-point environment: std::nearbyint would follow the current rounding mode.
    const double below = std::floor(scaled);
    const double rest = scaled - below;
    const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0.0);
    return (up ? below + 1.0 : below) / scale;
}

} // namespace kinetoscope
