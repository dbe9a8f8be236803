// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

namespace kinetoscope {

/// As std::upper_bound of a sorted range, looked for from `from` on, in steps that grow. O(log of how far away it is).
/// @param from  in [first, end).
template <typename Iterator, typename T>
[[nodiscard]] Iterator upperBoundNear(Iterator first, Iterator from, Iterator end, const T& value)
{
    std::ptrdiff_t step = 1;
    if (*from > value) {
        Iterator high = from;
        while (high - first >= step && *(high - step) > value) {
            high -= step;
            step *= 2;
        }
        return std::upper_bound(high - std::min(step, high - first), high, value);
    }
    Iterator low = from + 1;
    while (end - low >= step && *(low + (step - 1)) <= value) {
        low += step;
        step *= 2;
    }
    return std::upper_bound(low, low + std::min(step, end - low), value);
}

} // namespace kinetoscope
