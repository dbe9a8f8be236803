// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_groups.h"

#include "core/analysis/host/tree/call_paths.h"
#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"
#include "core/io/json/json_tree.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

/// What besides its name tells one call from another, as a number for each node.
struct OperatorKeys {
    std::vector<std::uint32_t> ofNode; ///< empty: the name decides alone
    std::vector<std::string> texts;    ///< by number; Stack: frames joined by line feeds
    bool hasAny = true;                ///< some call has one

    /// Writes what key number `key` says into the group.
    void describe(std::uint32_t key, OperatorKey how, OperatorGroup& group) const
    {
        std::string_view text = texts[key];
        if (how == OperatorKey::Shapes)
            group.shapes = text;
        else if (how == OperatorKey::Module)
            group.module = text;
        while (how == OperatorKey::Stack && !text.empty()) {
            const std::string_view frame = text.substr(0, text.find('\n'));
            group.stack.emplace_back(frame);
            text.remove_prefix(std::min(text.size(), frame.size() + 1));
        }
    }
};

constexpr std::size_t kOperatorKeysRowsPerCheck = 64 * 1024;
/// Frames of PyTorch itself that its own stacks leave out: part of the file, part of the function.
constexpr std::pair<std::string_view, std::string_view> kHiddenFrames[] {
    { "autograd/__init__", "_make_grads" },
    { "autograd/__init__", "backward" },
    { "torch/tensor", "backward" },
    { "_internal/common_utils", "prof_callable" },
    { "_internal/common_utils", "prof_func_call" },
    { "_internal/common_utils", "prof_meth_call" },
};

bool isHidden(std::string_view frame)
{
    return std::any_of(std::begin(kHiddenFrames), std::end(kHiddenFrames), [frame](const auto& hidden) {
        return frame.find(hidden.first) != std::string_view::npos
            && frame.find(hidden.second) != std::string_view::npos;
    });
}

/// Numbers for texts in order of first appearance; number 0 is the empty text.
class Numbers {
public:
    explicit Numbers(OperatorKeys& keys)
        : m_keys(keys)
    {
        (void)of(std::string());
    }
    std::uint32_t of(std::string text)
    {
        const auto [known, isNew] =
            m_numbers.try_emplace(std::move(text), static_cast<std::uint32_t>(m_keys.texts.size()));
        if (isNew)
            m_keys.texts.push_back(known->first);
        return known->second;
    }

private:
    OperatorKeys& m_keys;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

/// Keys that stand in the arguments of the ops: `read(eventJson)` gives the text.
Result<Done> readFromArguments(OperatorKeys& keys, const HostTree& tree, const Progress& progress,
    const std::function<std::string(std::string_view)>& read)
{
    const SliceTable& slices = tree.rank().trace->slices();
    std::vector<std::pair<EventIndex, std::uint32_t>> ops;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.kindOf(tree.nodes[i]) == EventKind::CpuOp)
            ops.emplace_back(slices.eventIndex[tree.nodes[i].slice.index()], i);
    }
    std::ranges::sort(ops);
    const std::vector<EventIndex> events = mapped(ops, [](const auto& op) { return op.first; });
    Numbers numbers(keys);
    keys.ofNode.assign(tree.nodes.size(), 0);
    bool isStopped = false;
    const auto visit = [&](std::size_t i, std::string_view json) {
        keys.ofNode[ops[i].second] = numbers.of(read(json));
        isStopped = i % kOperatorKeysRowsPerCheck == 0 && progress.shouldStop();
        return !isStopped;
    };
    KT_TRY_DONE(tree.rank().trace->visitEventJson(events, visit));
    if (isStopped)
        return Error::stopped();
    keys.hasAny = keys.texts.size() > 1;
    return Done {};
}

/// Path of each module call: the modules around it, outermost first.
OperatorKeys modulePaths(const HostTree& tree)
{
    const Trace& trace = *tree.rank().trace;
    OperatorKeys keys;
    Numbers numbers(keys);
    std::unordered_map<std::uint64_t, std::uint32_t> known; ///< number of the path around, name
    keys.ofNode.reserve(tree.nodes.size());
    for (const HostNode& node : tree.nodes) {
        const std::uint32_t around = node.parent == HostNode::kNone ? 0 : keys.ofNode[node.parent];
        const StringId name = trace.slices().name[node.slice.index()];
        const auto [path, isNew] = known.try_emplace(std::uint64_t { around } << 32 | name.value, 0);
        if (isNew) {
            std::string text = keys.texts[around];
            text.append(text.empty() ? "" : ".").append(moduleName(trace.text(name)));
            path->second = numbers.of(std::move(text));
        }
        keys.ofNode.push_back(path->second);
    }
    keys.hasAny = !tree.nodes.empty();
    return keys;
}

/// Stacks of ops from the Python frames around them.
class FrameStacks {
public:
    FrameStacks(const Trace& trace, std::size_t depth)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_depth(depth)
    {
    }

    [[nodiscard]] bool hasFrames() const
    {
        return std::ranges::find(m_slices.kind, EventKind::PythonFunction) != m_slices.kind.end();
    }

    /// Frames joined by line feeds, innermost first. What runs in the backward pass has the stack of the forward op.
    [[nodiscard]] std::string of(SliceId slice)
    {
        const SliceId from = forwardOpAround(slice);
        return framesAround(from.isValid() ? from : slice);
    }

private:
    /// The forward op of the innermost op around `slice` that an arrow of the backward pass ends at.
    [[nodiscard]] SliceId forwardOpAround(SliceId slice) const
    {
        int steps = 0;
        for (; slice.isValid() && steps < kMaxWalk; slice = m_slices.parent[slice.index()], ++steps) {
            if (m_slices.kind[slice.index()] != EventKind::CpuOp)
                continue;
            for (const std::uint32_t index : m_trace.flows().to(slice)) {
                const Flow& flow = m_trace.flows().all()[index];
                const std::string_view name = m_trace.category(flow.category);
                if (name == "fwdbwd" || name == "forward_backward")
                    return flow.from;
            }
        }
        return {};
    }
    [[nodiscard]] std::string framesAround(SliceId slice) const
    {
        std::string text;
        std::size_t count = 0;
        int steps = 0;
        for (; slice.isValid() && count < m_depth && steps < kMaxWalk;
             slice = m_slices.parent[slice.index()], ++steps) {
            if (m_slices.kind[slice.index()] != EventKind::PythonFunction || isHidden(m_trace.name(slice)))
                continue;
            text.append(count > 0 ? "\n" : "").append(m_trace.name(slice));
            ++count;
        }
        return text;
    }

    /// Real stacks are a few hundred deep; a made one must not make this quadratic.
    static constexpr int kMaxWalk = 2'000;
    const Trace& m_trace;
    const SliceTable& m_slices;
    std::size_t m_depth;
};

/// "a;b;c" of the argument `Call stack`, innermost first, to the first frames joined by line feeds.
std::string framesOf(std::string_view callStack, std::size_t depth)
{
    std::string text;
    std::size_t count = 0;
    while (!callStack.empty() && count < depth) {
        const std::string_view frame = callStack.substr(0, callStack.find(';'));
        callStack.remove_prefix(std::min(callStack.size(), frame.size() + 1));
        if (frame.empty() || isHidden(frame))
            continue;
        text.append(count > 0 ? "\n" : "").append(frame);
        ++count;
    }
    return text;
}

Result<OperatorKeys> stacks(const HostTree& tree, std::size_t depth, const Progress& progress)
{
    const Trace& trace = *tree.rank().trace;
    OperatorKeys keys;
    FrameStacks frames(trace, depth);
    if (!frames.hasFrames()) { // older files say it in the arguments of the op
        const auto read = [depth](std::string_view json) {
            const std::string_view raw = argumentOf(json, "Call stack");
            if (!raw.starts_with('"'))
                return std::string();
            const JsonTree text = JsonTree::parse(raw);
            return text.isEmpty() ? std::string() : framesOf(text.value(0), depth);
        };
        KT_TRY_DONE(readFromArguments(keys, tree, progress, read));
        return keys;
    }
    Numbers numbers(keys);
    keys.ofNode.reserve(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (i % kOperatorKeysRowsPerCheck == 0 && progress.shouldStop())
            return Error::stopped();
        keys.ofNode.push_back(numbers.of(frames.of(tree.nodes[i].slice)));
    }
    keys.hasAny = keys.texts.size() > 1;
    return keys;
}

/// Errors and cost as operatorsOf.
Result<OperatorKeys> operatorKeysOf(const HostTree& tree, const OperatorGrouping& grouping, const Progress& progress)
{
    switch (grouping.key) {
    case OperatorKey::Name:
        break;
    case OperatorKey::Shapes: {
        OperatorKeys keys;
        const auto read = [](std::string_view json) { return tidyList(argumentOf(json, "Input Dims")); };
        KT_TRY_DONE(readFromArguments(keys, tree, progress, read));
        return keys;
    }
    case OperatorKey::Module:
        return modulePaths(tree);
    case OperatorKey::Stack:
        return stacks(tree, grouping.stackDepth, progress);
    }
    return OperatorKeys {};
}

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
        findDuplicates();
        KT_TRY_DONE(progress.carryOn());
        putIntoGroups(progress);
        KT_TRY_DONE(progress.carryOn());
        addOwnWork(work);
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

    void addOwnWork(const RankGpuWork& work)
    {
        for (std::size_t i = 0; i < work.rows.size(); ++i) {
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
