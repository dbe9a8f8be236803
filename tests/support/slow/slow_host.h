// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/slow/slow_gpu.h"

#include <string>
#include <vector>

namespace kinetoscope::tests {

/// Second implementations of what stands on the call tree (SPEC.md sections 9 and 12.3), straight from the slices.

/// The parent of each row of a host thread by [DIFF-12.3]: looks back over the earlier rows that are still open.
/// @return one entry a row of the track; invalid at top level. Empty if the track has slices without an end, which the
///         section says nothing about.
[[nodiscard]] std::vector<SliceId> slowParents(const Trace& trace, const Track& track);

/// One row of the call tree with what it launched, itself and everything nested in it.
struct SlowNode {
    std::int64_t parent = -1; ///< event index of the row around it; -1 at top level
    std::int64_t depth = 0;
    std::int64_t height = 1;
    std::int64_t kernels = 0;
    Nanoseconds kernelSum = 0;
    Nanoseconds kernelSpan = 0; ///< from the first start to the last end
    Nanoseconds self = 0;       ///< not covered by rows nested in it
    bool operator==(const SlowNode&) const = default;
};
/// By event index: ops, annotations, calls and Python frames of plausible times, as the trace nests them, that start in
/// a step of the scope; a range cuts, and of what it cuts away only that stays which launched work inside of it.
[[nodiscard]] std::map<std::int64_t, SlowNode> slowCallTree(const RankTrace& rank, const Scope& scope);

/// The kernel sequences of a rank: "<op>|<kernel>|..." with " count", " gpu" (sum of durations), " op" and " gaps", ns.
/// Walks up from each launch whose call starts in the scope. `opName` exactly; "" for every op that comes with the same
/// kernels more than once.
[[nodiscard]] Figures slowSequences(const RankTrace& rank, const Scope& scope, const std::string& opName,
    std::size_t minimumKernels, bool inLaunchOrder);

} // namespace kinetoscope::tests
