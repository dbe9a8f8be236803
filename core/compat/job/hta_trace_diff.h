// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's TraceDiff.compare_traces and ops_diff. Work on stream 0 belongs to no step and is missed, as in HTA; where HTA
/// stops because a trace has no steps, the whole of it is taken.
[[nodiscard]] Result<AnalysisResult> runTraceDiff(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
