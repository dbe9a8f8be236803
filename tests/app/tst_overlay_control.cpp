// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/docks/analysis_docks.h"
#include "app/window/timeline/overlay_control.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_generator.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QMenu>
#include <QMenuBar>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

QByteArray filled(QByteArray pattern, int ts, int correlation, int number = 0)
{
    pattern.replace("$t", QByteArray::number(ts));
    pattern.replace("$c", QByteArray::number(correlation));
    pattern.replace("$n", QByteArray::number(number));
    return pattern;
}

/// Twice `ops` ops, one after the other, each of which launches three kernels of its own on stream 7, and a copy.
QByteArray chainsTwice(int ops)
{
    const QByteArray op = R"({"ph":"X","cat":"cpu_op","name":"$o","pid":1,"tid":1,"ts":$t,"dur":90})";
    const QByteArray launch =
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":$t,"dur":5,"args":{"correlation":$c}})";
    const QByteArray kernel =
        R"({"ph":"X","cat":"kernel","name":"k$n","pid":0,"tid":7,"ts":$t,"dur":10,"args":{"correlation":$c,"device":0,"stream":7}})";
    const QByteArray copyCall =
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":$t,"dur":5,"args":{"correlation":$c}})";
    const QByteArray copy =
        R"j({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":$t,)j"
        R"j("dur":50,"args":{"correlation":$c,"device":0,"stream":7,"bytes":1000000,)j"
        R"j("memory bandwidth (GB/s)":20.0}})j";
    QByteArrayList events;
    int correlation = 0;
    for (int n = 0; n < 2 * ops; ++n) {
        const int base = 1000 * n;
        const QByteArray name = ops == 1 ? QByteArray("aten::gelu") : "aten::op" + QByteArray::number(n % ops);
        events << filled(op, base, 0).replace("$o", name);
        for (int i = 0; i < 3; ++i) {
            ++correlation;
            // Each op has wider gaps than the one before it.
            events << filled(launch, base + 10 + 20 * i, correlation)
                   << filled(kernel, base + 100 + (40 + n % ops) * i, correlation, 3 * (n % ops) + i);
        }
        ++correlation;
        events << filled(copyCall, base + 95, correlation) << filled(copy, base + 300, correlation);
    }
    return "{\"traceEvents\": [" + events.join(",\n") + "]}";
}

QByteArray fusedChainTwice()
{
    return chainsTwice(1);
}

} // namespace

/// Switching what analyses draw onto the timeline, in the real window.
class TestOverlayControl : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void idleGapsAreOnAtFirst();
    void waitsBetweenRanksAreOnAtFirst();
    void seriesComeAndGo_data();
    void seriesComeAndGo();
    void patternsHaveALegendThatToggles();
    void rowsOfThePanelCarryTheLetter();
    void everyRowCanBeMarked();
    void whatIsOnBelongsToTheTrace();
    void panelsParametersAreTaken();
    void theCriticalPathIsThatOfTheScope();
    void whoLooksAtThePathWalksAlongIt();
    void nothingToShowIsSaid();
    void nothingFoundNamesTheField();
    void anotherTraceStartsAnew();

private:
    [[nodiscard]] QAction* action(const WindowFixture& fixture, const char* id) const
    {
        return fixture.window->overlays()->findChild<QAction*>(QStringLiteral("overlay-") + QLatin1String(id));
    }
    void open(WindowFixture& fixture, const std::string& name = "chain.json",
        const QByteArray& text = fusedChainTwice()) const
    {
        const std::string path = fixture.folder.write(name, text.toStdString());
        QVERIFY(fixture.drop({ path }));
        QTRY_VERIFY(fixture.document.isOpen()
            && toQString(fixture.viewState().traceSet()->ranks()[0].trace->path()) == toQString(path));
        QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    }
    [[nodiscard]] QStringList seriesRows(const WindowFixture& fixture) const
    {
        QStringList titles;
        const TimelineScene& scene = fixture.window->timeline()->scene();
        for (const TimelineRow& row : scene.rows().rows()) {
            if (row.key.kind == RowKind::Series)
                titles << scene.title(row);
        }
        return titles;
    }
    [[nodiscard]] QImage picture(const WindowFixture& fixture) const
    {
        return fixture.window->timeline()->grab().toImage();
    }
};

void TestOverlayControl::initTestCase()
{
    initWindowResources();
}

void TestOverlayControl::idleGapsAreOnAtFirst()
{
    WindowFixture fixture;
    open(fixture);
    QVERIFY(action(fixture, "idle-gaps")->isChecked());
    const TimelineScene& scene = fixture.window->timeline()->scene();
    QCOMPARE(scene.overlays().size(), std::size_t { 1 });
    QCOMPARE(scene.overlays().front()->ranges.size(), std::size_t { 1 });
    const QImage with = picture(fixture);
    action(fixture, "idle-gaps")->trigger();
    QVERIFY(scene.overlays().empty());
    QVERIFY(picture(fixture) != with);
    // Of the two that mark the same places the last one switched on stays.
    action(fixture, "idle-gaps")->trigger();
    action(fixture, "idle-causes")->trigger();
    QVERIFY(!action(fixture, "idle-gaps")->isChecked());
    QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    QCOMPARE(scene.overlays().size(), std::size_t { 1 });
    QVERIFY(scene.overlays().front()->style == OverlayStyle::IdleLedger);
    // The legend has each hatch that there is, with its share.
    const std::vector<QAction*>& legend = fixture.window->overlays()->idleLegend();
    QVERIFY(!legend.empty());
    for (const QAction* entry : legend) {
        QVERIFY(!entry->icon().isNull());
        QVERIFY2(entry->text().contains(u'%'), qPrintable(entry->text()));
    }
    fixture.window->overlays()->choose({ QStringLiteral("idle-gaps"), QStringLiteral("idle-causes") });
    QCOMPARE(fixture.window->overlays()->chosen(), QStringList { QStringLiteral("idle-gaps") });
    QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    QVERIFY(fixture.window->overlays()->idleLegend().empty());
}

/// The waiting part of communication is hatched wherever it is known: between ranks that are open together.
void TestOverlayControl::waitsBetweenRanksAreOnAtFirst()
{
    WindowFixture fixture;
    GeneratorOptions options;
    options.ranks = 2;
    options.layers = 1;
    const std::vector<std::string> texts = generateTraces(options);
    const std::string one = fixture.folder.write("rank0.json", texts[0]);
    QVERIFY(fixture.drop({ one, fixture.folder.write("rank1.json", texts[1]) }));
    QTRY_VERIFY(fixture.document.isOpen() && !fixture.window->overlays()->isBusy());
    QVERIFY(action(fixture, "waits")->isChecked() && action(fixture, "idle-gaps")->isChecked());
    const auto& overlays = fixture.window->timeline()->scene().overlays();
    QVERIFY(std::ranges::any_of(overlays, [](const auto& each) { return each->style == OverlayStyle::Waits; }));
    QVERIFY(fixture.drop({ one }));
    QTRY_COMPARE(fixture.window->overlays()->chosen(), QStringList { QStringLiteral("idle-gaps") });
}

void TestOverlayControl::seriesComeAndGo_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QStringList>("rows");
    QTest::newRow("queue") << QByteArray("queue-length") << QStringList { QStringLiteral("queue length") };
    QTest::newRow("active") << QByteArray("active-kernels") << QStringList { QStringLiteral("active kernels") };
    QTest::newRow("bandwidth") << QByteArray("copy-bandwidth")
                               << QStringList { QStringLiteral("Memcpy HtoD bandwidth") };
}

void TestOverlayControl::seriesComeAndGo()
{
    QFETCH(const QByteArray, id);
    QFETCH(const QStringList, rows);
    WindowFixture fixture;
    open(fixture);
    QVERIFY(seriesRows(fixture).isEmpty());
    action(fixture, id.constData())->trigger();
    QTRY_COMPARE(seriesRows(fixture), rows);
    // Drawn, too: the row is not only there.
    const QImage with = picture(fixture);
    action(fixture, id.constData())->trigger();
    QVERIFY(seriesRows(fixture).isEmpty());
    QVERIFY(picture(fixture) != with);
}

void TestOverlayControl::patternsHaveALegendThatToggles()
{
    WindowFixture fixture;
    open(fixture);
    OverlayControl* overlays = fixture.window->overlays();
    QVERIFY(overlays->legend().empty());
    const QImage without = picture(fixture);
    action(fixture, "sequences")->trigger();
    QTRY_COMPARE(overlays->legend().size(), std::size_t { 1 });
    QAction* first = overlays->legend().front();
    QVERIFY2(first->text().startsWith(u'A') && first->text().contains(QStringLiteral("gelu › k0")),
        qPrintable(first->text()));
    QVERIFY2(first->text().contains(QStringLiteral("2 ×")), qPrintable(first->text()));
    const QImage with = picture(fixture);
    QVERIFY(with != without);
    first->trigger();
    QVERIFY(!first->isChecked());
    QCOMPARE(picture(fixture), without);
    first->trigger();
    QCOMPARE(picture(fixture), with);
}

void TestOverlayControl::rowsOfThePanelCarryTheLetter()
{
    WindowFixture fixture;
    open(fixture);
    auto* docks = fixture.window->findChild<AnalysisDocks*>();
    QVERIFY(docks);
    docks->raise("kernel-sequences");
    AnalysisPanel* panel = docks->panel("kernel-sequences");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    const std::string pattern(panel->result()->findTable("sequences")->text(0, 0));
    const auto tags = [panel] {
        return static_cast<TagDelegate*>(panel->findChild<ResultTableView*>()->itemDelegate())->tags();
    };
    // The switch is there before anything is marked.
    QCOMPARE(tags().value(toQString(pattern)), (TextTag { QStringLiteral("A"), false }));
    OverlayControl* overlays = fixture.window->overlays();
    QMenu menu;
    emit panel->rowMenuOpening(&menu, toQString(pattern));
    QVERIFY(!menu.actions().isEmpty());
    menu.actions().back()->trigger(); // mark those that come first
    QVERIFY(action(fixture, "sequences")->isChecked());
    QTRY_COMPARE(overlays->legend().size(), std::size_t { 1 });
    QCOMPARE(tags().value(toQString(pattern)), (TextTag { QStringLiteral("A"), true }));
    emit panel->textTagToggled(toQString(pattern));
    QVERIFY(!overlays->legend().front()->isChecked());
    QVERIFY(!tags().value(toQString(pattern)).isOn);
    menu.clear();
    emit panel->rowMenuOpening(&menu, toQString(pattern));
    QAction* one = menu.actions().at(menu.actions().size() - 2);
    QVERIFY(one->isCheckable() && !one->isChecked());
    one->trigger();
    QVERIFY(overlays->legend().front()->isChecked());
    action(fixture, "sequences")->trigger();
    QTRY_COMPARE(tags().value(toQString(pattern)), (TextTag { QStringLiteral("A"), false }));
    menu.clear();
    emit panel->rowMenuOpening(&menu, QStringLiteral("another|chain")); // of a table that is about other chains
    QVERIFY(menu.actions().isEmpty());
}

void TestOverlayControl::everyRowCanBeMarked()
{
    WindowFixture fixture;
    open(fixture, "chains.json", chainsTwice(3));
    auto* docks = fixture.window->analysisDocks();
    docks->raise("kernel-sequences");
    AnalysisPanel* panel = docks->panel("kernel-sequences");
    Parameters one;
    one.set("top-k", ParameterValue { std::int64_t { 1 } });
    panel->setParameters(one);
    const auto tag = [panel](const QString& pattern) {
        return static_cast<TagDelegate*>(panel->findChild<ResultTableView*>()->itemDelegate())->tags().value(pattern);
    };
    QTRY_VERIFY(panel->state() == AnalysisPanel::State::Ready
        && panel->result()->findTable("occurrences")->rowCount() == 2); // those of the first one
    const Table& table = *panel->result()->findTable("sequences");
    QCOMPARE(table.rowCount(), std::size_t { 3 });
    const QString first = toQString(std::string(table.text(0, 0)));
    const QString second = toQString(std::string(table.text(1, 0)));
    const QString third = toQString(std::string(table.text(2, 0)));
    QCOMPARE(tag(first), (TextTag { QStringLiteral("A"), false }));
    QCOMPARE(tag(third), TextTag {});
    // A tick where nothing is marked marks that row alone.
    const QImage without = picture(fixture);
    emit panel->textTagToggled(third);
    QVERIFY(action(fixture, "sequences")->isChecked());
    QCOMPARE(tag(third), (TextTag { QStringLiteral("B"), true }));
    QVERIFY(!tag(first).isOn);
    const OverlayControl* overlays = fixture.window->overlays();
    QTRY_VERIFY(!overlays->isBusy());
    QCOMPARE(overlays->legend().size(), std::size_t { 2 });
    QVERIFY(!overlays->legend()[0]->isChecked() && overlays->legend()[1]->isChecked());
    QVERIFY(overlays->legend()[1]->text().contains(QStringLiteral("2 ×")));
    const QImage thirdOnly = picture(fixture);
    QVERIFY(thirdOnly != without);
    // One more, and the first.
    emit panel->textTagToggled(second);
    QCOMPARE(tag(second), (TextTag { QStringLiteral("C"), true }));
    QTRY_VERIFY(!overlays->isBusy());
    QCOMPARE(overlays->legend().size(), std::size_t { 3 });
    emit panel->textTagToggled(first);
    QVERIFY(tag(first).isOn && !overlays->isBusy());
    QVERIFY(picture(fixture) != thirdOnly);
    emit panel->textTagToggled(first);
    emit panel->textTagToggled(second);
    QCOMPARE(picture(fixture), thirdOnly);
    // A chain that is not in the table any more has no letter either.
    Parameters other = one;
    other.set("operator-name", ParameterValue { std::string("aten::op1") });
    panel->setParameters(other);
    QTRY_COMPARE(panel->result() ? panel->result()->findTable("sequences")->rowCount() : 0, std::size_t { 1 });
    QTRY_VERIFY(!overlays->isBusy());
    QTRY_COMPARE(overlays->legend().size(), std::size_t { 1 });
    // Switched on in the menu all that come first are there.
    action(fixture, "sequences")->trigger();
    action(fixture, "sequences")->trigger();
    QTRY_COMPARE(overlays->legend().size(), std::size_t { 1 });
    QVERIFY(overlays->legend().front()->isChecked());
}

void TestOverlayControl::whatIsOnBelongsToTheTrace()
{
    WindowFixture fixture;
    open(fixture);
    action(fixture, "idle-gaps")->trigger();
    action(fixture, "memory")->trigger();
    QCOMPARE(fixture.window->overlays()->chosen(), QStringList { QStringLiteral("memory") });
    QVERIFY(fixture.drop({ fixture.folder.write("other.json", smallTrace()) }));
    QTRY_COMPARE(fixture.window->overlays()->chosen(), QStringList { QStringLiteral("idle-gaps") });
    Document other;
    const MainWindow again(fixture.settings, other);
    QCOMPARE(again.overlays()->chosen(), QStringList { QStringLiteral("idle-gaps") });
}

void TestOverlayControl::panelsParametersAreTaken()
{
    WindowFixture fixture;
    open(fixture);
    action(fixture, "sequences")->trigger();
    QTRY_COMPARE(fixture.window->overlays()->legend().size(), std::size_t { 1 });
    // No op launches four kernels: the panel finds nothing any more, and so does the overlay.
    fixture.window->analysisDocks()->raise("kernel-sequences");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-sequences");
    QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
    Parameters four;
    four.set("min-pattern-len", ParameterValue { std::int64_t { 4 } });
    panel->setParameters(four);
    QTRY_VERIFY(fixture.window->overlays()->legend().empty());
}

void TestOverlayControl::whoLooksAtThePathWalksAlongIt()
{
    WindowFixture fixture;
    open(fixture);
    QAction* next = fixture.window->actions()[ActionId::NextLink];
    auto* overlay = fixture.window->overlays()->findChild<QAction*>(QStringLiteral("overlay-critical-path"));
    next->trigger();
    QVERIFY(!overlay->isChecked()); // nobody asked to see it
    fixture.window->analysisDocks()->raise("critical-path");
    QTRY_VERIFY(fixture.window->analysisDocks()->panel("critical-path")->isVisible());
    next->trigger();
    QVERIFY(overlay->isChecked());
    QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    next->trigger();
    QVERIFY(!fixture.viewState().selection().isEmpty());
}

void TestOverlayControl::theCriticalPathIsThatOfTheScope()
{
    WindowFixture fixture;
    open(fixture);
    action(fixture, "critical-path")->trigger();
    QTRY_VERIFY(!fixture.window->overlays()->isBusy());
    const TimelineScene& scene = fixture.window->timeline()->scene();
    const auto hull = [&scene] {
        const std::vector<OverlayLink>& links = scene.path(0)->links;
        return TimeRange { links.front().range.begin, links.back().range.end };
    };
    const TimeRange whole = hull();
    const std::shared_ptr<const Overlay> gaps = scene.overlays().front();
    Scope scope;
    scope.range = TimeRange { whole.begin + 50'000, whole.begin + 300'000 };
    fixture.viewState().setScope(scope);
    QTRY_COMPARE(hull(), *scope.range);
    QCOMPARE(scene.overlays().front(), gaps); // is of the whole trace as before
    fixture.viewState().setScope({});
    QTRY_COMPARE(hull(), whole);
}

void TestOverlayControl::nothingToShowIsSaid()
{
    WindowFixture fixture;
    open(fixture);
    QSignalSpy said(fixture.window->overlays(), &OverlayControl::messageShown);
    action(fixture, "memory")->trigger();
    QTRY_COMPARE(said.size(), 1);
    QVERIFY2(said.front().front().toString().contains(QLatin1String("profile_memory")),
        qPrintable(said.front().front().toString()));
}

/// Where the command line has an option, the window has a field.
void TestOverlayControl::nothingFoundNamesTheField()
{
    WindowFixture fixture;
    open(fixture);
    Parameters longChains;
    longChains.set("min-pattern-len", ParameterValue { std::int64_t { 1000 } });
    fixture.window->analysisDocks()->panel("kernel-sequences")->setParameters(longChains);
    QSignalSpy said(fixture.window->overlays(), &OverlayControl::messageShown);
    action(fixture, "sequences")->trigger();
    QTRY_COMPARE(said.size(), 1);
    const QString sentence = said.front().front().toString();
    QVERIFY2(sentence.contains(QStringLiteral("\u201cMinimum length\u201d")), qPrintable(sentence));
    QVERIFY2(!sentence.contains(QLatin1String("--")), qPrintable(sentence));
}

void TestOverlayControl::anotherTraceStartsAnew()
{
    WindowFixture fixture;
    open(fixture);
    action(fixture, "queue-length")->trigger();
    QTRY_COMPARE(seriesRows(fixture).size(), 1);
    open(fixture, "host.json",
        R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":0,"dur":10}]})");
    QVERIFY(seriesRows(fixture).isEmpty());
    QVERIFY(!action(fixture, "queue-length")->isChecked());
    open(fixture, "chain2.json");
    action(fixture, "queue-length")->trigger();
    QTRY_COMPARE(seriesRows(fixture).size(), 1);
    fixture.document.close();
    QVERIFY(fixture.window->timeline()->scene().overlays().empty());
}

QTEST_MAIN(TestOverlayControl)
#include "tst_overlay_control.moc"
