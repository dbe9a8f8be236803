// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/call_paths.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace kinetoscope {

namespace {

/// What tells siblings apart. Of a thread, `name` is its track.
struct PathKey {
    std::uint32_t parent = CallPath::kNone;
    std::uint32_t name = 0;
    EventKind kind {};
    bool operator==(const PathKey&) const = default;
};
struct PathKeyHash {
    std::size_t operator()(const PathKey& key) const
    {
        const std::uint64_t mixed = (std::uint64_t { key.parent } << 32 | key.name) * 0x9e37'79b9'7f4a'7c15u;
        return static_cast<std::size_t>(mixed ^ mixed >> 29) + static_cast<std::size_t>(key.kind);
    }
};

class Merger {
public:
    Merger(const CallTreeNodes& rank, const Progress& progress)
        : m_rank(rank)
        , m_trace(*rank.tree.rank().trace)
        , m_check(progress)
        , m_names(m_trace.strings().size(), CallPath::kNone)
    {
        m_paths.pathOf.assign(rank.tree.nodes.size(), CallPath::kNone);
    }

    CallPaths take() { return std::move(m_paths); }

    /// Nodes of a part of the tree; what they hang below comes before them, or was added before. False: stopped.
    bool add(std::size_t firstNode, std::size_t endNode)
    {
        for (std::size_t i = firstNode; i < endNode; ++i) {
            if (m_check.after(1))
                return false;
            addNode(static_cast<std::uint32_t>(i));
        }
        return true;
    }

    /// Threads are what their calls are; what is not shown is left out of the order.
    void finish()
    {
        std::vector<CallPath>& paths = m_paths.paths;
        for (std::size_t i = paths.size(); i-- > 0;) { // children before their parents
            const CallPath& path = paths[i];
            if (path.isThread())
                continue;
            CallPath& parent = paths[path.parent];
            parent.isShown |= path.isShown;
            if (!parent.isThread())
                continue;
            parent.calls += path.calls;
            parent.total = saturatingAdd(parent.total, path.total);
            parent.kernels += path.kernels;
            parent.kernelSum = saturatingAdd(parent.kernelSum, path.kernelSum);
        }
        setOrder();
    }

private:
    void addNode(std::uint32_t i)
    {
        const HostNode& node = m_rank.tree.nodes[i];
        const bool isTop = node.parent == HostNode::kNone;
        const std::uint32_t parent = isTop ? threadOf(i) : m_paths.pathOf[node.parent];
        const PathKey key { parent, nameOf(m_trace.slices().name[node.slice.index()]), m_trace.kind(node.slice) };
        const std::uint32_t number = pathOf(key, i);
        m_paths.pathOf[i] = number;
        CallPath& path = m_paths.paths[number];
        const bool isVisible = m_rank.tree.isVisible(node);
        path.firstNode = std::min(path.firstNode, i);
        path.isShown |= isVisible || m_rank.sums[i].kernels > 0;
        path.calls += isVisible ? 1 : 0;
        path.total = saturatingAdd(path.total, m_rank.tree.visibleRange(node).length());
        path.self = saturatingAdd(path.self, node.self);
        path.kernels += m_rank.sums[i].kernels;
        path.kernelSum = saturatingAdd(path.kernelSum, m_rank.sums[i].kernelSum);
    }

    std::uint32_t threadOf(std::uint32_t node)
    {
        const TrackId track = m_trace.trackOf(m_rank.tree.nodes[node].slice);
        return pathOf({ CallPath::kNone, track.value, EventKind {} }, node);
    }

    std::uint32_t pathOf(const PathKey& key, std::uint32_t node)
    {
        if (m_last != CallPath::kNone && key == m_lastKey)
            return m_last;
        const auto [at, isNew] = m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_paths.paths.size()));
        if (isNew) {
            CallPath path;
            path.parent = key.parent;
            path.depth = path.isThread() ? 0 : m_paths.paths[key.parent].depth + 1;
            path.thread =
                path.isThread() ? m_trace.trackOf(m_rank.tree.nodes[node].slice) : m_paths.paths[key.parent].thread;
            path.firstNode = node;
            m_paths.paths.push_back(path);
        }
        m_lastKey = key;
        m_last = at->second;
        return m_last;
    }

    /// The name's number, the same for all steps.
    std::uint32_t nameOf(StringId name)
    {
        std::uint32_t& known = m_names[name.index()];
        if (known == CallPath::kNone) {
            const bool isStep = m_trace.text(name).starts_with(kStepPrefix);
            if (isStep && m_stepName == CallPath::kNone)
                m_stepName = name.value;
            known = isStep ? m_stepName : name.value;
        }
        return known;
    }

    void setOrder()
    {
        const std::vector<CallPath>& paths = m_paths.paths;
        std::vector<std::uint32_t> shown = placesWhere<std::uint32_t>(paths, &CallPath::isShown);
        // Siblings side by side, the first of them last: what is taken from the end of a stack comes in order.
        std::ranges::sort(shown, [&paths](std::uint32_t a, std::uint32_t b) {
            const auto keyOf = [&paths](std::uint32_t i) {
                const CallPath& path = paths[i];
                return std::tuple(path.parent, path.total, path.kernelSum, ~path.firstNode, ~i);
            };
            return keyOf(a) < keyOf(b);
        });
        struct Run {
            std::uint32_t begin = 0;
            std::uint32_t end = 0;
        };
        std::vector<Run> children(paths.size());
        Run top;
        for (std::uint32_t i = 0; i < shown.size(); ++i) {
            const std::uint32_t parent = paths[shown[i]].parent;
            Run& run = parent == CallPath::kNone ? top : children[parent];
            if (run.end == 0)
                run.begin = i;
            run.end = i + 1;
        }
        std::vector<std::uint32_t> open(shown.begin() + top.begin, shown.begin() + top.end);
        while (!open.empty()) {
            const std::uint32_t path = open.back();
            open.pop_back();
            m_paths.order.push_back(path);
            open.insert(open.end(), shown.begin() + children[path].begin, shown.begin() + children[path].end);
        }
    }

    const CallTreeNodes& m_rank;
    const Trace& m_trace;
    StopCheck m_check;
    std::vector<std::uint32_t> m_names; ///< by StringId; kNone: not asked yet
    CallPaths m_paths;
    std::unordered_map<PathKey, std::uint32_t, PathKeyHash> m_numbers;
    std::uint32_t m_stepName = CallPath::kNone;
    PathKey m_lastKey; ///< siblings of one name follow each other
    std::uint32_t m_last = CallPath::kNone;
};

} // namespace

CallPaths callPaths(const CallTreeNodes& rank, const Progress& progress)
{
    Merger merger(rank, progress);
    // The backward thread hangs below the main one, which may come before or behind it.
    const BackwardJoins& backward = rank.backward;
    if (merger.add(0, backward.firstNode) && merger.add(backward.endNode, rank.tree.nodes.size())
        && merger.add(backward.firstNode, backward.endNode))
        merger.finish();
    return merger.take();
}

std::string_view nameOf(const CallPath& path, const CallTreeNodes& rank)
{
    const Trace& trace = *rank.tree.rank().trace;
    if (path.isThread())
        return trace.track(path.thread).name;
    const std::string_view name = trace.name(rank.tree.nodes[path.firstNode].slice);
    return name.starts_with(kStepPrefix) ? kAllStepsName : name;
}

std::vector<bool> pathsBelow(const CallPaths& paths, std::uint32_t path)
{
    std::vector<bool> is(paths.paths.size(), false);
    for (std::size_t i = path; i < is.size(); ++i) {
        const std::uint32_t parent = paths.paths[i].parent;
        is[i] = i == path || (parent != CallPath::kNone && is[parent]);
    }
    return is;
}

} // namespace kinetoscope
