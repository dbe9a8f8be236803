// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/remarks/remarks_view.h"
#include "widgets/panels/result/result_table_view.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QModelIndexList>
#include <QObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// Journeys of comparisons: with another trace, with its sides swapped, over to the other trace.
class TestWindowComparison : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void comparesWithAnotherTrace();
    void swappingKeepsTheScope();
    void othersCompareWithTheTraceThatWasChosen();
    void anotherTraceIsLookedForBesideTheOpenOne();
    void opensTheOtherTraceAtItsEvents();
    void twoRunsOpenedTogetherAreCompared();
    void ofTwoRunsTheEarlierOneIsTheControl();
    void ofOneRunTheLowerRankIsTheControl();
    void whatIsTheSameOnBothSidesIsNotSwapped();
};

void TestWindowComparison::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindowComparison::comparesWithAnotherTrace()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("new.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const std::string old =
        fixture.folder.write("old.json", TraceText().step(1, 0_us, 200_us).op("aten::relu", 10_us, 60_us).text());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    QVERIFY(panel);
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    QVERIFY(panel->commandLine().count(QStringLiteral("new.json")) == 2); // with itself

    auto* baseline = panel->findChild<BaselineChoice*>();
    QVERIFY(baseline);
    QSignalSpy shown(panel, &AnalysisPanel::resultShown);
    baseline->open(old);
    QTRY_COMPARE(shown.size(), 1);
    QVERIFY(panel->commandLine().contains(QStringLiteral("old.json")));
    const Table* ops = panel->result()->findTable("ops");
    QVERIFY(ops && ops->rowCount() > 0);
    bool isThere = false;
    for (std::size_t row = 0; row < ops->rowCount(); ++row)
        isThere = isThere || std::get<std::string>(ops->cell(row, 0)).find("relu") != std::string::npos;
    QVERIFY(isThere); // only the baseline has it

    // A file that is no trace changes nothing.
    QSignalSpy failed(baseline, &BaselineChoice::failed);
    baseline->open(fixture.folder.write("notes.txt", "milk"));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(baseline->path() == old);
    // The status bar forgets; the panel says it until something else is chosen.
    auto* note = baseline->findChild<QLabel*>(QStringLiteral("baselineNote"));
    QVERIFY2(note->text().startsWith(failed.front().front().toString()), qPrintable(note->text()));
    QVERIFY(note->text().endsWith(QStringLiteral("Compared is what was chosen before.")));
    std::string cut = smallTrace();
    cut.resize(cut.size() * 2 / 3);
    baseline->open(fixture.folder.write("cut.json", cut));
    QTRY_VERIFY(baseline->path().ends_with("cut.json"));
    QVERIFY2(note->text().startsWith(QStringLiteral("Not all of it could be read")), qPrintable(note->text()));
    baseline->open(old);
    QTRY_VERIFY(baseline->path() == old);
    QVERIFY(note->isHidden());
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    shown.clear();
    // Swapped, what was open is the control.
    auto* swap = baseline->findChild<QAction*>(u"swapSides"_s);
    const std::string open = fixture.window->document().viewState()->traceSet()->ranks().front().trace->path();
    swap->trigger();
    QTRY_VERIFY(fixture.window->document().viewState()->traceSet()->ranks().front().trace->path() == old);
    QVERIFY(baseline->path() == open);
    swap->trigger();
    QTRY_VERIFY(baseline->path() == old);
    baseline->chooseOpenJob();
    // Of one trace ranks and steps change sides.
    Parameters sides;
    sides.set("control-steps", std::string("1"));
    sides.set("test-steps", std::string());
    panel->setParameters(sides);
    swap->trigger();
    QCOMPARE(panel->parameters().text("control-steps"), std::string());
    QCOMPARE(panel->parameters().text("test-steps"), std::string("1"));
    panel->setParameters(sides);
    swap->trigger();
    swap->trigger();
    QCOMPARE(panel->parameters().text("control-steps"), std::string("1"));
    sides.set("control-steps", std::string());
    panel->setParameters(sides);
    QTRY_COMPARE(shown.size(), 1);
    QVERIFY(!panel->commandLine().contains(QStringLiteral("old.json")));
}

/// The scope is of both sides and stays; what was selected is of one of them.
void TestWindowComparison::swappingKeepsTheScope()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("new.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const std::string old =
        fixture.folder.write("old.json", TraceText().step(1, 0_us, 200_us).op("aten::relu", 10_us, 60_us).text());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    auto* baseline = panel->findChild<BaselineChoice*>();
    QSignalSpy shown(panel, &AnalysisPanel::resultShown);
    baseline->open(old);
    QTRY_VERIFY(baseline->path() == old && !shown.isEmpty());
    auto* swap = baseline->findChild<QAction*>(u"swapSides"_s);
    ViewState* state = fixture.document.viewState();
    const std::string open = state->traceSet()->ranks().front().trace->path();
    const auto range = [&] {
        return panel->findChild<RemarksView*>()->lines().join(u'\n').contains(u"of each from its own start"_s);
    };
    QVERIFY(!range());
    Scope scope;
    scope.range = TimeRange { 5'000, 90'000 };
    state->setScope(scope);
    QTRY_VERIFY(range());
    state->setSelection({ { SliceRef { 0, SliceId { std::uint32_t { 0 } } } }, {} });
    QSignalSpy said(panel, &AnalysisPanel::messageShown);
    swap->trigger();
    QTRY_VERIFY(state->traceSet()->ranks().front().trace->path() == old);
    QVERIFY(baseline->path() == open);
    QVERIFY(state->scope() == scope);
    QVERIFY(state->selection().isEmpty());
    QVERIFY(!said.isEmpty() && said.back().front().toString().contains(u"nothing is selected"_s));
    said.clear();
    swap->trigger();
    QTRY_VERIFY(baseline->path() == old);
    QVERIFY(state->scope() == scope);
    QVERIFY(said.isEmpty()); // nothing was selected
    // What the other trace does not have is no scope of it.
    scope.range = TimeRange { 300'000, 900'000 };
    scope.ranks = { 0 };
    state->setScope(scope);
    swap->trigger();
    QTRY_VERIFY(state->traceSet()->ranks().front().trace->path() == old);
    QVERIFY(!state->scope().range);
    swap->trigger();
    QTRY_VERIFY(baseline->path() == old);
}

void TestWindowComparison::othersCompareWithTheTraceThatWasChosen()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("new.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const auto old = [&fixture](const char* name) {
        return fixture.folder.write(name, TraceText().step(1, 0_us, 200_us).op("aten::relu", 10_us, 60_us).text());
    };
    AnalysisDocks* docks = fixture.window->analysisDocks();
    AnalysisPanel* first = docks->panel("trace-diff");
    AnalysisPanel* second = docks->panel("waterfall");
    auto* baseline = first->findChild<BaselineChoice*>();
    const std::string one = old("one.json");
    baseline->pick(one);
    QTRY_VERIFY(first->baselinePath() == one);
    QVERIFY(second->baselinePath() == one);
    QVERIFY(second->findChild<BaselineChoice*>()->traces() == baseline->traces()); // not read again
    AnalysisPanel* third = docks->panel("kernel-names");                           // looked at for the first time
    QVERIFY(third->baselinePath() == one);

    // Who has one of its own keeps it; who follows goes on following.
    const std::string own = old("own.json");
    third->setBaselinePath(own);
    QTRY_VERIFY(third->baselinePath() == own);
    const std::string two = old("two.json");
    baseline->pick(two);
    QTRY_VERIFY(second->baselinePath() == two);
    QVERIFY(third->baselinePath() == own);

    // Two steps of the open trace that were chosen are what is asked for, no other trace.
    second->setBaselinePath({});
    Parameters steps = second->parameters();
    steps.set("test-steps", std::string("2"));
    second->setParameters(steps);
    baseline->pick(one);
    QTRY_VERIFY(first->baselinePath() == one);
    QVERIFY(second->baselinePath().empty());
}

void TestWindowComparison::anotherTraceIsLookedForBesideTheOpenOne()
{
    WindowFixture fixture;
    const std::string path = fixture.folder.write("deep/new.json", smallTrace());
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.document.isOpen());
    auto* baseline = fixture.window->analysisDocks()->panel("trace-diff")->findChild<BaselineChoice*>();
    QString folder;
    QTimer::singleShot(0, baseline, [&folder] {
        if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            folder = dialog->directory().absolutePath();
            dialog->reject();
        }
    });
    baseline->findChild<QToolButton*>(QStringLiteral("baseline"))->menu()->actions().at(1)->trigger();
    QCOMPARE(folder, QFileInfo(QFile::decodeName(path.c_str())).absolutePath());
}

void TestWindowComparison::opensTheOtherTraceAtItsEvents()
{
    WindowFixture fixture;
    const std::string fresh = fixture.folder.write("new.json", smallTrace());
    QVERIFY(fixture.drop({ fresh }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    auto* baseline = panel->findChild<BaselineChoice*>();
    QSignalSpy shown(panel, &AnalysisPanel::resultShown);
    const std::string old =
        fixture.folder.write("old.json", TraceText().step(1, 0_us, 200_us).op("aten::only_old", 10_us, 60_us).text());
    baseline->open(old);
    QTRY_COMPARE(shown.size(), 1);

    auto* table = panel->findChild<ResultTableView*>();
    const QModelIndexList found = table->model()->match(
        table->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("only_old"), 1, Qt::MatchContains);
    QCOMPARE(found.size(), 1);
    QSignalSpy said(panel, &AnalysisPanel::messageShown);
    table->setCurrentIndex(found.front());
    QTRY_COMPARE(said.size(), 1);
    QVERIFY2(said.front().front().toString().contains(QStringLiteral("open trace: nothing")),
        qPrintable(said.front().front().toString()));
    QVERIFY(said.front().front().toString().contains(QStringLiteral("1 event, ")));
    QVERIFY(fixture.document.viewState()->selection().isEmpty());

    QTimer::singleShot(0, panel, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        for (QAction* action : menu->actions()) {
            if (action->text().contains(QStringLiteral("other trace")))
                action->trigger();
        }
        menu->close();
    });
    emit table->customContextMenuRequested(table->visualRect(found.front()).center());
    QTRY_VERIFY(fixture.document.arguments().front().path == old);
    const Selection& selection = fixture.document.viewState()->selection();
    QCOMPARE(selection.slices.size(), std::size_t { 1 });
    const Trace& trace = *fixture.document.viewState()->traceSet()->ranks().front().trace;
    QCOMPARE(trace.name(selection.slices.front().slice), std::string_view("aten::only_old"));
    QVERIFY(baseline->path() == fresh); // the sides have changed places
    QVERIFY(panel->isVisible());        // and the comparison stays in front
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
}

/// Two files without a rank are ranks 0 and 1 of the job: what would differ if rank 0 were compared with itself?
void TestWindowComparison::twoRunsOpenedTogetherAreCompared()
{
    WindowFixture fixture;
    const auto run = [&fixture](const char* name, Timestamp length) {
        return fixture.folder.write(name, TraceText().step(1, 0_us, 200_us).op("aten::relu", 10_us, length).text());
    };
    QVERIFY(fixture.drop({ run("a.json", 60_us), run("b.json", 90_us) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    const auto said = [panel] { return panel->findChild<RemarksView*>()->lines().join(u'\n'); };
    QTRY_VERIFY2(
        said().contains(u"Control: a.json, rank 0, step 1; test: b.json, rank 1, step 1."_s), qPrintable(said()));
    const QString command = panel->commandLine();
    QVERIFY2(command.contains(u"--control-ranks 0 --test-ranks 1"_s), qPrintable(command));
    auto* control = panel->findChild<QLineEdit*>(u"parameter-control-ranks"_s);
    auto* test = panel->findChild<QLineEdit*>(u"parameter-test-ranks"_s);
    QCOMPARE(control->text() + control->placeholderText() + test->text() + test->placeholderText(), u"01"_s);
    auto* baseline = panel->findChild<BaselineChoice*>();
    auto* swap = baseline->findChild<QAction*>(u"swapSides"_s);
    QVERIFY(swap->isEnabled());
    swap->trigger();
    QCOMPARE(panel->parameters().text("control-ranks"), "1");
    QCOMPARE(panel->parameters().text("test-ranks"), "0");
    // Steps that were chosen against each other are those of one rank.
    Parameters steps = panel->usualParameters();
    steps.set("control-steps", std::string("1"));
    steps.set("test-steps", std::string("all"));
    panel->setParameters(steps);
    QTRY_VERIFY2(panel->commandLine().contains(u"--test-steps all"_s), qPrintable(panel->commandLine()));
    QVERIFY2(!panel->commandLine().contains(u"-ranks"_s), qPrintable(panel->commandLine()));
    // Of the ranks of the scope; one of them alone has no other.
    panel->setParameters(panel->usualParameters());
    Scope scope;
    scope.ranks = { 1 };
    fixture.viewState().setScope(scope);
    QTRY_VERIFY2(said().contains(u"all inputs are the same"_s), qPrintable(said()));
    QCOMPARE(test->placeholderText(), QString());
    fixture.viewState().setScope({});
    // Another trace is compared with its own lowest rank.
    const std::string other = run("c.json", 30_us);
    baseline->open(other);
    QTRY_VERIFY(baseline->path() == other);
    QVERIFY2(!panel->commandLine().contains(u"-ranks"_s), qPrintable(panel->commandLine()));
}

/// Whatever number its rank has.
namespace {

constexpr Nanoseconds kDay = 86'400'000'000'000;

std::string writeRun(WindowFixture& fixture, const char* name, std::int64_t rank, Nanoseconds recorded)
{
    return fixture.folder.write(name,
        TraceText()
            .baseTime(recorded)
            .rank(rank, 8)
            .step(1, 0_us, 200_us)
            .op("aten::relu", 10_us, 60_us)
            .launch(20_us, 8_us, 77)
            .kernel("relu_kernel", 60_us, 80_us, 7, 77)
            .text());
}

/// What the comparison of what is open says first.
void expectComparison(WindowFixture& fixture, const QString& words)
{
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    const auto said = [panel] { return panel->findChild<RemarksView*>()->lines().join(u'\n'); };
    QTRY_VERIFY2(said().contains(words), qPrintable(said()));
}

} // namespace

void TestWindowComparison::ofTwoRunsTheEarlierOneIsTheControl()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop(
        { writeRun(fixture, "before.json", 3, 20'000 * kDay), writeRun(fixture, "after.json", 1, 20'001 * kDay) }));
    expectComparison(fixture, u"Control: before.json, rank 3, step 1; test: after.json, rank 1, step 1."_s);
}

/// Two ranks that ran together stay in their order, whatever else is open.
void TestWindowComparison::ofOneRunTheLowerRankIsTheControl()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ writeRun(fixture, "0.json", 0, 20'001 * kDay + 50'000),
        writeRun(fixture, "1.json", 1, 20'001 * kDay), writeRun(fixture, "5.json", 5, 20'000 * kDay) }));
    expectComparison(fixture, u"Control: 0.json, rank 0, step 1; test: 1.json, rank 1, step 1."_s);
}

void TestWindowComparison::whatIsTheSameOnBothSidesIsNotSwapped()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("new.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("trace-diff");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("trace-diff");
    auto* baseline = panel->findChild<BaselineChoice*>();
    auto* swap = baseline->findChild<QAction*>(u"swapSides"_s);
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    QVERIFY(!swap->isEnabled());
    QVERIFY2(swap->toolTip().contains(u"are the same"_s), qPrintable(swap->toolTip()));
    Parameters steps;
    steps.set("test-steps", std::string("1"));
    panel->setParameters(steps);
    QVERIFY(swap->isEnabled());
    steps.set("test-steps", std::string());
    panel->setParameters(steps);
    QVERIFY(!swap->isEnabled());
    const std::string old = fixture.folder.write("old.json", smallTrace());
    baseline->open(old);
    QTRY_VERIFY(baseline->path() == old);
    QVERIFY(swap->isEnabled());
    baseline->chooseOpenJob();
    QVERIFY(!swap->isEnabled());
}

QTEST_MAIN(TestWindowComparison)
#include "tst_window_comparison.moc"
