// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/progress.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// What of the time of a rank chosen steps are.
struct RankWindows {
    std::uint32_t rank = 0;            ///< position in TraceSet::ranks()
    std::vector<TimeRange> windows {}; ///< job time, disjoint, by start

    bool operator==(const RankWindows&) const = default;
};

/// Of each rank of a scope that chooses steps: per step the host annotation united with the work that it launched, cut
/// to the scope's range, as all figures have it (product.md, Scope). Nothing where no steps are chosen; ranks without
/// any of them have no windows; those whose steps are not known are left out. By number of the rank. O(device-side
/// slices). Errors: Cancelled; InvalidArgument if the scope's step pattern is no regular expression.
[[nodiscard]] Result<std::vector<RankWindows>> stepWindows(const AnalysisInput& input, const Progress& progress);

} // namespace kinetoscope
