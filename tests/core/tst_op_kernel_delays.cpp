// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/chart_data.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// ATen op to kernel delays (SPEC.md section 8.2).
class TestOpKernelDelays : public QObject {
    Q_OBJECT

private slots:
    void section82Example_data();
    void section82Example();
    void diff82TheOpIsOnTheSameThread();
    void severalKernelsOfOneLaunch_data();
    void severalKernelsOfOneLaunch();
    void sortedByAnyFigure_data();
    void sortedByAnyFigure();
    void earlierRanksStayInHtaMode();
    void evidenceIsTheFigure();
    void launchesOutsideOpsAreSaid();
    void barsOfOneOpAreToldApart();
};

namespace {

const std::vector<std::string_view> kHtaColumns { "aten_op_name", "kernel_sequence", "occurrence_count",
    "avg_aten_op_launch_delay", "avg_runtime_delay" };

std::string example()
{
    return wholeMicroseconds()
        .op("aten::mul", 10_us, 30_us)
        .op("aten::x", 15_us, 20_us)
        .launch(18_us, 2_us, 1)
        .kernel("k1", 30_us, 2_us, 7, 1)
        .launch(24_us, 2_us, 2)
        .kernel("k2", 36_us, 2_us, 7, 2)
        .op("aten::mul", 50_us, 30_us)
        .op("aten::x", 55_us, 20_us)
        .launch(60_us, 2_us, 3)
        .kernel("k1", 70_us, 2_us, 7, 3)
        .launch(65_us, 2_us, 4)
        .kernel("k2", 76_us, 2_us, 7, 4)
        .text();
}

/// aten::a: often and soon; aten::b: once, launched late; aten::c: once, run late.
std::string threeOps()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 10_us)
        .launch(1_us, 2_us, 1)
        .kernel("k", 5_us, 1_us, 7, 1)
        .op("aten::a", 20_us, 10_us)
        .launch(21_us, 2_us, 2)
        .kernel("k", 25_us, 1_us, 7, 2)
        .op("aten::b", 40_us, 20_us)
        .launch(50_us, 2_us, 3)
        .kernel("k", 55_us, 1_us, 7, 3)
        .op("aten::c", 60_us, 10_us)
        .launch(62_us, 2_us, 4)
        .kernel("k", 90_us, 1_us, 7, 4)
        .text();
}

} // namespace

void TestOpKernelDelays::section82Example_data()
{
    addModes();
}

void TestOpKernelDelays::section82Example()
{
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ example() }), "op-kernel-delays", {}, fetchMode()), "sequences", kHtaColumns),
        "aten::x k1 -> k2 2 4 11\n");
}

void TestOpKernelDelays::diff82TheOpIsOnTheSameThread()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::mine", 0_us, 50_us)
                                 .thread(100, 200)
                                 .op("aten::theirs", 5_us, 40_us)
                                 .thread(100, 100)
                                 .launch(10_us, 5_us, 1)
                                 .kernel("k", 20_us, 5_us, 7, 1)
                                 .text();
    const AnalysisInput input = inputOf({ text });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "op-kernel-delays"), "sequences", kHtaColumns), "aten::mine k 1 10 10\n");
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "op-kernel-delays", {}, Mode::Hta), "sequences", kHtaColumns), "aten::theirs k 1 5 10\n");
}

void TestOpKernelDelays::severalKernelsOfOneLaunch_data()
{
    addModes();
}

void TestOpKernelDelays::severalKernelsOfOneLaunch()
{
    // HTA has no graph launches here. Of another launch with two kernels it is not known whether both are its own.
    const char* call = fetchMode() == Mode::Hta ? "cudaLaunchKernel" : "cudaGraphLaunch";
    const std::string text = wholeMicroseconds()
                                 .op("aten::x", 0_us, 50_us)
                                 .runtime(call, 10_us, 5_us, 1)
                                 .kernel("a", 20_us, 5_us, 7, 1)
                                 .kernel("b", 30_us, 5_us, 7, 1)
                                 .launch(40_us, 5_us, 9)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "op-kernel-delays", {}, fetchMode()), "sequences", kHtaColumns),
        "aten::x a -> b 1 10 10\n");
}

void TestOpKernelDelays::sortedByAnyFigure_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("order");
    QTest::newRow("count") << "occurrence_count"
                           << "aten::a\naten::b\naten::c\n";
    QTest::newRow("launch delay") << "avg_aten_op_launch_delay"
                                  << "aten::b\naten::c\naten::a\n";
    QTest::newRow("runtime delay") << "avg_runtime_delay"
                                   << "aten::c\naten::b\naten::a\n";
}

void TestOpKernelDelays::sortedByAnyFigure()
{
    QFETCH(QString, column);
    QFETCH(QString, order);
    for (const Mode mode : { Mode::Exact, Mode::Hta })
        KT_COMPARE_TEXT(
            rowsOf(runOn(inputOf({ threeOps() }), "op-kernel-delays", { { "sort-by", column.toStdString() } }, mode),
                "sequences", { "aten_op_name" }),
            order.toStdString());
}

void TestOpKernelDelays::earlierRanksStayInHtaMode()
{
    const AnalysisInput input = inputOf({ example(), threeOps() });
    const auto counts = [&input](Mode mode) {
        return rowsOf(
            runOn(input, "op-kernel-delays", {}, mode), "sequences", { "rank", "aten_op_name", "occurrence_count" });
    };
    KT_COMPARE_TEXT(counts(Mode::Exact), "0 aten::x 2\n1 aten::a 2\n1 aten::b 1\n1 aten::c 1\n");
    KT_COMPARE_TEXT(counts(Mode::Hta), "0 aten::x 2\n1 aten::a 2\n1 aten::x 2\n1 aten::b 1\n1 aten::c 1\n");
}

void TestOpKernelDelays::evidenceIsTheFigure()
{
    const auto result = runOn(inputOf({ example() }), "op-kernel-delays");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    for (const char* column : { "avg_aten_op_launch_delay", "avg_runtime_delay" }) {
        const std::size_t at = table.columnIndex(column);
        const Selection evidence = table.evidence(0, at);
        QCOMPARE(evidence.intervals.size(), std::size_t { 2 });
        Nanoseconds sum = 0;
        for (const IntervalRef& interval : evidence.intervals)
            sum += interval.range.length();
        QCOMPARE(static_cast<double>(sum) / 2000.0, std::get<double>(table.cell(0, at)));
    }
    QCOMPARE(table.evidence(0, table.columnIndex("gpu_duration")).slices.size(), std::size_t { 4 });
}

void TestOpKernelDelays::launchesOutsideOpsAreSaid()
{
    const auto result = runOn(inputOf({ exampleE1() }), "op-kernel-delays");
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables.front().rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
}

/// And stand as the table is sorted.
void TestOpKernelDelays::barsOfOneOpAreToldApart()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::a", 0_us, 10_us)
                                 .launch(8_us, 2_us, 1)
                                 .kernel("slow", 20_us, 1_us, 7, 1)
                                 .op("aten::a", 30_us, 10_us)
                                 .launch(31_us, 2_us, 2)
                                 .kernel("often", 35_us, 1_us, 7, 2)
                                 .op("aten::a", 50_us, 10_us)
                                 .launch(51_us, 2_us, 3)
                                 .kernel("often", 55_us, 1_us, 7, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "op-kernel-delays");
    KT_VERIFY_OK(result);
    const ChartData data = chartData(result->tables.front(), result->charts.front());
    QCOMPARE(data.groups.size(), std::size_t { 1 });
    const std::vector<ChartData::Row>& bars = data.groups.front().rows;
    QCOMPARE(bars.size(), std::size_t { 2 });
    QVERIFY2(bars[0].label.find("often") != std::string::npos, bars[0].label.c_str());
    QVERIFY2(bars[1].label.find("slow") != std::string::npos, bars[1].label.c_str());
}

QTEST_GUILESS_MAIN(TestOpKernelDelays)
#include "tst_op_kernel_delays.moc"
