// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_longest_path.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace kinetoscope::compat {

namespace {

constexpr std::uint32_t kNoEdge = UINT32_MAX;

/// The edges of each node at one of its sides, in the order in which they were added.
class EdgesByNode {
public:
    EdgesByNode(const PathGraph& graph, NodeNumber PathEdge::*side)
        : m_begins(graph.nodes().size() + 1)
        , m_edges(graph.edges().size())
    {
        for (const PathEdge& edge : graph.edges())
            ++m_begins[edge.*side + 1];
        for (std::size_t i = 1; i < m_begins.size(); ++i)
            m_begins[i] += m_begins[i - 1];
        std::vector<std::uint32_t> next(m_begins.begin(), m_begins.end() - 1);
        for (std::uint32_t i = 0; i < m_edges.size(); ++i)
            m_edges[next[graph.edges()[i].*side]++] = i;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(NodeNumber node) const
    {
        return std::span(m_edges).subspan(m_begins[node], m_begins[node + 1] - m_begins[node]);
    }

private:
    std::vector<std::uint32_t> m_begins;
    std::vector<std::uint32_t> m_edges;
};

/// Nodes that have edges, each where an edge first names it.
std::vector<NodeNumber> nodesInOrder(const PathGraph& graph)
{
    std::vector<bool> isKnown(graph.nodes().size());
    std::vector<NodeNumber> nodes;
    for (const PathEdge& edge : graph.edges()) {
        for (const NodeNumber node : { edge.from, edge.to }) {
            if (!isKnown[node])
                nodes.push_back(node);
            isKnown[node] = true;
        }
    }
    return nodes;
}

/// Nodes behind all that lead to them, each as soon as that holds; those of a cycle are left out.
std::vector<NodeNumber> topologicalOrder(
    const PathGraph& graph, const std::vector<NodeNumber>& nodes, const EdgesByNode& leaving)
{
    std::vector<std::uint32_t> missing(graph.nodes().size());
    for (const PathEdge& edge : graph.edges())
        ++missing[edge.to];
    std::vector<NodeNumber> order;
    order.reserve(nodes.size());
    std::ranges::copy_if(nodes, std::back_inserter(order), [&missing](NodeNumber node) { return missing[node] == 0; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const std::uint32_t edge : leaving.of(order[i])) {
            const NodeNumber to = graph.edges()[edge].to;
            if (--missing[to] == 0)
                order.push_back(to);
        }
    }
    return order;
}

} // namespace

LongestPath findLongestPath(const PathGraph& graph, const Progress& progress)
{
    LongestPath path;
    const std::vector<NodeNumber> nodes = nodesInOrder(graph);
    path.nodesWithEdges = nodes.size();
    const std::vector<NodeNumber> order = topologicalOrder(graph, nodes, EdgesByNode(graph, &PathEdge::from));
    path.hasCycle = order.size() != nodes.size();
    if (path.hasCycle || order.empty())
        return path;

    const EdgesByNode entering(graph, &PathEdge::to);
    std::vector<double> length(graph.nodes().size());
    std::vector<std::uint32_t> best(graph.nodes().size(), kNoEdge); ///< the edge by which the longest path comes
    NodeNumber last = order.front();
    StopCheck stop(progress);
    for (const NodeNumber node : order) {
        if (stop.after(1))
            return path;
        for (const std::uint32_t edge : entering.of(node)) {
            const double through = length[graph.edges()[edge].from] + graph.edges()[edge].searchedWeight();
            if (best[node] == kNoEdge || through > length[node]) {
                best[node] = edge;
                length[node] = through;
            }
        }
        if (length[node] < 0) { // parts of a microsecond, where times are not rounded: HTA begins anew
            best[node] = kNoEdge;
            length[node] = 0;
        }
        if (length[node] > length[last])
            last = node;
    }
    path.nodes.push_back(last);
    for (std::uint32_t edge = best[last]; edge != kNoEdge; edge = best[graph.edges()[edge].from]) {
        path.edges.push_back(edge);
        path.nodes.push_back(graph.edges()[edge].from);
    }
    std::ranges::reverse(path.nodes);
    std::ranges::reverse(path.edges);
    return path;
}

} // namespace kinetoscope::compat
