// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/host_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// A top-level node of the backward thread, and the node of the main thread that it hangs below.
struct BackwardJoin {
    std::uint32_t root = 0;
    std::uint32_t host = 0;
};

/// How the backward pass hangs below the main thread (SPEC.md 12.4).
struct BackwardJoins {
    std::size_t mainThreads = 0;     ///< threads with a `ProfilerStep#`
    std::size_t backwardThreads = 0; ///< others with an `autograd::`
    /// By root. Empty unless there is one thread of each. All roots are nodes of [firstNode, endNode).
    std::vector<BackwardJoin> joins;
    std::uint32_t firstNode = 0; ///< of the backward thread
    std::uint32_t endNode = 0;
};

/// Each top-level node of the backward thread that lies in a `## backward ##` of the main thread, or where there is
/// none in a `ProfilerStep#`, hangs below the one of them that starts last; below what is around that, if the tree does
/// not show it. Whole times count, whatever the scope cuts. O(host slices x log). The tree must have its lookups.
/// Returns early when told to stop, as Progress says.
[[nodiscard]] BackwardJoins joinBackward(const HostTree& tree, const Progress& progress);

} // namespace kinetoscope
