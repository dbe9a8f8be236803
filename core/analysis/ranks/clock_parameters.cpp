// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/clock_parameters.h"

#include <cstddef>

namespace kinetoscope {

namespace {

constexpr const char* kMinInstances = "min-instances";
constexpr const char* kMaxDrift = "max-drift";

} // namespace

std::vector<ParameterDescriptor> clockParameters()
{
    return { { .id = kMinInstances,
                 .title = "Least collectives",
                 .help = "Collectives that a rank must share with another before its clock counts",
                 .type = ParameterType::Int,
                 .defaultValue = std::int64_t { 3 },
                 .minimum = 1.0,
                 .maximum = 1e9 },
        { .id = kMaxDrift,
            .title = "Greatest drift",
            .help = "Parts in a million; times that drift further count as no clock",
            .type = ParameterType::Double,
            .defaultValue = 200.0,
            .minimum = 0.0,
            .maximum = 1e9 } };
}

ClockLimits clockLimitsFrom(const Parameters& parameters)
{
    return { static_cast<std::size_t>(parameters.integer(kMinInstances)), parameters.number(kMaxDrift) };
}

} // namespace kinetoscope
