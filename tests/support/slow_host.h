// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/slow_gpu.h"

#include <string>
#include <vector>

namespace kinetoscope::tests {

/// Second implementations of what stands on the call tree (analyses.md sections 9 and 12.3), straight from the slices.

/// The parent of each row of a host thread by [DIFF-12.3]: looks back over the earlier rows that are still open.
/// @return one entry a row of the track; invalid at top level. Empty if the track has slices without an end, which the
///         section says nothing about.
[[nodiscard]] std::vector<SliceId> slowParents(const Trace& trace, const Track& track);

/// The kernel sequences of a rank: "<op>|<kernel>|..." with " count", " gpu" (sum of durations), " op" and " gaps", ns.
/// Walks up from each launch. `opName` exactly; "" for every op that comes with the same kernels more than once.
[[nodiscard]] Figures slowSequences(
    const Trace& trace, const std::string& opName, std::size_t minimumKernels, bool inLaunchOrder);

} // namespace kinetoscope::tests
