// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The call tree as a table (SPEC.md 12.3).
class TestCallTreeTable : public QObject {
    Q_OBJECT

private slots:
    void section12_3Example();
    void section12_4BackwardJoins();
    void section12_4StepsWithoutPhases();
    void section12_4OneThreadOfEach_data();
    void section12_4OneThreadOfEach();
    void section12_4JoinsWhatIsShown();
    void section12_4EvidenceCrossesThreads();
    void section12_4ForwardLinks_data();
    void section12_4ForwardLinks();
    void section12_4PublicTrace();
    void heightAndKernelSums();
    void kernelsOfOtherStreamsAndGraphsCount();
    void kindsCanBeLeftOut();
    void stepsSelectByStart();
    void rangeCutsAndKeepsTheLaunchersOfItsWork();
    void threadsAndRanksFollowOneAnother();
    void sumsAreThoseOfTheChildren();
    void evidenceIsTheFigure();
    void nothingToShowIsSaid();
    void badKindIsRefused();
};

namespace {

std::string ops(const std::string& text, const std::vector<std::string_view>& columns,
    const ParameterTexts& parameters = {}, const Scope& scope = {})
{
    return rowsOf(runOn(inputOf({ text }, scope), "call-tree", parameters), "ops", columns);
}

/// An op that calls an op that launches twice, on two streams.
TraceText nested()
{
    return wholeMicroseconds()
        .op("outer", 0_us, 100_us)
        .op("inner", 10_us, 50_us)
        .launch(20_us, 5_us, 1)
        .launch(30_us, 5_us, 2)
        .op("leaf", 70_us, 10_us)
        .kernel("a", 40_us, 20_us, 7, 1)
        .kernel("b", 50_us, 30_us, 8, 2);
}

/// A step with a forward and a backward phase, and the thread of the backward pass.
TraceText training()
{
    TraceText text = wholeMicroseconds();
    text.step(1, 0_us, 100_us).annotation("## forward ##", 5_us, 20_us).annotation("## backward ##", 30_us, 50_us);
    text.thread(100, 200);
    text.op("autograd::engine::evaluate_function: MmBackward0", 35_us, 20_us).op("aten::mm", 40_us, 10_us);
    text.launch(42_us, 3_us, 1);
    text.op("autograd::engine::evaluate_function: Late", 70_us, 20_us); // ends after the phase
    text.kernel("k", 60_us, 8_us, 7, 1);
    return text;
}

} // namespace

void TestCallTreeTable::section12_3Example()
{
    const std::string text = wholeMicroseconds()
                                 .op("p", 10_us, 20_us)
                                 .op("c0", 10_us, 0_us)
                                 .op("c1", 10_us, 20_us)
                                 .op("c2", 20_us, 10_us)
                                 .op("z", 30_us, 0_us)
                                 .op("n", 30_us, 5_us)
                                 .op("over", 33_us, 10_us)
                                 .text();
    KT_COMPARE_TEXT(ops(text, { "name", "index", "parent", "depth", "note" }),
        "p 0 -1 0 \n"
        "c1 2 0 1 \n"
        "c0 1 2 2 \n"
        "c2 3 2 2 \n"
        "n 5 -1 0 \n"
        "z 4 5 1 \n"
        "over 6 -1 0 overlapping\n");
}

void TestCallTreeTable::section12_4BackwardJoins()
{
    const std::vector<std::string_view> columns { "name", "parent", "depth", "height", "num_kernels", "kernel_dur_sum",
        "self_time" };
    KT_COMPARE_TEXT(ops(training().text(), columns),
        "ProfilerStep#1 -1 0 5 1 8 30\n"
        "## forward ## 0 1 1 0 0 20\n"
        "## backward ## 0 1 4 1 8 50\n" // its own thread waits: what it calls on the other one is not nested in it
        "autograd::engine::evaluate_function: MmBackward0 2 2 3 1 8 10\n"
        "aten::mm 3 3 2 1 8 7\n"
        "cudaLaunchKernel 4 4 1 1 8 3\n"
        "autograd::engine::evaluate_function: Late -1 0 1 0 0 20\n");
    KT_COMPARE_TEXT(
        ops(training().text(), { "name", "parent", "depth", "num_kernels" }, { { "join-backward", "false" } }),
        "ProfilerStep#1 -1 0 0\n## forward ## 0 1 0\n## backward ## 0 1 0\n"
        "autograd::engine::evaluate_function: MmBackward0 -1 0 1\naten::mm 3 1 1\ncudaLaunchKernel 4 2 1\n"
        "autograd::engine::evaluate_function: Late -1 0 0\n");
}

void TestCallTreeTable::section12_4StepsWithoutPhases()
{
    TraceText text = wholeMicroseconds();
    text.thread(100, 50).op("autograd::a", 10_us, 5_us).op("autograd::b", 60_us, 5_us).op("autograd::c", 48_us, 5_us);
    text.thread(100, 200).step(1, 0_us, 50_us).step(2, 50_us, 50_us); // the thread that comes later holds them
    KT_COMPARE_TEXT(ops(text.text(), { "name", "parent", "depth" }),
        "autograd::a 3 1\nautograd::c -1 0\nautograd::b 4 1\nProfilerStep#1 -1 0\nProfilerStep#2 -1 0\n");
}

void TestCallTreeTable::section12_4OneThreadOfEach_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isSaid");
    const auto add = [](const char* row, TraceText text, bool isSaid) {
        QTest::newRow(row) << toQString(text.text()) << isSaid;
    };
    add("no backward pass", wholeMicroseconds().step(1, 0_us, 50_us), false);
    add("in one thread", wholeMicroseconds().step(1, 0_us, 50_us).op("autograd::a", 10_us, 5_us), false);
    add("no steps", wholeMicroseconds().op("train", 0_us, 50_us).thread(100, 200).op("autograd::a", 10_us, 5_us), true);
    add("two backward threads",
        wholeMicroseconds()
            .step(1, 0_us, 50_us)
            .thread(100, 200)
            .op("autograd::a", 10_us, 5_us)
            .thread(100, 300)
            .op("autograd::b", 20_us, 5_us),
        true);
}

void TestCallTreeTable::section12_4OneThreadOfEach()
{
    QFETCH(QString, text);
    QFETCH(bool, isSaid);
    const auto result = runOn(inputOf({ text.toStdString() }), "call-tree");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("tid")) != "100")
            QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("parent"))), std::int64_t { -1 });
    }
    QCOMPARE(!result->remarks.empty() && result->remarks[0].code == "backward-not-joined", isSaid);
}

void TestCallTreeTable::section12_4JoinsWhatIsShown()
{
    // Without annotations their calls hang where the annotation would hang.
    KT_COMPARE_TEXT(ops(training().text(), { "name", "depth" }, { { "kinds", "ops" } }),
        "autograd::engine::evaluate_function: MmBackward0 0\naten::mm 1\n"
        "autograd::engine::evaluate_function: Late 0\n");
    TraceText inOp = wholeMicroseconds().op("train", 0_us, 200_us);
    KT_COMPARE_TEXT(ops(inOp.append(training()).text(), { "name", "depth" }, { { "kinds", "ops" } }),
        "train 0\nautograd::engine::evaluate_function: MmBackward0 1\naten::mm 2\n"
        "autograd::engine::evaluate_function: Late 0\n");
}

void TestCallTreeTable::section12_4EvidenceCrossesThreads()
{
    const AnalysisInput input = inputOf({ training().text() });
    const auto result = runOn(input, "call-tree");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    const std::size_t kernels = table.columnIndex("num_kernels");
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QCOMPARE(static_cast<std::int64_t>(table.evidence(row, kernels).slices.size()),
            std::get<std::int64_t>(table.cell(row, kernels)));
    const Selection self = table.evidence(2, table.columnIndex("self_time")); // ## backward ##
    QCOMPARE(self.intervals.size(), std::size_t { 1 });
    QCOMPARE(self.intervals.front().range.length(), 50_us);
    const Selection parent = table.evidence(3, table.columnIndex("parent"));
    QCOMPARE(input.traces->ranks()[0].trace->name(parent.slices.front().slice), std::string_view("## backward ##"));
}

void TestCallTreeTable::section12_4ForwardLinks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); ///< name, flag, event of the other pass
    const auto number = [](const char* sequence, const char* forwardThread) {
        return std::string("\"Sequence number\": ") + sequence + ", \"Fwd thread id\": " + forwardThread;
    };
    TraceText numbers = wholeMicroseconds();
    numbers.op("aten::linear", 0_us, 10_us, number("7", "0")).op("aten::addmm", 2_us, 5_us, number("7", "0"));
    numbers.op("aten::relu", 20_us, 5_us, number("8", "0"));
    numbers.thread(100, 200).op("ReluBackward0", 30_us, 5_us, number("8", "1"));
    numbers.op("AddmmBackward0", 40_us, 5_us, number("7", "1")).op("AccumulateGrad", 50_us, 5_us, number("9", "1"));
    QTest::newRow("sequence numbers") << toQString(numbers.text())
                                      << "aten::linear  \naten::addmm 0 4\naten::relu 0 3\nReluBackward0 1 2\n"
                                         "AddmmBackward0 1 1\nAccumulateGrad  \n";
    TraceText early = wholeMicroseconds();
    early.thread(100, 200).op("MmBackward0", 10_us, 5_us, number("7", "1"));
    early.thread(100, 100).op("aten::mm", 20_us, 5_us, number("7", "0")); // of the next step: starts too late
    QTest::newRow("numbers that come again") << toQString(early.text()) << "MmBackward0  \naten::mm  \n";
}

void TestCallTreeTable::section12_4ForwardLinks()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const AnalysisInput input = inputOf({ text.toStdString() });
    const auto result = runOn(input, "call-tree");
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "name", "fwdbwd", "fwdbwd_index" }), expected.toStdString());
    const Table& table = result->tables[0];
    const Trace& trace = *input.traces->ranks()[0].trace;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const SliceId slice = table.evidence(row, 2).slices.front().slice;
        const Selection other = table.evidence(row, table.columnIndex("fwdbwd_index"));
        const bool isBackward = table.cell(row, table.columnIndex("fwdbwd")) == Cell { std::int64_t { 1 } };
        if (const SliceId forward = trace.forwardOf(slice); forward.isValid())
            QVERIFY(isBackward && other.slices.front().slice == forward);
        else
            QVERIFY(!isBackward);
    }
}

void TestCallTreeTable::section12_4PublicTrace()
{
    KT_REQUIRE_SHARED("traces/backward_thread");
    const auto trace =
        loadTrace(sharedPath("traces/backward_thread/backward_thread.json").toStdString(), testLoadOptions(), {});
    KT_VERIFY_OK(trace);
    const AnalysisInput input { std::make_shared<const TraceSet>(
                                    std::vector { std::pair { std::int64_t { 0 }, *trace } }, std::vector<Remark> {}),
        {} };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "call-tree"), "ops", { "index", "parent", "depth", "num_kernels" }),
        "0 -1 0 1\n1 0 1 1\n2 1 2 1\n3 2 3 1\n4 3 4 1\n6 4 5 1\n");
}

void TestCallTreeTable::heightAndKernelSums()
{
    KT_COMPARE_TEXT(ops(nested().text(),
                        { "name", "height", "num_kernels", "kernel_dur_sum", "first_kernel_start", "last_kernel_end",
                            "kernel_span", "self_time" }),
        "outer 3 2 50 40 80 40 40\n"
        "inner 2 2 50 40 80 40 40\n"
        "cudaLaunchKernel 1 1 20 40 60 20 5\n"
        "cudaLaunchKernel 1 1 30 50 80 30 5\n"
        "leaf 1 0 0    10\n");
}

void TestCallTreeTable::kernelsOfOtherStreamsAndGraphsCount()
{
    const std::string text = wholeMicroseconds()
                                 .op("replay", 0_us, 20_us)
                                 .runtime("cudaGraphLaunch", 5_us, 10_us, 1)
                                 .kernel("a", 20_us, 5_us, 7, 1)
                                 .kernel("b", 22_us, 7_us, 8, 1)
                                 .text();
    KT_COMPARE_TEXT(ops(text, { "name", "num_kernels", "kernel_dur_sum", "kernel_span" }),
        "replay 2 12 9\ncudaGraphLaunch 2 12 9\n");
}

void TestCallTreeTable::kindsCanBeLeftOut()
{
    const std::string text = wholeMicroseconds()
                                 .python("main", 0_us, 100_us, 1)
                                 .annotation("part", 10_us, 80_us)
                                 .op("op", 20_us, 50_us)
                                 .launch(30_us, 10_us, 1)
                                 .kernel("k", 50_us, 8_us, 7, 1)
                                 .text();
    const std::vector<std::string_view> columns { "name", "kind", "depth", "height", "num_kernels", "self_time" };
    KT_COMPARE_TEXT(ops(text, columns),
        "main python 0 4 1 20\npart annotation 1 3 1 30\nop op 2 2 1 40\ncudaLaunchKernel call 3 1 1 10\n");
    KT_COMPARE_TEXT(ops(text, columns, { { "kinds", "python,ops" } }), "main python 0 2 1 50\nop op 1 1 1 50\n");
}

void TestCallTreeTable::stepsSelectByStart()
{
    Scope scope;
    scope.steps = { 2 };
    const std::string text = wholeMicroseconds()
                                 .annotation("training", 0_us, 500_us)
                                 .step(1, 10_us, 90_us)
                                 .op("early", 20_us, 10_us)
                                 .launch(22_us, 5_us, 1)
                                 .step(2, 100_us, 100_us)
                                 .op("late", 120_us, 10_us)
                                 .launch(122_us, 5_us, 2)
                                 .kernel("a", 130_us, 20_us, 7, 1)
                                 .kernel("b", 250_us, 30_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(ops(text, { "name", "parent", "depth", "kernel_dur_sum" }, {}, scope),
        "ProfilerStep#2 -1 0 30\nlate 4 1 30\ncudaLaunchKernel 5 2 30\n");
}

void TestCallTreeTable::rangeCutsAndKeepsTheLaunchersOfItsWork()
{
    Scope scope;
    scope.range = TimeRange { 55'000, 75'000 };
    KT_COMPARE_TEXT(ops(nested().text(), { "name", "dur", "self_time", "num_kernels", "kernel_dur_sum" }, {}, scope),
        "outer 20 10 2 25\n"
        "inner 5 5 2 25\n"
        "cudaLaunchKernel 0 0 1 5\n"
        "cudaLaunchKernel 0 0 1 20\n"
        "leaf 5 5 0 0\n");
}

void TestCallTreeTable::threadsAndRanksFollowOneAnother()
{
    const std::string first =
        wholeMicroseconds().rank(0, 2).op("a", 0_us, 10_us).thread(100, 200).op("b", 5_us, 10_us).text();
    const std::string second = wholeMicroseconds().rank(1, 2).op("c", 0_us, 10_us).text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ first, second }), "call-tree"), "ops", { "rank", "name", "tid", "parent" }),
        "0 a 100 -1\n0 b 200 -1\n1 c 100 -1\n");
}

void TestCallTreeTable::sumsAreThoseOfTheChildren()
{
    GeneratorOptions options;
    options.pythonFrames = true;
    const AnalysisInput input = inputOf({ generateTrace(options) });
    const auto result = runOn(input, "call-tree", { { "join-backward", "false" } }); // each thread by itself
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    const auto value = [&table](std::size_t row, std::string_view column) {
        return std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
    };
    std::int64_t topKernels = 0;
    std::int64_t selfTime = 0;
    std::int64_t topTime = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        selfTime += value(row, "self_time");
        if (value(row, "parent") >= 0)
            continue;
        topKernels += value(row, "num_kernels");
        topTime += value(row, "dur");
    }
    const Trace& trace = *input.traces->ranks()[0].trace;
    QCOMPARE(topKernels, static_cast<std::int64_t>(trace.launches().all().size()));
    QCOMPARE(selfTime, topTime);
}

void TestCallTreeTable::evidenceIsTheFigure()
{
    const AnalysisInput input = inputOf({ nested().text() });
    const auto result = runOn(input, "call-tree");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    for (const std::string_view column : { "kernel_dur_sum", "self_time", "dur" }) {
        const std::size_t at = table.columnIndex(column);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            QCOMPARE(timeOf(table.evidence(row, at), *input.traces), std::get<std::int64_t>(table.cell(row, at)));
        }
    }
    const std::size_t parent = table.columnIndex("parent");
    QVERIFY(table.evidence(0, parent).isEmpty());
    QCOMPARE(table.evidence(1, parent).slices.size(), std::size_t { 1 });
}

void TestCallTreeTable::nothingToShowIsSaid()
{
    const auto result = runOn(inputOf({ wholeMicroseconds().kernel("k", 0_us, 5_us, 7).text() }), "call-tree");
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables[0].rowCount(), std::size_t { 0 });
    QCOMPARE(toQString(result->remarks.at(0).code), QString("no-ops"));
}

void TestCallTreeTable::badKindIsRefused()
{
    KT_VERIFY_ERROR(
        runOn(inputOf({ nested().text() }), "call-tree", { { "kinds", "kernels" } }), ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(TestCallTreeTable)
#include "tst_call_tree_table.moc"
