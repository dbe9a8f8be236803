// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Names in at most `width` characters each, for one column of a table: short ones as they are, long ones cut in the
/// middle so that different names still read differently. Where the usual cut (elideMiddle) makes several read the
/// same, they are cut around the place where each differs from those most like it; what no room is left for is
/// numbered, `~1`,
/// `~2`.
///
/// @param names  valid UTF-8, in any order, repeats allowed; the result of one depends on the set alone.
/// @param width  in characters; below 4 names may read the same.
/// @return one text for each name. About linear in the bytes of the names, times the logarithm of their number.
[[nodiscard]] std::vector<std::string> elidedApart(std::span<const std::string_view> names, std::size_t width);

/// Where names that are cut one by one have to be shown from, so that they are told apart: of each the byte at which it
/// begins to differ from the one most like it, among those that end with the same `kept` characters; npos of one that
/// no other ends like, or that is short enough to be nothing else.
///
/// @param names  valid UTF-8, each once.
[[nodiscard]] std::vector<std::size_t> placesOfDifference(std::span<const std::string_view> names, std::size_t kept);

/// A `name` of more than `width` characters in `width` of them: its start, and what stands from `difference`, a byte of
/// it, on. @param width  4 or more.
[[nodiscard]] std::string elidedAround(std::string_view name, std::size_t difference, std::size_t width);

/// The same as elidedApart() for labels of a chart, which are words: what a long one has of its own is kept, and the
/// words that it begins or ends with like another are what is cut, its last words after the others: "copies twice as
/// fast" and "kernels twice as fast" to "copies\u2026as fast" and "kernels\u2026fast", then to "copies\u2026". A shared
/// beginning goes last, and some of it stays as long as there is room for it and one cut is enough: "GPU work: copies
/// gone" becomes "GPU\u2026copies gone", then "\u2026copies gone", "GPU\u2026copies\u2026" where even that is too
/// long, and "\u2026copies\u2026". Where its own does not fit, or leaves two the same, its
/// namespaces go and what most kernels are called ("kernel", "vectorized"), and it is cut in the middle, both halves
/// alike: of what it is about where the shared end is long.
[[nodiscard]] std::vector<std::string> elidedBesideShared(std::span<const std::string_view> names, std::size_t width);

} // namespace kinetoscope
