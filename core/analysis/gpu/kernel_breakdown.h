// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// The types of section 3 in their order; bit i of a mask stands for entry i.
[[nodiscard]] std::vector<KernelType> analysedKernelTypes(bool includeMemory);
/// "COMPUTATION overlapping COMMUNICATION" for a mask over `types`.
[[nodiscard]] std::string kernelTypeMaskName(int mask, const std::vector<KernelType>& types);

} // namespace kinetoscope
