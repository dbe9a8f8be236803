// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/statistics.h"

#include <cassert>
#include <vector>

namespace kinetoscope {

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
    std::sort(sorted.begin(), sorted.end());
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
