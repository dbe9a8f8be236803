// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/clock_parameters.h"

#include "core/analysis/types/parameter_makers.h"

#include <cstddef>

namespace kinetoscope {

namespace {

constexpr const char* kMinInstances = "min-instances";
constexpr const char* kMaxDrift = "max-drift";

} // namespace

std::vector<ParameterDescriptor> clockParameters()
{
    return { countParameter(kMinInstances, "Least collectives",
                 "Collectives that a rank must share with another before its clock counts", 3, { 1.0, 1e9 }),
        numberParameter(kMaxDrift, "Greatest drift", "Parts in a million; times that drift further count as no clock",
            200.0, { 0.0, 1e9 }) };
}

ClockLimits clockLimitsFrom(const Parameters& parameters)
{
    return { static_cast<std::size_t>(parameters.integer(kMinInstances)), parameters.number(kMaxDrift) };
}

} // namespace kinetoscope
