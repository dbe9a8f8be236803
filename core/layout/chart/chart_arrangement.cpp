// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_arrangement.h"

#include "core/base/sort_stably.h"
#include "core/layout/chart/chart_cells.h"
#include "core/layout/table/category_words.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

/// One series for each text of the column of parts, in the order of the kinds.
std::vector<std::pair<std::string, ChartData::Series>> partsOf(
    const Table& table, const ChartDescription& chart, std::size_t partColumn, std::size_t valueColumn, Wording wording)
{
    std::vector<std::pair<std::string, ChartData::Series>> parts;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string text = cellText(table.cell(row, partColumn));
        const bool isKnown = std::ranges::any_of(parts, [&text](const auto& part) { return part.first == text; });
        if (!isKnown)
            parts.push_back({ text, { valueColumn, categoryWords(text, wording), kindOfRow(table, chart, row) } });
    }
    sortStably(parts, {}, [](const auto& a) { return a.second.kind.value_or(PartKind::Others); });
    return parts;
}

} // namespace

void sortByLargest(ChartData& data)
{
    const auto sizeOfTotal = [](const ChartData::Row& row) {
        return std::isfinite(row.total) ? std::fabs(row.total) : 0;
    };
    const auto largest = [](const ChartData::Row& row) {
        double found = 0;
        for (const double value : row.values)
            found = std::isfinite(value) ? std::max(found, std::fabs(value)) : found;
        return found;
    };
    for (ChartData::Group& group : data.groups) {
        std::ranges::stable_sort(group.rows, std::greater {},
            [&](const ChartData::Row& a) { return std::pair(sizeOfTotal(a), largest(a)); });
    }
}

void stackParts(
    ChartData& data, const Table& table, const ChartDescription& chart, std::size_t partColumn, Wording wording)
{
    const auto parts = partsOf(table, chart, partColumn, data.series.front().column, wording);
    std::unordered_map<std::string, std::size_t> indexOfPart;
    data.series.clear();
    for (const auto& [text, series] : parts) {
        indexOfPart.emplace(text, data.series.size());
        data.series.push_back(series);
    }
    for (ChartData::Group& group : data.groups) {
        std::vector<ChartData::Row> bars;
        std::unordered_map<std::string, std::size_t> barOfLabel;
        for (ChartData::Row& row : group.rows) {
            const std::size_t tableRow = row.tableRows.front();
            const std::size_t part = indexOfPart.at(cellText(table.cell(tableRow, partColumn)));
            const double value = row.values.front();
            const auto [place, isNew] = barOfLabel.try_emplace(row.label, bars.size());
            if (isNew) {
                row.tableRows.clear();
                row.kind.reset();
                row.values.assign(parts.size(), std::numeric_limits<double>::quiet_NaN());
                row.partRows.resize(parts.size());
                bars.push_back(std::move(row));
            }
            ChartData::Row& bar = bars[place->second];
            bar.tableRows.push_back(tableRow);
            bar.partRows[part].push_back(tableRow);
            double& sum = bar.values[part];
            if (std::isfinite(value))
                sum = std::isfinite(sum) ? sum + value : value;
        }
        group.rows = std::move(bars);
    }
}

void sortByValue(ChartData& data)
{
    const auto valueOf = [](const ChartData::Row& row) {
        return std::isfinite(row.values[0]) ? row.values[0] : -std::numeric_limits<double>::infinity();
    };
    for (ChartData::Group& group : data.groups) {
        std::ranges::stable_sort(group.rows, [valueOf](const ChartData::Row& a, const ChartData::Row& b) {
            if ((a.folded > 0) != (b.folded > 0))
                return b.folded > 0;
            return valueOf(a) != valueOf(b) ? valueOf(a) > valueOf(b) : a.label < b.label;
        });
    }
}

} // namespace kinetoscope
