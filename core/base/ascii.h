// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kinetoscope {

/// Classes of ASCII characters, whatever the locale; bytes of other characters are in none of them.

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

} // namespace kinetoscope
