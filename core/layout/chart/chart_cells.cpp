// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_cells.h"

#include "core/base/text.h"
#include "core/layout/table/category_words.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>

namespace kinetoscope {

double numberOf(const Table& table, std::size_t row, std::size_t column)
{
    const Cell cell = table.cell(row, column);
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(&cell)) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        if (descriptor.unit == Unit::Ratio)
            return *real * 100; // charts show shares as percentages
        return isFloatTime(descriptor) ? *real * 1000 : *real;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string cellText(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return std::to_string(*integer);
    const auto* list = std::get_if<std::vector<std::string>>(&cell);
    return list ? joined(*list, " > ") : std::string();
}

std::string headingWords(const ColumnDescriptor& column, Wording wording)
{
    return column.named.isEmpty() ? registryWords(column.title.empty() ? column.name : column.title, wording)
                                  : wording(column.named);
}

std::vector<std::size_t> columnsOf(const Table& table, std::string_view names)
{
    std::vector<std::size_t> columns;
    while (!names.empty()) {
        const std::size_t comma = names.find(',');
        const std::size_t column = table.columnIndex(names.substr(0, comma));
        if (column < table.columnCount())
            columns.push_back(column);
        names = comma == std::string_view::npos ? std::string_view {} : names.substr(comma + 1);
    }
    return columns;
}

std::string groupLabel(const Table& table, const std::vector<std::size_t>& columns, std::size_t row, Wording wording,
    const ShownTexts* chains)
{
    std::string label;
    for (const std::size_t column : columns) {
        const Cell cell = table.cell(row, column);
        label.append(label.empty() ? "" : " \u00b7 ");
        const ColumnDescriptor& descriptor = table.columns()[column];
        const bool isNamedByText = descriptor.type == ColumnType::Int && std::holds_alternative<std::string>(cell);
        if (std::holds_alternative<std::int64_t>(cell) || isNamedByText)
            label.append(registryWords(descriptor.name, wording)).append(" ");
        if (isNamedByText) // the stream "stream 7" is not stream 7, and "7" neither
            label.append("\"").append(cellText(cell)).append("\"");
        else if (chains && descriptor.text == TextKind::Chain)
            label.append(chains->of(cellText(cell)));
        else
            label.append(descriptor.text == TextKind::Category ? categoryWords(cellText(cell), wording)
                    : descriptor.text == TextKind::Word        ? shownWord(cellText(cell), wording)
                                                               : cellText(cell));
    }
    return label;
}

bool areEqual(const Table& table, const std::vector<std::size_t>& columns, std::size_t row, std::size_t other)
{
    return std::ranges::all_of(
        columns, [&](std::size_t column) { return table.cell(row, column) == table.cell(other, column); });
}

namespace {

/// Whether rows that are alike in `before` are alike in `column`.
bool isToldBy(const Table& table, const std::vector<std::size_t>& before, std::size_t column)
{
    std::map<std::string, std::string> known;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::string key;
        for (const std::size_t each : before)
            key.append(cellText(table.cell(row, each))).append("\n");
        const std::string text = cellText(table.cell(row, column));
        if (known.try_emplace(std::move(key), text).first->second != text)
            return false;
    }
    return true;
}

} // namespace

std::vector<std::size_t> columnsThatDiffer(const Table& table, const std::vector<std::size_t>& columns)
{
    if (columns.size() < 2)
        return columns;
    std::vector<std::size_t> differing;
    for (const std::size_t column : columns) {
        for (std::size_t row = 1; row < table.rowCount(); ++row) {
            if (!areEqual(table, { column }, 0, row)) {
                differing.push_back(column);
                break;
            }
        }
    }
    if (differing.empty())
        return { columns.back() };
    std::vector<std::size_t> telling;
    for (const std::size_t column : differing) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        const bool isNumbered = descriptor.type == ColumnType::Int && descriptor.unit == Unit::None;
        const bool isInTheMiddle = !telling.empty() && column != differing.back();
        if (!isNumbered || !isInTheMiddle || !isToldBy(table, telling, column))
            telling.push_back(column);
    }
    return telling;
}

bool hasTexts(const Table& table, std::size_t column)
{
    if (table.columns()[column].type != ColumnType::Int)
        return false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (std::holds_alternative<std::string>(table.cell(row, column)))
            return true;
    }
    return false;
}

std::optional<PartKind> kindOfRow(const Table& table, const ChartDescription& chart, std::size_t row)
{
    return chart.kindOfRow ? chart.kindOfRow(table, row) : std::nullopt;
}

} // namespace kinetoscope
