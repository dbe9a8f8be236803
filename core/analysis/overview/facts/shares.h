// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstddef>

namespace kinetoscope {

/// 0 of nothing.
[[nodiscard]] inline double shareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}
/// 0 of none.
[[nodiscard]] inline Nanoseconds meanOf(Nanoseconds sum, std::size_t count)
{
    return count == 0 ? 0 : sum / static_cast<Nanoseconds>(count);
}

} // namespace kinetoscope
