// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// How `duration ratio` picks the names that keep a row of their own.
enum class RatioRule {
    Quantile, ///< HTA: a name stays while the cumulative sum is at most the ratio-quantile of the list of cumulative
              ///< sums
    Coverage, ///< the smallest set of top names that covers the ratio of the total
};

/// Name of the row that holds what was folded.
inline constexpr std::string_view kOthersName = "others";

/// Which entries of a list of totals go into "others" (SPEC.md 3.2).
///
/// Nothing is folded while there are at most `keep` entries, whatever the ratio. Beyond that an entry goes when the
/// rule says so, and every entry from position `keep` on.
///
/// @param totals  descending; hta mode may pass negative ones.
/// @param ratio   in [0, 1].
/// @return one flag an entry.
[[nodiscard]] std::vector<bool> foldToOthers(
    std::span<const double> totals, std::size_t keep, double ratio, RatioRule rule);

} // namespace kinetoscope
