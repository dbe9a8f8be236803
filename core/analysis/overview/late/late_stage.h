// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"

#include <optional>

namespace kinetoscope {

struct WaitFacts;

/// One stage of a pipeline for which others wait since its host launches work late.
struct LateStage {
    std::size_t rank = 0;  ///< in OverviewSource
    Nanoseconds more = 0;  ///< what its GPU waits for its host beyond the average of the ranks that communicate
    Nanoseconds waits = 0; ///< of others for it in sends and receives: what they would wait less with that wait gone
};

/// Stages wait for each other though none is late, and which of several late hosts shows as an idle GPU depends on who
/// waits anyway. So nothing unless one rank alone stands out by half of the average or more, its host takes longer than
/// the others' by half of that or more, its own waiting for the GPU left out, and the others wait for half of it or
/// more; nor where a rank is not loaded. Errors: Cancelled.
[[nodiscard]] Result<std::optional<LateStage>> lateStage(const OverviewSource& source,
    const std::vector<RankFacts>& ranks, const WaitFacts& waits, const FindingThresholds& thresholds,
    const AnalysisContext& context);

} // namespace kinetoscope
