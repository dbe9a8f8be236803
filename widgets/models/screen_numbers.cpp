// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/screen_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace kinetoscope {

namespace {

int digitsBeforePoint(double magnitude)
{
    return magnitude < 1 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
}

} // namespace

QString noValueText()
{
    return QStringLiteral("\u2013");
}

int decimalsFor(double value, int most)
{
    const double magnitude = std::fabs(value);
    if (magnitude == 0)
        return 0;
    const int digits = numberStyle().digits;
    const int wanted = magnitude >= 1 ? digits - digitsBeforePoint(magnitude)
                                      : digits - 1 - static_cast<int>(std::floor(std::log10(magnitude)));
    const int decimals = std::clamp(wanted, 0, most);
    // 9.9996 rounds up into one more digit before the point.
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(magnitude * scale) / scale;
    return decimals > 0 && digitsBeforePoint(rounded) > digitsBeforePoint(magnitude) ? decimals - 1 : decimals;
}

int mostDecimalsOf(TimeUnit unit)
{
    return 3 * static_cast<int>(unit);
}

TimeUnit timeUnitFor(double ns)
{
    if (const std::optional<TimeUnit> chosen = numberStyle().timeUnit)
        return *chosen;
    const double magnitude = std::fabs(ns);
    if (magnitude >= 1e9)
        return TimeUnit::Second;
    if (magnitude >= 1e6)
        return TimeUnit::Milli;
    return magnitude >= 1e3 ? TimeUnit::Micro : TimeUnit::Nano;
}

QString unitText(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nano:
        return QStringLiteral("ns");
    case TimeUnit::Micro:
        return QStringLiteral("\u00b5s");
    case TimeUnit::Milli:
        return QStringLiteral("ms");
    case TimeUnit::Second:
        break;
    }
    return QStringLiteral("s");
}

double nanosecondsIn(TimeUnit unit)
{
    static constexpr std::array kFactors { 1.0, 1e3, 1e6, 1e9 };
    return kFactors[static_cast<std::size_t>(unit)];
}

QString timeNumber(double ns, TimeUnit unit)
{
    if (!std::isfinite(ns))
        return noValueText();
    const double value = ns / nanosecondsIn(unit);
    return decimalText(value, decimalsFor(value, mostDecimalsOf(unit)));
}

double leastReadIn(TimeUnit unit, std::vector<double> figures)
{
    constexpr double kRead = 0.01;       // "0.012 ms"; a further zero reads worse than "1.2 µs"
    constexpr double kLeastRead = 0.001; // but beside one of the same order: "0.0039 ms" and "0.013 ms" are compared
    constexpr double kOneOrder = 10;
    double least = kRead * nanosecondsIn(unit);
    std::ranges::sort(figures, std::greater {});
    double above = std::numeric_limits<double>::infinity();
    for (const double figure : figures) {
        const bool isCompared = figure * kOneOrder > above && figure >= kLeastRead * nanosecondsIn(unit);
        if (figure < least && !isCompared)
            break;
        least = std::min(least, figure);
        above = figure;
    }
    return least;
}

QString realNumber(double value)
{
    if (std::isnan(value))
        return noValueText();
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("\u221e") : QStringLiteral("-\u221e");
    const double magnitude = std::fabs(value);
    if (magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-6))
        return QString::number(value, 'e', 3);
    if (magnitude < 10'000 && value == std::floor(value))
        return decimalText(value, 0);
    return decimalText(value, decimalsFor(value, 9));
}

QString percentNumber(double percent)
{
    if (!std::isfinite(percent))
        return noValueText();
    return shareText(shareFigure(percent));
}

} // namespace kinetoscope
