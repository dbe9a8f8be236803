// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/session/sessions.h"
#include "app/window/timeline/counter_colours.h"
#include "tests/app/window_fixture.h"
#include "tests/support/trace_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QMenu>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Kernels coloured by what the hardware counted, in the real window.
class TestCounterColours : public QObject {
    Q_OBJECT

private slots:
    void countersOfTheTraceAreOffered();
    void kernelsAreHeat();
    void anotherTraceIsColouredAsBefore();
    void sessionsKeepTheCounter();
    void modulesAreOneOfTheWays();

private:
    static std::string write(const WindowFixture& fixture, const std::string& name, bool hasCounters = true)
    {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        for (int i = 0; i < 3; ++i) {
            text.launch((10 + 30 * i) * 1_us, 5_us, i + 1);
            text.kernel("k" + std::to_string(i), (100 + 30 * i) * 1_us, 20_us, 7, i + 1);
        }
        text.launch(200_us, 5_us, 4)
            .complete(
                "gpu_memset", "Memset (Device)", 0, 7, 210_us, 20_us, R"("device": 0, "stream": 7, "correlation": 4)");
        for (int i = 0; hasCounters && i < 3; ++i)
            text.complete("cuda_profiler_range", "k" + std::to_string(i), 0, 0, (1000 + 10 * i) * 1_us, 10_us,
                "\"dram__bytes_read.sum\": " + std::to_string(1000 + 500 * i) + ", \"a&b.sum\": 1");
        return fixture.folder.write(name, text.text());
    }
    static void open(WindowFixture& fixture, const std::string& path)
    {
        QVERIFY(fixture.drop({ path }));
        QTRY_VERIFY(fixture.viewState().traceSet());
        QTRY_VERIFY(!fixture.window->counterColours()->isBusy());
    }
    static SliceRef slice(WindowFixture& fixture, std::string_view name)
    {
        const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.name(SliceId { i }) == name)
                return { 0, SliceId { i } };
        }
        return {};
    }
    static QColor colourOf(WindowFixture& fixture, std::string_view name)
    {
        return QColor::fromRgb(fixture.window->timeline()->scene().colours().of(slice(fixture, name)).fill);
    }
};

void TestCounterColours::countersOfTheTraceAreOffered()
{
    WindowFixture fixture;
    auto* menu = fixture.window->findChild<QMenu*>(QStringLiteral("colour-by-counter"));
    QVERIFY(menu && !menu->isEnabled());
    open(fixture, write(fixture, "counters.json"));
    QVERIFY(menu->isEnabled());
    const auto& actions = fixture.window->counterColours()->actions();
    QCOMPARE(actions.size(), std::size_t { 2 });
    QCOMPARE(actions[0]->text(), QStringLiteral("dram__bytes_read.sum"));
    QCOMPARE(actions[1]->text(), QStringLiteral("a&&b.sum"));
    QCOMPARE(menu->actions().size(), 2);
    open(fixture, write(fixture, "plain.json", false));
    QTRY_VERIFY(!menu->isEnabled());
}

void TestCounterColours::kernelsAreHeat()
{
    WindowFixture fixture;
    open(fixture, write(fixture, "counters.json"));
    TimelineView* timeline = fixture.window->timeline();
    fixture.window->counterColours()->actions()[0]->trigger();
    QVERIFY(timeline->scene().colourMode() == ColourMode::Counter);
    QVERIFY(!fixture.action(ActionId::ColourByKind)->isChecked());
    // Linear from 1000 to 2000 bytes; what was not measured is grey.
    const Palette& palette = timeline->scene().palette();
    QCOMPARE(colourOf(fixture, "k0"), heatColour(palette, 0));
    QCOMPARE(colourOf(fixture, "k1"), heatColour(palette, 0.5));
    QCOMPARE(colourOf(fixture, "k2"), heatColour(palette, 1));
    QCOMPARE(colourOf(fixture, "Memset (Device)").rgb(), timeline->scene().colours().neutral().fill);
    const auto legend = heatLegend(timeline->scene().colouring());
    QVERIFY(legend.has_value());
    QCOMPARE(legend->name, QStringLiteral("dram__bytes_read.sum"));
    QVERIFY2(legend->lowest.endsWith(u'B') && legend->highest.endsWith(u'B'), qPrintable(legend->highest));
    QVERIFY(legend->lowest != legend->highest);
    // The kernel is drawn in its colour.
    timeline->camera().zoomTo({ 0, 300'000 });
    const QRectF rect = timeline->rectOf(slice(fixture, "k2"));
    QVERIFY(!rect.isEmpty());
    const QImage image = timeline->grab().toImage();
    QCOMPARE(image.pixelColor(rect.bottomRight().toPoint() - QPoint(5, 2)), heatColour(palette, 1));
    // So is the range that was counted, which else is an outline.
    timeline->camera().zoomTo({ 990'000, 1'040'000 });
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.kind(SliceId { i }) != EventKind::ProfilerRange)
            continue;
        timeline->reveal().showSlice({ 0, SliceId { i } });
        const QRectF range = timeline->rectOf({ 0, SliceId { i } });
        const QColor expected = QColor::fromRgb(timeline->scene().colours().of({ 0, SliceId { i } }).fill);
        QCOMPARE(timeline->grab().toImage().pixelColor(range.bottomRight().toPoint() - QPoint(5, 2)), expected);
    }
    fixture.action(ActionId::ColourByKind)->trigger();
    QVERIFY(timeline->scene().colourMode() == ColourMode::Kind);
    QVERIFY(!fixture.window->counterColours()->actions()[0]->isChecked());
}

void TestCounterColours::anotherTraceIsColouredAsBefore()
{
    WindowFixture fixture;
    fixture.action(ActionId::ColourByName)->trigger();
    open(fixture, write(fixture, "counters.json"));
    fixture.window->counterColours()->actions()[0]->trigger();
    QVERIFY(fixture.settings.colourMode() == ColourMode::Name);
    open(fixture, write(fixture, "plain.json", false));
    QTRY_VERIFY(fixture.window->timeline()->scene().colourMode() == ColourMode::Name);
    QVERIFY(fixture.action(ActionId::ColourByName)->isChecked());
}

void TestCounterColours::sessionsKeepTheCounter()
{
    WindowFixture fixture;
    open(fixture, write(fixture, "counters.json"));
    fixture.window->counterColours()->actions()[1]->trigger();
    const std::string path = fixture.folder.file("run.kinetoscope");
    KT_VERIFY_OK(fixture.window->sessions()->saveAs(path));
    fixture.action(ActionId::ColourByKind)->trigger();
    QVERIFY(fixture.drop({ path }));
    QTRY_COMPARE(fixture.window->counterColours()->chosen(), QStringLiteral("a&b.sum"));
    QVERIFY(fixture.window->counterColours()->actions()[1]->isChecked());
    QVERIFY(fixture.settings.colourMode() == ColourMode::Kind);
}

void TestCounterColours::modulesAreOneOfTheWays()
{
    WindowFixture fixture;
    fixture.action(ActionId::ColourByModule)->trigger();
    QVERIFY(fixture.window->timeline()->scene().colourMode() == ColourMode::Module);
    QVERIFY(fixture.settings.colourMode() == ColourMode::Module);
    QVERIFY(!fixture.action(ActionId::ColourByKind)->isChecked());
}

QTEST_MAIN(TestCounterColours)
#include "tst_counter_colours.moc"
