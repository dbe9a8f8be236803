// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/words/english.h"
#include "tests/support/chart_jobs.h"
#include "tests/support/test_macros.h"

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Charts and runs name columns and parameters by their ids. A wrong one would not show: the chart is drawn without it.
/// So every chart that an analysis of the registry makes is held against its table here, and every parameter that is
/// read against the descriptor (Parameters throws).
class TestChartColumns : public QObject {
    Q_OBJECT

private slots:
    void chartsFitTheirTables_data();
    void chartsFitTheirTables();
    void eachKindOfChartWasSeen();
    void wrongChartsAreFound_data();
    void wrongChartsAreFound();
    void parametersThatDoNotExistAreFound();

private:
    std::set<ChartKind> m_seen;
};

namespace {

bool hasFigures(const ColumnDescriptor& column)
{
    return column.type != ColumnType::String && column.type != ColumnType::List;
}

bool isShare(const ColumnDescriptor& column)
{
    return column.unit == Unit::Percent || column.unit == Unit::Ratio;
}

/// Looks for what does not fit between a chart and its table; the first fault is kept.
class ChartCheck {
public:
    ChartCheck(const ChartDescription& chart, const Table& table)
        : m_chart(chart)
        , m_table(table)
    {
    }

    std::string fault()
    {
        expect(!m_chart.series.empty(), "no series");
        for (const ChartSeries& series : m_chart.series)
            checkSeries(series.column);
        for (const std::string& names : { m_chart.labelColumn, m_chart.groupColumn })
            checkNames(names);
        checkFieldsOfKinds();
        checkUnits();
        return m_fault;
    }

private:
    void expect(bool isRight, const std::string& what)
    {
        if (!isRight && m_fault.empty())
            m_fault = what;
    }

    /// nullptr for "" and, with a fault, for what the table does not have.
    const ColumnDescriptor* column(const std::string& name)
    {
        const std::size_t index = m_table.columnIndex(name);
        expect(name.empty() || index < m_table.columnCount(), "no column " + name);
        return index < m_table.columnCount() ? &m_table.columns()[index] : nullptr;
    }

    void checkNames(const std::string& names)
    {
        for (const QString& name : toQString(names).split(u',', Qt::SkipEmptyParts))
            column(name.toStdString());
    }

    /// All series share an axis, so they have one unit.
    void checkSeries(const std::string& name)
    {
        const ColumnDescriptor* series = column(name);
        const ColumnDescriptor* first = column(m_chart.series.front().column);
        expect(!name.empty() && series && hasFigures(*series), "no figures: " + name);
        expect(!series || !first || series->unit == first->unit, "another unit: " + name);
    }

    void checkFieldsOfKinds()
    {
        const auto* const stack = m_chart.as<StackedBarChart>();
        expect(!stack || stack->totalOfColumn.empty() || !stack->totalColumn.empty(), "a whole without a total");
        const bool isHistogram = m_chart.kind() == ChartKind::Histogram;
        expect(!isHistogram || m_chart.series.size() == 1, "a histogram of several columns");
        expect(isHistogram || !m_chart.labelColumn.empty(), "no names");
    }

    void checkUnits()
    {
        const ColumnDescriptor* figures = column(m_chart.series.front().column);
        if (!figures)
            return;
        std::visit([&](const auto& form) { checkUnitsOf(form, *figures); }, m_chart.form);
        const bool isOverTime = m_chart.kind() == ChartKind::StepSeries || m_chart.kind() == ChartKind::StackedArea;
        const ColumnDescriptor* label = isOverTime ? column(m_chart.labelColumn) : nullptr;
        expect(!label || label->type == ColumnType::Time, "no times: " + m_chart.labelColumn);
    }

    /// The fields that a kind has decide what is checked of it.
    template <typename Form> void checkUnitsOf(const Form& form, const ColumnDescriptor& figures)
    {
        if constexpr (requires { form.minimumColumn; }) {
            for (const std::string& whisker : { form.minimumColumn, form.maximumColumn }) {
                const ColumnDescriptor* end = column(whisker);
                expect(!end || (hasFigures(*end) && end->unit == figures.unit), "another unit: " + whisker);
            }
        }
        if constexpr (requires { form.totalColumn; }) {
            const ColumnDescriptor* total = column(form.totalColumn);
            const bool isTime = total && total->type == ColumnType::Duration;
            expect(!total || (isShare(figures) ? isTime : total->unit == figures.unit), "another unit: total");
        }
        if constexpr (requires { form.totalOfColumn; }) {
            const ColumnDescriptor* totalOf = column(form.totalOfColumn);
            expect(!totalOf || totalOf->type == ColumnType::Duration, "no time: " + form.totalOfColumn);
        }
        if constexpr (requires { form.sizeColumn; }) {
            const ColumnDescriptor* size = column(form.sizeColumn);
            expect(!size || hasFigures(*size), "no figures: " + form.sizeColumn);
        }
        if constexpr (requires { form.namesColumn; }) {
            const ColumnDescriptor* names = column(form.namesColumn);
            expect(!names || names->type == ColumnType::Int, "no numbers: " + form.namesColumn);
        }
        if constexpr (requires { form.partColumn; }) {
            const ColumnDescriptor* parts = column(form.partColumn);
            expect(!parts || !hasFigures(*parts), "no words: " + form.partColumn);
        }
        if constexpr (requires { form.xColumn; }) {
            const ColumnDescriptor* x = column(form.xColumn);
            expect(x && (m_chart.kind() != ChartKind::Scatter || hasFigures(*x)), "no figures: x");
        }
        if constexpr (requires { form.cutoff; }) {
            expect(!form.cutoff || figures.type == ColumnType::Duration, "a cut-off of what is no time");
            checkNames(form.countedOnceBy);
        }
    }

    const ChartDescription& m_chart;
    const Table& m_table;
    std::string m_fault;
};

} // namespace

void TestChartColumns::chartsFitTheirTables_data()
{
    QTest::addColumn<QString>("analysis");
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id);
}

void TestChartColumns::chartsFitTheirTables()
{
    QFETCH(QString, analysis);
    const AnalysisDescriptor& descriptor = *findAnalysis(analysis.toStdString());
    for (const AnalysisInput& job : jobsOfEveryChart()) {
        (void)chartsOf(descriptor, job, Mode::Hta); // draws nothing, but reads parameters
        const Result<AnalysisResult> result = chartsOf(descriptor, job, Mode::Exact);
        if (!result)
            continue; // what a trace lacks is said as an error too; others check it
        std::set<std::string> ids;
        for (const ChartDescription& chart : result->charts) {
            QVERIFY2(ids.insert(chart.id).second, chart.id.c_str());
            const Table* table = result->findTable(chart.table);
            QVERIFY2(table, (chart.id + ": no table " + chart.table).c_str());
            const std::string fault = ChartCheck(chart, *table).fault();
            QVERIFY2(fault.empty(), (chart.id + ": " + fault).c_str());
            const auto* const bins = chart.as<HistogramChart>();
            const auto cutsOff = [bins](const ParameterDescriptor& parameter) {
                return parameter.id == bins->cutoff->parameter && parameter.type == ParameterType::Duration;
            };
            QVERIFY2(!bins || !bins->cutoff || std::ranges::any_of(descriptor.parameters, cutsOff), chart.id.c_str());
            m_seen.insert(chart.kind());
        }
    }
}

void TestChartColumns::eachKindOfChartWasSeen()
{
    QCOMPARE(m_seen.size(), static_cast<std::size_t>(ChartKind::HeatMap) + 1);
}

void TestChartColumns::wrongChartsAreFound_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("fault");
    QTest::newRow("right") << "series"
                           << "time"
                           << "";
    QTest::newRow("a series that is no column") << "series"
                                                << "tmie"
                                                << "no column tmie";
    QTest::newRow("a series of words") << "series"
                                       << "name"
                                       << "no figures: name";
    QTest::newRow("two units on an axis") << "second"
                                          << "bytes"
                                          << "another unit: bytes";
    QTest::newRow("one of several groups") << "group"
                                           << "name,rnak"
                                           << "no column rnak";
    QTest::newRow("whiskers of another unit") << "minimum"
                                              << "bytes"
                                              << "another unit: bytes";
    QTest::newRow("a total of another unit") << "total"
                                             << "bytes"
                                             << "another unit: total";
}

void TestChartColumns::wrongChartsAreFound()
{
    QFETCH(QString, field);
    QFETCH(QString, column);
    QFETCH(QString, fault);
    const Table table("table", "",
        { { "name" }, { "time", ColumnType::Duration, Unit::Microseconds },
            { "bytes", ColumnType::Int, Unit::Bytes } });
    ChartDescription chart;
    chart.form = field == u"total" ? ChartForm(GroupedBarChart {}) : ChartForm(ErrorBarChart {});
    chart.labelColumn = "name";
    chart.series = { { "time", "", std::nullopt } };
    const std::string name = column.toStdString();
    if (field == u"series")
        chart.series.front().column = name;
    else if (field == u"second")
        chart.series.push_back({ name, "", std::nullopt });
    else if (field == u"group")
        chart.groupColumn = name;
    else if (field == u"minimum")
        chart.form = ErrorBarChart { .minimumColumn = name };
    else
        chart.form = GroupedBarChart { .totalColumn = name };
    QCOMPARE(toQString(ChartCheck(chart, table).fault()), fault);
}

void TestChartColumns::parametersThatDoNotExistAreFound()
{
    Parameters parameters;
    parameters.set("num-kernels", std::int64_t { 3 });
    QCOMPARE(parameters.integer("num-kernels"), std::int64_t { 3 });
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, (void)parameters.integer("num-kernel"));
    QVERIFY_THROWS_EXCEPTION(std::bad_variant_access, (void)parameters.text("num-kernels"));
}

QTEST_GUILESS_MAIN(TestChartColumns)
#include "tst_chart_columns.moc"
