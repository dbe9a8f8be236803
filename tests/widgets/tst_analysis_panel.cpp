// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/command_text.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/elided.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/view_state.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const TraceSet> job()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        texts.push_back(TraceText()
                            .rank(rank, 2)
                            .op("aten::mm", 10_us, 50_us)
                            .launch(20_us, 5_us, 77)
                            .kernel("gemm<float>(int)", 40_us, 30_us, 7, 77)
                            .launch(30_us, 5_us, 78)
                            .kernel("ncclKernel_AllReduce", 60_us, 40_us, 20, 78)
                            .launch(40_us, 5_us, 79)
                            .kernel("relu", 120_us, 10_us, 7, 79)
                            .text());
    }
    auto loaded = loadTexts(texts);
    return loaded ? loaded.value() : nullptr;
}

/// An analysis of our own, so that states can be steered from outside.
namespace scripted {

std::atomic<int> runs { 0 };
std::atomic<bool> hold { false };
std::atomic<bool> holdEvidence { false };
std::atomic<int> evidenceAsked { 0 };
std::atomic<bool> isMadeOfNothing { false };

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const int number = ++runs;
    while (hold && !context.progress.shouldStop())
        std::this_thread::yield();
    if (context.progress.shouldStop())
        return Error::stopped();
    const std::int64_t wanted = parameters.integer("rows");
    if (wanted == 13)
        return Error { ErrorCode::InvalidArgument, Message::verbatim("Thirteen <b>rows</b> bring bad luck.") };
    Table table("numbers", "Numbers",
        { { "number", ColumnType::Int, Unit::Count, "Number", "" }, { "run", ColumnType::Int, Unit::None, "", "" } });
    for (std::int64_t i = 0; i < wanted; ++i)
        table.addRow({ i, std::int64_t { number } });
    table.setEvidence([traces = inputs[0].traces](std::size_t row, std::size_t column) {
        ++evidenceAsked;
        while (holdEvidence)
            std::this_thread::yield();
        Selection selection;
        if (isMadeOfNothing)
            return selection;
        selection.slices.push_back({ 0, SliceId { static_cast<std::uint32_t>(row + column) } });
        return selection;
    });
    AnalysisResult result;
    result.tables.push_back(std::move(table));
    if (wanted == 0)
        result.remarks.push_back({ "none", { KT_PHRASE("test", "No rows were asked for.") } });
    return result;
}

const AnalysisDescriptor& descriptor()
{
    static const AnalysisDescriptor kDescriptor = [] {
        AnalysisDescriptor analysis;
        analysis.id = "scripted";
        analysis.title = "Scripted";
        analysis.question = "Does the panel do what it is told?";
        analysis.recordingOption = "activities=[ProfilerActivity.CUDA]";
        ParameterDescriptor rows;
        rows.id = "rows";
        rows.title = "Rows";
        rows.help = "How many rows.";
        rows.type = ParameterType::Int;
        rows.defaultValue = std::int64_t { 3 };
        rows.minimum = 0;
        rows.maximum = 100;
        ParameterDescriptor delay;
        delay.id = "delay";
        delay.title = "Delay";
        delay.type = ParameterType::Duration;
        delay.defaultValue = std::int64_t { 30'000 };
        ParameterDescriptor flag;
        flag.id = "flag";
        flag.title = "Flag";
        flag.type = ParameterType::Bool;
        flag.defaultValue = true;
        analysis.parameters = { rows, delay, flag };
        analysis.run = run;
        return analysis;
    }();
    return kDescriptor;
}

} // namespace scripted

/// A panel over a job, shown, with its first numbers on display.
struct ReadyPanel {
    ReadyPanel(const AnalysisDescriptor& analysis, std::shared_ptr<const TraceSet> job, QSize size = {})
        : panel(analysis, &viewState)
    {
        viewState.setTraceSet(std::move(job));
        if (!size.isEmpty())
            panel.resize(size);
        panel.show();
        if (!QTest::qWaitFor([this] { return panel.state() == AnalysisPanel::State::Ready; }))
            qFatal("The panel of %s does not get ready.", analysis.id.c_str());
    }
    ViewState viewState;
    AnalysisPanel panel;
};

Parameters rows(std::int64_t count)
{
    Parameters parameters;
    parameters.set("rows", count);
    return parameters;
}

} // namespace

class TestAnalysisPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        m_job = job();
        QVERIFY(m_job);
    }
    void init()
    {
        scripted::runs = 0;
        scripted::hold = false;
        scripted::holdEvidence = false;
        scripted::evidenceAsked = 0;
        scripted::isMadeOfNothing = false;
    }

    void saysThatNothingIsOpen()
    {
        ViewState viewState;
        AnalysisPanel panel(scripted::descriptor(), &viewState);
        panel.show();
        QCOMPARE(panel.state(), AnalysisPanel::State::NoTrace);
        QCOMPARE(panel.findChild<QLabel*>(u"stateText"_s)->text(),
            u"No trace is open. Drop one on the window, or use File > Open."_s);
        QCOMPARE(panel.commandLine(), QString());
        QVERIFY(!panel.chartPicture(PictureFormat::Png, { 100, 100 }, 1));
    }

    void runsOnceWhenShownAndForEachChange()
    {
        ViewState viewState;
        AnalysisPanel panel(scripted::descriptor(), &viewState);
        viewState.setTraceSet(m_job);
        QCoreApplication::processEvents();
        QCOMPARE(scripted::runs.load(), 0); // hidden
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        QCOMPARE(scripted::runs.load(), 1);
        panel.setParameters(rows(5));
        QTRY_COMPARE(panel.result()->tables[0].rowCount(), std::size_t { 5 });
        QCOMPARE(scripted::runs.load(), 2);
        Scope scope;
        scope.ranks = { 1 };
        viewState.setScope(scope);
        QTRY_COMPARE(scripted::runs.load(), 3);
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
    }

    void newestRequestWinsAndOldNumbersStay()
    {
        ReadyPanel shown(scripted::descriptor(), m_job);
        AnalysisPanel& panel = shown.panel;
        scripted::hold = true;
        panel.setParameters(rows(7));
        QTRY_COMPARE(scripted::runs.load(), 2);
        QCOMPARE(panel.state(), AnalysisPanel::State::Stale);
        QCOMPARE(panel.result()->tables[0].rowCount(), std::size_t { 3 });
        auto* numbers = panel.findChild<QWidget*>(u"contents"_s);
        auto* veil = numbers->parentWidget()->findChild<QWidget*>(u"staleVeil"_s, Qt::FindDirectChildrenOnly);
        QVERIFY(veil);
        QTRY_VERIFY(veil->isVisible()); // greyed, and still there
        QVERIFY(numbers->isVisible());
        QCOMPARE(veil->size(), numbers->size());
        panel.setParameters(rows(8));
        QTRY_COMPARE(scripted::runs.load(), 3);
        scripted::hold = false;
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        QVERIFY(!veil->isVisible());
        QCOMPARE(panel.result()->tables[0].rowCount(), std::size_t { 8 });
    }

    /// A row of dashes for each rank tells less than the sentence.
    void whatTakesCollectivesIsASentenceWithoutThem()
    {
        for (const char* id : { "clock-alignment", "wait-causes", "comm-comp-overlap" }) {
            ViewState viewState;
            AnalysisPanel panel(*findAnalysis(id), &viewState);
            auto loaded = loadTexts({ TraceText().launch(2_us, 1_us, 1).kernel("gemm", 5_us, 4_us, 7, 1).text() });
            QVERIFY(loaded);
            viewState.setTraceSet(loaded.value());
            panel.show();
            QTRY_VERIFY2(panel.state() == AnalysisPanel::State::Empty, id);
            QVERIFY2(!panel.findChild<QLabel*>(u"stateText"_s)->text().isEmpty(), id);
        }
    }

    void emptyAndFailedAreSaidInWords()
    {
        ViewState viewState;
        AnalysisPanel panel(scripted::descriptor(), &viewState);
        viewState.setTraceSet(m_job);
        panel.resize(1200, 400);
        panel.show();
        panel.setParameters(rows(0));
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Empty);
        auto* text = panel.findChild<QLabel*>(u"stateText"_s);
        QCOMPARE(text->text(), u"No rows were asked for."_s);
        QCOMPARE(panel.findChild<QLineEdit*>(u"stateCode"_s)->text(), u"activities=[ProfilerActivity.CUDA]"_s);
        // A table without rows helps nobody; the command that was asked for may.
        const auto isOffered = [&panel](
                                   const QString& action) { return panel.findChild<QAction*>(action)->isEnabled(); };
        for (const QString& action : { u"saveTable"_s, u"copyTable"_s, u"saveChart"_s })
            QVERIFY2(!isOffered(action), qPrintable(action));
        QVERIFY(!panel.findChild<QMenu*>(u"copyTableAs"_s)->isEnabled());
        QVERIFY(isOffered(u"copyCommand"_s));
        panel.setParameters(rows(13));
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Failed);
        QCOMPARE(text->text(), u"Thirteen <b>rows</b> bring bad luck."_s);
        QCOMPARE(text->textFormat(), Qt::PlainText);
        // Whoever typed it can mend it.
        QVERIFY(panel.findChild<QSpinBox*>(u"parameter-rows"_s)->isVisible());
        panel.setParameters(rows(2));
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        QVERIFY(isOffered(u"saveTable"_s));
    }

    /// A remark knows what the scope misses, not whether the rest of the trace has it.
    void anEmptyScopeIsNamedFirst()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-launches"), &viewState);
        viewState.setTraceSet(m_job);
        panel.resize(1200, 400);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
        Scope scope;
        scope.range = TimeRange { 1, 2'000 };
        viewState.setScope(scope);
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Empty);
        const QString words = panel.findChild<QLabel*>(u"stateText"_s)->text();
        QVERIFY2(words.startsWith(u"Only this is looked at: "_s + scopeText(scope)), qPrintable(words));
        QVERIFY(words.contains(u"brings back the whole trace"_s));
        viewState.setScope({});
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
    }

    void narrowPanelsStandTheChartAboveTheTable_data() { everyAnalysisOfTheRegistryIsShown_data(); }

    /// As a dock at the side: as narrow as 320 px, whatever the remarks say, and nothing on top of each other.
    void narrowPanelsStandTheChartAboveTheTable()
    {
        QFETCH(QByteArray, id);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis(id.toStdString()), &viewState);
        viewState.setTraceSet(m_job);
        panel.resize(320, 700);
        panel.show();
        QTRY_VERIFY(panel.state() == AnalysisPanel::State::Ready || panel.state() == AnalysisPanel::State::Empty);
        QVERIFY2(panel.minimumSizeHint().width() <= 320, qPrintable(QString::number(panel.minimumSizeHint().width())));
        auto* view = panel.findChild<ResultView*>();
        if (panel.state() == AnalysisPanel::State::Ready)
            QCOMPARE(view->orientation(), Qt::Vertical);
        const auto labels = panel.findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->isVisible() && !label->wordWrap() && !dynamic_cast<const ElidedLabel*>(label))
                QTRY_VERIFY2(label->sizeHint().width() <= label->width(), qPrintable(label->text()));
        }
        const auto buttons = panel.findChildren<QAbstractButton*>();
        for (const QAbstractButton* button : buttons) {
            if (button->isVisible() && !button->text().isEmpty())
                QTRY_VERIFY2(button->sizeHint().width() <= button->width(), qPrintable(button->text()));
        }
        panel.resize(1200, 400);
        if (panel.state() == AnalysisPanel::State::Ready)
            QTRY_COMPARE(view->orientation(), Qt::Horizontal);
    }

    void closingWhileItRunsWaitsForTheWorker()
    {
        ViewState viewState;
        {
            AnalysisPanel panel(scripted::descriptor(), &viewState);
            viewState.setTraceSet(m_job);
            scripted::hold = true;
            panel.show();
            QTRY_COMPARE(scripted::runs.load(), 1);
        }
        QCoreApplication::processEvents();
        QVERIFY(scripted::hold); // it was stopped, not released
    }

    void closingATraceDropsItsNumbers()
    {
        ReadyPanel shown(scripted::descriptor(), m_job);
        ViewState& viewState = shown.viewState;
        AnalysisPanel& panel = shown.panel;
        viewState.setTraceSet(nullptr);
        QCOMPARE(panel.state(), AnalysisPanel::State::NoTrace);
        QVERIFY(!panel.result());
    }

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

    void theOverviewBeginsWithItsFindingsNotWithThresholds()
    {
        ViewState viewState;
        viewState.setTraceSet(m_job);
        for (const char* id : { "overview", "idle-time" }) {
            AnalysisPanel panel(*findAnalysis(id), &viewState);
            panel.resize(1400, 400);
            panel.show();
            QTRY_COMPARE(panel.state(), AnalysisPanel::State::Ready);
            QCOMPARE(panel.findChild<ParameterForm*>()->isVisible(), QByteArray(id) != "overview");
        }
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

    void nothingToShowIsSaidInWords_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("trace");
        const auto hostOnly = QByteArray::fromStdString(TraceText().op("aten::mm", 0_us, 10_us).text());
        for (const AnalysisDescriptor& analysis : analyses()) {
            const QByteArray id = QByteArray::fromStdString(analysis.id);
            QTest::addRow("%s, no event", id.constData()) << id << QByteArray("{\"traceEvents\": []}");
            QTest::addRow("%s, host only", id.constData()) << id << hostOnly;
        }
    }

    /// What is empty says why, and which option of the profiler would fill it; of a file without events none is known.
    void nothingToShowIsSaidInWords()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, trace);
        const auto loaded = loadTexts({ trace.toStdString() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis(id.toStdString()), &viewState);
        viewState.setTraceSet(*loaded);
        panel.resize(1000, 400);
        panel.show();
        using State = AnalysisPanel::State;
        QTRY_VERIFY(panel.state() == State::Ready || panel.state() == State::Empty || panel.state() == State::Failed);
        const QString words = panel.findChild<QLabel*>(u"stateText"_s)->text();
        const QString option = panel.findChild<QLineEdit*>(u"stateCode"_s)->text();
        switch (panel.state()) {
        case State::Empty:
            QVERIFY2(words.endsWith(u'.') && words.contains(u' '), qPrintable(words));
            if (trace.contains("aten::mm"))
                QVERIFY2(option.contains(u'=') || option.contains(u"torch.profiler"_s), qPrintable(option));
            else
                QVERIFY2(option.isEmpty() && words.contains(u"no events"_s), qPrintable(words));
            QVERIFY(panel.findChild<QLabel*>(u"stateText"_s)->isVisible());
            break;
        case State::Failed:
            QVERIFY2(words.endsWith(u'.') && words.contains(u' '), qPrintable(words));
            break;
        default:
            QVERIFY(
                std::ranges::any_of(panel.result()->tables, [](const Table& table) { return table.rowCount() > 0; }));
        }
    }

    /// A rank whose every figure is missing is no table to look at: the overview of a recording of the host alone.
    void rowsWithoutFiguresAreNoContents()
    {
        TraceText host;
        for (int i = 0; i < 10; ++i)
            host.op("aten::op" + std::to_string(i), i * 1'000'000, 900_us);
        const auto loaded = loadTexts({ host.text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("overview"), &viewState);
        viewState.setTraceSet(*loaded);
        panel.resize(1000, 400);
        panel.show();
        QTRY_COMPARE(panel.state(), AnalysisPanel::State::Empty);
        const QString words = panel.findChild<QLabel*>(u"stateText"_s)->text();
        QVERIFY2(words.contains(u"no GPU work"_s) && words.contains(u"Operators"_s), qPrintable(words));
        QVERIFY(panel.findChild<QLineEdit*>(u"stateCode"_s)->text().contains(u"activities="_s));
    }

    void theFirstTableWithRowsIsInView_data()
    {
        QTest::addColumn<bool>("isOfChart");
        QTest::newRow("table of the chart") << true;
        QTest::newRow("first table") << false;
    }

    void theFirstTableWithRowsIsInView()
    {
        QFETCH(bool, isOfChart);
        const auto resultOf = [](std::int64_t rowsOfFirst) {
            AnalysisResult result;
            for (const auto& [name, rows] :
                { std::pair { "first", rowsOfFirst }, std::pair { "second", std::int64_t { 2 } } }) {
                Table table(name, name,
                    { { "name", ColumnType::String, Unit::None, "", "" },
                        { "value", ColumnType::Float, Unit::Count, "", "" } });
                for (std::int64_t i = 0; i < rows; ++i)
                    table.addRow({ std::to_string(i), 1.0 });
                result.tables.push_back(std::move(table));
                ChartDescription chart;
                chart.id = name;
                chart.table = name;
                chart.labelColumn = "name";
                chart.series = { { "value", "", std::nullopt } };
                result.charts.push_back(chart);
            }
            return prepareResult(std::make_shared<const AnalysisResult>(std::move(result)), {});
        };
        ResultView view(isOfChart ? QString() : u"first"_s);
        view.setResult(resultOf(0), {});
        QCOMPARE(view.currentTable(), u"second"_s);
        QCOMPARE(view.chart()->description()->id, std::string("second"));
        QVERIFY(view.look().isPlain()); // nobody chose that
        view.setResult(resultOf(1), {});
        QCOMPARE(view.currentTable(), u"first"_s);
        QCOMPARE(view.chart()->description()->id, std::string("first"));
        view.setResult(resultOf(0), {});
        QCOMPARE(view.currentTable(), u"second"_s);
        // The empty one can be looked at, and is then what was chosen.
        view.showChart(u"first"_s);
        view.showTable(u"first"_s);
        QCOMPARE(view.look().table, std::string("first"));
        QCOMPARE(view.look().chart, std::string("first"));
        view.setResult(resultOf(0), {});
        QCOMPARE(view.currentTable(), u"first"_s);
        QCOMPARE(view.chart()->description()->id, std::string("first"));
        // Where all are empty the first one says so.
        AnalysisResult empty;
        empty.tables = { Table("a", "a", {}), Table("b", "b", {}) };
        ResultView other(u"a"_s);
        other.setResult(prepareResult(std::make_shared<const AnalysisResult>(std::move(empty)), {}), {});
        QCOMPARE(other.currentTable(), u"a"_s);
    }

    /// What is hidden takes one line, however much it is and however narrow the window: the room is the rows'.
    void whatIsHiddenTakesOneLine()
    {
        std::vector<ColumnDescriptor> columns { { .name = "busy", .type = ColumnType::Duration, .title = "Busy" } };
        std::vector<Cell> cells { std::int64_t { 5'000 } };
        for (const char* name : { "first", "second", "third" }) {
            columns.push_back({ .name = name,
                .type = ColumnType::Duration,
                .title = std::string("A column that is zero throughout, the ") + name });
            cells.push_back(std::int64_t { 0 });
        }
        Table table("t", "t", std::move(columns));
        table.addRow(std::move(cells));
        AnalysisResult result;
        result.tables.push_back(std::move(table));
        ResultView view;
        view.setResult(prepareResult(std::make_shared<const AnalysisResult>(std::move(result)), {}), {});
        view.resize(360, 300);
        view.show();
        auto* names = view.findChild<ElidedLabel*>(u"zeroNames"_s);
        auto* line = view.findChild<QWidget*>(u"zeros"_s);
        QVERIFY(names && line && line->isVisible());
        QVERIFY(names->text().endsWith(u"the third"_s)); // all of it is in the tool tip
        QVERIFY(names->shownText().endsWith(QChar(0x2026)));
        auto* show = view.findChild<QAbstractButton*>(u"showZeros"_s);
        QVERIFY2(line->height() <= show->sizeHint().height(), qPrintable(QString::number(line->height())));
    }

    void opsOfTheTraceAreOffered()
    {
        ViewState viewState;
        AnalysisPanel panel(*findAnalysis("kernel-sequences"), &viewState);
        viewState.setTraceSet(m_job);
        panel.resize(1200, 400);
        panel.show();
        auto* line = panel.findChild<QLineEdit*>(u"parameter-operator-name"_s);
        QVERIFY(line && line->completer());
        const QAbstractItemModel* offered = line->completer()->model();
        QTRY_COMPARE(offered->rowCount(), 1);
        QCOMPARE(offered->index(0, 0).data().toString(), u"aten::mm"_s);
        line->setFocus();
        QTest::keyClicks(line, u"MM"_s); // any part, whatever the case
        QCOMPARE(line->completer()->completionCount(), 1);
        line->completer()->activated(u"aten::mm"_s);
        QCOMPARE(panel.parameters().text("operator-name"), std::string("aten::mm"));
    }

    void fieldsForNamesHaveRoom()
    {
        ParameterForm form(findAnalysis("kernel-sequences")->parameters);
        form.resize(form.sizeHint());
        form.show();
        const auto* line = form.findChild<QLineEdit*>(u"parameter-operator-name"_s);
        QVERIFY2(line->width() > form.width() * 3 / 4, qPrintable(QString::number(line->width())));
        const QString longest = u"autograd::engine::evaluate_function: ConvolutionBackward0"_s;
        form.setNames(NamedThing::Op, { u"aten::mm"_s, longest });
        line->completer()->setCompletionPrefix(u"conv"_s);
        line->completer()->complete();
        QVERIFY(line->completer()->popup()->isVisible());
        QVERIFY(line->completer()->popup()->width() > line->fontMetrics().horizontalAdvance(longest));
        form.setNames(NamedThing::Op, { QString(5000, u'x') }); // not wider than a screen
        QVERIFY(line->completer()->popup()->minimumWidth() < 1000);
    }

    /// The points of a line over time are in the chart; what they come to is in the table.
    void linesOverTimeHaveTheirSumsBeside()
    {
        ReadyPanel shown(*findAnalysis("queue-length"), m_job, { 1200, 400 });
        QCOMPARE(shown.panel.findChild<ResultTableView*>()->table()->name(), std::string("summary"));
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

    void aDraggedCutoffIsTheParameter()
    {
        ReadyPanel shown(*findAnalysis("kernel-launches"), m_job, { 1200, 400 });
        AnalysisPanel& panel = shown.panel;
        auto* chart = panel.findChild<ChartView*>();
        QVERIFY(chart->description() && chart->description()->as<HistogramChart>()->cutoff);
        emit chart->cutoffChosen("runtime-cutoff", 7'000);
        QCOMPARE(panel.parameters().integer("runtime-cutoff"), 7'000);
        QCOMPARE(panel.findChild<QLineEdit*>(u"parameter-runtime-cutoff"_s)->text(), u"7us"_s);
        QTRY_VERIFY(panel.state() == AnalysisPanel::State::Ready
            && chart->description()->as<HistogramChart>()->cutoff->value == 7'000);
    }

    void commandSaysWhatIsShown()
    {
        Parameters parameters = rows(4);
        parameters.set("delay", std::int64_t { 1'500'000 });
        parameters.set("flag", false);
        Scope scope;
        scope.ranks = { 3, 1, 0 };
        scope.range = TimeRange { 10, 2'000'000 };
        const QString command = analyzeCommand(scripted::descriptor(), parameters, scope, u"numbers"_s, *m_job);
        QCOMPARE(command.left(command.indexOf(u'=')),
            QStringLiteral("kinetoscope-cli analyze scripted --rows 4 --delay %1 --no-flag --ranks 0-1,3 --range "
                           "10ns:2000000ns --table numbers 0")
                .arg(toQString(formatDuration(1'500'000))));
        QVERIFY(command.contains(u" 1="_s));
        QCOMPARE(analyzeCommand(scripted::descriptor(), {}, {}, {}, *m_job).section(u' ', 0, 2),
            u"kinetoscope-cli analyze scripted"_s);
    }

    void shellWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("word");
        QTest::newRow("plain") << u"/data/rank0.json.gz"_s << u"/data/rank0.json.gz"_s;
        QTest::newRow("blank") << u"/my data/x"_s << u"'/my data/x'"_s;
        QTest::newRow("quote") << u"it's"_s << u"'it'\\''s'"_s;
        QTest::newRow("commands") << u"$(rm -rf x);`y`"_s << u"'$(rm -rf x);`y`'"_s;
        QTest::newRow("like an option") << u"-o"_s << u"'-o'"_s;
        QTest::newRow("empty") << QString() << u"''"_s;
        QTest::newRow("other letters") << u"träce"_s << u"'träce'"_s;
    }

    void shellWords()
    {
        QFETCH(QString, text);
        QFETCH(QString, word);
        QCOMPARE(shellWord(text), word);
    }

    void everyAnalysisOfTheRegistryIsShown_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const AnalysisDescriptor& analysis : analyses())
            QTest::newRow(analysis.id.c_str()) << QByteArray::fromStdString(analysis.id);
    }

    void everyAnalysisOfTheRegistryIsShown()
    {
        QFETCH(QByteArray, id);
        const AnalysisDescriptor& analysis = *findAnalysis(id.toStdString());
        if (analysis.inputCount > 1)
            QSKIP("Comparisons need a second input.");
        ViewState viewState;
        AnalysisPanel panel(analysis, &viewState);
        viewState.setTraceSet(m_job);
        panel.resize(1200, 400);
        panel.show();
        QTRY_VERIFY(panel.state() == AnalysisPanel::State::Ready || panel.state() == AnalysisPanel::State::Empty);
        // What the panel exports is what the command line prints.
        AnalysisInput input { m_job, {} };
        KernelClassifier classifier;
        AnalysisContext context;
        context.classifier = &classifier;
        const Result<AnalysisResult> expected =
            runAnalysis(analysis, { &input, 1 }, panel.parameters(), Mode::Exact, context);
        KT_VERIFY_OK(expected);
        for (const Table& table : expected->tables) {
            const Result<QByteArray> csv = exportTable({ &analysis, panel.result(), panel.parameters(), { m_job }, {},
                toQString(table.name()), TableFormat::Csv });
            KT_VERIFY_OK(csv);
            KT_COMPARE_TEXT(csv->toStdString(), writeTable(table, TableFormat::Csv));
        }
        if (panel.hasChart())
            KT_VERIFY_OK(panel.chartPicture(PictureFormat::Svg, { 800, 500 }, 1));
    }

private:
    std::shared_ptr<const TraceSet> m_job;
};

QTEST_MAIN(TestAnalysisPanel)
#include "tst_analysis_panel.moc"
