// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_path_graph.h"

#include "core/base/contains.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <numeric>

namespace kinetoscope::compat {

namespace {

constexpr std::array<std::string_view, 6> kBlockingCalls { "cudaDeviceSynchronize", "cudaStreamSynchronize",
    "cudaEventQuery", "cudaEventSynchronize", "cudaMemcpy", "cudaMemcpyAsync" };
constexpr std::array<std::string_view, 3> kLockingCalls { "cudaHostAlloc", "cudaLaunchKernel", "cudaMemcpyAsync" };

bool isHostCallCategory(std::string_view category)
{
    return category == "cpu_op" || category == "cuda_runtime" || category == "cuda_driver";
}

bool hasNodes(const HtaRank& rank, const HtaRow& row, const CriticalPathOptions& options)
{
    if (row.hasStream() && row.linkedIndex >= 0)
        return true;
    const Trace& trace = *rank.trace;
    if (isHostCallCategory(trace.category(trace.slices().category[row.slice.index()])))
        return true;
    return containsAny(rank.name(row), options.dataLoad);
}

} // namespace

const char* toString(PathEdgeType type)
{
    static constexpr std::array kWords { "critical_path_operator", "critical_path_dependency",
        "critical_path_kernel_launch_delay", "critical_path_kernel_kernel_delay", "critical_path_sync_dependency" };
    return kWords[static_cast<std::size_t>(type)];
}

PathGraph::PathGraph(const HtaRank& rank, const std::vector<RowNumber>& rows, const CriticalPathOptions& options)
    : m_starts(rank.rows.size(), kNoNode)
    , m_ends(rank.rows.size(), kNoNode)
{
    for (const RowNumber row : rows) {
        const HtaRow& event = rank.rows[row];
        if (!hasNodes(rank, event, options))
            continue;
        m_nodes.push_back({ event.ts, row, true });
        m_nodes.push_back({ event.ts + event.dur, row, false });
    }
    std::ranges::sort(m_nodes, [&rank](const PathNode& a, const PathNode& b) {
        if (a.time != b.time)
            return a.time < b.time;
        if (a.row != b.row)
            return rank.rows[a.row].index < rank.rows[b.row].index;
        return a.isStart && !b.isStart;
    });
    for (NodeNumber i = 0; i < m_nodes.size(); ++i)
        (m_nodes[i].isStart ? m_starts : m_ends)[m_nodes[i].row] = i;
}

void PathGraph::add(NodeNumber from, NodeNumber to, PathEdgeType type, bool isWeightless)
{
    const bool isDependency = type == PathEdgeType::Dependency || type == PathEdgeType::SyncDependency;
    m_edges.push_back({ .from = from,
        .to = to,
        .weight = isDependency || isWeightless ? 0 : m_nodes[to].time - m_nodes[from].time,
        .type = type });
}

void PathGraph::addOwned(NodeNumber from, NodeNumber to, PathEdgeType type, RowNumber owner, bool isWeightless)
{
    add(from, to, type, isWeightless);
    if (type != PathEdgeType::OperatorKernel && type != PathEdgeType::KernelKernelDelay)
        return;
    m_edges.back().owner = owner;
    m_edges.back().isOwned = true;
}

void PathGraph::mergeEdges()
{
    std::vector<std::uint32_t> order(m_edges.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [this](std::uint32_t a, std::uint32_t b) {
        const PathEdge& first = m_edges[a];
        const PathEdge& second = m_edges[b];
        if (first.from != second.from)
            return first.from < second.from;
        return first.to != second.to ? first.to < second.to : a < b;
    });
    for (std::size_t i = 0; i < order.size();) {
        PathEdge& kept = m_edges[order[i]];
        for (++i; i < order.size() && m_edges[order[i]].from == kept.from && m_edges[order[i]].to == kept.to; ++i) {
            PathEdge& later = m_edges[order[i]];
            kept.weight = later.weight;
            kept.type = later.type;
            if (later.isOwned) { // an edge without an owner leaves the one that an earlier one had
                kept.owner = later.owner;
                kept.isOwned = true;
            }
            later.from = kNoNode;
        }
    }
    std::erase_if(m_edges, [](const PathEdge& edge) { return edge.from == kNoNode; });
}

PathNames::PathNames(const Trace& trace)
    : m_trace(trace)
    , m_flags(trace.strings().size())
{
    for (std::uint32_t i = 0; i < m_flags.size(); ++i) {
        const std::string_view name = trace.text(StringId { i });
        m_flags[i] = static_cast<std::uint8_t>(
            (isOneOf(name, kBlockingCalls) ? kBlocking : 0) | (isOneOf(name, kLockingCalls) ? kLocking : 0));
    }
}

std::uint8_t PathNames::flagsOf(const HtaRow& row) const
{
    return m_flags[m_trace.slices().name[row.slice.index()].index()];
}

std::string_view PathNames::category(const HtaRow& row) const
{
    return m_trace.category(m_trace.slices().category[row.slice.index()]);
}

} // namespace kinetoscope::compat
