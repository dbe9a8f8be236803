// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <algorithm>
#include <array>

namespace kinetoscope::formula {

namespace {

Figures vectorFigures(std::int64_t flops, const Traffic& traffic, BytesKind kind = BytesKind::Exact)
{
    return figuresOf(flops, FlopsUnit::Vector, traffic, kind);
}

/// What a reduction leaves, in elements; nothing where its dimensions were not recorded.
std::optional<std::int64_t> reducedElements(const FormulaCall& call, const TensorShape& x, std::size_t place)
{
    if (place >= call.count())
        return 1;
    if (!call.arguments.hasValues)
        return std::nullopt;
    const auto dims = call.arguments.integers(place);
    if (!dims)
        return call.arguments.value(place).empty() ? std::optional<std::int64_t>(1) : std::nullopt;
    if (dims->empty())
        return 1;
    const auto rank = static_cast<std::int64_t>(x.dims.size());
    std::vector<bool> isReduced(x.dims.size(), false);
    for (const std::int64_t dim : *dims) {
        const std::int64_t wrapped = dim < 0 ? dim + rank : dim;
        if (wrapped >= 0 && wrapped < rank)
            isReduced[static_cast<std::size_t>(wrapped)] = true;
    }
    std::int64_t left = 1;
    for (std::size_t i = 0; i < x.dims.size(); ++i)
        left = isReduced[i] ? left : saturatingMultiply(left, x.dims[i]);
    return left;
}

/// Where a reduction's schema has its dimensions, and where the type of its output, for so many arguments; a place
/// behind the last argument is none.
struct ReductionPlaces {
    std::size_t dims = 1;
    std::size_t type = 1000;
};

ReductionPlaces reductionPlaces(int kind, std::size_t count)
{
    constexpr std::size_t kNone = 1000;
    switch (kind) {
    case kSum: // (x, dtype) or (x, dims, keepdim, dtype)
    case kMean:
        return count <= 2 ? ReductionPlaces { kNone, 1 } : ReductionPlaces { 1, 3 };
    case kDeviation: // (x, unbiased) or (x, dims, unbiased, keepdim)
        return { count <= 2 ? kNone : 1, kNone };
    case kNorm: // (x, p), (x, p, dtype) or (x, p, dims, keepdim, dtype)
        return count <= 3 ? ReductionPlaces { kNone, 2 } : ReductionPlaces { 2, 4 };
    case kVectorNorm: // (x, ord, dims, keepdim, dtype)
        return { 2, 4 };
    default: // (x), or (x, dims, keepdim)
        return { 1, kNone };
    }
}

ElementType reducedType(const FormulaCall& call, const TensorShape& x, std::size_t typePlace)
{
    if (x.type == ElementType::Unknown)
        return x.type;
    const ElementType told = elementTypeOfNumber(call.arguments.value(typePlace));
    if (told != ElementType::Unknown)
        return told;
    if (call.variant == kSum && arithmeticRank(x.type) < 2)
        return ElementType::Int64;
    if (call.variant == kIndexOfExtreme)
        return ElementType::Int64;
    return call.variant == kAnyAll ? ElementType::Bool : x.type;
}

} // namespace

std::array<bool, 3> maskAt(const FormulaCall& call, std::size_t place)
{
    const std::string_view text = call.arguments.value(place);
    std::array<bool, 3> mask { true, true, true };
    if (!text.starts_with('['))
        return mask;
    std::size_t from = 1;
    for (bool& flag : mask) {
        const std::size_t end = std::min(text.find_first_of(",]", from), text.size());
        flag = from < text.size() && text.substr(from, end - from).find("True") != std::string_view::npos;
        from = std::min(end + 1, text.size());
    }
    return mask;
}

Figures norm(const FormulaCall& call, const TensorShape* x)
{
    return vectorFigures(saturatingMultiply(call.variant, x->elements), allRead(call).write(x));
}

Figures normInto(const FormulaCall& call, const TensorShape* output)
{
    return vectorFigures(saturatingMultiply(call.variant, output->elements), allRead(call));
}

Figures fusedAddNorm(const FormulaCall& call, const TensorShape* x, const TensorShape* residual)
{
    return vectorFigures(saturatingMultiply(5, x->elements), allRead(call).write(x).write(residual));
}

Figures batchNorm(const FormulaCall& call, const TensorShape* x)
{
    constexpr std::size_t kTrainingPlace = 5;
    const bool isTraining = call.variant == 1 || call.arguments.flag(kTrainingPlace).value_or(true);
    Traffic traffic = Traffic().read(x).write(x);
    for (std::size_t i = 1; i < 5; ++i)
        traffic.read(call.tensor(i));
    if (isTraining)
        traffic.write(call.tensor(3)).write(call.tensor(4));
    return vectorFigures(saturatingMultiply(isTraining ? 8 : 4, x->elements), traffic);
}

Figures normBackward(const FormulaCall& call)
{
    struct Places {
        std::size_t x, weight, bias, mask;
        std::int64_t flops;
        bool hasBias;
    };
    // (dy, x, shape, mean, rstd, weight, bias, mask); (dy, x, mean, rstd, weight, N, C, HxW, groups, mask);
    // (dy, x, weight, ...9 mask); (x, dy, weight, ...); (dy, x, shape, rstd, weight, mask).
    constexpr std::array<Places, 5> kPlaces { { { 1, 5, 6, 7, 16, true }, { 1, 4, 4, 9, 16, true },
        { 1, 2, 2, 9, 12, true }, { 1, 2, 2, 1000, 12, true }, { 1, 4, 4, 5, 8, false } } };
    const Places& places = kPlaces[static_cast<std::size_t>(call.variant)];
    const TensorShape* gradient = call.tensor(0);
    const TensorShape* x = call.tensor(places.x);
    if (!gradient || !x)
        return lacking(Lack::NoShapes);
    const std::array<bool, 3> mask = maskAt(call, places.mask);
    const TensorShape* weight = call.tensor(places.weight);
    Traffic traffic = Traffic().read(gradient).read(x).read(weight);
    if (mask[0])
        traffic.write(x);
    if (mask[1])
        traffic.write(weight);
    if (mask[2] && places.hasBias)
        traffic.write(call.tensor(places.bias));
    return vectorFigures(saturatingMultiply(places.flops, x->elements), traffic);
}

Figures softmax(const FormulaCall& call, const TensorShape* x)
{
    const bool isWidened = call.arguments.flag(2).value_or(false); // half_to_float
    return vectorFigures(saturatingMultiply(5, x->elements),
        Traffic().read(x).add(
            x->elements, isWidened && x->type != ElementType::Unknown ? ElementType::Float : x->type));
}

Figures softmaxBackward(const FormulaCall& call, const TensorShape* gradient, const TensorShape* output)
{
    const ElementType told = elementTypeOfNumber(call.arguments.value(3)); // type of the input
    return vectorFigures(saturatingMultiply(4, gradient->elements),
        Traffic().read(gradient).read(output).add(
            gradient->elements, told != ElementType::Unknown ? told : gradient->type));
}

Figures reduction(const FormulaCall& call, const TensorShape* x)
{
    const ReductionPlaces places = reductionPlaces(call.variant, call.count());
    const std::optional<std::int64_t> left = reducedElements(call, *x, places.dims);
    Traffic traffic = Traffic().read(x);
    if (left)
        traffic.add(*left, reducedType(call, *x, places.type));
    return vectorFigures(x->elements, traffic, left ? BytesKind::Exact : BytesKind::Lower);
}

Figures runningSum(const FormulaCall& call, const TensorShape* x)
{
    const ElementType told = elementTypeOfNumber(call.arguments.value(2));
    const bool isWidened = x->type != ElementType::Unknown && arithmeticRank(x->type) < 2;
    return vectorFigures(x->elements,
        Traffic().read(x).add(
            x->elements, told != ElementType::Unknown ? told : (isWidened ? ElementType::Int64 : x->type)));
}

Figures extremeOrPairs(const FormulaCall& call, const TensorShape* x)
{
    constexpr std::int64_t kIndexBytes = 8;
    if (call.tensor(1)) {
        const FormulaCall pairs { call.arguments, call.isInPlace, elementwiseVariant(2), call.around };
        Figures figures = elementwise(pairs);
        figures.category = "elementwise";
        return figures;
    }
    const std::optional<std::int64_t> left = reducedElements(call, *x, 1);
    Traffic traffic = Traffic().read(x);
    if (left)
        traffic.add(*left, x->type).addBytes(call.count() > 1 ? saturatingMultiply(*left, kIndexBytes) : 0);
    return vectorFigures(x->elements, traffic, left ? BytesKind::Exact : BytesKind::Lower);
}

Figures meanSquareError(const FormulaCall& call, const TensorShape* x, const TensorShape* target)
{
    const bool isEach = call.arguments.value(2) == "0"; // no reduction
    return vectorFigures(
        saturatingMultiply(3, x->elements), Traffic().read(x).read(target).add(isEach ? x->elements : 1, x->type));
}

Figures maxPool(const FormulaCall& call, const TensorShape* x)
{
    // (x, kernel_size, stride, padding, dilation, ceil_mode)
    constexpr std::int64_t kIndexBytes = 8;
    constexpr std::int64_t kMostPlausible = 1'000'000'000;
    if (x->dims.size() < 3)
        return lacking(Lack::NoShapes);
    const auto window = call.arguments.integers(1);
    const auto stride = call.arguments.integers(2);
    const auto padding = call.arguments.integers(3);
    const auto dilation = call.arguments.integers(4);
    if (!window || window->empty())
        return lacking(Lack::NoValues);
    const auto pick = [](const std::optional<std::vector<std::int64_t>>& values, std::size_t i, std::int64_t usual) {
        return !values || values->empty() ? usual : (i < values->size() ? (*values)[i] : values->front());
    };
    const bool roundsUp = call.arguments.flag(5).value_or(false);
    std::int64_t outputs = 1;
    std::int64_t perOutput = 1;
    for (std::size_t i = 0; i + 2 < x->dims.size(); ++i)
        outputs = saturatingMultiply(outputs, x->dims[i]);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t side = pick(window, i, 1);
        const std::int64_t step = pick(stride, i, side);
        const std::int64_t border = pick(padding, i, 0);
        const std::int64_t spread = pick(dilation, i, 1);
        const std::int64_t size = x->dims[x->dims.size() - 2 + i];
        for (const std::int64_t value : { side, step, spread, border + 1, size + 1 }) {
            if (value < 1 || value > kMostPlausible)
                return lacking(Lack::NoValues);
        }
        const std::int64_t reach = size + 2 * border - spread * (side - 1) - 1;
        std::int64_t out = std::max<std::int64_t>(reach + (roundsUp ? step - 1 : 0), -step) / step + 1;
        if (roundsUp && (out - 1) * step >= size + border)
            --out; // a window must begin inside
        outputs = saturatingMultiply(outputs, std::max<std::int64_t>(out, 0));
        perOutput = saturatingMultiply(perOutput, side);
    }
    return vectorFigures(saturatingMultiply(outputs, perOutput),
        Traffic().read(x).add(outputs, x->type).addBytes(saturatingMultiply(outputs, kIndexBytes)));
}

Figures maxPoolBackward(
    const FormulaCall&, const TensorShape* gradient, const TensorShape* x, const TensorShape* indices)
{
    return vectorFigures(gradient->elements, Traffic().read(gradient).read(indices).write(x));
}

} // namespace kinetoscope::formula
