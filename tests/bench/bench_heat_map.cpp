// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of ranks and steps through the real chart, 1 000 x 420:
//
//     bench_heat_map [RANKS [STEPS]]        1024 200
//
// CPU time to read it in each order (off the GUI thread in the program), the longest turn of the GUI thread until
// another order is drawn, and of a frame while it is zoomed, moved and pointed at (median, 99th percentile). Recorded,
// never asserted.
#include "core/analysis/job/rank_step_table.h"
#include "core/layout/chart/chart_data.h"
#include "core/layout/chart/heat_blocks.h"
#include "tests/bench/cpu_times.h"
#include "widgets/charts/chart_view.h"

#include <QApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

std::shared_ptr<const RankPlaces> placesOfGrid(std::int64_t ranks)
{
    auto places = std::make_shared<RankPlaces>();
    places->coordinates = { "tp", "dp" };
    for (std::int64_t rank = 0; rank < ranks; ++rank)
        places->ranks[rank] = { "node" + std::to_string(rank / 8), false, { rank % 8, rank / 8 } };
    return places;
}

std::shared_ptr<const AnalysisResult> gridOf(std::int64_t ranks, std::int64_t steps)
{
    std::mt19937 random(1);
    auto result = std::make_shared<AnalysisResult>();
    Table table(kRankStepsTable, kRankStepsTitle, rankStepColumns());
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        for (std::int64_t step = 0; step < steps; ++step) {
            std::vector<Cell> row { rank, step };
            while (row.size() < table.columnCount())
                row.emplace_back(static_cast<std::int64_t>(random() % 100'000'000));
            if (random() % 100 != 0)
                table.addRow(std::move(row));
        }
    }
    result->tables.push_back(std::move(table));
    result->charts.push_back(rankStepChart());
    return result;
}

} // namespace

int main(int argc, char* argv[])
{
    const QApplication application(argc, argv);
    const std::int64_t ranks = argc > 1 ? std::atoll(argv[1]) : 1024;
    const std::int64_t steps = argc > 2 ? std::atoll(argv[2]) : 200;
    const std::shared_ptr<const AnalysisResult> result = gridOf(ranks, steps);
    const std::shared_ptr<const RankPlaces> places = placesOfGrid(ranks);
    const Table& table = result->tables.front();
    const ChartDescription& chart = result->charts.front();
    std::printf("%lld ranks, %lld steps, %zu rows\n", static_cast<long long>(ranks), static_cast<long long>(steps),
        table.rowCount());

    const std::pair<const char*, HeatOrder> kOrders[] = { { "rank", HeatOrder::Label }, { "host", HeatOrder::Host },
        { "coordinate", HeatOrder::Coordinate }, { "value", HeatOrder::Value },
        { "similarity", HeatOrder::Similarity } };
    for (const auto& [name, order] : kOrders) {
        HeatLook look;
        look.order = order;
        look.coordinate = "tp";
        look.isDifference = true;
        look.places = places;
        const double before = threadMilliseconds();
        const ChartData data = chartData(table, chart, english, look);
        std::printf("read by %-12s %8.1f ms (%zu rows)\n", name, threadMilliseconds() - before, data.heat.rows.size());
    }

    ChartView view;
    view.resize(1000, 420);
    view.setPlaces(places);
    view.setChart(result, chart.id, {});
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    const auto frame = [&] {
        QPainter painter(&image);
        view.render(&painter);
    };
    const auto timed = [](const auto& act) {
        const double before = threadMilliseconds();
        act();
        return threadMilliseconds() - before;
    };
    std::printf("first frame %16.1f ms\n", timed(frame));
    double longest = 0;
    bool isShown = false;
    QObject::connect(&view, &ChartView::heatLookShown, &view, [&isShown] { isShown = true; });
    for (const auto& [name, order] : kOrders) {
        HeatLook look;
        look.order = order;
        look.coordinate = "dp";
        look.isDifference = order == HeatOrder::Value;
        isShown = look == view.heatLook();
        longest = std::max(longest, timed([&] { view.setHeatLook(look); }));
        while (!isShown)
            longest = std::max(longest, timed([] { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); }));
        longest = std::max(longest, timed(frame));
    }
    std::printf("another order, longest turn %.1f ms\n", longest);

    QWidget* plot = view.findChild<QScrollArea*>()->widget();
    const QPointF middle = QRectF(plot->rect()).center();
    const auto wheel = [&](QPoint angle, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(
            middle, plot->mapToGlobal(middle), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &event);
    };
    std::vector<double> zooming;
    std::vector<double> moving;
    std::vector<double> pointing;
    for (int level = 0; level < 12; ++level) {
        zooming.push_back(timed([&] {
            wheel({ 0, 120 }, Qt::ControlModifier);
            frame();
        }));
        for (int i = 0; i < 40; ++i) {
            moving.push_back(timed([&] {
                wheel({ i < 20 ? 60 : -60, 0 }, Qt::NoModifier);
                wheel({ 0, i < 20 ? -60 : 60 }, Qt::NoModifier);
                frame();
            }));
            pointing.push_back(timed([&] {
                const QPointF at = middle + QPointF(i * 3, i);
                QMouseEvent event(QEvent::MouseMove, at, plot->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
                QCoreApplication::sendEvent(plot, &event);
                frame();
            }));
        }
    }
    const auto say = [](const char* what, const std::vector<double>& times) {
        std::printf(
            "%-9s median %6.2f ms, 99th percentile %6.2f ms\n", what, percentile(times, 50), percentile(times, 99));
    };
    say("zooming", zooming);
    say("moving", moving);
    say("pointing", pointing);
    return 0;
}
