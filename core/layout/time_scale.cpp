// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/time_scale.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kFarAway = 1e9;

/// A double as ns, stopping at the ends of int64: casting a larger one would be undefined.
Nanoseconds toNanoseconds(double value)
{
    if (std::isnan(value))
        return 0;
    if (value >= 9.2e18)
        return kMaxTimestamp;
    if (value <= -9.2e18)
        return kMinTimestamp;
    return static_cast<Nanoseconds>(std::floor(value));
}

} // namespace

TimeScale::TimeScale(TimeRange visible, double width)
    : m_visible(visible)
    , m_width(std::max(1.0, width))
{
    const auto length = static_cast<double>(std::max<Nanoseconds>(1, visible.length()));
    m_nanosecondsPerPixel = length / m_width;
    m_pixelsPerNanosecond = m_width / length;
}

double TimeScale::xOf(Timestamp time) const
{
    const double x = static_cast<double>(saturatingSubtract(time, m_visible.begin)) * m_pixelsPerNanosecond;
    return std::clamp(x, -kFarAway, kFarAway);
}

Timestamp TimeScale::timeAt(double x) const
{
    return saturatingAdd(m_visible.begin, toNanoseconds(x * m_nanosecondsPerPixel));
}

TimeScale TimeScale::shiftedBy(Nanoseconds offset) const
{
    TimeScale shifted = *this;
    shifted.m_visible = { saturatingAdd(m_visible.begin, offset), saturatingAdd(m_visible.end, offset) };
    return shifted;
}

TimeRange fittedInto(TimeRange visible, TimeRange limits)
{
    if (limits.length() < kShortestVisible) {
        limits.begin = saturatingSubtract(limits.begin, kShortestVisible / 2);
        limits.end = saturatingAdd(limits.begin, kShortestVisible);
        limits.begin = saturatingSubtract(limits.end, kShortestVisible);
    }
    const Nanoseconds length = std::clamp(visible.length(), kShortestVisible, limits.length());
    const Timestamp latest = saturatingSubtract(limits.end, length);
    const Timestamp begin = std::clamp(visible.begin, limits.begin, std::max(limits.begin, latest));
    return { begin, saturatingAdd(begin, length) };
}

TimeRange zoomed(TimeRange visible, TimeRange limits, double anchor, double factor)
{
    anchor = std::clamp(anchor, 0.0, 1.0);
    const auto length = static_cast<double>(std::max<Nanoseconds>(1, visible.length()));
    const double longest = static_cast<double>(std::max(limits.length(), kShortestVisible));
    const double newLength = std::clamp(std::round(length * factor), static_cast<double>(kShortestVisible), longest);
    // From the difference, not from the anchor's time: long ranges keep every ns that way.
    const Timestamp begin = saturatingAdd(visible.begin, toNanoseconds(anchor * (length - newLength) + 0.5));
    return fittedInto({ begin, saturatingAdd(begin, toNanoseconds(newLength)) }, limits);
}

TimeRange panned(TimeRange visible, TimeRange limits, double share)
{
    const Nanoseconds shift = toNanoseconds(share * static_cast<double>(visible.length()) + 0.5);
    // Stopped at the limits before the end is computed: saturation must not eat the length.
    const Timestamp begin = std::clamp(saturatingAdd(visible.begin, shift),
        saturatingSubtract(limits.begin, visible.length()), std::max(limits.begin, limits.end));
    return fittedInto({ begin, saturatingAdd(begin, visible.length()) }, limits);
}

TimeRange withMargin(TimeRange range, double share)
{
    const Nanoseconds margin = toNanoseconds(share * static_cast<double>(range.length()));
    return { saturatingSubtract(range.begin, margin), saturatingAdd(range.end, margin) };
}

} // namespace kinetoscope
