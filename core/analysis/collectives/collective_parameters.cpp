// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_parameters.h"

#include "core/analysis/types/parameter_ids.h"

#include <string>
#include <vector>

namespace kinetoscope {

ParameterDescriptor processGroupParameter()
{
    return { .id = kProcessGroupParameter,
        .title = "Process group",
        .help = "Only collectives of the group of this name; empty: all",
        .type = ParameterType::String,
        .defaultValue = std::string() };
}

ParameterDescriptor collectiveKindsParameter()
{
    return { .id = parameter::kKinds,
        .title = "Kinds",
        .help = "Only collectives of these kinds, as allreduce; none: all",
        .type = ParameterType::StringList,
        .defaultValue = std::vector<std::string> {} };
}

ParameterDescriptor clockAlignmentParameter(const char* help)
{
    return { .id = kClockAlignmentParameter,
        .title = "Align clocks",
        .help = help,
        .type = ParameterType::Bool,
        .defaultValue = true };
}

} // namespace kinetoscope
