// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"
#include "tests/widgets/analysis_panel_test.h"
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
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// What a panel of an analysis shows, when it runs it and what it says.
class TestAnalysisPanel : public AnalysisPanelTest {
    Q_OBJECT

private slots:
    void initTestCase() { open(); }
    void init() { scripted::reset(); }

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

    /// A job without GPU work has rows of GPU figures that nobody knows: they are no chart to open on.
    void theFirstChartWithFiguresIsInView()
    {
        AnalysisResult result;
        for (const char* name : { "gpu", "host" }) {
            Table table(name, name,
                { { "name", ColumnType::String, Unit::None, "", "" },
                    { "value", ColumnType::Float, Unit::Count, "", "" } });
            const bool isKnown = std::string_view(name) == "host";
            table.addRow({ std::string("rank 0"), isKnown ? Cell { 1.0 } : Cell {} });
            result.tables.push_back(std::move(table));
            ChartDescription chart;
            chart.id = name;
            chart.table = name;
            chart.labelColumn = "name";
            chart.series = { { "value", "", std::nullopt } };
            result.charts.push_back(chart);
        }
        ResultView view(u"gpu"_s);
        view.setResult(prepareResult(std::make_shared<const AnalysisResult>(std::move(result)), {}), {});
        QCOMPARE(view.chart()->description()->id, std::string("host"));
        QVERIFY(!view.chart()->isEmpty());
        QVERIFY(view.look().isPlain()); // nobody chose that
        // The empty one can be looked at.
        view.showChart(u"gpu"_s);
        QVERIFY(view.chart()->isEmpty());
        QCOMPARE(view.look().chart, std::string("gpu"));
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
        auto* names = dynamic_cast<ElidedLabel*>(view.findChild<QLabel*>(u"zeroNames"_s));
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
};

QTEST_MAIN(TestAnalysisPanel)
#include "tst_analysis_panel.moc"
