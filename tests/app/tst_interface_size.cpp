// SPDX-License-Identifier: GPL-3.0-or-later
// The size of the interface: texts and everything that holds them.
#include "app/window/docks/analysis_docks.h"
#include "app/window/interface_size.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/fonts.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QLatin1Char>
#include <QLineEdit>
#include <QMenuBar>
#include <QObject>
#include <QScreen>
#include <QSettings>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <functional>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Qt tells widgets of a new application font only while the event loop of the program runs, as it does for users.
void runInLoop(const std::function<void()>& change)
{
    QTimer::singleShot(0, qApp, [&change] {
        change();
        QTimer::singleShot(0, qApp, [] { QCoreApplication::exit(); });
    });
    QCoreApplication::exec();
    QCoreApplication::processEvents();
}

void resizeInterface(int percent)
{
    runInLoop([percent] { applyInterfaceSize(percent); });
}

/// What of the window's texts does not get the height of a line, by name.
QStringList cutTexts(const QWidget& window)
{
    QStringList cut;
    const auto widgets = window.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible())
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool isText = (label && !label->text().isEmpty()) || qobject_cast<const QLineEdit*>(widget)
            || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QTabBar*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (!isText && !(button && !button->text().isEmpty()))
            continue;
        if (widget->height() < widget->fontMetrics().height())
            cut.append(QStringLiteral("%1 %2").arg(
                QString::fromLatin1(widget->metaObject()->className()), widget->objectName()));
        // A button says what it does in a word or two: those must be whole.
        const auto* tool = qobject_cast<const QToolButton*>(button);
        if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
            continue;
        if (button && button->width() < button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width())
            cut.append(QStringLiteral("%1 \"%2\"")
                           .arg(QString::fromLatin1(widget->metaObject()->className()), button->text()));
    }
    return cut;
}

} // namespace

class TestInterfaceSize : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void steps_data();
    void steps();
    void scaleFollowsTheFont();
    void timelineGrowsWithItsTexts();
    void ownSizesKeepTheirProportion();
    void actionsAndKey();
    void isRemembered();
    void nonsenseIsTheUsualSize_data();
    void nonsenseIsTheUsualSize();
    void noTextIsCut_data();
    void noTextIsCut();
    void dialogsFitTheScreen_data();
    void dialogsFitTheScreen();
    void theSheetOfKeysHasRoomForBoth();
};

void TestInterfaceSize::initTestCase()
{
    initWindowResources();
}

void TestInterfaceSize::cleanup()
{
    resizeInterface(kUsualInterfaceSize);
}

void TestInterfaceSize::steps_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("direction");
    QTest::addColumn<int>("to");
    QTest::newRow("up") << 100 << 1 << 110;
    QTest::newRow("down") << 100 << -1 << 90;
    QTest::newRow("at the top") << 200 << 1 << 200;
    QTest::newRow("at the bottom") << 80 << -1 << 80;
    QTest::newRow("up from between") << 101 << 1 << 110;
    QTest::newRow("down from between") << 101 << -1 << 100;
    QTest::newRow("far below") << -5 << 1 << 80;
    QTest::newRow("far above") << 5000 << -1 << 200;
}

void TestInterfaceSize::steps()
{
    QFETCH(int, from);
    QFETCH(int, direction);
    QFETCH(int, to);
    QCOMPARE(nextInterfaceSize(from, direction), to);
}

void TestInterfaceSize::scaleFollowsTheFont()
{
    QCOMPARE(interfaceScale(), 1.0);
    const QFont code = codeFont();
    resizeInterface(150);
    QVERIFY2(std::abs(interfaceScale() - 1.5) < 0.06, qPrintable(QString::number(interfaceScale())));
    QVERIFY(QFontInfo(codeFont()).pixelSize() > QFontInfo(code).pixelSize());
    QVERIFY(labelFont(Density::Normal).pixelSize() >= 16);
    resizeInterface(80);
    QVERIFY(interfaceScale() < 0.9);
    resizeInterface(kUsualInterfaceSize);
    QCOMPARE(interfaceScale(), 1.0);
    QCOMPARE(labelFont(Density::Normal).pixelSize(), 11);
}

void TestInterfaceSize::timelineGrowsWithItsTexts()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    const TimelineView* timeline = fixture.window->timeline();
    const TimelineMetrics usual = timeline->scene().metrics();
    resizeInterface(200);
    const TimelineMetrics large = timeline->scene().metrics();
    QVERIFY(large.sliceRow >= 2 * usual.sliceRow - 2);
    QVERIFY(large.headerWidth > usual.headerWidth);
    QVERIFY(timeline->scene().labels().height() <= large.sliceRow);
    resizeInterface(80);
    QVERIFY(timeline->scene().metrics().sliceRow < usual.sliceRow);
    QVERIFY(timeline->scene().labels().height() <= timeline->scene().metrics().sliceRow);
}

void TestInterfaceSize::ownSizesKeepTheirProportion()
{
    QLabel label;
    QFont large = label.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    label.setFont(large);
    QLabel plain;
    resizeInterface(150);
    QVERIFY(std::abs(label.font().pointSizeF() / plain.font().pointSizeF() - 2) < 0.1);
    resizeInterface(kUsualInterfaceSize);
    QVERIFY(std::abs(label.font().pointSizeF() - large.pointSizeF()) < 0.3);
}

void TestInterfaceSize::actionsAndKey()
{
    WindowFixture fixture;
    const int usual = fixture.window->menuBar()->fontMetrics().height();
    const auto trigger = [&fixture](ActionId id) { runInLoop([&fixture, id] { fixture.action(id)->trigger(); }); };
    trigger(ActionId::InterfaceLarger);
    trigger(ActionId::InterfaceLarger);
    QCOMPARE(fixture.settings.interfaceSize(), 125);
    QVERIFY(fixture.window->menuBar()->fontMetrics().height() > usual);
    trigger(ActionId::InterfaceSmaller);
    QCOMPARE(fixture.settings.interfaceSize(), 110);
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    runInLoop([&fixture] { QTest::keyClick(fixture.window.get(), Qt::Key_0, Qt::ControlModifier); });
    QCOMPARE(fixture.settings.interfaceSize(), 100);
    QCOMPARE(fixture.window->menuBar()->fontMetrics().height(), usual);
}

void TestInterfaceSize::isRemembered()
{
    const TempDir folder;
    {
        Settings settings(toQString(folder.path()));
        QCOMPARE(settings.interfaceSize(), 100);
        settings.setInterfaceSize(150);
    }
    const Settings settings(toQString(folder.path()));
    QCOMPARE(settings.interfaceSize(), 150);
}

void TestInterfaceSize::nonsenseIsTheUsualSize_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : { "", "large", "0", "-100", "79", "201", "1e2", "99999999999999999999" })
        QTest::newRow(text[0] == '\0' ? "empty" : text) << QString::fromLatin1(text);
}

void TestInterfaceSize::nonsenseIsTheUsualSize()
{
    QFETCH(QString, text);
    const TempDir folder;
    folder.write("preferences.ini", "[appearance]\nsize=" + text.toStdString() + "\n");
    QCOMPARE(Settings(toQString(folder.path())).interfaceSize(), 100);
}

void TestInterfaceSize::noTextIsCut_data()
{
    QTest::addColumn<int>("percent");
    QTest::addColumn<QSize>("size");
    for (const int percent : { 80, 100, 150 }) {
        QTest::addRow("%d %%, large window", percent) << percent << QSize(1600, 1000);
        QTest::addRow("%d %%, laptop", percent) << percent << QSize(1280, 800);
    }
}

void TestInterfaceSize::noTextIsCut()
{
    QFETCH(int, percent);
    QFETCH(QSize, size);
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    fixture.window->resize(size);
    fixture.window->analysisDocks()->raise("idle-time");
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("idle-time")->state() == AnalysisPanel::State::Ready);
    // Switched while it is open, and made at that size.
    resizeInterface(percent);
    QCoreApplication::processEvents();
    QCOMPARE(cutTexts(*fixture.window).join(QLatin1Char('\n')), QString());
    fixture.window->analysisDocks()->raise("kernel-breakdown");
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("kernel-breakdown")->state() == AnalysisPanel::State::Ready);
    QCOMPARE(cutTexts(*fixture.window).join(QLatin1Char('\n')), QString());
    const auto tables = fixture.window->findChildren<QTableView*>();
    for (const QTableView* table : tables) {
        if (table->isVisible() && table->model() && table->model()->rowCount() > 0)
            QVERIFY(table->rowHeight(0) >= table->fontMetrics().height());
    }
}

void TestInterfaceSize::dialogsFitTheScreen_data()
{
    QTest::addColumn<ActionId>("action");
    QTest::newRow("keys") << ActionId::Shortcuts;
    QTest::newRow("guide") << ActionId::Guide;
    QTest::newRow("preferences") << ActionId::Preferences;
    QTest::newRow("import report") << ActionId::ImportReport;
    QTest::newRow("report") << ActionId::ExportReport;
    QTest::newRow("trace") << ActionId::ExportTrace;
}

/// Their buttons are at the bottom. The screen of these tests is one of 800 x 800.
void TestInterfaceSize::dialogsFitTheScreen()
{
    QFETCH(const ActionId, action);
    WindowFixture f;
    QVERIFY(f.drop({ f.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(f.document.isOpen());
    resizeInterface(150);
    f.action(action)->trigger();
    const auto dialogs = f.window->findChildren<QDialog*>();
    const auto shown = std::ranges::find_if(dialogs, [](const QDialog* each) { return each->isVisible(); });
    QVERIFY(shown != dialogs.end());
    const QSize room = (*shown)->screen()->availableSize();
    const QSize size = (*shown)->size();
    resizeInterface(100);
    QVERIFY2(size.width() <= room.width() && size.height() < room.height(),
        qPrintable(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height())));
}

/// What a key does is read beside it, however large the texts are.
void TestInterfaceSize::theSheetOfKeysHasRoomForBoth()
{
    WindowFixture f;
    resizeInterface(200);
    f.action(ActionId::Shortcuts)->trigger();
    const auto* sheet = f.window->findChild<QDialog*>(QStringLiteral("shortcut-sheet"));
    QVERIFY(sheet);
    const auto* tree = sheet->findChild<QTreeWidget*>();
    QCoreApplication::processEvents();
    const auto isReadable = [tree](const QTreeWidgetItem* item, int column) {
        const QRect cell = tree->visualItemRect(item);
        const int width = tree->columnWidth(column) - (column == 0 ? 2 * tree->indentation() : 0);
        const QRect words =
            tree->fontMetrics().boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, item->text(column));
        return words.height() <= cell.height();
    };
    QVERIFY2(
        tree->columnWidth(1) >= tree->viewport()->width() * 2 / 5, qPrintable(QString::number(tree->columnWidth(1))));
    const QTreeWidgetItem* group = tree->topLevelItem(0);
    for (int i = 0; i < group->childCount(); ++i) {
        QVERIFY2(isReadable(group->child(i), 0), qPrintable(group->child(i)->text(0)));
        QVERIFY2(isReadable(group->child(i), 1), qPrintable(group->child(i)->text(1)));
    }
}

QTEST_MAIN(TestInterfaceSize)
#include "tst_interface_size.moc"
