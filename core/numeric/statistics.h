// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/intervals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Sum, extremes, mean and spread of values that arrive one by one. T is Nanoseconds (sum exact, saturating) or double.
/// Mean and variance follow Welford, so that a million equal values have a deviation of exactly 0.
template <typename T> class RunningStatistics {
public:
    void add(T value)
    {
        ++m_count;
        m_sum = sumOf(m_sum, value);
        m_min = std::min(m_min, value);
        m_max = std::max(m_max, value);
        const double delta = static_cast<double>(value) - m_mean;
        m_mean += delta / static_cast<double>(m_count);
        m_squares += delta * (static_cast<double>(value) - m_mean);
    }
    /// As if all values of `other` had been added here.
    void merge(const RunningStatistics& other)
    {
        if (other.m_count == 0)
            return;
        const auto mine = static_cast<double>(m_count);
        const auto theirs = static_cast<double>(other.m_count);
        const double delta = other.m_mean - m_mean;
        m_mean += delta * theirs / (mine + theirs);
        m_squares += other.m_squares + delta * delta * mine * theirs / (mine + theirs);
        m_count += other.m_count;
        m_sum = sumOf(m_sum, other.m_sum);
        m_min = std::min(m_min, other.m_min);
        m_max = std::max(m_max, other.m_max);
    }

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] T sum() const { return m_sum; }
    [[nodiscard]] T min() const { return m_min; } ///< only meaningful when count() > 0, as max()
    [[nodiscard]] T max() const { return m_max; }
    /// Sum over count: exact up to the last bit where the sum is. 0 without values.
    [[nodiscard]] double mean() const
    {
        return m_count == 0 ? 0.0 : static_cast<double>(m_sum) / static_cast<double>(m_count);
    }
    /// Sample standard deviation (n - 1); 0 for fewer than two values, as SPEC.md 3.2 wants it.
    [[nodiscard]] double deviation() const
    {
        return m_count < 2 ? 0.0 : std::sqrt(std::max(0.0, m_squares) / static_cast<double>(m_count - 1));
    }

private:
    std::uint64_t m_count = 0;
    T m_sum = 0;
    T m_min = std::numeric_limits<T>::max();
    T m_max = std::numeric_limits<T>::lowest();
    double m_mean = 0;
    double m_squares = 0;
};

/// What pandas' describe() says (SPEC.md A.1). For no values only `count` has meaning; `deviation` is absent for
/// one value.
struct Description {
    std::uint64_t count = 0;
    double mean = 0;
    std::optional<double> deviation; ///< sample standard deviation, n - 1
    double min = 0;
    double quartile1 = 0;
    double median = 0;
    double quartile3 = 0;
    double max = 0;
};

/// Describes values in any order; NaN (no value) is skipped. Works on a copy: O(n).
[[nodiscard]] Description describe(std::span<const double> values);

/// Quantile with linear interpolation (A.2) of ascending values.
/// @param sorted  not empty.
/// @param q       in [0, 1].
[[nodiscard]] double quantileOfSorted(std::span<const double> sorted, double q);

/// Rounded down, for any two.
[[nodiscard]] constexpr Nanoseconds floorOfMean(Nanoseconds a, Nanoseconds b)
{
    // Without overflow: halves first, then what both lost.
    return (a >> 1) + (b >> 1) + (a & b & 1);
}
/// Median of times in any order, of an even number the mean of the middle two, rounded down. 0 of none. O(n).
[[nodiscard]] Nanoseconds medianTime(std::vector<Nanoseconds> times);

} // namespace kinetoscope
