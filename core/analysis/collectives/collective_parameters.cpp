// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_parameters.h"

#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"

#include <string>

namespace kinetoscope {

ParameterDescriptor processGroupParameter()
{
    return textParameter(
        kProcessGroupParameter, "Process group", "Only collectives of the group of this name; empty: all");
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
