// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_order.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <functional>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::toQString;

/// Filtered, hidden, pinned and moved rows.
class TestRowChoices : public QObject {
    Q_OBJECT

private slots:
    void showsRows_data();
    void showsRows();
    void filterOpensWhatItFinds();
    void keptTracksAreCounted_data();
    void keptTracksAreCounted();
    void seriesMoveWithTheirTrack();
    void rowsOfAForeignFileAreIgnored();
    void blocksHoldWhatMovesAlong();
    void placesByPosition_data();
    void placesByPosition();
    void movesRows_data();
    void movesRows();
    void movesPastHiddenRows();
};

namespace {

/// Two threads (11 launches, 12 idles), one GPU with streams 7 and 20.
std::shared_ptr<const Trace> smallTrace()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("user_annotation", "ProfilerStep#1", 0, 100'000);
    events.slice("cuda_runtime", "cudaLaunchKernel", 20'000, 30'000, 5);
    events.slice("cuda_runtime", "cudaLaunchKernel", 31'000, 32'000, 6);
    events.onThread("10", "12");
    events.slice("cpu_op", "aten::empty", 0, 1000);
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    events.onStream(0, 20);
    events.slice("kernel", "copy", 50'000, 90'000, 6);
    return events.build();
}

std::shared_ptr<const TraceSet> job(int ranks)
{
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> traces;
    for (int i = 0; i < ranks; ++i)
        traces.emplace_back(i, smallTrace());
    return std::make_shared<TraceSet>(std::move(traces), std::vector<Remark> {});
}

RowLayout layOut(const TraceSet& traces, const TimelineTree& tree, const RowChoices& choices)
{
    return RowLayout(tree, traces, choices, TimelineMetrics {});
}

/// "r0 steps p 11 12 g 7 20", pinned tracks with "!", folded titles with "-", series with "~".
QString written(const TraceSet& traces, const TimelineTree& tree, const RowLayout& layout)
{
    QStringList words;
    for (const TimelineRow& row : layout.rows()) {
        const Trace& trace = *traces.ranks()[row.key.rank].trace;
        QString word;
        switch (row.key.kind) {
        case RowKind::Rank:
            word = QStringLiteral("r%1").arg(row.key.rank);
            break;
        case RowKind::Group:
            word = tree.ranks[row.key.rank].groups[row.group].isDevice ? QStringLiteral("g") : QStringLiteral("p");
            break;
        case RowKind::Steps:
            word = QStringLiteral("steps");
            break;
        case RowKind::Track:
            word = toQString(trace.text(trace.track(row.track()).tid));
            break;
        case RowKind::Series:
            word = QStringLiteral("~");
            break;
        }
        const bool isTitle = row.key.kind == RowKind::Rank || row.key.kind == RowKind::Group;
        if (isTitle && !row.expanded)
            word += u'-';
        words << (row.isPinned ? u'!' + word : word);
    }
    return words.join(u' ');
}

/// Track of rank 0 by the text of its thread or stream.
RowKey track(const TraceSet& traces, std::string_view tid, std::uint32_t rank = 0)
{
    const Trace& trace = *traces.ranks()[rank].trace;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.text(trace.tracks()[i].tid) == tid)
            return { RowKind::Track, rank, static_cast<std::uint32_t>(i) };
    }
    return {};
}

constexpr RowKey kRank { RowKind::Rank, 0, 0 };
constexpr RowKey kSteps { RowKind::Steps, 0, 0 };
constexpr RowKey kProcess { RowKind::Group, 0, 0 };
constexpr RowKey kDevice { RowKind::Group, 0, 1 };

using Choose = std::function<void(const TraceSet&, RowChoices&)>;

} // namespace

void TestRowChoices::showsRows_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<Choose>("choose");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* name, int ranks, Choose choose, const char* rows) {
        QTest::newRow(name) << ranks << std::move(choose) << QString::fromLatin1(rows);
    };
    const auto filter = [](const char* text) -> Choose {
        return [text](const TraceSet&, RowChoices& c) { c.filter = text; };
    };
    row(
        "everything", 1, [](const TraceSet&, RowChoices&) {}, "r0 steps p 11 12 g 7 20");
    row("filter by track", 1, filter("stream 7"), "r0 g 7");
    row("case does not matter", 1, filter("STREAM"), "r0 g 7 20");
    row("filter by device", 1, filter("gpu 0"), "r0 g 7 20");
    row("filter by rank", 2, filter("rank 1"), "r1 steps p 11 12 g 7 20");
    row("filter finds nothing", 2, filter("no such track"), "");
    row("filter on every rank", 2, filter("20"), "r0 g 20 r1 g 20");
    row(
        "a hidden track", 1, [](const TraceSet& t, RowChoices& c) { c.hidden.insert(track(t, "12")); },
        "r0 steps p 11 g 7 20");
    row(
        "a hidden device", 1, [](const TraceSet&, RowChoices& c) { c.hidden.insert(kDevice); }, "r0 steps p 11 12");
    row(
        "a hidden rank", 2, [](const TraceSet&, RowChoices& c) { c.hidden.insert(kRank); }, "r1 steps p 11 12 g 7 20");
    row(
        "hidden steps", 1, [](const TraceSet&, RowChoices& c) { c.hidden.insert(kSteps); }, "r0 p 11 12 g 7 20");
    row(
        "hidden is hidden from the filter", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.hidden.insert(track(t, "7"));
            c.filter = "stream";
        },
        "r0 g 20");
    row(
        "a pinned track", 1, [](const TraceSet& t, RowChoices& c) { c.pinned = { track(t, "20") }; },
        "!20 r0 steps p 11 12 g 7");
    row(
        "pinned in order, once each", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.pinned = { track(t, "20"), track(t, "11"), track(t, "20") };
        },
        "!20 !11 r0 steps p 12 g 7");
    row(
        "a pinned track of a folded rank", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.pinned = { track(t, "7") };
            c.expanded[kRank] = false;
        },
        "!7 r0-");
    row(
        "a pinned track is filtered as well", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.pinned = { track(t, "7") };
            c.filter = "stream 20";
        },
        "r0 g 20");
    row(
        "a pinned track of a hidden device", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.pinned = { track(t, "7") };
            c.hidden.insert(kDevice);
        },
        "r0 steps p 11 12");
    row(
        "moved tracks", 1,
        [](const TraceSet& t, RowChoices& c) {
            c.order[kDevice] = { track(t, "20").index, track(t, "7").index };
        },
        "r0 steps p 11 12 g 20 7");
    row(
        "moved groups", 1,
        [](const TraceSet&, RowChoices& c) {
            c.order[kRank] = { 1, 0 };
        },
        "r0 steps g 7 20 p 11 12");
    row(
        "an order names some", 1,
        [](const TraceSet& t, RowChoices& c) { c.order[kProcess] = { track(t, "12").index }; },
        "r0 steps p 12 11 g 7 20");
}

void TestRowChoices::showsRows()
{
    QFETCH(int, ranks);
    QFETCH(Choose, choose);
    QFETCH(QString, rows);
    const auto traces = job(ranks);
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices;
    choose(*traces, choices);
    const RowLayout layout = layOut(*traces, tree, choices);
    QCOMPARE(written(*traces, tree, layout), rows);
    // Rows are from top to bottom, whatever was chosen.
    std::int64_t end = 0;
    for (const TimelineRow& row : layout.rows()) {
        QVERIFY(row.y >= end);
        QCOMPARE(row.y < layout.pinnedHeight(), row.isPinned);
        end = row.y + row.height;
    }
    QVERIFY(layout.height() >= end);
}

void TestRowChoices::filterOpensWhatItFinds()
{
    const auto traces = job(static_cast<int>(kManyRanks)); // devices start folded
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices;
    choices.filter = "stream 7";
    choices.expanded[kRank] = false;
    const RowLayout found = layOut(*traces, tree, choices);
    QVERIFY(written(*traces, tree, found).startsWith(QStringLiteral("r0 g 7 r1 g 7")));
    QVERIFY(!found.rows()[0].canFold && !found.rows()[1].canFold);
    // By its own name a device is shown as the user left it.
    choices.filter = "gpu 0";
    const RowLayout byDevice = layOut(*traces, tree, choices);
    QVERIFY(written(*traces, tree, byDevice).startsWith(QStringLiteral("r0 g- r1 g-")));
    QVERIFY(byDevice.rows()[1].canFold);
}

void TestRowChoices::keptTracksAreCounted_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<bool>("hidesOne");
    QTest::addColumn<int>("kept");
    QTest::newRow("all") << QByteArray() << false << 8;
    QTest::newRow("one hidden") << QByteArray() << true << 7;
    QTest::newRow("streams") << QByteArray("stream") << false << 4;
    QTest::newRow("streams but one") << QByteArray("stream") << true << 3;
    QTest::newRow("a rank") << QByteArray("rank 1") << true << 4;
    QTest::newRow("none") << QByteArray("?") << false << 0;
}

void TestRowChoices::keptTracksAreCounted()
{
    QFETCH(QByteArray, filter);
    QFETCH(bool, hidesOne);
    QFETCH(int, kept);
    const auto traces = job(2);
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices;
    choices.filter = filter.toStdString();
    choices.expanded[kRank] = false; // what is folded away is there all the same
    if (hidesOne)
        choices.hidden.insert(track(*traces, "7"));
    const RowLayout layout = layOut(*traces, tree, choices);
    QCOMPARE(layout.keptTracks(), static_cast<std::size_t>(kept));
    QCOMPARE(layout.allTracks(), std::size_t { 8 });
    std::size_t counted = 0;
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        for (const TreeGroup& group : tree.ranks[rank].groups) {
            counted += static_cast<std::size_t>(std::ranges::count_if(
                group.tracks, [&](const TreeTrack& each) { return layout.keeps(rank, each.track); }));
        }
    }
    QCOMPARE(counted, layout.keptTracks());
}

void TestRowChoices::seriesMoveWithTheirTrack()
{
    const auto traces = job(1);
    TimelineTree tree = buildTimelineTree(*traces);
    tree.ranks[0].groups[1].tracks[0].series = { 0 };
    RowChoices choices;
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), QStringLiteral("r0 steps p 11 12 g 7 ~ 20"));
    choices.order[kDevice] = { track(*traces, "20").index };
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), QStringLiteral("r0 steps p 11 12 g 20 7 ~"));
    choices.pinned = { track(*traces, "7") };
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), QStringLiteral("!7 !~ r0 steps p 11 12 g 20"));
    choices.hidden = { track(*traces, "7") };
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), QStringLiteral("r0 steps p 11 12 g 20"));
}

void TestRowChoices::rowsOfAForeignFileAreIgnored()
{
    const auto traces = job(1);
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices;
    choices.pinned = { { RowKind::Track, 9, 0 }, { RowKind::Track, 0, 4'000'000'000U }, kDevice };
    choices.hidden = { { RowKind::Track, 7, 7 } };
    choices.order[kRank] = { 99, 1, 1 };
    choices.order[kDevice] = { 4'000'000'000U };
    choices.order[{ RowKind::Group, 5, 5 }] = { 1 };
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), QStringLiteral("r0 steps g 7 20 p 11 12"));
}

void TestRowChoices::blocksHoldWhatMovesAlong()
{
    const auto traces = job(2);
    TimelineTree tree = buildTimelineTree(*traces);
    tree.ranks[0].groups[1].tracks[0].series = { 0 };
    const RowLayout layout = layOut(*traces, tree, {});
    const auto device = movableRows(layout, kDevice);
    QVERIFY(device);
    QCOMPARE(device->blocks.size(), std::size_t { 2 });
    QCOMPARE(device->at, std::size_t { 1 });
    const TimelineRow& last = layout.rows()[static_cast<std::size_t>(layout.find(track(*traces, "20")))];
    QCOMPARE(device->blocks[1].bottom, last.y + last.height);
    const auto streams = movableRows(layout, track(*traces, "7"));
    QVERIFY(streams);
    const TimelineRow& series = layout.rows()[static_cast<std::size_t>(layout.find({ RowKind::Series, 0, 0 }))];
    QCOMPARE(streams->blocks[0].bottom, series.y + series.height);
    QVERIFY(!movableRows(layout, kRank) && !movableRows(layout, kSteps));
    QVERIFY(!movableRows(layout, { RowKind::Series, 0, 0 }) && !movableRows(layout, { RowKind::Track, 5, 5 }));
}

void TestRowChoices::placesByPosition_data()
{
    QTest::addColumn<qint64>("y");
    QTest::addColumn<int>("place");
    QTest::newRow("above all") << qint64 { -1000 } << 0;
    QTest::newRow("upper half of the first") << qint64 { 104 } << 0;
    QTest::newRow("lower half of the first") << qint64 { 106 } << 1;
    QTest::newRow("upper half of the second") << qint64 { 124 } << 1;
    QTest::newRow("lower half of the second") << qint64 { 136 } << 2;
    QTest::newRow("below all") << qint64 { 1000 } << 2;
}

void TestRowChoices::placesByPosition()
{
    QFETCH(qint64, y);
    QFETCH(int, place);
    MovableRows rows;
    rows.blocks = { { kProcess, 100, 110 }, { kDevice, 120, 140 } };
    QCOMPARE(rows.placeAt(y), static_cast<std::size_t>(place));
    QCOMPARE(rows.lineAt(0), std::int64_t { 99 });
    QCOMPARE(rows.lineAt(1), std::int64_t { 115 });
    QCOMPARE(rows.lineAt(2), std::int64_t { 141 });
    QVERIFY(!rows.moves(0) && !rows.moves(1) && rows.moves(2));
    QCOMPARE(MovableRows {}.placeAt(y), std::size_t { 0 });
}

void TestRowChoices::movesRows_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<int>("place");
    QTest::addColumn<QString>("rows");
    QTest::newRow("thread down") << QByteArray("11") << 2 << "!7 !20 r0 steps p 12 11 g";
    QTest::newRow("thread up") << QByteArray("12") << 0 << "!7 !20 r0 steps p 12 11 g";
    QTest::newRow("nowhere") << QByteArray("12") << 1 << "!7 !20 r0 steps p 11 12 g";
    QTest::newRow("pinned") << QByteArray("20") << 0 << "!20 !7 r0 steps p 11 12 g";
    QTest::newRow("device") << QByteArray("device") << 0 << "!7 !20 r0 steps g p 11 12";
}

void TestRowChoices::movesRows()
{
    QFETCH(QByteArray, what);
    QFETCH(int, place);
    QFETCH(QString, rows);
    const auto traces = job(1);
    const TimelineTree tree = buildTimelineTree(*traces);
    RowChoices choices;
    choices.pinned = { track(*traces, "7"), track(*traces, "20") };
    const RowKey moved = what == "device" ? kDevice : track(*traces, what.toStdString());
    const auto movable = movableRows(layOut(*traces, tree, choices), moved);
    QVERIFY(movable);
    choices = withRowMoved(choices, tree, *movable, static_cast<std::size_t>(place));
    QCOMPARE(written(*traces, tree, layOut(*traces, tree, choices)), rows);
}

void TestRowChoices::movesPastHiddenRows()
{
    EventBuilder events;
    for (const int stream : { 1, 2, 3, 4 }) {
        events.onStream(0, stream);
        events.slice("kernel", "gemm", 40'000, 80'000);
    }
    const TraceSet traces({ { 0, events.build() } }, {});
    const TimelineTree tree = buildTimelineTree(traces);
    RowChoices choices;
    choices.hidden = { track(traces, "2") };
    const RowLayout before = layOut(traces, tree, choices);
    QCOMPARE(written(traces, tree, before), QStringLiteral("r0 g 1 3 4"));
    const auto movable = movableRows(before, track(traces, "1"));
    choices = withRowMoved(choices, tree, *movable, 2);
    QCOMPARE(written(traces, tree, layOut(traces, tree, choices)), QStringLiteral("r0 g 3 1 4"));
    choices.hidden.clear();
    QCOMPARE(written(traces, tree, layOut(traces, tree, choices)), QStringLiteral("r0 g 2 3 1 4"));
}

QTEST_GUILESS_MAIN(TestRowChoices)
#include "tst_row_choices.moc"
