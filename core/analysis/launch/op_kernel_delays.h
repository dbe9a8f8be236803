// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// An empty table with the columns that HTA has, and the rank.
[[nodiscard]] Table emptyOpDelayTableOfHta();

/// What separates the kernels of a sequence, as HTA writes it.
inline constexpr std::string_view kKernelArrow = " -> ";
/// Begins the name of every ATen op.
inline constexpr std::string_view kAtenPrefix = "aten::";

} // namespace kinetoscope
