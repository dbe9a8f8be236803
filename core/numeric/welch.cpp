// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/welch.h"

#include <cmath>

namespace kinetoscope {

namespace {

/// The continued fraction of I_x(a, b) (DLMF 8.17.22) by Lentz' method. Converges fast for x < (a + 1) / (a + b + 2).
double betaFraction(double a, double b, double x)
{
    constexpr int kMostTerms = 10'000; // needs about sqrt(max(a, b)) of them
    constexpr double kPrecision = 1e-15;
    constexpr double kTiny = 1e-300;
    const auto awayFromZero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
    double numerator = 1.0;
    double denominator = 1.0 / awayFromZero(1.0 - (a + b) * x / (a + 1.0));
    double fraction = denominator;
    for (int m = 1; m < kMostTerms; ++m) {
        const double n = m;
        const double even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n));
        const double odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1));
        double change = 1.0;
        for (const double term : { even, odd }) {
            denominator = 1.0 / awayFromZero(1.0 + term * denominator);
            numerator = awayFromZero(1.0 + term / numerator);
            change = numerator * denominator;
            fraction *= change;
        }
        if (std::abs(change - 1.0) < kPrecision)
            break;
    }
    return fraction;
}

/// Logarithm of the gamma function by Stirling's series, x > 0; std::lgamma writes a global and is no function for
/// threads.
double logGamma(double x)
{
    constexpr double kLarge = 12.0; // from here on four terms give all digits of a double
    double shifted = 0.0;
    for (; x < kLarge; x += 1.0)
        shifted -= std::log(x);
    const double inverse = 1.0 / x;
    const double square = inverse * inverse;
    const double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
    constexpr double kHalfLogOfTwoPi = 0.918938533204672742;
    return shifted + (x - 0.5) * std::log(x) - x + kHalfLogOfTwoPi + series;
}

} // namespace

double incompleteBeta(double a, double b, double x)
{
    if (x <= 0.0)
        return 0.0;
    if (x >= 1.0)
        return 1.0;
    const double front = std::exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1.0) / (a + b + 2.0))
        return front * betaFraction(a, b, x) / a;
    return 1.0 - front * betaFraction(b, a, 1.0 - x) / b;
}

std::optional<double> welchTest(const SampleSummary& a, const SampleSummary& b)
{
    if (a.count < 2 || b.count < 2)
        return std::nullopt;
    const auto errorOf = [](const SampleSummary& sample) { // squared standard error of the mean
        return sample.deviation * sample.deviation / static_cast<double>(sample.count);
    };
    const double left = errorOf(a);
    const double right = errorOf(b);
    const double difference = a.mean - b.mean;
    if (left + right <= 0.0)
        return difference == 0.0 ? std::nullopt : std::optional(0.0);
    const double freedom = (left + right) * (left + right)
        / (left * left / static_cast<double>(a.count - 1) + right * right / static_cast<double>(b.count - 1));
    const double square = difference * difference / (left + right);
    return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + square));
}

} // namespace kinetoscope
