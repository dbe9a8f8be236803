// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What is between the commas of a text, empty pieces, too; one piece where there is no comma.
[[nodiscard]] inline std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> pieces;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        pieces.emplace_back(text.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return pieces;
}

/// The inverse: `splitAtCommas` of it is `pieces` again where there are some and none has a comma in it.
[[nodiscard]] inline std::string joinedByCommas(const std::vector<std::string>& pieces)
{
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        text.append(i == 0 ? "" : ",").append(pieces[i]);
    return text;
}

} // namespace kinetoscope
