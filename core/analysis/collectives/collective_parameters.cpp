// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_parameters.h"

#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"

#include <string>

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
    return listParameter(parameter::kKinds, "Kinds", "Only collectives of these kinds, as allreduce; none: all");
}

ParameterDescriptor clockAlignmentParameter(const char* help)
{
    return switchParameter(kClockAlignmentParameter, "Align clocks", help, true);
}

} // namespace kinetoscope
