// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <type_traits>
#include <vector>

namespace kinetoscope {

/// What `what`, a member or a function, gives of each of `range`, in their order.
template <typename Range, typename What> [[nodiscard]] auto mapped(const Range& range, What what)
{
    std::vector<std::decay_t<std::invoke_result_t<What&, decltype(*std::ranges::begin(range))>>> all;
    all.reserve(std::ranges::size(range));
    for (const auto& each : range)
        all.push_back(std::invoke(what, each));
    return all;
}

/// The places, from 0 and ascending, of those of `range` of which `isWanted`, a member or a function, is true.
/// @tparam Place  an integer that holds the last one.
template <typename Place = std::size_t, typename Range, typename IsWanted>
[[nodiscard]] std::vector<Place> placesWhere(const Range& range, IsWanted isWanted)
{
    std::vector<Place> places;
    std::size_t place = 0;
    for (const auto& each : range) {
        if (std::invoke(isWanted, each))
            places.push_back(static_cast<Place>(place));
        ++place;
    }
    return places;
}

/// Whether one of `range`, in any order, is `value`. O(range).
template <typename Value, typename Range> [[nodiscard]] constexpr bool isOneOf(const Value& value, const Range& range)
{
    return std::ranges::find(range, value) != std::ranges::end(range);
}

/// Adds all of `more`, which is no part of `list`, behind `list`.
template <typename T, typename Range> void append(std::vector<T>& list, const Range& more)
{
    list.insert(list.end(), std::ranges::begin(more), std::ranges::end(more));
}

/// Sorts `values`, ascending, and leaves each once. O(n log n).
template <typename T> void sortUnique(std::vector<T>& values)
{
    std::sort(values.begin(), values.end());
    // Not std::ranges::unique: Clang 14 cannot compile GCC 12's.
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace kinetoscope
