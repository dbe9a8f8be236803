// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/statistics.h"

#include <cassert>

namespace kinetoscope {

namespace {

/// Puts the extremes, and the values that the quartiles lie between, in their places of the ascending order. O(n).
void orderForQuartiles(std::vector<double>& values)
{
    const std::size_t last = values.size() - 1;
    std::size_t done = 0; // before it nothing is left to do, and nothing from it on is less than what stands before
    for (const std::size_t place : { std::size_t { 0 }, last / 4, last / 2, last * 3 / 4, last }) {
        for (const std::size_t needed : { place, place + 1 }) { // a quartile may lie between two
            if (needed < done || needed > last)
                continue;
            std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(done),
                values.begin() + static_cast<std::ptrdiff_t>(needed), values.end());
            done = needed + 1;
        }
    }
}

} // namespace

double quantileOfSorted(std::span<const double> sorted, double q)
{
    assert(!sorted.empty() && q >= 0.0 && q <= 1.0);
    const double position = static_cast<double>(sorted.size() - 1) * q;
    const double below = std::floor(position);
    const auto i = static_cast<std::size_t>(below);
    if (i + 1 >= sorted.size())
        return sorted.back();
    return sorted[i] + (position - below) * (sorted[i + 1] - sorted[i]);
}

Nanoseconds medianTime(std::vector<Nanoseconds> times)
{
    if (times.empty())
        return 0;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return times.size() % 2 == 1 ? *middle : floorOfMean(*std::max_element(times.begin(), middle), *middle);
}

Description describe(std::span<const double> values)
{
    std::vector<double> sorted;
    sorted.reserve(values.size());
    RunningStatistics<double> statistics;
    for (const double value : values) {
        if (std::isnan(value))
            continue;
        sorted.push_back(value);
        statistics.add(value);
    }
    Description result;
    result.count = sorted.size();
    if (sorted.empty())
        return result;
    orderForQuartiles(sorted);
    result.mean = statistics.mean();
    if (sorted.size() > 1)
        result.deviation = statistics.deviation();
    result.min = sorted.front();
    result.quartile1 = quantileOfSorted(sorted, 0.25);
    result.median = quantileOfSorted(sorted, 0.5);
    result.quartile3 = quantileOfSorted(sorted, 0.75);
    result.max = sorted.back();
    return result;
}

} // namespace kinetoscope
