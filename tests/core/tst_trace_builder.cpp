// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/track_cursor.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

#include <QChar>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <limits>
#include <random>
#include <string>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::findSlice;
using tests::toQString;

/// From events to tracks, slices, flows, steps and counts.
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
                      .arg(toQString(trace->name(SliceTable::at(row))))
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
