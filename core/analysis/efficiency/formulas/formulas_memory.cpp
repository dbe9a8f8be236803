// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace kinetoscope::formula {

namespace {

/// Without operations; `traffic` in full.
Figures movement(const Traffic& traffic, BytesKind kind = BytesKind::Exact)
{
    return figuresOf(std::nullopt, FlopsUnit::None, traffic, kind);
}

const OpArgument* listAt(const FormulaCall& call, std::size_t index)
{
    const bool isList = index < call.count() && call.arguments.items[index].kind == OpArgument::Kind::TensorList
        && !call.arguments.items[index].tensors.empty();
    return isList ? &call.arguments.items[index] : nullptr;
}

std::int64_t elementsOfList(const OpArgument& list)
{
    std::int64_t sum = 0;
    for (const TensorShape& tensor : list.tensors)
        sum = saturatingAdd(sum, tensor.elements);
    return sum;
}

/// `elements` of a list's type, which only kernels tell.
Figures ofList(std::optional<std::int64_t> flops, const FormulaCall& call, std::int64_t elements)
{
    Figures figures { .flops = flops, .unit = flops ? FlopsUnit::Vector : FlopsUnit::None };
    if (call.around.listElementSize) {
        figures.bytes = saturatingMultiply(elements, *call.around.listElementSize);
        figures.kind = BytesKind::Exact;
    } else {
        figures.lack = Lack::NoListType;
    }
    return figures;
}

} // namespace

Figures copy(const FormulaCall& call)
{
    const TensorShape* target = call.tensor(0);
    const TensorShape* source = call.tensor(1);
    return target && source ? movement(Traffic().read(source).write(target)) : lacking(Lack::NoShapes);
}

Figures fill(const FormulaCall& call)
{
    const TensorShape* target = call.tensor(0);
    return target ? movement(Traffic().write(target)) : lacking(Lack::NoShapes);
}

Figures concatenate(const FormulaCall& call)
{
    const OpArgument* list = listAt(call, 0);
    return list ? ofList(std::nullopt, call, saturatingMultiply(2, elementsOfList(*list))) : lacking(Lack::NoShapes);
}

Figures embedding(const FormulaCall&, const TensorShape* weight, const TensorShape* indices)
{
    if (weight->dims.empty())
        return lacking(Lack::NoShapes);
    std::int64_t taken = indices->elements;
    for (std::size_t i = 1; i < weight->dims.size(); ++i)
        taken = saturatingMultiply(taken, weight->dims[i]);
    return movement(Traffic().read(indices).add(saturatingMultiply(2, taken), weight->type));
}

Figures indexSelect(const FormulaCall& call, const TensorShape* x, const TensorShape* indices)
{
    if (x->dims.empty())
        return lacking(Lack::NoShapes);
    std::int64_t dim = 0; // the only one of a vector
    if (x->dims.size() > 1) {
        const auto told = call.arguments.integers(1);
        if (!told || told->size() != 1)
            return lacking(Lack::NoValues);
        dim = told->front() < 0 ? told->front() + static_cast<std::int64_t>(x->dims.size()) : told->front();
    }
    if (dim < 0 || dim >= static_cast<std::int64_t>(x->dims.size()))
        return lacking(Lack::NoValues);
    std::int64_t taken = indices->elements;
    for (std::size_t i = 0; i < x->dims.size(); ++i)
        taken = static_cast<std::int64_t>(i) == dim ? taken : saturatingMultiply(taken, x->dims[i]);
    return movement(Traffic().read(indices).add(saturatingMultiply(2, taken), x->type));
}

Figures gather(const FormulaCall&, const TensorShape* x, const TensorShape* indices)
{
    return movement(Traffic().read(indices).add(saturatingMultiply(2, indices->elements), x->type));
}

Figures upsample(const FormulaCall& call, const TensorShape* x)
{
    // (x, output_size, scale_factors) or (x, output_size, scales_h, scales_w)
    if (x->dims.size() < 3)
        return lacking(Lack::NoShapes);
    const std::size_t spatial = x->dims.size() - 2;
    const auto sizes = call.arguments.integers(1);
    std::int64_t outputs = saturatingMultiply(x->dims[0], x->dims[1]);
    if (sizes && sizes->size() == spatial) {
        for (const std::int64_t size : *sizes)
            outputs = saturatingMultiply(outputs, std::max<std::int64_t>(size, 0));
    } else {
        // "[2., 1.5]" of the list, or a number for each dimension.
        std::string_view text = call.arguments.value(2);
        const bool isList = text.starts_with('[');
        text.remove_prefix(isList ? 1 : 0);
        for (std::size_t i = 0; i < spatial; ++i) {
            double factor = 0;
            const auto read = std::from_chars(text.data(), text.data() + text.size(), factor);
            const double size = static_cast<double>(x->dims[i + 2]) * factor;
            if (read.ec != std::errc() || !(size >= 0) || size > 1e15)
                return lacking(Lack::NoValues);
            outputs = saturatingMultiply(outputs, static_cast<std::int64_t>(size));
            text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
            if (!isList)
                text = call.arguments.value(i + 3);
            while (isList && (text.starts_with(',') || text.starts_with(' ')))
                text.remove_prefix(1);
        }
    }
    return movement(Traffic().read(x).add(outputs, x->type));
}

Figures cacheStore(const FormulaCall& call, const TensorShape* k, const TensorShape* v, const TensorShape* kCache,
    const TensorShape* vCache)
{
    return movement(
        Traffic().read(k).read(v).add(k->elements, kCache->type).add(v->elements, vCache->type).read(call.tensor(4)));
}

Figures foreach (const FormulaCall& call)
{
    const OpArgument* first = listAt(call, 0);
    if (!first)
        return lacking(Lack::NoShapes);
    const std::int64_t each = elementsOfList(*first);
    std::int64_t read = 0;
    for (std::size_t i = 0; i < call.count(); ++i) {
        if (const OpArgument* list = listAt(call, i))
            read = saturatingAdd(read, elementsOfList(*list));
    }
    switch (call.variant) {
    case kForeachCopy:
        return ofList(std::nullopt, call, saturatingMultiply(2, each));
    case kForeachZero:
        return ofList(std::nullopt, call, each);
    case kForeachNorm:
        return ofList(each, call, each);
    default:
        return ofList(saturatingMultiply(call.variant == kForeachTwice ? 2 : 1, each), call, saturatingAdd(read, each));
    }
}

Figures fusedAdam(const FormulaCall& call)
{
    const OpArgument* first = listAt(call, 0);
    if (!first)
        return lacking(Lack::NoShapes);
    const std::int64_t each = elementsOfList(*first);
    return ofList(saturatingMultiply(12, each), call, saturatingMultiply(7, each));
}

Figures everyTensorOnce(const FormulaCall& call)
{
    Traffic traffic;
    bool hasTensor = false;
    for (std::size_t i = 0; i < call.count(); ++i) {
        traffic.read(call.tensor(i));
        hasTensor = hasTensor || call.tensor(i);
    }
    return hasTensor ? movement(traffic, BytesKind::Estimate) : lacking(Lack::NoShapes);
}

} // namespace kinetoscope::formula
