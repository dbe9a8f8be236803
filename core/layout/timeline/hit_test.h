// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_layout.h"
#include "core/layout/timeline/time_scale.h"
#include "core/model/selection.h"

#include <optional>

namespace kinetoscope {

/// What lies under a point of the timeline.
struct TimelineHit {
    std::ptrdiff_t row = -1; ///< position in RowLayout::rows(); -1: no row there
    int lane = -1;           ///< of the row, from 0; -1 without one
    std::optional<SliceRef> slice;
};

/// How far from a tiny slice a point may be and still mean it.
inline constexpr double kHitTolerancePixels = 2;

/// @param scale  of the lanes, on job time.
/// @param x, y   from the left edge of the lanes and the top of the first row.
/// The slice at the point; among several under one pixel the longest; where there is none, the nearest within the
/// tolerance. On the steps row, the step's annotation. O(log slices).
[[nodiscard]] TimelineHit hitTest(
    const TraceSet& traces, const RowLayout& layout, const TimeScale& scale, double x, std::int64_t y);

/// Slice of one lane at x, by the same rule; `scale` is on the trace's clock.
[[nodiscard]] SliceId sliceAt(const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale, double x);

} // namespace kinetoscope
