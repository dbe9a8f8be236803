// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope::compat {

/// HTA's get_queue_length_summary, get_queue_length_time_series and get_time_spent_blocked_on_full_queue.
[[nodiscard]] Result<AnalysisResult> runQueueLength(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope::compat
