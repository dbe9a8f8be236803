// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/host_tree.h"
#include "core/analysis/host/tree/forward_links.h"

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

/// What a node has beyond the tree: its height, and the GPU work launched by it and everything nested in it.
struct NodeSums {
    Nanoseconds kernelSum = 0;
    Timestamp firstStart = kMaxTimestamp;
    Timestamp lastEnd = kMinTimestamp;
    std::uint32_t kernels = 0;
    std::uint32_t height = 1;
};

/// The call tree of one rank.
struct CallTreeNodes {
    HostTree tree; ///< parents of joined nodes are in another thread, behind them or before them
    BackwardJoins backward;
    ForwardLinks links;
    std::vector<NodeSums> sums;       ///< by node
    std::vector<std::uint32_t> depth; ///< by node
    std::vector<std::uint32_t> rows;  ///< nodes that are shown
    std::size_t firstRow = 0;         ///< of the table
};

/// Depths, heights and sums of a tree. O(nodes + GPU work); with joining also what joinBackward costs.
/// @param tree           with its lookups.
/// @param joinsBackward  whether the backward thread hangs below the main one (joinBackward).
/// Returns early when told to stop, as Progress says.
/// @return without `links`, which do not depend on the scope, and without a `firstRow`.
[[nodiscard]] CallTreeNodes callTreeNodes(
    HostTree tree, const RankGpuWork& work, bool joinsBackward, const Progress& progress);

} // namespace kinetoscope
