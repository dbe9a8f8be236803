// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Text from a trace is data of unknown quality: these functions make it safe to keep, to show on one line, to print on
/// a terminal and to use in a file name. All are pure, linear in the bytes they read, and take any bytes. "Character"
/// means a Unicode code point.

/// True for well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF). ASCII passes at memory speed.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// `text` with each ill-formed part replaced by U+FFFD, one for each maximal start of a character, as browsers do.
/// Equal to `text` where isValidUtf8 holds.
[[nodiscard]] std::string repairUtf8(std::string_view text);

/// True if a byte below 0x20 or 0x7F occurs.
[[nodiscard]] bool hasControlBytes(std::string_view text);

/// `text` with every byte below 0x20 and 0x7F shown as its picture (U+2400 to U+2421): nothing disappears, nothing
/// acts. Other bytes are copied as they are.
[[nodiscard]] std::string withControlPictures(std::string_view text);

/// Characters in `text`; each ill-formed part counts as one.
[[nodiscard]] std::size_t characterCount(std::string_view text);

/// At most `maxCharacters` characters of `text` for one line of a report: valid UTF-8, control pictures, runs of blanks
/// as one blank, characters that turn or hide text as U+FFFD; `…` is the last character where something was cut. Reads
/// no more of `text` than it needs.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t maxCharacters);

/// `text` in at most `maxCharacters` characters, cut in the middle with `…`; the last `keepAtEnd` stay (tile sizes and
/// numbers sit at the end of kernel names), or half of the room if that is less. Expects valid UTF-8; others are
/// repaired where cut.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t maxCharacters, std::size_t keepAtEnd = 6);

/// `text` for a terminal: control characters (C0, DEL, C1) as `\n`, `\x1b`, `\u009b`; characters that reorder or hide
/// text as `\u202e`; ill-formed bytes as U+FFFD. A backslash stays single: this is for reading, not for parsing back.
[[nodiscard]] std::string escapeForTerminal(std::string_view text);

/// A file name (no folder) for a default export name: separators, wild cards, quotes, control characters become `_`, no
/// leading dot or dash, no trailing dot or blank, no name that Windows reserves, at most `maxBytes` bytes of valid
/// UTF-8. `fallback` (itself a good name) where nothing is left.
[[nodiscard]] std::string cleanFileName(std::string_view text, std::string_view fallback, std::size_t maxBytes = 120);

/// The texts of a list, `separator` between them.
template <typename Texts> [[nodiscard]] std::string joined(const Texts& texts, std::string_view separator)
{
    std::string all;
    for (const auto& text : texts)
        all.append(all.empty() ? std::string_view {} : separator).append(text);
    return all;
}

} // namespace kinetoscope
