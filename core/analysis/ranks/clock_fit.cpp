// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/clock_fit.h"

#include "core/numeric/statistics.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace kinetoscope {

namespace {

__extension__ using WideTime = __int128;

constexpr std::size_t kFewestForDrift = 8;
constexpr std::size_t kMostForSlopes = 300;

/// Median of the distances from `middle`.
Nanoseconds deviationOf(std::vector<Nanoseconds> values, Nanoseconds middle)
{
    for (Nanoseconds& value : values) {
        const Nanoseconds from = saturatingSubtract(value, middle);
        value = from < 0 ? saturatingSubtract(0, from) : from;
    }
    return medianTime(std::move(values));
}

/// 10,000 times the deviation that a normal distribution with this median deviation has, at least the resolution.
WideTime noiseOf(Nanoseconds deviation, Nanoseconds resolution)
{
    return std::max(static_cast<WideTime>(deviation) * 14'826, static_cast<WideTime>(resolution) * 10'000);
}

Nanoseconds errorOf(Nanoseconds deviation, Nanoseconds resolution)
{
    const WideTime error = (noiseOf(deviation, resolution) + 9'999) / 10'000;
    return static_cast<Nanoseconds>(std::min<WideTime>(error, kMaxTimestamp));
}

Nanoseconds standardErrorOf(Nanoseconds error, std::size_t instances, Nanoseconds resolution)
{
    const double spread = std::ceil(1.2533 * static_cast<double>(error) / std::sqrt(static_cast<double>(instances)));
    const Nanoseconds least = (resolution + 1) / 2;
    return spread >= static_cast<double>(kMaxTimestamp) ? kMaxTimestamp
                                                        : std::max(static_cast<Nanoseconds>(spread), least);
}

/// An end on the rank's clock, and how much later the parent's clock says it is.
struct EndPoint {
    Timestamp t = 0;
    Nanoseconds y = 0;
};

/// Lower median of the slopes between all pairs of points, of many evenly picked ones; nothing where all ends are one.
std::optional<ClockRate> medianSlope(std::span<const EndPoint> points, const Progress& progress)
{
    const std::size_t count = std::min(points.size(), kMostForSlopes);
    const auto picked = [&](std::size_t i) -> const EndPoint& { return points[i * points.size() / count]; };
    std::vector<ClockRate> slopes;
    slopes.reserve(count * (count - 1) / 2);
    for (std::size_t i = 0; i < count && !progress.shouldStop(); ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            const Nanoseconds span = saturatingSubtract(picked(j).t, picked(i).t);
            if (span > 0)
                slopes.push_back({ saturatingSubtract(picked(j).y, picked(i).y), span });
        }
    }
    if (slopes.empty())
        return std::nullopt;
    const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>((slopes.size() - 1) / 2);
    std::nth_element(
        slopes.begin(), middle, slopes.end(), [](const ClockRate& a, const ClockRate& b) { return a.isLessThan(b); });
    return *middle;
}

struct Drift {
    ClockRate rate;
    Timestamp reference = 0;
    std::vector<Nanoseconds> rest; ///< of the differences without it
};

/// The drift, if there is one that noise is not and that explains at least half of the deviation.
/// @param points  by time.
std::optional<Drift> driftOf(
    std::span<const EndPoint> points, Nanoseconds deviation, Nanoseconds resolution, const Progress& progress)
{
    if (points.size() < kFewestForDrift)
        return std::nullopt;
    const std::optional<ClockRate> slope = medianSlope(points, progress);
    if (!slope || slope->isZero())
        return std::nullopt;
    Drift drift { *slope, points[points.size() / 2].t, {} };
    drift.rest.reserve(points.size());
    for (const EndPoint& point : points)
        drift.rest.push_back(saturatingSubtract(point.y, drift.rate.of(saturatingSubtract(point.t, drift.reference))));
    const Nanoseconds restDeviation = deviationOf(drift.rest, medianTime(drift.rest));
    // abs(slope) x span, 10,000 times: whole part and rest apart, so that nothing overflows.
    const WideTime wide = slope->numerator < 0 ? -static_cast<WideTime>(slope->numerator) : slope->numerator;
    const WideTime product = wide * saturatingSubtract(points.back().t, points.front().t);
    const WideTime grown =
        product / slope->denominator * 10'000 + product % slope->denominator * 10'000 / slope->denominator;
    const bool isMoreThanNoise = grown >= 6 * noiseOf(restDeviation, resolution);
    if (!isMoreThanNoise || 2 * static_cast<WideTime>(restDeviation) > deviation)
        return std::nullopt;
    return drift;
}

bool isImpossible(const TimeRange& a, const TimeRange& b)
{
    return std::max(a.begin, b.begin) > std::min(a.end, b.end);
}

void judge(ClockFit& fit, std::span<const ClockPoint> points)
{
    fit.boundLow = kMinTimestamp;
    fit.boundHigh = kMaxTimestamp;
    for (const ClockPoint& point : points) {
        fit.boundLow = std::max(fit.boundLow, saturatingSubtract(point.parent.begin, point.own.end));
        fit.boundHigh = std::min(fit.boundHigh, saturatingSubtract(point.parent.end, point.own.begin));
        fit.impossibleBefore += isImpossible(point.own, point.parent) ? 1 : 0;
        const TimeRange moved { fit.map(point.own.begin), fit.map(point.own.end) };
        fit.impossibleAfter += isImpossible(moved, point.parent) ? 1 : 0;
    }
}

} // namespace

ClockFit fitClocks(std::vector<ClockPoint> points, Nanoseconds resolution, const Progress& progress)
{
    const auto isBefore = [](const ClockPoint& a, const ClockPoint& b) {
        return std::pair(a.own.end, a.parent.end) < std::pair(b.own.end, b.parent.end);
    };
    if (!std::ranges::is_sorted(points, isBefore)) // collectives of one group mostly are
        std::ranges::sort(points, isBefore);
    std::vector<EndPoint> ends;
    std::vector<Nanoseconds> differences;
    ends.reserve(points.size());
    differences.reserve(points.size());
    for (const ClockPoint& point : points) {
        differences.push_back(saturatingSubtract(point.parent.end, point.own.end));
        ends.push_back({ point.own.end, differences.back() });
    }
    ClockFit fit;
    fit.instances = points.size();
    fit.map.reference = ends[ends.size() / 2].t;
    fit.map.offset = medianTime(differences);
    Nanoseconds deviation = deviationOf(differences, fit.map.offset);
    if (const auto drift = driftOf(ends, deviation, resolution, progress)) {
        fit.map = { medianTime(drift->rest), drift->rate, drift->reference };
        deviation = deviationOf(drift->rest, fit.map.offset);
        const Nanoseconds span = saturatingSubtract(ends.back().t, ends.front().t);
        fit.driftNoise =
            6 * static_cast<double>(noiseOf(deviation, resolution)) / 10'000 * 1e6 / static_cast<double>(span);
    }
    fit.error = errorOf(deviation, resolution);
    fit.standardError = standardErrorOf(fit.error, fit.instances, resolution);
    judge(fit, points);
    return fit;
}

} // namespace kinetoscope
