// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/communication_runs.h"
#include "core/model/rank_summary.h"
#include "core/model/selection.h"

namespace kinetoscope {

/// The runs of a rank of which only a summary is there: as communicationRuns() has them, without slices. O(runs).
[[nodiscard]] RankRuns runsOfSummary(const RankSummary& summary, std::uint32_t rank);

/// A kind as `.ksum` files count them, 0 to 13; and back. A pair is none of a single run.
[[nodiscard]] std::uint8_t summaryKindOf(CollectiveKind kind);
[[nodiscard]] CollectiveKind kindOfSummary(std::uint8_t kind);

/// What stands for a run in a selection: its slice, else the time it took.
void addRun(Selection& selection, const TraceSet& traces, const CommunicationRun& run);

} // namespace kinetoscope
