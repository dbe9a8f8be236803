// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/figure_checks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinetoscope::tests {

bool isNear(double a, double b, double tolerance)
{
    return std::fabs(a - b) <= tolerance * std::max({ 1.0, std::fabs(a), std::fabs(b) });
}

/// @param decimals  to which the percentage is rounded.
bool isPercent(double shown, double part, double whole, int decimals)
{
    const double half = 0.5 * std::pow(10.0, -decimals);
    return whole == 0 ? part == 0 : std::fabs(shown - 100.0 * part / whole) <= half + 1e-9;
}

std::vector<double> asDoubles(const std::vector<Nanoseconds>& all)
{
    return { all.begin(), all.end() };
}

double sumOf(const std::vector<double>& all)
{
    double sum = 0;
    for (const double value : all)
        sum += value;
    return sum;
}

double meanOf(const std::vector<double>& all)
{
    return all.empty() ? 0 : sumOf(all) / static_cast<double>(all.size());
}

double deviationOf(const std::vector<double>& all)
{
    if (all.size() < 2)
        return 0;
    double squares = 0;
    for (const double value : all)
        squares += (value - meanOf(all)) * (value - meanOf(all));
    return std::sqrt(squares / static_cast<double>(all.size() - 1));
}

/// Quantile of SPEC.md A.2.
double quantileOf(std::vector<double> all, double q)
{
    std::sort(all.begin(), all.end());
    const double h = static_cast<double>(all.size() - 1) * q;
    const auto low = static_cast<std::size_t>(h);
    const double next = low + 1 < all.size() ? all[low + 1] : all[low];
    return all[low] + (h - static_cast<double>(low)) * (next - all[low]);
}

/// A column of describe(), of values in ns shown in us, or as they are.
bool isStatistic(const std::string& column, double shown, const std::vector<double>& values, double unit)
{
    if (values.empty())
        return shown == 0;
    const auto is = [&](double value) { return std::fabs(shown - value / unit) <= 1e-9 * std::max(1.0, shown); };
    if (column == "count")
        return static_cast<double>(values.size()) == shown;
    if (column == "mean" || column == "mean (us)")
        return is(meanOf(values));
    if (column == "std" || column == "stddev")
        return std::fabs(shown - deviationOf(values) / unit) <= 1e-6 * std::max(1.0, shown);
    if (column == "min")
        return is(*std::min_element(values.begin(), values.end()));
    if (column == "max")
        return is(*std::max_element(values.begin(), values.end()));
    return is(quantileOf(values, column == "25%" ? 0.25 : column == "75%" ? 0.75 : 0.5));
}

bool isTime(const EvidencedCell& cell)
{
    const std::vector<Nanoseconds> times = cell.times();
    return std::find(times.begin(), times.end(), static_cast<Nanoseconds>(cell.value())) != times.end();
}

bool isCountOfItems(const EvidencedCell& cell)
{
    return static_cast<double>(cell.items()) == cell.value();
}
bool isCountOfHostSlices(const EvidencedCell& cell)
{
    return static_cast<double>(cell.hostSlices()) == cell.value();
}
bool isCountOfDeviceSlices(const EvidencedCell& cell)
{
    return static_cast<double>(cell.deviceSlices()) == cell.value();
}
bool isCountOfNames(const EvidencedCell& cell)
{
    return static_cast<double>(cell.distinctNames()) == cell.value();
}

/// A moment is when something of it begins or ends.
bool isMoment(const EvidencedCell& cell)
{
    const auto time = static_cast<Timestamp>(cell.value());
    const auto isEdge = [time](TimeRange range) { return range.begin == time || range.end == time; };
    const Selection& evidence = cell.evidence();
    return std::any_of(evidence.slices.begin(), evidence.slices.end(),
               [&](const SliceRef& slice) { return isEdge(cell.rangeOf(slice)); })
        || std::any_of(evidence.intervals.begin(), evidence.intervals.end(),
            [&](const IntervalRef& interval) { return isEdge(interval.range); });
}

/// A time of the cell's own evidence in percent of another cell of the row.
EvidenceRule percentOf(std::string whole)
{
    return [whole = std::move(whole)](const EvidencedCell& cell) {
        const std::vector<Nanoseconds> times = cell.times();
        return std::any_of(times.begin(), times.end(),
            [&](Nanoseconds time) { return isPercent(cell.value(), static_cast<double>(time), cell.value(whole)); });
    };
}
/// A time of the evidence in percent of the sum of a column over several rows.
EvidenceRule percentOfRows(std::string sum, std::vector<std::string_view> sameIn, int decimals)
{
    return [sum = std::move(sum), sameIn = std::move(sameIn), decimals](const EvidencedCell& cell) {
        const std::vector<Nanoseconds> times = cell.times();
        return std::any_of(times.begin(), times.end(), [&](Nanoseconds time) {
            return isPercent(cell.value(), static_cast<double>(time), cell.sumOver(sum, sameIn), decimals);
        });
    };
}
/// A share of 1.
EvidenceRule shareOf(std::string whole)
{
    return [whole = std::move(whole)](const EvidencedCell& cell) {
        const std::vector<Nanoseconds> times = cell.times();
        return std::any_of(times.begin(), times.end(),
            [&](Nanoseconds time) { return isNear(cell.value(), static_cast<double>(time) / cell.value(whole)); });
    };
}
/// The sum of the evidence, in us, for each of what another cell counts.
EvidenceRule meanPer(std::string count)
{
    return [count = std::move(count)](const EvidencedCell& cell) {
        const bool isInteger = cell.descriptor().type == ColumnType::Duration;
        const double mean = sumOf(asDoubles(cell.lengths())) / cell.value(count);
        return isInteger ? std::fabs(cell.value() - mean) <= 1 : isNear(cell.value(), mean / 1000.0);
    };
}
EvidenceRule statisticOfLengths()
{
    return [](const EvidencedCell& cell) {
        return isStatistic(cell.descriptor().name, cell.value(), asDoubles(cell.lengths()), 1000.0);
    };
}

/// [DIFF-8.1]: from the end of the call to the start of the work.
bool isRawDelay(const EvidencedCell& cell)
{
    if (cell.value() >= 0)
        return isTime(cell) || cell.value() == 0;
    const std::vector<SliceRef>& pair = cell.evidence().slices;
    return pair.size() == 2
        && static_cast<double>(cell.rangeOf(pair[1]).begin - cell.rangeOf(pair[0]).end) == cell.value();
}
/// What is no stretch of time is 0.
bool isTimeOrNothing(const EvidencedCell& cell)
{
    return cell.value() == 0 || isTime(cell);
}

} // namespace kinetoscope::tests
