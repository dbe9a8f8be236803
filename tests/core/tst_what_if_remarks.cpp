// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/display_name.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What what-if says beside its figures: what a change did not meet, why it saves nothing, what a saving leaves out.
class TestWhatIfRemarks : public QObject {
    Q_OBJECT

private slots:
    void aChangeThatMeetsNothingIsSaid();
    void placesThatAreNotReplayedAreTold();
    void placesAndGraphsHaveTheNotesOfTheirTime();
    void oneSequenceNeedNotComeAgain();
    void whySomethingSavesNothingIsSaid();
    void remarksSayWhatSavingsHold();
    void shortLaunchesMayWaitForRoom();
    void aQueueIsFullNearItsLongest();
    void aWaitOfTheDeviceIsNoWorkToBeSpedUp();
    void collectivesOnOtherThreadsAreSaid();
    void collectivesBesideThePathAreSaid();
    void launchesOnOtherThreadsAreSaidWhereNoOpsWereRecorded();
    void waitForUnrecordedWorkIsNeverSaved();
    void slowCallsThatAreNotTheFirstNeedNotLoadCode();
    void aLaunchThatOutlastsTheStartOfItsKernelNeedNotLoadCode();
    void aKernelBeforeItsLaunchSaysNothingOfItsCode();
    void launchesThatWereNotSlowUntilTheStartNeedNotLoadCode();
    void otherSetUpIsNoSlowFirstLaunch();
    void theLongLaunchOfAPublicTraceIsDoubted();
    void hostTimeMayWaitForAGpuThatWasNotRecorded();
};

/// A name that nothing has must not read as a change that saves nothing; one as it is displayed is taken.
void TestWhatIfRemarks::aChangeThatMeetsNothingIsSaid()
{
    const std::string text = dataLoadingExample();
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
        "No GPU work was launched in an op that is meant by 'op:x=0', so it saves nothing: such a change is about the "
        "GPU work of ops, host:op about what they do on the host. Names count as a whole; /part/ is looked for "
        "anywhere in them. Annotations are no ops.\n");
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

/// What is there, but not where a replay looks, must not be said not to be there.
void TestWhatIfRemarks::placesThatAreNotReplayedAreTold()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::mm", 0_us, 60_us)
                                 .launch(20_us, 5_us, 1)
                                 .kernel("k", 40_us, 10_us, 7, 1)
                                 .thread(100, 300)
                                 .op("loader::decode", 0_us, 30_us)
                                 .text();
    const auto said = [&](const char* changes) {
        return remarkOf(runOn(inputOf({ text }), "what-if", { { "change", changes } }), "change-meets-nothing");
    };
    for (const std::string change : { "in:loader::decode=0", "keep:/decode/=1" })
        KT_COMPARE_TEXT(said(change.c_str()),
            "All that is meant by '" + change
                + "' is on threads, or at times, that the replay does not look at, or takes no time of its own, so it "
                  "changes nothing.\n");
    KT_COMPARE_TEXT(said("in:nobody=0"),
        "No op, annotation, Python frame or call on the host is meant by 'in:nobody=0', so it changes nothing. Names "
        "count as a whole; /part/ is looked for anywhere in them.\n");
    KT_COMPARE_TEXT(said("keep:graph_making=1"),
        "Nothing that was recorded is meant by 'keep:graph_making=1', so it changes nothing.\n");
    KT_COMPARE_TEXT(said("in:aten::mm=0"), "");
}

/// Whoever takes time of a cause away by what is around it has to know of it what who names the cause is told.
void TestWhatIfRemarks::placesAndGraphsHaveTheNotesOfTheirTime()
{
    const std::string sleeping = wholeMicroseconds()
                                     .python("train.py(3): step", 0_us, 1'000_us, 1)
                                     .python("<built-in function sleep>", 100_us, 800_us, 2, 1)
                                     .launch(950_us, 10_us, 1)
                                     .kernel("k", 970_us, 20_us, 7, 1)
                                     .thread(100, 102)
                                     .python("worker.py(3): run", 0_us, 900_us, 3)
                                     .launch(100_us, 10_us, 2)
                                     .kernel("k", 120_us, 20_us, 8, 2)
                                     .text();
    const auto sleeps = [&](const char* change) {
        return !remarkOf(runOn(inputOf({ sleeping }), "what-if", { { "change", change } }), "python-waits").empty();
    };
    QVERIFY(sleeps("host:python=0"));
    QVERIFY(sleeps("in:/step/=0"));
    QVERIFY(!sleeps("in:cudaLaunchKernel=0")); // has no time of Python
    QVERIFY(!sleeps("keep:/step/=1,work:compute=0.5"));
    QVERIFY(!sleeps("keep:/./=1,in:/step/=0"));
    QVERIFY(!sleeps("in:/worker/=0")); // of another thread
    const auto room = [](const char* change) {
        return !remarkOf(
            runOn(inputOf({ fullQueueExample() }), "what-if", { { "max-queue-length", "2" }, { "change", change } }),
            "waits-for-room")
                    .empty();
    };
    QVERIFY(room("in:cudaLaunchKernel=0"));
    QVERIFY(!room("in:nobody=0"));
}

/// A graph is launched again and again, which one coming of its parts does not show.
void TestWhatIfRemarks::oneSequenceNeedNotComeAgain()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        const Timestamp at = i * 10_us;
        text.launch(at, 5_us, i + 1).kernel("k" + std::to_string(i), at + 6_us, 2_us, 7, i + 1);
    }
    const auto said = [&](const char* change) {
        return remarkOf(runOn(inputOf({ text.text() }), "what-if", { { "change", change } }), "graphs");
    };
    KT_COMPARE_TEXT(said("graph:single=1"),
        "what is launched as graphs are 20 GPU activities, launched in this order once: the recording does not show "
        "that they come again. A graph needs that, with the same shapes and addresses, and nothing that the host has "
        "to do in between, which the file does not tell; what it costs to launch one is not in the estimate.\n");
    KT_COMPARE_TEXT(said("host:launch=0"), "");
}

/// Of one's own change no saving is an answer, which needs a reason.
void TestWhatIfRemarks::whySomethingSavesNothingIsSaid()
{
    const auto said = [text = threeLaunchesExample()](const char* changes) {
        return remarkOf(runOn(inputOf({ text }), "what-if", { { "change", changes } }), "saves-nothing");
    };
    KT_COMPARE_TEXT(said("kernel:k1=0.5"),
        "nothing is saved: what changes is nowhere on the critical path, which leads above all through ops "
        "(62.5 %), launch calls (23.4 %) and computation (6.3 %).\n");
    for (const char* other : { "kernel:k1=0.5,host:op=0", "kernel:k1=2", "kernel:nobody=0.5", "host:op=0.5" })
        KT_COMPARE_TEXT(said(other), "");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ threeLaunchesExample() }), "what-if"), "saves-nothing"), "");
}

/// Those that are too short to count as waiting, where the queue of launches was full: a graph is one of them.
void TestWhatIfRemarks::shortLaunchesMayWaitForRoom()
{
    const auto said = [](const char* change) {
        TraceText text = wholeMicroseconds().launch(0_us, 5_us, 1).launch(5_us, 5_us, 2).launch(10_us, 5_us, 3);
        text.launch(15_us, 20_us, 4).launch(35_us, 5_us, 5);
        text.kernel("k1", 10_us, 20_us, 7, 1).kernel("k2", 30_us, 20_us, 7, 2).kernel("k3", 50_us, 20_us, 7, 3);
        text.kernel("k4", 70_us, 20_us, 7, 4).kernel("k5", 90_us, 20_us, 7, 5);
        return remarkOf(
            runOn(inputOf({ text.text() }), "what-if", { { "max-queue-length", "2" }, { "change", change } }),
            "short-waits-for-room");
    };
    for (const char* change : { "kernel:k1=0.5", "work:compute=0.5", "host:launch=0" })
        KT_COMPARE_TEXT(said(change),
            "1 launch call, shorter than 30 us, was made with 2 or more launches in its queue and may have waited for "
            "room in it, for up to 15.00 us. A replay keeps it as long as it is: faster GPU work may save more than is "
            "said here, and shorter launch calls less.\n");
    KT_COMPARE_TEXT(said("wait:synchronisation=0"), "");
    const std::string graph = wholeMicroseconds()
                                  .launch(0_us, 5_us, 1)
                                  .launch(15_us, 20_us, 2)
                                  .kernel("k1", 10_us, 20_us, 7, 1)
                                  .kernel("k2", 30_us, 20_us, 7, 1)
                                  .kernel("k3", 50_us, 20_us, 7, 1)
                                  .kernel("k4", 70_us, 20_us, 7, 2)
                                  .text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ graph }), "what-if", { { "max-queue-length", "2" } }), //
                        "short-waits-for-room"),
        "");
}

/// A queue is full with at least 19 of 20 of the most launches that ever waited in it: 40 here, so with 38, not
/// with 37.
void TestWhatIfRemarks::aQueueIsFullNearItsLongest()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 40; ++i)
        text.launch(i * 2_us, 1_us, i + 1);
    text.launch(100_us, 20_us, 41).launch(130_us, 20_us, 42).launch(160_us, 20_us, 43);
    const std::vector<Timestamp> starts { 105_us, 125_us, 126_us, 140_us, 155_us, 170_us };
    for (int i = 0; i < 43; ++i) {
        const std::size_t at = static_cast<std::size_t>(i);
        text.kernel("k", at < starts.size() ? starts[at] : 200_us + i * 2_us, 1_us, 7, i + 1);
    }
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), "what-if",
                                 { { "max-queue-length", "2" }, { "change", "work:compute=0.5" } }),
                        "short-waits-for-room"),
        "2 launch calls, each shorter than 30 us, were made with 2 or more launches in their queue and may have waited "
        "for room in it, for up to 15.00 us together. A replay keeps them as long as they are: faster GPU work may "
        "save more than is said here, and shorter launch calls less.\n");
}

/// What a saving takes away beside what its change names, and what it cannot.
void TestWhatIfRemarks::remarksSayWhatSavingsHold()
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
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ waits }), "what-if", { { "change", "in:/step/=0" } }), "python-waits"),
        "the main thread sleeps or waits in Python for 700.0 us where host time is taken away: for another thread, a "
        "request or a timer, which the trace does not tell. That waiting goes with it.\n");
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ waits }), "what-if", { { "change", "in:/helper/=0" } }), "python-waits"), "");
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
        "shows such a wait, a replay lets work start too early, or as late as it did though what it waited for is over "
        "sooner: changes may save less or more than is said here, those that take waits away less.\n");
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
    AnalysisInput ofRange = inputOf({ dataLoadingExample() });
    ofRange.scope.range = TimeRange { 0, 100'000 };
    KT_COMPARE_TEXT(remarkOf(runOn(ofRange, "what-if"), "replays-of-the-whole"),
        "Replays are of the whole trace: a chosen range or chosen streams change nothing here.\n");
    QCOMPARE(toQString(runOn(ofRange, "what-if")->remarks.front().code), QStringLiteral("replays-of-the-whole"));
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ dataLoadingExample() }), "what-if"), "replays-of-the-whole"), "");
}

void TestWhatIfRemarks::aWaitOfTheDeviceIsNoWorkToBeSpedUp()
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
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ dataLoadingExample() }), "what-if"), "waits-in-computation"), "");
}

/// The main thread's line has nothing of them: what it waits for there is not known, but what goes on is.
void TestWhatIfRemarks::collectivesOnOtherThreadsAreSaid()
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

/// What the host waits for in an op, or in Python, no link tells: that a collective runs meanwhile, the path can.
void TestWhatIfRemarks::collectivesBesideThePathAreSaid()
{
    const auto said = [](Nanoseconds length, std::int64_t process, std::int64_t thread) {
        TraceText text = wholeMicroseconds()
                             .op("aten::mm", 0_us, 700_us)
                             .op("c10d::allreduce_", 700_us, 300_us) // is one itself
                             .thread(process, thread)
                             .annotation("gloo:all_reduce", 300_us, length);
        return remarkOf(runOn(inputOf({ text.text() }), "critical-path"), "host-collectives");
    };
    KT_COMPARE_TEXT(said(200_us, 100, 200),
        "for 200.0 us of the host's time on the path a collective of a CPU backend runs on another thread: the host "
        "may be waiting for it, and with it for other ranks.\n");
    KT_COMPARE_TEXT(said(600_us, 100, 200),
        "for 400.0 us of the host's time on the path a collective of a CPU backend runs on another thread: the host "
        "may be waiting for it, and with it for other ranks.\n");
    KT_COMPARE_TEXT(said(10_us, 100, 200), "");  // too little
    KT_COMPARE_TEXT(said(200_us, 100, 100), ""); // no other thread
    KT_COMPARE_TEXT(said(200_us, 300, 300), ""); // of another process
    // What was not recorded is another remark's.
    TraceText text = wholeMicroseconds()
                         .op("aten::mm", 0_us, 500_us)
                         .op("aten::empty", 900_us, 100_us)
                         .thread(100, 200)
                         .annotation("gloo:all_reduce", 300_us, 500_us);
    const auto result = runOn(inputOf({ text.text() }), "critical-path");
    KT_COMPARE_TEXT(remarkOf(result, "collectives-beside"),
        "for 300.0 us of the 400.0 us that were not recorded on the path, collectives ('gloo:all_reduce') run on other "
        "threads: the main thread may be waiting for them, which the trace does not tell.\n");
    KT_COMPARE_TEXT(remarkOf(result, "host-collectives"),
        "for 200.0 us of the host's time on the path that was recorded, too, a collective of a CPU backend runs on "
        "another thread: the host may be waiting for it, and with it for other ranks.\n");
}

/// As of a backward pass of which only calls were recorded.
void TestWhatIfRemarks::launchesOnOtherThreadsAreSaidWhereNoOpsWereRecorded()
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

void TestWhatIfRemarks::waitForUnrecordedWorkIsNeverSaved()
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
        "Rank 0: the host waited 500.0 us for work that was not recorded, or for the GPU to be set up; no change is "
        "said to save any of it.");
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

/// By its length the second call counts as loading code (causes.md 1.3, rule 7), but what it does was done before.
void TestWhatIfRemarks::slowCallsThatAreNotTheFirstNeedNotLoadCode()
{
    const auto traceWith = [](const char* firstCall, int calls = 1) {
        TraceText text = wholeMicroseconds();
        text.launch(0_us, 5_us, 1).kernel("a", 8_us, 20_us, 7, 1).runtime(firstCall, 30_us, 1_us, 2);
        for (int i = 0; i < calls; ++i)
            text.runtime("cudaStreamGetPriority", 40_us + i * 3'010_us, 3'000_us, 3 + i);
        return text.launch(calls * 3'050_us, 5_us, 9).kernel("b", calls * 3'050_us + 10_us, 20_us, 7, 9).text();
    };
    for (const char* analysis : { "what-if", "critical-path", "idle-causes" }) {
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ traceWith("cudaStreamGetPriority") }), analysis, {}), "late-loading"),
            "3.000 ms of code loading is in a slow call that launches nothing and had been made before, "
            "'cudaStreamGetPriority': it may have waited for something else, such as a lock.\n");
        KT_COMPARE_TEXT(
            remarkOf(runOn(inputOf({ traceWith("cudaStreamGetPriority", 2) }), analysis, {}), "late-loading"),
            "6.000 ms of code loading is in slow calls that launch nothing and had been made before, such as "
            "'cudaStreamGetPriority': they may have waited for something else, such as a lock.\n");
    }
    const std::string first = traceWith("cudaGetDevice");
    for (const char* analysis : { "what-if", "critical-path", "idle-causes" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ first }), analysis, {}), "late-loading"), "");
}

/// Its kernel is the first of its name, and it runs long before the call is over: its code was there by then.
void TestWhatIfRemarks::aLaunchThatOutlastsTheStartOfItsKernelNeedNotLoadCode()
{
    const auto traceWith = [](Nanoseconds start, const char* overhead = nullptr, int launches = 1) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < launches; ++i) {
            text.launch(i * 3'050_us, 3'000_us, 1 + i);
            text.kernel(i == 0 ? "a" : "c", i * 3'050_us + start, 4_us, 7, 1 + i);
        }
        if (overhead != nullptr)
            text.complete("overhead", overhead, -1, 0, 100_us, 2'000_us);
        return text.launch(launches * 3'050_us, 5_us, 9).kernel("b", launches * 3'050_us + 10_us, 20_us, 7, 9).text();
    };
    const auto said = [](const std::string& text, const char* analysis) {
        return remarkOf(runOn(inputOf({ text }), analysis, {}), "loading-after-start");
    };
    const std::string rest = " of code loading is in a slow launch, 'cudaLaunchKernel', after all that it launches for "
                             "the first time had started to run: its code was loaded by then, and what the call went "
                             "on with was not recorded.\n";
    KT_COMPARE_TEXT(said(traceWith(12_us), "what-if"), "2.988 ms" + rest);
    KT_COMPARE_TEXT(said(traceWith(12_us), "critical-path"), "2.988 ms" + rest);
    KT_COMPARE_TEXT(said(traceWith(12_us), "idle-causes"), "2.984 ms" + rest); // less the kernel
    KT_COMPARE_TEXT(said(traceWith(12_us, nullptr, 2), "what-if"),
        "5.976 ms of code loading is in slow launches, such as 'cudaLaunchKernel', after all that they launch for the "
        "first time had started to run: its code was loaded by then, and what these calls went on with was not "
        "recorded.\n");
    for (const char* analysis : { "what-if", "critical-path", "idle-causes" }) {
        KT_COMPARE_TEXT(said(traceWith(2'990_us), analysis), ""); // as where code is loaded
        KT_COMPARE_TEXT(said(traceWith(12_us, "Lazy Function Loading"), analysis), "");
        QVERIFY(!said(traceWith(12_us, "Buffer Flush"), analysis).empty());
    }
    const auto outside = [](Nanoseconds start) {
        TraceText text = wholeMicroseconds().launch(0_us, 3'000_us, 1).kernel("a", start, 4_us, 7, 1);
        return findingOf(inputOf({ text.text() }), "outside-view");
    };
    QVERIFY2(outside(12_us).ends_with("; for 2.996 ms of it the main thread is in 'cudaLaunchKernel'."),
        outside(12_us).c_str());
    QVERIFY2(outside(2'990_us).find("where it loads code or sets something up") != std::string::npos,
        outside(2'990_us).c_str());
}

/// The clocks of host and GPU differ: when the kernel started in the call is not known.
void TestWhatIfRemarks::aKernelBeforeItsLaunchSaysNothingOfItsCode()
{
    const auto textWith = [](Timestamp start) {
        TraceText text = wholeMicroseconds().launch(100_us, 10_us, 1).kernel("a", 115_us, 20_us, 7, 1);
        text.launch(1'000_us, 2'000_us, 2).kernel("b", start, 20_us, 7, 2);
        return text.launch(3'500_us, 10_us, 3).kernel("a", 3'520_us, 20_us, 7, 3).text();
    };
    for (const char* analysis : { "what-if", "critical-path", "idle-causes" }) {
        QVERIFY(!remarkOf(runOn(inputOf({ textWith(1'100_us) }), analysis, {}), "loading-after-start").empty());
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ textWith(900_us) }), analysis, {}), "loading-after-start"), "");
    }
    QVERIFY(findingOf(textWith(900_us), "first-use").contains("usually only first calls do so"));
}

/// Until their kernels ran they had taken no longer than launches that load nothing.
void TestWhatIfRemarks::launchesThatWereNotSlowUntilTheStartNeedNotLoadCode()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i)
        text.launch(i * 1'500_us, 1'000_us, i + 1)
            .kernel("k" + std::to_string(i), i * 1'500_us + 10_us, 5_us, 7, i + 1);
    for (const char* analysis : { "what-if", "critical-path" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), analysis, {}), "loading-after-start"),
            "19.80 ms of code loading is in slow launches, such as 'cudaLaunchKernel', after all that they launch for "
            "the first time had started to run: its code was loaded by then, and what these calls went on with was not "
            "recorded.\n");
}

void TestWhatIfRemarks::otherSetUpIsNoSlowFirstLaunch()
{
    const auto findingWith = [](Nanoseconds freeing, int launches = 1) {
        TraceText text = wholeMicroseconds().launch(0_us, 10_us, 1).kernel("a", 15_us, 20_us, 7, 1);
        Timestamp at = 1'000_us;
        for (int i = 0; i < launches; ++i, at += 301'000_us)
            text.launch(at, 300'000_us, i + 2).kernel("b" + std::to_string(i), at + 100_us, 20_us, 7, i + 2);
        if (freeing > 0)
            text.runtime("cudaFree", at, freeing, 8);
        at += freeing + 1'000_us;
        return findingOf(text.launch(at, 10_us, 9).kernel("a", at + 20_us, 20_us, 7, 9).text(), "first-use");
    };
    const QString mixed = findingWith(250'000_us);
    QVERIFY2(mixed.contains("while the host is in what counts as loading code or setting something up (54."),
        qPrintable(mixed));
    QVERIFY2(mixed.contains("usually only first calls do so; record after some steps of warm-up to leave them out. But "
                            "for 299.9 ms of it a slow launch went on when all that it launches for the first time had "
                            "started to run: its code was loaded by then, and what the launch went on with was not "
                            "recorded."),
        qPrintable(mixed));
    QVERIFY2(mixed.contains("with no time in what counts as loading code, and none in allocation"), qPrintable(mixed));
    const QString two = findingWith(0, 2);
    QVERIFY2(two.contains("while the host is in slow first launches (") && two.contains("all that they launch for"),
        qPrintable(two));
}

void TestWhatIfRemarks::theLongLaunchOfAPublicTraceIsDoubted()
{
    const auto trace = QStringLiteral("traces/inference_rank1_old/inference_rank_1.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    for (const char* analysis : { "what-if", "critical-path", "idle-causes" })
        QVERIFY(!remarkOf(runOn(input, analysis, {}), "loading-after-start").empty());
    const std::string finding = findingOf(input, "first-use");
    QVERIFY2(
        finding.find("while the host is in a slow first launch (100.0 % of it in 'cudaLaunchKernel'), at one "
                     "time. By then all that this call launches for the first time had started to run: its code was "
                     "loaded, and what the call went on with was not recorded.")
            != std::string::npos,
        finding.c_str());
    QVERIFY2(finding.find("with no time in what counts as loading code") != std::string::npos, finding.c_str());
}

void TestWhatIfRemarks::hostTimeMayWaitForAGpuThatWasNotRecorded()
{
    const auto said = [](const TraceText& text, const char* analysis) {
        return remarkOf(runOn(inputOf({ text.text() }), analysis, {}), "gpu-not-recorded");
    };
    const TraceText host = wholeMicroseconds().op("aten::mm", 0_us, 100_us);
    for (const char* analysis : { "what-if", "critical-path" }) {
        KT_COMPARE_TEXT(said(host, analysis), "");
        KT_COMPARE_TEXT(said(TraceText(host).op("nccl:all_reduce", 110_us, 20_us), analysis),
            "no GPU work is in the file, though collectives of GPUs (nccl) are: time of the host may be "
            "waiting for the GPU, which the trace does not tell.\n");
        KT_COMPARE_TEXT(said(TraceText(host).launch(10_us, 5_us, 1), analysis),
            "no GPU work is in the file, though calls of the GPU's runtime are: time of the host may be "
            "waiting for the GPU, which the trace does not tell.\n");
        KT_COMPARE_TEXT(said(TraceText(host).launch(10_us, 5_us, 1).kernel("k", 20_us, 5_us, 7, 1), analysis), "");
    }
}

QTEST_GUILESS_MAIN(TestWhatIfRemarks)
#include "tst_what_if_remarks.moc"
