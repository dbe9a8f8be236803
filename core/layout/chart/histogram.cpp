// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kinetoscope {
namespace {

constexpr int kMostDecades = 40; // values of damaged times span more than anybody reads

/// 1, 2, 5, 10, ... from the last edge at or below `low` to the first above `high`; both positive.
std::vector<double> decadeEdges(double low, double high)
{
    static constexpr std::array kSteps { 1.0, 2.0, 5.0 };
    const double top = std::log10(high);
    const int first = static_cast<int>(std::floor(std::max(std::log10(low), top - kMostDecades)));
    std::vector<double> edges;
    for (int decade = first; edges.empty() || edges.back() <= high; ++decade) {
        for (const double step : kSteps) {
            const double edge = step * std::pow(10.0, decade);
            if (edges.size() == 1 && edge <= low)
                edges.front() = edge;
            else
                edges.push_back(edge);
            if (edge > high)
                return edges;
        }
    }
    return edges;
}

/// Multiples of a round step; the last one is above `high`.
std::vector<double> equalEdges(double low, double high)
{
    constexpr int kBins = 14;
    // Values that agree to nine digits are one bin; finer steps would drown in rounding.
    if (!(high - low > std::fabs(high) * 1e-9))
        return { low, high + std::max(1.0, std::fabs(high) * 1e-6) };
    const double wished = (high - low) / kBins;
    const double magnitude = std::pow(10.0, std::floor(std::log10(wished)));
    const double part = wished / magnitude;
    const double step = magnitude * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    std::vector<double> edges;
    for (double i = std::floor(low / step); edges.empty() || edges.back() <= high; ++i)
        edges.push_back(i * step);
    return edges;
}

} // namespace

ChartData histogram(const ChartData& raw, bool keepsValues)
{
    ChartData data { .labelsAreNumbers = true, .unit = Unit::Count, .denominator = raw.denominator };
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    double leastPositive = std::numeric_limits<double>::max();
    bool hasZero = false;
    for (const ChartData::Group& group : raw.groups) {
        for (const ChartData::Point& point : group.points) {
            const double value = point.y;
            hasZero = hasZero || value == 0;
            leastPositive = value > 0 ? std::min(leastPositive, value) : leastPositive;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (raw.series.empty() || low > high)
        return data;
    data.series = { raw.series.front() };
    data.keyTitle = raw.series.front().label;
    const bool isLogarithmic = low >= 0 && high >= 10 * leastPositive;
    std::vector<double> edges = isLogarithmic ? decadeEdges(leastPositive, high) : equalEdges(low, high);
    if (isLogarithmic && hasZero)
        edges.insert(edges.begin(), 0); // no logarithm has a place for it
    const std::size_t bins = edges.size() - 1;
    for (const ChartData::Group& group : raw.groups) {
        ChartData::Group counted;
        counted.label = group.label;
        counted.rows.resize(bins);
        for (std::size_t i = 0; i < bins; ++i) {
            counted.rows[i].values = { 0.0 };
            counted.rows[i].minimum = edges[i];
            counted.rows[i].maximum = edges[i + 1];
            counted.rows[i].total = std::numeric_limits<double>::quiet_NaN();
        }
        for (const ChartData::Point& point : group.points) {
            const auto above = std::ranges::upper_bound(edges, point.y);
            const auto bin =
                std::clamp<std::ptrdiff_t>(above - edges.begin() - 1, 0, static_cast<std::ptrdiff_t>(bins) - 1);
            ChartData::Row& target = counted.rows[static_cast<std::size_t>(bin)];
            target.tableRows.push_back(point.tableRow);
            if (point.isRepeated)
                continue;
            target.values[0] += 1;
            if (keepsValues)
                counted.values.push_back(point.y);
        }
        std::ranges::sort(counted.values);
        double sum = 0;
        for (std::size_t i = 0; i < counted.values.size(); ++i) {
            counted.sums.push_back(sum);
            sum += counted.values[i];
        }
        if (keepsValues)
            counted.sums.push_back(sum);
        data.groups.push_back(std::move(counted));
    }
    data.binsAreTime = raw.isTime;
    return data;
}

double placeInBins(const std::vector<ChartData::Row>& rows, double value)
{
    const auto at = std::ranges::find_if(rows, [value](const ChartData::Row& row) { return value < row.maximum; });
    const double bin = static_cast<double>(at - rows.begin()) - 0.5;
    if (at == rows.end() || value <= at->minimum)
        return bin;
    const double part = at->minimum > 0 ? std::log(value / at->minimum) / std::log(at->maximum / at->minimum)
                                        : (value - at->minimum) / (at->maximum - at->minimum);
    return bin + part;
}

double valueAtPlace(const std::vector<ChartData::Row>& rows, double place)
{
    if (rows.empty())
        return 0;
    const double last = static_cast<double>(rows.size());
    const double along = std::clamp(place + 0.5, 0.0, last);
    const ChartData::Row& row = rows[static_cast<std::size_t>(std::min(along, last - 1))];
    const double part = along - std::min(std::floor(along), last - 1);
    return row.minimum > 0 ? row.minimum * std::pow(row.maximum / row.minimum, part)
                           : row.minimum + (row.maximum - row.minimum) * part;
}

double roundedToDrag(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

CutoffSides sidesOf(const ChartData::Group& group, double cutoff)
{
    CutoffSides sides;
    if (group.sums.empty())
        return sides;
    const auto above = std::ranges::upper_bound(group.values, cutoff);
    sides.below = static_cast<std::size_t>(above - group.values.begin());
    sides.above = group.values.size() - sides.below;
    sides.timeBelow = group.sums[sides.below];
    sides.timeAbove = group.sums.back() - sides.timeBelow;
    return sides;
}

} // namespace kinetoscope
