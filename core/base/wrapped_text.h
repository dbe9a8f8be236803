// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// What becomes of a word that is longer than a line: a line of its own, or several.
enum class LongWords : std::uint8_t { Whole, Broken };
/// `text` in lines of at most `width` characters, broken at blanks. 0: one line.
[[nodiscard]] std::vector<std::string> wrappedText(
    const std::string& text, std::size_t width, LongWords longWords = LongWords::Whole);

} // namespace kinetoscope
