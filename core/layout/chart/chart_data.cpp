// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_data.h"

#include "core/layout/chart/chart_arrangement.h"
#include "core/layout/chart/chart_cells.h"
#include "core/layout/table/shown_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace kinetoscope {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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

bool isOthersName(std::string_view name)
{
    return name == "others" || name == "Others";
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

/// Reads the rows of a table into the groups of a chart. Keeps references to both.
class ChartReader {
public:
    ChartReader(const Table& table, const ChartDescription& chart, Wording wording)
        : m_table(table)
        , m_chart(chart)
        , m_wording(wording)
        , m_groupColumns(columnsOf(table, chart.groupColumn))
        , m_labelColumns(columnsOf(table, chart.labelColumn))
        , m_columns(formColumns(table, chart.form))
        , m_bins(chart.as<HistogramChart>())
        , m_onceColumns(columnsOf(table, m_bins ? m_bins->countedOnceBy : ""))
    {
    }

    ChartData read(const HeatLook& look, const std::stop_token& stop)
    {
        addSeries();
        if (m_data.series.empty())
            return std::move(m_data);
        nameAxes();
        if (m_chart.kind() == ChartKind::HeatMap) {
            m_data.heat = heatMap(m_table, m_chart, m_wording, look, stop);
            return std::move(m_data);
        }
        addRows();
        if (m_bins)
            return histogram(m_data, m_bins->cutoff.has_value());
        arrange();
        return std::move(m_data);
    }

private:
    void addSeries()
    {
        m_data.denominator = registryWords(m_chart.denominator, m_wording);
        for (const ChartSeries& wanted : m_chart.series) {
            const std::size_t column = m_table.columnIndex(wanted.column);
            if (column == m_table.columnCount())
                continue;
            const ColumnDescriptor& descriptor = m_table.columns()[column];
            if (m_data.series.empty()) {
                m_data.isTime = descriptor.type == ColumnType::Duration || descriptor.type == ColumnType::Time
                    || isFloatTime(descriptor);
                m_data.unit = descriptor.unit == Unit::Ratio ? Unit::Percent : descriptor.unit;
                if (m_data.denominator.empty())
                    m_data.denominator = registryWords(descriptor.denominator, m_wording);
            }
            std::string label = registryWords(wanted.label, m_wording);
            if (!wanted.named.isEmpty())
                label = m_wording(wanted.named);
            else if (label.empty())
                label = headingWords(descriptor, m_wording);
            m_data.series.push_back({ column, std::move(label), wanted.kind });
        }
    }

    void nameAxes()
    {
        m_data.labelsAreNumbers = !m_labelColumns.empty()
            && std::ranges::all_of(m_labelColumns,
                [&](std::size_t column) { return isNumeric(m_table.columns()[column]) && !hasTexts(m_table, column); });
        if (m_data.labelsAreNumbers && m_labelColumns.size() == 1)
            m_data.keyTitle = headingWords(m_table.columns()[m_labelColumns.front()], m_wording);
        if (m_columns.x) {
            m_data.xTitle = registryWords(m_table.columns()[*m_columns.x].title, m_wording);
            m_data.xUnit = m_table.columns()[*m_columns.x].unit;
        }
    }

    void addRows()
    {
        m_tellingColumns = columnsThatDiffer(m_table, m_labelColumns);
        if (m_labelColumns.size() == 1)
            m_shown = ShownTexts(m_table, m_labelColumns.front(), m_wording);
        for (const std::size_t column : m_labelColumns.size() > 1 ? m_tellingColumns : std::vector<std::size_t>()) {
            if (m_table.columns()[column].text == TextKind::Chain)
                m_shown = ShownTexts(m_table, column, m_wording);
        }
        std::unordered_map<std::string, std::size_t> groupOfLabel;
        std::size_t group = 0;
        const std::size_t count = m_chart.rows ? m_chart.rows->size() : m_table.rowCount();
        const auto rowAt = [this](std::size_t i) { return m_chart.rows ? (*m_chart.rows)[i].row : i; };
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t row = rowAt(i);
            // Rows of one group mostly follow each other: of a million rows no million labels are made.
            if (i == 0 || !areEqual(m_table, m_groupColumns, rowAt(i - 1), row)) {
                const std::string label = groupLabel(m_table, m_groupColumns, row, m_wording);
                const auto [it, isNew] = groupOfLabel.try_emplace(label, m_data.groups.size());
                if (isNew) {
                    m_data.groups.emplace_back().label = label;
                    m_isLast.push_back(isLastGroup(row));
                }
                group = it->second;
            }
            if (isOverTime(m_chart.kind()))
                addPoints(m_data, m_data.groups[group], m_table, row, m_labelColumns,
                    m_chart.kind() == ChartKind::StackedArea);
            else if (m_bins)
                addToBins(m_data.groups[group].points, row);
            else
                m_data.groups[group].rows.push_back(
                    entryOf(row, m_chart.rows ? (*m_chart.rows)[i].mark : std::string()));
        }
    }

    [[nodiscard]] bool isLastGroup(std::size_t row) const
    {
        const auto* form = m_chart.as<StepSeriesChart>();
        return form != nullptr && !form->lastGroup.empty()
            && std::ranges::any_of(
                m_groupColumns, [&](std::size_t column) { return m_table.text(row, column) == form->lastGroup; });
    }

    void addToBins(std::vector<ChartData::Point>& points, std::size_t row) const
    {
        const double value = numberOf(m_table, row, m_data.series.front().column);
        if (!std::isfinite(value))
            return;
        const bool isRepeated = !m_onceColumns.empty() && !points.empty() && points.back().y == value
            && !m_table.isMissing(row, m_onceColumns.front())
            && areEqual(m_table, m_onceColumns, points.back().tableRow, row);
        points.push_back({ 0, value, row, isRepeated });
    }

    [[nodiscard]] ChartData::Row entryOf(std::size_t row, const std::string& mark) const
    {
        ChartData::Row entry;
        entry.tableRows = { row };
        nameEntry(row, mark, entry);
        for (const ChartData::Series& series : m_data.series)
            entry.values.push_back(numberOf(m_table, row, series.column));
        entry.kind = kindOfRow(m_table, m_chart, row);
        const auto figureAt = [&](std::optional<std::size_t> column) {
            return column ? numberOf(m_table, row, *column) : kNone;
        };
        entry.minimum = figureAt(m_columns.low);
        entry.maximum = figureAt(m_columns.high);
        entry.total = figureAt(m_columns.total);
        entry.x = figureAt(m_columns.x);
        entry.size = figureAt(m_columns.size);
        entry.totalOf = figureAt(m_columns.totalOf);
        const double names = figureAt(m_columns.names);
        if (entry.isTableOthers)
            entry.folded = names >= 1 && names < 1e9 ? static_cast<std::size_t>(names) : 1;
        return entry;
    }

    void nameEntry(std::size_t row, const std::string& mark, ChartData::Row& entry) const
    {
        const bool isOne = m_labelColumns.size() == 1;
        const Message* const message = isOne ? m_table.message(row, m_labelColumns.front()) : nullptr;
        entry.label = message ? m_wording(*message)
            : isOne           ? cellText(m_table.cell(row, m_labelColumns.front()))
                              : groupLabel(m_table, m_tellingColumns, row, m_wording, &m_shown);
        if (std::string full = isOne ? std::string() : groupLabel(m_table, m_labelColumns, row, m_wording);
            full != entry.label)
            entry.fullName = std::move(full);
        entry.isTableOthers = isOthersName(entry.label);
        if (const std::string_view label = m_shown.of(entry.label); label != entry.label)
            entry.fullName = std::exchange(entry.label, std::string(label));
        if (!mark.empty())
            entry.label.insert(0, mark + "  ");
    }

    void arrange()
    {
        std::vector<ChartData::Group> ordered;
        for (const bool isLast : { false, true }) {
            for (std::size_t i = 0; i < m_data.groups.size(); ++i) {
                if (m_isLast[i] == isLast)
                    ordered.push_back(std::move(m_data.groups[i]));
            }
        }
        m_data.groups = std::move(ordered);
        for (ChartData::Group& group : m_data.groups) {
            const auto sort = [](std::vector<ChartData::Point>& points) {
                std::ranges::stable_sort(points, {}, &ChartData::Point::x);
            };
            sort(group.points);
            std::ranges::for_each(group.further, sort);
        }
        if (m_columns.part && m_data.series.size() == 1)
            stackParts(m_data, m_table, m_chart, *m_columns.part, m_wording);
        if (m_columns.areSorted && m_chart.kind() == ChartKind::GroupedBars && m_data.series.size() > 1)
            sortByLargest(m_data);
        if (m_columns.areSorted && m_data.series.size() == 1)
            sortByValue(m_data);
    }

    const Table& m_table;
    const ChartDescription& m_chart;
    Wording m_wording;
    std::vector<std::size_t> m_groupColumns;
    std::vector<bool> m_isLast; ///< by group, while rows are added: StepSeriesChart::lastGroup
    std::vector<std::size_t> m_labelColumns;
    std::vector<std::size_t> m_tellingColumns;
    FormColumns m_columns;
    const HistogramChart* m_bins; ///< nullptr of other forms
    std::vector<std::size_t> m_onceColumns;
    ShownTexts m_shown;
    ChartData m_data;
};

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
    if (chart.kind() != ChartKind::HeatMap || chart.series.size() < 2)
        return ChartReader(table, chart, wording).read(look, stop);
    // Of a grid one series is looked at: what the data say of their series is about that.
    ChartDescription shown = chart;
    shown.series = { chart.series[look.series < chart.series.size() ? look.series : 0] };
    HeatLook own = look;
    own.series = 0;
    return ChartReader(table, shown, wording).read(own, stop);
}

} // namespace kinetoscope
