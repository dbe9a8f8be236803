// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Lanes of a track end here; deeper or more crowded slices share the last one. Far above what a screen can show.
inline constexpr std::uint32_t kMaxLanes = 16'384;

/// Gives every slice its lane: its depth, or where `needsLanes` says that siblings of a track overlap, strips of lanes
/// below their parent: siblings of one strip do not overlap, and each strip is as high as the tallest subtree in it. So
/// children are always below their parent and two slices share a lane only if they do not overlap in time (by more than
/// the tolerance of the call tree). Fills the lane columns of data and Track::laneCount. O(n log n) in the slices of a
/// track.
void layOutLanes(BuildState& state, const std::vector<char>& needsLanes);

} // namespace kinetoscope::builder
