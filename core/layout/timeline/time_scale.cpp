// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/time_scale.h"

#include <cmath>

namespace kinetoscope {

TimeScale::TimeScale(TimeRange visible, double width)
    : m_visible(visible)
    , m_width(std::max(1.0, width))
{
    const auto length = static_cast<double>(std::max<Nanoseconds>(1, visible.length()));
    m_nanosecondsPerPixel = length / m_width;
    m_pixelsPerNanosecond = m_width / length;
}

TimeScale TimeScale::shiftedBy(Nanoseconds offset) const
{
    TimeScale shifted = *this;
    shifted.m_visible = { saturatingAdd(m_visible.begin, offset), saturatingAdd(m_visible.end, offset) };
    return shifted;
}

TimeScale TimeScale::onClock(Timestamp begin, double speed) const
{
    TimeScale other = *this;
    other.m_nanosecondsPerPixel = m_nanosecondsPerPixel * speed;
    other.m_pixelsPerNanosecond = m_pixelsPerNanosecond / speed;
    other.m_visible = { begin, saturatingAdd(begin, wholeNanoseconds(m_width * other.m_nanosecondsPerPixel + 1)) };
    return other;
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
    const Timestamp begin = saturatingAdd(visible.begin, wholeNanoseconds(anchor * (length - newLength) + 0.5));
    return fittedInto({ begin, saturatingAdd(begin, wholeNanoseconds(newLength)) }, limits);
}

TimeRange panned(TimeRange visible, TimeRange limits, double share)
{
    const Nanoseconds shift = wholeNanoseconds(share * static_cast<double>(visible.length()) + 0.5);
    // Stopped at the limits before the end is computed: saturation must not eat the length.
    const Timestamp begin = std::clamp(saturatingAdd(visible.begin, shift),
        saturatingSubtract(limits.begin, visible.length()), std::max(limits.begin, limits.end));
    return fittedInto({ begin, saturatingAdd(begin, visible.length()) }, limits);
}

TimeRange withMargin(TimeRange range, double share)
{
    const Nanoseconds margin = wholeNanoseconds(share * static_cast<double>(range.length()));
    return { saturatingSubtract(range.begin, margin), saturatingAdd(range.end, margin) };
}

} // namespace kinetoscope
