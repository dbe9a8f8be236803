// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/compat/critical_path/hta_path_graph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope::compat {

/// The longest path of a graph whose edges are merged, as HTA finds it: of paths of one length the same one, which
/// depends on the order in which edges were added.
struct LongestPath {
    std::vector<NodeNumber> nodes;    ///< first to last; none in a graph without edges
    std::vector<std::uint32_t> edges; ///< positions in PathGraph::edges(): one less than nodes
    std::size_t nodesWithEdges = 0;   ///< of the whole graph: what HTA counts
    bool hasCycle = false;            ///< then there is no path
};

/// Weights below 0 count as 0 if they are -1 or less, or all of them would be (SPEC.md 14.4). O(nodes + edges), 28
/// bytes a node, 8 an edge. Returns early if told to stop.
[[nodiscard]] LongestPath findLongestPath(const PathGraph& graph, const Progress& progress);

} // namespace kinetoscope::compat
