// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/communication_runs.h"
#include "core/model/rank_summary.h"
#include "core/model/selection.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

/// The runs of a rank of which only a summary is there: as communicationRuns() has them, without slices. O(runs).
[[nodiscard]] RankRuns runsOfSummary(const RankSummary& summary, std::uint32_t rank);
/// The same part by part, to where they shall lie. Groups:
[[nodiscard]] std::vector<NamedGroup> groupsOfSummary(const RankSummary& summary);
/// All but the `Comms Id`. @param runs  as many as the summary has. @param shapes  what they will refer to.
void readRuns(const RankSummary& summary, std::uint32_t rank, std::span<CommunicationRun> runs, RunShapes& shapes);
/// @param texts  what they will refer to; that of all ranks has each text once.
void readCommsIds(const RankSummary& summary, std::span<CommunicationRun> runs, RunShapes& texts);

/// A kind as `.ksum` files count them, 0 to 13; and back. A pair is none of a single run.
[[nodiscard]] std::uint8_t summaryKindOf(CollectiveKind kind);
[[nodiscard]] CollectiveKind kindOfSummary(std::uint8_t kind);

/// What stands for a run in a selection: its slice, else the time it took.
void addRun(Selection& selection, const TraceSet& traces, const CommunicationRun& run);

} // namespace kinetoscope
