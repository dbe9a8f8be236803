// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/time_scale.h"
#include "core/overlay/range_index.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// A stretch of time as pixel columns.
struct PixelRange {
    std::int32_t left = 0;  ///< first column; -1 where it begins before the first
    std::int32_t right = 0; ///< one past the last; at most width + 1
    std::uint32_t tag = 0;
};

/// The stretches of at least `smallest` pixels that touch the visible range, in time order. Cost follows their number,
/// not that of all stretches.
void wideRanges(const RangeIndex& ranges, const TimeScale& scale, double smallest, std::vector<PixelRange>& pixels);

/// All stretches that touch the visible range: those that share a pixel with an earlier one are left out, so nothing is
/// lost to the eye. Cost O(width x log stretches).
void allRanges(const RangeIndex& ranges, const TimeScale& scale, std::vector<PixelRange>& pixels);

} // namespace kinetoscope
