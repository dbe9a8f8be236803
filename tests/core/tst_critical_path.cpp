// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/row_arrangement.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <map>
#include <string>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The critical path of exact mode (causes.md section 3): its worked examples, and that it is one chain without a hole.
class TestCriticalPath : public QObject {
    Q_OBJECT

private slots:
    void whichOfMergedRanksItIsOfIsSaid();
    void workedExamples_data();
    void workedExamples();
    void ownersCountEvents();
    void timeIsReadRightBehindItsOwner();
    void copiesThatLeaveKernelsTheirRoomAreTold();
    void annotationIsTheWindow();
    void annotationThatIsAnOpOfOldFilesIsTheWindow();
    void aRangeMayHaveOnlyTheWorkOfAStep();
    void absentAnnotationIsSaid();
    void linksAreOneChain();
    void anAnnotationWithoutEndHidesNothing();
    void evidenceIsTheFigure();
    void whatNobodyOwnsLiesOnAThreadThatHasBegun();
    void aThreadWithoutHostSlicesIsNotTheMainThread();
    void threadsThatMayWaitForOthersAreThoughtOf();
    void remarksSayWhatLiesBehind();
    void aFrameInManyPiecesMayBeTheRecording();
    void onlyWhatIsUnusualMayBeLoading();
    void remarksSayWhatIsNotKnown();
    void askingTheGpuAgainAndAgainIsSaid();
};

namespace {

std::string example9()
{
    return wholeMicroseconds()
        .step(1, 0_us, 200_us)
        .op("A", 1_us, 100_us)
        .op("B", 5_us, 10_us)
        .launch(20_us, 5_us, 1)
        .launch(26_us, 5_us, 2)
        .runtime("cudaDeviceSynchronize", 40_us, 50_us, 3)
        .op("C", 110_us, 10_us)
        .kernel("k1", 30_us, 40_us, 7, 1)
        .kernel("k2", 72_us, 10_us, 7, 2)
        .complete("cuda_sync", "Context Sync", 0, -1, 40_us, 49_us, R"("correlation": 3)")
        .text();
}

std::string example11()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 30_us)
        .launch(2_us, 4_us, 1)
        .launch(8_us, 4_us, 2)
        .runtime("cudaEventRecord", 13_us, 1_us, 30)
        .runtime("cudaStreamWaitEvent", 15_us, 1_us, 31)
        .launch(18_us, 4_us, 4)
        .runtime("cudaDeviceSynchronize", 40_us, 210_us, 9)
        .kernel("big", 10_us, 200_us, 7, 1)
        .kernel("small", 200_us, 30_us, 20, 2)
        .kernel("join", 235_us, 10_us, 7, 4)
        .sync(
            "Stream Wait Event", 15_us, 1_us, 7, 31, R"("wait_on_stream": 20, "wait_on_cuda_event_record_corr_id": 30)")
        .text();
}

/// The copy, a kernel to the profiler, starts late in the second half of a kernel of another stream.
std::string copyBesideAKernel()
{
    return wholeMicroseconds()
        .launch(0_us, 4_us, 1)
        .launch(4_us, 4_us, 2)
        .kernel("big", 10_us, 200_us, 7, 1)
        .kernel("__amd_rocclr_copyBuffer", 200_us, 30_us, 20, 2)
        .text();
}

const std::vector<std::string_view> kLink { "kind", "name", "duration" };

} // namespace

/// causes.md 1.5 takes every work that runs for one that leaves no room; a copy engine's does.
void TestCriticalPath::copiesThatLeaveKernelsTheirRoomAreTold()
{
    const auto said = [](std::string_view copy, Nanoseconds length) {
        TraceText text = wholeMicroseconds();
        text.launch(0_us, 4_us, 1).launch(4_us, 4_us, 2);
        text.copy(copy, 10_us, length, 20, 1, 1024).kernel("k", 200_us, 30_us, 7, 2);
        return remarkOf(runOn(inputOf({ text.text() }), "critical-path"), "copies-beside-kernels");
    };
    const std::string beside = said("Memcpy HtoD (Pinned -> Device)", 200_us);
    QVERIFY2(
        beside.find("190.0 us of the path is copies between host and device") != std::string::npos, beside.c_str());
    KT_COMPARE_TEXT(said("Memcpy HtoD (Pinned -> Device)", 190_us), ""); // it was over
    KT_COMPARE_TEXT(said("Memcpy DtoD (Device -> Device)", 200_us), ""); // that one takes room
}

void TestCriticalPath::workedExamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("scope"); // "", "1" a step, "0:120" a range in us
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("links");
    const auto add = [](const char* name, const std::string& text, const char* scope, const char* queue,
                         const char* links) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(scope) << QByteArray(queue)
                            << QByteArray(links);
    };
    add("2: a synchronisation", synchronisationExample(), "", "1000",
        "op aten::a 4\nlaunch cudaLaunchKernel 6\nlaunch_latency k1 10\ncompute k1 80\n"
        "synchronisation cudaDeviceSynchronize 4\nunrecorded ProfilerStep 6\nop aten::b 10\n"
        "launch cudaLaunchKernel 8\nop aten::b 12\nunrecorded ProfilerStep 20\n");
    add("9: the example that HTA's path has", example9(), "1", "1000",
        "unrecorded ProfilerStep 1\nop A 4\nop B 10\nop A 5\nlaunch cudaLaunchKernel 5\nlaunch_latency k1 5\n"
        "compute k1 40\nkernel_gap k2 2\ncompute k2 10\nsynchronisation cudaDeviceSynchronize 8\nop A 11\n"
        "unrecorded ProfilerStep 9\nop C 10\nunrecorded ProfilerStep 80\n");
    add("10: a copy that blocks", blockingCopyExample(), "", "1000",
        "op aten::a 4\nlaunch cudaLaunchKernel 6\nlaunch_latency k1 10\ncompute k1 84\n"
        "kernel_gap Memcpy DtoH (Device -> Pageable) 1\ncopy Memcpy DtoH (Device -> Pageable) 5\n"
        "synchronisation cudaMemcpyAsync 2\nsynchronisation cudaStreamSynchronize 1\nop aten::item 1\nunrecorded  6\n"
        "op aten::b 10\nlaunch cudaLaunchKernel 5\nop aten::b 5\n");
    add("11: no room, and an event", example11(), "", "1000",
        "op aten::a 2\nlaunch cudaLaunchKernel 4\nlaunch_latency big 4\ncompute big 190\ncompute small 30\n"
        "kernel_gap join 5\ncompute join 10\nsynchronisation cudaDeviceSynchronize 5\n");
    add("11: a copy needs no room, whatever its category", copyBesideAKernel(), "", "1000",
        "launch cudaLaunchKernel 4\nlaunch cudaLaunchKernel 4\nlate_start __amd_rocclr_copyBuffer 192\n"
        "copy __amd_rocclr_copyBuffer 30\n");
    add("12: a full queue", fullQueueExample(), "0:120", "2",
        "launch cudaLaunchKernel 5\nlaunch_latency k1 5\ncompute k1 90\nkernel_gap k2 2\nlaunch cudaLaunchKernel 8\n"
        "launch cudaLaunchKernel 5\nunrecorded  1\nother_call cudaEventRecord 4\n");
    // What starts inside of the call makes room, launched by whatever.
    add("12: a full queue, and what makes room has no launch",
        wholeMicroseconds()
            .launch(0_us, 5_us, 1)
            .launch(5_us, 5_us, 2)
            .launch(10_us, 5_us, 3)
            .launch(15_us, 95_us, 4)
            .kernel("k1", 10_us, 90_us, 7, 1)
            .kernel("unlaunched", 102_us, 20_us, 7, 0)
            .kernel("k2", 130_us, 5_us, 7, 2)
            .kernel("k3", 140_us, 5_us, 7, 3)
            .kernel("k4", 150_us, 5_us, 7, 4)
            .text(),
        "0:110", "2",
        "launch cudaLaunchKernel 5\nlaunch_latency k1 5\ncompute k1 90\nlaunch_latency unlaunched 2\n"
        "launch cudaLaunchKernel 8\n");
    add("13: a step that ends on the host", twoStepsExample(), "1", "1000",
        "unrecorded ProfilerStep 10\nop aten::a 10\nlaunch cudaLaunchKernel 10\nop aten::a 10\nunrecorded ProfilerStep "
        "60\n");
    add("13: a step that ends on the device", twoStepsExample(), "2", "1000",
        "unrecorded ProfilerStep 10\nop aten::b 10\nlaunch cudaLaunchKernel 10\nlaunch_latency k2 5\ncompute k2 85\n");
}

void TestCriticalPath::workedExamples()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, scope);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, links);
    AnalysisInput input = inputOf({ text.toStdString() });
    if (const auto colon = scope.indexOf(':'); colon >= 0)
        input.scope.range = TimeRange { scope.left(colon).toInt() * 1_us, scope.mid(colon + 1).toInt() * 1_us };
    else if (!scope.isEmpty())
        input.scope.steps = { scope.toInt() };
    const auto result = runOn(input, "critical-path", { { "max-queue-length", queue.toStdString() } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "links", kLink), links.toStdString());
}

/// aten::b owns two links and is one event; its longest is both together.
void TestCriticalPath::ownersCountEvents()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ synchronisationExample() }), "critical-path"), "owners",
                        { "kind", "name", "time", "calls", "longest" }),
        "compute k1 80 1 80\nunrecorded ProfilerStep 26 1 26\nop aten::b 22 1 22\nlaunch cudaLaunchKernel 14 2 8\n"
        "launch_latency k1 10 1 10\nsynchronisation cudaDeviceSynchronize 4 1 4\nop aten::a 4 1 4\n");
}

/// Names are long: a narrow window shows the time next to them, not the rank that is the same in every row.
void TestCriticalPath::timeIsReadRightBehindItsOwner()
{
    const Result<AnalysisResult> result = runOn(inputOf({ example9() }), "critical-path");
    KT_VERIFY_OK(result);
    const Table& owners = *result->findTable("owners");
    QVERIFY(owners.rowCount() > 0);
    const std::vector<std::size_t> order = columnsAsRead(owners);
    const std::vector<std::string> expected { "name", "kind", "time", "time_pctg" };
    for (std::size_t place = 0; place < expected.size(); ++place)
        QCOMPARE(owners.columns()[order[place]].name, expected[place]);
}

void TestCriticalPath::annotationIsTheWindow()
{
    const std::string text = wholeMicroseconds()
                                 .annotation("phase", 0_us, 30_us)
                                 .op("aten::a", 5_us, 20_us)
                                 .annotation("phase", 40_us, 30_us)
                                 .op("aten::b", 50_us, 10_us)
                                 .launch(52_us, 4_us, 1)
                                 .kernel("k", 60_us, 40_us, 7, 1)
                                 .text();
    const auto first = runOn(inputOf({ text }), "critical-path", { { "annotation", "phase" } });
    KT_COMPARE_TEXT(rowsOf(first, "links", kLink), "unrecorded phase 5\nop aten::a 20\nunrecorded phase 5\n");
    const auto second = runOn(inputOf({ text }), "critical-path", { { "annotation", "phase" }, { "instance", "1" } });
    KT_COMPARE_TEXT(rowsOf(second, "links", kLink),
        "unrecorded phase 10\nop aten::b 2\nlaunch cudaLaunchKernel 4\nlaunch_latency k 4\ncompute k 40\n");
}

/// Kineto wrote annotations as operators until 2021.
void TestCriticalPath::annotationThatIsAnOpOfOldFilesIsTheWindow()
{
    const std::string text = wholeMicroseconds()
                                 .op("ProfilerStep#6", 0_us, 30_us)
                                 .op("aten::a", 5_us, 20_us)
                                 .op("ProfilerStep#7", 30_us, 40_us)
                                 .op("aten::b", 50_us, 10_us)
                                 .text();
    const auto step = runOn(inputOf({ text }), "critical-path", { { "annotation", "ProfilerStep#7" } });
    KT_COMPARE_TEXT(
        rowsOf(step, "links", kLink), "unrecorded ProfilerStep 20\nop aten::b 10\nunrecorded ProfilerStep 10\n");
    const auto op = runOn(inputOf({ text }), "critical-path", { { "annotation", "aten::b" } });
    KT_COMPARE_TEXT(rowsOf(op, "links", kLink), "");
}

/// The annotation of the step ends at 30 us, the range begins at 50: a kernel that the step launched runs in it.
void TestCriticalPath::aRangeMayHaveOnlyTheWorkOfAStep()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 30_us)
                                 .launch(10_us, 4_us, 1)
                                 .kernel("k", 20_us, 60_us, 7, 1)
                                 .step(2, 100_us, 30_us)
                                 .text();
    AnalysisInput input = inputOf({ text });
    input.scope.steps = { 1 };
    input.scope.range = TimeRange { 50_us, 150_us };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "critical-path"), "links", kLink), "compute k 30\n");
}

void TestCriticalPath::absentAnnotationIsSaid()
{
    const auto result = runOn(inputOf({ synchronisationExample() }), "critical-path", { { "annotation", "aten" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("links")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    KT_COMPARE_TEXT(
        english(result->remarks.front()), "Rank 0: there is no annotation number 0 (from 0) of the name 'aten'.");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ synchronisationExample() }), "critical-path", { { "instance", "1" } }),
                        "instance-alone"),
        "--instance counts annotations of one name: without --annotation it changes nothing.\n");
    // No table answers what was not asked, and no option of the profiler would help.
    for (const Table& table : result->tables)
        QCOMPARE(table.rowCount(), std::size_t { 0 });
    KT_COMPARE_TEXT(result->remarks.front().code, "nothing-fits");
}

/// Whatever is in a trace: the links follow one another from the window's begin to its end, and every table adds up to
/// it.
void TestCriticalPath::linksAreOneChain()
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const std::vector<AnalysisInput> cuts = cutsOf({ randomJob(seed, 2), {} });
        for (std::size_t cut = 0; cut < cuts.size(); ++cut) {
            const AnalysisInput& input = cuts[cut];
            const auto result =
                runOn(input, "critical-path", { { "consecutive-kernel-delay", seed % 2 == 0 ? "30ns" : "30us" } });
            KT_VERIFY_OK(result);
            const std::string where = "seed " + std::to_string(seed) + ", cut " + std::to_string(cut);
            std::map<std::int64_t, Nanoseconds> walls;
            std::map<std::int64_t, Timestamp> last;
            const Table& links = *result->findTable("links");
            for (std::size_t row = 0; row < links.rowCount(); ++row) {
                const std::int64_t rank = integerAt(links, row, "rank");
                const Nanoseconds length = integerAt(links, row, "duration");
                QVERIFY2(length > 0, where.c_str());
                QVERIFY2(!last.contains(rank) || last[rank] == integerAt(links, row, "ts"), where.c_str());
                last[rank] = integerAt(links, row, "ts") + length;
                walls[rank] += length;
            }
            QVERIFY2(!walls.empty(), where.c_str());
            for (const char* name : { "summary", "owners" }) {
                std::map<std::int64_t, Nanoseconds> sums;
                const Table& table = *result->findTable(name);
                for (std::size_t row = 0; row < table.rowCount(); ++row)
                    sums[integerAt(table, row, "rank")] += integerAt(table, row, "time");
                QVERIFY2(sums == walls, (where + ", " + name).c_str());
            }
            const Table& summary = *result->findTable("summary");
            for (std::size_t row = 0; row < summary.rowCount(); ++row)
                QCOMPARE(integerAt(summary, row, "wall"), walls[integerAt(summary, row, "rank")]);
            std::map<std::pair<std::int64_t, std::int64_t>, Nanoseconds> ofSteps;
            const Table& steps = *result->findTable("steps");
            for (std::size_t row = 0; row < steps.rowCount(); ++row)
                ofSteps[{ integerAt(steps, row, "rank"), integerAt(steps, row, "step") }] +=
                    integerAt(steps, row, "time");
            for (std::size_t row = 0; row < steps.rowCount(); ++row) {
                const std::pair key(integerAt(steps, row, "rank"), integerAt(steps, row, "step"));
                QCOMPARE(ofSteps[key], integerAt(steps, row, "wall"));
            }
        }
    }
}

/// As a recording ends in the middle of it. What lies in it was recorded whole.
void TestCriticalPath::anAnnotationWithoutEndHidesNothing()
{
    const std::string trace =
        wholeMicroseconds()
            .raw(R"({"ph": "X", "cat": "user_annotation", "name": "fit", "pid": 1, "tid": 1, "ts": 0})")
            .thread(1, 1)
            .op("aten::a", 20_us, 10_us)
            .op("aten::b", 40_us, 10_us)
            .text();
    const auto result = runOn(inputOf({ trace }), "critical-path");
    KT_VERIFY_OK(result);
    const Table& summary = *result->findTable("summary");
    QCOMPARE(summary.rowCount(), std::size_t { 2 });
    QCOMPARE(integerAt(summary, 0, "wall"), 30_us);
}

void TestCriticalPath::evidenceIsTheFigure()
{
    const auto result = runOn(inputOf({ blockingCopyExample() }), "critical-path");
    KT_VERIFY_OK(result);
    for (const char* name : { "summary", "owners", "links", "steps" }) {
        const Table& table = *result->findTable(name);
        const std::size_t column = table.columnIndex(std::string_view(name) == "links" ? "duration" : "time");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            Nanoseconds sum = 0;
            for (const IntervalRef& part : table.evidence(row, column).intervals)
                sum += part.range.length();
            QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, column)));
        }
    }
}

/// Before a thread has done anything, what nothing owns lies on the main thread.
void TestCriticalPath::whatNobodyOwnsLiesOnAThreadThatHasBegun()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::a", 0_us, 10_us)
                                 .thread(100, 101)
                                 .op("aten::b", 30_us, 10_us)
                                 .launch(50_us, 10_us, 1)
                                 .kernel("k", 60_us, 30_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "critical-path"), "links", { "kind", "name", "duration", "place" }),
        "op aten::a 10 thread 100\nunrecorded  20 thread 100\nop aten::b 10 thread 101\nunrecorded  10 thread 101\n"
        "launch cudaLaunchKernel 10 thread 101\ncompute k 30 stream 7\n");
}

/// Events of another program, whose thread has the number of its process.
void TestCriticalPath::aThreadWithoutHostSlicesIsNotTheMainThread()
{
    const auto summary = [](bool hasOther) {
        TraceText text = wholeMicroseconds();
        text.thread(100, 101).op("aten::a", 0_us, 10_us).launch(4_us, 2_us, 1).kernel("k", 8_us, 10_us, 7, 1);
        text.op("aten::b", 60_us, 30_us).launch(70_us, 5_us, 2).kernel("k", 77_us, 10_us, 7, 2);
        if (hasOther)
            text.complete("io", "accept", 300, 300, 0_us, 95_us);
        return rowsOf(runOn(inputOf({ text.text() }), "critical-path"), "summary", { "kind", "time" });
    };
    KT_COMPARE_TEXT(summary(true), summary(false));
}

/// A pool whose threads hand work over to each other: one waits for another, and nothing says so.
void TestCriticalPath::threadsThatMayWaitForOthersAreThoughtOf()
{
    const std::string text = wholeMicroseconds()
                                 .kernel("early", 0_us, 100_us, 7, 0)
                                 .op("aten::a", 100_us, 20_us)
                                 .launch(105_us, 5_us, 1)
                                 .kernel("k1", 112_us, 8_us, 7, 1)
                                 .op("aten::b", 220_us, 20_us)
                                 .launch(225_us, 5_us, 2)
                                 .kernel("k2", 232_us, 68_us, 7, 2)
                                 .thread(100, 7)
                                 .op("aten::other", 130_us, 80_us)
                                 .text();
    const auto path = runOn(inputOf({ text }), "critical-path");
    KT_COMPARE_TEXT(remarkOf(path, "threads-beside"),
        "for 80.00 us of the 200.0 us that were not recorded on the path, nothing was recorded of the thread that it "
        "is "
        "on while other threads do something: it may be waiting for one of them, as threads of a pool do, which the "
        "trace does not tell.\n");
    KT_COMPARE_TEXT(remarkOf(path, "before-the-host"),
        "for 100.0 us of the 200.0 us that were not recorded on the path, nothing of the host is in the file yet: what "
        "it did then is not known.\n");
    const auto replayed = runOn(inputOf({ text }), "what-if", { { "change", "host:unrecorded=0" } });
    KT_COMPARE_TEXT(remarkOf(replayed, "threads-beside"),
        "for 80.00 us nothing was recorded of the main thread while other threads do something: it may be waiting for "
        "one of them, as threads of a pool do. Where it is, what was not recorded of it cannot go while they stay, and "
        "what that would save is no saving to expect.\n");
    // Of what takes such time away by where or when it is as well, and of nothing else.
    TraceText again = wholeMicroseconds();
    int number = 0;
    for (int pass = 0; pass < 6; ++pass) {
        for (int i = 0; i < 30; ++i) {
            const Timestamp at = pass * 4'000_us + i * 100_us;
            again.op("aten::mul", at, 20_us).launch(at + 10_us, 5_us, ++number);
            again.kernel("k" + std::string(static_cast<std::size_t>(i / 10), 'k'), at + 16_us, 10_us, 7, number);
            again.thread(100, 7).op("aten::other", at + 30_us, 60_us).thread(100, 100);
        }
        again.annotation("Optimizer.step#SGD.step", pass * 4'000_us + 3'100_us, 200_us);
    }
    const auto isSaidOf = [&again](const char* change) {
        return !remarkOf(runOn(inputOf({ again.text() }), "what-if", { { "change", change } }), "threads-beside")
                    .empty();
    };
    QVERIFY(isSaidOf("graph:repeated=1"));
    QVERIFY(!isSaidOf("in:aten::mul=0"));
    QVERIFY(!isSaidOf("work:compute=0.5"));
}

void TestCriticalPath::remarksSayWhatLiesBehind()
{
    // A wait of 80 before anything was recorded, an op of 5 ms around the first launch of its kernel, and a stream
    // whose first work starts 300 after its launch.
    const std::string text = wholeMicroseconds()
                                 .runtime("cudaDeviceSynchronize", 0_us, 80_us, 90)
                                 .op("aten::slow", 100_us, 5'000_us)
                                 .launch(4'900_us, 10_us, 1)
                                 .kernel("k1", 4'920_us, 200_us, 7, 1)
                                 .launch(5'105_us, 5_us, 2)
                                 .kernel("k2", 5'500_us, 50_us, 20, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "critical-path");
    KT_COMPARE_TEXT(remarkOf(result, "unrecorded-work"),
        "the host waited 80.00 us for work that was not recorded, or for the GPU to be set up: in synchronisations "
        "before the first recorded work, one of them the first call of all.\n");
    // A call before it shows that the GPU was in use.
    const auto later = runOn(inputOf({ wholeMicroseconds()
                                           .runtime("cudaDeviceSynchronize", 0_us, 1_us, 89)
                                           .runtime("cudaDeviceSynchronize", 5_us, 80_us, 90)
                                           .launch(100_us, 10_us, 1)
                                           .kernel("k1", 120_us, 200_us, 7, 1)
                                           .text() }),
        "critical-path");
    KT_COMPARE_TEXT(remarkOf(later, "unrecorded-work"),
        "the host waited 80.00 us for work that was not recorded: in synchronisations before the first recorded "
        "work.\n");
    KT_COMPARE_TEXT(remarkOf(result, "work-before-recording"),
        "390.0 us of the waiting is before the first recorded work of a stream: the GPU may have been busy with work "
        "from "
        "before the recording.\n");
    KT_COMPARE_TEXT(remarkOf(result, "probably-loading"),
        "1 op takes 4.800 ms itself on the path before it launches a kernel for the first time, more than 1 ms and "
        "twice "
        "as long as in its other calls, where there are any: it is probably loading code.\n");
    QVERIFY(remarkOf(result, "recording-python").empty());
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text }), "idle-causes"), "work-before-recording"),
        "380.0 us of the waiting is before the first recorded work of a stream: the GPU may have been busy with work "
        "from "
        "before the recording.\n");
    // Where later work of the stream starts as late, nothing says that the reason is from before the recording.
    const std::string often = wholeMicroseconds()
                                  .launch(0_us, 5_us, 1)
                                  .kernel("k1", 10_us, 20_us, 7, 1)
                                  .launch(35_us, 5_us, 2)
                                  .kernel("k2", 430_us, 50_us, 20, 2)
                                  .runtime("cudaDeviceSynchronize", 42_us, 440_us, 90)
                                  .launch(485_us, 5_us, 3)
                                  .kernel("k2", 880_us, 50_us, 20, 3)
                                  .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ often }), "critical-path"), "work-before-recording"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ often }), "what-if"), "late-starts"),
        "for 780.0 us, 83.9 % of the critical path, work that was launched in time waits for an event or for something "
        "that was not recorded: a replay keeps these waits, whatever gets faster. Where they are for other work, such "
        "as that of another device, a change that makes it faster may save more than is said here.\n");
    // None of it where nothing is behind.
    QVERIFY(runOn(inputOf({ example9() }), "critical-path")->remarks.empty());
}

void TestCriticalPath::aFrameInManyPiecesMayBeTheRecording()
{
    const auto trace = [](Nanoseconds piece, bool hasEarlyWork = false) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        std::vector<std::pair<Timestamp, Timestamp>> calls;
        for (int i = 0; i < 1'200; ++i) {
            at += piece;
            calls.emplace_back(at, at + 1'000);
            at += 1'000;
        }
        text = text.python("model.py(5): call", 0, at + 2'000, 1, 0);
        for (std::size_t i = 0; i < calls.size(); ++i)
            text = text.python("helper.py(9): get", calls[i].first, 1'000, static_cast<int>(i) + 2, 1);
        if (hasEarlyWork)
            text.kernel("early", 0, 10_us, 7);
        return text.launch(at, 1_us, 1).kernel("k", at + 5'000, 10_us, 7, 1).text();
    };
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ trace(40'000) }), "critical-path"), "recording-python"),
        "97.5 % of the path is the frame 'call (model.py:5)' itself, in 1200 pieces of 40.00 us on average, those of "
        "other frames take 1.000 us: it may be the cost of recording Python. Record without stacks to see.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ trace(15'000) }), "critical-path"), "recording-python"), "");
    // Where what a change of Python would save is said, this is too.
    const std::string ofThread =
        "the main thread is in the frame 'call (model.py:5)' itself for 97.5 % of the time, in 1201 pieces of 39.97 us "
        "on "
        "average, those of other frames take 1.000 us: it may be the cost of recording Python. Record without stacks "
        "to "
        "see.\n";
    std::string ofReplay = ofThread;
    ofReplay.insert(ofReplay.find(". Record"), ", and so may what changes of Python or of all host time save");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ trace(40'000) }), "what-if"), "recording-python"), ofReplay);
    // So do the rows of what saves such time.
    const auto rowsOfChanges = [&](Nanoseconds piece) {
        return rowsOf(runOn(inputOf({ trace(piece) }), "what-if"), "changes", { "description" });
    };
    const std::string rows = rowsOfChanges(40'000);
    const std::string doubted = "host time: Python gone (part may be the cost of recording Python)\n"
                                "all host time twice as fast (part may be the cost of recording Python)\n";
    QVERIFY2(rows.starts_with(doubted) && rows.find("recording", doubted.size()) == std::string::npos, rows.c_str());
    QCOMPARE(rowsOfChanges(15'000).find("cost of recording"), std::string::npos);
    // The overview has idle time of a GPU to explain only behind the first work.
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ trace(40'000) }), "overview"), "recording-python"), "");
    const auto overview = runOn(inputOf({ trace(40'000, true) }), "overview");
    KT_COMPARE_TEXT(remarkOf(overview, "recording-python"), ofThread);
    const std::string findings = rowsOf(overview, "findings", { "finding" });
    QVERIFY2(findings.find("with the host twice as fast in Python") != std::string::npos, findings.c_str());
    QVERIFY2(findings.find("of the wall time). Part of that may be the cost of recording Python.") != std::string::npos,
        findings.c_str());
    const std::string undoubted =
        rowsOf(runOn(inputOf({ trace(15'000, true) }), "overview"), "findings", { "finding" });
    QVERIFY2(undoubted.find("of the wall time).") != std::string::npos
            && undoubted.find("cost of recording") == std::string::npos,
        undoubted.c_str());
    const auto inside = runOn(inputOf({ trace(40'000) }), "what-if", { { "change", "in:/call$/=0" } });
    std::string ofPlaces = ofThread;
    ofPlaces.insert(ofPlaces.find(". Record"), ", and so may part of what is saved where host time is taken away");
    KT_COMPARE_TEXT(remarkOf(inside, "recording-python"), ofPlaces);
    // None of that frame is inside others.
    const auto beside = runOn(inputOf({ trace(40'000) }), "what-if", { { "change", "in:/helper/=0" } });
    KT_COMPARE_TEXT(remarkOf(beside, "recording-python"), "");
    KT_COMPARE_TEXT(rowsOf(beside, "changes", { "description" }), "no host time inside /helper/\n");
    KT_COMPARE_TEXT(rowsOf(inside, "changes", { "description" }),
        "no host time inside /call$/ (part may be the cost of recording Python)\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ trace(40'000) }), "what-if", { { "change", "work:compute=0.5" } }),
                        "recording-python"),
        "");
}

/// Who takes as long in each call, or after the launch, loads nothing with it.
void TestCriticalPath::onlyWhatIsUnusualMayBeLoading()
{
    const auto trace = [](Nanoseconds before, Nanoseconds after, Nanoseconds ofOthers) {
        TraceText text = wholeMicroseconds();
        const Timestamp launch = before;
        text.op("aten::first", 0, before + 10'000 + after).launch(launch, 10_us, 1);
        Timestamp at = before + 10'000 + after;
        text.kernel("k", launch + 20'000, 5_us, 7, 1);
        for (int i = 0; i < 3; ++i, at += ofOthers + 20'000)
            text.op("aten::first", at, ofOthers + 10'000)
                .launch(at + ofOthers, 10_us, 2 + i)
                .kernel("k", at + ofOthers + 15'000, 5_us, 7, 2 + i);
        return text.text();
    };
    const auto said = [&](Nanoseconds before, Nanoseconds after, Nanoseconds ofOthers) {
        return !remarkOf(runOn(inputOf({ trace(before, after, ofOthers) }), "critical-path"), "probably-loading")
                    .empty();
    };
    QVERIFY(said(3'000'000, 0, 100'000));
    QVERIFY(!said(3'000'000, 0, 2'000'000));     // it always takes about as long
    QVERIFY(!said(100'000, 3'000'000, 100'000)); // it was launched long before
}

/// Which work a thread asks for is not in the trace: its time is put down to Python, though it waits for the GPU.
void TestCriticalPath::askingTheGpuAgainAndAgainIsSaid()
{
    const auto said = [](int queries, bool launches, const char* analysis, bool inOps = false) {
        TraceText text = wholeMicroseconds();
        text.launch(0_us, 10_us, 1)
            .kernel("k", 20_us, 1'000_us, 7, 1)
            .python("serve.py(9): wait_done", 15_us, 1'015_us, 1);
        for (int i = 0; i < queries; ++i) {
            if (inOps)
                text.op("aten::empty", 19_us + i * 50_us, 4_us);
            text.runtime("cudaEventQuery", 20_us + i * 50_us, 2_us, 100 + i);
            if (launches)
                text.launch(30_us + i * 50_us, 2_us, 200 + i).kernel("next", 1'030_us + i * 2_us, 2_us, 7, 200 + i);
        }
        text.launch(1'040_us, 10_us, 2).kernel("k", 1'100_us, 20_us, 7, 2);
        return remarkOf(runOn(inputOf({ text.text() }), analysis), "asks-again");
    };
    for (const char* const analysis : { "critical-path", "what-if", "overview" }) {
        KT_COMPARE_TEXT(said(20, false, analysis),
            "for 952.0 us (85.0 % of the time), while the GPU works, the main thread asks again and again whether GPU "
            "work is done, in 20 calls ('cudaEventQuery'): it may be waiting for that work, which neither the critical "
            "path nor a replay can follow. Time of the host in and around these calls may be waiting for the GPU, "
            "then: a "
            "faster host may save less than is said, and faster GPU work more.\n");
        KT_COMPARE_TEXT(said(4, false, analysis), "");
        KT_COMPARE_TEXT(said(20, true, analysis), "");        // as the allocator asks between launches
        KT_COMPARE_TEXT(said(20, false, analysis, true), ""); // and in ops
    }
}

/// What the main thread waits for in Python is not known; nor what work without a launch waited for, nor whether a call
/// waits behind its copy.
void TestCriticalPath::remarksSayWhatIsNotKnown()
{
    const std::string waits = wholeMicroseconds()
                                  .python("train.py(3): step", 0_us, 1'000_us, 1)
                                  .python("/usr/lib/python3.11/threading.py(355): wait", 100_us, 800_us, 2, 1)
                                  .launch(950_us, 10_us, 1)
                                  .kernel("k", 970_us, 20_us, 7, 1)
                                  .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ waits }), "critical-path"), "python-waits"),
        "80.0 % of the path is sleeping or waiting in Python: for another thread, a request or a timer, which the "
        "trace "
        "does not tell, so the path cannot follow it.\n");
    const std::string copies = wholeMicroseconds()
                                   .launch(0_us, 10_us, 1)
                                   .kernel("k", 15_us, 20_us, 7, 1)
                                   .runtime("cudaMemcpyAsync", 20_us, 400_us, 2)
                                   .copy("Memcpy DtoH (Device -> Pageable)", 40_us, 20_us, 7, 2, 4'000)
                                   .launch(430_us, 10_us, 3)
                                   .kernel("k", 445_us, 20_us, 7, 3)
                                   .text();
    const char* const afterCopies = "360.0 us of the synchronisation is in copy calls after their copy had ended: with "
                                    "pageable memory the host may be copying then, not waiting.\n";
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ copies }), "critical-path"), "after-copies"), afterCopies);
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ copies }), "idle-causes"), "after-copies"), afterCopies);
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ copies }), "what-if"), "after-copies"), afterCopies);
    const std::string unlaunched = wholeMicroseconds().kernel("a", 0_us, 20_us, 7).kernel("b", 30_us, 20_us, 7).text();
    const char* const launchNotRecorded =
        "10.00 us of the launch latency is before work whose launch was not recorded: "
        "it may have been in the queue by then, or launched only then.\n";
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ unlaunched }), "critical-path"), "launch-not-recorded"), launchNotRecorded);
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ unlaunched }), "idle-causes"), "launch-not-recorded"), launchNotRecorded);
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ unlaunched }), "critical-path"), "unlinked-work"),
        "2 of 2 GPU activities are linked to no launch: the path cannot go from them to the host that launched them, "
        "and may miss them where the host waits for them. What of the time the GPU took and what the host is not "
        "known.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ copies }), "critical-path"), "unlinked-work"), "");
}

void TestCriticalPath::whichOfMergedRanksItIsOfIsSaid()
{
    const auto fileOf = [](std::int64_t ranks) {
        TraceText text = wholeMicroseconds();
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
            text.device(rank).thread(100 * (rank + 1), 100 * (rank + 1)).step(3, rank * 7_us, 200_us);
            text.launch(10_us, 8_us, rank + 1).kernel("k", 20_us, 20_us, 7, rank + 1);
        }
        return inputOf({ text.text() });
    };
    const AnalysisInput merged = fileOf(2);
    for (const char* analysis : { "critical-path", "what-if", "steps", "overview" }) {
        KT_COMPARE_TEXT(remarkOf(runOn(merged, analysis), "merged-ranks"),
            "2 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. "
            "They are taken as one rank here: its main thread is that of process 100, threads of the others count as "
            "other threads of it, and its steps and its GPUs are those of all. A file for each rank tells them "
            "apart.\n");
        KT_COMPARE_TEXT(remarkOf(runOn(fileOf(1), analysis), "merged-ranks"), "");
    }
    KT_COMPARE_TEXT(remarkOf(runOn(merged, "temporal-breakdown"), "merged-ranks"),
        "2 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. They "
        "are taken as one rank here: its steps and its GPUs are those of all. A file for each rank tells them "
        "apart.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(fileOf(1), "temporal-breakdown"), "merged-ranks"), "");
}

QTEST_GUILESS_MAIN(TestCriticalPath)
#include "tst_critical_path.moc"
