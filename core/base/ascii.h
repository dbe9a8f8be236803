// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Classes of ASCII characters, whatever the locale; bytes of other characters are in none of them but isWordByte().

[[nodiscard]] constexpr bool isDigit(char c)
{
    return static_cast<unsigned char>(c - '0') < 10;
}

[[nodiscard]] constexpr bool isUpper(char c)
{
    return static_cast<unsigned char>(c - 'A') < 26;
}

/// `c` in lower case; other bytes as they are.
[[nodiscard]] constexpr char asciiLower(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
/// The same of each byte of `text`.
[[nodiscard]] inline std::string asciiLower(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = asciiLower(c);
    return lower;
}

[[nodiscard]] constexpr bool isLetter(char c)
{
    return static_cast<unsigned char>(asciiLower(c) - 'a') < 26;
}

[[nodiscard]] constexpr bool isLetterOrDigit(char c)
{
    return isLetter(c) || isDigit(c);
}

/// Whether `c` is of a word: a letter, a digit, or a byte of a character beyond ASCII.
[[nodiscard]] constexpr bool isWordByte(char c)
{
    return isLetterOrDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether `text` is digits alone, one or more.
[[nodiscard]] constexpr bool areDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `text` without the characters of `blanks` at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " ")
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1); // npos + 1 is 0
}

} // namespace kinetoscope
