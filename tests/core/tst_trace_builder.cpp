// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/track_cursor.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"

#include <QChar>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::findSlice;

/// From events to tracks, slices, links, steps and counts.
class TestTraceBuilder : public QObject {
    Q_OBJECT

private slots:
    void anEmptyFileIsAnEmptyTrace();
    void beginEndPairs_data();
    void beginEndPairs();
    void crossedEndClosesTheSliceOfItsName();
    void pairsAreLinkedByTheCorrelationOfTheirBegin();
    void theFirstKnownOfSeveralCategoriesCounts();
    void endsNeedNotRepeatTheCategoryOfTheirBegin();
    void asyncPairsMayOverlap();
    void instantsGetTheirOwnTrack();
    void countersAreTracksBySeries();
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
    void stepsOfSection0_9();
    void stepsOfOldFilesAreOperators();
    void stepPresets_data();
    void stepPresets();
    void flowsBindToTheirSlices();
    void forwardOpIsFoundByFlowOrSequence_data();
    void forwardOpIsFoundByFlowOrSequence();
    void flowsWithoutPartnerAreCounted();
    void tracksAreNamedAndOrdered();
    void cursorsFindTheTracksOfSlices();
    void deviceZeroAndProcessZeroStayApart();
    void streamArgumentsDifferFromTheTrack();
    void kernelsAtZeroDoNotSpoilTheFirstView();
    void countsAlwaysAddUp_data();
    void countsAlwaysAddUp();
    void cancelledBuildSaysSo();
    void bytesPerSlice();
};

namespace {

std::uint64_t countOf(const Trace& trace, const std::string& kind)
{
    const auto it = trace.report().counted.find(kind);
    return it != trace.report().counted.end() ? it->second : 0;
}

std::uint64_t sumOfCounts(const Trace& trace)
{
    std::uint64_t sum = trace.report().drawable;
    for (const auto& [kind, count] : trace.report().counted)
        sum += count;
    return sum;
}

QStringList namesOf(const Trace& trace, const std::vector<SliceId>& slices)
{
    QStringList names;
    for (const SliceId slice : slices)
        names << QString::fromUtf8(trace.name(slice).data(), int(trace.name(slice).size()));
    return names;
}

} // namespace

void TestTraceBuilder::anEmptyFileIsAnEmptyTrace()
{
    EventBuilder events;
    const auto trace = events.build();
    QCOMPARE(trace->slices().size(), std::size_t { 0 });
    QCOMPARE(trace->tracks().size(), std::size_t { 0 });
    QVERIFY(trace->range().isEmpty());
    QVERIFY(trace->report().isClean());
}

void TestTraceBuilder::beginEndPairs_data()
{
    QTest::addColumn<QString>(
        "phases"); ///< one letter an event, 10 ns apart: a, b begin, A, B end, - ends without a name
    QTest::addColumn<QString>("expected"); ///< slices as name[begin,end), sorted by start
    QTest::addColumn<int>("unmatchedEnds");
    QTest::newRow("nothing") << ""
                             << "" << 0;
    QTest::newRow("one pair") << "aA"
                              << "a[0,10)" << 0;
    QTest::newRow("nested") << "abBA"
                            << "a[0,30) b[10,20)" << 0;
    QTest::newRow("end without a name") << "ab--"
                                        << "a[0,30) b[10,20)" << 0;
    QTest::newRow("end without a beginning") << "AaA"
                                             << "a[10,20)" << 1;
    QTest::newRow("beginning without an end") << "abB"
                                              << "a[0,20) b[10,20)" << 0;
    QTest::newRow("unknown name ends the innermost") << "aB"
                                                     << "a[0,10)" << 0;
}

void TestTraceBuilder::beginEndPairs()
{
    QFETCH(QString, phases);
    EventBuilder events;
    Timestamp ts = 0;
    for (const QChar letter : phases) {
        const std::string name = letter == '-' ? "" : QString(letter.toLower()).toStdString();
        events.event(letter.isLower() ? 'B' : 'E', "cpu_op", name, ts);
        ts += 10;
    }
    const auto trace = events.build();
    QStringList slices;
    for (std::size_t row = 0; row < trace->slices().size(); ++row) {
        const TimeRange range = trace->slices().range(SliceTable::at(row));
        slices << QStringLiteral("%1[%2,%3)")
                      .arg(namesOf(*trace, { SliceTable::at(row) }).front())
                      .arg(range.begin)
                      .arg(range.end);
    }
    QTEST(slices.join(' '), "expected");
    QTEST(int(countOf(*trace, "unmatched-end")), "unmatchedEnds");
    QCOMPARE(sumOfCounts(*trace), trace->report().events);
}

void TestTraceBuilder::crossedEndClosesTheSliceOfItsName()
{
    EventBuilder events;
    events.event('B', "", "outer", 0);
    events.event('B', "", "inner", 10'000);
    events.event('E', "", "outer", 20'000);
    events.event('E', "", "inner", 30'000);
    const auto trace = events.build();
    QCOMPARE(trace->slices().end(findSlice(*trace, "outer")), Timestamp { 20'000 });
    QCOMPARE(trace->slices().end(findSlice(*trace, "inner")), Timestamp { 30'000 });
    QCOMPARE(trace->report().entry(Problem::CrossedPair).count, std::uint64_t { 1 });
}

void TestTraceBuilder::pairsAreLinkedByTheCorrelationOfTheirBegin()
{
    constexpr std::int64_t kLong = 5'000'000'000; // more than 32 bits
    EventBuilder events;
    for (const std::int64_t correlation : { std::int64_t { 7 }, kLong }) {
        const Timestamp begin = correlation == kLong ? 1'000 : 0;
        const std::string number = std::to_string(correlation);
        events.onThread("1", "1");
        events.event('B', "cuda_runtime", "launch" + number, begin, correlation);
        events.event('E', "", "launch" + number, begin + 10);
        events.onStream(0, 7);
        events.event('B', "kernel", "kernel" + number, begin + 20, correlation);
        events.event('E', "kernel", "kernel" + number, begin + 40);
    }
    const auto trace = events.build();
    for (const std::string number : { "7", "5000000000" }) {
        const SliceId kernel = findSlice(*trace, "kernel" + number);
        QVERIFY(trace->launchOf(kernel).isValid());
        QCOMPARE(trace->launchOf(kernel), findSlice(*trace, "launch" + number));
    }
}

void TestTraceBuilder::theFirstKnownOfSeveralCategoriesCounts()
{
    QVERIFY(eventKindOf("gpu,kernel") == EventKind::Kernel);
    QVERIFY(eventKindOf("cpu_op,kernel") == EventKind::CpuOp);
    QVERIFY(eventKindOf("a,cuda_runtime") == EventKind::RuntimeCall);
    QVERIFY(eventKindOf("blink,,v8") == EventKind::Other);
}

void TestTraceBuilder::endsNeedNotRepeatTheCategoryOfTheirBegin()
{
    // By its pid and tid alone an end is one of a host thread; so it is where something began there.
    for (const bool isThreadBeside : { false, true }) {
        EventBuilder events;
        events.onStream(0, 7).event('B', "kernel", "gemm", 20);
        events.onThread("0", "7");
        if (isThreadBeside)
            events.event('B', "cpu_op", "op", 10);
        events.event('E', "", "", 40);
        const auto trace = events.build();
        QCOMPARE(countOf(*trace, "unmatched-end"), std::uint64_t { 0 });
        QCOMPARE(trace->slices().range(findSlice(*trace, isThreadBeside ? "op" : "gemm")).end, Timestamp { 40 });
        QCOMPARE(trace->slices().isSound(findSlice(*trace, "gemm")), !isThreadBeside);
    }
}

void TestTraceBuilder::asyncPairsMayOverlap()
{
    EventBuilder events;
    events.event('b', "request", "load", 0, 1);
    events.event('b', "request", "load", 10, 2);
    events.event('n', "request", "half", 5, 1);
    events.event('e', "request", "load", 20, 1);
    events.event('e', "request", "load", 30, 2);
    events.event('e', "request", "load", 40, 3);
    const auto trace = events.build();
    QCOMPARE(trace->tracks().size(), std::size_t { 1 });
    QCOMPARE(trace->tracks()[0].kind, TrackKind::HostAsync);
    QCOMPARE(trace->tracks()[0].sliceCount, 3u);
    QCOMPARE(int(trace->tracks()[0].laneCount), 3); // request 1, its instant, request 2
    QCOMPARE(countOf(*trace, "unmatched-end"), std::uint64_t { 1 });
    QCOMPARE(trace->report().entry(Problem::OverlappingSlices).count, std::uint64_t { 0 });
}

void TestTraceBuilder::instantsGetTheirOwnTrack()
{
    EventBuilder events;
    events.slice("cpu_op", "op", 0, 100);
    events.event('i', "cpu_instant_event", "[memory]", 50);
    const auto trace = events.build();
    const SliceId instant = findSlice(*trace, "[memory]");
    QCOMPARE(trace->track(trace->trackOf(instant)).kind, TrackKind::HostInstants);
    QVERIFY(trace->slices().has(instant, kSliceInstant));
    QVERIFY(!trace->slices().parent[instant.index()].isValid());
    QCOMPARE(trace->slices().duration(instant), Nanoseconds { 0 });
}

void TestTraceBuilder::countersAreTracksBySeries()
{
    EventBuilder events;
    events.counter("memory", 20, { { "used", 2.0 }, { "free", 8.0 } });
    events.counter("memory", 10, { { "used", 1.0 }, { "free", 9.0 } });
    events.counter("memory", 30, {});
    const auto trace = events.build();
    QCOMPARE(trace->tracks().size(), std::size_t { 2 });
    const Track& used = trace->tracks()[0];
    QCOMPARE(used.name, std::string("memory: used"));
    QCOMPARE(used.sampleCount, 2u);
    QCOMPARE(trace->counters().time[used.firstSample], Timestamp { 10 });
    QCOMPARE(trace->counters().value[used.firstSample], 1.0);
    QCOMPARE(countOf(*trace, "counter-without-value"), std::uint64_t { 1 });
    QCOMPARE(trace->report().drawable, std::uint64_t { 2 });
}

void TestTraceBuilder::linksOfSection0_8()
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

void TestTraceBuilder::correlationZeroJoinsOnlyAPair_data()
{
    QTest::addColumn<int>("calls");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<bool>("joins");
    QTest::newRow("one call, one kernel") << 1 << 1 << true;
    QTest::newRow("one call, two kernels") << 1 << 2 << false;
    QTest::newRow("two calls, one kernel") << 2 << 1 << false;
}

void TestTraceBuilder::correlationZeroJoinsOnlyAPair()
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

void TestTraceBuilder::lastCallInTheFileWinsADuplicateCorrelation()
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

void TestTraceBuilder::arrowsTellWhoseTheWorkOfASharedNumberIs()
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

namespace {

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

void TestTraceBuilder::timesTellProcessesWithTheSameNumbersApart()
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
void TestTraceBuilder::timesTellNothingWhereClocksMayDiffer()
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
void TestTraceBuilder::callsInsideOthersMayHaveNoTime()
{
    EventBuilder events;
    events.slice("cuda_runtime", "cudaLaunchKernel", 10, 12, 5);
    events.slice("cuda_driver", "cuLaunchKernel", 12, 12, 5);
    events.onStream(0, 7).slice("kernel", "kernel", 20, 30, 5);
    const auto trace = events.build();
    QCOMPARE(trace->launchOf(findSlice(*trace, "kernel")), findSlice(*trace, "cuLaunchKernel"));
}

void TestTraceBuilder::streamsTellProcessesWithTheSameNumbersApart()
{
    EventBuilder events;
    addKnownLaunches(events);
    addTwoLaunches(events, 1, 0, 100, 50, 150);
    addTwoLaunches(events, 2, 200, 210, 250, 250);
    const auto trace = events.build();
    QCOMPARE(launcherOf(*trace, "a of 2"), std::string("100"));
    QCOMPARE(launcherOf(*trace, "b of 2"), std::string("200"));
}

void TestTraceBuilder::labelsOfProcessesTellMergedRanksApart_data()
{
    QTest::addColumn<QStringList>("pids"); // host and GPU of two ranks that have all their numbers in common
    QTest::addColumn<bool>("areApart");
    QTest::newRow("SGLang") << QStringList { "[TP00] 100", "[TP00] 0", "[TP01] 200", "[TP01] 0" } << true;
    QTest::newRow("words") << QStringList { "rank 0: 100", "rank 0: 0", "rank 1: 200", "rank 1: 0" } << true;
    QTest::newRow("numbers") << QStringList { "100", "0", "200", "1" } << false;
    QTest::newRow("names of processes") << QStringList { "host 100", "GPU 0", "host 200", "GPU 1" } << false;
}

void TestTraceBuilder::labelsOfProcessesTellMergedRanksApart()
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
        QCOMPARE(countOf(**trace, "unpaired-flow"), std::uint64_t { 0 });
    }
    // Each rank calls its GPU 0.
    const auto deviceOf = [&trace](SliceId slice) { return (*trace)->track((*trace)->trackOf(slice)).device; };
    QVERIFY(deviceOf(first) != deviceOf(second));
    const QString pid = pids.back();
    const bool isNumber = pid == QLatin1String("1");
    QCOMPARE(QString::fromStdString(std::string((*trace)->deviceText(deviceOf(second)))),
        isNumber ? QStringLiteral("pid 1") : pid);
}

/// Two cycles number their launches of graphs alike: what was launched later and has run before tells whose the work
/// is.
void TestTraceBuilder::streamsTellTheCyclesOfAProfilerApart()
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

void TestTraceBuilder::unknownStaysWhoseTheWorkOfASharedNumberIs()
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

void TestTraceBuilder::flowsJoinWhereCorrelationsAreAbsent()
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

void TestTraceBuilder::externalIdsJoinWhereNothingElseDoes()
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

void TestTraceBuilder::opAndPythonStacksLeadToTheLaunch()
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

void TestTraceBuilder::stepsOfSection0_9()
{
    EventBuilder events;
    for (int i = 1; i <= 3; ++i)
        events.slice("user_annotation", "ProfilerStep#" + std::to_string(i), (i - 1) * 100, i * 100);
    events.slice("user_annotation", "ProfilerStep #4", 300, 400);
    events.slice("user_annotation", "ProfilerStep#99999999999999999999", 400, 500);
    events.slice("user_annotation", "ProfilerStep#5 extra", 500, 600);
    events.onStream(0, 7);
    for (int i = 1; i <= 3; ++i)
        events.slice("gpu_user_annotation", "ProfilerStep#" + std::to_string(i), i * 100 - 80, i * 100 + 30);
    const auto trace = events.build();
    std::vector<std::int64_t> numbers;
    for (const Step& step : trace->steps())
        numbers.push_back(step.number);
    QCOMPARE(numbers, (std::vector<std::int64_t> { 1, 2, 3, 4 }));
    QCOMPARE(trace->steps()[1].range, (TimeRange { 100, 200 }));
    QCOMPARE(trace->stepPattern(), std::string("ProfilerStep#N"));
    QVERIFY(trace->tracks()[0].isMainThread);
}

void TestTraceBuilder::stepsOfOldFilesAreOperators()
{
    EventBuilder events;
    events.slice("Operator", "ProfilerStep#5", 0, 100);
    events.slice("Operator", "aten::mm", 10, 20);
    const auto trace = events.build();
    QCOMPARE(trace->steps().size(), std::size_t { 1 });
    QCOMPARE(trace->steps()[0].number, std::int64_t { 5 });
}

void TestTraceBuilder::stepPresets_data()
{
    QTest::addColumn<QStringList>("annotations"); ///< one after the other, 100 ns each
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("steps");
    QTest::newRow("none") << QStringList {} << "" << 0;
    QTest::newRow("vLLM") << QStringList { "execute_model", "sample", "execute_context_1(8)_generation_0(0)" }
                          << "execute_*" << 2;
    QTest::newRow("SGLang") << QStringList { "step[DECODE bs=1]", "step[EXTEND bs=2]" } << "step[...]" << 2;
    QTest::newRow("Lightning") << QStringList { "[pl][profile]run_training_batch", "[pl][profile]run_training_batch" }
                               << "*run_training_batch*" << 2;
    QTest::newRow("repeating annotation") << QStringList { "load", "batch 1", "batch 2", "batch 3" } << "batch" << 3;
    QTest::newRow("nothing repeats") << QStringList { "load", "run" } << "" << 0;
    QTest::newRow("optimizer and collectives are no steps")
        << QStringList { "Optimizer.step#SGD.step", "Optimizer.step#SGD.step", "nccl:all_reduce", "nccl:all_reduce" }
        << "" << 0;
}

void TestTraceBuilder::stepPresets()
{
    QFETCH(QStringList, annotations);
    EventBuilder events;
    Timestamp begin = 0;
    for (const QString& name : annotations) {
        events.slice("user_annotation", name.toStdString(), begin, begin + 100);
        begin += 100;
    }
    const auto trace = events.build();
    QTEST(QString::fromStdString(trace->stepPattern()), "pattern");
    QTEST(int(trace->steps().size()), "steps");
}

void TestTraceBuilder::flowsBindToTheirSlices()
{
    EventBuilder events;
    events.slice("cpu_op", "op", 0, 100);
    events.slice("cuda_runtime", "cudaLaunchKernel", 10, 20, 3);
    events.event('s', "ac2g", "ac2g", 10, 3);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 50, 60, 3);
    events.event('f', "ac2g", "ac2g", 50, 3);
    events.withFlags(kRawBindEnclosing);
    events.onThread("2", "2");
    events.slice("generic", "producer", 0, 10);
    events.slice("generic", "consumer", 30, 40);
    events.event('s', "generic", "data", 5, 3);
    events.event('f', "generic", "data", 20, 3);
    const auto trace = events.build();
    QCOMPARE(trace->flows().all().size(), std::size_t { 2 });
    const auto launch = trace->flows().from(findSlice(*trace, "cudaLaunchKernel"));
    QCOMPARE(launch.size(), std::size_t { 1 });
    QCOMPARE(launch[0].to, findSlice(*trace, "gemm"));
    const auto data = trace->flows().to(findSlice(*trace, "consumer")); // without bp "e": the next slice
    QCOMPARE(data.size(), std::size_t { 1 });
    QCOMPARE(trace->flows().all()[data[0]].from, findSlice(*trace, "producer"));
    QCOMPARE(countOf(*trace, "unpaired-flow"), std::uint64_t { 0 });
}

void TestTraceBuilder::forwardOpIsFoundByFlowOrSequence_data()
{
    QTest::addColumn<bool>("byFlow");
    QTest::newRow("fwdbwd flow") << true;
    QTest::newRow("sequence number and forward thread") << false;
}

void TestTraceBuilder::forwardOpIsFoundByFlowOrSequence()
{
    QFETCH(bool, byFlow);
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "aten::linear", 0, 100);
    events.slice("cpu_op", "aten::addmm", 10, 90);
    if (byFlow)
        events.event('s', "fwdbwd", "fwdbwd", 10, 1);
    else
        events.withArg(ArgKey::Sequence, 42);
    events.onThread("1", "2");
    events.slice("cpu_op", "AddmmBackward0", 200, 300);
    if (byFlow)
        events.event('f', "fwdbwd", "fwdbwd", 200, 1);
    else
        events.withArg(ArgKey::Sequence, 42).withArg(ArgKey::FwdThread, 1);
    const auto trace = events.build();
    QCOMPARE(trace->forwardOf(findSlice(*trace, "AddmmBackward0")), findSlice(*trace, "aten::addmm"));
    QVERIFY(!trace->forwardOf(findSlice(*trace, "aten::linear")).isValid());
}

void TestTraceBuilder::flowsWithoutPartnerAreCounted()
{
    EventBuilder events;
    events.slice("cpu_op", "op", 0, 100);
    events.event('s', "x", "lonely start", 10, 1);
    events.event('f', "x", "lonely end", 10, 2);
    events.event('s', "x", "nowhere", 10, 3);
    events.onThread("9", "9");
    events.event('f', "x", "nowhere", 20, 3);
    const auto trace = events.build();
    QCOMPARE(trace->flows().all().size(), std::size_t { 0 });
    QCOMPARE(countOf(*trace, "unpaired-flow"), std::uint64_t { 4 });
    QCOMPARE(trace->report().entry(Problem::UnpairedFlow).examples.size(), ImportReport::kMaxExamples);
}

void TestTraceBuilder::cursorsFindTheTracksOfSlices()
{
    EventBuilder events;
    std::mt19937 random(3);
    for (int i = 0; i < 60; ++i) {
        events.onThread("1", std::to_string(random() % 4));
        events.slice("cpu_op", "aten::op", 10 * i, 10 * i + 5);
    }
    const auto trace = events.build();
    QCOMPARE(trace->tracks().size(), std::size_t { 4 });
    TrackCursor cursor(*trace);
    for (int i = 0; i < 500; ++i) {
        const SliceId slice = SliceTable::at(random() % trace->slices().size());
        QCOMPARE(cursor.of(slice), trace->trackOf(slice));
    }
}

void TestTraceBuilder::tracksAreNamedAndOrdered()
{
    EventBuilder events;
    events.onStream(0, 20);
    events.slice("kernel", "k", 0, 10);
    events.onStream(0, 7);
    events.slice("kernel", "k", 0, 10);
    events.slice("gpu_user_annotation", "a", 0, 10);
    events.metadata("thread_name", "stream 7 ");
    events.metadata("process_name", "python");
    events.onThread("33", "44");
    events.slice("cpu_op", "op", 0, 10);
    events.metadata("thread_name", "main");
    events.onThread("33", "45");
    events.slice("cpu_op", "op", 0, 10);
    const auto trace = events.build();
    QStringList names;
    for (const Track& track : trace->tracks())
        names << QString::fromStdString(track.name);
    QCOMPARE(names, (QStringList { "main", "thread 45", "stream 7", "stream 20", "stream 7" }));
    QCOMPARE(trace->tracks()[2].processName, std::string("python"));
    QCOMPARE(trace->tracks()[4].kind, TrackKind::DeviceAnnotation);
    QCOMPARE(countOf(*trace, "metadata"), std::uint64_t { 3 });
}

void TestTraceBuilder::deviceZeroAndProcessZeroStayApart()
{
    EventBuilder events;
    events.onThread("0", "7");
    events.slice("cpu_op", "op", 0, 100);
    events.metadata("thread_name", "worker");
    events.onStream(0, 7);
    events.slice("kernel", "k", 0, 100);
    events.metadata("thread_name", "stream 7");
    const auto trace = events.build();
    QCOMPARE(trace->tracks().size(), std::size_t { 2 });
    QCOMPARE(trace->track(trace->trackOf(findSlice(*trace, "op"))).name, std::string("worker"));
    QCOMPARE(trace->track(trace->trackOf(findSlice(*trace, "k"))).name, std::string("stream 7"));
}

void TestTraceBuilder::streamArgumentsDifferFromTheTrack()
{
    EventBuilder events;
    events.slice("cpu_op", "triton", 0, 100);
    events.withFlags(kRawStreamArg).withArg(ArgKey::Stream, 0);
    events.slice("cpu_op", "plain", 200, 300);
    events.onStream(0, 7);
    events.slice("kernel", "k", 0, 100);
    events.withFlags(kRawStreamArg).withArg(ArgKey::Stream, 7);
    const auto trace = events.build();
    QCOMPARE(trace->streamArg(findSlice(*trace, "triton")), std::optional<std::int64_t>(0));
    QCOMPARE(trace->streamArg(findSlice(*trace, "plain")), std::optional<std::int64_t>());
    QCOMPARE(trace->streamArg(findSlice(*trace, "k")), std::optional<std::int64_t>(7));
    QCOMPARE(trace->args().stream.size(), std::size_t { 1 });
}

void TestTraceBuilder::kernelsAtZeroDoNotSpoilTheFirstView()
{
    EventBuilder events;
    constexpr Timestamp kBegin = 1'700'000'000'000'000'000;
    for (int i = 0; i < 5'000; ++i)
        events.slice("cpu_op", "op", kBegin + i * 100, kBegin + i * 100 + 50);
    events.onStream(0, 7);
    for (int i = 0; i < 5; ++i)
        events.slice("kernel", "k", 0, 100);
    const auto trace = events.build();
    QCOMPARE(trace->range(), (TimeRange { 0, kBegin + 499'950 }));
    QCOMPARE(trace->coreRange(), (TimeRange { kBegin, kBegin + 499'950 }));
}

void TestTraceBuilder::countsAlwaysAddUp_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 0; seed < 100; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestTraceBuilder::countsAlwaysAddUp()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
    constexpr std::string_view kPhases = "XXXXBEBEiIRPbneSTpFstfsfCMNODvVc()=?\1";
    const char* const categories[] = { "", "cpu_op", "cuda_runtime", "kernel", "ac2g", "fwdbwd", "gpu_user_annotation",
        "Trace", "cuda_sync" };
    const char* const names[] = { "", "a", "b", "ProfilerStep#1", "process_name" };
    EventBuilder events;
    const unsigned count = below(300);
    for (unsigned i = 0; i < count; ++i) {
        if (below(2))
            events.onThread(std::to_string(below(2)), std::to_string(below(3)));
        else
            events.onStream(below(2), below(3));
        const char phase = kPhases[below(static_cast<unsigned>(kPhases.size()))];
        const char* const category = categories[below(unsigned(std::size(categories)))];
        const char* const name = names[below(unsigned(std::size(names)))];
        const Timestamp ts =
            below(50) == 0 ? std::numeric_limits<Timestamp>::max() - below(5) : Timestamp(below(1'000)) - 100;
        const unsigned choice = below(20);
        if (choice == 0)
            events.notAnObject();
        else if (choice == 1)
            events.negativeSlice(category, name, ts, -Nanoseconds(1 + below(100)));
        else if (phase == 'X')
            events.slice(category, name, ts, saturatingAdd(ts, below(100)), Nanoseconds(below(6)) - 1);
        else if (phase == 'C' && choice < 15)
            events.counter(name, ts, { { "value", double(below(9)) } });
        else
            events.event(phase, category, name, ts, Nanoseconds(below(4)) - 1);
        if (choice == 2)
            events.withFlags(kRawNoTimestamp);
    }
    ParsedEvents parsed = events.take(1 + below(40));
    parsed.report.dropped = below(3);
    auto data = buildTrace(std::move(parsed), 1 + int(below(3)), Progress {});
    QVERIFY(data.isOk());
    const Trace trace(std::move(data).value());
    QCOMPARE(trace.report().events, std::uint64_t { count });
    QCOMPARE(sumOfCounts(trace), trace.report().events);
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        QVERIFY(trace.trackOf(slice).isValid());
        QVERIFY(trace.laneOf(slice) < trace.track(trace.trackOf(slice)).laneCount);
        const SliceId parent = trace.slices().parent[row];
        QVERIFY(!parent.isValid() || (parent < slice && trace.trackOf(parent) == trace.trackOf(slice)));
    }
}

void TestTraceBuilder::cancelledBuildSaysSo()
{
    EventBuilder events;
    events.slice("cpu_op", "op", 0, 1);
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    progress.stop = stop.get_token();
    const auto result = buildTrace(events.take(), 1, progress);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

void TestTraceBuilder::bytesPerSlice()
{
    EventBuilder events;
    constexpr std::size_t kCount = 10'000;
    for (std::size_t i = 0; i < kCount; ++i)
        events.slice("cpu_op", "op", Timestamp(i) * 10, Timestamp(i) * 10 + 5);
    const auto trace = events.build();
    const SliceTable& s = trace->slices();
    const std::size_t bytes = s.start.capacity() * 8
        + 4 * (s.duration32.capacity() + s.name.capacity() + s.eventIndex.capacity())
        + 4 * (s.parent.capacity() + s.partner.capacity() + s.correlation32.capacity())
        + 2 * (s.category.capacity() + s.flags.capacity() + s.depth.capacity()) + s.kind.capacity();
    QCOMPARE(bytes, 39 * kCount);
    QVERIFY(trace->memoryBytes() < 48 * kCount);
}

QTEST_GUILESS_MAIN(TestTraceBuilder)
#include "tst_trace_builder.moc"
