// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/figures.h"

#include "core/base/number_text.h"
#include "core/base/share_figure.h"
#include "core/base/text.h"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::size_t kMaxName = 80;

struct Scale {
    double size;
    const char* unit;
};

/// So many digits in the greatest unit that is not too great; `one` is the unit of `amount`.
std::string scaledWords(std::int64_t amount, int digits, const std::array<Scale, 3>& scales, const char* one)
{
    const double size = std::fabs(static_cast<double>(amount));
    for (const Scale& scale : scales) {
        // What rounds up to the next unit is shown in it.
        if (size < scale.size * (1 - 0.5 * std::pow(10.0, -digits)))
            continue;
        const double value = static_cast<double>(amount) / scale.size;
        int decimals = digits - 1;
        for (double limit = 10; decimals > 0 && std::fabs(value) >= limit - 0.5 * std::pow(10.0, -decimals);
             limit *= 10)
            --decimals;
        return fmt::format("{} {}", fixedText(value, decimals), scale.unit);
    }
    return fmt::format("{} {}", amount, one);
}

} // namespace

std::string fixedText(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    const auto scaled = static_cast<std::int64_t>(std::llround(value * scale));
    const std::string digits = fmt::format("{:0{}}", scaled < 0 ? -scaled : scaled, decimals + 1);
    const std::string_view sign = scaled < 0 ? "-" : "";
    const std::size_t whole = digits.size() - static_cast<std::size_t>(decimals);
    return fmt::format("{}{}{}{}", sign, digits.substr(0, whole), decimals > 0 ? "." : "", digits.substr(whole));
}

std::string durationWords(Nanoseconds ns)
{
    constexpr std::array<Scale, 3> kScales { { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" } } };
    return scaledWords(ns, 4, kScales, "ns"); // as the window shows them
}

std::string exactDurationWords(Nanoseconds ns)
{
    std::string text = formatDuration(ns);
    const std::size_t unit = text.find_last_of("0123456789") + 1;
    return text.insert(unit, " ");
}

std::string sizeWords(std::int64_t bytes)
{
    constexpr std::array<Scale, 3> kScales { { { 1e9, "GB" }, { 1e6, "MB" }, { 1e3, "kB" } } };
    return scaledWords(bytes, 3, kScales, "B");
}

std::string shareWords(Nanoseconds part, Nanoseconds whole)
{
    if (whole <= 0)
        return {};
    if (part == 0)
        return "0 %";
    const ShareFigure shown = shareFigureOf(part, whole);
    return fmt::format("{}{} %", shown.sign == 0 ? "" : std::string { shown.sign, ' ' }, fixedText(shown.percent, 1));
}

std::string quotedName(std::string_view text)
{
    return fmt::format("'{}'", excerpt(text, kMaxName));
}

} // namespace kinetoscope
