// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "What did the compiler make of the model, and what is worth tuning?" (SPEC.md 16.1). Tables `categories`,
/// `kernels`, `graphs` (per compiled graph) and `summary` (the shares of Inductor's own report, and both busy figures).
[[nodiscard]] AnalysisDescriptor inductorKernels();

} // namespace kinetoscope
