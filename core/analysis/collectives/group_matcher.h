// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <span>

namespace kinetoscope {

/// Joins the runs of one group into instances, which it appends (ranks.md 1.3): by `Seq`, else by `Comms Id`, else by
/// place, else by the ends; sends and receives by source and destination. Stops early when asked to.
/// @param runs  positions in `matching.runs`, all of the group, rank by rank, in order.
void matchGroup(CollectiveMatching& matching, const TraceSet& traces, std::uint32_t group,
    std::span<const std::uint32_t> runs, const Progress& progress);

} // namespace kinetoscope
