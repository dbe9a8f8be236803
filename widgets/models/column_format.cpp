// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/column_format.h"

#include "core/base/display_name.h"
#include "core/layout/table/column_units.h"
#include "widgets/models/column_quantity.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinetoscope {
namespace {

constexpr int kMostCharacters = 16 * 1024; // of a text on screen: a chain has up to hundreds of steps
constexpr int kMostDecimalsRead = 6;       // of a time: a nanosecond of milliseconds

/// Names with their times, as lists of files have them ("cudaFree (13318.864 us)"): times as the screen writes them.
QString withReadableTimes(QString text)
{
    static const QString kUnit = QStringLiteral(" us");
    const auto isWord = [](QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'.'; };
    for (qsizetype at = text.indexOf(kUnit); at > 0; at = text.indexOf(kUnit, at + 1)) {
        const qsizetype end = at + kUnit.size();
        qsizetype begin = at;
        while (begin > 0 && (text[begin - 1].isDigit() || text[begin - 1] == u'.'))
            --begin;
        const QString number = text.sliced(begin, at - begin);
        bool isNumber = false;
        const double us = number.toDouble(&isNumber);
        const bool isWhole =
            (begin == 0 || !isWord(text[begin - 1])) && (end == text.size() || !text[end].isLetterOrNumber());
        if (!isNumber || !isWhole || !number.front().isDigit())
            continue;
        const qsizetype digits = number.size() - number.count(u'.');
        const QString written = digits > numberStyle().digits && us < 9e15
            ? durationText(static_cast<Nanoseconds>(std::llround(us * 1000)))
            : QString(number).replace(u'.', QLocale().decimalPoint()) + QStringLiteral(" \u00b5s");
        text.replace(begin, end - begin, written);
        at = begin;
    }
    return text;
}

/// Lists are stacks of ops and chains of kernels; their names are as long as templates get.
QString joined(const std::vector<std::string>& list)
{
    QString text;
    for (const std::string& entry : list)
        text += (text.isEmpty() ? QString() : kListSeparator) + displayText(displayName(entry));
    return text.contains(QLatin1String(" us)")) ? withReadableTimes(std::move(text)) : text;
}

/// A time among larger ones of its column: its digits, as long as that is a figure. Beside "12.34 s", "0.000002393" is
/// none; the tool tip has every nanosecond.
QString timeCell(double ns, TimeUnit unit)
{
    const NumberStyle style = numberStyle();
    if (!std::isfinite(ns) || style.timeUnit)
        return timeNumber(ns, unit); // who wants all times in one unit wants the digits
    const double value = ns / nanosecondsIn(unit);
    const int most = std::min(std::max(kMostDecimalsRead, style.digits - 1), mostDecimalsOf(unit));
    const double least = std::pow(10.0, -most);
    const double magnitude = std::fabs(value);
    if (magnitude > 0 && magnitude < least / 2 && unit != TimeUnit::Nano)
        return QStringLiteral("<\u00a0") + decimalText(least, most);
    return decimalText(value, decimalsFor(value, most));
}

QString integerCell(std::int64_t value, const ColumnDescriptor& column)
{
    // Ranks, streams and ids are names made of digits: no groups.
    return column.unit == Unit::None ? QString::number(value) : countText(value);
}

/// "% of sum" where it is that short and the title does not name the sum, else the sign: the tool tip says it in full.
QString shortDenominator(const QString& title, const ColumnDescriptor& column)
{
    constexpr qsizetype kMostWords = 3;
    const QString whole = registryText(column.denominator, 60);
    const bool isShort = whole.startsWith(u'%') && whole.count(u' ') < kMostWords;
    return isShort && !title.endsWith(whole.section(u' ', -1)) ? whole : QStringLiteral("%");
}

} // namespace

QString cellText(const Cell& cell, const ColumnDescriptor& column, const ColumnFormat& format)
{
    if (isTime(column) && !std::holds_alternative<std::monostate>(cell))
        return column.type == ColumnType::Time
            ? timeNumber(nanosecondsOf(cell), format.timeUnit) // told apart by digits
            : timeCell(nanosecondsOf(cell), format.timeUnit);
    if (const double bytes = isBytes(column) ? baseAmount(cell, column) : 0;
        hasOwnUnit(Quantity::Bytes, bytes, { format.prefix.size }))
        return (bytes < 0 ? QStringLiteral("-") : QString())
            + bytesText(static_cast<std::uint64_t>(std::llround(std::fabs(bytes))));
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return format.prefix.size > 1 ? realNumber(static_cast<double>(*integer) / format.prefix.size)
                                      : integerCell(*integer, column);
    if (const auto* real = std::get_if<double>(&cell); real && column.unit == Unit::Ratio)
        return percentNumber(*real * 100); // shares have one unit on a screen
    if (const auto* real = std::get_if<double>(&cell))
        return column.unit == Unit::Percent ? percentNumber(*real) : realNumber(*real / format.prefix.size);
    if (const auto* text = std::get_if<std::string>(&cell))
        return displayText(format.shown ? format.shown->of(*text) : *text, kMostCharacters);
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell))
        return joined(*list);
    return noValueText();
}

QString exactCellText(const Cell& cell, const ColumnDescriptor& column)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return isTime(column) ? exactDurationText(*integer)
            : isBytes(column) ? integerCell(*integer, column) + QChar(0x00a0) + unitName(column.unit)
                              : integerCell(*integer, column);
    if (const auto* real = std::get_if<double>(&cell)) {
        const bool hasNone = column.unit == Unit::Ratio || column.unit == Unit::Count;
        const QString unit = hasNone ? QString() : unitName(column.unit);
        const QString number = QString::number(*real, 'g', QLocale::FloatingPointShortest);
        return unit.isEmpty() ? number : number + QChar(0x00a0) + unit;
    }
    if (const auto* text = std::get_if<std::string>(&cell))
        return fullText(*text);
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell)) {
        QString text;
        for (const std::string& entry : *list)
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + fullText(entry);
        return text;
    }
    return noValueText();
}

QString columnDefinition(const ColumnDescriptor& column, const ColumnFormat& format)
{
    QString text = columnHeading(column, format);
    const QString whole = registryText(column.denominator, 200);
    if (!whole.isEmpty() && !text.contains(whole))
        text += QStringLiteral(": ") + whole;
    return column.definition.empty() ? text : text + QLatin1Char('\n') + registryText(column.definition, 200);
}

QString columnHeading(const ColumnDescriptor& column, const ColumnFormat& format)
{
    const QString title = columnText(column);
    QString unit;
    if (column.unit == Unit::Percent || column.unit == Unit::Ratio)
        unit = shortDenominator(title, column);
    else if (isTime(column))
        unit = unitText(format.timeUnit);
    else if (column.unit != Unit::Count)
        unit = unitName(column.unit);
    unit.prepend(QString::fromLatin1(format.prefix.sign));
    return unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
}

} // namespace kinetoscope
