// SPDX-License-Identifier: GPL-3.0-or-later
// Which units and widths the columns of a table get.
#include "widgets/models/column_format.h"

#include "core/analysis/types/column_names.h"
#include "core/layout/table/column_units.h"
#include "widgets/models/column_quantity.h"
#include "widgets/support/registry_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kLeastInSeconds = 1e6;       // ns: what is shorter has no four digits there
constexpr double kHardlyMoreThanSecond = 2e9; // ns: "1 066", beside which "416.0" is read more easily than "0.4160"
constexpr double kMostInMilliseconds = 1e10;  // ns: "9 999", longer is read in seconds

AmountPrefix prefixOfBytes(const ColumnUnit& unit)
{
    for (const auto& [size, sign] : { std::pair { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } }) {
        if (unit.size >= size)
            return { size, sign };
    }
    return {};
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
/// digits and can still be compared, unless that would make the largest too long to read. So are those of hardly more
/// than a second beside columns that do not come to one.
class FinerThanSeconds {
public:
    void add(const Largest& column)
    {
        m_greatest = std::max(m_greatest, column.magnitude);
        m_least = std::min(m_least, column.least);
        m_hasNoSecond = m_hasNoSecond || (column.magnitude > 0 && column.magnitude < nanosecondsIn(TimeUnit::Second));
    }
    [[nodiscard]] bool isWanted() const
    {
        return (m_least < kLeastInSeconds && m_greatest < kMostInMilliseconds)
            || (m_hasNoSecond && m_greatest < kHardlyMoreThanSecond);
    }

private:
    double m_greatest = 0;
    double m_least = kLeastInSeconds;
    bool m_hasNoSecond = false;
};

/// Columns that leave seconds for milliseconds: all that are in seconds together, or else the means and quantiles, each
/// by itself: beside a sum of minutes the mean of one call has its digits, too.
std::vector<bool> inMilliseconds(
    const Table& table, const std::vector<ColumnUnit>& units, const std::vector<Largest>& largest)
{
    std::vector<bool> isInSeconds(units.size());
    FinerThanSeconds all;
    for (std::size_t column = 0; column < units.size(); ++column) {
        isInSeconds[column] =
            quantityOf(table.columns()[column]) == Quantity::Duration && timeUnitOf(units[column]) == TimeUnit::Second;
        if (isInSeconds[column])
            all.add(largest[column]);
    }
    if (all.isWanted())
        return isInSeconds;
    for (std::size_t column = 0; column < units.size(); ++column) {
        FinerThanSeconds alone;
        alone.add(largest[column]);
        isInSeconds[column] = isInSeconds[column] && isFloatTime(table.columns()[column]) && alone.isWanted();
    }
    return isInSeconds;
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
    const std::vector<bool> isFiner = inMilliseconds(table, units, largest);
    for (std::size_t column = 0; column < formats.size(); ++column) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        if (isTime(descriptor))
            formats[column].timeUnit = numberStyle().timeUnit || quantities[column] == Quantity::None
                ? timeUnitFor(amounts[column])
                : timeUnitOf(units[column]);
        if (quantities[column] == Quantity::Duration && !numberStyle().timeUnit && isFiner[column])
            formats[column].timeUnit = TimeUnit::Milli;
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
