// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/scope/timeless_steps.h"
#include "core/analysis/words/remark_codes.h"
#include "core/export/kinds/trim_selection.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The time of steps (product.md, Scope).
class TestSteps : public QObject {
    Q_OBJECT

private slots:
    void eachMomentOfAStepCountsOnce();
    void idleHasItsCause();
    void workOfAnEarlierStepIsNoIdleTime();
    void stepsWithoutProfilerStep_data();
    void stepsWithoutProfilerStep();
    void namedPatternIsUsed();
    void devicesAreOneTimeline();
    void scopeCutsAndChooses_data();
    void scopeCutsAndChooses();
    void workOfOverlappingStepsIsThatOfTheLaterOne();
    void noGpuWorkGivesTheWallTime();
    void noStepsIsSaid();
    void stepsWithoutTimeAreNotAskedFor_data();
    void stepsWithoutTimeAreNotAskedFor();
    void workThatRunsAfterItsStepIsSaid();
    void workAtTheEndOfItsStepNeedsNoRemark();
    void partsAddUpToTheWallTime_data();
    void partsAddUpToTheWallTime();
    void evidenceIsTheFigure();
    void badPatternIsRefused();
    void aStopEndsTheSearchByPattern();
    void aStopEndsTheSearchForStepsWithoutTime();
    void whatOnlyRepeatsIsNoStep_data();
    void whatOnlyRepeatsIsNoStep();
    void whatRepeatsBesideUnlinkedWorkIsNoStep();
};

namespace {

const std::vector<std::string_view> kSplit { "step", "wall", "compute_time", "comm_exposed", "mem_exposed",
    "other_exposed", "idle_host_wait", "idle_kernel_wait", "idle_other", "idle_unknown_launch" };

std::string stepsOf(const std::string& text, const std::vector<std::string_view>& columns = kSplit, Scope scope = {})
{
    return rowsOf(runOn(inputOf({ text }, std::move(scope)), "steps"), "steps", columns);
}

/// The columns of a chart's series, with a space between them.
std::string figuresOf(const AnalysisResult& result, std::string_view chart)
{
    std::string figures;
    for (const ChartSeries& series : std::ranges::find(result.charts, chart, &ChartDescription::id)->series)
        figures += (figures.empty() ? "" : " ") + series.column;
    return figures;
}

/// Step 1 [0, 100): compute [20, 50), communication [40, 60), a copy [60, 70).
TraceText oneStep()
{
    return wholeMicroseconds()
        .step(1, 0_us, 100_us)
        .launch(5_us, 2_us, 1)
        .launch(8_us, 2_us, 2)
        .launch(11_us, 2_us, 3)
        .kernel("gemm", 20_us, 30_us, 7, 1)
        .kernel("ncclDevKernel_AllReduce", 40_us, 20_us, 20, 2)
        .copy("Memcpy DtoH (Device -> Pageable)", 60_us, 10_us, 7, 3, 100);
}

} // namespace

void TestSteps::eachMomentOfAStepCountsOnce()
{
    KT_COMPARE_TEXT(stepsOf(oneStep().text()), "1 100 30 10 10 0 50 0 0 0\n");
    KT_COMPARE_TEXT(stepsOf(oneStep().text(), { "name", "ts", "launched", "launched_busy", "end_lag" }),
        "ProfilerStep#1 0 3 50 -30\n");
}

void TestSteps::idleHasItsCause()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 400_us)
                                 .launch(0_us, 2_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1) // 0 to 10: launched in the step
                                 .launch(25_us, 2_us, 2)
                                 .kernel("b", 30_us, 10_us, 7, 2) // 20 to 30: launched after 20
                                 .launch(30_us, 2_us, 3)
                                 .kernel("c", 45_us, 5_us, 7, 3) // 40 to 45: short
                                 .launch(33_us, 2_us, 4)
                                 .kernel("d", 100_us, 100_us, 7, 4) // 50 to 100: long
                                 .kernel("e", 250_us, 50_us, 7)     // 200 to 250: no launch
                                 .text();                           // 300 to 400: nothing was launched
    KT_COMPARE_TEXT(stepsOf(text), "1 400 175 0 0 0 120 5 50 50\n");
}

void TestSteps::workOfAnEarlierStepIsNoIdleTime()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 50_us)
                                 .launch(10_us, 2_us, 1)
                                 .step(2, 50_us, 50_us)
                                 .launch(60_us, 2_us, 2)
                                 .kernel("a", 30_us, 50_us, 7, 1)
                                 .kernel("b", 80_us, 40_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(stepsOf(text), "1 50 20 0 0 0 30 0 0 0\n2 50 50 0 0 0 0 0 0 0\n");
    KT_COMPARE_TEXT(stepsOf(text, { "step", "launched", "launched_busy", "end_lag" }), "1 1 50 30\n2 1 40 20\n");
}

void TestSteps::stepsWithoutProfilerStep_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("vLLM") << "execute_context_0(0)_generation_4(4)"
                          << "execute_context_1(8)_generation_0(0)";
    QTest::newRow("any repeating annotation") << "my_iteration"
                                              << "my_iteration";
}

void TestSteps::stepsWithoutProfilerStep()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    const std::string text = wholeMicroseconds()
                                 .annotation(first.toStdString(), 0_us, 50_us)
                                 .launch(10_us, 2_us, 1)
                                 .annotation(second.toStdString(), 60_us, 40_us)
                                 .launch(65_us, 2_us, 2)
                                 .kernel("a", 20_us, 10_us, 7, 1)
                                 .kernel("b", 70_us, 20_us, 7, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "steps");
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "step", "wall", "compute_time" }), "0 50 10\n1 40 20\n");
    KT_VERIFY_OK(result);
    const std::string said = remarkOf(result, "steps-by-pattern");
    QVERIFY2(said.starts_with("there is no ProfilerStep; the steps are the annotations '") && said.ends_with("'.\n"),
        said.c_str());
}

void TestSteps::namedPatternIsUsed()
{
    Scope scope;
    scope.stepPattern = "^batch_";
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .annotation("batch_7", 10_us, 30_us)
                                 .launch(12_us, 2_us, 1)
                                 .kernel("a", 20_us, 10_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(stepsOf(text, { "step", "wall", "compute_time" }, scope), "7 30 10\n");
}

void TestSteps::devicesAreOneTimeline()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .launch(0_us, 1_us, 1)
                                 .launch(1_us, 1_us, 2)
                                 .device(0)
                                 .kernel("a", 10_us, 30_us, 7, 1)
                                 .device(1)
                                 .kernel("b", 30_us, 30_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(stepsOf(text), "1 100 50 0 0 0 50 0 0 0\n");
}

void TestSteps::scopeCutsAndChooses_data()
{
    QTest::addColumn<QList<qint64>>("steps");
    QTest::addColumn<QList<qint64>>("range");
    QTest::addColumn<QString>("expected");
    QTest::newRow("step 2") << QList<qint64> { 2 } << QList<qint64> {} << "2 100 30 70\n";
    QTest::newRow("range") << QList<qint64> {} << QList<qint64> { 60'000, 140'000 } << "1 40 0 40\n2 40 20 20\n";
    QTest::newRow("both") << QList<qint64> { 1 } << QList<qint64> { 30'000, 140'000 } << "1 70 20 50\n";
}

void TestSteps::scopeCutsAndChooses()
{
    QFETCH(QList<qint64>, steps);
    QFETCH(QList<qint64>, range);
    QFETCH(QString, expected);
    Scope scope;
    scope.steps.assign(steps.begin(), steps.end());
    if (!range.isEmpty())
        scope.range = TimeRange { range[0], range[1] };
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .launch(10_us, 2_us, 1)
                                 .step(2, 100_us, 100_us)
                                 .launch(115_us, 2_us, 2)
                                 .kernel("a", 20_us, 30_us, 7, 1)
                                 .kernel("b", 120_us, 30_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(stepsOf(text, { "step", "wall", "compute_time", "idle_host_wait" }, scope), expected.toStdString());
}

/// Whichever step the work before it was launched in.
void TestSteps::workOfOverlappingStepsIsThatOfTheLaterOne()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 50_us, 100_us)
                                 .launch(40_us, 2_us, 1)
                                 .launch(60_us, 2_us, 2)
                                 .launch(120_us, 2_us, 3)
                                 .kernel("a", 50_us, 10_us, 7, 1)
                                 .kernel("b", 70_us, 20_us, 7, 2)
                                 .kernel("c", 130_us, 40_us, 7, 3)
                                 .text();
    const auto kernelsOf = [&text](std::int64_t step) {
        Scope scope;
        scope.steps = { step };
        return rowsOf(runOn(inputOf({ text }, scope), "kernel-breakdown"), "kernels", { "name", "sum (us)" });
    };
    KT_COMPARE_TEXT(kernelsOf(1), "a 10\n");
    KT_COMPARE_TEXT(kernelsOf(2), "b 20\nc 40\n");
}

void TestSteps::noGpuWorkGivesTheWallTime()
{
    const auto result =
        runOn(inputOf({ wholeMicroseconds().step(1, 0_us, 10_us).op("f", 1_us, 5_us).text() }), "steps");
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "step", "wall", "compute_time", "idle_host_wait" }), "1 10  \n");
    KT_VERIFY_OK(result);
    QCOMPARE(toQString(result->remarks.at(0).code), QString("no-gpu-work"));
    // Of figures that no step has the map of ranks and steps has none, so it does not open on one.
    QCOMPARE(figuresOf(*result, "steps-ranks"), "wall");
    const auto ofGpu = runOn(inputOf({ oneStep().text() }), "steps");
    KT_VERIFY_OK(ofGpu);
    QCOMPARE(figuresOf(*ofGpu, "steps-ranks").substr(0, 18), "compute_time wall ");
}

void TestSteps::noStepsIsSaid()
{
    const auto result = runOn(inputOf({ exampleE1() }), "steps");
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables[0].rowCount(), std::size_t { 0 });
    QCOMPARE(toQString(result->remarks.at(0).code), QString("no-steps"));
}

void TestSteps::stepsWithoutTimeAreNotAskedFor_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("said");
    const TraceText work = wholeMicroseconds().op("a", 0_us, 10_us).launch(1_us, 5_us, 1).kernel("k", 8_us, 5_us, 7, 1);
    const QString noLength = QStringLiteral("its steps, such as 'ProfilerStep#1', have no length: there is no time in "
                                            "them.\n");
    const QString noDuration = QStringLiteral("its steps, such as 'ProfilerStep#1', have no duration that can be used: "
                                              "they are left out.\n");
    const QString none;
    const auto add = [](const char* name, const TraceText& text, const QString& pattern, const QString& said) {
        QTest::newRow(name) << toQString(text.text()) << pattern << said;
    };
    const TraceText short0 = TraceText(work).step(1, 0_us, 0_us).step(2, 5_us, 0_us);
    add("of no length", short0, {}, noLength);
    add("of no length, by a pattern", short0, QStringLiteral("^ProfilerStep"), noLength);
    add("one has time", TraceText(short0).step(3, 6_us, 4_us), {}, none);
    add("not ended",
        TraceText(work).raw(R"({"ph":"B","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":3})"), {},
        noDuration);
    add("without a duration",
        TraceText(work).raw(R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":3})"), {},
        noDuration);
    add("without a duration, by a pattern",
        TraceText(work).raw(R"({"ph":"X","cat":"user_annotation","name":"train 1","pid":1,"tid":1,"ts":3})"),
        QStringLiteral("^train"),
        QStringLiteral("its steps, such as 'train 1', have no duration that can be used: they are left out.\n"));
    add("without a duration, and a pattern that fits nothing",
        TraceText(work).raw(R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":3})"),
        QStringLiteral("^nothing"), none);
    add("none", work, {}, none);
    add("another annotation is not ended", TraceText(work).begin("forward", 0_us), {}, none);
}

/// Who recorded them calls prof.step() already.
void TestSteps::stepsWithoutTimeAreNotAskedFor()
{
    QFETCH(QString, text);
    QFETCH(QString, pattern);
    QFETCH(QString, said);
    Scope scope;
    scope.stepPattern = pattern.toStdString();
    const AnalysisInput input = inputOf({ text.toStdString() }, scope);
    const auto result = runOn(input, "steps");
    KT_COMPARE_TEXT(remarkOf(result, kNothingFits), said.toStdString());
    QCOMPARE(remarkOf(result, "no-steps").empty(), !said.isEmpty() || result->tables.front().rowCount() > 0);
    for (const Remark& remark : result->remarks)
        QVERIFY(said.isEmpty() || english(remark.message).find("prof.step()") == std::string::npos);
}

void TestSteps::workThatRunsAfterItsStepIsSaid()
{
    // All is launched in the first 25 us; it runs when the host is past the step.
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 1000_us)
                                 .launch(10_us, 5_us, 1)
                                 .launch(20_us, 5_us, 2)
                                 .kernel("a", 5000_us, 400_us, 7, 1)
                                 .kernel("b", 5600_us, 400_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(stepsOf(text), "1 1000 0 0 0 0 15 0 985 0\n");
    const auto result = runOn(inputOf({ text }), "steps");
    KT_COMPARE_TEXT(
        rowsOf(result, "steps", { "launched", "launched_busy", "launched_span", "end_lag" }), "2 800 1000 5000\n");
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 2 });
    QCOMPARE(toQString(result->remarks[0].code), QString("work-after-step"));
    QCOMPARE(toQString(result->remarks[1].code), QString("no-mfu"));
    QVERIFY(english(result->remarks[0]).find("1 of 1 steps") != std::string::npos);
    QVERIFY(english(result->remarks[0]).find("up to 5.000 ms later") != std::string::npos);
    // Columns are called as a reader sees them.
    QVERIFY(english(result->remarks[0]).find("launched busy, launched span and end lag") != std::string::npos);
    QVERIFY(english(result->remarks[0]).find('_') == std::string::npos);
}

void TestSteps::workAtTheEndOfItsStepNeedsNoRemark()
{
    const std::string text =
        wholeMicroseconds().step(1, 0_us, 1000_us).launch(900_us, 5_us, 1).kernel("a", 910_us, 120_us, 7, 1).text();
    const auto result = runOn(inputOf({ text }), "steps");
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    QCOMPARE(toQString(result->remarks[0].code), QString("no-mfu")); // there are no shapes
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "idle_host_wait", "end_lag" }), "910 30\n");
}

void TestSteps::partsAddUpToTheWallTime_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 30; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestSteps::partsAddUpToTheWallTime()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    TraceText text;
    for (int step = 0; step < 6; ++step)
        text.step(step, step * 20'000 + below(2'000), 15'000 + below(5'000));
    const char* const names[] = { "gemm", "ncclDevKernel_AllGather", "relu" };
    for (int i = 0; i < 60; ++i) {
        const Timestamp launch = below(120'000);
        const Timestamp start = launch + below(60'000);
        text.device(below(2));
        if (below(5) > 0)
            text.launch(launch, 1 + below(3'000), i + 1);
        if (below(4) == 0)
            text.copy("Memcpy HtoD (Pageable -> Device)", start, below(9'000), 7 + below(2), i + 1, 10);
        else
            text.kernel(names[below(3)], start, below(9'000), 7 + below(2), i + 1);
    }
    const auto result = runOn(inputOf({ text.text() }), "steps");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    QVERIFY(table.rowCount() > 0);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::size_t wall = table.columnIndex("wall");
        std::int64_t sum = 0;
        for (std::size_t column = wall + 1; column < table.columnIndex("launched"); ++column)
            sum += std::get<std::int64_t>(table.cell(row, column));
        QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, wall)));
    }
}

void TestSteps::evidenceIsTheFigure()
{
    const AnalysisInput input = inputOf({ oneStep().text() });
    const auto result = runOn(input, "steps");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    for (std::size_t column = table.columnIndex("wall"); column < table.columnIndex("launched"); ++column)
        QCOMPARE(timeOf(table.evidence(0, column), *input.traces), std::get<std::int64_t>(table.cell(0, column)));
    QCOMPARE(table.evidence(0, table.columnIndex("launched")).slices.size(), std::size_t { 3 });
}

void TestSteps::badPatternIsRefused()
{
    Scope scope;
    scope.stepPattern = "(";
    KT_VERIFY_ERROR(runOn(inputOf({ oneStep().text() }, scope), "steps"), ErrorCode::InvalidArgument);
}

void TestSteps::aStopEndsTheSearchByPattern()
{
    const AnalysisInput input = inputOf({ oneStep().text() });
    const RankTrace& rank = input.traces->ranks()[0];
    std::stop_source source;
    source.request_stop();
    Scope scope;
    QVERIFY(stepsOf(*rank.trace, scope, source.get_token())); // nothing is matched
    scope.stepPattern = "Profiler";
    KT_VERIFY_OK(stepsOf(*rank.trace, scope));
    KT_VERIFY_ERROR(stepsOf(*rank.trace, scope, source.get_token()), ErrorCode::Cancelled);
    KT_VERIFY_ERROR(chosenStepRanges(rank, scope, source.get_token()), ErrorCode::Cancelled);
    scope.steps = { 1 };
    KT_VERIFY_ERROR(selectForTrim(rank, scope, source.get_token()), ErrorCode::Cancelled);
}

void TestSteps::aStopEndsTheSearchForStepsWithoutTime()
{
    struct StopAtOnce : StopObserver {
        bool stopsHere() override { return true; }
        std::size_t itemsPerLook() const override { return 1; }
    };
    const AnalysisInput input =
        inputOf({ wholeMicroseconds()
                      .op("a", 0_us, 10_us)
                      .raw(R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":3})")
                      .annotation("mark", 5_us, 0_us)
                      .text() });
    const Trace& trace = *input.traces->ranks()[0].trace;
    QVERIFY(timelessSteps(trace, {}, {}));
    StopAtOnce observer;
    Progress stopping;
    stopping.observer = &observer;
    QVERIFY(!timelessSteps(trace, {}, stopping));

    Scope scope;
    scope.stepPattern = "^mark$";
    QVERIFY(timelessSteps(trace, scope, {}));
    std::stop_source source;
    source.request_stop();
    Progress stopped;
    stopped.stop = source.get_token();
    QVERIFY(!timelessSteps(trace, scope, stopped));
}

void TestSteps::whatOnlyRepeatsIsNoStep_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("launchesInside"); ///< of ten
    QTest::addColumn<int>("steps");
    QTest::newRow("holds all launches") << "iteration_body" << 10 << 2;
    QTest::newRow("holds half of them") << "iteration_body" << 5 << 2;
    QTest::newRow("most is launched elsewhere") << "iteration_body" << 4 << 0;
    QTest::newRow("a framework's, but beside the work") << "train_step" << 4 << 0;
    QTest::newRow("a framework's") << "train_step" << 6 << 2;
    QTest::newRow("a cache lookup") << "TorchDynamo Cache Lookup" << 10 << 0;
    QTest::newRow("a data loader") << "enumerate(DataLoader)#_Iter.__next__" << 10 << 0;
    QTest::newRow("a batch is fetched") << "MyPipeline.next_batch" << 10 << 0;
    QTest::newRow("a wait") << "work.wait()" << 10 << 0;
}

void TestSteps::whatOnlyRepeatsIsNoStep()
{
    QFETCH(QString, name);
    QFETCH(int, launchesInside);
    QFETCH(int, steps);
    TraceText text = wholeMicroseconds();
    text.annotation(name.toStdString(), 0_us, 100_us).annotation(name.toStdString(), 200_us, 100_us);
    for (int i = 0; i < 10; ++i) {
        const Timestamp at = (i < launchesInside ? (i % 2) * 200'000 : 120'000) + i * 4'000;
        text.launch(at, 1_us, i + 1).kernel("k", at + 2'000, 1_us, 7, i + 1);
    }
    const AnalysisInput input = inputOf({ text.text() });
    QCOMPARE(input.traces->ranks()[0].trace->steps().size(), static_cast<std::size_t>(steps));
    QCOMPARE(input.traces->ranks()[0].trace->stepPattern().empty(), steps == 0);
}

void TestSteps::whatRepeatsBesideUnlinkedWorkIsNoStep()
{
    const auto steps = [](int opsInside, bool withKernels) {
        TraceText text = wholeMicroseconds();
        text.thread(1, 2).annotation("my region", 0_us, 100_us).annotation("my region", 200_us, 100_us);
        text.thread(1, 1);
        for (int i = 0; i < 10; ++i)
            text.op("aten::add", (i < opsInside ? (i % 2) * 200'000 : 120'000) + i * 4'000, 2_us);
        if (withKernels) // without a launch
            text.kernel("k", 10_us, 1_us, 7);
        return inputOf({ text.text() }).traces->ranks()[0].trace->steps().size();
    };
    QCOMPARE(steps(4, false), std::size_t { 0 });
    QCOMPARE(steps(4, true), std::size_t { 0 });
    QCOMPARE(steps(5, false), std::size_t { 2 });
    QCOMPARE(steps(5, true), std::size_t { 2 });
}

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
