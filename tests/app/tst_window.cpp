// SPDX-License-Identifier: GPL-3.0-or-later
// Whole journeys through the real window, offscreen.
#include "app/window/docks/analysis_docks.h"
#include "app/window/docks/trace_contents.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/start_page.h"
#include "app/window/session/sessions.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/scope_editor.h"
#include "app/window/status/status_line.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/remarks/remarks_view.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QByteArray>
#include <QCompleter>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QLatin1String>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QModelIndexList>
#include <QObject>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSize>
#include <QStandardPaths>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItem>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void startsEmpty();
    void dropClickReadExport();
    void selectionEverywhere();
    void theChipSaysThatThereAreNoSteps();
    void rangeLimitsThePanels();
    void savesTimelinePictures_data();
    void savesTimelinePictures();
    void namesAreNeverRichText();
    void viewHistory();
    void layoutIsRemembered();
    void garbageLayoutStarts_data();
    void garbageLayoutStarts();
    void themesAndDensitiesSwitch();
    void everyAnalysisHasItsPlace();
    void panelsAreMadeWhenTheyAreLookedAt();
    void fitsASmallScreen();
    void timelineActionsReachTheTimeline();
    void scopeIsChosenByNumbers();
    void streamsAreChosenByTheirTexts();
    void overviewIsFirstAndChosenTablesStay();
    void overviewIsInFrontWhateverTheLayoutSays();
    void tabsWithoutContentAreDimmedAndSayWhy();
    void noTabIsDimmedThatHasRows_data();
    void noTabIsDimmedThatHasRows();
    void annotationsOfTheHostAreShownWhereThereAreNoOthers();
    void theChartBesideFindingsHasRoomForItsLegend();
    void groupsOpenWithWhatTheTraceHas();
    void whatIsLookedAtStaysInFront();
    void everyKeyOfTheSheetIsReal();
    void noContentWidensTheWindow();
    void smallWindowsKeepTheTimeline();
    void aWindowThatStartsSmallKeepsTheTimeline();
    void aWindowWiderThanTheScreenIsBroughtBack();
};

void TestWindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindow::startsEmpty()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.window->findChild<StartPage*>()->isVisible());
    QVERIFY(!fixture.window->timeline()->isVisible());
    QVERIFY(!fixture.action(ActionId::SavePicture)->isEnabled());
    QVERIFY(!fixture.action(ActionId::CloseTrace)->isEnabled());
    QVERIFY(fixture.action(ActionId::OpenFiles)->isEnabled());
    QVERIFY(!fixture.window->findChild<QToolButton*>(QStringLiteral("import-summary"))->isVisible());
}

void TestWindow::dropClickReadExport()
{
    WindowFixture fixture;
    const std::string path = fixture.folder.write("small.json", smallTrace());
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.document.isOpen());
    QTRY_VERIFY(fixture.window->timeline()->isVisible());
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("small.json")));
    QVERIFY(fixture.window->findChild<QToolButton*>(QStringLiteral("import-summary"))
                ->text()
                .contains(QStringLiteral("0 dropped")));

    // Click the kernel where it is drawn.
    TimelineView* timeline = fixture.window->timeline();
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const SliceRef kernel { 0, findSlice(trace, "gemm_kernel") };
    QTRY_VERIFY(!timeline->rectOf(kernel).isEmpty());
    QTest::mouseClick(timeline, Qt::LeftButton, Qt::NoModifier, timeline->rectOf(kernel).center().toPoint());
    QVERIFY(fixture.viewState().currentSlice() == kernel);

    // Read the op stack that launched it.
    const QString details = fixture.window->details()->asText();
    for (const char* name : { "gemm_kernel", "model::forward\t", "mm\t", "cudaLaunchKernel\t" })
        QVERIFY2(details.contains(QLatin1String(name)), qPrintable(details));

    // Export the chart and the table of the kernel breakdown.
    fixture.window->analysisDocks()->raise("kernel-breakdown");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-breakdown");
    QVERIFY(panel);
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    const Result<QByteArray> chart = panel->chartPicture(PictureFormat::Png, QSize(600, 400), 1.0);
    KT_VERIFY_OK(chart);
    const std::string chartFile = fixture.folder.file("kernels.png");
    KT_VERIFY_OK(saveBytes(toQString(chartFile), *chart));
    QCOMPARE(QImage(toQString(chartFile)).size(), QSize(600, 400));
    TableExportRequest request;
    request.analysis = &panel->analysis();
    request.result = panel->result();
    request.parameters = panel->parameters();
    request.jobs = { fixture.viewState().traceSet() };
    request.tableName = QStringLiteral("kernels");
    const Result<QByteArray> table = exportTable(request);
    KT_VERIFY_OK(table);
    QVERIFY2(table->contains("gemm_kernel"), table->constData());
}

void TestWindow::selectionEverywhere()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    QVERIFY(!fixture.action(ActionId::FitSelection)->isEnabled());
    fixture.viewState().setSelection(
        { { { 0, findSlice(trace, "aten::mm") }, { 0, findSlice(trace, "model::forward") } }, {} });
    // 150 us and the 60 us inside them: the union is the longer one.
    const QString summary = fixture.window->findChild<QLabel*>(QStringLiteral("selection-summary"))->text();
    QVERIFY2(
        summary.contains(QStringLiteral("150.0")) && summary.contains(QStringLiteral("210.0")), qPrintable(summary));
    QVERIFY(fixture.action(ActionId::FitSelection)->isEnabled());
    fixture.action(ActionId::ClearSelection)->trigger();
    QVERIFY(fixture.viewState().selection().isEmpty());
    QCOMPARE(fixture.window->findChild<QLabel*>(QStringLiteral("selection-summary"))->text(), QString());
}

/// Of a trace that nothing can be counted by step in the chip says so, from the start.
void TestWindow::theChipSaysThatThereAreNoSteps()
{
    WindowFixture fixture;
    const auto chip = [&fixture] { return fixture.window->scopeChip()->text(); };
    QVERIFY(!chip().contains(QStringLiteral("no steps")));
    const std::string loading = TraceText()
                                    .annotation("enumerate(DataLoader)#_Iter.__next__", 0_us, 50_us)
                                    .annotation("enumerate(DataLoader)#_Iter.__next__", 100_us, 50_us)
                                    .launch(10_us, 5_us, 1)
                                    .kernel("gemm", 20_us, 30_us, 7, 1)
                                    .text();
    QVERIFY(fixture.drop({ fixture.folder.write("loader.json", loading) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QCOMPARE(chip(), QStringLiteral("Scope: whole trace, no steps"));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_COMPARE(chip(), QStringLiteral("Scope: whole trace"));
}

void TestWindow::rangeLimitsThePanels()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QVERIFY(fixture.window->scopeChip()->text().contains(QStringLiteral("whole trace")));
    QVERIFY(!fixture.window->scopeChip()->text().contains(QStringLiteral("no steps")));
    QVERIFY(!fixture.action(ActionId::LimitToRange)->isEnabled());

    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    fixture.viewState().selectSlice({ 0, findSlice(trace, "gemm_kernel") });
    fixture.action(ActionId::MakeRange)->trigger();
    QCOMPARE(fixture.viewState().selection().intervals.size(), std::size_t { 1 });
    fixture.action(ActionId::LimitToRange)->trigger();
    QVERIFY(fixture.viewState().scope().range.has_value());
    QCOMPARE(fixture.viewState().scope().range->length(), 80_us);
    QVERIFY(!fixture.window->scopeChip()->text().contains(QStringLiteral("whole trace")));

    // Escape: first the selection, then the scope.
    fixture.action(ActionId::ClearSelection)->trigger();
    QVERIFY(!fixture.viewState().scope().isWhole());
    fixture.action(ActionId::ClearSelection)->trigger();
    QVERIFY(fixture.viewState().scope().isWhole());
}

void TestWindow::savesTimelinePictures_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("png") << QStringLiteral("png") << QByteArray("\x89PNG");
    QTest::newRow("svg") << QStringLiteral("svg") << QByteArray("<?xml");
    QTest::newRow("pdf") << QStringLiteral("pdf") << QByteArray("%PDF");
}

void TestWindow::savesTimelinePictures()
{
    QFETCH(QString, ending);
    QFETCH(QByteArray, start);
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const std::string file = fixture.folder.file("timeline." + ending.toStdString());
    fixture.window->saveTimelinePicture(toQString(file));
    QVERIFY(QByteArray::fromStdString(readFile(file)).startsWith(start));

    fixture.window->saveTimelinePicture(toQString(fixture.folder.file("no/such/folder." + ending.toStdString())));
    QVERIFY(fixture.window->banner()->kind() == MessageBanner::Kind::Error);
    QVERIFY(!fixture.window->banner()->sentence().isEmpty());
}

void TestWindow::namesAreNeverRichText()
{
    WindowFixture fixture;
    const std::string evil = "<img src=x><b>bold&";
    QVERIFY(fixture.drop({ fixture.folder.write(evil + ".json", TraceText().op(evil, 0_us, 10_us).text()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.viewState().selectSlice({ 0, findSlice(*fixture.viewState().traceSet()->ranks()[0].trace, evil) });
    fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(fixture.drop({ fixture.folder.file(evil + "gone.json") }));
    QTRY_VERIFY(fixture.window->banner()->isVisible());
    const auto labels = fixture.window->findChildren<QLabel*>();
    for (const QLabel* label : labels)
        QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(QStringLiteral("img src")),
            qPrintable(label->text()));
}

void TestWindow::viewHistory()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const TimeRange all = fixture.viewState().visibleRange();
    const TimeRange near { 20'000, 40'000 };
    QSignalSpy history(&fixture.document, &Document::historyChanged);
    QVERIFY(history.wait()); // the first place has come to rest
    fixture.viewState().setVisibleRange(near);
    QTRY_VERIFY(fixture.document.canGoBack());
    fixture.action(ActionId::ViewBack)->trigger();
    QVERIFY(fixture.viewState().visibleRange() == all);
    fixture.action(ActionId::ViewForward)->trigger();
    QVERIFY(fixture.viewState().visibleRange() == near);
}

void TestWindow::layoutIsRemembered()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    for (const bool isFirst : { true, false }) {
        Document document;
        MainWindow window(settings, document);
        window.show();
        document.open({ { std::nullopt, folder.write("small.json", smallTrace()) } });
        QTRY_VERIFY(document.isOpen());
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("traces-dock"));
        QCOMPARE(dock->isVisible(), isFirst);
        dock->hide();
        window.close();
    }
}

void TestWindow::garbageLayoutStarts_data()
{
    QTest::addColumn<QByteArray>("geometry");
    QTest::addColumn<QByteArray>("state");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("text") << QByteArray("geometry") << QByteArray("state");
    QTest::newRow("zeros") << QByteArray(4000, '\0') << QByteArray(4000, '\0');
    QTest::newRow("ones") << QByteArray(4000, '\xff') << QByteArray(4000, '\xff');
    // Markers that are right, then nonsense.
    QTest::newRow("good start") << QByteArray("\x01\xd9\xd0\xcb\0\3\0\0", 8)
                                << QByteArray("\0\0\0\xff\0\0\0\1\xfd\x7f\xff\xff\xff", 13);
}

void TestWindow::garbageLayoutStarts()
{
    QFETCH(QByteArray, geometry);
    QFETCH(QByteArray, state);
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    settings.setWindowLayout(geometry, state);
    Document document;
    MainWindow window(settings, document);
    window.show();
    document.open({ { std::nullopt, folder.write("small.json", smallTrace()) } });
    QTRY_VERIFY(document.isOpen());
    QVERIFY(window.timeline()->isVisible());
    QVERIFY(window.width() > 200 && window.height() > 200);
}

void TestWindow::themesAndDensitiesSwitch()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.action(ActionId::ThemeDark)->trigger();
    QVERIFY(QGuiApplication::palette().color(QPalette::Window).lightness() < 80);
    fixture.action(ActionId::ThemeLight)->trigger();
    QVERIFY(QGuiApplication::palette().color(QPalette::Window).lightness() > 200);
    fixture.action(ActionId::DensityRoomy)->trigger();
    QVERIFY(fixture.window->timeline()->scene().density() == Density::Roomy);
    QVERIFY(fixture.settings.density() == Density::Roomy);
    QVERIFY(fixture.settings.theme() == ThemeChoice::Light);
    fixture.window->grab();
}

void TestWindow::everyAnalysisHasItsPlace()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    AnalysisDocks* docks = fixture.window->analysisDocks();
    QVERIFY(docks->docks().size() <= 10); // groups, not twenty tabs
    for (const AnalysisDescriptor& analysis : analyses()) {
        auto* entry = fixture.window->findChild<QAction*>(QStringLiteral("show-%1").arg(toQString(analysis.id)));
        QVERIFY2(entry, analysis.id.c_str());
        entry->trigger();
        AnalysisPanel* panel = docks->panel(analysis.id);
        QVERIFY2(panel && &panel->analysis() == &analysis, analysis.id.c_str());
        QTRY_VERIFY2(panel->isVisible(), analysis.id.c_str());
        using State = AnalysisPanel::State;
        QTRY_VERIFY2(panel->state() == State::Ready || panel->state() == State::Empty, analysis.id.c_str());
    }
    QVERIFY(!docks->panel("no-such-analysis"));
}

void TestWindow::panelsAreMadeWhenTheyAreLookedAt()
{
    WindowFixture fixture;
    QVERIFY(fixture.window->findChildren<AnalysisPanel*>().isEmpty());
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QTRY_COMPARE(fixture.window->findChildren<AnalysisPanel*>().size(), 1);
    fixture.window->analysisDocks()->raise("kernel-launches");
    QTRY_COMPARE(fixture.window->findChildren<AnalysisPanel*>().size(), 2);
}

void TestWindow::fitsASmallScreen()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    for (const AnalysisDescriptor& analysis : analyses())
        fixture.window->analysisDocks()->raise(analysis.id);
    fixture.window->resize(1024, 700);
    QVERIFY2(fixture.window->width() <= 1024 && fixture.window->height() <= 700,
        qPrintable(QStringLiteral("%1 x %2").arg(fixture.window->width()).arg(fixture.window->height())));
}

void TestWindow::timelineActionsReachTheTimeline()
{
    WindowFixture fixture;
    const std::string text =
        TraceText().op("aten::mm", 10_us, 60_us).python("run", 5_us, 80_us, 1).op("aten::add", 20_us, 30_us).text();
    QVERIFY(!fixture.action(ActionId::PythonFrames)->isEnabled());
    QVERIFY(fixture.drop({ fixture.folder.write("python.json", text) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QAction* python = fixture.action(ActionId::PythonFrames);
    QVERIFY(python->isEnabled() && !python->isChecked());
    python->trigger();
    QVERIFY(fixture.window->timeline()->rows().showsPythonFrames() && python->isChecked());
    fixture.window->timeline()->rows().setPythonFramesShown(false);
    QVERIFY(!python->isChecked());

    fixture.action(ActionId::ColourByOp)->trigger();
    QVERIFY(fixture.window->timeline()->scene().colourMode() == ColourMode::Op);
    QVERIFY(fixture.settings.colourMode() == ColourMode::Op);
    const std::size_t rows = fixture.window->timeline()->scene().rows().rows().size();
    fixture.action(ActionId::CollapseAll)->trigger();
    QVERIFY(fixture.window->timeline()->scene().rows().rows().size() < rows);
    fixture.action(ActionId::ExpandAll)->trigger();
    QVERIFY(fixture.window->timeline()->scene().rows().rows().size() >= rows);

    auto* details = fixture.window->findChild<QDockWidget*>(QStringLiteral("details-dock"));
    details->hide();
    QVERIFY(!fixture.action(ActionId::GoToDetails)->isEnabled());
    fixture.viewState().selectSlice({ 0, SliceId { 0U } });
    fixture.action(ActionId::GoToDetails)->trigger();
    QVERIFY(details->isVisible());
}

void TestWindow::scopeIsChosenByNumbers()
{
    WindowFixture fixture;
    GeneratorOptions options;
    options.ranks = 3;
    options.layers = 1;
    const std::vector<std::string> texts = generateTraces(options);
    std::vector<std::string> files;
    for (std::size_t i = 0; i < texts.size(); ++i)
        files.push_back(fixture.folder.write("job/rank" + std::to_string(i) + ".json", texts[i]));
    QVERIFY(fixture.drop(files));
    QTRY_VERIFY(fixture.document.isOpen());

    fixture.window->findChild<QToolButton*>(QStringLiteral("scope-text"))->click();
    QPointer<ScopeEditor> editor = fixture.window->findChild<ScopeEditor*>();
    QVERIFY(editor && editor->isVisible());
    auto* ranks = editor->findChild<QLineEdit*>(QStringLiteral("scope-ranks"));
    ranks->setText(QStringLiteral("0,9"));
    editor->apply();
    QVERIFY(fixture.viewState().scope().isWhole());
    QVERIFY(editor->findChild<QLabel*>(QStringLiteral("scope-problem"))->text().contains(QStringLiteral("0-2")));
    ranks->setText(QStringLiteral("1-2"));
    QTest::keyClick(ranks, Qt::Key_Return);
    QCOMPARE(fixture.viewState().scope().ranks, (std::vector<std::int64_t> { 1, 2 }));
    QTRY_VERIFY(!editor);
    QVERIFY(fixture.window->scopeChip()->text().contains(QStringLiteral("ranks 1-2")));

    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("temporal-breakdown");
    fixture.window->analysisDocks()->raise("temporal-breakdown");
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    QCOMPARE(panel->result()->findTable("ranks")->rowCount(), std::size_t { 2 });
    QVERIFY(panel->commandLine().contains(QStringLiteral("--ranks 1-2")));

    fixture.action(ActionId::ChooseScope)->trigger();
    editor = fixture.window->findChild<ScopeEditor*>();
    // Other annotations may be the steps; what is no pattern is refused.
    auto* pattern = editor->findChild<QLineEdit*>(QStringLiteral("scope-step-pattern"));
    pattern->setText(QStringLiteral("(unclosed"));
    QTest::keyClick(pattern, Qt::Key_Return);
    QVERIFY(fixture.viewState().scope().stepPattern.empty());
    QVERIFY(!editor->findChild<QLabel*>(QStringLiteral("scope-problem"))->text().isEmpty());
    pattern->setText(QStringLiteral("^Profiler"));
    QTest::keyClick(pattern, Qt::Key_Return);
    QCOMPARE(fixture.viewState().scope().stepPattern, std::string("^Profiler"));
    QVERIFY(fixture.window->scopeChip()->text().contains(QStringLiteral("^Profiler")));
    QTRY_VERIFY(editor.isNull());
    fixture.window->findChild<QToolButton*>(QStringLiteral("scope-text"))->click();
    editor = fixture.window->findChild<ScopeEditor*>();
    QVERIFY(editor);
    editor->findChild<QPushButton*>(QStringLiteral("scope-whole"))->click();
    QVERIFY(fixture.viewState().scope().isWhole());
}

void TestWindow::streamsAreChosenByTheirTexts()
{
    WindowFixture fixture;
    TraceText text;
    text.complete("kernel", "a", 0, 7, 0_us, 10_us).complete("kernel", "b", 0, "default", 100_us, 20_us);
    text.complete("kernel", "c", 0, "side stream, 2", 200_us, 40_us);
    QVERIFY(fixture.drop({ fixture.folder.write("streams.json", text.text()) }));
    QTRY_VERIFY(fixture.document.isOpen());

    fixture.window->findChild<QToolButton*>(QStringLiteral("scope-text"))->click();
    QPointer<ScopeEditor> editor = fixture.window->findChild<ScopeEditor*>();
    auto* streams = editor->findChild<QLineEdit*>(QStringLiteral("scope-streams"));
    QVERIFY(streams->isEnabled());
    QCOMPARE(streams->placeholderText(), QStringLiteral("all: 7,\"side stream, 2\",default"));
    // What is there is offered after a comma, too.
    QTest::keyClicks(streams, QStringLiteral("7,def"));
    QCOMPARE(streams->completer()->completionCount(), 1);
    QCOMPARE(streams->completer()->currentCompletion(), QStringLiteral("7,default"));
    streams->setText(QStringLiteral("defualt"));
    editor->apply();
    QVERIFY(fixture.viewState().scope().isWhole());
    auto* problem = editor->findChild<QLabel*>(QStringLiteral("scope-problem"));
    QVERIFY2(problem->text().contains(QStringLiteral("7,\"side stream, 2\",default")), qPrintable(problem->text()));
    streams->setText(QStringLiteral("default,\"side stream, 2\""));
    QTest::keyClick(streams, Qt::Key_Return);
    QCOMPARE(fixture.viewState().scope().streams.size(), std::size_t { 2 });
    QTRY_VERIFY(!editor);
    const QString chip = fixture.window->scopeChip()->text();
    QVERIFY2(chip.contains(QStringLiteral("streams \"side stream, 2\",default")), qPrintable(chip));

    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-breakdown");
    fixture.window->analysisDocks()->raise("kernel-breakdown");
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    const Table& types = *panel->result()->findTable("kernel-types");
    QCOMPARE(std::get<std::int64_t>(types.cell(0, types.columnIndex("sum"))), std::int64_t { 60'000 });
    QVERIFY2(panel->commandLine().contains(QStringLiteral("--streams '\"side stream, 2\",default'")),
        qPrintable(panel->commandLine()));
    // A session keeps them.
    const Scope scope = fixture.viewState().scope();
    const std::string path = fixture.folder.file("streams.kinetoscope");
    KT_VERIFY_OK(fixture.window->sessions()->saveAs(path));
    fixture.viewState().setScope({});
    const auto before = fixture.viewState().traceSet();
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.viewState().traceSet() != before);
    QTRY_VERIFY(fixture.viewState().scope() == scope);
}

void TestWindow::overviewIsFirstAndChosenTablesStay()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    AnalysisDocks* docks = fixture.window->analysisDocks();
    AnalysisPanel* overview = docks->panel("overview");
    QVERIFY(overview);
    QTRY_VERIFY(overview->isVisible());
    QTRY_VERIFY(overview->state() == AnalysisPanel::State::Ready);
    QCOMPARE(overview->currentTable(), QStringLiteral("findings"));

    docks->raise("kernel-breakdown");
    AnalysisPanel* kernels = docks->panel("kernel-breakdown");
    QTRY_VERIFY(kernels->state() == AnalysisPanel::State::Ready);
    QCOMPARE(kernels->currentTable(), QStringLiteral("kernels")); // the answer; types are in the chart beside it
    kernels->showTable(QStringLiteral("kernel-types"));
    Scope scope;
    scope.range = TimeRange { 50'000, 150'000 };
    fixture.viewState().setScope(scope);
    QTRY_VERIFY(kernels->state() == AnalysisPanel::State::Ready);
    QCOMPARE(kernels->currentTable(), QStringLiteral("kernel-types"));
}

void TestWindow::tabsWithoutContentAreDimmedAndSayWhy()
{
    WindowFixture fixture;
    const auto tabOf = [&](const QString& title) {
        const auto bars = fixture.window->findChildren<QTabBar*>();
        for (QTabBar* bar : bars) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == title)
                    return std::pair { bar, tab };
            }
        }
        return std::pair { static_cast<QTabBar*>(nullptr), 0 };
    };
    const auto colourOf = [&](const QString& title) {
        const auto [bar, tab] = tabOf(title);
        return bar ? bar->tabTextColor(tab) : QColor();
    };
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QTRY_VERIFY(colourOf(u"Hardware counters"_s).isValid());
    QVERIFY(!colourOf(u"Kernel breakdown"_s).isValid());
    QVERIFY(!colourOf(u"GPU time"_s).isValid());
    // There are kernels, but none that communicates.
    QVERIFY(colourOf(u"Communication-computation overlap"_s).isValid());
    QVERIFY(colourOf(u"Communication"_s).isValid());
    const auto [bar, tab] = tabOf(u"Hardware counters"_s);
    QVERIFY2(bar->tabToolTip(tab).contains(u"No hardware counter was recorded."_s), qPrintable(bar->tabToolTip(tab)));
    // A group is dimmed where all of it is.
    QVERIFY(fixture.drop({ fixture.folder.write("host.json", R"({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::mm","ts":1,"dur":5,"pid":1,"tid":1}]})") }));
    QTRY_VERIFY(colourOf(u"Patterns"_s).isValid());
    QVERIFY(colourOf(u"Kernel breakdown"_s).isValid());
    QVERIFY(!colourOf(u"Host and launches"_s).isValid() && !colourOf(u"Operators"_s).isValid());
    QVERIFY(colourOf(u"Idle causes"_s).isValid());
    QVERIFY(!colourOf(u"Causes"_s).isValid() && !colourOf(u"What if"_s).isValid()); // the host's time can be changed
}

void TestWindow::noTabIsDimmedThatHasRows_data()
{
    QTest::addColumn<QString>("folder");
    // A device whose copies have no category of their own, one without a GPU, one with a GPU alone, a common one.
    for (const char* folder : { "mtia_inference", "cpu_only_small", "mi210_gpu_only", "param_linear_2080ti" })
        QTest::newRow(folder) << QString::fromLatin1(folder);
}

void TestWindow::noTabIsDimmedThatHasRows()
{
    QFETCH(QString, folder);
    const QDir shared(QStringLiteral(KINETOSCOPE_SOURCE_DIR "/../shared/traces/") + folder);
    if (!shared.exists())
        QSKIP("The shared folder of traces is not there.");
    const auto loaded = loadTraceSet({ { std::nullopt, shared.path().toStdString() } }, testLoadOptions(), {});
    KT_VERIFY_OK(loaded);
    const TraceContents contents = contentsOf(**loaded, KernelClassifier());
    int dimmed = 0;
    for (const AnalysisDescriptor& analysis : analyses()) {
        // Those have a row a rank that says so where nothing communicates, where the only rank waits for none.
        static constexpr std::string_view kRowsOfRanks[] { "temporal-breakdown", "comm-comp-overlap", "stragglers",
            "wait-causes", "clock-alignment" };
        if (whyWithoutContent(analysis, contents).isEmpty() || analysis.inputCount != 1
            || isOneOf(analysis.id, kRowsOfRanks))
            continue;
        ++dimmed;
        const Parameters usual = usualParametersFor(analysis, contents);
        const std::vector<AnalysisInput> inputs { { *loaded, {} } };
        const Result<AnalysisResult> result = runAnalysis(analysis, inputs, usual, Mode::Exact, {});
        for (const Table& table : result ? result->tables : std::vector<Table>())
            QVERIFY2(table.rowCount() == 0, (analysis.id + ": " + table.name()).c_str());
    }
    QVERIFY(dimmed > 0);
}

void TestWindow::annotationsOfTheHostAreShownWhereThereAreNoOthers()
{
    WindowFixture fixture;
    AnalysisDocks* docks = fixture.window->analysisDocks();
    AnalysisPanel* panel = docks->panel("annotation-breakdown");
    const auto rows = [panel] { return panel->result() ? panel->result()->tables.front().rowCount() : 0; };
    const auto looksAtStreams = [panel] { return panel->parameters().boolean("use-gpu-annotation"); };
    QVERIFY(fixture.drop({ fixture.folder.write("host.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    docks->raise("annotation-breakdown");
    QTRY_COMPARE(rows(), std::size_t { 1 });
    QVERIFY(!looksAtStreams());
    QVERIFY(panel->commandLine().contains(u"--no-use-gpu-annotation"_s));
    // The next trace has both: those on streams are what is usual again.
    QVERIFY(fixture.drop({ fixture.folder.write("both.json",
        TraceText()
            .annotation("forward", 0_us, 100_us)
            .launch(20_us, 8_us, 77)
            .kernel("gemm_kernel", 60_us, 80_us, 7, 77)
            .complete("gpu_user_annotation", "forward", 0, 7, 60_us, 80_us)
            .text()) }));
    QTRY_VERIFY(looksAtStreams());
}

/// Compute, exposed communication and exposed copies on one line, two causes of idle time on the next.
void TestWindow::theChartBesideFindingsHasRoomForItsLegend()
{
    WindowFixture fixture;
    fixture.window->resize(1024, 700);
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    AnalysisPanel* overview = fixture.window->analysisDocks()->panel("overview");
    QTRY_VERIFY(overview->state() == AnalysisPanel::State::Ready);
    const auto* chart = overview->findChild<ChartView*>();
    QVERIFY(chart);
    QTRY_VERIFY2(chart->width() >= 390, qPrintable(QString::number(chart->width())));
    QVERIFY(chart->width() < overview->width() / 2); // findings are sentences
}

void TestWindow::overviewIsInFrontWhateverTheLayoutSays()
{
    const TempDir folder;
    Settings settings(toQString(folder.path()));
    const std::string trace = folder.write("small.json", smallTrace());
    for (int i = 0; i < 2; ++i) {
        Document document;
        MainWindow window(settings, document);
        window.show();
        document.open({ { std::nullopt, trace } });
        QTRY_VERIFY(document.isOpen());
        QTRY_VERIFY(window.analysisDocks()->panel("overview")->isVisible());
        window.analysisDocks()->raise("trace-diff"); // in front when the window is closed
        QTRY_VERIFY(window.analysisDocks()->panel("trace-diff")->isVisible());
        QTRY_VERIFY(!window.analysisDocks()->panel("overview")->isVisible());
        window.close();
    }
}

void TestWindow::whatIsLookedAtStaysInFront()
{
    WindowFixture fixture;
    const std::string first = fixture.folder.write("first.json", smallTrace());
    QVERIFY(fixture.drop({ first }));
    QTRY_VERIFY(fixture.document.isOpen());
    AnalysisDocks* docks = fixture.window->analysisDocks();
    docks->raise("idle-time");
    QTRY_VERIFY(docks->panel("idle-time")->isVisible());
    QSignalSpy opened(&fixture.document, &Document::opened);
    fixture.window->sessions()->reload();
    QTRY_COMPARE(opened.size(), 1);
    QTRY_VERIFY(docks->panel("idle-time")->isVisible());
    QVERIFY(!docks->panel("overview")->isVisible());
    // Another trace begins with its overview, and the first one too when it comes back.
    for (const std::string& path : { fixture.folder.write("second.json", smallTrace()), first }) {
        docks->raise("idle-time");
        QVERIFY(fixture.drop({ path }));
        QTRY_VERIFY(fixture.document.arguments().front().path == path);
        QTRY_VERIFY(docks->panel("overview")->isVisible());
        QTRY_VERIFY(!docks->panel("idle-time")->isVisible());
    }
    // Whoever hid the panels wants the timeline alone.
    docks->setDockedVisible(false);
    QVERIFY(fixture.drop({ fixture.folder.write("third.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.arguments().front().path.ends_with("third.json"));
    QVERIFY(!docks->isAnyDockedVisible());
}

void TestWindow::everyKeyOfTheSheetIsReal()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    TimelineView* timeline = fixture.window->timeline();
    timeline->setFocus();
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    fixture.viewState().selectSlice({ 0, findSlice(trace, "gemm_kernel") });

    // Letters that belong to the window arrive while the timeline has the focus.
    QTest::keyClick(timeline, Qt::Key_Q);
    QVERIFY(!fixture.window->analysisDocks()->isAnyDockedVisible());
    QTest::keyClick(timeline, Qt::Key_Q);
    QVERIFY(fixture.window->analysisDocks()->isAnyDockedVisible());
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_R);
    QCOMPARE(fixture.viewState().selection().intervals.size(), std::size_t { 1 });
    QTest::keyClick(timeline, Qt::Key_R, Qt::ShiftModifier);
    QVERIFY(fixture.viewState().scope().range.has_value());
    QTest::keyClick(timeline, Qt::Key_Escape);
    QVERIFY(fixture.viewState().selection().isEmpty());
    QTest::keyClick(timeline, Qt::Key_Escape);
    QVERIFY(fixture.viewState().scope().isWhole());
    QTest::keyClick(timeline, Qt::Key_F1);
    auto* sheet = fixture.window->findChild<QDialog*>(QStringLiteral("shortcut-sheet"));
    QVERIFY(sheet && sheet->isVisible());
    // What a key does is read whole: a long description gets a second line.
    const auto* keys = sheet->findChild<QTreeWidget*>();
    for (int i = 0; i < keys->topLevelItemCount(); ++i) {
        for (int k = 0; k < keys->topLevelItem(i)->childCount(); ++k) {
            const QTreeWidgetItem* item = keys->topLevelItem(i)->child(k);
            const auto neededHeight = [&] {
                const QRect room(0, 0, keys->columnWidth(1) - 10, 10'000);
                return keys->fontMetrics().boundingRect(room, Qt::TextWordWrap, item->text(1)).height();
            };
            QTRY_VERIFY2(keys->visualItemRect(item).height() >= neededHeight(), qPrintable(item->text(1)));
        }
    }
    sheet->close();
}

void TestWindow::noContentWidensTheWindow()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    const std::string name(900, 'k'); // no place to break it
    const std::string path =
        fixture.folder.write("long.json", TraceText().launch(0_us, 5_us, 1).kernel(name, 10_us, 10_us, 7, 1).text());
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const QSize before = fixture.window->size();
    Selection selection;
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        if (isGpuWork(trace.slices().kind[row]))
            selection.slices.push_back({ 0, SliceTable::at(row) });
    }
    fixture.viewState().setSelection(selection);
    auto* shown = fixture.window->findChild<QLabel*>(QStringLiteral("displayName"));
    QTRY_VERIFY(!shown->text().isEmpty());
    QCoreApplication::processEvents();
    QCOMPARE(fixture.window->size(), before);
    QVERIFY(fixture.window->minimumSizeHint().width() <= 1100);
    // The whole name is to be seen, in as many lines as it takes.
    QVERIFY(shown->heightForWidth(shown->width()) <= shown->height());
    // A file that is not there, with a path as long as a path may be.
    fixture.drop({ fixture.folder.file(std::string(200, 'x') + "/" + std::string(250, 'y') + ".json") });
    QTRY_VERIFY(fixture.window->findChild<QWidget*>(QStringLiteral("message-banner"))->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(fixture.window->size(), before);
    QVERIFY(fixture.window->minimumSizeHint().width() <= 1100);
}

void TestWindow::smallWindowsKeepTheTimeline()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    QTest::qWait(200);
    const auto* timeline = fixture.window->findChild<TimelineView*>();
    const auto sizes = [&fixture] {
        QList<int> all;
        for (const char* name : { "traces-dock", "details-dock" })
            all.append(fixture.window->findChild<QDockWidget*>(QString::fromLatin1(name))->width());
        all.append(fixture.window->analysisDocks()->docks().front()->height());
        return all;
    };
    // Panels are filled when their turn comes, which on a busy machine is later than a moment ago.
    QList<int> before;
    QTRY_VERIFY([&] {
        before = sizes();
        QTest::qWait(300);
        return before == sizes();
    }());
    for (const QSize size : { QSize(1100, 700), QSize(900, 560), QSize(733, 466) }) {
        fixture.window->resize(size);
        QTest::qWait(120);
        QTRY_VERIFY2(2 * timeline->height() >= fixture.window->height() - 2,
            qPrintable(QStringLiteral("%1 of %2").arg(timeline->height()).arg(fixture.window->height())));
    }
    // Back at the old size everything has the room that it had.
    fixture.window->resize(1280, 800);
    QTRY_COMPARE(sizes(), before);
    // On a large screen the panels have their share of it.
    fixture.window->resize(1280, 1400);
    QTRY_VERIFY2(sizes().back() > before.back() * 3 / 2 && 2 * timeline->height() >= fixture.window->height() - 2,
        qPrintable(QStringLiteral("%1 of %2").arg(sizes().back()).arg(before.back())));
    fixture.window->resize(1280, 800);
    QTRY_COMPARE(sizes(), before);
    // What has less room than it needs scrolls.
    for (const QDockWidget* dock : fixture.window->analysisDocks()->docks()) {
        const auto* area = qobject_cast<const QScrollArea*>(dock->widget());
        QVERIFY(area && area->widget()->minimumHeight() >= 150 && area->widget()->minimumWidth() >= 300);
    }
}

/// A trace without GPU work: no empty half of a panel, no group that opens with an empty panel beside a full one.
void TestWindow::groupsOpenWithWhatTheTraceHas()
{
    WindowFixture fixture;
    const std::string host =
        TraceText().step(1, 0_us, 900_us).op("aten::mm", 10_us, 600_us).op("aten::add", 700_us, 100_us).text();
    QVERIFY(fixture.drop({ fixture.folder.write("host.json", host) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const auto tabsWith = [&](const QString& title) {
        for (const QTabBar* bar : fixture.window->findChildren<QTabBar*>(u"analysis-tabs"_s)) {
            if (bar->tabText(0) == title)
                return bar;
        }
        return static_cast<const QTabBar*>(nullptr);
    };
    const QTabBar* causes = tabsWith(u"Idle causes"_s);
    QVERIFY(causes);
    QTRY_COMPARE(causes->tabText(causes->currentIndex()), u"Critical path"_s);
    const QTabBar* hostTabs = tabsWith(u"Idle time"_s);
    QVERIFY(hostTabs);
    QCOMPARE(hostTabs->tabText(hostTabs->currentIndex()), u"Operators"_s);

    const auto* overview = fixture.window->findChild<AnalysisPanel*>(u"analysisPanel-overview"_s);
    QVERIFY(overview);
    const auto* contents = overview->findChild<QWidget*>(u"contents"_s);
    QTRY_VERIFY(contents && contents->isVisible());
    QTRY_VERIFY(!contents->findChild<ChartView*>()->isVisible());

    // With GPU work the first ones are there again.
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_COMPARE(causes->tabText(causes->currentIndex()), u"Idle causes"_s);
    QTRY_VERIFY(contents->findChild<ChartView*>()->isVisible());
}

/// Sizes of a small screen, and of 1600 x 1000 and 1100 x 700 at 150 %.
void TestWindow::aWindowThatStartsSmallKeepsTheTimeline()
{
    for (const QSize size : { QSize(1280, 758), QSize(1050, 618), QSize(733, 466), QSize(717, 419) }) {
        WindowFixture fixture;
        fixture.window->resize(size);
        QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
        QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
        QTRY_VERIFY(fixture.viewState().traceSet());
        const auto* timeline = fixture.window->findChild<TimelineView*>();
        const auto keepsHalf = [&] { return 2 * timeline->height() >= fixture.window->height() - 2; };
        QTRY_VERIFY2(
            keepsHalf(), qPrintable(QStringLiteral("%1 of %2").arg(timeline->height()).arg(fixture.window->height())));
        QTest::qWait(300);
        QVERIFY2(
            keepsHalf(), qPrintable(QStringLiteral("%1 of %2").arg(timeline->height()).arg(fixture.window->height())));
        if (size.height() < 466)
            continue;
        fixture.window->resize(733, 466);
        QTest::qWait(120);
        QTRY_VERIFY2(
            keepsHalf(), qPrintable(QStringLiteral("%1 of %2").arg(timeline->height()).arg(fixture.window->height())));
    }
}

void TestWindow::aWindowWiderThanTheScreenIsBroughtBack()
{
    TempDir folder;
    Settings settings(toQString(folder.file("settings")));
    Document document(nullptr, loadTraceSet);
    {
        MainWindow wide(settings, document);
        wide.resize(8'701, 600);
        wide.show();
        QCoreApplication::processEvents();
        settings.setWindowLayout(wide.saveGeometry(), {});
    }
    MainWindow window(settings, document);
    window.show();
    QCoreApplication::processEvents();
    QVERIFY(window.width() <= window.screen()->availableGeometry().width());
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
