// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/heat_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

namespace kinetoscope {

namespace {

constexpr std::size_t kNoPlace = ~std::size_t { 0 };

/// The distinct values of a column, and for each table row which of them it has; kNoPlace for a number that is missing.
struct Names {
    std::vector<std::string> names;
    std::vector<std::size_t> ofRow;
};

Names namesOf(const Table& table, std::size_t column)
{
    Names found;
    found.ofRow.resize(table.rowCount());
    const ColumnType type = table.columns()[column].type;
    if (type == ColumnType::String || type == ColumnType::List) {
        std::unordered_map<std::string, std::size_t> places;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            std::string text(table.text(row, column));
            const auto [at, isNew] = places.try_emplace(text, found.names.size());
            if (isNew)
                found.names.push_back(std::move(text));
            found.ofRow[row] = at->second;
        }
        return found;
    }
    const auto numberOf = [&](std::size_t row) {
        const kinetoscope::Cell cell = table.cell(row, column);
        const auto* whole = std::get_if<std::int64_t>(&cell);
        return whole ? std::optional(*whole) : std::nullopt;
    };
    std::map<std::int64_t, std::size_t> places;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (const std::optional<std::int64_t> number = numberOf(row))
            places.emplace(*number, 0);
    }
    for (auto& [number, place] : places) {
        place = found.names.size();
        found.names.push_back(std::to_string(number));
    }
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::optional<std::int64_t> number = numberOf(row);
        found.ofRow[row] = number ? places.at(*number) : kNoPlace;
    }
    return found;
}

std::optional<double> valueOf(const Table& table, std::size_t row, std::size_t column)
{
    const kinetoscope::Cell cell = table.cell(row, column);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

} // namespace

double HeatMap::share(double value) const
{
    return greatest > least ? std::clamp((value - least) / (greatest - least), 0.0, 1.0) : 0.5;
}

HeatMap heatMap(const Table& table, const ChartDescription& chart, Wording wording)
{
    HeatMap map;
    const std::size_t rowColumn = table.columnIndex(chart.labelColumn);
    const auto* const form = chart.as<HeatMapChart>();
    const std::size_t columnColumn = form ? table.columnIndex(form->xColumn) : table.columnCount();
    const std::size_t valueColumn =
        chart.series.empty() ? table.columnCount() : table.columnIndex(chart.series.front().column);
    const std::size_t none = table.columnCount();
    if (rowColumn == none || columnColumn == none || valueColumn == none || table.rowCount() == 0)
        return map;
    Names rows = namesOf(table, rowColumn);
    Names columns = namesOf(table, columnColumn);
    if (columns.names.empty() || rows.names.size() > kMostHeatCells / columns.names.size())
        return map;
    std::vector<HeatMap::Cell> cells(
        rows.names.size() * columns.names.size(), { std::numeric_limits<double>::quiet_NaN(), 0 });
    bool isAny = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::optional<double> value = valueOf(table, row, valueColumn);
        if (!value || rows.ofRow[row] == kNoPlace || columns.ofRow[row] == kNoPlace)
            continue; // what lies outside of steps has no column
        cells[rows.ofRow[row] * columns.names.size() + columns.ofRow[row]] = { *value, row };
        map.least = isAny ? std::min(map.least, *value) : *value;
        map.greatest = isAny ? std::max(map.greatest, *value) : *value;
        isAny = true;
    }
    if (!isAny)
        return map;
    const ColumnDescriptor& rowKey = table.columns()[rowColumn];
    const ColumnDescriptor& columnKey = table.columns()[columnColumn];
    if (rowKey.type == ColumnType::Int) {
        for (std::string& name : rows.names)
            name = registryWords(rowKey.name, wording) + " " + name;
    }
    map.rows = std::move(rows.names);
    map.columns = std::move(columns.names);
    map.columnTitle = registryWords(columnKey.title.empty() ? columnKey.name : columnKey.title, wording);
    map.cells = std::move(cells);
    return map;
}

} // namespace kinetoscope
