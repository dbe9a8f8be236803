// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compat/critical_path/hta_path_region.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope::compat {

enum class PathEdgeType : std::uint8_t {
    OperatorKernel,
    Dependency,
    KernelLaunchDelay,
    KernelKernelDelay,
    SyncDependency,
};
inline constexpr std::array kPathEdgeTypes { PathEdgeType::OperatorKernel, PathEdgeType::Dependency,
    PathEdgeType::KernelLaunchDelay, PathEdgeType::KernelKernelDelay, PathEdgeType::SyncDependency };
/// HTA's texts: "critical_path_operator", "critical_path_dependency", ...
[[nodiscard]] const char* toString(PathEdgeType type);

using NodeNumber = std::uint32_t;
inline constexpr NodeNumber kNoNode = UINT32_MAX;

/// The start or the end of a row.
struct PathNode {
    double time = 0; ///< us
    RowNumber row = kNoRow;
    bool isStart = false;
};

struct PathEdge {
    NodeNumber from = kNoNode;
    NodeNumber to = kNoNode;
    double weight = 0;        ///< us; below 0 where a child outlives what is around it
    RowNumber owner = kNoRow; ///< whose time it is; kNoRow where HTA names nobody
    PathEdgeType type = PathEdgeType::OperatorKernel;
    bool isOwned = false; ///< HTA has named somebody, if only a thread's root

    /// What the search for the longest path takes it for.
    [[nodiscard]] double searchedWeight() const { return weight <= -1 ? 0 : weight; }
};

/// HTA's graph of one rank (SPEC.md 14.2, 14.3): nodes by (time, index), edges in the order in which HTA adds them.
/// 16 bytes a node, 24 an edge, 8 a row of the rank; about one edge a node.
class PathGraph {
public:
    /// Makes the nodes of the rows of a region; keeps none of its arguments. O(n log n).
    PathGraph(const HtaRank& rank, const std::vector<RowNumber>& rows, const CriticalPathOptions& options);

    [[nodiscard]] const std::vector<PathNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const std::vector<PathEdge>& edges() const { return m_edges; }
    /// kNoNode for rows without nodes, which is all of kNoRow's.
    [[nodiscard]] NodeNumber startOf(RowNumber row) const { return row < m_starts.size() ? m_starts[row] : kNoNode; }
    [[nodiscard]] NodeNumber endOf(RowNumber row) const { return row < m_ends.size() ? m_ends[row] : kNoNode; }

    /// Adds an edge; its weight is the time between its nodes where the type has one.
    void add(NodeNumber from, NodeNumber to, PathEdgeType type, bool isWeightless = false);
    /// The same with an owner, kNoRow for the root of a thread, where the type has one.
    void addOwned(NodeNumber from, NodeNumber to, PathEdgeType type, RowNumber owner, bool isWeightless = false);
    /// One edge for each pair of nodes: at the place of the first, as the last of them is. Call once, after all edges.
    void mergeEdges();

private:
    std::vector<PathNode> m_nodes;
    std::vector<PathEdge> m_edges;
    std::vector<NodeNumber> m_starts; ///< by row
    std::vector<NodeNumber> m_ends;
};

/// What HTA's lists say of the names and categories of a trace, looked up once for each.
class PathNames {
public:
    explicit PathNames(const Trace& trace);
    /// cudaDeviceSynchronize and the like, whose time is never counted (14.2).
    [[nodiscard]] bool isBlocking(const HtaRow& row) const { return (flagsOf(row) & kBlocking) != 0; }
    /// Takes the lock of the runtime (14.3 a).
    [[nodiscard]] bool isLocking(const HtaRow& row) const { return (flagsOf(row) & kLocking) != 0; }
    [[nodiscard]] std::string_view category(const HtaRow& row) const;

private:
    static constexpr std::uint8_t kBlocking = 1;
    static constexpr std::uint8_t kLocking = 2;
    [[nodiscard]] std::uint8_t flagsOf(const HtaRow& row) const;

    const Trace& m_trace;
    std::vector<std::uint8_t> m_flags; ///< by name
};

/// What the edges of a window are made from; all of it outlives the calls below.
struct PathSource {
    const HtaRank& rank;
    const std::vector<RowNumber>& rows; ///< of the window: rowsOfRegion
    const RowsByIndex& byIndex;
    const PathNames& names;
    const CriticalPathOptions& options;
};

// The edges in the order in which HTA adds them. Each returns early if told to stop.

/// Between calls that take the lock of the runtime (14.3 a): they count as done one after another, in the order of
/// their ends.
void addLockEdges(const PathSource& source, PathGraph& graph, const Progress& progress);
/// Along the threads (14.3 b).
void addThreadEdges(const PathSource& source, PathGraph& graph, const Progress& progress);
/// To, from and between device rows (14.3 c, d).
void addDeviceEdges(const PathSource& source, PathGraph& graph, const Progress& progress);

} // namespace kinetoscope::compat
