// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

// Parameters as most analyses have them: id, title and help as in ParameterDescriptor, then what is taken when nobody
// says otherwise.

[[nodiscard]] inline ParameterDescriptor switchParameter(std::string id, std::string title, std::string help, bool isOn)
{
    return { std::move(id), std::move(title), std::move(help), ParameterType::Bool, isOn };
}

/// One of `choices`, the first by default.
[[nodiscard]] inline ParameterDescriptor choiceParameter(
    std::string id, std::string title, std::string help, std::vector<std::string> choices)
{
    ParameterDescriptor made { std::move(id), std::move(title), std::move(help), ParameterType::Choice,
        choices.front() };
    made.choices = std::move(choices);
    return made;
}

/// Any texts, none by default.
[[nodiscard]] inline ParameterDescriptor listParameter(std::string id, std::string title, std::string help)
{
    return { std::move(id), std::move(title), std::move(help), ParameterType::StringList, std::vector<std::string> {} };
}

/// What a number may be, both included.
struct Bounds {
    double minimum = 0;
    double maximum = 0;
};

[[nodiscard]] inline ParameterDescriptor numberParameter(
    std::string id, std::string title, std::string help, double usual, Bounds bounds)
{
    return { .id = std::move(id),
        .title = std::move(title),
        .help = std::move(help),
        .type = ParameterType::Double,
        .defaultValue = usual,
        .minimum = bounds.minimum,
        .maximum = bounds.maximum };
}

[[nodiscard]] inline ParameterDescriptor countParameter(
    std::string id, std::string title, std::string help, std::int64_t usual, Bounds bounds)
{
    return { .id = std::move(id),
        .title = std::move(title),
        .help = std::move(help),
        .type = ParameterType::Int,
        .defaultValue = usual,
        .minimum = bounds.minimum,
        .maximum = bounds.maximum };
}

} // namespace kinetoscope
