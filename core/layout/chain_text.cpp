// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chain_text.h"

#include "core/base/display_name.h"

namespace kinetoscope {

std::string chainText(std::string_view chain)
{
    std::string text;
    while (!chain.empty()) {
        const std::size_t bar = chain.find('|');
        text.append(text.empty() ? "" : " \u203a ").append(displayName(chain.substr(0, bar)));
        chain = bar == std::string_view::npos ? std::string_view {} : chain.substr(bar + 1);
    }
    return text;
}

} // namespace kinetoscope
