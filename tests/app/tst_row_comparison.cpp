// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_generator.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/row_parameters.h"

#include <QObject>
#include <QPoint>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Two rows of a table of steps or ranks, picked with Ctrl+click, compared in the panel for comparisons.
class TestRowComparison : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void parametersOfTwoRows();
    void otherRowsCompareNothing();
    void changesOfSeveralRowsAreOne();
    void theSavingOfAFindingIsAskedFor();
    void twoStepsOfATable();
};

namespace {

Table stepsTable(bool hasSteps)
{
    std::vector<ColumnDescriptor> columns { { "rank", ColumnType::Int, Unit::None, "Rank", "" } };
    if (hasSteps)
        columns.push_back({ "step", ColumnType::Int, Unit::None, "Step", "" });
    Table table("steps", "Steps", columns);
    for (const auto& [rank, step] : { std::pair { 0, 4 }, { 0, 5 }, { 3, 4 }, { 0, 4 } }) {
        std::vector<Cell> cells { std::int64_t { rank } };
        if (hasSteps)
            cells.emplace_back(std::int64_t { step });
        table.addRow(std::move(cells));
    }
    return table;
}

QString parametersFor(const Table& table, std::vector<std::size_t> rows)
{
    const auto found = comparisonOfRows(table, rows);
    if (!found)
        return QStringLiteral("nothing");
    return QStringLiteral("%1/%2 %3/%4")
        .arg(QString::fromStdString(found->text("control-ranks")), QString::fromStdString(found->text("control-steps")),
            QString::fromStdString(found->text("test-ranks")), QString::fromStdString(found->text("test-steps")));
}

} // namespace

void TestRowComparison::initTestCase()
{
    initWindowResources();
}

void TestRowComparison::parametersOfTwoRows()
{
    QCOMPARE(parametersFor(stepsTable(true), { 0, 1 }), QStringLiteral("0/4 0/5"));
    QCOMPARE(parametersFor(stepsTable(true), { 2, 1 }), QStringLiteral("3/4 0/5"));
    QCOMPARE(parametersFor(stepsTable(false), { 0, 2 }), QStringLiteral("0/all 3/all"));
}

void TestRowComparison::otherRowsCompareNothing()
{
    QCOMPARE(parametersFor(stepsTable(true), { 0 }), QStringLiteral("nothing"));
    QCOMPARE(parametersFor(stepsTable(true), { 0, 1, 2 }), QStringLiteral("nothing"));
    QCOMPARE(parametersFor(stepsTable(true), { 0, 3 }), QStringLiteral("nothing")); // the same step of the same rank
    QCOMPARE(parametersFor(stepsTable(false), { 0, 1 }), QStringLiteral("nothing"));
    Table names("kernels", "Kernels", { { "name", ColumnType::String, Unit::None, "Name", "" } });
    names.addRow({ std::string("a") });
    names.addRow({ std::string("b") });
    QCOMPARE(parametersFor(names, { 0, 1 }), QStringLiteral("nothing"));
}

void TestRowComparison::changesOfSeveralRowsAreOne()
{
    Table table("changes", "",
        { { "rank", ColumnType::Int }, { "change", ColumnType::String }, { "target", ColumnType::String },
            { "factor", ColumnType::Float } });
    table.addRow({ std::int64_t { 0 }, std::string("kernel"), std::string("f<1, 2>"), 0.5 });
    table.addRow({ std::int64_t { 0 }, std::string("host"), std::string("op"), 0.0 });
    table.addRow({ std::int64_t { 1 }, std::string("host"), std::string("op"), 0.0 });
    table.addRow({ std::int64_t { 0 }, std::string("several"), std::string("a + b"), {} });
    const auto asked = [&table](std::vector<std::size_t> rows) {
        const auto found = changesOfRows(table, rows);
        return found ? found->list("change") : std::vector<std::string> { "nothing" };
    };
    QCOMPARE(asked({ 0, 1, 2 }), (std::vector<std::string> { "kernel:f<1, 2>=0.5", "host:op=0" }));
    QCOMPARE(asked({ 0, 3 }), std::vector<std::string> { "nothing" });
    QCOMPARE(asked({}), std::vector<std::string> { "nothing" });
    const Table others = stepsTable(true);
    QVERIFY(!changesOfRows(others, std::vector<std::size_t> { 0 }));
}

void TestRowComparison::theSavingOfAFindingIsAskedFor()
{
    Table table("findings", "", { { "finding", ColumnType::String }, { "what_if", ColumnType::String } });
    table.addRow({ std::string("slow"), std::string("kernel:f<1, 2>=0.5,host:op=0,keep:graph_making=1") });
    table.addRow({ std::string("late"), std::string() });
    Parameters shown;
    shown.set("consecutive-kernel-delay", std::int64_t { 7'000 });
    shown.set("least-time", std::int64_t { 3 });
    const auto asked = savingOfRow(table, 0, shown);
    QVERIFY(asked);
    QCOMPARE(
        asked->list("change"), (std::vector<std::string> { "kernel:f<1, 2>=0.5", "host:op=0", "keep:graph_making=1" }));
    // Else What if would answer with what was set there before: another figure.
    QCOMPARE(asked->integer("consecutive-kernel-delay"), std::int64_t { 7'000 });
    const std::vector<ParameterDescriptor>& all = findAnalysis("what-if")->parameters;
    const auto slowCall = std::ranges::find(all, "slow-call", &ParameterDescriptor::id);
    QVERIFY(slowCall != all.end());
    QVERIFY(asked->all().at("slow-call") == slowCall->defaultValue);
    QVERIFY(!asked->has("least-time"));
    QVERIFY(!savingOfRow(table, 1, shown));
    QVERIFY(!savingOfRow(stepsTable(true), 0, shown));
}

void TestRowComparison::twoStepsOfATable()
{
    WindowFixture fixture;
    GeneratorOptions options;
    options.layers = 1;
    options.steps = 3;
    const std::string file = fixture.folder.write("trace.json", generateTraces(options).front());
    QVERIFY(fixture.drop({ file }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    AnalysisDocks& docks = *fixture.window->analysisDocks();
    docks.raise("steps");
    AnalysisPanel* steps = docks.panel("steps");
    QTRY_COMPARE(steps->state(), AnalysisPanel::State::Ready);
    auto* table = steps->findChild<ResultTableView*>();
    QVERIFY(table);
    QTRY_VERIFY(table->model()->rowCount() >= 2);
    for (const int row : { 0, 1 }) {
        const QPoint at = table->visualRect(table->model()->index(row, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, row == 0 ? Qt::NoModifier : Qt::ControlModifier, at);
    }
    QCOMPARE(table->selectedTableRows().size(), std::size_t { 2 });
    steps->compareSelectedRows();

    AnalysisPanel* comparison = docks.panel("trace-diff");
    QTRY_VERIFY(comparison->isVisible());
    QTRY_COMPARE(comparison->state(), AnalysisPanel::State::Ready);
    const Table& shown = steps->result()->tables.front();
    const auto stepOf = [&](std::size_t row) {
        return std::to_string(std::get<std::int64_t>(shown.cell(row, shown.columnIndex("step"))));
    };
    QCOMPARE(comparison->parameters().text("control-steps"), stepOf(0));
    QCOMPARE(comparison->parameters().text("test-steps"), stepOf(1));
    QVERIFY(comparison->result()->tables.front().rowCount() > 0);
}

QTEST_MAIN(TestRowComparison)
#include "tst_row_comparison.moc"
