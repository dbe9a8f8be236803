// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kinetoscope {

std::string shortestText(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    if (value == 0)
        return "0"; // -0 would only raise questions
    std::array<char, 32> buffer {};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc {} ? std::string(buffer.data(), end) : std::string {};
}

std::string microsecondsText(Nanoseconds ns)
{
    // The smallest int64 has no positive counterpart; its magnitude fits the unsigned type.
    const std::uint64_t magnitude = ns < 0 ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    std::string text = ns < 0 ? "-" : "";
    text += std::to_string(magnitude / 1000);
    if (const std::uint64_t rest = magnitude % 1000; rest != 0) {
        std::string decimals = std::to_string(1000 + rest);
        decimals[0] = '.';
        while (decimals.back() == '0')
            decimals.pop_back();
        text += decimals;
    }
    return text;
}

std::optional<std::int64_t> scaledDecimal(std::string_view text, std::int64_t unit)
{
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    std::string_view decimals = point == std::string_view::npos ? std::string_view {} : text.substr(point + 1);
    if (whole.empty() && decimals.empty())
        return std::nullopt;
    while (decimals.ends_with('0'))
        decimals.remove_suffix(1);

    const std::uint64_t limit = static_cast<std::uint64_t>(kMaxTimestamp) + (negative ? 1 : 0);
    std::uint64_t value = 0;
    const auto take = [&](char c, std::uint64_t weight) {
        if (c < '0' || c > '9')
            return false;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (digit != 0 && weight > limit / digit)
            return false;
        if (value > limit - digit * weight)
            return false;
        value += digit * weight;
        return true;
    };
    for (const char c : whole) {
        if (value > limit / 10)
            return std::nullopt;
        value *= 10;
        if (!take(c, 1))
            return std::nullopt;
    }
    const auto scale = static_cast<std::uint64_t>(unit);
    if (value != 0 && scale > limit / value)
        return std::nullopt;
    value *= scale;
    std::uint64_t weight = scale;
    for (const char c : decimals) {
        if (weight % 10 != 0) // finer than the unit can express
            return std::nullopt;
        weight /= 10;
        if (!take(c, weight))
            return std::nullopt;
    }
    if (!negative)
        return static_cast<std::int64_t>(value);
    return static_cast<std::int64_t>(~value + 1);
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace kinetoscope
