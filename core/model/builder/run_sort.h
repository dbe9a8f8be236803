// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kinetoscope::builder {

/// Sorts by merging the ascending runs that are there already: a thread's rows are a few sorted sequences one after the
/// other (ops, runtime calls, driver calls), and flows likewise, so a few passes do. Many runs go to std::sort.
/// `less` must tell any two items apart.
template <typename Item, typename Less> void sortRuns(std::vector<Item>& items, const Less& less)
{
    constexpr std::size_t kManyRuns = 256;
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= items.size() && ends.size() <= kManyRuns; ++i) {
        if (i == items.size() || less(items[i], items[i - 1]))
            ends.push_back(i);
    }
    if (ends.size() > kManyRuns) {
        std::ranges::sort(items, less);
        return;
    }
    std::vector<Item> merged(items.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> mergedEnds;
        std::size_t begin = 0;
        for (std::size_t r = 0; r < ends.size(); r += 2) {
            const std::size_t middle = ends[r];
            const std::size_t end = r + 1 < ends.size() ? ends[r + 1] : middle;
            const auto at = [&items](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
            std::merge(
                at(begin), at(middle), at(middle), at(end), merged.begin() + static_cast<std::ptrdiff_t>(begin), less);
            mergedEnds.push_back(end);
            begin = end;
        }
        items.swap(merged);
        ends.swap(mergedEnds);
    }
}

} // namespace kinetoscope::builder
