// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// The types of section 3 in their order; bit i of a mask stands for entry i.
[[nodiscard]] std::vector<KernelType> analysedKernelTypes(bool includeMemory);
/// "COMPUTATION overlapping COMMUNICATION" for a mask over `types`.
[[nodiscard]] std::string kernelTypeMaskName(int mask, const std::vector<KernelType>& types);

/// "Which kernels take the GPU time?" (SPEC.md section 3). Tables `kernel-types` (time by what runs at once, all
/// ranks together) and `kernels` (statistics by name, per rank and type).
[[nodiscard]] AnalysisDescriptor kernelBreakdown();

/// The columns of HTA's frames, in their order: all that the tables of hta mode have.
[[nodiscard]] std::vector<ColumnDescriptor> kernelTypeColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> kernelColumnsOfHta();

} // namespace kinetoscope
