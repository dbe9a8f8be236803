// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thresholds.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kinetoscope {

std::vector<Threshold> thresholds()
{
    // By name, wherever they are: one name means one thing.
    static constexpr std::array<std::string_view, 9> kNames { "least-share", "least-time", "large-share", "main-cause",
        "slow-step", "overhead-share", "consecutive-kernel-delay", "runtime-cutoff", "launch-delay-cutoff" };
    std::vector<Threshold> all;
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const ParameterDescriptor& parameter : analysis.parameters) {
            if (!parameter.htaOnly && std::find(kNames.begin(), kNames.end(), parameter.id) != kNames.end())
                all.push_back({ &analysis, &parameter });
        }
    }
    return all;
}

} // namespace kinetoscope
