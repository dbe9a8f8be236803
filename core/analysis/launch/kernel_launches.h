// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <array>

namespace kinetoscope {

/// The four tables of single launches: all of them and the three groups worth a look (SPEC.md 8.1).
enum class LaunchGroup : std::uint8_t {
    All,
    Short,          ///< the call is no outlier, and it takes longer than the work it launches
    RuntimeOutlier, ///< the call itself takes long
    DelayOutlier,   ///< the work starts long after the call
};
inline constexpr std::array kLaunchGroups { LaunchGroup::All, LaunchGroup::Short, LaunchGroup::RuntimeOutlier,
    LaunchGroup::DelayOutlier };

/// What tells the groups apart. T is Nanoseconds, or double in us.
template <typename T> struct LaunchCutoffs {
    T runtime = 0;
    T delay = 0;
    [[nodiscard]] bool isIn(LaunchGroup group, T callDuration, T workDuration, T launchDelay) const
    {
        switch (group) {
        case LaunchGroup::All:
            return true;
        case LaunchGroup::Short:
            return callDuration <= runtime && workDuration < callDuration;
        case LaunchGroup::RuntimeOutlier:
            return callDuration > runtime;
        case LaunchGroup::DelayOutlier:
            return launchDelay > delay;
        }
        return false;
    }
};

/// The parameter for LaunchCutoffs::runtime.
[[nodiscard]] ParameterDescriptor launchRuntimeCutoffParameter();

/// An empty table of a group with the columns that HTA has, and the rank.
[[nodiscard]] Table emptyLaunchTableOfHta(LaunchGroup group);

/// "What does launching cost, and what waits?" (SPEC.md 8.1). Tables `launches`, the three groups, and `summary`.
[[nodiscard]] AnalysisDescriptor kernelLaunches();

} // namespace kinetoscope
