// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/column_units.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kLeastRead = 0.001; // of a unit: less reads as nothing in it

constexpr std::array kTimes { ColumnUnit { 1e9, "s" }, ColumnUnit { 1e6, "ms" }, ColumnUnit { 1e3, "us" },
    ColumnUnit { 1, "ns" } };
constexpr std::array kSizes { ColumnUnit { 1e12, "TB" }, ColumnUnit { 1e9, "GB" }, ColumnUnit { 1e6, "MB" },
    ColumnUnit { 1e3, "kB" }, ColumnUnit { 1, "B" } };

ColumnUnit largestBelow(std::span<const ColumnUnit> units, double amount)
{
    const auto found = std::ranges::find_if(units, [amount](const ColumnUnit& unit) { return amount >= unit.size; });
    return found == units.end() ? units.back() : *found;
}

} // namespace

Quantity quantityOf(const ColumnDescriptor& column)
{
    if (column.type == ColumnType::Time)
        return Quantity::Moment;
    if (column.type == ColumnType::Duration)
        return Quantity::Duration;
    const bool isNumber = column.type == ColumnType::Int || column.type == ColumnType::Float;
    if (column.type == ColumnType::Float && column.unit == Unit::Microseconds)
        return Quantity::Duration;
    return isNumber && column.unit == Unit::Bytes ? Quantity::Bytes : Quantity::None;
}

double baseAmount(const Cell& cell, const ColumnDescriptor& column)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* number = std::get_if<double>(&cell);
    if (!number || !std::isfinite(*number))
        return 0;
    return quantityOf(column) == Quantity::Duration ? *number * 1000 : *number;
}

ColumnUnit unitFor(Quantity quantity, double largest)
{
    const double magnitude = std::fabs(largest);
    switch (quantity) {
    case Quantity::Duration:
    case Quantity::Moment:
        return magnitude > 0 ? largestBelow(kTimes, magnitude) : ColumnUnit { 1e3, "us" };
    case Quantity::Bytes:
        return largestBelow(kSizes, magnitude);
    case Quantity::None:
        break;
    }
    return {};
}

std::vector<ColumnUnit> sharedUnits(std::span<const Quantity> quantities, std::span<const double> largest)
{
    std::vector<ColumnUnit> units(quantities.size());
    for (const Quantity quantity : { Quantity::Duration, Quantity::Moment, Quantity::Bytes }) {
        std::vector<std::size_t> open = placesWhere(quantities, [quantity](Quantity of) { return of == quantity; });
        // Ends: the column with the largest amount is never among the rest.
        while (!open.empty()) {
            double greatest = 0;
            for (const std::size_t i : open)
                greatest = std::max(greatest, std::fabs(largest[i]));
            const ColumnUnit unit = unitFor(quantity, greatest);
            std::vector<std::size_t> rest;
            for (const std::size_t i : open) {
                const double inUnit = std::fabs(largest[i]) / unit.size;
                if (inUnit > 0 && inUnit < kLeastRead)
                    rest.push_back(i);
                else
                    units[i] = unit;
            }
            open = std::move(rest);
        }
    }
    return units;
}

std::vector<ColumnUnit> columnUnits(
    const Table& table, std::span<const std::uint32_t> rows, std::span<const std::size_t> columns)
{
    std::vector<Quantity> quantities;
    std::vector<double> largest;
    for (const std::size_t column : columns) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        quantities.push_back(quantityOf(descriptor));
        double most = 0;
        if (quantities.back() != Quantity::None) {
            for (const std::uint32_t row : rows)
                most = std::max(most, std::fabs(baseAmount(table.cell(row, column), descriptor)));
        }
        largest.push_back(most);
    }
    return sharedUnits(quantities, largest);
}

bool hasOwnUnit(Quantity quantity, double amount, const ColumnUnit& unit)
{
    return quantity == Quantity::Bytes && amount != 0 && std::fabs(amount) / unit.size < kLeastRead;
}

} // namespace kinetoscope
