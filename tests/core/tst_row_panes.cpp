// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_panes.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QTest>

#include <random>
#include <set>

using namespace kinetoscope;
using tests::EventBuilder;

/// Pinned rows stay at the top while the others scroll below them.
class TestRowPanes : public QObject {
    Q_OBJECT

private slots:
    void sharesTheHeight_data();
    void sharesTheHeight();
    void scrollsInsideItsLimits();
    void everyPixelShowsTheRowItShould_data();
    void everyPixelShowsTheRowItShould();
    void reveals_data();
    void reveals();
    void touchedRowsCrossTheRule();
};

namespace {

constexpr int kStreams = 6;
constexpr int kPinnedRow = TimelineMetrics {}.sliceRow + TimelineMetrics {}.trackGap;

/// A launching thread and six streams.
std::shared_ptr<const TraceSet> job()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("user_annotation", "ProfilerStep#1", 0, 100'000);
    for (int i = 0; i < kStreams; ++i)
        events.slice("cuda_runtime", "cudaLaunchKernel", 10'000 * i, 10'000 * i + 5'000, i + 1);
    for (int i = 0; i < kStreams; ++i) {
        events.onStream(0, 7 + i);
        events.slice("kernel", "gemm", 10'000 * i + 20'000, 10'000 * i + 30'000, i + 1);
    }
    return std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, events.build() } },
        std::vector<Remark> {});
}

std::vector<RowKey> streamsOf(const TraceSet& traces, int count)
{
    std::vector<RowKey> result;
    const auto tracks = traces.ranks()[0].trace->tracks();
    for (std::uint32_t id = 0; id < tracks.size() && static_cast<int>(result.size()) < count; ++id) {
        if (tracks[id].kind == TrackKind::Stream)
            result.push_back({ RowKind::Track, 0, id });
    }
    return result;
}

RowLayout layOut(const TraceSet& traces, int pinned)
{
    RowChoices choices;
    choices.pinned = streamsOf(traces, pinned);
    return { buildTimelineTree(traces), traces, choices, TimelineMetrics {} };
}

/// What ought to be at y of the area, said without panes; -1 where there is nothing.
std::ptrdiff_t rowShownAt(const RowLayout& layout, int height, RowScroll scroll, int y)
{
    const auto band = std::min<std::int64_t>(layout.pinnedHeight(), height / 2);
    const std::int64_t at = y < band ? y + scroll.pinned : layout.pinnedHeight() + scroll.rest + (y - band);
    for (std::size_t i = 0; i < layout.rows().size(); ++i) {
        if (at >= layout.rows()[i].y && at < layout.rows()[i].y + layout.rows()[i].height)
            return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
}

} // namespace

void TestRowPanes::sharesTheHeight_data()
{
    QTest::addColumn<int>("pinned");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("band");
    QTest::addColumn<int>("mostPinnedScroll");
    QTest::newRow("none pinned") << 0 << 100 << 0 << 0;
    QTest::newRow("one pinned") << 1 << 100 << kPinnedRow << 0;
    QTest::newRow("exactly half") << 2 << 4 * kPinnedRow << 2 * kPinnedRow << 0;
    QTest::newRow("more than half") << 4 << 100 << 50 << 4 * kPinnedRow - 50;
    QTest::newRow("next to no height") << 3 << 1 << 0 << 3 * kPinnedRow;
}

void TestRowPanes::sharesTheHeight()
{
    QFETCH(int, pinned);
    QFETCH(int, height);
    QFETCH(int, band);
    QFETCH(int, mostPinnedScroll);
    const auto traces = job();
    const RowLayout layout = layOut(*traces, pinned);
    QCOMPARE(layout.pinnedHeight(), std::int64_t { pinned } * kPinnedRow);
    const RowPanes panes(layout, height, {});
    QCOMPARE(panes.pinned().top, 0);
    QCOMPARE(panes.pinned().height, band);
    QCOMPARE(panes.rest().top, band);
    QCOMPARE(panes.rest().bottom(), height);
    QCOMPARE(panes.isSplit(), band > 0);
    QCOMPARE(panes.furthest().pinned, std::int64_t { mostPinnedScroll });
    QCOMPARE(
        panes.furthest().rest, std::max<std::int64_t>(0, layout.height() - layout.pinnedHeight() - (height - band)));
}

void TestRowPanes::scrollsInsideItsLimits()
{
    const auto traces = job();
    const RowLayout layout = layOut(*traces, 4);
    const RowPanes top(layout, 100, { -50, -50 });
    QCOMPARE(top.scroll(), (RowScroll { 0, 0 }));
    const RowPanes bottom(layout, 100, { 1'000'000, 1'000'000 });
    QCOMPARE(bottom.scroll(), bottom.furthest());
    QCOMPARE(bottom.rest().toLayout(bottom.rest().bottom()), layout.height());
    QCOMPARE(bottom.pinned().toLayout(bottom.pinned().bottom()), layout.pinnedHeight());
    const RowPanes nothing(RowLayout {}, 100, { 5, 5 });
    QCOMPARE(nothing.scroll(), (RowScroll { 0, 0 }));
    QVERIFY(nothing.rowsBetween(RowLayout {}, 0, 99).empty());
}

void TestRowPanes::everyPixelShowsTheRowItShould_data()
{
    QTest::addColumn<int>("pinned");
    for (int pinned = 0; pinned <= kStreams; ++pinned)
        QTest::addRow("%d pinned", pinned) << pinned;
}

void TestRowPanes::everyPixelShowsTheRowItShould()
{
    QFETCH(int, pinned);
    const auto traces = job();
    const RowLayout layout = layOut(*traces, pinned);
    std::mt19937 random(static_cast<unsigned>(pinned) + 1);
    for (int round = 0; round < 40; ++round) {
        const int height = std::uniform_int_distribution<int>(1, 300)(random);
        std::uniform_int_distribution<std::int64_t> anywhere(0, layout.height());
        const RowPanes panes(layout, height, { anywhere(random), anywhere(random) });
        std::set<std::size_t> seen;
        std::vector<std::ptrdiff_t> shown;
        for (int y = 0; y < height; ++y) {
            const std::ptrdiff_t expected = rowShownAt(layout, height, panes.scroll(), y);
            shown.push_back(expected);
            const RowPane& pane = panes.at(y);
            QVERIFY(y >= pane.top && y < pane.bottom());
            QCOMPARE(pane.toArea(pane.toLayout(y)), std::int64_t { y });
            const std::ptrdiff_t at = layout.rowAt(pane.toLayout(y));
            if (expected < 0)
                continue; // a gap
            QCOMPARE(at, expected);
            const TimelineRow& row = layout.rows()[static_cast<std::size_t>(at)];
            QCOMPARE(&panes.of(row), &pane);
            seen.insert(static_cast<std::size_t>(at));
        }
        std::set<std::size_t> listed;
        for (const RowPane& pane : panes.all()) {
            for (std::size_t i = pane.firstRow; i < pane.endRow; ++i)
                listed.insert(i);
        }
        QCOMPARE(listed, seen);

        std::uniform_int_distribution<int> somewhere(0, height - 1);
        const int a = somewhere(random);
        const int b = somewhere(random);
        std::set<std::size_t> touched;
        for (int y = std::min(a, b); y <= std::max(a, b); ++y) {
            const auto at = layout.rowAt(panes.at(y).toLayout(y)); // in a gap: the row above it
            if (at >= 0 && seen.count(static_cast<std::size_t>(at)) != 0)
                touched.insert(static_cast<std::size_t>(at));
        }
        const std::vector<std::size_t> between = panes.rowsBetween(layout, a, b);
        QCOMPARE(std::set<std::size_t>(between.begin(), between.end()), touched);
        QVERIFY(std::is_sorted(between.begin(), between.end()));
    }
}

void TestRowPanes::reveals_data()
{
    QTest::addColumn<bool>("isPinned");
    QTest::addColumn<int>("top"); ///< in the row's pane, before
    QTest::addColumn<bool>("moves");
    QTest::newRow("in view") << false << 10 << false;
    QTest::newRow("above, under the pinned rows") << false << -15 << true;
    QTest::newRow("below") << false << 45 << true;
    QTest::newRow("pinned, in view") << true << 10 << false;
    QTest::newRow("pinned, above") << true << -5 << true;
    QTest::newRow("pinned, below") << true << 41 << true;
}

void TestRowPanes::reveals()
{
    QFETCH(bool, isPinned);
    QFETCH(int, top);
    QFETCH(bool, moves);
    const auto traces = job();
    const RowLayout layout = layOut(*traces, 4);
    const RowPanes before(layout, 100, { 30, 20 });
    QCOMPARE(before.scroll(), (RowScroll { 30, 20 }));
    const RowPane& pane = isPinned ? before.pinned() : before.rest();
    const std::int64_t begin = pane.origin + top;
    const RowScroll scroll = before.revealing(pane, begin, begin + 10);
    QCOMPARE(!(scroll == before.scroll()), moves);
    QCOMPARE(isPinned ? scroll.rest : scroll.pinned, isPinned ? 30 : 20); // the other one stays
    const RowPanes after(layout, 100, scroll);
    const RowPane& shown = isPinned ? after.pinned() : after.rest();
    QVERIFY(shown.toArea(begin) >= shown.top);
    QVERIFY(shown.toArea(begin + 10) <= shown.bottom());
}

void TestRowPanes::touchedRowsCrossTheRule()
{
    // From the pinned row down to what is below it: rows that have scrolled away between them are not touched.
    const auto traces = job();
    const RowLayout layout = layOut(*traces, 1);
    const RowPanes panes(layout, 100, { 40, 0 });
    const std::vector<std::size_t> touched = panes.rowsBetween(layout, 5, kPinnedRow + 10);
    QVERIFY(touched.size() >= 2);
    QCOMPARE(touched[0], std::size_t { 0 });
    QVERIFY(touched[1] > 1);
    QVERIFY(layout.rows()[touched[1]].y + layout.rows()[touched[1]].height > layout.pinnedHeight() + 40);
    QCOMPARE(panes.rowsBetween(layout, kPinnedRow + 10, 5), touched);
}

QTEST_GUILESS_MAIN(TestRowPanes)
#include "tst_row_panes.moc"
