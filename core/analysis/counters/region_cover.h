// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/trace.h"

#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Kineto's name for the one range of a recording without ranges per kernel.
inline constexpr std::string_view kWholeRegion = "__profile__";

/// The part of a trace that a counter range about a region is about. The range's own times do not tell: kernels are
/// replayed while counting.
struct RegionCover {
    bool isKnown = false;
    SliceId source; ///< the annotation or op of the region's name; invalid: all that was launched
    SliceId around; ///< `source`, else the innermost annotation or op around all launches; invalid: none
    TimeRange time; ///< of `source`, else from the first launch to the end of the last work; ns on the trace's clock
    std::vector<SliceId> launches {}; ///< kernel launches that start in `time`, by start
};

/// By StringId: true for names of annotations and ops that no GPU activity has. A counter range of such a name is
/// about a region. O(slices).
[[nodiscard]] std::vector<bool> regionNames(const Trace& trace);

/// What each region covers: the i-th range of a name is about the i-th annotation or op of that name, if there are as
/// many of both (a call inside another one of its name is none of its own); a region that is the only one is about all
/// launches. Anything else is not known. O(slices + regions x log launches).
/// @param regions   counter ranges, in the order in which they were taken.
/// @param launches  all kernel launches of the trace, by start.
[[nodiscard]] std::vector<RegionCover> coversOf(
    const Trace& trace, std::span<const SliceId> regions, std::span<const SliceId> launches);

} // namespace kinetoscope
