// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/call_tree_nodes.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerPiece = 64 * 1024;

// These return early when told to stop.

/// A column of its final size, piece by piece: filling hundreds of megabytes at once takes longer than a stop may wait.
template <typename T> void fill(std::vector<T>& column, std::size_t size, const Progress& progress)
{
    column.reserve(size);
    StopCheck check(progress);
    while (column.size() < size && !check.after(kRowsPerPiece))
        column.resize(std::min(size, column.size() + kRowsPerPiece));
}

void addOwnWork(CallTreeNodes& rank, const RankGpuWork& work, const Progress& progress)
{
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            return;
        const std::uint32_t node = rank.tree.launcherOf(row.slice);
        if (node == HostNode::kNone)
            continue;
        NodeSums& sums = rank.sums[node];
        ++sums.kernels;
        sums.kernelSum = saturatingAdd(sums.kernelSum, row.range.length());
        sums.firstStart = std::min(sums.firstStart, row.range.begin);
        sums.lastEnd = std::max(sums.lastEnd, row.range.end);
    }
}

/// Adds what a node has to the one it hangs below.
void addTo(NodeSums& parent, const NodeSums& mine)
{
    parent.kernels += mine.kernels;
    parent.kernelSum = saturatingAdd(parent.kernelSum, mine.kernelSum);
    parent.firstStart = std::min(parent.firstStart, mine.firstStart);
    parent.lastEnd = std::max(parent.lastEnd, mine.lastEnd);
    parent.height = std::max(parent.height, mine.height + 1);
}

/// Parents come before their children in a thread: backwards, every node is complete before it is added to its parent.
void addUpwards(CallTreeNodes& rank, std::size_t firstNode, std::size_t endNode, const Progress& progress)
{
    StopCheck check(progress);
    for (std::size_t i = endNode; i-- > firstNode;) {
        if (check.after(1))
            return;
        const std::uint32_t parent = rank.tree.nodes[i].parent;
        if (parent != HostNode::kNone)
            addTo(rank.sums[parent], rank.sums[i]);
    }
}

void setDepths(CallTreeNodes& rank, std::size_t firstNode, std::size_t endNode, const Progress& progress)
{
    StopCheck check(progress);
    for (std::size_t i = firstNode; i < endNode && !check.after(1); ++i) {
        const std::uint32_t parent = rank.tree.nodes[i].parent;
        rank.depth[i] = parent == HostNode::kNone ? 0 : rank.depth[parent] + 1;
    }
}

} // namespace

CallTreeNodes callTreeNodes(HostTree tree, const RankGpuWork& work, bool joinsBackward, const Progress& progress)
{
    CallTreeNodes rank;
    rank.tree = std::move(tree);
    std::vector<HostNode>& nodes = rank.tree.nodes;
    fill(rank.sums, nodes.size(), progress);
    fill(rank.depth, nodes.size(), progress);
    if (progress.shouldStop())
        return rank;
    addOwnWork(rank, work, progress);
    if (joinsBackward)
        rank.backward = joinBackward(rank.tree, progress);
    if (progress.shouldStop())
        return rank;
    // The backward thread is complete before it is added to the main one, which has its depths before it.
    const BackwardJoins& backward = rank.backward;
    addUpwards(rank, backward.firstNode, backward.endNode, progress);
    for (const BackwardJoin& join : backward.joins) {
        addTo(rank.sums[join.host], rank.sums[join.root]);
        nodes[join.root].parent = join.host;
    }
    addUpwards(rank, backward.endNode, nodes.size(), progress);
    addUpwards(rank, 0, backward.firstNode, progress);
    setDepths(rank, 0, backward.firstNode, progress);
    setDepths(rank, backward.endNode, nodes.size(), progress);
    setDepths(rank, backward.firstNode, backward.endNode, progress);
    StopCheck check(progress);
    for (std::uint32_t i = 0; i < nodes.size() && !check.after(1); ++i) {
        if (rank.tree.isVisible(nodes[i]) || rank.sums[i].kernels > 0)
            rank.rows.push_back(i);
    }
    return rank;
}

} // namespace kinetoscope
