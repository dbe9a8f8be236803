// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

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
    std::string text = fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", magnitude / 1000, magnitude % 1000);
    text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
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

    // value = digits * unit / divisor, in whole numbers all the way.
    const std::uint64_t limit = static_cast<std::uint64_t>(kMaxTimestamp) + (negative ? 1 : 0);
    std::uint64_t digits = 0;
    std::uint64_t divisor = 1;
    const auto take = [&](char c) {
        if (c < '0' || c > '9')
            return false;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (digits > (limit - digit) / 10)
            return false;
        digits = digits * 10 + digit;
        return true;
    };
    for (const char c : whole) {
        if (!take(c))
            return std::nullopt;
    }
    for (const char c : decimals) {
        if (divisor > limit / 10 || !take(c))
            return std::nullopt;
        divisor *= 10;
    }
    auto factor = static_cast<std::uint64_t>(unit);
    const std::uint64_t common = std::gcd(factor, divisor);
    factor /= common;
    divisor /= common;
    if (digits % divisor != 0) // finer than one
        return std::nullopt;
    digits /= divisor;
    if (digits != 0 && factor > limit / digits)
        return std::nullopt;
    const std::uint64_t value = digits * factor;
    return static_cast<std::int64_t>(negative ? ~value + 1 : value);
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string groupedCount(std::int64_t count)
{
    constexpr std::string_view kThinSpace = "\u202f";
    const std::string plain = std::to_string(count);
    const std::size_t first = plain.starts_with('-') ? 1 : 0;
    std::string text;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i > first && (plain.size() - i) % 3 == 0)
            text += kThinSpace;
        text += plain[i];
    }
    return text;
}

std::string formatDuration(Nanoseconds ns)
{
    if (ns == 0)
        return "0us";
    if (ns % 1'000'000'000 == 0)
        return fmt::format("{}s", ns / 1'000'000'000);
    if (ns % 1'000'000 == 0)
        return fmt::format("{}ms", ns / 1'000'000);
    if (ns % 1'000 == 0)
        return fmt::format("{}us", ns / 1'000);
    // Whatever is left is shortest either as fractional us or as plain ns; below 1 us nobody writes a fraction.
    if (ns > -1'000 && ns < 1'000)
        return fmt::format("{}ns", ns);
    return microsecondsText(ns) + "us";
}

std::string formatNumberList(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
        if (last > i)
            text += fmt::format("{}{}", last > i + 1 ? "-" : ",", numbers[last]);
        i = last + 1;
    }
    return text;
}

} // namespace kinetoscope
