// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart_data.h"

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

ChartData histogram(const ChartData& raw)
{
    ChartData data;
    data.denominator = raw.denominator;
    data.unit = Unit::Count;
    data.labelsAreNumbers = true;
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    bool isPositive = true;
    for (const ChartData::Group& group : raw.groups) {
        for (const ChartData::Row& row : group.rows) {
            const double value = row.values.empty() ? std::numeric_limits<double>::quiet_NaN() : row.values[0];
            if (!std::isfinite(value))
                continue;
            isPositive = isPositive && value > 0;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (raw.series.empty() || low > high)
        return data;
    data.series = { raw.series.front() };
    data.keyTitle = raw.series.front().label;
    const std::vector<double> edges = isPositive && high >= 10 * low ? decadeEdges(low, high) : equalEdges(low, high);
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
        for (const ChartData::Row& row : group.rows) {
            if (row.values.empty() || !std::isfinite(row.values[0]))
                continue;
            const auto above = std::upper_bound(edges.begin(), edges.end(), row.values[0]);
            const auto bin =
                std::clamp<std::ptrdiff_t>(above - edges.begin() - 1, 0, static_cast<std::ptrdiff_t>(bins) - 1);
            ChartData::Row& target = counted.rows[static_cast<std::size_t>(bin)];
            target.values[0] += 1;
            target.tableRows.insert(target.tableRows.end(), row.tableRows.begin(), row.tableRows.end());
        }
        data.groups.push_back(std::move(counted));
    }
    data.binsAreTime = raw.isTime;
    return data;
}

} // namespace kinetoscope
