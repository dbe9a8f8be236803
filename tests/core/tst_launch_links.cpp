// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <string>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::findSlice;

/// Which call launched which device work ([0.8]): by correlation, flow or external id, and whose a number is that
/// several have.
class TestLaunchLinks : public QObject {
    Q_OBJECT

private slots:
    void linksOfSection0_8();
    void correlationZeroJoinsOnlyAPair_data();
    void correlationZeroJoinsOnlyAPair();
    void lastCallInTheFileWinsADuplicateCorrelation();
    void arrowsTellWhoseTheWorkOfASharedNumberIs();
    void timesTellProcessesWithTheSameNumbersApart();
    void timesTellNothingWhereClocksMayDiffer();
    void callsInsideOthersMayHaveNoTime();
    void streamsTellProcessesWithTheSameNumbersApart();
    void streamsTellTheCyclesOfAProfilerApart();
    void labelsOfProcessesTellMergedRanksApart_data();
    void labelsOfProcessesTellMergedRanksApart();
    void unknownStaysWhoseTheWorkOfASharedNumberIs();
    void flowsJoinWhereCorrelationsAreAbsent();
    void externalIdsJoinWhereNothingElseDoes();
    void opAndPythonStacksLeadToTheLaunch();
};

namespace {

QStringList namesOf(const Trace& trace, const std::vector<SliceId>& slices)
{
    QStringList names;
    for (const SliceId slice : slices)
        names << QString::fromUtf8(trace.name(slice).data(), int(trace.name(slice).size()));
    return names;
}

/// Two processes launch under the same number: "a of N" by the one, on stream 7, "b of N" by the other, on stream 9.
void addTwoLaunches(EventBuilder& events, std::int64_t number, Timestamp a, Timestamp b, Timestamp kernelA,
    Timestamp kernelB, const char* callOfB = "cudaLaunchKernel")
{
    const std::string of = " of " + std::to_string(number);
    events.onThread("100", "100").slice("cuda_runtime", "cudaLaunchKernel", a, a + 10, number);
    events.onThread("200", "200").slice("cuda_runtime", callOfB, b, b + 10, number);
    events.onStream(0, 7).slice("kernel", "a" + of, kernelA, kernelA + 20, number);
    events.onStream(0, 9).slice("kernel", "b" + of, kernelB, kernelB + 20, number);
}

/// Launches that other numbers tell apart: work does not start before its launch.
void addKnownLaunches(EventBuilder& events, Timestamp early = 0)
{
    for (int i = 0; i < 10; ++i) {
        const Timestamp start = 10'000 + i * 100;
        events.onThread("300", "300").slice("cuda_runtime", "cudaLaunchKernel", start, start + 10, 500 + i);
        events.onStream(0, 11).slice("kernel", "known", start + 20 - early, start + 50 - early, 500 + i);
    }
}

/// "100", "200" or, of work without a launch, "".
std::string launcherOf(const Trace& trace, std::string_view kernel)
{
    const SliceId launch = trace.launchOf(findSlice(trace, kernel));
    return launch.isValid() ? std::string(trace.text(trace.track(trace.trackOf(launch)).pid)) : "";
}

} // namespace

void TestLaunchLinks::linksOfSection0_8()
{
    EventBuilder events;
    const char* calls[] = { "call 15", "call 16", "call 22" };
    const std::int64_t ids[] = { 15, 16, 22 };
    for (int i = 0; i < 3; ++i)
        events.slice("cuda_runtime", calls[i], i * 100, i * 100 + 50, ids[i]);
    events.onStream(0, 7);
    events.slice("kernel", "second of 15", 700, 800, 15);
    events.slice("kernel", "first of 15", 500, 600, 15);
    events.slice("kernel", "orphan", 900, 950, 30);
    events.slice("cuda_sync", "Event Sync", 100, 150, 16);
    const auto trace = events.build();

    const SliceId launch = findSlice(*trace, "call 15");
    const auto links = trace->launches().of(launch);
    QCOMPARE(links.size(), std::size_t { 2 });
    QCOMPARE(links[0].work, findSlice(*trace, "first of 15"));
    QCOMPARE(trace->slices().partner[launch.index()], findSlice(*trace, "first of 15"));
    QCOMPARE(trace->launchOf(findSlice(*trace, "second of 15")), launch);
    QVERIFY(!trace->launchOf(findSlice(*trace, "orphan")).isValid());
    QVERIFY(!trace->slices().partner[findSlice(*trace, "call 22").index()].isValid());
    QCOMPARE(trace->launchOf(findSlice(*trace, "Event Sync")), findSlice(*trace, "call 16"));
    QVERIFY(trace->launches().of(findSlice(*trace, "call 16")).empty());
}

void TestLaunchLinks::correlationZeroJoinsOnlyAPair_data()
{
    QTest::addColumn<int>("calls");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<bool>("joins");
    QTest::newRow("one call, one kernel") << 1 << 1 << true;
    QTest::newRow("one call, two kernels") << 1 << 2 << false;
    QTest::newRow("two calls, one kernel") << 2 << 1 << false;
}

void TestLaunchLinks::correlationZeroJoinsOnlyAPair()
{
    QFETCH(int, calls);
    QFETCH(int, kernels);
    EventBuilder events;
    for (int i = 0; i < calls; ++i)
        events.slice("cuda_runtime", "call", i * 10, i * 10 + 5, 0);
    events.onStream(0, 7);
    for (int i = 0; i < kernels; ++i)
        events.slice("kernel", "kernel", 100 + i * 10, 105 + i * 10, 0);
    const auto trace = events.build();
    QTEST(trace->launchOf(findSlice(*trace, "kernel")).isValid(), "joins");
}

void TestLaunchLinks::lastCallInTheFileWinsADuplicateCorrelation()
{
    EventBuilder events;
    events.slice("mtia_runtime", "late in time", 100, 110, 5);
    events.slice("mtia_runtime", "late in file", 0, 10, 5);
    events.slice("cpu_op", "an op with the same id", 200, 210, 5);
    events.onStream(0, 7);
    events.slice("mtia_ccp_events", "work", 300, 310, 5);
    const auto trace = events.build();
    QCOMPARE(trace->launchOf(findSlice(*trace, "work")), findSlice(*trace, "late in file"));
}

void TestLaunchLinks::arrowsTellWhoseTheWorkOfASharedNumberIs()
{
    EventBuilder events;
    events.slice("cuda_runtime", "cudaLaunchKernel", 0, 10, 5);
    events.event('s', "ac2g", "ac2g", 0, 5);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20, 30, 6);
    events.event('s', "ac2g", "ac2g", 20, 6);
    events.slice("cuda_runtime", "cudaLaunchKernel", 40, 50, 7);
    events.event('s', "ac2g", "ac2g", 40, 7);
    events.event('s', "ac2g", "ac2g", 41, 7); // used again: this arrow may be another call's
    events.onStream(0, 7);
    for (int i = 0; i < 3; ++i) {
        events.slice("kernel", "kernel " + std::to_string(5 + i), 100 + i * 20, 110 + i * 20, 5);
        events.event('f', "ac2g", "ac2g", 100 + i * 20, 5 + i);
        events.withFlags(kRawBindEnclosing);
    }
    const auto trace = events.build();
    const auto startOfLaunch = [&trace](const char* kernel) {
        const SliceId launch = trace->launchOf(findSlice(*trace, kernel));
        return launch.isValid() ? trace->slices().start[launch.index()] : -1;
    };
    QCOMPARE(startOfLaunch("kernel 5"), Timestamp { 0 });
    QCOMPARE(startOfLaunch("kernel 6"), Timestamp { 20 });
    QCOMPARE(startOfLaunch("kernel 7"), Timestamp { -1 });
    QCOMPARE(trace->launches().all().size(), std::size_t { 2 });
}

void TestLaunchLinks::timesTellProcessesWithTheSameNumbersApart()
{
    EventBuilder events;
    addKnownLaunches(events);
    addTwoLaunches(events, 1, 0, 100, 50, 150);
    // The other process only asks under this number.
    addTwoLaunches(events, 2, 200, 200, 250, 300, "cudaEventQuery");
    const auto trace = events.build();
    QCOMPARE(launcherOf(*trace, "a of 1"), std::string("100"));
    QCOMPARE(launcherOf(*trace, "b of 1"), std::string("200"));
    // By their times both kernels can be of the one launch; its process uses the stream of one of them.
    QCOMPARE(launcherOf(*trace, "a of 2"), std::string("100"));
    QCOMPARE(launcherOf(*trace, "b of 2"), std::string());
    QCOMPARE(
        trace->slices().partner[trace->launchOf(findSlice(*trace, "b of 1")).index()], findSlice(*trace, "b of 1"));
}

/// Where nothing else says that the clocks agree, or where it says that they do not, times tell nothing.
void TestLaunchLinks::timesTellNothingWhereClocksMayDiffer()
{
    for (const bool isAnyKnown : { false, true }) {
        EventBuilder events;
        if (isAnyKnown)
            addKnownLaunches(events, 25);
        addTwoLaunches(events, 1, 0, 100, 50, 150);
        const auto trace = events.build();
        QCOMPARE(launcherOf(*trace, "a of 1"), std::string());
        QCOMPARE(launcherOf(*trace, "b of 1"), std::string());
    }
}

/// Times in whole microseconds: what a call ends with may have no time left.
void TestLaunchLinks::callsInsideOthersMayHaveNoTime()
{
    EventBuilder events;
    events.slice("cuda_runtime", "cudaLaunchKernel", 10, 12, 5);
    events.slice("cuda_driver", "cuLaunchKernel", 12, 12, 5);
    events.onStream(0, 7).slice("kernel", "kernel", 20, 30, 5);
    const auto trace = events.build();
    QCOMPARE(trace->launchOf(findSlice(*trace, "kernel")), findSlice(*trace, "cuLaunchKernel"));
}

void TestLaunchLinks::streamsTellProcessesWithTheSameNumbersApart()
{
    EventBuilder events;
    addKnownLaunches(events);
    addTwoLaunches(events, 1, 0, 100, 50, 150);
    addTwoLaunches(events, 2, 200, 210, 250, 250);
    const auto trace = events.build();
    QCOMPARE(launcherOf(*trace, "a of 2"), std::string("100"));
    QCOMPARE(launcherOf(*trace, "b of 2"), std::string("200"));
}

/// Two cycles number their launches of graphs alike: what was launched later and has run before tells whose the work
/// is.
void TestLaunchLinks::streamsTellTheCyclesOfAProfilerApart()
{
    const auto graphs = [](bool isInOrder) {
        EventBuilder events;
        addKnownLaunches(events);
        for (const Timestamp cycle : { Timestamp { 0 }, Timestamp { 100'000 } }) {
            for (int i = 0; i < 3; ++i) {
                const Timestamp at = cycle + i * 1'000;
                events.onThread("100", "100").slice("cuda_runtime", "cudaGraphLaunch", at, at + 10, 40 + i);
                for (int piece = 0; piece < 3; ++piece) {
                    const Timestamp start = at + 20 + piece * 100;
                    events.onStream(0, isInOrder ? 7 : 20 + i).slice("kernel", "piece", start, start + 90, 40 + i);
                }
            }
        }
        return events.build();
    };
    const auto trace = graphs(true);
    const SliceTable& slices = trace->slices();
    QCOMPARE(trace->launches().all().size(), std::size_t { 18 + 10 });
    for (const LaunchTable::Link& link : trace->launches().all()) // each piece with its own cycle's launch
        QVERIFY(slices.start[link.work.index()] - slices.start[link.launch.index()] < 1'000);
    // On streams of their own nothing was launched between them.
    QCOMPARE(graphs(false)->launches().all().size(), std::size_t { 9 + 10 });
}

void TestLaunchLinks::labelsOfProcessesTellMergedRanksApart_data()
{
    QTest::addColumn<QStringList>("pids"); // host and GPU of two ranks that have all their numbers in common
    QTest::addColumn<bool>("areApart");
    QTest::newRow("SGLang") << QStringList { "[TP00] 100", "[TP00] 0", "[TP01] 200", "[TP01] 0" } << true;
    QTest::newRow("words") << QStringList { "rank 0: 100", "rank 0: 0", "rank 1: 200", "rank 1: 0" } << true;
    QTest::newRow("numbers") << QStringList { "100", "0", "200", "1" } << false;
    QTest::newRow("names of processes") << QStringList { "host 100", "GPU 0", "host 200", "GPU 1" } << false;
}

void TestLaunchLinks::labelsOfProcessesTellMergedRanksApart()
{
    QFETCH(QStringList, pids);
    QFETCH(bool, areApart);
    QStringList events;
    const auto add = [&](const char* format, int rank, int side, int ts) {
        events << QString(format).arg(pids[2 * rank + side]).arg(rank).arg(ts);
    };
    for (const int rank : { 0, 1 }) {
        add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel %2","pid":"%1","tid":5,"ts":%3,"dur":2,)"
            R"("args":{"correlation":9}})",
            rank, 0, 10);
        add(R"({"ph":"s","cat":"ac2g","name":"ac2g","id":9,"pid":"%1","tid":5,"ts":%3,"args":{"rank":%2}})", rank, 0,
            10);
        add(R"({"ph":"X","cat":"kernel","name":"kernel %2","pid":"%1","tid":7,"ts":%3,"dur":5,)"
            R"("args":{"correlation":9,"device":0,"stream":7}})",
            rank, 1, 20);
        add(R"({"ph":"f","cat":"ac2g","name":"ac2g","id":9,"pid":"%1","tid":7,"ts":%3,"bp":"e","args":{"rank":%2}})",
            rank, 1, 20);
    }
    const auto trace = tests::loadText(QStringLiteral("{\"traceEvents\":[%1]}").arg(events.join(',')).toStdString());
    QVERIFY(trace.isOk());
    const SliceId first = findSlice(**trace, "kernel 0");
    const SliceId second = findSlice(**trace, "kernel 1");
    QCOMPARE((*trace)->launchOf(first).isValid(), areApart);
    QCOMPARE((*trace)->launchOf(second).isValid(), areApart);
    if (areApart) {
        QCOMPARE((*trace)->launchOf(first), findSlice(**trace, "cudaLaunchKernel 0"));
        QCOMPARE((*trace)->launchOf(second), findSlice(**trace, "cudaLaunchKernel 1"));
        QVERIFY(!(*trace)->report().counted.contains("unpaired-flow"));
    }
    // Each rank calls its GPU 0.
    const auto deviceOf = [&trace](SliceId slice) { return (*trace)->track((*trace)->trackOf(slice)).device; };
    QVERIFY(deviceOf(first) != deviceOf(second));
    const QString pid = pids.back();
    const bool isNumber = pid == QLatin1String("1");
    QCOMPARE(QString::fromStdString(std::string((*trace)->deviceText(deviceOf(second)))),
        isNumber ? QStringLiteral("pid 1") : pid);
}

void TestLaunchLinks::unknownStaysWhoseTheWorkOfASharedNumberIs()
{
    EventBuilder events;
    addTwoLaunches(events, 2, 200, 210, 250, 250);
    // Synchronisations of two processes: the row belongs to the call that it begins in.
    events.onThread("100", "100").slice("cuda_runtime", "cudaStreamSynchronize", 300, 400, 3);
    events.onThread("200", "200").slice("cuda_runtime", "cudaStreamSynchronize", 500, 600, 3);
    events.onStream(0, 7).slice("cuda_sync", "Stream Sync", 310, 400, 3);
    const auto trace = events.build();
    QCOMPARE(launcherOf(*trace, "a of 2"), std::string());
    QCOMPARE(launcherOf(*trace, "b of 2"), std::string());
    QCOMPARE(launcherOf(*trace, "Stream Sync"), std::string("100"));
    QVERIFY(trace->launches().all().empty());
}

void TestLaunchLinks::flowsJoinWhereCorrelationsAreAbsent()
{
    EventBuilder events;
    events.slice("cpu_op", "op", 0, 100);
    events.slice("cuda_runtime", "hipExtModuleLaunchKernel", 10, 20);
    events.event('s', "ac2g", "ac2g", 10, 25);
    events.slice("cuda_runtime", "cudaLaunchKernel", 30, 40, 7);
    events.event('s', "ac2g", "ac2g", 30, 26);
    events.onStream(0, 7);
    events.slice("kernel", "uncorrelated", 200, 300);
    events.event('f', "ac2g", "ac2g", 200, 25);
    events.withFlags(kRawBindEnclosing);
    events.slice("kernel", "of another call", 400, 500, 99);
    events.event('f', "ac2g", "ac2g", 400, 26); // a correlation that nobody has is no reason to believe the arrow
    events.withFlags(kRawBindEnclosing);
    const auto trace = events.build();
    const SliceId call = findSlice(*trace, "hipExtModuleLaunchKernel");
    QCOMPARE(trace->launchOf(findSlice(*trace, "uncorrelated")), call);
    QCOMPARE(trace->launches().of(call).size(), std::size_t { 1 });
    QVERIFY(!trace->launchOf(findSlice(*trace, "of another call")).isValid());
}

void TestLaunchLinks::externalIdsJoinWhereNothingElseDoes()
{
    const auto add = [](EventBuilder& events, const char* category, const char* name, Timestamp begin,
                         std::int64_t id) {
        events.slice(category, name, begin, begin + 5);
        events.withArg(ArgKey::ExternalId, id);
    };
    EventBuilder events;
    add(events, "cuda_runtime", "graph", 0, 1); // not called Launch, Memcpy or Memset: hands nothing over
    add(events, "cuda_runtime", "hipGraphLaunch", 10, 1);
    add(events, "cuda_runtime", "second hipLaunchKernel", 40, 2);
    add(events, "cuda_runtime", "first hipLaunchKernel", 30, 2);
    add(events, "cuda_runtime", "hipMemcpyAsync", 50, 3);
    add(events, "cuda_runtime", "hipLaunchKernel of three", 60, 3);
    events.onStream(0, 7);
    add(events, "kernel", "a of one", 100, 1);
    add(events, "kernel", "b of one", 110, 1);
    add(events, "kernel", "first of two", 120, 2);
    add(events, "kernel", "second of two", 130, 2);
    add(events, "kernel", "of three, which has two calls", 140, 3);
    add(events, "kernel", "of nobody", 150, 4);
    const auto trace = events.build();
    const auto launchOf = [&trace](const char* work) { return trace->launchOf(findSlice(*trace, work)); };
    QCOMPARE(launchOf("a of one"), findSlice(*trace, "hipGraphLaunch"));
    QCOMPARE(launchOf("b of one"), findSlice(*trace, "hipGraphLaunch"));
    QCOMPARE(launchOf("first of two"), findSlice(*trace, "first hipLaunchKernel"));
    QCOMPARE(launchOf("second of two"), findSlice(*trace, "second hipLaunchKernel"));
    QVERIFY(!launchOf("of three, which has two calls").isValid());
    QVERIFY(!launchOf("of nobody").isValid());
}

void TestLaunchLinks::opAndPythonStacksLeadToTheLaunch()
{
    EventBuilder events;
    events.slice("python_function", "train.py(1): main", 0, 1'000);
    events.slice("user_annotation", "ProfilerStep#1", 10, 900);
    events.slice("python_function", "nn.Module: Linear_0", 20, 800);
    events.slice("cpu_op", "aten::linear", 30, 700);
    events.slice("cpu_op", "aten::addmm", 40, 600);
    events.slice("cuda_runtime", "cudaLaunchKernel", 50, 60, 1);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 100, 200, 1);
    events.slice("kernel", "unlaunched", 300, 400, 2);
    const auto trace = events.build();
    const SliceId gemm = findSlice(*trace, "gemm");
    QCOMPARE(namesOf(*trace, trace->opStack(gemm)),
        (QStringList { "ProfilerStep#1", "aten::linear", "aten::addmm", "cudaLaunchKernel" }));
    QCOMPARE(namesOf(*trace, trace->pythonStack(gemm)), (QStringList { "train.py(1): main", "nn.Module: Linear_0" }));
    QVERIFY(trace->opStack(findSlice(*trace, "unlaunched")).empty());
    QCOMPARE(namesOf(*trace, trace->opStack(findSlice(*trace, "aten::addmm"))),
        (QStringList { "ProfilerStep#1", "aten::linear" }));
}

QTEST_GUILESS_MAIN(TestLaunchLinks)
#include "tst_launch_links.moc"
