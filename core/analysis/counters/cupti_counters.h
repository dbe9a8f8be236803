// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// Title of the table `kernels`, in both modes.
inline constexpr const char* kCounterKernelsTitle = "What the hardware counted while each kernel ran";

} // namespace kinetoscope
