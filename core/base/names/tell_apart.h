// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// A name and what is to be shown for it.
struct NamedText {
    std::string_view name; ///< distinct among all
    std::string display;
    std::string plain = {}; ///< the name demangled, where that is another text: its words are appended
};

/// Makes the display texts distinct: names that share one get the shortest part of the name that differs appended,
/// those that still do not differ `~1`, `~2`. `texts` must be sorted by name; the result depends on nothing else. About
/// linear in the bytes of the names that share a text.
void tellApart(std::vector<NamedText>& texts);

} // namespace kinetoscope
