// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/output_name.h"

namespace kinetoscope {

std::function<std::string(const std::string&)> namesAFile(const char* otherwise)
{
    return [otherwise](const std::string& name) {
        if (name.empty())
            return std::string("an empty text names no file");
        return name == "-" ? std::string(otherwise) : std::string();
    };
}

} // namespace kinetoscope
