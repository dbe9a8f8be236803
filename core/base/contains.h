// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace kinetoscope {

/// What names are told by: whether other texts are in a text, or at its beginning. The case matters.

[[nodiscard]] constexpr bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Whether at least one of `parts` is in `text`.
template <typename Parts> [[nodiscard]] constexpr bool containsAny(std::string_view text, const Parts& parts)
{
    return std::ranges::any_of(parts, [text](std::string_view part) { return contains(text, part); });
}
[[nodiscard]] constexpr bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [text](std::string_view part) { return contains(text, part); });
}

/// Whether `text` begins with at least one of `prefixes`.
template <typename Prefixes> [[nodiscard]] constexpr bool startsWithAny(std::string_view text, const Prefixes& prefixes)
{
    return std::ranges::any_of(prefixes, [text](std::string_view prefix) { return text.starts_with(prefix); });
}
[[nodiscard]] constexpr bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> prefixes)
{
    return std::ranges::any_of(prefixes, [text](std::string_view prefix) { return text.starts_with(prefix); });
}

} // namespace kinetoscope
