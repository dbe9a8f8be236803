// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of every kind, as tests of how they look and of how they are used show them.
#pragma once

#include "core/analysis/part_kinds.h"
#include "core/analysis/types/analysis.h"
#include "tests/support/kinds_by_word.h"
#include "widgets/charts/chart_view.h"

#include <QColor>
#include <QImage>
#include <QSize>
#include <QString>
#include <QTest>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// What a name in a trace may be: markup, control characters, letters beyond the first plane, no UTF-8.
inline const std::string kHostile = std::string("kernel<i>&\"']]>\x01\x1b \xF0\x9F\x98\x80 \xE2\x80\xAE") + "abc\xff";

inline Table typesTable()
{
    Table table("types", "Types",
        { { "kernel_type", ColumnType::String, Unit::None, "", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "Time", "" } });
    table.addRow({ std::string("COMPUTATION"), std::int64_t { 50'000'000 } });
    table.addRow({ std::string("COMMUNICATION"), std::int64_t { 30'000'000 } });
    table.addRow({ std::string("COMPUTATION overlapping COMMUNICATION"), std::int64_t { 12'000'000 } });
    table.addRow({ std::string("MEMORY"), std::int64_t { 8'000'000 } });
    return table;
}

inline Table kernelsTable()
{
    Table table("kernels", "Kernels",
        { { "name", ColumnType::String, Unit::None, "", "" }, { "type", ColumnType::String, Unit::None, "", "" },
            { "rank", ColumnType::Int, Unit::None, "", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "Sum", "" },
            { "mean", ColumnType::Float, Unit::Microseconds, "Mean", "" },
            { "min", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "max", ColumnType::Duration, Unit::Microseconds, "", "" } });
    for (std::int64_t rank = 0; rank < 2; ++rank) {
        for (int i = 0; i < 12; ++i) {
            const std::int64_t sum = 1'000'000 / (1 + i) / (1 + i) * 9 / 10 + rank;
            const std::string name = i == 3 ? kHostile : "kernel number " + std::to_string(i);
            table.addRow(
                { name, std::string("COMPUTATION"), rank, sum, static_cast<double>(sum) / 3000.0, sum / 10, sum });
        }
    }
    return table;
}

inline Table splitTable()
{
    Table table("ranks", "Ranks",
        { { "rank", ColumnType::Int, Unit::None, "", "" },
            { "compute", ColumnType::Float, Unit::Percent, "Compute", "" },
            { "exposed", ColumnType::Float, Unit::Percent, "Exposed", "" },
            { "host", ColumnType::Float, Unit::Percent, "Host wait", "" },
            { "kernel", ColumnType::Float, Unit::Percent, "Kernel wait", "" },
            { "hidden", ColumnType::Float, Unit::Percent, "Hidden", "" } });
    for (std::int64_t rank = 0; rank < 4; ++rank)
        table.addRow({ rank, 50.0 + static_cast<double>(rank), 20.0 - static_cast<double>(rank), 18.0, 12.0, 15.0 });
    return table;
}

inline ChartDescription chart(
    std::string id, ChartForm form, std::string table, std::string label, std::vector<ChartSeries> series)
{
    ChartDescription description;
    description.id = std::move(id);
    description.form = std::move(form);
    description.table = std::move(table);
    description.title = "What takes the time?";
    description.denominator = "% of busy GPU time";
    description.labelColumn = std::move(label);
    description.series = std::move(series);
    return description;
}

/// A result with a chart of each kind, by these ids.
inline std::shared_ptr<const AnalysisResult> sample()
{
    auto result = std::make_shared<AnalysisResult>();
    Table one("one", "One", typesTable().columns());
    one.addRow({ std::string("COMPUTATION"), std::int64_t { 50'000'000 } });
    result->tables = { typesTable(), kernelsTable(), splitTable(), one };
    ChartDescription types = chart("types", PieChart {}, "types", "kernel_type", { { "sum", "", std::nullopt } });
    types.kindOfRow = kindByWord("kernel_type");
    types.form = PieChart { .wholeLabel = "busy GPU time" };
    ChartDescription kernels = chart("kernels", PieChart {}, "kernels", "name", { { "sum", "", std::nullopt } });
    kernels.kindOfRow = kindByWord("type");
    kernels.form = PieChart { .wholeLabel = "sum of durations" };
    kernels.groupColumn = "rank,type";
    ChartDescription bars = kernels;
    bars.id = "bars";
    bars.form = BarChart {};
    ChartDescription spread = kernels;
    spread.id = "spread";
    spread.form = ErrorBarChart { .minimumColumn = "min", .maximumColumn = "max", .logarithmic = true };
    spread.series = { { "mean", "", std::nullopt } };
    ChartDescription split = chart("split", StackedBarChart {}, "ranks", "rank",
        { { "compute", "", PartKind::Compute }, { "exposed", "", PartKind::CommunicationExposed },
            { "host", "", PartKind::IdleHostWait }, { "kernel", "", PartKind::IdleKernelWait },
            { "hidden", "", PartKind::CommunicationHidden } });
    split.form = StackedBarChart { .sortByValue = false };
    ChartDescription calls = chart("calls", HistogramChart {}, "kernels", "name", { { "sum", "", PartKind::ApiCall } });
    calls.groupColumn = "rank";
    ChartDescription steps = chart("steps", StepSeriesChart {}, "kernels", "sum", { { "mean", "", PartKind::Memory } });
    steps.groupColumn = "rank";
    ChartDescription heat = chart("heat", HeatMapChart {}, "kernels", "rank", { { "sum", "", std::nullopt } });
    heat.form = HeatMapChart { .xColumn = "name" };
    ChartDescription dots = chart("dots", ScatterChart {}, "kernels", "name", { { "sum", "", PartKind::Compute } });
    const double infinity = std::numeric_limits<double>::infinity();
    dots.form = ScatterChart { .xColumn = "mean",
        .sizeColumn = "max",
        .roofs = { { "FP32 " + kHostile, "a data sheet", 2e6, infinity }, { "900 GB/s", "it", infinity, 3000 } } };
    ChartDescription limited = calls;
    limited.id = "limited";
    limited.form = HistogramChart { .cutoff = ChartCutoff { "the-limit", 50'000 } };
    ChartDescription single = types;
    single.id = "single";
    single.table = "one";
    ChartDescription missing =
        chart("missing", BarChart {}, "ranks", "rank", { { "no such column", "", std::nullopt } });
    ChartDescription areas = chart(
        "areas", StackedAreaChart {}, "kernels", "sum", { { "mean", "", std::nullopt }, { "max", "", std::nullopt } });
    result->charts = { types, kernels, bars, spread, split, calls, steps, areas, heat, dots, limited, single, missing };
    return result;
}

/// A view that shows one of those charts, drawn.
inline std::unique_ptr<ChartView> shownView(const char* id, QSize size = { 640, 360 })
{
    auto view = std::make_unique<ChartView>();
    view->setChart(sample(), id, QStringLiteral("whole trace"));
    view->resize(size);
    view->show();
    (void)QTest::qWaitForWindowExposed(view.get());
    view->grab(); // lays out and draws
    return view;
}

inline bool hasColour(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == colour.rgb())
                return true;
        }
    }
    return false;
}

/// One of some changes, with names and savings as what-if has them.
[[nodiscard]] inline std::shared_ptr<const AnalysisResult> savings()
{
    Table table("changes", "Changes",
        { { .name = "what", .type = ColumnType::String, .title = "What if", .text = TextKind::Sentence },
            { .name = "saved", .type = ColumnType::Duration, .title = "Saved" } });
    table.addRow({ std::string("host time: data loading gone"), std::int64_t { 1'200'000'000 } });
    table.addRow({ std::string("host time: launch calls gone"), std::int64_t { 74'720'000 } });
    table.addRow({ std::string("host time: collectives (as much as was recorded) gone"), std::int64_t { 0 } });
    table.addRow({ std::string("no waiting"), std::int64_t { 480 } });
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    result->charts = { chart("saved", BarChart {}, "changes", "what", { { "saved", "", std::nullopt } }) };
    return result;
}

/// The SVG of a chart as it is saved in this size; empty where it cannot be drawn.
inline QString svgText(const ChartView& view, QSize size)
{
    PictureRequest request;
    request.format = PictureFormat::Svg;
    request.size = size;
    const Result<QByteArray> svg = view.picture(request);
    return svg ? QString::fromUtf8(*svg) : QString {};
}

} // namespace kinetoscope::tests
