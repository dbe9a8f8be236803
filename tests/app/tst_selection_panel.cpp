// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_text.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/events/selection_panel.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QTimer>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The table of what is selected, in the real window.
class TestSelectionPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void drawnRangeOpensItsTable();
    void groupingCanBeChosen();
    void doubleClickSelectsTheRow();
    void nothingSelectedSaysHow();
    void countingSaysSo();
    void rangeWithoutSlicesSaysOfWhat();
    void selectionFromATableDoesNotComeForward();
    void hiddenPanelDoesNotCount();

private:
    SelectionPanel* open(WindowFixture& fixture) const
    {
        const std::string text =
            TraceText().op("aten::mm", 10_us, 60_us).op("aten::mm", 80_us, 10_us).op("aten::relu", 95_us, 5_us).text();
        if (!fixture.drop({ fixture.folder.write("ops.json", text) }))
            return nullptr;
        if (!QTest::qWaitFor([&] { return fixture.document.isOpen(); }))
            return nullptr;
        QCoreApplication::processEvents();
        return fixture.window->findChild<SelectionPanel*>();
    }
    /// Draws a range over the whole ruler with the mouse.
    static void drawRange(WindowFixture& fixture)
    {
        TimelineView* timeline = fixture.window->timeline();
        const QRect ruler = timeline->scene().geometry(timeline->viewport().size).ruler;
        const QPoint from(ruler.left() + 1, ruler.center().y());
        const QPoint to(ruler.right() - 1, ruler.center().y());
        QTest::mousePress(timeline, Qt::LeftButton, {}, from);
        QTest::mouseMove(timeline, ruler.center());
        QTest::mouseMove(timeline, to);
        QTest::mouseRelease(timeline, Qt::LeftButton, {}, to);
    }
};

void TestSelectionPanel::initTestCase()
{
    initWindowResources();
}

void TestSelectionPanel::drawnRangeOpensItsTable()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    QVERIFY(!panel->table());
    drawRange(fixture);
    QTRY_VERIFY(panel->table());
    QVERIFY(panel->isVisible() && !panel->visibleRegion().isEmpty());
    const Table& table = *panel->table();
    QCOMPARE(table.rowCount(), std::size_t { 2 });
    QVERIFY(table.text(0, 0) == "aten::mm");
    QCOMPARE(std::get<std::int64_t>(table.cell(0, table.columnIndex("count"))), std::int64_t { 2 });
    // The range ends a pixel inside the view, so a little of 70 us is cut off.
    const auto sum = std::get<std::int64_t>(table.cell(0, table.columnIndex("sum")));
    QVERIFY(sum > 69'000 && sum <= 70'000);
}

void TestSelectionPanel::groupingCanBeChosen()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    drawRange(fixture);
    QTRY_VERIFY(panel->table());
    auto* grouping = panel->findChild<QComboBox*>(QStringLiteral("selection-grouping"));
    QVERIFY(grouping);
    grouping->setCurrentIndex(grouping->findData(static_cast<int>(SelectionGrouping::Kind)));
    QTRY_COMPARE(panel->table()->rowCount(), std::size_t { 1 });
    QVERIFY(panel->table()->text(0, 0) == "cpu_op");
    grouping->setCurrentIndex(grouping->findData(static_cast<int>(SelectionGrouping::Track)));
    QTRY_VERIFY(panel->table()->columnIndex("track") < panel->table()->columnCount());
}

void TestSelectionPanel::doubleClickSelectsTheRow()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    drawRange(fixture);
    QTRY_VERIFY(panel->table());
    auto* view = panel->findChild<QAbstractItemView*>();
    const QRect cell = view->visualRect(view->model()->index(1, 0));
    QVERIFY(!cell.isEmpty());
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
    QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(fixture.viewState().selection().slices.size(), std::size_t { 1 });
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    QVERIFY(trace.name(fixture.viewState().selection().slices.front().slice) == "aten::relu");
    QTRY_COMPARE(panel->table()->rowCount(), std::size_t { 1 });
}

void TestSelectionPanel::nothingSelectedSaysHow()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    drawRange(fixture);
    QTRY_VERIFY(panel->table());
    fixture.viewState().clearSelection();
    QVERIFY(!panel->table());
    drawRange(fixture);
    QTRY_VERIFY(panel->table());
    fixture.document.close();
    QVERIFY(!panel->table());
}

/// Of millions of slices it takes seconds: meanwhile nothing false is said.
void TestSelectionPanel::countingSaysSo()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    fixture.window->findChild<QDockWidget*>(QStringLiteral("selection-dock"))->raise();
    const auto sentences = [panel] { return panel->findChild<StatePage*>()->text(); };
    QTRY_VERIFY(sentences().contains(QStringLiteral("Nothing is selected")));
    fixture.viewState().setSelection({ {}, { { 0, {}, { 0, 60'000 } } } });
    QVERIFY(panel->isBusy());
    QVERIFY2(!sentences().contains(QStringLiteral("Nothing is selected")), qPrintable(sentences()));
    QTRY_VERIFY(panel->table());

    // The table of another selection is covered until the new one is there.
    const auto* delay = panel->findChild<StaleVeil*>()->findChild<QTimer*>();
    QVERIFY(delay && !delay->isActive());
    fixture.viewState().setSelection({ {}, { { 0, {}, { 0, 99'000 } } } });
    QVERIFY(panel->isBusy() && delay->isActive());
    QTRY_VERIFY(!panel->isBusy() && !delay->isActive());
    QVERIFY(panel->findChild<StaleVeil*>()->isHidden());
    fixture.viewState().setSelection({ {}, { { 0, {}, { 0, 60'000 } } } });
    fixture.viewState().clearSelection();
    QVERIFY(!delay->isActive());
}

void TestSelectionPanel::rangeWithoutSlicesSaysOfWhat()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    drawRange(fixture); // brings the panel to the front
    QTRY_VERIFY(panel->table());
    const Trace& trace = *fixture.viewState().traceSet()->ranks()[0].trace;
    const TrackId track = trace.trackOf(SliceId { 0u });
    const Timestamp end = trace.range().end; // nothing is behind it
    fixture.viewState().setSelection({ {}, { { 0, track, { end + 1_us, end + 2_us } } } });
    const auto isSaid = [&] {
        const QString name = QString::fromStdString(std::string(trace.track(track).name));
        return std::ranges::any_of(panel->findChildren<QLabel*>(QStringLiteral("stateText")),
            [&name](const QLabel* each) { return each->isVisible() && each->text().contains(name); });
    };
    QTRY_VERIFY(isSaid());
}

void TestSelectionPanel::selectionFromATableDoesNotComeForward()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    fixture.viewState().selectSlice({ 0, SliceId { 0u } });
    QCoreApplication::processEvents();
    QVERIFY(panel->visibleRegion().isEmpty());
}

void TestSelectionPanel::hiddenPanelDoesNotCount()
{
    WindowFixture fixture;
    SelectionPanel* panel = open(fixture);
    QVERIFY(panel);
    fixture.viewState().selectSlice({ 0, SliceId { 0u } });
    QVERIFY(!panel->isBusy());
    fixture.window->findChild<QDockWidget*>(QStringLiteral("selection-dock"))->raise();
    QTRY_VERIFY(panel->table());
    QCOMPARE(panel->table()->rowCount(), std::size_t { 1 });
}

QTEST_MAIN(TestSelectionPanel)
#include "tst_selection_panel.moc"
