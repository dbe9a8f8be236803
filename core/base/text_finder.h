// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Looks for one text in many others, whatever the case of ASCII letters (Horspool: it skips as many bytes as the text
/// is long, so a gigabyte of event texts takes a second). Immutable; thread-safe.
class TextFinder {
public:
    /// @param text  any bytes; "" is in every text.
    explicit TextFinder(std::string_view text);

    [[nodiscard]] bool isIn(std::string_view text) const;

private:
    std::string m_text;                     ///< ASCII letters in lower case
    std::array<std::size_t, 256> m_skip {}; ///< by the byte below the text's last one
};

} // namespace kinetoscope
