// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What told which launch a counter range belongs to ([DIFF-10.2]), the most certain first.
enum class RangeMatch : std::uint8_t {
    Order,       ///< as many runtime launches as ranges: the i-th of one is the i-th of the other
    DriverOrder, ///< the same with driver launches included
    ThreadOrder, ///< the same with the launches of the only thread that has as many
    KernelNames, ///< the longest common order of kernel names; ranges outside it have no launch
    Position,    ///< nothing fits: by position up to the shorter length. Unreliable
    None,        ///< no launches at all
};
/// "order", "order with driver calls", ...
[[nodiscard]] std::string_view toString(RangeMatch match);

struct RangeAlignment {
    RangeMatch match = RangeMatch::None;
    std::vector<SliceId> launches {}; ///< by range; invalid: none
    std::size_t launchCount = 0;      ///< kernel launches of the trace, driver calls included
    std::vector<SliceId> allLaunches; ///< these launches by start
    std::size_t threadCount = 0;      ///< threads that launch
};

/// Finds the launch of each range. O(n log n); by kernel names O((ranges + launches) x differences), given up beyond
/// two thousand differences.
/// @param ranges  in the order in which they were taken.
[[nodiscard]] RangeAlignment alignRanges(
    const Trace& trace, std::span<const SliceId> ranges, const KernelClassifier& classifier);

/// The longest common order of two lists, by the greedy algorithm of Myers ("An O(ND) Difference Algorithm", 1986).
/// @param equal           equal(i, j): whether the i-th of one may stand for the j-th of the other.
/// @param maxDifferences  lists that differ in more places have no common order.
/// @return pairs (i, j), ascending in both.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> commonOrder(std::size_t countA, std::size_t countB,
    std::size_t maxDifferences, const std::function<bool(std::size_t, std::size_t)>& equal);

} // namespace kinetoscope
