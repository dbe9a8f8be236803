// SPDX-License-Identifier: GPL-3.0-or-later
// A job of which not all traces fit into memory, in the real window: what is said of the others, how they are loaded,
// and what stays where it was meanwhile.
#include "app/window/docks/analysis_docks.h"
#include "app/window/notices/message_banner.h"
#include "app/window/rank_loader.h"
#include "core/analysis/names/classification.h"
#include "core/io/load_budget.h"
#include "core/summaries/summarize.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/trace_generator.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/heat_bar.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/panels/trace/traces_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QModelIndex>
#include <QModelIndexList>
#include <QObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr int kRanks = 6;

std::size_t loadedRanks(const ViewState& state)
{
    return static_cast<std::size_t>(std::ranges::count_if(state.traceSet()->ranks(), &RankTrace::isLoaded));
}

/// The line of a rank in the Traces panel.
QModelIndex lineOf(const QTreeView& view, const QString& label)
{
    const QModelIndexList found = view.model()->match(
        view.model()->index(0, 0), Qt::DisplayRole, label, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
}

} // namespace

class TestUnloadedRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        initWindowResources();
        GeneratorOptions options;
        options.ranks = kRanks;
        options.steps = 4;
        options.layers = 10;
        const std::vector<std::string> texts = generateTraces(options);
        for (int rank = 0; rank < kRanks; ++rank)
            m_job.write("rank" + std::to_string(rank) + ".json", texts[static_cast<std::size_t>(rank)]);
        auto traces = loadTraceSet({ { std::nullopt, m_job.file("rank0.json") } }, {}, Progress {});
        QVERIFY(traces);
        m_bytes = bytesOf(*traces.value()->ranks().front().trace);
    }

    void aListedRankIsLoadedByADoubleClick()
    {
        WindowFixture fixture;
        openPart(fixture);
        ViewState& state = fixture.viewState();
        const std::size_t loaded = loadedRanks(state);
        QVERIFY(loaded >= 1 && loaded < kRanks);
        QVERIFY2(fixture.window->banner()->sentence().contains(QStringLiteral("%1 of 6").arg(loaded)),
            qPrintable(fixture.window->banner()->sentence()));
        const auto* tree = fixture.window->findChild<QTreeView*>(QStringLiteral("traces"));
        const QModelIndex line = lineOf(*tree, QStringLiteral("Rank 5"));
        QVERIFY(line.isValid());
        QVERIFY(line.siblingAtColumn(1).data().toString().startsWith(QStringLiteral("listed")));
        QVERIFY(fixture.window->timeline()->scene().tree().ranks[5].title.find("not loaded") != std::string::npos);

        // What a person had before is there after it.
        const TimeRange visible { state.traceSet()->range().begin + 1'000'000,
            state.traceSet()->range().begin + 5'000'000 };
        state.setVisibleRange(visible);
        state.marks()->add({ { 2'000'000, 3'000'000 }, "here", true });
        Scope scope;
        scope.range = visible;
        state.setScope(scope);
        state.selectSlice({ 0, SliceId { 10U } });
        const Timestamp origin = state.traceSet()->unixOrigin();
        const std::vector<std::shared_ptr<const Trace>> before { state.traceSet()->ranks()[0].trace };
        QSignalSpy loadedSpy(&fixture.document.rankLoader(), &RankLoader::loaded);
        emit const_cast<QTreeView*>(tree)->activated(line);
        QTRY_COMPARE(loadedSpy.count(), 1);
        QVERIFY(state.traceSet()->ranks()[5].isLoaded());
        QVERIFY(lineOf(*tree, QStringLiteral("Rank 5"))
                    .siblingAtColumn(1)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("rank5")));
        const Nanoseconds later = origin - state.traceSet()->unixOrigin();
        QCOMPARE(state.visibleRange().begin, visible.begin + later);
        QCOMPARE(state.scope().range->end, visible.end + later);
        QCOMPARE(state.marks()->all().front().range.begin, 2'000'000 + later);
        QCOMPARE(state.marks()->all().front().note, std::string("here"));
        // The oldest may have gone for it; the selection stays with its trace.
        if (state.traceSet()->ranks()[0].isLoaded())
            QCOMPARE(state.currentSlice(), std::optional(SliceRef { 0, SliceId { 10U } }));
        else
            QVERIFY(state.selection().isEmpty());
    }

    void theOldestGoesWhereAllDoNotFit()
    {
        WindowFixture fixture;
        openPart(fixture);
        ViewState& state = fixture.viewState();
        QSignalSpy loadedSpy(&fixture.document.rankLoader(), &RankLoader::loaded);
        const std::size_t atFirst = loadedRanks(state);
        for (std::uint32_t position = static_cast<std::uint32_t>(atFirst); position < kRanks; ++position)
            fixture.document.rankLoader().load(position);
        QTRY_COMPARE_WITH_TIMEOUT(loadedSpy.count(), static_cast<int>(kRanks - atFirst), 30'000);
        QVERIFY(state.traceSet()->ranks()[kRanks - 1].isLoaded());
        QVERIFY(!state.traceSet()->ranks()[0].isLoaded()); // loaded first
        QCOMPARE(state.traceSet()->ranks()[0].presence, RankPresence::Listed);
        std::uint64_t held = 0;
        for (const RankTrace& rank : state.traceSet()->ranks())
            held += rank.isLoaded() ? bytesOf(*rank.trace) : 0;
        QVERIFY(held <= limits().memoryBytes / 4 * 3);
    }

    void aCellOpensItsRankAtItsStep()
    {
        WindowFixture fixture;
        openPart(fixture);
        AnalysisPanel* panel = fixture.window->analysisDocks()->panel("steps");
        QVERIFY(panel);
        fixture.window->analysisDocks()->raise("steps");
        QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
        panel->showChart(QStringLiteral("steps-ranks"));
        auto* view = panel->findChild<ChartView*>();
        QCOMPARE(view->description()->kind(), ChartKind::HeatMap);
        const Table* table = panel->result()->findTable("steps");
        QVERIFY(table->rowCount() > 0);
        const std::int64_t step = std::get<std::int64_t>(table->cell(1, table->columnIndex("step")));
        emit panel->rankRequested(5, step); // what the menu of a cell says
        QTRY_VERIFY_WITH_TIMEOUT(fixture.viewState().traceSet()->ranks()[5].isLoaded(), 30'000);
        const RankTrace& rank = fixture.viewState().traceSet()->ranks()[5];
        const auto steps = rank.trace->steps();
        const auto wanted = std::ranges::find(steps, step, &Step::number);
        QVERIFY(wanted != steps.end());
        QTRY_VERIFY(fixture.viewState().visibleRange().begin <= rank.toJobTime(wanted->range.begin));
        QVERIFY(fixture.viewState().visibleRange().end >= rank.toJobTime(wanted->range.end));
        QVERIFY(fixture.viewState().visibleRange().length() < 2 * wanted->range.length());
    }

    void whatIsGoneIsSaidAndCanBeLocated()
    {
        WindowFixture fixture;
        openPart(fixture);
        const std::string path = fixture.viewState().traceSet()->ranks()[5].path;
        TempDir elsewhere;
        const std::string moved = elsewhere.file("rank5.json");
        std::filesystem::rename(path, moved);
        QSignalSpy failedSpy(&fixture.document.rankLoader(), &RankLoader::failed);
        fixture.document.rankLoader().load(5);
        QTRY_COMPARE(failedSpy.count(), 1);
        QCOMPARE(fixture.viewState().traceSet()->ranks()[5].presence, RankPresence::Failed);
        QVERIFY(fixture.window->banner()->sentence().contains(toQString(path)));
        QSignalSpy loadedSpy(&fixture.document.rankLoader(), &RankLoader::loaded);
        fixture.document.rankLoader().loadFrom(5, moved);
        QTRY_COMPARE(loadedSpy.count(), 1);
        QVERIFY(fixture.viewState().traceSet()->ranks()[5].isLoaded());
        std::filesystem::rename(moved, path);
    }

    void anotherTraceThanTheSummarysIsSaid()
    {
        const TempDir job;
        for (int rank = 0; rank < kRanks; ++rank) {
            const std::string name = "/rank" + std::to_string(rank) + ".json";
            std::filesystem::create_directories(job.file("traces"));
            std::filesystem::copy_file(m_job.path() + name, job.file("traces") + name);
        }
        const KernelClassifier classifier;
        SummarizeJob summaries;
        summaries.traces = { { std::nullopt, job.file("traces") } };
        summaries.outputFolder = job.file("out");
        summaries.classifier = &classifier;
        KT_VERIFY_OK(summarize(summaries, {}));
        std::ofstream(job.file("traces/rank1.json"), std::ios::app) << "\n\n";
        WindowFixture fixture;
        fixture.document.open({ { std::nullopt, job.file("out") } });
        QTRY_VERIFY_WITH_TIMEOUT(fixture.document.isOpen(), 30'000);
        QSignalSpy loadedSpy(&fixture.document.rankLoader(), &RankLoader::loaded);
        fixture.document.rankLoader().load(0);
        QTRY_COMPARE_WITH_TIMEOUT(loadedSpy.count(), 1, 30'000);
        QVERIFY(!fixture.window->banner()->isVisibleTo(fixture.window.get()));
        fixture.document.rankLoader().load(1);
        QTRY_COMPARE_WITH_TIMEOUT(loadedSpy.count(), 2, 30'000);
        QVERIFY(fixture.window->banner()->isVisibleTo(fixture.window.get()));
        QVERIFY2(fixture.window->banner()->sentence().startsWith(
                     QStringLiteral("Rank 1: The trace is not the one that its summary was made of")),
            qPrintable(fixture.window->banner()->sentence()));
    }

    void aGridIsOrderedAndFolded()
    {
        WindowFixture fixture;
        fixture.document.open({ { std::nullopt, m_job.path() } });
        QTRY_VERIFY_WITH_TIMEOUT(fixture.document.isOpen(), 30'000);
        AnalysisPanel* panel = fixture.window->analysisDocks()->panel("steps");
        fixture.window->analysisDocks()->raise("steps");
        QTRY_COMPARE(panel->state(), AnalysisPanel::State::Ready);
        auto* bar = panel->findChild<HeatBar*>();
        QVERIFY(bar);
        QVERIFY(!bar->isVisible()); // bars are in view
        panel->showChart(QStringLiteral("steps-ranks"));
        QVERIFY(bar->isVisible());
        auto* view = panel->findChild<ChartView*>();
        auto* figure = bar->findChild<QComboBox*>(QStringLiteral("heatFigure"));
        QVERIFY(figure->count() >= 7);
        QSignalSpy shown(view, &ChartView::heatLookShown);
        auto* order = bar->findChild<QComboBox*>(QStringLiteral("heatOrder"));
        for (int i = order->count() - 1; i >= 0; --i) {
            order->setCurrentIndex(i);
            emit order->activated(i);
            QTRY_COMPARE(shown.count(), order->count() - i);
        }
        auto* difference = bar->findChild<QCheckBox*>(QStringLiteral("heatDifference"));
        difference->click();
        QTRY_COMPARE(shown.count(), order->count() + 1);
        QVERIFY(view->heatLook().isDifference);
        view->grab();
    }

private:
    [[nodiscard]] LoadLimits limits() const
    {
        LoadLimits limits;
        limits.memoryBytes = m_bytes * 4 * 4 / 3;
        return limits;
    }

    void openPart(WindowFixture& fixture)
    {
        fixture.document.setLimits(limits());
        fixture.document.open({ { std::nullopt, m_job.path() } });
        QTRY_VERIFY_WITH_TIMEOUT(fixture.document.isOpen(), 30'000);
    }

    TempDir m_job;
    std::uint64_t m_bytes = 0;
};

QTEST_MAIN(TestUnloadedRanks)
#include "tst_unloaded_ranks.moc"
