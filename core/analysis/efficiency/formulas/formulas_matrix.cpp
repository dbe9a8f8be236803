// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <algorithm>

namespace kinetoscope::formula {

namespace {

/// b, M, N, K of a product of two tensors; nothing where their sizes do not fit each other.
struct ProductSize {
    std::int64_t batches = 1;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t depth = 1;

    [[nodiscard]] std::int64_t flops() const { return productOf({ 2, batches, rows, columns, depth }); }
    [[nodiscard]] std::int64_t outputs() const { return productOf({ batches, rows, columns }); }
};

std::optional<ProductSize> sizeOfProduct(const TensorShape* a, const TensorShape* b)
{
    if (!a || !b || a->dims.empty() || b->dims.empty())
        return std::nullopt;
    ProductSize size;
    // A vector on the left is a row, one on the right a column.
    size.depth = a->dims.back();
    const std::size_t aRank = a->dims.size();
    const std::size_t bRank = b->dims.size();
    size.rows = aRank >= 2 ? a->dims[aRank - 2] : 1;
    size.columns = bRank >= 2 ? b->dims[bRank - 1] : 1;
    if ((bRank >= 2 ? b->dims[bRank - 2] : b->dims[0]) != size.depth)
        return std::nullopt;
    const std::size_t aBatches = aRank > 2 ? aRank - 2 : 0;
    const std::size_t bBatches = bRank > 2 ? bRank - 2 : 0;
    for (std::size_t i = 0; i < std::max(aBatches, bBatches); ++i) {
        const std::int64_t ofA = i < aBatches ? a->dims[aBatches - 1 - i] : 1;
        const std::int64_t ofB = i < bBatches ? b->dims[bBatches - 1 - i] : 1;
        if (ofA != ofB && ofA != 1 && ofB != 1)
            return std::nullopt;
        size.batches = saturatingMultiply(size.batches, ofA == 1 ? ofB : ofA);
    }
    return size;
}

Figures productOfTwo(const TensorShape* a, const TensorShape* b, ElementType output)
{
    const auto size = sizeOfProduct(a, b);
    if (!size)
        return lacking(Lack::NoShapes);
    return matrixFigures(size->flops(), Traffic().read(a).read(b).add(size->outputs(), output), a->type);
}

} // namespace

Figures product(const FormulaCall& call)
{
    const TensorShape* a = call.tensor(0);
    return productOfTwo(a, call.tensor(1), a ? a->type : ElementType::Unknown);
}

Figures integerProduct(const FormulaCall& call)
{
    return productOfTwo(call.tensor(0), call.tensor(1), ElementType::Int32);
}

Figures productWithBias(const FormulaCall& call)
{
    const TensorShape* a = call.tensor(1);
    Figures figures = productOfTwo(a, call.tensor(2), a ? a->type : ElementType::Unknown);
    const TensorShape* bias = call.tensor(0);
    const std::string_view beta = call.arguments.value(3);
    const bool isUnread = beta == "0" || beta == "0." || beta == "0.0";
    if (figures.bytes && bias && !isUnread) {
        const Traffic traffic = Traffic().read(bias);
        if (traffic.isKnown())
            figures.bytes = saturatingAdd(*figures.bytes, traffic.bytes());
        else
            figures.bytes.reset();
    }
    return figures;
}

Figures linear(const FormulaCall& call, const TensorShape* x, const TensorShape* weight)
{
    if (x->dims.empty() || weight->dims.empty() || weight->dims.back() != x->dims.back())
        return lacking(Lack::NoShapes);
    const std::int64_t features = weight->dims.size() >= 2 ? weight->dims[0] : 1;
    ElementType output = x->type;
    if (call.variant > 0) {
        const ElementType told = elementTypeOfNumber(call.arguments.value(static_cast<std::size_t>(call.variant)));
        output = told != ElementType::Unknown ? told : output;
    }
    const std::int64_t rows = x->dims.back() > 0 ? x->elements / x->dims.back() : 0;
    return matrixFigures(productOf({ 2, x->elements, features }),
        Traffic().read(x).read(weight).read(call.tensor(2)).add(saturatingMultiply(rows, features), output), x->type);
}

Figures scaledProduct(const FormulaCall& call)
{
    const TensorShape* a = call.tensor(0);
    const TensorShape* b = call.tensor(1);
    const auto size = sizeOfProduct(a, b);
    if (!size)
        return lacking(Lack::NoShapes);
    ElementType output = a->type;
    BytesKind kind = BytesKind::Exact;
    if (!call.arguments.hasValues) {
        output = ElementType::BFloat16; // what nearly all of them give; the file does not say
        kind = BytesKind::Estimate;
    } else if (const ElementType told = elementTypeOfNumber(call.arguments.value(6)); told != ElementType::Unknown) {
        output = told;
    }
    Traffic traffic = Traffic().read(a).read(b).add(size->outputs(), output);
    for (std::size_t i = 2; i < 6; ++i)
        traffic.read(call.tensor(i));
    const std::int64_t values = a->type == ElementType::Float4 ? 2 : 1;
    return matrixFigures(saturatingMultiply(size->flops(), values), traffic, a->type, kind);
}

Figures servingScaledProduct(const FormulaCall& call)
{
    const bool hasOutput = call.variant == 1;
    const std::size_t first = hasOutput ? 1 : 0;
    const TensorShape* a = call.tensor(first);
    const auto size = sizeOfProduct(a, call.tensor(first + 1));
    if (!size)
        return lacking(Lack::NoShapes);
    Traffic traffic;
    ElementType output = ElementType::Unknown;
    for (std::size_t i = 0; i < call.count(); ++i) {
        traffic.read(call.tensor(i));
        if (const ElementType told = elementTypeOfNumber(call.arguments.value(i)); told != ElementType::Unknown)
            output = told;
    }
    const BytesKind kind = hasOutput || output != ElementType::Unknown ? BytesKind::Exact : BytesKind::Estimate;
    if (!hasOutput)
        traffic.add(size->outputs(), output != ElementType::Unknown ? output : ElementType::BFloat16);
    return matrixFigures(size->flops(), traffic, a->type, kind);
}

Figures groupedProduct(const FormulaCall& call, const TensorShape* a, const TensorShape* b)
{
    if (a->dims.size() < 2 || b->dims.size() < 2)
        return lacking(Lack::NoShapes);
    const TensorShape* offsets = call.tensor(static_cast<std::size_t>(call.variant));
    const std::int64_t depth = a->dims.back();
    const std::int64_t rows = a->dims[a->dims.size() - 2];
    const std::int64_t columns = b->dims.back();
    std::int64_t groups = 1;
    std::int64_t writtenGroups = 1;
    if (a->dims.size() == 3 && b->dims.size() == 3)
        groups = writtenGroups = a->dims[0];
    else if (a->dims.size() == 2 && b->dims.size() == 2)
        writtenGroups = offsets && !offsets->dims.empty() ? offsets->dims[0] : 1;
    Traffic traffic = Traffic().read(a).read(b).add(
        productOf({ writtenGroups, rows, columns }), a->type == ElementType::Float8 ? ElementType::BFloat16 : a->type);
    for (std::size_t i = 2; i < call.count(); ++i)
        traffic.read(call.tensor(i));
    return matrixFigures(productOf({ 2, groups, rows, columns, depth }), traffic, a->type, BytesKind::Estimate);
}

Figures fusedExperts(const FormulaCall& call, const TensorShape* x, const TensorShape* up, const TensorShape* down,
    const TensorShape* ids)
{
    if (up->dims.size() != 3 || down->dims.size() != 3 || ids->dims.size() != 2)
        return lacking(Lack::NoShapes);
    const std::int64_t each =
        saturatingAdd(saturatingMultiply(up->dims[1], up->dims[2]), saturatingMultiply(down->dims[1], down->dims[2]));
    return matrixFigures(
        productOf({ 2, ids->dims[0], ids->dims[1], each }), allRead(call).write(x), x->type, BytesKind::Estimate);
}

} // namespace kinetoscope::formula
