// SPDX-License-Identifier: GPL-3.0-or-later
// What happens while a trace is opened in the real window, offscreen, and when it cannot be.
#include "app/window/docks/analysis_docks.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/start_page.h"
#include "app/window/status/status_line.h"
#include "core/analysis/words/loss_message.h"
#include "core/words/english.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QToolButton>

#include <condition_variable>
#include <filesystem>
#include <mutex>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Lets a test hold every load until it says go.
class Gate {
public:
    LoadJob::Loader loader()
    {
        return
            [this](const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress) {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, progress.stop, [&] { return m_isOpen || arguments.front().path == m_free; });
                lock.unlock();
                return loadTraceSet(arguments, options, progress);
            };
    }
    void letThrough(const std::string& path)
    {
        const std::lock_guard lock(m_mutex);
        m_free = path;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::string m_free;
    bool m_isOpen = false;
};

} // namespace

class TestWindowLoading : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void severalFilesAreRanksOfOneJob();
    void badFileKeepsTheOpenTrace_data();
    void badFileKeepsTheOpenTrace();
    void nothingIsOpenedFromAForeignDrop();
    void cancelKeepsTheOpenTrace();
    void secondDropWins();
    void closesWhileLoading();
    void closeTraceShowsTheStartPage();
    void repairedFileIsSaidQuietly();
    void ofSeveralFilesTheOneThatIsMeantIsNamed();
    void filesAreReadAgain();
    void recentFilesAreOffered();
    void rawMemoryTimelineShowsItsPanel();
    void nextTraceBeginsWithItsOverview_data();
    void nextTraceBeginsWithItsOverview();
    void memoryTimelineLeavesTheRememberedLayoutAlone();
};

void TestWindowLoading::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindowLoading::severalFilesAreRanksOfOneJob()
{
    WindowFixture fixture;
    GeneratorOptions options;
    options.ranks = 2;
    options.layers = 1;
    const std::vector<std::string> texts = generateTraces(options);
    QVERIFY(fixture.drop(
        { fixture.folder.write("job/rank0.json", texts[0]), fixture.folder.write("job/rank1.json", texts[1]) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QCOMPARE(fixture.viewState().traceSet()->ranks().size(), std::size_t { 2 });

    QVERIFY(fixture.drop({ fixture.folder.file("job") }));
    QTRY_COMPARE(fixture.document.arguments().size(), std::size_t { 1 });
    QCOMPARE(fixture.viewState().traceSet()->ranks().size(), std::size_t { 2 });
}

void TestWindowLoading::badFileKeepsTheOpenTrace_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("no trace") << QStringLiteral("notes.txt");
    QTest::newRow("missing") << QStringLiteral("gone.json");
    QTest::newRow("empty folder") << QStringLiteral("empty");
    QTest::newRow("dangling link") << QStringLiteral("dangling.json");
}

void TestWindowLoading::badFileKeepsTheOpenTrace()
{
    QFETCH(QString, name);
    WindowFixture fixture;
    fixture.folder.write("notes.txt", "milk, bread");
    QDir().mkpath(toQString(fixture.folder.file("empty")));
    QFile::link(QStringLiteral("/nowhere/at/all"), toQString(fixture.folder.file("dangling.json")));
    QVERIFY(fixture.drop({ fixture.folder.write("good.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const auto before = fixture.viewState().traceSet();

    QSignalSpy failed(&fixture.document, &Document::loadFailed);
    QVERIFY(fixture.drop({ fixture.folder.file(name.toStdString()) }));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(fixture.viewState().traceSet() == before);
    QVERIFY(fixture.window->timeline()->isVisible());
    QVERIFY(fixture.window->banner()->isVisible());
    QVERIFY2(fixture.window->banner()->sentence().contains(name), qPrintable(fixture.window->banner()->sentence()));
    QCOMPARE(fixture.window->recentFiles().entries().size(), std::size_t { 1 });
}

void TestWindowLoading::nothingIsOpenedFromAForeignDrop()
{
    WindowFixture fixture;
    QVERIFY(!fixture.drop({}));
    QVERIFY(!fixture.document.isLoading());
}

void TestWindowLoading::cancelKeepsTheOpenTrace()
{
    Gate gate;
    WindowFixture fixture(gate.loader());
    const std::string good = fixture.folder.write("good.json", smallTrace());
    const std::string slow = fixture.folder.write("slow.json", smallTrace());
    gate.letThrough(good);
    QVERIFY(fixture.drop({ good }));
    QTRY_VERIFY(fixture.document.isOpen());
    const auto before = fixture.viewState().traceSet();

    QVERIFY(fixture.drop({ slow }));
    QVERIFY(fixture.document.isLoading());
    auto* cancel = fixture.window->findChild<QToolButton*>(QStringLiteral("cancel-load"));
    QVERIFY(cancel->isVisible());
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY2(clock.elapsed() < 2000, "it waited for the loader"); // which a busy machine may take long to do
    QVERIFY(!fixture.document.isLoading());
    QVERIFY(!cancel->isVisible());
    QVERIFY(fixture.viewState().traceSet() == before);
    QVERIFY(!fixture.window->banner()->isVisible());
}

void TestWindowLoading::secondDropWins()
{
    Gate gate;
    WindowFixture fixture(gate.loader());
    const std::string first = fixture.folder.write("first.json", smallTrace());
    const std::string second = fixture.folder.write("second.json", smallTrace());
    QSignalSpy opened(&fixture.document, &Document::opened);
    QVERIFY(fixture.drop({ first }));
    QVERIFY(fixture.drop({ second }));
    gate.letThrough(second);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(fixture.document.arguments().front().path, second);
    gate.letThrough(first);
    QCoreApplication::processEvents();
    QCOMPARE(opened.size(), 1);
}

void TestWindowLoading::closesWhileLoading()
{
    Gate gate;
    WindowFixture fixture(gate.loader());
    QVERIFY(fixture.drop({ fixture.folder.write("slow.json", smallTrace()) }));
    QVERIFY(fixture.document.isLoading());
    QVERIFY(fixture.window->close());
    QVERIFY(!fixture.document.isLoading());
    fixture.window.reset();
}

void TestWindowLoading::closeTraceShowsTheStartPage()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QVERIFY(fixture.window->findChild<QDockWidget*>(QStringLiteral("details-dock"))->isVisible());
    fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(!fixture.document.isOpen());
    QVERIFY(fixture.window->findChild<StartPage*>()->isVisible());
    QVERIFY(!fixture.window->findChild<QDockWidget*>(QStringLiteral("details-dock"))->isVisible());

    QVERIFY(fixture.drop({ fixture.folder.file("small.json") }));
    QTRY_VERIFY(fixture.document.isOpen());
    QVERIFY(fixture.window->findChild<QDockWidget*>(QStringLiteral("details-dock"))->isVisible());
}

void TestWindowLoading::repairedFileIsSaidQuietly()
{
    WindowFixture fixture;
    const std::string whole = smallTrace();
    QVERIFY(fixture.drop({ fixture.folder.write("cut.json", whole.substr(0, whole.size() * 2 / 3)) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QVERIFY(fixture.window->banner()->isVisible());
    QVERIFY(fixture.window->banner()->kind() == MessageBanner::Kind::Note);
    const ImportReport& loss = fixture.viewState().traceSet()->ranks().front().trace->report();
    QCOMPARE(fixture.window->banner()->sentence(),
        QString::fromStdString(english(lossMessage(loss)))); // as the command line
    auto* button = fixture.window->banner()->findChild<QPushButton*>();
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto* report = fixture.window->findChild<ImportReportDialog*>();
    QVERIFY(report && report->isVisible() && !report->isModal());
    fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(!report->isVisible());
}

/// "The file ends before the trace does": which of them?
void TestWindowLoading::ofSeveralFilesTheOneThatIsMeantIsNamed()
{
    WindowFixture fixture;
    const std::string whole = smallTrace();
    QVERIFY(fixture.drop({ fixture.folder.write("whole.json", whole),
        fixture.folder.write("cut.json", whole.substr(0, whole.size() * 2 / 3)) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const QString sentence = fixture.window->banner()->sentence();
    QVERIFY2(sentence.startsWith(QStringLiteral("cut.json: ")), qPrintable(sentence));
}

/// Who records again under the same name looks at the new trace as at the old one.
void TestWindowLoading::filesAreReadAgain()
{
    WindowFixture fixture;
    QVERIFY(!fixture.action(ActionId::Reload)->isEnabled());
    const std::string path = fixture.folder.write("small.json", smallTrace());
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.document.isOpen());
    const TimeRange seen { 20'000, 120'000 };
    fixture.viewState().setVisibleRange(seen);
    const auto findKernel = [&fixture](const char* name) {
        return findSlice(*fixture.viewState().traceSet()->ranks()[0].trace, name);
    };
    fixture.folder.write("small.json",
        TraceText()
            .step(1, 0_us, 200_us)
            .op("aten::mm", 10_us, 60_us)
            .launch(20_us, 8_us, 77)
            .kernel("gemm_kernel", 60_us, 80_us, 7, 77)
            .kernel("new_kernel", 150_us, 20_us, 7, 78)
            .text());
    QTest::keyClick(fixture.window->timeline(), Qt::Key_F5);
    QTRY_VERIFY(fixture.viewState().traceSet()->ranks()[0].trace->slices().size() == 5);
    QCOMPARE(fixture.viewState().traceSet()->ranks()[0].trace->name(findKernel("new_kernel")), "new_kernel");
    QVERIFY(fixture.viewState().visibleRange() == seen);
    QCOMPARE(fixture.window->banner()->sentence(), QString());

    // Where the file is gone, what is open stays.
    std::filesystem::remove(path);
    fixture.action(ActionId::Reload)->trigger();
    QTRY_VERIFY(fixture.window->banner()->sentence().contains(u"small.json"));
    QVERIFY(fixture.document.isOpen());
    QVERIFY(fixture.window->banner()->kind() == MessageBanner::Kind::Error);
}

void TestWindowLoading::recentFilesAreOffered()
{
    WindowFixture fixture;
    const std::string path = fixture.folder.write("small.json", smallTrace());
    QVERIFY(fixture.drop({ path }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.action(ActionId::CloseTrace)->trigger();
    QCOMPARE(fixture.window->recentFiles().entries().size(), std::size_t { 1 });

    QPushButton* entry = nullptr;
    const auto buttons = fixture.window->findChild<StartPage*>()->findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("small.json"))
            entry = button;
    }
    QVERIFY(entry && entry->isVisible());
    QTest::mouseClick(entry, Qt::LeftButton);
    QTRY_VERIFY(fixture.document.isOpen());
}

namespace {

constexpr auto kRawMemory = "[[1000, 1, 512, 0], [2000, 3, -512, 0]]";

/// The title of the dock in front below the timeline.
QString titleInFront(const MainWindow& window)
{
    const auto docks = window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (const QDockWidget* dock : docks) {
        if (window.dockWidgetArea(const_cast<QDockWidget*>(dock)) == Qt::BottomDockWidgetArea
            && !dock->visibleRegion().isEmpty())
            return dock->windowTitle();
    }
    return {};
}

bool opens(WindowFixture& fixture, const std::string& name, const std::string& text)
{
    QSignalSpy opened(&fixture.document, &Document::opened);
    return fixture.drop({ fixture.folder.write(name, text) }) && QTest::qWaitFor([&] { return opened.size() == 1; });
}

} // namespace

void TestWindowLoading::rawMemoryTimelineShowsItsPanel()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("memory.raw.json", kRawMemory) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("memory-timeline")->isVisible()); // as the window hears of it
    const auto countersAre = [&fixture](Unit unit) {
        const std::vector<RowSummary>& rows = fixture.window->timeline()->summaries();
        return !rows.empty()
            && std::ranges::all_of(rows, [unit](const RowSummary& row) { return !row.isCounter || row.unit == unit; })
            && std::ranges::any_of(rows, &RowSummary::isCounter);
    };
    QTRY_VERIFY(countersAre(Unit::Bytes));
    QVERIFY(opens(
        fixture, "counters.json", R"({"traceEvents":[{"ph":"C","name":"c","pid":1,"tid":1,"ts":1,"args":{"v":5}}]})"));
    QTRY_VERIFY(countersAre(Unit::Count));
}

void TestWindowLoading::nextTraceBeginsWithItsOverview_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<bool>("isOpenBefore");
    for (const char* title : { "Overview", "Host and launches", "Memory", "Selection", "closed" }) {
        QTest::addRow("%s, open", title) << QString::fromLatin1(title) << true;
        QTest::addRow("%s, at the start", title) << QString::fromLatin1(title) << false;
    }
}

void TestWindowLoading::nextTraceBeginsWithItsOverview()
{
    QFETCH(QString, before);
    QFETCH(bool, isOpenBefore);
    WindowFixture fixture;
    QVERIFY(opens(fixture, "first.json", smallTrace()));
    QDockWidget* memory = nullptr;
    for (QDockWidget* dock : fixture.window->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        if (dock->windowTitle() == before)
            dock->raise();
        if (dock->windowTitle() == QStringLiteral("Memory"))
            memory = dock;
    }
    const bool isClosed = before == QStringLiteral("closed");
    if (isClosed) {
        before = QStringLiteral("Overview");
        memory->close();
    }
    fixture.window->analysisDocks()->setTabs({ QStringLiteral("memory-bandwidth") });
    QTRY_COMPARE(titleInFront(*fixture.window), before);
    if (!isOpenBefore)
        fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(opens(fixture, "memory.raw.json", kRawMemory));
    QTRY_COMPARE(titleInFront(*fixture.window), QStringLiteral("Memory"));
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("memory-timeline")->isVisible());
    QVERIFY(opens(fixture, "another.raw.json", kRawMemory));
    QVERIFY(opens(fixture, "second.json", smallTrace()));
    QTRY_COMPARE(titleInFront(*fixture.window), QStringLiteral("Overview"));
    // What the memory timeline changed for its own sake is as it was.
    QVERIFY(fixture.window->analysisDocks()->tabs().contains(QStringLiteral("memory-bandwidth")));
    QCOMPARE(memory->isHidden(), isClosed);
}

void TestWindowLoading::memoryTimelineLeavesTheRememberedLayoutAlone()
{
    WindowFixture fixture;
    QVERIFY(opens(fixture, "first.json", smallTrace()));
    fixture.window->analysisDocks()->raise("idle-time");
    const QStringList tabs = fixture.window->analysisDocks()->tabs();
    QVERIFY(opens(fixture, "memory.raw.json", kRawMemory));
    QTRY_COMPARE(titleInFront(*fixture.window), QStringLiteral("Memory"));
    fixture.window->close();
    fixture.window = std::make_unique<MainWindow>(fixture.settings, fixture.document);
    fixture.window->resize(1280, 800);
    fixture.window->show();
    QCOMPARE(fixture.window->analysisDocks()->tabs(), tabs);
    QVERIFY(opens(fixture, "second.json", smallTrace()));
    QTRY_COMPARE(titleInFront(*fixture.window), QStringLiteral("Overview"));
}

QTEST_MAIN(TestWindowLoading)
#include "tst_window_loading.moc"
