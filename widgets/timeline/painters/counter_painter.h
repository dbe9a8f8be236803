// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/time_scale.h"
#include "core/model/trace.h"
#include "widgets/timeline/painters/lane_canvas.h"

#include <QColor>

#include <span>

namespace kinetoscope {

struct CounterColours {
    QRgb area; ///< between zero and the value
    QRgb band; ///< between smallest and largest value of a pixel
    QRgb line;
};
/// Shades of `line` on `canvas`.
[[nodiscard]] CounterColours counterColours(const QColor& canvas, const QColor& line);

/// Values over time, both of one length, by time. Not owned.
struct CounterSamples {
    std::span<const Timestamp> time;
    std::span<const double> value;
};
/// The samples of a counter track, on the trace's clock; valid as long as the trace.
[[nodiscard]] CounterSamples samplesOf(const Trace& trace, const Track& track);

/// Draws one counter as steps in [top, top + height), device pixels: a sample holds until the next one, nothing is
/// drawn before the first or where a value is not a number. The axis runs from zero (or the smallest value, if
/// negative) to the largest of the visible samples; where several samples share a pixel their extremes are drawn.
///
/// @param scale  on the clock of the samples, device pixels.
/// @return upper end of the axis; 0 without samples.
double paintCounterSeries(LaneCanvas& canvas, const CounterSamples& samples, const TimeScale& scale,
    const CounterColours& colours, int top, int height, int lineWidth);

/// Value of a counter at a moment; NaN before its first sample. O(log samples).
[[nodiscard]] double counterValueAt(const CounterSamples& samples, Timestamp time);

} // namespace kinetoscope
