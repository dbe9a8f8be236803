// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contains.h"

#include <cstring>

namespace kinetoscope {

std::size_t findText(std::string_view text, std::string_view part, std::size_t from)
{
    if (part.size() < 2)
        return part.empty() ? text.find(part, from) : text.find(part.front(), from);
    if (text.size() < part.size() || from > text.size() - part.size())
        return std::string_view::npos;
    const char* at = text.data() + from;
    const char* const end = text.data() + (text.size() - part.size()) + 1;
    const char first = part[0];
    const char second = part[1];
    while (at < end) {
        at = static_cast<const char*>(std::memchr(at, first, static_cast<std::size_t>(end - at)));
        if (!at)
            break;
        // Most first letters that are found are of other words: the second tells without a call.
        if (at[1] == second && std::memcmp(at, part.data(), part.size()) == 0)
            return static_cast<std::size_t>(at - text.data());
        ++at;
    }
    return std::string_view::npos;
}

} // namespace kinetoscope
