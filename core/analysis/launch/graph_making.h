// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <vector>

namespace kinetoscope {

/// When the host makes CUDA or HIP graphs, of all threads together; disjoint and sorted.
struct GraphMaking {
    std::vector<TimeRange> captures; ///< what is launched in them goes into a graph and does not run
    std::vector<TimeRange> all;      ///< these and the calls that instantiate graphs
};

/// Trace time. O(names), and O(slices) where graphs are made.
[[nodiscard]] GraphMaking graphMakingOf(const Trace& trace);
/// The same in job time.
[[nodiscard]] GraphMaking graphMakingOf(const RankTrace& rank);

} // namespace kinetoscope
