// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/heat_scale.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr double kLargestLinear = 100; // highest / lowest

/// The least of the amounts that 99 % of them do not exceed; the greatest where that is 0. 0 without any.
double limitOfAmounts(std::vector<double> amounts)
{
    if (amounts.empty())
        return 0;
    const std::size_t within = (amounts.size() * 99 + 99) / 100; // rounded up
    const auto limit = amounts.begin() + static_cast<std::ptrdiff_t>(within - 1);
    std::nth_element(amounts.begin(), limit, amounts.end());
    return *limit > 0 ? *limit : *std::ranges::max_element(amounts);
}

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

GridScale GridScale::of(std::span<const double> values, bool isDiverging)
{
    std::vector<double> amounts;
    amounts.reserve(values.size());
    for (const double value : values) {
        if (std::isfinite(value))
            amounts.push_back(isDiverging ? std::abs(value) : std::max(value, 0.0));
    }
    return { limitOfAmounts(std::move(amounts)), isDiverging };
}

} // namespace kinetoscope
