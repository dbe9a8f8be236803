// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Nests every track by the stack walk of [DIFF-12.3] (data.slices.parent, depth) and gives unfinished slices their
/// drawn end: that of the parent, else `traceEnd`. The tolerance is state.tolerance() on threads and device annotations
/// (which Kineto widens by 2 ns), 0 elsewhere.
///
/// Slices of negative duration are leaves, as if of length 0; those above seven days stand alone at the top level: a
/// corrupt time must not become the parent of half the trace. Notes OverlappingSlices.
///
/// @return per track, whether some slices need another lane than their depth.
[[nodiscard]] std::vector<char> nestTracks(BuildState& state, Timestamp traceEnd);

} // namespace kinetoscope::builder
