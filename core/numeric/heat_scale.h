// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace kinetoscope
