// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// A call of compiled code, as torch.compile marks it.
enum class CompiledCall : std::uint8_t {
    None,
    Graph,  ///< what PyTorch calls the graph
    Region, ///< of the program, which may have several graphs in it
};

/// By the name of a slice of the host.
[[nodiscard]] constexpr CompiledCall compiledCallOf(std::string_view name)
{
    if (name.starts_with("## Call CompiledFxGraph"))
        return CompiledCall::Graph;
    return name.starts_with("Torch-Compiled Region") ? CompiledCall::Region : CompiledCall::None;
}
[[nodiscard]] constexpr bool isCompiledCallName(std::string_view name)
{
    return compiledCallOf(name) != CompiledCall::None;
}

} // namespace kinetoscope
