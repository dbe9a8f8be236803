// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/zoom/chart_zoom.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

double valueAtShare(const AxisMeasure& measure, double share)
{
    return measure.isLogarithmic ? measure.lower * std::pow(measure.upper / measure.lower, share)
                                 : measure.lower + share * (measure.upper - measure.lower);
}

double shareOfValue(const AxisMeasure& measure, double value)
{
    return measure.isLogarithmic ? std::log(value / measure.lower) / std::log(measure.upper / measure.lower)
                                 : (value - measure.lower) / (measure.upper - measure.lower);
}

AxisSpan spanWithin(AxisSpan wanted, AxisSpan limits, double least)
{
    // Written so that NaN is no stretch.
    if (!(wanted.length() >= 0) || !(wanted.length() < limits.length()) || !(least < limits.length()))
        return limits;
    if (wanted.length() < least) {
        const double middle = (wanted.begin + wanted.end) / 2;
        wanted = { middle - least / 2, middle + least / 2 };
    }
    const double length = wanted.length();
    if (wanted.begin < limits.begin)
        return { limits.begin, limits.begin + length };
    if (wanted.end > limits.end)
        return { limits.end - length, limits.end };
    return wanted;
}

AxisSpan zoomedSpan(AxisSpan shown, AxisSpan limits, double anchor, double factor, double least)
{
    if (!(factor > 0) || !std::isfinite(factor))
        return shown;
    // Where it would become too short, the anchor stays too.
    const double length = std::max(shown.length() * factor, least);
    const double before = shown.length() > 0 ? (anchor - shown.begin) / shown.length() : 0.5;
    const double begin = anchor - before * length;
    return spanWithin({ begin, begin + length }, limits, least);
}

AxisSpan movedSpan(AxisSpan shown, AxisSpan limits, double byShare)
{
    const double by = std::isfinite(byShare) ? byShare * shown.length() : 0;
    const double room = by > 0 ? std::max(0.0, limits.end - shown.end) : std::min(0.0, limits.begin - shown.begin);
    const double step = by > 0 ? std::min(by, room) : std::max(by, room);
    return { shown.begin + step, shown.end + step };
}

} // namespace kinetoscope
