// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace kinetoscope {

/// a * b for numbers that are not negative, stopping at the end of int64: sizes come from a file.
[[nodiscard]] constexpr std::int64_t saturatingMultiply(std::int64_t a, std::int64_t b)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return b != 0 && a > kMost / b ? kMost : a * b;
}

} // namespace kinetoscope
