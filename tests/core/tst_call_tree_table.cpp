// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The call tree as a table (analyses.md 12.3).
class TestCallTreeTable : public QObject {
    Q_OBJECT

private slots:
    void section12_3Example();
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
    void cancelStops();
};

namespace {

TraceText wholeMicroseconds()
{
    return TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
}

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
    const auto result = runOn(input, "call-tree");
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
    const SliceTable& slices = input.traces->ranks()[0].trace->slices();
    for (const std::string_view column : { "kernel_dur_sum", "self_time", "dur" }) {
        const std::size_t at = table.columnIndex(column);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Selection evidence = table.evidence(row, at);
            Nanoseconds sum = 0;
            for (const SliceRef& slice : evidence.slices)
                sum += slices.duration(slice.slice);
            for (const IntervalRef& interval : evidence.intervals)
                sum += interval.range.length();
            QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, at)));
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

void TestCallTreeTable::cancelStops()
{
    const AnalysisInput input = inputOf({ nested().text() });
    std::stop_source stop;
    stop.request_stop();
    AnalysisContext context;
    context.progress.stop = stop.get_token();
    KT_VERIFY_ERROR(
        runAnalysis(*findAnalysis("call-tree"), { &input, 1 }, {}, Mode::Exact, context), ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestCallTreeTable)
#include "tst_call_tree_table.moc"
