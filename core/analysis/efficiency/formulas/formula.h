// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/base/nanoseconds.h"
#include "core/numeric/saturating.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Why a figure of a call is not known, or what is left out of it.
enum class Lack : std::uint8_t {
    None,
    NoFormula,  ///< nobody wrote one for this op
    NoShapes,   ///< recorded without shapes
    NoTypes,    ///< sizes but not the types of the tensors
    NoValues,   ///< shapes but not the numbers that the output follows from
    NoLengths,  ///< attention over sequences whose lengths are not in the file
    NoRouting,  ///< which weights work on which rows is not in the arguments
    Window,     ///< attention over a sliding window
    NoListType, ///< a list of tensors whose type no kernel tells
    NoResult    ///< a formula of the user makes no figure of these arguments
};

/// What the operations of a call are, and how well its bytes are known.
enum class FlopsUnit : std::uint8_t { None, Matrix, Vector };
enum class BytesKind : std::uint8_t { None, Exact, Recorded, Lower, Estimate };

/// What a formula makes of one call.
struct Figures {
    std::optional<std::int64_t> flops {};       ///< of the direct algorithm; saturating
    std::optional<std::int64_t> bytes {};       ///< each input once, each output once; saturating
    std::int64_t causalLeftOut = 0;             ///< of attention: what all pairs would add
    std::string_view category {};               ///< where it is not that of the op: max of two tensors
    FlopsUnit unit = FlopsUnit::None;           ///< of `flops`
    BytesKind kind = BytesKind::None;           ///< of `bytes`
    ElementType operand = ElementType::Unknown; ///< first operand of matrix work: decides the peak
    Lack lack = Lack::None;                     ///< why something above is missing

    [[nodiscard]] bool isKnown() const { return flops.has_value() || bytes.has_value(); }
    bool operator==(const Figures&) const = default;
};

/// What a call tells beside its own arguments.
struct CallSurroundings {
    std::optional<std::int64_t> listElementSize; ///< told by the kernels: lists have no type
    const TensorShape* output = nullptr;         ///< the gradient of it, that the backward op got
    bool asksInput = false;                      ///< an op inside computes the gradient of the input
    bool asksWeight = false;
};

/// Categories that do not follow from the op alone.
inline constexpr std::string_view kHostCopy = "host_copy"; ///< all work of the call copies from or to the host
inline constexpr std::string_view kTritonCategory = "triton";
inline constexpr std::string_view kOwnCategory = "own_formula"; ///< of a rule of the user that names none

/// One call as a formula sees it.
struct FormulaCall {
    const OpArguments& arguments;
    bool isInPlace = false;
    int variant = 0; ///< what the line of the table says
    const CallSurroundings& around;

    [[nodiscard]] const TensorShape* tensor(std::size_t index) const { return arguments.tensor(index); }
    [[nodiscard]] std::size_t count() const { return arguments.items.size(); }
};

using FormulaFunction = Figures (*)(const FormulaCall& call);

/// A sum of tensor sizes that is unknown as soon as one of them is.
class Traffic {
public:
    /// Reading: an expanded dimension is read once. A missing tensor adds nothing.
    Traffic& read(const TensorShape* tensor) { return tensor ? add(tensor->distinct, tensor->type) : *this; }
    /// Writing counts in full.
    Traffic& write(const TensorShape* tensor) { return tensor ? add(tensor->elements, tensor->type) : *this; }
    Traffic& add(std::int64_t elements, ElementType type)
    {
        m_isKnown = m_isKnown && type != ElementType::Unknown;
        return addBytes(saturatingMultiply(elements, sizeOf(type)));
    }
    Traffic& addBytes(std::int64_t bytes)
    {
        m_bytes = saturatingAdd(m_bytes, bytes);
        return *this;
    }
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    std::int64_t m_bytes = 0;
    bool m_isKnown = true;
};

/// Product of sizes that are not negative, saturating.
[[nodiscard]] inline std::int64_t productOf(std::initializer_list<std::int64_t> factors)
{
    std::int64_t product = 1;
    for (const std::int64_t factor : factors)
        product = saturatingMultiply(product, factor);
    return product;
}

[[nodiscard]] inline Figures lacking(Lack lack)
{
    return Figures { .lack = lack };
}

/// Figures of operations and traffic; without bytes where those are not known.
[[nodiscard]] inline Figures figuresOf(
    std::optional<std::int64_t> flops, FlopsUnit unit, const Traffic& traffic, BytesKind kind = BytesKind::Exact)
{
    Figures figures { .flops = flops, .unit = flops ? unit : FlopsUnit::None };
    if (traffic.isKnown()) {
        figures.bytes = traffic.bytes();
        figures.kind = kind;
    } else {
        figures.lack = Lack::NoTypes;
    }
    return figures;
}

/// Of matrix work. @param operand  decides which peak it is held against.
[[nodiscard]] inline Figures matrixFigures(
    std::int64_t flops, const Traffic& traffic, ElementType operand, BytesKind kind = BytesKind::Exact)
{
    Figures figures = figuresOf(flops, FlopsUnit::Matrix, traffic, kind);
    figures.operand = operand;
    return figures;
}

/// Reading all tensors of a call.
[[nodiscard]] inline Traffic allRead(const FormulaCall& call)
{
    Traffic traffic;
    for (std::size_t i = 0; i < call.count(); ++i)
        traffic.read(call.tensor(i));
    return traffic;
}

class OwnFormula;

/// A line of the table of formulas, or what a rule of the user has in its place.
struct Formula {
    std::string_view category; ///< "GEMM", ...
    FormulaFunction function = nullptr;
    int variant = 0;
    bool mayDecompose = false; ///< the ops that it calls have the figures, where it calls any
    bool isInPlace = false;    ///< of the name that was looked up: it ends with an underscore
    bool usesSurroundings = false;
    std::shared_ptr<const OwnFormula> own {}; ///< of the user, in place of `function`

    [[nodiscard]] explicit operator bool() const { return function || own; }
};

/// The formula of an op by its name; one without a function where there is none. O(log ops).
[[nodiscard]] Formula formulaOf(std::string_view op);

/// Names of all ops that have a formula, in the order of the table; for tests and the guide.
[[nodiscard]] std::vector<std::string_view> opsWithFormula();

/// The categories of ops, in the order of the table, and those of work that no line of it is about.
[[nodiscard]] std::vector<std::string_view> opCategories();

/// A formula's figures for arguments: says what is missing where the shapes are.
[[nodiscard]] Figures figuresOf(const Formula& formula, const OpArguments& arguments, const CallSurroundings& around);

} // namespace kinetoscope
