// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Width of a text in pixels, as it will be drawn.
using TextWidth = std::function<double(std::string_view utf8)>;

/// What is written on a slice `width` pixels wide: the whole name if it fits; else without its namespaces; else cut in
/// the middle with the last 6 characters kept (tile sizes and numbers stand there); the first 3 letters where only 14
/// to 24 px are left; "" below. `name` is valid UTF-8. Asks `widthOf` about log2(length) times.
[[nodiscard]] std::string fitName(std::string_view name, double width, const TextWidth& widthOf);

/// `name` without the namespaces before its last part: "at::native::copy<at::Half>" gives "copy<at::Half>". Template
/// arguments are left alone.
[[nodiscard]] std::string_view withoutNamespace(std::string_view name);

} // namespace kinetoscope
