// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/given_text.h"

namespace kinetoscope {

std::function<std::string(const std::string&)> isGiven(const char* otherwise)
{
    return [otherwise](const std::string& text) { return std::string(text.empty() ? otherwise : ""); };
}

} // namespace kinetoscope
