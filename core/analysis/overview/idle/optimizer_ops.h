// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kinetoscope {

// The ops of which PyTorch's optimizers consist where they work on one parameter after the other. A forward pass, as a
// closure runs it, has others.

/// Whether an op writes to what it is called on, element by element: "aten::add_". Those of activations are none.
[[nodiscard]] inline bool isUpdateInPlace(std::string_view op)
{
    constexpr std::string_view kOwn = "aten::";
    static constexpr std::array<std::string_view, 20> kUpdates { "add_", "sub_", "mul_", "div_", "addcmul_", "addcdiv_",
        "lerp_", "sqrt_", "rsqrt_", "pow_", "neg_", "sign_", "abs_", "copy_", "maximum_", "clamp_", "clamp_min_",
        "clamp_max_", "reciprocal_", "masked_fill_" };
    return op.substr(0, kOwn.size()) == kOwn
        && std::find(kUpdates.begin(), kUpdates.end(), op.substr(kOwn.size())) != kUpdates.end();
}

/// Whether an op is one of the others that such optimizers call: element by element, of one value, or without work.
[[nodiscard]] inline bool isCalculationOfOptimizer(std::string_view op)
{
    constexpr std::string_view kOwn = "aten::";
    static constexpr std::array<std::string_view, 54> kCalculations { "add", "sub", "rsub", "mul", "div", "addcmul",
        "addcdiv", "lerp", "sqrt", "rsqrt", "square", "pow", "reciprocal", "neg", "sign", "abs", "maximum", "minimum",
        "amax", "max", "clamp", "clamp_min", "where", "eq", "ne", "lt", "le", "gt", "ge", "norm", "linalg_vector_norm",
        "zeros", "ones", "full", "empty", "zeros_like", "ones_like", "full_like", "empty_like", "clone", "to",
        "_to_copy", "item", "_local_scalar_dense", "is_nonzero", "detach", "detach_", "view", "view_as", "view_as_real",
        "unsqueeze", "select", "slice", "lift_fresh" };
    return op.substr(0, kOwn.size()) == kOwn
        && std::find(kCalculations.begin(), kCalculations.end(), op.substr(kOwn.size())) != kCalculations.end();
}

} // namespace kinetoscope
