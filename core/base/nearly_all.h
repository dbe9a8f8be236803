// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kinetoscope {

/// Whether a share in percent would read 100.0 with one decimal but is less, so that it reads "> 99.9".
[[nodiscard]] inline bool isNearlyAll(double percent)
{
    constexpr double kRounding = 1e-9; // of sums of shares
    return percent >= 99.95 && percent < 100 - kRounding;
}

} // namespace kinetoscope
