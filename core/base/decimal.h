// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// A time read from its decimal text.
struct DecimalTime {
    std::int64_t ns = 0;
    bool isNumber = false;     ///< the text follows the JSON number grammar
    bool isFractional = false; ///< it has a fraction or an exponent ("100.0" counts): HTA's rounding rule asks
    bool isRounded = false;    ///< it has digits finer than a nanosecond that are not 0
    bool isClamped = false;    ///< beyond int64 ns; ns is the nearest end
};

/// Microseconds as JSON number text to exact nanoseconds. Never through a double: a 16-digit microsecond time with
/// three decimals does not fit one. Digits finer than a nanosecond round half away from zero. Any number of digits, any
/// exponent; linear time.
[[nodiscard]] DecimalTime parseMicroseconds(std::string_view text);

/// A whole number of any JSON spelling ("7", "7.0", "7e2") that fits int64.
struct DecimalInteger {
    std::int64_t value = 0;
    bool isValid = false;
};
/// @param text  the number alone, without blanks. Invalid where it is no number, has a fraction, or leaves int64.
[[nodiscard]] DecimalInteger parseInteger(std::string_view text);

} // namespace kinetoscope
