// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_data.h"

#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/layout/table/category_words.h"
#include "core/layout/table/shown_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace kinetoscope {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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
    return kNone;
}

std::string chartDataTextOf(const Cell& cell)
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

/// "rank 0" for numbers, the text itself for words; `stream "default"` for a text where others have numbers.
std::string groupLabel(const Table& table, const std::vector<std::size_t>& columns, std::size_t row, Wording wording)
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
            label.append("\"").append(chartDataTextOf(cell)).append("\"");
        else
            label.append(descriptor.text == TextKind::Category ? categoryWords(chartDataTextOf(cell), wording)
                                                               : chartDataTextOf(cell));
    }
    return label;
}

bool areEqual(const Table& table, const std::vector<std::size_t>& columns, std::size_t row, std::size_t other)
{
    return std::ranges::all_of(
        columns, [&](std::size_t column) { return table.cell(row, column) == table.cell(other, column); });
}

/// Those of `columns` that have more than one value: `rank 0` at each bar of one rank only makes the bars shorter. The
/// last one where all rows are the same.
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
    return differing.empty() ? std::vector<std::size_t> { columns.back() } : differing;
}

/// Whether a column of numbers that are names has a text for one.
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

/// One row as a point of each series. Millions of samples: a label and a list of rows each would be ten times their
/// size.
void addPoints(const ChartData& data, ChartData::Group& group, const Table& table, std::size_t row,
    const std::vector<std::size_t>& labelColumns, bool isStacked)
{
    const double x = labelColumns.empty() ? kNone : numberOf(table, row, labelColumns.front());
    if (!std::isfinite(x))
        return;
    group.further.resize(data.series.size() - 1);
    double below = 0;
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        const double y = numberOf(table, row, data.series[i].column);
        if (!std::isfinite(y))
            continue;
        below = isStacked ? below + y : y;
        (i == 0 ? group.points : group.further[i - 1]).push_back({ x, below, row });
    }
}

/// Rows with the largest total first, whatever its sign, and of the same total, or without any, those with the largest
/// bar: of a comparison the head is what people look at.
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

bool isOthersName(std::string_view name)
{
    return name == "others" || name == "Others";
}

std::optional<PartKind> kindOfRow(const Table& table, const ChartDescription& chart, std::size_t row)
{
    return chart.kindOfRow ? chart.kindOfRow(table, row) : std::nullopt;
}

/// One series for each text of the column of parts, in the order of the kinds.
std::vector<std::pair<std::string, ChartData::Series>> partsOf(
    const Table& table, const ChartDescription& chart, std::size_t partColumn, std::size_t valueColumn, Wording wording)
{
    std::vector<std::pair<std::string, ChartData::Series>> parts;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string text = chartDataTextOf(table.cell(row, partColumn));
        const bool isKnown = std::ranges::any_of(parts, [&text](const auto& part) { return part.first == text; });
        if (!isKnown)
            parts.push_back({ text, { valueColumn, categoryWords(text, wording), kindOfRow(table, chart, row) } });
    }
    sortStably(parts, {}, [](const auto& a) { return a.second.kind.value_or(PartKind::Others); });
    return parts;
}

/// Rows of one label become one row with a value for each part; parts of the same kind add up.
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
            const std::size_t part = indexOfPart.at(chartDataTextOf(table.cell(tableRow, partColumn)));
            const double value = row.values.front();
            const auto [place, isNew] = barOfLabel.try_emplace(row.label, bars.size());
            if (isNew) {
                row.tableRows.clear();
                row.kind.reset();
                row.values.assign(parts.size(), kNone);
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

/// The columns that only some kinds of chart have; none: this one has none, or its table has not.
struct FormColumns {
    std::optional<std::size_t> part, low, high, total, totalOf, x, size, names;
    bool areSorted = true;
};

FormColumns formColumns(const Table& table, const ChartForm& form)
{
    FormColumns columns;
    const auto find = [&table](std::optional<std::size_t>& column, const std::string& name) {
        if (const std::size_t index = table.columnIndex(name); index < table.columnCount())
            column = index;
    };
    std::visit(
        [&](const auto& of) {
            if constexpr (requires { of.partColumn; })
                find(columns.part, of.partColumn);
            if constexpr (requires { of.minimumColumn; })
                find(columns.low, of.minimumColumn);
            if constexpr (requires { of.maximumColumn; })
                find(columns.high, of.maximumColumn);
            if constexpr (requires { of.totalColumn; })
                find(columns.total, of.totalColumn);
            if constexpr (requires { of.totalOfColumn; })
                find(columns.totalOf, of.totalOfColumn);
            if constexpr (requires { of.xColumn; })
                find(columns.x, of.xColumn);
            if constexpr (requires { of.sizeColumn; })
                find(columns.size, of.sizeColumn);
            if constexpr (requires { of.namesColumn; })
                find(columns.names, of.namesColumn);
            if constexpr (requires { of.sortByValue; })
                columns.areSorted = of.sortByValue;
        },
        form);
    return columns;
}

} // namespace

double ChartData::Group::total(std::size_t which) const
{
    double sum = 0;
    for (const Row& row : rows) {
        if (which < row.values.size() && std::isfinite(row.values[which]))
            sum += row.values[which];
    }
    return sum;
}

bool ChartData::isEmpty() const
{
    return heat.isEmpty() && std::ranges::none_of(groups, [](const Group& group) {
        return std::ranges::any_of(group.rows,
                   [](const Row& row) {
                       return std::ranges::any_of(row.values, [](double value) { return std::isfinite(value); });
                   })
            || !group.points.empty()
            || std::ranges::any_of(group.further, [](const auto& points) { return !points.empty(); });
    });
}

ChartData chartData(const Table& table, const ChartDescription& chart, Wording wording, const HeatLook& look,
    const std::stop_token& stop)
{
    if (chart.kind() == ChartKind::HeatMap && chart.series.size() > 1) {
        // Of a grid one series is looked at: what the data say of their series is about that.
        ChartDescription shown = chart;
        shown.series = { chart.series[look.series < chart.series.size() ? look.series : 0] };
        HeatLook own = look;
        own.series = 0;
        return chartData(table, shown, wording, own, stop);
    }
    ChartData data;
    data.denominator = registryWords(chart.denominator, wording);
    for (const ChartSeries& wanted : chart.series) {
        const std::size_t column = table.columnIndex(wanted.column);
        if (column == table.columnCount())
            continue;
        const ColumnDescriptor& descriptor = table.columns()[column];
        if (data.series.empty()) {
            data.isTime = descriptor.type == ColumnType::Duration || descriptor.type == ColumnType::Time
                || isFloatTime(descriptor);
            data.unit = descriptor.unit == Unit::Ratio ? Unit::Percent : descriptor.unit;
            if (data.denominator.empty())
                data.denominator = registryWords(descriptor.denominator, wording);
        }
        std::string label = registryWords(wanted.label, wording);
        if (!wanted.named.isEmpty())
            label = wording(wanted.named);
        else if (label.empty())
            label = headingWords(descriptor, wording);
        data.series.push_back({ column, std::move(label), wanted.kind });
    }
    if (data.series.empty())
        return data;

    const std::vector<std::size_t> groupColumns = columnsOf(table, chart.groupColumn);
    const std::vector<std::size_t> labelColumns = columnsOf(table, chart.labelColumn);
    const std::vector<std::size_t> tellingColumns = columnsThatDiffer(table, labelColumns);
    data.labelsAreNumbers = !labelColumns.empty() && std::ranges::all_of(labelColumns, [&](std::size_t column) {
        return isNumeric(table.columns()[column]) && !hasTexts(table, column);
    });
    if (data.labelsAreNumbers && labelColumns.size() == 1) {
        const ColumnDescriptor& key = table.columns()[labelColumns.front()];
        data.keyTitle = headingWords(key, wording);
    }
    const FormColumns columns = formColumns(table, chart.form);
    if (chart.kind() == ChartKind::HeatMap) {
        data.heat = heatMap(table, chart, wording, look, stop);
        return data;
    }
    if (columns.x) {
        data.xTitle = registryWords(table.columns()[*columns.x].title, wording);
        data.xUnit = table.columns()[*columns.x].unit;
    }
    const auto* const bins = chart.as<HistogramChart>();
    const std::vector<std::size_t> onceColumns = columnsOf(table, bins ? bins->countedOnceBy : "");
    const ShownTexts shown = labelColumns.size() == 1 ? ShownTexts(table, labelColumns.front(), wording) : ShownTexts();
    std::unordered_map<std::string, std::size_t> groupOfLabel;
    std::size_t groupIndex = 0;
    const std::size_t rowCount = chart.rows ? chart.rows->size() : table.rowCount();
    const auto rowAt = [&chart](std::size_t i) { return chart.rows ? (*chart.rows)[i].row : i; };
    for (std::size_t i = 0; i < rowCount; ++i) {
        const std::size_t row = rowAt(i);
        // Rows of one group mostly follow each other: of a million rows no million labels are made.
        if (i == 0 || !areEqual(table, groupColumns, rowAt(i - 1), row)) {
            const std::string label = groupLabel(table, groupColumns, row, wording);
            const auto [it, isNew] = groupOfLabel.try_emplace(label, data.groups.size());
            if (isNew)
                data.groups.emplace_back().label = label;
            groupIndex = it->second;
        }
        if (isOverTime(chart.kind())) {
            addPoints(data, data.groups[groupIndex], table, row, labelColumns, chart.kind() == ChartKind::StackedArea);
            continue;
        }
        if (bins) {
            const double value = numberOf(table, row, data.series.front().column);
            if (!std::isfinite(value))
                continue;
            std::vector<ChartData::Point>& points = data.groups[groupIndex].points;
            const bool isRepeated = !onceColumns.empty() && !points.empty() && points.back().y == value
                && !table.isMissing(row, onceColumns.front())
                && areEqual(table, onceColumns, points.back().tableRow, row);
            points.push_back({ 0, value, row, isRepeated });
            continue;
        }
        ChartData::Row entry;
        entry.tableRows = { row };
        const Message* const message = labelColumns.size() == 1 ? table.message(row, labelColumns.front()) : nullptr;
        entry.label = message          ? wording(*message)
            : labelColumns.size() == 1 ? chartDataTextOf(table.cell(row, labelColumns.front()))
                                       : groupLabel(table, tellingColumns, row, wording);
        if (tellingColumns.size() < labelColumns.size())
            entry.fullName = groupLabel(table, labelColumns, row, wording);
        entry.isTableOthers = isOthersName(entry.label);
        if (const std::string_view label = shown.of(entry.label); label != entry.label)
            entry.fullName = std::exchange(entry.label, std::string(label));
        if (chart.rows && !(*chart.rows)[i].mark.empty())
            entry.label.insert(0, (*chart.rows)[i].mark + "  ");
        for (const ChartData::Series& series : data.series)
            entry.values.push_back(numberOf(table, row, series.column));
        entry.kind = kindOfRow(table, chart, row);
        const auto figureAt = [&](std::optional<std::size_t> column) {
            return column ? numberOf(table, row, *column) : kNone;
        };
        entry.minimum = figureAt(columns.low);
        entry.maximum = figureAt(columns.high);
        entry.total = figureAt(columns.total);
        entry.x = figureAt(columns.x);
        entry.size = figureAt(columns.size);
        entry.totalOf = figureAt(columns.totalOf);
        const double names = figureAt(columns.names);
        if (entry.isTableOthers)
            entry.folded = names >= 1 && names < 1e9 ? static_cast<std::size_t>(names) : 1;
        data.groups[groupIndex].rows.push_back(std::move(entry));
    }
    if (bins)
        return histogram(data, bins->cutoff.has_value());
    for (ChartData::Group& group : data.groups) {
        const auto sort = [](std::vector<ChartData::Point>& points) {
            std::ranges::stable_sort(points, {}, &ChartData::Point::x);
        };
        sort(group.points);
        std::ranges::for_each(group.further, sort);
    }
    if (columns.part && data.series.size() == 1)
        stackParts(data, table, chart, *columns.part, wording);
    if (columns.areSorted && chart.kind() == ChartKind::GroupedBars && data.series.size() > 1)
        sortByLargest(data);
    if (columns.areSorted && data.series.size() == 1) {
        for (ChartData::Group& group : data.groups) {
            std::ranges::stable_sort(group.rows, [](const ChartData::Row& a, const ChartData::Row& b) {
                if ((a.folded > 0) != (b.folded > 0))
                    return b.folded > 0;
                const double left = std::isfinite(a.values[0]) ? a.values[0] : -std::numeric_limits<double>::infinity();
                const double right =
                    std::isfinite(b.values[0]) ? b.values[0] : -std::numeric_limits<double>::infinity();
                return left != right ? left > right : a.label < b.label;
            });
        }
    }
    return data;
}

} // namespace kinetoscope
