// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: where Tab goes, and whether one sees where one is.
#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/search_box.h"
#include "app/window/theme.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/selection_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QImage>
#include <QLatin1String>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QObject>
#include <QPixmap>
#include <QPoint>
#include <QPushButton>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestKeyboardFocus : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyStopIsSeen_data();
    void everyStopIsSeen();
    void tabGoesRoundBothWays();
    void findingsAreAFewStopsAway();
    void buttonsOfAPanelAreWalkedAsTheyAreRead();
    void theTimelineKeepsTheKeysOfAnOpenedTrace();
    void raisedPanelsHandTheKeysOn_data();
    void raisedPanelsHandTheKeysOn();
    void enterPressesButtons();
    void floatingDocksKnowTheKeys();
    void readingAgainLeavesTheKeysWhereTheyAre_data();
    void readingAgainLeavesTheKeysWhereTheyAre();
    void aFailedRunLeavesTheKeysToItsUser();
    void columnsAreChosenByKey();
};

namespace {

/// Opens a trace with findings and gives the timeline the focus.
bool begin(WindowFixture& f)
{
    if (!f.drop({ f.folder.write("small.json", smallTrace()) })
        || !QTest::qWaitFor([&] { return f.document.isOpen(); }))
        return false;
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get()))
        return false;
    return QTest::qWaitFor([&] {
        return std::ranges::any_of(f.window->findChildren<QAbstractItemView*>(QStringLiteral("resultTable")),
            [](const QAbstractItemView* each) { return each->isVisible() && each->model()->rowCount() > 0; });
    });
}

QString nameOf(const QWidget* widget)
{
    QStringList path;
    for (const QWidget* each = widget; each && path.size() < 4; each = each->parentWidget())
        path.prepend(
            each->objectName().isEmpty() ? QString::fromLatin1(each->metaObject()->className()) : each->objectName());
    return path.join(u'/');
}

/// Every stop of a walk with a key, from the timeline on until it comes back to a stop.
QList<QWidget*> stopsOf(WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    constexpr int kMost = 100;
    f.window->timeline()->setFocus();
    QList<QWidget*> stops { QApplication::focusWidget() };
    while (stops.size() < kMost) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        QWidget* focused = QApplication::focusWidget();
        if (!focused || stops.contains(focused))
            break;
        stops.append(focused);
    }
    return stops;
}

/// A list without frame and scroll bars has nothing of its own to be seen: its viewport covers it.
bool isSeen(const QWidget& widget)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(&widget);
    return !widget.visibleRegion().isEmpty() || (area && !area->viewport()->visibleRegion().isEmpty());
}

int differingPixels(const QImage& a, const QImage& b)
{
    int differing = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            differing += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    }
    return differing;
}

} // namespace

void TestKeyboardFocus::initTestCase()
{
    initWindowResources();
}

void TestKeyboardFocus::everyStopIsSeen_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void TestKeyboardFocus::everyStopIsSeen()
{
    QFETCH(ThemeChoice, theme);
    applyTheme(theme);
    WindowFixture f;
    QVERIFY(begin(f));
    const QList<QWidget*> stops = stopsOf(f, Qt::Key_Tab);
    QVERIFY(stops.size() >= 8);
    for (QWidget* stop : stops) {
        QVERIFY2(isSeen(*stop), qPrintable(nameOf(stop)));
        // A text cursor that blinks would make a difference of its own.
        stop->setFocus(Qt::TabFocusReason);
        QCoreApplication::processEvents();
        const QImage with = f.window->grab().toImage();
        stop->clearFocus();
        QCoreApplication::processEvents();
        const int differing = differingPixels(with, f.window->grab().toImage());
        QVERIFY2(differing >= 20, qPrintable(nameOf(stop) + QStringLiteral(": %1 pixels").arg(differing)));
    }
}

void TestKeyboardFocus::tabGoesRoundBothWays()
{
    WindowFixture f;
    QVERIFY(begin(f));
    QList<QWidget*> forth = stopsOf(f, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), f.window->timeline());
    QList<QWidget*> back = stopsOf(f, Qt::Key_Tab, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), f.window->timeline());
    std::reverse(back.begin() + 1, back.end());
    QCOMPARE(back, forth);
}

void TestKeyboardFocus::findingsAreAFewStopsAway()
{
    constexpr int kFew = 6;
    WindowFixture f;
    QVERIFY(begin(f));
    const QList<QWidget*> stops = stopsOf(f, Qt::Key_Tab);
    const auto table = std::find_if(stops.begin(), stops.end(),
        [](const QWidget* stop) { return stop->objectName() == QLatin1String("resultTable"); });
    QVERIFY(table != stops.end());
    QVERIFY2(table - stops.begin() <= kFew, qPrintable(QString::number(table - stops.begin())));
    // Down chooses the first finding, Enter shows it.
    (*table)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(*table, Qt::Key_Down);
    QCOMPARE(qobject_cast<QAbstractItemView*>(*table)->currentIndex().row(), 0);
    QTRY_VERIFY(!f.viewState().selection().isEmpty());
}

void TestKeyboardFocus::buttonsOfAPanelAreWalkedAsTheyAreRead()
{
    WindowFixture f;
    QVERIFY(begin(f));
    const QList<QWidget*> stops = stopsOf(f, Qt::Key_Tab);
    const auto stopOf = [&](QLatin1String name) {
        return std::ranges::find(stops, name, [](const QWidget* stop) { return stop->objectName(); });
    };
    const auto toggle = stopOf(QLatin1String("formToggle"));
    const auto button = stopOf(QLatin1String("exportButton"));
    QVERIFY(toggle != stops.end() && button != stops.end());
    QVERIFY((*toggle)->mapToGlobal(QPoint()).x() < (*button)->mapToGlobal(QPoint()).x());
    QVERIFY(toggle < button);
}

/// Also when the panel in front is made only later, and whatever had the keys before.
void TestKeyboardFocus::theTimelineKeepsTheKeysOfAnOpenedTrace()
{
    WindowFixture f;
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    QVERIFY(begin(f));
    QCOMPARE(QApplication::focusWidget(), f.window->timeline());
}

void TestKeyboardFocus::raisedPanelsHandTheKeysOn_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<bool>("hasRows");
    QTest::newRow("a table") << QStringLiteral("kernel-breakdown") << true;
    QTest::newRow("facts of one row") << QStringLiteral("temporal-breakdown") << true;
    QTest::newRow("nothing to show") << QStringLiteral("comm-comp-overlap") << false;
}

/// A panel that a menu opens has the keys in what it shows, not in a frame that nobody sees.
void TestKeyboardFocus::raisedPanelsHandTheKeysOn()
{
    QFETCH(const QString, analysis);
    QFETCH(const bool, hasRows);
    WindowFixture f;
    QVERIFY(begin(f));
    f.window->analysisDocks()->raise(analysis.toStdString());
    AnalysisPanel* panel = f.window->analysisDocks()->panel(analysis.toStdString());
    QVERIFY(panel);
    const auto focused = [panel] {
        const QWidget* focus = QApplication::focusWidget();
        return focus && focus != panel && panel->isAncestorOf(focus) ? focus : nullptr;
    };
    QTRY_VERIFY(focused());
    QVERIFY(isSeen(*focused()));
    QVERIFY2((qobject_cast<const QAbstractItemView*>(focused()) != nullptr) == hasRows, qPrintable(nameOf(focused())));
    // Again, while it is in front already.
    f.window->timeline()->setFocus();
    f.window->analysisDocks()->raise(analysis.toStdString());
    QTRY_VERIFY(focused());
}

void TestKeyboardFocus::enterPressesButtons()
{
    WindowFixture f;
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    const auto press = [](QWidget* button, Qt::Key key) {
        button->setFocus(Qt::TabFocusReason);
        QTest::keyClick(button, key);
    };
    auto* sample = f.window->findChild<QPushButton*>(QStringLiteral("open-sample"));
    QVERIFY(sample);
    sample->show();
    QSignalSpy pressed(sample, &QPushButton::clicked);
    press(sample, Qt::Key_Return);
    QCOMPARE(pressed.count(), 1);
    press(sample, Qt::Key_Enter);
    QCOMPARE(pressed.count(), 2);

    QVERIFY(begin(f));
    auto* panel = f.window->analysisDocks()->panel("overview");
    auto* exports = panel->findChild<QToolButton*>(QStringLiteral("exportButton"));
    bool isOpened = false;
    QTimer::singleShot(200, exports, [&isOpened, exports] {
        isOpened = exports->menu()->isVisible();
        exports->menu()->close();
    });
    press(exports, Qt::Key_Return);
    QTRY_VERIFY(isOpened);
}

/// What floats is a window of its own for Qt, and still a part of this one for who works with it.
void TestKeyboardFocus::floatingDocksKnowTheKeys()
{
    WindowFixture f;
    QVERIFY(begin(f));
    QDockWidget* dock = f.window->analysisDocks()->docks().front();
    auto* panel = f.window->analysisDocks()->panel("overview");
    const auto inDock = [&](QWidget* widget) {
        dock->activateWindow();
        widget->setFocus(Qt::TabFocusReason);
        return QTest::qWaitFor([widget] { return QApplication::focusWidget() == widget; });
    };
    dock->setFloating(true);
    QVERIFY(QTest::qWaitForWindowExposed(dock));
    auto* toggle = panel->findChild<QToolButton*>(QStringLiteral("formToggle"));
    QVERIFY(inDock(toggle));
    const bool wasShown = toggle->isChecked();
    QTest::keyClick(toggle, Qt::Key_Return);
    QCOMPARE(toggle->isChecked(), !wasShown);
    QTest::keyClick(toggle, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(toggle->isChecked(), !wasShown);

    f.viewState().selectSlice({ 0, SliceId { std::uint32_t { 0 } } });
    QTest::keyClick(toggle, Qt::Key_Escape);
    QVERIFY(f.viewState().selection().isEmpty());
    const auto isInWindow = [&f] {
        const QWidget* now = QApplication::focusWidget();
        return now && now->window() == f.window.get() && qobject_cast<const QLineEdit*>(now);
    };
    for (const auto modifiers :
        { Qt::KeyboardModifiers(Qt::ControlModifier), Qt::ControlModifier | Qt::ShiftModifier }) {
        QVERIFY(inDock(toggle));
        QTest::keyClick(toggle, Qt::Key_F, modifiers); // the search, the filter of tracks
        QTRY_VERIFY(isInWindow());
    }
    QVERIFY(inDock(toggle));
    QTest::keyClick(toggle, Qt::Key_P, Qt::ControlModifier);
    auto* tracks = f.window->findChild<QWidget*>(QStringLiteral("picker"));
    QTRY_VERIFY(tracks->isVisible() && tracks->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_COMPARE(QApplication::focusWidget(), toggle);
    QSignalSpy opened(&f.document, &Document::opened);
    QTest::keyClick(toggle, Qt::Key_F5);
    QTRY_COMPARE(opened.size(), 1);
    QVERIFY(dock->isFloating());
    QCOMPARE(dock->focusWidget(), toggle); // who has it once more where a window manager puts the dock in front again
}

void TestKeyboardFocus::readingAgainLeavesTheKeysWhereTheyAre_data()
{
    QTest::addColumn<QString>("place");
    for (const char* const place : { "resultTable", "tableFilter", "formToggle", "search", "facts" })
        QTest::newRow(place) << QString::fromLatin1(place);
}

void TestKeyboardFocus::readingAgainLeavesTheKeysWhereTheyAre()
{
    QFETCH(const QString, place);
    WindowFixture f;
    QVERIFY(begin(f));
    f.window->analysisDocks()->raise("kernel-breakdown");
    AnalysisPanel* panel = f.window->analysisDocks()->panel("kernel-breakdown");
    QTRY_VERIFY(panel->findChild<QWidget*>(QStringLiteral("resultTable"))->isVisible());
    f.viewState().selectSlice({ 0, SliceId { std::uint32_t { 0 } } });
    auto* widget = panel->findChild<QWidget*>(place);
    if (place == QLatin1String("search"))
        widget = f.window->searchBox()->findChild<QLineEdit*>();
    else if (place == QLatin1String("facts"))
        widget = f.window->details()->focusProxy();
    QVERIFY(widget);
    widget->setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(QApplication::focusWidget(), widget);
    QSignalSpy opened(&f.document, &Document::opened);
    QTest::keyClick(widget, Qt::Key_F5);
    QTRY_COMPARE(opened.size(), 1);
    QTRY_COMPARE(QApplication::focusWidget(), widget);
}

/// Whose run after F5 fails gets the keys back from no later one.
void TestKeyboardFocus::aFailedRunLeavesTheKeysToItsUser()
{
    WindowFixture f;
    QVERIFY(begin(f));
    f.window->analysisDocks()->raise("kernel-breakdown");
    AnalysisPanel* panel = f.window->analysisDocks()->panel("kernel-breakdown");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    auto* filter = panel->findChild<QWidget*>(QStringLiteral("tableFilter"));
    QTRY_VERIFY(filter->isVisible());
    filter->setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(QApplication::focusWidget(), filter);
    connect(&f.document, &Document::opened, panel, [panel] { panel->setMemoryLimit(1); });
    QTest::keyClick(filter, Qt::Key_F5);
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Failed);
    panel->setMemoryLimit(0);
    panel->setFocus();
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    const QWidget* rows = panel->findChild<QWidget*>(QStringLiteral("resultTable"));
    QCOMPARE(QApplication::focusWidget(), rows);
}

/// The keys do not reach headings; their menu is in that of the rows.
void TestKeyboardFocus::columnsAreChosenByKey()
{
    WindowFixture f;
    QVERIFY(begin(f));
    f.window->analysisDocks()->raise("kernel-breakdown");
    auto* table = f.window->analysisDocks()->panel("kernel-breakdown")->findChild<ResultTableView*>();
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
    // The first column that may go, out of the menu or its part for columns.
    const auto hideFirst = [](QWidget& asked) {
        QString hidden;
        QTimer::singleShot(0, &asked, [&hidden] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QMenu* columns = menu && menu->objectName() == QLatin1String("columnMenu") ? menu
                : menu ? menu->findChild<QMenu*>(QStringLiteral("columnMenu"))
                       : nullptr;
            if (columns && columns->actions().front()->isChecked()) {
                hidden = columns->actions().front()->text();
                columns->actions().front()->trigger();
            }
            if (menu)
                menu->close();
        });
        QTest::keyClick(&asked, Qt::Key_F10, Qt::ShiftModifier);
        return hidden;
    };
    table->setFocus(Qt::TabFocusReason);
    QVERIFY(table->currentIndex().isValid());
    table->clearSelection();
    const int shown = table->horizontalHeader()->count() - table->horizontalHeader()->hiddenSectionCount();
    const auto shownNow = [](const QTableView& view) {
        return view.horizontalHeader()->count() - view.horizontalHeader()->hiddenSectionCount();
    };
    QVERIFY(!hideFirst(*table).isEmpty());
    QCOMPARE(shownNow(*table), shown - 1);
    QVERIFY(table->selectionModel()->isSelected(table->currentIndex())); // what a menu is about is selected

    f.viewState().selectSlice({ 0, SliceId { std::uint32_t { 0 } } });
    auto* selection = f.window->findChild<SelectionPanel*>();
    auto* dock = f.window->findChild<QDockWidget*>(QStringLiteral("selection-dock"));
    dock->raise();
    QTRY_VERIFY(selection->table());
    auto* parts = selection->findChild<ResultTableView*>();
    const int shownParts = shownNow(*parts);
    parts->setFocus(Qt::TabFocusReason);
    QVERIFY(!hideFirst(*parts).isEmpty());
    QCOMPARE(shownNow(*parts), shownParts - 1);
}

QTEST_MAIN(TestKeyboardFocus)
#include "tst_keyboard_focus.moc"
