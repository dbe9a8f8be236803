// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include "core/base/ascii.h"

#include <limits>

namespace kinetoscope {

namespace {

/// A JSON number taken apart: sign, digits without the point, and where the point belongs.
struct Decimal {
    bool isNumber = false;
    bool isNegative = false;
    bool isFractional = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0; ///< clamped to +-1,000,000: far beyond any int64
};

Decimal takeApart(std::string_view text)
{
    Decimal d;
    const char* p = text.data();
    const char* const end = p + text.size();
    if (p < end && *p == '-') {
        d.isNegative = true;
        ++p;
    }
    const char* start = p;
    while (p < end && isDigit(*p))
        ++p;
    d.whole = { start, static_cast<std::size_t>(p - start) };
    if (d.whole.empty() || (d.whole.size() > 1 && d.whole.front() == '0'))
        return d;
    if (p < end && *p == '.') {
        d.isFractional = true;
        start = ++p;
        while (p < end && isDigit(*p))
            ++p;
        d.fraction = { start, static_cast<std::size_t>(p - start) };
        if (d.fraction.empty())
            return d;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        d.isFractional = true;
        ++p;
        bool negative = false;
        if (p < end && (*p == '+' || *p == '-'))
            negative = *p++ == '-';
        if (p == end)
            return d;
        constexpr std::int64_t kFar = 1'000'000;
        for (; p < end && isDigit(*p); ++p)
            d.exponent = d.exponent < kFar ? d.exponent * 10 + (*p - '0') : kFar;
        if (negative)
            d.exponent = -d.exponent;
    }
    d.isNumber = p == end;
    return d;
}

struct Scaled {
    std::uint64_t magnitude = 0; ///< rounded half away from zero
    bool isExact = true;         ///< nothing was rounded away
    bool isOverflow = false;     ///< beyond uint64
};

/// |decimal| * 10^shift as a whole number.
Scaled scale(const Decimal& d, std::int64_t shift)
{
    Scaled result;
    const auto digitCount = static_cast<std::int64_t>(d.whole.size() + d.fraction.size());
    const std::int64_t pointAt =
        static_cast<std::int64_t>(d.whole.size()) + d.exponent + shift; // digits left of the point
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    const auto digitAt = [&](std::int64_t i) -> unsigned {
        const auto index = static_cast<std::size_t>(i);
        return static_cast<unsigned>(
            (index < d.whole.size() ? d.whole[index] : d.fraction[index - d.whole.size()]) - '0');
    };
    std::int64_t i = 0;
    for (; i < pointAt && i < digitCount; ++i) {
        const unsigned digit = digitAt(i);
        if (result.magnitude > (kMax - digit) / 10) {
            result.isOverflow = true;
            return result;
        }
        result.magnitude = result.magnitude * 10 + digit;
    }
    for (std::int64_t zero = digitCount; zero < pointAt && result.magnitude != 0; ++zero) {
        if (result.magnitude > kMax / 10) {
            result.isOverflow = true;
            return result;
        }
        result.magnitude *= 10;
    }
    for (std::int64_t rest = i; rest < digitCount; ++rest) {
        if (digitAt(rest) != 0) {
            result.isExact = false;
            break;
        }
    }
    // The first digit behind the point decides; one further left (pointAt < 0) is a zero.
    if (!result.isExact && pointAt >= 0 && pointAt < digitCount && digitAt(pointAt) >= 5) {
        if (result.magnitude == kMax)
            result.isOverflow = true;
        else
            ++result.magnitude;
    }
    return result;
}

} // namespace

DecimalTime parseMicroseconds(std::string_view text)
{
    DecimalTime result;
    const char* p = text.data();
    const char* const end = p + text.size();
    // The common shape: up to 16 digits, and a point with up to 3 more. Everything else takes the general way.
    if (text.size() <= 21) {
        const bool negative = p < end && *p == '-';
        if (negative)
            ++p;
        const char* const digits = p;
        std::int64_t value = 0;
        while (p < end && isDigit(*p) && p - digits < 17)
            value = value * 10 + (*p++ - '0');
        const auto wholeDigits = p - digits;
        constexpr std::int64_t kSafe = std::numeric_limits<std::int64_t>::max() / 1000 - 1;
        if (wholeDigits > 0 && wholeDigits <= 16 && value <= kSafe && (wholeDigits == 1 || *digits != '0')) {
            value *= 1000;
            bool fractional = false;
            if (p < end && *p == '.') {
                fractional = true;
                ++p;
                int unit = 100;
                const char* const fraction = p;
                while (p < end && isDigit(*p) && unit > 0) {
                    value += static_cast<std::int64_t>(*p++ - '0') * unit;
                    unit /= 10;
                }
                if (p == fraction)
                    --p; // "5." is no number: let the general way say so
            }
            if (p == end)
                return { negative ? -value : value, true, fractional, false, false };
        }
    }
    const Decimal d = takeApart(text);
    if (!d.isNumber)
        return result;
    result.isNumber = true;
    result.isFractional = d.isFractional;
    const Scaled scaled = scale(d, 3);
    result.isRounded = !scaled.isExact;
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (scaled.isOverflow || scaled.magnitude > kMax) {
        result.isClamped = true;
        result.ns = d.isNegative ? kMinTimestamp : kMaxTimestamp;
        return result;
    }
    const auto magnitude = static_cast<std::int64_t>(scaled.magnitude);
    result.ns = d.isNegative ? -magnitude : magnitude;
    return result;
}

DecimalInteger parseInteger(std::string_view text)
{
    const char* p = text.data();
    const char* const end = p + text.size();
    if (!text.empty() && text.size() <= 18) {
        const bool negative = *p == '-';
        if (negative)
            ++p;
        const char* const digits = p;
        std::int64_t value = 0;
        while (p < end && isDigit(*p))
            value = value * 10 + (*p++ - '0');
        if (p == end && p > digits && (p - digits == 1 || *digits != '0'))
            return { negative ? -value : value, true };
    }
    const Decimal d = takeApart(text);
    if (!d.isNumber)
        return {};
    const Scaled scaled = scale(d, 0);
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!scaled.isExact || scaled.isOverflow || scaled.magnitude > kMax)
        return {};
    const auto magnitude = static_cast<std::int64_t>(scaled.magnitude);
    return { d.isNegative ? -magnitude : magnitude, true };
}

} // namespace kinetoscope
