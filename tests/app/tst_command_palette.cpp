// SPDX-License-Identifier: GPL-3.0-or-later
// Commands and tracks found by a few letters, through the real window.
#include "app/window/docks/analysis_docks.h"
#include "app/window/quick_open/picker_model.h"
#include "app/window/quick_open/picker_popup.h"
#include "app/window/quick_open/quick_open.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemDelegate>
#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QCoreApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFontMetricsF>
#include <QLabel>
#include <QLatin1String>
#include <QLineEdit>
#include <QList>
#include <QListView>
#include <QModelIndex>
#include <QObject>
#include <QPainter>
#include <QPoint>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QStyleOptionViewItem>
#include <QSvgGenerator>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// Many streams, so that the last one is far below what a window shows.
std::string manyStreams(int count)
{
    TraceText text;
    text.op("aten::mm", 0_us, 500_us);
    for (int i = 0; i < count; ++i)
        text.kernel("gemm_" + std::to_string(7 + i), 10_us * (i + 1), 5_us, 7 + i, 0);
    return text.text();
}

/// What the open list shows and how it is used with the keyboard.
class List {
public:
    explicit List(WindowFixture& fixture)
        : m_popup(fixture.window->quickOpen()->popup())
    {
    }
    [[nodiscard]] bool isOpen() const { return m_popup->isVisible(); }
    [[nodiscard]] QLineEdit* editor() const { return m_popup->findChild<QLineEdit*>(); }
    [[nodiscard]] QListView* view() const { return m_popup->findChild<QListView*>(); }
    [[nodiscard]] QStringList texts() const
    {
        QStringList texts;
        for (int row = 0; row < view()->model()->rowCount(); ++row)
            texts.append(view()->model()->index(row, 0).data().toString());
        return texts;
    }
    [[nodiscard]] QString current() const { return view()->currentIndex().data().toString(); }
    void type(const char* letters) { QTest::keyClicks(editor(), QLatin1String(letters)); }
    void key(Qt::Key key) { QTest::keyClick(editor(), key); }

private:
    PickerPopup* m_popup;
};

/// An active window with one trace open.
struct OpenWindow : WindowFixture {
    explicit OpenWindow(const std::string& trace)
    {
        drop({ folder.write("trace.json", trace) });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The trace of this test does not open.");
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("The window does not become active.");
        window->timeline()->setFocus();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) { QTest::keyClick(window->timeline(), key, modifiers); }
};

} // namespace

class TestCommandPalette : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void modelIsAModel();
    void keyOpensAndEscapeGivesTheKeyboardBack();
    void everyCommandIsThere();
    void enterRuns();
    void analysesAreShown();
    void panelsComeBeforeOverlaysOfTheirName();
    void greyedCommandsDoNothing();
    void whatCanBeUsedComesFirst();
    void usedLastComesFirst();
    void keysWalk();
    void nothingFits();
    void clickElsewhereCloses();
    void recentFilesAreThere();
    void trackIsShownAndMarked();
    void foldedTrackIsUnfolded();
    void tracksAreFoundByRankAndDevice();
    void thousandsOfTracksStayQuick();
    void fitsASmallWindow();
    void placesStandBehindTheirNames();
};

void TestCommandPalette::initTestCase()
{
    initWindowResources();
}

void TestCommandPalette::modelIsAModel()
{
    PickerModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    PickerItem resize;
    resize.text = QStringLiteral("Größe ändern");
    PickerItem zoom;
    zoom.text = QStringLiteral("Zoom");
    zoom.words = QStringLiteral("magnify");
    model.setItems({ resize, zoom });
    model.setPattern(QStringLiteral("änd"));
    QCOMPARE(model.rowCount(), 1);
    // Places are those of the text that is drawn, not of its bytes.
    QCOMPARE(model.index(0).data(PickerModel::LettersRole).value<QList<int>>(), QList<int>({ 6, 7, 8 }));
    model.setPattern(QStringLiteral("magn"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("Zoom"));
    QVERIFY(model.index(0).data(PickerModel::LettersRole).value<QList<int>>().isEmpty());
    model.setPattern({});
    QCOMPARE(model.rowCount(), 2);
    model.setItems({});
    QCOMPARE(model.rowCount(), 0);
}

void TestCommandPalette::keyOpensAndEscapeGivesTheKeyboardBack()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    QVERIFY(!list.isOpen());
    fixture.press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(list.isOpen());
    QVERIFY(list.editor()->hasFocus());
    list.type("qf"); // keys of the window elsewhere, letters here
    QCOMPARE(list.editor()->text(), QStringLiteral("qf"));
    list.key(Qt::Key_Escape);
    QVERIFY(!list.isOpen());
    QVERIFY(fixture.window->timeline()->hasFocus());
    // The same key closes; the other one changes the list.
    fixture.press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(list.editor(), Qt::Key_P, Qt::ControlModifier);
    QVERIFY(list.isOpen());
    QVERIFY(list.texts().contains(QStringLiteral("stream 7")));
    QTest::keyClick(list.editor(), Qt::Key_P, Qt::ControlModifier);
    QVERIFY(!list.isOpen());
    QVERIFY(fixture.window->timeline()->hasFocus());
}

void TestCommandPalette::everyCommandIsThere()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    const QStringList texts = list.texts();
    for (const ActionSpec& spec : Actions::specs())
        QVERIFY2(texts.contains(Actions::plainText(spec)), spec.name);
    for (const AnalysisDescriptor& analysis : analyses())
        QVERIFY2(
            texts.contains(QStringLiteral("Show: ") + QString::fromStdString(analysis.title)), analysis.id.c_str());
    // A key to learn, a menu to find it in.
    bool isFound = false;
    for (int row = 0; row < list.view()->model()->rowCount(); ++row) {
        const QModelIndex index = list.view()->model()->index(row, 0);
        if (index.data().toString() != QLatin1String("Zoom to selection"))
            continue;
        isFound = true;
        QCOMPARE(index.data(PickerModel::RightRole).toString(), QStringLiteral("F"));
        QCOMPARE(index.data(PickerModel::PlaceRole).toString(), QStringLiteral("View"));
    }
    QVERIFY(isFound);
}

void TestCommandPalette::enterRuns()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    QVERIFY(fixture.window->analysisDocks()->isAnyDockedVisible());
    fixture.window->quickOpen()->toggleCommands();
    list.type("analysis panels");
    QCOMPARE(list.current(), QStringLiteral("Analysis panels"));
    list.key(Qt::Key_Return);
    QVERIFY(!list.isOpen());
    QVERIFY(!fixture.window->analysisDocks()->isAnyDockedVisible());
    QVERIFY(fixture.window->timeline()->hasFocus());
}

void TestCommandPalette::analysesAreShown()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    list.type("show idle");
    QCOMPARE(list.current(), QStringLiteral("Show: Idle time"));
    const QString question = QString::fromStdString(findAnalysis("idle-time")->question);
    QCOMPARE(list.view()->currentIndex().data(PickerModel::PlaceRole).toString(), question);
    list.key(Qt::Key_Return);
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("idle-time")->isVisible());
    // By their names on the command line, as findings call them.
    for (const AnalysisDescriptor& analysis : analyses()) {
        fixture.window->quickOpen()->toggleCommands();
        list.type(analysis.id.c_str());
        QCOMPARE(list.current(), QStringLiteral("Show: %1").arg(QString::fromStdString(analysis.title)));
        list.key(Qt::Key_Escape);
    }
    // By what people look for.
    for (const auto& [words, title] : { std::pair { "layer", "Show: Operators" }, { "slow step", "Show: Waterfall" },
             { "cuda graph", "Show: What if" }, { "mfu", "Show: Efficiency" } }) {
        fixture.window->quickOpen()->toggleCommands();
        list.type(words);
        QCOMPARE(list.current(), QLatin1String(title));
        list.key(Qt::Key_Escape);
    }
}

void TestCommandPalette::greyedCommandsDoNothing()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    list.type("zoom to selection");
    QCOMPARE(list.current(), QStringLiteral("Zoom to selection"));
    list.key(Qt::Key_Return);
    QVERIFY(list.isOpen());
}

void TestCommandPalette::whatCanBeUsedComesFirst()
{
    PickerModel model;
    PickerItem greyed;
    greyed.text = QStringLiteral("Zoom to row");
    greyed.isEnabled = false;
    PickerItem usable;
    usable.text = QStringLiteral("Zoom to selection");
    model.setItems({ greyed, usable });
    const auto texts = [&model] {
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row)
            shown.append(model.index(row).data().toString());
        return shown;
    };
    QCOMPARE(texts(), QStringList({ greyed.text, usable.text })); // nothing typed: as in the menus
    model.setPattern(QStringLiteral("zoom"));
    QCOMPARE(texts(), QStringList({ usable.text, greyed.text }));
    model.setPattern(QStringLiteral("zoom row")); // what fits better stays first
    QCOMPARE(texts().value(0), greyed.text);
}

void TestCommandPalette::panelsComeBeforeOverlaysOfTheirName()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    list.type("queue length");
    QCOMPARE(list.texts().mid(0, 2),
        QStringList({ QStringLiteral("Show: Queue length"), QStringLiteral("Overlay: Queue length") }));
}

void TestCommandPalette::usedLastComesFirst()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    for (const char* command : { "full screen", "unfold all", "fold all tracks" }) {
        fixture.window->quickOpen()->toggleCommands();
        list.type(command);
        list.key(Qt::Key_Return);
    }
    fixture.window->quickOpen()->toggleCommands();
    QCOMPARE(list.texts().mid(0, 3),
        QStringList(
            { QStringLiteral("Fold all tracks"), QStringLiteral("Unfold all tracks"), QStringLiteral("Full screen") }));
}

void TestCommandPalette::keysWalk()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    const QStringList texts = list.texts();
    QCOMPARE(list.current(), texts.first());
    list.key(Qt::Key_Down);
    QCOMPARE(list.current(), texts.at(1));
    list.key(Qt::Key_Up);
    list.key(Qt::Key_Up);
    QCOMPARE(list.current(), texts.last());
    list.key(Qt::Key_PageDown);
    QCOMPARE(list.current(), texts.last());
    list.key(Qt::Key_Down);
    QCOMPARE(list.current(), texts.first());
    const int closing = static_cast<int>(texts.indexOf(QStringLiteral("Close trace")));
    const QModelIndex close = list.view()->model()->index(closing, 0);
    list.view()->scrollTo(close);
    QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, Qt::NoModifier, list.view()->visualRect(close).center());
    QVERIFY(!list.isOpen());
    QVERIFY(!fixture.document.isOpen());
}

void TestCommandPalette::nothingFits()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    list.type("xyzzyx");
    QCOMPARE(list.texts().size(), 0);
    QVERIFY(!list.view()->isVisible());
    for (const Qt::Key key : { Qt::Key_Down, Qt::Key_PageUp, Qt::Key_Return })
        list.key(key);
    QVERIFY(list.isOpen());
}

void TestCommandPalette::clickElsewhereCloses()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    fixture.window->quickOpen()->toggleCommands();
    TimelineView* timeline = fixture.window->timeline();
    QTest::mouseClick(timeline, Qt::LeftButton, Qt::NoModifier, QPoint(40, timeline->height() - 10));
    QVERIFY(!list.isOpen());
    QVERIFY(timeline->hasFocus());
}

void TestCommandPalette::recentFilesAreThere()
{
    OpenWindow fixture(manyStreams(1));
    List list(fixture);
    QVERIFY(fixture.drop({ fixture.folder.write("a&b second.json", manyStreams(2)) }));
    QTRY_COMPARE(fixture.window->recentFiles().entries().size(), std::size_t { 2 });
    fixture.window->quickOpen()->toggleCommands();
    list.type("a&b second");
    QCOMPARE(list.current(), QStringLiteral("a&b second.json"));
    list.key(Qt::Key_Escape);
    fixture.window->quickOpen()->toggleCommands();
    list.type("trace.json");
    QCOMPARE(list.current(), QStringLiteral("trace.json"));
    list.key(Qt::Key_Return);
    QTRY_VERIFY(fixture.window->windowTitle().startsWith(QStringLiteral("trace.json")));
}

void TestCommandPalette::trackIsShownAndMarked()
{
    OpenWindow fixture(manyStreams(200));
    List list(fixture);
    TimelineView* timeline = fixture.window->timeline();
    fixture.press(Qt::Key_P, Qt::ControlModifier);
    QVERIFY(list.isOpen());
    list.type("stream 206");
    QCOMPARE(list.current(), QStringLiteral("stream 206"));
    const QModelIndex found = list.view()->currentIndex();
    QVERIFY(found.data(PickerModel::PlaceRole).toString().contains(QStringLiteral("GPU 0")));
    QCOMPARE(found.data(PickerModel::RightRole).toString(), QStringLiteral("1 event"));
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const SliceRef kernel { 0, findSlice(trace, "gemm_206") };
    QVERIFY(timeline->rectOf(kernel).isEmpty());
    list.key(Qt::Key_Return);
    QVERIFY(timeline->hasFocus());
    QVERIFY(!timeline->rectOf(kernel).isEmpty());
    // Its title can be told from its neighbours: the frame in the accent colour.
    const QColor accent = timeline->scene().palette().accent;
    const QImage after = timeline->grab().toImage();
    int framed = 0;
    for (int y = 0; y < after.height(); ++y)
        framed += after.pixelColor(2, y) == accent ? 1 : 0;
    QVERIFY2(framed > 4, qPrintable(QString::number(framed)));
    // It is the row that Enter folds now.
    const TrackId track = trace.trackOf(kernel.slice);
    const auto isExpanded = [&] {
        const auto at = timeline->scene().rows().find({ RowKind::Track, 0, track.value });
        return timeline->scene().rows().rows()[static_cast<std::size_t>(at)].expanded;
    };
    QVERIFY(isExpanded());
    QTest::keyClick(timeline, Qt::Key_Return);
    QVERIFY(!isExpanded());
}

void TestCommandPalette::foldedTrackIsUnfolded()
{
    OpenWindow fixture(manyStreams(3));
    List list(fixture);
    TimelineView* timeline = fixture.window->timeline();
    timeline->rows().collapseAll();
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const TrackId track = trace.trackOf(findSlice(trace, "gemm_9"));
    const RowKey row { RowKind::Track, 0, track.value };
    QVERIFY(timeline->scene().rows().find(row) < 0);
    fixture.window->quickOpen()->toggleTracks();
    list.type("str 9");
    list.key(Qt::Key_Return);
    QVERIFY(timeline->scene().rows().find(row) >= 0);
    // One that does not exist changes nothing.
    timeline->reveal().showTrack(99, track);
    timeline->reveal().showTrack(0, TrackId {});
}

void TestCommandPalette::tracksAreFoundByRankAndDevice()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop(
        { fixture.folder.write("rank0.json", manyStreams(2)), fixture.folder.write("rank1.json", manyStreams(2)) }));
    QTRY_VERIFY(fixture.document.isOpen());
    List list(fixture);
    fixture.window->quickOpen()->toggleTracks();
    list.type("rank 1 stream 8");
    QCOMPARE(list.current(), QStringLiteral("stream 8"));
    QVERIFY(list.view()->currentIndex().data(PickerModel::PlaceRole).toString().startsWith(QStringLiteral("rank 1")));
}

void TestCommandPalette::thousandsOfTracksStayQuick()
{
    OpenWindow fixture(manyStreams(5000));
    List list(fixture);
    QElapsedTimer clock;
    clock.start();
    fixture.window->quickOpen()->toggleTracks();
    list.type("stream 4999");
    QCOMPARE(list.current(), QStringLiteral("stream 4999"));
    // Eleven searches over 5 000 tracks; generous, because tests run on busy and instrumented builds.
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
}

void TestCommandPalette::fitsASmallWindow()
{
    OpenWindow fixture(manyStreams(50));
    fixture.window->quickOpen()->toggleTracks();
    const PickerPopup* popup = fixture.window->quickOpen()->popup();
    for (const QSize size : { QSize(1280, 800), QSize(800, 500) }) {
        fixture.window->resize(size);
        QCoreApplication::processEvents();
        QVERIFY(fixture.window->rect().contains(popup->geometry()));
    }
}

/// Letters that were typed are strong, and so wider than the same letters elsewhere.
void TestCommandPalette::placesStandBehindTheirNames()
{
    OpenWindow fixture(manyStreams(2));
    fixture.window->quickOpen()->toggleCommands();
    List list(fixture);
    list.type("overlay: idle causes");
    const QModelIndex row = list.view()->model()->index(0, 0);
    QCOMPARE(row.data().toString(), QStringLiteral("Overlay: Idle gaps by cause"));
    QBuffer drawn;
    QSvgGenerator picture;
    picture.setOutputDevice(&drawn);
    QPainter painter(&picture);
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, 900, 30);
    option.palette = list.view()->palette();
    option.font = list.view()->font();
    list.view()->itemDelegateForIndex(row)->paint(&painter, option, row);
    painter.end();
    qreal end = 0; // of the name
    qreal place = 0;
    QXmlStreamReader reader(drawn.data());
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text"))
            continue;
        const QXmlStreamAttributes attributes = reader.attributes();
        const qreal begin = attributes.value(QLatin1String("x")).toDouble();
        QFont font = option.font;
        font.setBold(attributes.value(QLatin1String("font-weight")).toInt() >= QFont::Bold);
        const QString text = reader.readElementText();
        if (text.startsWith(QLatin1String("View")))
            place = begin;
        else
            end = std::max(end, begin + QFontMetricsF(font).horizontalAdvance(text.trimmed()));
    }
    QVERIFY(place > 0);
    QVERIFY2(place >= end + 8, qPrintable(QStringLiteral("%1, %2").arg(end).arg(place)));
}

QTEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"
