// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/heat_scale.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kLargestLinear = 100; // highest / lowest

} // namespace

HeatScale HeatScale::of(std::span<const double> values)
{
    HeatScale scale;
    bool isFirst = true;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        scale.lowest = isFirst ? value : std::min(scale.lowest, value);
        scale.highest = isFirst ? value : std::max(scale.highest, value);
        isFirst = false;
    }
    scale.isLogarithmic = scale.lowest > 0 && scale.highest / scale.lowest > kLargestLinear;
    return scale;
}

double HeatScale::share(double value) const
{
    if (std::isnan(value))
        return 0;
    const double inside = std::clamp(value, lowest, highest);
    if (lowest == highest)
        return 1;
    if (isLogarithmic)
        return std::log(inside / lowest) / std::log(highest / lowest);
    // Halves first: the difference of two large values may be too large.
    return std::clamp((inside / 2 - lowest / 2) / (highest / 2 - lowest / 2), 0.0, 1.0);
}

} // namespace kinetoscope
