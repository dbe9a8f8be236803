// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a grid stand beside each other.
#include "core/layout/chart/heat_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

double rowDistance(const double* a, const double* b, std::size_t columns)
{
    double sum = 0;
    std::size_t shared = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        const double difference = std::abs(a[i] - b[i]);
        const bool isShared = !std::isnan(difference);
        sum += isShared ? difference : 0;
        shared += isShared ? 1 : 0;
    }
    return shared > 0 ? sum / static_cast<double>(shared) : std::numeric_limits<double>::infinity();
}

struct TreeEdge {
    double distance = 0;
    std::size_t a = 0; ///< the lower row
    std::size_t b = 0;
};

/// The edges of a tree over all rows that is as short as can be (Prim): what single linkage joins along.
std::vector<TreeEdge> shortestTree(
    const std::vector<double>& values, std::size_t rows, std::size_t columns, const std::stop_token& stop)
{
    std::vector<TreeEdge> edges;
    std::vector<double> nearest(rows, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> neighbour(rows, 0);
    std::vector<bool> isInside(rows, false);
    isInside[0] = true;
    for (std::size_t last = 0; edges.size() + 1 < rows;) {
        if (stop.stop_requested())
            return {};
        std::size_t next = rows;
        for (std::size_t row = 0; row < rows; ++row) {
            if (isInside[row])
                continue;
            const double distance = rowDistance(&values[last * columns], &values[row * columns], columns);
            if (distance < nearest[row]) {
                nearest[row] = distance;
                neighbour[row] = last;
            }
            if (next == rows || nearest[row] < nearest[next])
                next = row;
        }
        isInside[next] = true;
        edges.push_back({ nearest[next], std::min(next, neighbour[next]), std::max(next, neighbour[next]) });
        last = next;
    }
    return edges;
}

} // namespace

std::vector<std::size_t> similarityOrder(
    const std::vector<double>& values, std::size_t rows, const std::stop_token& stop)
{
    if (rows == 0)
        return {};
    std::vector<TreeEdge> edges = shortestTree(values, rows, values.size() / rows, stop);
    if (stop.stop_requested())
        return {};
    std::ranges::sort(edges, {}, [](const TreeEdge& x) { return std::tie(x.distance, x.a, x.b); });
    // Each cluster is a chain from its lowest row; joined ones are hung behind each other.
    std::vector<std::size_t> next(rows, rows);
    std::vector<std::size_t> last(rows);
    std::vector<std::size_t> first(rows);
    std::iota(last.begin(), last.end(), std::size_t { 0 });
    std::iota(first.begin(), first.end(), std::size_t { 0 });
    const auto clusterOf = [&first](std::size_t row) {
        while (first[row] != row) {
            first[row] = first[first[row]];
            row = first[row];
        }
        return row;
    };
    for (const TreeEdge& edge : edges) {
        std::size_t a = clusterOf(edge.a);
        std::size_t b = clusterOf(edge.b);
        if (b < a)
            std::swap(a, b);
        next[last[a]] = b;
        last[a] = last[b];
        first[b] = a;
    }
    std::vector<std::size_t> order;
    order.reserve(rows);
    for (std::size_t row = 0; row < rows; row = next[row])
        order.push_back(row);
    return order;
}

} // namespace kinetoscope
