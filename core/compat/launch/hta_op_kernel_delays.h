// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_aten_op_kernels_and_delay. The launches of a rank are added to those of the ranks before it, as in HTA;
/// where HTA stops on a launch with several kernels, all of them are taken.
[[nodiscard]] Result<AnalysisResult> runOpKernelDelays(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
