// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/search_box.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/palette.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QTimer>

#include <functional>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The search box in the real window.
class TestSearch : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theMenuFindsWhatIsAlike();
    void theMenuComparesAStep();
    void stepsAreAskedWhatAChangeWouldSave();
    void searchWalksItsHits();
    void argumentsAreReadWhenTheTypingPauses();
    void patternsBetweenSlashes();
    void hitsAreMarkedOnTheOverview();
};

void TestSearch::initTestCase()
{
    initWindowResources();
}

void TestSearch::searchWalksItsHits()
{
    WindowFixture fixture;
    const std::string text = TraceText()
                                 .op("aten::mm", 10_us, 60_us)
                                 .op("aten::addmm", 20_us, 30_us)
                                 .op("aten::relu", 80_us, 10_us)
                                 .op("aten::MM_out", 95_us, 2_us)
                                 .text();
    QVERIFY(!fixture.action(ActionId::Search)->isEnabled());
    QVERIFY(fixture.drop({ fixture.folder.write("ops.json", text) }));
    QTRY_VERIFY(fixture.document.isOpen());
    SearchBox* box = fixture.window->searchBox();
    auto* editor = box->findChild<QLineEdit*>(QStringLiteral("search-text"));
    fixture.action(ActionId::Search)->trigger();
    editor->setText(QStringLiteral("mm"));
    QTRY_COMPARE(box->countText(), QStringLiteral("3 hits"));
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const auto selected = [&] { return trace.name(fixture.viewState().currentSlice()->slice); };
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(selected() == "aten::mm");
    QCOMPARE(box->countText(), QStringLiteral("1 of 3"));
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(selected() == "aten::addmm");
    QCOMPARE(box->countText(), QStringLiteral("2 of 3"));
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(selected() == "aten::MM_out");
    QTest::keyClick(editor, Qt::Key_Return); // round again
    QVERIFY(selected() == "aten::mm");
    QCOMPARE(box->countText(), QStringLiteral("1 of 3"));
    QTest::keyClick(editor, Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(selected() == "aten::MM_out");
    QCOMPARE(box->countText(), QStringLiteral("3 of 3"));
    fixture.viewState().selectSlice({ 0, findSlice(trace, "aten::relu") }); // no hit
    QCOMPARE(box->countText(), QStringLiteral("3 hits"));
    fixture.action(ActionId::SearchPrevious)->trigger();
    QVERIFY(selected() == "aten::addmm");
    editor->setText(QStringLiteral("no such name"));
    QTRY_COMPARE(box->countText(), QStringLiteral("0 hits"));
    fixture.action(ActionId::SearchNext)->trigger();
    QVERIFY(selected() == "aten::addmm");
    editor->clear();
    QCOMPARE(box->countText(), QString());
}

namespace {

/// One op of which only an argument says what it is part of, after a long pause.
std::string overlaidTrace()
{
    return R"j({"traceEvents": [
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 0, "dur": 10, "args": {"Sequence number": 3}},
        {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 1000, "dur": 10, "args": {"Patterns": ["pattern_4"]}}]})j";
}

SearchBox* openAndSearch(WindowFixture& fixture, const QString& text)
{
    if (!fixture.drop({ fixture.folder.write("ops.json", overlaidTrace()) }))
        return nullptr;
    if (!QTest::qWaitFor([&] { return fixture.document.isOpen(); }))
        return nullptr;
    SearchBox* box = fixture.window->searchBox();
    box->findChild<QLineEdit*>(QStringLiteral("search-text"))->setText(text);
    return box;
}

} // namespace

void TestSearch::argumentsAreReadWhenTheTypingPauses()
{
    WindowFixture fixture;
    SearchBox* box = openAndSearch(fixture, QStringLiteral("Patterns"));
    QVERIFY(box);
    // Asked for at once: it waits until the arguments are read rather than saying that there is nothing.
    box->step(1);
    QTRY_COMPARE(box->countText(), QStringLiteral("1 of 1"));
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    QVERIFY(fixture.viewState().currentSlice());
    QVERIFY(trace.name(fixture.viewState().currentSlice()->slice) == "aten::add");
    QVERIFY(!box->isSearching());
}

void TestSearch::patternsBetweenSlashes()
{
    WindowFixture fixture;
    SearchBox* box = openAndSearch(fixture, QStringLiteral("/^aten::m/"));
    QVERIFY(box);
    QTRY_COMPARE(box->countText(), QStringLiteral("1 hit"));
    box->findChild<QLineEdit*>(QStringLiteral("search-text"))->setText(QStringLiteral("/(/"));
    QTRY_COMPARE(box->countText(), QStringLiteral("no regular expression"));
    box->step(1); // nothing, and no crash
}

void TestSearch::hitsAreMarkedOnTheOverview()
{
    WindowFixture fixture;
    SearchBox* box = openAndSearch(fixture, QStringLiteral("aten::add"));
    QVERIFY(box);
    QTRY_VERIFY(!box->isSearching());
    TimelineView* timeline = fixture.window->timeline();
    const QRect overview = timeline->scene().geometry(timeline->viewport().size).overview;
    const QRgb colour = timeline->scene().palette().searchHit.rgb();
    const auto marked = [&] {
        const QImage picture = timeline->grab().toImage();
        std::vector<int> columns;
        for (int x = overview.left(); x <= overview.right(); ++x) {
            const QPoint at = QPoint(x, overview.bottom() - 3) * picture.devicePixelRatio();
            if (picture.pixel(at) == colour)
                columns.push_back(x);
        }
        return columns;
    };
    const std::vector<int> columns = marked();
    QVERIFY(!columns.empty() && columns.size() <= 4);
    QVERIFY(columns.front() > overview.center().x()); // the op is at the end of the trace
    box->findChild<QLineEdit*>(QStringLiteral("search-text"))->clear();
    QVERIFY(marked().empty());
}

void TestSearch::theMenuFindsWhatIsAlike()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    SliceRef kernel { 0, findSlice(trace, "gemm_kernel") };
    auto* timeline = fixture.window->findChild<TimelineView*>();
    const auto choose = [&](const char* name) {
        QTimer::singleShot(0, timeline, [name] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            if (auto* action = menu->findChild<QAction*>(QString::fromLatin1(name)))
                action->trigger();
            menu->close();
        });
        emit timeline->contextMenuRequested(kernel, QPoint(10, 10));
    };
    choose("find-name");
    auto* box = fixture.window->findChild<SearchBox*>();
    QCOMPARE(box->text(), QStringLiteral("/^gemm_kernel$/"));
    QTRY_VERIFY(!box->isSearching());
    QVERIFY2(box->countText().startsWith(QLatin1Char('1')), qPrintable(box->countText()));
    choose("find-repeats");
    QTRY_VERIFY(fixture.window->analysisDocks()->existingPanel(*findAnalysis("kernel-sequences")));
    const Parameters chosen = fixture.window->analysisDocks()->parametersOf("kernel-sequences");
    QCOMPARE(chosen.text("operator-name"), std::string("aten::mm"));
    choose("what-if");
    QTRY_VERIFY(fixture.window->analysisDocks()->existingPanel(*findAnalysis("what-if")));
    const Parameters faster = fixture.window->analysisDocks()->parametersOf("what-if");
    QCOMPARE(faster.list("change"), std::vector<std::string> { "kernel:gemm_kernel=0.5" });
    choose("what-if-too"); // it is on already
    const auto changes = [&fixture] { return fixture.window->analysisDocks()->parametersOf("what-if").list("change"); };
    QCOMPARE(changes(), std::vector<std::string> { "kernel:gemm_kernel=0.5" });
    QMenu menu;
    fixture.window->analysisDocks()->addWhatIf(&menu, QStringLiteral("?"), "host:op=0.5");
    menu.findChild<QAction*>(QStringLiteral("what-if-too"))->trigger();
    QCOMPARE(changes(), (std::vector<std::string> { "kernel:gemm_kernel=0.5", "host:op=0.5" }));
    menu.findChild<QAction*>(QStringLiteral("what-if"))->trigger();
    QCOMPARE(changes(), std::vector<std::string> { "host:op=0.5" });
    // A launch asks for graphs.
    kernel.slice = findSlice(trace, "cudaLaunchKernel");
    choose("what-if");
    QCOMPARE(changes(), std::vector<std::string> { "graph:repeated=1" });
    menu.findChild<QAction*>(QStringLiteral("what-if"))->trigger();
    // In tables of kernels, too.
    AnalysisPanel* kernels = fixture.window->analysisDocks()->panel("kernel-breakdown");
    QMenu ofRow;
    emit kernels->kernelMenuOpening(&ofRow, "gemm_kernel");
    ofRow.findChild<QAction*>(QStringLiteral("what-if-too"))->trigger();
    QCOMPARE(changes(), (std::vector<std::string> { "host:op=0.5", "kernel:gemm_kernel=0.5" }));
}

/// "Why is step 4 slow?": from the step to what makes it longer than the others.
void TestSearch::theMenuComparesAStep()
{
    TraceText text;
    for (int step = 1; step <= 5; ++step) {
        const Nanoseconds begin = step * 1000_us;
        text.annotation("ProfilerStep#" + std::to_string(step), begin, 900_us);
        text.launch(begin + 10_us, 10_us, step).kernel("gemm", begin + 30_us, 60_us, 7, step);
    }
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("steps.json", text.text()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    auto* timeline = fixture.window->findChild<TimelineView*>();
    const auto hasEntry = [&](std::string_view name) {
        bool isThere = false;
        QTimer::singleShot(0, timeline, [&isThere] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            auto* action = menu ? menu->findChild<QAction*>(QStringLiteral("compare-step")) : nullptr;
            isThere = action != nullptr;
            if (action)
                action->trigger();
            if (menu)
                menu->close();
        });
        emit timeline->contextMenuRequested(SliceRef { 0, findSlice(trace, name) }, QPoint(10, 10));
        return isThere;
    };
    QVERIFY(!hasEntry("gemm"));
    QVERIFY(hasEntry("ProfilerStep#4"));
    const Parameters asked = fixture.window->analysisDocks()->parametersOf("waterfall");
    QCOMPARE(asked.text("control-steps"), std::string("1-3,5"));
    QCOMPARE(asked.text("test-steps"), std::string("4"));
    QCOMPARE(asked.text("window"), std::string("host"));
    QCOMPARE(asked.text("control-ranks"), std::string("0"));
}

/// As kernels and ops are: from the timeline and from a row about the step.
void TestSearch::stepsAreAskedWhatAChangeWouldSave()
{
    TraceText text;
    for (int step = 1; step <= 3; ++step) {
        const Nanoseconds begin = step * 1000_us;
        text.annotation("ProfilerStep#" + std::to_string(step), begin, 900_us);
        text.launch(begin + 10_us, 10_us, step).kernel("gemm", begin + 30_us, 60_us, 7, step);
    }
    text.annotation("train", 1100_us, 300_us).annotation("rest", 3100_us, 300_us);
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("steps.json", text.text()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const auto ask = [](QWidget* context, const std::function<void()>& open) {
        bool isThere = false;
        QTimer::singleShot(0, context, [&isThere] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            auto* action = menu ? menu->findChild<QAction*>(QStringLiteral("what-if-in-step")) : nullptr;
            isThere = action != nullptr;
            if (menu)
                menu->close();
            if (action)
                action->trigger();
        });
        open();
        return isThere;
    };
    auto* timeline = fixture.window->findChild<TimelineView*>();
    const auto onTimeline = [&](std::string_view name) {
        return ask(timeline, [&, slice = SliceRef { 0, findSlice(trace, name) }] {
            emit timeline->contextMenuRequested(slice, QPoint(10, 10));
        });
    };
    QVERIFY(!onTimeline("gemm"));
    QVERIFY(onTimeline("ProfilerStep#2"));
    QCOMPARE(fixture.viewState().scope().steps, std::vector<std::int64_t> { 2 });
    AnalysisPanel* asked = fixture.window->analysisDocks()->panel("what-if");
    QTRY_VERIFY(asked->isVisible());
    QTRY_COMPARE(asked->look().table, std::string("steps"));

    fixture.viewState().setScope({});
    fixture.window->analysisDocks()->raise("steps");
    AnalysisPanel* steps = fixture.window->analysisDocks()->panel("steps");
    auto* table = steps->findChild<QTableView*>();
    QVERIFY(table);
    QTRY_COMPARE(table->model()->rowCount(), 3);
    const QModelIndex row = table->model()->index(2, 0);
    table->setCurrentIndex(row);
    QVERIFY(ask(table, [&] { emit table->customContextMenuRequested(table->visualRect(row).center()); }));
    QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("Step"));
    QCOMPARE(row.siblingAtColumn(1).data().toString(), QStringLiteral("3"));
    QCOMPARE(fixture.viewState().scope().steps, std::vector<std::int64_t> { 3 });

    // A pattern has its own numbers, and the scope keeps it: what it does not find is no step.
    Scope scope;
    scope.stepPattern = "^(train|rest)$";
    fixture.viewState().setScope(scope);
    QVERIFY(!onTimeline("ProfilerStep#2"));
    QVERIFY(onTimeline("rest"));
    QCOMPARE(fixture.viewState().scope().steps, std::vector<std::int64_t> { 1 });
    QCOMPARE(fixture.viewState().scope().stepPattern, scope.stepPattern);

    // What if answers of a host alone, too.
    const std::string host = TraceText().annotation("ProfilerStep#7", 0_us, 90_us).op("aten::mm", 10_us, 50_us).text();
    QVERIFY(fixture.drop({ fixture.folder.write("host.json", host) }));
    QTRY_COMPARE(fixture.viewState().traceSet()->ranks()[0].trace->steps().size(), std::size_t { 1 });
    const SliceId step = findSlice(*fixture.viewState().traceSet()->ranks()[0].trace, "ProfilerStep#7");
    QVERIFY(ask(timeline, [&] { emit timeline->contextMenuRequested(SliceRef { 0, step }, QPoint(10, 10)); }));
}

QTEST_MAIN(TestSearch)
#include "tst_search.moc"
