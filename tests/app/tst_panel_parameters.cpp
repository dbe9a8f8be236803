// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of panels: what reset gives, what a session keeps, and how one panel opens another with its own.
#include "app/window/docks/analysis_docks.h"
#include "app/window/notices/message_banner.h"
#include "app/window/session/sessions.h"
#include "core/session/session_file.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"

#include <QCoreApplication>
#include <QLabel>
#include <QModelIndex>
#include <QObject>
#include <QRect>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QString>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// Gaps of 40 us before work that was launched in time, and of 300 us for which the GPU waits for the host.
std::string traceWithGaps()
{
    return TraceText()
        .launch(0_us, 5_us, 1)
        .launch(6_us, 2_us, 2)
        .kernel("first", 20_us, 30_us, 7, 1)
        .kernel("second", 90_us, 20_us, 7, 2)
        .launch(400_us, 4_us, 3)
        .kernel("third", 410_us, 20_us, 7, 3)
        .text();
}

using Preferred = std::map<std::string, Parameters>;

Parameters durationOf(const char* id, Nanoseconds value)
{
    Parameters parameters;
    parameters.set(id, value);
    return parameters;
}

/// A window of somebody who prefers something, with a trace.
struct OpenWindow : WindowFixture {
    explicit OpenWindow(const Preferred& preferred = {}, const std::string& session = {})
    {
        settings.setThresholds(preferred);
        window->analysisDocks()->setThresholds(settings.thresholds());
        drop({ session.empty() ? folder.write("trace.json", traceWithGaps()) : session });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The trace of this test does not open.");
    }
    AnalysisPanel* panel(const char* analysis) { return window->analysisDocks()->panel(analysis); }
    AnalysisPanel* shown(const char* analysis)
    {
        window->analysisDocks()->raise(analysis);
        AnalysisPanel* made = panel(analysis);
        if (!QTest::qWaitFor([made] { return made->state() == AnalysisPanel::State::Ready; }))
            qFatal("The panel of this test shows nothing.");
        return made;
    }
};

constexpr auto kDelay = "consecutive-kernel-delay";

/// Steps from 1 on, in each a call of `op` that launches a kernel.
std::string traceOfSteps(int count, const char* op)
{
    TraceText text;
    for (int step = 1; step <= count; ++step) {
        const Timestamp start = step * 1000_us;
        text.step(step, start, 900_us).op(op, start + 10_us, 100_us).launch(start + 20_us, 5_us, step);
        text.kernel("gemm", start + 60_us, 50_us * step, 7, step);
    }
    return text.text();
}

Parameters textsOf(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Parameters parameters;
    for (const auto& [id, value] : values)
        parameters.set(id, std::string(value));
    return parameters;
}

/// Opening brings the overview to the front: these tests look at the comparison.
void openAndWait(WindowFixture& fixture, const std::string& path)
{
    const auto before = fixture.viewState().traceSet();
    fixture.drop({ path });
    if (!QTest::qWaitFor([&] { return fixture.viewState().traceSet() != before; }))
        qFatal("The trace of this test does not open.");
    fixture.window->analysisDocks()->raise("trace-diff");
}

QString remarksOf(const AnalysisPanel* panel)
{
    return panel->findChild<QLabel*>(u"remarks"_s)->text();
}

} // namespace

class TestPanelParameters : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        initWindowResources();
    }
    void resetGivesThePreference();
    void graphsAreOffered();
    void buttonsOfLongWordsAreNotCut();
    void sessionShowsTheSameFiguresToAnybody();
    void sessionWithoutParametersLeavesThePreferences();
    void choicesOfTheTraceBeforeAreTakenBack();
    void choicesStayWhenTheTraceIsReadAgain();
    void sessionKeepsItsChoices();
    void findingOpensItsAnalysisWithTheSameParameters_data();
    void findingOpensItsAnalysisWithTheSameParameters();
    void beyondTheMemoryLimitThePanelSaysSo();
    void inANarrowWindowTheFormIsAClickAway();
};

/// Beside form and table a chart would have no room for a name.
void TestPanelParameters::inANarrowWindowTheFormIsAClickAway()
{
    OpenWindow fixture;
    fixture.window->resize(1366, 768);
    AnalysisPanel* panel = fixture.shown("kernel-breakdown");
    auto* toggle = panel->findChild<QToolButton*>(u"formToggle"_s);
    QTRY_VERIFY(toggle->isChecked());
    fixture.window->resize(1024, 768);
    QTRY_VERIFY(!toggle->isChecked());
    auto* chart = panel->findChild<ChartView*>();
    QVERIFY(chart);
    QTRY_VERIFY2(chart->width() >= 300, qPrintable(QString::number(chart->width())));
    toggle->click();
    QVERIFY(panel->findChild<QWidget*>(u"resetParameters"_s)->isVisible());
    fixture.window->resize(1000, 768); // what somebody chose stays
    QVERIFY(panel->findChild<QWidget*>(u"resetParameters"_s)->isVisible());
}

void TestPanelParameters::resetGivesThePreference()
{
    OpenWindow fixture({ { "idle-time", durationOf(kDelay, 70'000) } });
    AnalysisPanel* panel = fixture.shown("idle-time");
    auto* reset = panel->findChild<QToolButton*>(u"resetParameters"_s);
    auto* toggle = panel->findChild<QToolButton*>(u"formToggle"_s);
    QCOMPARE(panel->parameters().integer(kDelay), 70'000);
    QVERIFY(!reset->isEnabled());
    QVERIFY(!toggle->accessibleName().contains(u"changed"_s));
    // The command line has no preferences: what differs from its defaults is named.
    QVERIFY2(panel->commandLine().contains(u"--consecutive-kernel-delay 70us"_s), qPrintable(panel->commandLine()));
    panel->setParameters(durationOf(kDelay, 30'000));
    QVERIFY(reset->isEnabled());
    QVERIFY(toggle->accessibleName().contains(u"changed"_s));
    QVERIFY2(!panel->commandLine().contains(u"consecutive"_s), qPrintable(panel->commandLine()));
    // What a panel was given stays when the preference changes.
    fixture.window->analysisDocks()->setThresholds({ { "idle-time", durationOf(kDelay, 90'000) } });
    QCOMPARE(panel->parameters().integer(kDelay), 30'000);
    reset->click();
    QCOMPARE(panel->parameters().integer(kDelay), 90'000);
    QVERIFY(!reset->isEnabled());
    QVERIFY(panel->commandLine().contains(u"--consecutive-kernel-delay 90us"_s));
    // What nobody changed follows.
    fixture.window->analysisDocks()->setThresholds({});
    QCOMPARE(panel->parameters().integer(kDelay), 30'000);
    QVERIFY(!reset->isEnabled());
}

/// The overview may quote what they save, which is not among the usual changes.
void TestPanelParameters::graphsAreOffered()
{
    OpenWindow fixture;
    AnalysisPanel* panel = fixture.shown("what-if");
    auto* graphs = panel->findChild<QToolButton*>(u"addGraphs"_s);
    QVERIFY(graphs && graphs->isVisibleTo(panel));
    QVERIFY(graphs->isEnabled());
    Parameters host;
    host.set("change", ParameterValue { std::vector<std::string> { "host:all=0.5" } });
    panel->setParameters(host);
    graphs->click();
    QCOMPARE(panel->parameters().list("change"), (std::vector<std::string> { "host:all=0.5", "graph:repeated=1" }));
    QVERIFY(!graphs->isEnabled());
    panel->findChild<QToolButton*>(u"resetParameters"_s)->click();
    QVERIFY(panel->parameters().list("change").empty());
    QVERIFY(graphs->isEnabled());
    QVERIFY(!fixture.shown("idle-time")->findChild<QToolButton*>(u"addGraphs"_s));
}

/// As in German: the side is as wide as they are.
void TestPanelParameters::buttonsOfLongWordsAreNotCut()
{
    struct LongWords : QTranslator {
        [[nodiscard]] bool isEmpty() const override { return false; }
        [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override
        {
            if (qstrcmp(context, "kinetoscope::ChoiceSide") != 0)
                return {};
            return qstrcmp(source, "Repeated as graphs") == 0 ? u"Wiederholtes als Graphen"_s
                : qstrcmp(source, "Reset") == 0               ? u"Zur\u00fccksetzen"_s
                                                              : QString();
        }
    };
    LongWords words;
    QCoreApplication::installTranslator(&words);
    OpenWindow fixture;
    AnalysisPanel* panel = fixture.shown("what-if");
    for (const QString& name : { u"resetParameters"_s, u"addGraphs"_s }) {
        const auto* button = panel->findChild<QToolButton*>(name);
        QVERIFY(button && button->text().size() > 5);
        QTRY_VERIFY2(button->width() >= button->sizeHint().width(),
            qPrintable(
                QStringLiteral("%1: %2 of %3 px").arg(name).arg(button->width()).arg(button->sizeHint().width())));
    }
    QCoreApplication::removeTranslator(&words);
}

void TestPanelParameters::sessionShowsTheSameFiguresToAnybody()
{
    OpenWindow writer({ { "overview", durationOf("least-time", 2'000'000) }, { "steps", durationOf(kDelay, 1'000) },
        { "idle-time", durationOf(kDelay, 70'000) } });
    writer.panel("overview");
    writer.panel("idle-time")->setParameters(durationOf(kDelay, 30'000)); // the default, but not what is usual here
    const std::string path = writer.folder.file("one.kinetoscope");
    KT_VERIFY_OK(writer.window->sessions()->saveAs(path));
    const Preferred others { { "overview", durationOf("least-time", 5'000'000) },
        { "steps", durationOf(kDelay, 9'000) }, { "idle-time", durationOf(kDelay, 90'000) } };
    for (const Preferred& preferred : { Preferred {}, others }) {
        OpenWindow reader(preferred, path);
        QCOMPARE(reader.panel("overview")->parameters().integer("least-time"), 2'000'000);
        QCOMPARE(reader.panel("idle-time")->parameters().integer(kDelay), 30'000);
        // Nobody looked at the steps: the preference of who reads holds.
        QCOMPARE(reader.panel("steps")->parameters().integer(kDelay), preferred.empty() ? 30'000 : 9'000);
        QCOMPARE(
            reader.panel("overview")->usualParameters().integer("least-time"), preferred.empty() ? 10'000 : 5'000'000);
    }
}

void TestPanelParameters::sessionWithoutParametersLeavesThePreferences()
{
    // As an earlier version wrote it: no layout, no tables, no overlays, and a parameter that went since.
    OpenWindow fixture({ { "overview", durationOf("least-time", 2'000'000) }, { "steps", durationOf(kDelay, 1'000) } });
    fixture.panel("overview")->setParameters(durationOf("least-time", 7'000));
    const std::string path = fixture.folder.write("old.kinetoscope",
        R"({"kinetoscope-session":1,"traces":[{"path":"trace.json"}],
            "panels":[{"analysis":"overview","shown":true},
                      {"analysis":"idle-time","parameters":{"gone":"1","consecutive-kernel-delay":"8us"}}]})");
    QVERIFY(fixture.drop({ path }));
    QTRY_COMPARE(fixture.window->sessions()->path(), path);
    QVERIFY(!fixture.window->banner()->isVisibleTo(fixture.window.get()));
    QCOMPARE(fixture.panel("overview")->parameters().integer("least-time"), 2'000'000);
    QCOMPARE(fixture.panel("steps")->parameters().integer(kDelay), 1'000);
    QCOMPARE(fixture.panel("idle-time")->parameters().integer(kDelay), 8'000);
}

void TestPanelParameters::choicesOfTheTraceBeforeAreTakenBack()
{
    OpenWindow fixture;
    openAndWait(fixture, fixture.folder.write("four.json", traceOfSteps(4, "aten::mm")));
    AnalysisPanel* diff = fixture.shown("trace-diff");
    AnalysisPanel* sequences = fixture.panel("kernel-sequences");
    diff->setParameters(textsOf({ { "control-steps", "4" }, { "test-steps", "1" }, { "device-type", "cpu" } }));
    sequences->setParameters(textsOf({ { "operator-name", "aten::mm" }, { "order", "launch" } }));
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    // One that has the op and the step is nothing to speak of.
    openAndWait(fixture, fixture.folder.write("five.json", traceOfSteps(5, "aten::mm")));
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    QCOMPARE(diff->parameters().text("control-steps"), "4");
    QVERIFY(!remarksOf(diff).contains(u"no longer chosen"_s));

    openAndWait(fixture, fixture.folder.write("three.json", traceOfSteps(3, "aten::addmm")));
    QTRY_COMPARE(diff->parameters().text("control-steps"), "");
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    QVERIFY2(remarksOf(diff).contains(u"Control: steps: 4 is not in this trace and no longer chosen."_s),
        qPrintable(remarksOf(diff)));
    QCOMPARE(diff->parameters().text("test-steps"), "1");
    QCOMPARE(diff->parameters().text("device-type"), "cpu");
    // Nobody looks at this one.
    QTRY_COMPARE(sequences->parameters().text("operator-name"), "");
    QCOMPARE(sequences->parameters().text("order"), "launch");
    // Whoever chooses something knows.
    diff->setParameters(textsOf({ { "control-steps", "2" } }));
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    QVERIFY(!remarksOf(diff).contains(u"no longer chosen"_s));
}

void TestPanelParameters::choicesStayWhenTheTraceIsReadAgain()
{
    OpenWindow fixture;
    openAndWait(fixture, fixture.folder.write("four.json", traceOfSteps(4, "aten::mm")));
    AnalysisPanel* diff = fixture.shown("trace-diff");
    const Parameters chosen = textsOf({ { "control-steps", "4" }, { "test-steps", "2,3" } });
    diff->setParameters(chosen);
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    const auto before = fixture.viewState().traceSet();
    QSignalSpy shown(diff, &AnalysisPanel::resultShown);
    fixture.document.reload();
    QTRY_VERIFY(fixture.viewState().traceSet() != before);
    fixture.window->analysisDocks()->raise("trace-diff");
    QTRY_VERIFY(!shown.isEmpty());
    QCOMPARE(diff->state(), AnalysisPanel::State::Ready);
    QCOMPARE(diff->parameters().text("control-steps"), "4");
    QCOMPARE(diff->parameters().text("test-steps"), "2,3");
    QVERIFY(!remarksOf(diff).contains(u"no longer chosen"_s));
}

/// Also a choice that its trace does not have: what was saved is shown, with the sentence about it.
void TestPanelParameters::sessionKeepsItsChoices()
{
    OpenWindow fixture;
    openAndWait(fixture, fixture.folder.write("four.json", traceOfSteps(4, "aten::mm")));
    AnalysisPanel* diff = fixture.shown("trace-diff");
    diff->setParameters(textsOf({ { "control-steps", "4" }, { "test-steps", "9" } }));
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Failed);
    const std::string path = fixture.folder.file("one.kinetoscope");
    KT_VERIFY_OK(fixture.window->sessions()->saveAs(path));
    openAndWait(fixture, fixture.folder.write("three.json", traceOfSteps(3, "aten::mm")));
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Ready);
    openAndWait(fixture, path);
    QTRY_COMPARE(diff->state(), AnalysisPanel::State::Failed);
    QCOMPARE(diff->parameters().text("control-steps"), "4");
    QCOMPARE(diff->parameters().text("test-steps"), "9");
}

void TestPanelParameters::findingOpensItsAnalysisWithTheSameParameters_data()
{
    QTest::addColumn<QString>("way");
    for (const char* way : { "click", "Return" })
        QTest::newRow(way) << QString::fromLatin1(way);
}

void TestPanelParameters::findingOpensItsAnalysisWithTheSameParameters()
{
    QFETCH(QString, way);
    OpenWindow fixture;
    AnalysisPanel* overview = fixture.shown("overview");
    overview->setParameters(durationOf(kDelay, 45'000));
    QTRY_COMPARE(overview->state(), AnalysisPanel::State::Ready);
    auto* view = overview->findChild<ResultTableView*>();
    const Table& table = *view->table();
    const auto column = static_cast<int>(table.columnIndex("analysis"));
    QModelIndex link;
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        const QString kind = view->model()->index(row, static_cast<int>(table.columnIndex("kind"))).data().toString();
        if (kind == u"kernel-gaps"_s)
            link = view->model()->index(row, column);
    }
    QVERIFY(link.isValid());
    QCOMPARE(link.data().toString(), u"idle-time"_s);
    // Seen without scrolling.
    const QRect place = view->cardLink(static_cast<std::size_t>(link.row()));
    QVERIFY(view->viewport()->rect().contains(place));
    if (way == u"click"_s) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    } else {
        view->setCurrentIndex(link.siblingAtColumn(0));
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
    }
    AnalysisPanel* idle = fixture.panel("idle-time");
    QTRY_VERIFY(idle->isVisible());
    QCOMPARE(idle->parameters().integer(kDelay), 45'000);
    QTRY_COMPARE(idle->state(), AnalysisPanel::State::Ready);
    QVERIFY(idle->commandLine().contains(u"--consecutive-kernel-delay 45us"_s));
    // The finding's gap is what is selected, and it is of the cause that the finding names there, too.
    QTRY_COMPARE(fixture.viewState().selection().intervals.size(), std::size_t { 1 });
    QVERIFY((fixture.viewState().selection().intervals[0].range == TimeRange { 50'000, 90'000 }));
    const Table& devices = *idle->result()->findTable("devices");
    Nanoseconds time = 0;
    for (std::size_t row = 0; row < devices.rowCount(); ++row) {
        if (devices.text(row, devices.columnIndex("idle_category")) == "kernel_wait")
            time = std::get<std::int64_t>(devices.cell(row, devices.columnIndex("idle_time")));
    }
    QCOMPARE(time, Nanoseconds { 40'000 });
}

/// As on the command line; and the window goes on.
void TestPanelParameters::beyondTheMemoryLimitThePanelSaysSo()
{
    OpenWindow fixture;
    AnalysisPanel* idle = fixture.shown("idle-time");
    AnalysisPanel* other = fixture.shown("temporal-breakdown");
    fixture.window->analysisDocks()->raise("idle-time");
    // Qt alone holds more than the 64 MiB beside it, once something was held on purpose.
    const std::vector<char> held(96U << 20, 'x');
    idle->setMemoryLimit(1);
    QTRY_COMPARE(idle->state(), AnalysisPanel::State::Failed);
    const QString said = idle->findChild<QLabel*>(u"stateText"_s)->text();
    QVERIFY2(said.contains(u"does not fit the memory limit"_s), qPrintable(said));
    QVERIFY2(said.contains(u"need less"_s), qPrintable(said));
    QVERIFY(held.back() == 'x');
    fixture.window->analysisDocks()->raise("temporal-breakdown");
    other->recompute();
    QTRY_COMPARE(other->state(), AnalysisPanel::State::Ready);
    fixture.window->analysisDocks()->raise("idle-time");
    idle->setMemoryLimit(0);
    QTRY_COMPARE(idle->state(), AnalysisPanel::State::Ready);
}

QTEST_MAIN(TestPanelParameters)
#include "tst_panel_parameters.moc"
