// SPDX-License-Identifier: GPL-3.0-or-later
// Each key of the window: pressed on the timeline, what a person sees of it.
#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/menu_letters.h"
#include "app/window/parts/search_box.h"
#include "app/window/status/status_line.h"
#include "app/window/timeline/overlay_control.h"
#include "app/window/timeline/place_walk.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/support/marks.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QDockWidget>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QObject>
#include <QPoint>
#include <QRect>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSize>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <functional>
#include <memory>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The keys that belong to the window's actions. One row a key: a shortcut that goes missing fails here.
class TestWindowKeys : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void keysDo_data();
    void keysDo();
    void theSheetOfKeysIsReadWithKeys();
    void theSheetHasTheKeysOfMenus();
    void lettersEndWithAMenuThatIsDestroyed();
    void eachEntryGetsALetterWhereThereIsOne();
    void eGoesBackFromTheDetails();
    void linksAreWalkedFromAnyPlace();
    void keysOpenFileDialogs_data();
    void keysOpenFileDialogs();
    void escapeLeavesOneThingAtATime();
    void lettersAreTextInATextField();
    void marksReachStatusBarAndMenu();
    void messagesTakeThePlaceOfFigures();
    void messagesGoWithTheirSelection();
};

namespace {

using Act = std::function<void(WindowFixture&)>;
using Seen = std::function<bool(WindowFixture&)>;

constexpr TimeRange kFirst { 40'000, 90'000 };
constexpr TimeRange kSecond { 120'000, 150'000 };

std::string traceText()
{
    return TraceText()
        .step(1, 0_us, 200_us)
        .op("model::forward", 5_us, 150_us)
        .op("aten::mm", 10_us, 60_us)
        .launch(20_us, 8_us, 77)
        .kernel("gemm_kernel", 60_us, 80_us, 7, 77)
        .step(2, 200_us, 200_us)
        .op("aten::mm", 210_us, 60_us)
        .text();
}

/// Opens the trace and gives the timeline the focus.
bool begin(WindowFixture& f)
{
    if (!f.drop({ f.folder.write("small.json", traceText()) }) || !QTest::qWaitFor([&] { return f.document.isOpen(); }))
        return false;
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get()))
        return false;
    f.window->timeline()->setFocus();
    return true;
}

SliceRef kernelOf(WindowFixture& f)
{
    return { 0, findSlice(*f.viewState().traceSet()->ranks()[0].trace, "gemm_kernel") };
}

void selectKernel(WindowFixture& f)
{
    f.viewState().selectSlice(kernelOf(f));
}

std::string selectedName(WindowFixture& f)
{
    const auto slice = f.viewState().currentSlice();
    return slice ? std::string(f.viewState().rankOf(0)->trace->name(slice->slice)) : std::string();
}

QLineEdit* searchEditor(WindowFixture& f)
{
    return f.window->searchBox()->findChild<QLineEdit*>(QStringLiteral("search-text"));
}

void searchFor(WindowFixture& f, const QString& text)
{
    searchEditor(f)->setText(text);
    QTRY_VERIFY(!f.window->searchBox()->countText().isEmpty());
}

QDockWidget* detailsDock(WindowFixture& f)
{
    return f.window->findChild<QDockWidget*>(QStringLiteral("details-dock"));
}

/// Two places, each rested at.
void visitTwo(WindowFixture& f)
{
    QSignalSpy visited(&f.document, &Document::historyChanged);
    for (const TimeRange range : { kFirst, kSecond }) {
        visited.clear();
        f.viewState().setVisibleRange(range);
        QTRY_VERIFY(visited.size() > 0);
    }
}

TrackId streamOf(WindowFixture& f)
{
    const SliceRef kernel = kernelOf(f);
    return f.viewState().rankOf(kernel.rank)->trace->trackOf(kernel.slice);
}

/// Goes to the stream, as Ctrl+P does.
void findStream(WindowFixture& f)
{
    f.window->timeline()->reveal().showTrack(0, streamOf(f));
}

/// Clicks the name of the device.
void findDevice(WindowFixture& f)
{
    TimelineView& view = *f.window->timeline();
    const TimelineScene& scene = view.scene();
    const std::ptrdiff_t at = scene.rows().find({ RowKind::Group, 0, 1 });
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    QTest::mouseClick(&view, Qt::LeftButton, {}, headerRect(scene, view.viewport(), row).center());
}

bool isSheetOpen(WindowFixture& f)
{
    const auto* sheet = f.window->findChild<QDialog*>(QStringLiteral("shortcut-sheet"));
    return sheet && sheet->isVisible();
}

} // namespace

void TestWindowKeys::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindowKeys::keysDo_data()
{
    QTest::addColumn<Act>("prepare");
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<Seen>("seen"); // not before, but after
    const auto row = [](const char* name, Act prepare, int key, int modifiers, Seen seen) {
        QTest::newRow(name) << std::move(prepare) << key << modifiers << std::move(seen);
    };
    const Act nothing = [](WindowFixture&) {};
    const int none = Qt::NoModifier;
    const int shift = Qt::ShiftModifier;
    const int control = Qt::ControlModifier;
    const int alt = Qt::AltModifier;

    row("Q hides the panels below", nothing, Qt::Key_Q, none,
        [](WindowFixture& f) { return !f.window->analysisDocks()->isAnyDockedVisible(); });
    row(
        "Q shows them again", [](WindowFixture& f) { f.window->analysisDocks()->setDockedVisible(false); }, Qt::Key_Q,
        none, [](WindowFixture& f) { return f.window->analysisDocks()->isAnyDockedVisible(); });
    row("F11 full screen", nothing, Qt::Key_F11, none, [](WindowFixture& f) { return f.window->isFullScreen(); });
    row(
        "F11 leaves it", [](WindowFixture& f) { f.action(ActionId::FullScreen)->trigger(); }, Qt::Key_F11, none,
        [](WindowFixture& f) { return !f.window->isFullScreen(); });
    row(
        "F fits the selection",
        [](WindowFixture& f) {
            f.viewState().setVisibleRange(kFirst);
            selectKernel(f);
        },
        Qt::Key_F, none,
        [](WindowFixture& f) {
            const TimeRange visible = f.viewState().visibleRange();
            return visible.begin < 60'000 && visible.end > 140'000 && visible.length() < 100'000;
        });
    row(
        "0 fits all", [](WindowFixture& f) { f.viewState().setVisibleRange(kFirst); }, Qt::Key_0, none,
        [](WindowFixture& f) { return f.viewState().visibleRange().length() >= 400'000; });
    row(
        "Home fits all", [](WindowFixture& f) { f.viewState().setVisibleRange(kFirst); }, Qt::Key_Home, none,
        [](WindowFixture& f) { return f.viewState().visibleRange().length() >= 400'000; });
    row("Ctrl++ zooms in", nothing, Qt::Key_Plus, control,
        [](WindowFixture& f) { return f.viewState().visibleRange().length() < 350'000; });
    row(
        "Ctrl+- zooms out", [](WindowFixture& f) { f.viewState().setVisibleRange(kFirst); }, Qt::Key_Minus, control,
        [](WindowFixture& f) { return f.viewState().visibleRange().length() > kFirst.length(); });
    row(
        "E shows the details",
        [](WindowFixture& f) {
            selectKernel(f);
            detailsDock(f)->hide();
        },
        Qt::Key_E, none, [](WindowFixture& f) { return detailsDock(f)->isVisible(); });
    row("E goes to the details", selectKernel, Qt::Key_E, none, [](WindowFixture& f) {
        const auto* facts = detailsDock(f)->findChild<QTreeView*>(QStringLiteral("facts"));
        return facts->hasFocus() && facts->selectionModel()->hasSelection();
    });
    row("R makes a range of the event", selectKernel, Qt::Key_R, none,
        [](WindowFixture& f) { return f.viewState().selection().intervals.size() == 1; });
    row("Shift+R limits the panels", selectKernel, Qt::Key_R, shift, [](WindowFixture& f) {
        return f.viewState().scope().range == TimeRange { 60'000, 140'000 };
    });
    row("Alt+Left goes back", visitTwo, Qt::Key_Left, alt,
        [](WindowFixture& f) { return f.viewState().visibleRange() == kFirst; });
    row(
        "Alt+Right goes forward",
        [](WindowFixture& f) {
            visitTwo(f);
            f.document.goBack();
        },
        Qt::Key_Right, alt, [](WindowFixture& f) { return f.viewState().visibleRange() == kSecond; });
    row("Ctrl+F searches", nothing, Qt::Key_F, control, [](WindowFixture& f) { return searchEditor(f)->hasFocus(); });
    row("/ searches", nothing, Qt::Key_Slash, none, [](WindowFixture& f) { return searchEditor(f)->hasFocus(); });
    row("Ctrl+G asks for a range", nothing, Qt::Key_G, control, [](WindowFixture& f) {
        auto* ask = f.window->findChild<QDialog*>(QStringLiteral("go-to-range"));
        if (!ask)
            return false;
        auto* text = ask->findChild<QLineEdit*>(QStringLiteral("range-text"));
        auto* go = ask->findChild<QDialogButtonBox*>()->buttons().back();
        text->setText(QStringLiteral("nonsense"));
        const bool isRefused = std::ranges::none_of(ask->findChild<QDialogButtonBox*>()->buttons(),
            [](const QAbstractButton* button) { return button->text().contains(u"Go") && button->isEnabled(); });
        text->setText(QStringLiteral("20us - 80us"));
        for (QAbstractButton* button : ask->findChild<QDialogButtonBox*>()->buttons())
            go = button->text().contains(u"Go") ? button : go;
        go->click();
        const TimeRange visible = f.viewState().visibleRange();
        return isRefused && visible.begin <= 20'000 && visible.end >= 80'000 && visible.length() < 80'000;
    });
    row(
        "F3 next hit", [](WindowFixture& f) { searchFor(f, QStringLiteral("mm")); }, Qt::Key_F3, none,
        [](WindowFixture& f) { return f.viewState().currentSlice() && selectedName(f) == "aten::mm"; });
    row(
        "Shift+F3 previous hit", [](WindowFixture& f) { searchFor(f, QStringLiteral("mm")); }, Qt::Key_F3, shift,
        [](WindowFixture& f) {
            const auto slice = f.viewState().currentSlice();
            return slice && f.viewState().jobRange(*slice).begin == 210'000; // the last one
        });
    row(
        "Ctrl+C copies the event",
        [](WindowFixture& f) {
            QGuiApplication::clipboard()->clear();
            selectKernel(f);
        },
        Qt::Key_C, control,
        [](WindowFixture&) { return QGuiApplication::clipboard()->text().contains(QStringLiteral("gemm_kernel\n")); });
    row(
        "Ctrl+Shift+C copies it as JSON",
        [](WindowFixture& f) {
            QGuiApplication::clipboard()->clear();
            selectKernel(f);
        },
        Qt::Key_C, control | shift,
        [](WindowFixture&) {
            const QString text = QGuiApplication::clipboard()->text();
            return text.startsWith(u'{') && text.contains(QStringLiteral("\"gemm_kernel\""));
        });
    row("M marks", selectKernel, Qt::Key_M, none,
        [](WindowFixture& f) { return f.viewState().marks()->temporary().has_value(); });
    row("Shift+M marks with a note", selectKernel, Qt::Key_M, shift, [](WindowFixture& f) {
        return f.window->timeline()->findChild<QLineEdit*>(QStringLiteral("mark-note")) != nullptr;
    });
    row(
        "Delete removes the mark",
        [](WindowFixture& f) {
            f.viewState().marks()->add({ kFirst, "x", true });
        },
        Qt::Key_Delete, none, [](WindowFixture& f) { return f.viewState().marks()->all().empty(); });
    row("Ctrl+Shift+F filters tracks", nothing, Qt::Key_F, control | shift, [](WindowFixture& f) {
        const auto* box = f.window->timeline()->findChild<QLineEdit*>(QStringLiteral("track-filter"));
        return box->isVisible() && box->hasFocus();
    });
    row("Shift+P pins the track", findStream, Qt::Key_P, shift,
        [](WindowFixture& f) { return f.window->timeline()->scene().rows().rows().front().isPinned; });
    row("Shift+H hides the track", findStream, Qt::Key_H, shift,
        [](WindowFixture& f) { return f.window->timeline()->scene().choices().hidden.size() == 1; });
    row("Alt+Up moves the device", findDevice, Qt::Key_Up, alt,
        [](WindowFixture& f) { return !f.window->timeline()->scene().choices().order.empty(); });
    row(
        "Alt+Down moves it back",
        [](WindowFixture& f) {
            findDevice(f);
            f.action(ActionId::MoveTrackUp)->trigger();
        },
        Qt::Key_Down, alt,
        [](WindowFixture& f) {
            const auto& order = f.window->timeline()->scene().choices().order;
            return !order.empty() && order.begin()->second.back() == 1;
        });
    row("? shows the keys", nothing, Qt::Key_Question, none, isSheetOpen);
    row("F1 shows the keys", nothing, Qt::Key_F1, none, isSheetOpen);
    row("Ctrl+I shows the import report", nothing, Qt::Key_I, control, [](WindowFixture& f) {
        const auto* report = f.window->findChild<ImportReportDialog*>();
        return report && report->isVisible();
    });
    row("Ctrl+W closes the trace", nothing, Qt::Key_W, control, [](WindowFixture& f) { return !f.document.isOpen(); });
    row("Ctrl+Q closes the window", nothing, Qt::Key_Q, control,
        [](WindowFixture& f) { return !f.window->isVisible(); });
}

void TestWindowKeys::keysDo()
{
    QFETCH(Act, prepare);
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(Seen, seen);
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    prepare(fixture);
    QVERIFY(!seen(fixture));
    fixture.window->timeline()->setFocus();
    // What is copied as JSON is read in the background: the key is pressed until it is there.
    const bool isDone = QTest::qWaitFor([&] {
        QTest::keyClick(fixture.window->timeline(), static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
        return seen(fixture) || key != Qt::Key_C;
    });
    QVERIFY(isDone);
    QTRY_VERIFY(seen(fixture));
    for (QDialog* dialog : fixture.window->findChildren<QDialog*>())
        dialog->close();
}

void TestWindowKeys::theSheetOfKeysIsReadWithKeys()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    QTest::keyClick(fixture.window.get(), Qt::Key_F1);
    auto* sheet = fixture.window->findChild<QDialog*>(QStringLiteral("shortcut-sheet"));
    QVERIFY(sheet && QTest::qWaitForWindowActive(sheet));
    auto* list = sheet->findChild<QTreeView*>();
    QVERIFY(list && sheet->focusWidget() == list);
    QTest::keyClick(list, Qt::Key_End);
    QVERIFY(list->verticalScrollBar()->value() == list->verticalScrollBar()->maximum());
    QVERIFY(list->verticalScrollBar()->maximum() > 0);
}

void TestWindowKeys::theSheetHasTheKeysOfMenus()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    QTest::keyClick(fixture.window.get(), Qt::Key_F1);
    const auto* sheet = fixture.window->findChild<QDialog*>(QStringLiteral("shortcut-sheet"));
    QVERIFY(sheet);
    const QAbstractItemModel* keys = sheet->findChild<QTreeView*>()->model();
    QVERIFY(!keys->match(keys->index(0, 0), Qt::DisplayRole, QStringLiteral("Shift+F10"), 1,
                     Qt::MatchContains | Qt::MatchRecursive)
                 .isEmpty());
}

/// Entries may outlive the menu that they were in.
void TestWindowKeys::lettersEndWithAMenuThatIsDestroyed()
{
    WindowFixture fixture;
    QAction entry(QStringLiteral("a kernel"));
    auto menu = std::make_unique<QMenu>();
    menu->addAction(&entry);
    menu->popup({});
    QCOMPARE(entry.text(), QStringLiteral("&a kernel"));
    menu.reset();
    QCOMPARE(entry.text(), QStringLiteral("a kernel"));
}

/// Who comes first has none that only the next one could have.
void TestWindowKeys::eachEntryGetsALetterWhereThereIsOne()
{
    QMenu menu;
    for (const char* text : { "ab", "a", "&c", "cb a d" })
        menu.addAction(QString::fromLatin1(text));
    giveLetters(menu);
    QStringList texts;
    for (const QAction* entry : menu.actions())
        texts.append(entry->text());
    QCOMPARE(texts,
        (QStringList { QStringLiteral("a&b"), QStringLiteral("&a"), QStringLiteral("&c"), QStringLiteral("cb a &d") }));
}

void TestWindowKeys::eGoesBackFromTheDetails()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    selectKernel(fixture);
    QTest::keyClick(fixture.window->timeline(), Qt::Key_E);
    auto* facts = detailsDock(fixture)->findChild<QTreeView*>(QStringLiteral("facts"));
    QVERIFY(facts->hasFocus());
    QTest::keyClick(facts, Qt::Key_E);
    QVERIFY(fixture.window->timeline()->hasFocus());
    QVERIFY(detailsDock(fixture)->isVisible() && !facts->selectionModel()->hasSelection());
}

void TestWindowKeys::linksAreWalkedFromAnyPlace()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    fixture.window->overlays()->findChild<QAction*>(QStringLiteral("overlay-critical-path"))->trigger();
    QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    selectKernel(fixture);
    auto* facts = detailsDock(fixture)->findChild<QTreeView*>(QStringLiteral("facts"));
    facts->setFocus();
    QTest::keyClick(facts, Qt::Key_L);
    const Selection first = fixture.viewState().selection();
    QVERIFY(!first.isEmpty());
    QTest::keyClick(facts, Qt::Key_L);
    QVERIFY(fixture.viewState().selection() != first);
    QTest::keyClick(facts, Qt::Key_L, Qt::ShiftModifier);
    QCOMPARE(fixture.viewState().selection(), first);
}

void TestWindowKeys::keysOpenFileDialogs_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<int>("mode"); // QFileDialog::AcceptMode
    QTest::addColumn<bool>("isFolder");
    QTest::addColumn<bool>("isSearching");
    QTest::newRow("Ctrl+O opens") << int { Qt::Key_O } << int { Qt::ControlModifier } << int { QFileDialog::AcceptOpen }
                                  << false << false;
    QTest::newRow("Ctrl+Shift+O opens a folder") << int { Qt::Key_O } << int { Qt::ControlModifier | Qt::ShiftModifier }
                                                 << int { QFileDialog::AcceptOpen } << true << false;
    QTest::newRow("Ctrl+E exports") << int { Qt::Key_E } << int { Qt::ControlModifier }
                                    << int { QFileDialog::AcceptSave } << false << false;
    QTest::newRow("Ctrl+E exports while one searches")
        << int { Qt::Key_E } << int { Qt::ControlModifier } << int { QFileDialog::AcceptSave } << false << true;
}

void TestWindowKeys::keysOpenFileDialogs()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(int, mode);
    QFETCH(bool, isFolder);
    QFETCH(bool, isSearching);
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    int seenMode = -1;
    bool seenFolder = false;
    QString place;
    QTimer closer; // the key only returns when somebody closed the dialog
    connect(&closer, &QTimer::timeout, this, [&] {
        if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            seenMode = dialog->acceptMode();
            seenFolder = dialog->fileMode() == QFileDialog::Directory;
            place = dialog->directory().canonicalPath();
            dialog->reject();
        }
    });
    closer.start(10);
    QWidget* focus = isSearching ? static_cast<QWidget*>(searchEditor(fixture)) : fixture.window->timeline();
    focus->setFocus();
    QTest::keyClick(focus, static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers));
    QTRY_COMPARE(seenMode, mode);
    QCOMPARE(place, QFileInfo(toQString(fixture.folder.path())).canonicalFilePath()); // beside what is open
    QCOMPARE(seenFolder, isFolder);
    QVERIFY(fixture.document.isOpen());
}

void TestWindowKeys::escapeLeavesOneThingAtATime()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    searchFor(fixture, QStringLiteral("mm"));
    Scope scope;
    scope.range = kFirst;
    fixture.viewState().setScope(scope);
    selectKernel(fixture);
    TimelineView* timeline = fixture.window->timeline();
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_Escape);
    QVERIFY(fixture.viewState().selection().isEmpty());
    QVERIFY(!fixture.viewState().scope().isWhole());
    QTest::keyClick(timeline, Qt::Key_Escape);
    QVERIFY(fixture.viewState().scope().isWhole());
    QCOMPARE(searchEditor(fixture)->text(), QStringLiteral("mm"));
    QTest::keyClick(timeline, Qt::Key_Escape);
    QCOMPARE(searchEditor(fixture)->text(), QString());
    QVERIFY(!fixture.action(ActionId::ClearSelection)->isEnabled());
    QTest::keyClick(timeline, Qt::Key_Escape); // nothing is left
}

void TestWindowKeys::lettersAreTextInATextField()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    selectKernel(fixture);
    const TimeRange before = fixture.viewState().visibleRange();
    QLineEdit* editor = searchEditor(fixture);
    editor->setFocus();
    const QString typed = QStringLiteral("qerfm?/wasd0123.,[]np");
    QTest::keyClicks(editor, typed);
    QCOMPARE(editor->text(), typed);
    QCOMPARE(fixture.viewState().visibleRange(), before);
    QVERIFY(fixture.viewState().marks()->all().empty());
    QVERIFY(fixture.viewState().selection().intervals.empty());
    QVERIFY(fixture.window->analysisDocks()->isAnyDockedVisible());
    QVERIFY(!isSheetOpen(fixture));
}

/// Also when a dialog adds what it writes to the status bar.
void TestWindowKeys::messagesTakeThePlaceOfFigures()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    StatusLine* line = fixture.window->statusLine();
    auto* visible = line->findChild<QLabel*>(QStringLiteral("visible-span"));
    QVERIFY(visible && visible->isVisible());
    line->showMessage(QStringLiteral("Saved picture.png"));
    QVERIFY(!visible->isVisible());
    auto* added = new QLabel(QStringLiteral("report"), line);
    line->addPermanentWidget(added);
    QCoreApplication::processEvents();
    QVERIFY(!visible->isVisible());
    delete added;
    QCoreApplication::processEvents();
    QVERIFY(!visible->isVisible());
    line->clearMessage();
    QVERIFY(visible->isVisible());
}

void TestWindowKeys::messagesGoWithTheirSelection()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    const auto said = [&fixture] { return fixture.window->statusLine()->currentMessage(); };
    Selection both;
    both.intervals = { { 0, {}, { 10'000, 20'000 } }, { 0, {}, { 100'000, 150'000 } } };
    fixture.viewState().setSelection(both);
    fixture.window->findChild<PlaceWalk*>()->showLongest();
    QTRY_VERIFY(said().contains(QStringLiteral("the longest of 2")));
    fixture.viewState().clearSelection();
    QCOMPARE(said(), QString());
    // All of it in view: no longer the longest.
    fixture.viewState().setSelection(both);
    fixture.window->findChild<PlaceWalk*>()->showLongest();
    QTRY_VERIFY(said().contains(QStringLiteral("the longest of 2")));
    fixture.window->findChild<PlaceWalk*>()->zoomTo(both);
    QCOMPARE(said(), QString());
}

void TestWindowKeys::marksReachStatusBarAndMenu()
{
    WindowFixture fixture;
    QVERIFY(begin(fixture));
    TimelineView* timeline = fixture.window->timeline();
    // Docks get their sizes when their panels are filled, and the place is at the timeline's edge.
    QTRY_VERIFY([timeline] {
        const QSize before = timeline->size();
        QTest::qWait(150);
        return timeline->size() == before;
    }());
    const QRect lanes = timeline->scene().geometry(timeline->viewport().size).lanes;
    const QPoint place(lanes.left() + 100, lanes.bottom() - 3);
    QTest::mouseMove(timeline, place + QPoint(0, 1));
    QTest::mouseMove(timeline, place);
    QCOMPARE(fixture.window->findChild<QLabel*>(QStringLiteral("mark-distance"))->text(), QString());
    QTest::keyClick(timeline, Qt::Key_M);
    QTest::mouseMove(timeline, place + QPoint(50, 0));
    const QString later = fixture.window->findChild<QLabel*>(QStringLiteral("mark-distance"))->text();
    QVERIFY2(later.startsWith(u'+') && later.contains(QStringLiteral("from mark")), qPrintable(later));
    QTest::mouseMove(timeline, place - QPoint(50, 0));
    QVERIFY(fixture.window->findChild<QLabel*>(QStringLiteral("mark-distance"))->text().startsWith(u'-'));

    Marks* marks = fixture.viewState().marks();
    marks->add({ { 350'000, 350'000 }, "a & b", true });
    fixture.viewState().setVisibleRange(kFirst);
    auto* menu = fixture.window->findChild<QMenu*>(QStringLiteral("marks-menu"));
    QVERIFY(menu);
    emit menu->aboutToShow();
    const QList<QAction*> entries = menu->findChildren<QAction*>(QStringLiteral("show-mark"));
    QCOMPARE(entries.size(), 2);
    QVERIFY2(entries[1]->text().contains(QStringLiteral("a && b")), qPrintable(entries[1]->text()));
    QVERIFY(entries[1]->isChecked());
    entries[1]->trigger();
    QVERIFY(fixture.viewState().visibleRange().contains(350'000));
    fixture.action(ActionId::RemoveMark)->trigger();
    QCOMPARE(marks->all().size(), std::size_t { 1 });
    fixture.action(ActionId::RemoveMarks)->trigger();
    QVERIFY(marks->all().empty());
    QVERIFY(!fixture.action(ActionId::RemoveMark)->isEnabled());
    QCOMPARE(fixture.window->findChild<QLabel*>(QStringLiteral("mark-distance"))->text(), QString());
    // From the menu there is no pointer: the selection is marked.
    selectKernel(fixture);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(timeline, &leave);
    fixture.action(ActionId::MarkHere)->trigger();
    QCOMPARE(marks->all().at(0).range, (TimeRange { 60'000, 140'000 }));
    fixture.action(ActionId::EditMark)->trigger();
    QVERIFY(timeline->findChild<QLineEdit*>(QStringLiteral("mark-note")));
}

QTEST_MAIN(TestWindowKeys)
#include "tst_window_keys.moc"
