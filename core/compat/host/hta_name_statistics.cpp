// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/host/hta_name_statistics.h"

#include "core/base/sort_stably.h"
#include "core/numeric/fold.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kinetoscope::compat {

NamedStatistics foldLikeHta(
    NamedStatistics names, std::size_t keep, double ratio, const std::vector<std::string>& neverFolded)
{
    if (names.size() <= keep)
        return names;
    std::vector<std::pair<std::string_view, double>> sums;
    for (const auto& [name, statistics] : names)
        sums.emplace_back(name, statistics.sum());
    sortStably(sums, std::greater {}, &std::pair<std::string_view, double>::second);
    std::vector<double> totals;
    for (const auto& [name, sum] : sums)
        totals.push_back(sum);
    const std::vector<bool> folded = foldToOthers(totals, keep, ratio, RatioRule::Quantile);

    NamedStatistics regrouped;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const std::string_view name = sums[i].first;
        const bool isAllowed = std::ranges::any_of(
            neverFolded, [name](const std::string& text) { return name.find(text) != std::string_view::npos; });
        const bool isKept = !folded[i] || isAllowed || sums[i].second < 0; // HTA never folds a negative sum
        regrouped[std::string(isKept ? name : kOthersName)].add(sums[i].second);
    }
    return regrouped;
}

} // namespace kinetoscope::compat
