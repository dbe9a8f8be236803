// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/factor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostDigits = 6; ///< on each side of the point
constexpr std::int64_t kMostTerm = std::int64_t { 1 } << 30;

std::optional<std::int64_t> digitsOf(std::string_view text)
{
    if (text.size() > kMostDigits)
        return std::nullopt;
    std::int64_t value = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        value = 10 * value + (digit - '0');
    }
    return value;
}

} // namespace

std::optional<Factor> Factor::parse(std::string_view text)
{
    const std::size_t point = text.find('.');
    const std::string_view fraction = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    const std::optional<std::int64_t> whole = digitsOf(text.substr(0, point));
    const std::optional<std::int64_t> rest = digitsOf(fraction);
    if (!whole || !rest || text.empty() || text == ".")
        return std::nullopt;
    std::int64_t denominator = 1;
    for (std::size_t i = 0; i < fraction.size(); ++i)
        denominator *= 10;
    return inLowestTerms(*whole * denominator + *rest, denominator);
}

Factor Factor::inLowestTerms(std::int64_t numerator, std::int64_t denominator)
{
    const std::int64_t common = std::max(std::int64_t { 1 }, std::gcd(numerator, denominator));
    return { numerator / common, denominator / common };
}

Nanoseconds Factor::rounded(Nanoseconds length) const
{
    const std::int64_t whole = length / m_denominator;
    const std::int64_t rest = length % m_denominator;
    if (whole != 0 && m_numerator > std::numeric_limits<std::int64_t>::max() / (whole + 1))
        return std::numeric_limits<std::int64_t>::max();
    if (m_numerator < kMostTerm && m_denominator < kMostTerm)
        return saturatingAdd(whole * m_numerator, (2 * rest * m_numerator + m_denominator) / (2 * m_denominator));
    const double part =
        static_cast<double>(rest) * static_cast<double>(m_numerator) / static_cast<double>(m_denominator);
    return saturatingAdd(whole * m_numerator, static_cast<std::int64_t>(std::floor(part + 0.5)));
}

Factor Factor::times(Factor other) const
{
    if (std::max({ m_numerator, m_denominator, other.m_numerator, other.m_denominator }) < kMostTerm)
        return inLowestTerms(m_numerator * other.m_numerator, m_denominator * other.m_denominator);
    constexpr std::int64_t kMillion = 1'000'000; // many digits of several factors: to six of them
    const double product = std::min(value() * other.value(), static_cast<double>(kMostTerm));
    return inLowestTerms(std::llround(product * kMillion), kMillion);
}

} // namespace kinetoscope
