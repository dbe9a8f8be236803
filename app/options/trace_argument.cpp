// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/trace_argument.h"

#include "core/base/number_text.h"

#include <filesystem>
#include <system_error>

namespace kinetoscope {

TraceArgument parseTraceArgument(const std::string& text)
{
    std::error_code error;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.find_first_not_of("0123456789") != equals
        || std::filesystem::exists(text, error))
        return { std::nullopt, text };
    if (const auto rank = wholeNumber(std::string_view(text).substr(0, equals)))
        return { *rank, text.substr(equals + 1) };
    return { std::nullopt, text };
}

std::vector<std::string> filesNamedBy(const std::vector<TraceArgument>& arguments)
{
    std::vector<std::string> files;
    for (const TraceArgument& argument : arguments) {
        files.push_back(argument.path);
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(argument.path, ignored))
            files.push_back(entry.path().string());
    }
    return files;
}

} // namespace kinetoscope
