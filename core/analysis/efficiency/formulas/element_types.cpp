// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/element_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

ElementType elementTypeOf(std::string_view name)
{
    using Type = ElementType;
    constexpr std::array<std::pair<std::string_view, Type>, 24> kNamed { { { "float", Type::Float },
        { "double", Type::Double }, { "c10::Half", Type::Half }, { "c10::BFloat16", Type::BFloat16 },
        { "long", Type::Int64 }, { "long int", Type::Int64 }, { "long long", Type::Int64 }, { "int64_t", Type::Int64 },
        { "unsigned long", Type::Int64 }, { "int", Type::Int32 }, { "unsigned int", Type::Int32 },
        { "short", Type::Int16 }, { "short int", Type::Int16 }, { "unsigned short", Type::Int16 },
        { "signed char", Type::Int8 }, { "unsigned char", Type::Int8 }, { "char", Type::Int8 }, { "bool", Type::Bool },
        { "c10::qint8", Type::Int8 }, { "c10::quint8", Type::Int8 }, { "c10::Float4_e2m1fn_x2", Type::Float4 },
        { "c10::complex<float>", Type::ComplexFloat }, { "c10::complex<double>", Type::ComplexDouble },
        { "c10::complex<c10::Half>", Type::ComplexHalf } } };
    const auto found = std::ranges::find_if(kNamed, [name](const auto& entry) { return entry.first == name; });
    if (found != kNamed.end())
        return found->second;
    return name.starts_with("c10::Float8_") ? Type::Float8 : Type::Unknown;
}

ElementType elementTypeOfNumber(std::string_view number)
{
    using Type = ElementType;
    // The numbers of c10::ScalarType.
    constexpr std::array<std::pair<std::string_view, Type>, 17> kNumbered { { { "0", Type::Int8 }, { "1", Type::Int8 },
        { "2", Type::Int16 }, { "3", Type::Int32 }, { "4", Type::Int64 }, { "5", Type::Half }, { "6", Type::Float },
        { "7", Type::Double }, { "8", Type::ComplexHalf }, { "9", Type::ComplexFloat }, { "10", Type::ComplexDouble },
        { "11", Type::Bool }, { "15", Type::BFloat16 }, { "23", Type::Float8 }, { "24", Type::Float8 },
        { "25", Type::Float8 }, { "26", Type::Float8 } } };
    const auto found = std::ranges::find_if(kNumbered, [number](const auto& entry) { return entry.first == number; });
    return found != kNumbered.end() ? found->second : Type::Unknown;
}

std::int64_t sizeOf(ElementType type)
{
    switch (type) {
    case ElementType::Unknown:
        return 0;
    case ElementType::Bool:
    case ElementType::Int8:
    case ElementType::Float4:
    case ElementType::Float8:
        return 1;
    case ElementType::Int16:
    case ElementType::Half:
    case ElementType::BFloat16:
        return 2;
    case ElementType::Int32:
    case ElementType::Float:
    case ElementType::ComplexHalf:
        return 4;
    case ElementType::Int64:
    case ElementType::Double:
    case ElementType::ComplexFloat:
        return 8;
    case ElementType::ComplexDouble:
        return 16;
    }
    return 0;
}

int arithmeticRank(ElementType type)
{
    if (type >= ElementType::ComplexHalf)
        return 3;
    if (type >= ElementType::Float4)
        return 2;
    return type >= ElementType::Int8 ? 1 : 0;
}

} // namespace kinetoscope
