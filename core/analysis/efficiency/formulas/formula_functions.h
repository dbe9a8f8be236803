// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/formulas/formula.h"

#include <array>
#include <cstddef>

/// What the lines of the table of formulas are made of. Each takes the arguments of one call, in the order of the op's
/// schema, and the tensors that it cannot do without (withTensors; never null); an argument that is not there gives
/// figures that say so. Operations are those of the direct algorithm, a multiplication and an addition of matrix work
/// are two; bytes are each input read once and each output written once, whatever a cache saves or a kernel reads
/// again. Both saturate. O(arguments); any thread.
namespace kinetoscope::formula {

/// A function of the call and of the tensors at these places; without one of them the shapes are not known.
template <auto Function, std::size_t... Places> [[nodiscard]] Figures withTensors(const FormulaCall& call)
{
    const bool areThere = (... && (call.tensor(Places) != nullptr));
    return areThere ? Function(call, call.tensor(Places)...) : lacking(Lack::NoShapes);
}

/// Flags of an output mask; all asked for where it was not recorded.
[[nodiscard]] std::array<bool, 3> maskAt(const FormulaCall& call, std::size_t place);

// Matrix products (formulas_matrix.cpp).
[[nodiscard]] Figures product(const FormulaCall& call);         ///< mm, bmm, mv, dot, matmul
[[nodiscard]] Figures integerProduct(const FormulaCall& call);  ///< _int_mm
[[nodiscard]] Figures productWithBias(const FormulaCall& call); ///< addmm, baddbmm, addmv
[[nodiscard]] Figures linear(const FormulaCall& call, const TensorShape*,
    const TensorShape*); ///< variant: place of a dtype of the output, 0 for none
[[nodiscard]] Figures scaledProduct(const FormulaCall& call);
[[nodiscard]] Figures servingScaledProduct(const FormulaCall& call); ///< variant 1: the output is the first argument
[[nodiscard]] Figures groupedProduct(
    const FormulaCall& call, const TensorShape*, const TensorShape*); ///< variant: place of the offsets
[[nodiscard]] Figures fusedExperts(
    const FormulaCall& call, const TensorShape*, const TensorShape*, const TensorShape*, const TensorShape*);
// Convolutions (formulas_convolution.cpp). Variants are of the enum there.
[[nodiscard]] Figures convolution(const FormulaCall& call);
[[nodiscard]] Figures convolutionBackward(const FormulaCall& call); ///< variant 1: (x, dy, w)
enum ConvolutionKind : std::uint8_t { kAtenConvolution, kPlainConvolution, kCudnnConvolution, kMiopenConvolution };
// Attention (formulas_attention.cpp). Variants are of the enum there.
[[nodiscard]] Figures attention(const FormulaCall& call);
[[nodiscard]] Figures attentionBackward(const FormulaCall& call);
/// No figures: of sequences whose lengths, of experts whose rows are on the device and not in the file.
[[nodiscard]] Figures unknownLengths(const FormulaCall& call);
[[nodiscard]] Figures unknownRouting(const FormulaCall& call);
enum AttentionKind : std::uint8_t {
    kSdpaFlash,
    kSdpaEfficient,
    kSdpaCudnn,
    kSdpaAny,
    kFlashForward,
    kEfficientForward,
    kFlashLibrary
};
// One or few operations an element (formulas_elementwise.cpp).
[[nodiscard]] Figures elementwise(const FormulaCall& call); ///< variant: see elementwiseVariant
[[nodiscard]] Figures dropout(
    const FormulaCall& call, const TensorShape*); ///< one an element; a byte each for the mask
/// (output, x): of each two elements of x one goes through the activation and scales the other; five an output.
[[nodiscard]] Figures activationAndProduct(const FormulaCall& call, const TensorShape*, const TensorShape*);
[[nodiscard]] Figures quantize(
    const FormulaCall& call, const TensorShape*, const TensorShape*); ///< (output, x, scale): one an element of x
[[nodiscard]] Figures rotaryEmbedding(
    const FormulaCall& call, const TensorShape*, const TensorShape*, const TensorShape*);
/// What the output is made of.
enum OutputRule : std::uint8_t { kPromoted, kBoolean, kFloating };
[[nodiscard]] constexpr int elementwiseVariant(int operands, OutputRule rule = kPromoted)
{
    return operands * 4 + rule;
}
// Norms, softmax, reductions, pools (formulas_rows.cpp).
[[nodiscard]] Figures norm(
    const FormulaCall& call, const TensorShape*); ///< all tensors and the output; variant: FLOPs an element
[[nodiscard]] Figures normInto(const FormulaCall& call, const TensorShape*); ///< the output is an argument
[[nodiscard]] Figures fusedAddNorm(
    const FormulaCall& call, const TensorShape*, const TensorShape*);         ///< two tensors read and written
[[nodiscard]] Figures batchNorm(const FormulaCall& call, const TensorShape*); ///< variant 1: instance_norm
[[nodiscard]] Figures normBackward(const FormulaCall& call);                  ///< variant: see NormBackwardKind
enum NormBackwardKind : std::uint8_t { kLayerNorm, kGroupNorm, kBatchNorm, kOtherBatchNorm, kRmsNorm };
[[nodiscard]] Figures softmax(const FormulaCall& call, const TensorShape*);
[[nodiscard]] Figures softmaxBackward(const FormulaCall& call, const TensorShape*, const TensorShape*);
[[nodiscard]] Figures reduction(const FormulaCall& call, const TensorShape*); ///< variant: see ReductionKind
enum ReductionKind : std::uint8_t { kSum, kMean, kExtreme, kIndexOfExtreme, kDeviation, kNorm, kVectorNorm, kAnyAll };
[[nodiscard]] Figures runningSum(const FormulaCall& call, const TensorShape*);
[[nodiscard]] Figures extremeOrPairs(const FormulaCall& call, const TensorShape*); ///< max, min
[[nodiscard]] Figures meanSquareError(const FormulaCall& call, const TensorShape*, const TensorShape*);
[[nodiscard]] Figures maxPool(const FormulaCall& call, const TensorShape*);
[[nodiscard]] Figures maxPoolBackward(
    const FormulaCall& call, const TensorShape*, const TensorShape*, const TensorShape*);
// What only moves data, and lists (formulas_memory.cpp).
[[nodiscard]] Figures copy(const FormulaCall& call);        ///< (target, source): the types may differ
[[nodiscard]] Figures fill(const FormulaCall& call);        ///< (target): written only
[[nodiscard]] Figures concatenate(const FormulaCall& call); ///< (list): all of it read and written
/// (weight, indices): the rows that are taken, read and written; the rest of the table is not touched.
[[nodiscard]] Figures embedding(const FormulaCall& call, const TensorShape*, const TensorShape*);
/// (x, dim, indices): the same along a dimension, whose number has to be recorded.
[[nodiscard]] Figures indexSelect(const FormulaCall& call, const TensorShape*, const TensorShape*);
/// (x, indices): an element for each index, read and written.
[[nodiscard]] Figures gather(const FormulaCall& call, const TensorShape*, const TensorShape*);
/// (x, sizes, scales): x once and an output whose size has to be recorded, one way or the other.
[[nodiscard]] Figures upsample(const FormulaCall& call, const TensorShape*);
[[nodiscard]] Figures cacheStore(
    const FormulaCall& call, const TensorShape*, const TensorShape*, const TensorShape*, const TensorShape*);
[[nodiscard]] Figures foreach (const FormulaCall& call); ///< variant: see ForeachKind
enum ForeachKind : std::uint8_t { kForeachPlain, kForeachTwice, kForeachNorm, kForeachZero, kForeachCopy };
/// (parameters, ...): twelve an element; four lists read and three written.
[[nodiscard]] Figures fusedAdam(const FormulaCall& call);
[[nodiscard]] Figures everyTensorOnce(const FormulaCall& call); ///< Triton

} // namespace kinetoscope::formula
