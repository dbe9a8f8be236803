// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/contains.h"

#include <array>
#include <string_view>

namespace kinetoscope {

/// Whether a slice of the host with this name is a call of compiled code, as torch.compile marks them; from the inside
/// out: what PyTorch calls the graph, and the region of the program.
[[nodiscard]] constexpr bool isCompiledCallName(std::string_view name)
{
    constexpr std::array<std::string_view, 2> kPrefixes { "## Call CompiledFxGraph", "Torch-Compiled Region" };
    return startsWithAny(name, kPrefixes);
}

} // namespace kinetoscope
