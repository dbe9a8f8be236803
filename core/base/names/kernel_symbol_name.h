// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names/symbol.h"

#include <string>

namespace kinetoscope {

/// The short form of a C++ function, mostly a kernel: `softmax_warp_forward fp32`, `vllm::rms_norm_kernel bf16`.
/// Template shells that do something given to them (`elementwise_kernel<..., Functor, ...>`) are named by what they do:
/// `gelu · elementwise bf16`. `symbol.isFunction` must hold.
[[nodiscard]] std::string symbolName(const Symbol& symbol);

} // namespace kinetoscope
