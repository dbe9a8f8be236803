// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace kinetoscope {

/// What names are told by: whether other texts are in a text, or at its beginning. The case matters.

/// Where `part` is first in `text` at or behind `from`, else npos, as std::string_view::find says it. Compiled once:
/// names are searched for hundreds of texts, and the standard's search is either a copy for each of them or calls.
[[nodiscard]] std::size_t findText(std::string_view text, std::string_view part, std::size_t from = 0);

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part)
{
    return findText(text, part) != std::string_view::npos;
}

/// Whether at least one of `parts` is in `text`.
template <typename Parts> [[nodiscard]] bool containsAny(std::string_view text, const Parts& parts)
{
    for (const std::string_view part : parts) {
        if (contains(text, part))
            return true;
    }
    return false;
}
[[nodiscard]] inline bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return containsAny<std::initializer_list<std::string_view>>(text, parts);
}

/// Whether `text` begins with at least one of `prefixes`.
template <typename Prefixes> [[nodiscard]] constexpr bool startsWithAny(std::string_view text, const Prefixes& prefixes)
{
    for (const std::string_view prefix : prefixes) {
        if (text.starts_with(prefix))
            return true;
    }
    return false;
}
[[nodiscard]] constexpr bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> prefixes)
{
    return startsWithAny<std::initializer_list<std::string_view>>(text, prefixes);
}

} // namespace kinetoscope
