// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <algorithm>

namespace kinetoscope::formula {

namespace {

std::vector<const TensorShape*> tensorsOf(const FormulaCall& call)
{
    std::vector<const TensorShape*> tensors;
    for (std::size_t i = 0; i < call.count(); ++i) {
        if (const TensorShape* tensor = call.tensor(i))
            tensors.push_back(tensor);
    }
    return tensors;
}

/// Elements of what the tensors are broadcast to. Sizes that do not fit each other: the larger one.
std::int64_t broadcastElements(const std::vector<const TensorShape*>& tensors)
{
    std::vector<std::int64_t> sizes; // from the last dimension on
    for (const TensorShape* tensor : tensors) {
        sizes.resize(std::max(sizes.size(), tensor->dims.size()), 1);
        for (std::size_t i = 0; i < tensor->dims.size(); ++i) {
            const std::int64_t size = tensor->dims[tensor->dims.size() - 1 - i];
            sizes[i] = sizes[i] == 1 ? size : (size == 1 ? sizes[i] : std::max(sizes[i], size));
        }
    }
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count = saturatingMultiply(count, size);
    return count;
}

/// The type of mixed arithmetic: the highest category among tensors with dimensions, in it the larger type; a tensor
/// without dimensions counts only by a higher category.
ElementType promotedType(const std::vector<const TensorShape*>& tensors)
{
    ElementType result = ElementType::Unknown;
    const auto join = [&result](ElementType type) {
        if (result == ElementType::Unknown || arithmeticRank(type) > arithmeticRank(result)) {
            result = type;
        } else if (arithmeticRank(type) == arithmeticRank(result)) {
            const bool isMixedHalf =
                sizeOf(type) == 2 && sizeOf(result) == 2 && type != result && arithmeticRank(type) == 2;
            result = isMixedHalf ? ElementType::Float : (sizeOf(type) > sizeOf(result) ? type : result);
        }
    };
    for (const TensorShape* tensor : tensors) {
        if (tensor->type == ElementType::Unknown)
            return ElementType::Unknown;
        if (!tensor->dims.empty())
            join(tensor->type);
    }
    ElementType single = ElementType::Unknown;
    std::swap(single, result);
    for (const TensorShape* tensor : tensors) {
        if (tensor->dims.empty())
            join(tensor->type);
    }
    const ElementType ofScalars = result;
    if (single == ElementType::Unknown)
        return ofScalars;
    return ofScalars != ElementType::Unknown && arithmeticRank(ofScalars) > arithmeticRank(single) ? ofScalars : single;
}

ElementType outputType(int rule, const std::vector<const TensorShape*>& operands)
{
    const ElementType promoted = promotedType(operands);
    if (promoted == ElementType::Unknown)
        return promoted;
    if (rule == kBoolean)
        return ElementType::Bool;
    return rule == kFloating && arithmeticRank(promoted) < 2 ? ElementType::Float : promoted;
}

} // namespace

Figures elementwise(const FormulaCall& call)
{
    std::vector<const TensorShape*> tensors = tensorsOf(call);
    if (tensors.empty())
        return lacking(Lack::NoShapes);
    const auto operands = static_cast<std::size_t>(call.variant / 4);
    const std::int64_t outputs = broadcastElements(tensors);
    Traffic traffic;
    if (call.isInPlace) {
        traffic.add(outputs, tensors.front()->type);
    } else if (tensors.size() > operands) {
        traffic.add(outputs, tensors.back()->type); // `out=`: written, not read
        tensors.pop_back();
    } else {
        traffic.add(outputs, outputType(call.variant % 4, tensors));
    }
    for (const TensorShape* tensor : tensors)
        traffic.read(tensor);
    return figuresOf(outputs, FlopsUnit::Vector, traffic);
}

Figures dropout(const FormulaCall&, const TensorShape* x)
{
    return figuresOf(x->elements, FlopsUnit::Vector, Traffic().read(x).write(x).addBytes(x->elements));
}

Figures activationAndProduct(const FormulaCall&, const TensorShape* output, const TensorShape* x)
{
    return figuresOf(saturatingMultiply(5, output->elements), FlopsUnit::Vector, Traffic().write(output).read(x));
}

Figures quantize(const FormulaCall& call, const TensorShape* output, const TensorShape* x)
{
    return figuresOf(x->elements, FlopsUnit::Vector, Traffic().write(output).read(x).read(call.tensor(2)));
}

Figures rotaryEmbedding(
    const FormulaCall& call, const TensorShape* positions, const TensorShape* q, const TensorShape* cache)
{
    const TensorShape* k = call.tensor(2);
    if (cache->dims.empty())
        return lacking(Lack::NoShapes);
    const std::int64_t turned = saturatingAdd(q->elements, k ? k->elements : 0);
    return figuresOf(saturatingMultiply(3, turned), FlopsUnit::Vector,
        Traffic().read(positions).read(q).write(q).read(k).write(k).add(
            saturatingMultiply(positions->elements, cache->dims.back()), cache->type));
}

} // namespace kinetoscope::formula
