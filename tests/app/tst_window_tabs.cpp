// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"
#include "app/window/docks/trace_contents.h"
#include "app/window/session/sessions.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"

#include <QAction>
#include <QDir>
#include <QObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QString>
#include <QStringLiteral>
#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// The tabs of the analyses in the real window, offscreen: which there are, which have content, which is in front.
class TestWindowTabs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyAnalysisHasItsPlace();
    void panelsAreMadeWhenTheyAreLookedAt();
    void overviewIsFirstAndChosenTablesStay();
    void tabsWithoutContentAreDimmedAndSayWhy();
    void stepsAreDimmedWhereNoneWasFound();
    void collectivesOfTheHostOpenWhereTheyAreCompared();
    void noTabIsDimmedThatHasRows_data();
    void noTabIsDimmedThatHasRows();
    void annotationsOfTheHostAreShownWhereThereAreNoOthers();
    void theChartBesideFindingsHasRoomForItsLegend();
    void groupsOpenWithWhatTheTraceHas();
    void whatIsLookedAtStaysInFront();
};

void TestWindowTabs::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    initWindowResources();
}

void TestWindowTabs::everyAnalysisHasItsPlace()
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

void TestWindowTabs::panelsAreMadeWhenTheyAreLookedAt()
{
    WindowFixture fixture;
    QVERIFY(fixture.window->findChildren<AnalysisPanel*>().isEmpty());
    QVERIFY(fixture.drop({ fixture.folder.write("small.json", smallTrace()) }));
    QTRY_VERIFY(fixture.document.isOpen());
    QTRY_COMPARE(fixture.window->findChildren<AnalysisPanel*>().size(), 1);
    fixture.window->analysisDocks()->raise("kernel-launches");
    QTRY_COMPARE(fixture.window->findChildren<AnalysisPanel*>().size(), 2);
}

void TestWindowTabs::overviewIsFirstAndChosenTablesStay()
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

void TestWindowTabs::tabsWithoutContentAreDimmedAndSayWhy()
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
    QVERIFY(colourOf(u"Op to kernel delays"_s).isValid());
    QVERIFY(!colourOf(u"Host and launches"_s).isValid() && !colourOf(u"Operators"_s).isValid());
    QVERIFY(colourOf(u"Idle causes"_s).isValid());
    QVERIFY(!colourOf(u"Causes"_s).isValid() && !colourOf(u"What if"_s).isValid()); // the host's time can be changed
}

/// Unless the scope names annotations that are steps.
void TestWindowTabs::stepsAreDimmedWhereNoneWasFound()
{
    WindowFixture fixture;
    QVERIFY(fixture.drop({ fixture.folder.write("device.json",
        TraceText().annotation("once", 0_us, 9_us).kernel("gemm_kernel", 60_us, 80_us, 7, 77).text()) }));
    const auto whyOf = [&fixture](const QString& title) {
        for (const QTabBar* bar : fixture.window->findChildren<QTabBar*>()) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == title && bar->tabTextColor(tab).isValid())
                    return bar->tabToolTip(tab);
            }
        }
        return QString();
    };
    QTRY_VERIFY(whyOf(u"Steps"_s).contains(u"No step was recorded"_s));
    QVERIFY(whyOf(u"Op to kernel delays"_s).contains(u"No op was recorded"_s));
    Scope scope;
    scope.stepPattern = "once";
    fixture.viewState().setScope(scope);
    QCOMPARE(whyOf(u"Steps"_s), QString());
    fixture.viewState().setScope({});
    QVERIFY(!whyOf(u"Steps"_s).isEmpty());
}

/// Collectives of the host are no stragglers of GPUs: the tab says so, and another one is opened.
void TestWindowTabs::collectivesOfTheHostOpenWhereTheyAreCompared()
{
    WindowFixture fixture;
    const auto gloo = [&fixture](int rank) {
        return fixture.folder.write("gloo-" + std::to_string(rank) + ".json",
            TraceText()
                .rank(rank, 2)
                .step(1, 0_us, 900_us)
                .op("aten::mm", 10_us, 50_us)
                .annotation("gloo:all_reduce", 100_us, 300_us)
                .text());
    };
    QVERIFY(fixture.drop({ gloo(0), gloo(1) }));
    const QTabBar* tabs = nullptr;
    int stragglers = 0;
    for (const QTabBar* bar : fixture.window->findChildren<QTabBar*>(u"analysis-tabs"_s)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == u"Stragglers"_s) {
                tabs = bar;
                stragglers = tab;
            }
        }
    }
    QVERIFY(tabs);
    QTRY_VERIFY2(tabs->tabToolTip(stragglers).contains(u"run on the host"_s), qPrintable(tabs->tabToolTip(stragglers)));
    QCOMPARE(tabs->tabText(tabs->currentIndex()), u"Collectives and their bandwidth"_s);
    QVERIFY(!tabs->tabTextColor(tabs->currentIndex()).isValid());
}

void TestWindowTabs::noTabIsDimmedThatHasRows_data()
{
    QTest::addColumn<QString>("folder");
    // A device whose copies have no category of their own, one without a GPU, one with a GPU alone, a common one.
    for (const char* folder : { "mtia_inference", "cpu_only_small", "mi210_gpu_only", "param_linear_2080ti" })
        QTest::newRow(folder) << QString::fromLatin1(folder);
}

void TestWindowTabs::noTabIsDimmedThatHasRows()
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

void TestWindowTabs::annotationsOfTheHostAreShownWhereThereAreNoOthers()
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
void TestWindowTabs::theChartBesideFindingsHasRoomForItsLegend()
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

/// A trace without GPU work: no empty half of a panel, no group that opens with an empty panel beside a full one.
void TestWindowTabs::groupsOpenWithWhatTheTraceHas()
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

void TestWindowTabs::whatIsLookedAtStaysInFront()
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

QTEST_MAIN(TestWindowTabs)
#include "tst_window_tabs.moc"
