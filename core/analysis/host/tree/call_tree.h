// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "What calls what, and how much GPU work does it cause?" (SPEC.md 12.3). Table `ops`, one row a host slice in
/// tree order: its parent, depth, height, and sums over the GPU work launched by it and everything nested in it. Table
/// `paths`, what a person reads: equal calls below equal calls are one row (call_paths.h).
[[nodiscard]] AnalysisDescriptor callTree();

} // namespace kinetoscope
