// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sort_stably.h"

#include <algorithm>
#include <numeric>

namespace kinetoscope {

std::vector<std::uint32_t> stableOrder(std::size_t count, const void* context, PlaceOrder isBefore)
{
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
        [context, isBefore](std::uint32_t a, std::uint32_t b) { return isBefore(context, a, b); });
    return order;
}

} // namespace kinetoscope
