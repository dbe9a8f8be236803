// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause_parameters.h"

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"

#include <utility>

namespace kinetoscope {

std::vector<ParameterDescriptor> causeParameters()
{
    ParameterDescriptor slowCall = durationParameter(parameter::kSlowCall, "Slow call",
        "A set-up call or a first launch that takes this long loads code", 1'000'000);
    slowCall.maximum = 3.6e12;
    return {
        kernelDelayParameter(),
        std::move(slowCall),
        countParameter(parameter::kMaxQueueLength, "Full queue", "A launch waits for room behind this much work", 1000,
            { 1.0, 1e9 }),
    };
}

CauseThresholds causeThresholdsFrom(const Parameters& parameters)
{
    return { parameters.integer(kKernelDelayParameter), parameters.integer(parameter::kSlowCall),
        parameters.integer(parameter::kMaxQueueLength) };
}

} // namespace kinetoscope
