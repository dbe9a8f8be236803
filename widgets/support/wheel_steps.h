// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWheelEvent>

#include <cmath>

namespace kinetoscope {

// What a turn of the wheel does to the visible range, the same on the timeline and in charts over time.

/// Whether the larger component, or Shift, says that the wheel goes sideways. Some platforms turn Shift+wheel into a
/// horizontal one by themselves.
[[nodiscard]] inline bool isSidewaysWheel(const QWheelEvent& wheel)
{
    const QPointF delta = wheel.angleDelta();
    return wheel.modifiers().testFlag(Qt::ShiftModifier) || std::abs(delta.x()) > std::abs(delta.y());
}

/// Factor of the visible range's length; one notch (120 eighths of a degree) away from the user makes it 1.2 times
/// shorter.
[[nodiscard]] inline double wheelZoomFactor(const QWheelEvent& wheel)
{
    constexpr double kZoom = 1.0015; // per eighth of a degree
    const QPointF delta = wheel.angleDelta();
    return std::pow(kZoom, -(delta.y() != 0 ? delta.y() : delta.x()));
}

/// Share of the visible range's length to move by, a tenth a notch; positive: later.
[[nodiscard]] inline double wheelPanShare(const QWheelEvent& wheel)
{
    constexpr double kPan = 0.1;
    const QPointF delta = wheel.angleDelta();
    return -(std::abs(delta.x()) > std::abs(delta.y()) ? delta.x() : delta.y()) / 120 * kPan;
}

} // namespace kinetoscope
