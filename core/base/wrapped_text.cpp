// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/wrapped_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

namespace {

/// Of valid UTF-8.
std::string_view firstCharacters(std::string_view text, std::size_t count)
{
    constexpr unsigned kKindBits = 0xc0;
    constexpr unsigned kFollowing = 0x80;
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        const bool isFollowing = (static_cast<unsigned char>(text[end]) & kKindBits) == kFollowing;
        if (!isFollowing && count-- == 0)
            break;
    }
    return text.substr(0, end);
}

} // namespace

std::vector<std::string> wrappedText(const std::string& text, std::size_t width, LongWords longWords)
{
    if (width == 0)
        return { text };
    std::vector<std::string> lines { std::string() };
    std::size_t used = 0;
    for (std::string_view rest = text; !rest.empty();) {
        std::string_view word = rest.substr(0, rest.find(' '));
        std::size_t length = characterCount(word);
        if (longWords == LongWords::Broken && length > width) {
            word = firstCharacters(word, width);
            length = width;
            rest.remove_prefix(word.size());
        } else {
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        }
        if (used > 0 && used + 1 + length > width) {
            lines.emplace_back();
            used = 0;
        }
        if (used > 0)
            lines.back() += ' ';
        lines.back() += word;
        used += length + (used > 0 ? 1 : 0);
    }
    return lines;
}

} // namespace kinetoscope
