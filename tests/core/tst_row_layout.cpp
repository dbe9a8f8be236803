// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/hit_test.h"
#include "core/layout/timeline/row_layout.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <map>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::toQString;

/// Which rows there are, where they are, and what lies under a point.
class TestRowLayout : public QObject {
    Q_OBJECT

private slots:
    void openingViewShowsTheWork();
    void whatDoesNoWorkIsALine();
    void workOfTheProfilerIsNoProcess();
    void ranksFarApartBeginWithTheFirst();
    void aDeepMainThreadLeavesRoomForStreams();
    void manyThreadsStandBelowTheStreams();
    void rowsDoNotOverlap_data();
    void rowsDoNotOverlap();
    void collapsingHidesAndMoves();
    void launchingThreadsLeaveRoomForStreams_data();
    void launchingThreadsLeaveRoomForStreams();
    void manyRanksStartAsStrips();
    void pythonLanesAreFolded();
    void lanesAreFoundByPosition();
    void pointsHitSlices_data();
    void pointsHitSlices();
    void tinySlicesAreHitNearby();
    void longestSliceUnderAPixelWins();
};

namespace {

/// One process with a launching thread, an idle one and one of Python only; one GPU with a busy stream.
std::shared_ptr<const Trace> smallTrace()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("user_annotation", "ProfilerStep#1", 0, 100'000);
    events.slice("cpu_op", "aten::mm", 10'000, 50'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
    events.onThread("10", "12");
    events.slice("python_function", "<built-in method acquire>", 0, 90'000);
    events.onThread("10", "13");
    events.slice("cpu_op", "aten::empty", 0, 1000);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    return events.build();
}

std::shared_ptr<const TraceSet> job(int ranks)
{
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> traces;
    for (int i = 0; i < ranks; ++i)
        traces.emplace_back(i, smallTrace());
    return std::make_shared<TraceSet>(std::move(traces), std::vector<Remark> {});
}

RowLayout layOut(const TraceSet& traces, const RowChoices& choices = {}, Density density = Density::Normal)
{
    return RowLayout(buildTimelineTree(traces), traces, choices, TimelineMetrics::of(density));
}

const TimelineRow* trackRow(const TraceSet& traces, const RowLayout& layout, std::string_view tid)
{
    for (const TimelineRow& row : layout.rows()) {
        if (row.key.kind == RowKind::Track) {
            const Trace& trace = *traces.ranks()[row.key.rank].trace;
            if (trace.text(trace.track(row.track()).tid) == tid)
                return &row;
        }
    }
    return nullptr;
}

} // namespace

void TestRowLayout::openingViewShowsTheWork()
{
    const auto traces = job(1);
    const RowLayout layout = layOut(*traces);
    QStringList kinds;
    for (const TimelineRow& row : layout.rows()) {
        static const char* const kNames[] = { "rank", "group", "steps", "track" };
        kinds << QString::fromLatin1(kNames[static_cast<int>(row.key.kind)]) + (row.expanded ? "" : "-");
    }
    QCOMPARE(kinds, QStringList({ "rank", "steps", "group", "track", "track-", "track-", "group", "track" }));
    QVERIFY(trackRow(*traces, layout, "11")->expanded);
    QVERIFY(!trackRow(*traces, layout, "12")->expanded);
}

void TestRowLayout::whatDoesNoWorkIsALine()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("cpu_op", "aten::mm", 10'000, 50'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
    events.onThread("Spans", "PyTorch Profiler");
    events.slice("Trace", "PyTorch Profiler (0)", -500'000, 900'000);
    events.onThread("Traces", "Trace PyTorch Profiler");
    events.slice("cpu_instant_event", "Iteration Start: PyTorch Profiler", -500'000, -500'000);
    events.onThread("", "");
    events.slice("cpu_instant_event", "Record Window End", 400'000, 400'000);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    const TraceSet traces(std::move(ranks), {});
    const RowLayout layout = layOut(traces);
    const TimelineRow& last = layout.rows().back();
    QCOMPARE(last.key.kind, RowKind::Group);
    QVERIFY(!last.expanded);
    // What the profiler writes about itself, under several names, is one of them.
    const TimelineTree tree = buildTimelineTree(traces);
    QCOMPARE(tree.ranks[0].groups.size(), std::size_t { 3 });
    QCOMPARE(tree.ranks[0].groups.back().title, std::string("profiler"));
    QCOMPARE(tree.ranks[0].groups.back().tracks.size(), std::size_t { 3 });
    // The first view is that of the work, not of the profiler's span around it.
    QCOMPARE(traces.workRange().length(), Nanoseconds { 70'000 });
    QCOMPARE(traces.coreRange().length(), Nanoseconds { 1'400'000 });
}

void TestRowLayout::workOfTheProfilerIsNoProcess()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("cpu_op", "aten::mm", 10'000, 50'000);
    events.onThread("-1", "0");
    events.slice("overhead", "Buffer Flush", 20'000, 30'000);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    const TraceSet traces(std::move(ranks), {});
    const TimelineTree tree = buildTimelineTree(traces);
    QCOMPARE(tree.ranks[0].groups.size(), std::size_t { 2 });
    QCOMPARE(tree.ranks[0].groups.front().title, std::string("process 10"));
    QCOMPARE(tree.ranks[0].groups.back().title, std::string("work of the profiler"));
}

/// As two jobs opened together: a first view of all of it would show nothing.
void TestRowLayout::ranksFarApartBeginWithTheFirst()
{
    const auto jobOf = [](Nanoseconds later) {
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
        for (const Nanoseconds begin : { Nanoseconds { 0 }, later }) {
            EventBuilder events;
            events.onStream(0, 7);
            events.slice("kernel", "gemm", begin + 40'000, begin + 80'000, 5);
            ranks.emplace_back(static_cast<std::int64_t>(ranks.size()), events.build());
        }
        return TraceSet(std::move(ranks), {});
    };
    const TraceSet far = jobOf(70'000'000'000'000);
    QVERIFY(far.isFarApart());
    QCOMPARE(far.workRange(), (TimeRange { 0, 40'000 }));
    QCOMPARE(far.coreRange().length(), Nanoseconds { 70'000'000'040'000 });
    const TraceSet near = jobOf(400'000);
    QVERIFY(!near.isFarApart());
    QCOMPARE(near.workRange(), near.coreRange());
}

void TestRowLayout::aDeepMainThreadLeavesRoomForStreams()
{
    EventBuilder events;
    events.onThread("11", "11");
    for (int depth = 0; depth < 40; ++depth)
        events.slice("cpu_op", "op", depth * 10, 100'000 - depth * 10);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    const TraceSet traces(std::move(ranks), {});
    const RowLayout layout = layOut(traces);
    for (const TimelineRow& row : layout.rows()) {
        if (row.track().isValid() && traces.ranks()[0].trace->track(row.track()).kind == TrackKind::Stream)
            QVERIFY2(row.y + row.height < 350, qPrintable(QString::number(row.y)));
    }
}

void TestRowLayout::manyThreadsStandBelowTheStreams()
{
    for (const int threads : { 10, 60 }) {
        EventBuilder events;
        for (int thread = 0; thread < threads; ++thread) {
            events.onThread("11", std::to_string(100 + thread));
            events.slice("cpu_op", "op", 0, 100'000);
        }
        events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
        events.onStream(0, 7);
        events.slice("kernel", "gemm", 40'000, 80'000, 5);
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
        ranks.emplace_back(0, events.build());
        const TraceSet traces(std::move(ranks), {});
        const RowLayout layout = layOut(traces);
        const TimelineRow* stream = trackRow(traces, layout, "7");
        QVERIFY(stream);
        QVERIFY2(stream->y < 400, qPrintable(QString::number(stream->y)));
        QCOMPARE(stream->y < trackRow(traces, layout, "100")->y, threads == 60);
    }
}

void TestRowLayout::rowsDoNotOverlap_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("density");
    for (const int ranks : { 0, 1, 3 }) {
        for (int density = 0; density < 3; ++density)
            QTest::addRow("%d ranks, density %d", ranks, density) << ranks << density;
    }
}

void TestRowLayout::rowsDoNotOverlap()
{
    QFETCH(int, ranks);
    QFETCH(int, density);
    const auto traces = job(ranks);
    const RowLayout layout = layOut(*traces, {}, static_cast<Density>(density));
    std::int64_t end = 0;
    for (std::size_t i = 0; i < layout.rows().size(); ++i) {
        const TimelineRow& row = layout.rows()[i];
        QVERIFY(row.y >= end);
        QVERIFY(row.height > 0);
        end = row.y + row.height;
        QCOMPARE(layout.rowAt(row.y), static_cast<std::ptrdiff_t>(i));
        QCOMPARE(layout.rowAt(end - 1), static_cast<std::ptrdiff_t>(i));
        QCOMPARE(layout.find(row.key), static_cast<std::ptrdiff_t>(i));
    }
    QVERIFY(layout.height() >= end);
    QCOMPARE(layout.rowAt(-1), std::ptrdiff_t { -1 });
}

void TestRowLayout::collapsingHidesAndMoves()
{
    const auto traces = job(1);
    RowChoices choices;
    const RowKey process { RowKind::Group, 0, 0 };
    const RowLayout open = layOut(*traces);
    choices.expanded[process] = false;
    const RowLayout closed = layOut(*traces, choices);
    QVERIFY(closed.height() < open.height());
    QCOMPARE(closed.rows().size(), open.rows().size() - 3);
    QVERIFY(!closed.rows()[static_cast<std::size_t>(closed.find(process))].expanded);
    choices.expanded[{ RowKind::Rank, 0, 0 }] = false;
    QCOMPARE(layOut(*traces, choices).rows().size(), std::size_t { 1 });
}

void TestRowLayout::launchingThreadsLeaveRoomForStreams_data()
{
    QTest::addColumn<int>("mainDepth");
    QTest::addColumn<int>("otherDepth");
    QTest::addColumn<int>("rank");
    QTest::addColumn<bool>("isMainOpen");
    QTest::addColumn<bool>("isOtherOpen");
    QTest::newRow("both are small") << 4 << 4 << 0 << true << true;
    QTest::newRow("too much together") << 4 << 5 << 0 << true << false;
    QTest::newRow("a main thread that fills half a screen") << 20 << 2 << 0 << false << true;
    QTest::newRow("the main thread first") << 16 << 2 << 0 << true << false;
    QTest::newRow("of a further rank") << 2 << 2 << 1 << false << false;
}

/// The streams are what people came for: they are in view as a trace opens.
void TestRowLayout::launchingThreadsLeaveRoomForStreams()
{
    QFETCH(int, mainDepth);
    QFETCH(int, otherDepth);
    QFETCH(int, rank);
    EventBuilder events;
    const auto thread = [&events](const char* tid, int depth, Timestamp start, std::int64_t correlation) {
        events.onThread("1", tid);
        for (int level = 1; level < depth; ++level)
            events.slice("cpu_op", "aten::mm", start + level * 10, start + 1000 - level * 10);
        events.slice("cuda_runtime", "cudaLaunchKernel", start + 400, start + 500, correlation);
    };
    thread("10", mainDepth, 0, 1);
    events.slice("user_annotation", "ProfilerStep#1", 5'000, 6'000);
    thread("11", otherDepth, 2'000, 2);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 3'000, 4'000, 1);
    events.slice("kernel", "gemm", 4'000, 5'000, 2);
    const auto trace = events.build();
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    for (int i = 0; i <= rank; ++i)
        ranks.emplace_back(i, trace);
    const TraceSet traces(std::move(ranks), {});
    const RowLayout layout = layOut(traces);
    std::map<std::string, bool> isOpen;
    for (const TimelineRow& row : layout.rows()) {
        if (row.key.kind == RowKind::Track && row.key.rank == static_cast<std::uint32_t>(rank))
            isOpen[std::string(trace->text(trace->track(row.track()).tid))] = row.expanded;
    }
    QTEST(isOpen.at("10"), "isMainOpen");
    QTEST(isOpen.at("11"), "isOtherOpen");
    QVERIFY(isOpen.at("7"));
}

void TestRowLayout::manyRanksStartAsStrips()
{
    const auto traces = job(static_cast<int>(kManyRanks));
    const RowLayout layout = layOut(*traces);
    for (const TimelineRow& row : layout.rows()) {
        QVERIFY(row.key.kind != RowKind::Track);
        QCOMPARE(row.expanded, row.key.kind != RowKind::Group);
    }
}

void TestRowLayout::pythonLanesAreFolded()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("python_function", "main", 0, 100'000);
    events.slice("python_function", "train", 1000, 90'000);
    events.slice("cpu_op", "aten::mm", 10'000, 50'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    const TraceSet traces({ { 0, events.build() } }, {});
    const Trace& trace = *traces.ranks()[0].trace;
    const RowLayout folded = layOut(traces);
    const TimelineRow* row = trackRow(traces, folded, "1");
    QVERIFY(row && row->foldsPython);
    QCOMPARE(static_cast<int>(row->laneCount), 2);
    QCOMPARE(RowLayout::laneOf(*row, trace, SliceId { 0u }), -1); // main
    QCOMPARE(RowLayout::laneOf(*row, trace, SliceId { 2u }), 0);  // aten::mm
    QCOMPARE(RowLayout::laneOf(*row, trace, SliceId { 3u }), 1);  // cudaLaunchKernel
    const TimeScale scale({ 0, 100'000 }, 1000);
    const TimelineHit hit = hitTest(traces, folded, scale, 300, row->y + 2);
    QVERIFY(hit.slice.has_value());
    QCOMPARE(hit.slice->slice, SliceId { 2u });

    RowChoices choices;
    choices.pythonFolded[row->key] = false;
    const RowLayout unfolded = layOut(traces, choices);
    const TimelineRow* all = trackRow(traces, unfolded, "1");
    QCOMPARE(static_cast<int>(all->laneCount), 4);
    QCOMPARE(RowLayout::laneOf(*all, trace, SliceId { 0u }), 0);
}

void TestRowLayout::lanesAreFoundByPosition()
{
    const auto traces = job(1);
    const RowLayout layout = layOut(*traces);
    const TimelineRow* row = trackRow(*traces, layout, "11");
    QVERIFY(row);
    QCOMPARE(static_cast<int>(row->laneCount), 3);
    for (int lane = 0; lane < 3; ++lane) {
        QCOMPARE(RowLayout::laneAt(*row, RowLayout::laneTop(*row, lane)), lane);
        QCOMPARE(RowLayout::laneAt(*row, RowLayout::laneTop(*row, lane) + row->laneHeight - 1), lane);
    }
    QCOMPARE(RowLayout::laneAt(*row, row->y - 1), -1);
    QCOMPARE(RowLayout::laneAt(*row, row->y + row->height), -1);
}

void TestRowLayout::pointsHitSlices_data()
{
    QTest::addColumn<QString>("tid");
    QTest::addColumn<int>("lane");
    QTest::addColumn<double>("x"); ///< 100 ns a pixel
    QTest::addColumn<QString>("name");
    QTest::newRow("step") << "11" << 0 << 500.0 << "ProfilerStep#1";
    QTest::newRow("op") << "11" << 1 << 150.0 << "aten::mm";
    QTest::newRow("first pixel of the op") << "11" << 1 << 100.0 << "aten::mm";
    QTest::newRow("just left of it is near enough") << "11" << 1 << 98.0 << "aten::mm";
    QTest::newRow("farther left is not") << "11" << 1 << 95.0 << "";
    QTest::newRow("last pixel of the op") << "11" << 1 << 499.0 << "aten::mm";
    QTest::newRow("behind it") << "11" << 1 << 504.0 << "";
    QTest::newRow("call") << "11" << 2 << 250.0 << "cudaLaunchKernel";
    QTest::newRow("collapsed track") << "12" << 0 << 250.0 << "";
    QTest::newRow("left of everything") << "11" << 0 << -50.0 << "";
}

void TestRowLayout::pointsHitSlices()
{
    QFETCH(QString, tid);
    QFETCH(int, lane);
    QFETCH(double, x);
    QFETCH(QString, name);
    const auto traces = job(2);
    const RowLayout layout = layOut(*traces);
    const TimeScale scale({ 0, 100'000 }, 1000);
    const TimelineRow* row = trackRow(*traces, layout, tid.toStdString());
    QVERIFY(row);
    const TimelineHit hit = hitTest(*traces, layout, scale, x, RowLayout::laneTop(*row, lane) + 2);
    QVERIFY(hit.row >= 0);
    QCOMPARE(hit.slice.has_value(), !name.isEmpty());
    if (hit.slice)
        QCOMPARE(toQString(traces->ranks()[hit.slice->rank].trace->name(hit.slice->slice)), name);
}

void TestRowLayout::tinySlicesAreHitNearby()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "tiny", 50'000, 50'001);
    const auto trace = events.build();
    const TimeScale scale({ 0, 100'000 }, 1000);
    QVERIFY(sliceAt(*trace, TrackId { 0u }, 0, scale, 500).isValid());
    QVERIFY(sliceAt(*trace, TrackId { 0u }, 0, scale, 498).isValid());
    QVERIFY(sliceAt(*trace, TrackId { 0u }, 0, scale, 501).isValid());
    QVERIFY(!sliceAt(*trace, TrackId { 0u }, 0, scale, 490).isValid());
    QVERIFY(!sliceAt(*trace, TrackId { 0u }, 0, scale, 510).isValid());
}

void TestRowLayout::longestSliceUnderAPixelWins()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "short", 50'000, 50'010);
    events.slice("kernel", "long", 50'020, 50'080);
    events.slice("kernel", "short", 50'085, 50'095);
    const auto trace = events.build();
    const SliceId hit = sliceAt(*trace, TrackId { 0u }, 0, TimeScale({ 0, 100'000 }, 1000), 500);
    QVERIFY(hit.isValid());
    QCOMPARE(toQString(trace->name(hit)), QStringLiteral("long"));
}

QTEST_GUILESS_MAIN(TestRowLayout)
#include "tst_row_layout.moc"
