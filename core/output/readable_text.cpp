// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/readable_text.h"

#include "core/base/number_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace kinetoscope {

std::string readableNumber(double value)
{
    if (!std::isfinite(value))
        return {};
    char digits[32];              // at most sign, 15 digits, point, four decimals
    if (std::fabs(value) >= 1e15) // has no decimals any more
        return shortestText(value);
    if (value != 0 && std::fabs(value) < 0.001)
        return std::string(
            digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 4).ptr);
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 4).ptr;
    std::string text(digits, end);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string groupedCount(std::int64_t count)
{
    constexpr std::string_view kThinSpace = "\u2009";
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

ReadableUnit readableUnit(Nanoseconds magnitude)
{
    constexpr std::array kUnits { ReadableUnit { 1'000'000'000, "s" }, ReadableUnit { 1'000'000, "ms" },
        ReadableUnit { 1'000, "\u00b5s" } };
    for (const ReadableUnit& unit : kUnits) {
        if (magnitude >= unit.ns || magnitude <= -unit.ns)
            return unit;
    }
    return {};
}

std::string readableTime(Nanoseconds time, const ReadableUnit& unit)
{
    if (unit.ns == 1)
        return groupedCount(time);
    char digits[64]; // sign, 19 digits, point, three decimals
    const double value = static_cast<double>(time) / static_cast<double>(unit.ns);
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 3).ptr);
}

std::string inertText(std::string_view text)
{
    // excerpt() makes one blank of several: word by word there are none.
    std::string inert;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        inert += excerpt(text.substr(begin, end - begin), std::numeric_limits<std::size_t>::max());
        if (end < text.size())
            inert += ' ';
        begin = end + 1;
    }
    return inert;
}

} // namespace kinetoscope
