// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <optional>

namespace kinetoscope {

/// Whether a slice is device work that communicates with other ranks (built-in classification, [DIFF-1.1]).
[[nodiscard]] bool isCollective(const Trace& trace, SliceId slice);

/// The run of the same collective on the next (`direction` > 0) or previous rank that has one; after the last rank
/// comes the first.
///
/// A collective is known by process group and collective name where the file has them, else as the analysis
/// `stragglers` knows it: by name and number of the stream. Runs are told apart by the step that launched them and
/// their place in it: the third all-reduce of step 7 belongs to the third one of step 7, though one rank was recorded
/// from step 5 on. Where the steps have no numbers in common, by their place in the trace.
///
/// Nothing for what is no collective, in a job of one rank, and where no other rank has it. O(slices of the ranks
/// looked at), reading one column of ids.
[[nodiscard]] std::optional<SliceRef> sameCollective(const TraceSet& traces, SliceRef from, int direction);

} // namespace kinetoscope
