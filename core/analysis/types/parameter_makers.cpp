// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/parameter_makers.h"

#include <utility>

namespace kinetoscope {

ParameterDescriptor switchParameter(std::string id, std::string title, std::string help, bool isOn)
{
    return { std::move(id), std::move(title), std::move(help), ParameterType::Bool, isOn };
}

ParameterDescriptor choiceParameter(
    std::string id, std::string title, std::string help, std::vector<std::string> choices)
{
    ParameterDescriptor made { std::move(id), std::move(title), std::move(help), ParameterType::Choice,
        choices.front() };
    made.choices = std::move(choices);
    return made;
}

ParameterDescriptor listParameter(std::string id, std::string title, std::string help)
{
    return { std::move(id), std::move(title), std::move(help), ParameterType::StringList, std::vector<std::string> {} };
}

ParameterDescriptor numberParameter(std::string id, std::string title, std::string help, double usual, Bounds bounds)
{
    return { .id = std::move(id),
        .title = std::move(title),
        .help = std::move(help),
        .type = ParameterType::Double,
        .defaultValue = usual,
        .minimum = bounds.minimum,
        .maximum = bounds.maximum };
}

ParameterDescriptor countParameter(
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

ParameterDescriptor textParameter(std::string id, std::string title, std::string help, std::string usual)
{
    return { std::move(id), std::move(title), std::move(help), ParameterType::String, std::move(usual) };
}

ParameterDescriptor durationParameter(std::string id, std::string title, std::string help, Nanoseconds usual)
{
    return { .id = std::move(id),
        .title = std::move(title),
        .help = std::move(help),
        .type = ParameterType::Duration,
        .defaultValue = usual,
        .minimum = 0.0 };
}

ParameterDescriptor threshold(ParameterDescriptor parameter)
{
    parameter.isThreshold = true;
    return parameter;
}

ParameterDescriptor naming(NamedThing thing, ParameterDescriptor parameter)
{
    parameter.names = thing;
    return parameter;
}

} // namespace kinetoscope
