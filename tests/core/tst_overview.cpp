// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/missing_steps.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/steps.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/evidence/finding_claims.h"
#include "tests/support/load_text.h"
#include "tests/support/overview_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <filesystem>
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
    void noNanosecondIsClaimedTwice();
    void aKernelIsNotClaimedWithThoseAroundIt();
    void aKernelOfFewBlocksIsSaidToBeSo_data();
    void aKernelOfFewBlocksIsSaidToBeSo();
    void manyLaunchesAreNotAllLookedAt();
    void unfusedWorkOfAModelComesFirst();
    void programsWithoutAGpuAreThoughtOf();
    void workWithoutACategoryIsNoProgramWithoutAGpu();
    void filesThatAreCutOrEmptyAreNoProgramsWithoutAGpu();
    void filesOfOtherProgramsNeedNoOption();
    void float32WorkOnOlderGpusIsForFloat16_data();
    void float32WorkOnOlderGpusIsForFloat16();
    void counterRecordingsAreNamed();
    void allSayTheSameOfCounterRecordings();
    void smallFiguresAreNoFinding_data();
    void smallFiguresAreNoFinding();
    void thresholdsDecide();
    void fiveAtMostGreatestFirst();
    void aRankThatComputesLongerIsNamed();
    void aRankWithMoreStepsDoesNotComputeLonger();
    void aRankThatRecordsOnDoesNotComputeLonger();
    void ranksWhoseCollectivesContradictAreNotCompared();
    void aJobOfOneRankWaitsForNone();
    void stepsThatWereNotRecordedAreNoWaits();
    void waitsBesideStepsThatWereNotRecordedAreFound();
    void stepsNumberedWithAStrideAreAllThere();
    void missingStepsAreLookedForOnce();
    void sentencesNameFiguresAndCauses();
    void whatToRecordIsSaidOnce();
    void chosenStreamsAreSaid();
    void devicesTakenAsOneAreNamed();
    void smallCopiesAreNotSlowForWantOfPinnedMemory();
    void theKindOfMostCopiesIsSaid();
    void theRateOfLargeCopiesIsSaid();
    void whatLaunchesMostOfTheCopiesIsSaid();
    void theFunctionThatCopiesIsSaid();
    void theCollectiveThatIsExposedMostIsSaid();
    void copiesBehindTheLastStepAreSaid();
    void theLastOfACrowdIsNotCalledLate();
    void recordingsOfOneRankAreNoRanksThatWait();
    void workWithoutTimesIsNoIdleTimeUnsaid_data();
    void workWithoutTimesIsNoIdleTimeUnsaid();
    void evidenceIsTheFigure();
    void scopeIsHonoured();
    void aRangeWithoutWorkIsIdle();
    void theGridOfManyRanksIsThereFirst();
};

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
    add("unaligned-matmul",
        wholeMicroseconds().kernel(
            "void cutlass::Kernel2<cutlass_75_tensorop_bf16_s1688gemm_bf16_256x128_tn_align1>(Params)", 0_us, 80_us, 7),
        40);
    add("layout-conversion",
        wholeMicroseconds().kernel("cudnn::nchwToNhwcKernel", 0_us, 20_us, 7).kernel("b", 20_us, 40_us, 7), 20);
    add("elementwise-runs",
        wholeMicroseconds()
            .kernel("void at::native::vectorized_elementwise_kernel<4, a>", 0_us, 20_us, 7)
            .kernel("void at::native::vectorized_elementwise_kernel<4, b>", 20_us, 20_us, 7)
            .kernel("c", 40_us, 40_us, 7),
        20);
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
    add("host-data-loading",
        wholeMicroseconds()
            .op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0_us, 30_us)
            .op("aten::sort", 30_us, 50_us),
        30);
    add("host-compilation",
        wholeMicroseconds().op("_compile.compile_inner (dynamo_timed)", 0_us, 30_us).op("aten::sort", 30_us, 50_us),
        30);
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
    const AnalysisInput input = inputOf({ text.toStdString() });
    const auto result = runOn(input, "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(qint64 { figureOf(result, kind.toStdString()) }, figure);
    const FindingClaims claims(input, *result);
    for (const std::string& fault : { claims.firstUntrue(), claims.firstClaimedTwice(), claims.firstSavingBeyond() })
        QVERIFY2(fault.empty(), fault.c_str());
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

/// Of what is said of one kernel and of all that follow one another, what says more is told.
void TestOverview::aKernelIsNotClaimedWithThoseAroundIt()
{
    const std::string a = "void at::native::vectorized_elementwise_kernel<4, a>";
    const std::string b = "void at::native::vectorized_elementwise_kernel<4, b>";
    TraceText inRuns = wholeMicroseconds();
    inRuns.kernel(a, 0_us, 60_us, 7).kernel(b, 60_us, 20_us, 7).kernel("c", 80_us, 10_us, 7);
    const auto ofRuns = runOn(inputOf({ inRuns.text() }), "overview");
    QCOMPARE(figureOf(ofRuns, "elementwise-runs"), std::int64_t { 40 });
    QCOMPARE(figureOf(ofRuns, "large-kernel"), std::int64_t { -1 });
    TraceText unlike = wholeMicroseconds(); // seven times as long: not the same data
    unlike.kernel(a, 0_us, 70_us, 7).kernel(b, 70_us, 10_us, 7).kernel("c", 80_us, 10_us, 7);
    QCOMPARE(figureOf(runOn(inputOf({ unlike.text() }), "overview"), "elementwise-runs"), std::int64_t { -1 });
    TraceText compiled = inRuns; // by a compiler that has left them single
    compiled.op("CompiledFunction", 0_us, 5_us);
    QCOMPARE(figureOf(runOn(inputOf({ compiled.text() }), "overview"), "elementwise-runs"), std::int64_t { -1 });
    TraceText alone = wholeMicroseconds();
    alone.kernel(a, 0_us, 60_us, 7).kernel("c", 60_us, 10_us, 7).kernel(a, 70_us, 10_us, 7).kernel(b, 80_us, 10_us, 7);
    const auto ofOne = runOn(inputOf({ alone.text() }), "overview");
    QCOMPARE(figureOf(ofOne, "elementwise-runs"), std::int64_t { -1 });
    QCOMPARE(figureOf(ofOne, "large-kernel"), std::int64_t { 35 });
    // Kernels of other streams between them in time are none between them.
    TraceText beside = wholeMicroseconds();
    beside.kernel(a, 0_us, 20_us, 7).kernel("c", 20_us, 20_us, 9).kernel(b, 40_us, 20_us, 7);
    QCOMPARE(figureOf(runOn(inputOf({ beside.text() }), "overview"), "elementwise-runs"), std::int64_t { 20 });
    beside.kernel("c", 25_us, 5_us, 7);
    QCOMPARE(figureOf(runOn(inputOf({ beside.text() }), "overview"), "elementwise-runs"), std::int64_t { -1 });
}

void TestOverview::aKernelOfFewBlocksIsSaidToBeSo_data()
{
    QTest::addColumn<QString>("ofFirst");
    QTest::addColumn<QString>("ofSecond");
    QTest::addColumn<bool>("isBesideOther");
    QTest::addColumn<QString>("said"); // empty: nothing of blocks
    QTest::newRow("few") << "0.5"
                         << "0.606061" << false << "0.61";
    QTest::newRow("few, as texts") << "\"0.5\""
                                   << "\"0.25\"" << false << "0.50";
    QTest::newRow("three for four") << "0.75"
                                    << "0.01" << false << "0.75";
    QTest::newRow("more in one launch") << "0.5"
                                        << "0.76" << false << "";
    QTest::newRow("not said of one launch") << "0.5"
                                            << "" << false << "";
    QTest::newRow("no grid") << "0.5"
                             << "0" << false << "";
    QTest::newRow("no number") << "0.5"
                               << "[0.5]" << false << "";
    QTest::newRow("other work beside it") << "0.5"
                                          << "0.5" << true << "";
}

/// Multiprocessors that get none of its blocks have nothing of it to do, and other work only where it runs beside it.
void TestOverview::aKernelOfFewBlocksIsSaidToBeSo()
{
    QFETCH(QString, ofFirst);
    QFETCH(QString, ofSecond);
    QFETCH(bool, isBesideOther);
    QFETCH(QString, said);
    const auto argsOf = [](const QString& blocks) {
        return blocks.isEmpty() ? std::string() : "\"blocks per SM\": " + blocks.toStdString();
    };
    TraceText text = wholeMicroseconds();
    text.kernel("a", 0_us, 40_us, 7, 0, argsOf(ofFirst)).kernel("a", 40_us, 50_us, 7, 0, argsOf(ofSecond));
    text.kernel("b", 90_us, 10_us, 7, 0, R"("blocks per SM": 9)");
    if (isBesideOther)
        text.kernel("c", 10_us, 8_us, 20);
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "large-kernel");
    QVERIFY2(sentence.find("takes 90.00 us in 2 calls") != std::string::npos, sentence.c_str());
    QCOMPARE(sentence.find("multiprocessor") != std::string::npos, !said.isEmpty());
    const std::string clause = "; it is launched with no more than " + said.toStdString()
        + " blocks for each multiprocessor of the GPU, so that a quarter of these or more have nothing of it to do: "
          "with "
          "larger batches it may take hardly longer.";
    QVERIFY2(said.isEmpty() || sentence.find(clause) != std::string::npos, sentence.c_str());
}

/// The longest are among those that are: their number is not what counts.
void TestOverview::manyLaunchesAreNotAllLookedAt()
{
    const auto sentenceOfMany = [](int every) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int i = 0; i < 94; ++i) {
            const bool isFull = every > 0 && i % every == 1;
            text.kernel(
                "a", at, isFull ? 40_us : 10_us, 7, 0, isFull ? R"("blocks per SM": 2)" : R"("blocks per SM": 0.5)");
            at += isFull ? 40_us : 10_us;
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "large-kernel");
    };
    const std::string sentence = sentenceOfMany(0);
    QVERIFY2(sentence.find("0.50 blocks for each multiprocessor of the GPU (in 32 launches, those that were looked at)")
            != std::string::npos,
        sentence.c_str());
    for (const int every : { 2, 3, 90 })
        QVERIFY(sentenceOfMany(every).find("multiprocessor") == std::string::npos);
}

/// Half of what the GPU does is element-wise work in pieces: more than any one kernel of matrix products.
void TestOverview::unfusedWorkOfAModelComesFirst()
{
    const auto trace = QStringLiteral("traces/qwen_h100");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const auto result = runOn(input, "overview");
    QVERIFY2(kindsOf(result).starts_with("elementwise-runs\n"), kindsOf(result).c_str());
    const std::string sentence = sentenceOf(result, "elementwise-runs");
    QVERIFY2(
        sentence.find("take 20.74 ms in 941 kernels, 45.4 % of busy GPU time: where they compute on the same data, "
                      "torch.compile fuses several into one, which reads and writes it once. ")
            != std::string::npos,
        sentence.c_str());
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
    // Collectives of GPUs leave no doubt.
    const auto withNccl = runOn(inputOf({ wholeMicroseconds().op("nccl:all_reduce", 0_us, 90_us).text() }), "overview");
    KT_COMPARE_TEXT(remarkOf(withNccl, "no-gpu-work"),
        "no GPU work was recorded, though collectives of GPUs (nccl) were: it is a recording without "
        "ProfilerActivity.CUDA.\n");
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
        "program may have written it, or nothing ran meanwhile.\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-work"), "");
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
            .rank(number, 4)
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
                "communicate, the others may wait for it. It runs as many kernels of the same names as 2 other ranks: "
                "they take 1.40 times as long as in the median of those, as with larger inputs, lower clocks or "
                "another program on the GPU. Kernels of another finding, that of 210.0 us, are part of this "
                "computation."));
        QCOMPARE(table.evidence(row, 0).intervals.at(0).rank, 1u);
    }
    const AnalysisInput two =
        inputOf({ rank(0, 300_us, 0), rank(1, 420_us, 1), rank(2, 300_us, 2), rank(3, 400_us, 3) });
    KT_COMPARE_TEXT(sentenceOf(runOn(two, "overview"), "slow-rank"),
        "Rank 1: Computes 420.0 us, 65.00 us more than the average of the 4 ranks that communicate; 1 other rank (3) "
        "is above it by half of that or more: where these communicate, the others may wait for them. Each of these "
        "slower ranks runs as many kernels of the same names as 2 other ranks: they take 1.33 times as long as in the "
        "median of those or more, as with larger inputs, lower clocks or another program on the GPU. Kernels of "
        "another finding, that of 210.0 us, are part of this computation.");
    // One of the two runs something else: then it is said of the slower one alone.
    const auto other = [](std::string text) { return text.replace(text.find("gemm"), 4, "gemv"); };
    const AnalysisInput unlike =
        inputOf({ rank(0, 300_us, 0), rank(1, 420_us, 1), rank(2, 300_us, 2), other(rank(3, 400_us, 3)) });
    const std::string ofOne = sentenceOf(runOn(unlike, "overview"), "slow-rank");
    QVERIFY2(ofOne.find("wait for them. It runs as many kernels of the same names as 2 other ranks: they take 1.40 "
                        "times as long as in the median of those, ")
            != std::string::npos,
        ofOne.c_str());
    // Where more than half of the ranks are alike, it is others that have less.
    const AnalysisInput most =
        inputOf({ rank(0, 300_us, 0), rank(1, 420_us, 1), rank(2, 400_us, 2), rank(3, 400_us, 3) });
    KT_COMPARE_TEXT(sentenceOf(runOn(most, "overview"), "slow-rank"), "");
    const auto alone = runOn({ input.traces,
                                 [] {
                                     Scope scope;
                                     scope.ranks = { 1 };
                                     return scope;
                                 }() },
        "overview");
    QCOMPARE(figureOf(alone, "slow-rank"), std::int64_t { -1 });
}

/// Who began to record a step later computes less in its recording.
void TestOverview::aRankWithMoreStepsDoesNotComputeLonger()
{
    const auto rank = [](std::int64_t number, std::int64_t first, Nanoseconds each, bool hasSteps = true) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        for (std::int64_t step = first; step <= 4; ++step) {
            const ArgsText args = ArgsText().add("Process Group Name", std::to_string(number));
            const Timestamp begin = step * 600_us;
            if (hasSteps)
                text.step(step, begin, 590_us);
            text.launch(begin + 1_us, 1_us, 2 * step).launch(begin + 3_us, 1_us, 2 * step + 1);
            text.kernel("gemm", begin + 5_us, each, 7, 2 * step);
            text.kernel("ncclDevKernel_AllReduce", begin + 5_us + each, 50_us, 20, 2 * step + 1, args);
        }
        return text.text();
    };
    const AnalysisInput unlike = inputOf({ rank(0, 1, 400_us), rank(1, 2, 400_us) });
    KT_COMPARE_TEXT(sentenceOf(runOn(unlike, "overview"), "slow-rank"), "");
    AnalysisInput same = unlike;
    same.scope.steps = { 2, 3, 4 };
    KT_COMPARE_TEXT(sentenceOf(runOn(same, "overview"), "slow-rank"), "");
    const std::string longer =
        sentenceOf(runOn(inputOf({ rank(0, 1, 400_us), rank(1, 1, 300_us) }), "overview"), "slow-rank");
    QVERIFY2(longer.starts_with("Rank 0: Computes 1.600 ms, 200.0 us more"), longer.c_str());
    AnalysisInput steps = inputOf({ rank(0, 1, 400_us), rank(1, 2, 300_us) });
    KT_COMPARE_TEXT(sentenceOf(runOn(steps, "overview"), "slow-rank"), "");
    steps.scope.steps = { 2, 3, 4 };
    const std::string ofSteps = sentenceOf(runOn(steps, "overview"), "slow-rank");
    QVERIFY2(ofSteps.starts_with("Rank 0: Computes 1.200 ms, 150.0 us more"), ofSteps.c_str());
    // Those that have the same are compared all the same.
    const AnalysisInput most = inputOf({ rank(0, 1, 400_us), rank(1, 1, 300_us), rank(2, 2, 300_us) });
    const std::string ofMost = sentenceOf(runOn(most, "overview"), "slow-rank");
    QVERIFY2(ofMost.starts_with("Rank 0: Computes 1.600 ms, 200.0 us more than the average of the 2 ranks that "
                                "communicate and have the same steps: where they communicate,"),
        ofMost.c_str());
    // Without steps, and in a range, what was recorded tells.
    const auto without = [&rank](std::int64_t first, Nanoseconds each) {
        return inputOf({ rank(0, 1, 400_us, false), rank(1, first, each, false) });
    };
    KT_COMPARE_TEXT(sentenceOf(runOn(without(2, 400_us), "overview"), "slow-rank"), "");
    QVERIFY(sentenceOf(runOn(without(1, 300_us), "overview"), "slow-rank").starts_with("Rank 0: Computes 1.600 ms"));
    AnalysisInput range = unlike;
    range.scope.range = TimeRange { 0, 2'400_us };
    KT_COMPARE_TEXT(sentenceOf(runOn(range, "overview"), "slow-rank"), "");
}

/// Without steps the one that recorded on has more work; who ends later with as much of it is slower.
void TestOverview::aRankThatRecordsOnDoesNotComputeLonger()
{
    const auto rank = [](std::int64_t number, std::int64_t count, Nanoseconds each) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        Timestamp begin = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            text.kernel("gemm", begin, each, 7);
            begin += each;
            text.kernel("ncclDevKernel_AllReduce", begin, 50_us, 20, 0,
                ArgsText().add("Process Group Name", std::to_string(number)));
            begin += 50_us;
        }
        return text.text();
    };
    const auto said = [&rank](std::int64_t count, Nanoseconds each) {
        const AnalysisInput input = inputOf({ rank(0, 4, 400_us), rank(1, count, each), rank(2, 4, 400_us) });
        return sentenceOf(runOn(input, "overview"), "slow-rank");
    };
    KT_COMPARE_TEXT(said(6, 400_us), "");
    QVERIFY(said(4, 600_us).starts_with("Rank 1: Computes 2.400 ms"));
}

/// What may be ranks of other runs is not compared.
void TestOverview::ranksWhoseCollectivesContradictAreNotCompared()
{
    const auto rank = [](std::int64_t number, Nanoseconds compute, Nanoseconds odd) {
        TraceText text;
        text.rank(number, 2);
        for (std::int64_t n = 0; n < 8; ++n) {
            const Timestamp begin = n * 5'000_us + (n % 3) * odd;
            text.kernel("gemm", begin, compute, 7);
            text.kernel("ncclDevKernel_AllReduce", begin + compute, 1'300_us - compute, 20, 0,
                ArgsText().add("Collective name", "allreduce").add("Process Group Name", "0").add("Seq", n));
        }
        return text.text();
    };
    const auto together = runOn(inputOf({ rank(0, 500_us, 0), rank(1, 900_us, 10_us) }), "overview");
    KT_COMPARE_TEXT(tests::remarkOf(together, "clocks-contradict"), "");
    const auto apart = runOn(inputOf({ rank(0, 500_us, 0), rank(1, 900_us, 2'000_us) }), "overview");
    QVERIFY(!tests::remarkOf(apart, "clocks-contradict").empty());
    KT_COMPARE_TEXT(sentenceOf(apart, "slow-rank"), "");
}

/// A job of one rank waits for no other.
void TestOverview::aJobOfOneRankWaitsForNone()
{
    const auto said = [](std::int64_t size) {
        const std::string text = TraceText()
                                     .rank(0, size)
                                     .kernel("gemm", 0_us, 300_us, 7)
                                     .kernel("ncclDevKernel_AllReduce", 300_us, 200_us, 20)
                                     .text();
        return sentenceOf(runOn(inputOf({ text }), "overview"), "exposed-communication");
    };
    const std::string words = "waiting for other ranks included";
    QVERIFY2(said(2).find(words) != std::string::npos, said(2).c_str());
    KT_COMPARE_TEXT(said(1),
        "Communication that no computation hides takes 200.0 us (40.0 % of GPU time in view), though its job has one "
        "rank alone; of 200.0 us of communication nothing runs beside computation. Estimated saving with no "
        "communication: not known, since 2 of 2 GPU activities are linked to no launch.");
}

/// Where recording had paused nobody knows what the host did, nor whether the GPU was idle.
void TestOverview::stepsThatWereNotRecordedAreNoWaits()
{
    const auto result = [](std::int64_t missing, const char* analysis = "overview", Scope scope = {}) {
        TraceText text = wholeMicroseconds();
        for (std::int64_t step = 1; step <= 6; ++step) {
            const Timestamp begin = (step + (step > 3 ? 2 : 0)) * 1'000_us;
            text.step(step + (step > 3 ? missing : 0), begin, 1'000_us).launch(begin + 10_us, 5_us, step);
            text.kernel("gemm", begin + 30_us, 990_us, 7, step);
        }
        return runOn(inputOf({ text.text() }, std::move(scope)), analysis);
    };
    for (const char* const analysis : { "idle-causes", "critical-path", "what-if" }) {
        KT_COMPARE_TEXT(tests::remarkOf(result(2, analysis), "steps-not-recorded"),
            "step 3 is followed by step 6, and for 1.980 ms in between nothing was recorded: the GPU counts as idle "
            "there, and the host as in what was not recorded, though what they did is not known.\n");
        KT_COMPARE_TEXT(tests::remarkOf(result(0, analysis), "steps-not-recorded"), "");
        Scope step;
        step.steps = { 3 };
        // What-if replays all of the trace, whatever is chosen.
        QCOMPARE(tests::remarkOf(result(2, analysis, step), "steps-not-recorded").empty(),
            analysis != std::string_view("what-if"));
    }
    Scope part;
    part.range = TimeRange { 4'500_us, 5'500_us }; // of job time, which begins with step 1
    QVERIFY(isSaid(toQString(tests::remarkOf(result(2, "idle-causes", part), "steps-not-recorded")), "for 500.0 us"));
    KT_COMPARE_TEXT(sentenceOf(result(2), "host-wait"), "");
    KT_COMPARE_TEXT(tests::remarkOf(result(2), "steps-not-recorded"),
        "step 3 is followed by step 6, and for 1.980 ms in between nothing was recorded: the GPU counts as "
        "idle there, though what it did is not known, and savings of this rank are less sure.\n");
    KT_COMPARE_TEXT(tests::remarkOf(result(2), "nothing-stands-out"), ""); // it may have waited there
    // Numbers that go on leave out no step: then the host did something else.
    QVERIFY(!sentenceOf(result(0), "host-wait").empty());
    KT_COMPARE_TEXT(tests::remarkOf(result(0), "steps-not-recorded"), "");
}

/// However long recording had paused: what was recorded before and after it counts, and nothing of the pause.
void TestOverview::waitsBesideStepsThatWereNotRecordedAreFound()
{
    const auto result = [](Nanoseconds pause) {
        TraceText text = wholeMicroseconds();
        for (std::int64_t step = 1; step <= 6; ++step) {
            const Timestamp begin = step * 1'000_us + (step > 3 ? pause : 0);
            text.step(step + (step > 3 ? 10 : 0), begin, 1'000_us).op("aten::add", begin, 490_us);
            text.launch(begin + 490_us, 5_us, step).kernel("gemm", begin + 500_us, 500_us, 7, step);
        }
        return runOn(inputOf({ text.text() }), "overview");
    };
    // Five waits of 490 us, and a pause that is less than half or most of all idle time.
    for (const Nanoseconds pause : { 1'000_us, 40'000_us }) {
        const std::string sentence = sentenceOf(result(pause), "host-wait");
        QVERIFY2(sentence.starts_with("The GPU waits 2.450 ms ("), sentence.c_str());
        QVERIFY2(sentence.find("(2.500 ms with its other waits for the host)") != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("; meanwhile the host is in ops (100.0 %)") != std::string::npos, sentence.c_str());
        QVERIFY(!tests::remarkOf(result(pause), "steps-not-recorded").empty());
        KT_COMPARE_TEXT(tests::remarkOf(result(pause), "unrecorded-code"), "");
    }
}

/// Some programs number their steps by samples: then only a larger difference than usual leaves some out.
void TestOverview::stepsNumberedWithAStrideAreAllThere()
{
    const auto result = [](std::int64_t missing) {
        TraceText text = wholeMicroseconds();
        for (std::int64_t step = 1; step <= 6; ++step) {
            const Timestamp begin = step * 2'000_us;
            text.step(32 * step + (step > 3 ? missing : 0), begin, 1'000_us).launch(begin + 10_us, 5_us, step);
            text.kernel("gemm", begin + 30_us, 900_us, 7, step);
        }
        return runOn(inputOf({ text.text() }), "overview");
    };
    KT_COMPARE_TEXT(tests::remarkOf(result(0), "steps-not-recorded"), "");
    QVERIFY(!sentenceOf(result(0), "host-wait").empty());
    const std::string remark = tests::remarkOf(result(64), "steps-not-recorded");
    QVERIFY2(remark.starts_with("step 96 is followed by step 192, "), remark.c_str());
}

/// Numbers may leave out steps in thousands of places: all slices are looked at once, not once for each.
void TestOverview::missingStepsAreLookedForOnce()
{
    constexpr std::int64_t kPlaces = 50;
    TraceText text = wholeMicroseconds();
    for (std::int64_t step = 0; step <= 2 * kPlaces; ++step) // 0, 1, 3, 4, 6, ...
        text.step(step + step / 2, step * 2'000_us, 1'000_us);
    const AnalysisInput input = inputOf({ text.text() });
    const RankTrace& rank = input.traces->ranks().front();
    const Result<std::vector<Step>> steps = stepsOf(rank, {}, {});
    QVERIFY(steps);
    class Looks : public StopObserver {
    public:
        bool stopsHere() override
        {
            ++count;
            return false;
        }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }
        std::size_t count = 0;
    };
    Looks looks;
    Progress progress;
    progress.observer = &looks;
    QCOMPARE(missingSteps(rank, *steps, progress).size(), std::size_t { kPlaces });
    QVERIFY(looks.count <= 2 * rank.trace->slices().size());
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
        "the GPU the host can launch ahead, unless it needs a value that it waited for. Estimated saving with no "
        "synchronisation and no blocking copy: 60.00 us "
        "(35.3 % of the wall time).\n"
        "18.75 GPU time in view One kernel, 'a', takes 60.00 us in 1 call, 85.7 % of busy GPU time. Estimated saving "
        "with "
        "it twice as fast: 30.00 us (17.6 % of the wall time).\n");
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

void TestOverview::chosenStreamsAreSaid()
{
    AnalysisInput input = inputOf({ waiting().text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "chosen-streams"), "");
    input.scope.streams = { 7 };
    QVERIFY(!remarkOf(runOn(input, "overview"), "chosen-streams").empty());
    QVERIFY(!remarkOf(runOn(input, "critical-path"), "all-streams").empty());
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
        "from the GPU to pageable memory, in 2 copies, only 4 B a copy on average: most of what they cost is what any "
        "copy costs, and the host may wait for each. Estimated saving with no copies: 30.00 us (50.0 % of the wall "
        "time).");
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
        "; 80.0 % of it is copying from pageable memory to the GPU, in 2 copies, only 9 B a copy on average: most of "
        "what they cost is what any copy costs, and the host may wait for each");
    KT_COMPARE_TEXT(said("Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH (Device -> Pageable)"),
        "; 100.0 % of it is copying from or to pageable memory, mostly from the host to the GPU (2 copies), only 9 B a "
        "copy on average: most of what they cost is what any copy costs, and the host may wait for each");
}

/// That of large copies over the link; one of pinned memory need not stand in the way of kernels.
void TestOverview::theRateOfLargeCopiesIsSaid()
{
    const auto said = [](const char* name, std::int64_t bytes, int stream, Nanoseconds computing = 1'200_us) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 3; ++i) {
            text.kernel("a", i * 2'500_us, computing, 7);
            text.copy(name, i * 2'500_us + computing, 1'000_us, stream, 0, bytes);
        }
        const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-copies"));
        const qsizetype begin = sentence.indexOf("in 3 copies") + 11;
        return sentence.mid(begin, sentence.indexOf(". ", begin) - begin);
    };
    const char* const up = "Memcpy HtoD (Pinned -> Device)";
    QCOMPARE(said(up, 3'200'000, 20), QString(", at 3.2 GB/s on average"));
    QCOMPARE(said(up, 3'200'000, 7),
        QString(", at 3.2 GB/s on average, on a stream that computes, too: on one of their own they may run beside "
                "kernels"));
    // One of copies may cast them as well.
    QCOMPARE(said(up, 3'200'000, 7, 900_us), QString(", at 3.2 GB/s on average"));
    QCOMPARE(said("Memcpy DtoH (Device -> Host)", 3'200'000, 7), QString(", at 3.2 GB/s on average"));
    QCOMPARE(said(up, 900'000, 20), QString());
    QCOMPARE(said("Memcpy DtoD (Device -> Device)", 3'200'000, 20), QString());
}

/// By their exposed time, not by their number; an annotation only where no op is around.
void TestOverview::whatLaunchesMostOfTheCopiesIsSaid()
{
    const auto said = [](const TraceText& around) {
        TraceText text = around;
        for (int i = 0; i < 3; ++i) {
            text.runtime("cudaMemcpyAsync", i * 10_us + 2_us, 2_us, i + 1);
            text.copy("Memcpy DtoD (Device -> Device)", 100_us + i * 60_us, i == 0 ? 50_us : 10_us, 7, i + 1, 9);
        }
        const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-copies"));
        const qsizetype begin = sentence.indexOf("in 3 copies") + 11;
        return sentence.mid(begin, sentence.indexOf('.', begin) - begin);
    };
    const TraceText step = wholeMicroseconds().step(1, 0_us, 300_us).annotation("load", 0_us, 40_us);
    QCOMPARE(said(step), QString(", most of it launched in 'load'"));
    QCOMPARE(said(TraceText(step).op("Backward", 1_us, 8_us).op("aten::copy_", 1_us, 7_us)),
        QString(", most of it launched in 'Backward'"));
    QCOMPARE(said(TraceText(step).op("aten::cat", 11_us, 8_us)), QString(", most of it launched in 'load'"));
    QCOMPARE(said(TraceText(step).op("aten::to", 1_us, 8_us)), QString(", most of it launched in 'load'"));
    QCOMPARE(said(wholeMicroseconds().op("aten::to", 1_us, 8_us)), QString(", most of it launched in 'aten::to'"));
    QCOMPARE(said(wholeMicroseconds()), QString());
}

/// Where an op only copies, the function that asked for it is what somebody can change: the innermost that is none of
/// PyTorch.
void TestOverview::theFunctionThatCopiesIsSaid()
{
    const auto said = [](const char* op, const char* name) {
        TraceText text = wholeMicroseconds();
        text.python("train.py(3): main", 0_us, 90_us, 1).python("train.py(9): move", 1_us, 80_us, 2, 1);
        text.python("torch/_tensor.py(7): to", 1_us, 79_us, 3, 2).op(op, 1_us, 70_us);
        for (int i = 0; i < 3; ++i) {
            text.runtime("cudaMemcpyAsync", i * 10_us + 2_us, 2_us, i + 1);
            text.copy(name, 100_us + i * 60_us, 50_us, 7, i + 1, 9);
        }
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-copies"));
    };
    const char* const within = "Memcpy DtoD (Device -> Device)";
    QVERIFY2(isSaid(said("aten::to", within), "in 3 copies, most of it launched in 'train.py(9): move'. Estimated"),
        qPrintable(said("aten::to", within)));
    QVERIFY2(isSaid(said("aten::cat", within), "in 3 copies, most of it launched in 'aten::cat'. Estimated"),
        qPrintable(said("aten::cat", within)));
    const QString pageable = said("aten::to", "Memcpy DtoH (Device -> Pageable)");
    QVERIFY2(isSaid(pageable, "in 3 copies (most of it launched in 'train.py(9): move'), only 9 B a copy on average"),
        qPrintable(pageable));
}

/// By exposed time, not by number, and as comm-comp-overlap calls it; a kernel that only sends and receives may be
/// many.
void TestOverview::theCollectiveThatIsExposedMostIsSaid()
{
    const auto said = [](const char* longest) {
        const TraceText text = wholeMicroseconds()
                                   .kernel("gemm", 0_us, 100_us, 7)
                                   .kernel("ncclDevKernel_AllGather_RING", 10_us, 80_us, 20)
                                   .kernel("ncclDevKernel_AllGather_RING", 100_us, 5_us, 20)
                                   .kernel("ncclDevKernel_AllGather_RING", 105_us, 5_us, 20)
                                   .kernel(longest, 110_us, 30_us, 20)
                                   .kernel("gemm", 140_us, 60_us, 7);
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-communication"));
    };
    const QString reduce = said("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    QVERIFY2(
        isSaid(reduce, "takes 40.00 us (20.0 % of GPU time in view), 75.0 % of it in 'allreduce'; of 120.0 us of "),
        qPrintable(reduce));
    QVERIFY(isSaid(said("ncclDevKernel_SendRecv"), "takes 40.00 us (20.0 % of GPU time in view); of 120.0 us of "));
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
    QVERIFY2(alike.startsWith("All 4 traces alike (") && alike.contains(", here the one that is shown as rank "),
        qPrintable(alike));
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
