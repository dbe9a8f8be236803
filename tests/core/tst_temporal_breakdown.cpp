// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/names/classification.h"
#include "core/base/vectors.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/random_trace.h"
#include "tests/support/slow/slow_analyses.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Temporal breakdown (SPEC.md section 2) and what a scope means for it (product.md, Scope).
class TestTemporalBreakdown : public QObject {
    Q_OBJECT

private slots:
    void section2ExampleA_data();
    void section2ExampleA();
    void section2ExampleB_data();
    void section2ExampleB();
    void diff21RankWithoutGpuWorkGivesZeros_data();
    void diff21RankWithoutGpuWorkGivesZeros();
    void diff22DevicesHaveRowsOfTheirOwn();
    void workOfOtherStepsIsOfItsOwnDevice();
    void diff23ExposedPartsByPrecedence();
    void ownSharesAreNotRoundedTwice();
    void waitsThatCountAsComputationAreSaid();
    void corruptDurationsAreLeftOutAndSaid();
    void rangeClipsAndIsTheWindow_data();
    void rangeClipsAndIsTheWindow();
    void stepsSelectWorkByLaunch_data();
    void stepsSelectWorkByLaunch();
    void streamsChooseRows();
    void ranksChooseRows();
    void stepPatternNamesOtherSteps();
    void badStepPatternIsRefused();
    void evidenceAddsUpToTheFigure();
    void agreesWithTheSlowOneOnRandomTraces();
    void devicesTogetherAreDevicesAlone();
};

namespace {

const std::vector<std::string_view> kTimes { "rank", "idle_time(us)", "compute_time(us)", "non_compute_time(us)",
    "kernel_time(us)" };
const std::vector<std::string_view> kShares { "idle_time_pctg", "compute_time_pctg", "non_compute_time_pctg" };

std::string times(const std::string& text, Scope scope = {}, Mode mode = Mode::Exact)
{
    return rowsOf(runOn(inputOf({ text }, std::move(scope)), "temporal-breakdown", {}, mode), "ranks", kTimes);
}

Scope stepsScope(std::vector<std::int64_t> steps)
{
    Scope scope;
    scope.steps = std::move(steps);
    return scope;
}

/// Two steps of 100 us each; the second kernel of step 1 runs inside step 2's host time, one kernel has no launch.
std::string twoSteps()
{
    return TraceText()
        .step(1, 0_us, 100_us)
        .launch(10_us, 2_us, 1)
        .kernel("gemm", 20_us, 30_us, 7, 1)
        .launch(90_us, 2_us, 2)
        .kernel("gemm", 110_us, 20_us, 7, 2)
        .step(2, 100_us, 100_us)
        .launch(105_us, 2_us, 3)
        .kernel("gemm", 150_us, 10_us, 7, 3)
        .text();
}

} // namespace

void TestTemporalBreakdown::section2ExampleA_data()
{
    addModes();
}

void TestTemporalBreakdown::section2ExampleA()
{
    const Result<AnalysisResult> result = runOn(inputOf({ exampleE1() }), "temporal-breakdown", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), "0 10 15 15 40\n");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kShares), "25 37.5 37.5\n");
}

void TestTemporalBreakdown::section2ExampleB_data()
{
    addModes();
}

void TestTemporalBreakdown::section2ExampleB()
{
    const std::string text = TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds)
                                 .launch(1_us, 1_us, 1)
                                 .kernel("gemm", 10_us, 10_us, 7, 1)
                                 .sync("Stream Sync", 20_us, 35_us, 7, 2, R"("stream": 7)")
                                 .launch(60_us, 1_us, 3)
                                 .kernel("gemm", 70_us, 10_us, 7, 3)
                                 .text();
    const Mode mode = fetchMode();
    const Result<AnalysisResult> result = runOn(inputOf({ text }), "temporal-breakdown", {}, mode);
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), mode == Mode::Hta ? "0 15 20 35 70\n" : "0 50 20 0 70\n");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kShares), mode == Mode::Hta ? "21.43 28.57 50\n" : "71.43 28.57 0\n");
}

void TestTemporalBreakdown::diff21RankWithoutGpuWorkGivesZeros_data()
{
    addModes();
}

void TestTemporalBreakdown::diff21RankWithoutGpuWorkGivesZeros()
{
    const std::string text = TraceText().op("aten::mm", 0_us, 10_us).text();
    const Result<AnalysisResult> result = runOn(inputOf({ text }), "temporal-breakdown", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), "0 0 0 0 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kShares), "  \n");
}

void TestTemporalBreakdown::diff22DevicesHaveRowsOfTheirOwn()
{
    const std::string text = TraceText()
                                 .device(0)
                                 .kernel("gemm", 0_us, 10_us, 7)
                                 .device(1)
                                 .kernel("gemm", 5_us, 10_us, 7)
                                 .kernel("gemm", 25_us, 5_us, 7)
                                 .text();
    const Result<AnalysisResult> result = runOn(inputOf({ text }), "temporal-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), "0 10 20 0 30\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "devices", { "rank", "device", "idle_time(us)", "compute_time(us)", "kernel_time(us)" }),
        "0 0 0 10 10\n0 1 10 15 25\n");
}

/// The chosen step has work on one device, the other one on both: the second one is idle in the chosen step but for the
/// work of the other one.
void TestTemporalBreakdown::workOfOtherStepsIsOfItsOwnDevice()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 50_us)
                                 .launch(0_us, 5_us, 1)
                                 .step(2, 50_us, 50_us)
                                 .launch(50_us, 5_us, 2)
                                 .launch(55_us, 5_us, 3)
                                 .kernel("gemm", 10_us, 10_us, 7, 1)
                                 .kernel("gemm", 60_us, 5_us, 7, 2)
                                 .device(1)
                                 .kernel("gemm", 30_us, 15_us, 7, 3)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, stepsScope({ 1 })), "temporal-breakdown"), "devices",
                        { "rank", "device", "idle_time(us)", "compute_time(us)", "other_steps", "kernel_time(us)" }),
        "0 0 40 10 0 50\n0 1 35 0 15 50\n");
    const std::string ofRange = rowsOf(runOn(inputOf({ text }, rangeScope(0, 30_us)), "temporal-breakdown"), "devices",
        { "rank", "device", "idle_time(us)", "compute_time(us)", "kernel_time(us)", "count" });
    KT_COMPARE_TEXT(ofRange, "0 0 20 10 30 1\n0 1 30 0 30 0\n");
    // Nothing says how long a whole trace should have kept a device busy that has no work.
    Scope stream;
    stream.streams = { 7 };
    KT_COMPARE_TEXT(
        rowsOf(
            runOn(inputOf({ TraceText().kernel("gemm", 0_us, 10_us, 7).device(1).kernel("gemm", 0_us, 5_us, 8).text() },
                      stream),
                "temporal-breakdown"),
            "devices", { "device", "kernel_time(us)" }),
        "0 10\n");
}

void TestTemporalBreakdown::diff23ExposedPartsByPrecedence()
{
    const std::string text = TraceText()
                                 .kernel("gemm", 0_us, 10_us, 7)
                                 .kernel("ncclDevKernel_AllReduce", 5_us, 20_us, 20)
                                 .copy("Memcpy HtoD", 20_us, 20_us, 22, 1, 100)
                                 .complete("mtia_ccp_events", "packet", 0, 30, 35_us, 15_us)
                                 .text();
    const Result<AnalysisResult> result = runOn(inputOf({ text }), "temporal-breakdown");
    KT_COMPARE_TEXT(
        rowsOf(result, "ranks",
            { "non_compute_time(us)", "comm_exposed", "mem_exposed", "other_exposed", "comm_time", "mem_time" }),
        "40 15 15 10 20 20\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "ranks", { "comm_exposed_pctg", "mem_exposed_pctg", "other_exposed_pctg" }), "30 30 20\n");
}

/// 12.949 % is 12.9 % on the screen: of 12.95 % it would be 13.0 %.
void TestTemporalBreakdown::ownSharesAreNotRoundedTwice()
{
    const std::string text =
        wholeMicroseconds().kernel("k", 0_us, 87'051_us, 7).copy("Memcpy HtoD", 87'051_us, 12'949_us, 7, 0, 1).text();
    const Result<AnalysisResult> result = runOn(inputOf({ text }), "temporal-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", { "mem_exposed_pctg", "compute_time_pctg" }), "12.949 87.05\n");
    KT_COMPARE_TEXT(rowsOf(result, "devices", { "mem_exposed_pctg" }), "12.949\n");
    // Those that files have rounded as HTA does are exact in the table.
    const Table& ranks = *result->findTable("ranks");
    QCOMPARE(std::get<double>(ranks.cell(0, ranks.columnIndex("compute_time_pctg"))), 87.051);
}

/// HTA's names, which decide for work that is no CUDA kernel, know no waits: the figures stay, and are said not to be
/// what they are called.
void TestTemporalBreakdown::waitsThatCountAsComputationAreSaid()
{
    TraceText text = TraceText()
                         .complete("mtia_ccp_events", "merge", 17, 104, 0_us, 30_us)
                         .complete("mtia_ccp_events", "event_wait", 17, 105, 20_us, 40_us)
                         .complete("mtia_ccp_events", "event_wait", 17, 106, 50_us, 20_us);
    for (const char* analysis : { "temporal-breakdown", "kernel-breakdown", "overview" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), analysis), "waits-in-computation"),
            "'event_wait' counts as computation and runs for 50.00 us, though by its name it only waits: without it, "
            "computation takes 30.00 us, not 70.00 us. A rule for its name can say what it is.\n");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text.text() }), "temporal-breakdown"), "ranks", kTimes), "0 0 70 0 70\n");
    // What waits among kernels counts as other work anyway.
    const std::string kernels = TraceText().kernel("gemm", 0_us, 30_us, 7).kernel("event_wait", 20_us, 40_us, 8).text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ kernels }), "temporal-breakdown"), "waits-in-computation"), "");
}

void TestTemporalBreakdown::corruptDurationsAreLeftOutAndSaid()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 0, 10'000);
    events.negativeSlice("kernel", "gemm", 20'000, -5'000);
    events.slice("kernel", "gemm", 30'000, 30'000 + kMaxPlausibleDuration + 1);
    const AnalysisInput input { std::make_shared<const TraceSet>(
                                    std::vector { std::pair { std::int64_t { 0 }, events.build() } },
                                    std::vector<Remark> {}),
        {} };
    const Result<AnalysisResult> result = runOn(input, "temporal-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), "0 0 10 0 10\n");
    QCOMPARE(result->remarks.front().code, std::string("corrupt-excluded"));
}

void TestTemporalBreakdown::rangeClipsAndIsTheWindow_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QString>("expected"); ///< idle compute nonCompute window
    QTest::newRow("edges are idle") << qint64 { 0 } << qint64 { 60'000 } << "30 15 15 60";
    QTest::newRow("kernels are cut") << qint64 { 12'000 } << qint64 { 27'000 } << "0 10 5 15";
    QTest::newRow("only a gap") << qint64 { 31'000 } << qint64 { 39'000 } << "8 0 0 8";
    QTest::newRow("outside of everything") << qint64 { 1'000'000 } << qint64 { 1'001'000 } << "1 0 0 1";
}

void TestTemporalBreakdown::rangeClipsAndIsTheWindow()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(QString, expected);
    KT_COMPARE_TEXT(times(exampleE1(), rangeScope(begin, end)), "0 " + expected.toStdString() + "\n");
}

void TestTemporalBreakdown::stepsSelectWorkByLaunch_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("expected");
    // The window of step 1 reaches to the end of the work it launched, at 130 us.
    QTest::newRow("step 1") << "1"
                            << "80 50 0 130";
    QTest::newRow("step 2") << "2"
                            << "70 10 0 100"; // 20 us of work of step 1
    QTest::newRow("both") << "1 2"
                          << "140 60 0 200";
}

void TestTemporalBreakdown::stepsSelectWorkByLaunch()
{
    QFETCH(QString, steps);
    QFETCH(QString, expected);
    std::vector<std::int64_t> numbers;
    for (const QString& step : steps.split(QLatin1Char(' ')))
        numbers.push_back(step.toLongLong());
    KT_COMPARE_TEXT(times(twoSteps(), stepsScope(numbers)), "0 " + expected.toStdString() + "\n");
}

void TestTemporalBreakdown::streamsChooseRows()
{
    Scope scope;
    scope.streams = { 20 };
    KT_COMPARE_TEXT(times(exampleE1(), scope), "0 0 0 10 10\n");
}

void TestTemporalBreakdown::ranksChooseRows()
{
    Scope scope;
    scope.ranks = { 1 };
    const AnalysisInput input = inputOf({ exampleE1(), exampleE1(), exampleE1() }, scope);
    KT_COMPARE_TEXT(rowsOf(runOn(input, "temporal-breakdown"), "ranks", kTimes), "1 10 15 15 40\n");
}

void TestTemporalBreakdown::stepPatternNamesOtherSteps()
{
    const std::string text = TraceText()
                                 .annotation("my_iteration_7", 0_us, 50_us)
                                 .launch(10_us, 1_us, 1)
                                 .kernel("gemm", 20_us, 10_us, 7, 1)
                                 .annotation("my_iteration_8", 50_us, 50_us)
                                 .launch(60_us, 1_us, 2)
                                 .kernel("gemm", 70_us, 20_us, 7, 2)
                                 .text();
    Scope scope = stepsScope({ 8 });
    scope.stepPattern = "^my_iteration_";
    KT_COMPARE_TEXT(times(text, scope), "0 30 20 0 50\n");
}

void TestTemporalBreakdown::badStepPatternIsRefused()
{
    Scope scope = stepsScope({ 1 });
    scope.stepPattern = "(";
    KT_VERIFY_ERROR(runOn(inputOf({ exampleE1() }, scope), "temporal-breakdown"), ErrorCode::InvalidArgument);
}

void TestTemporalBreakdown::evidenceAddsUpToTheFigure()
{
    for (const Scope& scope : { Scope {}, rangeScope(12'000, 45'000), stepsScope({}) }) {
        const Result<AnalysisResult> result = runOn(inputOf({ exampleE1() }, scope), "temporal-breakdown");
        KT_VERIFY_OK(result);
        for (const Table& table : result->tables) {
            for (std::size_t column = 0; column < table.columnCount(); ++column) {
                if (table.columns()[column].type != ColumnType::Duration)
                    continue;
                Nanoseconds sum = 0;
                for (const IntervalRef& interval : table.evidence(0, column).intervals)
                    sum += interval.range.length();
                QCOMPARE(sum, std::get<std::int64_t>(table.cell(0, column)));
            }
            const Selection all = table.evidence(0, table.columnIndex("count"));
            QCOMPARE(static_cast<std::int64_t>(all.slices.size() + all.intervals.size()),
                std::get<std::int64_t>(table.cell(0, table.columnIndex("count"))));
        }
    }
}

void TestTemporalBreakdown::agreesWithTheSlowOneOnRandomTraces()
{
    std::mt19937 random(2024);
    const char* const names[] = { "gemm", "ncclDevKernel_AllReduce", "relu" };
    for (int round = 0; round < 60; ++round) {
        EventBuilder events;
        for (int i = 0; i < 40; ++i) {
            events.onStream(static_cast<std::int64_t>(random() % 2), static_cast<std::int64_t>(7 + random() % 3));
            const auto begin = static_cast<Timestamp>(random() % 2'000);
            const auto end = begin + static_cast<Nanoseconds>(random() % 80);
            if (random() % 4 == 0)
                events.slice("gpu_memcpy", "Memcpy HtoD", begin, end);
            else
                events.slice(random() % 9 == 0 ? "mtia_ccp_events" : "kernel",
                    random() % 9 == 0 ? "packet" : names[random() % 3], begin, end);
        }
        Scope scope;
        if (round % 3 == 1)
            scope = rangeScope(static_cast<Timestamp>(random() % 500), 600 + static_cast<Timestamp>(random() % 1'000));
        const AnalysisInput input { std::make_shared<const TraceSet>(
                                        std::vector { std::pair { std::int64_t { 0 }, events.build() } },
                                        std::vector<Remark> {}),
            scope };
        const auto source = ScopedGpuWork::create(input, KernelClassifier());
        KT_VERIFY_OK(source);
        const RankGpuWork work = (*source)->rowsOf(0, {});
        const TimeSplit fast = splitTime(work);
        const TimeSplit slow = slowSplit(work);
        QCOMPARE(fast.window, slow.window);
        QCOMPARE(fast.idle, slow.idle);
        QCOMPARE(fast.compute, slow.compute);
        QCOMPARE(fast.nonCompute, slow.nonCompute);
        QCOMPARE(fast.communicationExposed, slow.communicationExposed);
        QCOMPARE(fast.memoryExposed, slow.memoryExposed);
        QCOMPARE(fast.otherExposed, slow.otherExposed);
        QCOMPARE(fast.communication, slow.communication);
        QCOMPARE(fast.memory, slow.memory);
    }
}

/// The walk over all devices at once, which stays linear in their number, takes apart what asking for each does.
void TestTemporalBreakdown::devicesTogetherAreDevicesAlone()
{
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        RandomTraceOptions options;
        options.devices = 1 + static_cast<int>(seed % 6);
        const AnalysisInput input { randomJob(seed, 1, options), seed % 2 == 0 ? stepsScope({ 5, 6 }) : Scope {} };
        const auto source = ScopedGpuWork::create(input, KernelClassifier());
        KT_VERIFY_OK(source);
        const RankGpuWork work = (*source)->rowsOf(0, {});
        std::vector<std::int64_t> devices;
        const std::vector<std::int64_t> idle = idleDevicesOf(work, *input.traces->ranks().front().trace, input.scope);
        eachDevice(work, input.scope, idle, [&](std::int64_t device, const RankGpuWork& part) {
            devices.push_back(device);
            const RankGpuWork alone = workOfDevice(work, device, input.scope);
            const TimeSplit split = splitTime(part);
            const TimeSplit expected = splitTime(alone);
            return QTest::qCompare(part.rows.size(), alone.rows.size(), "rows", "alone", __FILE__, __LINE__)
                && QTest::qCompare(part.streams.size(), alone.streams.size(), "streams", "alone", __FILE__, __LINE__)
                && QTest::qCompare(split.window, expected.window, "window", "alone", __FILE__, __LINE__)
                && QTest::qCompare(split.idle, expected.idle, "idle", "alone", __FILE__, __LINE__)
                && QTest::qCompare(split.compute, expected.compute, "compute", "alone", __FILE__, __LINE__)
                && QTest::qCompare(split.otherSteps, expected.otherSteps, "other steps", "alone", __FILE__, __LINE__);
        });
        std::vector<std::int64_t> expected = devicesOf(work);
        append(expected, idle);
        sortUnique(expected);
        QCOMPARE(devices, expected);
        AnalysisInput whole = input;
        whole.scope = {};
        const auto all = ScopedGpuWork::create(whole, KernelClassifier());
        if (input.scope.hasWindow())
            QCOMPARE(devices, devicesOf((*all)->rank(0, {}).value()));
    }
}

QTEST_GUILESS_MAIN(TestTemporalBreakdown)
#include "tst_temporal_breakdown.moc"
