// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a timeline, each without the others and without a view.
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/input/range_selection.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

#include <QSignalSpy>
#include <QWidget>
#include <QtTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Two ranks, each with a kernel from 500 to 800 us of 2 ms.
std::shared_ptr<const TraceSet> twoRanks()
{
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        EventBuilder events;
        events.onThread("10", "11");
        events.slice("cpu_op", "aten::whole", 0, 2'000'000);
        events.onStream(0, 7);
        events.slice("kernel", "gemm", 500'000, 800'000);
        ranks.emplace_back(rank, events.build());
    }
    return std::make_shared<TraceSet>(std::move(ranks), std::vector<Remark> {});
}

struct Parts {
    Parts()
        : camera(screen, state, scene)
        , rows(scene)
    {
        QObject::connect(&rows, &TimelineRows::changed, &camera, &TimelineCamera::refit);
        screen.resize(1020, 600);
        state.setTraceSet(twoRanks());
        scene.setTraceSet(state.traceSet(), state.names());
        rows.expandAll();
        state.setVisibleRange({ 0, 2'000'000 });
    }
    [[nodiscard]] SliceRef kernel(std::uint32_t rank) const
    {
        const Trace& trace = *state.traceSet()->ranks()[rank].trace;
        const bool isFirst = trace.name(SliceId { std::size_t { 0 } }) == "gemm";
        return { rank, SliceId { isFirst ? std::size_t { 0 } : std::size_t { 1 } } };
    }

    ViewState state;
    TimelineScene scene;
    QWidget screen;
    TimelineCamera camera;
    TimelineRows rows;
};

} // namespace

class TestTimelineParts : public QObject {
    Q_OBJECT

private slots:
    void pointsAndPlacesAreTheSame();
    void momentsSnapToEnds();
    void nothingLiesOutside();
    void cameraStaysInsideItsLimits();
    void cameraTellsOnlyWhatChanged();
    void rowsAreHiddenAndPinned();
    void rangesTouchTheRowsBetweenTwoPoints();
    void edgesAreThoseOfOneRange();
};

void TestTimelineParts::pointsAndPlacesAreTheSame()
{
    const Parts p;
    const TimelineProjection shown = p.camera.projection();
    for (const std::uint32_t rank : { 0U, 1U }) {
        const QRectF rect = shown.rectOf(p.kernel(rank));
        QVERIFY(!rect.isEmpty());
        const TimelineHit hit = shown.hitAt(rect.center());
        QVERIFY(hit.slice == p.kernel(rank));
        QCOMPARE(shown.rowAt(rect.center())->key.rank, rank);
        QVERIFY(std::abs(shown.xOf(shown.timeAt(rect.center().x())) - rect.center().x()) < 1);
        QVERIFY(!shown.headerAt(rect.center()));
        const QPointF header(5, rect.center().y());
        QVERIFY(shown.headerAt(header) && shown.headerAt(header)->rank == rank);
        QVERIFY(!shown.hitAt(header).slice);
    }
}

void TestTimelineParts::momentsSnapToEnds()
{
    const Parts p;
    const TimelineProjection shown = p.camera.projection();
    const QRectF rect = shown.rectOf(p.kernel(0));
    const QPointF nearBegin(rect.left() + 3, rect.center().y());
    const QPointF nearEnd(rect.right() - 3, rect.center().y());
    QCOMPARE(shown.momentAt(nearBegin, true), 500'000);
    QCOMPARE(shown.momentAt(nearEnd, true), 800'000);
    QCOMPARE(shown.momentAt(nearBegin, false), shown.timeAt(nearBegin.x()));
    QCOMPARE(shown.momentAt(rect.center(), true), shown.timeAt(rect.center().x()));
}

void TestTimelineParts::nothingLiesOutside()
{
    const Parts p;
    const TimelineProjection shown = p.camera.projection();
    for (const QPointF point : { QPointF(-1, -1), QPointF(5000, 300), QPointF(500, 5) }) {
        QCOMPARE(shown.hitAt(point).row, std::ptrdiff_t { -1 });
        QVERIFY(!shown.rowAt(point) && !shown.gapAt(point));
    }
    QVERIFY(shown.rectOf({ 9, SliceId { std::size_t { 0 } } }).isEmpty());
    QVERIFY(shown.rectOf({ 0, SliceId { std::size_t { 999 } } }).isEmpty());
    QVERIFY(shown.rectOf({ 0, SliceId {} }).isEmpty());
    const TimelineScene none;
    QCOMPARE(TimelineProjection(none, shown.viewport()).hitAt({ 500, 300 }).row, std::ptrdiff_t { -1 });
}

void TestTimelineParts::cameraStaysInsideItsLimits()
{
    Parts p;
    const TimeRange limits = p.state.visibleLimits();
    p.camera.setVisible({ -1'000'000'000, 1'000'000'000 });
    QVERIFY(p.state.visibleRange() == limits);
    p.camera.zoomBy(1e-12, 500);
    QCOMPARE(p.state.visibleRange().length(), kShortestVisible);
    p.screen.resize(1020, 120); // less than the rows need
    p.camera.refit();
    QVERIFY(p.camera.furthest().rest > 0);
    p.camera.scrollTo(1'000'000);
    QCOMPARE(p.camera.scroll().rest, p.camera.furthest().rest);
    p.camera.setBarWidth(14);
    QCOMPARE(p.camera.viewport().size.width(), 1020 - 14);
    p.screen.resize(1020, 2000);
    p.camera.refit();
    QCOMPARE(p.camera.scroll().rest, 0);
    QCOMPARE(p.camera.viewport().size.width(), 1020);
}

void TestTimelineParts::cameraTellsOnlyWhatChanged()
{
    Parts p;
    p.screen.resize(1020, 120);
    p.camera.refit();
    QSignalSpy changed(&p.camera, &TimelineCamera::changed);
    p.camera.scrollTo(0);
    QCOMPARE(changed.count(), 0);
    p.camera.scrollTo(10);
    p.camera.scrollTo(10);
    QCOMPARE(changed.count(), 1);
}

void TestTimelineParts::rowsAreHiddenAndPinned()
{
    Parts p;
    QSignalSpy changed(&p.rows, &TimelineRows::changed);
    const RowKey rank { RowKind::Rank, 1, 0 };
    p.rows.setCurrent(rank);
    p.rows.hide(rank);
    QCOMPARE(changed.count(), 1);
    QVERIFY(!p.rows.current());
    QVERIFY(p.scene.rows().find(rank) < 0);
    p.rows.hide(rank); // it has no row any more
    QCOMPARE(changed.count(), 1);
    p.rows.uncover(p.kernel(1));
    QVERIFY(p.scene.rows().find(rank) >= 0);

    const RowKey track = p.camera.projection().rowAt(p.camera.projection().rectOf(p.kernel(0)).center())->key;
    p.rows.setPinned(track, true);
    QVERIFY(p.rows.isPinned(track));
    QVERIFY(p.rows.marked() == track && p.rows.current() == track);
    QVERIFY(p.camera.projection().panes().isSplit());
    p.rows.forget();
    QVERIFY(!p.rows.marked() && !p.rows.current());
}

void TestTimelineParts::rangesTouchTheRowsBetweenTwoPoints()
{
    const Parts p;
    const TimelineProjection shown = p.camera.projection();
    const QPointF first = shown.rectOf(p.kernel(0)).center();
    const TimeRange range { 100, 200 };
    const Selection one = selectionBetween(shown, first, first, range);
    QCOMPARE(one.intervals.size(), std::size_t { 1 });
    QVERIFY(one.intervals.front().range == range && one.intervals.front().track == shown.rowAt(first)->track());
    const Selection more = selectionBetween(shown, first, shown.rectOf(p.kernel(1)).center(), range);
    QVERIFY(more.intervals.size() > 1);
    QCOMPARE(more.intervals.back().rank, 1U);
    const Selection all = selectionOnAllRanks(p.scene, range);
    QCOMPARE(all.intervals.size(), std::size_t { 2 });
    const Selection later = withRange(all, { 300, 400 });
    QCOMPARE(later.intervals.back().range.begin, 300);
}

void TestTimelineParts::edgesAreThoseOfOneRange()
{
    const Parts p;
    const TimelineProjection shown = p.camera.projection();
    const QPointF onRuler(shown.xOf(600'000), shown.geometry().ruler.center().y());
    Selection selection = selectionOnAllRanks(p.scene, { 600'000, 1'200'000 });
    const auto edge = rangeEdgeAt(shown, selection, onRuler);
    QVERIFY(edge && edge->moving == 600'000 && edge->fixed == 1'200'000);
    QVERIFY(!rangeEdgeAt(shown, selection, onRuler + QPointF(20, 0)));
    selection.intervals.front().range.begin = 1; // evidence of several stretches
    QVERIFY(!rangeEdgeAt(shown, selection, onRuler));
    QVERIFY(!rangeEdgeAt(shown, {}, onRuler));
}

QTEST_MAIN(TestTimelineParts)
#include "tst_timeline_parts.moc"
