// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// A sample as Welch's test sees it.
struct SampleSummary {
    std::uint64_t count = 0;
    double mean = 0;
    double deviation = 0; ///< of the sample (n - 1), at least 0
};

/// Two-sided p of Welch's t-test: how likely means at least this far apart are if both samples come from sources with
/// one mean. Degrees of freedom after Welch and Satterthwaite. In [0, 1]; nothing with fewer than two values on a side,
/// or if nothing varies and the means are equal; 0 if nothing varies and they are not.
[[nodiscard]] std::optional<double> welchTest(const SampleSummary& a, const SampleSummary& b);

/// The regularised incomplete beta function I_x(a, b), by its continued fraction.
/// @param a, b  above 0.
/// @param x     in [0, 1].
[[nodiscard]] double incompleteBeta(double a, double b, double x);

} // namespace kinetoscope
