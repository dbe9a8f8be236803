// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "What differs between two runs?" (SPEC.md section 13). Two inputs, control and test; they may be the same job
/// with different ranks or steps. Tables `ops` and `changes`.
///
/// Without a choice the first step of the lowest rank of each side is compared; where a side has no steps, both traces
/// as a whole ([DIFF-13.1]).
[[nodiscard]] AnalysisDescriptor traceDiff();

} // namespace kinetoscope
