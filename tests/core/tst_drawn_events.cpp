// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn is what happened: at any zoom the union of a lane's events is what its pixels show, and every event can
// be hit with the pointer at some zoom. On random traces and on the public ones, against the slow and obvious way.
#include "core/io/trace_loader.h"
#include "core/layout/timeline/hit_test.h"
#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/row_layout.h"
#include "tests/support/long_tests.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QLatin1String>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <algorithm>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestDrawnEvents : public QObject {
    Q_OBJECT

private slots:
    void pixelsShowTheUnion_data() { addTraces(); }
    void pixelsShowTheUnion();
    void zoomedInPixelsAreExact_data() { addTraces(); }
    void zoomedInPixelsAreExact();
    void everyEventCanBeHit_data() { addTraces(); }
    void everyEventCanBeHit();

private:
    static void addTraces();
    static std::shared_ptr<const TraceSet> load(const QString& path, int seed);
};

namespace {

constexpr std::size_t kWidth = 400;
constexpr std::size_t kMostLanes = 40;     ///< of one trace, evenly chosen
constexpr std::size_t kMostEvents = 3'000; ///< of one trace, evenly chosen

struct Lane {
    TrackId track;
    std::uint16_t lane = 0;
};

/// Lanes with events, the folded ones too.
std::vector<Lane> lanesOf(const Trace& trace)
{
    std::vector<Lane> all;
    for (std::size_t id = 0; id < trace.tracks().size(); ++id) {
        const TrackId track { id };
        for (std::uint16_t lane = 0; lane < trace.track(track).laneCount; ++lane) {
            if (laneRowsOf(trace, track, lane).size() > 0)
                all.push_back({ track, lane });
        }
    }
    std::vector<Lane> chosen;
    const std::size_t step = std::max<std::size_t>(1, all.size() / kMostLanes);
    for (std::size_t i = 0; i < all.size(); i += step)
        chosen.push_back(all[i]);
    return chosen;
}

/// Columns that events touch, one event after the other.
std::vector<bool> touched(const Trace& trace, const LaneRows& rows, const TimeScale& scale)
{
    std::vector<bool> columns(kWidth, false);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TimeRange range = trace.slices().range(rows[i]);
        const double x0 = scale.xOf(range.begin);
        const double x1 = scale.xOf(range.end);
        const bool isOver = x1 < 0 || (x1 == 0 && x0 < 0); // one that ends where the window begins is not in it
        if (x0 >= kWidth || isOver)
            continue;
        const auto first = static_cast<std::size_t>(std::max(0.0, x0));
        for (std::size_t x = first; x < kWidth && (x == first || static_cast<double>(x) < x1); ++x)
            columns[x] = true;
    }
    return columns;
}

std::vector<bool> painted(const Trace& trace, const Lane& lane, const TimeScale& scale)
{
    std::vector<PixelCell> cells(kWidth);
    std::vector<WideSlice> wide;
    fillLane(trace, lane.track, lane.lane, scale, cells, wide);
    std::vector<bool> columns(kWidth, false);
    for (std::size_t x = 0; x < kWidth; ++x)
        columns[x] = cells[x].busy > 0;
    return columns;
}

/// The first column of `of` that has none of `in` within `reach` columns; -1 without.
int firstAlone(const std::vector<bool>& of, const std::vector<bool>& in, int reach)
{
    for (int x = 0; x < static_cast<int>(kWidth); ++x) {
        if (!of[static_cast<std::size_t>(x)])
            continue;
        bool any = x < reach || x >= static_cast<int>(kWidth) - reach; // what is beyond the edge is not known here
        for (int near = std::max(0, x - reach); near <= std::min(static_cast<int>(kWidth) - 1, x + reach); ++near)
            any = any || in[static_cast<std::size_t>(near)];
        if (!any)
            return x;
    }
    return -1;
}

QByteArray placeOf(const Trace& trace, const Lane& lane, const TimeScale& scale, int x)
{
    return QStringLiteral("track %1 (%2) lane %3, %4 ns from %5, column %6")
        .arg(lane.track.index())
        .arg(QString::fromStdString(trace.track(lane.track).name))
        .arg(lane.lane)
        .arg(scale.visible().length())
        .arg(scale.visible().begin)
        .arg(x)
        .toUtf8();
}

/// Ranges from all of a lane down to a few hundred nanoseconds, around one of its events each.
std::vector<TimeRange> zooms(const Trace& trace, const LaneRows& rows, std::mt19937& random)
{
    const TimeRange all { trace.slices().start[rows[0].index()],
        trace.slices().end(rows[rows.size() - 1]) }; // ends of a lane hardly overlap
    std::vector<TimeRange> ranges { { saturatingSubtract(all.begin, 1), saturatingAdd(all.end, 1) } };
    for (Nanoseconds length = std::max<Nanoseconds>(all.length(), kWidth); length >= 300; length /= 7) {
        std::uniform_int_distribution<std::size_t> any(0, rows.size() - 1);
        const Timestamp middle = trace.slices().start[rows[any(random)].index()];
        const Timestamp begin = saturatingSubtract(middle, length / 3);
        ranges.push_back({ begin, saturatingAdd(begin, length) });
    }
    return ranges;
}

} // namespace

/// Public files that hold no trace; tst_public_traces says what opening them gives.
const QStringList kNoTraces { QStringLiteral("broken_made/empty.json"),
    QStringLiteral("execution_trace_simple_add/benchmark_simple_add_et.json.gz") };

void TestDrawnEvents::addTraces()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed)
        QTest::addRow("random %d", seed) << QString() << seed;
    QDirIterator files(sharedPath(QStringLiteral("traces")), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        const QString name = path.section(u'/', -2);
        const bool isJson = path.endsWith(QLatin1String(".json.gz")) || path.endsWith(QLatin1String(".json"));
        if (isJson && !isTooLongHere(path) && !kNoTraces.contains(name))
            QTest::newRow(qPrintable(name)) << path << 0;
    }
}

std::shared_ptr<const TraceSet> TestDrawnEvents::load(const QString& path, int seed)
{
    if (path.isEmpty()) {
        RandomTraceOptions options;
        options.ops = 60;
        options.launches = 300;
        options.span = 100'000;
        return randomJob(static_cast<std::uint32_t>(seed), 1, options);
    }
    const auto loaded = loadTraceSet({ { std::nullopt, path.toStdString() } }, LoadOptions {}, Progress {});
    return loaded ? *loaded : nullptr;
}

void TestDrawnEvents::pixelsShowTheUnion()
{
    QFETCH(QString, path);
    QFETCH(int, seed);
    const auto traces = load(path, seed);
    QVERIFY2(traces, "it does not open");
    const Trace& trace = *traces->ranks()[0].trace;
    std::mt19937 random(7);
    for (const Lane& lane : lanesOf(trace)) {
        const LaneRows rows = laneRowsOf(trace, lane.track, lane.lane);
        for (const TimeRange& visible : zooms(trace, rows, random)) {
            const TimeScale scale(visible, kWidth);
            const std::vector<bool> events = touched(trace, rows, scale);
            const std::vector<bool> pixels = painted(trace, lane, scale);
            // Where a bucket of the pyramid straddles two columns it is drawn in one of them.
            const int missing = firstAlone(events, pixels, 1);
            if (missing >= 0)
                QFAIL("nothing drawn: " + placeOf(trace, lane, scale, missing));
            const int invented = firstAlone(pixels, events, 1);
            if (invented >= 0)
                QFAIL("drawn without an event: " + placeOf(trace, lane, scale, invented));
        }
    }
}

void TestDrawnEvents::zoomedInPixelsAreExact()
{
    QFETCH(QString, path);
    QFETCH(int, seed);
    const auto traces = load(path, seed);
    QVERIFY2(traces, "it does not open");
    const Trace& trace = *traces->ranks()[0].trace;
    std::mt19937 random(11);
    for (const Lane& lane : lanesOf(trace)) {
        const LaneRows rows = laneRowsOf(trace, lane.track, lane.lane);
        std::uniform_int_distribution<std::size_t> any(0, rows.size() - 1);
        for (std::uint32_t round = 0; round < 4; round += sanitizedStride()) {
            // A nanosecond is wider than three columns: every event is drawn as itself, from edge to edge.
            const Timestamp begin = saturatingSubtract(trace.slices().start[rows[any(random)].index()], 33);
            const TimeScale scale({ begin, saturatingAdd(begin, kShortestVisible) }, kWidth);
            const std::vector<bool> events = touched(trace, rows, scale);
            const std::vector<bool> pixels = painted(trace, lane, scale);
            // Where it is is said only of the one that differs: a text for each pixel takes longer than all the rest.
            const auto other = std::mismatch(events.begin(), events.end(), pixels.begin()).first;
            if (other != events.end())
                QFAIL(placeOf(trace, lane, scale, static_cast<int>(other - events.begin())));
        }
    }
}

void TestDrawnEvents::everyEventCanBeHit()
{
    QFETCH(QString, path);
    QFETCH(int, seed);
    const auto traces = load(path, seed);
    QVERIFY2(traces, "it does not open");
    const Trace& trace = *traces->ranks()[0].trace;
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices; // everything open
    for (std::uint32_t g = 0; g < tree.ranks[0].groups.size(); ++g) {
        choices.expanded[{ RowKind::Group, 0, g }] = true;
        for (const TreeTrack& track : tree.ranks[0].groups[g].tracks) {
            choices.expanded[{ RowKind::Track, 0, track.track.value }] = true;
            choices.pythonFolded[{ RowKind::Track, 0, track.track.value }] = false;
        }
    }
    choices.expanded[{ RowKind::Rank, 0, 0 }] = true;
    const RowLayout layout(tree, *traces, choices, TimelineMetrics {});
    const std::size_t count = trace.slices().size();
    const std::size_t step = std::max<std::size_t>(1, count / kMostEvents);
    for (std::size_t i = 0; i < count; i += step) {
        const SliceId slice { i };
        const std::ptrdiff_t at = layout.find({ RowKind::Track, 0, trace.trackOf(slice).value });
        QVERIFY2(at >= 0, "the row is missing");
        const TimelineRow& row = layout.rows()[static_cast<std::size_t>(at)];
        const std::int64_t y = RowLayout::laneTop(row, RowLayout::laneOf(row, trace, slice)) + row.laneHeight / 2;
        const RankTrace& rank = traces->ranks()[0];
        const TimeRange own = trace.slices().range(slice);
        const TimeRange range { rank.toJobTime(own.begin), rank.toJobTime(own.end) };
        const Nanoseconds length = std::max(kShortestVisible, saturatingAdd(range.length(), range.length()));
        const TimeScale scale({ saturatingSubtract(range.begin, length / 4),
                                  saturatingAdd(saturatingSubtract(range.begin, length / 4), length) },
            kWidth);
        const double x = (scale.xOf(range.begin) + std::min<double>(scale.xOf(range.end), kWidth)) / 2;
        const TimelineHit hit = hitTest(*traces, layout, scale, x, y);
        // Events of no length at one instant of one lane are one place: the keyboard walks them.
        const bool isTwin = hit.slice && own.isEmpty() && trace.slices().range(hit.slice->slice) == own;
        if (isTwin || (hit.slice && hit.slice->slice == slice))
            continue;
        QFAIL(qPrintable(QStringLiteral("event %1 on track %2, %3 ns from %4, lane %5 of %6, hit %7")
                             .arg(i)
                             .arg(toQString(trace.track(trace.trackOf(slice)).name))
                             .arg(range.length())
                             .arg(range.begin)
                             .arg(RowLayout::laneOf(row, trace, slice))
                             .arg(row.laneCount)
                             .arg(hit.slice ? static_cast<qlonglong>(hit.slice->slice.index()) : -1)));
    }
}

QTEST_GUILESS_MAIN(TestDrawnEvents)
#include "tst_drawn_events.moc"
