// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "core/analysis/types/columns.h"
#include "tests/widgets/chart_samples.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/qcustomplot_header.h"
#include "widgets/panels/result/result_view.h"

#include <QImage>
#include <QScrollArea>
#include <QTest>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// Bars, of rows and of parts: their figures, units and names in the room that there is.
class TestBarCharts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    /// A scale from 0 to 1 ns would be made up.
    void barsThatAreZeroThroughoutHaveNoScale()
    {
        for (const std::int64_t time : { std::int64_t { 0 }, std::int64_t { 5'000 } }) {
            auto result = std::make_shared<AnalysisResult>();
            Table table("k", "", typesTable().columns());
            table.addRow({ std::string("first"), time });
            result->tables = { table };
            result->charts = { chart("k", BarChart {}, "k", "kernel_type", { { "sum", "", std::nullopt } }) };
            ChartView view;
            view.setChart(result, "k", {});
            view.resize(640, 400);
            view.show();
            view.grab();
            int scales = 0;
            for (const QCPAxisRect* cell : view.findChild<QCustomPlot*>()->axisRects()) {
                for (const QCPAxis* axis : cell->axes()) {
                    const bool isValues = axis->visible() && axis->orientation() == Qt::Horizontal;
                    scales += isValues && axis->tickLabels() && !axis->label().isEmpty() ? 1 : 0;
                }
            }
            QCOMPARE(scales, time > 0 ? 1 : 0);
        }
    }

    /// A few bars become thinner rather than that their axis is scrolled away; many are scrolled.
    void fewBarsKeepTheirAxisInALowDock()
    {
        const std::unique_ptr<ChartView> view = shownView("split", { 425, 400 });
        const auto* scroll = view->findChild<QScrollArea*>();
        const int wanted = view->wantedHeight(420);
        for (const auto& [height, isScrolled] :
            { std::pair(wanted + 10, false), std::pair(wanted - 16, false), std::pair(wanted / 2, true) }) {
            view->setMinimumHeight(0);
            view->resize(425, height);
            view->grab();
            QCoreApplication::processEvents();
            QCOMPARE(scroll->verticalScrollBar()->maximum() > 0, isScrolled);
        }
    }

    /// Bars at both ends of a large window are not compared.
    void fewBarsStayTogetherInALargeWindow()
    {
        const QRgb compute = Palette::of(Theme::Light).style(PartKind::Compute).fill.rgb();
        const std::unique_ptr<ChartView> view = shownView("split", { 800, 1200 });
        const QImage image = view->grab().toImage();
        std::vector<int> lines; // under the legend
        for (int y = 100; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).rgb() == compute) {
                    lines.push_back(y);
                    break;
                }
            }
        }
        QVERIFY(lines.size() > 40); // four bars
        QVERIFY2(lines.back() - lines.front() < 4 * 2 * 24, qPrintable(QString::number(lines.back())));
    }

    void barsBesideEachOtherHaveTheirFigures()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("sides", "Sides",
            { { "name", ColumnType::String, Unit::None, "", "" },
                { "before", ColumnType::Duration, Unit::Microseconds, "Before", "" },
                { "after", ColumnType::Duration, Unit::Microseconds, "After", "" } });
        table.addRow({ std::string("aten::mm"), std::int64_t { 12'000 }, std::int64_t { 3'000 } });
        table.addRow({ std::string("aten::add"), std::int64_t { 7'000 }, std::int64_t { 0 } });
        result->tables = { table };
        result->charts = { chart("sides", GroupedBarChart {}, "sides", "name",
            { { "before", "", PartKind::HostOp }, { "after", "", PartKind::ApiCall } }) };
        ChartView view;
        view.setChart(result, "sides", {});
        const QString text = svgText(view, { 480, view.wantedHeight(480) });
        for (const QString& figure : { u"12.00"_s, u"3.000"_s, u"7.000"_s })
            QVERIFY2(text.contains(figure), qPrintable(figure));
    }

    void barsHaveTheUnitOfTheirTable()
    {
        const auto text = [](std::optional<TimeUnit> unit) {
            ChartView view;
            view.setTimeUnit(unit);
            view.setChart(savings(), "saved", {});
            return svgText(view, { 640, 300 }).replace(QChar(0x202f), u' ');
        };
        const QString own = text(std::nullopt);
        QVERIFY(own.contains(u"1.200\u00a0s"_s));
        QVERIFY2(own.contains(u"0.07472\u00a0s"_s), qPrintable(own));
        QVERIFY(own.contains(u"480\u00a0ns"_s));
        QVERIFY(own.contains(u">s<"_s)); // at the axis
        const QString table = text(TimeUnit::Milli);
        QVERIFY2(table.contains(u"1 200\u00a0ms"_s), qPrintable(table));
        QVERIFY(table.contains(u"74.72\u00a0ms"_s));
        QVERIFY(table.contains(u"480\u00a0ns"_s)); // 0.00048 ms is no figure
        QVERIFY(table.contains(u">ms<"_s) && !table.contains(u">s<"_s));
    }

    /// The table has milliseconds, because of what is shorter than one: figures beside each other are compared.
    void theChartOfAResultHasTheUnitOfItsTable()
    {
        ResultView view(QString {});
        view.setResult(prepareResult(savings(), "saved"), {});
        const auto* chart = view.findChild<ChartView*>();
        QVERIFY(chart);
        const QString text = svgText(*chart, { 640, 300 }).replace(QChar(0x202f), u' ');
        QVERIFY(text.contains(u"1 200\u00a0ms"_s));
    }

    /// A long figure of a short bar takes no room from those of longer ones.
    void barsOfMiddleLengthHaveFiguresInNarrowCharts()
    {
        Table table("ops", "Ops",
            { { .name = "op", .type = ColumnType::String, .title = "Op" },
                { .name = "time", .type = ColumnType::Duration, .title = "Time" } });
        for (const std::int64_t time : { 111'500'000, 55'940'000, 44'120'000, 16'470'000, 14'640 })
            table.addRow({ std::string("aten::native_batch_norm"), time });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("times", BarChart {}, "ops", "op", { { "time", "", PartKind::HostOp } }) };
        ChartView view;
        view.setTimeUnit(TimeUnit::Milli);
        view.setChart(result, "times", {});
        for (int width = 200; width <= 400; width += 10) {
            const QString text = svgText(view, { width, 300 });
            for (const QString& figure : { u"55.94"_s, u"44.12"_s, u"16.47"_s, u"0.01464"_s })
                QVERIFY2(text.contains(figure), qPrintable(QString::number(width) + u": "_s + figure));
        }
    }

    /// What a share is of stands at its end, and is read in a narrow chart, too.
    void headsOfNarrowChartsAreRead()
    {
        auto result = std::make_shared<AnalysisResult>(*savings());
        result->charts.front().title = "What each change of the run would save at most";
        ChartView view;
        view.setChart(result, "saved", u"ranks 0 to 3, steps 10 to 12 and no others"_s);
        const QString text = svgText(view, { 225, 300 });
        QVERIFY2(text.contains(u"save at most<"_s) && text.contains(u"no others<"_s), qPrintable(text));
    }

    /// As in a window of 1024 in German: names are cut further before the figures of the longest bars are given up.
    void wideNamesLeaveRoomForFigures()
    {
        Table table("changes", "Changes",
            { { .name = "what", .type = ColumnType::String, .title = "What" },
                { .name = "saved", .type = ColumnType::Duration, .title = "Saved" } });
        table.addRow({ std::string("GPU-Arbeit: Berechnung doppelt so schnell"), std::int64_t { 78'000'000 } });
        table.addRow({ std::string("gemm_ogs_NNT_bf16xbf16xmxfp4 doppelt so schnell"), std::int64_t { 61'640'000 } });
        table.addRow({ std::string("alle Host-Zeit doppelt so schnell"), std::int64_t { 41'640'000 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("saved", BarChart {}, "changes", "what", { { "saved", "", PartKind::Compute } }) };
        ChartView view;
        view.setTimeUnit(TimeUnit::Milli);
        view.setChart(result, "saved", {});
        for (int width = 220; width <= 300; width += 10) {
            const QString text = svgText(view, { width, 300 });
            for (const QString& figure : { u"78.00\u00a0ms"_s, u"61.64\u00a0ms"_s, u"41.64\u00a0ms"_s })
                QVERIFY2(text.contains(figure), qPrintable(QString::number(width) + u": "_s + figure));
        }
    }

    /// Where there is room, changes of two kernels are told apart; one very long name leaves the bars most of it.
    void wideChartsHaveLongNames()
    {
        const std::string kernel(500, 'k');
        for (const bool hasLong : { false, true }) {
            Table table("changes", "Changes",
                { { .name = "what", .type = ColumnType::String, .title = "What", .text = TextKind::Sentence },
                    { .name = "saved", .type = ColumnType::Duration, .title = "Saved" } });
            table.addRow({ std::string("mul · elementwise bf16 vectorized by four twice as fast"),
                std::int64_t { 78'000'000 } });
            table.addRow(
                { std::string("add · elementwise bf16 vectorized by two twice as fast"), std::int64_t { 61'640'000 } });
            if (hasLong)
                table.addRow({ kernel, std::int64_t { 41'640'000 } });
            auto result = std::make_shared<AnalysisResult>();
            result->tables.push_back(std::move(table));
            result->charts = { chart("saved", BarChart {}, "changes", "what", { { "saved", "", PartKind::Compute } }) };
            for (const int width : { 500, 1'500 }) {
                ChartView view;
                view.setChart(result, "saved", {});
                view.resize(width, 300);
                view.show();
                view.grab();
                const QCPAxisRect* bars = view.findChild<QCustomPlot*>()->axisRect(0);
                QVERIFY2(bars->left() < 0.45 * width + 24, qPrintable(QString::number(bars->left())));
                const bool isWhole = svgText(view, { width, 300 }).contains(u"elementwise bf16 vectorized by four"_s);
                QCOMPARE(isWhole, width == 1'500);
            }
        }
    }

    /// What is less than zero takes room of the axis, too: the longest bar does not lose its figure to it.
    void barsBelowZeroLeaveRoomForFigures()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("parts", "Parts",
            { { .name = "part", .type = ColumnType::String, .title = "Part" },
                { .name = "control", .type = ColumnType::Duration, .title = "Control" },
                { .name = "test", .type = ColumnType::Duration, .title = "Test" },
                { .name = "diff", .type = ColumnType::Duration, .title = "Difference" } });
        table.addRow({ std::string("wall time"), std::int64_t { 176'200'000 }, std::int64_t { 128'000'000 },
            std::int64_t { -48'200'000 } });
        table.addRow({ std::string("exposed communication"), std::int64_t { 98'600'000 }, std::int64_t { 99'110'000 },
            std::int64_t { 510'000 } });
        result->tables.push_back(std::move(table));
        result->charts = { chart("parts", GroupedBarChart {}, "parts", "part",
            { { "control", "", PartKind::HostOp }, { "test", "", PartKind::ApiCall },
                { "diff", "", PartKind::Other } }) };
        for (int width = 250; width <= 400; width += 10) {
            ChartView view;
            view.setTimeUnit(TimeUnit::Milli);
            view.setChart(result, "parts", {});
            const QString text = svgText(view, { width, 300 });
            for (const QString& figure : { u">176.2\u00a0ms"_s, u">128.0\u00a0ms"_s, u">-48.20\u00a0ms"_s })
                QVERIFY2(text.contains(figure), qPrintable(QString::number(width) + u": "_s + figure));
        }
    }

    /// Beside bars of milliseconds a few microseconds are no row of zeros.
    void smallBarsSayTheirOwnUnit()
    {
        Table table("ops", "Ops",
            { { .name = "op", .type = ColumnType::String, .title = "Op" },
                { .name = "time", .type = ColumnType::Duration, .title = "Time" } });
        table.addRow({ std::string("long"), std::int64_t { 5'123'000 } });
        table.addRow({ std::string("short"), std::int64_t { 12'340 } });
        table.addRow({ std::string("tiny"), std::int64_t { 1'234 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("times", BarChart {}, "ops", "op", { { "time", "", PartKind::HostOp } }) };
        ChartView view;
        view.setTimeUnit(TimeUnit::Milli);
        view.setChart(result, "times", {});
        const QString text = svgText(view, { 640, 300 });
        QVERIFY2(text.contains(u"5.123\u00a0ms"_s) && text.contains(u"0.01234\u00a0ms"_s), qPrintable(text));
        QVERIFY2(text.contains(u"1.234\u00a0\u00b5s"_s), qPrintable(text));
    }

    /// What is not known is not 0.
    void aBarOfNothingKnownSaysSo()
    {
        Table table("ranks", "Ranks",
            { { .name = "rank", .type = ColumnType::Int, .title = "Rank" },
                { .name = "compute", .type = ColumnType::Duration, .title = "Compute" },
                { .name = "idle", .type = ColumnType::Duration, .title = "Idle" },
                percentColumn("share", "Share", "% of the whole", ""),
                { .name = "whole", .type = ColumnType::Duration, .title = "Whole" } });
        table.addRow({ std::int64_t { 0 }, std::int64_t { 5'000'000 }, std::int64_t { 2'000'000 }, 50.0,
            std::int64_t { 7'000'000 } });
        table.addRow({ std::int64_t { 1 }, std::monostate(), std::monostate(), std::monostate(), std::int64_t { 0 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("plain", BarChart {}, "ranks", "rank", { { "compute", "", PartKind::Compute } }),
            chart("parts", StackedBarChart {}, "ranks", "rank",
                { { "compute", "", PartKind::Compute }, { "idle", "", PartKind::IdleHostWait } }),
            chart("shares", StackedBarChart { .totalColumn = "whole" }, "ranks", "rank",
                { { "share", "", PartKind::Compute } }) };
        for (const char* id : { "plain", "parts", "shares" }) {
            ChartView view;
            view.setChart(result, id, {});
            const QString text = svgText(view, { 640, 300 });
            QVERIFY2(!text.contains(u">0\u00a0ns<"_s), id);
            QVERIFY2(text.contains(u">\u2013<"_s), id);
        }
    }

    /// As a comparison has them: control, test and their difference.
    void threeBarsBesideEachOtherHaveTheirFigures()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("sides", "Sides",
            { { "name", ColumnType::String, Unit::None, "", "" },
                { "control", ColumnType::Duration, Unit::Microseconds, "Control", "" },
                { "test", ColumnType::Duration, Unit::Microseconds, "Test", "" },
                { "diff", ColumnType::Duration, Unit::Microseconds, "Difference", "" } });
        for (const char* const name : { "aten::mm", "aten::add", "aten::sum" })
            table.addRow(
                { std::string(name), std::int64_t { 12'000 }, std::int64_t { 7'000 }, std::int64_t { -5'000 } });
        result->tables = { table };
        result->charts = { chart("sides", GroupedBarChart {}, "sides", "name",
            { { "control", "", PartKind::HostOp }, { "test", "", PartKind::ApiCall },
                { "diff", "", PartKind::Other } }) };
        ChartView view;
        view.setChart(result, "sides", {});
        const QString text = svgText(view, { 600, view.wantedHeight(600) });
        for (const QString& figure : { u">12.00"_s, u">7.000"_s, u"-5.000"_s })
            QVERIFY2(text.count(figure) >= 3, qPrintable(figure));
    }

    /// The longer one has to look longer in figures, too, wherever they are of the same order.
    void neighbouringFiguresHaveOneUnit()
    {
        Table table("ops", "Ops",
            { { .name = "op", .type = ColumnType::String, .title = "Op" },
                { .name = "delay", .type = ColumnType::Duration, .title = "Delay" } });
        table.addRow({ std::string("aten::add_"), std::int64_t { 3'909 } });
        table.addRow({ std::string("aten::mm"), std::int64_t { 13'440 } });
        table.addRow({ std::string("aten::sum"), std::int64_t { 2'540'000 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("delays", BarChart {}, "ops", "op", { { "delay", "", PartKind::HostOp } }) };
        for (const std::optional<TimeUnit> unit : { std::optional<TimeUnit>(), std::optional(TimeUnit::Milli) }) {
            ChartView view;
            view.setTimeUnit(unit);
            view.setChart(result, "delays", {});
            const QString text = svgText(view, { 640, 300 });
            for (const QString& figure : { u"0.003909\u00a0ms"_s, u"0.01344\u00a0ms"_s, u"2.540\u00a0ms"_s })
                QVERIFY2(text.contains(figure), qPrintable(figure));
        }
    }

    /// Ranks below each other are compared: half of the time is half of the bar.
    void cellsOfOneOrderHaveOneScale()
    {
        Table table("kernels", "Kernels",
            { { .name = "name", .type = ColumnType::String, .title = "Kernel" },
                { .name = "rank", .type = ColumnType::Int, .title = "Rank" },
                { .name = "sum", .type = ColumnType::Duration, .title = "Sum" } });
        for (const auto& [rank, sum] : { std::pair { 0, 4'000'000 }, { 1, 9'500'000 }, { 2, 20'000 } })
            table.addRow({ std::string("gemm"), std::int64_t { rank }, std::int64_t { sum } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("times", BarChart {}, "kernels", "name", { { "sum", "", PartKind::Compute } }) };
        result->charts.front().groupColumn = "rank";
        ChartView view;
        view.setChart(result, "times", {});
        PictureRequest request;
        request.size = { 640, 700 };
        request.scale = 1;
        const QImage image = QImage::fromData(*view.picture(request), "PNG");
        const QRgb fill = Palette::of(Theme::Light).style(PartKind::Compute).fill.rgb();
        std::vector<int> lengths; // of bars, from the top
        for (int y = 60, before = 0; y < image.height(); ++y) {
            int length = 0;
            for (int x = 0; x < image.width(); ++x)
                length += image.pixel(x, y) == fill ? 1 : 0;
            if (length > 20 && before <= 20)
                lengths.push_back(length);
            before = length;
        }
        QCOMPARE(lengths.size(), std::size_t { 3 });
        QVERIFY2(std::abs(lengths[0] * 9.5 / 4 - lengths[1]) < 6, qPrintable(QString::number(lengths[0])));
        QVERIFY2(lengths[2] > lengths[1] / 2, qPrintable(QString::number(lengths[2]))); // of another order: its own
    }

    /// Nothing known, and nothing at all, have no place on a logarithmic axis; that is said, not left out.
    void barsThatAreNotKnownSaySo()
    {
        Table table("kernels", "Kernels",
            { { .name = "name", .type = ColumnType::String, .title = "Kernel" },
                { .name = "mean", .type = ColumnType::Float, .unit = Unit::Microseconds, .title = "Mean" },
                { .name = "other", .type = ColumnType::Float, .unit = Unit::Microseconds, .title = "Other" } });
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        table.addRow({ std::string("long"), 9000.0, 8000.0 });
        table.addRow({ std::string("short"), 2.0, 1.0 });
        table.addRow({ std::string("not known"), unknown, unknown });
        table.addRow({ std::string("nothing"), 0.0, 3.0 });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("spread", ErrorBarChart { .logarithmic = true }, "kernels", "name",
                               { { "mean", "", PartKind::Compute } }),
            chart("sides", GroupedBarChart {}, "kernels", "name",
                { { "mean", "", PartKind::Compute }, { "other", "", PartKind::Memory } }) };
        const auto text = [&result](const char* id) {
            ChartView view;
            view.setChart(result, id, {});
            return svgText(view, { 640, 400 });
        };
        const QString spread = text("spread");
        QVERIFY(spread.contains(u"logarithmic"_s));
        QCOMPARE(spread.count(u">\u2013<"_s), 1);
        QVERIFY2(spread.contains(u">0\u00a0"_s), qPrintable(spread));
        QCOMPARE(text("sides").count(u">\u2013<"_s), 2);
    }

    /// One colour for a name, wherever its bar stands: that of its kind, as the legend has it.
    void barsHaveNoShades()
    {
        for (const char* id : { "bars", "spread" }) {
            const QImage image = shownView(id)->grab().toImage();
            const Palette& palette = Palette::of(Theme::Light);
            QVERIFY2(hasColour(image, palette.style(PartKind::Compute).fill), id);
            for (const int i : { 0, 10 }) // one between them is nearly the colour itself
                QVERIFY2(!hasColour(image, palette.shade(PartKind::Compute, i, 12).fill), id);
        }
    }

    /// A first part of microseconds does not give seconds seven digits.
    void partsHaveTheUnitOfTheLargestColumn()
    {
        Table table("steps", "Steps",
            { { .name = "step", .type = ColumnType::Int, .title = "Step" },
                { .name = "compute", .type = ColumnType::Duration, .title = "Compute" },
                { .name = "idle", .type = ColumnType::Duration, .title = "Idle" } });
        table.addRow({ std::int64_t { 1 }, std::int64_t { 1'760 }, std::int64_t { 13'340'000'000 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        result->charts = { chart("parts", StackedBarChart {}, "steps", "step",
            { { "compute", "Compute", std::nullopt }, { "idle", "Idle", std::nullopt } }) };
        ResultView view(QString {});
        view.setResult(prepareResult(result, "parts"), {});
        const QString text = svgText(*view.findChild<ChartView*>(), { 640, 300 });
        QVERIFY2(text.contains(u">s<"_s) && !text.contains(u"\u00b5s"_s), qPrintable(text));
    }

    /// As in a window of 1280 with parameters, chart and table beside each other.
    void namesAreWholeInANarrowChart()
    {
        ChartView view;
        view.setChart(savings(), "saved", {});
        const QString text = svgText(view, { 325, 300 });
        QVERIFY(text.contains(u"host time: data loading gone"_s));
        QVERIFY(text.contains(u"0.07472\u00a0s"_s));
    }

    /// There is no room at its end, and stripes are no ground for text.
    void aPatternedBarThatFillsTheAxisKeepsItsFigure()
    {
        auto result = std::make_shared<AnalysisResult>(*savings());
        result->tables.front().setKinds({ PartKind::Annotation, PartKind::IdleHostWait });
        result->charts.front().kindOfRow = kindInTable;
        ChartView view;
        view.setTimeUnit(TimeUnit::Second);
        view.setChart(result, "saved", {});
        QVERIFY(svgText(view, { 250, 300 }).contains(u"1.200\u00a0s"_s));
    }

    void theLongestBarSaysItsShareInANarrowChart()
    {
        ChartView view;
        view.setChart(sample(), "types", {});
        view.setForm(ChartView::Form::Bars);
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const int width : { 280, 330, 480, 900 }) {
            request.size = { width, 260 };
            const QString text = QString::fromUtf8(*view.picture(request));
            QVERIFY2(text.contains(u"50.0\u00a0%"_s), qPrintable(QString::number(width)));
            QVERIFY(text.contains(u"8.0\u00a0%"_s));
        }
    }
};

QTEST_MAIN(TestBarCharts)
#include "tst_bar_charts.moc"
