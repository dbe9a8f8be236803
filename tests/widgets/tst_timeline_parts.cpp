// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a timeline, each without the others and without a view.
#include "core/overlay/overlays.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/summaries.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/input/range_selection.h"
#include "widgets/timeline/label_cache.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/painters/overview_painter.h"
#include "widgets/timeline/slice_tool_tip.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

#include <QByteArray>
#include <QChar>
#include <QFont>
#include <QImage>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QSet>
#include <QSignalSpy>
#include <QSize>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QWidget>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Three ranks in an all-reduce, as summaries in `folder`: rank 1 comes last, ranks 0 and 2 wait 60 and 20 us of their
/// 100 and 60. Rank 0 computes for 30 of the 100 us before.
std::shared_ptr<const TraceSet> threeSummaries(const TempDir& folder)
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        const ArgsText args = ArgsText()
                                  .add("Collective name", "allreduce")
                                  .add("Process Group Name", "0")
                                  .add("Seq", std::int64_t { 1 });
        const Timestamp start = rank == 0 ? 200_us : rank == 1 ? 260_us : 240_us;
        texts.push_back(TraceText()
                            .rank(rank, 3)
                            .kernel("gemm", 100_us, 30_us, 7)
                            .kernel("ncclDevKernel_AllReduce", start, 300_us - start, 20, 0, args.text())
                            .text());
    }
    const auto traces = loadTexts(texts);
    if (!traces)
        return nullptr;
    const auto summaries = summarized(**traces, folder);
    return summaries ? *summaries : nullptr;
}

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
    void stripsShowWhoWaitsAndWhoCameLast_data();
    void stripsShowWhoWaitsAndWhoCameLast();
    void stripsSayWhatRuns();
    void longNamesOfStepsAreToldApart();
    void jobsWithoutWorkShowACounterAtTheTop();
    void numbersOfRanksStayReadable();
    void theShareStaysWhereTheCountDoesNotFit();
    void namesLeaveRoomForTheLanes();
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

namespace {

/// The lines of threeSummaries(), 100 to 300 us of the traces' clock on 800 pixels.
struct Strips {
    explicit Strips(Theme theme = Theme::Light)
        : job(threeSummaries(folder))
    {
        if (!job)
            return;
        state.setTraceSet(job);
        scene.setTheme(theme);
        scene.setTraceSet(job, state.names());
        viewport.size = QSize(800 + scene.geometry(QSize(2000, 600)).headers.width(), 600);
        viewport.visible = { at(100_us), at(300_us) };
    }
    [[nodiscard]] Timestamp at(Timestamp time) const { return job->ranks().front().toJobTime(time); }
    void showWaits()
    {
        auto overlay = buildOverlay(*findOverlay("waits"), { job, {} }, {}, {});
        if (overlay)
            scene.setOverlays({ std::make_shared<const Overlay>(std::move(overlay).value()) });
    }
    void paint()
    {
        image = QImage(scene.geometry(viewport.size).lanes.size(), QImage::Format_RGB32);
        image.fill(scene.palette().canvas);
        ImageCanvas canvas(image);
        LanesPainter(scene, viewport).paintSlices(canvas);
    }
    /// Pixels of a colour in some columns of a rank's line.
    [[nodiscard]] int count(std::uint32_t rank, int left, int right, const QColor& colour) const
    {
        const TimelineRow& row =
            scene.rows().rows()[static_cast<std::size_t>(scene.rows().find({ RowKind::Rank, rank, 0 }))];
        const int top = static_cast<int>(row.y) + (row.height - scene.metrics().strip) / 2;
        int found = 0;
        for (int y = top; y < top + scene.metrics().strip; ++y) {
            for (int x = left; x < right; ++x)
                found += image.pixelColor(x, y) == colour ? 1 : 0;
        }
        return found;
    }

    TempDir folder;
    std::shared_ptr<const TraceSet> job;
    ViewState state;
    TimelineScene scene;
    TimelineViewport viewport;
    QImage image;
};

} // namespace

void TestTimelineParts::stripsShowWhoWaitsAndWhoCameLast_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTimelineParts::stripsShowWhoWaitsAndWhoCameLast()
{
    QFETCH(bool, dark);
    Strips strips(dark ? Theme::Dark : Theme::Light);
    QVERIFY(strips.job);
    const QColor canvas = strips.scene.palette().canvas;
    const QColor text = strips.scene.palette().text;
    const int height = strips.scene.metrics().strip;
    strips.paint();
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
        QCOMPARE(strips.count(rank, 642, 798, canvas), 0); // communication, all of it
        QCOMPARE(strips.count(rank, 0, 800, text), 0);
    }
    QCOMPARE(strips.count(0, 402, 638, canvas), 0);
    strips.showWaits();
    strips.paint();
    // Ranks 0 and 2 wait until 260 us: a line of one pixel in six. Nobody waits after it.
    const auto share = [&](std::uint32_t rank, int left, int right) {
        return static_cast<double>(strips.count(rank, left, right, canvas)) / ((right - left) * height);
    };
    QVERIFY2(share(0, 402, 638) > 0.1 && share(0, 402, 638) < 0.27, QByteArray::number(share(0, 402, 638)));
    QVERIFY2(share(2, 562, 638) > 0.1 && share(2, 562, 638) < 0.27, QByteArray::number(share(2, 562, 638)));
    for (std::uint32_t rank = 0; rank < 3; ++rank)
        QCOMPARE(strips.count(rank, 642, 798, canvas), 0);
    // Rank 1 came last: a flag where its run begins, and on no other line.
    QCOMPARE(strips.count(1, 640, 641, text), height);
    QVERIFY(strips.count(1, 641, 650, text) > 5);
    QCOMPARE(strips.count(0, 0, 800, text) + strips.count(2, 0, 800, text), 0);
    // From far away the waits are too narrow, but who came last is still marked.
    strips.viewport.visible.end = strips.at(100_us + 200_us * 100);
    strips.paint();
    QCOMPARE(strips.count(1, 6, 7, text), 4);
    QCOMPARE(strips.count(1, 0, 800, text), 4);
    QCOMPARE(strips.count(0, 0, 800, text) + strips.count(2, 0, 800, text), 0);
}

void TestTimelineParts::stripsSayWhatRuns()
{
    Strips strips;
    QVERIFY(strips.job);
    const auto linesAt = [&strips](std::uint32_t rank, Timestamp time) {
        return stripLines(strips.scene, rank, strips.at(time))
            .join(QStringLiteral(" | "))
            .replace(QChar(0xa0), QChar(u' '));
    };
    QString lines = linesAt(0, 210_us);
    QVERIFY2(lines.startsWith(QStringLiteral("ncclDevKernel_AllReduce | 100.0 µs (")), qPrintable(lines));
    QVERIFY2(lines.contains(QStringLiteral("rank 0 (summary) · 0")), qPrintable(lines));
    QVERIFY2(!lines.contains(QStringLiteral("Waits")), qPrintable(lines)); // nothing told it yet
    strips.showWaits();
    lines = linesAt(0, 290_us);
    QVERIFY2(lines.contains(QStringLiteral("Waits 60.00 µs for rank 1.")), qPrintable(lines));
    lines = linesAt(1, 290_us);
    QVERIFY2(lines.contains(QStringLiteral("Came last: the other ranks wait 80.00 µs together.")), qPrintable(lines));
    lines = linesAt(0, 150_us);
    QVERIFY2(lines.startsWith(QStringLiteral("Compute: 30")), qPrintable(lines));
    QVERIFY2(lines.contains(QStringLiteral("Idle: 70")), qPrintable(lines));
    QCOMPARE(linesAt(0, 400_us), QString());
    // Of a rank that is loaded its slices tell.
    const Parts loaded;
    QVERIFY(stripLines(loaded.scene, 0, 600'000).isEmpty());
}

void TestTimelineParts::longNamesOfStepsAreToldApart()
{
    TraceText text;
    for (int step = 0; step < 5; ++step)
        text.annotation("execute_8192_context_9(sq8155sk843" + std::to_string(step) + ")_generation_37(sq37sk34489)",
            step * 1000_us, 900_us);
    const auto job = loadTexts({ text.text() });
    QVERIFY(job);
    const Trace& trace = *(*job)->ranks()[0].trace;
    QCOMPARE(trace.steps().size(), std::size_t { 5 });
    const SliceNames names(**job);
    LabelCache labels;
    labels.setFont(QFont());
    for (const double width : { 60.0, 100.0, 150.0, 200.0 }) {
        QSet<QString> read;
        for (const Step& step : trace.steps())
            read.insert(labels.name(names, 0, step.name, width)->plain);
        QVERIFY2(read.size() == 5, qPrintable(read.values().join(u' ')));
    }
}

void TestTimelineParts::jobsWithoutWorkShowACounterAtTheTop()
{
    // A memory timeline: counters, and no slice.
    const auto job = loadTexts({ TraceText()
                                     .counter("Memory", 0, 0_us, R"("total": 10)")
                                     .counter("Memory", 0, 500_us, R"("total": 90)")
                                     .counter("Memory", 0, 1000_us, R"("total": 10)")
                                     .text() });
    QVERIFY(job);
    TimelineScene scene;
    scene.setTheme(Theme::Light);
    scene.setTraceSet(*job, SliceNames(**job));
    const QImage image = renderOverview(scene, QSize(100, 50), 1, { 0, 1'000'000 });
    const auto paintedIn = [&](int x) {
        int rows = 0;
        for (int y = 0; y < image.height(); ++y)
            rows += image.pixelColor(x, y) != scene.palette().canvas ? 1 : 0;
        return rows;
    };
    QVERIFY2(paintedIn(75) > 40, qPrintable(QString::number(paintedIn(75))));
    QVERIFY2(paintedIn(25) > 0 && paintedIn(25) < 15, qPrintable(QString::number(paintedIn(25))));
}

void TestTimelineParts::numbersOfRanksStayReadable()
{
    QFont font;
    font.setPixelSize(12);
    const QFontMetricsF metrics(font);
    const QString distinct = QStringLiteral("rank 1023");
    const QString title = QStringLiteral("rank 1023 (summary)");
    const QString clock = QStringLiteral("clock +1.500 ms");
    const double enough = metrics.horizontalAdvance(distinct + QChar(0x2026));
    const double all = metrics.horizontalAdvance(title) + metrics.horizontalAdvance(clock) + 4;
    for (double width = 10; width < all + 20; width += 1) {
        const HeaderTexts texts = fittedHeader(metrics, title, distinct, clock, width);
        QVERIFY(texts.figures.isEmpty() || texts.figures == clock);
        const double room = texts.figures.isEmpty() ? width : width - metrics.horizontalAdvance(clock);
        QVERIFY(metrics.horizontalAdvance(texts.title) <= room + 1);
        if (std::abs(width - metrics.horizontalAdvance(distinct)) > 1)
            QCOMPARE(texts.title.startsWith(distinct), width > metrics.horizontalAdvance(distinct));
        QCOMPARE(!texts.figures.isEmpty(), width >= enough + metrics.horizontalAdvance(clock) + 4);
        QVERIFY(width < metrics.horizontalAdvance(QStringLiteral("\u20261023"))
            || texts.title.contains(QStringLiteral("1023")));
    }
    QCOMPARE(fittedHeader(metrics, title, distinct, clock, all).title, title);
    // Without a part that must stay, a title keeps half of its line.
    QVERIFY(
        fittedHeader(metrics, QString(200, u'x'), {}, clock, metrics.horizontalAdvance(clock) * 3).figures == clock);
    QVERIFY(
        fittedHeader(metrics, QString(200, u'x'), {}, clock, metrics.horizontalAdvance(clock) * 1.9).figures.isEmpty());
}

void TestTimelineParts::theShareStaysWhereTheCountDoesNotFit()
{
    QFont font;
    font.setPixelSize(12);
    const QFontMetricsF metrics(font);
    const QString title = QStringLiteral("stream 7");
    const QString both = QStringLiteral("72.3 % busy \u00b7 9.26 k");
    const QString share = QStringLiteral("72.3 % busy");
    const double least = metrics.horizontalAdvance(title) + metrics.horizontalAdvance(share) + 4;
    const auto figures = [&](double width) { return fittedHeader(metrics, title, {}, both, width, share).figures; };
    QCOMPARE(figures(least + 300), both);
    QCOMPARE(figures(least + 2), share);
    QCOMPARE(figures(least - 2), QString());
}

/// Letters of 150 % in a window of 1280 px.
void TestTimelineParts::namesLeaveRoomForTheLanes()
{
    const TimelineMetrics metrics = TimelineMetrics::of(Density::Normal);
    QCOMPARE(TimelineGeometry::of({ 600, 400 }, metrics).headers.width(), 220);
    QCOMPARE(TimelineGeometry::of({ 700, 400 }, metrics.scaledBy(1.5)).headers.width(), 280);
}

QTEST_MAIN(TestTimelineParts)
#include "tst_timeline_parts.moc"
