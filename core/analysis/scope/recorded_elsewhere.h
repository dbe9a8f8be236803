// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Whether a file is known to hold a part of what was recorded: it was trimmed, or is cut or damaged. What it lacks may
/// have been recorded all the same. O(metadata). Thread-safe.
[[nodiscard]] bool isPartOfRecording(const Trace& trace);
/// Whether that is so of one of these ranks that is loaded.
/// @param ranks  rank numbers, any order, those that are not there are passed over; empty: all of the job
/// O(ranks x (metadata + chosen ranks)). Thread-safe.
[[nodiscard]] bool isPartOfRecording(const TraceSet& traces, const std::vector<std::int64_t>& ranks);

/// Whether what lacks in a scope may have been recorded all the same: a range, steps or streams were chosen, or the
/// file of one of its ranks is a part of a recording. Whether an option of the profiler would bring it is not known
/// then. O(ranks x (metadata + chosen ranks)). Thread-safe.
[[nodiscard]] bool mayBeRecordedElsewhere(const AnalysisInput& input);
/// The same of what one rank lacks. O(metadata). @param rank  loaded.
[[nodiscard]] bool mayRankHaveMore(const Scope& scope, const RankTrace& rank);

} // namespace kinetoscope
