// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/types/chart.h"
#include "core/analysis/types/parameters.h"

#include <vector>

namespace kinetoscope {

// Ids of the parameters that the lines in the charts set as well.
inline constexpr const char* kLaunchRuntimeCutoff = "runtime-cutoff";
inline constexpr const char* kLaunchDelayCutoff = "launch-delay-cutoff";

[[nodiscard]] const char* launchTableName(LaunchGroup group);
[[nodiscard]] const char* launchTableTitle(LaunchGroup group);

/// The charts of `kernel-launches`. @param parameters  complete.
[[nodiscard]] std::vector<ChartDescription> launchCharts(const Parameters& parameters);

} // namespace kinetoscope
