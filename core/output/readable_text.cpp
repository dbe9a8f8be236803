// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/readable_text.h"

#include "core/base/ascii.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/words/figures.h"

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

std::string fixedNumber(double value, int decimals)
{
    if (value == 0)
        return "0"; // nothing at all, not little
    constexpr double kMostExact = 1e12;
    std::array<char, 400> digits; // 1e308 has 309 digits
    // Halves go up, as in sentences.
    std::string text = std::fabs(value) < kMostExact
        ? fixedText(value, decimals)
        : std::string(digits.data(),
            std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals).ptr);
    if (text.find_first_of("123456789") != std::string::npos)
        return text;
    std::string least = "0." + std::string(static_cast<std::size_t>(std::max(decimals, 1)), '0');
    least.back() = '1';
    return (value > 0 ? "<" : ">-") + least;
}

std::string withMicroSign(std::string_view text)
{
    constexpr std::string_view kUnit = "us";
    const auto isInWord = [](char c) { return isLetter(c) || c == '_'; };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isUnit = text.substr(i, kUnit.size()) == kUnit
            && (i + kUnit.size() == text.size() || !isInWord(text[i + kUnit.size()])) && i > 0
            && (isDigit(text[i - 1]) || (i > 1 && text[i - 1] == ' ' && isDigit(text[i - 2])));
        if (isUnit)
            result += "\u00b5";
        else
            result += text[i];
    }
    return result;
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
