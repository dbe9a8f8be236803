// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/formula_functions.h"

#include <array>

namespace kinetoscope::formula {

namespace {

/// Where the schema of a convolution has its arguments; 0 for none.
struct ConvolutionPlaces {
    std::size_t bias = 2;
    std::size_t stride = 3;
    std::size_t padding = 4;
    std::size_t dilation = 5;
    std::size_t transposed = 0;
    std::size_t outputPadding = 0;
    std::size_t groups = 6;
};

ConvolutionPlaces placesOf(int kind)
{
    switch (kind) {
    case kAtenConvolution:
        return { 2, 3, 4, 5, 6, 7, 8 };
    case kCudnnConvolution:
        return { 0, 3, 2, 4, 0, 0, 5 };
    case kMiopenConvolution:
        return { 2, 4, 3, 5, 0, 0, 6 };
    default:
        return {};
    }
}

/// A list of one element stands for all spatial dimensions, an empty one for the default.
std::optional<std::int64_t> spatialValue(
    const OpArguments& arguments, std::size_t place, std::size_t dimension, std::int64_t usual)
{
    if (place == 0)
        return usual;
    const auto values = arguments.integers(place);
    if (!values)
        return arguments.value(place).empty() ? std::optional(usual) : std::nullopt;
    if (values->empty())
        return usual;
    return dimension < values->size() ? (*values)[dimension] : values->front();
}

/// Elements of the output; nothing where the arguments do not tell it.
std::optional<std::int64_t> outputElements(
    const OpArguments& arguments, const ConvolutionPlaces& places, const TensorShape& x, const TensorShape& weight)
{
    const bool isTransposed = places.transposed != 0 && arguments.flag(places.transposed).value_or(false);
    const auto groups = places.groups != 0 ? arguments.integers(places.groups) : std::nullopt;
    const std::int64_t groupCount = groups && !groups->empty() ? groups->front() : 1;
    const std::int64_t channels = isTransposed ? saturatingMultiply(weight.dims[1], groupCount) : weight.dims[0];
    // Without a batch dimension x has one dimension less than the weight.
    const std::size_t first = x.dims.size() == weight.dims.size() ? 2 : 1;
    std::int64_t count = saturatingMultiply(first == 2 ? x.dims[0] : 1, channels);
    for (std::size_t i = first; i < x.dims.size(); ++i) {
        const std::size_t dimension = i - first;
        const auto stride = spatialValue(arguments, places.stride, dimension, 1);
        const auto padding = spatialValue(arguments, places.padding, dimension, 0);
        const auto dilation = spatialValue(arguments, places.dilation, dimension, 1);
        const auto more = spatialValue(arguments, places.outputPadding, dimension, 0);
        constexpr std::int64_t kMostPlausible = 1'000'000'000; // so that the products below stay in int64
        if (!stride || !padding || !dilation || !more || *stride < 1 || *stride > kMostPlausible || *padding < 0
            || *padding > kMostPlausible || *dilation < 1 || *dilation > kMostPlausible || *more < 0
            || *more > kMostPlausible || x.dims[i] > kMostPlausible || weight.dims[dimension + 2] > kMostPlausible)
            return std::nullopt;
        const std::int64_t reach = *dilation * (weight.dims[dimension + 2] - 1);
        const std::int64_t size = isTransposed ? (x.dims[i] - 1) * *stride - 2 * *padding + reach + *more + 1
                                               : (x.dims[i] + 2 * *padding - reach - 1) / *stride + 1;
        if (size < 0)
            return std::nullopt;
        count = saturatingMultiply(count, size);
    }
    return count;
}

/// Operations of the forward pass.
std::int64_t convolutionFlops(bool isTransposed, std::int64_t outputs, const TensorShape& x, const TensorShape& weight)
{
    std::int64_t each = 2;
    for (std::size_t i = 1; i < weight.dims.size(); ++i)
        each = saturatingMultiply(each, weight.dims[i]);
    return saturatingMultiply(each, isTransposed ? x.elements : outputs);
}

bool areConvolvable(const TensorShape* x, const TensorShape* weight)
{
    return x && weight && weight->dims.size() >= 3
        && (x->dims.size() == weight->dims.size() || x->dims.size() + 1 == weight->dims.size());
}

} // namespace

Figures convolution(const FormulaCall& call)
{
    const TensorShape* x = call.tensor(0);
    const TensorShape* weight = call.tensor(1);
    if (!areConvolvable(x, weight))
        return lacking(Lack::NoShapes);
    const ConvolutionPlaces places = placesOf(call.variant);
    std::optional<std::int64_t> outputs;
    if (call.arguments.hasValues) {
        outputs = outputElements(call.arguments, places, *x, *weight);
    } else if (const TensorShape* gradient = call.around.output) {
        // The backward op got the gradient of the output. Another op of the same number has other sizes.
        const bool fits = gradient->dims.size() == x->dims.size() && gradient->dims.size() >= 2
            && gradient->dims[0] == x->dims[0] && gradient->dims[1] == weight->dims[0];
        outputs = fits ? std::optional(gradient->elements) : std::nullopt;
    }
    if (!outputs)
        return lacking(Lack::NoValues);
    const bool isTransposed = places.transposed != 0 && call.arguments.flag(places.transposed).value_or(false);
    Traffic traffic = Traffic().read(x).read(weight).add(*outputs, x->type);
    if (places.bias != 0)
        traffic.read(call.tensor(places.bias));
    return matrixFigures(convolutionFlops(isTransposed, *outputs, *x, *weight), traffic, x->type);
}

Figures convolutionBackward(const FormulaCall& call)
{
    constexpr std::size_t kMaskPlace = 10; // of aten::convolution_backward
    const bool isOld = call.variant == 1;
    const TensorShape* gradient = call.tensor(isOld ? 1 : 0);
    const TensorShape* x = call.tensor(isOld ? 0 : 1);
    const TensorShape* weight = call.tensor(2);
    if (!gradient || !areConvolvable(x, weight))
        return lacking(Lack::NoShapes);
    std::array<bool, 3> asks { call.around.asksInput, call.around.asksWeight, false };
    const std::size_t maskPlace = isOld ? call.count() - 1 : kMaskPlace;
    if (call.arguments.value(maskPlace).starts_with('['))
        asks = maskAt(call, maskPlace);
    else if (!asks[0] && !asks[1])
        return lacking(Lack::NoValues);
    const bool isTransposed = !isOld && call.arguments.flag(7).value_or(false);
    const std::int64_t flops = convolutionFlops(isTransposed, gradient->elements, *x, *weight);
    Traffic traffic = Traffic().read(gradient);
    if (asks[1])
        traffic.read(x).write(weight);
    if (asks[0])
        traffic.read(weight).write(x);
    if (asks[2] && gradient->dims.size() >= 2)
        traffic.add(gradient->dims[gradient->dims.size() == weight->dims.size() ? 1 : 0], gradient->type);
    return matrixFigures(saturatingMultiply(flops, (asks[0] ? 1 : 0) + (asks[1] ? 1 : 0)), traffic, gradient->type);
}

} // namespace kinetoscope::formula
