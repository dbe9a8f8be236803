// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_groups.h"

#include "core/analysis/host/operator_keys.h"
#include "core/analysis/host/tree/call_paths.h"
#include "core/numeric/intervals.h"

#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kNoGroup = 0xffff'ffffu;

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
        KT_TRY(m_keys, operatorKeysOf(m_tree, m_grouping, progress));
        m_operators.hasKey = m_keys.hasAny;
        findOwners(work, progress);
        KT_TRY_DONE(progress.carryOn());
        findDuplicates(progress);
        KT_TRY_DONE(progress.carryOn());
        putIntoGroups(progress);
        KT_TRY_DONE(progress.carryOn());
        addOwnWork(work, progress);
        addHostTimes(progress);
        addDeviceTotals(work, progress);
        KT_TRY_DONE(progress.carryOn());
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
        return text.starts_with(kStepPrefix) ? std::string(kAllStepsName) : std::string(text);
    }
    [[nodiscard]] bool haveOneName(const HostNode& a, const HostNode& b, const std::vector<bool>& areSteps) const
    {
        const SliceTable& slices = m_trace.slices();
        const StringId left = slices.name[a.slice.index()];
        const StringId right = slices.name[b.slice.index()];
        return left == right || (areSteps[left.index()] && areSteps[right.index()]);
    }

    void findDuplicates(const Progress& progress)
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        m_operators.isDuplicate.assign(nodes.size(), false);
        if (m_grouping.key == OperatorKey::Module)
            return; // a module inside a module is another one
        std::vector<bool> hasChild(nodes.size(), false);
        std::vector<bool> hasTwo(nodes.size(), false);
        StopCheck check(progress);
        for (const HostNode& node : nodes) {
            if (check.after(1))
                return;
            if (node.parent == HostNode::kNone)
                continue;
            hasTwo[node.parent] = hasTwo[node.parent] || hasChild[node.parent];
            hasChild[node.parent] = true;
        }
        std::vector<bool> areSteps(m_trace.strings().size()); // by name
        for (std::size_t name = 0; name < areSteps.size(); ++name)
            areSteps[name] = m_trace.text(StringId { name }).starts_with(kStepPrefix);
        for (std::size_t i = 0; i < nodes.size() && !check.after(1); ++i) {
            const std::uint32_t parent = nodes[i].parent;
            m_operators.isDuplicate[i] =
                parent != HostNode::kNone && !hasTwo[parent] && haveOneName(nodes[i], nodes[parent], areSteps);
        }
    }

    void putIntoGroups(const Progress& progress)
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        m_operators.groupOf.resize(nodes.size());
        StopCheck check(progress);
        for (std::size_t i = 0; i < nodes.size() && !check.after(2); ++i)
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
            OperatorGroup fresh { .name = labelOf(name), .kind = kind };
            if (!m_keys.ofNode.empty())
                m_keys.describe(key, m_grouping.key, fresh);
            m_operators.groups.push_back(std::move(fresh));
        }
        return group->second;
    }

    /// Frees the lookups of the tree as soon as the launchers are known: they take as much as the groups will.
    void findOwners(const RankGpuWork& work, const Progress& progress)
    {
        std::vector<std::uint32_t>& owners = m_operators.ownerOfRow;
        owners.reserve(work.rows.size());
        StopCheck check(progress);
        for (const GpuWorkRow& row : work.rows) {
            if (check.after(2))
                return;
            owners.push_back(m_tree.launcherOf(row.slice));
        }
        m_operators.tree.dropLookups();
        const std::vector<std::uint32_t> ownerOfLauncher = workOwners(m_tree, progress);
        for (std::uint32_t& owner : owners)
            owner = owner == HostNode::kNone ? owner : ownerOfLauncher[owner];
    }

    void addOwnWork(const RankGpuWork& work, const Progress& progress)
    {
        StopCheck check(progress);
        for (std::size_t i = 0; i < work.rows.size() && !check.after(1); ++i) {
            const std::uint32_t owner = m_operators.ownerOfRow[i];
            const Nanoseconds length = work.rows[i].range.length();
            if (owner == HostNode::kNone) {
                ++m_operators.unownedWork;
                m_operators.unownedTime = saturatingAdd(m_operators.unownedTime, length);
                continue;
            }
            if (m_tree.kindOf(m_tree.nodes[owner]) != EventKind::CpuOp) {
                ++m_operators.workOutsideOps;
                m_operators.timeOutsideOps = saturatingAdd(m_operators.timeOutsideOps, length);
            }
            OperatorGroup& group = m_operators.groups[m_operators.groupOf[owner]];
            group.deviceSelf = saturatingAdd(group.deviceSelf, length);
            ++group.work;
        }
    }

    void addHostTimes(const Progress& progress)
    {
        const std::vector<HostNode>& nodes = m_tree.nodes;
        std::vector<std::uint32_t> open(m_operators.groups.size(), 0); ///< by group: nodes of it on the path
        std::vector<std::uint32_t> path;                               ///< the node before, and those around it
        StopCheck check(progress);
        for (std::uint32_t i = 0; i < nodes.size() && !check.after(2); ++i) {
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

    /// Walks along the tree with the sums of the open nodes only: a sum for each node would take half of the tree
    /// again.
    void addDeviceTotals(const RankGpuWork& work, const Progress& progress)
    {
        struct Open {
            std::uint32_t node = 0;
            Nanoseconds work = 0; ///< of it and of what was nested in it so far
        };
        const std::vector<HostNode>& nodes = m_tree.nodes;
        const std::vector<std::uint32_t>& owners = m_operators.ownerOfRow;
        std::vector<std::uint32_t> rows(owners.size());
        std::iota(rows.begin(), rows.end(), 0u);
        sortRuns(
            rows, [&owners](std::uint32_t a, std::uint32_t b) { return owners[a] < owners[b]; }, progress);
        std::vector<Open> path;
        const auto close = [&] {
            const Open done = path.back();
            path.pop_back();
            if (!path.empty())
                path.back().work = saturatingAdd(path.back().work, done.work);
            OperatorGroup& group = m_operators.groups[m_operators.groupOf[done.node]];
            if (!m_operators.isDuplicate[done.node])
                group.deviceTotal = saturatingAdd(group.deviceTotal, done.work);
        };
        auto row = rows.begin();
        StopCheck check(progress);
        for (std::uint32_t i = 0; i < nodes.size() && !check.after(2); ++i) {
            while (!path.empty() && path.back().node != nodes[i].parent)
                close();
            path.push_back({ i, 0 });
            for (; row != rows.end() && owners[*row] == i; ++row)
                path.back().work = saturatingAdd(path.back().work, work.rows[*row].range.length());
        }
        while (!path.empty())
            close();
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
    KT_TRY(HostTree tree, trees.rank(rank, progress));
    RankOperators operators;
    operators.tree = std::move(tree);
    KT_TRY_DONE(Grouper(operators, grouping).run(work, progress));
    return operators;
}

} // namespace kinetoscope
