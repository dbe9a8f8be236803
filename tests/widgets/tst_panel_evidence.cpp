// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"
#include "tests/support/test_macros.h"
#include "tests/widgets/analysis_panel_test.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/view_state.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// Rows and parts of an analysis and what they are made of: what a panel selects, frames and zooms to on the timeline,
/// and which rows it marks.
class TestPanelEvidence : public AnalysisPanelTest {
    Q_OBJECT

private slots:
    void initTestCase() { open(); }
    void init() { scripted::reset(); }

    void rowsSelectTheirEvidenceAndZoom()
    {
        ReadyPanel shown(scripted::descriptor(), m_job);
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        auto* table = panel.findChild<ResultTableView*>();
        table->setCurrentIndex(table->model()->index(2, 1));
        const SliceRef wanted { 0, SliceId { 3u } };
        QTRY_COMPARE(viewState.selection().slices, std::vector<SliceRef> { wanted });
        QSignalSpy zoom(&panel, &AnalysisPanel::zoomRequested);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(zoom.count(), 1);
    }

    /// Whoever clicks a number wants to see it; the keys pass many on their way.
    void aClickedNumberComesIntoView()
    {
        ReadyPanel shown(scripted::descriptor(), m_job, { 900, 500 });
        ViewState& viewState = shown.viewState;
        auto* table = shown.panel.findChild<ResultTableView*>();
        QSignalSpy place(&shown.panel, &AnalysisPanel::placeRequested);
        const auto click = [table](int row, int column) {
            const QPoint at = table->visualRect(table->model()->index(row, column)).center();
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
        };
        const auto isSelected = [&viewState](unsigned slice) {
            return viewState.selection().slices == std::vector<SliceRef> { { 0, SliceId { slice } } };
        };
        click(1, 0);
        QTRY_VERIFY(isSelected(1));
        QCOMPARE(place.size(), 1);
        QVERIFY(!place.front().front().toBool()); // what is in view already is enough
        QTest::keyClick(table, Qt::Key_Right);
        QTRY_VERIFY(isSelected(2));
        QCOMPARE(place.size(), 1);
        click(1, 1); // where the keys had been
        QTRY_COMPARE(place.size(), 2);
    }

    /// A menu offers nothing that does nothing.
    void whatIsMadeOfNothingIsNotShown()
    {
        ReadyPanel shown(scripted::descriptor(), m_job, { 900, 500 });
        auto* table = shown.panel.findChild<ResultTableView*>();
        const QPoint at = table->visualRect(table->model()->index(1, 0)).center();
        for (const bool isMadeOfNothing : { false, true }) {
            scripted::isMadeOfNothing = isMadeOfNothing;
            scripted::evidenceAsked = 0;
            bool isAsked = false;
            QTimer::singleShot(0, &shown.panel, [&] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu);
                const QAction* show = menu->actions().front();
                QTRY_VERIFY(scripted::evidenceAsked > 0);
                QTRY_COMPARE(show->isEnabled(), !isMadeOfNothing);
                QCOMPARE(show->text().contains(u"made of none"_s), isMadeOfNothing);
                isAsked = true;
                menu->close();
            });
            QTest::mouseClick(table->viewport(), Qt::RightButton, {}, at);
            emit table->customContextMenuRequested(at);
            QVERIFY(isAsked);
        }
    }

    void selectionElsewhereMarksItsRows()
    {
        ReadyPanel shown(*findAnalysis("kernel-breakdown"), m_job, { 1200, 400 });
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        panel.showTable(u"kernels"_s);
        auto* view = panel.findChild<ResultTableView*>();
        const auto marked = [view] {
            QStringList names;
            for (const std::size_t row : view->selectedTableRows())
                names.append(toQString(view->table()->text(row, view->table()->columnIndex("name"))));
            return names;
        };
        const Trace& trace = *m_job->ranks()[1].trace;
        viewState.selectSlice({ 1, findSlice(trace, "relu") });
        QTRY_COMPARE(marked(), QStringList { u"relu"_s });
        QCOMPARE(std::get<std::int64_t>(
                     view->table()->cell(view->selectedTableRows().front(), view->table()->columnIndex("rank"))),
            std::int64_t { 1 });
        QCOMPARE(viewState.selection().slices.size(), std::size_t { 1 }); // it stays what was selected
        viewState.selectSlice({ 1, findSlice(trace, "aten::mm") });       // in no row of this table
        QTRY_COMPARE(marked(), QStringList());
        viewState.selectSlice({ 0, findSlice(trace, "gemm<float>(int)") });
        QTRY_COMPARE(marked(), QStringList { u"gemm<float>(int)"_s });
        viewState.clearSelection();
        QTRY_COMPARE(marked(), QStringList());
    }

    void selectedIntervalsMarkTheirRows()
    {
        ReadyPanel shown(*findAnalysis("idle-time"), m_job, { 1200, 400 });
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        panel.showTable(u"longest-gaps"_s);
        auto* view = panel.findChild<ResultTableView*>();
        QVERIFY(view->table()->rowCount() > 1);
        const Selection gap = view->table()->evidence(1, view->table()->columnIndex("idle_time"));
        QCOMPARE(gap.intervals.size(), std::size_t { 1 });
        viewState.setSelection(gap);
        QTRY_COMPARE(view->selectedTableRows(), std::vector<std::size_t> { 1 });
    }

    void whatIsPointedAtIsFramedOnTheTimeline()
    {
        ReadyPanel shown(*findAnalysis("kernel-breakdown"), m_job, { 1200, 500 });
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        panel.showChart(u"kernels"_s);
        auto* chart = panel.findChild<ChartView*>();
        const Table& table = *panel.result()->findTable("kernels");
        emit chart->partHovered({ 0 }, 1);
        QTRY_VERIFY(viewState.highlight());
        std::size_t framed = 0;
        for (const HighlightRanges& lane : viewState.highlight()->lanes)
            framed += lane.ranges.size();
        const Selection evidence = table.evidence(0, 1);
        QCOMPARE(framed, evidence.slices.size() + evidence.intervals.size());
        QVERIFY(framed > 0);
        emit chart->partHovered({}, 0);
        QVERIFY(!viewState.highlight());

        // A row of the table, with the pointer itself.
        auto* view = panel.findChild<ResultTableView*>();
        const QPoint cell = view->visualRect(view->model()->index(1, 1)).center();
        QTest::mouseMove(view->viewport(), cell + QPoint(1, 0));
        QTest::mouseMove(view->viewport(), cell);
        QTRY_VERIFY(viewState.highlight());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(view, &leave);
        QVERIFY(!viewState.highlight());

        // Other numbers, another trace, a hidden panel: what was framed is no longer what the pointer is on.
        emit chart->partHovered({ 0 }, 1);
        QTRY_VERIFY(viewState.highlight());
        Scope scope;
        scope.ranks = { 1 };
        viewState.setScope(scope);
        QTRY_VERIFY(panel.state() == AnalysisPanel::State::Ready && !viewState.highlight());
        emit chart->partHovered({ 0 }, 1);
        QTRY_VERIFY(viewState.highlight());
        panel.hide();
        QVERIFY(!viewState.highlight());
    }

    void whatTakesLongToFindIsSaidAndStillFramed()
    {
        ReadyPanel shown(scripted::descriptor(), m_job);
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        QStringList said;
        connect(&panel, &AnalysisPanel::messageShown, this, [&](const QString& sentence) { said.append(sentence); });
        auto* view = panel.findChild<ResultView*>();
        const auto framed = [&] {
            std::set<std::uint32_t> slices;
            for (const HighlightRanges& lane :
                viewState.highlight() ? viewState.highlight()->lanes : Highlight {}.lanes) {
                for (std::size_t i = 0; i < lane.ranges.size(); ++i)
                    slices.insert(lane.ranges.entry(i).tag);
            }
            return slices;
        };
        emit view->rowsHovered({ view->tableRows(), { 0 }, 0 });
        QTRY_VERIFY(framed() == std::set<std::uint32_t> { 0 });
        QVERIFY(said.isEmpty()); // what comes at once needs no words

        scripted::evidenceAsked = 0;
        scripted::holdEvidence = true;
        emit view->rowsHovered({ view->tableRows(), { 0 }, 0 });
        QTRY_COMPARE(scripted::evidenceAsked.load(), 1);
        emit view->rowsHovered({ view->tableRows(), { 1, 2 }, 0 });
        QVERIFY(!viewState.highlight());
        QTRY_VERIFY(!said.isEmpty());
        QVERIFY(said.back().contains(u"timeline"_s));
        QTest::qWait(1100);
        QVERIFY(!viewState.highlight());
        scripted::holdEvidence = false;
        QTRY_VERIFY(framed() == (std::set<std::uint32_t> { 1, 2 }));
        QVERIFY(said.back().isEmpty()); // taken back

        // The pointer that leaves does not wait for it.
        scripted::holdEvidence = true;
        emit view->rowsHovered({ view->tableRows(), { 1 }, 0 });
        said.clear();
        QTRY_VERIFY(!said.isEmpty());
        emit view->rowsHovered({});
        QVERIFY(said.back().isEmpty());
        scripted::holdEvidence = false;
        QTest::qWait(50);
        QVERIFY(!viewState.highlight());
    }

    void rowsThatTakeLongToFindAreMarkedInTheEnd()
    {
        ReadyPanel shown(scripted::descriptor(), m_job);
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        auto* table = panel.findChild<ResultTableView*>();
        const auto marked = [table] { return table->selectedTableRows(); };
        const auto slice = [](std::uint32_t index) { return SliceRef { 0, SliceId { index } }; };
        viewState.selectSlice(slice(1));
        QTRY_COMPARE(marked(), std::vector<std::size_t> { 1 });
        scripted::evidenceAsked = 0;
        scripted::holdEvidence = true;
        viewState.selectSlice(slice(2));
        QTRY_VERIFY(scripted::evidenceAsked.load() > 0);
        QTRY_VERIFY(marked().empty()); // what was selected before is not what is selected
        QTest::qWait(400);
        QVERIFY(marked().empty());
        scripted::holdEvidence = false;
        QTRY_COMPARE(marked(), std::vector<std::size_t> { 2 });
        // Newer ones win.
        scripted::holdEvidence = true;
        viewState.selectSlice(slice(1));
        viewState.selectSlice(slice(0));
        scripted::holdEvidence = false;
        QTRY_COMPARE(marked(), std::vector<std::size_t> { 0 });
    }

    /// A part of a chart has the menu of its row, and the names inside "others" have it too.
    void partsHaveTheMenuOfTheirRow()
    {
        ReadyPanel shown(*findAnalysis("kernel-breakdown"), m_job, { 1200, 700 });
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        panel.showChart(u"kernels"_s);
        auto* chart = panel.findChild<ChartView*>();
        const Table& table = *panel.result()->findTable("kernels");
        std::size_t row = 0;
        while (table.text(row, 0) != "relu")
            ++row;
        QStringList texts;
        const auto choose = [&](const QString& wanted) {
            texts.clear();
            QTimer::singleShot(0, &panel, [&] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu);
                for (QAction* action : menu->actions()) {
                    texts.append(action->text());
                    if (action->text() == wanted)
                        action->trigger();
                }
                menu->close();
            });
            emit chart->partClicked({ row }, 1, false);
            emit chart->partMenuRequested({ row }, 1, panel.mapToGlobal(QPoint(100, 100)));
        };
        choose(u"Copy row"_s);
        QCOMPARE(texts,
            QStringList({ u"Show these intervals"_s, u"Open rank 0"_s, u"Filter to this"_s, u"Copy row"_s,
                u"Copy as command"_s }));
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(u"relu"_s));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"gemm"_s));
        QSignalSpy zoom(&panel, &AnalysisPanel::zoomRequested);
        choose(u"Show these intervals"_s);
        QTRY_COMPARE(zoom.count(), 1);
        QCOMPARE(viewState.selection(), table.evidence(row, 1));
        choose(u"Filter to this"_s);
        auto* rows = panel.findChild<ResultTableView*>();
        QTRY_VERIFY(rows->model()->rowCount() > 0 && !rows->isArranging());
        for (int i = 0; i < rows->model()->rowCount(); ++i)
            QVERIFY(rows->model()->index(i, 0).data().toString().contains(u"relu"_s));
    }

    void namesThatWereFoldedSelectTheirCalls()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-breakdown"), &viewState);
        viewState.setTraceSet(m_job);
        Parameters parameters;
        parameters.set("num-kernels", std::int64_t { 1 });
        parameters.set("duration-ratio", 0.0);
        panel.setParameters(parameters);
        Scope scope;
        scope.ranks = { 0 };
        viewState.setScope(scope);
        panel.resize(1200, 700);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        panel.showChart(u"kernels"_s);
        const Table& table = *panel.result()->findTable("kernels");
        auto* chart = panel.findChild<ChartView*>();
        chart->setForm(ChartView::Form::Ring);
        const int group = static_cast<int>(chart->groups().indexOf(u"rank 0 \u00b7 Computation"_s));
        QVERIFY(group >= 0);
        chart->showGroup(group);
        chart->grab();
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QTRY_VERIFY(chart->rows().opened);
        QVERIFY(!chart->rows().opened->members.empty());
        const std::size_t member = table.rowCount(); // the first name that has no row of its own
        const std::optional<RowPlace> place = chart->rows().placeOf(member);
        QVERIFY(place);
        emit chart->partClicked({ member }, 1, false);
        QTRY_COMPARE(viewState.selection(), place->table->evidence(place->row, 1));
        QVERIFY(!viewState.selection().isEmpty());
    }

    void theTimelineZoomsWithTheChart()
    {
        ReadyPanel shown(*findAnalysis("queue-length"), m_job, { 1200, 400 });
        ViewState& viewState = shown.viewState;
        auto* chart = shown.panel.findChild<ChartView*>();
        const TimeRange whole = viewState.visibleRange();
        const Timestamp anchor = whole.begin + whole.length() / 4;
        emit chart->timeZoomed(anchor, 0.5);
        const TimeRange half = viewState.visibleRange();
        QVERIFY(std::abs(half.length() - whole.length() / 2) <= 2);
        QVERIFY(std::abs(half.begin + half.length() / 4 - anchor) <= 2); // it stays where it is
        emit chart->timePanned(0.1);
        QVERIFY(std::abs(viewState.visibleRange().begin - half.begin - half.length() / 10) <= 2);
        QCOMPARE(viewState.visibleRange().length(), half.length());
        emit chart->timeZoomed(anchor, 1e6); // no further than the job with a little room
        QCOMPARE(viewState.visibleRange(), viewState.visibleLimits());
        QVERIFY(viewState.visibleLimits().contains(m_job->range().begin));
        viewState.setTraceSet(nullptr);
        viewState.zoomVisibleRange(0, 0.5); // nothing to zoom
        viewState.panVisibleRange(0.5);
        QVERIFY(viewState.visibleRange().isEmpty());
    }

    /// The menu of a part of a chart can show all of it again, that of a row of a table has nothing to do with it.
    void theMenuOfAPartHasTheZoom()
    {
        ReadyPanel shown(*findAnalysis("kernel-launches"), m_job, { 1200, 400 });
        auto* chart = shown.panel.findChild<ChartView*>();
        std::vector<QString> offered;
        connect(&shown.panel, &AnalysisPanel::rowMenuOpening, this, [&](QMenu* menu) {
            offered.clear();
            for (const QAction* action : menu->actions())
                offered.push_back(action->objectName());
            QTimer::singleShot(0, menu, &QMenu::close);
        });
        const auto hasZoom = [&] { return std::ranges::find(offered, u"wholeChart"_s) != offered.end(); };
        QTest::keyClick(chart, Qt::Key_Right); // the first part
        QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(chart, &menuKey);
        QVERIFY(hasZoom());
        offered.clear();
        auto* table = shown.panel.findChild<ResultTableView*>();
        emit table->customContextMenuRequested(table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(!offered.empty());
        QVERIFY(!hasZoom());
    }
};

QTEST_MAIN(TestPanelEvidence)
#include "tst_panel_evidence.moc"
