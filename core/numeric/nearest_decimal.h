// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace kinetoscope {

/// The number with `digits` decimals that is nearest to `value` as it is in binary, as printf and Python's round() have
/// it: 1.2825 is a little below the half and gives 1.282 to 3 digits. NaN and infinities pass through. `digits` in [0,
/// 15].
[[nodiscard]] inline double nearestDecimal(double value, int digits)
{
    constexpr double kNoDecimalsFrom = 1e18; // whole numbers, and too long for the buffer
    if (!std::isfinite(value) || std::abs(value) >= kNoDecimalsFrom)
        return value;
    std::array<char, 64> text {};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    double result = value;
    if (written.ec == std::errc())
        std::from_chars(text.data(), written.ptr, result);
    return result;
}

} // namespace kinetoscope
