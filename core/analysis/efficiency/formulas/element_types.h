// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What a tensor is made of, as far as arithmetic tells types apart.
enum class ElementType : std::uint8_t {
    Unknown,
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    Float4, ///< two values in a byte
    Float8,
    Half,
    BFloat16,
    Float,
    Double,
    ComplexHalf,
    ComplexFloat,
    ComplexDouble
};

/// The type of a tensor as PyTorch writes it ("float", "c10::BFloat16", "long int"); Unknown for what is no tensor
/// ("Scalar", "Double", ""). The case matters: `double` is a tensor, `Double` a number.
[[nodiscard]] ElementType elementTypeOf(std::string_view name);
/// The type of a number of torch.dtype as op arguments have it ("6", "15"); Unknown of others.
[[nodiscard]] ElementType elementTypeOfNumber(std::string_view number);
/// Bytes of one element; 0 of Unknown. Float4: of the byte that holds two.
[[nodiscard]] std::int64_t sizeOf(ElementType type);
/// 0 bool, 1 integer, 2 floating point, 3 complex: what decides the type of mixed arithmetic first.
[[nodiscard]] int arithmeticRank(ElementType type);

} // namespace kinetoscope
