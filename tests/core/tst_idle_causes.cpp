// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/gap_entry.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/words/remark_codes.h"
#include "core/catalog/analyses.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QLatin1Char>
#include <QLatin1String>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The idle ledger (causes.md section 2): its worked examples, and that every idle nanosecond has one owner.
class TestIdleCauses : public QObject {
    Q_OBJECT

private slots:
    void workedExamples_data();
    void workedExamples();
    void theMostOfOneGapIsNotCalledLongest();
    void devicesOfOneRankHaveEachTheirChart();
    void withoutOpsTheBackwardThreadIsToldByItsLaunches();
    void arrowsOfOldFilesTellTheBackwardThread();
    void mergedRanksHaveEachTheirThreadsAndGpus();
    void gapBeforeTheFirstWorkBeginsWithTheTrace();
    void aWindowBeforeTheTraceChangesCausesAlone();
    void gapBeforeAFirstCopyBeginsWithTheTrace();
    void stepsThatDoNotTouchCutOneGap();
    void firstWorkOfAMomentEndsTheGap();
    void stepsAreWindows_data();
    void stepsAreWindows();
    void afterTheLastLaunchTheThreadOfTheStepTells();
    void aStepAroundAnotherHasAllOfItsGaps();
    void aGapOfCenturiesHasItsLengthAsMean();
    void anEmptyScopeIsSaid();
    void noIdleTimeHasAReason();
    void rowsAddUpToTheIdleTime();
    void evidenceIsTheFigure();
    void entryOfAGapIsItsRows();
    void ownersAreReadByNameAndTime();
    void barsAreOfTheirGroup();
    void aStreamsGapHoldsThatOfItsDevice();
    void namesHaveNoAddresses();
    void callsAreToldByTheirNames_data();
    void callsAreToldByTheirNames();
};

namespace {

const std::vector<std::string_view> kOwners { "cause", "name", "idle_time" };

/// Rows "cause name time" in any order.
std::multiset<std::string> rowsOfOwners(const Result<AnalysisResult>& result)
{
    std::multiset<std::string> rows;
    const QString text = toQString(rowsOf(result, "owners", kOwners));
    for (const QString& row : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows.insert(row.toStdString());
    return rows;
}

} // namespace

void TestIdleCauses::workedExamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("rows");
    QTest::addColumn<qint64>("afterSync");
    const auto add = [](const char* name, const std::string& text, const QStringList& rows, qint64 after) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << rows << after;
    };
    add("1: ops, Python, launch, latency",
        wholeMicroseconds()
            .python("train.py(3): step", 0_us, 100_us, 1)
            .op("aten::add", 0_us, 40_us)
            .launch(10_us, 10_us, 1)
            .kernel("k1", 24_us, 6_us, 7, 1)
            .op("aten::mul", 50_us, 40_us)
            .launch(70_us, 10_us, 2)
            .kernel("k2", 84_us, 10_us, 7, 2)
            .text(),
        { "op aten::add 10", "python train.py(3): step 10", "op aten::mul 20", "launch cudaLaunchKernel 10",
            "launch_latency k2 4" },
        0);
    add("2: after a synchronisation", synchronisationExample(),
        { "synchronisation cudaDeviceSynchronize 4", "unrecorded ProfilerStep 6", "op aten::b 10",
            "launch cudaLaunchKernel 8", "launch_latency k2 3" },
        31);
    add("3: a copy that blocks", blockingCopyExample(),
        { "kernel_gap Memcpy DtoH (Device -> Pageable) 1", "synchronisation cudaMemcpyAsync 2",
            "synchronisation cudaStreamSynchronize 1", "op aten::item 1", "unrecorded  6", "op aten::b 10",
            "launch cudaLaunchKernel 5", "launch_latency k2 3" },
        28);
    add("4: the backward thread",
        wholeMicroseconds()
            .op("aten::a", 0_us, 20_us)
            .launch(10_us, 8_us, 1)
            .kernel("k1", 20_us, 35_us, 7, 1)
            .annotation("## backward ##", 50_us, 75_us)
            .op("aten::b", 130_us, 30_us)
            .launch(140_us, 10_us, 3)
            .kernel("k3", 152_us, 8_us, 7, 3)
            .thread(100, 2)
            .op("autograd::engine::evaluate_function: MulBackward0", 60_us, 30_us)
            .launch(70_us, 5_us, 2)
            .kernel("k2", 80_us, 5_us, 7, 2)
            .op("torch::autograd::AccumulateGrad", 95_us, 25_us)
            .text(),
        { "unrecorded ## backward ## 15", "op autograd::engine::evaluate_function: MulBackward0 15",
            "launch cudaLaunchKernel 5", "launch cudaLaunchKernel 10", "launch_latency k2 5",
            "op torch::autograd::AccumulateGrad 25", "unrecorded  5", "op aten::b 10", "launch_latency k3 2" },
        0);
    add("5: data loading, allocation, the profiler, lazy loading",
        wholeMicroseconds()
            .launch(0_us, 10_us, 1)
            .kernel("k1", 12_us, 8_us, 7, 1)
            .annotation("enumerate(DataLoader)#_Iter.__next__", 30_us, 100_us)
            .op("aten::stack", 40_us, 20_us)
            .op("aten::empty", 140_us, 60_us)
            .runtime("cudaMalloc", 150_us, 40_us, 9)
            .op("aten::conv", 200_us, 4800_us)
            .launch(300_us, 4000_us, 2)
            .kernel("k_new", 4310_us, 10_us, 7, 2)
            .complete("overhead", "Buffer Flush", -1, 0, 210_us, 30_us)
            .complete("overhead", "Lazy Function Loading", -1, 0, 250_us, 20_us)
            .text(),
        { "data_loading enumerate(DataLoader)#_Iter.__next__ 80", "data_loading aten::stack 20", "unrecorded  20",
            "op aten::empty 20", "op aten::conv 50", "memory_allocation cudaMalloc 40", "profiler aten::conv 30",
            "code_loading aten::conv 20", "code_loading cudaLaunchKernel 4000", "launch_latency k_new 10" },
        0);
    add("6: what the host does not explain",
        wholeMicroseconds()
            .launch(0_us, 5_us, 1)
            .launch(5_us, 5_us, 2)
            .launch(10_us, 5_us, 3)
            .runtime("cudaStreamWaitEvent", 15_us, 1_us, 9)
            .launch(16_us, 4_us, 4)
            .kernel("a", 20_us, 10_us, 20, 1)
            .kernel("b", 32_us, 8_us, 20, 2)
            .kernel("c", 100_us, 10_us, 20, 3)
            .kernel("d", 150_us, 10_us, 20, 4)
            .kernel("e", 170_us, 10_us, 20)
            .kernel("f", 230_us, 10_us, 20)
            .text(),
        { "kernel_gap b 2", "late_start c 60", "event_wait d 40", "launch_latency e 10", "unknown_launch f 50" }, 0);
    add("6: a wait too short for whole microseconds",
        wholeMicroseconds()
            .launch(0_us, 5_us, 1)
            .runtime("cudaStreamWaitEvent", 8_us, 0_us, 9)
            .launch(8_us, 4_us, 2)
            .kernel("a", 6_us, 10_us, 20, 1)
            .kernel("b", 60_us, 8_us, 20, 2)
            .text(),
        { "event_wait b 44" }, 0);
    add("7: steps", twoStepsExample(),
        { "unrecorded ProfilerStep 50", "op aten::b 10", "launch cudaLaunchKernel 10", "launch_latency k2 5" }, 0);
    add("8: a graph",
        wholeMicroseconds()
            .op("graph.replay", 0_us, 80_us)
            .runtime("cudaGraphLaunch", 10_us, 50_us, 1)
            .kernel("g1", 40_us, 5_us, 7, 1)
            .kernel("g2", 47_us, 8_us, 7, 1)
            .kernel("g3", 70_us, 5_us, 7, 1)
            .kernel("g4", 120_us, 10_us, 7, 1)
            .text(),
        { "kernel_gap g2 2", "kernel_gap g3 15", "late_start g4 45" }, 0);
}

void TestIdleCauses::workedExamples()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, rows);
    QFETCH(qint64, afterSync);
    const auto result = runOn(inputOf({ text.toStdString() }), "idle-causes");
    KT_VERIFY_OK(result);
    std::multiset<std::string> expected;
    for (const QString& row : rows)
        expected.insert(row.toStdString());
    const std::multiset<std::string> actual = rowsOfOwners(result);
    for (const std::string& row : expected)
        QVERIFY2(actual.contains(row), (row + "\nis not in\n" + rowsOf(result, "owners", kOwners)).c_str());
    QCOMPARE(actual.size(), expected.size());
    Nanoseconds after = 0;
    const Table& causes = *result->findTable("causes");
    for (std::size_t row = 0; row < causes.rowCount(); ++row)
        after += std::get<std::int64_t>(causes.cell(row, causes.columnIndex("after_sync")));
    QCOMPARE(after, afterSync * 1'000);
}

/// A gap of several causes is longer than what it has of each.
void TestIdleCauses::theMostOfOneGapIsNotCalledLongest()
{
    const std::string text = TraceText().launch(0_us, 5_us, 1).kernel("k", 10_us, 5_us, 7, 1).text();
    const auto result = runOn(inputOf({ text }), "idle-causes");
    KT_VERIFY_OK(result);
    for (const Table& table : result->tables) {
        const ColumnDescriptor& column = table.columns()[table.columnIndex("longest")];
        QVERIFY2(column.title == "Most per gap" && !column.definition.empty(), table.name().c_str());
    }
}

void TestIdleCauses::devicesOfOneRankHaveEachTheirChart()
{
    const auto groupsWith = [](int secondDevice) {
        TraceText text;
        text.launch(0_us, 5_us, 1).launch(20_us, 5_us, 2).launch(40_us, 5_us, 3).launch(60_us, 5_us, 4);
        text.device(0).kernel("k", 10_us, 5_us, 7, 1).kernel("k", 50_us, 5_us, 7, 3);
        text.device(secondDevice).kernel("k", 30_us, 5_us, 7, 2).kernel("k", 70_us, 5_us, 7, 4);
        const auto result = runOn(inputOf({ text.text() }), "idle-causes");
        return result && !result->charts.empty() ? result->charts.front().groupColumn : std::string();
    };
    QCOMPARE(groupsWith(0), std::string("rank"));
    QCOMPARE(groupsWith(1), std::string("rank,device"));
}

void TestIdleCauses::withoutOpsTheBackwardThreadIsToldByItsLaunches()
{
    const auto during = [](Timestamp launched, bool isCopy, bool hasOp) {
        TraceText text = wholeMicroseconds();
        text.python("train.py(3): step", 0_us, 200_us, 1)
            .python("<built-in method run_backward of torch._C._EngineBase object at 0x7f>", 50_us, 75_us, 2, 1)
            .launch(10_us, 8_us, 1)
            .kernel("k1", 20_us, 65_us, 7, 1)
            .launch(140_us, 10_us, 3)
            .kernel("k3", 152_us, 8_us, 7, 3);
        if (hasOp)
            text.op("aten::mm", 9_us, 10_us);
        text.thread(100, 2).runtime("cudaFree", 95_us, 25_us, 9);
        if (isCopy)
            text.runtime("cudaMemcpyAsync", launched, 5_us, 2)
                .copy("Memcpy HtoD (Pinned -> Device)", 80_us, 5_us, 7, 2, 64);
        else
            text.launch(launched, 5_us, 2).kernel("k2", 80_us, 5_us, 7, 2);
        return rowsOf(runOn(inputOf({ text.text() }), "idle-causes"), "causes", { "cause", "idle_time" });
    };
    // The main thread waits in backward() until the other one has freed memory.
    const std::string known = during(70_us, false, false);
    KT_COMPARE_TEXT(known, "python 30\nmemory_allocation 25\nlaunch 10\nlaunch_latency 2\n");
    // Another thread may free memory beside: one that launches before, only copies, or ops that would tell are there.
    const std::string unknown = "python 55\nlaunch 10\nlaunch_latency 2\n";
    KT_COMPARE_TEXT(during(40_us, false, false), unknown);
    KT_COMPARE_TEXT(during(70_us, true, false), unknown);
    KT_COMPARE_TEXT(during(70_us, false, true), unknown);
}

/// The category was "forward_backward" once.
void TestIdleCauses::arrowsOfOldFilesTellTheBackwardThread()
{
    const auto withArrow = [](const char* category) {
        return rowsOf(runOn(inputOf({ wholeMicroseconds()
                                          .op("aten::a", 0_us, 20_us)
                                          .launch(10_us, 8_us, 1)
                                          .kernel("k1", 20_us, 35_us, 7, 1)
                                          .op("aten::b", 130_us, 30_us)
                                          .launch(140_us, 10_us, 3)
                                          .kernel("k3", 152_us, 8_us, 7, 3)
                                          .flow('s', category, 5, 100, 100, 5_us)
                                          .flow('f', category, 5, 100, 200, 65_us)
                                          .thread(100, 200)
                                          .op("CompiledFunctionBackward", 60_us, 30_us)
                                          .launch(70_us, 5_us, 2)
                                          .kernel("k2", 80_us, 5_us, 7, 2)
                                          .text() }),
                          "idle-causes"),
            "owners", { "cause", "name", "idle_time" });
    };
    const std::string backward = withArrow("fwdbwd");
    QVERIFY(backward.find("op CompiledFunctionBackward 15\n") != std::string::npos); // 10 before its launch, 5 after k2
    KT_COMPARE_TEXT(withArrow("forward_backward"), backward);
}

/// Two ranks that do the same in one file: before the backward thread begins, and when all is done, it is the main
/// thread of the GPU's own rank that tells what the host does.
void TestIdleCauses::mergedRanksHaveEachTheirThreadsAndGpus()
{
    TraceText text = wholeMicroseconds();
    for (const std::int64_t rank : { 0, 1 }) {
        const std::int64_t pid = 100 * (rank + 1);
        const std::int64_t id = 10 * rank;
        text.device(rank)
            .thread(pid, pid)
            .step(rank, 0_us, 200_us)
            .launch(10_us, 8_us, id + 1)
            .op("aten::prepare" + std::to_string(rank), 30_us, 25_us)
            .op("aten::end" + std::to_string(rank), 100_us, 100_us)
            .kernel("k1", 20_us, 20_us, 7, id + 1)
            .thread(pid, pid + 1)
            .op("autograd::engine::evaluate_function: MulBackward0", 50_us, 20_us)
            .launch(60_us, 5_us, id + 2)
            .kernel("k2", 66_us, 34_us, 7, id + 2);
    }
    AnalysisInput input = inputOf({ text.text() });
    input.scope.range = TimeRange { 0, 200'000 };
    const auto result = runOn(input, "idle-causes");
    KT_VERIFY_OK(result);
    const std::string rows = rowsOf(result, "owners", { "device", "name", "idle_time" });
    for (const char* row :
        { "0 aten::end0 100\n", "0 aten::prepare0 10\n", "1 aten::end1 100\n", "1 aten::prepare1 10\n" })
        QVERIFY2(rows.find(row) != std::string::npos, rows.c_str());
    const Table& steps = *result->findTable("steps");
    QVERIFY(steps.rowCount() > 0);
    for (std::size_t row = 0; row < steps.rowCount(); ++row) // the number is that of the rank
        QVERIFY(steps.cell(row, steps.columnIndex("step")) == steps.cell(row, steps.columnIndex("device")));
    Nanoseconds sum = 0;
    for (std::size_t row = 0; row < steps.rowCount(); ++row)
        sum += std::get<Nanoseconds>(steps.cell(row, steps.columnIndex("idle_time")));
    QCOMPARE(sum, 2 * 146'000);
    KT_COMPARE_TEXT(remarkOf(result, "merged-ranks"), "");
    // A step that is chosen is that of all of them.
    input.scope.range.reset();
    input.scope.steps = { 0 };
    QVERIFY(remarkOf(runOn(input, "idle-causes"), "merged-ranks").find("its steps and its GPUs are those of all")
        != std::string::npos);
}

/// The gap before a device's first work begins where the trace does: it is short, and its cause that of a short one.
void TestIdleCauses::gapBeforeTheFirstWorkBeginsWithTheTrace()
{
    const std::string text = wholeMicroseconds().op("aten::a", 0_us, 10_us).kernel("k", 20_us, 10_us, 7).text();
    AnalysisInput input = inputOf({ text });
    input.scope.range = TimeRange { 0, 50'000 };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "idle-causes"), "causes", { "cause", "idle_time" }), "unrecorded 20\nlaunch_latency 20\n");
    // So it is where causes are fewer: a short gap before work whose launch is not in the file.
    KT_COMPARE_TEXT(rowsOf(runOn(input, "idle-time"), "devices", { "idle_category", "idle_time" }),
        "host_wait 20\nkernel_wait 20\n");
    // Where the trace begins earlier it is long, and so it is in a range that does.
    const std::string later = wholeMicroseconds().op("aten::a", 0_us, 10_us).kernel("k", 40_us, 10_us, 7).text();
    input = inputOf({ later });
    input.scope.range = TimeRange { 25'000, 50'000 };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "idle-causes"), "causes", { "cause" }), "unknown_launch\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "idle-time"), "devices", { "idle_category" }), "unknown_launch\n");
    input = inputOf({ text });
    input.scope.range = TimeRange { -20'000, 50'000 };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "idle-causes"), "causes", { "cause", "idle_time" }), "unknown_launch 40\nunrecorded 20\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "idle-time"), "devices", { "idle_category", "idle_time" }),
        "host_wait 20\nunknown_launch 40\n");
}

/// The gap before the first work begins where a window does that begins before the trace: then it is longer, and work
/// without a launch may be too late for launch_latency. The time of pieces adds up all the same.
void TestIdleCauses::aWindowBeforeTheTraceChangesCausesAlone()
{
    const AnalysisInput whole =
        inputOf({ wholeMicroseconds().op("a", 0_us, 5_us).kernel("k", 10_us, 10_us, 7).text() });
    const auto causes = [&whole](TimeRange range) {
        AnalysisInput input = whole;
        input.scope.range = range;
        return rowsOf(runOn(input, "idle-causes"), "causes", { "cause", "idle_time" });
    };
    KT_COMPARE_TEXT(causes({ -100_us, 30_us }), "unknown_launch 110\nunrecorded 10\n");
    KT_COMPARE_TEXT(causes({ -100_us, 4_us }), "unknown_launch 104\n");
    KT_COMPARE_TEXT(causes({ 4_us, 30_us }), "unrecorded 10\nlaunch_latency 6\n");
    KT_COMPARE_TEXT(causes({ 0_us, 10_us }), "launch_latency 10\n");
    KT_COMPARE_TEXT(causes({ -100_us, -50_us }), "unknown_launch 50\n"); // nothing of the trace
    KT_COMPARE_TEXT(causes({ 20_us, 30_us }), "unrecorded 10\n");
    KT_COMPARE_TEXT(causes({ 40_us, 50_us }), "unrecorded 10\n"); // nor here
}

/// A trace whose first slice is the call of its first copy: it began no earlier than the gap, so that the copy had been
/// handed over by then, in analyses with causes and in those with fewer. A range that begins before the trace sees the
/// call begin.
void TestIdleCauses::gapBeforeAFirstCopyBeginsWithTheTrace()
{
    auto input = inputOf({ wholeMicroseconds()
                               .runtime("cudaMemcpy", 0_us, 50_us, 1)
                               .copy("Memcpy HtoD (Pinned -> Device)", 10_us, 20_us, 7, 1, 64)
                               .step(1, 0_us, 100_us)
                               .text() });
    const auto causes = [&input] { return rowsOf(runOn(input, "idle-causes"), "causes", { "cause", "idle_time" }); };
    const auto kinds = [&input] {
        return rowsOf(runOn(input, "idle-time"), "devices", { "idle_category", "idle_time" });
    };
    input.scope.range = TimeRange { 0, 30'000 };
    KT_COMPARE_TEXT(causes(), "kernel_gap 10\n");
    KT_COMPARE_TEXT(kinds(), "kernel_wait 10\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "steps"), "steps", { "idle_host_wait", "idle_kernel_wait" }), "0 10\n");
    input.scope.range = TimeRange { -5'000, 30'000 };
    KT_COMPARE_TEXT(causes(), "copy_call 10\nunrecorded 5\n");
    KT_COMPARE_TEXT(kinds(), "host_wait 15\n");
}

/// A gap that two chosen steps cut, with one between them that is not chosen, is one gap: its parts add up.
void TestIdleCauses::stepsThatDoNotTouchCutOneGap()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .launch(10_us, 8_us, 1)
                                 .kernel("k1", 20_us, 20_us, 7, 1)
                                 .step(2, 100_us, 100_us)
                                 .step(3, 200_us, 100_us)
                                 .launch(250_us, 10_us, 2)
                                 .kernel("k2", 260_us, 40_us, 7, 2)
                                 .text();
    Scope scope;
    scope.steps = { 1, 3 };
    const auto result = runOn(inputOf({ text }, scope), "idle-causes");
    KT_COMPARE_TEXT(rowsOf(result, "causes", { "cause", "idle_time", "gaps", "longest", "mean" }),
        "unrecorded 120 2 110 60\nlaunch 18 2 10 9\nlaunch_latency 2 1 2 2\n");
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "step", "cause", "idle_time", "gaps", "longest" }),
        "1 unrecorded 70 2 60\n1 launch 8 1 8\n1 launch_latency 2 1 2\n3 unrecorded 50 1 50\n3 launch 10 1 10\n");
}

/// Of work that starts at once the first in the file ends the gap, not the longest.
void TestIdleCauses::firstWorkOfAMomentEndsTheGap()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 10_us, 1)
                                 .kernel("k1", 12_us, 8_us, 7, 1)
                                 .launch(40_us, 20_us, 2)
                                 .kernel("k2", 80_us, 0_us, 7, 2)
                                 .kernel("k3", 80_us, 20_us, 7)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "idle-causes"), "causes", { "cause", "idle_time" }),
        "launch 20\nunrecorded 20\nlaunch_latency 20\n");
}

void TestIdleCauses::stepsAreWindows_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("rows");
    QTest::newRow("1") << 1 << "unrecorded 50\nlaunch 10\nop 10\nlaunch_latency 5\n";
    QTest::newRow("2") << 2 << "launch 10\nop 10\nunrecorded 10\nlaunch_latency 5\n";
}

void TestIdleCauses::stepsAreWindows()
{
    QFETCH(int, step);
    QFETCH(QString, rows);
    Scope scope;
    scope.steps = { step };
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ twoStepsExample() }, scope), "idle-causes"), "causes", { "cause", "idle_time" }),
        rows.toStdString());
}

/// Nothing is launched in step 3, and its thread is not the main one, which has more steps.
void TestIdleCauses::afterTheLastLaunchTheThreadOfTheStepTells()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 50_us)
                                 .step(2, 50_us, 50_us)
                                 .launch(10_us, 10_us, 1)
                                 .kernel("k1", 35_us, 5_us, 7, 1)
                                 .op("aten::main", 120_us, 60_us)
                                 .thread(100, 300)
                                 .step(3, 100_us, 100_us)
                                 .op("aten::b", 110_us, 30_us)
                                 .text();
    const auto ofSteps = [&text](std::vector<std::int64_t> steps) {
        Scope scope;
        scope.steps = std::move(steps);
        return rowsOf(runOn(inputOf({ text }, scope), "idle-causes"), "owners", { "cause", "name", "idle_time" });
    };
    KT_COMPARE_TEXT(ofSteps({ 3 }), "unrecorded ProfilerStep 70\nop aten::b 30\n");
    // Steps of several threads have none in common: the main thread tells.
    KT_COMPARE_TEXT(ofSteps({ 2, 3 }), "op aten::main 60\nunrecorded ProfilerStep 50\nunrecorded  40\n");
}

/// As ranks that were merged into one file have them: the ends of steps are not in the order of their starts.
void TestIdleCauses::aStepAroundAnotherHasAllOfItsGaps()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 60_us)
                                 .step(2, 2_us, 17_us)
                                 .kernel("k1", 30_us, 10_us, 7)
                                 .kernel("k2", 50_us, 20_us, 7)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "idle-causes"), "steps", { "step", "cause", "idle_time", "longest", "wall" }),
        "1 unknown_launch 30 30 60\n1 launch_latency 10 10 60\n2 unknown_launch 17 17 17\n");
}

/// Twice its length does not fit 64 bits.
void TestIdleCauses::aGapOfCenturiesHasItsLengthAsMean()
{
    const std::string text =
        wholeMicroseconds().kernel("k1", 0_us, 1_us, 7).kernel("k2", 9'007'199'254'740'000'000, 1_us, 7).text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "idle-causes"), "causes", { "cause", "idle_time", "mean" }),
        "unknown_launch 9007199254739999 9007199254739999\n");
}

/// Also where steps and a range leave nothing of each other.
void TestIdleCauses::anEmptyScopeIsSaid()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 50_us)
                                 .launch(5_us, 5_us, 1)
                                 .kernel("k", 20_us, 10_us, 7, 1)
                                 .step(2, 50_us, 50_us)
                                 .launch(60_us, 5_us, 2)
                                 .kernel("k", 70_us, 10_us, 7, 2)
                                 .text();
    const auto said = [&text](TimeRange range) {
        Scope scope;
        scope.steps = { 2 };
        scope.range = range;
        return remarkOf(runOn(inputOf({ text }, scope), "idle-causes"), "no-gpu-work");
    };
    KT_COMPARE_TEXT(said({ 10_us, 40_us }), "no GPU work in this scope.\n");
    KT_COMPARE_TEXT(said({ 10_us, 90_us }), "");
}

/// A table without rows is no recording without GPU work: no option of the profiler would fill it.
void TestIdleCauses::noIdleTimeHasAReason()
{
    const auto said = [](const TraceText& text, std::optional<TimeRange> range = {}) {
        Scope scope;
        scope.range = range;
        const auto result = runOn(inputOf({ text.text() }, scope), "idle-causes");
        return remarkOf(result, "no-gpu-work") + remarkOf(result, kNothingFits);
    };
    const TraceText host = wholeMicroseconds().op("a", 0_us, 9_us).launch(1_us, 2_us, 1);
    KT_COMPARE_TEXT(said(TraceText(host).kernel("k", 5_us, 0_us, 7, 1)),
        "its GPU work has no length: there is no time in which a device could be idle.\n");
    const TraceText one = TraceText(host).kernel("k", 5_us, 10_us, 7, 1);
    KT_COMPARE_TEXT(said(one), "no device is idle between its first and its last GPU work.\n");
    KT_COMPARE_TEXT(said(one, TimeRange { 6_us, 8_us }), "no device is idle in this scope.\n");
    KT_COMPARE_TEXT(said(one, TimeRange { 2_us, 8_us }), "");
    KT_COMPARE_TEXT(said(TraceText(one).kernel("k", 20_us, 0_us, 7)), ""); // it is idle until that begins
    KT_COMPARE_TEXT(said(host),
        "no GPU work was recorded; record with activities=[ProfilerActivity.CPU, "
        "ProfilerActivity.CUDA] to have some.\n");
}

/// In every scope, and whatever is wrong with a trace: the rows of a device are its idle time to the nanosecond.
void TestIdleCauses::rowsAddUpToTheIdleTime()
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const std::vector<AnalysisInput> cuts = cutsOf({ randomJob(seed, 2), {} });
        for (std::size_t cut = 0; cut < cuts.size(); ++cut) {
            const AnalysisInput& input = cuts[cut];
            const auto causes = runOn(input, "idle-causes");
            const auto idle = runOn(input, "idle-time");
            KT_VERIFY_OK(causes);
            KT_VERIFY_OK(idle);
            using Key = std::pair<std::int64_t, std::int64_t>;
            const auto keyOf = [](const Table& table, std::size_t row) {
                return Key(std::get<std::int64_t>(table.cell(row, 0)), std::get<std::int64_t>(table.cell(row, 1)));
            };
            std::map<Key, Nanoseconds> expected;
            const Table& devices = *idle->findTable("devices");
            for (std::size_t row = 0; row < devices.rowCount(); ++row)
                expected[keyOf(devices, row)] =
                    std::get<std::int64_t>(devices.cell(row, devices.columnIndex("device_idle_time")));
            for (const char* name : { "causes", "owners" }) {
                std::map<Key, Nanoseconds> sums;
                const Table& table = *causes->findTable(name);
                for (std::size_t row = 0; row < table.rowCount(); ++row)
                    sums[keyOf(table, row)] += std::get<std::int64_t>(table.cell(row, table.columnIndex("idle_time")));
                QVERIFY2(sums == expected,
                    qPrintable(QStringLiteral("seed %1, cut %2, %3").arg(seed).arg(cut).arg(QLatin1String(name))));
            }
        }
    }
}

void TestIdleCauses::evidenceIsTheFigure()
{
    const auto result = runOn(inputOf({ twoStepsExample() }), "idle-causes");
    KT_VERIFY_OK(result);
    for (const Table& table : result->tables) {
        const std::size_t column = table.columnIndex("idle_time");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            Nanoseconds sum = 0;
            for (const IntervalRef& part : table.evidence(row, column).intervals)
                sum += part.range.length();
            QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, column)));
        }
        QVERIFY(table.rowCount() > 0);
    }
}

/// What details say of a gap is what the analysis says of a range that is the gap.
void TestIdleCauses::entryOfAGapIsItsRows()
{
    std::size_t entries = 0;
    for (std::uint32_t round = 0; round < 40; ++round) {
        RandomTraceOptions options;
        options.devices = 1 + round % 2;
        const AnalysisInput input { randomJob(round, 1, options), {} };
        const Trace& trace = *input.traces->ranks()[0].trace;
        const auto gaps = runOn(input, "idle-causes");
        KT_VERIFY_OK(gaps);
        const Table& owners = *gaps->findTable("owners");
        for (std::size_t row = 0; row < std::min<std::size_t>(owners.rowCount(), 6); ++row) {
            IntervalRef gap = owners.evidence(row, owners.columnIndex("gaps")).intervals.front();
            const auto device = std::get<std::int64_t>(owners.cell(row, owners.columnIndex("device")));
            for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
                const Track& track = trace.tracks()[i];
                if (track.kind == TrackKind::Stream && track.sliceCount > 0 && track.device == device)
                    gap.track = TrackId { i };
            }
            QVERIFY(gap.track.isValid());
            const Result<std::vector<GapEntry>> entry = gapEntriesOf(input.traces, gap, {});
            KT_VERIFY_OK(entry);
            QCOMPARE(entry->size(), std::size_t { 1 });
            QVERIFY(!entry->front().stream.isValid());
            QCOMPARE(entry->front().device, device);
            QCOMPARE(entry->front().time, gap.range.length());
            AnalysisInput window = input;
            window.scope.range = gap.range;
            const auto expected = runOn(window, "idle-causes");
            KT_VERIFY_OK(expected);
            const Table& rows = *expected->findTable("owners");
            const auto text = [&](std::size_t at, const char* column) {
                return std::string(rows.text(at, rows.columnIndex(column)));
            };
            std::size_t share = 0;
            for (std::size_t at = 0; at < rows.rowCount(); ++at) {
                const auto whole = [&](const char* column) {
                    return std::get<std::int64_t>(rows.cell(at, rows.columnIndex(column)));
                };
                if (whole("device") != device)
                    continue;
                QVERIFY(share < entry->front().shares.size());
                const GapShare& found = entry->front().shares[share++];
                QCOMPARE(std::string(toString(found.cause)), text(at, "cause"));
                QCOMPARE(found.labels.name, text(at, "name"));
                QCOMPARE(found.labels.opPath, text(at, "op_path"));
                QCOMPARE(found.labels.pythonLine, text(at, "python_line"));
                QCOMPARE(found.time, whole("idle_time"));
                QCOMPARE(found.afterSync, whole("after_sync"));
            }
            QCOMPARE(share, entry->front().shares.size());
            ++entries;
        }
        // Where work runs there is nothing to explain.
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            const SliceId work { i };
            const Track& track = trace.track(trace.trackOf(work));
            if (track.kind != TrackKind::Stream || trace.slices().duration(work) == 0)
                continue;
            const Result<std::vector<GapEntry>> none =
                gapEntriesOf(input.traces, { 0, trace.trackOf(work), trace.slices().range(work) }, {});
            KT_VERIFY_OK(none);
            QVERIFY(none->empty());
            break;
        }
    }
    QVERIFY(entries > 50);
    const AnalysisInput waits = inputOf({ wholeMicroseconds()
                                              .op("aten::a", 0_us, 12_us)
                                              .launch(4_us, 6_us, 1)
                                              .kernel("k1", 20_us, 80_us, 7, 1)
                                              .runtime("cudaDeviceSynchronize", 30_us, 74_us, 9)
                                              .op("aten::b", 110_us, 30_us)
                                              .launch(120_us, 8_us, 2)
                                              .kernel("k2", 131_us, 9_us, 7, 2)
                                              .text() });
    const Result<std::vector<GapEntry>> after = gapEntriesOf(waits.traces, { 0, TrackId {}, { 100_us, 131_us } }, {});
    KT_VERIFY_OK(after);
    QCOMPARE(after->front().afterSync, 31_us);
    QCOMPARE(std::string(waits.traces->ranks()[0].trace->name(after->front().afterCall)),
        std::string("cudaDeviceSynchronize"));
    // The trace has one stream: a part of the gap is explained as the gap is.
    const Result<std::vector<GapEntry>> part = gapEntriesOf(waits.traces, { 0, TrackId {}, { 110_us, 119_us } }, {});
    KT_VERIFY_OK(part);
    QCOMPARE(part->front().shares.size(), std::size_t { 1 });
    QCOMPARE(part->front().shares.front().labels.name, std::string("aten::b"));
}

/// The device is idle for a part of a stream's gap: that part has the cause that Idle causes has, beside why the stream
/// has no work.
void TestIdleCauses::aStreamsGapHoldsThatOfItsDevice()
{
    const AnalysisInput input = inputOf({ wholeMicroseconds()
                                              .op("aten::a", 0_us, 400_us)
                                              .launch(0_us, 10_us, 1)
                                              .kernel("k1", 20_us, 80_us, 7, 1)
                                              .runtime("cudaStreamWaitEvent", 30_us, 4_us, 9)
                                              .launch(40_us, 10_us, 2)
                                              .kernel("k2", 200_us, 50_us, 20, 2)
                                              .launch(300_us, 10_us, 3)
                                              .kernel("k3", 320_us, 10_us, 7, 3)
                                              .text() });
    const Trace& trace = *input.traces->ranks()[0].trace;
    const TrackId stream = trace.trackOf(findSlice(trace, "k3"));
    const Result<std::vector<GapEntry>> entries = gapEntriesOf(input.traces, { 0, stream, { 100_us, 320_us } }, {});
    KT_VERIFY_OK(entries);
    QCOMPARE(entries->size(), std::size_t { 2 });
    const GapEntry& device = entries->front();
    QVERIFY(!device.stream.isValid());
    QCOMPARE(device.time, 170_us); // [100, 200) and [250, 320)
    QVERIFY(device.shares.front().cause == Cause::EventWait);
    QCOMPARE(device.shares.front().time, 100_us);
    QCOMPARE(trace.name(device.shares.front().owner), std::string_view("k2"));
    QCOMPARE(entries->back().stream, stream);
    QCOMPARE(entries->back().time, 220_us);
    QVERIFY(entries->back().shares.front().cause == Cause::Op);
    // Where the whole of it is idle time of the device, that is all there is to say.
    const Result<std::vector<GapEntry>> whole = gapEntriesOf(input.traces, { 0, stream, { 100_us, 200_us } }, {});
    KT_VERIFY_OK(whole);
    QCOMPARE(whole->size(), std::size_t { 1 });
    QVERIFY(!whole->front().stream.isValid());
}

/// Op paths and lines of Python are long: who it was and how much stand before them on a screen.
void TestIdleCauses::ownersAreReadByNameAndTime()
{
    const std::vector<TableDescriptor> tables = findAnalysis("idle-causes")->tables;
    std::vector<ColumnDescriptor> columns = tables.at(1).columns;
    std::ranges::stable_sort(columns, {}, &ColumnDescriptor::place);
    QStringList names;
    for (const ColumnDescriptor& column : columns)
        names.append(toQString(column.name));
    QCOMPARE(names.mid(0, 6).join(QLatin1Char(' ')), QStringLiteral("name cause idle_time rank op_path python_line"));
}

/// As the timeline hatches the gaps.
void TestIdleCauses::barsAreOfTheirGroup()
{
    const auto result = runOn(inputOf({ exampleE1() }), "idle-causes");
    const ChartDescription& chart = result->charts.front();
    const Table& table = result->tables.front();
    std::map<std::string, PartKind> kinds;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        kinds[std::string(table.text(row, table.columnIndex(column::kCause)))] = chart.kindOfRow(table, row).value();
    QVERIFY(!kinds.empty());
    for (const auto& [cause, kind] : kinds) {
        QVERIFY2((cause == "op") == (kind == PartKind::IdleHostOp), cause.c_str());
        QVERIFY2((cause == "launch") == (kind == PartKind::IdleHostCall), cause.c_str());
        QVERIFY2((cause == "unrecorded") == (kind == PartKind::IdleHostUnrecorded), cause.c_str());
        QVERIFY2((cause == "python") == (kind == PartKind::IdleHostPython), cause.c_str());
        QVERIFY2((cause == "launch_latency") == (kind == PartKind::IdleHandOver), cause.c_str());
        QVERIFY2((cause == "kernel_gap") == (kind == PartKind::IdleKernelWait), cause.c_str());
    }
}

void TestIdleCauses::namesHaveNoAddresses()
{
    KT_COMPARE_TEXT(
        withoutAddress("<built-in method run of X object at 0x7f12ab>"), "<built-in method run of X object>");
    KT_COMPARE_TEXT(withoutAddress("a at 0x1 b at 0xF"), "a b");
    KT_COMPARE_TEXT(withoutAddress("look at 0 of them"), "look at 0 of them");
    KT_COMPARE_TEXT(withoutAddress(""), "");
}

void TestIdleCauses::callsAreToldByTheirNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("meaning");
    const auto add = [](const char* name, CallName meaning) {
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(meaning);
    };
    add("cudaGraphLaunch", CallName::Graph);
    add("cudaStreamBeginCapture", CallName::Graph);
    add("cudaStreamSynchronize", CallName::Synchronisation);
    add("hipDeviceSynchronize", CallName::Synchronisation);
    add("synchronizeStream", CallName::Synchronisation);
    add("synchronizeStreams", CallName::Plain);
    add("cudaMalloc", CallName::Allocation);
    add("cudaFreeAsync", CallName::Allocation);
    add("cuMemCreate", CallName::Allocation);
    add("cuModuleLoadData", CallName::CodeLoading);
    add("hipModuleLaunchKernel", CallName::Launch);
    add("cudaMemcpyAsync", CallName::Copy);
    add("hipMemsetAsync", CallName::Copy);
    add("hipExtLaunchKernel", CallName::Launch);
    add("cudaEventRecord", CallName::Plain);
    add("", CallName::Plain);
}

void TestIdleCauses::callsAreToldByTheirNames()
{
    QFETCH(QByteArray, name);
    QFETCH(int, meaning);
    QCOMPARE(static_cast<int>(callNameOf(name.toStdString())), meaning);
}

QTEST_GUILESS_MAIN(TestIdleCauses)
#include "tst_idle_causes.moc"
