// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/column_format.h"

#include "core/analysis/types/column_names.h"
#include "core/base/display_name.h"
#include "core/layout/table/column_units.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {
namespace {

constexpr int kMostCharacters = 16 * 1024;   // of a text on screen: a chain has up to hundreds of steps
constexpr int kMostDecimalsRead = 6;         // of a time: a nanosecond of milliseconds
constexpr double kLeastInSeconds = 1e6;      // ns: what is shorter has no four digits there
constexpr double kMostInMilliseconds = 1e10; // ns: "9 999", longer is read in seconds

QString dash()
{
    return QStringLiteral("\u2013");
}

bool isTime(const ColumnDescriptor& column)
{
    return column.type == ColumnType::Duration || column.type == ColumnType::Time || isFloatTime(column);
}

bool isBytes(const ColumnDescriptor& column)
{
    return column.unit == Unit::Bytes && (column.type == ColumnType::Float || column.type == ColumnType::Int);
}

/// What hardware counted is in the millions. Whole numbers of things, as of kernels, stay readable and are wanted
/// exactly.
bool isAmount(const ColumnDescriptor& column)
{
    return isBytes(column)
        || (column.type == ColumnType::Float && (column.unit == Unit::None || column.unit == Unit::Count));
}

AmountPrefix prefixOfBytes(const ColumnUnit& unit)
{
    for (const auto& [size, sign] : { std::pair { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } }) {
        if (unit.size >= size)
            return { size, sign };
    }
    return {};
}

/// ns of a cell of a time column; NaN for no value.
double nanosecondsOf(const Cell& cell)
{
    if (const auto* ns = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*ns);
    const auto* us = std::get_if<double>(&cell);
    return us ? *us * 1000 : std::numeric_limits<double>::quiet_NaN();
}

double amountOf(const Cell& cell)
{
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : 0;
}

int digitsBeforePoint(double magnitude)
{
    return magnitude < 1 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
}

/// Decimals that give the significant digits of the number style, between 0 and `most`.
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

/// Decimals of a whole nanosecond.
int mostDecimalsOf(TimeUnit unit)
{
    return 3 * static_cast<int>(unit);
}

int decimalsOfTime(double value, TimeUnit unit)
{
    return decimalsFor(value, mostDecimalsOf(unit));
}

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

/// A table is about its chains if no two rows have the same one of the same rank; else it is about something of them.
ColumnFormat chainFormat(const Table& table, std::size_t column)
{
    ColumnFormat format { .chains = ChainNames(table, column), .isReadWhole = true };
    const std::size_t rank = table.columnIndex("rank");
    std::set<std::pair<const char*, std::int64_t>> seen; // a table stores each text once
    for (std::size_t row = 0; row < table.rowCount() && format.isReadWhole; ++row) {
        const Cell cell = rank < table.columnCount() ? table.cell(row, rank) : Cell {};
        const auto* number = std::get_if<std::int64_t>(&cell);
        format.isReadWhole = seen.emplace(table.text(row, column).data(), number ? *number : 0).second;
    }
    return format;
}

/// "% of sum" where it is that short and the title does not name the sum, else the sign: the tool tip says it in full.
QString shortDenominator(const QString& title, const ColumnDescriptor& column)
{
    constexpr qsizetype kMostWords = 3;
    const QString whole = registryText(column.denominator, 60);
    const bool isShort = whole.startsWith(u'%') && whole.count(u' ') < kMostWords;
    return isShort && !title.endsWith(whole.section(u' ', -1)) ? whole : QStringLiteral("%");
}

double magnitudeOf(const Cell& cell, const ColumnDescriptor& column)
{
    if (isTime(column))
        return std::fabs(nanosecondsOf(cell));
    const auto* integer = std::get_if<std::int64_t>(&cell);
    return std::fabs(integer ? static_cast<double>(*integer) : amountOf(cell));
}

/// Makes room for one more number.
void makeRoomFor(ColumnFormat& format, const QString& number, const QString& point)
{
    const qsizetype at = number.indexOf(point);
    const QString before = at < 0 ? number : number.left(at);
    if (at >= 0)
        format.fractionDigits = std::max(format.fractionDigits, static_cast<int>(number.size() - at - point.size()));
    if (before.size() > format.longestBeforePoint.size())
        format.longestBeforePoint = before;
}

/// The largest number of a column, where it stands, and the least one that is not 0.
struct Largest {
    double magnitude = 0;
    std::size_t row = 0;
    double least = std::numeric_limits<double>::infinity();
};

/// Of many rows some: reading all took more time than the analysis that made
/// them, and a value that was missed is still written rightly, only in a unit too small or a digit beside the column.
Largest largestOf(const Table& table, std::size_t column)
{
    constexpr std::size_t kRowsForUnit = 20'000;
    constexpr std::size_t kRowsForWidth = 4'000;
    const ColumnDescriptor& descriptor = table.columns()[column];
    const bool hasUnit = isTime(descriptor) || isAmount(descriptor);
    const std::size_t stride = table.rowCount() / (hasUnit ? kRowsForUnit : kRowsForWidth) + 1;
    Largest largest;
    for (std::size_t row = 0; row < table.rowCount(); row += stride) {
        const double magnitude = magnitudeOf(table.cell(row, column), descriptor);
        if (magnitude > 0)
            largest.least = std::min(largest.least, magnitude);
        if (magnitude > largest.magnitude && std::isfinite(magnitude)) {
            largest.magnitude = magnitude;
            largest.row = row;
        }
    }
    return largest;
}

TimeUnit timeUnitOf(const ColumnUnit& unit)
{
    for (const TimeUnit each : { TimeUnit::Second, TimeUnit::Milli, TimeUnit::Micro }) {
        if (unit.size >= nanosecondsIn(each))
            return each;
    }
    return TimeUnit::Nano;
}

/// Durations in seconds among which are some of less than a millisecond are in milliseconds, where all have their
/// digits and can still be compared, unless that would make the largest too long to read.
TimeUnit unitOfDurations(const Table& table, const std::vector<ColumnUnit>& units, const std::vector<Largest>& largest)
{
    double greatest = 0;
    double least = kLeastInSeconds;
    for (std::size_t column = 0; column < units.size(); ++column) {
        if (quantityOf(table.columns()[column]) != Quantity::Duration || timeUnitOf(units[column]) != TimeUnit::Second)
            continue;
        greatest = std::max(greatest, largest[column].magnitude);
        least = std::min(least, largest[column].least);
    }
    return least < kLeastInSeconds && greatest < kMostInMilliseconds ? TimeUnit::Milli : TimeUnit::Second;
}

/// Units by the rule that files for people follow, too; times in the one that the user wants, if any.
void setUnits(std::vector<ColumnFormat>& formats, const Table& table, const std::vector<Largest>& largest)
{
    std::vector<Quantity> quantities;
    std::vector<double> amounts;
    for (std::size_t column = 0; column < formats.size(); ++column) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        quantities.push_back(descriptor.isInFilesOnly ? Quantity::None : quantityOf(descriptor));
        amounts.push_back(largest[column].magnitude);
    }
    const std::vector<ColumnUnit> units = sharedUnits(quantities, amounts);
    const TimeUnit forSeconds = unitOfDurations(table, units, largest);
    for (std::size_t column = 0; column < formats.size(); ++column) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        if (isTime(descriptor))
            formats[column].timeUnit = numberStyle().timeUnit || quantities[column] == Quantity::None
                ? timeUnitFor(amounts[column])
                : timeUnitOf(units[column]);
        if (quantities[column] == Quantity::Duration && !numberStyle().timeUnit
            && formats[column].timeUnit == TimeUnit::Second)
            formats[column].timeUnit = forSeconds;
        if (quantities[column] == Quantity::Bytes)
            formats[column].prefix = prefixOfBytes(units[column]);
        else if (isAmount(descriptor))
            formats[column].prefix = amountPrefixFor(amounts[column]);
    }
}

/// How wide the numbers of a column are, in the unit they have by now.
void measureNumbers(ColumnFormat& format, const Table& table, std::size_t column, std::size_t rowOfLargest)
{
    constexpr std::size_t kRowsWritten = 300;
    const ColumnDescriptor& descriptor = table.columns()[column];
    const QString point = QLocale().decimalPoint();
    const auto write = [&](std::size_t row) {
        makeRoomFor(format, cellText(table.cell(row, column), descriptor, format), point);
    };
    for (std::size_t row = 0; row < table.rowCount(); row += table.rowCount() / kRowsWritten + 1)
        write(row);
    if (table.rowCount() > 0)
        write(rowOfLargest);
}

} // namespace

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
        return dash();
    const double value = ns / nanosecondsIn(unit);
    return decimalText(value, decimalsOfTime(value, unit));
}

QString realNumber(double value)
{
    if (std::isnan(value))
        return dash();
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
        return dash();
    if (percent > 0 && percent < 0.05)
        return QStringLiteral("<\u00a0") + decimalText(0.1, 1);
    return decimalText(percent, 1);
}

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
    return dash();
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
    return dash();
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

std::vector<ColumnFormat> columnFormats(const Table& table)
{
    std::vector<ColumnFormat> formats(table.columnCount());
    std::vector<Largest> largest(table.columnCount());
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        if (descriptor.name == kinetoscope::column::kPattern)
            formats[column] = chainFormat(table, column);
        if (descriptor.text != TextKind::Plain)
            formats[column].shown = std::make_shared<const ShownTexts>(table, column, windowWords);
        if (isNumeric(descriptor))
            largest[column] = largestOf(table, column);
    }
    setUnits(formats, table, largest);
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (isNumeric(table.columns()[column]))
            measureNumbers(formats[column], table, column, largest[column].row);
    }
    return formats;
}

} // namespace kinetoscope
