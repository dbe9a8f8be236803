// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/call_tree_nodes.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::string_view kBackwardPhase = "## backward ##";
constexpr std::string_view kStep = "ProfilerStep#";
constexpr std::string_view kAutograd = "autograd::";

/// By StringId: whether the name contains the word.
std::vector<bool> namesWith(const Trace& trace, std::string_view word)
{
    std::vector<bool> has(trace.strings().size());
    for (std::size_t i = 0; i < has.size(); ++i)
        has[i] = trace.text(StringId { i }).find(word) != std::string_view::npos;
    return has;
}

bool hasName(const Trace& trace, const Track& track, const std::vector<bool>& names, StopCheck& check)
{
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if (names[slices.name[row].index()])
            return true;
        if (check.after(1))
            break;
    }
    return false;
}

std::vector<SliceId> slicesWith(
    const Trace& trace, const Track& track, const std::vector<bool>& names, StopCheck& check)
{
    const SliceTable& slices = trace.slices();
    std::vector<SliceId> found;
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        const bool isPhase = slices.kind[row] == EventKind::UserAnnotation || slices.kind[row] == EventKind::CpuOp;
        if (isPhase && names[slices.name[row].index()] && slices.isSound(SliceTable::at(row)))
            found.push_back(SliceTable::at(row));
        if (check.after(1))
            break;
    }
    return found;
}

/// Finds the phase around a call: of those that hold all of it the one that starts last. Damaged traces have phases
/// that overlap, so this is no matter of nesting: a tree of greatest ends is searched. O(log phases).
class PhaseFinder {
public:
    PhaseFinder(const SliceTable& slices, std::vector<SliceId> phases)
        : m_slices(slices)
        , m_phases(std::move(phases))
    {
        while (m_leaves < m_phases.size())
            m_leaves *= 2;
        m_greatestEnd.assign(2 * m_leaves, kMinTimestamp);
        for (std::size_t i = 0; i < m_phases.size(); ++i)
            m_greatestEnd[m_leaves + i] = slices.end(m_phases[i]);
        for (std::size_t i = m_leaves; i-- > 1;)
            m_greatestEnd[i] = std::max(m_greatestEnd[2 * i], m_greatestEnd[2 * i + 1]);
    }

    [[nodiscard]] SliceId around(SliceId call) const
    {
        const Timestamp start = m_slices.start[call.index()];
        const Timestamp end = m_slices.end(call);
        const auto after = std::ranges::upper_bound(
            m_phases, start, {}, [this](SliceId phase) { return m_slices.start[phase.index()]; });
        if (after == m_phases.begin())
            return {};
        // From the last phase that starts in time go left, over whole subtrees that end too early, then down to a leaf.
        std::size_t at = m_leaves + static_cast<std::size_t>(after - m_phases.begin()) - 1;
        while (m_greatestEnd[at] < end) {
            while (at > 1 && at % 2 == 0)
                at /= 2;
            if (at <= 1)
                return {};
            --at;
        }
        while (at < m_leaves)
            at = m_greatestEnd[2 * at + 1] >= end ? 2 * at + 1 : 2 * at;
        return m_phases[at - m_leaves];
    }

private:
    const SliceTable& m_slices;
    std::vector<SliceId> m_phases; ///< by start
    std::size_t m_leaves = 1;
    std::vector<Timestamp> m_greatestEnd; ///< by node of a binary tree: 1 is the root, m_leaves the first leaf
};

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

BackwardJoins joinBackward(const HostTree& tree, const Progress& progress)
{
    const Trace& trace = *tree.rank().trace;
    StopCheck check(progress);
    const std::vector<bool> isStep = namesWith(trace, kStep);
    const std::vector<bool> isAutograd = namesWith(trace, kAutograd);
    BackwardJoins result;
    const Track* main = nullptr;
    const Track* backward = nullptr;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        if (hasName(trace, track, isStep, check)) {
            ++result.mainThreads;
            main = &track;
        } else if (hasName(trace, track, isAutograd, check)) {
            ++result.backwardThreads;
            backward = &track;
        }
    }
    if (result.mainThreads != 1 || result.backwardThreads != 1)
        return result;

    std::vector<SliceId> phases = slicesWith(trace, *main, namesWith(trace, kBackwardPhase), check);
    if (phases.empty())
        phases = slicesWith(trace, *main, isStep, check);
    const PhaseFinder finder(trace.slices(), std::move(phases));
    bool isFirst = true;
    for (std::uint32_t i = 0; i < tree.nodes.size() && !check.after(1); ++i) {
        const HostNode& node = tree.nodes[i];
        if (node.slice.value < backward->firstSlice || node.slice.value >= backward->endSlice())
            continue;
        if (isFirst)
            result.firstNode = i;
        isFirst = false;
        result.endNode = i + 1;
        if (node.parent != HostNode::kNone)
            continue;
        const SliceId phase = finder.around(node.slice);
        const std::uint32_t host = phase.isValid() ? tree.nodeAround(phase) : HostNode::kNone;
        if (host != HostNode::kNone)
            result.joins.push_back({ i, host });
    }
    return result;
}

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
