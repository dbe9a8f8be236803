// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/counter_painter.h"

#include "widgets/support/palette.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kinetoscope {

namespace {

// More samples of one pixel are looked at by even steps: a counter of ten million samples must not stall a frame.
constexpr std::size_t kSamplesPerPixel = 64;

struct Extremes {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    [[nodiscard]] bool isEmpty() const { return lowest > highest; }
};

/// First sample at or after `time`.
std::size_t firstSampleFrom(const CounterSamples& samples, Timestamp time)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(samples.time, time) - samples.time.begin());
}

/// What each pixel column shows.
std::vector<Extremes> columnsOf(const CounterSamples& samples, const TimeScale& scale)
{
    std::vector<Extremes> columns(static_cast<std::size_t>(scale.width()));
    std::size_t sample = firstSampleFrom(samples, scale.visible().begin);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const Timestamp end = scale.timeAt(static_cast<double>(x + 1));
        const std::size_t next = firstSampleFrom(samples, end);
        // What holds at the pixel's left edge.
        if (sample > 0)
            columns[x].include(samples.value[sample - 1]);
        const std::size_t step = std::max<std::size_t>(1, (next - std::min(next, sample)) / kSamplesPerPixel);
        for (std::size_t i = sample; i < next; i += step)
            columns[x].include(samples.value[i]);
        sample = std::max(sample, next);
    }
    return columns;
}

} // namespace

CounterColours counterColours(const QColor& canvas, const QColor& line)
{
    return { mixed(canvas, line, 0.25).rgb(), mixed(canvas, line, 0.5).rgb(), line.rgb() };
}

CounterSamples samplesOf(const Trace& trace, const Track& track)
{
    const CounterTable& counters = trace.counters();
    return { std::span(counters.time).subspan(track.firstSample, track.sampleCount),
        std::span(counters.value).subspan(track.firstSample, track.sampleCount) };
}

double counterValueAt(const CounterSamples& samples, Timestamp time)
{
    const std::size_t next = firstSampleFrom(samples, saturatingAdd(time, 1));
    return next > 0 ? samples.value[next - 1] : std::numeric_limits<double>::quiet_NaN();
}

double paintCounterSeries(LaneCanvas& canvas, const CounterSamples& samples, const TimeScale& scale,
    const CounterColours& colours, int top, int height, int lineWidth)
{
    const std::vector<Extremes> columns = columnsOf(samples, scale);
    Extremes axis;
    axis.include(0);
    for (const Extremes& column : columns) {
        axis.include(column.lowest);
        axis.include(column.highest);
    }
    const double span = axis.highest - axis.lowest;
    const auto yOf = [&](double value) {
        const double share = span > 0 ? (value - axis.lowest) / span : 0;
        return top + static_cast<int>(std::lround((1 - share) * (height - lineWidth)));
    };
    const int zero = yOf(0);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x].isEmpty())
            continue;
        const int column = static_cast<int>(x);
        const int upper = yOf(columns[x].highest);
        const int lower = yOf(columns[x].lowest);
        canvas.fill(column, std::min(upper, zero), column + 1, std::max(lower, zero) + lineWidth, colours.area);
        canvas.fill(column, upper, column + 1, lower + lineWidth, colours.band);
        canvas.fill(column, upper, column + 1, upper + lineWidth, colours.line);
    }
    return axis.highest;
}

} // namespace kinetoscope
