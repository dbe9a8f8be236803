// SPDX-License-Identifier: GPL-3.0-or-later
// Filtering, hiding, pinning and moving tracks, with the mouse and the keys a person has.
#include "core/numeric/intervals.h"
#include "core/overlay/overlays.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/input/track_filter_box.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/slice_tool_tip.h"
#include "widgets/timeline/timeline_projection.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTranslator>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

class TestTimelineTracks : public QObject {
    Q_OBJECT

private slots:
    void typingFilters();
    void waitsOfNoStreamSayNoNumber();
    void escapeClearsTheFilter();
    void enterKeepsTheFilter();
    void nothingFoundIsSaid();
    void goingToATrackEndsTheFilter();
    void menuPins();
    void menuHides_data();
    void menuHides();
    void foldedRowsLeaveHiddenTracksOut();
    void theBusyShareIsTheSameAtAnyWidth();
    void aFoldedDeviceTellsWhatIsThere();
    void scrollingChangesNoCount();
    void goingToAHiddenTrackShowsIt();
    void dragMovesTracks_data();
    void dragMovesTracks();
    void dragMovesAProcess();
    void escapeCancelsTheDrag();
    void menuMovesAndResets();
    void choicesSurviveFolding();
    void choicesGoWithTheJob();
    void picturesShowTheSameRows();
    void countersOfAMemoryTimelineAreTranslated();
    void toolTipsOfCountersNameNoThread();
};

namespace {

/// Titles of the rows, from top to bottom.
QStringList titles(const TimelineFixture& f)
{
    QStringList result;
    for (const TimelineRow& row : f.view.scene().rows().rows())
        result << f.view.scene().title(row);
    return result;
}

const TimelineRow* rowOf(const TimelineFixture& f, const QString& title, std::uint32_t rank = 0)
{
    for (const TimelineRow& row : f.view.scene().rows().rows()) {
        if (row.key.rank == rank && f.view.scene().title(row).startsWith(title))
            return &row;
    }
    return nullptr;
}

QRect header(const TimelineFixture& f, const QString& title, std::uint32_t rank = 0)
{
    const TimelineRow* row = rowOf(f, title, rank);
    return row ? headerRect(f.view.scene(), f.view.viewport(), *row) : QRect();
}

/// Within the name, right of the triangle.
QPoint nameOf(const TimelineFixture& f, const QString& title, std::uint32_t rank = 0)
{
    return header(f, title, rank).center();
}

TrackFilterBox* box(TimelineFixture& f)
{
    return f.view.findChild<TrackFilterBox*>();
}

void rightClick(TimelineFixture& f, QPoint at)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, f.view.mapToGlobal(at));
    QCoreApplication::sendEvent(&f.view, &event);
}

QAction* menuAction(TimelineFixture& f, const char* name)
{
    const auto menus = f.view.findChildren<QMenu*>(QStringLiteral("track-menu"));
    return menus.isEmpty() ? nullptr : menus.back()->findChild<QAction*>(QString::fromLatin1(name));
}

/// Opens the menu on a name and chooses an entry of it.
bool choose(TimelineFixture& f, const QString& title, const char* name)
{
    rightClick(f, nameOf(f, title));
    QAction* action = menuAction(f, name);
    if (!action || !action->isEnabled())
        return false;
    action->trigger();
    for (QMenu* menu : f.view.findChildren<QMenu*>(QStringLiteral("track-menu")))
        delete menu;
    return true;
}

QString threadName(int number)
{
    return QStringLiteral("thread %1").arg(number);
}

} // namespace

void TestTimelineTracks::typingFilters()
{
    TimelineFixture f;
    QSignalSpy rows(&f.view.rows(), &TimelineRows::changed);
    f.view.rows().askForFilter();
    QVERIFY(box(f)->isVisible());
    QTest::keyClicks(box(f), QStringLiteral("STREAM 7"));
    QCOMPARE(f.view.scene().choices().filter, std::string("STREAM 7"));
    QCOMPARE(rows.size(), 8);
    for (const TimelineRow& row : f.view.scene().rows().rows()) {
        if (row.key.kind == RowKind::Track)
            QCOMPARE(f.view.scene().title(row), QStringLiteral("stream 7"));
    }
    QCOMPARE(box(f)->countText(), QStringLiteral("2 of %1 tracks").arg(f.view.scene().rows().allTracks()));
    // What is under the pointer is what is drawn.
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.centreOf("gemm"));
    QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
}

/// Kineto has waits of the host for a whole device on stream -1, which is none.
void TestTimelineTracks::waitsOfNoStreamSayNoNumber()
{
    const auto job = loadTexts({ TraceText()
                                     .launch(0_us, 5_us, 1)
                                     .kernel("gemm", 10_us, 20_us, 7, 1)
                                     .sync("Stream Wait Event", 31_us, 1_us, 7, 2)
                                     .sync("Context Sync", 30_us, 5_us, -1, 3)
                                     .text() });
    KT_VERIFY_OK(job);
    TimelineFixture f;
    f.state.setTraceSet(*job);
    QVERIFY2(titles(f).contains(u"waits, no stream"_s), qPrintable(titles(f).join(u'|')));
    QVERIFY2(titles(f).contains(u"stream 7 waits"_s), qPrintable(titles(f).join(u'|')));
    f.view.rows().setFilter(u"no stream"_s);
    QVERIFY2(titles(f).contains(u"waits, no stream"_s), qPrintable(titles(f).join(u'|')));
}

void TestTimelineTracks::escapeClearsTheFilter()
{
    TimelineFixture f;
    const QStringList before = titles(f);
    f.view.rows().askForFilter();
    QTest::keyClicks(box(f), QStringLiteral("stream"));
    QVERIFY(titles(f) != before);
    QTest::keyClick(box(f), Qt::Key_Escape);
    QCOMPARE(titles(f), before);
    QVERIFY(!box(f)->isVisible());
}

void TestTimelineTracks::enterKeepsTheFilter()
{
    TimelineFixture f;
    f.view.rows().askForFilter();
    QTest::keyClicks(box(f), QStringLiteral("stream"));
    const QStringList filtered = titles(f);
    QTest::keyClick(box(f), Qt::Key_Return);
    QCOMPARE(titles(f), filtered);
    QVERIFY(box(f)->isVisible()); // it says why tracks are missing
}

void TestTimelineTracks::nothingFoundIsSaid()
{
    TimelineFixture f;
    f.view.rows().setFilter(QStringLiteral("no such <b>track</b>"));
    QVERIFY(titles(f).isEmpty());
    QCOMPARE(box(f)->countText(), QStringLiteral("0 of %1 tracks").arg(f.view.scene().rows().allTracks()));
    const QImage empty = f.view.grab().toImage();
    const QRect lanes = f.geometry().lanes;
    bool isWritten = false;
    for (int y = lanes.top(); y < lanes.top() + 60; ++y) {
        for (int x = lanes.left(); x < lanes.left() + 300; ++x)
            isWritten = isWritten || empty.pixel(x, y) != empty.pixel(lanes.left() + 2, lanes.bottom() - 2);
    }
    QVERIFY(isWritten);
}

void TestTimelineTracks::goingToATrackEndsTheFilter()
{
    TimelineFixture f;
    const TrackId other = rowOf(f, QStringLiteral("thread 12"))->track();
    f.view.rows().setFilter(QStringLiteral("stream"));
    f.view.reveal().showTrack(0, other);
    QVERIFY(f.view.scene().choices().filter.empty());
    QVERIFY(box(f)->text().isEmpty());
    f.view.rows().setFilter(QStringLiteral("stream"));
    f.view.reveal().showSlice(f.slice("gemm")); // this one is on show
    QCOMPARE(f.view.scene().choices().filter, std::string("stream"));
}

void TestTimelineTracks::menuPins()
{
    TimelineFixture f;
    QVERIFY(choose(f, QStringLiteral("stream 7"), "pin-row"));
    QVERIFY(f.view.scene().rows().rows()[0].isPinned);
    QCOMPARE(titles(f).front(), QStringLiteral("stream 7 · rank 0"));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.centreOf("gemm"));
    QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
    QVERIFY(choose(f, QStringLiteral("stream 7"), "pin-row"));
    QVERIFY(!f.view.scene().rows().rows()[0].isPinned);
}

void TestTimelineTracks::menuHides_data()
{
    QTest::addColumn<QString>("title");
    QTest::newRow("track") << threadName(12);
    QTest::newRow("steps") << QStringLiteral("steps");
    QTest::newRow("device") << QStringLiteral("GPU 0");
    QTest::newRow("rank") << QStringLiteral("rank 0");
}

void TestTimelineTracks::menuHides()
{
    QFETCH(QString, title);
    TimelineFixture f;
    const QStringList before = titles(f);
    QVERIFY(choose(f, title, "hide-row"));
    QVERIFY(!rowOf(f, title));
    rightClick(f, nameOf(f, QStringLiteral("rank 1"), 1));
    QVERIFY(menuAction(f, "show-hidden-rows")->text().contains(u'1'));
    menuAction(f, "show-hidden-rows")->trigger();
    QCOMPARE(titles(f), before);
}

void TestTimelineTracks::foldedRowsLeaveHiddenTracksOut()
{
    TimelineFixture f;
    const RowKey stream = rowOf(f, QStringLiteral("stream 7"))->key;
    const RowKey device = rowOf(f, QStringLiteral("GPU 0"))->key;
    f.view.rows().toggle(device);
    const auto slices = [&] {
        f.view.grab();
        const auto summary =
            std::ranges::find(f.view.summaries(), f.view.scene().rows().find(device), &RowSummary::row);
        return summary == f.view.summaries().end() ? 0 : static_cast<int>(summary->slices);
    };
    QCOMPARE(slices(), 2);
    f.view.reveal().showTrack(0, TrackId { stream.index }); // unfolds it
    f.view.rows().hide(stream);
    f.view.rows().toggle(device);
    QCOMPARE(slices(), 0);
    f.view.rows().setFilter(QStringLiteral("thread 11"));
    f.view.rows().showHidden();
    f.view.rows().setFilter(QString());
    QCOMPARE(slices(), 2);
}

/// The share in a header is of time, not of pixels: no width of the window, and no fold, makes it another one.
void TestTimelineTracks::theBusyShareIsTheSameAtAnyWidth()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("cpu_op", "aten::whole", 0, 2'000'000);
    events.onStream(0, 7);
    for (Timestamp at = 1'000; at < 1'990'000; at += 7'001) // each is less than a pixel
        events.slice("kernel", "gemm", at, at + 701);
    events.onStream(0, 9);
    events.slice("kernel", "ncclDevKernel_AllReduce", 300'500, 900'700);
    const std::shared_ptr<const Trace> trace = events.build();
    TimelineFixture f(1);
    f.state.setTraceSet(std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, trace } }, std::vector<Remark> {}));
    const TimeRange visible { 123'457, 1'765'432 };
    f.state.setVisibleRange(visible);
    std::vector<TimeRange> gemms;
    std::vector<TimeRange> all;
    for (std::size_t i = 0; i < trace->slices().size(); ++i) {
        const SliceId slice { i };
        const TimeRange part = trace->slices().range(slice).clippedTo(visible);
        if (part.isEmpty())
            continue;
        if (trace->name(slice) == "gemm")
            gemms.push_back(part);
        if (trace->kind(slice) == EventKind::Kernel)
            all.push_back(part);
    }
    const auto shareOf = [&](std::vector<TimeRange> parts) {
        return static_cast<double>(totalLength(unionOf(std::move(parts)))) / static_cast<double>(visible.length());
    };
    const double ofStream = shareOf(gemms);
    const double ofDevice = shareOf(all);
    const auto shown = [&](const QString& name) {
        f.view.grab();
        const RowKey key = rowOf(f, name)->key;
        return std::ranges::find(f.view.summaries(), f.view.scene().rows().find(key), &RowSummary::row)->busyShare;
    };
    for (const int width : { 640, 1024, 1280, 2560 }) {
        f.view.resize(width, 600);
        QCOMPARE(shown(QStringLiteral("stream 7")), ofStream);
    }
    f.view.rows().toggle(rowOf(f, QStringLiteral("GPU 0"))->key);
    for (const int width : { 640, 1280, 2560 }) {
        f.view.resize(width, 600);
        QCOMPARE(shown(QStringLiteral("GPU 0")), ofDevice);
    }
}

/// Kernels and idle causes of a folded device are pointed at and clicked as those of its streams are.
void TestTimelineTracks::aFoldedDeviceTellsWhatIsThere()
{
    TimelineFixture f(1);
    const QString name = QStringLiteral("GPU 0");
    const RowKey device = rowOf(f, name)->key;
    const TrackId stream = f.state.rankOf(0)->trace->trackOf(f.slice("gemm").slice);
    f.view.rows().toggle(device);
    const auto at = [&](Timestamp time) { return QPoint(f.xOf(time), nameOf(f, name).y()); };
    const auto tip = [&](Timestamp time) { return toolTipAt(f.state, f.view.projection(), at(time)); };

    f.movePointer(at(650'000));
    QVERIFY(f.state.hovered() == f.slice("gemm"));
    QVERIFY2(tip(650'000).contains(QStringLiteral("gemm")), qPrintable(tip(650'000)));
    f.view.grab();
    const QString withShare = toolTipAt(f.state, f.view.projection(), at(650'000), f.view.summaries());
    QVERIFY2(withShare.contains(QStringLiteral("busy in view, 2 events")), qPrintable(withShare));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, at(1'600'000));
    QCOMPARE(f.selectedName(), QStringLiteral("ncclDevKernel_AllReduce"));
    QVERIFY(!rowOf(f, name)->expanded);
    QVERIFY(tip(1'000'000).isEmpty());

    Result<Overlay> gaps = buildOverlay(*findOverlay("idle-causes"), { f.state.traceSet(), {} }, {}, {});
    KT_VERIFY_OK(gaps);
    f.view.setOverlays({ std::make_shared<const Overlay>(std::move(gaps).value()) });
    QVERIFY2(tip(1'000'000).contains(QStringLiteral("Idle")), qPrintable(tip(1'000'000)));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, at(1'000'000));
    QVERIFY((f.state.selection() == Selection { {}, { { 0, stream, { 800'000, 1'500'000 } } } }));

    f.view.setOverlays({});
    QTest::mouseDClick(&f.view, Qt::LeftButton, {}, at(1'000'000));
    QVERIFY(rowOf(f, name)->expanded);
    f.movePointer(nameOf(f, name) + QPoint(f.geometry().lanes.left(), 0)); // the title of what is open is no strip
    QVERIFY(!f.state.hovered());
}

/// A header counts all lanes of its track, also those that are scrolled out of view or folded.
void TestTimelineTracks::scrollingChangesNoCount()
{
    TimelineFixture f;
    const RowKey thread = rowOf(f, QStringLiteral("thread 11"))->key;
    const auto slicesAt = [&](std::int64_t y) {
        f.view.camera().scrollTo(y);
        f.view.grab();
        const auto summary =
            std::ranges::find(f.view.summaries(), f.view.scene().rows().find(thread), &RowSummary::row);
        return summary == f.view.summaries().end() ? 0 : static_cast<int>(summary->slices);
    };
    const int all = slicesAt(0);
    QVERIFY(all > 2);
    RowChoices open;
    open.expanded[thread] = true; // not folded for the smaller view
    f.view.rows().setChoices(open);
    f.view.resize(1020, 240);
    const TimelineRow& row = *rowOf(f, QStringLiteral("thread 11"));
    QVERIFY2(row.laneCount > 2, qPrintable(QString::number(row.laneCount)));
    const std::int64_t below = RowLayout::laneTop(row, 2) + 1; // two lanes are above the view
    QCOMPARE(slicesAt(below), all);
    QCOMPARE(f.view.camera().scroll().rest, below);
    f.view.rows().toggle(thread);
    QVERIFY(!rowOf(f, QStringLiteral("thread 11"))->expanded);
    QCOMPARE(slicesAt(0), all);
}

void TestTimelineTracks::goingToAHiddenTrackShowsIt()
{
    TimelineFixture f;
    const RowKey key = rowOf(f, QStringLiteral("stream 7"))->key;
    f.view.rows().hide(key);
    f.view.rows().hide({ RowKind::Rank, 0, 0 });
    f.view.reveal().showSlice(f.slice("gemm"));
    QVERIFY(f.view.scene().choices().hidden.empty());
    QVERIFY(!f.view.rectOf(f.slice("gemm")).isEmpty());
}

void TestTimelineTracks::dragMovesTracks_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("onto"); ///< into its lower half
    QTest::addColumn<bool>("moves");
    QTest::newRow("down") << threadName(11) << threadName(12) << true;
    QTest::newRow("where it was") << threadName(12) << threadName(12) << false;
    QTest::newRow("not into a device") << threadName(13) << QStringLiteral("stream 7") << false;
    QTest::newRow("not a rank") << QStringLiteral("rank 0") << threadName(12) << false;
}

void TestTimelineTracks::dragMovesTracks()
{
    QFETCH(QString, from);
    QFETCH(QString, onto);
    QFETCH(bool, moves);
    TimelineFixture f;
    const QStringList before = titles(f);
    const QRect target = header(f, onto);
    f.drag(nameOf(f, from), { target.center().x(), target.bottom() - 1 });
    QCOMPARE(titles(f) != before, moves);
    if (moves)
        QVERIFY(header(f, from).top() > header(f, onto).top());
    QVERIFY(f.state.selection().isEmpty());
}

void TestTimelineTracks::dragMovesAProcess()
{
    TimelineFixture f;
    QVERIFY(header(f, QStringLiteral("GPU 0")).top() > header(f, threadName(11)).top());
    const QRect first = header(f, QStringLiteral("process 10"));
    f.drag(nameOf(f, QStringLiteral("GPU 0")), first.topLeft() + QPoint(100, 2));
    QVERIFY(header(f, QStringLiteral("GPU 0")).top() < header(f, threadName(11)).top());
    QVERIFY(header(f, QStringLiteral("stream 7")).top() < header(f, threadName(11)).top()); // it went along
}

void TestTimelineTracks::escapeCancelsTheDrag()
{
    TimelineFixture f;
    const QStringList before = titles(f);
    f.state.selectSlice(f.slice("gemm"));
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButtons held) {
        QMouseEvent event(
            type, at, f.view.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, {});
        QCoreApplication::sendEvent(&f.view, &event);
    };
    const QImage still = f.view.grab().toImage();
    const QPoint end(100, header(f, threadName(12)).bottom() - 1);
    send(QEvent::MouseButtonPress, nameOf(f, threadName(11)), Qt::LeftButton);
    send(QEvent::MouseMove, end, Qt::LeftButton);
    QVERIFY(f.view.grab().toImage() != still); // the line that shows the place
    QTest::keyClick(&f.view, Qt::Key_Escape);
    QVERIFY(!f.state.selection().isEmpty()); // the key meant the drag
    send(QEvent::MouseMove, end, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, end, Qt::NoButton);
    QCOMPARE(titles(f), before);
}

void TestTimelineTracks::menuMovesAndResets()
{
    TimelineFixture f;
    const QStringList before = titles(f);
    QVERIFY(!choose(f, threadName(11), "move-row-up")); // it is the first
    QVERIFY(choose(f, threadName(11), "move-row-down"));
    QVERIFY(titles(f) != before);
    QVERIFY(choose(f, threadName(11), "reset-row-order"));
    QCOMPARE(titles(f), before);
}

void TestTimelineTracks::choicesSurviveFolding()
{
    TimelineFixture f;
    f.view.rows().hide(rowOf(f, threadName(12))->key);
    f.view.rows().setPinned(rowOf(f, QStringLiteral("stream 7"))->key, true);
    f.view.rows().move(rowOf(f, QStringLiteral("GPU 0"))->key, -1);
    const RowChoices chosen = f.view.scene().choices();
    f.view.rows().collapseAll();
    f.view.rows().expandAll();
    QCOMPARE(f.view.scene().choices().hidden, chosen.hidden);
    QCOMPARE(f.view.scene().choices().pinned, chosen.pinned);
    QCOMPARE(f.view.scene().choices().order, chosen.order);
    QVERIFY(!rowOf(f, threadName(12)));
}

void TestTimelineTracks::choicesGoWithTheJob()
{
    TimelineFixture f;
    f.view.rows().askForFilter();
    QTest::keyClicks(box(f), QStringLiteral("stream"));
    QTest::keyClick(box(f), Qt::Key_Return);
    f.view.rows().setPinned(rowOf(f, QStringLiteral("stream 7"))->key, true);
    f.view.rows().hide(rowOf(f, QStringLiteral("stream 7"), 1)->key);
    f.open(2);
    QCOMPARE(f.view.scene().choices(), RowChoices());
    QVERIFY(box(f)->text().isEmpty());
}

void TestTimelineTracks::picturesShowTheSameRows()
{
    TimelineFixture f;
    const auto svg = [&f] { return f.view.picture(PictureFormat::Svg, QSize(800, 500)).value(); };
    QVERIFY(svg().contains("rank 1"));
    f.view.rows().hide({ RowKind::Rank, 1, 0 });
    QVERIFY(!svg().contains("rank 1"));
}

/// Such a file has no names: those of its tracks are the program's own.
void TestTimelineTracks::countersOfAMemoryTimelineAreTranslated()
{
    struct Bracketing final : QTranslator {
        [[nodiscard]] bool isEmpty() const override { return false; }
        [[nodiscard]] QString translate(const char*, const char* text, const char*, int) const override
        {
            return u'[' + QString::fromUtf8(text) + u']';
        }
    };
    const auto job = loadTexts({ "[[-1,1,100,1],[1000,2,30,4],[2000,4,-30,4]]" });
    QVERIFY(job);
    TimelineFixture f;
    f.state.setTraceSet(*job);
    const auto counters = [&f] { return titles(f).filter(u"Memory in use"_s); };
    QCOMPARE(counters(),
        (QStringList {
            u"Memory in use: total"_s, u"Memory in use: optimizer_state"_s, u"Memory in use: activation"_s }));
    Bracketing language;
    QCoreApplication::installTranslator(&language);
    const QStringList translated = counters();
    // The filter finds what is on show, and the names that the file has.
    const auto left = [&f, &counters](const QString& filter) {
        f.view.rows().setFilter(filter);
        return counters();
    };
    const QStringList found = left(u": [act"_s);
    const QStringList named = left(u"in use: act"_s);
    QCoreApplication::removeTranslator(&language);
    QCOMPARE(found, QStringList { u"[Memory in use: [activation]]"_s });
    QCOMPARE(named, found);
    QCOMPARE(translated,
        (QStringList { u"[Memory in use: total]"_s, u"[Memory in use: [optimizer_state]]"_s,
            u"[Memory in use: [activation]]"_s }));
}

void TestTimelineTracks::toolTipsOfCountersNameNoThread()
{
    const auto toolTip = [](const std::string& text, const QString& title) {
        const auto job = loadTexts({ text });
        TimelineFixture f;
        if (job)
            f.state.setTraceSet(*job);
        const TimelineRow* row = rowOf(f, title);
        return row ? rowToolTip(f.view.scene(), *row, {}) : QString();
    };
    const QString counter = toolTip(R"({"traceEvents":[{"ph":"C","name":"load","pid":7,"ts":1,"args":{"load":3}},)"
                                    R"({"ph":"C","name":"load","pid":7,"ts":2,"args":{"load":4}}]})",
        u"load"_s);
    QVERIFY2(counter.contains(u"process 7"_s) && !counter.contains(u"thread"_s), qPrintable(counter));
    const QString memory = toolTip("[[-1,1,100,1],[1000,2,30,4]]", u"Memory in use: total"_s);
    QVERIFY2(memory.contains(u"samples"_s) && !memory.contains(u"process"_s), qPrintable(memory));
}

QTEST_MAIN(TestTimelineTracks)
#include "tst_timeline_tracks.moc"
