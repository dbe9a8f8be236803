// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/fold.h"

#include "core/numeric/statistics.h"

#include <algorithm>

namespace kinetoscope {

std::vector<bool> foldToOthers(std::span<const double> totals, std::size_t keep, double ratio, RatioRule rule)
{
    std::vector<bool> folded(totals.size(), false);
    if (totals.size() <= keep)
        return folded;

    std::vector<double> cumulative;
    cumulative.reserve(totals.size());
    double sum = 0;
    for (const double total : totals)
        cumulative.push_back(sum += total);

    if (rule == RatioRule::Quantile) {
        // Negative totals make the list fall again; the quantile is taken of the sorted list all the same.
        std::vector<double> sorted = cumulative;
        std::ranges::sort(sorted);
        const double limit = quantileOfSorted(sorted, ratio);
        for (std::size_t i = 0; i < totals.size(); ++i)
            folded[i] = cumulative[i] > limit;
    } else {
        for (std::size_t i = 1; i < totals.size(); ++i)
            folded[i] = cumulative[i - 1] >= ratio * sum;
    }
    for (std::size_t i = keep; i < totals.size(); ++i)
        folded[i] = true;
    return folded;
}

} // namespace kinetoscope
