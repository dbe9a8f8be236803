// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/other_python.h"
#include "core/analysis/overview/idle/stretches.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <filesystem>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview says of gaps in which the GPU waits for the host: which of its ops, calls, frames and waits they
/// are.
class TestOverviewWaits : public QObject {
    Q_OBJECT

private slots:
    void aSynchronisationExplainsNoLongGap();
    void shortWaitsExplainNoGapOfTheHost();
    void whatIsUnusualAfterAWaitIsOfTheHost();
    void anOpIsNotItsCalls();
    void stepsOfOldFilesAreNoOps();
    void anomalyDetectionIsSaid();
    void searchesForUnusedParametersAreSaid();
    void copiesOutOfBucketsAreSaid();
    void graphBreaksAreSaid();
    void functionsThatAreCompiledAgainAndAgainAreSaid();
    void pythonOfSeveralThreadsCountsOnce();
    void ranksAreAlikeInTheSameOpAndItsTime();
    void sendsOfTheHostAreNoCollectives();
    void collectivesOfTheHostAreNotUnrecordedCode();
    void loadingDataIsToldWithoutAGpu();
    void compilingIsToldWithoutAGpu();
    void compilingAgainIsNoWarmUp();
    void savingsAreSharesOfTheTimeThatIsTold();
    void loadersWithoutWorkersAreToldBesideAGpu();
    void aThreadThatPinsMemoryHoldsTheLoaderUp();
    void whatTheLoaderIsNotChargedWithIsAnOp();
    void aCallOfManyIsNamedAlone();
    void allocatorsWithoutACacheAreToldFromOthers();
    void aBackwardPassAloneMayWaitForItsThreads();
    void afterAFreeTheFreeIsTheCure();
    void theFrameThatTheGpuWaitsForIsNamed();
    void aFunctionThatCallsManyIsNamedWithThem();
    void unrecordedWorkBeforeTheViewIsThoughtOf();
    void workBeforeTheRecordingIsThoughtOf();
    void stepsAreNoCallers();
    void pinningMemoryIsNoSetUp();
    void whatACaptureTakesIsNoSlowHost();
    void waitsOfTheProfilerAreItsOwn();
    void anotherThreadInPythonMayHoldTheLock();
    void aBackwardOfPythonMayWaitForTheLock();
    void aFunctionNamedAsAnOpHidesNoOther();
    void annotationsAreNoActivity();
    void longFramesKeepFunctionAndLine();
    void aPartOfTheWaitForTheHostHasAnotherName();
    void whatPyTorchFreesWhenMemoryIsFullIsTold();
    void whatTheHostDoesAfterAWaitIsSaid();
    void anEmptiedCacheIsToldOfAllocations();
    void anEmptiedCacheIsToldOnlyOfWhatItCosts();
    void workersThatAreStartedAnewAreToBeKept();
    void workOnWhatWasCopiedNeedsTheWait();
    void waitsForLargeCopiesAreNotAllToGo();
    void fewLargeCopiesAreNotTakenForMany();
    void whatAWaitCostsLaterIsTold();
    void waitsOfTheAllocatorAreItsOwn();
    void waitsForEventsMakeSavingsOfWaitsDoubtful();
    void theFunctionThatWaitsIsNamed();
    void fewLongWaitsAreCounted();
    void aFewCallsThatMakeUpAnOpAreSaid();
    void aCopyThatWaitsIsNotTakenForMany();
    void attentionThatIsNotFusedIsNamed();
    void pageableCopiesToTheGpuNeedPinnedMemoryFirst();
    void waitsAreThoseOfTheRankWhereTheyCostMost();
    void aWaitThatEndsBeforeItsWorkCountsToo();
    void whatComesAgainIsNoFirstUse();
    void waitingInPythonIsNoSynchronisation();
    void aFasterHostDoesNotMakeOtherRanksCome();
    void preparingACopyIsNoSynchronisation();
    void aCollectiveOfTheHostIsNoSynchronisation();
    void aLongSynchronisationIsNotLateToReturn();
    void callsThatReturnLateAreTold();
    void longCallsThatComeAgainAreNoFirstUse();
    void namesWithAddressesAreOne();
    void annotationsWithoutOpsAreNamed();
    void aMeanThatOneWaitMakesIsNotSaid();
    void aMeanThatFewWaitsMakeIsNotSaid();
    void workThatWaitsAfterItsLaunchDoesNotWaitForTheHost();
    void workAfterAHostFunctionMayWaitForTheHost();
};

void TestOverviewWaits::aSynchronisationExplainsNoLongGap()
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
void TestOverviewWaits::shortWaitsExplainNoGapOfTheHost()
{
    const auto result =
        runOn(inputOf({ waiting().runtime("cudaStreamSynchronize", 12_us, 10_us, 9).text() }), "overview");
    QCOMPARE(figureOf(result, "sync-wait"), std::int64_t { -1 });
    QCOMPARE(figureOf(result, "host-wait"), std::int64_t { 78 }); // 2 are the end of the call, 10 the launch
}

/// The host waits for 500 us in each round and goes on 20 us later, but once, when Python collects garbage.
void TestOverviewWaits::whatIsUnusualAfterAWaitIsOfTheHost()
{
    const auto rounds = [](int slow) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int i = 0; i < 8; ++i) {
            text.launch(at, 5_us, 10 * i + 1).kernel("k", at + 10_us, 500_us, 7, 10 * i + 1);
            text.runtime("cudaStreamSynchronize", at + 6_us, 506_us, 10 * i + 2);
            at += 532_us;
            if (i >= 8 - slow) {
                text.python("<built-in function collect>", at, 3'000_us, i + 1);
                at += 3'000_us;
            }
        }
        text.launch(at, 5_us, 100).kernel("k", at + 10_us, 500_us, 7, 100);
        return runOn(inputOf({ text.text() }), "overview");
    };
    QCOMPARE(figureOf(rounds(0), "host-wait"), std::int64_t { -1 });
    QCOMPARE(figureOf(rounds(0), "sync-wait"), std::int64_t { 8 * 32 });
    QCOMPARE(
        figureOf(rounds(1), "host-wait"), std::int64_t { 3'032 - 12 }); // without the end of the wait and the launch
    QCOMPARE(figureOf(rounds(1), "sync-wait"), std::int64_t { 7 * 32 });
    QCOMPARE(figureOf(rounds(4), "host-wait"), std::int64_t { -1 }); // as often as not: no exception
    QCOMPARE(figureOf(rounds(4), "sync-wait"), std::int64_t { 4 * 32 + 4 * 3'032 });
    // Nor is what comes at the end of each step, after many short ones of the same call.
    const auto logged = [](int everyNth) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 8; ++step) {
            const Timestamp begin = at;
            for (int i = 0; i < 10; ++i) {
                const int number = 10 * (10 * step + i);
                text.launch(at, 5_us, number + 1).kernel("k", at + 10_us, 500_us, 7, number + 1);
                text.runtime("cudaStreamSynchronize", at + 6_us, 506_us, number + 2);
                at += i == 9 && step % everyNth == 0 ? 2'532_us : 532_us;
            }
            text.step(step, begin, at - begin);
        }
        text.launch(at, 5_us, 1).kernel("k", at + 10_us, 500_us, 7, 1);
        return runOn(inputOf({ text.text() }), "overview");
    };
    QCOMPARE(figureOf(logged(1), "host-wait"), std::int64_t { -1 });
    QVERIFY(figureOf(logged(8), "host-wait") > 1'990);
}

/// As `operators` has it: most of what the op takes is a call's.
void TestOverviewWaits::anOpIsNotItsCalls()
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

/// The autograd profiler and old versions of Kineto write them as ops.
void TestOverviewWaits::stepsOfOldFilesAreNoOps()
{
    TraceText text = wholeMicroseconds();
    text.op("ProfilerStep#1", 0_us, 100_us).op("aten::a", 10_us, 20_us);
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "large-op"),
        "On the host, 'aten::a' itself takes 20.00 us (20.0 % of the recorded time) in 1 call, 100.0 % of the self "
        "time of all ops.");
}

/// The engine tests gradients in its nodes; who does the same elsewhere has reasons of his own.
void TestOverviewWaits::anomalyDetectionIsSaid()
{
    const auto said = [](const char* around, bool isOnGpu, const char* any = "aten::any") {
        TraceText text = wholeMicroseconds();
        text.op(around, 0_us, 90_us).op("MulBackward0", 0_us, 50_us);
        text.op("aten::isnan", 50_us, 10_us).op(any, 60_us, 5_us).op("aten::item", 70_us, 15_us);
        text.op("autograd::engine::evaluate_function: AddBackward0", 90_us, 10_us).op("aten::item", 91_us, 5_us);
        if (isOnGpu)
            text.launch(1_us, 5_us, 1).kernel("k", 10_us, 30_us, 7, 1);
        return tests::remarkOf(runOn(inputOf({ text.text() }), "overview"), "anomaly-detection");
    };
    KT_COMPARE_TEXT(said("autograd::engine::evaluate_function: MulBackward0", false, "aten::_is_any_true"),
        "the backward pass tests gradients for NaN, as torch.autograd.set_detect_anomaly(True) makes it. These tests "
        "take the host 30.0 % of the recorded time; they are meant for debugging.\n");
    // As PyTorch 1 did it, hooks behind all nodes may do it.
    QVERIFY(isSaid(toQString(said("autograd::engine::evaluate_function: MulBackward0", false)),
        "as torch.autograd.set_detect_anomaly(True) makes it, or hooks behind its nodes. These tests take"));
    // A hook among tests of the engine, which has its own op, is none of these.
    const auto together = [](bool isHookRank, int hooks) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 4; ++i) {
            const Timestamp begin = i * 100_us;
            text.op("autograd::engine::evaluate_function: MulBackward0", begin, 90_us);
            text.op("MulBackward0", begin, 50_us);
            if (!isHookRank)
                text.op("aten::isnan", begin + 50_us, 10_us).op("aten::_is_any_true", begin + 60_us, 5_us);
            if (!isHookRank)
                text.op("aten::item", begin + 65_us, 5_us);
            if (i < hooks)
                text.op("aten::isnan", begin + 70_us, 8_us).op("aten::any", begin + 78_us, 5_us);
            if (i < hooks)
                text.op("aten::item", begin + 83_us, 7_us);
        }
        return text;
    };
    const auto remarkOf = [](const std::vector<std::string>& ranks) {
        return toQString(tests::remarkOf(runOn(inputOf(ranks), "overview"), "anomaly-detection"));
    };
    const QString one = remarkOf({ together(false, 1).text() });
    QVERIFY2(
        isSaid(one, "_anomaly(True) makes it. These tests take the host 20.5 % of the recorded time"), qPrintable(one));
    const QString each = remarkOf({ together(false, 4).text() });
    QVERIFY2(isSaid(each, "_anomaly(True) makes it. These tests take the host 20.5 %"), qPrintable(each));
    // The doubt is that of ranks that are said to test.
    const QString hooked = remarkOf({ together(false, 0).rank(0, 2).text(), together(true, 4).rank(1, 2).text() });
    QVERIFY2(isSaid(hooked, ", or hooks behind its nodes."), qPrintable(hooked));
    const QString notAll = remarkOf(
        { together(false, 0).rank(0, 2).text(), together(true, 1).op("aten::mm", 400_us, 9'000_us).rank(1, 2).text() });
    QVERIFY2(!notAll.isEmpty() && !isSaid(notAll, "hooks"), qPrintable(notAll));
    QVERIFY(isSaid(toQString(said("autograd::engine::evaluate_function: MulBackward0", true)),
        "30.0 % of the recorded time, waits for the GPU included;"));
    KT_COMPARE_TEXT(said("ScaleBackward", false), "");
    // A hook of a gradient that tests it runs before the node's function.
    TraceText hook = wholeMicroseconds();
    hook.op("autograd::engine::evaluate_function: MulBackward0", 0_us, 90_us);
    hook.op("aten::isnan", 0_us, 10_us).op("aten::any", 10_us, 5_us).op("aten::item", 15_us, 15_us);
    hook.op("MulBackward0", 30_us, 50_us);
    KT_COMPARE_TEXT(tests::remarkOf(runOn(inputOf({ hook.text() }), "overview"), "anomaly-detection"), "");
    // Hooks of nodes and of parameters run behind it: by bool(), where the engine tests nothing, or in few nodes.
    const auto behind = [](const char* function, const char* last, int nodesWithout, int tested = 1) {
        TraceText text = wholeMicroseconds();
        const std::string node = std::string("autograd::engine::evaluate_function: ") + function;
        for (int i = 0; i < tested; ++i) {
            const Timestamp begin = i == 0 ? 0 : 500_us;
            text.op(node, begin, 90_us).op(function, begin, 50_us);
            text.op("aten::isnan", begin + 50_us, 10_us).op("aten::any", begin + 60_us, 5_us);
            text.op(last, begin + 70_us, 15_us);
            if (last != std::string_view("aten::item"))
                text.op("aten::item", begin + 71_us, 10_us);
        }
        for (int i = 0; i < nodesWithout; ++i) {
            const Timestamp begin = 90_us + i * 10_us;
            text.op("autograd::engine::evaluate_function: AddBackward0", begin, 10_us);
            text.op("AddBackward0", begin, 5_us);
        }
        return tests::remarkOf(runOn(inputOf({ text.text() }), "overview"), "anomaly-detection");
    };
    QVERIFY(!behind("MulBackward0", "aten::item", 2, 2).empty());
    KT_COMPARE_TEXT(behind("MulBackward0", "aten::item", 3, 2), "");
    QVERIFY(!behind("MulBackward0", "aten::item", 3).empty());    // it may have been on for a part of the recording
    KT_COMPARE_TEXT(behind("MulBackward0", "aten::item", 5), ""); // one node of six
    KT_COMPARE_TEXT(behind("MulBackward0", "aten::is_nonzero", 0), "");
    KT_COMPARE_TEXT(behind("torch::autograd::AccumulateGrad", "aten::item", 0), "");
    // A node that runs others inside, as checkpointing does, and is tested behind them.
    TraceText outer = wholeMicroseconds();
    outer.op("autograd::engine::evaluate_function: CheckpointFunctionBackward", 0_us, 100_us);
    outer.op("CheckpointFunctionBackward", 0_us, 60_us);
    outer.op("autograd::engine::evaluate_function: MulBackward0", 10_us, 40_us).op("MulBackward0", 10_us, 10_us);
    outer.op("aten::isnan", 20_us, 5_us).op("aten::any", 25_us, 5_us).op("aten::item", 30_us, 10_us);
    outer.op("aten::isnan", 60_us, 10_us).op("aten::any", 70_us, 10_us).op("aten::item", 80_us, 10_us);
    QVERIFY(isSaid(toQString(tests::remarkOf(runOn(inputOf({ outer.text() }), "overview"), "anomaly-detection")),
        "take the host 50.0 % of the recorded time;"));
}

void TestOverviewWaits::searchesForUnusedParametersAreSaid()
{
    const auto said = [](Nanoseconds search) {
        TraceText text = wholeMicroseconds();
        text.op("DistributedDataParallel.forward", 0_us, 500_us);
        text.op("torch.distributed.ddp.reducer::search_unused_parameters", 500_us, search)
            .op("aten::a", 900_us, 100_us);
        return tests::remarkOf(runOn(inputOf({ text.text(), text.text() }), "overview"), "unused-parameters");
    };
    KT_COMPARE_TEXT(said(100_us),
        "DDP searches for parameters that the forward pass did not use, as find_unused_parameters=True makes it. This "
        "takes the host 10.0 % of the recorded time; where all parameters are used, nothing needs it.\n");
    KT_COMPARE_TEXT(said(5_us), "");
    // Threads that do so at once do not take the host twice as long.
    TraceText two = wholeMicroseconds();
    two.op("torch.distributed.ddp.reducer::search_unused_parameters", 0_us, 600_us).op("aten::a", 900_us, 100_us);
    two.thread(100, 2).op("torch.distributed.ddp.reducer::search_unused_parameters", 100_us, 600_us);
    QVERIFY(isSaid(toQString(tests::remarkOf(runOn(inputOf({ two.text() }), "overview"), "unused-parameters")),
        "70.0 % of the recorded time;"));
}

void TestOverviewWaits::copiesOutOfBucketsAreSaid()
{
    const auto said = [](int copies) {
        TraceText text = wholeMicroseconds();
        text.op("DistributedDataParallel.forward", 0_us, 500_us).op("aten::a", 900_us, 100_us);
        for (int i = 0; i < copies; ++i)
            text.op("torch.distributed.ddp.reducer::copy_bucket_to_grad", 500_us + i * 10_us, 9_us);
        return tests::remarkOf(runOn(inputOf({ text.text() }), "overview"), "bucket-copies");
    };
    KT_COMPARE_TEXT(said(2),
        "DDP copies gradients out of the buckets in which it had reduced them, which takes the host 1.8 % of the "
        "recorded time; with gradient_as_bucket_view=True they stay there.\n");
    KT_COMPARE_TEXT(said(1), "");
}

void TestOverviewWaits::graphBreaksAreSaid()
{
    const auto said = [](const char* first, const char* second, int seconds = 2) {
        TraceText text = wholeMicroseconds();
        text.op("aten::a", 0_us, 1000_us);
        for (int i = 0; i < seconds + 1; ++i)
            text.python(i == 0 ? first : second, i * 100_us, 50_us, i + 1);
        return tests::remarkOf(runOn(inputOf({ text.text() }), "overview"), "graph-breaks");
    };
    KT_COMPARE_TEXT(said("model.py(38): torch_dynamo_resume_in_forward_at_40", "model.py(9): <resume in loss>"),
        "torch.compile splits functions at graph breaks: 3 recorded calls go on behind one, 'model.py(9): "
        "<resume in loss>' most of all (2). What lies at a break runs as without it; TORCH_LOGS=graph_breaks tells "
        "why it is there.\n");
    QVERIFY(isSaid(toQString(said("model.py(38): torch_dynamo_resume_in_forward_at_40", "model.py(9): loss")),
        "1 recorded call goes on behind one, 'model.py(38): torch_dynamo_resume_in_forward_at_40'."));
    QVERIFY(isSaid(toQString(said("model.py(38): torch_dynamo_resume_in_forward_at_40", "a.py(9): <resume in f>", 1)),
        "2 recorded calls go on behind one, such as 'a.py(9): <resume in f>'."));
    KT_COMPARE_TEXT(said("model.py(38): forward", "resume.py(3): torch_dynamo"), "");
}

void TestOverviewWaits::pythonOfSeveralThreadsCountsOnce()
{
    const StringId decode { std::size_t { 3 } };
    const StringId other { std::size_t { 4 } };
    const OtherPython threads { { { { 0, 60 }, decode }, { { 20, 100 }, decode }, { { 0, 90 }, other } } };
    std::pair<StringId, Nanoseconds> most;
    QCOMPARE(threads.timeIn({ { 10, 200 } }, most), Nanoseconds { 90 });
    QCOMPARE(most, std::pair(decode, Nanoseconds { 90 }));
}

void TestOverviewWaits::functionsThatAreCompiledAgainAndAgainAreSaid()
{
    const auto said = [](std::initializer_list<const char*> regions) {
        TraceText text = wholeMicroseconds();
        text.op("aten::a", 0_us, 1000_us);
        Timestamp at = 0;
        for (const char* region : regions)
            text.annotation("Torch-Compiled Region: " + std::string(region), at += 100_us, 50_us);
        return tests::remarkOf(runOn(inputOf({ text.text() }), "overview"), "recompiles");
    };
    KT_COMPARE_TEXT(said({ "0/0", "0/3", "1/2", "!0/7", "7", "a/9", "1/-9" }), "");
    KT_COMPARE_TEXT(said({ "0/0", "0/5", "0/4" }),
        "torch.compile has made 6 versions or more of a function ('Torch-Compiled Region: 0/5' ran, which counts from "
        "0), each for calls that those before do not fit, as where shapes or values differ. Compiling takes time, and "
        "after a number of versions such calls run as they are: TORCH_LOGS=recompiles tells what differs.\n");
    QVERIFY(isSaid(toQString(said({ "3/4", "1/7", "2/0" })),
        "8 versions or more of a function ('Torch-Compiled Region: 1/7' ran"));
    KT_COMPARE_TEXT(said({ "9/9223372036854775807" }), "");
}

/// The share of all ops is the same in each of these.
void TestOverviewWaits::ranksAreAlikeInTheSameOpAndItsTime()
{
    const auto sentence = [](const char* ofSecond, Nanoseconds time) {
        const TraceText first = wholeMicroseconds().op("aten::a", 0_us, 90_us).op("aten::c", 90_us, 10_us);
        const TraceText second = wholeMicroseconds().op(ofSecond, 0_us, time * 9).op("aten::c", time * 9, time);
        return toQString(sentenceOf(runOn(inputOf({ first.text(), second.text() }), "overview"), "large-op"));
    };
    const QString alike = sentence("aten::a", 11_us);
    QVERIFY2(alike.contains("alike"), qPrintable(alike));
    const QString ofAnother = sentence("aten::b", 11_us);
    QVERIFY2(
        !ofAnother.contains("alike") && ofAnother.contains("'aten::b' itself takes 99.00 us"), qPrintable(ofAnother));
    const QString longer = sentence("aten::a", 50_us);
    QVERIFY2(!longer.contains("alike") && longer.contains("'aten::a' itself takes 450.0 us"), qPrintable(longer));
}

void TestOverviewWaits::sendsOfTheHostAreNoCollectives()
{
    const auto sentence = [](const char* first, const char* second) {
        TraceText text = wholeMicroseconds();
        text.op("aten::a", 0_us, 10_us).annotation(first, 10_us, 60_us).annotation(second, 70_us, 30_us);
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-collectives"));
    };
    QVERIFY(sentence("gloo:send", "gloo:recv").startsWith("Sends and receives of a CPU backend, 'gloo:send' most"));
    QVERIFY(sentence("gloo:send", "gloo:barrier").startsWith("Collectives, sends and receives of a CPU backend, "));
    QVERIFY(sentence("gloo:barrier", "gloo:reduce").startsWith("Collectives of a CPU backend, 'gloo:barrier' most"));
}

/// While collectives run on another thread, the main one may wait for them.
void TestOverviewWaits::collectivesOfTheHostAreNotUnrecordedCode()
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

/// With what it would save, and not once more as an op.
void TestOverviewWaits::loadingDataIsToldWithoutAGpu()
{
    const auto run = [](const char* next) {
        TraceText text = wholeMicroseconds();
        text.op(next, 0_us, 60_us);
        text.op("aten::stack", 10_us, 20_us); // inside of it
        text.op("aten::sort", 60_us, 40_us);
        return runOn(inputOf({ text.text() }), "overview");
    };
    const auto result = run("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
    KT_COMPARE_TEXT(sentenceOf(result, "host-data-loading"),
        "For 60.00 us (60.0 % of the recorded time) the main thread is in its data loader: it has no worker processes "
        "(num_workers=0). With workers, batches can be made meanwhile; less work per sample helps, too. Estimated "
        "saving with no time in data loading: 60.00 us (60.0 % of the recorded time).");
    KT_COMPARE_TEXT(sentenceOf(result, "large-op"),
        "On the host, 'aten::sort' itself takes 40.00 us (40.0 % of the recorded time) in 1 call, 40.0 % of the self "
        "time of all ops.");
    KT_COMPARE_TEXT(
        sentenceOf(run("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"), "host-data-loading"),
        "For 60.00 us (60.0 % of the recorded time) the main thread is in its data loader: more workers, prefetching "
        "or less work per sample may hide it. Estimated saving with no time in data loading: 60.00 us (60.0 % of the "
        "recorded time).");
}

/// With what the main thread is in most, and ops of the compiler are not told once more.
void TestOverviewWaits::compilingIsToldWithoutAGpu()
{
    TraceText text = wholeMicroseconds();
    text.op("_compile.compile_inner (dynamo_timed)", 0_us, 60_us);
    text.op("async_compile.wait (dynamo_timed)", 5_us, 20_us).op("aten::mul", 30_us, 28_us);
    text.op("aten::mul", 60_us, 40_us);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_COMPARE_TEXT(sentenceOf(result, "host-compilation"),
        "For 60.00 us (60.0 % of the recorded time) the host compiles code, or waits until it is compiled, 28.00 us of "
        "it in 'aten::mul': usually only first steps do so; record after some steps of warm-up to leave them out. "
        "Estimated saving with no compilation: 60.00 us (60.0 % of the recorded time).");
    KT_COMPARE_TEXT(sentenceOf(result, "large-op"),
        "On the host, 'aten::mul', outside of compilation, itself takes 40.00 us (40.0 % of the recorded time) in 1 "
        "call, 40.0 % of the self time of all ops.");
}

void TestOverviewWaits::compilingAgainIsNoWarmUp()
{
    const auto sentence = [](int compilesInThird) {
        TraceText text = wholeMicroseconds();
        for (int step = 1; step <= 3; ++step)
            text.step(step, step * 100'000, 100_us).op("aten::add", step * 100'000 + 50'000, 40_us);
        text.op("_compile.compile_inner (dynamo_timed)", 100_us, 40_us);
        for (int i = 0; i < compilesInThird; ++i)
            text.op("_compile.compile_inner (dynamo_timed)", 300'000 + i * 20'000, 20_us);
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-compilation"));
    };
    QVERIFY(isSaid(sentence(0), "usually only first steps do so"));
    QVERIFY(isSaid(sentence(2), "; for 40.00 us of it again, after a step without: something makes it compile anew"));
}

/// The first event is none of the main thread's, so that its wall time is not the recorded time.
void TestOverviewWaits::savingsAreSharesOfTheTimeThatIsTold()
{
    TraceText text = wholeMicroseconds();
    text.thread(1, 2).op("aten::add", 0_us, 10_us);
    text.thread(1, 1).op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 40_us, 30_us);
    text.op("aten::sort", 70_us, 30_us);
    const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-data-loading"));
    QVERIFY(isSaid(sentence, "For 30.00 us (30.0 % of the recorded time)"));
    QVERIFY(isSaid(sentence, "with no time in data loading: 30.00 us (30.0 % of the recorded time)."));
}

/// Who has workers already needs more of them, or other ones.
void TestOverviewWaits::loadersWithoutWorkersAreToldBesideAGpu()
{
    const auto said = [](const char* first, const char* second) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 3; ++i) {
            const Timestamp at = i * 1'000_us;
            text.annotation(i < 2 ? first : second, at, 900_us);
            text.launch(at + 910_us, 5_us, i + 1).kernel("k", at + 920_us, 60_us, 7, i + 1);
        }
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "data-loading"));
    };
    const char* const without = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";
    const char* const with = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
    const QString all = said(without, without);
    QVERIFY2(isSaid(all, " on average: it has no worker processes (num_workers=0). With workers, batches can be made "),
        qPrintable(all));
    // The first of the three lies before the GPU's time in view.
    const QString half = said(without, with);
    QVERIFY2(isSaid(half, ": more workers, prefetching or less work per sample may hide it."), qPrintable(half));
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i) {
        const Timestamp at = i * 1'000_us;
        text.annotation(i < 8 ? without : with, at, 900_us);
        text.launch(at + 910_us, 5_us, i + 1).kernel("k", at + 920_us, 60_us, 7, i + 1);
    }
    const QString most = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "data-loading"));
    QVERIFY2(isSaid(most, ": for 6.300 ms of it in one without worker processes (num_workers=0). With workers, "),
        qPrintable(most));
}

/// The thread that pins what the workers have made is what the loader waits for.
void TestOverviewWaits::aThreadThatPinsMemoryHoldsTheLoaderUp()
{
    const auto said = [](const char* call, std::int64_t pid, Nanoseconds length = 850_us) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 4; ++i) {
            const Timestamp at = i * 1'000_us;
            text.thread(100, 100).annotation(
                "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", at, 900_us);
            text.launch(at + 910_us, 5_us, i + 1).kernel("k", at + 920_us, 60_us, 7, i + 1);
            text.thread(pid, 101).runtime(call, at + 20_us, length, 100 + i);
        }
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "data-loading"));
    };
    const QString pins = said("cudaHostAlloc", 100);
    QVERIFY2(isSaid(pins,
                 "on average: for 2.550 ms of it another thread pins memory, as that of a loader with pin_memory=True "
                 "does: if the loader waits for that, more workers do not make it faster. Estimated saving"),
        qPrintable(pins));
    const QString more = ": more workers, prefetching or less work per sample may hide it.";
    const QString other = said("cudaHostGetFlags", 100);
    QVERIFY2(isSaid(other, more.toStdString().c_str()), qPrintable(other));
    const QString half = said("cudaHostAlloc", 100, 600_us); // then it waits for the workers, too
    QVERIFY2(isSaid(half, more.toStdString().c_str()), qPrintable(half));
    const QString elsewhere = said("cudaHostAlloc", 200);
    QVERIFY2(isSaid(elsewhere, more.toStdString().c_str()), qPrintable(elsewhere));
}

/// Loading on another thread is none of the main one's time; nor are calls of an op elsewhere.
void TestOverviewWaits::whatTheLoaderIsNotChargedWithIsAnOp()
{
    const char* const next = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
    TraceText beside = wholeMicroseconds();
    beside.thread(1, 1).step(1, 0_us, 100_us).op("aten::sort", 10_us, 10_us).op("aten::sort", 30_us, 10_us);
    beside.thread(1, 2).op(next, 0_us, 90_us);
    const auto onOther = runOn(inputOf({ beside.text() }), "overview");
    QCOMPARE(sentenceOf(onOther, "host-data-loading"), std::string());
    QVERIFY(isSaid(toQString(sentenceOf(onOther, "large-op")), "itself takes 90.00 us"));
    TraceText both = wholeMicroseconds();
    both.op(next, 0_us, 50_us).op("aten::copy_", 5_us, 40_us).op("aten::copy_", 50_us, 30_us);
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ both.text() }), "overview"), "large-op"),
        "On the host, 'aten::copy_', outside of the data loader, itself takes 30.00 us (37.5 % of the recorded time) "
        "in 1 "
        "call, 37.5 % of the self time of all ops.");
}

/// Every aten::empty allocates, and what it got is freed: a cache would keep it.
void TestOverviewWaits::allocatorsWithoutACacheAreToldFromOthers()
{
    const auto sentence = [](int frees, int uncachedOps, const std::string& ending = {}, int others = 0) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 30; ++i) {
            const Timestamp at = i * 200_us;
            text.op("aten::empty", at, 40_us);
            if (i < uncachedOps)
                text.runtime("hipMalloc" + (i < others ? "" : ending), at + 2_us, 36_us, 100 + i);
            text.launch(at + 50_us, 5_us, i + 1).kernel("k", at + 60_us, 10_us, 7, i + 1);
            if (i < frees)
                text.runtime("hipFree" + ending, at + 80_us, 100_us, 200 + i);
        }
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "device-allocation"));
    };
    const QString uncached = sentence(28, 29);
    QVERIFY2(isSaid(uncached, "nearly every aten::empty allocates device memory itself"), qPrintable(uncached));
    const QString fromPool = sentence(28, 29, "Async");
    QVERIFY2(isSaid(fromPool, "as PyTorch does with backend:cudaMallocAsync in"), qPrintable(fromPool));
    const QString few = sentence(30, 30, "Async", 2); // memory that does not come from the pool
    QVERIFY2(isSaid(few, "backend:cudaMallocAsync"), qPrintable(few));
    const QString fewFromPool = sentence(30, 30, "Async", 28); // a library has a pool
    QVERIFY2(isSaid(fewFromPool, "nearly every aten::empty allocates device memory itself"), qPrintable(fewFromPool));
    for (const QString& cached : { sentence(20, 30), sentence(28, 20), sentence(28, 20, "Async"),
             sentence(30, 30, "Async", 15), sentence(30, 30, "Async", 5), sentence(30, 30, "Async", 25) })
        QVERIFY2(
            isSaid(cached, "PyTorch's caching allocator makes few such calls once it is warm"), qPrintable(cached));
}

/// Stacks would show no more than that backward() runs.
void TestOverviewWaits::aBackwardPassAloneMayWaitForItsThreads()
{
    const auto sentence = [](bool hasOtherThread) {
        TraceText text = wholeMicroseconds();
        text.op("aten::mm", 0_us, 50_us).annotation("## backward ##", 60_us, 100_us).op("aten::add", 165_us, 20_us);
        if (hasOtherThread)
            text.thread(100, 7).op("aten::mul", 0_us, 5_us);
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "unrecorded-host"));
    };
    QVERIFY2(isSaid(sentence(false), "it may wait for the threads of the backward pass, of which the file has none."),
        qPrintable(sentence(false)));
    QVERIFY2(isSaid(sentence(true), "would name it"), qPrintable(sentence(true)));
}

/// Many ops free memory: no one of them is where most of it is.
void TestOverviewWaits::aCallOfManyIsNamedAlone()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 5_us, 1).kernel("a", 10_us, 10_us, 7, 1);
    for (int i = 0; i < 4; ++i)
        text.op("aten::op" + std::to_string(i), 30_us + i * 40_us, 30_us)
            .runtime("cudaFree", 32_us + i * 40_us, 20_us, 10 + i);
    text.launch(200_us, 5_us, 2).kernel("b", 210_us, 10_us, 7, 2);
    const std::string all = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "device-allocation");
    QVERIFY2(all.find("(100.0 % of it in 'cudaFree'), in 4 parts of 1 gap") != std::string::npos, all.c_str());
}

/// What waits in a call that frees goes with allocation, not with synchronisations.
void TestOverviewWaits::afterAFreeTheFreeIsTheCure()
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

/// One frame in which most of the waiting is spent is worth its name; many are not.
void TestOverviewWaits::theFrameThatTheGpuWaitsForIsNamed()
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
void TestOverviewWaits::unrecordedWorkBeforeTheViewIsThoughtOf()
{
    const auto sentence = [](const TraceText& text) {
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view");
    };
    // The first call of all may be what sets the GPU up.
    const std::string first = sentence(wholeMicroseconds()
                                           .runtime("hipDeviceSynchronize", 0_us, 400_us, 9)
                                           .launch(405_us, 5_us, 1)
                                           .kernel("a", 412_us, 100_us, 7, 1));
    QVERIFY2(first.ends_with("; for 400.0 us of it the main thread is in 'hipDeviceSynchronize', for work that was not "
                             "recorded or to set the GPU up."),
        first.c_str());
    const TraceText waits =
        wholeMicroseconds().runtime("hipEventQuery", 0_us, 1_us, 8).runtime("hipDeviceSynchronize", 1_us, 400_us, 9);
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

void TestOverviewWaits::workBeforeTheRecordingIsThoughtOf()
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

void TestOverviewWaits::stepsAreNoCallers()
{
    const std::string text = waiting().step(1, 0_us, 200_us).runtime("cudaMalloc", 30_us, 40_us, 9).text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "device-allocation");
    QVERIFY2(sentence.find("(100.0 % of it in 'cudaMalloc'), at one time") != std::string::npos, sentence.c_str());
}

void TestOverviewWaits::pinningMemoryIsNoSetUp()
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

void TestOverviewWaits::whatACaptureTakesIsNoSlowHost()
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

void TestOverviewWaits::waitsOfTheProfilerAreItsOwn()
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

void TestOverviewWaits::anotherThreadInPythonMayHoldTheLock()
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

/// Of an autograd.Function; what C++ does needs no lock.
void TestOverviewWaits::aBackwardOfPythonMayWaitForTheLock()
{
    const auto sentence = [](const char* node) {
        return findingOf(eightRounds([=](TraceText& text, Timestamp at, int i) {
            text.op(node, at, 700_us).thread(100, 103);
            text.python("json/encoder.py(182): encode", at + 50_us, 600_us, 200 + i).thread(100, 100);
        }),
            "host-wait");
    };
    QVERIFY2(isSaid(sentence("MyFnBackward"),
                 "; for 4.200 ms of it another thread of the process is in Python, too (100.0 % of that in "
                 "'json/encoder.py(182): encode'): it may hold the interpreter lock. "),
        qPrintable(sentence("MyFnBackward")));
    // A frame that a hook runs on the backward thread may wait for it as well.
    const QString hook = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.thread(100, 102).op("autograd::engine::evaluate_function: MmBackward0", at, 20_us);
        text.python("hooks.py(5): hook", at + 20_us, 680_us, 100 + i).thread(100, 103);
        text.python("json/encoder.py(182): encode", at + 50_us, 600_us, 200 + i).thread(100, 100);
    }),
        "host-wait");
    QVERIFY2(isSaid(hook, "it may hold the interpreter lock. "), qPrintable(hook));
    for (const char* const node : { "MmBackward0", "aten::mm", "autograd::engine::evaluate_function: MyFnBackward" })
        QVERIFY2(!isSaid(sentence(node), "interpreter"), qPrintable(sentence(node)));
}

/// Who records Python frames has a PyTorch whose own nodes have numbers, whichever these are: names without one are of
/// Python; one that is named after an op is left out.
void TestOverviewWaits::aFunctionNamedAsAnOpHidesNoOther()
{
    const auto sentence = [](const char* node, const char* other) {
        return findingOf(eightRounds([=](TraceText& text, Timestamp at, int i) {
            text.op(node, at, 600_us).op("aten::linear", at + 620_us, 20_us).op(other, at + 650_us, 20_us);
            text.thread(100, 103).python("json/encoder.py(182): encode", at + 50_us, 600_us, 200 + i);
            text.op("_LinearBackward", at, 5_us).thread(100, 100);
        }),
            "host-wait");
    };
    for (const char* const other : { "AddmmBackward0", "NativeBatchNormBackward0", "AddBackward0", "aten::my_fn_2" }) {
        const QString known = sentence("MyFnBackward", other);
        QVERIFY2(isSaid(known, "it may hold the interpreter lock. "), qPrintable(known));
    }
    for (const QString& named :
        { sentence("_LinearBackward", "AddmmBackward0"), sentence("MyFnBackward", "aten::my_fn") })
        QVERIFY2(!named.isEmpty() && !isSaid(named, "interpreter"), qPrintable(named));
}

void TestOverviewWaits::annotationsAreNoActivity()
{
    const QString step = findingOf(waiting().step(1, 0_us, 600_us).text(), "outside-view");
    QVERIFY2(step.endsWith("; for 485.0 us of it the main thread is in code that was not recorded."), qPrintable(step));
    const QString named = findingOf(waiting().annotation("save", 200_us, 400_us).text(), "outside-view");
    QVERIFY2(named.endsWith("; for 485.0 us of it the main thread is in code that was not recorded, mostly in the "
                            "annotation 'save'."),
        qPrintable(named));
}

void TestOverviewWaits::longFramesKeepFunctionAndLine()
{
    const std::string file = "/tmp/torchinductor_root/ov/cov463qhi2m2kw6ldmzzijfv5t3cjjklfci3qly3nsw6upcskct3.py";
    const QString sentence = findingOf(waiting().python(file + "(2533): call", 25_us, 70_us, 1).text(), "host-wait");
    QVERIFY2(isSaid(sentence, "of the time in 'call (") && isSaid(sentence, ".py:2533)'"), qPrintable(sentence));
}

/// All of it is a column of the split, and a figure of other analyses.
void TestOverviewWaits::aPartOfTheWaitForTheHostHasAnotherName()
{
    const QString part = findingOf(
        waiting().op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 25_us, 40_us).text(), "host-wait");
    QVERIFY2(part.startsWith(
                 "The GPU waits 40.00 us (36.4 % of GPU time in view) for the host (90.00 us with its other waits for "
                 "the host): it had nothing left to run until the host "),
        qPrintable(part));
}

/// What frees memory in an op, between two allocations, gives back a cache; not so where something was tried out.
void TestOverviewWaits::whatPyTorchFreesWhenMemoryIsFullIsTold()
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
void TestOverviewWaits::whatTheHostDoesAfterAWaitIsSaid()
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
    QVERIFY2(isSaid(logging,
                 "% of the time in 'wandb.log'. Without waiting for the GPU the host can launch "
                 "ahead, unless it needs a value that it waited for."),
        qPrintable(logging));
}

/// The call that waits is of PyTorch, and the function that makes it is what somebody can change. One that is around
/// everything says nothing.
void TestOverviewWaits::theFunctionThatWaitsIsNamed()
{
    const auto text = [](const char* waiting, Nanoseconds kernel) {
        TraceText rounds = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * 2'000_us;
            rounds.python("train.py(10): step", begin, 1'990_us, 2 * i + 1);
            rounds.launch(begin + 1_us, 5_us, i + 1).kernel("k", begin + 10_us, kernel, 7, i + 1);
            if (waiting != nullptr)
                rounds.python(waiting, begin + 7_us, kernel + 10_us, 2 * i + 2, 2 * i + 1);
            rounds.op("aten::item", begin + 8_us, kernel + 8_us);
            rounds.runtime("cudaStreamSynchronize", begin + 9_us, kernel + 6_us, 100 + i);
            rounds.op("aten::add", begin + kernel + 20_us, 1'900_us - kernel);
        }
        return rounds.text();
    };
    const char* const log = "log.py(3): log_loss";
    QVERIFY2(isSaid(findingOf(text(log, 200_us), "sync-wait"),
                 " (100.0 % of it after 'cudaStreamSynchronize' in 'aten::item', 100.0 % after waits inside "
                 "'log.py(3): log_loss'), "),
        qPrintable(findingOf(text(log, 200_us), "sync-wait")));
    for (const char* other :
        { static_cast<const char*>(nullptr), "<built-in method item>", "torch/_tensor.py(3): item" })
        QVERIFY2(isSaid(findingOf(text(other, 200_us), "sync-wait"),
                     " (100.0 % of it after 'cudaStreamSynchronize' in 'aten::item'), "),
            qPrintable(findingOf(text(other, 200_us), "sync-wait")));
}

/// Twenty synchronisations: one waits for each batch, the others find the GPU done.
void TestOverviewWaits::fewLongWaitsAreCounted()
{
    QCOMPARE(fewOf({ 5, 90, 1, 1, 1, 1, 1 }, 100).count, std::size_t { 1 });
    QCOMPARE(fewOf({ 5, 90, 1, 1, 1, 1, 1 }, 100).time, Nanoseconds { 90 });
    QCOMPARE(fewOf({ 50, 25, 25 }, 100).count, std::size_t { 0 }); // all of them are no few
    QCOMPARE(fewOf({}, 0).count, std::size_t { 0 });
    const auto trace = QStringLiteral("traces/owlv2_h100/google_owlv2-large-patch14-ensemble__1016001.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const QString sentence = toQString(sentenceOf(runOn(input, "overview"), "waits-for-gpu"));
    QVERIFY2(isSaid(sentence,
                 "in 20 calls (100.0 % of it in 'cudaStreamSynchronize' in 'aten::copy_', > 99.9 % inside "
                 "'box_predictor (modeling_owlv2.py:1421)', 358.4 ms of it in 5 of the calls)"),
        qPrintable(sentence));
}

/// One of three calls: it is not the op that is slow.
void TestOverviewWaits::aFewCallsThatMakeUpAnOpAreSaid()
{
    TraceText text = wholeMicroseconds().step(1, 0_us, 100_us).annotation("wait", 0_us, 72_us);
    text.op("aten::copy_", 2_us, 70_us).op("aten::copy_", 80_us, 4_us).op("aten::copy_", 90_us, 2_us);
    const auto sentence = [](const TraceText& of) {
        return sentenceOf(runOn(inputOf({ of.text() }), "overview"), "large-op");
    };
    KT_COMPARE_TEXT(sentence(text),
        "On the host, 'aten::copy_' itself takes 76.00 us (76.0 % of the recorded time) in 3 calls, 70.00 us of it in "
        "one of them, in 'wait', 100.0 % of the self time of all ops.");
    KT_COMPARE_TEXT(sentence(wholeMicroseconds().op("aten::a", 0_us, 70_us).op("aten::a", 80_us, 20_us)),
        "On the host, 'aten::a' itself takes 90.00 us (90.0 % of the recorded time) in 2 calls, 70.00 us of it in one "
        "of them, 100.0 % of the self time of all ops.");
    TraceText few = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        few.op("aten::a", i * 100_us, i < 3 ? 60_us : 1_us);
    KT_COMPARE_TEXT(sentence(few),
        "On the host, 'aten::a' itself takes 187.0 us (20.8 % of the recorded time) in 10 calls, 180.0 us of it in "
        "the 3 longest, 100.0 % of the self time of all ops.");
    // The only thing that it calls, under its own name, is no other call.
    KT_COMPARE_TEXT(sentence(wholeMicroseconds().op("aten::a", 0_us, 60_us).op("aten::a", 5_us, 50_us)),
        "On the host, 'aten::a' itself takes 60.00 us (100.0 % of the recorded time) in 1 call, 100.0 % of the self "
        "time of all ops.");
    // What a click shows are whole calls.
    TraceText around = wholeMicroseconds().op("aten::a", 0_us, 60_us).op("aten::b", 5_us, 20_us);
    KT_COMPARE_TEXT(sentence(around),
        "On the host, 'aten::a' itself takes 40.00 us (66.7 % of the recorded time) in 1 call, 66.7 % of the self time "
        "of all ops. With what is inside it, the call takes 60.00 us.");
    KT_COMPARE_TEXT(sentence(around.op("aten::a", 60_us, 40_us)),
        "On the host, 'aten::a' itself takes 80.00 us (80.0 % of the recorded time) in 2 calls, 80.0 % of the self "
        "time of all ops. With what is inside them, the calls take 100.0 us together.");
    // A little more is not worth its words.
    KT_COMPARE_TEXT(sentence(wholeMicroseconds().op("aten::a", 0_us, 60_us).op("aten::b", 5_us, 5_us)),
        "On the host, 'aten::a' itself takes 55.00 us (91.7 % of the recorded time) in 1 call, 91.7 % of the self time "
        "of all ops.");
}

/// A rank without its GPU's work: one copy waits for it, 68 do not.
void TestOverviewWaits::aCopyThatWaitsIsNotTakenForMany()
{
    const auto trace = QStringLiteral("traces/rank_non_gpu/rank_non_gpu.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const QString sentence = toQString(sentenceOf(runOn(input, "overview"), "large-op"));
    QVERIFY2(isSaid(sentence, "in 45 calls, 4.936 ms of it in one of them, in '## all2all_tw_data:wait ##', 20.7 %"),
        qPrintable(sentence));
}

/// 120 calls of softmax, each between two products of the shapes of attention.
void TestOverviewWaits::attentionThatIsNotFusedIsNamed()
{
    const auto trace = QStringLiteral("traces/owlv2_h100/google_owlv2-large-patch14-ensemble__1016001.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const QString sentence = toQString(sentenceOf(runOn(input, "overview"), "below-peak"));
    QVERIFY2(isSaid(sentence,
                 "in 120 calls. Most of these calls are between two batched matrix products, as in attention that is "
                 "not fused: fused attention (scaled_dot_product_attention) does not write the scores to memory. "),
        qPrintable(sentence));
}

/// But for those that fetch a value, as item() does.
void TestOverviewWaits::pageableCopiesToTheGpuNeedPinnedMemoryFirst()
{
    const std::string folder = KINETOSCOPE_SOURCE_DIR "/../shared/traces/";
    if (!std::filesystem::exists(folder))
        QSKIP("The shared folder of traces is not there.");
    const auto sentence = [&folder](const char* trace) {
        AnalysisInput input;
        input.traces = loadFiles({ folder + trace });
        return toQString(sentenceOf(runOn(input, "overview"), "sync-wait"));
    };
    const QString pinned =
        QStringLiteral("copies from or to pageable memory wait in any case: that takes pinned memory");
    const QString copies = sentence("streams_swimming/swimming_in_streams.json.gz");
    QVERIFY2(isSaid(copies, pinned.toStdString().c_str()), qPrintable(copies));
    // Here most of what is saved lies before and after the GPU's work: tst_overview_savings.
    const QString values = sentence("cp_event_sync/event_sync_trace.json.gz");
    QVERIFY2(!values.isEmpty() && !isSaid(values, pinned.toStdString().c_str()), qPrintable(values));
    TraceText item = wholeMicroseconds().op("aten::a", 0_us, 12_us).launch(4_us, 6_us, 1);
    item.kernel("a", 20_us, 84_us, 7, 1).op("aten::item", 36_us, 78_us).runtime("cudaMemcpyAsync", 40_us, 72_us, 2);
    item.copy("Memcpy DtoH (Device -> Pageable)", 105_us, 5_us, 7, 2, 64);
    item.op("aten::b", 120_us, 20_us).launch(130_us, 5_us, 3).kernel("b", 138_us, 10_us, 7, 3);
    const QString value = toQString(findingOf(inputOf({ item.text() }), "sync-wait"));
    QVERIFY2(
        isSaid(value, "the host can launch ahead, unless it needs a value that it waited for. "), qPrintable(value));
    // Nor are batches from pinned memory copies that wait, where values are what the host waits for.
    TraceText batches = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 1'000_us;
        batches.runtime("cudaMemcpyAsync", at, 5_us, 10 * i + 1);
        batches.copy("Memcpy HtoD (Pinned -> Device)", at + 8_us, 30_us, 7, 10 * i + 1, 600'000);
        batches.launch(at + 10_us, 5_us, 10 * i + 2).kernel("a", at + 39_us, 400_us, 7, 10 * i + 2);
        batches.op("aten::item", at + 16_us, 430_us).runtime("cudaMemcpyAsync", at + 17_us, 427_us, 10 * i + 3);
        batches.copy("Memcpy DtoH (Device -> Pageable)", at + 440_us, 2_us, 7, 10 * i + 3, 4);
        batches.op("aten::sort", at + 450_us, 540_us);
    }
    const QString looked = toQString(findingOf(inputOf({ batches.text() }), "sync-wait"));
    QVERIFY2(isSaid(looked, "unless it needs a value that it waited for. ") && !isSaid(looked, "pinned memory"),
        qPrintable(looked));
}

/// Who gives memory back in each step allocates it again in the next one.
void TestOverviewWaits::anEmptiedCacheIsToldOfAllocations()
{
    const auto sentence = [](const char* frame, const char* allocation) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 6; ++i) {
            const Timestamp at = i * 2'000_us;
            text.op("aten::empty", at, 520_us).runtime(allocation, at + 5_us, 500_us, 100 + i);
            text.launch(at + 530_us, 4_us, i + 1).kernel("a", at + 540_us, 200_us, 7, i + 1);
            text.python(frame, at + 700_us, 1'200_us, i + 1).runtime("cudaFree", at + 750_us, 1'100_us, 200 + i);
        }
        return findingOf(text.text(), "device-allocation");
    };
    for (const char* const frame :
        { "<built-in function _cuda_emptyCache>", "/usr/lib/python3/torch/cuda/memory.py(222): empty_cache" }) {
        const QString emptied = sentence(frame, "cudaMalloc");
        QVERIFY2(isSaid(emptied,
                     ": for 5.500 ms of it torch.cuda.empty_cache() gives back memory, and what is needed again "
                     "afterwards has to be allocated anew. Estimated saving"),
            qPrintable(emptied));
    }
    // Pinned memory of the host is kept elsewhere.
    for (const QString& other : { sentence("train.py(9): tidy", "cudaMalloc"),
             sentence("<built-in function _cuda_emptyCache>", "cudaHostAlloc") })
        QVERIFY2(isSaid(other, "PyTorch's caching allocator makes few such calls once it is warm"), qPrintable(other));
}

/// It may be called in each step and cost little beside other calls.
void TestOverviewWaits::anEmptiedCacheIsToldOnlyOfWhatItCosts()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 6; ++i) {
        const Timestamp at = i * 2'000_us;
        text.op("aten::empty", at, 20_us).runtime("cudaMalloc", at + 2_us, 10_us, 100 + i);
        text.launch(at + 30_us, 4_us, i + 1).kernel("a", at + 40_us, 200_us, 7, i + 1);
        text.python("<built-in function _cuda_emptyCache>", at + 250_us, 200_us, i + 1);
        text.runtime("cudaFree", at + 255_us, 190_us, 200 + i);
        text.runtime("cudaHostAlloc", at + 460_us, 1'500_us, 300 + i);
    }
    const QString said = findingOf(text.text(), "device-allocation");
    QVERIFY2(isSaid(said, "PyTorch's caching allocator makes few such calls once it is warm"), qPrintable(said));
}

/// More workers would take even longer to start.
void TestOverviewWaits::workersThatAreStartedAnewAreToBeKept()
{
    const auto sentence = [](const char* frame, int times, bool isElsewhere = false) {
        TraceText text = wholeMicroseconds();
        for (int time = 0; time < times; ++time) {
            const Timestamp at = time * 9'500_us;
            for (int i = 0; i < 4; ++i)
                text.launch(at + i * 100_us, 4_us, 5 * time + i + 1)
                    .kernel("a", at + i * 100_us + 8_us, 90_us, 7, 5 * time + i + 1);
            text.python("torch/utils/data/dataloader.py(432): __iter__", at + 400_us, 9'000_us, 20 * time + 1);
            text.python("torch/utils/data/dataloader.py(1020): __init__", at + 401_us, 8'900_us, 20 * time + 2);
            for (int i = 0; i < 8 / times; ++i)
                text.python(frame, at + 410_us + i * 1'000_us * times, 900_us * times, 20 * time + 10 + i);
        }
        text.launch(times * 9'500_us, 4_us, 20).kernel("a", times * 9'500_us + 8_us, 90_us, 7, 20);
        if (isElsewhere)
            text.python("pool.py(5): fill", times * 9'500_us + 10_us, 90_us, 90)
                .python(frame, times * 9'500_us + 20_us, 50_us, 91);
        return findingOf(text.text(), "data-loading");
    };
    const QString starting = sentence("multiprocessing/process.py(110): start", 2);
    QVERIFY2(isSaid(starting,
                 ": for 14.40 ms of it worker processes are started. The file has that of several iterators: a loader "
                 "that is iterated again starts its workers anew, unless persistent_workers=True keeps them. Estimated "
                 "saving with no time in data loading"),
        qPrintable(starting));
    // Workers that are kept have to be started as well.
    for (const bool isElsewhere : { false, true }) { // processes that others start are no loader's
        const QString once = sentence("multiprocessing/process.py(110): start", 1, isElsewhere);
        QVERIFY2(isSaid(once,
                     ": for 7.200 ms of it the loader starts its worker processes. Estimated saving with no time in "
                     "data loading"),
            qPrintable(once));
    }
    const QString other = sentence("dataset.py(9): index", 2);
    QVERIFY2(isSaid(other, ": more workers, prefetching or less work per sample may hide it. "), qPrintable(other));
}

/// What the host does after much was copied to it may need the data: less of that comes before no wait.
void TestOverviewWaits::workOnWhatWasCopiedNeedsTheWait()
{
    const auto sentence = [](const char* copy, std::int64_t bytes, bool waitsInCopy) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 3'000_us;
            text.launch(at, 4_us, 10 * i + 1).kernel("a", at + 8_us, 400_us, 7, 10 * i + 1);
            text.runtime("cudaMemcpyAsync", at + 10_us, waitsInCopy ? 505_us : 5_us, 10 * i + 2);
            text.copy(copy, at + 410_us, 100_us, 7, 10 * i + 2, bytes);
            if (!waitsInCopy)
                text.runtime("cudaStreamSynchronize", at + 16_us, 499_us, 10 * i + 3);
            text.op("aten::sort", at + 530_us, 2'400_us);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const char* const pageable = "Memcpy DtoH (Device -> Pageable)";
    const char* const pinned = "Memcpy DtoH (Device -> Pinned)";
    for (const QString& much : { sentence(pageable, 1'000'000, true), sentence(pinned, 1'000'000, false) }) {
        const qsizetype half = much.indexOf("Estimated saving with the host twice as fast in ops");
        const qsizetype none = much.indexOf("Estimated saving with no synchronisation and no blocking copy");
        QVERIFY2(isSaid(much,
                     "Most of this follows copies to the host, of 1.00 MB on average: where it works on these data, it "
                     "has to wait for them. Estimated saving")
                && half >= 0 && (none < 0 || half < none) && !isSaid(much, "can launch ahead"),
            qPrintable(much));
    }
    for (const QString& other :
        { sentence(pageable, 8, true), sentence("Memcpy HtoD (Pageable -> Device)", 1'000'000, true) })
        QVERIFY2(isSaid(other, "after the host had waited for it") && !isSaid(other, "copies to the host"),
            qPrintable(other));
}

/// Gradients that an optimizer on the host works on for long: the wait for their copies is no waste.
void TestOverviewWaits::waitsForLargeCopiesAreNotAllToGo()
{
    const auto sentence = [](std::int64_t bytes) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 6; ++i) {
            const Timestamp at = i * 40'000_us;
            text.launch(at, 4_us, 10 * i + 1).kernel("a", at + 8_us, 8'000_us, 7, 10 * i + 1);
            text.runtime("cudaMemcpyAsync", at + 10_us, 5_us, 10 * i + 2);
            text.copy("Memcpy DtoH (Device -> Pinned)", at + 8'010_us, 2'000_us, 7, 10 * i + 2, bytes);
            text.runtime("cudaDeviceSynchronize", at + 20_us, 9'995_us, 10 * i + 3);
            text.op("CPUAdam", at + 10'030_us, 29'900_us);
            text.python("offload.py(8): gather", at + 19_us, 10'000_us, i + 1);
        }
        return findingOf(text.text(), "waits-for-gpu");
    };
    const QString large = sentence(50'000'000);
    QVERIFY2(isSaid(large, "(100.0 % of it in 'cudaDeviceSynchronize', 100.0 % inside 'offload.py(8): gather')"),
        qPrintable(large));
    QVERIFY2(isSaid(large,
                 "all have to go. 49.95 ms of these waits are for copies to the host, of 50.0 MB on average: where it "
                 "works on these data, it has to wait for them. Estimated saving"),
        qPrintable(large));
    const QString small = sentence(8);
    QVERIFY2(isSaid(small, "all have to go. Estimated saving"), qPrintable(small));
}

/// Two large copies are not what most of the time follows.
void TestOverviewWaits::fewLargeCopiesAreNotTakenForMany()
{
    const auto sentence = [](int large) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 10; ++i) {
            const Timestamp at = i * 3'000_us;
            text.launch(at, 4_us, 10 * i + 1).kernel("a", at + 8_us, 400_us, 7, 10 * i + 1);
            text.runtime("cudaMemcpyAsync", at + 10_us, 505_us, 10 * i + 2);
            text.copy(
                "Memcpy DtoH (Device -> Pageable)", at + 410_us, 100_us, 7, 10 * i + 2, i % 5 < large ? 2'000'000 : 4);
            text.op("aten::sort", at + 530_us, 2'400_us);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString few = sentence(1);
    QVERIFY2(!few.isEmpty() && !isSaid(few, "copies to the host"), qPrintable(few));
    const QString most = sentence(4);
    QVERIFY2(isSaid(most, "Most of this follows copies to the host, of 2.00 MB on average: "), qPrintable(most));
}

/// Each round waits for its kernels. Right after that the GPU is idle for little: the first launch comes soon. The op
/// behind that would be hidden, were the host ahead.
void TestOverviewWaits::whatAWaitCostsLaterIsTold()
{
    const auto rounds = [](const char* op, int lostFrom = 8) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'600_us;
            text.launch(at, 4_us, 10 * i + 1)
                .kernel("a", at + 8_us, 20_us, 7, 10 * i + 1)
                .op("aten::nms", at + 10_us, 400_us);
            text.launch(at + 412_us, 4_us, 10 * i + 2);
            if (i < lostFrom || i > 5)
                text.kernel("b", at + 420_us, 1'170_us, 7, 10 * i + 2);
            if (op != nullptr)
                text.op(op, at + 419_us, 1'174_us);
            text.runtime("cudaStreamSynchronize", at + 420_us, 1'172_us, 10 * i + 3);
        }
        return text;
    };
    const QString inOp = findingOf(rounds("aten::item").text(), "waits-for-gpu");
    QVERIFY2(
        isSaid(inOp, "in 7 calls (100.0 % of it in 'cudaStreamSynchronize' in 'aten::item'): it is"), qPrintable(inOp));
    QVERIFY2(!isSaid(inOp, "single values"), qPrintable(inOp)); // that is said of the op inside, which copies them
    const QString values = findingOf(rounds("aten::_local_scalar_dense").text(), "waits-for-gpu");
    QVERIFY2(isSaid(values,
                 "all have to go. 'aten::_local_scalar_dense' fetches single values, as .item() does: where the "
                 "program needs one to go on, it has to wait for it. Estimated saving"),
        qPrintable(values));
    TraceText tried = rounds(nullptr);
    tried.python("triton/runtime/autotuner.py(120): _bench", 418_us, 4 * 1'600_us, 1); // of eight rounds
    const QString compiling = findingOf(tried.text(), "waits-for-gpu");
    QVERIFY2(isSaid(compiling,
                 " ms of that it waits while code is compiled and tried out, as autotuning does: that needs its waits. "
                 "Estimated saving"),
        qPrintable(compiling));
    // Waits for kernels that are not in the file stay; the others cost what they cost.
    const QString lost = findingOf(rounds(nullptr, 4).text(), "waits-for-gpu");
    QVERIFY2(isSaid(lost, "The host waits 5.850 ms for the GPU, in 5 calls ("), qPrintable(lost));
    QVERIFY2(isSaid(lost,
                 "have to go. Other synchronisations take 2.344 ms, although no recorded work is left to wait for: "),
        qPrintable(lost));
    const TraceText text = rounds(nullptr);
    const AnalysisInput input = inputOf({ text.text() });
    const auto result = runOn(input, "overview");
    QCOMPARE(figureOf(result, "sync-wait"), std::int64_t { -1 });
    const QString sentence = toQString(sentenceOf(result, "waits-for-gpu"));
    QVERIFY2(isSaid(sentence,
                 "The host waits 8.190 ms for the GPU, in 7 calls (100.0 % of it in 'cudaStreamSynchronize'): "),
        qPrintable(sentence));
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

/// When an allocation fails, PyTorch's allocator waits for the GPU before it frees what it kept: nobody else asked for
/// it.
void TestOverviewWaits::waitsOfTheAllocatorAreItsOwn()
{
    const auto sentence = [](bool isRetried) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            Timestamp at = i * 2'100_us;
            text.launch(at, 4_us, 10 * i + 1)
                .kernel("a", at + 8_us, 202_us, 7, 10 * i + 1)
                .launch(at + 4_us, 4_us, 10 * i + 8)
                .kernel("c", at + 211_us, 60_us, 7, 10 * i + 8)
                .runtime("cudaEventSynchronize", at + 10_us, 202_us, 10 * i + 7)
                .op("aten::nms", at + 212_us, 400_us);
            at += 202_us;
            text.launch(at + 412_us, 4_us, 10 * i + 2).kernel("b", at + 420_us, 1'160_us, 7, 10 * i + 2);
            text.op("aten::empty", at + 418_us, 1'480_us).runtime("cudaMalloc", at + 419_us, 1_us, 10 * i + 3);
            text.runtime("cudaStreamSynchronize", at + 420_us, 1'162_us, 10 * i + 4);
            // It waits as well: without the wait before it as much is waited for.
            text.runtime("cudaFree", at + 1'584_us, 300_us, 10 * i + 5);
            if (isRetried)
                text.runtime("cudaMalloc", at + 1'888_us, 2_us, 10 * i + 6);
        }
        return findingOf(text.text(), "waits-for-gpu");
    };
    const QString retried = sentence(true);
    QVERIFY2(isSaid(retried, " For 8.120 ms of that PyTorch's caching allocator waits, to free what it kept and "),
        qPrintable(retried));
    const QString other = sentence(false);
    QVERIFY2(isSaid(other, "The host waits") && !isSaid(other, "allocator"), qPrintable(other));
}

/// What a wait held back may have to wait for other work, too, of which no row tells.
void TestOverviewWaits::waitsForEventsMakeSavingsOfWaitsDoubtful()
{
    const auto result = [](const char* call) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 20; ++i) {
            const Timestamp at = i * 1'000_us;
            text.launch(at, 5_us, 10 * i + 1).kernel("a", at + 10_us, 400_us, 7, 10 * i + 1);
            text.runtime("cudaStreamSynchronize", at + 20_us, 395_us, 10 * i + 2).op("aten::b", at + 420_us, 400_us);
            text.runtime(call, at + 830_us, 2_us, 10 * i + 3);
            text.launch(at + 840_us, 5_us, 10 * i + 4).kernel("b", at + 850_us, 100_us, 8, 10 * i + 4);
        }
        return runOn(inputOf({ text.text() }), "overview");
    };
    const auto doubtful = result("cudaStreamWaitEvent");
    const QString sentence = toQString(sentenceOf(doubtful, "sync-wait"));
    QVERIFY2(isSaid(sentence, " Less may be saved than estimated: 20 calls make streams wait for work that the file "),
        qPrintable(sentence));
    QVERIFY2(remarkOf(doubtful, "event-waits").empty(), "is said beside the saving");
    const QString sure = toQString(sentenceOf(result("cudaEventRecord"), "sync-wait"));
    QVERIFY2(isSaid(sure, "Estimated saving") && !isSaid(sure, "Less may be saved"), qPrintable(sure));
}

/// Rank 1 waits longer for its host, but its waits for the GPU cost less.
void TestOverviewWaits::waitsAreThoseOfTheRankWhereTheyCostMost()
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

/// By the clocks the wait is over 7 us before the work that it is for, so that no gap comes after it.
void TestOverviewWaits::aWaitThatEndsBeforeItsWorkCountsToo()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 4_us, 1).kernel("long", 8_us, 6'000_us, 7, 1);
    text.runtime("cudaDeviceSynchronize", 10_us, 5'991_us, 2); // until 6,001; the work ends at 6,008
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = 6'010_us + i * 420_us;
        text.op("aten::nms", at, 400_us).launch(at + 402_us, 4_us, 10 + i).kernel("k", at + 410_us, 20_us, 7, 10 + i);
    }
    const QString sentence = findingOf(text.text(), "waits-for-gpu");
    QVERIFY2(sentence.startsWith("The host waits 5.991 ms for the GPU, in 1 call (100.0 % of it in "
                                 "'cudaDeviceSynchronize')"),
        qPrintable(sentence));
    QVERIFY2(!isSaid(sentence, "all have to go"), qPrintable(sentence)); // it is the only one
}

void TestOverviewWaits::whatComesAgainIsNoFirstUse()
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

/// None of the many that it calls has much of the time.
void TestOverviewWaits::aFunctionThatCallsManyIsNamedWithThem()
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

void TestOverviewWaits::waitingInPythonIsNoSynchronisation()
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
             "<method '__enter__' of '_thread.lock' objects>", "<built-in function zmq_poll>",
             "<built-in method wait of torch._C._distributed_c10d.TCPStore object at 0x7f01>",
             "<built-in method wait of torch._C.Future object at 0x7f01>", "<built-in function sched_yield>",
             "<method 'join' of '_thread._ThreadHandle' objects>", "<built-in function read>",
             "multiprocessing/connection.py(1132): wait",
             "vllm/distributed/device_communicators/shm_broadcast.py(465): acquire_read" }) {
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
    for (const char* const name : { "<method 'get' of 'dict' objects>", "<method 'join' of 'str' objects>",
             "<built-in method wait of Event object at 0x7f01>", "<method 'read' of '_io.BufferedReader' objects>" }) {
        const std::string text =
            eightRounds([name](TraceText& rounds, Timestamp at, int i) { rounds.python(name, at, 600_us, i + 1); });
        QVERIFY2(findingOf(text, "python-wait").isEmpty(), name);
    }
}

/// A barrier lasts until the other ranks come, however fast the host is.
void TestOverviewWaits::aFasterHostDoesNotMakeOtherRanksCome()
{
    const auto busy = [](const char* op) {
        return findingOf(
            eightRounds([op](TraceText& text, Timestamp at, int /*i*/) { text.op(op, at, 600_us); }), "host-wait");
    };
    QVERIFY2(isSaid(busy("c10d::allreduce_"), "twice as fast in the host's part of collectives"),
        qPrintable(busy("c10d::allreduce_")));
    const QString barrier = busy("c10d::barrier");
    QVERIFY2(isSaid(barrier, "of the time in 'c10d::barrier'"), qPrintable(barrier));
    QVERIFY2(!isSaid(barrier, "saving"), qPrintable(barrier));
}

/// A copy of pageable memory is prepared in its call before it starts: the host has waited for nothing by then.
void TestOverviewWaits::preparingACopyIsNoSynchronisation()
{
    const auto with = [](Timestamp copied) {
        TraceText text;
        for (int i = 0; i < 6; ++i) {
            const Timestamp at = i * 2'000_us;
            text.launch(at, 5_us, 2 * i + 1).kernel("k", at + 10_us, 300_us, 7, 2 * i + 1);
            text.runtime("cudaMemcpyAsync", at + 100_us, 1'200_us, 2 * i + 2);
            text.copy("Memcpy HtoD (Pageable -> Device)", at + copied, 50_us, 7, 2 * i + 2, 64);
        }
        return text.text();
    };
    const std::string staged = with(1'200_us); // 890 us after the kernel
    QVERIFY2(!isSaid(findingOf(staged, "sync-wait"), "copy calls"), qPrintable(findingOf(staged, "sync-wait")));
    QVERIFY2(isSaid(findingOf(staged, "host-wait"), "the host is in copy calls"),
        qPrintable(findingOf(staged, "host-wait")));
}

/// How long other ranks are waited for, no launching ahead changes. Beside other work of the host it is no reason.
void TestOverviewWaits::aCollectiveOfTheHostIsNoSynchronisation()
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
void TestOverviewWaits::aLongSynchronisationIsNotLateToReturn()
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
void TestOverviewWaits::callsThatReturnLateAreTold()
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

void TestOverviewWaits::longCallsThatComeAgainAreNoFirstUse()
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

void TestOverviewWaits::namesWithAddressesAreOne()
{
    const QString sentence = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.python("<built-in method tolist of Tensor object at 0x7f" + std::to_string(1'000 + i) + ">", at, 400_us,
            2 * i + 1);
        text.python("other.py(9): fetch", at + 400_us, 150_us, 2 * i + 2);
    }),
        "host-wait");
    QVERIFY2(isSaid(sentence, "in '<built-in method tolist of Tensor object>'"), qPrintable(sentence));
}

void TestOverviewWaits::annotationsWithoutOpsAreNamed()
{
    const QString sentence = findingOf(
        eightRounds([](TraceText& text, Timestamp at, int) { text.annotation("rebatch inputs", at, 500_us); }),
        "host-wait");
    QVERIFY2(isSaid(sentence, "the host is in annotations in which no op or call runs (51."), qPrintable(sentence));
    QVERIFY2(isSaid(sentence, ", code that was not recorded (48."), qPrintable(sentence));
    QVERIFY2(!isSaid(sentence, "Estimated saving"), qPrintable(sentence));
}

void TestOverviewWaits::aMeanThatOneWaitMakesIsNotSaid()
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
        "The GPU waits 292.0 us (85.9 % of GPU time in view) for the host (310.0 us with its other waits for the "
        "host): it had nothing left to run until the host "
        "launched more, in 2 gaps, 290.0 us of it at one time; meanwhile the host is in code that was not recorded "
        "(100.0 %).");
}

void TestOverviewWaits::aMeanThatFewWaitsMakeIsNotSaid()
{
    const auto loading = [](int longOnes) {
        return findingOf(eightRounds([longOnes](TraceText& text, Timestamp at, int i) {
            text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, i < longOnes ? 600_us : 10_us);
        }),
            "data-loading");
    };
    // The first one is before the first work: of seven, two or three are long.
    QVERIFY2(isSaid(loading(3), ", 7 times, 1.200 ms of it in the 2 longest:"), qPrintable(loading(3)));
    QVERIFY2(isSaid(loading(4), ", 7 times, 262.9 us each on average:"), qPrintable(loading(4)));
}

void TestOverviewWaits::workThatWaitsAfterItsLaunchDoesNotWaitForTheHost()
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
        "The GPU waits 10.00 us (2.3 % of GPU time in view) for the host (15.00 us with its other waits for the "
        "host): it had nothing left to run until the host "
        "launched more, in 1 gap; meanwhile the host is in code that was not recorded (100.0 %).");
    // idle-time says the same.
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "idle-time"), "devices", { "idle_category", "idle_time", "count" }),
        "host_wait 15 1\nother 400 1\n");
    // A scope that cuts the gap does not change what its parts are.
    Scope scope;
    scope.range = TimeRange { 0, 45'000 };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, scope), "overview"), "split", kSplit), "45 10 0 0 0 25 0 10 0\n");
}

void TestOverviewWaits::workAfterAHostFunctionMayWaitForTheHost()
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

QTEST_GUILESS_MAIN(TestOverviewWaits)
#include "tst_overview_waits.moc"
