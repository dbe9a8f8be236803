// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launches.h"
#include "core/layout/chart/chart_data.h"
#include "core/words/english.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Kernel launches (SPEC.md section 8.1).
class TestKernelLaunches : public QObject {
    Q_OBJECT

private slots:
    void section81Example_data();
    void section81Example();
    void groupsByCutoff_data();
    void groupsByCutoff();
    void memoryEventsCanBeLeftOut_data();
    void memoryEventsCanBeLeftOut();
    void diff81EveryLaunchCounts();
    void delayBeforeTheCallReturns();
    void delayIsQueueWaitAndRest();
    void graphLaunchesCountTheirCallOnce();
    void launchApiCanBeChosen();
    void variantsOfACallAreOneCall_data();
    void variantsOfACallAreOneCall();
    void stepsPartitionTheLaunches();
    void evidenceIsTheFigure();
    void nothingLaunchedIsSaid();
};

namespace {

const std::vector<std::string_view> kHtaColumns { "correlation", "cpu_duration", "gpu_duration", "launch_delay" };

} // namespace

void TestKernelLaunches::section81Example_data()
{
    addModes();
}

void TestKernelLaunches::section81Example()
{
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ exampleE1() }), "kernel-launches", {}, fetchMode()), "launches", kHtaColumns),
        "1 2 10 7\n2 2 10 10\n3 2 5 18\n4 2 10 12\n");
}

void TestKernelLaunches::groupsByCutoff_data()
{
    addModes();
}

void TestKernelLaunches::groupsByCutoff()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 50_us, 1)
                                 .kernel("short", 60_us, 49_us, 7, 1)
                                 .launch(100_us, 51_us, 2)
                                 .kernel("slow call", 251_us, 10_us, 7, 2)
                                 .launch(200_us, 5_us, 3)
                                 .kernel("late", 306_us, 5_us, 7, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "kernel-launches", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "short-kernels", kHtaColumns), "1 50 49 10\n");
    KT_COMPARE_TEXT(rowsOf(result, "runtime-outliers", kHtaColumns), "2 51 10 100\n");
    KT_COMPARE_TEXT(rowsOf(result, "delay-outliers", kHtaColumns), "3 5 5 101\n");
}

void TestKernelLaunches::memoryEventsCanBeLeftOut_data()
{
    addModes();
}

void TestKernelLaunches::memoryEventsCanBeLeftOut()
{
    const auto result =
        runOn(inputOf({ exampleE1() }), "kernel-launches", { { "include-memory-events", "false" } }, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "launches", { "correlation" }), "1\n2\n3\n");
}

void TestKernelLaunches::diff81EveryLaunchCounts()
{
    const std::string text = wholeMicroseconds()
                                 .runtime("cuLaunchKernel", 0_us, 5_us, 1)
                                 .kernel("triton", 10_us, 5_us, 7, 1)
                                 .runtime("hipModuleLaunchKernel", 20_us, 5_us, 2)
                                 .kernel("amd", 30_us, 5_us, 0, 2)
                                 .text();
    const AnalysisInput input = inputOf({ text });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-launches"), "launches", { "launch_api", "name", "stream" }),
        "cuLaunchKernel triton 7\nhipModuleLaunchKernel amd 0\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "kernel-launches", {}, Mode::Hta), "launches", kHtaColumns), "");
}

void TestKernelLaunches::delayBeforeTheCallReturns()
{
    const std::string text = TraceText().launch(0_us, 10_us, 1).kernel("k", 6_us, 5_us, 7, 1).text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "kernel-launches"), "launches",
                        { "launch_delay", "raw_delay", "launch_to_start", "queue_wait", "net_delay" }),
        "0 -4 6 0 0\n");
}

void TestKernelLaunches::delayIsQueueWaitAndRest()
{
    const std::string text = TraceText()
                                 .launch(0_us, 5_us, 1)
                                 .kernel("long", 10_us, 90_us, 7, 1)
                                 .launch(10_us, 5_us, 2)
                                 .kernel("next", 103_us, 10_us, 7, 2)
                                 .launch(20_us, 5_us, 3)
                                 .kernel("other stream", 27_us, 10_us, 8, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "kernel-launches");
    KT_COMPARE_TEXT(rowsOf(result, "launches", { "name", "launch_delay", "queue_wait", "net_delay" }),
        "long 5 0 5\nnext 88 85 3\nother stream 2 0 2\n");
    KT_COMPARE_TEXT(rowsOf(result, "summary",
                        { "launch_api", "count", "launch_delay", "queue_wait", "net_delay", "queue_wait_pctg" }),
        "cudaLaunchKernel 3 95 85 10 89.47\n");
}

void TestKernelLaunches::graphLaunchesCountTheirCallOnce()
{
    const std::string text = TraceText()
                                 .runtime("cudaGraphLaunch", 0_us, 20_us, 1)
                                 .kernel("a", 30_us, 5_us, 7, 1)
                                 .kernel("b", 40_us, 5_us, 7, 1)
                                 .text();
    const auto result = runOn(inputOf({ text }), "kernel-launches");
    KT_COMPARE_TEXT(rowsOf(result, "launches", { "name", "cpu_duration" }), "a 20\nb 20\n");
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "count", "calls", "cpu_duration", "gpu_duration" }), "2 1 20 10\n");
    // One long call, not two, and the selection shows it.
    const auto longCall = runOn(inputOf({ text }), "kernel-launches", { { "runtime-cutoff", "10us" } });
    KT_COMPARE_TEXT(rowsOf(longCall, "summary", { "count", "runtime_outliers" }), "2 1\n");
    const Table& summary = *longCall->findTable("summary");
    QCOMPARE(summary.evidence(0, summary.columnIndex("runtime_outliers")).slices.size(), std::size_t { 1 });
    // Its bar stands for one call of 20 us, and leads to both kernels.
    const ChartDescription& chart = result->charts.front();
    const ChartData data = chartData(*result->findTable(chart.table), chart);
    const ChartData::Group& group = data.groups.front();
    QCOMPARE(group.total(0), 1.0);
    QCOMPARE(group.sums.back(), 20'000.0);
    const auto holds = [](const ChartData::Row& row) { return !row.tableRows.empty(); };
    const auto bin = std::ranges::find_if(group.rows, holds);
    QVERIFY(bin != group.rows.end());
    QCOMPARE(bin->tableRows, (std::vector<std::size_t> { 0, 1 }));
}

void TestKernelLaunches::launchApiCanBeChosen()
{
    const AnalysisInput input = inputOf({ exampleE1() });
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "kernel-launches", { { "launch-api", "cudaMemcpyAsync" } }), "launches", { "correlation" }),
        "4\n");
    KT_VERIFY_ERROR(runOn(input, "kernel-launches", { { "launch-api", "cudaMemcpyAsync" } }, Mode::Hta),
        ErrorCode::InvalidArgument);
}

void TestKernelLaunches::variantsOfACallAreOneCall_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("api");
    QTest::newRow("plain") << "cudaLaunchKernel"
                           << "cudaLaunchKernel";
    QTest::newRow("version") << "cudaLaunchKernelExC_v11060"
                             << "cudaLaunchKernelExC";
    QTest::newRow("per-thread stream") << "cuLaunchKernel_ptsz"
                                       << "cuLaunchKernel";
    QTest::newRow("both") << "cudaLaunchKernel_ptsz_v7000"
                          << "cudaLaunchKernel";
    QTest::newRow("no number") << "call_version"
                               << "call_version";
    QTest::newRow("nothing else") << "_v1"
                                  << "_v1";
    QTest::newRow("empty") << ""
                           << "";
}

void TestKernelLaunches::variantsOfACallAreOneCall()
{
    QFETCH(QString, name);
    QFETCH(QString, api);
    const std::string text = name.toStdString();
    QCOMPARE(toQString(launchApiName(text)), api);
}

void TestKernelLaunches::stepsPartitionTheLaunches()
{
    const std::string text = TraceText()
                                 .step(1, 0_us, 50_us)
                                 .launch(10_us, 5_us, 1)
                                 .kernel("late", 70_us, 10_us, 7, 1)
                                 .step(2, 50_us, 50_us)
                                 .launch(60_us, 5_us, 2)
                                 .kernel("next", 80_us, 10_us, 7, 2)
                                 .text();
    Scope first;
    first.steps = { 1 };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, first), "kernel-launches"), "launches", { "name" }), "late\n");
    Scope range;
    range.range = TimeRange { 60'000, 90'000 };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, range), "kernel-launches"), "launches", { "name" }), "next\n");
}

void TestKernelLaunches::evidenceIsTheFigure()
{
    const AnalysisInput input = inputOf({ exampleE1() });
    const auto result = runOn(input, "kernel-launches");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        for (const char* column : { "cpu_duration", "gpu_duration", "launch_delay", "launch_to_start" }) {
            const std::size_t at = table.columnIndex(column);
            QCOMPARE(timeOf(table.evidence(row, at), *input.traces), std::get<std::int64_t>(table.cell(row, at)));
        }
    }
    const Table& summary = *result->findTable("summary");
    QCOMPARE(summary.evidence(0, summary.columnIndex("cpu_duration")).slices.size(), std::size_t { 3 });
}

void TestKernelLaunches::nothingLaunchedIsSaid()
{
    const auto result = runOn(inputOf({ TraceText().kernel("k", 0_us, 5_us, 7).text() }), "kernel-launches");
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables.front().rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    QVERIFY(english(result->remarks.front()).find("activities=") != std::string::npos);
    // Recorded both, but nothing is launched in the range.
    AnalysisInput late = inputOf({ TraceText().launch(0_us, 5_us, 1).kernel("k", 10_us, 5_us, 7, 1).text() });
    late.scope.range = TimeRange { 12'000, 15'000 };
    const auto none = runOn(late, "kernel-launches");
    KT_VERIFY_OK(none);
    QCOMPARE(none->tables.front().rowCount(), std::size_t { 0 });
    QVERIFY(english(none->remarks.front()).find("activities=") == std::string::npos);
}

QTEST_GUILESS_MAIN(TestKernelLaunches)
#include "tst_kernel_launches.moc"
