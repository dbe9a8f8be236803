// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/number_text.h"

#include "widgets/support/number_style.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace kinetoscope {

namespace {

constexpr QChar kThinSpace(u'\u202f');
constexpr QChar kNumberTextNoBreakSpace(u'\u00a0');

/// "-12345678" -> "-12 345 678".
QString grouped(QString digits)
{
    const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, kThinSpace);
    return digits;
}

QString withDecimalSign(const QString& whole, const QString& fraction)
{
    return fraction.isEmpty() ? whole : whole + QLocale().decimalPoint() + fraction;
}

struct UnitOfTime {
    std::uint64_t nanoseconds;
    int digits; ///< decimal places that make one unit exact in ns
    const char16_t* name;
};

constexpr std::array kTimeUnits { UnitOfTime { 1'000'000'000, 9, u"s" }, UnitOfTime { 1'000'000, 6, u"ms" },
    UnitOfTime { 1000, 3, u"\u00b5s" }, UnitOfTime { 1, 0, u"ns" } };

UnitOfTime unitFor(std::uint64_t magnitude)
{
    if (const std::optional<TimeUnit> chosen = numberStyle().timeUnit)
        return kTimeUnits[kTimeUnits.size() - 1 - static_cast<std::size_t>(*chosen)];
    for (const UnitOfTime& unit : kTimeUnits) {
        if (magnitude >= unit.nanoseconds)
            return unit;
    }
    return kTimeUnits.back();
}

std::uint64_t magnitudeOf(std::int64_t value)
{
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

QString withUnit(const QString& number, const char16_t* unit)
{
    return number + kNumberTextNoBreakSpace + QString::fromUtf16(unit);
}

/// Halves away from zero, in decimals: the binary fraction of 40.165 lies below it, and command line and report write
/// 40.17, too.
double rounded(double value, int decimals)
{
    constexpr double kExact = 9e15; // beyond it doubles have no fractions
    const double scale = std::pow(10.0, decimals);
    return std::fabs(value) * scale < kExact ? std::round(value * scale) / scale : value;
}

QString numberWith(double value, int decimals)
{
    return QString::number(rounded(value, decimals), 'f', decimals);
}

/// `value` with so many decimals that `significant` digits show in total, at most `most` of them.
QString significantText(double value, int significant, int most = 9)
{
    int whole = 1;
    for (double limit = 10; value >= limit && whole < 20; limit *= 10)
        ++whole;
    // Rounding may carry into another digit (9.9996 -> 10.000): then one decimal less.
    int decimals = std::max(0, significant - whole);
    // 0.000123: zeros behind the point are no digits.
    const bool isBelowOne = value > 0 && numberWith(value, decimals).startsWith(u'0');
    for (double limit = 1; isBelowOne && value < limit && decimals < most; limit /= 10)
        ++decimals;
    decimals = std::min(decimals, most);
    if (!isBelowOne && decimals > 0 && numberWith(value, decimals).size() > significant + 1)
        --decimals;
    return decimalText(value, decimals);
}

/// Three digits of an amount of a thousand and more, in the unit of these that keeps them few: each is a thousand of
/// the one before, the first a thousand.
QString inThousands(std::uint64_t amount, std::initializer_list<const char16_t*> units)
{
    double value = static_cast<double>(amount) / 1000;
    const auto* unit = units.begin();
    for (; value >= 999.5 && unit + 1 < units.end(); ++unit)
        value /= 1000;
    return withUnit(significantText(value, 3), *unit);
}

} // namespace

QString durationText(Nanoseconds duration)
{
    const std::uint64_t magnitude = magnitudeOf(duration);
    UnitOfTime unit = unitFor(magnitude);
    const QString sign = duration < 0 ? QStringLiteral("-") : QString();
    const NumberStyle style = numberStyle();
    if (unit.nanoseconds == 1)
        return withUnit(
            sign + (style.timeUnit ? grouped(QString::number(magnitude)) : QString::number(magnitude)), unit.name);
    double value = static_cast<double>(magnitude) / static_cast<double>(unit.nanoseconds);
    const double limit = 1000 - 0.5 / std::pow(10.0, style.digits - 3);
    if (!style.timeUnit && value >= limit && unit.nanoseconds < 1'000'000'000) { // would read 1000 of this unit
        unit = unitFor(unit.nanoseconds * 1000);
        value /= 1000;
    }
    return withUnit(sign + significantText(value, style.digits, unit.digits), unit.name);
}

QString exactDurationText(Nanoseconds duration)
{
    return withUnit(grouped(QString::number(duration)), u"ns");
}

namespace {

/// @param digitsLeft  behind the decimal sign; fewer where the unit has fewer.
QString momentWith(Timestamp moment, int digitsLeft)
{
    const std::uint64_t magnitude = magnitudeOf(moment);
    const UnitOfTime unit = unitFor(magnitude);
    const QString whole = grouped(QString::number(magnitude / unit.nanoseconds));
    QString fraction;
    if (unit.digits > 0) {
        fraction = QString::number(magnitude % unit.nanoseconds).rightJustified(unit.digits, u'0');
        for (qsizetype at = unit.digits - 3; at > 0; at -= 3)
            fraction.insert(at, kThinSpace);
        fraction.truncate(digitsLeft + std::max(0, (digitsLeft - 1) / 3)); // with the spaces between groups
    }
    return withUnit((moment < 0 ? QStringLiteral("-") : QString()) + withDecimalSign(whole, fraction), unit.name);
}

} // namespace

QString momentText(Timestamp moment)
{
    constexpr int kAllDigits = 9;
    return momentWith(moment, kAllDigits);
}

QString shortMomentText(Timestamp moment)
{
    const int digits = unitFor(magnitudeOf(moment)).digits;
    return momentWith(moment, std::max(digits - 3, std::min(digits, 3)));
}

QString countText(std::int64_t count)
{
    return grouped(QString::number(count));
}

QString shortCountText(std::uint64_t count)
{
    return count < 1000 ? QString::number(count) : inThousands(count, { u"k", u"M", u"G", u"T", u"P", u"E" });
}

AmountPrefix amountPrefixFor(double largest)
{
    constexpr double kLongNumber = 1e5; // six digits are no longer read at a glance
    static constexpr std::array<AmountPrefix, 6> kPrefixes { { { 1e18, "E" }, { 1e15, "P" }, { 1e12, "T" },
        { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } } };
    const double magnitude = std::fabs(largest);
    if (!(magnitude >= kLongNumber) || !std::isfinite(magnitude))
        return {};
    return *std::ranges::find_if(kPrefixes, [magnitude](const AmountPrefix& each) { return magnitude >= each.size; });
}

QString percentText(std::optional<double> percent)
{
    if (!percent || !std::isfinite(*percent))
        return QStringLiteral("\u2013");
    return percentText(shareFigure(*percent));
}

QString percentText(const ShareFigure& share)
{
    return shareText(share) + QStringLiteral("\u00a0%");
}

QString shareText(const ShareFigure& share)
{
    const QString figure = decimalText(share.percent, 1);
    return share.sign == 0 ? figure : QLatin1Char(share.sign) + QStringLiteral("\u00a0") + figure;
}

QString bytesText(std::uint64_t bytes)
{
    return bytes < 1000 ? withUnit(QString::number(bytes), u"B")
                        : inThousands(bytes, { u"kB", u"MB", u"GB", u"TB", u"PB", u"EB" });
}

QString groupedDigits(const QString& number)
{
    const auto isOther = [](QChar c) { return !c.isDigit() && c != u'-'; };
    const auto end = std::ranges::find_if(number, isOther) - number.begin();
    return grouped(number.left(end)) + number.mid(end);
}

QString decimalText(double value, int decimals)
{
    const QString text = numberWith(value, decimals);
    const qsizetype point = text.indexOf(u'.');
    if (point < 0)
        return std::isfinite(value) ? grouped(text) : text;
    return withDecimalSign(grouped(text.left(point)), text.mid(point + 1));
}

QString unitName(Unit unit)
{
    return unit == Unit::Microseconds ? QStringLiteral("\u00b5s") : QString::fromLatin1(toString(unit));
}

QString quantityText(double value, Unit unit)
{
    if (unit == Unit::Bytes && value >= 0 && value < 1e19)
        return bytesText(static_cast<std::uint64_t>(value));
    const int decimals = value == std::floor(value) ? 0 : std::abs(value) < 10 ? 3 : 1;
    const QString number = decimalText(value, decimals);
    const QString name = unitName(unit);
    return name.isEmpty() || unit == Unit::Count ? number : number + QChar(0x00a0) + name;
}

} // namespace kinetoscope
