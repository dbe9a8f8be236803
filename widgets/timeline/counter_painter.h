// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/time_scale.h"
#include "core/model/counter_table.h"
#include "core/model/track.h"
#include "widgets/timeline/lane_canvas.h"

namespace kinetoscope {

struct CounterColours {
    QRgb area; ///< between zero and the value
    QRgb line;
};

/// Draws one counter as steps in [top, top + height), device pixels: a sample holds until the next one, nothing is
/// drawn before the first or where a value is not a number. The axis runs from zero (or the smallest value, if
/// negative) to the largest of the visible samples; where several samples share a pixel their extremes are drawn.
///
/// @param scale  on the trace's clock, device pixels.
/// @return upper end of the axis; 0 without samples.
double paintCounterSeries(LaneCanvas& canvas, const CounterTable& counters, const Track& track, const TimeScale& scale,
    const CounterColours& colours, int top, int height, int lineWidth);

/// Value of a counter at a moment; NaN before its first sample. O(log samples).
[[nodiscard]] double counterValueAt(const CounterTable& counters, const Track& track, Timestamp time);

} // namespace kinetoscope
