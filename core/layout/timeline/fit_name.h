// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Width of a text in pixels, as it will be drawn.
using TextWidth = std::function<double(std::string_view utf8)>;

/// Characters of the end that stay where a name is cut: tile sizes and numbers stand there.
constexpr std::size_t kKeptOfName = 6;

/// What is written on a slice `width` pixels wide: the whole name if it fits; else without its namespaces; else cut in
/// the middle with the last kKeptOfName characters kept; the first 3 letters where only 14 to 24 px are left; "" below.
/// `name` is valid UTF-8. Asks `widthOf` about log2(length) times.
///
/// @param difference  the byte of a name that others begin and end like from which on it is its own
///                    (placesOfDifference()): it is cut around that. npos: there are none.
[[nodiscard]] std::string fitName(
    std::string_view name, double width, const TextWidth& widthOf, std::size_t difference = std::string_view::npos);

/// `name` without the namespaces before its last part: "at::native::copy<at::Half>" gives "copy<at::Half>". Template
/// arguments are left alone.
[[nodiscard]] std::string_view withoutNamespace(std::string_view name);

} // namespace kinetoscope
