// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_groups.h"

#include "core/analysis/host/operator_keys.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kNoGroup = 0xffff'ffffu;
constexpr std::string_view kStepPrefix = "ProfilerStep#";
constexpr const char* kAllSteps = "ProfilerStep*";

Error stopped()
{
    return { ErrorCode::Cancelled, "The analysis was stopped." };
}

/// Fills one RankOperators whose tree is there.
class Grouper {
public:
    Grouper(RankOperators& operators, const OperatorGrouping& grouping)
        : m_operators(operators)
        , m_tree(operators.tree)
        , m_trace(*operators.tree.rank().trace)
        , m_grouping(grouping)
        , m_byName(m_trace.strings().size() * kClasses, kNoGroup)
    {
    }

    Result<Done> run(const RankGpuWork& work, const Progress& progress)
    {
        Result<OperatorKeys> keys = operatorKeysOf(m_tree, m_grouping, progress);
        if (!keys)
            return keys.error();
        m_keys = std::move(keys).value();
        m_operators.hasKey = m_keys.hasAny;
        findDuplicates();
        putIntoGroups();
        if (progress.shouldStop())
            return stopped();
        std::vector<Nanoseconds> device = addOwnWork(work);
        addHostTimes();
        addDeviceTotals(device);
        return Done {};
    }

private:
    static constexpr std::size_t kClasses = 4; ///< ops, annotations, calls, frames: never in one group
    [[nodiscard]] static std::size_t classOf(EventKind kind)
    {
        return kind == EventKind::CpuOp ? 0 : kind == EventKind::UserAnnotation ? 1 : isApiCall(kind) ? 2 : 3;
    }

    [[nodiscard]] std::string labelOf(StringId name) const
    {
        const std::string_view text = m_trace.text(name);
        if (m_grouping.key == OperatorKey::Module)
            return std::string(moduleName(text));
        return text.starts_with(kStepPrefix) ? std::string(kAllSteps) : std::string(text);
    }
    [[nodiscard]] bool haveOneName(const HostNode& a, const HostNode& b) const
    {
        const SliceTable& slices = m_trace.slices();
        const StringId left = slices.name[a.slice.index()];
        const StringId right = slices.name[b.slice.index()];
        return left == right
            || (m_trace.text(left).starts_with(kStepPrefix) && m_trace.text(right).starts_with(kStepPrefix));
    }

    void findDuplicates()
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        m_operators.isDuplicate.assign(nodes.size(), false);
        if (m_grouping.key == OperatorKey::Module)
            return; // a module inside a module is another one
        std::vector<bool> hasChild(nodes.size(), false);
        std::vector<bool> hasTwo(nodes.size(), false);
        for (const HostNode& node : nodes) {
            if (node.parent == HostNode::kNone)
                continue;
            hasTwo[node.parent] = hasTwo[node.parent] || hasChild[node.parent];
            hasChild[node.parent] = true;
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::uint32_t parent = nodes[i].parent;
            m_operators.isDuplicate[i] =
                parent != HostNode::kNone && !hasTwo[parent] && haveOneName(nodes[i], nodes[parent]);
        }
    }

    void putIntoGroups()
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        m_operators.groupOf.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i)
            m_operators.groupOf[i] =
                m_operators.isDuplicate[i] ? m_operators.groupOf[nodes[i].parent] : groupOf(nodes[i], i);
    }

    std::uint32_t groupOf(const HostNode& node, std::size_t position)
    {
        const StringId name = m_trace.slices().name[node.slice.index()];
        const EventKind kind = m_tree.kindOf(node);
        std::uint32_t& byName = m_byName[name.index() * kClasses + classOf(kind)];
        if (byName == kNoGroup) { // names of one label share a number
            const auto [known, isNew] = m_labels.try_emplace(
                labelOf(name) + static_cast<char>('0' + classOf(kind)), static_cast<std::uint32_t>(m_labels.size()));
            byName = known->second;
        }
        const std::uint32_t key = m_keys.ofNode.empty() ? 0 : m_keys.ofNode[position];
        const auto [group, isNew] = m_groups.try_emplace(
            std::uint64_t { byName } << 32 | key, static_cast<std::uint32_t>(m_operators.groups.size()));
        if (isNew) {
            OperatorGroup fresh;
            fresh.name = labelOf(name);
            fresh.kind = kind;
            if (!m_keys.ofNode.empty())
                m_keys.describe(key, m_grouping.key, fresh);
            m_operators.groups.push_back(std::move(fresh));
        }
        return group->second;
    }

    /// @return own work by node.
    std::vector<Nanoseconds> addOwnWork(const RankGpuWork& work)
    {
        std::vector<Nanoseconds> own(m_tree.nodes.size(), 0);
        for (const GpuWorkRow& row : work.rows) {
            const std::uint32_t owner = m_tree.ownerOf(row.slice);
            const Nanoseconds length = row.range.length();
            if (owner == HostNode::kNone) {
                ++m_operators.unownedWork;
                m_operators.unownedTime = saturatingAdd(m_operators.unownedTime, length);
                continue;
            }
            if (m_tree.kindOf(m_tree.nodes[owner]) != EventKind::CpuOp) {
                ++m_operators.workOutsideOps;
                m_operators.timeOutsideOps = saturatingAdd(m_operators.timeOutsideOps, length);
            }
            own[owner] = saturatingAdd(own[owner], length);
            OperatorGroup& group = m_operators.groups[m_operators.groupOf[owner]];
            group.deviceSelf = saturatingAdd(group.deviceSelf, length);
            ++group.work;
        }
        return own;
    }

    void addHostTimes()
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        std::vector<std::uint32_t> open(m_operators.groups.size(), 0); ///< by group: nodes of it on the path
        std::vector<std::uint32_t> path;                               ///< the node before, and those around it
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const std::uint32_t groupIndex = m_operators.groupOf[i];
            while (!path.empty() && path.back() != nodes[i].parent) {
                --open[m_operators.groupOf[path.back()]];
                path.pop_back();
            }
            const bool isOutermost = open[groupIndex] == 0;
            path.push_back(i);
            ++open[groupIndex];
            OperatorGroup& group = m_operators.groups[groupIndex];
            group.hostSelf = saturatingAdd(group.hostSelf, nodes[i].self);
            if (m_operators.isDuplicate[i] || !m_tree.isVisible(nodes[i]))
                continue;
            const Nanoseconds length = m_tree.visibleRange(nodes[i]).length();
            ++group.count;
            group.hostTotal = saturatingAdd(group.hostTotal, length);
            if (isOutermost)
                group.hostOutermost = saturatingAdd(group.hostOutermost, length);
        }
    }

    /// @param device  own work by node; total work by node afterwards.
    void addDeviceTotals(std::vector<Nanoseconds>& device)
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        for (std::size_t i = nodes.size(); i-- > 0;) {
            if (nodes[i].parent != HostNode::kNone)
                device[nodes[i].parent] = saturatingAdd(device[nodes[i].parent], device[i]);
            if (m_operators.isDuplicate[i])
                continue;
            OperatorGroup& group = m_operators.groups[m_operators.groupOf[i]];
            group.deviceTotal = saturatingAdd(group.deviceTotal, device[i]);
        }
    }

    RankOperators& m_operators;
    const HostTree& m_tree;
    const Trace& m_trace;
    const OperatorGrouping& m_grouping;
    OperatorKeys m_keys;
    std::vector<std::uint32_t> m_byName; ///< by StringId and class: number of the label
    std::unordered_map<std::string, std::uint32_t> m_labels;
    std::unordered_map<std::uint64_t, std::uint32_t> m_groups; ///< label and key
};

} // namespace

HostKinds kindsOf(const OperatorGrouping& grouping)
{
    if (grouping.key != OperatorKey::Module)
        return grouping.kinds;
    HostKinds kinds { false, false, false, false, true, false };
    return kinds;
}

Result<RankOperators> operatorsOf(const ScopedHostTrees& trees, std::size_t rank, const RankGpuWork& work,
    const OperatorGrouping& grouping, const Progress& progress)
{
    Result<HostTree> tree = trees.rank(rank, progress);
    if (!tree)
        return tree.error();
    RankOperators operators;
    operators.tree = std::move(tree).value();
    if (const Result<Done> done = Grouper(operators, grouping).run(work, progress); !done)
        return done.error();
    return operators;
}

} // namespace kinetoscope
