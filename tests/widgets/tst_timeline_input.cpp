// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/timeline_view_test.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QObject>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSignalSpy>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What clicks, drags, the wheel and the keys do on a timeline.
class TestTimelineInput : public TimelineViewTest {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void clickSelectsAndClickOnNothingClears();
    void controlClickAddsAndRemoves();
    void wheelZoomKeepsTheTimeUnderThePointer_data();
    void wheelZoomKeepsTheTimeUnderThePointer();
    void keysMoveTheView_data();
    void keysMoveTheView();
    void keysWalkFromSliceToSlice();
    void bracketsFollowLaunches();
    void stepsAreWalked();
    void doubleClickZoomsToTheSlice();
    void dragSelectsARange();
    void aDragBelowTheRowsIsATimeOfAllRanks();
    void rangeEndsCanBeDragged_data();
    void rangeEndsCanBeDragged();
    void clickOnARangeEndIsAClick();
    void shiftWalksTheSameName_data();
    void shiftWalksTheSameName();
    void endShowsTheLastStep();
    void digitsStoreAndShowViews();
    void middleDragPans();
    void theOverviewMovesAndZooms();
    void escapeCancelsADrag_data();
    void escapeCancelsADrag();
    void aDragEndsWithItsButton();
    void otherButtonsDoNotDisturbADrag();
    void spaceIsNotHeldWithoutTheFocus();
    void triangleFoldsARow();
    void enterFoldsTheCurrentRow();

private:
    [[nodiscard]] TimeRange wholeJob() const { return m_state->traceSet()->coreRange(); }
    /// A point of the strip of the whole job.
    [[nodiscard]] QPoint onOverview(Timestamp time) const
    {
        const QRect area = m_view->scene().geometry(m_view->viewport().size).overview;
        return { area.left() + static_cast<int>(TimeScale(wholeJob(), area.width()).xOf(time)), 20 };
    }
};

void TestTimelineInput::clickSelectsAndClickOnNothingClears()
{
    QSignalSpy changes(m_state.get(), &ViewState::selectionChanged);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, centreOf("aten::mm"));
    QCOMPARE(selectedName(), QStringLiteral("aten::mm"));
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, { 900, 590 });
    QVERIFY(m_state->selection().isEmpty());
    QCOMPARE(changes.count(), 2);
}

void TestTimelineInput::controlClickAddsAndRemoves()
{
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, centreOf("aten::mm"));
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier, centreOf("gemm<i>"));
    QCOMPARE(m_state->selection().slices.size(), std::size_t { 2 });
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier, centreOf("aten::mm"));
    QCOMPARE(m_state->selection().slices.size(), std::size_t { 1 });
    QCOMPARE(selectedName(), QStringLiteral("gemm<i>"));
}

void TestTimelineInput::wheelZoomKeepsTheTimeUnderThePointer_data()
{
    QTest::addColumn<int>("x");
    QTest::newRow("near the left") << 260;
    QTest::newRow("middle") << 600;
    QTest::newRow("near the right") << 980;
}

void TestTimelineInput::wheelZoomKeepsTheTimeUnderThePointer()
{
    QFETCH(int, x);
    const Timestamp under = m_view->projection().timeAt(x);
    const Nanoseconds length = m_state->visibleRange().length();
    for (int i = 0; i < 5; ++i) {
        QWheelEvent wheel(QPointF(x, 300), m_view->mapToGlobal(QPointF(x, 300)), {}, { 0, 120 }, Qt::NoButton,
            Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view.get(), &wheel);
    }
    QVERIFY(m_state->visibleRange().length() < length / 2);
    QVERIFY(std::abs(m_view->projection().timeAt(x) - under) <= 2 * m_state->visibleRange().length() / 780);
}

void TestTimelineInput::keysMoveTheView_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("begin"); ///< sign of the change
    QTest::addColumn<int>("length");
    QTest::newRow("W zooms in") << int { Qt::Key_W } << 1 << -1;
    QTest::newRow("S zooms out") << int { Qt::Key_S } << -1 << 1;
    QTest::newRow("D pans right") << int { Qt::Key_D } << 1 << 0;
    QTest::newRow("A pans left") << int { Qt::Key_A } << -1 << 0;
    QTest::newRow("Right") << int { Qt::Key_Right } << 1 << 0;
    QTest::newRow("Left") << int { Qt::Key_Left } << -1 << 0;
    QTest::newRow("0 fits all") << int { Qt::Key_0 } << -1 << 1;
    QTest::newRow("Home fits all") << int { Qt::Key_Home } << -1 << 1;
    QTest::newRow("other letters do nothing") << int { Qt::Key_J } << 0 << 0;
}

void TestTimelineInput::keysMoveTheView()
{
    QFETCH(int, key);
    QFETCH(int, begin);
    QFETCH(int, length);
    m_state->setVisibleRange({ 800'000, 1'200'000 });
    const TimeRange before = m_state->visibleRange();
    QTest::keyClick(m_view.get(), static_cast<Qt::Key>(key));
    const TimeRange after = m_state->visibleRange();
    const auto sign = [](Nanoseconds v) { return v < 0 ? -1 : v > 0 ? 1 : 0; };
    QCOMPARE(sign(after.begin - before.begin), begin);
    QCOMPARE(sign(after.length() - before.length()), length);
}

void TestTimelineInput::keysWalkFromSliceToSlice()
{
    m_state->selectSlice(slice("aten::mm"));
    QTest::keyClick(m_view.get(), Qt::Key_Period);
    QCOMPARE(selectedName(), QStringLiteral("aten::add"));
    QTest::keyClick(m_view.get(), Qt::Key_Period); // there is no further one
    QCOMPARE(selectedName(), QStringLiteral("aten::add"));
    QTest::keyClick(m_view.get(), Qt::Key_Comma);
    QCOMPARE(selectedName(), QStringLiteral("aten::mm"));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_state->selection().isEmpty());
}

void TestTimelineInput::bracketsFollowLaunches()
{
    m_state->selectSlice(slice("cudaLaunchKernel"));
    QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
    QCOMPARE(selectedName(), QStringLiteral("gemm<i>"));
    QTest::keyClick(m_view.get(), Qt::Key_BracketLeft);
    QCOMPARE(selectedName(), QStringLiteral("cudaLaunchKernel"));
}

void TestTimelineInput::stepsAreWalked()
{
    m_state->setVisibleRange({ 0, 500'000 });
    QTest::keyClick(m_view.get(), Qt::Key_N);
    QCOMPARE(selectedName(), QStringLiteral("ProfilerStep#2"));
    QVERIFY(m_state->visibleRange().contains(1'000'000));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    QCOMPARE(selectedName(), QStringLiteral("ProfilerStep#1"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    QCOMPARE(selectedName(), QStringLiteral("ProfilerStep#1"));
}

void TestTimelineInput::doubleClickZoomsToTheSlice()
{
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, centreOf("gemm<i>"));
    const TimeRange visible = m_state->visibleRange();
    QVERIFY(visible.begin <= 500'000 && visible.end >= 800'000);
    QVERIFY(visible.length() < 400'000);
}

void TestTimelineInput::dragSelectsARange()
{
    const QRect rect = m_view->rectOf(slice("gemm<i>")).toAlignedRect();
    const QPoint from(rect.left() - 40, rect.center().y());
    const QPoint to(rect.right() + 40, rect.center().y());
    const Timestamp begin = m_view->projection().timeAt(from.x());
    const Timestamp end = m_view->projection().timeAt(to.x());
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_view.get(), (from + to) / 2);
    QTest::mouseMove(m_view.get(), to);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, to);
    QCOMPARE(m_state->selection().intervals.size(), std::size_t { 1 });
    QCOMPARE(m_state->selection().intervals[0].range, (TimeRange { begin, end }));
    QCOMPARE(m_state->selection().intervals[0].track,
        m_state->traceSet()->ranks()[0].trace->trackOf(slice("gemm<i>").slice));
}

/// Where there is no row there is time only.
void TestTimelineInput::aDragBelowTheRowsIsATimeOfAllRanks()
{
    m_view->rows().collapseAll();
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    QVERIFY(m_view->scene().rows().height() < lanes.height() - 20);
    const QPoint from(lanes.left() + 100, lanes.bottom() - 10);
    const QPoint to = from + QPoint(100, 5);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_view.get(), (from + to) / 2);
    QTest::mouseMove(m_view.get(), to);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, to);
    const Selection& drawn = m_state->selection();
    QCOMPARE(drawn.intervals.size(), m_state->traceSet()->ranks().size());
    for (const IntervalRef& interval : drawn.intervals)
        QVERIFY(!interval.track.isValid());
}

void TestTimelineInput::rangeEndsCanBeDragged_data()
{
    QTest::addColumn<bool>("atEnd");
    QTest::addColumn<Timestamp>("to");
    QTest::addColumn<Timestamp>("begin");
    QTest::addColumn<Timestamp>("end");
    QTest::newRow("end, longer") << true << Timestamp { 1'200'000 } << Timestamp { 400'000 } << Timestamp { 1'200'000 };
    QTest::newRow("begin, longer") << false << Timestamp { 100'000 } << Timestamp { 100'000 } << Timestamp { 900'000 };
    QTest::newRow("begin beyond the end")
        << false << Timestamp { 1'300'000 } << Timestamp { 900'000 } << Timestamp { 1'300'000 };
}

void TestTimelineInput::rangeEndsCanBeDragged()
{
    QFETCH(bool, atEnd);
    QFETCH(Timestamp, to);
    QFETCH(Timestamp, begin);
    QFETCH(Timestamp, end);
    m_state->setVisibleRange({ 0, 2'000'000 });
    const TimeRange before { 400'000, 900'000 };
    const TrackId stream = m_state->traceSet()->ranks()[0].trace->trackOf(slice("gemm<i>").slice);
    m_state->setSelection({ {}, { { 0, stream, before } } });
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    const auto xOf = [&](Timestamp t) { return lanes.left() + static_cast<int>(t * lanes.width() / 2'000'000); };
    const int y = m_view->rectOf(slice("gemm<i>")).center().toPoint().y();
    const QPoint from(xOf(atEnd ? before.end : before.begin), y);
    const QPoint target(xOf(to), y);
    QTest::mouseMove(m_view.get(), from + QPoint(0, 30)); // a move to where the pointer is already is none
    QTest::mouseMove(m_view.get(), from);
    QCOMPARE(m_view->cursor().shape(), Qt::SizeHorCursor);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_view.get(), (from + target) / 2);
    QTest::mouseMove(m_view.get(), target);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, target);
    QCOMPARE(m_state->selection().intervals.size(), std::size_t { 1 });
    const TimeRange after = m_state->selection().intervals[0].range;
    const Nanoseconds pixel = 2'000'000 / lanes.width() + 1;
    QVERIFY2(std::abs(after.begin - begin) <= 2 * pixel, qPrintable(QString::number(after.begin)));
    QVERIFY2(std::abs(after.end - end) <= 2 * pixel, qPrintable(QString::number(after.end)));
    QVERIFY(m_state->selection().intervals[0].track == stream);
}

void TestTimelineInput::clickOnARangeEndIsAClick()
{
    m_state->setVisibleRange({ 0, 2'000'000 });
    const TrackId stream = m_state->traceSet()->ranks()[0].trace->trackOf(slice("gemm<i>").slice);
    m_state->setSelection({ {}, { { 0, stream, { 650'000, 1'000'000 } } } }); // begins inside the kernel
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    const QPoint edge(lanes.left() + lanes.width() * 65 / 200, centreOf("gemm<i>").y());
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, edge);
    QCOMPARE(selectedName(), QStringLiteral("gemm<i>"));
}

void TestTimelineInput::shiftWalksTheSameName_data()
{
    QTest::addColumn<int>("next");
    QTest::addColumn<int>("previous");
    QTest::newRow("full stop and comma") << int { Qt::Key_Period } << int { Qt::Key_Comma };
    QTest::newRow("as a US layout types them") << int { Qt::Key_Greater } << int { Qt::Key_Less };
    QTest::newRow("as a German layout types them") << int { Qt::Key_Colon } << int { Qt::Key_Semicolon };
}

void TestTimelineInput::shiftWalksTheSameName()
{
    QFETCH(int, next);
    QFETCH(int, previous);
    // The frame is in both steps, on lanes that other slices share.
    m_state->selectSlice(slice("train.py(3): run"));
    const SliceRef first = *m_state->currentSlice();
    QTest::keyClick(m_view.get(), static_cast<Qt::Key>(next), Qt::ShiftModifier);
    QCOMPARE(selectedName(), QStringLiteral("train.py(3): run"));
    QVERIFY(m_state->currentSlice() != first);
    QVERIFY(m_state->jobRange(*m_state->currentSlice()).begin == 1'001'000);
    QTest::keyClick(m_view.get(), static_cast<Qt::Key>(next), Qt::ShiftModifier); // there is no further one
    QVERIFY(m_state->jobRange(*m_state->currentSlice()).begin == 1'001'000);
    QTest::keyClick(m_view.get(), static_cast<Qt::Key>(previous), Qt::ShiftModifier);
    QVERIFY(m_state->currentSlice() == first);
}

void TestTimelineInput::endShowsTheLastStep()
{
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QCOMPARE(selectedName(), QStringLiteral("ProfilerStep#2"));
    QVERIFY(m_state->visibleRange().contains(1'000'000));
    QVERIFY(m_state->visibleRange().length() < 1'200'000);
}

void TestTimelineInput::digitsStoreAndShowViews()
{
    const TimeRange first { 100'000, 200'000 };
    const TimeRange second { 1'100'000, 1'900'000 };
    m_state->setVisibleRange(first);
    QTest::keyClick(m_view.get(), Qt::Key_1, Qt::ControlModifier);
    m_state->setVisibleRange(second);
    QTest::keyClick(m_view.get(), Qt::Key_9, Qt::ControlModifier);
    QSignalSpy noticed(m_view.get(), &TimelineView::noticed);
    QTest::keyClick(m_view.get(), Qt::Key_5); // nothing is stored there
    QCOMPARE(noticed.count(), 1);
    QVERIFY(noticed.takeFirst().first().toString().contains(QStringLiteral("Ctrl+5")));
    QVERIFY(m_state->visibleRange() == second);
    QTest::keyClick(m_view.get(), Qt::Key_1);
    QVERIFY(m_state->visibleRange() == first);
    QTest::keyClick(m_view.get(), Qt::Key_9);
    QVERIFY(m_state->visibleRange() == second);
    // Another trace has no such places.
    m_state->setTraceSet(std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, makeTrace() } },
        std::vector<Remark> {}));
    const TimeRange opening = m_state->visibleRange();
    QTest::keyClick(m_view.get(), Qt::Key_1);
    QVERIFY(m_state->visibleRange() == opening);
}

void TestTimelineInput::middleDragPans()
{
    m_state->setVisibleRange({ 800'000, 1'200'000 });
    QTest::mousePress(m_view.get(), Qt::MiddleButton, {}, { 600, 400 });
    QTest::mouseMove(m_view.get(), { 500, 400 });
    QTest::mouseRelease(m_view.get(), Qt::MiddleButton, {}, { 500, 400 });
    QCOMPARE(m_state->visibleRange().length(), 400'000);
    QVERIFY(m_state->visibleRange().begin > 840'000);
    QVERIFY(m_state->selection().isEmpty());
}

void TestTimelineInput::theOverviewMovesAndZooms()
{
    const TimeRange seen { 800'000, 1'200'000 };
    const Nanoseconds pixel = wholeJob().length() / m_view->scene().geometry(m_view->size()).overview.width() + 1;
    const auto drag = [&](Timestamp from, Timestamp to) {
        m_state->setVisibleRange(seen);
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, onOverview(from));
        QTest::mouseMove(m_view.get(), onOverview((from + to) / 2));
        QTest::mouseMove(m_view.get(), onOverview(to));
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, onOverview(to));
        return m_state->visibleRange();
    };
    const auto isNear = [&](TimeRange range, Timestamp begin, Timestamp end) {
        return std::abs(range.begin - begin) <= 2 * pixel && std::abs(range.end - end) <= 2 * pixel;
    };
    // Taken at any place, it goes as far as the pointer.
    QVERIFY(isNear(drag(900'000, 1'000'000), 900'000, 1'300'000));
    // From beside it, its middle goes there.
    QVERIFY(isNear(drag(200'000, 300'000), 100'000, 500'000));
    // Its ends can be dragged: that zooms; also over each other, and to the end of the job.
    QVERIFY(isNear(drag(800'000, 400'000), 400'000, 1'200'000));
    QVERIFY(isNear(drag(1'200'000, 1'000'000), 800'000, 1'000'000));
    QVERIFY(isNear(drag(1'200'000, 500'000), 500'000, 800'000));
    m_state->setVisibleRange(seen);
    QTest::mouseMove(m_view.get(), onOverview(1'000'000));
    QVERIFY(m_view->cursor().shape() != Qt::SizeHorCursor);
    QTest::mouseMove(m_view.get(), onOverview(1'200'000));
    QCOMPARE(m_view->cursor().shape(), Qt::SizeHorCursor);
}

void TestTimelineInput::escapeCancelsADrag_data()
{
    QTest::addColumn<QPoint>("from");
    QTest::addColumn<QPoint>("to");
    QTest::addColumn<int>("button");
    const auto left = int { Qt::LeftButton };
    QTest::newRow("range") << QPoint(500, 400) << QPoint(700, 420) << left;
    QTest::newRow("range on the ruler") << QPoint(500, 70) << QPoint(700, 70) << left;
    QTest::newRow("end of a range") << QPoint() << QPoint(700, 420) << left; // from where it is
    QTest::newRow("pan") << QPoint(500, 400) << QPoint(700, 420) << int { Qt::MiddleButton };
    QTest::newRow("overview") << QPoint(500, 20) << QPoint(700, 20) << left;
    QTest::newRow("end of the view") << QPoint(0, 20) << QPoint(300, 20) << left; // from where it is
}

void TestTimelineInput::escapeCancelsADrag()
{
    QFETCH(QPoint, from);
    QFETCH(const QPoint, to);
    QFETCH(const int, button);
    const TimeRange seen { 400'000, 1'400'000 };
    m_state->setVisibleRange(seen);
    const TrackId stream = m_state->traceSet()->ranks()[0].trace->trackOf(slice("gemm<i>").slice);
    const Selection before { {}, { { 0, stream, { 500'000, 800'000 } } } };
    m_state->setSelection(before);
    if (from.isNull()) {
        const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
        from = { lanes.left() + lanes.width() * 4 / 10, centreOf("gemm<i>").y() };
    }
    if (from.x() == 0)
        from = onOverview(seen.begin);
    QTest::mousePress(m_view.get(), static_cast<Qt::MouseButton>(button), {}, from);
    QTest::mouseMove(m_view.get(), (from + to) / 2);
    QTest::mouseMove(m_view.get(), to);
    QVERIFY(m_state->visibleRange() != seen || m_state->selection() != before);
    QKeyEvent escape(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    QCoreApplication::sendEvent(m_view.get(), &escape);
    QVERIFY(escape.isAccepted()); // it leaves nothing else of the window
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_state->visibleRange() == seen);
    QVERIFY(m_state->selection() == before);
    // The button is still held: that means nothing more.
    QTest::mouseMove(m_view.get(), to + QPoint(80, 0));
    QTest::mouseRelease(m_view.get(), static_cast<Qt::MouseButton>(button), {}, to + QPoint(80, 0));
    QVERIFY(m_state->visibleRange() == seen);
    QVERIFY(m_state->selection() == before);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_state->selection().isEmpty());
}

void TestTimelineInput::aDragEndsWithItsButton()
{
    const auto move = [&](QPoint to, Qt::MouseButtons held) {
        QMouseEvent event(QEvent::MouseMove, to, m_view->mapToGlobal(to), Qt::NoButton, held, {});
        QCoreApplication::sendEvent(m_view.get(), &event);
    };
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, { 500, 400 });
    move({ 600, 410 }, Qt::LeftButton);
    const Selection drawn = m_state->selection();
    QCOMPARE(drawn.intervals.empty(), false);
    // A dialog opened and took the release: a pointer without a button draws nothing.
    move({ 800, 420 }, Qt::NoButton);
    QVERIFY(m_state->selection() == drawn);
    // The button pressed again begins a range of its own.
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, { 700, 400 });
    move({ 800, 410 }, Qt::LeftButton);
    QVERIFY(m_state->selection().intervals.at(0).range.begin > drawn.intervals.at(0).range.begin);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, { 800, 410 });
}

void TestTimelineInput::otherButtonsDoNotDisturbADrag()
{
    QSignalSpy menus(m_view.get(), &TimelineView::contextMenuRequested);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, { 500, 400 });
    QTest::mouseMove(m_view.get(), { 600, 410 });
    const TimeRange drawn = m_state->selection().intervals.at(0).range;
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButtons held) {
        QMouseEvent event(type, at, m_view->mapToGlobal(at), Qt::RightButton, held, {});
        QCoreApplication::sendEvent(m_view.get(), &event);
    };
    send(QEvent::MouseButtonPress, { 650, 410 }, Qt::LeftButton | Qt::RightButton);
    QContextMenuEvent menu(QContextMenuEvent::Mouse, { 650, 410 }, m_view->mapToGlobal(QPoint(650, 410)));
    QCoreApplication::sendEvent(m_view.get(), &menu);
    send(QEvent::MouseButtonRelease, { 650, 410 }, Qt::LeftButton);
    QMouseEvent move(QEvent::MouseMove, QPointF(700, 410), m_view->mapToGlobal(QPointF(700, 410)), Qt::NoButton,
        Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_view.get(), &move);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, { 700, 410 });
    QCOMPARE(menus.count(), 0);
    const TimeRange after = m_state->selection().intervals.at(0).range;
    QCOMPARE(after.begin, drawn.begin); // where the left button was pressed
    QVERIFY(after.end > drawn.end);
}

void TestTimelineInput::spaceIsNotHeldWithoutTheFocus()
{
    QTest::keyPress(m_view.get(), Qt::Key_Space);
    QFocusEvent out(QEvent::FocusOut, Qt::ActiveWindowFocusReason);
    QCoreApplication::sendEvent(m_view.get(), &out);
    const TimeRange seen { 800'000, 1'200'000 };
    m_state->setVisibleRange(seen);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, { 500, 400 });
    QTest::mouseMove(m_view.get(), { 600, 410 });
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, { 600, 410 });
    QVERIFY(m_state->visibleRange() == seen);
    QVERIFY(!m_state->selection().isEmpty());
}

void TestTimelineInput::triangleFoldsARow()
{
    const TimelineScene& scene = m_view->scene();
    const auto openRows = [&scene] { return scene.rows().rows().size(); };
    const std::size_t before = openRows();
    const TimelineRow group = *std::find_if(scene.rows().rows().begin(), scene.rows().rows().end(),
        [](const TimelineRow& row) { return row.key.kind == RowKind::Group; });
    const QPoint triangle = foldTriangle(scene, m_view->viewport(), group).center();
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, triangle);
    QVERIFY(openRows() < before);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, triangle);
    QCOMPARE(openRows(), before);
}

void TestTimelineInput::enterFoldsTheCurrentRow()
{
    const std::int64_t before = m_view->scene().rows().height();
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, centreOf("aten::mm"));
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QVERIFY(m_view->scene().rows().height() < before);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(m_view->scene().rows().height(), before);
}

QTEST_MAIN(TestTimelineInput)
#include "tst_timeline_input.moc"
