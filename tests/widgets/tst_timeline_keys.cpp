// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/overlays.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/slice_tool_tip.h"
#include "widgets/timeline/timeline_projection.h"

#include <QChar>
#include <QCoreApplication>
#include <QEvent>
#include <QGestureEvent>
#include <QNativeGestureEvent>
#include <QObject>
#include <QPinchGesture>
#include <QPoint>
#include <QPointF>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <functional>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Each key and gesture that the timeline itself handles, and what a person sees of it. One row an input: a binding
/// that goes missing fails here. Marks have tst_timeline_marks, the window's actions tst_window_keys.
class TestTimelineKeys : public QObject {
    Q_OBJECT

private slots:
    void zooms_data();
    void wheelZoomsWhereItIsToldTo();
    void zooms();
    void aHeldKeyZoomsFaster_data();
    void aHeldKeyZoomsFaster();
    void pansTime_data();
    void pansTime();
    void scrollsTracks_data();
    void scrollsTracks();
    void pansBothAxes_data();
    void pansBothAxes();
    void dragOnTracksSelects_data();
    void dragOnTracksSelects();
    void dragOnTheRulerSelectsAllTracks();
    void doubleClickOnTheRulerFitsAll();
    void fitShowsTheWorkFirst();
    void clicksSelect();
    void fZoomsAtOnce();
    void aHitCanBeSeen();
    void aPointIsShownWithTheOpAroundIt();
    void fullStopStartsWithTheFirst();
    void goesToPlaces_data();
    void goesToPlaces();
    void walks_data();
    void walks();
    void followsACollectiveOverRanks();
    void aCollectiveOfOneRankIsSaid();
    void recordingsOfOneRankShareNoCollective();
    void theRunsOfACollectiveAreJoined();
    void walksAlongThePath();
    void whatIsSaidOfAPathGoesWithIt();
    void aLinkSaysWhatItWaitedFor();
    void whatIsPointedAtFollowsTheView();
    void aGapOfOneStreamIsNoneOfTheDevice();
    void digitsStoreAndRecall_data();
    void digitsStoreAndRecall();
    void modifiersBelongToTheWindow_data();
    void modifiersBelongToTheWindow();
    void touchpadDoesOneThing();
};

namespace {

using Input = std::function<void(TimelineFixture&)>;

constexpr QPoint kPointer { 620, 300 };

std::shared_ptr<const Overlay> pathOf(const TimelineFixture& f, const Scope& scope = {})
{
    Result<Overlay> made = buildOverlay(*findOverlay("critical-path"), { f.state.traceSet(), scope }, {}, {});
    return made ? std::make_shared<const Overlay>(std::move(made).value()) : nullptr;
}

Input key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    return [=](TimelineFixture& f) { QTest::keyClick(&f.view, key, modifiers); };
}

Input wheel(QPoint angle, Qt::KeyboardModifiers modifiers = {}, QPoint pixels = {})
{
    return [=](TimelineFixture& f) {
        QWheelEvent event(
            kPointer, f.view.mapToGlobal(kPointer), pixels, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&f.view, &event);
    };
}

Input nativePinch(double value)
{
    return [=](TimelineFixture& f) {
        const QPointF global = f.view.mapToGlobal(QPointF(kPointer));
        QNativeGestureEvent event(
            Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, kPointer, kPointer, global, value, {});
        QCoreApplication::sendEvent(&f.view, &event);
    };
}

Input pinch(double factor)
{
    return [=](TimelineFixture& f) {
        QPinchGesture gesture;
        gesture.setScaleFactor(factor);
        gesture.setCenterPoint(f.view.mapToGlobal(QPointF(kPointer)));
        QGestureEvent event({ &gesture });
        QCoreApplication::sendEvent(&f.view, &event);
    };
}

int signOf(std::int64_t value)
{
    return value < 0 ? -1 : value > 0 ? 1 : 0;
}

} // namespace

void TestTimelineKeys::zooms_data()
{
    QTest::addColumn<Input>("input");
    QTest::addColumn<int>("length"); // sign of the change
    QTest::newRow("W") << key(Qt::Key_W) << -1;
    QTest::newRow("S") << key(Qt::Key_S) << 1;
    QTest::newRow("Ctrl+wheel up") << wheel({ 0, 120 }, Qt::ControlModifier) << -1;
    QTest::newRow("Ctrl+wheel down") << wheel({ 0, -120 }, Qt::ControlModifier) << 1;
    QTest::newRow("pinch of a touchpad, apart") << nativePinch(0.3) << -1;
    QTest::newRow("pinch of a touchpad, together") << nativePinch(-0.3) << 1;
    QTest::newRow("pinch of a touchscreen, apart") << pinch(1.4) << -1;
    QTest::newRow("pinch of a touchscreen, together") << pinch(0.7) << 1;
}

void TestTimelineKeys::wheelZoomsWhereItIsToldTo()
{
    TimelineFixture f;
    f.view.mouse().setWheelZooms(true);
    f.state.setVisibleRange({ 800'000, 1'200'000 });
    wheel({ 0, 120 })(f);
    QVERIFY(f.state.visibleRange().length() < 400'000);
    // Ctrl+wheel and what goes sideways do not zoom, nor does the wheel over the headers.
    const TimeRange zoomed = f.state.visibleRange();
    wheel({ 0, 120 }, Qt::ControlModifier)(f);
    QVERIFY(f.state.visibleRange() == zoomed);
    wheel({ 120, 0 })(f);
    QCOMPARE(f.state.visibleRange().length(), zoomed.length());
    const QPoint header(f.geometry().headers.center());
    QWheelEvent event(header, f.view.mapToGlobal(header), {}, { 0, 120 }, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&f.view, &event);
    QCOMPARE(f.state.visibleRange().length(), zoomed.length());
}

void TestTimelineKeys::zooms()
{
    QFETCH(Input, input);
    QFETCH(int, length);
    TimelineFixture f;
    f.state.setVisibleRange({ 800'000, 1'200'000 });
    f.movePointer(kPointer);
    const Timestamp under = f.view.projection().timeAt(kPointer.x());
    input(f);
    QCOMPARE(signOf(f.state.visibleRange().length() - 400'000), length);
    // It is the moment under the pointer that stays.
    QVERIFY(std::abs(f.view.projection().timeAt(kPointer.x()) - under) <= 2 * f.pixel());
}

void TestTimelineKeys::aHeldKeyZoomsFaster_data()
{
    QTest::addColumn<int>("key");
    QTest::newRow("W") << int { Qt::Key_W };
    QTest::newRow("S") << int { Qt::Key_S };
}

void TestTimelineKeys::aHeldKeyZoomsFaster()
{
    QFETCH(int, key);
    TimelineFixture f;
    f.state.setVisibleRange(key == Qt::Key_W ? TimelineFixture::kAll : TimeRange { 1'000'000, 1'001'000 });
    const auto press = [&](bool isRepeat) {
        const double before = static_cast<double>(f.state.visibleRange().length());
        QKeyEvent event(QEvent::KeyPress, key, {}, QString(), isRepeat);
        QCoreApplication::sendEvent(&f.view, &event);
        const double factor = static_cast<double>(f.state.visibleRange().length()) / before;
        return std::max(factor, 1 / factor);
    };
    const double first = press(false);
    double held = first;
    for (int i = 0; i < 6; ++i) {
        const double next = press(true);
        QVERIFY2(next > held, qPrintable(QString::number(next)));
        held = next;
    }
    QKeyEvent release(QEvent::KeyRelease, key, {});
    QCoreApplication::sendEvent(&f.view, &release);
    QVERIFY(std::abs(press(false) - first) < 0.01);
}

void TestTimelineKeys::pansTime_data()
{
    QTest::addColumn<Input>("input");
    QTest::addColumn<int>("direction");
    QTest::newRow("A") << key(Qt::Key_A) << -1;
    QTest::newRow("D") << key(Qt::Key_D) << 1;
    QTest::newRow("Left") << key(Qt::Key_Left) << -1;
    QTest::newRow("Right") << key(Qt::Key_Right) << 1;
    QTest::newRow("Shift+wheel up") << wheel({ 0, 120 }, Qt::ShiftModifier) << -1;
    QTest::newRow("Shift+wheel down") << wheel({ 0, -120 }, Qt::ShiftModifier) << 1;
    QTest::newRow("sideways wheel, left") << wheel({ 120, 0 }) << -1;
    QTest::newRow("sideways wheel, right") << wheel({ -120, 0 }) << 1;
}

void TestTimelineKeys::pansTime()
{
    QFETCH(Input, input);
    QFETCH(int, direction);
    TimelineFixture f;
    f.state.setVisibleRange({ 800'000, 1'200'000 });
    const std::int64_t scroll = f.view.viewport().scroll.rest;
    input(f);
    QCOMPARE(signOf(f.state.visibleRange().begin - 800'000), direction);
    QCOMPARE(f.state.visibleRange().length(), 400'000);
    QCOMPARE(f.view.viewport().scroll.rest, scroll);
}

void TestTimelineKeys::scrollsTracks_data()
{
    QTest::addColumn<Input>("input");
    QTest::addColumn<int>("direction");
    QTest::addColumn<int>("atLeast"); // px
    QTest::newRow("wheel down") << wheel({ 0, -120 }) << 1 << 20;
    QTest::newRow("wheel up") << wheel({ 0, 120 }) << -1 << 20;
    QTest::newRow("touchpad down") << wheel({ 0, -40 }, {}, { 0, -17 }) << 1 << 17;
    QTest::newRow("Down") << key(Qt::Key_Down) << 1 << 10;
    QTest::newRow("Up") << key(Qt::Key_Up) << -1 << 10;
    QTest::newRow("PageDown") << key(Qt::Key_PageDown) << 1 << 60;
    QTest::newRow("PageUp") << key(Qt::Key_PageUp) << -1 << 60;
}

void TestTimelineKeys::scrollsTracks()
{
    QFETCH(Input, input);
    QFETCH(int, direction);
    QFETCH(int, atLeast);
    TimelineFixture f;
    f.view.resize(1020, 200);
    f.scrollTo(100); // somewhere in the middle
    const std::int64_t before = f.view.viewport().scroll.rest;
    QCOMPARE(before, 100);
    const TimeRange visible = f.state.visibleRange();
    input(f);
    const std::int64_t way = f.view.viewport().scroll.rest - before;
    QCOMPARE(signOf(way), direction);
    QVERIFY2(std::abs(way) >= atLeast, qPrintable(QString::number(way)));
    QVERIFY(f.state.visibleRange() == visible);
}

void TestTimelineKeys::pansBothAxes_data()
{
    QTest::addColumn<Input>("input");
    const QPoint from(600, 150);
    const QPoint to(500, 110);
    QTest::newRow("Shift+drag") << Input(
        [=](TimelineFixture& f) { f.drag(from, to, Qt::LeftButton, Qt::ShiftModifier); });
    QTest::newRow("middle button drag") << Input([=](TimelineFixture& f) { f.drag(from, to, Qt::MiddleButton); });
    QTest::newRow("Space+drag") << Input([=](TimelineFixture& f) {
        QTest::keyPress(&f.view, Qt::Key_Space);
        f.drag(from, to);
        QTest::keyRelease(&f.view, Qt::Key_Space);
    });
}

void TestTimelineKeys::pansBothAxes()
{
    QFETCH(Input, input);
    TimelineFixture f;
    f.state.setVisibleRange({ 800'000, 1'200'000 }); // somebody's own view: nothing is folded for a smaller one
    f.view.resize(1020, 200);
    f.scrollTo(0);
    input(f);
    QVERIFY(f.state.visibleRange().begin > 840'000);
    QCOMPARE(f.state.visibleRange().length(), 400'000);
    QCOMPARE(f.view.viewport().scroll.rest, 40);
    QVERIFY(f.state.selection().isEmpty());
    // Once the key is up, a drag is a range again.
    f.drag({ 500, 150 }, { 600, 150 });
    QVERIFY(!f.state.selection().isEmpty());
}

void TestTimelineKeys::dragOnTracksSelects_data()
{
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<bool>("snaps");
    QTest::newRow("snaps to the ends of slices") << int { Qt::NoModifier } << true;
    QTest::newRow("Alt: does not") << int { Qt::AltModifier } << false;
}

void TestTimelineKeys::dragOnTracksSelects()
{
    QFETCH(int, modifiers);
    QFETCH(bool, snaps);
    TimelineFixture f;
    const int y = f.centreOf("gemm").y();
    // Both ends 3 px inside of the kernel.
    f.drag({ f.xOf(500'000) + 3, y }, { f.xOf(800'000) - 3, y }, Qt::LeftButton, Qt::KeyboardModifiers(modifiers));
    QCOMPARE(f.state.selection().intervals.size(), std::size_t { 1 });
    const IntervalRef interval = f.state.selection().intervals[0];
    QCOMPARE(interval.range == (TimeRange { 500'000, 800'000 }), snaps);
    QVERIFY(interval.range.begin >= 500'000 && interval.range.end <= 800'000 && interval.range.length() > 250'000);
    QVERIFY(interval.track == f.state.traceSet()->ranks()[0].trace->trackOf(f.slice("gemm").slice));
    // Over more tracks: all that are touched.
    f.drag({ f.xOf(450'000), f.centreOf("MmBackward0").y() }, { f.xOf(850'000), y });
    QVERIFY(f.state.selection().intervals.size() > 1);
}

void TestTimelineKeys::dragOnTheRulerSelectsAllTracks()
{
    TimelineFixture f;
    f.drag(f.onRuler(600'000), f.onRuler(900'000));
    QCOMPARE(f.state.selection().intervals.size(), std::size_t { 2 });
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        const IntervalRef& interval = f.state.selection().intervals[rank];
        QCOMPARE(interval.rank, rank);
        QVERIFY(!interval.track.isValid());
        QVERIFY(std::abs(interval.range.begin - 600'000) <= 2 * f.pixel());
        QVERIFY(std::abs(interval.range.end - 900'000) <= 2 * f.pixel());
    }
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.onRuler(1'700'000));
    QVERIFY(f.state.selection().isEmpty());
}

void TestTimelineKeys::doubleClickOnTheRulerFitsAll()
{
    TimelineFixture f;
    f.state.setVisibleRange({ 800'000, 900'000 });
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, f.onRuler(850'000));
    QVERIFY(f.state.visibleRange().length() >= 2'000'000);
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, f.centreOf("gemm"));
    QVERIFY(f.state.visibleRange().length() < 400'000 && f.state.visibleRange().contains(650'000));
}

/// The end of the profiler's record window may be a second after all work.
void TestTimelineKeys::fitShowsTheWorkFirst()
{
    TimelineFixture f;
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 40'000, 80'000, 5);
    events.onThread("Spans", "PyTorch Profiler");
    events.slice("Trace", "PyTorch Profiler (0)", 0, 900'000);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    f.state.setTraceSet(std::make_shared<TraceSet>(std::move(ranks), std::vector<Remark> {}));
    const TimeRange work { 40'000, 80'000 };
    f.state.setVisibleRange({ 50'000, 60'000 });
    f.view.camera().fitAll();
    QCOMPARE(f.state.visibleRange(), work);
    f.view.camera().fitAll();
    QCOMPARE(f.state.visibleRange(), (TimeRange { 0, 900'000 }));
    f.view.camera().fitAll();
    QCOMPARE(f.state.visibleRange(), work);
}

void TestTimelineKeys::clicksSelect()
{
    TimelineFixture f;
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.centreOf("gemm"));
    QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
    QTest::mouseClick(&f.view, Qt::LeftButton, Qt::ControlModifier, f.centreOf("aten::mm"));
    QCOMPARE(f.state.selection().slices.size(), std::size_t { 2 });
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, { f.xOf(1'950'000), f.centreOf("gemm").y() });
    QVERIFY(f.state.selection().isEmpty());
}

void TestTimelineKeys::fZoomsAtOnce()
{
    TimelineFixture f;
    f.state.setVisibleRange({ 100'000, 1'100'000 });
    f.state.selectSlice(f.slice("gemm"));
    QTest::keyClick(&f.view, Qt::Key_F);
    const TimeRange fitted = f.state.visibleRange();
    QVERIFY(fitted.begin < 500'000 && fitted.end > 800'000 && fitted.length() < 400'000);
    QTest::keyClick(&f.view, Qt::Key_F);
    QCOMPARE(f.state.visibleRange(), fitted);
}

void TestTimelineKeys::aHitCanBeSeen()
{
    TimelineFixture f;
    const SliceRef hit = f.slice("gemm");
    f.view.camera().fitAll();
    f.view.reveal().showHit(hit);
    const TimeRange all = f.state.visibleRange();
    QVERIFY(f.view.rectOf(hit).width() >= 12); // it could be seen as it was
    f.state.setVisibleRange({ -40'000'000, 40'000'000 });
    f.view.reveal().showHit(hit);
    QVERIFY(f.view.rectOf(hit).width() >= 12);
    QVERIFY(f.state.visibleRange().contains(500'000) && all.length() > 0);
}

/// A moment alone would be a line in the middle of nothing.
void TestTimelineKeys::aPointIsShownWithTheOpAroundIt()
{
    TimelineFixture f;
    const auto traces = loadTexts({ TraceText()
                                        .op("first", 0_us, 10_us)
                                        .op("aten::conv", 100_us, 40_us)
                                        .op("aten::empty", 110_us, 2_us)
                                        .memory(111_us, 100, 100, 1000)
                                        .memory(500_us, -100, 0, 1000)
                                        .op("last", 900_us, 100_us)
                                        .text() });
    QVERIFY(traces);
    f.state.setTraceSet(traces.value());
    std::vector<SliceRef> points;
    const RankTrace& rank = f.state.traceSet()->ranks().front();
    for (std::size_t i = 0; i < rank.trace->slices().size(); ++i) {
        if (rank.trace->name(SliceId { i }) == "[memory]")
            points.push_back({ 0, SliceId { i } });
    }
    QCOMPARE(points.size(), std::size_t { 2 });
    const TimeRange op = f.state.jobRange(f.slice("aten::conv"));
    for (const SliceRef point : points) {
        f.state.selectSlice(point);
        f.view.reveal().zoomToSelection(f.state.selection());
        const TimeRange visible = f.state.visibleRange();
        const Timestamp at = f.state.jobRange(point).begin;
        QVERIFY(std::abs((visible.end - at) - (at - visible.begin)) <= 2);
        QVERIFY(visible.length() > 50'000 && visible.length() < 200'000);
        QCOMPARE(visible.begin <= op.begin && op.end <= visible.end, point == points.front());
        QTest::keyClick(&f.view, Qt::Key_F);
        QCOMPARE(f.state.visibleRange(), visible);
    }
}

void TestTimelineKeys::fullStopStartsWithTheFirst()
{
    TimelineFixture f;
    QVERIFY(!f.state.currentSlice());
    QTest::keyClick(&f.view, Qt::Key_Period);
    QVERIFY(f.state.currentSlice());
    const SliceRef first = *f.state.currentSlice();
    QVERIFY(!f.view.rectOf(first).isEmpty());
    QTest::keyClick(&f.view, Qt::Key_Period);
    QTest::keyClick(&f.view, Qt::Key_Comma);
    QVERIFY(f.state.currentSlice() == first);
}

void TestTimelineKeys::goesToPlaces_data()
{
    QTest::addColumn<Input>("input");
    QTest::addColumn<TimeRange>("contains");
    QTest::addColumn<Nanoseconds>("atMost");
    const TimeRange last { 1'000'000, 1'900'000 };
    QTest::newRow("0") << key(Qt::Key_0) << TimelineFixture::kAll << Nanoseconds { 2'200'000 };
    QTest::newRow("Home") << key(Qt::Key_Home) << TimelineFixture::kAll << Nanoseconds { 2'200'000 };
    QTest::newRow("End: last step") << key(Qt::Key_End) << last << Nanoseconds { 1'000'000 };
    QTest::newRow("N: next step") << key(Qt::Key_N) << last << Nanoseconds { 1'000'000 };
    QTest::newRow("P: previous step") << key(Qt::Key_P) << TimeRange { 0, 900'000 } << Nanoseconds { 1'000'000 };
}

void TestTimelineKeys::goesToPlaces()
{
    QFETCH(Input, input);
    QFETCH(TimeRange, contains);
    QFETCH(Nanoseconds, atMost);
    TimelineFixture f;
    f.state.setVisibleRange({ 400'000, 450'000 });
    input(f);
    const TimeRange visible = f.state.visibleRange();
    QVERIFY(visible.begin <= contains.begin && visible.end >= contains.end);
    QVERIFY(visible.length() <= atMost);
}

void TestTimelineKeys::walks_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<Input>("input");
    QTest::addColumn<QString>("to");
    QTest::addColumn<Timestamp>("start");
    const auto row = [](const char* name, const char* from, const Input& input, const char* to, Timestamp start) {
        QTest::newRow(name) << QString::fromLatin1(from) << input << QString::fromLatin1(to) << start;
    };
    const Qt::KeyboardModifiers shift = Qt::ShiftModifier;
    row("full stop: next on the track", "aten::mm", key(Qt::Key_Period), "aten::add", 1'100'000);
    row("comma: previous on the track", "aten::add", key(Qt::Key_Comma), "aten::mm", 100'000);
    // From rank 0 to rank 1, which has the same clock.
    row("Shift+full stop: same name anywhere", "gemm", key(Qt::Key_Period, shift), "gemm", 500'000);
    row("as a US layout types it", "gemm", key(Qt::Key_Greater, shift), "gemm", 500'000);
    row("as a German layout types it", "gemm", key(Qt::Key_Colon, shift), "gemm", 500'000);
    row("] launch to kernel", "cudaLaunchKernel", key(Qt::Key_BracketRight), "gemm", 500'000);
    row("[ kernel to launch", "gemm", key(Qt::Key_BracketLeft), "cudaLaunchKernel", 200'000);
    row("] forward to backward", "aten::mm", key(Qt::Key_BracketRight), "MmBackward0", 1'200'000);
    row("[ backward to forward", "MmBackward0", key(Qt::Key_BracketLeft), "aten::mm", 100'000);
    row("] nothing follows", "aten::whole", key(Qt::Key_BracketRight), "aten::whole", 0);
}

void TestTimelineKeys::walks()
{
    QFETCH(QString, from);
    QFETCH(Input, input);
    QFETCH(QString, to);
    QFETCH(Timestamp, start);
    TimelineFixture f;
    const SliceRef before = f.slice(from.toStdString());
    f.state.selectSlice(before);
    input(f);
    QCOMPARE(f.selectedName(), to);
    QCOMPARE(f.state.jobRange(*f.state.currentSlice()).begin, start);
    QVERIFY(!f.view.rectOf(*f.state.currentSlice()).isEmpty()); // it is in view
    const bool isSameName = from == to && from != QStringLiteral("aten::whole");
    QCOMPARE(f.state.currentSlice()->rank, isSameName ? 1U : 0U);
    if (!isSameName)
        return;
    QTest::keyClick(&f.view, Qt::Key_Comma, Qt::ShiftModifier);
    QVERIFY(f.state.currentSlice() == before);
}

void TestTimelineKeys::followsACollectiveOverRanks()
{
    TimelineFixture f(3);
    const auto rank = [&f] { return f.state.currentSlice()->rank; };
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce"));
    for (const std::uint32_t next : { 1U, 2U, 0U }) {
        QTest::keyClick(&f.view, Qt::Key_BracketRight);
        QTRY_COMPARE(rank(), next); // the first time it is found out which runs belong together
        QCOMPARE(f.selectedName(), QStringLiteral("ncclDevKernel_AllReduce"));
    }
    // With Shift both ways, as the layout types it.
    QTest::keyClick(&f.view, Qt::Key_BraceLeft, Qt::ShiftModifier);
    QCOMPARE(rank(), 2U);
    QTest::keyClick(&f.view, Qt::Key_BracketRight, Qt::ShiftModifier);
    QCOMPARE(rank(), 0U);
    QTest::keyClick(&f.view, Qt::Key_BracketLeft, Qt::ShiftModifier);
    QCOMPARE(rank(), 2U);
    QVERIFY(!f.view.rectOf(*f.state.currentSlice()).isEmpty());
    // Back is its launch, as of any kernel, and from there again to the kernel.
    QTest::keyClick(&f.view, Qt::Key_BracketLeft);
    QCOMPARE(f.selectedName(), QStringLiteral("cudaLaunchKernel"));
    QCOMPARE(rank(), 2U);
    QTest::keyClick(&f.view, Qt::Key_BracketRight);
    QCOMPARE(f.selectedName(), QStringLiteral("ncclDevKernel_AllReduce"));
    QCOMPARE(rank(), 2U);
}

void TestTimelineKeys::aCollectiveOfOneRankIsSaid()
{
    TimelineFixture f(1);
    QSignalSpy noticed(&f.view, &TimelineView::noticed);
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce"));
    QTest::keyClick(&f.view, Qt::Key_BracketRight);
    QCOMPARE(noticed.size(), 1);
    QCOMPARE(f.selectedName(), QStringLiteral("ncclDevKernel_AllReduce"));
    QTest::keyClick(&f.view, Qt::Key_BracketLeft);
    QCOMPARE(f.selectedName(), QStringLiteral("cudaLaunchKernel"));
}

void TestTimelineKeys::recordingsOfOneRankShareNoCollective()
{
    const std::string recording =
        TraceText().rank(0, 2).step(1, 0_us, 900_us).kernel("ncclDevKernel_AllReduce", 100_us, 300_us, 20).text();
    TimelineFixture f(1);
    const auto twice = loadTexts({ recording, recording });
    QVERIFY(twice);
    f.state.setTraceSet(*twice);
    QSignalSpy noticed(&f.view, &TimelineView::noticed);
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce"));
    QTest::keyClick(&f.view, Qt::Key_BracketRight);
    QTRY_COMPARE(noticed.size(), 1);
    QCOMPARE(noticed.at(0).at(0).toString(),
        QStringLiteral("No run of another rank is known to belong to this collective."));
    QCOMPARE(f.state.currentSlice()->rank, 0U);
    QVERIFY(f.view.connected().empty());
}

void TestTimelineKeys::theRunsOfACollectiveAreJoined()
{
    TimelineFixture f(3);
    QVERIFY(f.view.connected().empty());
    const QImage before = f.view.grab().toImage();
    f.state.setHovered(f.slice("ncclDevKernel_AllReduce", 1));
    QTRY_COMPARE(f.view.connected().size(), std::size_t { 3 });
    QCOMPARE(f.view.connected().front(), f.slice("ncclDevKernel_AllReduce", 0));
    QVERIFY(f.view.grab().toImage() != before);
    // What is pointed at counts before what is selected; without it that is joined.
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce", 0));
    f.state.setHovered(std::nullopt);
    QCOMPARE(f.view.connected().size(), std::size_t { 3 });
    f.state.selectSlice(f.slice("gemm"));
    QVERIFY(f.view.connected().empty());
    // Ranks that are hidden, and folded ones.
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce", 0));
    f.view.rows().hide({ RowKind::Rank, 1, 0 });
    f.view.rows().collapseAll();
    QCOMPARE(f.view.connected().size(), std::size_t { 3 });
    QVERIFY(!f.view.grab().isNull());
    // Another job has other slices.
    f.open(1);
    QVERIFY(f.view.connected().empty());
    f.state.selectSlice(f.slice("ncclDevKernel_AllReduce"));
    QVERIFY(f.view.connected().empty());
    QVERIFY(!f.view.grab().isNull());
}

void TestTimelineKeys::walksAlongThePath()
{
    TimelineFixture f;
    QSignalSpy noticed(&f.view, &TimelineView::noticed);
    IntervalRef named;
    QString name;
    connect(&f.view.walk(), &SliceWalk::linkNamed, this, [&](const IntervalRef& interval, const QString& what) {
        named = interval;
        name = what;
    });
    QTest::keyClick(&f.view, Qt::Key_L);
    QCOMPARE(noticed.size(), 1); // the overlay is off
    QVERIFY(f.state.selection().isEmpty());
    const std::shared_ptr<const Overlay> overlay = pathOf(f);
    f.view.setOverlays({ overlay });
    const std::vector<OverlayLink>& links = overlay->paths.front().links;
    QVERIFY(links.size() > 4);
    f.state.selectSlice(f.slice("ProfilerStep#1")); // where the path begins
    // The first key goes to the link of what is selected, each further one on to what follows: a link, whichever part
    // of its owner it is, or all links inside one outermost op.
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < links.size();) {
        QTest::keyClick(&f.view, Qt::Key_L);
        const Selection& selected = f.state.selection();
        const TimeRange range = f.state.jobRange(selected);
        QCOMPARE(range.begin, links[i].range.begin);
        QCOMPARE(selected.slices.size() + selected.intervals.size(), std::size_t { 1 });
        std::size_t last = i;
        while (last + 1 < links.size() && links[last].range.end < range.end)
            ++last;
        QCOMPARE(links[last].range.end, range.end);
        QVERIFY(!name.isEmpty());
        QCOMPARE(named, (IntervalRef { 0, links[i].track, range }));
        if (last == i && !selected.slices.empty())
            QCOMPARE(selected.slices.front().slice, links[i].owner);
        if (!selected.intervals.empty())
            QCOMPARE(selected.intervals.front().track, links[i].track);
        const TimeRange visible = f.state.visibleRange();
        QVERIFY(visible.begin < range.end && range.begin < visible.end);
        const QString sentence = noticed.back().front().toString();
        const QString numbers =
            last == i ? QString::number(i + 1) : QStringLiteral("%1 to %2").arg(i + 1).arg(last + 1);
        QVERIFY2(sentence.contains(QStringLiteral("Rank 0, link %1 of %2").arg(numbers).arg(links.size())),
            qPrintable(sentence));
        begins.push_back(i);
        i = last + 1;
    }
    QVERIFY(begins.size() < links.size());
    const Selection last = f.state.selection();
    QTest::keyClick(&f.view, Qt::Key_L);
    QCOMPARE(f.state.selection(), last); // there is no further one
    QTest::keyClick(&f.view, Qt::Key_L, Qt::ShiftModifier);
    QCOMPARE(f.state.jobRange(f.state.selection()).begin, links[begins[begins.size() - 2]].range.begin);
    // From beside the path to the link of that moment; on the other rank that rank's.
    f.state.selectSlice(f.slice("gemm", 1));
    QTest::keyClick(&f.view, Qt::Key_L);
    const OverlayPath& other = overlay->paths.back();
    QCOMPARE(other.rank, 1u);
    const Timestamp begin = f.state.jobRange(f.slice("gemm", 1)).begin;
    QVERIFY(f.state.jobRange(f.state.selection()).contains(begin));
    // Of a chosen step, its own links: the selected one is not on the path any more.
    f.state.selectSlice(f.slice("ProfilerStep#1"));
    QTest::keyClick(&f.view, Qt::Key_L);
    Scope second;
    second.steps = { 2 };
    const std::shared_ptr<const Overlay> ofStep = pathOf(f, second);
    f.view.setOverlays({ ofStep });
    QTest::keyClick(&f.view, Qt::Key_L);
    const std::vector<OverlayLink>& own = ofStep->paths.front().links;
    QCOMPARE(f.state.jobRange(f.state.selection()), own.front().range);
    QCOMPARE(own.front().range.begin, f.state.jobRange(f.slice("ProfilerStep#2")).begin);
}

void TestTimelineKeys::whatIsSaidOfAPathGoesWithIt()
{
    TimelineFixture f;
    QSignalSpy noticed(&f.view, &TimelineView::noticed);
    QSignalSpy over(&f.view, &TimelineView::noticeOver);
    const std::shared_ptr<const Overlay> overlay = pathOf(f);
    const auto step = [&] {
        over.clear();
        QTest::keyClick(&f.view, Qt::Key_L);
        return over.isEmpty();
    };
    const auto isTakenBack = [&] {
        return over.size() == 1 && over.front().front().toString() == noticed.back().front().toString();
    };
    QVERIFY(step()); // that the overlay is off
    f.view.setOverlays({ overlay });
    QVERIFY(isTakenBack());
    QVERIFY(step() && step());
    f.view.setOverlays({ overlay });
    QVERIFY(over.isEmpty()); // the path is still there
    f.view.setOverlays({});
    QVERIFY(isTakenBack());
    f.view.setOverlays({ overlay });
    QVERIFY(step());
    f.state.selectSlice(f.slice("gemm", 1));
    QVERIFY(isTakenBack());
    over.clear();
    f.state.clearSelection();
    QVERIFY(over.isEmpty()); // once
}

void TestTimelineKeys::aLinkSaysWhatItWaitedFor()
{
    TimelineFixture f;
    const auto job = loadTexts({ TraceText()
                                     .op("aten::a", 0_us, 12_us)
                                     .launch(4_us, 6_us, 1)
                                     .kernel("k1", 20_us, 80_us, 7, 1)
                                     .runtime("cudaDeviceSynchronize", 30_us, 74_us, 9)
                                     .op("aten::b", 110_us, 30_us)
                                     .text() });
    KT_VERIFY_OK(job);
    f.state.setTraceSet(*job);
    const std::shared_ptr<const Overlay> overlay = pathOf(f);
    f.view.setOverlays({ overlay });
    QStringList texts;
    for (const OverlayLink& link : overlay->paths.front().links)
        texts << linkLines(f.state, f.view.scene(), 0, link)
                     .join(QStringLiteral(" | "))
                     .replace(QChar(0xa0), QChar(u' '));
    const QStringList expected {
        QStringLiteral("On the critical path: Op, 4.000 µs | whose it is: a"),
        QStringLiteral(
            "On the critical path: Launch, 6.000 µs | whose it is: cudaLaunchKernel | before it on the path: a (Op)"),
        QStringLiteral("On the critical path: Launch latency, 10.00 µs | whose it is: k1 | waited for: "
                       "cudaLaunchKernel (Launch)"),
        QStringLiteral(
            "On the critical path: Compute, 80.00 µs | whose it is: k1 | waited for: cudaLaunchKernel (Launch)"),
        QStringLiteral("On the critical path: Synchronisation, 4.000 µs | whose it is: cudaDeviceSynchronize | "
                       "waited for: k1 (Compute)"),
        QStringLiteral("On the critical path: Unrecorded, 6.000 µs | before it on the path: cudaDeviceSynchronize "
                       "(Synchronisation)"),
        QStringLiteral("On the critical path: Op, 30.00 µs | whose it is: b | before it on the path: "
                       "Unrecorded"),
    };
    QCOMPARE(texts, expected);
    const auto tip = [&f] {
        return toolTipAt(f.state, TimelineProjection(f.view.scene(), f.view.viewport()), f.centreOf("k1"));
    };
    QVERIFY2(tip().contains(QStringLiteral("On the critical path: Compute")), qPrintable(tip()));
    QVERIFY2(tip().contains(QStringLiteral("starts at")), qPrintable(tip())); // what is said of any slice
    f.view.setOverlays({});
    QVERIFY(!tip().contains(QStringLiteral("critical path")));
}

/// The view moves below a pointer that rests.
void TestTimelineKeys::whatIsPointedAtFollowsTheView()
{
    TimelineFixture f;
    f.state.setVisibleRange({ 400'000, 600'000 });
    f.movePointer({ f.xOf(520'000), f.centreOf("gemm").y() });
    QVERIFY(f.state.hovered() == f.slice("gemm"));
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&f.view, Qt::Key_A);
    QVERIFY(!f.state.hovered());
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&f.view, Qt::Key_D);
    QVERIFY(f.state.hovered() == f.slice("gemm"));
    f.view.resize(1020, 200);
    f.view.reveal().showSlice(f.slice("gemm"));
    f.movePointer(f.centreOf("gemm"));
    f.scrollTo(0);
    QVERIFY(f.state.hovered() != f.slice("gemm"));
    f.takePointerAway();
    QTest::keyClick(&f.view, Qt::Key_D);
    QVERIFY(!f.state.hovered());
}

/// Its stream had nothing more to run; that says nothing of the others, which the findings are about.
void TestTimelineKeys::aGapOfOneStreamIsNoneOfTheDevice()
{
    const auto tip = [](bool hasSecondStream) {
        TimelineFixture f;
        TraceText text = TraceText()
                             .launch(0_us, 2_us, 1)
                             .kernel("k1", 10_us, 10_us, 7, 1)
                             .launch(85_us, 5_us, 2)
                             .kernel("k2", 90_us, 10_us, 7, 2);
        if (hasSecondStream)
            text.kernel("k3", 20_us, 60_us, 8);
        const auto job = loadTexts({ text.text() });
        if (!job)
            return QString();
        f.state.setTraceSet(*job);
        Result<Overlay> gaps = buildOverlay(*findOverlay("idle-gaps"), { f.state.traceSet(), {} }, {}, {});
        f.view.setOverlays({ std::make_shared<const Overlay>(std::move(gaps).value()) });
        const QPointF between = (f.centreOf("k1") + f.centreOf("k2")) / 2;
        return toolTipAt(f.state, TimelineProjection(f.view.scene(), f.view.viewport()), between);
    };
    for (const bool hasSecondStream : { false, true }) {
        const QString text = tip(hasSecondStream);
        QVERIFY2(text.contains(QStringLiteral("Idle: waiting for the host")), qPrintable(text));
        QCOMPARE(text.contains(QStringLiteral("of this stream alone")), hasSecondStream);
    }
}

void TestTimelineKeys::digitsStoreAndRecall_data()
{
    QTest::addColumn<int>("digit");
    QTest::addColumn<bool>("onPad");
    for (int digit = 1; digit <= 9; ++digit)
        QTest::addRow("%d", digit) << digit << false;
    QTest::newRow("4 of the number pad") << 4 << true;
}

void TestTimelineKeys::digitsStoreAndRecall()
{
    QFETCH(int, digit);
    QFETCH(bool, onPad);
    TimelineFixture f;
    f.view.resize(1020, 200);
    const auto at = static_cast<Qt::Key>(Qt::Key_0 + digit);
    const Qt::KeyboardModifiers pad = onPad ? Qt::KeypadModifier : Qt::NoModifier;
    f.state.setVisibleRange({ 100'000, 300'000 });
    f.scrollTo(40);
    QTest::keyClick(&f.view, at, Qt::ControlModifier | pad);
    f.state.setVisibleRange({ 1'000'000, 1'900'000 });
    f.scrollTo(60);
    QTest::keyClick(&f.view, at, pad);
    QCOMPARE(f.state.visibleRange(), (TimeRange { 100'000, 300'000 }));
    QCOMPARE(f.view.viewport().scroll.rest, 40);
}

void TestTimelineKeys::modifiersBelongToTheWindow_data()
{
    QTest::addColumn<Input>("input");
    QTest::newRow("Ctrl+S") << key(Qt::Key_S, Qt::ControlModifier);
    QTest::newRow("Ctrl+P") << key(Qt::Key_P, Qt::ControlModifier);
    QTest::newRow("Ctrl+0") << key(Qt::Key_0, Qt::ControlModifier);
    QTest::newRow("Ctrl+W") << key(Qt::Key_W, Qt::ControlModifier);
    QTest::newRow("Alt+Left") << key(Qt::Key_Left, Qt::AltModifier);
    QTest::newRow("Ctrl+M") << key(Qt::Key_M, Qt::ControlModifier);
}

void TestTimelineKeys::modifiersBelongToTheWindow()
{
    QFETCH(Input, input);
    TimelineFixture f;
    f.movePointer(kPointer);
    f.state.setVisibleRange({ 800'000, 1'200'000 });
    input(f);
    QCOMPARE(f.state.visibleRange(), (TimeRange { 800'000, 1'200'000 }));
    QVERIFY(f.state.marks()->all().empty());
    QVERIFY(f.state.selection().isEmpty());
}

void TestTimelineKeys::touchpadDoesOneThing()
{
    TimelineFixture f;
    f.view.resize(1020, 200);
    f.scrollTo(0); // it opens where device work is in view
    f.state.setVisibleRange({ 800'000, 1'200'000 });
    wheel({ -30, -120 }, {}, { -10, -40 })(f); // mostly down
    QCOMPARE(f.state.visibleRange(), (TimeRange { 800'000, 1'200'000 }));
    QCOMPARE(f.view.viewport().scroll.rest, 40);
    wheel({ -120, -30 }, {}, { -40, -10 })(f); // mostly sideways
    QVERIFY(f.state.visibleRange().begin > 800'000);
    QCOMPARE(f.view.viewport().scroll.rest, 40);
}

QTEST_MAIN(TestTimelineKeys)
#include "tst_timeline_keys.moc"
