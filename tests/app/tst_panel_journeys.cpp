// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with a panel, from the menu to the timeline and back, with mouse and keyboard in the real window.
#include "app/window/docks/analysis_docks.h"
#include "app/window/timeline/overlay_control.h"
#include "core/catalog/analyses.h"
#include "core/overlay/overlays.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QGuiApplication>
#include <QIODevice>
#include <QImage>
#include <QLatin1String>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QObject>
#include <QPoint>
#include <QPointF>
#include <QRectF>
#include <QScrollArea>
#include <QSize>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <cstdlib>
#include <set>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// Three kernels: the second is launched long after the first ended, by a call of 40 us.
std::string traceWithAGap()
{
    return TraceText()
        .op("aten::mm", 0_us, 100_us)
        .launch(10_us, 5_us, 1)
        .kernel("first", 20_us, 30_us, 7, 1)
        .op("aten::item", 100_us, 600_us)
        .op("aten::relu", 700_us, 100_us)
        .launch(710_us, 40_us, 2)
        .kernel("second", 760_us, 20_us, 7, 2)
        .launch(755_us, 6_us, 3)
        .kernel("third", 790_us, 20_us, 7, 3)
        .text();
}

/// Four kernels with three waits for the host between them, of 100, 900 and 200 us.
std::string traceOfWaits(int rank = 0)
{
    return TraceText()
        .rank(rank, 12)
        .op("aten::mm", 0_us, 950_us)
        .launch(10_us, 5_us, 1)
        .kernel("first", 20_us, 880_us, 7, 1)
        .launch(960_us, 5_us, 2)
        .kernel("second", 1'000_us, 100_us, 7, 2)
        .op("aten::item", 1'150_us, 800_us)
        .launch(1'990_us, 5_us, 3)
        .kernel("third", 2'000_us, 100_us, 7, 3)
        .launch(2'250_us, 5_us, 4)
        .kernel("fourth", 2'300_us, 100_us, 7, 4)
        .text();
}

/// The window with a trace, and a panel of it, opened by its entry in the menu.
struct OpenPanel : WindowFixture {
    OpenPanel(const std::string& trace, const char* analysis)
    {
        drop({ folder.write("trace.json", trace) });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The trace of this test does not open.");
        window->findChild<QAction*>(u"show-"_s + QLatin1String(analysis))->trigger();
        panel = window->analysisDocks()->panel(analysis);
        if (!QTest::qWaitFor([this] { return panel->state() == AnalysisPanel::State::Ready; }))
            qFatal("The panel of this test shows nothing.");
        table = panel->findChild<ResultTableView*>();
    }
    /// What of the chosen table stands in a row on screen.
    [[nodiscard]] QString text(int row, const char* column) const
    {
        const auto at = static_cast<int>(table->table()->columnIndex(column));
        return table->model()->index(row, at).data().toString();
    }
    void click(int row, bool isDouble = false) const
    {
        const QPoint at = table->visualRect(table->model()->index(row, table->columnAt(1))).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        if (isDouble)
            QTest::mouseDClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    }
    void type(const char* parameter, const QString& value) const
    {
        auto* editor = panel->findChild<QLineEdit*>(u"parameter-"_s + QLatin1String(parameter));
        editor->selectAll();
        QTest::keyClicks(editor, value);
        if (QWidget* suggestions = QApplication::activePopupWidget())
            QTest::keyClick(suggestions, Qt::Key_Escape);
        QTest::keyClick(editor, Qt::Key_Return);
    }
    [[nodiscard]] bool hasSelected(std::string_view name)
    {
        const Trace& trace = *document.viewState()->traceSet()->ranks().front().trace;
        const std::vector<SliceRef>& slices = document.viewState()->selection().slices;
        return std::any_of(
            slices.begin(), slices.end(), [&](const SliceRef& slice) { return slice.slice == findSlice(trace, name); });
    }

    /// Whether Details says this.
    [[nodiscard]] bool hasFact(const QString& text) const
    {
        const QAbstractItemModel* facts = window->findChild<QTreeView*>(u"facts"_s)->model();
        return !facts->match(facts->index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchExactly | Qt::MatchRecursive)
                    .isEmpty();
    }

    AnalysisPanel* panel = nullptr;
    ResultTableView* table = nullptr;
};

} // namespace

class TestPanelJourneys : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        initWindowResources();
    }
    void longestGapIsSeenOnTheTimeline();
    void findingLeadsToItsLongestPlace();
    void placesAreWalkedThroughLongestFirst();
    void eventsOfOneNameAreWalkedThroughByLength();
    void gapsOfATrackAreWalkedThroughByLength();
    void gapOfAnotherRankComesIntoView();
    void gapOnTheTimelineTellsWhatHappened();
    void gapOnTheTimelineHasAMenu();
    void longCallsAreFound();
    void countersGetAFormula();
    void aQueueIsReadStepByStep();
    void aRuleForAKernelIsOneClickAway();
};

void TestPanelJourneys::longestGapIsSeenOnTheTimeline()
{
    OpenPanel open(traceWithAGap(), "idle-time");
    open.panel->showTable(u"longest-gaps"_s);
    QCOMPARE(open.text(0, "kernel_before"), u"first"_s);
    QCOMPARE(open.text(0, "kernel_after"), u"second"_s);
    QVERIFY2(open.text(0, "host_ops").startsWith(u"item (600 \u00b5s)"_s), qPrintable(open.text(0, "host_ops")));
    open.click(0, true);
    const ViewState& view = *open.document.viewState();
    QTRY_COMPARE(view.selection().intervals.size(), std::size_t { 1 });
    const TimeRange gap = view.selection().intervals.front().range;
    QCOMPARE(gap.length(), 710_us);
    const auto isNear = [&] {
        const TimeRange visible = view.visibleRange();
        return visible.begin <= gap.begin && gap.end <= visible.end && visible.length() <= 2 * gap.length();
    };
    QTRY_VERIFY(isNear());
    // The picture of it goes to colleagues.
    const auto picture = open.panel->chartPicture(PictureFormat::Png, { 640, 320 }, 2);
    KT_VERIFY_OK(picture);
    QCOMPARE(QImage::fromData(*picture).size(), QSize(1280, 640));
}

void TestPanelJourneys::findingLeadsToItsLongestPlace()
{
    // The launch is in view only at the end of the longest wait, the second of three.
    OpenPanel open(traceOfWaits(), "overview");
    int wait = -1;
    for (int row = 0; row < open.table->model()->rowCount(); ++row) {
        if (open.text(row, "kind") == u"host-wait"_s)
            wait = row;
    }
    QVERIFY(wait >= 0);
    open.click(wait);
    const ViewState& view = *open.document.viewState();
    const TimeRange longest { 1'100_us, 2'000_us };
    const auto isShown = [&] {
        const TimeRange visible = view.visibleRange();
        return visible.begin <= longest.begin && longest.end <= visible.end && visible.length() <= 2 * longest.length();
    };
    QTRY_VERIFY(isShown());
    QCOMPARE(view.selection().intervals.size(), std::size_t { 3 }); // all of it stays selected
    // What the host did is one key away.
    QTest::keyClick(open.window.get(), Qt::Key_F4);
    QTRY_COMPARE(view.selection().intervals.size(), std::size_t { 1 });
    QTRY_VERIFY(open.hasFact(u"Op: aten::item"_s));
    QVERIFY(open.hasFact(u"Before: second"_s));
    QVERIFY(open.hasFact(u"After: third"_s));
}

void TestPanelJourneys::placesAreWalkedThroughLongestFirst()
{
    OpenPanel open(traceOfWaits(), "overview");
    ViewState& view = *open.document.viewState();
    Selection all;
    for (const TimeRange& range : { TimeRange { 0, 10 }, TimeRange { 50, 150 }, TimeRange { 200, 250 } })
        all.intervals.push_back({ 0, TrackId {}, range });
    view.setSelection(all);
    const auto isAt = [&view](TimeRange range) {
        return view.selection().intervals.size() == 1 && view.selection().intervals.front().range == range;
    };
    const auto press = [&open](Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(open.window.get(), Qt::Key_F4, modifiers);
    };
    press();
    QTRY_VERIFY(isAt({ 50, 150 }));
    press();
    QVERIFY(isAt({ 200, 250 }));
    press();
    press();
    QVERIFY(isAt({ 0, 10 })); // stays at the end
    press(Qt::ShiftModifier);
    QVERIFY(isAt({ 200, 250 }));
    // Another selection is another walk.
    view.setSelection({ {}, { { 0, TrackId {}, { 300, 301 } } } });
    press();
    QTRY_VERIFY(isAt({ 300, 301 }));
}

/// Of a single event all of its name are walked through.
void TestPanelJourneys::eventsOfOneNameAreWalkedThroughByLength()
{
    OpenPanel open(TraceText()
                       .op("aten::a", 0_us, 10_us)
                       .op("aten::b", 20_us, 50_us)
                       .op("aten::a", 100_us, 30_us)
                       .op("aten::a", 200_us, 20_us)
                       .text(),
        "overview");
    ViewState& view = *open.document.viewState();
    const auto startOf = [&view] {
        const auto slice = view.currentSlice();
        return slice ? view.jobRange(*slice).begin : Timestamp { -1 };
    };
    view.selectSlice({ 0, SliceId { 0u } });
    QTRY_VERIFY(open.hasFact(u"By length"_s));
    QVERIFY(open.hasFact(u"Longer"_s) && !open.hasFact(u"Shorter"_s));
    QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
    QCOMPARE(startOf(), Timestamp { 200_us });
    QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
    QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
    QCOMPARE(startOf(), Timestamp { 100_us }); // stays at the end
    QTest::keyClick(open.window.get(), Qt::Key_F4);
    QCOMPARE(startOf(), Timestamp { 200_us });
}

/// Of a single gap that is drawn those of its track.
void TestPanelJourneys::gapsOfATrackAreWalkedThroughByLength()
{
    OpenPanel open(traceOfWaits(), "overview");
    ViewState& view = *open.document.viewState();
    const Trace& trace = *view.rankOf(0)->trace;
    const TrackId stream = trace.trackOf(findSlice(trace, "first"));
    const auto range = [&view] {
        return view.selection().intervals.size() == 1 ? view.selection().intervals.front().range : TimeRange {};
    };
    // One of them draws the part until the launch as a gap of its own.
    for (const auto& [id, shortest, middle] :
        { std::tuple("idle-gaps", TimeRange { 900_us, 965_us }, TimeRange { 2'100_us, 2'255_us }),
            std::tuple("idle-causes", TimeRange { 900_us, 1'000_us }, TimeRange { 2'100_us, 2'300_us }) }) {
        Result<Overlay> gaps = buildOverlay(*findOverlay(id), { view.traceSet(), {} }, {}, {});
        KT_VERIFY_OK(gaps);
        open.window->findChild<TimelineView*>()->setOverlays(
            { std::make_shared<const Overlay>(std::move(gaps).value()) });
        view.setSelection({ {}, { { 0, stream, shortest } } });
        QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
        QCOMPARE(range(), middle);
        QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
        QTest::keyClick(open.window.get(), Qt::Key_F4, Qt::ShiftModifier);
        QCOMPARE(range(), (TimeRange { 1'100_us, 2'000_us })); // stays at the end
        QTest::keyClick(open.window.get(), Qt::Key_F4);
        QCOMPARE(range(), middle);
    }
}

void TestPanelJourneys::gapOfAnotherRankComesIntoView()
{
    WindowFixture fixture;
    std::vector<std::string> files;
    for (int rank = 0; rank < 12; ++rank)
        files.push_back(fixture.folder.write(("rank" + std::to_string(rank) + ".json").c_str(), traceOfWaits(rank)));
    QVERIFY(fixture.drop(files));
    QTRY_VERIFY(fixture.document.isOpen());
    auto* timeline = fixture.window->findChild<TimelineView*>();
    const std::int64_t before = timeline->arrangement().scrollY;
    timeline->reveal().zoomToSelection({ {}, { { 9, TrackId {}, { 1'100_us, 2'000_us } } } });
    const std::int64_t after = timeline->arrangement().scrollY;
    QVERIFY(after > before);
    // It is in view now: asked again, nothing moves.
    timeline->reveal().showRank(9);
    QCOMPARE(timeline->arrangement().scrollY, after);
    timeline->reveal().showRank(0);
    QVERIFY(timeline->arrangement().scrollY < after);
    timeline->reveal().showRank(99); // there is none
}

void TestPanelJourneys::gapOnTheTimelineTellsWhatHappened()
{
    OpenPanel open(traceWithAGap(), "overview");
    QTRY_VERIFY(!open.window->overlays()->isBusy());
    auto* timeline = open.window->findChild<TimelineView*>();
    const Trace& trace = *open.document.viewState()->traceSet()->ranks().front().trace;
    const QRectF first = timeline->rectOf({ 0, findSlice(trace, "first") });
    const QPoint inGap = QPointF(first.right() + 40, first.center().y()).toPoint();
    QTest::mouseClick(timeline, Qt::LeftButton, Qt::NoModifier, inGap);
    const ViewState& view = *open.document.viewState();
    QCOMPARE(view.selection().intervals.size(), std::size_t { 1 });
    QCOMPARE(view.selection().intervals.front().range, (TimeRange { 50_us, 760_us }));
    QTRY_VERIFY(open.hasFact(u"Op: aten::item"_s));
    QVERIFY(open.hasFact(u"Before: first"_s));
    QVERIFY(open.hasFact(u"After: second"_s));
    QVERIFY(open.hasFact(u"Why the device is idle"_s));
    QVERIFY(open.hasFact(u"Launch: cudaLaunchKernel"_s));
    QVERIFY(open.hasFact(u"Launch latency: second"_s));
    QTest::mouseDClick(timeline, Qt::LeftButton, Qt::NoModifier, inGap);
    QVERIFY(view.visibleRange().begin < 50_us && view.visibleRange().end > 760_us);
    // The causes take the place of the kinds; a click selects the whole gap, wherever it is.
    open.window->overlays()->findChild<QAction*>(u"overlay-idle-causes"_s)->trigger();
    QTRY_VERIFY(!open.window->overlays()->isBusy());
    QVERIFY(!open.window->overlays()->findChild<QAction*>(u"overlay-idle-gaps"_s)->isChecked());
    const QRectF shown = timeline->rectOf({ 0, findSlice(trace, "first") });
    QTest::mouseClick(
        timeline, Qt::LeftButton, Qt::NoModifier, QPointF(shown.right() + 10, shown.center().y()).toPoint());
    QCOMPARE(view.selection().intervals.size(), std::size_t { 1 });
    QCOMPARE(view.selection().intervals.front().range, (TimeRange { 50_us, 760_us }));
    open.window->overlays()->findChild<QAction*>(u"overlay-idle-gaps"_s)->trigger();
    QVERIFY(!open.window->overlays()->findChild<QAction*>(u"overlay-idle-causes"_s)->isChecked());
    // Without the overlay there is nothing to click.
    open.window->overlays()->findChild<QAction*>(u"overlay-idle-gaps"_s)->trigger();
    QTest::mouseClick(timeline, Qt::LeftButton, Qt::NoModifier, timeline->rect().center());
    QVERIFY(view.selection().isEmpty());
}

void TestPanelJourneys::gapOnTheTimelineHasAMenu()
{
    OpenPanel open(traceWithAGap(), "overview");
    QTRY_VERIFY(!open.window->overlays()->isBusy());
    auto* timeline = open.window->findChild<TimelineView*>();
    ViewState& view = *open.document.viewState();
    const Trace& trace = *view.traceSet()->ranks().front().trace;
    const QRectF first = timeline->rectOf({ 0, findSlice(trace, "first") });
    const QPoint inGap = QPointF(first.right() + 40, first.center().y()).toPoint();
    QStringList texts;
    const auto ask = [&](const QString& chosen) {
        texts.clear();
        QTimer::singleShot(0, timeline, [&texts, chosen] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (QAction* action : menu->actions()) {
                const QString text = action->text().remove(u'&'); // before its letter
                if (action->isEnabled() && !action->isSeparator())
                    texts.append(text);
                if (action->objectName() == chosen || text == chosen)
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, inGap, timeline->mapToGlobal(inGap));
        QApplication::sendEvent(timeline, &event);
    };
    const TimeRange gap { 50_us, 760_us };
    const auto isSelected = [&view](TimeRange range) {
        return view.selection().slices.empty() && view.selection().intervals.size() == 1
            && view.selection().intervals.front().range == range;
    };
    ask(u"Copy times and details"_s);
    QVERIFY(isSelected(gap));
    QVERIFY2(texts.contains(u"Zoom to selection"_s) && !texts.contains(u"Copy event as JSON"_s),
        qPrintable(texts.join(u'|')));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"Duration"_s));
    // A range that was drawn there is not lost by asking about it.
    Selection drawn = view.selection();
    drawn.intervals.front().range = { 51_us, 700_us };
    view.setSelection(drawn);
    ask({});
    QVERIFY(isSelected({ 51_us, 700_us }));
    view.clearSelection();
    ask(u"idle-causes-here"_s);
    QCOMPARE(view.scope().range, std::optional(gap));
    QTRY_VERIFY(open.window->analysisDocks()->existingPanel(*findAnalysis("idle-causes")));
}

void TestPanelJourneys::longCallsAreFound()
{
    OpenPanel open(traceWithAGap(), "kernel-launches");
    const auto longCalls = [&open] { return open.panel->result()->findTable("runtime-outliers")->rowCount(); };
    QCOMPARE(longCalls(), std::size_t { 0 }); // none takes 50 us
    open.type("runtime-cutoff", u"30us"_s);
    QTRY_COMPARE(longCalls(), std::size_t { 1 });
    QVERIFY2(open.panel->commandLine().contains(u"--runtime-cutoff 30us"_s), qPrintable(open.panel->commandLine()));
    open.panel->showTable(u"runtime-outliers"_s);
    open.click(0);
    QTRY_VERIFY(open.hasSelected("second"));
    QVERIFY(!open.hasSelected("first") && !open.hasSelected("third"));
}

void TestPanelJourneys::countersGetAFormula()
{
    OpenPanel open(generateCuptiTrace(1, 2), "cupti-counters");
    open.type("formula", u"twice = 2 * flops"_s);
    const auto hasTwice = [&open] {
        const Table& table = *open.panel->result()->findTable("kernels");
        return table.columnIndex("twice") < table.columnCount();
    };
    QTRY_VERIFY(hasTwice());
    const Table& kernels = *open.panel->result()->findTable("kernels");
    const auto number = [&](const char* column) {
        const Cell cell = kernels.cell(0, kernels.columnIndex(column));
        const auto* integer = std::get_if<std::int64_t>(&cell);
        return integer ? static_cast<double>(*integer) : std::get<double>(cell);
    };
    QVERIFY(number("flops") > 0);
    QCOMPARE(number("twice"), 2 * number("flops"));
    open.panel->showTable(u"kernels"_s);
    QVERIFY(!open.text(0, "twice").isEmpty());
}

/// From a step of a series to the timeline, and from the timeline to the series.
void TestPanelJourneys::aQueueIsReadStepByStep()
{
    OpenPanel open(traceWithAGap(), "queue-length");
    ViewState& view = *open.document.viewState();
    auto* chart = open.panel->findChild<ChartView*>();
    auto* plot = chart->findChild<QScrollArea*>()->widget();
    chart->grab(); // draws
    auto* timeline = open.window->findChild<TimelineView*>();
    // Launched at 755 us and at 790 us at work: the queue holds one for a while.
    const auto move = [](QWidget* on, QPointF at) {
        QMouseEvent event(QEvent::MouseMove, at, on->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(on, &event);
    };
    const auto leave = [](QWidget* from) {
        QEvent event(QEvent::Leave);
        QCoreApplication::sendEvent(from, &event);
    };
    // Looked for each time: the panel may still get its size.
    const auto place = [&] {
        for (int x = 0; x < plot->width(); ++x) {
            move(plot, QPoint(x, plot->height() / 2));
            if (chart->currentStretch().begin == 755'000)
                return QPoint(x, plot->height() / 2);
        }
        return QPoint();
    };
    QVERIFY(!place().isNull());
    const TimeRange step = chart->currentStretch();
    QVERIFY(step.begin == 755'000 && step.end == 760'000);
    // The timeline has the moment and the stretch; the call that begins it is framed too.
    QVERIFY(view.pointedTime() && std::abs(*view.pointedTime() - step.begin) < 3000);
    QTRY_VERIFY(view.highlight());
    std::set<std::pair<Timestamp, Timestamp>> framed;
    for (const HighlightRanges& lane : view.highlight()->lanes) {
        for (std::size_t i = 0; i < lane.ranges.size(); ++i)
            framed.insert({ lane.ranges.entry(i).range.begin, lane.ranges.entry(i).range.end });
    }
    QCOMPARE(framed.size(), std::size_t { 2 });
    QVERIFY(framed.count({ step.begin, step.end }) == 1);
    QVERIFY(framed.count({ 755'000, 761'000 }) == 1);

    QTest::mouseClick(plot, Qt::LeftButton, {}, place());
    QTRY_COMPARE(view.selection().slices.size(), std::size_t { 1 });
    QVERIFY(view.jobRange(view.selection().slices.front()) == (TimeRange { 755'000, 761'000 }));
    QTest::mouseDClick(plot, Qt::LeftButton, {}, place());
    QTRY_VERIFY(view.visibleRange().length() < 20'000);
    QVERIFY(view.visibleRange().begin <= step.begin && step.end <= view.visibleRange().end);
    leave(plot);
    QVERIFY(!view.pointedTime() && !view.highlight());

    // The other way round: over the timeline, a line in the chart.
    const QImage before = plot->grab().toImage();
    move(timeline, timeline->rect().center());
    QVERIFY(view.pointedTime());
    QVERIFY(plot->grab().toImage() != before);
    leave(timeline);
    QCOMPARE(plot->grab().toImage(), before);
}

void TestPanelJourneys::aRuleForAKernelIsOneClickAway()
{
    QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    OpenPanel open(traceWithAGap(), "kernel-breakdown");
    open.panel->showTable(u"kernels"_s);
    const auto typeOf = [&open](const QString& kernel) {
        for (int row = 0; row < open.table->model()->rowCount(); ++row) {
            if (open.text(row, "name") == kernel)
                return open.text(row, "kernel_type");
        }
        return QString();
    };
    QTRY_COMPARE(typeOf(u"first"_s), u"Computation"_s);
    QMenu menu;
    emit open.panel->kernelMenuOpening(&menu, "first");
    const auto* types = menu.findChild<QMenu*>(u"countAs"_s);
    QVERIFY(types);
    QCOMPARE(types->actions().size(), 4);
    types->actions()[1]->trigger();
    QTRY_COMPARE(typeOf(u"first"_s), u"Communication"_s);
    QCOMPARE(typeOf(u"second"_s), u"Computation"_s);
    // The latest choice wins.
    types->actions()[0]->trigger();
    QTRY_COMPARE(typeOf(u"first"_s), u"Computation"_s);
    QFile rules(settings.filePath(u"kinetoscope/rules.txt"_s));
    QVERIFY(rules.open(QIODevice::ReadOnly));
    QCOMPARE(rules.readAll(), QByteArray("COMPUTATION ^first$\nCOMMUNICATION ^first$\n"));
    qunsetenv("XDG_CONFIG_HOME");
}

QTEST_MAIN(TestPanelJourneys)
#include "tst_panel_journeys.moc"
