// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Which ops take the time, on the host and on the GPU?" (SPEC.md 12.3 EXT). Table `operators`, one row a name, or
/// a name and its input shapes, a module, a name and its Python stack. Columns that PyTorch's key_averages() has carry
/// its names and its values.
[[nodiscard]] AnalysisDescriptor operators();

} // namespace kinetoscope
