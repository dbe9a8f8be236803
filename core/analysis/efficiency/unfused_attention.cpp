// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/unfused_attention.h"

#include "core/numeric/saturating.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kinetoscope {

namespace {

/// A batched product of two tensors, [b, m, k] and [b, k, n]; nothing where the file does not tell their shapes.
struct BatchedProduct {
    const TensorShape* left = nullptr;
    const TensorShape* right = nullptr;
};
std::optional<BatchedProduct> batchedProductOf(const Trace& trace, const RankOwnedWork& work, const OwningCall& call)
{
    const std::string_view name = trace.name(call.op);
    if ((name != "aten::bmm" && name != "aten::baddbmm") || call.arguments == OpArgumentStore::kNone)
        return std::nullopt;
    const std::size_t first = name == "aten::baddbmm" ? 1 : 0; // what is added comes before them
    const OpArguments& arguments = work.arguments[call.arguments];
    const BatchedProduct product { arguments.tensor(first), arguments.tensor(first + 1) };
    const bool isWhole =
        product.left && product.right && product.left->dims.size() == 3 && product.right->dims.size() == 3;
    return isWhole ? std::optional(product) : std::nullopt;
}

/// Whether a softmax can be that of the scores that `first` makes and `second` reads: as many elements, rows as long.
bool isSoftmaxBetween(const TensorShape& softmax, const BatchedProduct& first, const BatchedProduct& second)
{
    if (softmax.dims.empty())
        return false;
    const std::int64_t keys = first.right->dims[2];
    const std::int64_t made = saturatingMultiply(saturatingMultiply(first.left->dims[0], first.left->dims[1]), keys);
    return softmax.elements == made && softmax.dims.back() == keys && second.left->elements == made
        && second.left->dims[2] == keys;
}

} // namespace

std::vector<const OwningCall*> softmaxOfUnfusedAttention(const Trace& trace, const RankOwnedWork& work)
{
    std::vector<const OwningCall*> calls; // that matter here, as they were launched
    for (const OwningCall& call : work.calls) {
        if (call.figures().unit == FlopsUnit::Matrix || trace.name(call.op) == "aten::_softmax")
            calls.push_back(&call);
    }
    std::ranges::stable_sort(
        calls, {}, [&](const OwningCall* call) { return trace.slices().start[call->launch.index()]; });
    std::vector<const OwningCall*> found;
    for (std::size_t i = 1; i + 1 < calls.size(); ++i) {
        if (trace.name(calls[i]->op) != "aten::_softmax" || calls[i]->arguments == OpArgumentStore::kNone)
            continue;
        const auto first = batchedProductOf(trace, work, *calls[i - 1]);
        const auto second = batchedProductOf(trace, work, *calls[i + 1]);
        const TensorShape* const softmax = work.arguments[calls[i]->arguments].tensor(0);
        if (first && second && softmax && isSoftmaxBetween(*softmax, *first, *second))
            found.push_back(calls[i]);
    }
    return found;
}

} // namespace kinetoscope
