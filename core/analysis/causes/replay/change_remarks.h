// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/rank_replay.h"
#include "core/base/remark.h"

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// Whether one's own changes are known to save nothing of what was recorded in a rank.
[[nodiscard]] bool isSavingNothing(const WhatIfQuestion& question, const RankOutcomes& outcomes);

/// Of one's own changes that save nothing: why, as far as a replay knows. O(n log n); no reason if told to stop.
[[nodiscard]] Message savesNothing(
    const PathRank& rank, const RankOutcomes& outcomes, const CauseThresholds& thresholds, const Progress& progress);

/// By change of the question, of all ranks together.
struct MetChanges {
    std::vector<bool> here;   ///< whether anything is meant by it in any rank
    std::vector<bool> beside; ///< or there is something in any, but none that is replayed
};

/// A panel shows the first remark alone: what is wrong with the question, else what of it does not count here, else
/// that the answer is an estimate.
/// @param before  how many remarks matter more.
/// @param nothing  what there is to say of changes that save nothing.
void addRemarksOnChanges(const WhatIfQuestion& question, const MetChanges& met, std::vector<Remark> nothing,
    const Scope& scope, std::vector<Remark>& remarks, std::size_t before);

} // namespace kinetoscope
