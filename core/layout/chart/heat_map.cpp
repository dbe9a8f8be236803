// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/heat_map.h"

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kNoPlace = ~std::size_t { 0 };

/// The distinct values of a column, and for each table row which of them it has; kNoPlace for a number that is missing.
struct Names {
    std::vector<std::string> names;
    std::vector<std::optional<std::int64_t>> numbers; ///< what the names say, where they are numbers
    std::vector<std::size_t> ofRow;
};

/// @param ofJob  every rank of it has a row, whether or not the table has one.
Names namesOf(const Table& table, std::size_t column, const RankPlaces* ofJob)
{
    Names found;
    found.ofRow.resize(table.rowCount());
    if (!isNumeric(table.columns()[column])) {
        std::unordered_map<std::string, std::size_t> places;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            std::string text(table.text(row, column));
            const auto [at, isNew] = places.try_emplace(text, found.names.size());
            if (isNew)
                found.names.push_back(std::move(text));
            found.ofRow[row] = at->second;
        }
        found.numbers.resize(found.names.size());
        return found;
    }
    const auto numberOf = [&](std::size_t row) {
        const kinetoscope::Cell cell = table.cell(row, column);
        const auto* whole = std::get_if<std::int64_t>(&cell);
        return whole ? std::optional(*whole) : std::nullopt;
    };
    std::map<std::int64_t, std::size_t> placeOfNumber;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (const std::optional<std::int64_t> number = numberOf(row))
            placeOfNumber.emplace(*number, 0);
    }
    if (ofJob) {
        for (const auto& [rank, place] : ofJob->ranks)
            placeOfNumber.emplace(rank, 0);
    }
    for (auto& [number, place] : placeOfNumber) {
        place = found.names.size();
        found.names.push_back(std::to_string(number));
        found.numbers.emplace_back(number);
    }
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::optional<std::int64_t> number = numberOf(row);
        found.ofRow[row] = number ? placeOfNumber.at(*number) : kNoPlace;
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

/// Mean of the middle two; NaN without any. Reorders the values.
double medianOf(std::vector<double>& values)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*middle / 2 + *std::max_element(values.begin(), middle) / 2);
}

void findMedians(HeatMap& map)
{
    std::vector<double> values;
    map.medians.clear();
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
        values.clear();
        for (std::size_t row = 0; row < map.rows.size(); ++row) {
            if (const double value = map.at(row, column).value; !std::isnan(value))
                values.push_back(value);
        }
        map.medians.push_back(medianOf(values));
    }
}

void findScale(HeatMap& map)
{
    std::vector<double> values;
    values.reserve(map.values.size());
    std::ranges::copy_if(map.values, std::back_inserter(values), [](double value) { return !std::isnan(value); });
    map.scale = GridScale::of(values, map.isDifference);
    if (values.empty())
        return;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    map.least = *least;
    map.greatest = *greatest;
}

/// The rows in another order.
void arrange(HeatMap& map, const std::vector<std::size_t>& order)
{
    HeatMap arranged;
    arranged.values.reserve(map.values.size());
    arranged.tableRows.reserve(map.values.size());
    const auto columns = static_cast<std::ptrdiff_t>(map.columns.size());
    for (const std::size_t row : order) {
        arranged.rows.push_back(std::move(map.rows[row]));
        arranged.ranks.push_back(map.ranks[row]);
        const auto first = static_cast<std::ptrdiff_t>(row) * columns;
        const auto value = map.values.begin() + first;
        const auto tableRow = map.tableRows.begin() + first;
        arranged.values.insert(arranged.values.end(), value, value + columns);
        arranged.tableRows.insert(arranged.tableRows.end(), tableRow, tableRow + columns);
    }
    map.rows = std::move(arranged.rows);
    map.ranks = std::move(arranged.ranks);
    map.values = std::move(arranged.values);
    map.tableRows = std::move(arranged.tableRows);
}

/// Of the rows, the greatest first; those without a value last.
std::vector<std::size_t> orderByValue(const HeatMap& map)
{
    std::vector<std::pair<double, std::size_t>> means; // less the mean, so that ties stay in the order of the rows
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t column = 0; column < map.columns.size(); ++column) {
            const double value = map.at(row, column).value;
            sum += std::isnan(value) ? 0 : value;
            count += std::isnan(value) ? 0 : 1;
        }
        means.emplace_back(
            count > 0 ? -sum / static_cast<double>(count) : std::numeric_limits<double>::infinity(), row);
    }
    std::ranges::sort(means);
    return mapped(means, [](const auto& mean) { return mean.second; });
}

/// Position of each row's rank in its group; none where it has none.
std::vector<std::optional<std::int64_t>> coordinatesOf(
    const HeatMap& map, const RankPlaces& places, std::size_t coordinate)
{
    std::vector<std::optional<std::int64_t>> found;
    for (const std::optional<std::int64_t>& rank : map.ranks) {
        const RankPlaces::Location* place = rank ? places.find(*rank) : nullptr;
        found.push_back(place ? place->coordinates[coordinate] : std::nullopt);
    }
    return found;
}

/// Puts rows with one key together, keys ascending and those without one last, and says the key before their names.
template <typename Key>
void arrangeBy(HeatMap& map, const std::vector<std::optional<Key>>& keys, const std::vector<std::string>& words)
{
    std::vector<std::size_t> order(map.rows.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, [&keys](std::size_t a, std::size_t b) {
        return keys[a] && keys[b] ? *keys[a] < *keys[b] : keys[a].has_value() && !keys[b].has_value();
    });
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        if (!words[row].empty())
            map.rows[row] = words[row] + " \u00b7 " + map.rows[row];
    }
    arrange(map, order);
}

std::vector<std::string> wordsOf(const std::string& name, const std::vector<std::optional<std::int64_t>>& keys)
{
    return mapped(keys, [&name](const std::optional<std::int64_t>& key) {
        return key ? fmt::format("{} {}", name, *key) : std::string();
    });
}

void arrangeByHost(HeatMap& map, const RankPlaces& places)
{
    std::vector<std::optional<std::pair<std::int64_t, std::string>>> keys; // a guessed host is a number
    std::vector<std::string> words;
    for (const std::optional<std::int64_t>& rank : map.ranks) {
        const RankPlaces::Location* place = rank ? places.find(*rank) : nullptr;
        words.push_back(place ? place->host : std::string());
        if (words.back().empty()) {
            keys.emplace_back();
            continue;
        }
        const bool isNumber =
            place->host.size() < 18 && place->host.find_first_not_of("0123456789") == std::string::npos;
        keys.emplace_back(std::pair { isNumber ? std::stoll(place->host) : -1, place->host });
    }
    arrangeBy(map, keys, words);
}

/// Two rows a position: of its ranks the lower median in each column, and the worst.
void fold(
    HeatMap& map, const std::string& name, const std::vector<std::optional<std::int64_t>>& coordinates, Wording wording)
{
    std::map<std::int64_t, std::vector<std::size_t>> members;
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        if (coordinates[row])
            members[*coordinates[row]].push_back(row);
    }
    HeatMap folded;
    for (const auto& [position, rows] : members) {
        const Message of = Message::verbatim(fmt::format("{} {}", name, position));
        folded.rows.push_back(wording({ KT_PHRASE("heat-map", "%1 \u00b7 median"), of }));
        folded.rows.push_back(wording({ KT_PHRASE("heat-map", "%1 \u00b7 worst"), of }));
        std::vector<HeatMap::Cell> medians;
        std::vector<HeatMap::Cell> worst;
        for (std::size_t column = 0; column < map.columns.size(); ++column) {
            std::vector<HeatMap::Cell> cells;
            for (const std::size_t row : rows) {
                if (!std::isnan(map.at(row, column).value))
                    cells.push_back(map.at(row, column));
            }
            if (cells.empty())
                cells.push_back({ std::numeric_limits<double>::quiet_NaN(), 0 });
            std::ranges::stable_sort(cells, {}, &HeatMap::Cell::value);
            medians.push_back(cells[(cells.size() - 1) / 2]);
            worst.push_back(*std::ranges::max_element(cells,
                [&map](const HeatMap::Cell& a, const HeatMap::Cell& b) { return map.isWorse(b.value, a.value); }));
        }
        for (const std::vector<HeatMap::Cell>& row : { medians, worst }) {
            for (const HeatMap::Cell& cell : row) {
                folded.values.push_back(cell.value);
                folded.tableRows.push_back(cell.tableRow);
            }
        }
    }
    map.rows = std::move(folded.rows);
    map.values = std::move(folded.values);
    map.tableRows = std::move(folded.tableRows);
    map.ranks.assign(map.rows.size(), std::nullopt);
}

void applyLook(
    HeatMap& map, const RankPlaces* places, const HeatLook& look, Wording wording, const std::stop_token& stop)
{
    findMedians(map);
    map.isDifference = look.isDifference;
    if (look.isDifference) {
        for (std::size_t i = 0; i < map.values.size(); ++i) {
            const double difference = map.values[i] - map.medians[i % map.columns.size()];
            map.values[i] = std::isfinite(difference) ? difference : std::numeric_limits<double>::quiet_NaN();
        }
    }
    const std::optional<std::size_t> coordinate = places ? places->indexOf(look.coordinate) : std::nullopt;
    if (look.isFolded && coordinate) {
        const auto coordinates = coordinatesOf(map, *places, *coordinate);
        if (std::ranges::any_of(coordinates, [](const auto& each) { return each.has_value(); }))
            fold(map, look.coordinate, coordinates, wording);
    } else if (look.order == HeatOrder::Host && places) {
        arrangeByHost(map, *places);
    } else if (look.order == HeatOrder::Coordinate && coordinate) {
        const auto coordinates = coordinatesOf(map, *places, *coordinate);
        arrangeBy(map, coordinates, wordsOf(look.coordinate, coordinates));
    } else if (look.order == HeatOrder::Value) {
        arrange(map, orderByValue(map));
    } else if (look.order == HeatOrder::Similarity) {
        const std::vector<std::size_t> order = similarityOrder(map.values, map.rows.size(), stop);
        if (!order.empty())
            arrange(map, order);
    }
    findScale(map);
}

} // namespace

bool HeatMap::isWorse(double value, double than) const
{
    return isDifference ? std::abs(value) > std::abs(than) : value > than;
}

HeatMap heatMap(const Table& table, const ChartDescription& chart, Wording wording, const HeatLook& look,
    const std::stop_token& stop)
{
    HeatMap map;
    const std::size_t rowColumn = table.columnIndex(chart.labelColumn);
    const auto* const form = chart.as<HeatMapChart>();
    const std::size_t columnColumn = form ? table.columnIndex(form->xColumn) : table.columnCount();
    const std::size_t series = look.series < chart.series.size() ? look.series : 0;
    const std::size_t valueColumn =
        chart.series.empty() ? table.columnCount() : table.columnIndex(chart.series[series].column);
    const std::size_t none = table.columnCount();
    if (rowColumn == none || columnColumn == none || valueColumn == none || table.rowCount() == 0)
        return map;
    Names rows = namesOf(table, rowColumn, look.places.get());
    Names columns = namesOf(table, columnColumn, nullptr);
    if (columns.names.empty() || rows.names.size() > kMostHeatCells / columns.names.size())
        return map;
    const std::size_t cells = rows.names.size() * columns.names.size();
    std::vector<double> values(cells, std::numeric_limits<double>::quiet_NaN());
    std::vector<std::size_t> tableRows(cells, 0);
    bool isAny = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::optional<double> value = valueOf(table, row, valueColumn);
        if (!value || rows.ofRow[row] == kNoPlace || columns.ofRow[row] == kNoPlace)
            continue; // what lies outside of steps has no column
        const std::size_t cell = rows.ofRow[row] * columns.names.size() + columns.ofRow[row];
        values[cell] = *value;
        tableRows[cell] = row;
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
    map.ranks = std::move(rows.numbers);
    map.columns = std::move(columns.names);
    map.columnTitle = registryWords(columnKey.title.empty() ? columnKey.name : columnKey.title, wording);
    map.values = std::move(values);
    map.tableRows = std::move(tableRows);
    applyLook(map, look.places.get(), look, wording, stop);
    return map;
}

} // namespace kinetoscope
