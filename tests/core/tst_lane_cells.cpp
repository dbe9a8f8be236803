// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/lane_cells.h"
#include "core/model/pyramid/timeline_index.h"
#include "tests/support/event_builder.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kinetoscope;
using tests::EventBuilder;

/// One lane as pixels, and the pyramid it is read from.
class TestLaneCells : public QObject {
    Q_OBJECT

private slots:
    void classesFollowKindAndName_data();
    void classesFollowKindAndName();
    void pyramidStaysWithinItsMemory();
    void coarserLevelsKeepBusyTime();
    void noSliceIsLostAtAnyZoom_data();
    void noSliceIsLostAtAnyZoom();
    void emptyTimeStaysEmpty();
    void wideSlicesAreListedInOrder_data();
    void wideSlicesAreListedInOrder();
    void sliceOfNoLengthHasAPixel();
    void crowdInOnePixelIsJumpedOver();
    void timesAtTheEndsOfTheClock();
    void densityPrefersWorkToContainers();
};

namespace {

/// A stream with bursts, long slices, tiny ones and pauses; always the same.
std::shared_ptr<const Trace> mixedStream(int count)
{
    EventBuilder events;
    events.onStream(0, 7);
    std::uint64_t state = 42;
    const auto random = [&state](std::uint64_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<Nanoseconds>((state >> 33) % below);
    };
    Timestamp t = 1'000'000;
    for (int i = 0; i < count; ++i) {
        t += i % 50 == 0 ? random(200'000) : random(40);
        const Nanoseconds length = i % 97 == 0 ? 20'000 + random(50'000) : i % 7 == 0 ? 0 : 1 + random(600);
        events.slice("kernel", i % 3 == 0 ? "gemm" : "add_kernel", t, t + length);
        t += length + 1;
    }
    return events.build();
}

TrackId streamTrack(const Trace& trace)
{
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].kind == TrackKind::Stream)
            return TrackId { i };
    }
    return {};
}

} // namespace

void TestLaneCells::classesFollowKindAndName_data()
{
    QTest::addColumn<QByteArray>("category");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* category, const char* name, ColourClass expected) {
        QTest::addRow("%s %s", category, name)
            << QByteArray(category) << QByteArray(name) << static_cast<int>(expected);
    };
    row("kernel", "ampere_sgemm_128x64_nn", ColourClass::ComputeMatrix);
    row("kernel", "void at::native::reduce_kernel<512>", ColourClass::ComputeReduction);
    row("kernel", "vectorized_elementwise_kernel", ColourClass::ComputeElementwise);
    row("kernel", "ncclDevKernel_AllReduce", ColourClass::Communication);
    row("kernel", "Memset (Device)", ColourClass::Memset);
    row("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", ColourClass::MemcpyHtoD);
    row("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", ColourClass::MemcpyDtoH);
    row("gpu_memcpy", "Memcpy DtoD (Device -> Device)", ColourClass::MemcpyDtoD);
    row("gpu_memcpy", "Memcpy", ColourClass::MemcpyOther);
    row("gpu_memset", "Memset (Device)", ColourClass::Memset);
    row("cuda_runtime", "cudaDeviceSynchronize", ColourClass::Sync);
    row("cuda_runtime", "cudaLaunchKernel", ColourClass::ApiCall);
    row("user_annotation", "ProfilerStep#1", ColourClass::Annotation);
    row("cpu_op", "ProfilerStep#1", ColourClass::Annotation); // as old Kineto wrote them
    row("cpu_op", "enumerate(DataLoader)#_Iter.__next__", ColourClass::Annotation);
    row("python_function", "torch/nn/modules/module.py(1): forward", ColourClass::PythonFrame);
    row("something", "else", ColourClass::Other);
}

void TestLaneCells::classesFollowKindAndName()
{
    QFETCH(QByteArray, category);
    QFETCH(QByteArray, name);
    QFETCH(int, expected);
    EventBuilder events;
    if (category.startsWith("gpu_") || category == "kernel")
        events.onStream(0, 7);
    else
        events.onThread("1", "1");
    events.slice(category.toStdString(), name.toStdString(), 0, 100);
    const auto trace = events.build();
    QCOMPARE(trace->slices().size(), std::size_t { 1 });
    QCOMPARE(static_cast<int>(trace->timeline().colourOf(trace->slices(), SliceId { 0u })), expected);
    const TrackId track = trace->trackOf(SliceId { 0u });
    QCOMPARE(trace->timeline().classesIn(track, 0), 1u << expected);
}

void TestLaneCells::pyramidStaysWithinItsMemory()
{
    const auto trace = mixedStream(20'000);
    const TrackId track = streamTrack(*trace);
    std::size_t cells = 0;
    const int levels = trace->timeline().levelCount(track, 0);
    QVERIFY(levels > 3);
    for (int i = 0; i < levels; ++i)
        cells += trace->timeline().level(track, 0, i).cells.size();
    const double bytes =
        static_cast<double>(cells * sizeof(TimelineIndex::Cell)) / static_cast<double>(trace->lane(track, 0).size());
    QVERIFY2(bytes <= 1.5 + 0.05, qPrintable(QString::number(bytes)));
    QCOMPARE(trace->timeline().levelCount(track, 1), 0);
    QCOMPARE(trace->timeline().level(track, 0, levels).cells.size(), std::size_t { 0 });
    QCOMPARE(trace->timeline().levelCount(TrackId {}, 0), 0);
}

void TestLaneCells::coarserLevelsKeepBusyTime()
{
    const auto trace = mixedStream(20'000);
    const TrackId track = streamTrack(*trace);
    double exact = 0;
    const LaneRows rows = trace->lane(track, 0);
    for (std::size_t i = 0; i < rows.size(); ++i)
        exact += static_cast<double>(trace->slices().duration(rows[i]));
    for (int i = 0; i < trace->timeline().levelCount(track, 0); ++i) {
        const TimelineIndex::Level level = trace->timeline().level(track, 0, i);
        double sum = 0;
        for (const TimelineIndex::Cell cell : level.cells)
            sum += cell.busy / 65535.0 * std::ldexp(1.0, level.shift);
        QVERIFY2(std::abs(sum - exact) <= exact * 0.01,
            qPrintable(QStringLiteral("level %1: %2 of %3").arg(i).arg(sum).arg(exact)));
    }
}

void TestLaneCells::noSliceIsLostAtAnyZoom_data()
{
    QTest::addColumn<int>("slices");
    QTest::addColumn<double>("zoom");
    for (const int slices : { 20, 5000 }) {
        for (const double zoom : { 0.5, 1.0, 1.7, 4.0, 37.0, 300.0, 5000.0 })
            QTest::addRow("%d slices, zoom %g", slices, zoom) << slices << zoom;
    }
}

void TestLaneCells::noSliceIsLostAtAnyZoom()
{
    QFETCH(int, slices);
    QFETCH(double, zoom);
    const auto trace = mixedStream(slices);
    const TrackId track = streamTrack(*trace);
    const TimeRange all = trace->range();
    const auto length = static_cast<Nanoseconds>(static_cast<double>(all.length()) / zoom);
    const Timestamp begin = all.begin + (all.length() - length) / 3;
    const TimeScale scale({ begin, begin + length }, 1000);
    std::vector<PixelCell> cells(1000);
    std::vector<WideSlice> wide;
    fillLane(*trace, track, 0, scale, cells, wide);
    const LaneRows rows = trace->lane(track, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TimeRange range = trace->slices().range(rows[i]);
        const double x = scale.xOf(range.begin);
        if (x < 0 || x >= 999)
            continue;
        // Where a bucket straddles two pixels its slices are drawn in one of them.
        const auto pixel = static_cast<std::size_t>(x);
        const bool drawn =
            cells[pixel].busy > 0 || (pixel > 0 && cells[pixel - 1].busy > 0) || cells[pixel + 1].busy > 0;
        QVERIFY2(drawn, qPrintable(QStringLiteral("slice %1 at %2").arg(i).arg(x)));
        if (scale.xOf(range.end) - x >= 5) {
            const bool listed =
                std::any_of(wide.begin(), wide.end(), [&](const WideSlice& w) { return w.slice == rows[i]; });
            QVERIFY2(listed, qPrintable(QStringLiteral("wide slice %1 at %2").arg(i).arg(x)));
        }
    }
}

void TestLaneCells::emptyTimeStaysEmpty()
{
    EventBuilder events;
    events.onStream(0, 7);
    for (int i = 0; i < 200; ++i)
        events.slice("kernel", "k", i * 10, i * 10 + 5);
    for (int i = 0; i < 200; ++i)
        events.slice("kernel", "k", 1'000'000 + i * 10, 1'000'000 + i * 10 + 5);
    const auto trace = events.build();
    std::vector<PixelCell> cells(1000);
    std::vector<WideSlice> wide;
    fillLane(*trace, streamTrack(*trace), 0, TimeScale({ -500'000, 1'500'000 }, 1000), cells, wide);
    QVERIFY(cells[250].busy > 0);
    QVERIFY(cells[750].busy > 0);
    for (std::size_t x = 0; x < cells.size(); ++x) {
        // Finest buckets of this lane are some 30 us = 15 pixels long.
        if (x < 249 || (x > 270 && x < 735) || x > 770)
            QVERIFY2(cells[x].busy == 0, qPrintable(QString::number(x)));
    }
}

void TestLaneCells::wideSlicesAreListedInOrder_data()
{
    QTest::addColumn<int>("small");
    QTest::newRow("searched") << 0;
    QTest::newRow("from the pyramid") << 3000;
}

void TestLaneCells::wideSlicesAreListedInOrder()
{
    QFETCH(int, small);
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "first", 0, 100'000);
    events.slice("kernel", "second", 100'000, 200'000); // touches its neighbour
    for (int i = 0; i < small; ++i)
        events.slice("kernel", "k", 200'000 + i * 100, 200'000 + i * 100 + 60);
    events.slice("kernel", "last", 700'000, 1'000'000);
    const auto trace = events.build();
    std::vector<PixelCell> cells(1000);
    std::vector<WideSlice> wide;
    fillLane(*trace, streamTrack(*trace), 0, TimeScale({ 0, 1'000'000 }, 1000), cells, wide);
    QCOMPARE(wide.size(), std::size_t { 3 });
    QCOMPARE(wide[0].left, 0);
    QCOMPARE(wide[0].right, 100);
    QCOMPARE(wide[1].left, 100);
    QCOMPARE(wide[1].right, 200);
    QCOMPARE(wide[2].left, 700);
    QCOMPARE(wide[2].right, 1000);
    // A view inside one slice shows nothing but it.
    fillLane(*trace, streamTrack(*trace), 0, TimeScale({ 10'000, 20'000 }, 1000), cells, wide);
    QCOMPARE(wide.size(), std::size_t { 1 });
    QCOMPARE(wide[0].left, -1);
    QCOMPARE(wide[0].right, 1001);
}

void TestLaneCells::sliceOfNoLengthHasAPixel()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "k", 500, 500);
    const auto trace = events.build();
    std::vector<PixelCell> cells(100);
    std::vector<WideSlice> wide;
    for (const TimeRange range : { TimeRange { 0, 1000 }, TimeRange { 500, 600 }, TimeRange { 0, 1'000'000'000 } }) {
        fillLane(*trace, streamTrack(*trace), 0, TimeScale(range, 100), cells, wide);
        QCOMPARE(std::count_if(cells.begin(), cells.end(), [](PixelCell c) { return c.busy > 0; }), 1);
    }
}

void TestLaneCells::crowdInOnePixelIsJumpedOver()
{
    // One far slice stretches the pyramid so much that all others share a bucket: the slices themselves must be read,
    // but not all.
    EventBuilder events;
    events.onStream(0, 7);
    for (int i = 0; i < 50'000; ++i)
        events.slice("kernel", "k", i * 10, i * 10 + 8);
    events.slice("kernel", "far", 1'000'000'000'000, 1'000'000'000'010);
    const auto trace = events.build();
    std::vector<PixelCell> cells(10);
    std::vector<WideSlice> wide;
    fillLane(*trace, streamTrack(*trace), 0, TimeScale({ 0, 500'000 }, 10), cells, wide);
    for (const PixelCell cell : cells)
        QVERIFY(cell.busy > 65535 / 2);
}

void TestLaneCells::timesAtTheEndsOfTheClock()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "k", kMinTimestamp / 2, kMinTimestamp / 2 + 1000);
    for (int i = 0; i < 200; ++i)
        events.slice("kernel", "k", i * 10, i * 10 + 5);
    events.slice("kernel", "k", kMaxTimestamp - 1000, kMaxTimestamp);
    const auto trace = events.build();
    std::vector<PixelCell> cells(100);
    std::vector<WideSlice> wide;
    const TrackId track = streamTrack(*trace);
    fillLane(*trace, track, 0, TimeScale({ kMinTimestamp, kMaxTimestamp }, 100), cells, wide);
    QVERIFY(std::any_of(cells.begin(), cells.end(), [](PixelCell c) { return c.busy > 0; }));
    fillLane(*trace, track, 0, TimeScale({ 0, 2000 }, 100), cells, wide);
    QVERIFY(std::count_if(cells.begin(), cells.end(), [](PixelCell c) { return c.busy > 0; }) > 50);
    // From end to end it is one more than has a number.
    EventBuilder whole;
    whole.onStream(0, 7).slice("kernel", "k", kMinTimestamp, kMinTimestamp + 1000);
    for (int i = 0; i < 200; ++i)
        whole.slice("kernel", "k", i * 10, i * 10 + 5);
    whole.slice("kernel", "k", kMaxTimestamp - 1000, kMaxTimestamp);
    const auto longest = whole.build();
    fillLane(*longest, streamTrack(*longest), 0, TimeScale({ kMinTimestamp, kMaxTimestamp }, 100), cells, wide);
    QVERIFY(std::any_of(cells.begin(), cells.end(), [](PixelCell c) { return c.busy > 0; }));
}

void TestLaneCells::densityPrefersWorkToContainers()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("user_annotation", "whole", 0, 1'000'000);
    events.slice("cpu_op", "aten::mm", 400'000, 600'000);
    const auto trace = events.build();
    const TrackId track = trace->trackOf(SliceId { 0u });
    std::vector<PixelCell> cells(100);
    std::vector<PixelCell> scratch;
    std::vector<WideSlice> wide;
    fillDensity(*trace, track, TimeScale({ 0, 1'000'000 }, 100), cells, scratch, wide);
    QCOMPARE(static_cast<ColourClass>(cells[10].colourClass), ColourClass::Annotation);
    QVERIFY(static_cast<ColourClass>(cells[50].colourClass) != ColourClass::Annotation);
}

QTEST_GUILESS_MAIN(TestLaneCells)
#include "tst_lane_cells.moc"
