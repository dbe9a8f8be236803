// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/kernel_ops.h"

#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/io/json/json_tree.h"
#include "core/numeric/saturating.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

std::string textOf(const JsonTree& tree, std::uint32_t args, std::string_view key)
{
    const std::uint32_t node = tree.find(args, key);
    return node == JsonTree::kNone ? std::string() : std::string(tree.value(node));
}

void readBytes(const JsonTree& tree, std::uint32_t args, KernelOp& op)
{
    const std::uint32_t dims = tree.find(args, "Input Dims");
    const std::uint32_t types = tree.find(args, "Input type");
    const std::uint32_t strides = tree.find(args, "Input Strides");
    if (dims == JsonTree::kNone || types == JsonTree::kNone)
        return;
    const auto shapes = tree.children(dims);
    const auto names = tree.children(types);
    for (std::size_t i = 0; i < std::min(shapes.size(), names.size()); ++i) {
        const std::int64_t size = sizeOf(elementTypeOf(tree.value(names[i])));
        if (size == 0 || tree.type(shapes[i]) != JsonTree::Type::Array)
            continue;
        const bool hasStrides = strides != JsonTree::kNone && i < tree.children(strides).size();
        const auto shape = shapeOf(tree, shapes[i], tree, hasStrides ? tree.children(strides)[i] : JsonTree::kNone);
        if (!shape)
            continue;
        const std::int64_t bytes = saturatingMultiply(shape->distinct, size);
        if (!op.firstBytes)
            op.firstBytes = bytes;
        else
            op.otherBytes.push_back(bytes);
        op.bytes = saturatingAdd(op.bytes.value_or(0), bytes);
    }
}

KernelOp kernelOpOf(std::string_view json)
{
    KernelOp op;
    const JsonTree tree = JsonTree::parse(json);
    if (tree.isEmpty() || tree.type(0) != JsonTree::Type::Object)
        return op;
    const std::uint32_t args = tree.find(0, "args");
    if (args == JsonTree::kNone)
        return op;
    op.isTriton = textOf(tree, args, "kernel_backend") == "triton";
    op.file = textOf(tree, args, "kernel_file");
    op.hash = textOf(tree, args, "kernel_hash");
    readBytes(tree, args, op);
    return op;
}

} // namespace

SliceId opOfKernel(const Trace& trace, SliceId work)
{
    const SliceTable& slices = trace.slices();
    SliceId slice = slices.partner[work.index()];
    while (slice.isValid() && slices.kind[slice.index()] != EventKind::CpuOp)
        slice = slices.parent[slice.index()];
    return slice;
}

Result<Done> visitKernelOps(const Trace& trace, std::span<const SliceId> ops, const Progress& progress,
    const std::function<void(std::size_t, const KernelOp&)>& visit)
{
    std::vector<std::pair<EventIndex, std::size_t>> wanted; // event, position in `ops`
    wanted.reserve(ops.size());
    for (std::size_t i = 0; i < ops.size(); ++i)
        wanted.emplace_back(trace.slices().eventIndex[ops[i].index()], i);
    std::ranges::sort(wanted);
    std::vector<EventIndex> events;
    events.reserve(wanted.size());
    for (const auto& [event, position] : wanted) {
        if (events.empty() || events.back() != event)
            events.push_back(event);
    }
    if (events.empty())
        return Done {};
    auto next = wanted.begin();
    KT_TRY_DONE(trace.visitEventJson(events, [&](std::size_t i, std::string_view json) {
        const KernelOp op = kernelOpOf(json);
        for (; next != wanted.end() && next->first == events[i]; ++next)
            visit(next->second, op);
        return !progress.shouldStop();
    }));
    KT_TRY_DONE(progress.carryOn());
    return Done {};
}

} // namespace kinetoscope
