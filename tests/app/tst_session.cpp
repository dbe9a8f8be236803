// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions saved and opened again, through the real window.
#include "app/window/docks/analysis_docks.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/start_page.h"
#include "app/window/session/sessions.h"
#include "app/window/timeline/overlay_control.h"
#include "core/session/session_file.h"
#include "core/session/session_job.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/marks.h"
#include "widgets/timeline/timeline_view.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

std::string traceOf(int kernels)
{
    TraceText text;
    text.step(1, 0_us, 400_us).op("aten::mm", 10_us, 300_us);
    for (int i = 0; i < kernels; ++i)
        text.kernel("gemm_" + std::to_string(i), 20_us * (i + 1), 5_us, 7 + i, 0);
    return text.text();
}

/// A window that has two ranks open.
struct OpenWindow : WindowFixture {
    OpenWindow()
    {
        drop({ folder.write("run/rank0.json", traceOf(3)), folder.write("run/rank1.json", traceOf(4)) });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The traces of this test do not open.");
    }
    [[nodiscard]] const Trace& trace(std::size_t rank) { return *viewState().traceSet()->ranks()[rank].trace; }
    std::string save(const char* name = "run/one.kinetoscope")
    {
        const std::string path = folder.file(name);
        if (!window->sessions()->saveAs(path))
            qFatal("The session of this test is not saved.");
        return path;
    }
};

/// Opens a session in a window of its own and lets it come to rest.
bool openIn(WindowFixture& fixture, const std::string& path)
{
    return fixture.drop({ path }) && QTest::qWaitFor([&] { return fixture.document.isOpen(); })
        && QTest::qWaitFor([&] { return fixture.window->sessions()->path() == path; });
}

/// The user before a file dialog: names `path`, or closes it for none.
class Choice {
public:
    explicit Choice(const std::string& path)
    {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QObject::connect(&m_user, &QTimer::timeout, &m_user, [this, path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || dialog == m_seen)
                return;
            m_seen = dialog;
            ++m_asked;
            if (path.empty()) {
                dialog->reject();
                return;
            }
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(toQString(path));
            QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
        });
        m_user.start(20);
    }
    [[nodiscard]] int asked() const { return m_asked; }

private:
    QTimer m_user;
    QPointer<QFileDialog> m_seen;
    int m_asked = 0;
};

/// Clicks the button that begins with `text`; false where there is none to be seen.
bool clickOn(QWidget& parent, const QString& text)
{
    for (auto* button : parent.findChildren<QPushButton*>()) {
        if (!button->isVisibleTo(&parent) || !button->text().startsWith(text))
            continue;
        button->click();
        return true;
    }
    return false;
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everythingComesBack();
    void folderMovesAsAWhole();
    void keySavesWithoutAsking();
    void nothingIsWrittenUnasked();
    void titleAndRecentFiles();
    void opensFromTheRecentFiles();
    void reloadKeepsTheView();
    void reloadSaysWhatItDoesNotKeep();
    void missingTraceChangesNothing();
    void movedTracesAreLocated();
    void movedFolderIsLocated();
    void locatingThinksBetterOfIt();
    void changedTraceIsSaid();
    void brokenSessionsChangeNothing_data();
    void brokenSessionsChangeNothing();
    void hostileValuesAreSurvived();
    void isOpenedAlone();
    void largeSelectionIsLeftOut();
    void neverReplacesATrace();
    void closingForgetsTheSession();
    void anotherTraceIsNoSession();
};

void TestSession::initTestCase()
{
    initWindowResources();
}

void TestSession::everythingComesBack()
{
    std::string path;
    TimelineArrangement arranged;
    {
        OpenWindow fixture;
        ViewState& state = fixture.viewState();
        TimelineView* timeline = fixture.window->timeline();
        fixture.action(ActionId::ColourByOp)->trigger();
        fixture.action(ActionId::DensityCompact)->trigger();
        timeline->rows().collapseAll();
        timeline->setFocus();
        state.setVisibleRange({ 50'000, 120'000 });
        QTest::keyClick(timeline, Qt::Key_3, Qt::ControlModifier);
        state.setVisibleRange({ 100'000, 220'000 });
        Scope scope;
        scope.ranks = { 1 };
        scope.range = TimeRange { 10'000, 300'000 };
        state.setScope(scope);
        const SliceRef kernel { 1, findSlice(fixture.trace(1), "gemm_3") };
        state.setSelection({ { kernel },
            { { 0, fixture.trace(0).trackOf(findSlice(fixture.trace(0), "gemm_1")), { 5, 9 } },
                { 1, TrackId(), { 7, 11 } } } });
        state.marks()->setAll({ { { 10, 10 }, "here", true }, { { 20, 30 }, "there", true } });
        AnalysisDocks* docks = fixture.window->analysisDocks();
        docks->raise("idle-time");
        AnalysisPanel* panel = docks->panel("idle-time");
        Parameters parameters = panel->parameters();
        const ParameterDescriptor& first = panel->analysis().parameters.front();
        QCOMPARE(static_cast<int>(first.type), static_cast<int>(ParameterType::Duration));
        parameters.set(first.id, std::int64_t { 12'345 });
        panel->setParameters(parameters);
        QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
        const PanelLook look { "", "intervals", { { "streams", { "device" }, "idle_time", true } } };
        panel->setLook(look);
        QVERIFY(panel->look() == look);
        auto* traces = fixture.window->findChild<QDockWidget*>(QStringLiteral("traces-dock"));
        auto* selection = fixture.window->findChild<QDockWidget*>(QStringLiteral("selection-dock"));
        fixture.window->addDockWidget(Qt::RightDockWidgetArea, traces);
        selection->setFloating(true);
        docks->docks().back()->hide();
        QCoreApplication::processEvents();
        arranged = timeline->arrangement();
        const TreeGroup& group = timeline->scene().tree().ranks[0].groups.front();
        arranged.choices.hidden = { { RowKind::Steps, 0, 0 }, { RowKind::Track, 0, group.tracks.front().track.value } };
        for (const TreeGroup& each : timeline->scene().tree().ranks[1].groups)
            arranged.choices.pinned.insert(
                arranged.choices.pinned.begin(), { RowKind::Track, 1, each.tracks.front().track.value });
        arranged.choices.order[{ RowKind::Rank, 1, 0 }] = { 1, 0 };
        arranged.choices.filter = "a";
        timeline->setArrangement(arranged);
        fixture.window->overlays()->choose({ QStringLiteral("active-kernels") });
        path = fixture.save();

        // In the same window again, after everything was changed.
        fixture.window->overlays()->choose({ QStringLiteral("queue-length"), QStringLiteral("idle-gaps") });
        timeline->setArrangement({});
        state.clearSelection();
        state.setScope({});
        timeline->rows().expandAll();
        timeline->camera().fitAll();
        state.marks()->clear();
        fixture.action(ActionId::ColourByKind)->trigger();
        fixture.action(ActionId::DensityNormal)->trigger();
        panel->setParameters({});
        panel->setLook({});
        fixture.action(ActionId::ResetLayout)->trigger();
        QVERIFY(!selection->isFloating());
        docks->raise("overview");
        docks->docks().back()->show();
        QSignalSpy opened(&fixture.document, &Document::opened);
        QVERIFY(fixture.drop({ path }));
        QTRY_COMPARE(opened.size(), 1);
        QCoreApplication::processEvents();
        QVERIFY(state.scope() == scope);
        QCOMPARE(state.selection().slices.size(), std::size_t { 1 });
        QVERIFY(state.selection().slices[0] == kernel);
        QCOMPARE(state.selection().intervals.size(), std::size_t { 2 });
        QVERIFY((timeline->arrangement().visible == TimeRange { 100'000, 220'000 }));
        QVERIFY(timeline->arrangement().choices == arranged.choices);
        QCOMPARE(fixture.window->overlays()->chosen(), QStringList { QStringLiteral("active-kernels") });
        QVERIFY(timeline->arrangement().places == arranged.places);
        QVERIFY(timeline->arrangement().places[2].has_value());
        QCOMPARE(state.marks()->all().size(), std::size_t { 2 });
        QCOMPARE(state.marks()->all()[1].note, std::string("there"));
        QVERIFY(timeline->scene().colourMode() == ColourMode::Op);
        QVERIFY(fixture.action(ActionId::ColourByOp)->isChecked());
        QVERIFY(timeline->scene().density() == Density::Compact);
        QVERIFY(fixture.action(ActionId::DensityCompact)->isChecked());
        QCOMPARE(panel->parameters().integer(first.id), std::int64_t { 12'345 });
        QTRY_VERIFY(panel->isVisible());
        QVERIFY(docks->docks().back()->isHidden());
        QVERIFY(panel->look() == look);
        QVERIFY(selection->isFloating());
        QCOMPARE(fixture.window->dockWidgetArea(traces), Qt::RightDockWidgetArea);
        // A session is no preference.
        QVERIFY(fixture.settings.colourMode() == ColourMode::Kind);
        QVERIFY(fixture.settings.density() == Density::Normal);
        // Saved again it is the same.
        const Result<Session> before = loadSession(path);
        KT_VERIFY_OK(before);
        KT_VERIFY_OK(fixture.window->sessions()->saveAs(path));
        Result<Session> after = loadSession(path);
        KT_VERIFY_OK(after);
        // Docks that share a row may come out a pixel wider: their places were looked at above.
        after->windowLayout = before->windowLayout;
        QVERIFY(*before == *after);
    }
}

void TestSession::folderMovesAsAWhole()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    const QString from = toQString(fixture.folder.file("run"));
    const QString to = toQString(fixture.folder.file("copy of run"));
    QVERIFY(QDir().rename(from, to));
    WindowFixture other;
    const std::string moved = fixture.folder.file("copy of run/one.kinetoscope");
    QVERIFY(openIn(other, moved));
    QCOMPARE(other.viewState().traceSet()->ranks().size(), std::size_t { 2 });
    QVERIFY(!other.window->banner()->isVisibleTo(other.window.get()));
    Q_UNUSED(path);
}

void TestSession::keySavesWithoutAsking()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    QVERIFY(fixture.action(ActionId::SaveSession)->isEnabled());
    fixture.viewState().setVisibleRange({ 1'000, 90'000 });
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    QTest::keyClick(fixture.window->timeline(), Qt::Key_S, Qt::ControlModifier);
    const Result<Session> saved = loadSession(path);
    KT_VERIFY_OK(saved);
    QVERIFY((saved->visible == TimeRange { 1'000, 90'000 }));
}

void TestSession::nothingIsWrittenUnasked()
{
    const TempDir copy;
    OpenWindow fixture;
    const std::string path = fixture.save();
    const std::string before = readFile(path);
    const QStringList entries = QDir(toQString(fixture.folder.file("run"))).entryList();
    fixture.viewState().setVisibleRange({ 1'000, 90'000 });
    fixture.action(ActionId::CloseTrace)->trigger();
    fixture.window->close();
    QCOMPARE(readFile(path), before);
    QCOMPARE(QDir(toQString(fixture.folder.file("run"))).entryList(), entries);
}

void TestSession::titleAndRecentFiles()
{
    OpenWindow fixture;
    QVERIFY(!fixture.window->windowTitle().contains(QStringLiteral("one.kinetoscope")));
    const std::string path = fixture.save();
    fixture.action(ActionId::SaveSession)->trigger();
    QVERIFY(fixture.window->windowTitle().startsWith(QStringLiteral("one.kinetoscope")));
    QCOMPARE(fixture.window->recentFiles().entries().front().front().path, path);
    // Opened, the session is what is remembered, not its traces.
    WindowFixture other;
    QVERIFY(openIn(other, path));
    QCOMPARE(other.window->recentFiles().entries().size(), std::size_t { 1 });
    QCOMPARE(other.window->recentFiles().entries().front().front().path, path);
    QVERIFY(other.window->windowTitle().startsWith(QStringLiteral("one.kinetoscope")));
}

void TestSession::opensFromTheRecentFiles()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    fixture.action(ActionId::SaveSession)->trigger();
    fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(!fixture.document.isOpen());
    emit fixture.window->findChild<StartPage*>()->recentRequested(0);
    QTRY_VERIFY(fixture.document.isOpen());
    QCOMPARE(fixture.window->sessions()->path(), path);
}

void TestSession::reloadKeepsTheView()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    fixture.viewState().setVisibleRange({ 100'000, 220'000 });
    fixture.viewState().selectSlice({ 1, findSlice(fixture.trace(1), "gemm_2") });
    QSignalSpy opened(&fixture.document, &Document::opened);
    fixture.window->sessions()->reload();
    QTRY_COMPARE(opened.size(), 1);
    QVERIFY((fixture.viewState().visibleRange() == TimeRange { 100'000, 220'000 }));
    QCOMPARE(fixture.viewState().selection().slices.size(), std::size_t { 1 });
    QCOMPARE(fixture.window->sessions()->path(), path);
}

/// A session does not keep more; who reads the traces again is told.
void TestSession::reloadSaysWhatItDoesNotKeep()
{
    OpenWindow fixture;
    Selection many;
    for (std::int64_t i = 0; i <= static_cast<std::int64_t>(kMostSessionSelection); ++i)
        many.intervals.push_back({ 0, TrackId {}, { 2 * i, 2 * i + 1 } });
    QSignalSpy opened(&fixture.document, &Document::opened);
    int expected = 0;
    for (const bool onClocks : { false, true }) {
        fixture.viewState().setSelection(many);
        if (onClocks)
            fixture.action(ActionId::AlignClocks)->trigger();
        else
            fixture.action(ActionId::Reload)->trigger();
        ++expected;
        QTRY_COMPARE(opened.size(), expected);
        QVERIFY(fixture.viewState().selection().isEmpty());
        const QString sentence = fixture.window->banner()->sentence();
        QVERIFY2(sentence.contains(QStringLiteral("more than 10\u202f000 parts")), qPrintable(sentence));
    }
}

void TestSession::missingTraceChangesNothing()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    QVERIFY(QFile::remove(toQString(fixture.folder.file("run/rank1.json"))));
    WindowFixture other;
    QVERIFY(other.drop({ other.folder.write("mine.json", traceOf(1)) }));
    QTRY_VERIFY(other.document.isOpen());
    const auto open = other.viewState().traceSet();
    QSignalSpy started(&other.document, &Document::loadStarted);
    QVERIFY(other.drop({ path }));
    QCOMPARE(started.size(), 0);
    QVERIFY(other.viewState().traceSet() == open);
    QVERIFY(other.window->banner()->isVisibleTo(other.window.get()));
    const QString sentence = other.window->banner()->sentence();
    QVERIFY2(sentence.contains(QStringLiteral("rank1.json")) && sentence.contains(QStringLiteral("not there")),
        qPrintable(sentence));
}

void TestSession::movedTracesAreLocated()
{
    // The traces go to another folder, which is called differently; the session and its baseline stay.
    OpenWindow fixture;
    fixture.window->analysisDocks()
        ->panel("trace-diff")
        ->setBaselinePath(fixture.folder.write("run/base.json", traceOf(2)));
    AnalysisPanel* comparison = fixture.window->analysisDocks()->panel("trace-diff");
    QTRY_VERIFY(!comparison->baselinePath().empty());
    fixture.viewState().selectSlice({ 1, findSlice(fixture.trace(1), "gemm_3") });
    const std::string path = fixture.save("one.kinetoscope");
    const std::string saved = readFile(path);
    QVERIFY(QDir().rename(toQString(fixture.folder.file("run")), toQString(fixture.folder.file("moved"))));
    WindowFixture other;
    QVERIFY(other.drop({ path }));
    QVERIFY(!other.document.isOpen());
    QVERIFY(other.window->banner()->sentence().contains(QStringLiteral("1 more are not there")));
    const Choice choice(fixture.folder.file("moved/rank0.json"));
    QVERIFY(clickOn(*other.window->banner(), QStringLiteral("Locate")));
    QTRY_VERIFY(other.document.isOpen());
    QCOMPARE(choice.asked(), 1); // the other rank was found beside it
    QCOMPARE(other.viewState().traceSet()->ranks().size(), std::size_t { 2 });
    QCOMPARE(other.document.arguments()[1].path, fixture.folder.file("moved/rank1.json"));
    QCOMPARE(other.viewState().selection().slices.size(), std::size_t { 1 });
    QVERIFY2(!other.window->banner()->isVisibleTo(other.window.get()), qPrintable(other.window->banner()->sentence()));
    QTRY_COMPARE(
        other.window->analysisDocks()->panel("trace-diff")->baselinePath(), fixture.folder.file("moved/base.json"));
    QCOMPARE(other.window->sessions()->path(), path);
    QCOMPARE(readFile(path), saved);
    // Saved, it names the new places.
    QVERIFY(other.window->sessions()->saveAs(path));
    WindowFixture third;
    QVERIFY(openIn(third, path));
}

void TestSession::movedFolderIsLocated()
{
    const TempDir folder;
    WindowFixture fixture;
    folder.write("a/run/rank0.json", traceOf(3));
    folder.write("a/run/rank1.json", traceOf(4));
    QVERIFY(fixture.drop({ folder.file("a/run") }));
    QTRY_VERIFY(fixture.document.isOpen());
    const std::string path = folder.file("one.kinetoscope");
    QVERIFY(fixture.window->sessions()->saveAs(path));
    QVERIFY(QDir().rename(toQString(folder.file("a/run")), toQString(folder.file("b"))));
    WindowFixture other;
    QVERIFY(other.drop({ path }));
    QVERIFY(other.window->sessions()->missingTrace() && other.window->sessions()->missingTrace()->isFolder);
    const Choice choice(folder.file("b"));
    QVERIFY(clickOn(*other.window->banner(), QStringLiteral("Locate")));
    QTRY_VERIFY(other.document.isOpen());
    QCOMPARE(choice.asked(), 1);
    QCOMPARE(other.viewState().traceSet()->ranks().size(), std::size_t { 2 });
    QVERIFY2(!other.window->banner()->isVisibleTo(other.window.get()), qPrintable(other.window->banner()->sentence()));
}

void TestSession::locatingThinksBetterOfIt()
{
    OpenWindow fixture;
    const std::string path = fixture.save("one.kinetoscope");
    QVERIFY(QDir().rename(toQString(fixture.folder.file("run")), toQString(fixture.folder.file("moved"))));
    WindowFixture other;
    QVERIFY(other.drop({ path }));
    const QString sentence = other.window->banner()->sentence();
    const Choice choice({});
    QVERIFY(clickOn(*other.window->banner(), QStringLiteral("Locate")));
    QCOMPARE(choice.asked(), 1);
    QVERIFY(!other.document.isOpen());
    QCOMPARE(other.window->banner()->sentence(), sentence); // the offer stands
}

void TestSession::changedTraceIsSaid()
{
    OpenWindow fixture;
    fixture.viewState().selectSlice({ 1, findSlice(fixture.trace(1), "gemm_3") });
    const std::string path = fixture.save();
    fixture.folder.write("run/rank1.json", traceOf(2));
    WindowFixture other;
    QVERIFY(openIn(other, path));
    QVERIFY(other.window->banner()->isVisibleTo(other.window.get()));
    const QString sentence = other.window->banner()->sentence();
    QVERIFY2(sentence.contains(QStringLiteral("rank1.json changed")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("not found again")), qPrintable(sentence));
    QVERIFY(other.viewState().selection().isEmpty());
}

void TestSession::brokenSessionsChangeNothing_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << "damaged";
    QTest::newRow("cut") << QByteArray(R"({"kinetoscope-session":1,"traces":[{"pa)") << "damaged at byte";
    QTest::newRow("newer") << QByteArray(R"({"kinetoscope-session":99,"traces":[]})") << "newer";
    QTest::newRow("no trace") << QByteArray(R"({"kinetoscope-session":1})") << "names no trace";
    QTest::newRow("something else") << QByteArray("GIF89a") << "damaged";
    QTest::newRow("names itself a page") << QByteArray(R"({"kinetoscope-session":1,"traces":[{"path":"<b>x</b>"}]})")
                                         << "<b>x</b> is not there";
}

void TestSession::brokenSessionsChangeNothing()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    WindowFixture fixture;
    QSignalSpy started(&fixture.document, &Document::loadStarted);
    QVERIFY(fixture.drop({ fixture.folder.write("s.kinetoscope", content.toStdString()) }));
    QCOMPARE(started.size(), 0);
    const QString sentence = fixture.window->banner()->sentence();
    QVERIFY2(sentence.contains(QStringLiteral("s.kinetoscope")) && sentence.contains(says), qPrintable(sentence));
    QVERIFY2(!sentence.contains(QStringLiteral("..")), qPrintable(sentence));
    QVERIFY(!fixture.document.isOpen());
}

void TestSession::hostileValuesAreSurvived()
{
    OpenWindow fixture;
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    Session session;
    session.traces = { { std::nullopt, fixture.folder.file("run/rank0.json") } };
    session.visible = { kLeast, kMost };
    session.scroll = kMost;
    session.places = { { 1, { kLeast, kMost }, kLeast }, { 9, { kMost, kMost }, kMost } };
    session.scope.ranks = { kLeast, 0, kMost };
    session.scope.steps = { kMost };
    session.scope.range = TimeRange { kLeast, kMost };
    session.scope.stepPattern = "(((";
    session.slices = { { 0, 4'000'000'000U, 0, "x" }, { 77, 0, 0, "x" } };
    const SessionTrack nowhere { 4'000'000'000U, "stream", "x", "y", "z" };
    session.intervals = { { 0, std::nullopt, { kLeast, kMost } }, { 0, nowhere, { 0, 1 } } };
    session.rows = { { 0, "no such group", std::nullopt, false, true }, { 9, std::nullopt, std::nullopt, false, true },
        { 0, std::nullopt, nowhere, true, true }, { 0, std::nullopt, std::nullopt, true, true } };
    session.colourBy = "shoe size";
    session.density = "<i>";
    session.panels = { { "no-such-analysis", true, true, {}, "" },
        { "idle-time", true, true, { { "no-such", "1" } }, "" },
        { "kernel-breakdown", true, true, { { "num-kernels", "-5" } }, "" } };
    session.marks = { { { kLeast, kMost }, std::string(10'000, 'n'), true }, { { kMost, kMost }, "", false } };
    const std::string path = fixture.folder.file("hostile.kinetoscope");
    KT_VERIFY_OK(saveSession(session, path));
    WindowFixture other;
    QVERIFY(openIn(other, path));
    QCoreApplication::processEvents();
    other.window->timeline()->grab();
    other.window->timeline()->setFocus();
    QTest::keyClick(other.window->timeline(), Qt::Key_1);
    QTest::keyClick(other.window->timeline(), Qt::Key_9);
    other.window->timeline()->grab();
    AnalysisPanel* panel = other.window->analysisDocks()->panel("kernel-breakdown");
    QVERIFY(panel->parameters().integer("num-kernels") > 0);
    other.viewState().setScope({});
    QTRY_VERIFY(other.window->analysisDocks()->panel("idle-time"));
}

void TestSession::isOpenedAlone()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    WindowFixture other;
    QVERIFY(other.drop({ fixture.folder.file("run/rank0.json"), path }));
    QVERIFY(!other.document.isLoading());
    QVERIFY2(other.window->banner()->sentence().contains(QStringLiteral("alone")),
        qPrintable(other.window->banner()->sentence()));
}

void TestSession::largeSelectionIsLeftOut()
{
    OpenWindow fixture;
    Selection large;
    for (int i = 0; i < 10'001; ++i)
        large.intervals.push_back({ 0, TrackId(), { i, i + 1 } });
    fixture.viewState().setSelection(large);
    QSignalSpy said(fixture.window->sessions(), &Sessions::saved);
    const std::string path = fixture.save();
    QVERIFY(said.at(0).at(0).toString().contains(QStringLiteral("without the selection")));
    const Result<Session> saved = loadSession(path);
    KT_VERIFY_OK(saved);
    QVERIFY(saved->intervals.empty());
}

void TestSession::neverReplacesATrace()
{
    OpenWindow fixture;
    const std::string trace = fixture.folder.file("run/rank0.json");
    const std::string before = readFile(trace);
    QVERIFY(!fixture.window->sessions()->saveAs(trace));
    QCOMPARE(readFile(trace), before);
    QVERIFY(!fixture.window->sessions()->saveAs(fixture.folder.file("no such folder/s.kinetoscope")));
    QVERIFY(fixture.window->sessions()->path().empty());
}

void TestSession::closingForgetsTheSession()
{
    OpenWindow fixture;
    fixture.save();
    fixture.action(ActionId::CloseTrace)->trigger();
    QVERIFY(fixture.window->sessions()->path().empty());
    QVERIFY(!fixture.action(ActionId::SaveSession)->isEnabled());
    QCOMPARE(fixture.window->windowTitle(), QStringLiteral("Kinetoscope"));
    QVERIFY(!fixture.window->sessions()->saveAs(fixture.folder.file("s.kinetoscope")));
}

void TestSession::anotherTraceIsNoSession()
{
    OpenWindow fixture;
    const std::string path = fixture.save();
    // One that fails leaves the session open, one that opens ends it: Ctrl+S must not write over it.
    QVERIFY(fixture.drop({ fixture.folder.write("bad.json", "nothing") }));
    QTRY_VERIFY(!fixture.document.isLoading());
    QCOMPARE(fixture.window->sessions()->path(), path);
    QVERIFY(fixture.drop({ fixture.folder.write("other.json", traceOf(1)) }));
    QTRY_VERIFY(fixture.window->sessions()->path().empty());
    QVERIFY(!fixture.window->windowTitle().contains(QStringLiteral("one.kinetoscope")));
}

QTEST_MAIN(TestSession)
#include "tst_session.moc"
