// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <string_view>

namespace kinetoscope {

/// "How long from an op to its kernels?" (SPEC.md 8.2). Table `sequences`: which ATen op launches which kernels,
/// how often, and how late.
[[nodiscard]] AnalysisDescriptor opKernelDelays();

/// Empty, with the columns of hta mode.
[[nodiscard]] Table emptyOpDelayTableOfHta();

/// What separates the kernels of a sequence, as HTA writes it.
inline constexpr std::string_view kKernelArrow = " -> ";
/// Begins the name of every ATen op.
inline constexpr std::string_view kAtenPrefix = "aten::";

} // namespace kinetoscope
