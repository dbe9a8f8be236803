// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_walk.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/causes/thread_lines.h"
#include "core/base/display_name.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What-if (causes.md section 4): its worked examples, that nothing changed is the recording, and that faster is never
/// later.
class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    void factors_data();
    void factors();
    void workedExamples_data();
    void workedExamples();
    void aChangeThatMeetsNothingIsSaid();
    void whySomethingSavesNothingIsSaid();
    void kernelsDisplayedAlikeAreToldApart();
    void remarksSayWhatSavingsHold();
    void aWaitOfTheDeviceIsNoWorkToBeSpedUp();
    void collectivesThatWereNotRecordedAreNotOffered();
    void collectivesOnOtherThreadsAreSaid();
    void launchesOnOtherThreadsAreSaidWhereNoOpsWereRecorded();
    void standardChangesAreRanked();
    void changesAreSaidInWords_data();
    void changesAreSaidInWords();
    void badChangesAreRefused_data();
    void badChangesAreRefused();
    void namesMayHaveCommas();
    void whatIsCriticalThen_data();
    void whatIsCriticalThen();
    void criticalOfChosenSteps();
    void barsHaveTheColourOfTheirTime();
    void criticalTimesAddUp_data();
    void criticalTimesAddUp();
    void recordedTimesAreTheCriticalPath();
    void annotationsOfABackwardThreadAreItsOwn();
    void partsOfARunAddUp();
    void longStretchesOfAPathAreTheSumsOfTheirParts();
    void withoutAMainThreadTheWallIsTheWorks();
    void timesCenturiesApartAreNotReplayed();
    void nothingChangedIsTheRecording();
    void secondsAreAsExactAsMicroseconds();
    void fasterIsNeverLater();
    void nothingIsSavedThatIsNotOnThePath();
    void waitForUnrecordedWorkIsNeverSaved();
    void aLineIsNotWalkedOnAfterAStop();
};

namespace {

/// Two steps of 105 us that launch the same ten kernels, one every 10 us.
std::string repeatedLaunchesExample()
{
    TraceText text = wholeMicroseconds();
    for (int step = 0; step < 2; ++step) {
        text.step(step, step * 105'000, 105_us);
        for (int i = 0; i < 10; ++i) {
            const Timestamp at = step * 105'000 + i * 10'000;
            const int number = step * 10 + i + 1;
            text.launch(at, 5_us, number)
                .kernel("k" + std::to_string(i), at + 6'000, 2_us, 7, number, R"("grid": [8,1,1], "block": [32,1,1])");
        }
    }
    return text.text();
}

std::string example14()
{
    return wholeMicroseconds()
        .launch(0_us, 2_us, 1)
        .kernel("gemm", 10_us, 100_us, 7, 1)
        .launch(2_us, 2_us, 2)
        .kernel("ncclDevKernel_AllReduce", 12_us, 90_us, 20, 2)
        .runtime("cudaDeviceSynchronize", 6_us, 106_us, 9)
        .op("aten::x", 114_us, 26_us)
        .launch(120_us, 5_us, 3)
        .kernel("next", 127_us, 10_us, 7, 3)
        .text();
}

std::string example15()
{
    return wholeMicroseconds()
        .step(1, 0_us, 100_us)
        .annotation("enumerate(DataLoader)", 0_us, 60_us)
        .op("aten::f", 60_us, 30_us)
        .launch(70_us, 10_us, 1)
        .kernel("k1", 82_us, 60_us, 7, 1)
        .step(2, 100_us, 100_us)
        .annotation("enumerate(DataLoader)", 100_us, 60_us)
        .op("aten::f", 160_us, 30_us)
        .launch(170_us, 10_us, 2)
        .kernel("k2", 182_us, 60_us, 7, 2)
        .runtime("cudaDeviceSynchronize", 200_us, 45_us, 9)
        .text();
}

std::string example17()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 20_us)
        .op("aten::b", 20_us, 20_us)
        .op("aten::c", 40_us, 20_us)
        .launch(10_us, 5_us, 1)
        .launch(30_us, 5_us, 2)
        .launch(50_us, 5_us, 3)
        .kernel("k1", 18_us, 4_us, 7, 1)
        .kernel("k2", 38_us, 4_us, 7, 2)
        .kernel("k3", 58_us, 4_us, 7, 3)
        .runtime("cudaDeviceSynchronize", 60_us, 4_us, 9)
        .text();
}

/// A random change of factors of at most 1.
Change slimmerChange(const Recording& recording, unsigned seed)
{
    std::mt19937 random(seed);
    Change change;
    for (Factor& each : change.host) {
        if (random() % 3 == 0)
            each = random() % 2 == 0 ? Factor::none() : Factor::half();
    }
    change.factors.push_back(Factor::none());
    change.factors.push_back(Factor::half());
    for (WorkNumber work = 0; work < recording.works().size(); ++work)
        change.factorOfWork.push_back(static_cast<std::uint16_t>(random() % 3));
    for (std::size_t i = 0; i < recording.blocking.size(); ++i)
        change.isRemoved.push_back(random() % 3 == 0);
    return change;
}

} // namespace

void TestWhatIf::factors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("of");
    QTest::addColumn<qint64>("result"); // -1: no factor
    QTest::newRow("half up") << QByteArray("0.5") << qint64 { 5 } << qint64 { 3 };
    QTest::newRow("nothing") << QByteArray("0") << qint64 { 5 } << qint64 { 0 };
    QTest::newRow("point first") << QByteArray(".25") << qint64 { 10 } << qint64 { 3 };
    QTest::newRow("six digits") << QByteArray("0.999999") << qint64 { 1'000'000'000 } << qint64 { 999'999'000 };
    QTest::newRow("a week by a million") << QByteArray("999999") << qint64 { 604'800'000'000'000 }
                                         << std::numeric_limits<qint64>::max();
    QTest::newRow("seven digits") << QByteArray("0.1234567") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("negative") << QByteArray("-1") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("no digit") << QByteArray(".") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("empty") << QByteArray("") << qint64 { 1 } << qint64 { -1 };
    QTest::newRow("words") << QByteArray("half") << qint64 { 1 } << qint64 { -1 };
}

void TestWhatIf::factors()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, of);
    QFETCH(qint64, result);
    const auto factor = Factor::parse(text.toStdString());
    QCOMPARE(factor.has_value(), result >= 0);
    if (factor)
        QCOMPARE(qint64 { factor->of(of) }, result);
}

void TestWhatIf::workedExamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("walls"); // of the trace, of each step
    const auto add = [](const char* name, const std::string& text, const char* change, const char* walls,
                         const char* queue = "1000") {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(change) << QByteArray(queue)
                            << QByteArray(walls);
    };
    add("14: the kernel beside", example14(), "kernel:gemm=0.5", "140 132\n");
    add("14: communication", example14(), "work:communication=0", "140 140\n");
    add("14: both", example14(), "kernel:gemm=0.5,work:communication=0", "140 90\n");
    add("15: loading", example15(), "host:data_loading=0", "245 145\n142 82\n100 60\n");
    add("15: compute", example15(), "work:compute=0.5", "245 215\n142 112\n100 100\n");
    add("15: host", example15(), "host:all=0.5", "245 163.5\n142 102\n100 60\n");
    add("16: no waits", blockingCopyExample(), "wait:all=0", "140 113\n");
    add("16: no waits, by a pattern", blockingCopyExample(), "wait:/^cuda/=0", "140 113\n");
    add("17: fused", example17(), "fuse:k1|k2|k3=1", "64 52\n");
    add("17: no launch", example17(), "host:launch=0", "64 49\n");
    add("17: no op", example17(), "host:op=0", "64 24\n");
    add("17: inside an op", example17(), "op:aten::b=0", "64 64\n");
    // Handed over at 5 and 20 us, ten kernels of 2 us each follow each other from 6 us on.
    add("repeated launches", repeatedLaunchesExample(), "graph:repeated=1", "210 46\n105 26\n105 20\n");
    add("18: a full queue", fullQueueExample(), "kernel:k1=0.5", "180 135\n", "2");
    add("18: by a pattern", fullQueueExample(), "kernel:/^k1$/=0.5", "180 135\n", "2");
}

void TestWhatIf::workedExamples()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, walls);
    const auto result = runOn(inputOf({ text.toStdString() }), "what-if",
        { { "change", change.toStdString() }, { "max-queue-length", queue.toStdString() } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "wall", "new_wall" }) + rowsOf(result, "steps", { "wall", "new_wall" }),
        walls.toStdString());
}

/// Of one's own change no saving is an answer, which needs a reason.
void TestWhatIf::whySomethingSavesNothingIsSaid()
{
    const auto said = [text = example17()](const char* changes) {
        return remarkOf(runOn(inputOf({ text }), "what-if", { { "change", changes } }), "saves-nothing");
    };
    KT_COMPARE_TEXT(said("kernel:k1=0.5"),
        "nothing is saved: what changes is nowhere on the critical path, which leads above all through ops "
        "(62.5 %), launch calls (23.4 %) and computation (6.3 %).\n");
    for (const char* other : { "kernel:k1=0.5,host:op=0", "kernel:k1=2", "kernel:nobody=0.5", "host:op=0.5" })
        KT_COMPARE_TEXT(said(other), "");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ example17() }), "what-if"), "saves-nothing"), "");
}

/// A name that nothing has must not read as a change that saves nothing; one as it is displayed is taken.
void TestWhatIf::aChangeThatMeetsNothingIsSaid()
{
    const std::string text = example15();
    const auto said = [&](const char* changes) {
        return remarkOf(runOn(inputOf({ text }), "what-if", { { "change", changes } }), "change-meets-nothing");
    };
    KT_COMPARE_TEXT(said("kernel:k=0.5"),
        "Nothing that was recorded is meant by 'kernel:k=0.5', so it saves nothing. Names count as a whole; /part/ is "
        "looked for anywhere in them.\n");
    for (const char* nothing :
        { "op:aten::nope=0", "wait:cudaFree=0", "fuse:k1|k1|k1|k1=1", "work:copy=0", "host:profiler=0" })
        QVERIFY2(!said(nothing).empty(), nothing);
    const std::string noWait = wholeMicroseconds().launch(0_us, 5_us, 1).kernel("k", 8_us, 5_us, 7, 1).text();
    for (const std::string word : { "wait:all=0", "wait:synchronisation=0" }) // not looked for in names
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ noWait }), "what-if", { { "change", word } }), "change-meets-nothing"),
            "Nothing that was recorded is meant by '" + word + "', so it saves nothing.\n");
    for (const char* something : { "kernel:k1=0.5", "kernel:/k/=0", "work:compute=0.5", "host:data_loading=0",
             "host:all=0.5", "kernel:k1=1", "wait:synchronisation=0" })
        QVERIFY2(said(something).empty(), something);
    KT_COMPARE_TEXT(said("kernel:k1=0.5,op:x=0"),
        "Nothing that was recorded is meant by 'op:x=0', so it saves nothing. Names count as a whole; /part/ is looked "
        "for anywhere in them. Annotations are no ops.\n");
    KT_COMPARE_TEXT(said("work:copy=0"), "Nothing that was recorded is meant by 'work:copy=0', so it saves nothing.\n");
    KT_COMPARE_TEXT(said("fuse:k1|nope=1"),
        "No chain that was recorded is meant by 'fuse:k1|nope=1', so it saves nothing. Names count as a whole.\n");
    const std::string templated =
        wholeMicroseconds().launch(0_us, 10_us, 1).kernel("void ns::gemm<float, 4>(float*)", 20_us, 40_us, 7, 1).text();
    const std::string shown = displayName("void ns::gemm<float, 4>(float*)");
    QVERIFY(shown != "void ns::gemm<float, 4>(float*)");
    const auto result =
        runOn(inputOf({ templated }), "what-if", { { "change", ("kernel:" + shown + "=0.5").c_str() } });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "saved" }), "20\n");
}

/// Two kernels that would be displayed alike are told apart, and what tells them apart can be written down.
void TestWhatIf::kernelsDisplayedAlikeAreToldApart()
{
    const std::string args = "(float, float, float, cudnnTensorStruct, float const*)";
    const std::string wide = "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 128, true, 1>" + args;
    const std::string narrow = "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 32, true, 1>" + args;
    QCOMPARE(displayName(wide), displayName(narrow));
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 10_us, 1)
                                 .kernel(wide, 20_us, 40_us, 7, 1)
                                 .launch(10_us, 10_us, 2)
                                 .kernel(narrow, 61_us, 20_us, 7, 2)
                                 .text();
    const auto usual = runOn(inputOf({ text }), "what-if", { { "top-kernels", "2" } });
    KT_VERIFY_OK(usual);
    std::vector<std::string> shown; // more saved first
    std::istringstream lines(rowsOf(usual, "changes", { "description" }));
    for (std::string line; std::getline(lines, line);) {
        if (line.find("bn_bw") != std::string::npos)
            shown.push_back(line.substr(0, line.rfind(" twice as fast")));
    }
    QCOMPARE(shown.size(), std::size_t { 2 });
    QVERIFY(shown[0] != shown[1]);
    const auto savedBy = [&](const std::string& name) {
        return rowsOf(
            runOn(inputOf({ text }), "what-if", { { "change", "kernel:" + name + "=0.5" } }), "changes", { "saved" });
    };
    KT_COMPARE_TEXT(savedBy(shown[0]), "20\n");
    KT_COMPARE_TEXT(savedBy(shown[1]), "10\n");
}

/// What a saving takes away beside what its change names, and what it cannot.
void TestWhatIf::remarksSayWhatSavingsHold()
{
    const auto room = runOn(inputOf({ fullQueueExample() }), "what-if", { { "max-queue-length", "2" } });
    KT_COMPARE_TEXT(remarkOf(room, "waits-for-room"),
        "launch calls took 95.00 us in front of a full queue: a change that lets launch calls take no time takes that "
        "waiting away, too, as if the queue had no end.\n");
    const auto ofKernel = runOn(
        inputOf({ fullQueueExample() }), "what-if", { { "max-queue-length", "2" }, { "change", "kernel:k1=0.5" } });
    KT_COMPARE_TEXT(remarkOf(ofKernel, "waits-for-room"), "");
    const std::string copy = wholeMicroseconds()
                                 .runtime("cudaMemcpyAsync", 0_us, 500_us, 1)
                                 .copy("Memcpy HtoD (Pageable -> Device)", 400_us, 50_us, 7, 1, 4'000)
                                 .launch(510_us, 10_us, 2)
                                 .kernel("k", 525_us, 100_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ copy }), "what-if"), "before-copies"),
        "blocking copy calls take 400.0 us until their copies begin, and a replay keeps that: without waits the calls "
        "still take as long, and where calls take no time the host goes on, but the copies begin as long after.\n");
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ copy }), "what-if", { { "change", "wait:all=0" } }), "changes", { "saved" }), "75\n");
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ copy }), "what-if", { { "change", "host:copy_call=0.5" } }), "changes", { "saved" }),
        "25\n");
    const std::string waits = wholeMicroseconds()
                                  .python("train.py(3): step", 0_us, 1'000_us, 1)
                                  .python("<built-in function sleep>", 100_us, 800_us, 2, 1)
                                  .python("helper.py(1): f", 200_us, 100_us, 3, 2)
                                  .launch(950_us, 10_us, 1)
                                  .kernel("k", 970_us, 20_us, 7, 1)
                                  .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ waits }), "what-if"), "python-waits"),
        "the main thread sleeps or waits in Python for 700.0 us: for another thread, a request or a timer, which the "
        "trace "
        "does not tell. Changes of Python or of all host time shorten that, too.\n");
    const std::string loader = wholeMicroseconds()
                                   .python("torch/utils/data/dataloader.py(631): __next__", 0_us, 900_us, 1)
                                   .python("<method 'acquire' of '_thread.lock' objects>", 10_us, 800_us, 2, 1)
                                   .python("train.py(3): step", 900_us, 100_us, 3)
                                   .launch(950_us, 10_us, 1)
                                   .kernel("k", 970_us, 20_us, 7, 1)
                                   .text(); // data loading, not Python
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ loader }), "what-if"), "python-waits"), "");
    const std::string longer = wholeMicroseconds()
                                   .launch(0_us, 10_us, 1)
                                   .kernel("k", 15_us, 500_us, 7, 1)
                                   .runtime("cudaStreamSynchronize", 20_us, 4'495_us, 2)
                                   .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ longer }), "what-if"), "after-work"),
        "synchronisations go on for 4.000 ms after the recorded work that they wait for has ended, for 1 ms or more "
        "each: they may wait for work that was not recorded. Where waiting is gone, that time is, too.\n");
    const auto joining = [](bool hasRow) {
        TraceText text = wholeMicroseconds()
                             .launch(0_us, 5_us, 1)
                             .launch(5_us, 5_us, 2)
                             .runtime("cudaEventRecord", 10_us, 1_us, 30)
                             .runtime("cudaStreamWaitEvent", 11_us, 1_us, 31)
                             .launch(12_us, 5_us, 3)
                             .kernel("big", 10_us, 100_us, 7, 1)
                             .kernel("side", 15_us, 50_us, 20, 2)
                             .kernel("join", 111_us, 10_us, 20, 3);
        if (hasRow)
            text.sync("Stream Wait Event", 11_us, 1_us, 20, 31,
                R"("wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 30)");
        return remarkOf(runOn(inputOf({ text.text() }), "what-if"), "event-waits");
    };
    KT_COMPARE_TEXT(joining(false),
        "1 call makes a stream wait for an event; which work the event is of was not recorded. Where nothing else "
        "shows such a wait, a replay lets work start too early: changes may save less than is said here, above all "
        "those that take waits away.\n");
    KT_COMPARE_TEXT(joining(true), "");
    const auto exchanging = [](Nanoseconds exchange) {
        const std::string text = wholeMicroseconds()
                                     .launch(0_us, 10_us, 1)
                                     .kernel("k", 20_us, 20_us, 7, 1)
                                     .annotation("gloo:all_reduce", 50_us, exchange)
                                     .thread(100, 200)
                                     .annotation("gloo:barrier", 60_us, exchange) // both count once
                                     .thread(100, 100)
                                     .launch(950_us, 10_us, 2)
                                     .kernel("k", 970_us, 20_us, 7, 2)
                                     .text();
        return remarkOf(runOn(inputOf({ text }), "what-if"), "host-collectives");
    };
    KT_COMPARE_TEXT(exchanging(790_us),
        "collectives of CPU backends run on the host for 800.0 us, until the other ranks have done their part. A "
        "replay keeps the waiting for them as recorded, or shortens it like other host time: while the other ranks "
        "stay as they are, changes may save less than is said here.\n");
    KT_COMPARE_TEXT(exchanging(1_us), "");
    AnalysisInput ofRange = inputOf({ example15() });
    ofRange.scope.range = TimeRange { 0, 100'000 };
    KT_COMPARE_TEXT(remarkOf(runOn(ofRange, "what-if"), "replays-of-the-whole"),
        "Replays are of the whole trace: a chosen range or chosen streams change nothing here.\n");
    QCOMPARE(toQString(runOn(ofRange, "what-if")->remarks.front().code), QStringLiteral("replays-of-the-whole"));
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ example15() }), "what-if"), "replays-of-the-whole"), "");
}

void TestWhatIf::aWaitOfTheDeviceIsNoWorkToBeSpedUp()
{
    TraceText text = wholeMicroseconds()
                         .launch(0_us, 5_us, 1)
                         .complete("mtia_ccp_events", "event_wait", 17, 105, 10_us, 40_us, R"("correlation": 1)")
                         .launch(5_us, 5_us, 2)
                         .complete("mtia_ccp_events", "merge", 17, 105, 50_us, 20_us, R"("correlation": 2)");
    const AnalysisInput input = inputOf({ text.text() });
    const auto result = runOn(input, "what-if", { { "top-kernels", "2" } });
    const std::string described = rowsOf(result, "changes", { "description" });
    QVERIFY2(described.find("event_wait, by its name a wait, half as long\n") != std::string::npos, described.c_str());
    QVERIFY2(described.find("merge twice as fast\n") != std::string::npos, described.c_str());
    const std::string said = "'event_wait' counts as computation, though by its name it only waits. A change that "
                             "shortens it says what it would save if what it waits for came sooner: the wait itself "
                             "cannot be made faster.\n";
    KT_COMPARE_TEXT(remarkOf(result, "waits-in-computation"), said);
    const auto with = [&](const char* change) {
        return remarkOf(runOn(input, "what-if", { { "change", change } }), "waits-in-computation");
    };
    KT_COMPARE_TEXT(with("work:compute=0.5"), said);
    KT_COMPARE_TEXT(with("work:copy=0"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(input, "critical-path"), "waits-in-computation"),
        "40.00 us of the computation on the path is 'event_wait', which by its name only waits.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ example15() }), "what-if"), "waits-in-computation"), "");
}

/// Frames of distributed_c10d.py have the cause whatever they do; most ask whether there is a process group at all.
void TestWhatIf::collectivesThatWereNotRecordedAreNotOffered()
{
    TraceText text = wholeMicroseconds()
                         .python("train.py(3): step", 0_us, 50_us, 1)
                         .python("torch/distributed/distributed_c10d.py(1273): is_initialized", 5_us, 4_us, 2, 1)
                         .launch(20_us, 5_us, 1)
                         .kernel("k", 30_us, 10_us, 7, 1);
    const auto offered = [](const std::string& trace) {
        const auto result = runOn(inputOf({ trace }), "what-if");
        std::istringstream lines(rowsOf(result, "changes", { "description" }));
        for (std::string line; std::getline(lines, line);) {
            if (line.find("collectives gone") != std::string::npos)
                return line;
        }
        return std::string();
    };
    KT_COMPARE_TEXT(
        offered(text.text()), "host time: collectives gone (Python of distributed_c10d.py; none was recorded)");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), "critical-path"), "no-collective"),
        "4.000 us counts as time of collectives because it is in Python functions of distributed_c10d.py; no op, "
        "annotation or kernel of a collective was recorded.\n");
    const std::string withOp = TraceText(text).op("c10d::allreduce_", 41_us, 5_us).text();
    const std::string withKernel = TraceText(text).kernel("ncclDevKernel_AllReduce", 42_us, 5_us, 8).text();
    for (const std::string& each : { withOp, withKernel }) {
        KT_COMPARE_TEXT(offered(each), "host time: collectives gone");
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ each }), "critical-path"), "no-collective"), "");
    }
}

/// The main thread's line has nothing of them: what it waits for there is not known, but what goes on is.
void TestWhatIf::collectivesOnOtherThreadsAreSaid()
{
    TraceText text = wholeMicroseconds()
                         .step(1, 0_us, 100_us)
                         .op("aten::empty", 900_us, 100_us)
                         .thread(100, 200)
                         .annotation("gloo:all_reduce", 50_us, 500_us)
                         .thread(100, 201)
                         .annotation("gloo:all_reduce", 450_us, 300_us);
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "critical-path"), "collectives-beside"),
        "for 700.0 us of the 900.0 us that were not recorded on the path, collectives ('gloo:all_reduce') run on other "
        "threads: the main thread may be waiting for them, which the trace does not tell.\n");
    const std::string said = "threads other than the main one are in collectives ('gloo:all_reduce') for 700.0 us: "
                             "where the main thread waits for them, what was not recorded of it cannot go while they "
                             "stay.\n";
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if"), "collectives-beside"), said);
    const auto with = [&](const char* change) {
        return remarkOf(runOn(input, "what-if", { { "change", change } }), "collectives-beside");
    };
    KT_COMPARE_TEXT(with("host:all=0.5"), said);
    KT_COMPARE_TEXT(with("host:op=0"), "");
    const std::string onMain =
        wholeMicroseconds().step(1, 0_us, 100_us).annotation("gloo:all_reduce", 100_us, 500_us).text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ onMain }), "critical-path"), "collectives-beside"), "");
}

/// As of a backward pass of which only calls were recorded.
void TestWhatIf::launchesOnOtherThreadsAreSaidWhereNoOpsWereRecorded()
{
    const auto said = [](const char* analysis, bool hasOp, bool isCopy = false) {
        TraceText text = wholeMicroseconds()
                             .launch(0_us, 5_us, 1)
                             .kernel("forward", 10_us, 10_us, 7, 1)
                             .launch(120_us, 4_us, 3)
                             .kernel("optimizer", 126_us, 4_us, 7, 3);
        if (hasOp)
            text.op("aten::mm", 0_us, 6_us);
        text.thread(100, 200).runtime("cudaFree", 30_us, 60_us, 9);
        if (isCopy)
            text.runtime("cudaMemcpyAsync", 95_us, 5_us, 2)
                .copy("Memcpy HtoD (Pinned -> Device)", 100_us, 10_us, 7, 2, 64);
        else
            text.launch(95_us, 5_us, 2).kernel("backward", 100_us, 10_us, 7, 2);
        return remarkOf(runOn(inputOf({ text.text() }), analysis), "launches-beside");
    };
    KT_COMPARE_TEXT(said("critical-path", false),
        "for 65.00 us of the 115.0 us that were not recorded on the path, other threads that launch kernels are in "
        "calls: the main thread may be waiting for them, as it does for the backward pass, and then the time is that "
        "of these calls. No ops were recorded, which would tell.\n");
    KT_COMPARE_TEXT(said("what-if", false),
        "threads other than the main one that launch kernels are in calls for 65.00 us: where the main thread waits "
        "for them, as it does for the backward pass, shorter calls may save more than is said here. No ops were "
        "recorded, which would tell.\n");
    for (const char* const analysis : { "critical-path", "what-if" }) {
        KT_COMPARE_TEXT(said(analysis, true), "");
        KT_COMPARE_TEXT(said(analysis, false, true), ""); // who only copies runs no backward pass
    }
}

void TestWhatIf::standardChangesAreRanked()
{
    const auto result = runOn(inputOf({ example15() }), "what-if", { { "top-kernels", "1" } });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "change", "target", "factor", "saved" }),
        "host data_loading 0 100\nhost all 0.5 81.5\nhost op 0 30\nwork compute 0.5 30\nhost launch 0 20\n"
        "host unrecorded 0 10\nwait synchronisation 0 3\nhost memory_allocation 0 0\nhost code_loading 0 0\n"
        "host profiler 0 0\nhost compilation 0 0\nhost collective 0 0\nhost python 0 0\nwork communication 0 0\n"
        "work copy 0 0\nkernel k1 0.5 0\n");
}

/// What the first column says; of several changes all.
void TestWhatIf::changesAreSaidInWords_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("words");
    const auto add = [](const char* change, const char* words) {
        QTest::newRow(change) << QByteArray(change) << QByteArray(words);
    };
    add("host:all=0.5", "all host time twice as fast");
    add("host:data_loading=0", "host time: data loading gone");
    add("work:compute=0.8", "GPU work: computation taking 0.8 times as long");
    add("kernel:gemm=0.5", "gemm twice as fast");
    add("kernel:gemm=1.0", "gemm unchanged");
    add("work:compute=2", "GPU work: computation taking 2 times as long");
    add("host:op=1.25", "host time: ops taking 1.25 times as long");
    add("op:aten::x=0", "GPU work of aten::x gone");
    add("wait:all=0", "no waiting in any call");
    add("wait:cudaDeviceSynchronize=0", "no waiting in cudaDeviceSynchronize");
    add("wait:synchronisation=0", "no waiting for the GPU");
    add("fuse:gemm|next=1", "gemm|next fused");
    add("graph:repeated=1", "repeated launches as graphs");
    add("kernel:gemm=0.5,wait:all=0", "gemm twice as fast and no waiting in any call");
}

void TestWhatIf::changesAreSaidInWords()
{
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, words);
    const auto result = runOn(inputOf({ example14() }), "what-if", { { "change", change.toStdString() } });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "description" }), words.toStdString() + "\n");
}

void TestWhatIf::badChangesAreRefused_data()
{
    QTest::addColumn<QByteArray>("change");
    for (const char* bad : { "compute=0.5", "work:fast=1", "host:kernel_gap=0", "kernel:k1",
             "kernel:k1=", "kernel:k1=-1", "wait:all=0.5", "fuse:a|b=0", "kernel:/(/=0.5", "=0",
             "op:aten::x=0.5;host:op=0", "work:compute=0.5;bogus:y", "graph:all=1", "graph:repeated=0" })
        QTest::newRow(bad) << QByteArray(bad);
}

void TestWhatIf::badChangesAreRefused()
{
    QFETCH(QByteArray, change);
    const auto result = runOn(inputOf({ example14() }), "what-if", { { "change", change.toStdString() } });
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    if (change.contains(';'))
        KT_COMPARE_TEXT(english(result.error().message),
            "Changes are separated by commas, not by semicolons: '" + change.toStdString() + "'.");
    if (change == "host:kernel_gap=0")
        KT_COMPARE_TEXT(english(result.error().message),
            "'kernel_gap' is no cause of host time. Write all, or one of data_loading, synchronisation, "
            "memory_allocation, graph, code_loading, profiler, compilation, launch, copy_call, other_call, collective, "
            "op, python, unrecorded.");
}

void TestWhatIf::namesMayHaveCommas()
{
    const std::vector<std::string> pieces { "kernel:f<1", " 2>(int)=0.5", "host:op=0" };
    const auto changes = parseChanges(pieces);
    KT_VERIFY_OK(changes);
    QCOMPARE(changes->size(), std::size_t { 2 });
    KT_COMPARE_TEXT(changes->front().target, "f<1, 2>(int)");
    KT_COMPARE_TEXT(changes->back().target, "op");
    // As one types a list: a blank behind the comma, or in front of it.
    const std::vector<std::string> typed { "host:op=0 ", " work:copy= 0.5" };
    const auto both = parseChanges(typed);
    KT_VERIFY_OK(both);
    QCOMPARE(both->size(), std::size_t { 2 });
    KT_COMPARE_TEXT(both->back().factorText, "0.5");
    const std::vector<std::string> negative { "host:op=-1" };
    QVERIFY(english(parseChanges(negative).error().message).ends_with("without a sign."));
}

/// The main thread has slices without length only: no other thread takes its place, as none does on the critical path.
void TestWhatIf::withoutAMainThreadTheWallIsTheWorks()
{
    const AnalysisInput input = inputOf({ wholeMicroseconds()
                                              .thread(1, 5)
                                              .op("aten::a", 0_us, 30_us)
                                              .launch(50_us, 0_us, 1)
                                              .thread(1, 6)
                                              .launch(60_us, 0_us, 2)
                                              .launch(60_us, 0_us, 3)
                                              .kernel("k", 50_us, 2_us, 7, 1)
                                              .kernel("k", 60_us, 3_us, 7, 2)
                                              .kernel("k", 63_us, 2_us, 7, 3)
                                              .text() });
    const auto path = runOn(input, "critical-path");
    const auto replayed = runOn(input, "what-if", { { "change", "host:all=0.5" } });
    KT_COMPARE_TEXT(rowsOf(replayed, "changes", { "wall", "new_wall" }), "15 15\n");
    QCOMPARE(path->findTable("summary")->cell(0, path->findTable("summary")->columnIndex("wall")),
        replayed->findTable("changes")->cell(0, replayed->findTable("changes")->columnIndex("wall")));
}

void TestWhatIf::timesCenturiesApartAreNotReplayed()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::a", -9'007'199'254'740'992'000, 5_us)
                                 .op("aten::b", 9'007'199'254'740'000'000, 7_us)
                                 .text();
    const auto result = runOn(inputOf({ text }), "what-if");
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "wall", "new_wall" }), "");
    const std::string said = remarkOf(result, "no-replay");
    QVERIFY2(said.find("apart, which cannot be right: it is not replayed.") != std::string::npos, said.c_str());
}

/// Every operation ends and every piece of work starts and ends when it did, whatever the trace.
void TestWhatIf::nothingChangedIsTheRecording()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const auto trace = randomTrace(seed, { .isOrderly = seed % 3 == 0 });
        const CauseThresholds thresholds { seed % 2 == 0 ? 30 : 30'000, 1'000'000, seed % 5 == 0 ? 2 : 1000 };
        const Recording recording(*trace, thresholds, {});
        const Change nothing;
        const Replay replay(recording, nothing, {});
        for (OperationNumber i = 0; i < recording.ends.size(); ++i)
            QVERIFY2(replay.endOfOperation(i) == recording.ends[i], qPrintable(QStringLiteral("seed %1").arg(seed)));
        for (WorkNumber work = 0; work < recording.works().size(); ++work) {
            QVERIFY2(replay.startOf(work) == recording.works().startOf(work),
                qPrintable(QStringLiteral("seed %1").arg(seed)));
            QCOMPARE(replay.endOf(work), recording.works().endOf(work));
        }
    }
}

/// Waits of more than half a second and work of more than 4.3 s are kept in another way.
void TestWhatIf::secondsAreAsExactAsMicroseconds()
{
    constexpr Nanoseconds kSecond = 1'000'000'000;
    const auto trace = loadText(TraceText()
                                    .launch(0, 5_us, 1)
                                    .launch(1'000'000, 5_us, 2)
                                    .launch(9 * kSecond, 5_us, 3)
                                    .kernel("a", 2 * kSecond, 5 * kSecond, 7, 1)
                                    .kernel("b", 8 * kSecond, 1_us, 7, 2)
                                    .kernel("c", 12 * kSecond, 1_us, 7, 3)
                                    .text())
                           .value();
    const Recording recording(*trace, { .gap = 10 * kSecond }, {});
    const auto lagsOf = [&recording](WorkNumber work) {
        std::map<DependencyKind, Nanoseconds> lags;
        const WaitsOfWork waits = recording.waits.of(work);
        for (std::size_t i = 0; i < waits.size(); ++i)
            lags[waits[i].kind()] = recording.lagOf(work, waits[i]);
        return lags;
    };
    using Lags = std::map<DependencyKind, Nanoseconds>;
    // From when the call has returned.
    QVERIFY(lagsOf(0) == (Lags { { DependencyKind::Launch, 2 * kSecond - 5_us } }));
    // What did not hold up work takes as long as usual: the lower of 2 s and 3 s behind launches, 1 s behind work.
    QVERIFY(
        lagsOf(1) == (Lags { { DependencyKind::Stream, kSecond }, { DependencyKind::Launch, 2 * kSecond - 5_us } }));
    QVERIFY(
        lagsOf(2) == (Lags { { DependencyKind::Stream, kSecond }, { DependencyKind::Launch, 3 * kSecond - 5_us } }));
    const Change nothing;
    const Replay same(recording, nothing, {});
    for (WorkNumber work = 0; work < 3; ++work) {
        QCOMPARE(same.startOf(work), recording.works().startOf(work));
        QCOMPARE(same.endOf(work), recording.works().endOf(work));
    }
    QCOMPARE(same.endOf(0), 7 * kSecond);
    Change gone;
    gone.factors.push_back(Factor::none());
    gone.factorOfWork = { 1, 0, 0 };
    const Replay replay(recording, gone, {});
    QCOMPARE(replay.endOf(0), 2 * kSecond);
    QCOMPARE(replay.startOf(1), 3 * kSecond);
    QCOMPARE(replay.startOf(2), 12 * kSecond);
}

void TestWhatIf::fasterIsNeverLater()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const auto trace = randomTrace(seed, { .isOrderly = seed % 3 == 0 });
        const Recording recording(*trace, { seed % 2 == 0 ? 30 : 30'000, 1'000'000, seed % 5 == 0 ? 2 : 1000 }, {});
        const Change change = slimmerChange(recording, seed);
        const Replay replay(recording, change, {});
        for (OperationNumber i = 0; i < recording.ends.size(); ++i)
            QVERIFY2(replay.endOfOperation(i) <= recording.ends[i], qPrintable(QStringLiteral("seed %1").arg(seed)));
        for (WorkNumber work = 0; work < recording.works().size(); ++work) {
            QVERIFY2(replay.startOf(work) <= recording.works().startOf(work),
                qPrintable(QStringLiteral("seed %1").arg(seed)));
            QVERIFY(replay.endOf(work) <= recording.works().endOf(work));
        }
    }
}

/// The sure bound (causes.md 4.3): what is saved is at most what the changed owners have of the path. Not for calls
/// that block, whose waiting goes with them, nor for host time where threads really ran side by side.
void TestWhatIf::whatIsCriticalThen_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("rows"); // cause, us of the recorded path, us of the replayed one
    const auto add = [](const char* name, const std::string& text, const char* change, const char* rows) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(change) << QByteArray(rows);
    };
    // The collective [12,102) ends last of all that the synchronisation waits for; its launch comes behind gemm's.
    add("14: the kernel beside", example14(), "kernel:gemm=0.5",
        "communication 0 90\nop 21 21\nlaunch 7 9\nlaunch_latency 8 8\nsynchronisation 2 2\nunrecorded 2 2\n"
        "compute 100 0\n");
    // k2 then waits for k1: both kernels, where the recorded path held one and the loading of both steps.
    add("15: loading", example15(), "host:data_loading=0",
        "compute 60 120\nlaunch 20 10\nop 30 10\nsynchronisation 3 3\nlaunch_latency 2 2\ndata_loading 120 0\n"
        "unrecorded 10 0\n");
    // The call still takes what it did before its copy, and waits in none of it.
    add("a copy call without its wait",
        wholeMicroseconds()
            .runtime("cudaMemcpyAsync", 0_us, 500_us, 1)
            .copy("Memcpy DtoH (Device -> Pageable)", 400_us, 50_us, 7, 1, 4'000)
            .op("aten::x", 500_us, 200_us)
            .text(),
        "wait:all=0", "copy_call 400 400\nop 200 200\nsynchronisation 50 0\ncopy 50 0\n");
    // Two launch calls are gone, and the host no longer waits for a kernel.
    add("17: fused", example17(), "fuse:k1|k2|k3=1",
        "op 40 45\nlaunch 15 5\nsynchronisation 2 2\nlaunch_latency 3 0\ncompute 4 0\n");
}

void TestWhatIf::whatIsCriticalThen()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, rows);
    const auto result = runOn(inputOf({ text.toStdString() }), "what-if", { { "change", change.toStdString() } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "kind", "recorded", "replayed" }), rows.toStdString());
}

/// The times of each change are its two wall times, to the ns: of the whole trace, or of each chosen step.
void TestWhatIf::criticalTimesAddUp_data()
{
    QTest::addColumn<bool>("ofSteps");
    QTest::addRow("whole") << false;
    QTest::addRow("steps") << true;
}

void TestWhatIf::criticalTimesAddUp()
{
    QFETCH(bool, ofSteps);
    int changes = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = seed % 3 != 0 });
        if (ofSteps) {
            for (const Step& step : input.traces->ranks()[0].trace->steps())
                input.scope.steps.push_back(step.number);
        }
        const auto result =
            runOn(input, "what-if", { { "consecutive-kernel-delay", seed % 2 == 0 ? "30ns" : "30us" } });
        KT_VERIFY_OK(result);
        const Table& walls = *result->findTable(ofSteps ? "steps" : "changes");
        const Table& critical = *result->findTable("critical");
        const auto durationIn = [](const Table& table, std::size_t row, const char* column) {
            return std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
        };
        const auto changeOf = [ofSteps](const Table& table, std::size_t row) {
            return std::tuple(table.cell(row, table.columnIndex("change")),
                table.cell(row, table.columnIndex("target")),
                ofSteps ? table.cell(row, table.columnIndex("step")) : Cell {});
        };
        std::size_t row = 0;
        for (std::size_t i = 0; i < walls.rowCount(); ++i, ++changes) {
            Nanoseconds recorded = 0;
            Nanoseconds replayed = 0;
            for (; row < critical.rowCount() && changeOf(critical, row) == changeOf(walls, i); ++row) {
                recorded += durationIn(critical, row, "recorded");
                replayed += durationIn(critical, row, "replayed");
                Nanoseconds shown = 0;
                for (const IntervalRef& link : critical.evidence(row, critical.columnIndex("recorded")).intervals)
                    shown += link.range.length();
                QCOMPARE(shown, durationIn(critical, row, "recorded"));
            }
            QCOMPARE(recorded, durationIn(walls, i, "wall"));
            QCOMPARE(replayed, durationIn(walls, i, "new_wall"));
        }
        QCOMPARE(row, critical.rowCount());
    }
    QVERIFY(changes > 500);
}

/// Worked example 15, step by step: without loading the second step is its kernel, which follows that of the first.
void TestWhatIf::criticalOfChosenSteps()
{
    AnalysisInput input = inputOf({ example15() });
    input.scope.steps = { 1, 2 };
    const auto result = runOn(input, "what-if", { { "change", "host:data_loading=0" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "step", "kind", "recorded", "replayed" }),
        "1 compute 60 60\n1 launch 10 10\n1 op 10 10\n1 launch_latency 2 2\n1 data_loading 60 0\n"
        "2 compute 60 60\n2 data_loading 18 0\n2 launch 10 0\n2 op 10 0\n2 launch_latency 2 0\n");
    KT_COMPARE_TEXT(english(result->remarks.at(1)),
        "The first table is of the whole trace; the chart and the other tables are of the chosen steps.");
    QCOMPARE(toQString(result->charts.front().table), QStringLiteral("steps"));
}

/// A change has the colour of the time that it takes away.
void TestWhatIf::barsHaveTheColourOfTheirTime()
{
    const auto result = runOn(inputOf({ example15() }), "what-if");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    const std::map<std::string, PartKind, std::less<>> expected { { "op", PartKind::HostOp },
        { "launch", PartKind::ApiCall }, { "data_loading", PartKind::Annotation }, { "all", PartKind::HostOp },
        { "compute", PartKind::Compute }, { "communication", PartKind::Communication }, { "copy", PartKind::Memory } };
    std::size_t met = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto found = expected.find(table.text(row, table.columnIndex("target")));
        if (found == expected.end())
            continue;
        ++met;
        QVERIFY2(table.kindOfRow(row) == found->second, found->first.c_str());
        QVERIFY(result->charts.front().kindOfRow(table, row) == found->second);
    }
    QCOMPARE(met, expected.size());
}

/// One truth: what the table calls recorded is the path of critical-path.
void TestWhatIf::recordedTimesAreTheCriticalPath()
{
    int compared = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = seed % 3 != 0 });
        const auto result = runOn(input, "what-if", { { "change", "work:compute=0.5" } });
        const auto path = runOn(input, "critical-path");
        KT_VERIFY_OK(result);
        KT_VERIFY_OK(path);
        const auto timesOf = [](const Table& table, const char* column) {
            std::map<std::string, std::int64_t, std::less<>> times;
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                times[std::string(table.text(row, table.columnIndex("kind")))] =
                    std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
            std::erase_if(times, [](const auto& each) { return each.second == 0; });
            return times;
        };
        const Table& critical = *result->findTable("critical");
        QVERIFY2(timesOf(critical, "recorded") == timesOf(*path->findTable("summary"), "time"),
            std::to_string(seed).c_str());
        compared += static_cast<int>(critical.rowCount());
    }
    QVERIFY(compared > 300);
}

/// The main thread sits in backward(); the path comes from work of the backward thread, which is in an annotation of
/// its own. Both walks say whose time that is alike.
void TestWhatIf::annotationsOfABackwardThreadAreItsOwn()
{
    const std::string text = wholeMicroseconds()
                                 .annotation("## backward ##", 0_us, 100_us)
                                 .thread(100, 200)
                                 .annotation("nccl:all_reduce", 20_us, 40_us)
                                 .op("autograd::engine::evaluate_function: MulBackward0", 60_us, 20_us)
                                 .launch(62_us, 5_us, 1)
                                 .kernel("k", 70_us, 80_us, 7, 1)
                                 .text();
    // The kernel is half as long, all before it stays.
    const auto result = runOn(inputOf({ text }), "what-if", { { "change", "work:compute=0.5" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "kind", "recorded", "replayed" }),
        "collective 40 40\ncompute 80 40\nunrecorded 20 20\nlaunch 5 5\nlaunch_latency 3 3\nop 2 2\n");
    const auto trace = loadText(text).value();
    const Progress progress;
    const NameTypes types = KernelClassifier().typesOf(*trace);
    const Recording recording(*trace, { 30'000, 1'000'000, 1000 }, progress);
    PathWalk walk(*trace, recording.parts(), types, progress);
    const Change nothing;
    const Replay replay(recording, nothing, progress);
    QVERIFY(std::ranges::equal(
        criticalTimesOf(recording, nothing, replay, WorkCauses(recording, types, progress), progress),
        walk.sums(walk.whole()), {}, {}, &PathSum::time));
}

/// What does not fit into one part lies in several, of which each can be halved for itself.
void TestWhatIf::partsOfARunAddUp()
{
    struct Case {
        std::uint32_t time;
        std::uint32_t odd;
    };
    for (const Case& each : { Case { 0, 0 }, Case { 1, 1 }, Case { 1'048'575, 63 }, Case { 1'048'576, 2 },
             Case { 1'048'577, 1 }, Case { 130, 64 }, Case { 3'000'000, 1'000'000 }, Case { 64, 64 }, Case { 65, 65 },
             Case { 4'294'967'295, 1 }, Case { 4'294'967'295, 67'108'863 } }) {
        HostOperations operations;
        operations.addPart(Cause::Op, 7, 1, true);
        operations.details.push_back(static_cast<std::uint32_t>(operations.runParts.size()));
        operations.addPart(Cause::Python, each.time, each.odd, true);
        operations.addPart(Cause::Op, 9, 1, false);
        operations.details.push_back(static_cast<std::uint32_t>(operations.runParts.size()));
        std::uint64_t time = 0;
        std::uint64_t odd = 0;
        std::uint64_t others = 0;
        operations.eachPartOf(1, [&](const RunPart& part) {
            QVERIFY((part.time() + part.odd()) % 2 == 0);
            const bool isPython = part.cause() == static_cast<std::size_t>(Cause::Python);
            time += isPython ? part.time() : 0;
            odd += isPython ? part.odd() : 0;
            others += isPython ? 0 : part.time();
        });
        QCOMPARE(time, each.time);
        QCOMPARE(odd, each.odd);
        QCOMPARE(others, std::uint64_t { 9 });
    }
}

/// A path passes blocks of work and of operations as a whole. Here it follows 300 kernels that queue up, then the host
/// through 300 operations; all times are odd.
void TestWhatIf::longStretchesOfAPathAreTheSumsOfTheirParts()
{
    constexpr int kCount = 300;
    TraceText text;
    Timestamp kernelStart = 4'001;
    for (int i = 0; i < kCount; ++i) {
        const Timestamp begin = i * 2'001;
        text.op(i % 3 == 0 ? "aten::mm" : "aten::add", begin, 1'999).launch(begin + 501, 333, i + 1);
        text.kernel(i % 3 == 0 ? "gemm" : "Memcpy HtoD", kernelStart, 7'001 + i % 2, 7, i + 1);
        kernelStart += 7'013 + i % 2;
    }
    Timestamp time = kCount * 2'001;
    text.runtime("cudaDeviceSynchronize", time, kernelStart - 11 - time + 777, 0);
    time = kernelStart - 11 + 777;
    for (int i = 0; i < kCount; ++i, time += 2'999) {
        text.op("aten::add", time, 2'001).launch(time + 501, 333, kCount + i + 1);
        text.kernel("gemm", time + 1'901, 501, 7, kCount + i + 1);
    }
    const auto trace = loadText(text.text()).value();
    const Progress progress;
    const NameTypes types = KernelClassifier().typesOf(*trace);
    const Recording recording(*trace, { 30'000, 1'000'000, 1000 }, progress);
    const WorkCauses causes(recording, types, progress);
    const Change nothing;
    const Replay same(recording, nothing, progress);
    int chains = 0;
    for (WorkNumber work = 0; work < recording.works().size(); ++work)
        chains += same.isChain(work) && causes.endingWith(work) != nullptr ? 1 : 0;
    int blocks = 0;
    for (OperationNumber operation = 0; operation < recording.ends.size(); ++operation)
        blocks += recording.operationSums.endingWith(operation).empty() ? 0 : 1;
    QVERIFY(chains >= 3 && blocks >= 6);
    PathWalk walk(*trace, recording.parts(), types, progress);
    QVERIFY(std::ranges::equal(
        criticalTimesOf(recording, nothing, same, causes, progress), walk.sums(walk.whole()), {}, {}, &PathSum::time));
    for (const Cause cause : { Cause::Op, Cause::Launch, Cause::Unrecorded }) {
        for (const Factor& factor : { Factor::half(), Factor::none() }) {
            Change change;
            change.host[static_cast<std::size_t>(cause)] = factor;
            Change oneByOne = change;
            oneByOne.isKept.assign(recording.ends.size(), false); // each operation may be another one then
            const Replay replay(recording, change, progress);
            const CriticalTimes times = criticalTimesOf(recording, change, replay, causes, progress);
            QCOMPARE(
                std::accumulate(times.begin(), times.end(), Nanoseconds { 0 }), replay.end() - recording.range().begin);
            const Replay slowly(recording, oneByOne, progress);
            QVERIFY(times == criticalTimesOf(recording, oneByOne, slowly, causes, progress));
        }
    }
}

void TestWhatIf::nothingIsSavedThatIsNotOnThePath()
{
    int compared = 0;
    for (unsigned seed = 1; seed <= 120; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = true });
        for (const char* change : { "work:compute=0", "work:compute=0.5", "work:communication=0", "work:copy=0.25",
                 "work:other_work=0", "kernel:/./=0.5" }) {
            const auto result = runOn(input, "what-if",
                { { "change", change }, { "consecutive-kernel-delay", seed % 2 == 0 ? "30ns" : "30us" } });
            KT_VERIFY_OK(result);
            const Table& changes = *result->findTable("changes");
            if (changes.rowCount() == 0)
                continue;
            const std::size_t saved = changes.columnIndex("saved");
            Nanoseconds onPath = 0;
            for (const IntervalRef& link : changes.evidence(0, saved).intervals)
                onPath += link.range.length();
            const double factor = std::get<double>(changes.cell(0, changes.columnIndex("factor")));
            const auto links = static_cast<double>(changes.evidence(0, saved).intervals.size());
            const auto most = static_cast<double>(onPath) * (1 - factor) + links / 2 + 1; // each is rounded by itself
            const auto found = static_cast<double>(std::get<std::int64_t>(changes.cell(0, saved)));
            QVERIFY2(found <= most,
                qPrintable(QStringLiteral("seed %1, %2: %3 saved, %4 possible")
                               .arg(seed)
                               .arg(QLatin1String(change))
                               .arg(found)
                               .arg(most)));
            compared += found > 0 ? 1 : 0;
        }
    }
    QVERIFY(compared > 50);
}

void TestWhatIf::waitForUnrecordedWorkIsNeverSaved()
{
    const std::string text = wholeMicroseconds()
                                 .runtime("cudaDeviceSynchronize", 0_us, 500_us, 9)
                                 .op("aten::a", 500_us, 20_us)
                                 .launch(505_us, 5_us, 1)
                                 .kernel("k", 515_us, 10_us, 7, 1)
                                 .text();
    const auto result = runOn(inputOf({ text }), "what-if", { { "change", "wait:all=0" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "saved" }), "0\n");
    QCOMPARE(result->remarks.size(), std::size_t { 3 });
    // A panel shows the first: that it is an estimate, unless there is more to say of the question.
    KT_COMPARE_TEXT(english(result->remarks.front()),
        "Rank 0: nothing is saved, although what changes has 500.0 us of the critical path: the replay keeps that "
        "time, or something else takes as long.");
    QCOMPARE(toQString(result->remarks.at(1).code), QStringLiteral("estimate"));
    const auto nothing = runOn(inputOf({ text }), "what-if", { { "change", "kernel:nobody=0" } });
    QCOMPARE(toQString(nothing->remarks.front().code), QStringLiteral("change-meets-nothing"));
    QCOMPARE(toQString(nothing->remarks.at(1).code), QStringLiteral("estimate"));
    KT_COMPARE_TEXT(english(result->remarks.at(2)),
        "Rank 0: the host waited 500.0 us for work that was not recorded; no change is said to save any of it.");
    const std::string late = wholeMicroseconds()
                                 .launch(0_us, 5_us, 1)
                                 .kernel("k", 10_us, 10_us, 7, 1)
                                 .runtime("cudaDeviceSynchronize", 50_us, 40_us, 9)
                                 .text();
    const auto after = runOn(inputOf({ late }), "what-if", { { "change", "wait:all=0" } });
    KT_COMPARE_TEXT(rowsOf(after, "changes", { "saved" }), "0\n");
    KT_COMPARE_TEXT(english(after->remarks.at(2)),
        "Rank 0: synchronisations took 40.00 us although no recorded work was left to wait for; no change is said to "
        "save any of it.");
}

/// A main thread of millions of ops was walked to its end after a stop: 0.1 s at 3 million events.
void TestWhatIf::aLineIsNotWalkedOnAfterAStop()
{
    class Stop final : public StopObserver {
    public:
        bool stopsHere() override { return isAsked; }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }
        bool isAsked = false;
    };
    const AnalysisInput input = inputOf({ example17() });
    Stop stop;
    Progress progress;
    progress.observer = &stop;
    ThreadLines lines(*input.traces->ranks()[0].trace, progress);
    const auto segments = [&lines] {
        int count = 0;
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, { kMinTimestamp, kMaxTimestamp },
            [&count](const LineSegment&) { ++count; });
        return count;
    };
    QVERIFY(segments() > 6);
    stop.isAsked = true;
    QCOMPARE(segments(), 0);
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
