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

using Kinds = std::set<ChartKind>;

bool isFigure(const ColumnDescriptor& column)
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
        for (const std::string& names : { m_chart.labelColumn, m_chart.groupColumn, m_chart.countedOnceBy })
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
        expect(!name.empty() && series && isFigure(*series), "no figures: " + name);
        expect(!series || !first || series->unit == first->unit, "another unit: " + name);
    }

    void onlyIn(const Kinds& kinds, bool isSet, const char* field)
    {
        expect(!isSet || kinds.contains(m_chart.kind), std::string("not of this kind: ") + field);
    }

    void checkFieldsOfKinds()
    {
        const Kinds stacks { ChartKind::StackedBars };
        const Kinds sums { ChartKind::StackedBars, ChartKind::GroupedBars };
        onlyIn(stacks, !m_chart.partColumn.empty(), "partColumn");
        onlyIn(stacks, !m_chart.totalOfColumn.empty(), "totalOfColumn");
        onlyIn(sums, !m_chart.totalColumn.empty(), "totalColumn");
        onlyIn({ ChartKind::Pie, ChartKind::StackedBars }, !m_chart.wholeLabel.empty(), "wholeLabel");
        onlyIn({ ChartKind::ErrorBars }, !m_chart.minimumColumn.empty(), "minimumColumn");
        onlyIn({ ChartKind::ErrorBars }, !m_chart.maximumColumn.empty(), "maximumColumn");
        onlyIn({ ChartKind::Scatter, ChartKind::HeatMap }, !m_chart.xColumn.empty(), "xColumn");
        onlyIn({ ChartKind::Scatter }, !m_chart.sizeColumn.empty(), "sizeColumn");
        onlyIn({ ChartKind::Scatter }, !m_chart.roofs.empty(), "roofs");
        onlyIn({ ChartKind::Histogram }, m_chart.cutoff.has_value(), "cutoff");
        onlyIn({ ChartKind::Histogram }, !m_chart.countedOnceBy.empty(), "countedOnceBy");
        expect(m_chart.totalOfColumn.empty() || !m_chart.totalColumn.empty(), "a whole without a total");
        expect(m_chart.kind != ChartKind::Histogram || m_chart.series.size() == 1, "a histogram of several columns");
        expect(m_chart.kind == ChartKind::Histogram || !m_chart.labelColumn.empty(), "no names");
    }

    void checkUnits()
    {
        const ColumnDescriptor* figures = column(m_chart.series.front().column);
        if (!figures)
            return;
        for (const std::string& whisker : { m_chart.minimumColumn, m_chart.maximumColumn }) {
            const ColumnDescriptor* end = column(whisker);
            expect(!end || (isFigure(*end) && end->unit == figures->unit), "another unit: " + whisker);
        }
        const ColumnDescriptor* total = column(m_chart.totalColumn);
        const ColumnDescriptor* totalOf = column(m_chart.totalOfColumn);
        const bool isTime = total && total->type == ColumnType::Duration;
        expect(!total || (isShare(*figures) ? isTime : total->unit == figures->unit), "another unit: total");
        expect(!totalOf || totalOf->type == ColumnType::Duration, "no time: " + m_chart.totalOfColumn);
        const ColumnDescriptor* size = column(m_chart.sizeColumn);
        expect(!size || isFigure(*size), "no figures: " + m_chart.sizeColumn);
        const ColumnDescriptor* names = column(m_chart.namesColumn);
        expect(!names || names->type == ColumnType::Int, "no numbers: " + m_chart.namesColumn);
        const ColumnDescriptor* parts = column(m_chart.partColumn);
        expect(!parts || !isFigure(*parts), "no words: " + m_chart.partColumn);
        const ColumnDescriptor* x = column(m_chart.xColumn);
        expect(m_chart.kind != ChartKind::Scatter || (x && isFigure(*x)), "no figures: x");
        expect(!m_chart.cutoff || figures->type == ColumnType::Duration, "a cut-off of what is no time");
        const bool isOverTime = m_chart.kind == ChartKind::StepSeries || m_chart.kind == ChartKind::StackedArea;
        const ColumnDescriptor* label = isOverTime ? column(m_chart.labelColumn) : nullptr;
        expect(!label || label->type == ColumnType::Time, "no times: " + m_chart.labelColumn);
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
            const auto cutsOff = [&chart](const ParameterDescriptor& parameter) {
                return parameter.id == chart.cutoff->parameter && parameter.type == ParameterType::Duration;
            };
            QVERIFY2(!chart.cutoff || std::ranges::any_of(descriptor.parameters, cutsOff), chart.id.c_str());
            m_seen.insert(chart.kind);
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
    QTest::newRow("a total in a chart of whiskers") << "total"
                                                    << "time"
                                                    << "not of this kind: totalColumn";
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
    chart.kind = ChartKind::ErrorBars;
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
        chart.minimumColumn = name;
    else
        chart.totalColumn = name;
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
