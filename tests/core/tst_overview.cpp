// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <map>
#include <set>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The overview: the split of time, and findings in words.
class TestOverview : public QObject {
    Q_OBJECT

private slots:
    void splitOfTheSharedExample();
    void splitAddsUp_data();
    void splitAddsUp();
    void figuresAreThoseOfTheAnalyses_data();
    void figuresAreThoseOfTheAnalyses();
    void eachKindIsFound_data();
    void eachKindIsFound();
    void waitingWorkIsNotSpedUp();
    void launchesOfATrimmedTraceAreNoTimeOutside();
    void launchesAfterTheLastWorkAreTold();
    void noNanosecondIsClaimedTwice();
    void aSynchronisationExplainsNoLongGap();
    void shortWaitsExplainNoGapOfTheHost();
    void aKernelBesideOtherWorkSavesLittle();
    void programsWithoutAGpuAreThoughtOf();
    void workWithoutACategoryIsNoProgramWithoutAGpu();
    void filesThatAreCutOrEmptyAreNoProgramsWithoutAGpu();
    void filesOfOtherProgramsNeedNoOption();
    void anOpIsNotItsCalls();
    void collectivesOfTheHostAreNotUnrecordedCode();
    void float32WorkOnOlderGpusIsForFloat16_data();
    void float32WorkOnOlderGpusIsForFloat16();
    void aSleepingKernelIsNotSpedUp();
    void launchCallsAreNotTheTimeAfterThem();
    void savingsAreNotKnownWithoutLaunches();
    void whatNothingWaitsForIsNoLargeKernel();
    void aFindingSavesOnlyItsOwn();
    void aSavingBeyondItsTimeSaysSo();
    void aSavingOfWhatComesOnceSaysSo();
    void aCallOfManyIsNamedAlone();
    void afterAFreeTheFreeIsTheCure();
    void aSavingIsQuotedOnce();
    void aSavingIsQuotedWhereMostIsAtStake();
    void noSavingIsSaidOfCopyCalls();
    void theFrameThatTheGpuWaitsForIsNamed();
    void aFunctionThatCallsManyIsNamedWithThem();
    void unrecordedWorkBeforeTheViewIsThoughtOf();
    void largeKernelsAreNoSmallOnes();
    void launchingIsCallsAndLatency();
    void workBeforeTheRecordingIsThoughtOf();
    void stepsAreNoCallers();
    void stretchesAreNotCalledGaps();
    void fewGapsOfTwoStretchesAreGaps();
    void float32ProductsBesideOtherWorkSaveLittle();
    void pinningMemoryIsNoSetUp();
    void theSavingOfSettingUpIsThatOfItsCalls();
    void gapsWithoutLaunchesAreNoLatency();
    void whatAWaitingKernelTakesAloneIsSaid();
    void counterRecordingsAreNamed();
    void allSayTheSameOfCounterRecordings();
    void smallFiguresAreNoFinding_data();
    void smallFiguresAreNoFinding();
    void thresholdsDecide();
    void fiveAtMostGreatestFirst();
    void aRankThatComputesLongerIsNamed();
    void sentencesNameFiguresAndCauses();
    void aGraphLaunchCountsOnce();
    void whatACaptureTakesIsNoSlowHost();
    void waitsOfTheProfilerAreItsOwn();
    void anotherThreadInPythonMayHoldTheLock();
    void annotationsAreNoActivity();
    void longFramesKeepFunctionAndLine();
    void aPartOfTheWaitForTheHostHasAnotherName();
    void whatIsTheLimitIsSaidWhereLittleIsSaved();
    void longLaunchesAreLeftOutInWords();
    void longLaunchCallsAreNoShortKernels();
    void whyLaunchCallsTakeLongIsSaidWhereItIsRecorded();
    void whatPyTorchFreesWhenMemoryIsFullIsTold();
    void whatTheHostDoesAfterAWaitIsSaid();
    void aFasterHostIsQuotedWhereWaitingCostsLittle();
    void whatAWaitCostsLaterIsTold();
    void waitsAreThoseOfTheRankWhereTheyCostMost();
    void whatComesAgainIsNoFirstUse();
    void waitingInPythonIsNoSynchronisation();
    void aCollectiveOfTheHostIsNoSynchronisation();
    void aLongSynchronisationIsNotLateToReturn();
    void callsThatReturnLateAreTold();
    void longCallsThatComeAgainAreNoFirstUse();
    void savingsAreNotKnownBehindWaitsInPython();
    void aSlowStepIsNamedByWhatMakesItSlow();
    void aSlowStepThatIsSlowByItsWorkSaysSo();
    void aStepHasNoMoreReasonsThanItTakes();
    void aSlowStepOfCopiesIsToldWithThem();
    void slowStepsAndCommunicationAreNotCalledAlike();
    void ofAllAlikeARankWithAllKernelsIsShown();
    void whatItsWorkHidesIsTold();
    void aStepThatIsSlowByManyThingsIsTold();
    void timeOutsideOfTheViewMakesNoSlowStep();
    void stepsBesideEachOtherAreNotCompared();
    void aStepThatTheViewCutsIsLeftAside();
    void noPartIsMoreThanTheWhole();
    void aHostThatRunsAheadMakesNoSlowStep();
    void aCopyBesideTheNextStepsMakesNoSlowStep();
    void aCopyInTheWayOfTheNextStepIsItsOwnSteps();
    void workLeftOverFromBeforeMakesNoSlowStep();
    void stepsThatOverlapAreSlowByTheirOwnWork();
    void whatEveryStepHasMakesNoneSlow();
    void stepsThatTheRangeCutsAreNotCompared();
    void stepsThatTakeAsLongAreNamedWithTheSlowest();
    void theFrameOfASlowStepIsNamed();
    void whatToRecordIsSaidOnce();
    void savingsAreSeenInALine();
    void chosenStreamsAreSaid();
    void waitingInPythonIsNotSpedUp();
    void aSleepTakesOnlyItsOwnTime();
    void namesWithAddressesAreOne();
    void annotationsWithoutOpsAreNamed();
    void stretchesAreNoTimes();
    void fewLongGapsAreNoSmallKernels();
    void devicesTakenAsOneAreNamed();
    void aSavingBeyondTheFindingSaysSo();
    void aMeanThatOneWaitMakesIsNotSaid();
    void aMeanThatFewWaitsMakeIsNotSaid();
    void workThatWaitsAfterItsLaunchDoesNotWaitForTheHost();
    void workAfterAHostFunctionMayWaitForTheHost();
    void aGapWhereKernelsAreLostNeedNotBeIdle();
    void kernelsAreLostOnlyWhileTheyMayRun();
    void smallCopiesAreNotSlowForWantOfPinnedMemory();
    void theKindOfMostCopiesIsSaid();
    void copiesBehindTheLastStepAreSaid();
    void aKernelBesideItselfTakesItsTimeOnce();
    void stepsHaveATrueMedian();
    void theLastOfACrowdIsNotCalledLate();
    void recordingsOfOneRankAreNoRanksThatWait();
    void aStepIsNotSlowForALateRank();
    void graphsAreNotTheAdviceWhereTheyAreUsed();
    void launchesThatComeAgainAreWorkForAGraph_data();
    void launchesThatComeAgainAreWorkForAGraph();
    void launchesThatComeOnceMayBeWorkForAGraph();
    void launchesOfALoopWithoutStepsComeAgain();
    void workWithoutTimesIsNoIdleTimeUnsaid_data();
    void workWithoutTimesIsNoIdleTimeUnsaid();
    void savingsAreThoseOfWhatIf_data();
    void savingsAreThoseOfWhatIf();
    void noSavingIsNegative();
    void aTimeRangeHasNoSavings();
    void evidenceIsTheFigure();
    void scopeIsHonoured();
    void aRangeWithoutWorkIsIdle();
    void theGridOfManyRanksIsThereFirst();
};

namespace {

const std::vector<std::string_view> kSplit { "time", "compute_time", "comm_exposed", "mem_exposed", "other_exposed",
    "idle_host_wait", "idle_kernel_wait", "idle_other", "idle_unknown_launch" };

/// Figure of a kind of finding, us; -1 if it is none.
std::int64_t figureOf(const Result<AnalysisResult>& result, std::string_view kind)
{
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == kind)
            return std::get<std::int64_t>(table.cell(row, table.columnIndex("figure"))) / 1'000;
    }
    return -1;
}

/// Sentence of a kind of finding; "" if there is none.
std::string sentenceOf(const Result<AnalysisResult>& result, std::string_view kind)
{
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == kind)
            return std::string(table.text(row, table.columnIndex("finding")));
    }
    return {};
}

std::string kindsOf(const Result<AnalysisResult>& result)
{
    return rowsOf(result, "findings", { "kind" });
}

/// Work [10, 20) and [110, 120); the second launch starts at 100: the GPU waits 90 for the host.
TraceText waiting()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .kernel("a", 10_us, 10_us, 7, 1)
        .launch(100_us, 5_us, 2)
        .kernel("b", 110_us, 10_us, 7, 2);
}

/// Work [10, 70) and [160, 170); the host waits [12, 72) for the first, and launches again at 150.
TraceText waitingAfterSync()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .kernel("a", 10_us, 60_us, 7, 1)
        .runtime("cudaStreamSynchronize", 12_us, 60_us, 9)
        .launch(150_us, 5_us, 2)
        .kernel("b", 160_us, 10_us, 7, 2);
}

} // namespace

void TestOverview::splitOfTheSharedExample()
{
    const auto result = runOn(inputOf({ exampleE1() }), "overview");
    KT_COMPARE_TEXT(rowsOf(result, "split", kSplit), "40 15 5 10 0 0 10 0 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "split", { "comm_hidden", "busy_pctg", "compute_pctg" }), "5 75 37.5\n");
}

void TestOverview::splitAddsUp_data()
{
    QTest::addColumn<QList<qint64>>("steps");
    QTest::addColumn<bool>("hasRange");
    QTest::newRow("whole") << QList<qint64> {} << false;
    QTest::newRow("steps") << QList<qint64> { 1 } << false;
    QTest::newRow("range") << QList<qint64> {} << true;
}

void TestOverview::splitAddsUp()
{
    QFETCH(QList<qint64>, steps);
    QFETCH(bool, hasRange);
    GeneratorOptions options;
    options.ranks = 2;
    AnalysisInput input = inputOf(generateTraces(options));
    for (const qint64 step : steps)
        input.scope.steps.push_back(input.traces->stepNumbers().at(static_cast<std::size_t>(step)));
    if (hasRange)
        input.scope.range = TimeRange { input.traces->range().length() / 3, input.traces->range().length() / 2 };
    const auto result = runOn(input, "overview");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("split");
    QCOMPARE(table.rowCount(), std::size_t { 2 });
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::int64_t sum = 0;
        for (const std::string_view column : kSplit)
            sum += std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
        QCOMPARE(sum, 2 * std::get<std::int64_t>(table.cell(row, table.columnIndex("time"))));
    }
}

void TestOverview::figuresAreThoseOfTheAnalyses_data()
{
    QTest::addColumn<QString>("delay");
    for (const char* delay : { "30us", "0", "3us", "1ms", "1s" })
        QTest::newRow(delay) << QString(delay);
}

void TestOverview::figuresAreThoseOfTheAnalyses()
{
    QFETCH(QString, delay);
    const AnalysisInput input = inputOf({ generateTrace() });
    const auto result = runOn(input, "overview", { { "consecutive-kernel-delay", delay.toStdString() } });
    const auto temporal = runOn(input, "temporal-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "split", { "rank", "time", "compute_time", "comm_exposed", "mem_exposed" }),
        rowsOf(temporal, "ranks", { "rank", "kernel_time(us)", "compute_time(us)", "comm_exposed", "mem_exposed" }));
    const auto idle = runOn(input, "idle-time", { { "consecutive-kernel-delay", delay.toStdString() } });
    KT_VERIFY_OK(idle);
    std::map<std::string, std::int64_t, std::less<>> causes;
    const Table& devices = *idle->findTable("devices");
    for (std::size_t row = 0; row < devices.rowCount(); ++row)
        causes[std::string(devices.text(row, devices.columnIndex("idle_category")))] +=
            std::get<std::int64_t>(devices.cell(row, devices.columnIndex("idle_time")));
    const Table& split = *result->findTable("split");
    const auto here = [&split](const std::string& cause) {
        return std::get<std::int64_t>(split.cell(0, split.columnIndex("idle_" + cause)));
    };
    for (const std::string cause : { "host_wait", "kernel_wait", "other", "unknown_launch" })
        QCOMPARE(here(cause), causes[cause]);
}

void TestOverview::eachKindIsFound_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("figure");
    const auto add = [](const char* kind, const TraceText& text, qint64 figure) {
        QTest::newRow(kind) << QString(kind) << toQString(text.text()) << figure;
    };
    add("host-wait", waiting(), 80); // and 10 until the launch takes effect
    add("sync-wait", waitingAfterSync(), 90);
    add("data-loading", waiting().op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 25_us, 70_us), 70);
    add("device-allocation", waiting().runtime("cudaMalloc", 30_us, 40_us, 9), 40);
    const TraceText early = wholeMicroseconds().launch(0_us, 1_us, 1).launch(2_us, 1_us, 2);
    add("kernel-gaps", TraceText(early).kernel("a", 10_us, 10_us, 7, 1).kernel("b", 35_us, 10_us, 7, 2), 15);
    add("long-gaps", TraceText(early).kernel("a", 10_us, 10_us, 7, 1).kernel("b", 100_us, 10_us, 7, 2), 80);
    add("unknown-gaps", wholeMicroseconds().kernel("a", 10_us, 10_us, 7).kernel("b", 100_us, 10_us, 7), 80);
    add("exposed-communication",
        wholeMicroseconds().kernel("a", 10_us, 30_us, 7).kernel("ncclDevKernel_AllReduce", 30_us, 30_us, 20), 20);
    add("exposed-copies",
        wholeMicroseconds()
            .kernel("a", 10_us, 30_us, 7)
            .copy("Memcpy DtoH (Device -> Pageable)", 40_us, 25_us, 7, 0, 9),
        25);
    add("large-kernel", wholeMicroseconds().kernel("a", 10_us, 60_us, 7).kernel("b", 70_us, 40_us, 7), 30);
    const char* const device = R"([{"id": 0, "name": "A100", "computeMajor": 8, "warpSize": 32}])";
    add("float32-matmul",
        wholeMicroseconds().top("deviceProperties", device).kernel("ampere_sgemm_128x64_nn", 0_us, 80_us, 7), 40);
    add("layout-conversion",
        wholeMicroseconds().kernel("cudnn::nchwToNhwcKernel", 0_us, 20_us, 7).kernel("b", 20_us, 40_us, 7), 20);
    TraceText tiny = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        tiny.launch(i * 20'000, 10_us, i + 1).kernel("k" + std::to_string(i), i * 20'000 + 11'000, 1_us, 7, i + 1);
    add("short-kernels", tiny, 99);
    add("outside-view", waiting().op("aten::prepare", 200_us, 50_us), 140);
    add("first-use", waiting().runtime("cuModuleLoadData", 30_us, 40_us, 9), 40);
    add("waiting-kernel", wholeMicroseconds().kernel("ssd::event_wait", 10_us, 60_us, 7).kernel("b", 70_us, 40_us, 7),
        60);
    add("slow-step",
        wholeMicroseconds()
            .step(1, 0_us, 100_us)
            .step(2, 100_us, 100_us)
            .step(3, 200_us, 250_us)
            .kernel("k", 0_us, 100_us, 7)
            .kernel("k", 100_us, 100_us, 7)
            .kernel("k", 200_us, 250_us, 7),
        150);
    add("large-op", wholeMicroseconds().op("aten::sort", 0_us, 50_us).op("aten::add", 50_us, 10_us), 50);
    add("host-collectives", wholeMicroseconds().op("aten::sort", 0_us, 50_us).annotation("gloo:barrier", 50_us, 40_us),
        40);
    add("unrecorded-host", wholeMicroseconds().op("aten::sort", 0_us, 50_us).op("aten::add", 90_us, 10_us), 40);
    const char* const older = R"([{"id": 0, "name": "Tesla V100-SXM2-16GB", "computeMajor": 7, "warpSize": 32}])";
    add("float32-work",
        wholeMicroseconds()
            .top("deviceProperties", older)
            .kernel("volta_scudnn_128x64_relu_small_nn_v1", 0_us, 80_us, 7),
        40);
}

void TestOverview::eachKindIsFound()
{
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(qint64, figure);
    const auto result = runOn(inputOf({ text.toStdString() }), "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(qint64 { figureOf(result, kind.toStdString()) }, figure);
}

/// What waits is never to be made faster, whatever class it has: work that is no CUDA kernel has HTA's. Its device is
/// called what others are, and that is said.
void TestOverview::waitingWorkIsNotSpedUp()
{
    QString text = QString::fromStdString(
        wholeMicroseconds().kernel("event_wait", 10_us, 60_us, 7).kernel("b", 70_us, 10_us, 7).text());
    text.replace(QStringLiteral("\"kernel\""), QStringLiteral("\"mtia_ccp_events\""));
    QVERIFY(text.contains(QStringLiteral("mtia_ccp_events")));
    const auto result = runOn(inputOf({ text.toStdString() }), "overview");
    QCOMPARE(figureOf(result, "waiting-kernel"), std::int64_t { 60 });
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 });
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-device"),
        "its work runs on an accelerator of Meta (MTIA), which is called GPU here as other devices are.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ exampleE1() }), "overview"), "no-gpu-device"), "");
}

/// The work of a part was launched long before it; what the host and the GPU did then was cut away.
void TestOverview::launchesOfATrimmedTraceAreNoTimeOutside()
{
    TraceText part = wholeMicroseconds();
    part.launch(0_us, 10_us, 1).op("aten::mm", 5'000_us, 100_us);
    const std::string ahead = TraceText(part).kernel("a", 5'000_us, 200_us, 7, 1).text();
    QCOMPARE(figureOf(runOn(inputOf({ ahead }), "overview"), "outside-view"), std::int64_t { -1 });
    // A first launch that takes long is the host's time before the GPU's.
    TraceText slow = wholeMicroseconds();
    slow.launch(0_us, 4'990_us, 1).kernel("a", 5'000_us, 200_us, 7, 1);
    const auto before = runOn(inputOf({ slow.text() }), "overview");
    QCOMPARE(figureOf(before, "outside-view"), std::int64_t { 5'000 });
    // The file may last longer: with a span of the profiler, say, which is nothing that the host did.
    slow.complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0_us, 9'000_us);
    const std::string sentence = rowsOf(runOn(inputOf({ slow.text() }), "overview"), "findings", { "kind", "finding" });
    QVERIFY2(
        sentence.find("outside-view Of 5.200 ms from the first to the last host or GPU activity, 5.000 ms (96.2 %)")
            != std::string::npos,
        sentence.c_str());
    // Where that time is a figure: it is in no gap of a device.
    QVERIFY(QString::fromStdString(rowsOf(before, "findings", { "kind", "analysis" }))
                .contains(QStringLiteral("outside-view critical-path")));
}

/// Where the recording of the GPU stops before the host's, what the host launches then may keep the GPU busy.
void TestOverview::launchesAfterTheLastWorkAreTold()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.launch(i * 10_us, 5_us, i + 1);
        if (i < 12)
            text.kernel("k", i * 10_us + 6_us, 8_us, 7, i + 1);
    }
    const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view"));
    QVERIFY2(sentence.endsWith("; after the last one the host launches 7 kernels that are not in the file, so the GPU "
                               "may have been busy with them."),
        qPrintable(sentence));
}

void TestOverview::noNanosecondIsClaimedTwice()
{
    const auto explained = runOn(inputOf({ waitingAfterSync().text() }), "overview");
    QCOMPARE(figureOf(explained, "host-wait"), std::int64_t { -1 });
    const auto partly = runOn(inputOf({ waiting().runtime("cudaMalloc", 30_us, 40_us, 9).text() }), "overview");
    QCOMPARE(figureOf(partly, "host-wait"), std::int64_t { 40 });

    const std::set<std::string> ofIdleTime { "host-wait", "sync-wait", "sync-idle", "data-loading", "device-allocation",
        "first-use", "long-allocation", "compilation", "graph-capture", "python-wait", "host-collective",
        "profiler-overhead", "short-kernels", "kernel-gaps", "event-gaps", "long-gaps", "unknown-gaps" };
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const AnalysisInput input { randomJob(seed, 1), {} };
        const auto result = runOn(input, "overview", { { "least-share", "0" }, { "least-time", "0" } });
        KT_VERIFY_OK(result);
        const Table& table = result->tables[0];
        std::vector<TimeRange> claimed;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (!ofIdleTime.contains(std::string(table.text(row, table.columnIndex("kind")))))
                continue;
            for (const IntervalRef& interval : table.evidence(row, 0).intervals)
                claimed.push_back(interval.range);
        }
        std::sort(claimed.begin(), claimed.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        for (std::size_t i = 1; i < claimed.size(); ++i)
            QVERIFY2(claimed[i - 1].end <= claimed[i].begin, std::to_string(seed).c_str());
    }
}

void TestOverview::aSynchronisationExplainsNoLongGap()
{
    // 10 us of synchronisation, then half a second in which the host frees memory twice.
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 5_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .runtime("cudaStreamSynchronize", 15_us, 10_us, 9)
                                 .runtime("cudaFree", 30_us, 90'000_us, 10)
                                 .runtime("cudaFree", 90'040_us, 90'000_us, 11)
                                 .launch(490'000_us, 5_us, 2)
                                 .kernel("b", 490'010_us, 10_us, 7, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    QCOMPARE(figureOf(result, "device-allocation"), std::int64_t { 180'000 });
    QCOMPARE(figureOf(result, "host-wait"), std::int64_t { 309'975 });
    QCOMPARE(figureOf(result, "sync-wait"), std::int64_t { -1 });
}

/// 10 us of waiting, then the host takes 80: without the wait the GPU would be idle for nearly as long.
void TestOverview::shortWaitsExplainNoGapOfTheHost()
{
    const auto result =
        runOn(inputOf({ waiting().runtime("cudaStreamSynchronize", 12_us, 10_us, 9).text() }), "overview");
    QCOMPARE(figureOf(result, "sync-wait"), std::int64_t { -1 });
    QCOMPARE(figureOf(result, "host-wait"), std::int64_t { 78 }); // 2 are the end of the call, 10 the launch
}

void TestOverview::aKernelBesideOtherWorkSavesLittle()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .launch(20_us, 0_us, 2)
                                 .launch(60_us, 0_us, 3)
                                 .kernel("a", 0_us, 100_us, 7, 1)
                                 .kernel("b", 20_us, 40_us, 20, 2)
                                 .kernel("c", 60_us, 80_us, 20, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview", { { "least-time", "0" } });
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 }); // the others end as late without it
    // What is at stake is what a faster one saves: then c ends last, at 80 instead of 100.
    const std::string shorter = wholeMicroseconds()
                                    .launch(0_us, 0_us, 1)
                                    .launch(20_us, 0_us, 2)
                                    .launch(60_us, 0_us, 3)
                                    .kernel("a", 0_us, 100_us, 7, 1)
                                    .kernel("b", 20_us, 40_us, 20, 2)
                                    .kernel("c", 60_us, 20_us, 20, 3)
                                    .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ shorter }), "overview"), "large-kernel"),
        "One kernel, 'a', takes 100.0 us in 1 call, 100.0 % of busy GPU time; it runs alone for 40.00 us of 100.0 us. "
        "Estimated saving with it twice as fast: 20.00 us (20.0 % of the wall time).");
}

/// A program without a GPU is told of none that a recording could show.
void TestOverview::programsWithoutAGpuAreThoughtOf()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.op("aten::op" + std::to_string(i), i * 100_us, 90_us);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-work"),
        "no GPU work was recorded: a program that uses no GPU, or a recording without ProfilerActivity.CUDA.\n");
    QVERIFY2(remarkOf(result, "nothing-stands-out").starts_with("No op or call of the host stands out: none has 20 %"),
        remarkOf(result, "nothing-stands-out").c_str());
    const auto launched = runOn(inputOf({ text.launch(1'000_us, 5_us, 1).text() }), "overview");
    QVERIFY(remarkOf(launched, "no-gpu-work").starts_with("no GPU work was recorded; record with "));
}

/// Ascend's profiler writes what its device did without a category, on a process of its own.
void TestOverview::workWithoutACategoryIsNoProgramWithoutAGpu()
{
    TraceText text = wholeMicroseconds().op("aten::mm", 0_us, 90_us);
    for (const char* name : { "MatMulV2", "AddAiCore" })
        text.raw(std::string(R"({"ph":"X","name":")") + name + R"(","pid":9,"tid":2,"ts":20,"dur":30})");
    text.raw(R"({"ph":"M","name":"process_name","pid":9,"args":{"name":"Ascend Hardware"}})");
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_COMPARE_TEXT(remarkOf(result, "not-recordable"),
        "nothing in the file says that it is GPU work, but 2 slices of other processes ('Ascend Hardware') have no "
        "category that is known here: some may be the work of a device, which is in no figure then.\n");
}

/// Nor is a cut or empty file said to be one: what is missing may have been recorded.
void TestOverview::filesThatAreCutOrEmptyAreNoProgramsWithoutAGpu()
{
    const auto empty = runOn(inputOf({ R"({"traceEvents":[]})" }), "overview");
    QCOMPARE(empty->remarks.size(), std::size_t { 1 });
    QCOMPARE(toQString(empty->remarks.front().code), QStringLiteral("not-recordable")); // no option is offered
    KT_COMPARE_TEXT(
        english(empty->remarks.front()), "There is nothing to analyse: the file holds no events that could be drawn.");
    std::string cut = wholeMicroseconds().op("aten::a", 0_us, 10_us).op("aten::b", 10_us, 10_us).text();
    cut.resize(cut.rfind("aten::b"));
    const auto result = runOn(inputOf({ cut }), "overview");
    KT_COMPARE_TEXT(remarkOf(result, "not-recordable"),
        "no GPU work is in the part of the file that could be read: it is cut or damaged.\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-work"), "");
}

void TestOverview::filesOfOtherProgramsNeedNoOption()
{
    const auto result = runOn(inputOf({ R"({"traceEvents":[
        {"ph":"X","name":"Parse","cat":"Frontend","ts":0,"dur":9,"pid":1,"tid":1}]})" }),
        "overview");
    KT_COMPARE_TEXT(remarkOf(result, "not-recordable"),
        "no GPU work is in the file, nor an op, call, annotation or Python frame as PyTorch records them: another "
        "program may have written it.\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-work"), "");
}

/// As `operators` has it: most of what the op takes is a call's.
void TestOverview::anOpIsNotItsCalls()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::convolution", 0_us, 100_us).runtime("cudaLaunchKernel", 10_us, 80_us, 0);
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "large-op"),
        "On the host, 'cudaLaunchKernel' itself takes 80.00 us (80.0 % of the recorded time) in 1 call, 80.0 % of the "
        "self time of all ops and calls.");
    const TraceText cut = wholeMicroseconds().op("aten::a", 0_us, 90_us).op("aten::b", 90_us, 10_us);
    std::string lost = cut.text();
    lost.resize(lost.rfind("aten::b"));
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ lost }), "overview"), "large-op"), // and not that none was recorded
        "On the host, 'aten::a' itself takes 90.00 us (100.0 % of the recorded time) in 1 call, 100.0 % of the self "
        "time of all ops.");
}

/// While collectives run on another thread, the main one may wait for them.
void TestOverview::collectivesOfTheHostAreNotUnrecordedCode()
{
    TraceText text = wholeMicroseconds();
    text.thread(1, 1).op("aten::a", 0_us, 10_us).annotation("loss", 10_us, 60_us).op("aten::b", 190_us, 10_us);
    text.thread(1, 2).annotation("gloo:all_reduce", 80_us, 90_us).annotation("gloo:barrier", 85_us, 10_us);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_COMPARE_TEXT(sentenceOf(result, "host-collectives"),
        "Collectives of a CPU backend, 'gloo:all_reduce' most of all, run for 90.00 us (45.0 % of the recorded time), "
        "waiting for other ranks included.");
    KT_COMPARE_TEXT(sentenceOf(result, "unrecorded-host"),
        "For 90.00 us (45.0 % of the recorded time) the main thread waits or is in code that was not recorded, 60.00 "
        "us of it "
        "in 'loss': with_stack=True, or record_function around parts of it, would name it.");
}

void TestOverview::float32WorkOnOlderGpusIsForFloat16_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("major");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<bool>("isFound");
    const auto add = [](const char* device, int major, const char* kernel, bool isFound) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(device, kernel)))
            << QString(device) << major << QString(kernel) << isFound;
    };
    add("Tesla V100-SXM2-16GB", 7, "volta_sgemm_64x64_nt", true);
    add("Tesla T4", 7, "void cudnn::detail::dgrad_engine<float, 512, 6>(int)", true);
    add("NVIDIA GeForce RTX 2080 Ti", 7, "void cudnn::cnn::wgrad_alg0_engine<float, 128, 6>(int)", true);
    add("NVIDIA GeForce GTX 1660 Ti", 7, "volta_sgemm_64x64_nt", false); // no tensor cores
    add("NVIDIA T400", 7, "volta_sgemm_64x64_nt", false);
    add("Tesla P100-PCIE-16GB", 6, "maxwell_sgemm_64x64_nt", false);
    add("Tesla V100-SXM2-16GB", 7, "volta_fp16_sgemm_fp16_64x64_nt", false);
    add("Tesla V100-SXM2-16GB", 7, "volta_s884gemm_fp16_64x64_nt", false);
    add("NVIDIA A100-SXM4-80GB", 8, "ampere_scudnn_128x64_relu_small_nn_v1", false); // cuDNN takes TF32 unasked
}

void TestOverview::float32WorkOnOlderGpusIsForFloat16()
{
    QFETCH(QString, device);
    QFETCH(int, major);
    QFETCH(QString, kernel);
    QFETCH(bool, isFound);
    const std::string devices = QStringLiteral(R"([{"id": 0, "name": "%1", "computeMajor": %2, "warpSize": 32}])")
                                    .arg(device)
                                    .arg(major)
                                    .toStdString();
    const std::string text = wholeMicroseconds()
                                 .top("deviceProperties", devices.c_str())
                                 .launch(0_us, 0_us, 1)
                                 .kernel(kernel.toStdString(), 0_us, 80_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "float32-work"),
        isFound
            ? "Matrix products and convolutions in float32, for which this GPU has no tensor cores, take 80.00 us in "
              "1 kernel, 100.0 % of busy GPU time: torch.autocast('cuda', torch.float16) lets them run on those "
              "that it has, where that precision will do. Estimated saving with them twice as fast: 40.00 us (50.0 "
              "% of the wall time)."
            : "");
}

void TestOverview::aSleepingKernelIsNotSpedUp()
{
    const std::string text = wholeMicroseconds()
                                 .kernel("at::cuda::(anonymous namespace)::spin_kernel(long)", 10_us, 60_us, 7)
                                 .kernel("b", 70_us, 10_us, 7)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    KT_COMPARE_TEXT(kindsOf(result), "waiting-kernel\n");
    QVERIFY(sentenceOf(result, "waiting-kernel").starts_with("One kernel that only lets clock cycles pass, "));
}

/// A call of 1 us each, and 9 us until the work starts.
void TestOverview::launchCallsAreNotTheTimeAfterThem()
{
    const auto said = [](Nanoseconds call) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 10; ++i)
            text.launch(i * 20'000, call, i + 1).kernel("k", i * 20'000 + 10'000, 10_us, 7, i + 1);
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "short-kernels");
    };
    const char* const asItIs = "take no time and the same time from their return to the start of the work, also ";
    QVERIFY2(said(1_us).find(asItIs) != std::string::npos, said(1_us).c_str());
    QVERIFY2(said(9_us).find(asItIs) == std::string::npos, said(9_us).c_str());
}

/// The host launches each 20 us after the one before has ended: a faster kernel only leaves the GPU idle for longer.
void TestOverview::whatNothingWaitsForIsNoLargeKernel()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 50; ++i)
        text.op("aten::mm", i * 80_us, 30_us)
            .launch(i * 80_us + 10_us, 8_us, i + 1)
            .kernel("gemm", i * 80_us + 24_us, 40_us, 7, i + 1);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 });
    KT_COMPARE_TEXT(rowsOf(result, "findings", { "kind" }), "host-wait\nshort-kernels\n");
}

/// A host twice as fast would also load data and free memory twice as fast: those are other findings' savings.
void TestOverview::aFindingSavesOnlyItsOwn()
{
    const std::string text = waiting()
                                 .op("aten::add", 22_us, 8_us)
                                 .op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 30_us, 60_us)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    const std::string sentence = sentenceOf(result, "host-wait");
    // Gap [20, 110): loading 60, launching 10; ops 8 and 12 of nothing recorded are left. What was not recorded may be
    // waiting: no host is twice as fast in that.
    QVERIFY2(sentence.ends_with("Estimated saving with the host twice as fast in ops: 4.000 us (3.3 % of the wall "
                                "time)."),
        sentence.c_str());
}

/// What makes the GPU wait for 39 us also ran for a millisecond before there was a GPU's time to wait in.
void TestOverview::aSavingBeyondItsTimeSaysSo()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::add", 0_us, 1000_us)
                                 .launch(1000_us, 5_us, 1)
                                 .kernel("a", 1010_us, 10_us, 7, 1)
                                 .op("aten::add", 1020_us, 40_us)
                                 .launch(1060_us, 5_us, 2)
                                 .kernel("b", 1070_us, 100_us, 7, 2)
                                 .text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "host-wait");
    QVERIFY2(
        sentence.ends_with("Estimated saving with the host twice as fast in ops: 20.00 us of the GPU time in view, and "
                           "500.0 us before or after it (together 44.4 % of the wall time). Up to 500.0 us of that is "
                           "before the first recorded GPU work: if it is start-up, it comes once."),
        sentence.c_str());
}

/// Many ops free memory: no one of them is where most of it is.
void TestOverview::aCallOfManyIsNamedAlone()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 5_us, 1).kernel("a", 10_us, 10_us, 7, 1);
    for (int i = 0; i < 4; ++i)
        text.op("aten::op" + std::to_string(i), 30_us + i * 40_us, 30_us)
            .runtime("cudaFree", 32_us + i * 40_us, 20_us, 10 + i);
    text.launch(200_us, 5_us, 2).kernel("b", 210_us, 10_us, 7, 2);
    const std::string all = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "device-allocation");
    QVERIFY2(
        all.find("(100.0 % of it in 'cudaFree'), in 1 gap, 4 stretches without a break in all") != std::string::npos,
        all.c_str());
}

/// What waits in a call that frees goes with allocation, not with synchronisations.
void TestOverview::afterAFreeTheFreeIsTheCure()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 3; ++i) {
        const Timestamp at = i * 1'000_us;
        text.launch(at, 10_us, 10 * i + 1)
            .kernel("k", at + 20_us, 300_us, 7, 10 * i + 1)
            .runtime("cudaFree", at + 50_us, 275_us, 10 * i + 2);
    }
    text.launch(3'000_us, 10_us, 100).kernel("k", 3'020_us, 300_us, 7, 100);
    const std::string free = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "sync-wait");
    QVERIFY2(free.find("after 'cudaFree'") != std::string::npos, free.c_str());
    QVERIFY2(free.find("Estimated saving with no time in allocation") != std::string::npos, free.c_str());
    text.runtime("cudaDeviceSynchronize", 3'020_us, 302_us, 101)
        .launch(4'000_us, 10_us, 102)
        .kernel("k", 4'020_us, 300_us, 7, 102);
    const std::string both = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "sync-wait");
    QVERIFY2(both.find("with no synchronisation, no blocking copy and no time in allocation") != std::string::npos,
        both.c_str());
}

/// One cure of two findings saves what it saves once.
void TestOverview::aSavingIsQuotedOnce()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 650_us;
        text.runtime("cudaMalloc", at, 300_us, 10 * i + 1)
            .op("aten::mm", at + 300_us, 20_us)
            .launch(at + 310_us, 5_us, 10 * i + 2)
            .kernel("k", at + 320_us, 200_us, 7, 10 * i + 2)
            .runtime("cudaFree", at + 330_us, 200_us, 10 * i + 3)
            .op("aten::add", at + 540_us, 80_us);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string first = sentenceOf(result, "device-allocation");
    const std::string second = sentenceOf(result, "sync-wait");
    QVERIFY2(first.find("Estimated saving with no time in allocation") != std::string::npos, first.c_str());
    QVERIFY2(second.ends_with("What is saved with no time in allocation is part of the estimated saving of another "
                              "finding, of the kind 'device-allocation'."),
        second.c_str());
    QVERIFY2(second.find("Estimated saving") == std::string::npos, second.c_str());
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QCOMPARE(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))),
            table.text(row, table.columnIndex("kind")) == "sync-wait");
}

/// What a copy call does before its copy stays in a replay, so nothing is said to be saved of it.
void TestOverview::noSavingIsSaidOfCopyCalls()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 4; ++i) {
        const Timestamp at = i * 1'000_us;
        text.op("aten::copy_", at, 800_us)
            .runtime("cudaMemcpyAsync", at + 1_us, 790_us, 10 * i + 1)
            .copy("Memcpy HtoD (Pageable -> Device)", at + 700_us, 85_us, 7, 10 * i + 1, 4'000)
            .launch(at + 810_us, 5_us, 10 * i + 2)
            .kernel("k", at + 820_us, 100_us, 7, 10 * i + 2);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string all = sentenceOf(result, "host-wait");
    QVERIFY2(all.find("copy calls (") != std::string::npos, all.c_str());
    QVERIFY2(all.find("Estimated saving") == std::string::npos, all.c_str());
}

/// One frame in which most of the waiting is spent is worth its name; many are not.
void TestOverview::theFrameThatTheGpuWaitsForIsNamed()
{
    const auto sentence = [](const TraceText& text) {
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    };
    const std::string one = sentence(waiting().python("engine.py(55): schedule", 25_us, 70_us, 1));
    QVERIFY2(one.find(", 87.5 % of the time in 'engine.py(55): schedule'. ") != std::string::npos, one.c_str());
    TraceText many = waiting();
    for (int i = 0; i < 8; ++i)
        many.python("engine.py(" + std::to_string(i) + "): part", 22_us + i * 9_us, 9_us, i + 1);
    QVERIFY(sentence(many).find("of the time in") == std::string::npos);
}

/// Time before the first work in which the GPU may have been busy with what was not recorded.
void TestOverview::unrecordedWorkBeforeTheViewIsThoughtOf()
{
    const auto sentence = [](const TraceText& text) {
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view");
    };
    const TraceText waits = wholeMicroseconds().runtime("hipDeviceSynchronize", 0_us, 400_us, 9);
    const std::string sync = sentence(TraceText(waits).launch(405_us, 5_us, 1).kernel("a", 412_us, 100_us, 7, 1));
    QVERIFY2(sync.ends_with("; for 400.0 us of it the main thread is in 'hipDeviceSynchronize', for work that was not "
                            "recorded."),
        sync.c_str());
    const std::string queued = sentence(
        wholeMicroseconds().op("aten::mm", 0_us, 50_us).launch(10_us, 5_us, 1).kernel("a", 412_us, 100_us, 7, 1));
    QVERIFY2(queued.ends_with("; the first one had been launched 397.0 us before it started, so the GPU may have been "
                              "busy with work that was not recorded."),
        queued.c_str());
    const std::string neither = sentence(
        wholeMicroseconds().op("aten::mm", 0_us, 409_us).launch(400_us, 5_us, 1).kernel("a", 412_us, 100_us, 7, 1));
    QVERIFY2(!neither.empty() && neither.find("not recorded") == std::string::npos, neither.c_str());
}

void TestOverview::launchingIsCallsAndLatency()
{
    // Gap [20, 110): 80 until the call, 5 in it, 5 until the work starts.
    const auto result = runOn(inputOf({ waiting().text() }), "overview");
    KT_COMPARE_TEXT(sentenceOf(result, "short-kernels"),
        "The GPU is idle for 10.00 us (9.1 % of GPU time in view) while work is launched: 5.000 us in launch calls, "
        "5.000 "
        "us from their return to the start of the work, at one time. Estimated saving with launch calls that take no "
        "time, also outside of this time: 10.00 us (8.3 % of the wall time).");
}

void TestOverview::workBeforeTheRecordingIsThoughtOf()
{
    const auto early = wholeMicroseconds().launch(0_us, 1_us, 1).launch(2_us, 1_us, 2).kernel("a", 10_us, 10_us, 7, 1);
    const auto sentence = [&early](int stream) {
        return sentenceOf(
            runOn(inputOf({ TraceText(early).kernel("b", 100_us, 10_us, stream, 2).text() }), "overview"), "long-gaps");
    };
    const std::string other = sentence(20);
    QVERIFY2(other.find("; it is before the first recorded work of a stream, so the GPU may have been busy")
            != std::string::npos,
        other.c_str());
    QVERIFY(sentence(7).find("first recorded work") == std::string::npos);
}

void TestOverview::stretchesAreNotCalledGaps()
{
    // An allocation in the middle of the one gap: 40 of 80 are left, before and after it.
    const auto result = runOn(inputOf({ waiting().runtime("cudaMalloc", 30_us, 40_us, 9).text() }), "overview");
    const std::string sentence = sentenceOf(result, "host-wait");
    QVERIFY2(sentence.find("launched more, in 1 gap, 2 stretches without a break in all, ") != std::string::npos,
        sentence.c_str());
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == "host-wait")
            QCOMPARE(table.evidence(row, 0).intervals.size(), std::size_t { 2 });
    }
}

void TestOverview::fewGapsOfTwoStretchesAreGaps()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 41; ++i) {
        const Timestamp at = i * 200_us;
        text.launch(at, 5_us, 10 * i + 1)
            .kernel("k", at + 10_us, 20_us, 7, 10 * i + 1)
            .op("aten::nms", at + 35_us, 160_us);
        if (i == 20) // what the host waits for is cut in two
            text.runtime("cudaMalloc", at + 100_us, 10_us, 10 * i + 2);
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY2(sentence.find("launched more, in 40 gaps, 169.8 us each on average; meanwhile") != std::string::npos,
        sentence.c_str());
}

void TestOverview::float32ProductsBesideOtherWorkSaveLittle()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .kernel("ampere_sgemm_128x64_nn", 0_us, 100_us, 7, 1)
                                 .copy("Memcpy HtoD (Pinned -> Device)", 20_us, 60_us, 20, 0, 9)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    QCOMPARE(figureOf(result, "float32-matmul"), std::int64_t { 20 });
    const std::string sentence = sentenceOf(result, "float32-matmul");
    QVERIFY2(sentence.find("take 100.0 us in 1 kernel, 100.0 % of busy GPU time, and run alone for 40.00 us: ")
            != std::string::npos,
        sentence.c_str());
    // The half of what they take is saved, more than the half of what they run alone: yet none of it elsewhere.
    const std::string shorter = wholeMicroseconds()
                                    .launch(0_us, 0_us, 1)
                                    .kernel("ampere_sgemm_128x64_nn", 0_us, 100_us, 7, 1)
                                    .kernel("ncclDevKernel_AllReduce", 0_us, 40_us, 20)
                                    .text();
    const std::string saved = sentenceOf(runOn(inputOf({ shorter }), "overview"), "float32-matmul");
    QVERIFY2(saved.ends_with("Estimated saving with them twice as fast: 50.00 us (50.0 % of the wall time)."),
        saved.c_str());
}

/// A replay neither sees the host hold work up nor the host wait for it.
void TestOverview::savingsAreNotKnownWithoutLaunches()
{
    const auto made = [](int launched) {
        TraceText text = wholeMicroseconds();
        text.op("aten::x", 0_us, 500_us);
        for (int i = 0; i < 4; ++i) {
            if (i < launched)
                text.launch(i * 100_us, 0_us, i + 1);
            text.kernel("k", i * 100_us, 90_us, 7, i < launched ? i + 1 : 0);
        }
        return runOn(inputOf({ text.text() }), "overview");
    };
    const auto unknown = made(1);
    KT_COMPARE_TEXT(sentenceOf(unknown, "large-kernel"),
        "One kernel, 'k', takes 360.0 us in 4 calls, 100.0 % of busy GPU time. Estimated saving with it twice as fast: "
        "not known, since 3 of 4 GPU activities are linked to no launch.");
    const Table& table = unknown->tables.front();
    for (std::size_t row = 0; row < table.rowCount(); ++row) // no links of a path that there is none of
        QVERIFY(table.evidence(row, table.columnIndex("saved")).isEmpty());
    QCOMPARE(figureOf(unknown, "large-kernel"), std::int64_t { 180 });
    QCOMPARE(figureOf(made(4), "large-kernel"), std::int64_t { -1 }); // the host takes as long without
}

void TestOverview::stepsAreNoCallers()
{
    const std::string text = waiting().step(1, 0_us, 200_us).runtime("cudaMalloc", 30_us, 40_us, 9).text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "device-allocation");
    QVERIFY2(sentence.find("(100.0 % of it in 'cudaMalloc'), at one time") != std::string::npos, sentence.c_str());
}

void TestOverview::pinningMemoryIsNoSetUp()
{
    const auto kindsWith = [](const char* call) {
        return kindsOf(runOn(inputOf({ wholeMicroseconds()
                                           .launch(0_us, 5_us, 1)
                                           .kernel("a", 10_us, 10_us, 7, 1)
                                           .runtime(call, 30_us, 150'000_us, 9)
                                           .launch(150'050_us, 5_us, 2)
                                           .kernel("b", 150'060_us, 10_us, 7, 2)
                                           .text() }),
            "overview"));
    };
    KT_COMPARE_TEXT(kindsWith("cudaFree"), "first-use\n");
    KT_COMPARE_TEXT(kindsWith("cudaHostAlloc"), "device-allocation\n");
}

/// Half a second of cudaFree is called setting up: then that is what must be gone, though the ledger has allocation.
void TestOverview::theSavingOfSettingUpIsThatOfItsCalls()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 5_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .runtime("cudaFree", 30_us, 500'000_us, 9)
                                 .launch(500'030_us, 5_us, 2)
                                 .kernel("b", 500'040_us, 10_us, 7, 2)
                                 .text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "first-use");
    QVERIFY2(sentence.ends_with("Estimated saving with no time in allocation: 500.0 ms (> 99.9 % "
                                "of the wall time)."),
        sentence.c_str());
    const std::string loading = sentenceOf(
        runOn(inputOf({ waiting().runtime("cuModuleLoadData", 30_us, 40_us, 9).text() }), "overview"), "first-use");
    QVERIFY2(loading.find("with no loading of code:") != std::string::npos, loading.c_str());
}

/// Where the file has no launches, nobody can say that work starts late after its own.
void TestOverview::gapsWithoutLaunchesAreNoLatency()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.kernel("k" + std::to_string(i), i * 100'000, 80_us, 7);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    QCOMPARE(figureOf(result, "short-kernels"), std::int64_t { -1 });
    QCOMPARE(figureOf(result, "kernel-gaps"), std::int64_t { 9 * 20 });
    const auto gaps = [](int count, int launched) {
        TraceText many = wholeMicroseconds();
        for (int i = 0; i < count; ++i) {
            if (i < launched)
                many.launch(i, 0_us, i + 1);
            many.kernel("k", (i + 10) * 20'000, 10_us, 7, i < launched ? i + 1 : 0);
        }
        return sentenceOf(runOn(inputOf({ many.text() }), "overview"), "kernel-gaps");
    };
    KT_COMPARE_TEXT(gaps(200, 0),
        "Between pieces of work that follow each other the GPU idles 1.990 ms (49.9 % of GPU time in view), in 199 "
        "gaps "
        "shorter than 30 us, 10.00 us each on average; for 1.990 ms of it no launch in the file is linked to what runs "
        "next, so whether it was launched in time is not known.");
    const std::string small = gaps(200, 200);
    QVERIFY2(small.find("each on average: the price of many small kernels") != std::string::npos, small.c_str());
    TraceText launched = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        launched.launch(i * 100'000, 5_us, i + 1)
            .kernel("k" + std::to_string(i), i * 100'000 + 15'000, 85_us, 7, i + 1);
    QCOMPARE(figureOf(runOn(inputOf({ launched.text() }), "overview"), "kernel-gaps"), std::int64_t { -1 });
}

/// The figure of the card is what it takes alone, so that the sentence must have it too.
void TestOverview::whatAWaitingKernelTakesAloneIsSaid()
{
    const auto with = [](Timestamp beside) {
        return sentenceOf(
            runOn(
                inputOf(
                    { wholeMicroseconds().kernel("event_wait", 0_us, 100_us, 7).kernel("b", 0_us, beside, 20).text() }),
                "overview"),
            "waiting-kernel");
    };
    KT_COMPARE_TEXT(with(60_us),
        "One kernel that only waits, 'event_wait', takes 100.0 us in 1 call, 100.0 % of busy GPU time; it runs alone "
        "for "
        "40.00 us of 100.0 us: what it waits for is to be found, not sped up here.");
    const std::string alone = with(1_us);
    QVERIFY2(alone.find("alone") == std::string::npos, alone.c_str());
}

void TestOverview::counterRecordingsAreNamed()
{
    const auto result = runOn(inputOf({ generateCuptiTrace(1, 2) }), "overview");
    KT_VERIFY_OK(result);
    QVERIFY(std::ranges::any_of(result->remarks, [](const Remark& r) { return r.code == "counter-recording"; }));
    QVERIFY(std::ranges::none_of(result->remarks, [](const Remark& r) { return r.code == "no-gpu-work"; }));
}

/// Kernels that were counted have no times: no other advice than that, wherever it is given.
void TestOverview::allSayTheSameOfCounterRecordings()
{
    const AnalysisInput input = inputOf({ generateCuptiTrace(1, 2) });
    const auto saidBy = [&input](const char* analysis) {
        std::string said;
        const auto result = runOn(input, analysis);
        for (const Remark& remark : result->remarks)
            said += remark.code == "counter-recording" || remark.code == "counters-recorded" ? english(remark.message)
                                                                                             : std::string();
        return said;
    };
    const std::string overview = saidBy("overview");
    QVERIFY2(overview.find("for the times, record again without counters") != std::string::npos, overview.c_str());
    for (const char* analysis : { "efficiency", "temporal-breakdown", "idle-causes" })
        KT_COMPARE_TEXT(saidBy(analysis), overview);
    const std::string health = rowsOf(runOn(input, "trace-health"), "findings", { "finding" });
    QVERIFY2(health.find(" and no GPU work: " + overview) != std::string::npos, health.c_str());
    QVERIFY2(health.find("ProfilerActivity.CUDA") == std::string::npos, health.c_str());
}

void TestOverview::largeKernelsAreNoSmallOnes()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.launch(i * 1'000, 1_us, i + 1).kernel("k" + std::to_string(i), 50'000 + i * 120'000, 108_us, 7, i + 1);
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "kernel-gaps");
    QVERIFY2(sentence.find("in 9 gaps shorter than 30 us, 12.00 us each on average.") != std::string::npos,
        sentence.c_str());
}

void TestOverview::smallFiguresAreNoFinding_data()
{
    QTest::addColumn<QString>("text");
    const auto add = [](const char* name, const TraceText& text) { QTest::newRow(name) << toQString(text.text()); };
    TraceText even = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        even.kernel("k" + std::to_string(i), i * 100'000, 100_us, 7);
    add("ten equal kernels without a gap", even);
    add("a wait of 1 %", TraceText(even).launch(1'008'000, 1_us, 1).kernel("late", 1'010'000, 50_us, 7, 1));
    add("one kernel of a microsecond", wholeMicroseconds().kernel("k", 0_us, 1_us, 7));
}

void TestOverview::smallFiguresAreNoFinding()
{
    QFETCH(QString, text);
    const auto result = runOn(inputOf({ text.toStdString() }), "overview");
    KT_COMPARE_TEXT(kindsOf(result), "");
    QCOMPARE(toQString(result->remarks.at(0).code), QString("nothing-stands-out"));
}

void TestOverview::thresholdsDecide()
{
    // The figures of any one trace: with nothing too small all there is, with everything too small nothing.
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 5_us, 1).kernel("gemm", 10_us, 100_us, 7, 1);
    text.launch(500_us, 5_us, 2).kernel("gemm", 520_us, 100_us, 7, 2);
    const AnalysisInput input = inputOf({ text.text() });
    const auto usual = runOn(input, "overview");
    KT_VERIFY_OK(usual);
    QVERIFY(usual->tables.front().rowCount() > 0);
    const auto none = runOn(input, "overview", { { "least-time", "1s" } });
    QCOMPARE(none->tables.front().rowCount(), std::size_t { 0 });
    QCOMPARE(toQString(english(none->remarks.at(0))),
        QString("Nothing stands out: no cause of waiting, no copy or communication has 2 % of the GPU time in view and "
                "1 s at stake, nor has the largest kernel, which counts from 20 % of the busy GPU time on."));
    const auto share = runOn(input, "overview", { { "least-share", "1" } });
    QCOMPARE(share->tables.front().rowCount(), std::size_t { 0 });
    const auto kinds = [](const Result<AnalysisResult>& result) {
        std::set<std::string> found;
        const Table& table = result->tables.front();
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            found.insert(std::string(table.text(row, table.columnIndex("kind"))));
        return found;
    };
    QVERIFY(kinds(usual).count("large-kernel") == 1);
    // One kernel is all there is: no share is too large for it, and evidence still is the figure.
    QVERIFY(kinds(runOn(input, "overview", { { "large-share", "1" } })).count("large-kernel") == 1);
    const auto many = runOn(input, "overview", { { "least-share", "0" }, { "least-time", "0" } });
    QVERIFY(many->tables.front().rowCount() >= usual->tables.front().rowCount());
    for (std::size_t row = 0; row < many->tables.front().rowCount(); ++row)
        QVERIFY(!many->tables.front().evidence(row, 1).isEmpty());
}

void TestOverview::fiveAtMostGreatestFirst()
{
    // Every kind of wait, a copy, communication, and a large kernel.
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 1)
                                 .kernel("a", 10_us, 90_us, 7, 1)
                                 .copy("Memcpy DtoH (Device -> Pageable)", 100_us, 40_us, 7, 0, 9)
                                 .kernel("ncclDevKernel_AllReduce", 140_us, 50_us, 20)
                                 .launch(2_us, 1_us, 2)
                                 .kernel("b", 250_us, 10_us, 7, 2) // 60: other
                                 .kernel("c", 330_us, 10_us, 7)    // 70: unknown
                                 .launch(400_us, 1_us, 3)
                                 .kernel("d", 420_us, 10_us, 7, 3) // 80: host
                                 .launch(401_us, 1_us, 4)
                                 .kernel("e", 450_us, 10_us, 7, 4) // 20: kernel
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "overview"), "findings", { "kind", "figure", "unit" }),
        "unknown-gaps 70 us\n"
        "host-wait 60 us\n"
        "long-gaps 60 us\n"
        "exposed-communication 50 us\n"
        "exposed-copies 40 us\n"); // a faster kernel would save nothing
}

void TestOverview::aRankThatComputesLongerIsNamed()
{
    const auto rank = [](std::int64_t number, Nanoseconds compute, std::int64_t group) {
        const ArgsText args = ArgsText().add("Process Group Name", std::to_string(group));
        return wholeMicroseconds()
            .rank(number, 3)
            .kernel("gemm", 0_us, compute, 7)
            .kernel("ncclDevKernel_AllReduce", compute, 100_us, 20, 0, args)
            .text();
    };
    // All runs of one collective are as long, so nobody waits for the rank that computes longer.
    const AnalysisInput shared = inputOf({ rank(0, 300_us, 7), rank(1, 420_us, 7), rank(2, 300_us, 7) });
    QCOMPARE(figureOf(runOn(shared, "overview"), "slow-rank"), std::int64_t { -1 });
    const AnalysisInput input = inputOf({ rank(0, 300_us, 0), rank(1, 420_us, 1), rank(2, 300_us, 2) });
    const auto result = runOn(input, "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(figureOf(result, "slow-rank"), std::int64_t { 80 });
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) != "slow-rank")
            continue;
        QCOMPARE(toQString(table.text(row, 0)),
            QString(
                "Rank 1: Computes 420.0 us, 80.00 us more than the average of the 3 ranks that communicate: where they "
                "do, the others may wait for it."));
        QCOMPARE(table.evidence(row, 0).intervals.at(0).rank, 1u);
    }
    const AnalysisInput two =
        inputOf({ rank(0, 300_us, 0), rank(1, 420_us, 1), rank(2, 300_us, 2), rank(3, 400_us, 3) });
    KT_COMPARE_TEXT(sentenceOf(runOn(two, "overview"), "slow-rank"),
        "Rank 1: Computes 420.0 us, 65.00 us more than the average of the 4 ranks that communicate; 1 other rank (3) "
        "is "
        "above it by half of that or more: where these communicate, the others may wait for them.");
    const auto alone = runOn({ input.traces,
                                 [] {
                                     Scope scope;
                                     scope.ranks = { 1 };
                                     return scope;
                                 }() },
        "overview");
    QCOMPARE(figureOf(alone, "slow-rank"), std::int64_t { -1 });
}

void TestOverview::sentencesNameFiguresAndCauses()
{
    const std::string text = waitingAfterSync().op("aten::item", 11_us, 65_us).text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "overview"), "findings", { "share_pctg", "share_of", "finding" }),
        "56.25 GPU time in view The GPU is idle for 90.00 us (56.3 % of GPU time in view) after the host had waited "
        "for "
        "it (100.0 % of it after 'cudaStreamSynchronize' in 'aten::item'), at one time: it has nothing queued then, "
        "until "
        "the host has launched more; meanwhile the host is in code that was not recorded (82.2 %). Without waiting for "
        "the GPU the host can launch ahead. Estimated saving with no synchronisation and no blocking copy: 60.00 us "
        "(35.3 % of the wall time).\n"
        "18.75 GPU time in view One kernel, 'a', takes 60.00 us in 1 call, 85.7 % of busy GPU time. Estimated saving "
        "with "
        "it twice as fast: 30.00 us (17.6 % of the wall time).\n");
}

namespace {

/// Eight rounds of a millisecond: `host` adds what the host does from 100 us on, then a kernel is launched at 900 us.
template <typename Host> std::string eightRounds(const Host& host, Nanoseconds round = 1'000_us)
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * round;
        host(text, begin + 100_us, i);
        text.launch(begin + round - 100_us, 5_us, i + 1).kernel("k", begin + round - 90_us, 20_us, 7, i + 1);
    }
    return text.text();
}

QString findingOf(const std::string& text, const char* kind)
{
    return toQString(sentenceOf(runOn(inputOf({ text }), "overview"), kind));
}

bool isSaid(const QString& sentence, const char* words)
{
    return sentence.contains(QString(words));
}

} // namespace

void TestOverview::aGraphLaunchCountsOnce()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.runtime("cudaGraphLaunch", i * 1'000'000, 50_us, i + 1);
        for (int k = 0; k < 20; ++k)
            text.kernel("k", i * 1'000'000 + 75'000 + k * 5'000, 3_us, 7, i + 1);
    }
    const QString graphs = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(graphs, "The GPU is idle for") && !isSaid(graphs, "fused"), qPrintable(graphs));
    for (int i = 0; i < 20; ++i)
        text.launch(i * 1'000'000 + 300'000, 20_us, 100 + i).kernel("s", i * 1'000'000 + 325'000, 2_us, 7, 100 + i);
    const QString mixed = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(mixed,
                 "of the kernel launches of up to 50 us, those of graphs aside, 100.0 % take the host longer than "
                 "their kernels take the GPU, 400.0 us for 40.00 us of work: fused kernels (torch.compile) need fewer"),
        qPrintable(mixed));
}

void TestOverview::whatACaptureTakesIsNoSlowHost()
{
    const auto rounds = [](bool hasSteps, Nanoseconds instantiating) {
        return eightRounds([=](TraceText& text, Timestamp at, int i) {
            if (hasSteps)
                text.step(i, at - 100_us, 1'000_us);
            text.python("train.py(5): step", at, 600_us, i + 1);
            text.runtime("cudaStreamBeginCapture", at, 10_us, 100 + 4 * i);
            text.launch(at + 20_us, 30_us, 101 + 4 * i).launch(at + 60_us, 30_us, 102 + 4 * i);
            text.runtime("cudaStreamEndCapture", at + 90_us, 10_us, 103 + 4 * i);
            if (instantiating > 0)
                text.runtime("cudaGraphInstantiate", at + 100_us, instantiating, 200 + i);
        });
    };
    // Between the kernels of eight rounds lie seven captures of 100 us.
    const QString once = findingOf(rounds(false, 0), "graph-capture");
    QVERIFY2(isSaid(once, "The GPU is idle for 700.0 us (")
            && isSaid(once,
                ") while the host captures graphs, in 7 captures: what is launched in a capture goes into its graph "
                "and does not run then. Usually only start-up does so: record after it to leave that out. Estimated "
                "saving with no time in that, also outside of this time: 800.0 us"),
        qPrintable(once));
    const QString again = findingOf(rounds(true, 200_us), "graph-capture");
    QVERIFY2(isSaid(again, "The GPU is idle for 2.100 ms (")
            && isSaid(again, "captures graphs, in 7 captures, and instantiates them (1.400 ms of it): ")
            && isSaid(again, "The host does so again in the later half of the steps"),
        qPrintable(again));
    // One step does not tell, all that were recorded do.
    const auto inOneStep = [](const std::string& trace, std::int64_t step) {
        Scope scope;
        scope.steps = { step };
        return toQString(sentenceOf(runOn(inputOf({ trace }, scope), "overview"), "graph-capture"));
    };
    const QString one = inOneStep(rounds(true, 200_us), 2);
    QVERIFY2(isSaid(one, "The host does so in the later half of all recorded steps: graphs that"), qPrintable(one));
    // Python outside of the captures is twice as fast: 250 us of each round.
    const QString busy = findingOf(rounds(false, 0), "host-wait");
    QVERIFY2(isSaid(busy,
                 "Estimated saving with the host twice as fast in Python while it makes no graphs, also outside of "
                 "this time: 2.000 ms"),
        qPrintable(busy));
    QVERIFY2(!isSaid(findingOf(rounds(false, 0), "short-kernels"), "CUDA graphs"), "who captures needs no advice");
}

void TestOverview::waitsOfTheProfilerAreItsOwn()
{
    const auto rounds = [](const char* frame) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 6; ++i) {
            const Timestamp at = i * 1'000_us;
            text.launch(at + 20_us, 5_us, i + 1).kernel("k", at + 26_us, 204_us, 7, i + 1);
            text.python(frame, at + 50_us, 550_us, i + 1);
            text.runtime("cudaDeviceSynchronize", at + 60_us, 175_us, 100 + i);
        }
        return text.text();
    };
    const std::string own = rounds("torch/profiler/profiler.py(780): step");
    QVERIFY(findingOf(own, "sync-wait").isEmpty());
    const QString profiler = findingOf(own, "profiler-overhead");
    // Five times from 230 to 600 us in its frame, and until the next launch has returned.
    QVERIFY2(isSaid(profiler, "The GPU is idle for 3.980 ms (") && isSaid(profiler, "or for 2.130 ms of it after the ")
            && isSaid(profiler, "Estimated saving with no time in the profiler: 3.120 ms"),
        qPrintable(profiler));
    for (const char* const frame : { "train.py(5): step", "torch/autograd/profiler.py(751): __enter__" }) {
        QVERIFY(!findingOf(rounds(frame), "sync-wait").isEmpty());
        QVERIFY(findingOf(rounds(frame), "profiler-overhead").isEmpty());
    }
}

void TestOverview::anotherThreadInPythonMayHoldTheLock()
{
    const auto sentence = [](std::int64_t pid, const char* frame, bool isOpen) {
        return findingOf(eightRounds([=](TraceText& text, Timestamp at, int i) {
            text.python("train.py(5): step", at, 700_us, 100 + i).thread(pid, 103);
            if (!isOpen)
                text.python(frame, at + 50_us, 600_us, 200 + i);
            else if (i == 0)
                text.python(frame, at + 50_us, 8'000_us, 200);
            text.thread(100, 100);
        }),
            "host-wait");
    };
    const QString held = sentence(100, "json/encoder.py(182): encode", false);
    QVERIFY2(isSaid(held,
                 "; for 4.200 ms of it another thread of the process is in Python, too (100.0 % of that in "
                 "'json/encoder.py(182): encode'): it may hold the interpreter lock. "),
        qPrintable(held));
    // Of another process, waiting, in what C does, and open since the recording began.
    for (const QString& other :
        { sentence(200, "json/encoder.py(182): encode", false), sentence(100, "threading.py(359): wait", false),
            sentence(100, "<built-in function write>", false), sentence(100, "serve.py(9): loop", true) })
        QVERIFY2(!other.isEmpty() && !isSaid(other, "interpreter"), qPrintable(other));
}

void TestOverview::annotationsAreNoActivity()
{
    const QString step = findingOf(waiting().step(1, 0_us, 600_us).text(), "outside-view");
    QVERIFY2(step.endsWith("; for 485.0 us of it the main thread is in code that was not recorded."), qPrintable(step));
    const QString named = findingOf(waiting().annotation("save", 200_us, 400_us).text(), "outside-view");
    QVERIFY2(named.endsWith("; for 485.0 us of it the main thread is in code that was not recorded, mostly in the "
                            "annotation 'save'."),
        qPrintable(named));
}

void TestOverview::longFramesKeepFunctionAndLine()
{
    const std::string file = "/tmp/torchinductor_root/ov/cov463qhi2m2kw6ldmzzijfv5t3cjjklfci3qly3nsw6upcskct3.py";
    const QString sentence = findingOf(waiting().python(file + "(2533): call", 25_us, 70_us, 1).text(), "host-wait");
    QVERIFY2(isSaid(sentence, "of the time in 'call (") && isSaid(sentence, ".py:2533)'"), qPrintable(sentence));
}

void TestOverview::whatIsTheLimitIsSaidWhereLittleIsSaved()
{
    const auto copies = [](Nanoseconds hostInRound) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'000_us;
            text.op("aten::copy_", at, hostInRound).launch(at + 10_us, 5_us, i + 1);
            text.copy("Memcpy HtoD (Pinned -> Device)", at + 20_us, 800_us, 7, i + 1, 64);
        }
        return findingOf(text.text(), "exposed-copies");
    };
    const QString byHost = copies(1'000_us);
    QVERIFY2(byHost.endsWith("Estimated saving with no copies: none. Then the critical path is mostly time of the "
                             "host (100.0 %)."),
        qPrintable(byHost));
    TraceText text = wholeMicroseconds().launch(0_us, 5_us, 1).launch(6_us, 1_us, 2);
    text.kernel("a", 10_us, 500_us, 7, 1).copy("Memcpy HtoD (Pinned -> Device)", 510_us, 100_us, 7, 2, 64);
    const QString saves = findingOf(text.text(), "exposed-copies");
    QVERIFY2(!saves.isEmpty() && !isSaid(saves, "critical path"), qPrintable(saves));
}

/// All of it is a column of the split, and a figure of other analyses.
void TestOverview::aPartOfTheWaitForTheHostHasAnotherName()
{
    const QString part = findingOf(
        waiting().op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 25_us, 40_us).text(), "host-wait");
    QVERIFY2(part.startsWith(
                 "The GPU waits 40.00 us (36.4 % of GPU time in view) for the host, other kinds of such waits aside "
                 "(90.00 us with them): it had nothing left to run until the host "),
        qPrintable(part));
}

void TestOverview::longLaunchesAreLeftOutInWords()
{
    const auto launches = [](int count) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < count; ++i) // one of them longer than 50 us
            text.launch(i * 300'000, i == 4 ? 60_us : 10_us, i + 1)
                .kernel("k" + std::to_string(i), i * 300'000 + 210'000, 1_us, 7, i + 1);
        return findingOf(text.text(), "short-kernels");
    };
    const QString all = launches(11);
    QVERIFY2(isSaid(all, "of the kernel launches of up to 50 us, 100.0 % take the host longer"), qPrintable(all));
    // Of so few there is little to save.
    const QString few = launches(10);
    QVERIFY2(!few.isEmpty() && !isSaid(few, "need fewer launches"), qPrintable(few));
}

/// Fewer launches are no cure where a few of them take long.
void TestOverview::longLaunchCallsAreNoShortKernels()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.launch(i * 300'000, i % 2 == 0 ? 10_us : 200_us, i + 1)
            .kernel("k" + std::to_string(i), i * 300'000 + 210'000, 1_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(sentence,
                 "; 1.000 ms of it in calls that take longer than 50 us. Why they take so long was not "
                 "recorded: another thread may hold the driver"),
        qPrintable(sentence));
    QVERIFY2(!isSaid(sentence, "fewer launches"), qPrintable(sentence));
}

/// Where the file tells why launch calls take long, that is said.
void TestOverview::whyLaunchCallsTakeLongIsSaidWhereItIsRecorded()
{
    const auto rounds = [](bool isBlocking, std::int64_t pid, const char* call) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 12; ++i) {
            const Timestamp at = i * 400_us;
            text.launch(at, 210_us, i + 1).kernel("k", at + (isBlocking ? 200_us : 215_us), 9_us, 7, i + 1);
            text.thread(pid, 108).runtime(call, at - 5_us, 190_us, 100 + i).thread(100, 100);
        }
        return findingOf(text.text(), "short-kernels");
    };
    const QString blocking = rounds(true, 100, "cudaHostRegister");
    QVERIFY2(isSaid(blocking, " in calls that take longer than 50 us: launches wait for their kernels here."),
        qPrintable(blocking));
    const QString held = rounds(false, 100, "cudaHostRegister");
    QVERIFY2(isSaid(held,
                 "; 2.310 ms of it in calls that take longer than 50 us. For 2.310 ms of that, another thread is in "
                 "'cudaHostRegister' during at least half of the call: it may hold the driver."),
        qPrintable(held));
    for (const QString& other : { rounds(false, 200, "cudaHostRegister"), rounds(false, 100, "cudaStreamQuery") })
        QVERIFY2(isSaid(other, "Why they take so long was not recorded"), qPrintable(other));
}

/// What frees memory in an op, between two allocations, gives back a cache; not so where something was tried out.
void TestOverview::whatPyTorchFreesWhenMemoryIsFullIsTold()
{
    const auto retries = [](const char* op, bool isTrial) {
        return findingOf(eightRounds([&](TraceText& text, Timestamp at, int i) {
            const int id = 100 + 10 * i;
            text.op(op, at, 600_us).runtime("cudaMalloc", at + 10_us, 50_us, id);
            if (isTrial)
                text.launch(at + 70_us, 5_us, id + 1).kernel("trial", at + 80_us, 10_us, 7, id + 1);
            text.runtime("cudaDeviceSynchronize", at + 95_us, 5_us, id + 2)
                .runtime("cudaFree", at + 110_us, 200_us, id + 3)
                .runtime("cudaFree", at + 320_us, 100_us, id + 4)
                .runtime("cudaMalloc", at + 430_us, 50_us, id + 5);
        }),
            "device-allocation");
    };
    const QString full = retries("aten::empty", false);
    QVERIFY2(isSaid(full, "as it does when an allocation fails because memory is full"), qPrintable(full));
    QVERIFY2(isSaid(full, "(75.0 % of it in 'cudaFree' in 'aten::empty')"), qPrintable(full));
    for (const QString& other : { retries("aten::cudnn_convolution", true), retries("mylib::empty", false) })
        QVERIFY2(isSaid(other, "makes few such calls once it is warm"), qPrintable(other));
}

/// Where the host stays away after a wait, the wait is not what keeps it from launching ahead.
void TestOverview::whatTheHostDoesAfterAWaitIsSaid()
{
    const auto rounds = [](Nanoseconds kernel, const char* annotation) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * 2'000_us;
            text.launch(begin, 5_us, i + 1).kernel("k", begin + 10_us, kernel, 7, i + 1);
            text.runtime("cudaStreamSynchronize", begin + 6_us, kernel + 6_us, 100 + i);
            if (annotation != nullptr)
                text.annotation(annotation, begin + kernel + 20_us, 1'900_us - kernel);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString away = rounds(200_us, nullptr);
    QVERIFY2(isSaid(away, "until the host has launched more; meanwhile the host is in code that was not recorded (9"),
        qPrintable(away));
    QVERIFY2(!isSaid(away, "launch ahead"), qPrintable(away));
    const QString logging = rounds(1'000_us, "wandb.log");
    QVERIFY2(isSaid(logging, "of it after 'cudaStreamSynchronize')"), qPrintable(logging));
    QVERIFY2(isSaid(logging, "the host is in annotations in which no op or call runs (9"), qPrintable(logging));
    QVERIFY2(isSaid(logging, "% of the time in 'wandb.log'. Without waiting for the GPU the host can launch ahead."),
        qPrintable(logging));
}

/// What the host does once is no lever.
void TestOverview::aSavingOfWhatComesOnceSaysSo()
{
    const auto firstOp = [](Nanoseconds first, Nanoseconds before) {
        TraceText text = wholeMicroseconds();
        if (before > 0)
            text.op("aten::randn", 0, before);
        text.launch(before, 5_us, 1).kernel("a", before + 10_us, 20_us, 7, 1);
        Timestamp at = before + 40_us;
        for (int i = 0; i < 6; ++i) {
            const Nanoseconds length = i == 1 ? first : 100_us;
            text.op("aten::mm", at, length).launch(at + length - 10_us, 5_us, 2 + i);
            text.kernel(i == 0 ? "a" : "gemm", at + length, 20_us, 7, 2 + i);
            at += length + 30_us;
        }
        return findingOf(text.text(), "host-wait");
    };
    const QString loading = firstOp(4'000_us, 0);
    QVERIFY2(isSaid(loading,
                 "Up to 1.995 ms of that is in ops before they launch a kernel for the first time: they are probably "
                 "loading code, which comes once."),
        qPrintable(loading));
    const QString both = firstOp(4'000_us, 1'000_us);
    QVERIFY2(isSaid(both,
                 "Up to 2.495 ms of that is in ops that are probably loading code, or before the first recorded GPU "
                 "work: loading code and start-up come once."),
        qPrintable(both));
    QVERIFY2(!isSaid(firstOp(100_us, 0), "once"), qPrintable(firstOp(100_us, 0)));
}

/// Where not to wait saves little, what the host does after it is the larger part.
void TestOverview::aFasterHostIsQuotedWhereWaitingCostsLittle()
{
    const auto rounds = [](Nanoseconds kernel, Nanoseconds afterwards) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * (kernel + afterwards + 20_us);
            text.launch(begin, 5_us, i + 1).kernel("k", begin + 10_us, kernel, 7, i + 1);
            text.runtime("cudaStreamSynchronize", begin + 6_us, kernel + 6_us, 100 + i);
            text.op("aten::beam_search", begin + kernel + 15_us, afterwards);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString both = rounds(200_us, 1'700_us);
    QVERIFY2(isSaid(both,
                 "Estimated saving with the host twice as fast in ops, also outside of this time: 6.800 ms (44.3 % of "
                 "the wall time). Estimated saving with no synchronisation and no blocking copy: 1."),
        qPrintable(both));
    QVERIFY2(!isSaid(both, "launch ahead"), qPrintable(both));
    const QString one = rounds(900_us, 400_us);
    QVERIFY2(isSaid(one, "launch ahead. Estimated saving with no synchronisation") && !isSaid(one, "twice as fast"),
        qPrintable(one));
}

/// After waits the host is in ops and in launches, elsewhere in ops alone: there more is at stake.
void TestOverview::aSavingIsQuotedWhereMostIsAtStake()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 1'400_us;
        text.launch(at, 100_us, 10 * i + 1)
            .kernel("k", at + 105_us, 60_us, 7, 10 * i + 1)
            .op("aten::nms", at + 100_us, 1'000_us)
            .launch(at + 1'100_us, 5_us, 10 * i + 2)
            .kernel("k", at + 1'110_us, 60_us, 7, 10 * i + 2)
            .runtime("cudaStreamSynchronize", at + 1'120_us, 52_us, 10 * i + 3)
            .op("aten::topk", at + 1'180_us, 200_us);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const QString large = toQString(sentenceOf(result, "host-wait"));
    QVERIFY2(isSaid(large, "Estimated saving with the host twice as fast in ops"), qPrintable(large));
    const QString small = toQString(sentenceOf(result, "sync-wait"));
    QVERIFY2(isSaid(small, "meanwhile the host is in ops (59.7 %), launch calls (29.9 %)"), qPrintable(small));
    QVERIFY2(isSaid(small, "Estimated saving with no synchronisation and no blocking copy: "), qPrintable(small));
    QVERIFY2(
        small.endsWith("What is saved with the host twice as fast in ops is part of the estimated saving of another "
                       "finding, of the kind 'host-wait'."),
        qPrintable(small));
}

/// Each round waits for its kernels. Right after that the GPU is idle for little: the first launch comes soon. The op
/// behind that would be hidden, were the host ahead.
void TestOverview::whatAWaitCostsLaterIsTold()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 1'600_us;
        text.launch(at, 4_us, 10 * i + 1)
            .kernel("a", at + 8_us, 20_us, 7, 10 * i + 1)
            .op("aten::nms", at + 10_us, 400_us);
        text.launch(at + 412_us, 4_us, 10 * i + 2).kernel("b", at + 420_us, 1'170_us, 7, 10 * i + 2);
        text.runtime("cudaStreamSynchronize", at + 420_us, 1'172_us, 10 * i + 3);
    }
    const AnalysisInput input = inputOf({ text.text() });
    const auto result = runOn(input, "overview");
    QCOMPARE(figureOf(result, "sync-wait"), std::int64_t { -1 });
    const QString sentence = toQString(sentenceOf(result, "waits-for-gpu"));
    QVERIFY2(
        isSaid(sentence, "The host waits 8.190 ms for the GPU, in 7 calls (100.0 % of it in "), qPrintable(sentence));
    QVERIFY2(isSaid(sentence, "all have to go. Estimated saving"), qPrintable(sentence));
    QCOMPARE(
        result->findTable("findings")->text(result->findTable("findings")->rowCount() - 1, 8), "waits-for-gpu"); // last
    // Its saving is that of the op, too.
    QVERIFY(std::ranges::find(result->remarks, "savings-alone", &Remark::code) != result->remarks.end());
    const auto replayed = runOn(input, "what-if", { { "change", "wait:cudaStreamSynchronize=0" } });
    const Table& changes = *replayed->findTable("changes");
    const auto saved = std::get<std::int64_t>(changes.cell(0, changes.columnIndex("saved")));
    QVERIFY(saved > 2'000'000);
    QCOMPARE(figureOf(result, "waits-for-gpu"), saved / 1'000);
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QVERIFY(
            table.text(row, table.columnIndex("kind")) != "waits-for-gpu" || !table.evidence(row, 0).intervals.empty());
    Scope part;
    part.range = TimeRange { 0, 9'000'000 };
    QCOMPARE(figureOf(runOn(inputOf({ text.text() }, part), "overview"), "waits-for-gpu"), std::int64_t { -1 });
}

/// Rank 1 waits longer for its host, but its waits for the GPU cost less.
void TestOverview::waitsAreThoseOfTheRankWhereTheyCostMost()
{
    const auto rank = [](std::int64_t number, Nanoseconds op, Nanoseconds work) {
        TraceText text = wholeMicroseconds().rank(number, 2);
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * (op + work + 30_us);
            text.launch(at, 4_us, 10 * i + 1)
                .kernel("a", at + 8_us, 20_us, 7, 10 * i + 1)
                .op("aten::nms", at + 10_us, op);
            text.launch(at + op + 12_us, 4_us, 10 * i + 2).kernel("b", at + op + 20_us, work, 7, 10 * i + 2);
            text.runtime("cudaStreamSynchronize", at + op + 20_us, work + 2_us, 10 * i + 3);
        }
        return text.text();
    };
    const std::string first = rank(0, 400_us, 1'170_us);
    const std::string second = rank(1, 800_us, 300_us);
    const QString alone = findingOf(second, "waits-for-gpu");
    QVERIFY2(isSaid(alone, "The host waits"), qPrintable(alone));
    const QString sentence = toQString(sentenceOf(runOn(inputOf({ first, second }), "overview"), "waits-for-gpu"));
    QVERIFY2(sentence.startsWith("Rank 0: The host waits 8.190 ms for the GPU"), qPrintable(sentence));
}

void TestOverview::whatComesAgainIsNoFirstUse()
{
    const auto free = [](TraceText& text, Timestamp at, int i) { text.runtime("cudaFree", at, 120'000_us, 100 + i); };
    const std::string often = eightRounds(free, 121'000_us);
    QVERIFY(findingOf(often, "first-use").isEmpty());
    const QString sentence = findingOf(often, "long-allocation");
    QVERIFY2(isSaid(sentence, "7 times, 120.0 ms each on average; they come again in the second half"),
        qPrintable(sentence));
    QVERIFY2(isSaid(sentence, "Estimated saving with no time in allocation"), qPrintable(sentence));
    const std::string first =
        eightRounds([&](TraceText& text, Timestamp at, int i) { i == 2 ? free(text, at, i) : void(); }, 121'000_us);
    QVERIFY(isSaid(findingOf(first, "first-use"), "usually only first calls do so"));

    const auto compile = [](TraceText& text, Timestamp at, int i) {
        text.python("torch/_dynamo/convert_frame.py(1341): _convert_frame", at, 500_us, i + 1);
    };
    QVERIFY(isSaid(findingOf(eightRounds(compile), "compilation"), "first steps do so, later ones where"));
    const std::string inSteps = eightRounds([&](TraceText& text, Timestamp at, int i) {
        compile(text, at, i);
        text.step(i, at - 100_us, 1'000_us);
    });
    QVERIFY(isSaid(findingOf(inSteps, "compilation"), "again in the later half of the steps"));
    const std::string once =
        eightRounds([&](TraceText& text, Timestamp at, int i) { i == 1 ? compile(text, at, i) : void(); });
    QVERIFY(isSaid(findingOf(once, "compilation"), "usually only first steps do so"));
    const auto inSome = [&](int from, int last) { // of eight steps
        return findingOf(eightRounds([&](TraceText& text, Timestamp at, int i) {
            if (i >= from && i <= last)
                compile(text, at, i);
            text.step(i, at - 100_us, 1'000_us);
        }),
            "compilation");
    };
    QVERIFY2(isSaid(inSome(0, 1), "usually only first steps do so"), qPrintable(inSome(0, 1)));
    QVERIFY2(isSaid(inSome(5, 5), ", at one time: first steps do so, later ones where"), qPrintable(inSome(5, 5)));
}

void TestOverview::waitingInPythonIsNotSpedUp()
{
    for (const char* const name : { "<method 'acquire' of '_thread.lock' objects>",
             "<built-in method acquire of _thread.lock object at 0x7f8a1c2b3d40>" }) {
        const std::string text = eightRounds([name](TraceText& rounds, Timestamp at, int i) {
            rounds.python("engine.py(7): loop", at, 700_us, 2 * i + 1)
                .python(name, at + 50_us, 600_us, 2 * i + 2, 2 * i + 1);
        });
        const QString waiting = findingOf(text, "python-wait");
        QVERIFY2(isSaid(waiting, "The GPU is idle for 4.200 ms"), qPrintable(waiting));
        QVERIFY2(isSaid(waiting, ", 7 times, 600.0 us each on average"), qPrintable(waiting));
        QVERIFY2(!isSaid(waiting, "Estimated saving"), qPrintable(waiting));
        const QString busy = findingOf(text, "host-wait");
        QVERIFY2(!busy.isEmpty() && !isSaid(busy, "twice as fast in Python"), qPrintable(busy));
    }
    QVERIFY(findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.python("<built-in method tolist of Tensor object at 0x7f8a1c2b3d40>", at, 600_us, i + 1);
    }),
        "python-wait")
                .isEmpty());
}

/// It lasts as long as the program asks for: other Python can be faster beside it.
void TestOverview::aSleepTakesOnlyItsOwnTime()
{
    const auto resultOf = [](Nanoseconds sleep) {
        return runOn(inputOf({ eightRounds(
                         [sleep](TraceText& text, Timestamp at, int i) {
                             text.python("engine.py(7): loop", at, 600_us, 2 * i + 1);
                             if (sleep > 0)
                                 text.python("<built-in function sleep>", at + 600_us, sleep, 2 * i + 2);
                         },
                         1'000_us + sleep) }),
            "overview");
    };
    const auto savingOf = [](const Result<AnalysisResult>& result) {
        const Table& table = *result->findTable("findings");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("kind")) == "host-wait")
                return std::get<std::int64_t>(table.cell(row, table.columnIndex("saved")));
        }
        return std::int64_t { -1 };
    };
    const auto awake = resultOf(0_us);
    const auto asleep = resultOf(700_us);
    const QString sentence = toQString(sentenceOf(asleep, "host-wait"));
    QVERIFY2(isSaid(sentence, "Estimated saving with the host twice as fast in Python"), qPrintable(sentence));
    QVERIFY(savingOf(awake) > 0);
    QCOMPARE(savingOf(asleep), savingOf(awake));
    QVERIFY2(isSaid(toQString(sentenceOf(asleep, "python-wait")), "The GPU is idle for 4.900 ms"),
        sentenceOf(asleep, "python-wait").c_str());
}

/// None of the many that it calls has much of the time.
void TestOverview::aFunctionThatCallsManyIsNamedWithThem()
{
    const auto said = [](Nanoseconds length, std::string_view name) {
        return findingOf(eightRounds([&](TraceText& text, Timestamp at, int i) {
            const int id = 20 * i + 1;
            text.python(name, at, length, id);
            for (int k = 0; k < 8; ++k)
                text.python("words.py(" + std::to_string(k) + "): part", at + k * 75_us, 75_us, id + 1 + k, id);
        }),
            "host-wait");
    };
    const QString named = said(600_us, "text.py(30): tokenize");
    QVERIFY2(isSaid(named, "61.9 % of the time in 'text.py(30): tokenize' and what is inside it."), qPrintable(named));
    // What is around nearly everything says nothing, nor does a function of PyTorch.
    const QString loop = said(900_us, "train.py(9): step");
    QVERIFY2(!loop.isEmpty() && !isSaid(loop, "what is inside it"), qPrintable(loop));
    const QString call = said(600_us, "torch/nn/modules/module.py(1501): _call_impl");
    QVERIFY2(!call.isEmpty() && !isSaid(call, "what is inside it"), qPrintable(call));
}

void TestOverview::waitingInPythonIsNoSynchronisation()
{
    const auto server = [](Nanoseconds pause) { // a value is read, then the next request is waited for
        return eightRounds(
            [pause](TraceText& text, Timestamp at, int i) {
                text.runtime("cudaStreamSynchronize", at - 90_us, 20_us, 100 + i);
                text.python("<built-in method poll of select.epoll object at 0x7f8a1c2b3d40>", at, pause, i + 1);
            },
            pause + 300_us);
    };
    for (const Nanoseconds pause : { 7'000_us, 13'000_us }) {
        const std::string text = server(pause);
        QVERIFY2(isSaid(findingOf(text, "python-wait"), "7 times"), qPrintable(findingOf(text, "python-wait")));
        QVERIFY(!isSaid(findingOf(text, "sync-wait"), "poll"));
    }
    for (const char* const name : { "<method 'get' of '_queue.SimpleQueue' objects>",
             "<method '__enter__' of '_thread.lock' objects>", "<built-in function zmq_poll>" }) {
        const std::string text =
            eightRounds([name](TraceText& rounds, Timestamp at, int i) { rounds.python(name, at, 600_us, i + 1); });
        QVERIFY2(!findingOf(text, "python-wait").isEmpty(), name);
    }
    const auto asleep = [](const char* name) {
        return findingOf(
            eightRounds([name](TraceText& text, Timestamp at, int i) { text.python(name, at, 600_us, i + 1); }),
            "python-wait");
    };
    QVERIFY2(isSaid(asleep("<built-in function sleep>"), "the host sleeps in Python (100.0 % of it in"),
        qPrintable(asleep("<built-in function sleep>")));
    QVERIFY(isSaid(asleep("<built-in function sleep>"), "for as long as the program asks for."));
    QVERIFY(isSaid(asleep("<built-in function zmq_poll>"), "a timer, which the trace does not tell."));
    QVERIFY(findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.python("<method 'get' of 'dict' objects>", at, 600_us, i + 1);
    }),
        "python-wait")
                .isEmpty());
}

/// How long other ranks are waited for, no launching ahead changes. Beside other work of the host it is no reason.
void TestOverview::aCollectiveOfTheHostIsNoSynchronisation()
{
    const auto with = [](std::string_view op, Nanoseconds collective = 600_us) {
        return eightRounds([op, collective](TraceText& text, Timestamp at, int i) {
            text.runtime("cudaStreamSynchronize", at - 180_us, 20_us, 100 + i);
            if (i == 0) // without waits that are so long the gaps would be the host's alone
                text.thread(100, 98).runtime("cudaDeviceSynchronize", at, 500_us, 99).thread(100, 100);
            if (op.starts_with("log"))
                text.annotation(op, at, 600_us);
            else
                text.op(op, at, 600_us);
            text.thread(100, 99).annotation("gloo:all_reduce", at, collective).thread(100, 100);
        });
    };
    for (const char* wait : { "wait", "c10d::Work.wait" }) {
        const QString waiting = findingOf(with(wait), "host-collective");
        QVERIFY2(isSaid(waiting, "for 4.200 ms") && isSaid(waiting, "(100.0 % of it in 'gloo:all_reduce'), 7 times"),
            qPrintable(waiting));
        QVERIFY(!isSaid(waiting, "Estimated saving"));
        QVERIFY(!isSaid(findingOf(with(wait), "sync-wait"), "Estimated saving"));
    }
    // Only while it runs.
    const QString partly = findingOf(with("wait", 400_us), "host-collective");
    QVERIFY2(isSaid(partly, "for 2.800 ms"), qPrintable(partly));
    QVERIFY(findingOf(with("wait", 200_us), "host-collective").isEmpty());
    // An op that is one is no work of the host which could be faster.
    for (const char* op : { "gloo:all_reduce", "mpi:broadcast" }) {
        const std::string text =
            eightRounds([op](TraceText& rounds, Timestamp at, int /*i*/) { rounds.op(op, at, 600_us); });
        QVERIFY2(
            isSaid(findingOf(text, "host-collective"), "for 4.200 ms"), qPrintable(findingOf(text, "host-collective")));
        QVERIFY(!isSaid(findingOf(text, "host-collective"), "Estimated saving"));
        QVERIFY(!isSaid(findingOf(text, "host-wait"), "collectives"));
    }
    const QString several = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.runtime("cudaStreamSynchronize", at - 180_us, 20_us, 100 + i).op("wait", at, 600_us);
        text.thread(100, 99).annotation("gloo:all_reduce", at + 10_us, 300_us);
        text.thread(100, 98).annotation("gloo:broadcast", at + 210_us, 350_us).thread(100, 100);
    }),
        "host-collective");
    QVERIFY2(isSaid(several, "for 3.850 ms") && isSaid(several, "(54.5 % of it in 'gloo:all_reduce'), 7 times"),
        qPrintable(several));
    for (const char* other : { "aten::mm", "aten::nonzero_cpu_wait_list", "log_metrics" }) {
        QVERIFY2(findingOf(with(other), "host-collective").isEmpty(), other);
        QVERIFY2(isSaid(findingOf(with(other), "sync-wait"), "Estimated saving"), other);
    }
}

/// What a call waits for behind the last recorded work was not recorded, or it is slow by itself: fewer launches ahead
/// would not help.
void TestOverview::aLongSynchronisationIsNotLateToReturn()
{
    const auto with = [](Nanoseconds rest) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * 6'000_us;
            text.launch(begin, 5_us, i + 1).kernel("k", begin + 10_us, 500_us, 7, i + 1);
            text.runtime("cudaStreamSynchronize", begin + 20_us, 490_us + rest, 100 + i);
        }
        return text.text();
    };
    QVERIFY2(isSaid(findingOf(with(4'000_us), "sync-idle"), "for 28.00 ms"),
        qPrintable(findingOf(with(4'000_us), "sync-idle")));
    QVERIFY(isSaid(findingOf(with(4'000_us), "sync-wait"), "also where they outlast the recorded work"));
    QVERIFY(findingOf(with(50_us), "sync-idle").isEmpty());
    QVERIFY(isSaid(findingOf(with(50_us), "sync-wait"), "with no synchronisation and no blocking copy,")
        || isSaid(findingOf(with(50_us), "sync-wait"), "with no synchronisation and no blocking copy:"));
    QVERIFY(!isSaid(findingOf(with(50_us), "sync-wait"), "outlast"));
}

/// Behind the work that a call waits for nothing recorded keeps the host in it. In another call it may wait for more.
void TestOverview::callsThatReturnLateAreTold()
{
    const auto meanwhile = [](std::string_view call, std::string_view work, bool isOther) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * 1'000_us;
            text.launch(begin, 5_us, 2 * i + 1).kernel("k", begin + 10_us, 500_us, 7, 2 * i + 1);
            const Timestamp end = begin + 515_us; // of the work, but for a copy
            const bool isCopy = !work.empty();
            if (isCopy)
                text.copy(work, end - 5_us, 5_us, 7, 2 * i + 2, 4096);
            const Timestamp back = end + (isOther ? 1_us : 300_us);
            text.runtime(call, begin + 20_us, back - begin - 20_us, isCopy ? 2 * i + 2 : 100 + i);
            if (isOther)
                text.runtime("cudaEventSynchronize", back, 300_us, 200 + i);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const char* const late = "the host is in the same call even after the recorded work that it waits for had ended (";
    const QString ofSync = meanwhile("cudaDeviceSynchronize", "", false);
    QVERIFY2(isSaid(ofSync, late), qPrintable(ofSync));
    const QString ofCopy = meanwhile("cudaMemcpyAsync", "Memcpy DtoH (Device -> Pageable)", false);
    QVERIFY2(isSaid(ofCopy, late), qPrintable(ofCopy));
    const QString ofOther = meanwhile("cudaDeviceSynchronize", "", true);
    QVERIFY2(isSaid(ofOther, "the host is in synchronisation ("), qPrintable(ofOther));
}

void TestOverview::longCallsThatComeAgainAreNoFirstUse()
{
    const auto ask = [](TraceText& text, Timestamp at, int i) {
        text.runtime("cudaMemGetInfo", at, 3'000_us, 100 + i);
    };
    const QString again = findingOf(eightRounds(ask, 4'000_us), "first-use");
    QVERIFY2(isSaid(again, "; they come again in the second half") && isSaid(again, "with no time in such calls, "),
        qPrintable(again));
    const QString once = findingOf(
        eightRounds([&](TraceText& text, Timestamp at, int i) { i == 1 ? ask(text, at, i) : void(); }, 4'000_us),
        "first-use");
    QVERIFY2(isSaid(once, "usually only first calls do so"), qPrintable(once));
    // Each launches a kernel for the first time, so none is one that comes again.
    TraceText kernels = wholeMicroseconds();
    for (int i = 0; i < 8; ++i)
        kernels.launch(i * 4'000'000, 3'000_us, i + 1)
            .kernel("k" + std::to_string(i), i * 4'000'000 + 3'010'000, 20_us, 7, i + 1);
    const QString loading = findingOf(kernels.text(), "first-use");
    QVERIFY2(isSaid(loading, "usually only first calls do so"), qPrintable(loading));
}

/// Another thread launches all while the main one waits for it.
void TestOverview::savingsAreNotKnownBehindWaitsInPython()
{
    TraceText text = wholeMicroseconds();
    text.python("<method 'acquire' of '_thread.lock' objects>", 0_us, 8'000_us, 1);
    text.thread(100, 101);
    for (int i = 0; i < 8; ++i)
        text.launch(i * 1'000'000, 900_us, i + 1).kernel("k", i * 1'000'000 + 910'000, 20_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "short-kernels");
    QVERIFY2(sentence.isEmpty() || !isSaid(sentence, "no time: none."), qPrintable(sentence));
    QVERIFY2(isSaid(sentence, "not known, since a replay does not follow"), qPrintable(sentence));
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (english(*table.message(row, 0)).find("not known") != std::string::npos)
            QVERIFY(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))));
    }
}

/// Its idle time is that of the finding that names the cause.
void TestOverview::aSlowStepIsNamedByWhatMakesItSlow()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds loading = step == 3 ? 900_us : 100_us;
        text.step(step, at, loading + 200_us).op("enumerate(DataLoader)#_Iter.__next__", at, loading);
        text.launch(at + loading + 10_us, 5_us, step + 1).kernel("k", at + loading + 20_us, 180_us, 7, step + 1);
        at += loading + 200_us;
    }
    const std::string slow = text.text();
    QVERIFY(findingOf(slow, "slow-step").isEmpty());
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(
        isSaid(loading,
            "may hide it. Step 3, which takes 800.0 us more than the median of 4 steps, has 800.0 us more of it than "
            "usual. Estimated"),
        qPrintable(loading));
    // Where what the step has more of it is not what the others have of it, that is named.
    TraceText collecting = wholeMicroseconds();
    at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds collect = step == 3 ? 900_us : 0;
        collecting.step(step, at, collect + 500_us).python("train.py(9): step", at + 1_us, collect + 498_us, step + 1);
        collecting.launch(at + 10_us, 5_us, step + 1).kernel("k", at + 20_us, 180_us, 7, step + 1);
        if (collect > 0)
            collecting.python("<built-in function collect>", at + 100_us, collect, 10, step + 1);
        at += collect + 500_us;
    }
    const QString collected = findingOf(collecting.text(), "host-wait");
    QVERIFY2(
        isSaid(collected, "% of the time in 'train.py(9): step'. Step 3, which takes 900.0 us more than the median")
            && isSaid(collected,
                " more of it than usual; the host is in '<built-in function collect>' for 900.0 us longer than in the "
                "other steps on average. Estimated"),
        qPrintable(collected));
    // A step that is slow for more than that is told, with what others name of it.
    TraceText both = wholeMicroseconds();
    at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds fetch = step == 3 ? 500_us : 100_us;
        const Nanoseconds work = step == 3 ? 580_us : 180_us;
        both.step(step, at, fetch + work + 20_us).op("enumerate(DataLoader)#_Iter.__next__", at, fetch);
        both.launch(at + fetch + 10_us, 5_us, step + 1).kernel("k", at + fetch + 20_us, work, 7, step + 1);
        at += fetch + work + 20_us;
    }
    const QString slower = findingOf(both.text(), "slow-step");
    QVERIFY2(isSaid(slower, "Step 3 takes 1.100 ms, 800.0 us more than the median of 4 steps (300.0 us)")
            && isSaid(slower, "; 400.0 us of the 800.0 us that it takes more are time of other findings"),
        qPrintable(slower));
}

void TestOverview::aSlowStepOfCopiesIsToldWithThem()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds copying = step == 3 ? 500_us : 100_us;
        text.step(step, at, copying + 210_us).launch(at, 5_us, 2 * step + 1);
        text.kernel("k", at + 8_us, 200_us, 7, 2 * step + 1).runtime("cudaMemcpyAsync", at + 5_us, 3_us, 2 * step + 2);
        text.copy("Memcpy HtoD (Pinned -> Device)", at + 208_us, copying, 7, 2 * step + 2, 1'000'000);
        at += copying + 210_us;
    }
    const std::string slow = text.text();
    const QString copies = findingOf(slow, "exposed-copies");
    QVERIFY2(isSaid(copies, "nothing hides take 900.0 us")
            && isSaid(copies,
                "Step 3, which takes 400.0 us more than the median of 5 steps, has 400.0 us more of it than usual."),
        qPrintable(copies));
    QCOMPARE(findingOf(slow, "slow-step"), QString());
}

/// Of both ranks they are the same, as the loading is, which is called so.
void TestOverview::slowStepsAndCommunicationAreNotCalledAlike()
{
    const auto rank = [](std::int64_t number) {
        TraceText text = wholeMicroseconds().rank(number, 2);
        Timestamp at = 0;
        for (int step = 0; step < 5; ++step) {
            const Nanoseconds work = step == 3 ? 900_us : 200_us;
            text.step(step, at, work + 240_us).op("enumerate(DataLoader)#_Iter.__next__", at, 100_us);
            text.launch(at + 102_us, 5_us, 2 * step + 1).kernel("k", at + 110_us, work, 7, 2 * step + 1);
            text.launch(at + 108_us, 5_us, 2 * step + 2)
                .kernel("ncclDevKernel_AllReduce", at + 110_us + work, 120_us, 20, 2 * step + 2);
            at += work + 240_us;
        }
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0), rank(1) }), "overview");
    const QString loading = toQString(sentenceOf(result, "data-loading"));
    QVERIFY2(loading.startsWith("Both ranks alike"), qPrintable(loading));
    for (const char* const kind : { "slow-step", "exposed-communication" }) {
        const QString sentence = toQString(sentenceOf(result, kind));
        QVERIFY2(sentence.startsWith("Rank 0: "), qPrintable(sentence));
    }
}

/// A kernel that is not in the file leaves a gap: rank 1 waits most for that alone.
void TestOverview::ofAllAlikeARankWithAllKernelsIsShown()
{
    const auto rank = [](std::int64_t number, bool isOneLost) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        for (int i = 0; i < 20; ++i) {
            text.launch(i * 100_us, 5_us, i + 1).op("aten::nms", i * 100_us + 40_us, 60_us);
            if (i != 7 || !isOneLost)
                text.kernel("k", i * 100_us + 10_us, number == 2 ? 29_us : 30_us, 7, i + 1);
        }
        return text.text();
    };
    const auto said = [&rank](bool isOneLost) {
        return toQString(sentenceOf(
            runOn(inputOf({ rank(0, isOneLost), rank(1, true), rank(2, isOneLost) }), "overview"), "host-wait"));
    };
    QVERIFY2(said(false).startsWith("2 of 3 ranks alike (59.1 % to 60.1 %; recordings of the others lack kernels or "
                                    "launches), here rank 2: "),
        qPrintable(said(false)));
    QVERIFY2(said(true).startsWith("All 3 ranks alike (") && said(true).contains(", here rank 2: "),
        qPrintable(said(true))); // of all without one, most
    const QString ofTwo =
        toQString(sentenceOf(runOn(inputOf({ rank(0, false), rank(1, true) }), "overview"), "host-wait"));
    QVERIFY2(ofTwo.startsWith("Rank 0: "), qPrintable(ofTwo)); // rank 1 waits more at most
}

/// The kernel of step 3 runs while the host loads for the next step, for which the GPU waits else.
void TestOverview::whatItsWorkHidesIsTold()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 0;
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 400_us;
        const Nanoseconds work = step == 3 ? 800_us : 200_us;
        text.step(step, at, 400_us).launch(at + 2_us, 5_us, 2 * step + 1);
        Timestamp start = std::max(at + 10_us, done);
        text.kernel("k", start, work / 2, 7, 2 * step + 1).op("aten::nms", at + 20_us, 300_us);
        done = start + work / 2;
        text.launch(at + 322_us, 5_us, 2 * step + 2);
        start = std::max(at + 330_us, done);
        text.kernel("k", start, work / 2, 7, 2 * step + 2);
        done = start + work / 2;
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    QVERIFY2(isSaid(toQString(sentence), "; it has 600.0 us more computation and 200.0 us less of all else, though"),
        sentence.c_str());
}

/// Its loading is less of it than its kernel, and no finding has that.
void TestOverview::aSlowStepThatIsSlowByItsWorkSaysSo()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int i = 0; i < 5; ++i) {
        const Nanoseconds loading = i == 2 ? 200_us : 100_us;
        const Nanoseconds kernel = i == 2 ? 800_us : 500_us;
        text.annotation("ProfilerStep#" + std::to_string(i), at, loading + kernel + 30_us)
            .op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, loading)
            .launch(at + loading + 5_us, 5_us, i + 1)
            .kernel("k", at + loading + 20_us, kernel, 7, i + 1);
        at += loading + kernel + 30_us;
    }
    const auto result = runOn(inputOf({ text.text() }), "overview", { { "least-share", "0.1" } });
    QCOMPARE(figureOf(result, "slow-step"), std::int64_t { -1 });
    const QString sentence = toQString(sentenceOf(result, "data-loading"));
    QVERIFY2(
        isSaid(sentence, "has 300.0 us more computation and 100.0 us more of it than usual."), qPrintable(sentence));
}

void TestOverview::aStepThatIsSlowByManyThingsIsTold()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int i = 0; i < 5; ++i) {
        const Nanoseconds each = i == 2 ? 250_us : 100_us;
        text.annotation("ProfilerStep#" + std::to_string(i), at, 2 * each + 130_us)
            .op("aten::nms", at, each)
            .runtime("cudaMalloc", at + each, each, 10 + i)
            .launch(at + 2 * each + 5_us, 5_us, i + 1)
            .kernel("k", at + 2 * each + 20_us, 100_us, 7, i + 1);
        at += 2 * each + 130_us;
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const QString both =
        toQString(sentenceOf(result, "host-wait")) + toQString(sentenceOf(result, "device-allocation"));
    QVERIFY2(isSaid(both, "has 150.0 us more of it and 150.0 us more of the time of other findings than usual."),
        qPrintable(both));
}

/// The time before the first GPU activity is told as such, so the step that holds it is not slow for it.
void TestOverview::timeOutsideOfTheViewMakesNoSlowStep()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds before = step == 0 ? 1'500_us : 0;
        text.step(step, at, before + 200_us).op("aten::mm", at + 1_us, before + 8_us);
        text.launch(at + before + 10_us, 5_us, step + 1).kernel("k", at + before + 20_us, 180_us, 7, step + 1);
        at += before + 200_us;
    }
    QVERIFY(findingOf(text.text(), "slow-step").isEmpty());
    const QString outside = findingOf(text.text(), "outside-view");
    QVERIFY2(!outside.isEmpty() && !isSaid(outside, "Step 0"), qPrintable(outside));
}

/// Steps of ranks that were merged into one file: a longer one is another rank's, whose steps all are that long.
void TestOverview::stepsBesideEachOtherAreNotCompared()
{
    const auto slowStepOf = [](bool haveNumbersInCommon) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 16; ++i) {
            const int process = i % 4; // the first is the slow one; each begins a little before the last one has ended
            const Timestamp at = i / 4 * 2'000_us + (process == 0 ? 0 : 690_us + process * 300_us);
            const Nanoseconds length = process == 0 ? 1'000_us : 310_us;
            text.thread(100 + process, 100 + process).step(haveNumbersInCommon ? i / 4 : i, at, length);
            text.launch(at + 1_us, 5_us, i + 1).kernel("k", at + 10_us, length - 20_us, 7 + process, i + 1);
        }
        return findingOf(text.text(), "slow-step");
    };
    QCOMPARE(slowStepOf(true), QString());
    QVERIFY(!slowStepOf(false).isEmpty());
}

/// It is shorter in view than it is: others are compared without it, and it is told where it is as long as the slowest.
void TestOverview::aStepThatTheViewCutsIsLeftAside()
{
    // @param before  what the host does in the first step before its work; @param after  in the last one after it.
    const auto slowStepOf = [](Nanoseconds before, Nanoseconds after, Nanoseconds ofFirst, int steps = 6) {
        const int slow = steps == 6 ? 3 : 2;
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < steps; ++step) {
            const Nanoseconds early = step == 0 ? before : 0;
            const Nanoseconds late = step == 5 ? after : 0;
            const Nanoseconds work = step == 0 ? ofFirst : step == slow ? 900_us : 300_us + step * 1_us;
            text.step(step, at, early + work + 20_us + late).launch(at + early + 10_us, 5_us, step + 1);
            text.kernel("k", at + early + 20_us, work, 7, step + 1);
            at += early + work + 20_us + late;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString first = slowStepOf(700_us, 0, 300_us);
    QVERIFY2(isSaid(first, "Step 3 takes 920.0 us, 596.0 us more than the median of 5 steps (324.0 us)")
            && isSaid(first,
                "; step 0, which takes 1.020 ms to the end of its GPU work, is not compared: 720.0 us of it lie before "
                "the first GPU activity."),
        qPrintable(first));
    const QString last = slowStepOf(0, 800_us, 300_us);
    QVERIFY2(isSaid(last, "more than the median of 4 steps")
            && isSaid(last,
                "; step 5, which takes 1.125 ms to the end of its GPU work, is not compared: 800.0 us of it lie after "
                "the last GPU activity."),
        qPrintable(last));
    // Of three steps none is left aside.
    const QString ofThree = slowStepOf(700_us, 0, 300_us, 3);
    QVERIFY2(isSaid(ofThree, "Step 2 takes ") && isSaid(ofThree, "more than the median of 3 steps (")
            && isSaid(ofThree,
                "; of step 0, which takes 1.020 ms to the end of its GPU work, 720.0 us lie before the first GPU "
                "activity and are not compared."),
        qPrintable(ofThree));
    // One that is not long is nothing to be told, and one that is the longest in view, too, is the slowest.
    const QString shorter = slowStepOf(100_us, 0, 300_us);
    QVERIFY2(
        isSaid(shorter, "more than the median of 5 steps") && !isSaid(shorter, "is not compared"), qPrintable(shorter));
    const QString longest = slowStepOf(700_us, 0, 1'500_us);
    QVERIFY2(isSaid(longest, "Step 0 takes 1.500 ms (in GPU time in view)") && isSaid(longest, "of 6 steps"),
        qPrintable(longest));
}

void TestOverview::noPartIsMoreThanTheWhole()
{
    // The longer the kernel of a step, the less copies it hides.
    const auto slowStepOf = [](Nanoseconds work, Nanoseconds less) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 6; ++step) {
            const bool isSlow = step == 3;
            const Nanoseconds kernel = isSlow ? work : 600_us;
            const Nanoseconds wait = isSlow ? 200_us - less : 200_us;
            text.step(step, at, wait + kernel).launch(at + wait - 5_us, 2_us, step + 1);
            text.kernel("k", at + wait, kernel, 7, step + 1);
            at += wait + kernel;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString equal = slowStepOf(1'600_us, 0);
    QVERIFY2(isSaid(equal, "it has 1.000 ms more computation"), qPrintable(equal));
    const QString nearly = slowStepOf(1'600_us, 20_us);
    QVERIFY2(
        isSaid(nearly, ", 980.0 us more than the median") && isSaid(nearly, "it has about as much more computation"),
        qPrintable(nearly));
    const QString less = slowStepOf(1'600_us, 100_us);
    QVERIFY2(isSaid(less, "it has 1.000 ms more computation and 100.0 us less of all else"), qPrintable(less));
}

namespace {

/// What is said of a slow step with the kernels of others.
std::string longerIn(int steps, const std::string& times)
{
    return ", though as many kernels of the same names as " + std::to_string(steps) + " other steps: they take " + times
        + " times as long as in the median of those, as with larger inputs, lower clocks or another program on the GPU";
}

} // namespace

/// Steps 4 to 6 have slower kernels, which hide the loading of the steps behind them: so step 4, with as much of it as
/// steps 1 to 3, has more of it than usual. Most of step 0 lies before the first work.
void TestOverview::aStepHasNoMoreReasonsThanItTakes()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 0;
    for (int step = 0; step < 8; ++step) {
        const Timestamp at = step * 320_us;
        const Nanoseconds work = step >= 4 && step <= 6 ? 300_us : 200_us;
        text.step(step, at, 320_us).op("enumerate(DataLoader)#_Iter.__next__", at, 300_us);
        const Timestamp start = std::max(at + 310_us, done);
        text.launch(at + 302_us, 5_us, step + 1).kernel("k", start, work, 7, step + 1);
        done = start + work;
    }
    const std::string slow = text.text();
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(!loading.isEmpty() && !isSaid(loading, "Step"), qPrintable(loading));
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ slow }), "overview"), "slow-step"),
        "Step 4 takes 420.0 us (from the end of earlier GPU work to the end of its own), 100.0 us more than the median "
        "of 7 steps (320.0 us); it has 100.0 us more computation"
            + longerIn(6, "1.50")
            + "; step 0, which takes 510.0 us to the end of its GPU work, is not compared: 310.0 us of it lie before "
              "the first "
              "GPU activity.");
}

/// What earlier steps have left to the GPU is not a step's own, however long its host waits for it.
void TestOverview::aHostThatRunsAheadMakesNoSlowStep()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        Timestamp done = 20'000;
        for (int step = 0; step < 6; ++step) {
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'000_us;
            text.launch(at + 10'000, 5_us, step + 1).kernel("k", done, work, 7, step + 1);
            done += work;
            const bool isLast = step == 5; // waits for all
            text.step(step, at, isLast ? done - at : 100_us);
            if (isLast)
                text.runtime("cudaDeviceSynchronize", at + 20'000, done - at - 20'000, 90);
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'000_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(3'000_us) }), "overview"), "slow-step"),
        "Step 3 takes 3.000 ms (from the end of earlier GPU work to the end of its own), 2.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 2.000 ms more computation"
            + longerIn(5, "3.00") + ".");
}

/// It runs beside the next step, which does not wait for it.
void TestOverview::aCopyBesideTheNextStepsMakesNoSlowStep()
{
    TraceText text = wholeMicroseconds();
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 1'000'000;
        text.step(step, at, 1'000_us).launch(at + 10'000, 5_us, step + 1).kernel("k", at + 20'000, 970_us, 7, step + 1);
    }
    text.runtime("cudaMemcpyAsync", 1'900'000, 5_us, 90)
        .copy("Memcpy DtoH (Device -> Pinned)", 1'991'000, 2'500_us, 8, 90, 1000);
    QCOMPARE(findingOf(text.text(), "slow-step"), QString());
}

/// The next step waits for it behind it on its stream, however far its host runs ahead.
void TestOverview::aCopyInTheWayOfTheNextStepIsItsOwnSteps()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 20'000;
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 100'000;
        text.step(step, at, 100_us).runtime("cudaMemcpyAsync", at + 2'000, 5_us, step + 51);
        text.copy("Memcpy HtoD (Pinned -> Device)", done, 100_us, 7, step + 51, 1000);
        text.launch(at + 10'000, 5_us, step + 1).kernel("k", done + 100'000, 900_us, 7, step + 1);
        done += 1'000_us;
        if (step != 2)
            continue;
        text.runtime("cudaMemcpyAsync", at + 50'000, 5_us, 90);
        text.copy("Memcpy DtoH (Device -> Pinned)", done, 2'500_us, 7, 90, 1000);
        done += 2'500_us;
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-copies");
    QVERIFY2(isSaid(toQString(sentence),
                 " Step 2 (from the end of earlier GPU work to the end of its own), which takes 2.500 ms more than the "
                 "median of 6 steps, has 2.500 ms more of it than usual."),
        sentence.c_str());
}

/// What a stream does before the first work with a launch in the file was launched before that.
void TestOverview::workLeftOverFromBeforeMakesNoSlowStep()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        text.kernel("k", 10'000, 100_us, 7); // these begin while the host is in step 0, 1, 2, 4 and 5
        text.kernel("k", 110'000, 100_us, 7).kernel("k", 210'000, 200_us, 7).kernel("k", 410'000, 100_us, 7);
        text.kernel("k", 510'000, 3'500_us, 7);
        Timestamp done = 4'010'000;
        for (int step = 0; step < 6; ++step) {
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'000_us;
            text.step(step, at, 100_us).launch(at + 10'000, 5_us, step + 1).kernel("k", done, work, 7, step + 1);
            done += work;
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'000_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(3'000_us) }), "overview"), "slow-step"),
        "Step 3 takes 3.000 ms (from the end of earlier GPU work to the end of its own), 2.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 2.000 ms more computation.");
}

/// A step that begins beside the one before has less time of its own, which makes no other one slow.
void TestOverview::stepsThatOverlapAreSlowByTheirOwnWork()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        Timestamp start = 20'000;
        for (int step = 0; step < 6; ++step) { // each begins 600 us before the one before ends
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'600_us;
            text.step(step, at, 100_us).launch(at + 10'000, 5_us, step + 1);
            text.kernel("k", start, work, 7 + step % 2, step + 1);
            start += work - 600_us;
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'600_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(2'600_us) }), "overview"), "slow-step"),
        "Step 3 takes 2.000 ms (from the end of earlier GPU work to the end of its own), 1.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 1.000 ms more computation"
            + longerIn(5, "1.63") + ".");
}

void TestOverview::whatEveryStepHasMakesNoneSlow()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 8; ++step) {
        const Nanoseconds work = step == 6 ? 1'400_us : 600_us;
        text.step(step, at, 1'000_us + work + 20_us).op("enumerate(DataLoader)#_Iter.__next__", at, 1'000_us);
        text.launch(at + 1'010'000, 5_us, step + 1).kernel("k", at + 1'020'000, work, 7, step + 1);
        at += 1'000_us + work + 20_us;
    }
    const std::string slow = text.text();
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(!loading.isEmpty() && !isSaid(loading, "Step"), qPrintable(loading));
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ slow }), "overview"), "slow-step"),
        "Step 6 takes 2.420 ms, 800.0 us more than the median of 7 steps (1.620 ms); it has 800.0 us more "
        "computation"
            + longerIn(6, "2.33") + ".");
}

void TestOverview::stepsThatTheRangeCutsAreNotCompared()
{
    TraceText text = wholeMicroseconds();
    std::vector<Timestamp> begins;
    Timestamp at = 0;
    for (int step = 0; step < 8; ++step) {
        const Nanoseconds work = step == 6 ? 1'400_us : 600_us;
        begins.push_back(at);
        text.step(step, at, work + 20_us).launch(at, 5_us, step + 1).kernel("k", at + 20'000, work, 7, step + 1);
        at += work + 20_us;
    }
    const AnalysisInput input = inputOf({ text.text() });
    const auto slowStepIn = [&input](TimeRange range) {
        Scope scope;
        scope.range = range;
        return sentenceOf(runOn(AnalysisInput { input.traces, scope }, "overview"), "slow-step");
    };
    // Most of steps 2 and 7 is in it, too.
    KT_COMPARE_TEXT(slowStepIn({ begins[2] + 50'000, at - 50'000 }),
        "Step 6 takes 1.420 ms, 800.0 us more than the median of 4 steps (620.0 us); it has 800.0 us more "
        "computation"
            + longerIn(3, "2.33") + ".");
    // One step and a little of its neighbours.
    KT_COMPARE_TEXT(slowStepIn({ begins[6] - 50'000, begins[7] + 50'000 }), "");
}

void TestOverview::stepsThatTakeAsLongAreNamedWithTheSlowest()
{
    const auto slowSteps = [](const std::vector<int>& slow) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 12; ++step) {
            const Nanoseconds work = std::ranges::find(slow, step) != slow.end() ? 900_us + step * 1_us : 300_us;
            text.step(step, at, work + 20_us).launch(at + 10'000, 5_us, step + 1);
            text.kernel("k", at + 20'000, work, 7, step + 1);
            at += work + 20_us;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString regular = slowSteps({ 2, 5, 8, 11 });
    QVERIFY2(isSaid(regular, "Step 11 takes 931.0 us, ")
            && isSaid(regular,
                "; 3 other steps (2,5,8) take about as long and have more of the same, at a regular "
                "interval of 3 steps."),
        qPrintable(regular));
    const QString two = slowSteps({ 5, 11 });
    QVERIFY2(isSaid(two, "; 1 other step (5) takes about as long and has more of the same."), qPrintable(two));
    const QString irregular = slowSteps({ 2, 3, 11 });
    QVERIFY2(isSaid(irregular, "; 2 other steps (2,3) take about as long and have more of the same."),
        qPrintable(irregular));
    // Step 5 is as long as step 11, but the host waits in it instead.
    const auto waitingStep = [](const std::vector<int>& slow) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 12; ++step) {
            const bool isSlow = std::ranges::find(slow, step) != slow.end();
            const Nanoseconds late = step == 5 ? 580_us : 0;
            const Nanoseconds work = isSlow ? 900_us : 300_us;
            text.step(step, at, late + work + 20_us).launch(at + late + 10_us, 5_us, step + 1);
            text.kernel("k", at + late + 20_us, work, 7, step + 1);
            at += late + work + 20_us;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString other = waitingStep({ 11 });
    QVERIFY2(isSaid(other, "; 1 other step (5) takes about as long, but mostly for other reasons"), qPrintable(other));
    const QString one = waitingStep({ 8, 11 }); // of those that are slow for this reason alone
    QVERIFY2(isSaid(one, "; 1 other step (11) takes about as long and has more of the same"), qPrintable(one));
}

void TestOverview::theFrameOfASlowStepIsNamed()
{
    // Each step has a frame of its own with two ops inside, the last one another frame behind it.
    const auto said = [](std::string_view frame, int evaluations) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        int number = 0;
        const auto work = [&](Nanoseconds length) {
            ++number;
            text.op("aten::mm", at, length).launch(at + 2_us, 5_us, number);
            text.kernel("gemm", at + 10_us, length - 12_us, 7, number);
            at += length;
        };
        for (int step = 0; step < 8; ++step) {
            const Timestamp begin = at;
            const int batches = step == 7 ? evaluations : 0;
            text.python("train.py(9): step", at, 600_us, 3 * step + 1);
            work(300_us);
            work(300_us);
            if (batches > 0)
                text.python(frame, at, batches * 200_us, 3 * step + 2);
            if (batches > 0)
                text.python("model.py(4): forward", at, batches * 200_us, 3 * step + 3, 3 * step + 2);
            for (int i = 0; i < batches; ++i)
                work(200_us);
            text.step(step, begin, at - begin);
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    };
    KT_COMPARE_TEXT(said("train.py(40): evaluate", 4),
        "Step 7 takes 1.398 ms, 798.0 us more than the median of 8 steps (600.0 us); it has 752.0 us more computation; "
        "the host is in 'train.py(40): evaluate' for 800.0 us longer than in the other steps on average.");
    // What other steps do, too, only shorter, is no answer.
    QVERIFY(said("train.py(9): step", 4).find("'train.py(9): step'") == std::string::npos);
}

void TestOverview::whatToRecordIsSaidOnce()
{
    enum class Host { Unrecorded, Stacks, Named, CallsOnly };
    const auto rankOf = [](int rank, Host host) {
        TraceText text = wholeMicroseconds();
        text.rank(rank, 2);
        if (host == Host::Stacks)
            text.python("train.py(3): main", 0_us, 40_us, 1);
        for (int i = 0; i < 10; ++i) {
            const Timestamp at = i * 1'000_us;
            if (host != Host::CallsOnly)
                text.op("aten::mm", at, 40_us);
            text.launch(at + 10_us, 10_us, i + 1).kernel("gemm", at + 30_us, 400_us, 7, i + 1);
            if (host == Host::Named)
                text.annotation("log", at + 440_us, 555_us);
        }
        return text.text();
    };
    const auto said = [](const std::vector<std::string>& texts) {
        const auto result = runOn(inputOf(texts), "overview");
        std::string all;
        for (const Remark& remark : result->remarks)
            all += remark.code == "unrecorded-code" ? english(remark) + "\n" : "";
        return all;
    };
    KT_COMPARE_TEXT(
        said({ rankOf(0, Host::CallsOnly), rankOf(1, Host::CallsOnly) }), ""); // neither was it to record ops
    KT_COMPARE_TEXT(said({ rankOf(0, Host::Unrecorded), rankOf(1, Host::Unrecorded) }),
        "Ranks 0,1: for 95.0 % of the idle time the host is in code that was not recorded: with_stack=True, or "
        "record_function around parts of it, would name it.\n");
    KT_COMPARE_TEXT(said({ rankOf(0, Host::Unrecorded), rankOf(1, Host::Named) }),
        "Rank 0: for 95.0 % of the idle time the host is in code that was not recorded: with_stack=True, or "
        "record_function around parts of it, would name it.\n");
    KT_COMPARE_TEXT(said({ rankOf(0, Host::Stacks) }),
        "Rank 0: for 95.0 % of the idle time the host is in code that was not recorded, though Python was: "
        "record_function around parts of it would name it.\n");
}

/// In lines of an ordinary terminal, whatever the shares are of.
void TestOverview::savingsAreSeenInALine()
{
    const auto result = runOn(inputOf({ waiting().op("aten::prepare", 200_us, 50_us).text() }), "overview");
    const Table& table = *result->findTable("findings");
    QVERIFY(table.rowCount() > 1);
    TableWriterOptions options;
    options.exactUnits = false;
    options.lineWidth = 100;
    const std::string text = writeTable(table, TableFormat::Text, options);
    const std::string head = text.substr(0, text.find('\n'));
    QVERIFY2(head.find(" saved") != std::string::npos, text.c_str());
    QVERIFY2(head.find("share_of") == std::string::npos, text.c_str()); // there was no room for all
}

void TestOverview::chosenStreamsAreSaid()
{
    AnalysisInput input = inputOf({ waiting().text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "chosen-streams"), "");
    input.scope.streams = { 7 };
    QVERIFY(!remarkOf(runOn(input, "overview"), "chosen-streams").empty());
    QVERIFY(!remarkOf(runOn(input, "critical-path"), "all-streams").empty());
}

void TestOverview::namesWithAddressesAreOne()
{
    const QString sentence = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.python("<built-in method tolist of Tensor object at 0x7f" + std::to_string(1'000 + i) + ">", at, 400_us,
            2 * i + 1);
        text.python("other.py(9): fetch", at + 400_us, 150_us, 2 * i + 2);
    }),
        "host-wait");
    QVERIFY2(isSaid(sentence, "in '<built-in method tolist of Tensor object>'"), qPrintable(sentence));
}

void TestOverview::annotationsWithoutOpsAreNamed()
{
    const QString sentence = findingOf(
        eightRounds([](TraceText& text, Timestamp at, int) { text.annotation("rebatch inputs", at, 500_us); }),
        "host-wait");
    QVERIFY2(isSaid(sentence, "the host is in annotations in which no op or call runs (51."), qPrintable(sentence));
    QVERIFY2(isSaid(sentence, ", code that was not recorded (48."), qPrintable(sentence));
    QVERIFY2(!isSaid(sentence, "Estimated saving"), qPrintable(sentence));
}

void TestOverview::stretchesAreNoTimes()
{
    const QString sentence = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.runtime("cudaMalloc", at, 200_us, 100 + 2 * i).runtime("cudaMalloc", at + 300_us, 200_us, 101 + 2 * i);
    }),
        "device-allocation");
    QVERIFY2(isSaid(sentence, ", in 7 gaps, 14 stretches without a break in all, 200.0 us each on average"),
        qPrintable(sentence));
}

void TestOverview::fewLongGapsAreNoSmallKernels()
{
    const auto sentence = [](int longOnes) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::ThreeDecimals);
        Timestamp time = 500_us;
        for (int i = 0; i < 300; ++i) {
            text.launch(i * 1'000, 1_us, i + 1).kernel("k", time, 5_us, 7, i + 1);
            time += 5_us + (i < longOnes ? 25_us : 1);
        }
        return findingOf(text.text(), "kernel-gaps");
    };
    QVERIFY2(isSaid(sentence(299), "the price of many small kernels"), qPrintable(sentence(299)));
    QVERIFY2(isSaid(sentence(9), "299 gaps") && !isSaid(sentence(9), "the price of"), qPrintable(sentence(9)));
}

void TestOverview::devicesTakenAsOneAreNamed()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i)
        text.launch(i * 1'000, 1_us, i + 1).device(i % 2).kernel("k", 100'000 + i * 500'000, 500_us, 7, i + 1);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 1 }); // not that nothing stands out
    QCOMPARE(toQString(english(result->remarks.front())),
        QString("Rank 0: its 2 GPUs are taken as one here, which is idle when none of them runs anything. GPU 0 alone "
                "is idle for 4.500 ms (47.4 % of its time in view): Idle causes tells them apart."));
}

void TestOverview::aSavingBeyondTheFindingSaysSo()
{
    // Ops take all of the waits, and as much where the GPU is busy: half of the first is less than what is saved.
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i)
        text.op("aten::mm", i * 1'000'000, 990_us)
            .launch(i * 1'000'000 + 991'000, 5_us, i + 1)
            .kernel("k", i * 1'000'000 + 1'000'000, 400_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "host-wait");
    QVERIFY2(isSaid(sentence, "twice as fast in ops, also outside of this time"), qPrintable(sentence));
}

void TestOverview::aMeanThatOneWaitMakesIsNotSaid()
{
    // Waits of 10 and 300 us: their mean is neither.
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .launch(22_us, 1_us, 2)
                                 .kernel("b", 30_us, 10_us, 7, 2)
                                 .launch(330_us, 1_us, 3)
                                 .kernel("c", 340_us, 10_us, 7, 3)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "host-wait"),
        "The GPU waits 292.0 us (85.9 % of GPU time in view) for the host, other kinds of such waits aside (310.0 us "
        "with "
        "them): it had nothing left to run until the host "
        "launched more, in 2 gaps, 290.0 us of it at one time; meanwhile the host is in code that was not recorded "
        "(100.0 %).");
}

void TestOverview::aMeanThatFewWaitsMakeIsNotSaid()
{
    const auto loading = [](int longOnes) {
        return findingOf(eightRounds([longOnes](TraceText& text, Timestamp at, int i) {
            text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, i < longOnes ? 600_us : 10_us);
        }),
            "data-loading");
    };
    // The first one is before the first work: of seven, two or three are long.
    QVERIFY2(isSaid(loading(3), ", 7 times, 1.200 ms of it in 2 of them:"), qPrintable(loading(3)));
    QVERIFY2(isSaid(loading(4), ", 7 times, 262.9 us each on average:"), qPrintable(loading(4)));
}

void TestOverview::workThatWaitsAfterItsLaunchDoesNotWaitForTheHost()
{
    // The launch comes 10 us after the earlier work, takes 5 us, and the work starts 400 us later.
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .launch(30_us, 5_us, 2)
                                 .kernel("b", 435_us, 10_us, 7, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    KT_COMPARE_TEXT(rowsOf(result, "split", kSplit), "435 20 0 0 0 15 0 400 0\n");
    KT_COMPARE_TEXT(sentenceOf(result, "long-gaps"),
        "The GPU idles 400.0 us (92.0 % of GPU time in view), in 1 gap of 30 us or more: what runs next was in its "
        "queue by then, so the host is not the reason; it may wait for another stream, an event, another rank or "
        "another program on the GPU, or begin slowly, as first uses do.");
    KT_COMPARE_TEXT(sentenceOf(result, "host-wait"),
        "The GPU waits 10.00 us (2.3 % of GPU time in view) for the host, other kinds of such waits aside (15.00 us "
        "with "
        "them): it had nothing left to run until the host "
        "launched more, in 1 gap; meanwhile the host is in code that was not recorded (100.0 %).");
    // idle-time says the same.
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "idle-time"), "devices", { "idle_category", "idle_time", "count" }),
        "host_wait 15 1\nother 400 1\n");
    // A scope that cuts the gap does not change what its parts are.
    Scope scope;
    scope.range = TimeRange { 0, 45'000 };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, scope), "overview"), "split", kSplit), "45 10 0 0 0 25 0 10 0\n");
}

void TestOverview::workAfterAHostFunctionMayWaitForTheHost()
{
    const auto gaps = [](const char* call, Timestamp at) {
        const std::string text = wholeMicroseconds()
                                     .launch(2_us, 1_us, 1)
                                     .kernel("a", 10_us, 10_us, 7, 1)
                                     .launch(30_us, 5_us, 2)
                                     .kernel("b", 435_us, 10_us, 7, 2)
                                     .runtime(call, at, 1_us, 3)
                                     .text();
        return sentenceOf(runOn(inputOf({ text }), "overview"), "long-gaps");
    };
    for (const char* call : { "cudaLaunchHostFunc", "hipStreamAddCallback", "cuLaunchHostFunc" })
        QCOMPARE(gaps(call, 22_us),
            std::string(
                "The GPU idles 400.0 us (92.0 % of GPU time in view), in 1 gap of 30 us or more: what runs next "
                "was in its queue by then. For 400.0 us of it '")
                + call
                + "' had been called between its launch and the one before on its stream: it may wait for a function "
                  "on "
                  "the host, or for another stream, an event, another rank or another program on the GPU, or begin "
                  "slowly, as first uses do.");
    // Before both launches, or after them.
    QVERIFY(isSaid(toQString(gaps("cudaLaunchHostFunc", 0_us)), "so the host is not the reason"));
    QVERIFY(isSaid(toQString(gaps("cudaLaunchHostFunc", 36_us)), "so the host is not the reason"));
}

/// Where the profiler dropped kernels the GPU looks idle while it runs them.
void TestOverview::aGapWhereKernelsAreLostNeedNotBeIdle()
{
    const auto text = [](bool isKernelThere, Timestamp otherAt = 5_us, int unlinked = 0) {
        TraceText trace = wholeMicroseconds();
        trace.launch(0_us, 1_us, 1).kernel("a", 10_us, 10_us, 7, 1);
        trace.launch(otherAt, 1_us, 3).launch(8_us, 1_us, 4).launch(12_us, 1_us, 2).kernel("b", 435_us, 10_us, 7, 2);
        trace.launch(14_us, 1_us, 5).kernel("c", 445_us, 1_us, 7, 5);
        if (isKernelThere)
            trace.kernel("other", 6_us, 1_us, 20, 3).kernel("other", 9_us, 1_us, 20, 4);
        for (int i = 0; i < unlinked; ++i)
            trace.kernel("unlinked", 450_us + i, 1_us, 20);
        return trace.text();
    };
    const auto gaps = [](const std::string& trace) {
        return sentenceOf(runOn(inputOf({ trace }), "overview"), "long-gaps");
    };
    KT_COMPARE_TEXT(gaps(text(false)),
        "The GPU idles 415.0 us (95.2 % of GPU time in view), in 1 gap of 30 us or more: what runs next was in its "
        "queue by then; for 415.0 us of it the kernels of 2 launches in between are not in the file, so the GPU may "
        "have been running them.");
    QVERIFY(isSaid(toQString(gaps(text(true))), "so the host is not the reason"));
    const std::string one = gaps(text(false, 13_us)); // after the launch of what runs next
    QVERIFY2(isSaid(toQString(one), "the kernel of 1 launch in between is not in the file"), one.c_str());
    const auto remark = [](const std::string& trace, const char* analysis) {
        return remarkOf(runOn(inputOf({ trace }), analysis), "kernels-not-recorded");
    };
    for (const char* analysis : { "idle-causes", "critical-path" }) {
        KT_COMPARE_TEXT(remark(text(false), analysis),
            "415.0 us of the waiting is before work that was launched after kernels that are not in the file: the GPU "
            "may have been running these.\n");
        KT_COMPARE_TEXT(remark(text(true), analysis), "");
        // Kernels without launches may be those of the launches without kernels.
        KT_COMPARE_TEXT(remark(text(false, 5_us, 2), analysis), "");
    }
}

/// Nothing is theirs before they were launched, or when something shows that they had run.
void TestOverview::kernelsAreLostOnlyWhileTheyMayRun()
{
    // The copy comes 940 us after the kernels, whose stream has none after the lost one unless told.
    const auto text = [](bool isKernelAfter, const char* call = "cudaDeviceSynchronize", Timestamp calledAt = 800_us) {
        TraceText trace = wholeMicroseconds();
        trace.launch(0_us, 1_us, 1).kernel("a", 10_us, 10_us, 7, 1);
        trace.launch(2_us, 1_us, 2).copy("Memcpy HtoD (Pinned -> Device)", 12_us, 5_us, 22, 2, 9);
        trace.launch(30_us, 1_us, 3).kernel("b", 40_us, 10_us, 7, 3); // 20 us after a
        trace.launch(150_us, 1_us, 4);                                // lost
        if (isKernelAfter)
            trace.launch(160_us, 1_us, 5).kernel("c", 170_us, 10_us, 7, 5);
        trace.runtime(call, calledAt, 100_us, 6);
        trace.launch(980_us, 1_us, 7).copy("Memcpy HtoD (Pinned -> Device)", 990_us, 10_us, 22, 7, 9);
        return trace.text();
    };
    const auto remark = [](const std::string& trace) {
        return remarkOf(runOn(inputOf({ trace }), "idle-causes"), "kernels-not-recorded");
    };
    const auto said = [](const char* time) {
        return std::string(time)
            + " of the waiting is before work that was launched after kernels that are not in the file: the GPU may "
              "have been running these.\n";
    };
    KT_COMPARE_TEXT(remark(text(false)), said("750.0 us").c_str()); // until the host had waited for it
    KT_COMPARE_TEXT(remark(text(false, "cudaStreamSynchronize")), said("840.0 us").c_str());        // of which stream?
    KT_COMPARE_TEXT(remark(text(false, "cudaDeviceSynchronize", 40_us)), said("840.0 us").c_str()); // before it
    KT_COMPARE_TEXT(remark(text(true)), said("20.00 us").c_str()); // only until c, on the only stream with kernels
    // Whatever the idle time is called.
    const std::string wait = sentenceOf(runOn(inputOf({ text(false) }), "overview"), "host-wait");
    QVERIFY2(isSaid(toQString(wait), "of it the GPU may have run a kernel that is not in the file, that of 1 launch."),
        wait.c_str());
    QVERIFY(!isSaid(toQString(sentenceOf(runOn(inputOf({ text(true) }), "overview"), "host-wait")), "not in the file"));
}

void TestOverview::smallCopiesAreNotSlowForWantOfPinnedMemory()
{
    const auto copies = [](std::int64_t bytes) {
        return wholeMicroseconds()
            .launch(0_us, 0_us, 1)
            .launch(0_us, 0_us, 2)
            .kernel("a", 0_us, 30_us, 7, 1)
            .copy("Memcpy DtoH (Device -> Pageable)", 30_us, 15_us, 7, 2, bytes)
            .copy("Memcpy DtoH (Device -> Pageable)", 45_us, 15_us, 7, 0, bytes)
            .text();
    };
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ copies(4) }), "overview"), "exposed-copies"),
        "Copies and memsets that nothing hides take 30.00 us (50.0 % of GPU time in view); 100.0 % of it is copying "
        "from the GPU to pageable memory, in 2 copies, only 4 B a copy on average: what they cost is being many, and "
        "that the host waits "
        "for each. Estimated saving with no copies: 30.00 us (50.0 % of the wall time).");
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ copies(4'000'000) }), "overview"), "exposed-copies"),
        "Copies and memsets that nothing hides take 30.00 us (50.0 % of GPU time in view); 100.0 % of it is copying "
        "from the GPU to pageable memory, in 2 copies, which pinned memory makes faster and lets overlap. Estimated "
        "saving with "
        "no copies: 30.00 us (50.0 % of the wall time).");
    // Small ones that run beside kernels are no part of it.
    TraceText hidden = wholeMicroseconds();
    hidden.launch(0_us, 0_us, 1).kernel("a", 0_us, 30_us, 7, 1);
    for (int i = 0; i < 20; ++i)
        hidden.copy("Memcpy HtoD (Pageable -> Device)", i * 1_us, 1_us, 20, 0, 4);
    hidden.copy("Memcpy DtoH (Device -> Pageable)", 30_us, 30_us, 7, 0, 1'000'000); // 48 kB each, taken together
    const QString ofLarge = toQString(sentenceOf(runOn(inputOf({ hidden.text() }), "overview"), "exposed-copies"));
    QVERIFY2(isSaid(ofLarge, "in 1 copy, which pinned memory makes faster and lets overlap"), qPrintable(ofLarge));
    // A scalar gains nothing either: where nobody knows, nothing is advised.
    const std::string unknown = QString::fromStdString(copies(4)).replace("\"bytes\"", "\"bits\"").toStdString();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ unknown }), "overview"), "exposed-copies"),
        "Copies and memsets that nothing hides take 30.00 us (50.0 % of GPU time in view); 100.0 % of it is copying "
        "from the GPU to pageable memory, in 2 copies, of how many bytes is not known. Estimated saving with no "
        "copies: 30.00 us (50.0 % of the wall time).");
}

void TestOverview::theKindOfMostCopiesIsSaid()
{
    const auto said = [](const char* first, const char* second) {
        const std::string text = wholeMicroseconds()
                                     .kernel("a", 0_us, 100_us, 7)
                                     .copy(first, 50_us, 80_us, 7, 0, 9) // 30 us of it are exposed
                                     .copy(first, 130_us, 10_us, 7, 0, 9)
                                     .copy(second, 140_us, 10_us, 7, 0, 9)
                                     .copy(second, 20_us, 10_us, 20, 0, 9) // the kernel hides it
                                     .text();
        const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "exposed-copies");
        const std::size_t kind = sentence.find("; ");
        return kind == std::string::npos ? std::string() : sentence.substr(kind, sentence.find(". ", kind + 12) - kind);
    };
    KT_COMPARE_TEXT(said("Memcpy DtoD (Device -> Device)", "Memcpy HtoD (Pinned -> Device)"),
        "; 80.0 % of it is copying from GPU memory to GPU memory, in 2 copies");
    KT_COMPARE_TEXT(said("Memcpy HtoD (Pinned -> Device)", "Memcpy DtoH (Device -> Pinned)"),
        "; 80.0 % of it is copying from the host to the GPU, in 2 copies");
    KT_COMPARE_TEXT(said("Memset (Device)", "Memcpy DtoH (Device -> Pinned)"), "; 80.0 % of it is 2 memsets");
    // Of pageable memory it is one statement, with one share.
    KT_COMPARE_TEXT(said("Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH (Device -> Pinned)"),
        "; 80.0 % of it is copying from pageable memory to the GPU, in 2 copies, only 9 B a copy on average: what they "
        "cost is being many, and that the host waits for each");
    KT_COMPARE_TEXT(said("Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH (Device -> Pageable)"),
        "; 100.0 % of it is copying from or to pageable memory, mostly from the host to the GPU (2 copies), only 9 B a "
        "copy on average: what they cost is being many, and that the host waits for each");
}

void TestOverview::copiesBehindTheLastStepAreSaid()
{
    const auto said = [](Timestamp called, Timestamp copied) {
        const std::string text = wholeMicroseconds()
                                     .step(1, 0_us, 100_us)
                                     .launch(10_us, 5_us, 1)
                                     .kernel("a", 20_us, 100_us, 7, 1) // until after the step
                                     .runtime("cudaMemcpyAsync", called, 5_us, 2)
                                     .copy("Memcpy DtoH (Device -> Pinned)", copied, 200_us, 7, 2, 9)
                                     .text();
        return sentenceOf(runOn(inputOf({ text }), "overview"), "exposed-copies");
    };
    KT_COMPARE_TEXT(said(110_us, 125_us),
        "Copies and memsets that nothing hides take 200.0 us (65.6 % of GPU time in view), 100.0 % of it behind the "
        "last step; 100.0 % of it is copying from the GPU to the host, in 1 copy. Estimated saving with no copies: "
        "200.0 us (61.5 % of the wall time).");
    QVERIFY(said(50_us, 125_us).find("behind") == std::string::npos); // the step launched it
}

void TestOverview::aKernelBesideItselfTakesItsTimeOnce()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .launch(0_us, 0_us, 2)
                                 .kernel("a", 0_us, 100_us, 7, 1)
                                 .kernel("a", 0_us, 100_us, 20, 2)
                                 .kernel("b", 100_us, 100_us, 7)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "large-kernel"),
        "One kernel, 'a', takes 100.0 us in 2 calls, 50.0 % of busy GPU time. Estimated saving with it twice as fast: "
        "50.00 us (25.0 % of the wall time).");
}

void TestOverview::stepsHaveATrueMedian()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 100_us, 100_us)
                                 .step(3, 200_us, 200_us)
                                 .step(4, 400_us, 300_us)
                                 .kernel("k", 0_us, 100_us, 7)
                                 .kernel("k", 100_us, 100_us, 7)
                                 .kernel("k", 200_us, 200_us, 7)
                                 .kernel("k", 400_us, 300_us, 7)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "slow-step"),
        "Step 4 takes 300.0 us, 150.0 us more than the median of 4 steps (150.0 us); it has 150.0 us more "
        "computation"
            + longerIn(3, "3.00") + ".");
}

/// Three ranks come as late as each other: the last of them holds nobody up.
void TestOverview::theLastOfACrowdIsNotCalledLate()
{
    const auto rank = [](std::int64_t number, Nanoseconds late) {
        TraceText text = wholeMicroseconds().rank(number, 4);
        for (int i = 0; i < 6; ++i) {
            const Timestamp begin = i * 3'000'000;
            text.launch(begin, 5_us, i + 1)
                .kernel("ncclDevKernel_AllReduce", begin + 20_us + late, 1'500_us - late, 20, i + 1);
        }
        return text.text();
    };
    const auto crowd =
        runOn(inputOf({ rank(0, 0_us), rank(1, 1'002_us), rank(2, 1'000_us), rank(3, 1'001_us) }), "overview");
    KT_VERIFY_OK(crowd);
    QCOMPARE(figureOf(crowd, "late-rank"), std::int64_t { -1 });
    QVERIFY(isSaid(toQString(sentenceOf(crowd, "waits-for-ranks")), "are for ranks 1-3 (which mostly come last"));
    const auto one = runOn(inputOf({ rank(0, 0_us), rank(1, 1'000_us), rank(2, 0_us), rank(3, 1_us) }), "overview");
    QVERIFY(isSaid(toQString(sentenceOf(one, "late-rank")), "Rank 1: 3 other ranks wait"));
}

/// Two cycles of a profiler's schedule: what is shown as ranks 2 and 3 are ranks 0 and 1 again.
void TestOverview::recordingsOfOneRankAreNoRanksThatWait()
{
    const auto rank = [](std::int64_t number, Nanoseconds start) {
        TraceText text = wholeMicroseconds().rank(number, 2);
        for (int i = 0; i < 6; ++i) {
            const Timestamp begin = start + i * 3'000_us;
            const Nanoseconds late = number * 1'000_us;
            text.launch(begin, 5_us, i + 1)
                .kernel("ncclDevKernel_AllReduce", begin + 20_us + late, 1'500_us - late, 20, i + 1);
        }
        return text.text();
    };
    const auto kindsOf = [](const Result<AnalysisResult>& result) {
        return toQString(rowsOf(result, "findings", { "kind" }));
    };
    const auto together = runOn(inputOf({ rank(0, 0_us), rank(1, 0_us) }), "overview");
    QVERIFY2(kindsOf(together).contains("late-rank"), qPrintable(kindsOf(together)));
    const std::vector<std::string> twoCycles { rank(0, 0_us), rank(1, 0_us), rank(0, 900'000_us), rank(1, 900'000_us) };
    const auto cycles = runOn(inputOf(twoCycles), "overview");
    Scope first; // alone it is what opening its files alone is
    first.ranks = { 0, 1 };
    const auto firstCycle = runOn(inputOf(twoCycles, first), "overview");
    QVERIFY2(kindsOf(firstCycle).contains("late-rank"), qPrintable(kindsOf(firstCycle)));
    QVERIFY(!isSaid(toQString(sentenceOf(firstCycle, "host-wait")), "traces alike"));
    QVERIFY(std::ranges::find(firstCycle->remarks, "ranks-not-together", &Remark::code) == firstCycle->remarks.end());
    QVERIFY2(!kindsOf(cycles).contains("late-rank") && !kindsOf(cycles).contains("waits-for-ranks"),
        qPrintable(kindsOf(cycles)));
    const auto said = std::ranges::find(cycles->remarks, "ranks-not-together", &Remark::code);
    QVERIFY(said != cycles->remarks.end());
    // Nor do clocks that were put together at the ends of their collectives make ranks of them, or jobs that overlap.
    for (const Nanoseconds later : { 900'000_us, 1_us }) {
        const auto aligned = runOn(inputOf({ rank(0, 0_us), rank(0, later) }), "overview");
        QVERIFY(std::ranges::find(aligned->remarks, "ranks-not-together", &Remark::code) != aligned->remarks.end());
    }
    const QString alike = toQString(sentenceOf(cycles, "host-wait"));
    QVERIFY2(alike.startsWith("4 traces alike (") && alike.contains(", here the one that is shown as rank "),
        qPrintable(alike));
}

/// The rest of a slow step that another rank is waited for in is that finding's.
void TestOverview::aStepIsNotSlowForALateRank()
{
    const auto rank = [](std::int64_t number, Nanoseconds pause) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        Timestamp at = 0;
        std::int64_t correlation = 0;
        for (int step = 0; step < 5; ++step) {
            const Nanoseconds own = step == 2 ? pause : 0;
            const Nanoseconds late = step == 2 ? 1'000_us : 0;
            text.step(step, at, 130_us + late);
            if (own > 0)
                text.python("gc", at + 5_us, own, 1);
            ++correlation;
            text.launch(at + 10_us + own, 5_us, correlation)
                .kernel("ncclDevKernel_AllReduce", at + 20_us + own, 100_us + late - own, 20, correlation);
            at += 130_us + late;
        }
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0, 0_us), rank(1, 1'000_us), rank(2, 0_us) }), "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(figureOf(result, "late-rank"), std::int64_t { 1'000 });
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) { // of the late one itself it is
        if (table.text(row, table.columnIndex("kind")) == "slow-step")
            QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("rank"))), std::int64_t { 1 });
    }
}

void TestOverview::graphsAreNotTheAdviceWhereTheyAreUsed()
{
    TraceText text = wholeMicroseconds();
    text.runtime("cudaGraphLaunch", 0_us, 1_us, 1);
    for (int i = 0; i < 120; ++i)
        text.kernel("a", 10'000 + i * 25'000, 10_us, 7, 1);
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "kernel-gaps");
    QVERIFY2(sentence.ends_with("would lower; most are launched by graphs."), sentence.c_str());
}

void TestOverview::launchesThatComeAgainAreWorkForAGraph_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("said"); // empty: nothing on graphs
    QTest::newRow("same grids") << "same"
                                << "with the same grids and without a synchronisation: as a CUDA or HIP graph";
    QTest::newRow("grids that differ once") << "one grid"
                                            << "but with other grids, as other shapes give";
    QTest::newRow("grids that are not recorded") << "no grids"
                                                 << "if shapes and addresses stay the same";
    QTest::newRow("another order") << "order"
                                   << "";
    QTest::newRow("a wait in each") << "waits"
                                    << "";
    QTest::newRow("copies of other sizes") << "bytes"
                                           << "";
}

void TestOverview::launchesThatComeAgainAreWorkForAGraph()
{
    QFETCH(QString, what);
    QFETCH(QString, said);
    TraceText text = wholeMicroseconds();
    constexpr int kWorks = 12; // of them one copy
    for (int step = 0; step < 3; ++step) {
        text.step(step, step * 600'000, 595_us);
        for (int i = 0; i < kWorks; ++i) {
            const Timestamp at = step * 600'000 + i * 50'000;
            const int number = step * kWorks + i + 1;
            text.launch(at, 5_us, number);
            if (i == 5) {
                text.copy("Memcpy DtoD (Device -> Device)", at + 6'000, 3_us, 7, number,
                    what == "bytes" ? 64 * (step + 1) : 64);
                continue;
            }
            const bool isLast = step == 2 && i == kWorks - 1;
            const std::string grid = isLast && what == "one grid" ? "[9,1,1]" : "[8,1,1]";
            const int name = what == "order" && step == 1 && i < 2 ? 1 - i : i;
            text.kernel("k" + std::string(1, static_cast<char>('a' + name)), at + 6'000, 20_us, 7, number,
                what == "no grids" ? std::string() : R"("grid": )" + grid + R"(, "block": [32,1,1])");
            if (what == "waits" && i % 6 == 5 - 1)
                text.runtime("cudaStreamSynchronize", at + 7'000, 20_us, 100 + number);
        }
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY(!sentence.empty());
    if (said.isEmpty() && what != "order") {
        QVERIFY2(sentence.find("graph") == std::string::npos, sentence.c_str());
        return;
    }
    if (what == "order") { // two of three steps are alike
        QVERIFY2(sentence.find("one of 12 GPU activities, 2 times") != std::string::npos, sentence.c_str());
        return;
    }
    QVERIFY2(sentence.find("one of 12 GPU activities, 3 times") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find(said.toStdString()) != std::string::npos, sentence.c_str());
    // A step that was chosen has each sequence once: others have it, too.
    Scope second;
    second.steps = { 1 };
    const std::string ofOne = sentenceOf(runOn(inputOf({ text.text() }, second), "overview"), "host-wait");
    QVERIFY2(ofOne.find("of it lies in sequences of launches that are repeated, mostly one of 12 GPU activities, 3 "
                        "times in the whole recording, in the same order")
            != std::string::npos,
        ofOne.c_str());
    // All is handed over at 5 us; the work of all steps, 223 us each, follows from 6 us on, where the last step had
    // ended at 1795 us.
    const bool hasSaving = sentence.ends_with("Estimated saving with these launched as graphs at no cost, also outside "
                                              "of this time: 1.120 ms (62.4 % of the wall "
                                              "time).");
    QVERIFY2(hasSaving == (what != "one grid"), sentence.c_str());
    const std::string calls = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "short-kernels");
    const bool isToldOfBoth = calls.ends_with("wall time). Calls that go into graphs are part of that and of the "
                                              "estimated saving of 'host-wait', too: the two do not add up.");
    QVERIFY2(isToldOfBoth == hasSaving, calls.c_str());
    // In each step 10 gaps of 24 us until the next launch, and one of 41 us behind the copy.
    QVERIFY2(sentence.find("; 843.0 us of it") != std::string::npos, sentence.c_str());
}

/// One pass through a model does not show that it comes again: what a graph would save is told beside what a
/// faster host would, with what it depends on. Several steps that differ show that it does not.
void TestOverview::launchesThatComeOnceMayBeWorkForAGraph()
{
    const auto hostWaitOf = [](int steps, bool waits) {
        TraceText text = wholeMicroseconds();
        int number = 0;
        for (int step = 0; step < steps; ++step) {
            text.step(step, step * 20'000_us, 15'000_us);
            for (int i = 0; i < 120 + 10 * step; ++i) {
                const Timestamp at = step * 20'000_us + i * 100_us;
                text.op("aten::mul", at, 90_us).launch(at + 80_us, 5_us, ++number);
                text.kernel("k" + std::string(static_cast<std::size_t>(i / 20), 'k'), at + 86_us, 10_us, 7, number);
                if (waits && i % 20 == 0)
                    text.runtime("cudaStreamSynchronize", at + 86_us, 12_us, 1'000 + number);
            }
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    };
    const std::string once = hostWaitOf(1, false);
    QVERIFY2(
        once.find("of it lies in one sequence of launches, of 120 GPU activities, without a synchronisation: if "
                  "it, or parts of it, come again and again with the same shapes and addresses, CUDA or HIP graphs")
            != std::string::npos,
        once.c_str());
    const std::size_t host = once.find("Estimated saving with the host twice as fast in ops");
    const std::size_t graph = once.find("Estimated saving with that sequence launched as graphs at no cost");
    QVERIFY2(host != std::string::npos && graph != std::string::npos && host < graph, once.c_str());
    for (const std::string& other : { hostWaitOf(2, false), hostWaitOf(1, true) })
        QVERIFY2(!other.empty() && other.find("graph") == std::string::npos, other.c_str());
}

/// A loop without steps shows where it begins anew by its optimizer.
void TestOverview::launchesOfALoopWithoutStepsComeAgain()
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    int number = 0;
    for (int pass = 0; pass < 6; ++pass) {
        for (int i = 0; i < 30; ++i) {
            const Timestamp at = pass * 4'000_us + i * 100_us;
            text.op("aten::mul", at, 90_us).launch(at + 80_us, 5_us, ++number);
            text.kernel("k" + std::string(static_cast<std::size_t>(i / 10), 'k'), at + 86_us, 10_us, 7, number);
        }
        text.annotation("Optimizer.step#SGD.step", pass * 4'000_us + 3'100_us, 200_us);
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY2(sentence.find("mostly one of 30 GPU activities, 6 times in the same order") != std::string::npos
            && sentence.find("in one sequence") == std::string::npos,
        sentence.c_str());
}

void TestOverview::workWithoutTimesIsNoIdleTimeUnsaid_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("said");
    const QString both = "1 GPU activity has a time or duration that is missing or cannot be right, and 1 event of the "
                         "file has no time that can be read, which may be work of the GPU: such work is left out, and "
                         "while it ran the GPU counts as idle in causes, paths and replays.\n";
    QTest::newRow("missing") << "missing_dur_ts_pid_tid.json" << both;
    QTest::newRow("not finite") << "nan_infinity.json" << both;
    QTest::newRow("an annotation") << "huge_integers.json" << QString();
    QTest::newRow("sound") << "reversed_order.json" << QString();
}

/// What trace-health says of times that are lost, findings on idle time say, too.
void TestOverview::workWithoutTimesIsNoIdleTimeUnsaid()
{
    QFETCH(QString, file);
    QFETCH(QString, said);
    KT_REQUIRE_SHARED("traces/broken_made");
    const auto traces = loadTraceSet(
        { { std::nullopt, sharedPath("traces/broken_made/" + file).toStdString() } }, testLoadOptions(), {});
    KT_VERIFY_OK(traces);
    for (const char* analysis : { "overview", "idle-causes", "critical-path", "what-if" })
        KT_COMPARE_TEXT(remarkOf(runOn({ traces.value(), {} }, analysis), "left-out-work"), said.toStdString());
}

void TestOverview::savingsAreThoseOfWhatIf_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("change");
    QTest::newRow("data loading") << "data-loading"
                                  << "host:data_loading=0";
    QTest::newRow("host") << "host-wait"
                          << "host:op=0.5";
    QTest::newRow("kernel") << "large-kernel"
                            << "kernel:big=0.5";
}

void TestOverview::savingsAreThoseOfWhatIf()
{
    QFETCH(QString, kind);
    QFETCH(QString, change);
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 3; ++i) {
        const std::int64_t at = 400'000 * i;
        const auto after = [at](std::int64_t microseconds) { return Nanoseconds { at + microseconds * 1'000 }; };
        text = text.annotation("ProfilerStep#" + std::to_string(i), after(0), 400_us)
                   .annotation("enumerate(DataLoader)#_Iter.__next__", after(1), 100_us)
                   .op("aten::mm", after(110), 60_us)
                   .launch(after(120), 10_us, static_cast<std::uint64_t>(i) + 1)
                   .kernel("big", after(135), kind == "large-kernel" ? 380_us : 200_us, 7,
                       static_cast<std::uint64_t>(i) + 1);
    }
    const std::string trace = text.text();
    for (const bool hasStep : { false, true }) {
        Scope scope;
        if (hasStep)
            scope.steps = { 1 };
        const auto findings = runOn(inputOf({ trace }, scope), "overview");
        const auto replayed = runOn(inputOf({ trace }, scope), "what-if", { { "change", change.toStdString() } });
        const Table& table = *findings->findTable("findings");
        const Table& expected = *replayed->findTable(hasStep ? "steps" : "changes");
        QCOMPARE(expected.rowCount(), std::size_t { 1 });
        bool isFound = false;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("kind")) != kind.toStdString())
                continue;
            isFound = true;
            const std::string sentence(english(*table.message(row, table.columnIndex("finding"))));
            QVERIFY2(
                sentence.find(hasStep ? "of the time from step to step)" : "of the wall time)") != std::string::npos
                    || sentence.find("Estimated") == std::string::npos,
                sentence.c_str());
            const std::size_t saved = table.columnIndex("saved");
            QCOMPARE(std::get<std::int64_t>(table.cell(row, saved)),
                std::get<std::int64_t>(expected.cell(0, expected.columnIndex("saved"))));
            QVERIFY(!table.evidence(row, saved).intervals.empty());
            QCOMPARE(table.evidence(row, saved).intervals.size(), expected.evidence(0, 9).intervals.size());
        }
        // What saves nothing of the chosen step is no finding there.
        const auto saves = std::get<std::int64_t>(expected.cell(0, expected.columnIndex("saved")));
        QCOMPARE(isFound, kind != "large-kernel" || saves >= 10'000);
        QVERIFY(isFound || hasStep);
    }
}

/// Step 1 is complete sooner without its collective, step 2 when it was: it takes longer, and nothing of it is saved.
void TestOverview::noSavingIsNegative()
{
    const std::string trace = wholeMicroseconds()
                                  .step(1, 0_us, 100_us)
                                  .launch(10_us, 5_us, 1)
                                  .kernel("ncclDevKernel_AllReduce", 20_us, 20_us, 7, 1)
                                  .launch(15_us, 5_us, 2)
                                  .kernel("gemm", 42_us, 108_us, 7, 2)
                                  .step(2, 100_us, 200_us)
                                  .launch(190_us, 5_us, 3)
                                  .kernel("ncclDevKernel_AllReduce", 200_us, 30_us, 20, 3)
                                  .text();
    Scope scope;
    scope.steps = { 2 };
    const auto result = runOn(inputOf({ trace }, scope), "overview");
    const Table& table = *result->findTable("findings");
    bool isFound = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) != "exposed-communication")
            continue;
        isFound = true;
        QVERIFY(english(*table.message(row, 0)).ends_with("Estimated saving with no communication: none."));
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("saved"))), std::int64_t { 0 });
    }
    QVERIFY(isFound);
}

void TestOverview::aTimeRangeHasNoSavings()
{
    Scope scope;
    scope.range = TimeRange { 0, 105'000 };
    const auto result = runOn(inputOf({ waiting().text() }, scope), "overview");
    const Table& table = *result->findTable("findings");
    QVERIFY(table.rowCount() > 0);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        QVERIFY(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))));
        QVERIFY(table.text(row, 0).find("Estimated") == std::string_view::npos);
    }
}

void TestOverview::evidenceIsTheFigure()
{
    const AnalysisInput input = inputOf({ waiting().runtime("cudaMalloc", 30_us, 40_us, 9).text() });
    const auto result = runOn(input, "overview");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    QVERIFY(table.rowCount() > 1);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        Nanoseconds sum = 0;
        for (const IntervalRef& interval : table.evidence(row, 0).intervals)
            sum += interval.range.length();
        QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, table.columnIndex("figure"))));
    }
    const auto example = runOn(inputOf({ exampleE1() }), "overview");
    const Table& split = *example->findTable("split");
    for (std::size_t column = 1; column <= split.columnIndex("comm_hidden"); ++column) {
        Nanoseconds sum = 0;
        for (const IntervalRef& interval : split.evidence(0, column).intervals)
            sum += interval.range.length();
        QCOMPARE(sum, std::get<std::int64_t>(split.cell(0, column)));
    }
}

void TestOverview::scopeIsHonoured()
{
    Scope scope;
    scope.range = TimeRange { 50'000, 130'000 };
    const auto result = runOn(inputOf({ waiting().text() }, scope), "overview");
    KT_COMPARE_TEXT(rowsOf(result, "split", kSplit), "80 10 0 0 0 70 0 0 0\n");
    QCOMPARE(figureOf(result, "host-wait"), std::int64_t { 60 }); // 10 are the launch
}

void TestOverview::aRangeWithoutWorkIsIdle()
{
    // Inside the wait of the example: nothing runs, and the range counts all the same, so that ranges add up.
    Scope scope;
    scope.range = TimeRange { 80'000, 90'000 };
    const auto result = runOn(inputOf({ waiting().text() }, scope), "overview");
    KT_COMPARE_TEXT(rowsOf(result, "split", kSplit), "10 0 0 0 0 10 0 0 0\n");
}

/// What it says of ranks and steps is what the whole overview says; of few ranks the whole is there as soon.
void TestOverview::theGridOfManyRanksIsThereFirst()
{
    const auto rank = [](int number, int size) {
        const Nanoseconds more = number * 1_us;
        return wholeMicroseconds()
            .rank(number, size)
            .step(1, 0_us, 100_us)
            .kernel("gemm", 10_us, 20_us + more, 7, 1)
            .step(2, 100_us, 90_us)
            .kernel("gemm", 120_us, 30_us + more, 7, 2)
            .text();
    };
    AnalysisDescriptor first = *findAnalysis("overview");
    first.run = first.runFirst;
    for (const int size : { 15, 16 }) {
        std::vector<std::string> texts;
        for (int number = 0; number < size; ++number)
            texts.push_back(rank(number, size));
        const AnalysisInput input = inputOf(texts);
        const Result<AnalysisResult> soon =
            runAnalysis(first, std::span(&input, 1), {}, Mode::Exact, AnalysisContext {});
        const Result<AnalysisResult> whole = runOn(input, "overview");
        KT_VERIFY_OK(soon);
        KT_VERIFY_OK(whole);
        for (std::size_t table = 0; table < whole->tables.size(); ++table)
            QCOMPARE(soon->tables[table].name(), whole->tables[table].name());
        const Table& rows = *soon->findTable("rank-steps");
        if (size < 16) {
            QCOMPARE(rows.rowCount(), std::size_t { 0 });
            QVERIFY(soon->charts.empty());
            continue;
        }
        std::vector<std::string_view> known;
        for (const ColumnDescriptor& column : rows.columns()) {
            if (!column.name.starts_with("waits_") && column.name != "held_up")
                known.push_back(column.name);
        }
        QCOMPARE(rows.rowCount(), std::size_t { 32 });
        KT_COMPARE_TEXT(rowsOf(rows, known), rowsOf(whole, "rank-steps", known));
        for (std::size_t row = 0; row < rows.rowCount(); ++row)
            QVERIFY(rows.isMissing(row, rows.columnIndex("waits_suffered")));
        QCOMPARE(soon->charts.front().id, whole->charts.front().id);
    }
}

QTEST_GUILESS_MAIN(TestOverview)
#include "tst_overview.moc"
