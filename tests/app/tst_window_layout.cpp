// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "app/window/status/status_line.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFont>
#include <QFontMetrics>
#include <QLabel>
#include <QList>
#include <QObject>
#include <QScrollArea>
#include <QScrollBar>
#include <QSize>
#include <QStandardPaths>
#include <QString>
#include <QStringLiteral>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cstdlib>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// Where the parts of the window lie, offscreen: what is remembered of it, small screens, content that is too wide.
class TestWindowLayout : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void layoutIsRemembered();
    void garbageLayoutStarts_data();
    void garbageLayoutStarts();
    void fitsASmallScreen();
    void overviewIsInFrontWhateverTheLayoutSays();
    void noContentWidensTheWindow();
    void smallWindowsKeepTheTimeline();
    void aWindowThatStartsSmallKeepsTheTimeline();
    void wordsOfTabsAreNotCut();
    void aFloatingDockIsSeenAndNamed();
    void namesInDetailsAreWholeInASmallWindow();
    void aPanelIsAsHighAsTheWindowAllowsAndAsBefore_data();
    void aPanelIsAsHighAsTheWindowAllowsAndAsBefore();
    void noPanelScrollsOnALaptopAt150Percent();
    void loadingWidensNoSmallWindow();
    void aWindowWiderThanTheScreenIsBroughtBack();
};

void TestWindowLayout::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindowLayout::layoutIsRemembered()
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

void TestWindowLayout::garbageLayoutStarts_data()
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

void TestWindowLayout::garbageLayoutStarts()
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

void TestWindowLayout::fitsASmallScreen()
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

void TestWindowLayout::overviewIsInFrontWhateverTheLayoutSays()
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

void TestWindowLayout::noContentWidensTheWindow()
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

void TestWindowLayout::smallWindowsKeepTheTimeline()
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
        QVERIFY(area && area->widget()->minimumHeight() >= 100 && area->widget()->minimumWidth() >= 300);
    }
}

/// 1024 x 700 at 150 %: "Co..." could be three of them.
void TestWindowLayout::wordsOfTabsAreNotCut()
{
    WindowFixture fixture;
    fixture.window->resize(682, 466);
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const auto isRead = [](const QTabBar* bar) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabRect(tab).width() < bar->fontMetrics().horizontalAdvance(bar->tabText(tab)))
                return false;
        }
        return bar->elideMode() == Qt::ElideNone && bar->usesScrollButtons();
    };
    const QList<QTabBar*> bars = fixture.window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    QVERIFY(!bars.isEmpty());
    for (const QTabBar* bar : bars)
        QTRY_VERIFY(isRead(bar));
}

/// The tab that said its name is gone, and over its old place nobody would see that it floats.
void TestWindowLayout::aFloatingDockIsSeenAndNamed()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    QDockWidget* dock = fixture.window->analysisDocks()->docks().front();
    auto* name = dock->titleBarWidget()->findChild<QLabel*>(QStringLiteral("dock-name"));
    QVERIFY(name && !name->isVisible());
    // The line that has no tabs says the question, and the panel does not say it once more.
    const auto* question = dock->titleBarWidget()->findChild<QLabel*>(QStringLiteral("question"));
    QVERIFY(question && question->isVisible());
    QCOMPARE(question->text(), QString::fromStdString(findAnalysis("overview")->question));
    const AnalysisPanel* overview = fixture.window->analysisDocks()->panel("overview");
    QVERIFY(!overview->findChild<QLabel*>(QStringLiteral("question"))->isVisible());
    const QPoint before = dock->mapToGlobal(QPoint());
    QVERIFY(dock->isVisible());
    auto* button = dock->titleBarWidget()->findChild<QToolButton*>();
    button->click();
    QVERIFY(dock->isFloating());
    QTRY_VERIFY(name->isVisible());
    QCOMPARE(name->text(), dock->windowTitle());
    QVERIFY(dock->pos() != before);
    button->click();
    QTRY_VERIFY(!dock->isFloating() && !name->isVisible());
    QTRY_VERIFY(!dock->visibleRegion().isEmpty()); // in front of the others again
}

/// In German, too, which needs more room: a heading, and a name beside its time.
void TestWindowLayout::namesInDetailsAreWholeInASmallWindow()
{
    WindowFixture fixture;
    fixture.window->resize(1024, 700);
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const auto* dock = fixture.window->findChild<QDockWidget*>(QStringLiteral("details-dock"));
    QVERIFY(dock && dock->findChild<QTreeView*>());
    const auto* tree = dock->findChild<QTreeView*>();
    QFont bold = tree->font();
    bold.setBold(true);
    const int besides = 2 * tree->indentation() + tree->verticalScrollBar()->sizeHint().width() + 8; // px of margins
    const int name = tree->fontMetrics().horizontalAdvance(QStringLiteral("Summe der Dauern 36,25 ms")) + besides;
    const int heading = QFontMetrics(bold).horizontalAdvance(QStringLiteral("Darunter gestartete Arbeit"))
        + tree->indentation() + tree->verticalScrollBar()->sizeHint().width();
    QTRY_VERIFY2(dock->width() - 12 >= std::max(name, heading),
        qPrintable(QStringLiteral("%1 of %2 and %3").arg(dock->width()).arg(name).arg(heading)));
    QTRY_VERIFY(2 * fixture.window->findChild<TimelineView*>()->width() >= fixture.window->width());
    // 1024 x 700 at 150 %: a time with all its digits.
    WindowFixture narrow;
    narrow.window->resize(683, 466);
    QVERIFY(QTest::qWaitForWindowExposed(narrow.window.get()));
    QVERIFY(narrow.drop({ narrow.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(narrow.viewState().traceSet());
    const auto* there = narrow.window->findChild<QDockWidget*>(QStringLiteral("details-dock"));
    QTRY_VERIFY2(there->width() >= 190, qPrintable(QString::number(there->width())));
    QTRY_VERIFY(2 * narrow.window->findChild<TimelineView*>()->width() >= narrow.window->width() - 12);
}

void TestWindowLayout::aPanelIsAsHighAsTheWindowAllowsAndAsBefore_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024 x 700 at 150 %") << QSize(682, 466);
    QTest::newRow("large") << QSize(1440, 900);
}

/// In a low window no table has rows in sight until somebody asks for them; the dock is put back as it was dragged.
void TestWindowLayout::aPanelIsAsHighAsTheWindowAllowsAndAsBefore()
{
    QFETCH(const QSize, size);
    WindowFixture fixture;
    fixture.window->resize(size);
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    GeneratorOptions options;
    options.layers = 2;
    QVERIFY(fixture.drop({ fixture.folder.write("job.json", generateTrace(options)) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    fixture.window->analysisDocks()->raise("idle-causes");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("idle-causes");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    QDockWidget* dock = fixture.window->analysisDocks()->docks().at(1);
    QTest::qWait(150);
    fixture.window->resizeDocks({ dock }, { dock->height() + 60 }, Qt::Vertical); // as by hand
    QTest::qWait(150);
    const int before = dock->height();
    auto* button = dock->titleBarWidget()->findChild<QToolButton*>(QStringLiteral("dock-height"));
    QVERIFY(button && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::qWait(200);
    const auto* timeline = fixture.window->findChild<TimelineView*>();
    QVERIFY2(timeline->height() >= 100 && timeline->height() < 130, qPrintable(QString::number(timeline->height())));
    const auto* table = panel->findChild<QTableView*>(QStringLiteral("resultTable"));
    QVERIFY2(table->viewport()->visibleRegion().boundingRect().height() >= 3 * table->rowHeight(0),
        qPrintable(QString::number(table->viewport()->height())));
    const int high = dock->height();
    fixture.window->resize(size + QSize(0, 60)); // it stays so while the window changes
    QTest::qWait(200);
    QVERIFY(dock->height() >= high);
    fixture.window->resize(size);
    QTest::qWait(200);
    QVERIFY2(std::abs(dock->height() - high) <= 2, qPrintable(QString::number(dock->height())));
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::qWait(200);
    QVERIFY2(std::abs(dock->height() - before) <= 2,
        qPrintable(QStringLiteral("%1, before %2").arg(dock->height()).arg(before)));
    // In whatever size of the window it is pressed, and a track is left in any.
    QTest::mouseClick(button, Qt::LeftButton);
    for (const int more : { 300, -60 }) {
        QTest::qWait(200);
        fixture.window->resize(size + QSize(0, more));
        QTRY_VERIFY2(
            timeline->height() >= 100 && timeline->height() < 130, qPrintable(QString::number(timeline->height())));
    }
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::qWait(200);
    fixture.window->resize(size);
    QTRY_VERIFY2(std::abs(dock->height() - before) <= 2,
        qPrintable(QStringLiteral("%1, before %2").arg(dock->height()).arg(before)));
    QTest::qWait(200);
    // That of the selection is no other.
    auto* selection = fixture.window->findChild<QDockWidget*>(QStringLiteral("selection-dock"));
    selection->raise();
    auto* same = selection->titleBarWidget()->findChild<QToolButton*>(QStringLiteral("dock-height"));
    QVERIFY(same);
    QTRY_VERIFY(same->isVisible());
    QTest::mouseClick(same, Qt::LeftButton);
    QTRY_VERIFY2(std::abs(selection->height() - high) <= 2, qPrintable(QString::number(selection->height())));
    QTest::qWait(200);
    QTest::mouseClick(same, Qt::LeftButton);
    QTest::qWait(200);
    // A panel that somebody put elsewhere is not what is asked for. It needs its height there, too.
    fixture.window->addDockWidget(Qt::LeftDockWidgetArea, fixture.window->analysisDocks()->docks().front());
    dock->raise();
    QTest::qWait(200);
    const int low = dock->height();
    QTest::mouseClick(button, Qt::LeftButton);
    if (size.height() > 700)
        QTRY_VERIFY2(dock->height() > low + 50, qPrintable(QString::number(dock->height())));
    dock->setFloating(true);
    QVERIFY(!button->isVisible());
}

/// Sizes of a small screen, and of 1600 x 1000 and 1100 x 700 at 150 %.
void TestWindowLayout::aWindowThatStartsSmallKeepsTheTimeline()
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

/// 1366 x 768 at 150 %: as the window begins there, and maximised.
void TestWindowLayout::noPanelScrollsOnALaptopAt150Percent()
{
    WindowFixture fixture;
    fixture.window->resize(895, 464);
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    const auto* area = qobject_cast<const QScrollArea*>(fixture.window->analysisDocks()->docks().front()->widget());
    QVERIFY(area);
    for (const QSize size : { QSize(895, 464), QSize(911, 499) }) {
        fixture.window->resize(size);
        QTest::qWait(150);
        QTRY_VERIFY2(!area->verticalScrollBar()->isVisible() && !area->horizontalScrollBar()->isVisible(),
            qPrintable(QStringLiteral("%1 px high").arg(area->height())));
    }
}

/// What is open is said beside what is being loaded.
void TestWindowLayout::loadingWidensNoSmallWindow()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.viewState().traceSet());
    StatusLine* line = fixture.window->statusLine();
    line->showLoading(QStringLiteral("a"));
    QTest::qWait(50);
    const int shortName = line->minimumSizeHint().width();
    line->showLoading(QStringLiteral("a_trace_with_a_name_of_some_length.pt.trace.json.gz"));
    QTest::qWait(50);
    QCOMPARE(line->minimumSizeHint().width(), shortName);
}

void TestWindowLayout::aWindowWiderThanTheScreenIsBroughtBack()
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

QTEST_MAIN(TestWindowLayout)
#include "tst_window_layout.moc"
