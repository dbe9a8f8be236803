// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>

namespace kinetoscope {

/// Rounded down; what int64 cannot hold stops at its ends (casting it would be undefined), NaN is 0.
[[nodiscard]] constexpr Nanoseconds wholeNanoseconds(double value)
{
    if (!(value > -9.2e18 && value < 9.2e18))
        return value >= 9.2e18 ? kMaxTimestamp : value <= -9.2e18 ? kMinTimestamp : 0;
    const auto towardsZero = static_cast<Nanoseconds>(value);
    return static_cast<double>(towardsZero) > value ? towardsZero - 1 : towardsZero;
}

/// Time to pixel and back for one visible range drawn `width` pixels wide. The unit of x is the caller's (logical or
/// device pixels); x 0 is the range's begin. Nothing overflows, whatever the times are: far ones land far outside, at
/// most 1e9 away.
class TimeScale {
public:
    TimeScale() = default;
    /// @param visible  its length counts as at least 1 ns.
    /// @param width    counts as at least 1.
    TimeScale(TimeRange visible, double width);

    [[nodiscard]] TimeRange visible() const { return m_visible; }
    [[nodiscard]] double width() const { return m_width; }
    [[nodiscard]] double nanosecondsPerPixel() const { return m_nanosecondsPerPixel; }
    [[nodiscard]] double xOf(Timestamp time) const
    {
        // Here, because a frame asks it for every slice of a pixel.
        const double x = static_cast<double>(saturatingSubtract(time, m_visible.begin)) * m_pixelsPerNanosecond;
        return std::clamp(x, -kFarAway, kFarAway);
    }
    /// Time at x, rounded down; saturates.
    [[nodiscard]] Timestamp timeAt(double x) const
    {
        return saturatingAdd(m_visible.begin, wholeNanoseconds(x * m_nanosecondsPerPixel));
    }
    /// The same range on a clock that is `offset` ns ahead: times t of this scale are t + offset there.
    [[nodiscard]] TimeScale shiftedBy(Nanoseconds offset) const;
    /// The same pixels on a clock that shows `begin` at x 0 and runs `speed` times as fast.
    [[nodiscard]] TimeScale onClock(Timestamp begin, double speed) const;

private:
    static constexpr double kFarAway = 1e9;

    TimeRange m_visible { 0, 1 };
    double m_width = 1;
    double m_nanosecondsPerPixel = 1;
    double m_pixelsPerNanosecond = 1;
};

/// Shortest range a view can show: 100 ns, so that single nanoseconds are told apart on any screen.
inline constexpr Nanoseconds kShortestVisible = 100;

/// `visible` moved and, if need be, shortened or lengthened to lie inside `limits` and be at least kShortestVisible
/// long. Limits that are shorter than that count as centred in a range of that length.
[[nodiscard]] TimeRange fittedInto(TimeRange visible, TimeRange limits);

/// The range after zooming: its length times `factor` (below 1 zooms in), with the moment at share `anchor` (0 left
/// edge, 1 right edge) staying where it is as far as `limits` allow.
[[nodiscard]] TimeRange zoomed(TimeRange visible, TimeRange limits, double anchor, double factor);

/// The range after moving by `share` of its length (positive: later), stopping at `limits` with its length kept.
[[nodiscard]] TimeRange panned(TimeRange visible, TimeRange limits, double share);

/// `range` with `share` of its length added on both sides; saturates.
[[nodiscard]] TimeRange withMargin(TimeRange range, double share);

} // namespace kinetoscope
