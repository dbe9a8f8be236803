// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operator_keys.h"

#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"
#include "core/io/json/json_tree.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

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

} // namespace

void OperatorKeys::describe(std::uint32_t key, OperatorKey how, OperatorGroup& group) const
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

} // namespace kinetoscope
