// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "tests/widgets/chart_samples.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/part_painter.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/charts/plottables/shape_plottable.h"
#include "widgets/charts/qcustomplot_header.h"
#include "widgets/panels/result/prepared_result.h"
#include "widgets/panels/result/result_view.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QMouseEvent>
#include <QPointer>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// How charts are drawn in the window: colours, axes, labels, legends.
namespace {

/// A ring of two parts with these names.
std::shared_ptr<const AnalysisResult> ringOf(const QStringList& names)
{
    Table table("parts", "Parts",
        { { .name = "part", .type = ColumnType::String, .title = "Part" },
            { .name = "time", .type = ColumnType::Duration, .unit = Unit::Microseconds, .title = "Time" } });
    for (const QString& name : names)
        table.addRow({ name.toStdString(), std::int64_t { 50'000 } });
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    result->charts = { chart("parts", PieChart {}, "parts", "part", { { "time", "", std::nullopt } }) };
    result->charts.front().form = PieChart { .wholeLabel = "all" };
    return result;
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT

private slots:
    /// In any height the words at a cut-off leave at least half of the cell to the bars, or are left out.
    void wordsAtACutOffLeaveRoomForBars()
    {
        const QFontMetricsF metrics(QApplication::font());
        int lines = 0;
        for (double height = 1; height < 400; height += 1) {
            const int now = CutoffPlottable::labelLines(metrics, height);
            QVERIFY(now >= lines);
            lines = now;
            const double room = CutoffPlottable::labelRoom(metrics, height);
            QVERIFY(room < height / 2);
            QVERIFY(now == 0 ? room == 0 : room >= now * metrics.height());
        }
        QCOMPARE(lines, 2);
    }

    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void kindsHaveTheirColours_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QList<int>>("kinds");
        const auto kinds = [](std::initializer_list<PartKind> list) {
            QList<int> numbers;
            for (const PartKind kind : list)
                numbers.append(static_cast<int>(kind));
            return numbers;
        };
        QTest::newRow("ring of types") << QByteArray("types")
                                       << kinds({ PartKind::Compute, PartKind::Communication, PartKind::Memory });
        QTest::newRow("time split") << QByteArray("split")
                                    << kinds({ PartKind::Compute, PartKind::CommunicationExposed });
    }

    void kindsHaveTheirColours()
    {
        QFETCH(QByteArray, id);
        QFETCH(QList<int>, kinds);
        for (const bool dark : { false, true }) {
            ChartView view;
            view.setChart(sample(), id.toStdString(), {});
            PictureRequest request;
            request.size = { 640, 360 };
            request.scale = 1;
            request.dark = dark;
            const Result<QByteArray> png = view.picture(request);
            QVERIFY(png);
            const QImage image = QImage::fromData(*png, "PNG");
            QCOMPARE(image.size(), QSize(640, 360));
            const Palette& palette = Palette::of(dark ? Theme::Dark : Theme::Light);
            QCOMPARE(image.pixelColor(1, 1).rgb(), palette.canvas.rgb());
            for (const int kind : kinds)
                QVERIFY2(hasColour(image, palette.style(static_cast<PartKind>(kind)).fill),
                    qPrintable(QString::number(kind)));
        }
    }

    void everyChartDrawsAtEverySize_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QSize>("size");
        for (const char* id : { "types", "kernels", "bars", "spread", "split", "calls", "steps", "areas", "heat",
                 "dots", "limited", "single" }) {
            for (const QSize size : { QSize(320, 240), QSize(900, 500), QSize(60, 40) })
                QTest::addRow("%s %dx%d", id, size.width(), size.height()) << QByteArray(id) << size;
        }
    }

    void everyChartDrawsAtEverySize()
    {
        QFETCH(QByteArray, id);
        QFETCH(QSize, size);
        ChartView view;
        view.setChart(sample(), id.toStdString(), {});
        QVERIFY(!view.isEmpty());
        PictureRequest request;
        request.size = size;
        request.scale = 1;
        const Result<QByteArray> png = view.picture(request);
        QVERIFY(png);
        const QImage image = QImage::fromData(*png, "PNG");
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        }
        QVERIFY(colours.size() > 1);
    }

    /// Rows and axes that hold texts grow with them: else a larger interface would have figures without room.
    void chartsGrowWithTheInterface()
    {
        const QFont usual = QApplication::font();
        for (const char* id : { "bars", "split", "calls", "steps", "types" }) {
            const auto heightOf = [id] {
                ChartView view;
                view.setChart(sample(), id, u"whole trace"_s);
                return view.wantedHeight(500);
            };
            const int height = heightOf();
            QFont large = usual;
            large.setPointSizeF(usual.pointSizeF() * 1.5);
            QApplication::setFont(large);
            const int grown = heightOf();
            QApplication::setFont(usual);
            QVERIFY2(grown > height * 1.3, id);
        }
    }

    void numbersAtAxesKeepApart_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id :
            { "kernels", "bars", "spread", "split", "calls", "steps", "areas", "heat", "dots", "limited" })
            QTest::newRow(id) << QByteArray(id);
    }

    /// In any size of a dock no two numbers or names at an axis touch, and the chart is no wider than its place.
    void numbersAtAxesKeepApart()
    {
        QFETCH(QByteArray, id);
        ChartView view;
        view.setChart(sample(), id.toStdString(), u"whole trace"_s);
        view.setForm(ChartView::Form::Bars);
        int labels = 0;
        for (const QSize size : { QSize(200, 110), QSize(240, 500), QSize(300, 160), QSize(420, 220), QSize(760, 330),
                 QSize(1300, 700), QSize(210, 180) }) {
            view.resize(size);
            view.show();
            view.grab();
            auto* plot = view.findChild<QCustomPlot*>();
            QVERIFY(plot);
            plot->grab();
            QVERIFY2(plot->width() <= size.width(), qPrintable(QString::number(plot->width())));
            for (const QCPAxisRect* cell : plot->axisRects()) {
                for (const QCPAxis* axis : cell->axes()) {
                    if (!axis->visible() || !axis->tickLabels())
                        continue;
                    const QFontMetricsF metrics(axis->tickLabelFont());
                    const QVector<double> places = axis->tickVector();
                    const QVector<QString> texts = axis->tickVectorLabels();
                    QCOMPARE(places.size(), texts.size());
                    labels += static_cast<int>(texts.size());
                    for (qsizetype i = 1; i < places.size(); ++i) {
                        const double apart =
                            std::abs(axis->coordToPixel(places[i]) - axis->coordToPixel(places[i - 1]));
                        const double taken = axis->orientation() == Qt::Vertical
                            ? metrics.height() - 3 // what a line keeps free above capital letters
                            : (metrics.horizontalAdvance(texts[i]) + metrics.horizontalAdvance(texts[i - 1])) / 2;
                        QVERIFY2(apart >= taken,
                            qPrintable(u"%1 and %2 at %3 x %4"_s.arg(texts[i - 1], texts[i])
                                           .arg(size.width())
                                           .arg(size.height())));
                    }
                }
            }
        }
        QVERIFY(labels > 10);
    }

    void sharesSayWhatTheWholeIsWhereThereIsRoom()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("idle", "Idle",
            { { "stream", ColumnType::String, Unit::None, "", "" },
                { "idle_category", ColumnType::String, Unit::None, "", "" },
                { "ratio", ColumnType::Float, Unit::Ratio, "", "" },
                { "idle", ColumnType::Duration, Unit::Microseconds, "", "" },
                { "time", ColumnType::Duration, Unit::Microseconds, "", "" } });
        table.addRow({ std::string("stream 7"), std::string("host_wait"), 1.0, std::int64_t { 410'000 },
            std::int64_t { 137'000'000 } });
        result->tables = { table };
        ChartDescription idle = chart("idle", StackedBarChart {}, "idle", "stream", { { "ratio", "", std::nullopt } });
        idle.kindOfRow = tests::kindByWord("idle_category");
        idle.form = StackedBarChart { "idle_category", "idle", "time", "of the time in view" };
        result->charts = { idle };
        ChartView view;
        view.setChart(result, "idle", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const int width : { 260, 480, 1000 }) {
            request.size = { width, 300 };
            const Result<QByteArray> svg = view.picture(request);
            QVERIFY(svg);
            const QString text = QString::fromUtf8(*svg);
            QVERIFY(text.contains(u"410.0\u00a0\u00b5s"_s));
            // All of the words or none: half an equation says nothing.
            QCOMPARE(text.contains(u"100\u00a0% = 410.0\u00a0\u00b5s"_s), width != 260);
            QCOMPARE(text.contains(u"= 410"_s), width != 260);
            QCOMPARE(text.contains(u"0.3\u00a0% of the time in view"_s), width == 1000);
        }
    }

    /// Wholes that stand below each other have one unit, that of their column in the table beside.
    void wholesOfSharesHaveOneUnit()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("idle", "Idle",
            { { "stream", ColumnType::String, Unit::None, "", "" },
                { "idle_category", ColumnType::String, Unit::None, "", "" },
                { "ratio", ColumnType::Float, Unit::Ratio, "", "" },
                { "idle", ColumnType::Duration, Unit::Microseconds, "", "" },
                { "time", ColumnType::Duration, Unit::Microseconds, "", "" } });
        for (const auto& [stream, idle] :
            { std::pair { "2", std::int64_t { 2'309'000 } }, std::pair { "3", std::int64_t { 668'000 } } })
            table.addRow({ std::string(stream), std::string("host_wait"), 1.0, idle, std::int64_t { 9'000'000 } });
        result->tables = { table };
        ChartDescription idle = chart("idle", StackedBarChart {}, "idle", "stream", { { "ratio", "", std::nullopt } });
        idle.kindOfRow = tests::kindByWord("idle_category");
        idle.form = StackedBarChart { "idle_category", "idle" };
        result->charts = { idle };
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 900, 300 };
        const auto drawn = [&request](const ChartView& view) {
            const Result<QByteArray> svg = view.picture(request);
            static const QRegularExpression whole(u">(?:100\u00a0% = )?([0-9.]+\u00a0(?:m|\u00b5)?s)[,<]"_s);
            QStringList wholes;
            auto found = whole.globalMatch(svg ? QString::fromUtf8(*svg) : QString());
            while (found.hasNext())
                wholes.append(found.next().captured(1));
            return wholes.join(u'|');
        };
        for (const StackedBarChart& form : { StackedBarChart { "idle_category", "idle" },
                 StackedBarChart { "idle_category", "idle", "time", "of the time in view" } }) {
            result->charts.front().form = form;
            ChartView view;
            view.setChart(result, "idle", {});
            QCOMPARE(drawn(view), u"2.309\u00a0ms|0.6680\u00a0ms"_s);
            view.setTimeUnit(TimeUnit::Second); // as little as this is read in its own
            view.setChart(result, "idle", {});
            QCOMPARE(drawn(view), u"2.309\u00a0ms|668.0\u00a0\u00b5s"_s);
        }
        // In the panel it is the unit that its table has.
        ResultView panel;
        panel.setResult(prepareResult(result, "idle"), {});
        QCOMPARE(drawn(*panel.chart()), u"2.309\u00a0ms|0.6680\u00a0ms"_s);
    }

    void chartsThatCannotBeDrawnAreEmpty_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("unknown id") << QByteArray("nonsense");
        QTest::newRow("missing column") << QByteArray("missing");
    }

    void chartsThatCannotBeDrawnAreEmpty()
    {
        QFETCH(QByteArray, id);
        const std::unique_ptr<ChartView> view = shownView(id.constData());
        QVERIFY(view->isEmpty());
        QTest::keyClick(view.get(), Qt::Key_Right);
    }

    void gridsSayWhatTheirColoursAre()
    {
        for (const bool dark : { false, true }) {
            ChartView view;
            view.setChart(sample(), "heat", {});
            PictureRequest request;
            request.size = { 900, 300 };
            request.scale = 1;
            request.dark = dark;
            const Result<QByteArray> png = view.picture(request);
            QVERIFY(png);
            // Between the least and the greatest value no cell has the colours of the middle: the ramp does.
            const QColor middle = Palette::of(dark ? Theme::Dark : Theme::Light).heat(12.5 / 24);
            QVERIFY(hasColour(QImage::fromData(*png, "PNG"), middle));
        }
    }

    void dotsStandForTheirRows()
    {
        const std::unique_ptr<ChartView> view = shownView("dots");
        view->showGroup(0);
        view->grab();
        std::set<std::size_t> all;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { all.insert(rows.begin(), rows.end()); });
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(all.size(), std::size_t { 12 });
    }

    /// "1E+02" is no power of ten: locales with a large E get them as well.
    void powersOfTenAreWrittenAsPowers_data()
    {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<double>("most"); // the least is 2 or 3 million
        const QLocale english(QLocale::English, QLocale::UnitedStates);
        QTest::newRow("c") << QLocale::c() << 7e12;
        QTest::newRow("english") << english << 7e12;
        QTest::newRow("english, few powers") << english << 5e7;
        QTest::newRow("english, one power") << english << 7e6;
        QTest::newRow("german") << QLocale(QLocale::German, QLocale::Germany) << 7e12;
        QTest::newRow("german, few powers") << QLocale(QLocale::German, QLocale::Germany) << 5e7;
    }

    void powersOfTenAreWrittenAsPowers()
    {
        QFETCH(QLocale, locale);
        const QScopeGuard back([] { QLocale::setDefault(QLocale::c()); });
        QLocale::setDefault(locale);
        auto result = std::make_shared<AnalysisResult>();
        Table ops("ops", "",
            { { "name", ColumnType::String, Unit::None, "" },
                { "intensity", ColumnType::Float, Unit::FlopsPerByte, "" },
                { "rate", ColumnType::Float, Unit::GigaflopsPerSecond, "" } });
        QFETCH(double, most);
        ops.addRow({ std::string("mm"), most, most });
        ops.addRow({ std::string("mul"), 2'000'000.0, 3'000'000.0 });
        result->tables.push_back(std::move(ops));
        ChartDescription dots = chart("dots", ScatterChart {}, "ops", "name", { { "rate", "", PartKind::Compute } });
        dots.form = ScatterChart { .xColumn = "intensity" };
        result->charts = { dots };
        ChartView view;
        view.setChart(result, "dots", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 480, 380 };
        const Result<QByteArray> svg = view.picture(request);
        QVERIFY(svg);
        QVERIFY(svg->contains("10</text>")); // what a power is of
        QVERIFY2(!QString::fromUtf8(*svg).contains(QRegularExpression(u">[0-9.,]+[eE][+-]?[0-9]"_s)), svg->constData());
    }

    /// Two peaks: the slope goes on to the higher one, and each has its words beside the dots.
    void everyRoofIsDrawnAndLabelled()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        auto result = std::make_shared<AnalysisResult>();
        Table ops("ops", "",
            { { "name", ColumnType::String, Unit::None, "" },
                { "intensity", ColumnType::Float, Unit::FlopsPerByte, "" },
                { "rate", ColumnType::Float, Unit::GigaflopsPerSecond, "" },
                { "time", ColumnType::Duration, Unit::None, "" } });
        ops.addRow({ std::string("mm"), 700.0, 560.0, std::int64_t { 900 } });
        ops.addRow({ std::string("sdpa"), 140.0, 90.0, std::int64_t { 700 } }); // where the words of fp32 would be
        ops.addRow({ std::string("mul"), 0.2, 0.3, std::int64_t { 900 } });
        result->tables.push_back(std::move(ops));
        ChartDescription dots = chart("dots", ScatterChart {}, "ops", "name", { { "rate", "", PartKind::Compute } });
        dots.form = ScatterChart { .xColumn = "intensity",
            .sizeColumn = "time",
            .roofs = { { "3350 GB/s", "", infinity, 3.35 }, { "bf16 989 TFLOP/s", "", 989, infinity },
                { "fp32 67 TFLOP/s", "", 67, infinity } } };
        result->charts = { dots };
        ChartView view;
        view.setChart(result, "dots", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 320, 380 };
        const Result<QByteArray> svg = view.picture(request);
        QVERIFY(svg);
        for (const char* words : { "3350 GB/s", "bf16 989 TFLOP/s", "fp32 67 TFLOP/s" })
            QVERIFY2(svg->contains(words), words);

        view.resize(320, 380);
        view.show();
        view.grab();
        auto* plot = view.findChild<QCustomPlot*>();
        QVERIFY(plot && plot->plottableCount() == 1);
        const QCPAbstractPlottable* drawn = plot->plottable(0);
        const QImage image = plot->grab().toImage();
        const QColor text = Palette::of(view).text;
        const auto isLineAt = [&](double x, double y) {
            const QPoint at(qRound(drawn->keyAxis()->coordToPixel(x)), qRound(drawn->valueAxis()->coordToPixel(y)));
            for (int dy = -2; dy <= 2; ++dy) {
                if (image.pixelColor(at + QPoint(0, dy)).lightness() <= text.lightness() + 40)
                    return true;
            }
            return false;
        };
        QVERIFY(isLineAt(5, 5 * 3.35));
        QVERIFY(isLineAt(60, 60 * 3.35)); // above the lower peak
        QVERIFY(isLineAt(400, 989));
        QVERIFY(isLineAt(60, 67));
        QVERIFY(!isLineAt(5, 67));
    }

    /// A dot hidden by a word is not found. The highest roof has its words over it, where no dot is.
    void wordsOfRoofsHideNoDot()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        auto result = std::make_shared<AnalysisResult>();
        Table ops("ops", "",
            { { "name", ColumnType::String, Unit::None, "" },
                { "intensity", ColumnType::Float, Unit::FlopsPerByte, "" },
                { "rate", ColumnType::Float, Unit::GigaflopsPerSecond, "" },
                { "time", ColumnType::Duration, Unit::None, "" } });
        // Large ones below both peaks, as matrix products are, from where the words were to the right end.
        for (int i = 0; i < 12; ++i) {
            const double at = 40 * std::pow(1.4, i);
            ops.addRow({ std::string("mm"), at, std::min(at * 3, 700.0), std::int64_t { 900 } });
            ops.addRow({ std::string("mm"), at, 60.0, std::int64_t { 900 } });
            ops.addRow({ std::string("mm"), at, 45.0, std::int64_t { 900 } });
        }
        ops.addRow({ std::string("mul"), 0.2, 0.0003, std::int64_t { 900 } });
        result->tables.push_back(std::move(ops));
        ChartDescription dots = chart("dots", ScatterChart {}, "ops", "name", { { "rate", "", PartKind::Compute } });
        dots.form = ScatterChart { .xColumn = "intensity",
            .sizeColumn = "time",
            .roofs = { { "3350 GB/s", "", infinity, 3.35 }, { "bf16 989 TFLOP/s", "", 989, infinity },
                { "fp32 67 TFLOP/s", "", 67, infinity } } };
        result->charts = { dots };
        ChartView view;
        view.setChart(result, "dots", {});
        view.resize(420, 300);
        view.show();
        view.grab();
        auto* plot = view.findChild<QCustomPlot*>();
        QVERIFY(plot && plot->plottableCount() == 1);
        const QImage image = plot->grab().toImage();
        const QColor canvas = Palette::of(view).canvas;
        const QCPAbstractPlottable* drawn = plot->plottable(0);
        const Table& placed = result->tables.front();
        for (std::size_t row = 0; row < placed.rowCount(); ++row) {
            const QPoint centre(qRound(drawn->keyAxis()->coordToPixel(std::get<double>(placed.cell(row, 1)))),
                qRound(drawn->valueAxis()->coordToPixel(std::get<double>(placed.cell(row, 2)))));
            QVERIFY(image.rect().contains(centre));
            QVERIFY2(image.pixelColor(centre) != canvas, qPrintable(QString::number(row)));
        }
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 420, 300 };
        const Result<QByteArray> svg = view.picture(request);
        QVERIFY(svg && svg->contains("bf16 989 TFLOP/s"));
    }

    void aChartIsDrawnOnceHoweverOftenItIsResizedAndMarked()
    {
        for (const char* id : { "types", "bars", "steps", "heat", "dots" }) {
            ChartView view;
            view.setChart(sample(), id, u"whole trace"_s);
            QObject* plot = nullptr;
            for (QWidget* widget : view.findChildren<QWidget*>()) {
                if (widget->inherits("QCustomPlot"))
                    plot = widget;
            }
            QVERIFY2(plot, id);
            QSignalSpy drawn(plot, SIGNAL(afterReplot()));
            view.resize(640, 360);
            view.setSelectedRows({ 0 });
            view.setTimeSpan({ 0, 1'000'000 });
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            QTRY_VERIFY2(!drawn.isEmpty(), id);
            QTest::qWait(20);
            QVERIFY2(drawn.size() == 1, qPrintable(QString::fromLatin1(id) + QString::number(drawn.size())));
        }
    }

    /// Who tells all widgets of the program that theme or numbers changed has them all in a list meanwhile.
    void aChangeOfLooksDeletesNothingAtOnce()
    {
        ChartView view;
        view.setChart(sample(), "bars", u"whole trace"_s);
        for (const QEvent::Type change : { QEvent::LocaleChange, QEvent::PaletteChange, QEvent::FontChange }) {
            const QList<QWidget*> widgets = view.findChildren<QWidget*>();
            const std::vector<QPointer<QWidget>> before(widgets.begin(), widgets.end());
            QEvent told(change);
            QCoreApplication::sendEvent(&view, &told);
            QVERIFY(std::ranges::none_of(before, &QPointer<QWidget>::isNull));
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QVERIFY(std::ranges::any_of(before, &QPointer<QWidget>::isNull)); // it did draw anew
        }
    }

    void legendKeepsItsLinesAboveManySmallCells()
    {
        auto result = std::make_shared<AnalysisResult>();
        result->tables = { splitTable() };
        ChartDescription split = chart("split", StackedBarChart {}, "ranks", "rank", {});
        for (const char* column : { "compute", "exposed", "host", "kernel", "hidden" })
            split.series.push_back({ column, std::string("What is called ") + column, PartKind::Compute });
        split.groupColumn = "rank";
        result->charts = { split };
        ChartView view;
        view.resize(340, 160);
        view.setChart(result, "split", u"whole trace"_s);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(50);
        QCustomPlot* plot = nullptr;
        for (QWidget* widget : view.findChildren<QWidget*>()) {
            if (auto* found = qobject_cast<QCustomPlot*>(widget))
                plot = found;
        }
        QVERIFY(plot);
        const QCPLayoutElement* header = plot->plotLayout()->element(0, 0);
        QVERIFY(header->minimumOuterSizeHint().height() > 80); // several lines
        QVERIFY2(header->outerRect().height() >= header->minimumOuterSizeHint().height(),
            qPrintable(QStringLiteral("%1 of %2")
                           .arg(header->outerRect().height())
                           .arg(header->minimumOuterSizeHint().height())));
    }

    /// Each of several rings keeps its labels; what does not fit is scrolled to, and pictures have as many as fit.
    void severalRingsKeepTheirLabels()
    {
        const std::unique_ptr<ChartView> view = shownView("kernels", { 550, 300 });
        view->setForm(ChartView::Form::Ring);
        view->grab();
        QVERIFY(view->wantedHeight(550) > 300); // below each other
        QVERIFY(view->wantedHeight(1100) < view->wantedHeight(550));
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const QSize size : { QSize(550, 500), QSize(960, 300) }) {
            request.size = size;
            const Result<QByteArray> svg = view->picture(request);
            QVERIFY(svg);
            QVERIFY(!svg->contains("of 2 shown"));
            // Those of 2 % and more and others, in both; a name may be broken into two lines.
            const QString words = QString::fromUtf8(*svg).remove(QRegularExpression(u"<[^>]*>"_s)).simplified();
            for (const QString& name : { u"kernel number 0"_s, u"kernel number 4"_s, u"others (5 names)"_s })
                QCOMPARE(words.count(name), 2);
        }
        request.size = { 400, 300 };
        QVERIFY(view->picture(request)->contains("1 of 2 shown"));
    }

    /// A name that has room on two lines is not cut before it is broken.
    void aRingUsesTheRoomForNames()
    {
        // Where they are broken.
        const QStringList halves { u"vectorized elementwise kernel"_s, u"of the third encoder layer"_s,
            u"layer norm backward of gamma"_s, u"and beta, all heads at once"_s };
        const std::shared_ptr<const AnalysisResult> result =
            ringOf({ halves[0] + u' ' + halves[1], halves[2] + u' ' + halves[3] });
        ChartView view;
        view.setChart(result, "parts", {});
        view.setForm(ChartView::Form::Ring);
        const auto words = [&](QSize size) {
            return svgText(view, size).remove(QRegularExpression(u"<[^>]*>"_s)).simplified();
        };
        const QString wide = words({ 800, 240 });
        for (const QString& half : halves)
            QVERIFY2(wide.contains(half), qPrintable(wide));
        const QString narrow = words({ 330, 300 }); // there it is cut
        QVERIFY2(narrow.contains(u'\u2026'), qPrintable(narrow));
        // 27 letters that are wider than most are whole in a chart that has the room, and be it in a legend.
        view.setChart(ringOf({ u"nccl AllReduce RING_LL fp32"_s, u"x"_s }), "parts", {});
        const QString capitals = words({ 300, 300 });
        QVERIFY2(capitals.contains(u"nccl AllReduce RING_LL fp32"_s), qPrintable(capitals));
    }

    void aLabelStandsForItsSlice_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("beside the ring") << QSize(640, 360);
        QTest::newRow("legend") << QSize(330, 480);
    }

    void aLabelStandsForItsSlice()
    {
        QFETCH(QSize, size);
        const std::unique_ptr<ChartView> view = shownView("types", size);
        QWidget* plot = view->findChild<QCustomPlot*>();
        QVERIFY(plot);
        const QImage image = plot->grab().toImage();
        std::set<std::size_t> found; // rows of the table whose part is there where nothing is filled: at its label
        QPoint at;
        connect(view.get(), &ChartView::partHovered, view.get(), [&](const std::vector<std::size_t>& rows) {
            if (image.pixelColor(at) == Palette::of(Theme::Light).canvas)
                found.insert(rows.begin(), rows.end());
        });
        for (at.ry() = 50; at.y() < plot->height() - 1; at.ry() += 6) {
            for (at.rx() = 1; at.x() < plot->width() - 1; at.rx() += 6) {
                // From nowhere each time: a part tells of itself when the pointer comes to it.
                for (const QPointF place : { QPointF(0, 0), QPointF(at) }) {
                    QMouseEvent move(
                        QEvent::MouseMove, place, plot->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
                    QCoreApplication::sendEvent(plot, &move);
                }
            }
        }
        QVERIFY2(found.size() >= 3, qPrintable(QString::number(found.size())));
    }

    void theWholeIsReadInAHoleThatIsNarrow()
    {
        const std::unique_ptr<ChartView> view = shownView("types", { 425, 210 });
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const QSize size : { QSize(425, 210), QSize(640, 400) }) {
            request.size = size;
            const QString text = QString::fromUtf8(*view->picture(request));
            QVERIFY2(text.contains(u">100.0"_s), qPrintable(text));
        }
    }

    /// Shares of a whole that does not exist are bars, and a ring for who asks for one.
    void partsThatOverlapAreBars()
    {
        auto result = std::make_shared<AnalysisResult>(*sample());
        ChartView view;
        view.setChart(result, "types", {});
        QVERIFY(view.showsRing());
        result->charts.front().form = PieChart {};
        view.setChart(result, "types", {});
        QVERIFY(!view.showsRing());
        view.setForm(ChartView::Form::Ring);
        QVERIFY(view.showsRing());
    }

    /// Categories have the colours of the timeline; what is of no kind of its own has the series' one.
    void categoriesHaveTheColoursOfTheirKinds()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("categories", "Categories",
            { { "category", ColumnType::String, Unit::None, "", "" },
                { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
        for (const char* category : { "gemm/conv", "communication", "memory", "cuda_runtime", "op" })
            table.addRow({ std::string(category), std::int64_t { 20'000 } });
        result->tables = { table };
        result->charts = { chart(
            "categories", PieChart {}, "categories", "category", { { "sum", "", PartKind::Compute } }) };
        result->charts.front().kindOfRow = tests::kindByWord("category");
        for (const ChartView::Form form : { ChartView::Form::Bars, ChartView::Form::Ring }) {
            ChartView view;
            view.setChart(result, "categories", {});
            view.setForm(form);
            PictureRequest request;
            request.format = PictureFormat::Png;
            request.size = { 640, 360 };
            const QImage image = QImage::fromData(*view.picture(request), "PNG");
            const Palette& palette = Palette::of(Theme::Light);
            for (const PartKind kind :
                { PartKind::Compute, PartKind::Communication, PartKind::Memory, PartKind::ApiCall, PartKind::HostOp })
                QVERIFY2(
                    hasColour(image, palette.style(kind).fill), qPrintable(QString::number(static_cast<int>(kind))));
        }
    }

    void dotsAreWholeInALowPanel()
    {
        for (const int height : { 150, 220, 400 }) {
            ChartView view;
            view.resize(420, height);
            view.show();
            view.setChart(sample(), "dots", {});
            auto* plot = view.findChild<QCustomPlot*>();
            QVERIFY(plot);
            (void)view.grab();
            int dots = 0;
            for (int i = 0; i < plot->plottableCount(); ++i) {
                const auto* plottable = dynamic_cast<const ShapePlottable*>(plot->plottable(i));
                for (std::size_t at = 0; plottable && plottable->hasShape(at); ++at, ++dots) {
                    const QRectF box = plottable->shape(at).outline.boundingRect();
                    QVERIFY2(std::abs(box.width() - box.height()) < 0.5, qPrintable(QString::number(height)));
                }
            }
            QVERIFY(dots > 1);
        }
    }

    /// In languages whose exponents have a large E, too.
    void numbersOfAnAxisAreNoPowers()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        ChartView view;
        view.setTimeUnit(TimeUnit::Micro);
        view.setChart(savings(), "saved", {});
        const QString text = svgText(view, { 900, 300 }).replace(QChar(0x202f), u' ');
        QLocale::setDefault(QLocale::c());
        QVERIFY2(text.contains(u">1 000 000<"_s), qPrintable(text));
        QVERIFY(!text.contains(u"E+"_s) && !text.contains(u"e+"_s));
    }

    /// "time of these" without its "types" is no name.
    void whatAWholeIsCalledIsReadWholeOrNotAtAll()
    {
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(typesTable());
        result->charts = { chart("types", PieChart { .wholeLabel = "time of these types" }, "types", "kernel_type",
            { { "sum", "", std::nullopt } }) };
        int named = 0;
        for (int height = 120; height <= 600; height += 10) {
            ChartView view;
            view.setChart(result, "types", {});
            const QString text = svgText(view, { 500, height });
            QVERIFY2(text.contains(u"time of"_s) == text.contains(u"types<"_s), qPrintable(text));
            named += text.contains(u"time of"_s) ? 1 : 0;
        }
        QVERIFY(named > 10);
    }

    void legendsNameWhatIsThere()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table = splitTable();
        result->tables = { Table("ranks", "Ranks", table.columns()) };
        result->tables.front().addRow({ std::int64_t { 0 }, 50.0, 20.0, 30.0, 0.0, std::monostate {} });
        const std::vector<ChartDescription> charts = sample()->charts;
        result->charts = { *std::find_if(
            charts.begin(), charts.end(), [](const ChartDescription& each) { return each.id == "split"; }) };
        ChartView view;
        view.setChart(result, "split", {});
        const QString text = svgText(view, { 640, 300 });
        QVERIFY(text.contains(u"Compute"_s) && text.contains(u"Exposed"_s) && text.contains(u"Host wait"_s));
        QVERIFY(!text.contains(u"Kernel wait"_s));
        QVERIFY(!text.contains(u"Hidden"_s));
    }

    /// Where the colours of bars say what their names do not, a legend says what they mean.
    void coloursOfRowsHaveALegend()
    {
        const auto text = [](TextKind names, PartKind other, std::optional<PartKind> one = PartKind::HostOp,
                              std::optional<PartKind> ofSeries = {}) {
            Table table("changes", "Changes",
                { { .name = "what", .type = ColumnType::String, .title = "What", .text = names },
                    { .name = "saved", .type = ColumnType::Duration, .title = "Saved" } });
            table.addRow({ std::string("half of A"), std::int64_t { 3'000 } });
            table.addRow({ std::string("no B"), std::int64_t { 2'000 } });
            table.addRow({ std::string("no more A"), std::int64_t { 1'000 } });
            table.addRow({ std::string("no C"), std::int64_t { 0 } });
            table.setKinds({ one, other, one, PartKind::Sync });
            auto result = std::make_shared<AnalysisResult>();
            result->tables.push_back(std::move(table));
            ChartDescription chart;
            chart.id = "saved";
            chart.table = "changes";
            chart.labelColumn = "what";
            chart.series = { { "saved", "", ofSeries } };
            chart.kindOfRow = kindInTable;
            result->charts = { chart };
            ChartView view;
            view.setChart(result, "saved", {});
            return svgText(view, { 640, 300 });
        };
        const QString differing = text(TextKind::Name, PartKind::Memory);
        QCOMPARE(differing.count(u"host ops"_s), 1);
        QCOMPARE(differing.count(u"copies"_s), 1);
        QVERIFY(!differing.contains(u"waiting"_s)); // a bar of no length has no colour
        // Where a row says nothing its kind is that of all.
        const QString mixed = text(TextKind::Name, PartKind::Memory, std::nullopt, PartKind::Compute);
        QCOMPARE(mixed.count(u"compute"_s), 1);
        QCOMPARE(mixed.count(u"copies"_s), 1);
        QVERIFY(!text(TextKind::Name, PartKind::HostOp).contains(u"host ops"_s));     // all have one colour
        QCOMPARE(text(TextKind::Plain, PartKind::Memory).count(u"copies"_s), 1);      // ops, modules, streams
        QVERIFY(!text(TextKind::Sentence, PartKind::Memory).contains(u"host ops"_s)); // a change is of several kinds
        QVERIFY(!text(TextKind::Word, PartKind::Memory).contains(u"host ops"_s));     // words are the kinds
    }

    void hatchLinesStayInsideTheirShape()
    {
        const QPolygonF ell({ { 0, 0 }, { 60, 0 }, { 60, 20 }, { 20, 20 }, { 20, 60 }, { 0, 60 } });
        for (const double slope : { 1.0, -1.0 }) {
            const QList<QLineF> lines = hatchLines(ell, slope, 6);
            QVERIFY(lines.size() > 8);
            for (const QLineF& line : lines) {
                for (const double at : { 0.02, 0.5, 0.98 })
                    QVERIFY(ell.containsPoint(line.pointAt(at), Qt::OddEvenFill));
                QVERIFY(
                    std::abs(line.dy() + slope * -line.dx()) < 1e-9 || std::abs(line.dx() + slope * line.dy()) < 1e-9);
            }
        }
        QVERIFY(hatchLines({}, 1, 6).isEmpty());
    }

    void bandsOfAShapeAddUpToIt()
    {
        const auto areaOf = [](const QPolygonF& shape) {
            double twice = 0;
            for (qsizetype i = 0; i < shape.size(); ++i) {
                const QPointF a = shape[i];
                const QPointF b = shape[(i + 1) % shape.size()];
                twice += a.x() * b.y() - b.x() * a.y();
            }
            return std::abs(twice) / 2;
        };
        const QPolygonF square({ { 10, 10 }, { 50, 10 }, { 50, 40 }, { 10, 40 } });
        double sum = 0;
        for (double low = 0; low < 100; low += 7)
            sum += areaOf(band(square, 1, low, low + 7));
        QVERIFY(std::abs(sum - 1200) < 1e-6);
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
