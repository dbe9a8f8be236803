// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <algorithm>
#include <limits>

namespace kinetoscope::formula {

namespace {

/// How an op has its arguments: of (q, k, v) forward, of (dout, q, k, v) backward; kNowhere for none.
struct AttentionLayout {
    bool headsFirst = true; ///< B H N d, else B N H d
    std::size_t mask = kNowhere;
    std::size_t causalForward = kNowhere;
    std::size_t causalBackward = kNowhere;
    bool isBottomRight = false;
    bool isCornerNumber = false; ///< 1 top left, 2 bottom right instead of a flag
    std::size_t lengthsForward = kNowhere;
    std::size_t lengthsBackward = kNowhere;
    std::size_t windowForward = kNowhere;

    static constexpr std::size_t kNowhere = 1000;
};

AttentionLayout layoutOf(int kind)
{
    constexpr std::size_t kNowhere = AttentionLayout::kNowhere;
    switch (kind) {
    case kSdpaFlash:
        return { true, kNowhere, 4, 11, false, false, kNowhere, kNowhere, kNowhere };
    case kSdpaEfficient:
        return { true, 3, 6, 11, false, false, kNowhere, kNowhere, kNowhere };
    case kSdpaCudnn:
        return { true, 3, 6, 14, false, false, kNowhere, kNowhere, kNowhere };
    case kFlashForward:
        return { false, kNowhere, 8, 11, true, false, 3, 6, kNowhere };
    case kEfficientForward:
        return { false, 3, 9, 14, false, true, 4, 6, kNowhere };
    case kFlashLibrary:
        return { false, kNowhere, 5, 11, true, false, kNowhere, kNowhere, 6 };
    default:
        return { true, 3, 5, 5, false, false, kNowhere, kNowhere, kNowhere };
    }
}

/// Pairs of a query and a key that a causal mask leaves, of one head.
std::int64_t causalPairs(std::int64_t queries, std::int64_t keys, std::int64_t offset)
{
    // Query i sees the first i + 1 + offset keys: none below 0, all from `keys` on.
    const std::int64_t none = std::clamp<std::int64_t>(-offset, 0, queries);
    const std::int64_t full = std::clamp<std::int64_t>(keys - offset, none, queries);
    const auto first = static_cast<double>(none + 1 + offset);
    const auto last = static_cast<double>(full + offset);
    const double slope = static_cast<double>(full - none) * (first + last) / 2;
    if (slope > 4e18)
        return std::numeric_limits<std::int64_t>::max();
    const std::int64_t rising = full > none ? (full - none) * (none + 1 + offset + full + offset) / 2 : 0;
    return saturatingAdd(rising, saturatingMultiply(queries - full, keys));
}

struct AttentionSize {
    std::int64_t allPairs = 0; ///< of all heads
    std::int64_t pairs = 0;
    std::int64_t depth = 0;
    std::int64_t valueDepth = 0;
};

std::optional<AttentionSize> attentionSize(
    const AttentionLayout& layout, const TensorShape* q, const TensorShape* k, const TensorShape* v, int corner)
{
    if (!q || !k || !v || q->dims.size() != 4 || k->dims.size() != 4 || v->dims.size() != 4)
        return std::nullopt;
    const std::size_t heads = layout.headsFirst ? 1 : 2;
    const std::size_t length = layout.headsFirst ? 2 : 1;
    const std::int64_t queries = q->dims[length];
    const std::int64_t keys = k->dims[length];
    constexpr std::int64_t kMostPlausible = 1'000'000'000;
    if (queries > kMostPlausible || keys > kMostPlausible)
        return std::nullopt;
    const std::int64_t batches = saturatingMultiply(q->dims[0], q->dims[heads]);
    AttentionSize size { saturatingMultiply(batches, saturatingMultiply(queries, keys)), 0, q->dims[3], v->dims[3] };
    size.pairs = corner == 0
        ? size.allPairs
        : saturatingMultiply(batches, causalPairs(queries, keys, corner == 2 ? keys - queries : 0));
    return size;
}

/// 0 all pairs, 1 causal from the top left, 2 from the bottom right; nothing where the file does not say.
std::optional<int> cornerOf(const FormulaCall& call, const AttentionLayout& layout, std::size_t place)
{
    if (!call.arguments.hasValues)
        return std::nullopt;
    if (layout.isCornerNumber) {
        const auto number = call.arguments.integers(place);
        return number && !number->empty() ? static_cast<int>(std::clamp<std::int64_t>(number->front(), 0, 2)) : 0;
    }
    const bool isCausal = call.arguments.flag(place).value_or(false);
    return isCausal ? (layout.isBottomRight ? 2 : 1) : 0;
}

/// @param depths  multiplications for each pair.
Figures attentionFigures(const AttentionSize& size, std::int64_t depths, const Traffic& traffic, ElementType operand)
{
    Figures figures = matrixFigures(productOf({ 2, size.pairs, depths }), traffic, operand);
    figures.causalLeftOut = productOf({ 2, size.allPairs - size.pairs, depths });
    return figures;
}

bool hasWindow(const FormulaCall& call, const AttentionLayout& layout)
{
    if (layout.windowForward == AttentionLayout::kNowhere)
        return false;
    const auto left = call.arguments.integers(layout.windowForward);
    return left && !left->empty() && left->front() >= 0;
}

} // namespace

Figures attention(const FormulaCall& call)
{
    const AttentionLayout layout = layoutOf(call.variant);
    if (call.tensor(layout.lengthsForward))
        return lacking(Lack::NoLengths);
    if (hasWindow(call, layout))
        return lacking(Lack::Window);
    const auto corner = cornerOf(call, layout, layout.causalForward);
    if (!corner)
        return lacking(Lack::NoValues);
    const TensorShape* q = call.tensor(0);
    const TensorShape* k = call.tensor(1);
    const TensorShape* v = call.tensor(2);
    const auto size = attentionSize(layout, q, k, v, *corner);
    if (!size)
        return lacking(Lack::NoShapes);
    const std::int64_t depths = saturatingAdd(size->depth, size->valueDepth);
    const std::int64_t outputs = q->dims[3] > 0 ? saturatingMultiply(q->elements / q->dims[3], v->dims[3]) : 0;
    Traffic traffic = Traffic().read(q).read(k).read(v).read(call.tensor(layout.mask)).add(outputs, q->type);
    return attentionFigures(*size, depths, traffic, q->type);
}

Figures attentionBackward(const FormulaCall& call)
{
    const AttentionLayout layout = layoutOf(call.variant);
    if (call.tensor(layout.lengthsBackward))
        return lacking(Lack::NoLengths);
    const auto corner = cornerOf(call, layout, layout.causalBackward);
    if (!corner)
        return lacking(Lack::NoValues);
    const TensorShape* gradient = call.tensor(0);
    const TensorShape* q = call.tensor(1);
    const TensorShape* k = call.tensor(2);
    const TensorShape* v = call.tensor(3);
    const auto size = attentionSize(layout, q, k, v, *corner);
    if (!size || !gradient)
        return lacking(Lack::NoShapes);
    // S again, dP, dV, dQ, dK.
    const std::int64_t depths =
        saturatingAdd(saturatingMultiply(3, size->depth), saturatingMultiply(2, size->valueDepth));
    const Traffic traffic = Traffic().read(q).read(k).read(v).read(gradient).write(gradient).write(q).write(k).write(v);
    return attentionFigures(*size, depths, traffic, q->type);
}

Figures unknownLengths(const FormulaCall&)
{
    return lacking(Lack::NoLengths);
}

Figures unknownRouting(const FormulaCall&)
{
    return lacking(Lack::NoRouting);
}

} // namespace kinetoscope::formula
