// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace kinetoscope {

/// Where values lie on a ramp of colours. Values that are all positive and more than two decades apart are put on it
/// by their logarithm: else one large value would make all others look alike.
struct HeatScale {
    double lowest = 0;
    double highest = 0;
    bool isLogarithmic = false;

    /// Of the finite values; both ends 0 without any.
    [[nodiscard]] static HeatScale of(std::span<const double> values);
    /// 0 to 1; values outside of the range have that of its nearer end; 1 where all values are the same. Not a number
    /// gives 0.
    [[nodiscard]] double share(double value) const;
};

/// Where the values of a grid lie on a ramp that one outlier does not squeeze: from 0 to the 99th percentile; values
/// beyond it are to be marked. Differences lie on a ramp of two sides, as long on one as on the other.
struct GridScale {
    double limit = 0;         ///< value at the end of the ramp, >= 0
    bool isDiverging = false; ///< differences: -limit to limit

    /// The limit is the value that 99 % of the finite values do not exceed, the nearest one; the greatest where that is
    /// 0. Differences: of their amounts. O(values).
    [[nodiscard]] static GridScale of(std::span<const double> values, bool isDiverging);
    /// 0 to 1, of differences -1 to 1. Not a number gives 0. Asked for every pixel of a grid.
    [[nodiscard]] double share(double value) const
    {
        if (std::isnan(value) || !(limit > 0))
            return 0;
        return std::clamp(value / limit, isDiverging ? -1.0 : 0.0, 1.0);
    }
    /// Whether a value lies beyond the end of the ramp.
    [[nodiscard]] bool isBeyond(double value) const { return (isDiverging ? std::abs(value) : value) > limit; }
};

} // namespace kinetoscope
