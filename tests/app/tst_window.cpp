// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/start_page.h"
#include "app/window/session/sessions.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/scope_editor.h"
#include "core/base/vectors.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QByteArray>
#include <QCompleter>
#include <QDialog>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QLatin1String>
#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <QPushButton>
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

/// Whole journeys through the real window, offscreen.
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
    void failedExportsStayToBeRead();
    void successEndsTheMessageOfAFailure();
    void namesAreNeverRichText();
    void viewHistory();
    void themesAndDensitiesSwitch();
    void timelineActionsReachTheTimeline();
    void scopeIsChosenByNumbers();
    void streamsAreChosenByTheirTexts();
    void everyKeyOfTheSheetIsReal();
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

void TestWindow::failedExportsStayToBeRead()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("kernel-breakdown");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-breakdown");
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    QSignalSpy said(panel, &AnalysisPanel::messageShown);
    panel->exportShownTable(TableFormat::Csv, toQString(fixture.folder.file("no/such/table.csv")));
    QTRY_VERIFY2(fixture.window->banner()->sentence().contains(u"table.csv"), "nothing is said above the timeline");
    QVERIFY(fixture.window->banner()->kind() == MessageBanner::Kind::Error);
    QVERIFY(said.isEmpty()); // the status bar is for what goes by
}

/// What failed and then came off is settled; what else failed is not.
void TestWindow::successEndsTheMessageOfAFailure()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->analysisDocks()->raise("kernel-breakdown");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-breakdown");
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready);
    const MessageBanner& banner = *fixture.window->banner();
    const auto saveTable = [&](const char* name) {
        panel->exportShownTable(TableFormat::Csv, toQString(fixture.folder.file(name)));
    };
    const auto savePicture = [&](const char* name) {
        fixture.window->saveTimelinePicture(toQString(fixture.folder.file(name)));
    };
    saveTable("no/such/table.csv");
    QTRY_VERIFY(!banner.sentence().isEmpty());
    savePicture("timeline.png");
    QVERIFY(!banner.sentence().isEmpty());
    panel->findChild<QAction*>(u"copyChart"_s)->trigger(); // the chart is no table
    QVERIFY(!banner.sentence().isEmpty());
    saveTable("table.csv");
    QTRY_VERIFY(banner.sentence().isEmpty());

    savePicture("no/such/timeline.png");
    QVERIFY(!banner.sentence().isEmpty());
    savePicture("again.png");
    QVERIFY(banner.sentence().isEmpty());
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
    // How to choose a time is read, so it isn't as pale as what is switched off.
    QVERIFY(editor->findChild<QLabel*>(QStringLiteral("scope-range-hint"))->isEnabled());
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

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
