// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of the registry over one loaded job, through the real widgets on a 1400 x 420 panel:
//
//     bench_panels TRACE.json[.gz] [ANALYSIS...]
//
// For each analysis the time from a change of the scope's range to new numbers on display (median and longest of nine
// ranges; CPU time of all threads), and the CPU time of the longest turn of the GUI thread until they are drawn; before
// them what it takes to select everything with timeline, details and selection panel on screen; for
// its tables of 1 000 rows and more the time to sort by each column (longest), to filter, and of a frame while
// scrolling (median, 99th percentile); of series the time for a move of the pointer over them; from a hover over a row,
// and over all rows at once, to frames on the timeline; from an event selected on the timeline to its rows. Recorded,
// never asserted.
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/layout/chart/chart_data.h"
#include "core/layout/table/row_evidence.h"
#include "core/words/english.h"
#include "tests/bench/cpu_times.h"
#include "widgets/charts/chart_view.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/selection_panel.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QHeaderView>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

bool isDone(const AnalysisPanel& panel)
{
    using State = AnalysisPanel::State;
    return panel.state() == State::Ready || panel.state() == State::Empty || panel.state() == State::Failed;
}

/// One turn of the event loop: what it took of the GUI thread, ms.
double turn(QEventLoop::ProcessEventsFlags flags = QEventLoop::AllEvents)
{
    const double begin = threadMilliseconds();
    QCoreApplication::processEvents(flags);
    return threadMilliseconds() - begin;
}

/// Runs the event loop until the panel has new numbers; the most CPU time that one turn of it took, in ms.
double waitFor(const AnalysisPanel& panel)
{
    double longest = 0;
    while (!isDone(panel))
        longest = std::max(longest, turn(QEventLoop::WaitForMoreEvents));
    return longest;
}

void measureRanges(AnalysisPanel& panel, ViewState& viewState)
{
    const TimeRange whole = viewState.traceSet()->range();
    std::vector<double> times;
    std::vector<double> cpuTimes;
    double held = 0;
    for (int i = 1; i <= 9; ++i) {
        Scope scope;
        scope.range = TimeRange { whole.begin + whole.length() / 40 * i, whole.end - whole.length() / 40 * i };
        QElapsedTimer timer;
        const double cpu = cpuMilliseconds();
        timer.start();
        viewState.setScope(scope);
        held = std::max(held, waitFor(panel));
        times.push_back(milliseconds(timer));
        cpuTimes.push_back(cpuMilliseconds() - cpu);
        // The chart is drawn and the table filled in the turns that follow.
        for (int after = 0; after < 5; ++after)
            held = std::max(held, turn());
    }
    std::printf("%-24s range: median %6.1f ms, longest %6.1f ms, CPU %6.1f ms, GUI thread held %5.1f ms\n",
        panel.analysis().id.c_str(), percentile(times, 50), percentile(times, 100), percentile(cpuTimes, 50), held);
    viewState.setScope({});
    waitFor(panel);
}

void measureTable(AnalysisPanel& panel, const Table& table)
{
    panel.showTable(QString::fromStdString(table.name()));
    auto* view = panel.findChild<ResultTableView*>();
    QCoreApplication::processEvents();
    double slowestSort = 0;
    std::string slowestColumn;
    const auto settle = [view] {
        do
            QCoreApplication::processEvents();
        while (view->isArranging());
    };
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        QElapsedTimer timer;
        timer.start();
        view->sortByColumn(column, Qt::DescendingOrder);
        settle();
        if (milliseconds(timer) > slowestSort) {
            slowestSort = milliseconds(timer);
            slowestColumn = table.columns()[static_cast<std::size_t>(column)].name;
        }
    }
    view->sortByColumn(-1, Qt::AscendingOrder);
    settle();
    QElapsedTimer filtering;
    filtering.start();
    view->setFilterText(QStringLiteral("gemm"));
    settle();
    const double filter = milliseconds(filtering);
    view->setFilterText({});
    settle();

    QImage image(view->viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<double> frames;
    QScrollBar* bar = view->verticalScrollBar();
    for (int i = 0; i < 300; ++i) {
        QElapsedTimer frame;
        frame.start();
        bar->setValue(i % 2 == 0 ? bar->value() + 3 : static_cast<int>((i * 7919LL) % (bar->maximum() + 1)));
        view->viewport()->render(&image);
        frames.push_back(milliseconds(frame));
        QCoreApplication::processEvents();
    }
    std::printf("    %-20s %9zu rows: sort %7.1f ms (%s), filter %7.1f ms, frame %5.2f ms, p99 %5.2f ms\n",
        table.name().c_str(), table.rowCount(), slowestSort, slowestColumn.c_str(), filter, percentile(frames, 50),
        percentile(frames, 99));
    std::fflush(stdout);
}

/// The pointer crosses a series: CPU time of the GUI thread for a move, what is drawn for it included.
void measurePointer(const AnalysisPanel& panel)
{
    auto* chart = panel.findChild<ChartView*>();
    if (!chart->description() || !isOverTime(chart->description()->kind()) || chart->isEmpty())
        return;
    QWidget* plot = chart->findChild<QScrollArea*>()->widget();
    std::vector<double> moves;
    std::size_t steps = 0;
    const auto count = [&steps](const std::vector<std::size_t>& rows, std::size_t) { steps += rows.size(); };
    const auto counting = QObject::connect(chart, &ChartView::partHovered, chart, count);
    for (int x = 0; x < plot->width(); ++x) {
        const QPointF at(x, plot->height() / 2.0 + x % 40);
        QMouseEvent move(QEvent::MouseMove, at, plot->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        const double begin = threadMilliseconds();
        QCoreApplication::sendEvent(plot, &move);
        QCoreApplication::processEvents();
        moves.push_back(threadMilliseconds() - begin);
    }
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(plot, &leave);
    QObject::disconnect(counting);
    std::printf(
        "    pointer over the series: %zu moves, %zu steps met, median %5.2f ms, p99 %5.2f ms, longest %5.2f ms\n",
        moves.size(), steps, percentile(moves, 50), percentile(moves, 99), percentile(moves, 100));
    std::fflush(stdout);
}

/// The line at the moment that somebody points at elsewhere: CPU time of a move of it on the timeline.
void measureTimeLine(ViewState& viewState)
{
    TimelineView timeline(&viewState);
    timeline.resize(1920, 800);
    timeline.show();
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
    const TimeRange all = viewState.visibleRange();
    std::vector<double> moves;
    for (int i = 0; i < 300; ++i) {
        const double begin = threadMilliseconds();
        viewState.setPointedTime(all.begin + all.length() / 300 * i);
        QCoreApplication::processEvents();
        moves.push_back(threadMilliseconds() - begin);
    }
    std::vector<double> frames;
    for (int i = 0; i < 30; ++i) {
        const double begin = threadMilliseconds();
        timeline.repaint();
        frames.push_back(threadMilliseconds() - begin);
    }
    viewState.setPointedTime(std::nullopt);
    std::printf(
        "timeline: a move of the line median %5.2f ms, p99 %5.2f ms; all of it drawn from its layers %5.2f ms\n",
        percentile(moves, 50), percentile(moves, 99), percentile(frames, 50));
    std::fflush(stdout);
}

/// Every event of the first rank is selected: CPU time of the GUI thread, with all that follows a selection on screen.
void measureWholeSelection(ViewState& viewState)
{
    TimelineView timeline(&viewState);
    timeline.resize(1920, 800);
    DetailsPanel details(&viewState);
    SelectionPanel groups(&viewState);
    groups.resize(900, 300);
    groups.setInFront(true);
    for (QWidget* view :
        { static_cast<QWidget*>(&timeline), static_cast<QWidget*>(&details), static_cast<QWidget*>(&groups) })
        view->show();
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
    Selection all;
    for (std::uint32_t row = 0; row < viewState.traceSet()->ranks().front().trace->slices().size(); ++row)
        all.slices.push_back({ 0, SliceTable::at(row) });
    const std::size_t count = all.slices.size();
    QElapsedTimer timer;
    timer.start();
    const double begin = threadMilliseconds();
    viewState.setSelection(std::move(all));
    const double setting = threadMilliseconds() - begin;
    double held = 0;
    while (groups.isBusy() || !groups.table()) {
        held = std::max(held, turn());
        QThread::usleep(200);
    }
    const double counted = milliseconds(timer);
    for (int after = 0; after < 200; ++after) {
        held = std::max(held, turn());
        QThread::usleep(2000);
    }
    std::printf("%zu events selected: setting %5.1f ms, longest turn after it %5.1f ms, grouped after %5.1f ms\n",
        count, setting, held, counted);
    std::fflush(stdout);
    viewState.clearSelection();
}

/// From a hover to frames on the timeline, and from a selected event to the rows that are made of it.
void measureLinks(const AnalysisPanel& panel, ViewState& viewState, const Table& table)
{
    constexpr double kLongest = 60'000; // ms
    auto* view = panel.findChild<ResultView*>();
    view->showTable(QString::fromStdString(table.name()));
    const auto until = [&](const auto& isThere) {
        QElapsedTimer timer;
        timer.start();
        double held = 0;
        while (!isThere() && milliseconds(timer) < kLongest) {
            held = std::max(held, turn(QEventLoop::AllEvents));
            QThread::usleep(200);
        }
        return std::pair { milliseconds(timer), held };
    };
    std::vector<std::size_t> all(table.rowCount());
    std::iota(all.begin(), all.end(), std::size_t { 0 });
    const std::size_t last = table.rowCount() - 1;
    const std::size_t column = widestColumn(table, 0);
    const Selection wanted = table.evidence(last, column);
    if (wanted.isEmpty())
        return;
    for (const auto& [name, rows] : { std::pair { "one row", std::vector { last } }, std::pair { "all rows", all } }) {
        emit view->rowsHovered({ view->tableRows(), rows, column });
        const auto [framed, held] = until([&] { return viewState.highlight() != nullptr; });
        std::size_t parts = 0;
        for (const HighlightRanges& lane : viewState.highlight() ? viewState.highlight()->lanes : Highlight {}.lanes)
            parts += lane.ranges.size();
        std::printf("    %-20s %9zu rows: hover over %-8s %8.1f ms to %zu frames, GUI thread held %5.1f ms\n",
            table.name().c_str(), table.rowCount(), name, framed, parts, held);
        emit view->rowsHovered({});
    }
    if (wanted.slices.empty())
        return;
    view->table()->clearSelection();
    viewState.setSelection({ { wanted.slices.front() }, {} });
    const auto [marked, held] = until([&] { return !view->table()->selectedTableRows().empty(); });
    std::printf(
        "    %-20s %9zu rows: selection marks its rows in %8.1f ms\n", table.name().c_str(), table.rowCount(), marked);
    viewState.clearSelection();
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_panels TRACE.json[.gz] [ANALYSIS...]\n");
        return 2;
    }
    const auto traces = loadTraceSet({ { std::nullopt, argv[1] } }, LoadOptions {}, Progress {});
    if (!traces) {
        std::fprintf(stderr, "%s\n", english(traces.error().message).c_str());
        return 3;
    }
    std::printf("%llu events\n", static_cast<unsigned long long>((*traces)->ranks().front().trace->report().events));
    {
        ViewState viewState;
        viewState.setTraceSet(*traces);
        measureTimeLine(viewState);
        measureWholeSelection(viewState);
    }
    const std::vector<std::string> wanted(argv + 2, argv + argc);
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), analysis.id) == wanted.end())
            continue;
        ViewState viewState;
        viewState.setTraceSet(*traces);
        AnalysisPanel panel(analysis, &viewState);
        panel.resize(1400, 420);
        panel.show();
        waitFor(panel);
        measureRanges(panel, viewState);
        measurePointer(panel);
        const auto result = panel.result();
        for (std::size_t i = 0; result && i < result->tables.size(); ++i) {
            if (result->tables[i].rowCount() >= 1000)
                measureTable(panel, result->tables[i]);
            if (result->tables[i].hasEvidence() && result->tables[i].rowCount() > 0)
                measureLinks(panel, viewState, result->tables[i]);
        }
    }
    return 0;
}
