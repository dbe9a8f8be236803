// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// The short form of a name that follows one of the fixed patterns of GPU libraries: NCCL, cuBLAS, cuDNN, CUTLASS,
/// nvjet, Tensile
/// (`Cijk`), MIOpen (`igemm`), Triton, copies and fills. nullopt for any other name.
///
/// Such names are words joined by `_`; what tells kernels of one library apart is kept (operation, tile, layout), what
/// is the same in all of them or tuning noise goes. Two names may share a short form; DisplayNames tells them apart
/// again. Linear time.
[[nodiscard]] std::optional<std::string> familyName(std::string_view name);

/// `float` to `fp32`, `BFloat16` to `bf16`, ... by the last word of a type's name; "" for what is no number type.
[[nodiscard]] std::string_view numberType(std::string_view typeName);

} // namespace kinetoscope
