// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/columns.h"

#include "core/analysis/types/column_names.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"

#include <utility>

namespace kinetoscope {

ColumnDescriptor textColumn(std::string name, std::string title, TextKind text, std::string definition)
{
    return { .name = std::move(name), .title = std::move(title), .text = text, .definition = std::move(definition) };
}

ColumnDescriptor textColumn(std::string name, std::string title, std::string definition)
{
    return textColumn(std::move(name), std::move(title), TextKind::Plain, std::move(definition));
}

ColumnDescriptor numberColumn(std::string name, std::string title, std::string definition)
{
    return defined({ std::move(name), ColumnType::Int, Unit::None, std::move(title) }, std::move(definition));
}

ColumnDescriptor countColumn(std::string name, std::string title, std::string definition)
{
    return defined({ std::move(name), ColumnType::Int, Unit::Count, std::move(title) }, std::move(definition));
}

ColumnDescriptor durationColumn(std::string name, std::string title, std::string definition)
{
    return defined(
        { std::move(name), ColumnType::Duration, Unit::Microseconds, std::move(title) }, std::move(definition));
}

ColumnDescriptor stepWallColumn()
{
    return durationColumn(column::kWall, "Wall time", "From the beginning to the end of the step's annotation");
}

ColumnDescriptor microsecondsColumn(std::string name, std::string title, std::string definition)
{
    return defined({ std::move(name), ColumnType::Float, Unit::Microseconds, std::move(title) }, std::move(definition));
}

ColumnDescriptor percentColumn(std::string name, std::string title, std::string denominator, std::string definition)
{
    return defined({ std::move(name), ColumnType::Float, Unit::Percent, std::move(title), std::move(denominator) },
        std::move(definition));
}

std::vector<ColumnDescriptor> joinedColumns(std::initializer_list<std::vector<ColumnDescriptor>> parts)
{
    std::vector<ColumnDescriptor> all;
    for (const std::vector<ColumnDescriptor>& part : parts)
        append(all, part);
    return all;
}

std::vector<ColumnDescriptor> readFirst(
    std::initializer_list<std::string_view> names, std::vector<ColumnDescriptor> columns)
{
    int place = -static_cast<int>(names.size());
    for (const std::string_view name : names) {
        for (ColumnDescriptor& column : columns) {
            if (column.name == name)
                column.place = place;
        }
        ++place;
    }
    return columns;
}

std::vector<ColumnDescriptor> withType(std::string_view name, ColumnType type, std::vector<ColumnDescriptor> columns)
{
    for (ColumnDescriptor& column : columns) {
        if (column.name == name)
            column.type = type;
    }
    return columns;
}

std::vector<ColumnDescriptor> firstLikeHta(std::size_t count, std::vector<ColumnDescriptor> columns)
{
    columns.resize(count);
    for (ColumnDescriptor& column : columns) {
        if (column.type == ColumnType::Duration)
            column.type = ColumnType::Float;
    }
    return columns;
}

Cell ratioCell(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? Cell { static_cast<double>(part) / static_cast<double>(whole) } : Cell {};
}

Cell exactPercentCell(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? Cell { 100.0 * static_cast<double>(part) / static_cast<double>(whole) } : Cell {};
}

Cell percentCell(std::int64_t part, std::int64_t whole, int digits)
{
    if (whole <= 0)
        return std::monostate {};
    return roundHalfEven(100.0 * static_cast<double>(part) / static_cast<double>(whole), digits);
}

ColumnDescriptor roundedInFiles(ColumnDescriptor column)
{
    column.decimalsInFiles = 2;
    return column;
}

Cell inFiles(Cell cell, const ColumnDescriptor& column)
{
    if (auto* number = std::get_if<double>(&cell); number && column.decimalsInFiles >= 0)
        *number = roundHalfEven(*number, column.decimalsInFiles);
    return cell;
}

} // namespace kinetoscope
