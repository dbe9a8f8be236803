// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "tests/support/kinds_by_word.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/part_painter.h"
#include "widgets/charts/plottables/cutoff_plottable.h"
#include "widgets/charts/qcustomplot_header.h"

#include <QApplication>
#include <QBuffer>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QImage>
#include <QMouseEvent>
#include <QPointer>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

const std::string kHostile = std::string("kernel<i>&\"']]>\x01\x1b \xF0\x9F\x98\x80 \xE2\x80\xAE") + "abc\xff";

Table typesTable()
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

Table kernelsTable()
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

Table splitTable()
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

ChartDescription chart(
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

std::shared_ptr<const AnalysisResult> sample()
{
    auto result = std::make_shared<AnalysisResult>();
    Table one("one", "One", typesTable().columns());
    one.addRow({ std::string("COMPUTATION"), std::int64_t { 50'000'000 } });
    result->tables = { typesTable(), kernelsTable(), splitTable(), one };
    ChartDescription types = chart("types", PieChart {}, "types", "kernel_type", { { "sum", "", std::nullopt } });
    types.kindOfRow = tests::kindByWord("kernel_type");
    types.form = PieChart { .wholeLabel = "busy GPU time" };
    ChartDescription kernels = chart("kernels", PieChart {}, "kernels", "name", { { "sum", "", std::nullopt } });
    kernels.kindOfRow = tests::kindByWord("type");
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

std::unique_ptr<ChartView> shownView(const char* id, QSize size = { 640, 360 })
{
    auto view = std::make_unique<ChartView>();
    view->setChart(sample(), id, u"whole trace"_s);
    view->resize(size);
    view->show();
    (void)QTest::qWaitForWindowExposed(view.get());
    view->grab(); // lays out and draws
    return view;
}

bool hasColour(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == colour.rgb())
                return true;
        }
    }
    return false;
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

    void svgIsStrictXmlAndStaysInsideItsPage_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : { "types", "kernels", "bars", "spread", "split", "calls", "steps", "areas", "heat",
                 "dots", "limited", "single" })
            QTest::newRow(id) << QByteArray(id);
    }

    void svgIsStrictXmlAndStaysInsideItsPage()
    {
        QFETCH(QByteArray, id);
        ChartView view;
        view.setChart(sample(), id.toStdString(), {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 640, 400 };
        request.title = u"<title> & \"quotes\" \x01"_s;
        request.footer = u"scope & <file>"_s;
        const Result<QByteArray> svg = view.picture(request);
        QVERIFY(svg);
        QXmlStreamReader reader(*svg);
        bool hasText = false;
        while (!reader.atEnd()) {
            reader.readNext();
            hasText = hasText || (reader.isStartElement() && reader.name() == u"text");
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(hasText);
        QVERIFY(!svg->contains("<image")); // hatches are lines, not bitmaps
        // Lines and polygons; coordinates are pixels because nothing but translations to whole pixels is used.
        static const QRegularExpression points(u"points=\"([^\"]*)\""_s);
        const QString text = QString::fromUtf8(*svg);
        for (auto it = points.globalMatch(text); it.hasNext();) {
            const QStringList pairs = it.next().captured(1).split(u' ', Qt::SkipEmptyParts);
            for (const QString& pair : pairs) {
                const double x = pair.section(u',', 0, 0).toDouble();
                const double y = pair.section(u',', 1, 1).toDouble();
                QVERIFY2(x >= -2 && x <= 642 && y >= -2 && y <= 402, qPrintable(pair));
            }
        }
    }

    void picturesHaveOnlyAsManyGroupsAsStayReadable()
    {
        ChartView view;
        view.setChart(sample(), "bars", {});
        PictureRequest request;
        request.format = PictureFormat::Svg;
        for (const int height : { 280, 600 }) {
            request.size = { 640, height };
            const Result<QByteArray> svg = view.picture(request);
            QVERIFY(svg);
            QCOMPARE(svg->contains("1 of 2 shown"), height == 280);
            QCOMPARE(svg->contains("rank 1"), height == 600);
        }
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

    void pdfIsADocument()
    {
        ChartView view;
        view.setChart(sample(), "types", {});
        PictureRequest request;
        request.format = PictureFormat::Pdf;
        const Result<QByteArray> pdf = view.picture(request);
        QVERIFY(pdf);
        QVERIFY(pdf->startsWith("%PDF-1."));
        QVERIFY(pdf->trimmed().endsWith("%%EOF"));
    }

    void impossiblePicturesAreRefusedInWords()
    {
        ChartView view;
        QCOMPARE(view.picture({}).error().code, ErrorCode::NotFound);
        view.setChart(sample(), "types", {});
        PictureRequest request;
        request.size = { 0, 100 };
        QCOMPARE(view.picture(request).error().code, ErrorCode::InvalidArgument);
        request.size = { 30'000, 100 };
        QCOMPARE(view.picture(request).error().code, ErrorCode::InvalidArgument); // at scale 2
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

    void keysWalkTheParts()
    {
        const std::unique_ptr<ChartView> view = shownView("types");
        QVERIFY(view->showsRing());
        std::vector<std::vector<std::size_t>> clicked;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t column, bool) {
                QCOMPARE(column, std::size_t { 1 });
                clicked.push_back(rows);
            });
        QTest::keyClick(view.get(), Qt::Key_Right);
        QTest::keyClick(view.get(), Qt::Key_Right);
        QTest::keyClick(view.get(), Qt::Key_Left);
        QTest::keyClick(view.get(), Qt::Key_Left);
        QCOMPARE(clicked, (std::vector<std::vector<std::size_t>> { { 0 }, { 1 }, { 0 }, { 3 } }));
    }

    void clickAndDoubleClickNameTheirRows()
    {
        const std::unique_ptr<ChartView> view = shownView("types");
        std::vector<std::size_t> clicked;
        std::vector<std::size_t> doubled;
        bool extended = false;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool extend) {
                clicked = rows;
                extended = extend;
            });
        connect(view.get(), &ChartView::partDoubleClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t) { doubled = rows; });
        // Half of the ring is compute: the right half, from twelve o'clock on.
        QWidget* plot = nullptr;
        QImage image = view->grab().toImage();
        QPoint onCompute;
        const QRgb compute = Palette::of(*view).style(PartKind::Compute).fill.rgb();
        for (int y = image.height() / 3; y < image.height() && onCompute.isNull(); ++y) {
            for (int x = image.width() - 1; x > 0; --x) {
                if (image.pixel(x, y) == compute) {
                    onCompute = QPoint(x - 4, y);
                    break;
                }
            }
        }
        QVERIFY(!onCompute.isNull());
        plot = view->childAt(onCompute);
        QVERIFY(plot);
        const QPoint local = plot->mapFrom(view.get(), onCompute);
        QTest::mouseClick(plot, Qt::LeftButton, Qt::ControlModifier, local);
        QCOMPARE(clicked, std::vector<std::size_t> { 0 });
        QVERIFY(extended);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, local);
        QCOMPARE(doubled, std::vector<std::size_t> { 0 });
    }

    void othersOpenAsBarsAndEscapeGoesBack()
    {
        const std::unique_ptr<ChartView> view = shownView("kernels");
        view->setForm(ChartView::Form::Ring);
        view->showGroup(0);
        view->grab();
        int told = 0;
        connect(view.get(), &ChartView::othersShown, this, [&] { ++told; });
        QTest::keyClick(view.get(), Qt::Key_Left);
        QTest::keyClick(view.get(), Qt::Key_Return);
        QVERIFY(view->showsOthers());
        QVERIFY(!view->showsRing());
        QCOMPARE(told, 1);
        view->grab();
        std::vector<std::vector<std::size_t>> clicked;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { clicked.push_back(rows); });
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(clicked.size(), std::size_t { 6 });
        QCOMPARE(clicked.front().size(), std::size_t { 1 }); // one kernel each
        QCOMPARE(clicked.front(), clicked.back());           // five of them
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QVERIFY(!view->showsOthers());
        QVERIFY(view->showsRing());
        QCOMPARE(told, 2);
    }

    void foldedNamesOpenByName()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table = typesTable();
        table.addRow({ std::string("others"), std::int64_t { 60'000'000 } });
        table.setMembers([folded = table.rowCount() - 1](std::size_t row) {
            Table members("types", "Types", typesTable().columns());
            for (int i = 0; row == folded && i < 30; ++i)
                members.addRow({ "folded " + std::to_string(i), std::int64_t { 2'000'000 } });
            return members;
        });
        result->tables = { table };
        result->charts = { chart("types", PieChart {}, "types", "kernel_type", { { "sum", "", std::nullopt } }) };
        ChartView view;
        view.setForm(ChartView::Form::Ring);
        view.setChart(result, "types", {});
        view.resize(640, 800);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(view.showsOthers());
        QTRY_VERIFY(view.rows().opened);
        QCOMPARE(view.rows().opened->group.rows.size(), std::size_t { 30 });
        std::vector<std::size_t> clicked;
        connect(&view, &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { clicked = rows; });
        QTest::keyClick(&view, Qt::Key_Left); // the last of them
        QCOMPARE(clicked.size(), std::size_t { 1 });
        const std::optional<RowPlace> place = view.rows().placeOf(clicked.front());
        QVERIFY(place);
        QCOMPARE(std::string(place->table->text(place->row, 0)), std::string("folded 9")); // ties by name
        view.back();
        QVERIFY(!view.rows().opened);
    }

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

    void slicesStayWhileThePointerIsInTheChart()
    {
        const auto resultOf = [](std::int64_t first, std::int64_t second) {
            auto result = std::make_shared<AnalysisResult>();
            Table table("k", "", typesTable().columns());
            table.addRow({ std::string("first"), first });
            table.addRow({ std::string("second"), second });
            table.addRow({ std::string("third"), std::int64_t { 1'000'000 } });
            result->tables = { table };
            result->charts = { chart("k", PieChart {}, "k", "kernel_type", { { "sum", "", std::nullopt } }) };
            return result;
        };
        ChartView view;
        view.setForm(ChartView::Form::Ring);
        view.setChart(resultOf(90'000'000, 50'000'000), "k", {});
        view.resize(640, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        std::vector<std::size_t> rows;
        connect(&view, &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& clicked, std::size_t, bool) { rows = clicked; });
        const auto firstSlice = [&] {
            QTest::keyClick(&view, Qt::Key_Right);
            return rows;
        };
        const QPointF inside(300, 200);
        QEnterEvent enter(inside, inside, inside);
        QCoreApplication::sendEvent(&view, &enter);
        view.setChart(resultOf(20'000'000, 90'000'000), "k", {});
        QCOMPARE(firstSlice(), std::vector<std::size_t> { 0 }); // where it was, though it is smaller now
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view, &leave);
        QCOMPARE(firstSlice(), std::vector<std::size_t> { 1 }); // largest first
        view.setChart(resultOf(90'000'000, 20'000'000), "k", {});
        QCOMPARE(firstSlice(), std::vector<std::size_t> { 0 }); // nobody follows it
    }

    void gridsAreWalkedInFourDirections()
    {
        const std::unique_ptr<ChartView> view = shownView("heat");
        std::vector<std::size_t> last;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t column, bool) {
                QCOMPARE(column, std::size_t { 3 });
                last = rows;
            });
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(view.get(), key);
            return last.front();
        };
        QCOMPARE(press(Qt::Key_Right), std::size_t { 0 });
        QCOMPARE(press(Qt::Key_Right), std::size_t { 1 });
        QCOMPARE(press(Qt::Key_Down), std::size_t { 13 }); // the same kernel on the other rank
        QCOMPARE(press(Qt::Key_Down), std::size_t { 13 }); // there is no third rank
        QCOMPARE(press(Qt::Key_Up), std::size_t { 1 });
        QCOMPARE(press(Qt::Key_Left), std::size_t { 0 });
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

    void aLineIsDraggedToAnotherValue()
    {
        const std::unique_ptr<ChartView> view = shownView("limited", { 800, 500 });
        view->showGroup(0);
        const QImage image = view->grab().toImage();
        const QRgb accent = Palette::of(*view).accent.rgb();
        QPoint onLine;
        for (int y = image.height() * 2 / 3; y > image.height() / 3 && onLine.isNull(); --y) {
            for (int x = 5; x < image.width() - 5; ++x) {
                if (image.pixel(x, y) == accent) {
                    onLine = QPoint(x, y);
                    break;
                }
            }
        }
        QVERIFY(!onLine.isNull());
        std::vector<std::int64_t> chosen;
        connect(view.get(), &ChartView::cutoffChosen, this, [&](const std::string& parameter, std::int64_t value) {
            QCOMPARE(parameter, std::string("the-limit"));
            chosen.push_back(value);
        });
        QWidget* plot = view->childAt(onLine);
        QVERIFY(plot);
        const QPoint from = plot->mapFrom(view.get(), onLine);
        const auto drag = [&](int dx) {
            QTest::mousePress(plot, Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, from + QPoint(dx, 0), plot->mapToGlobal(from + QPoint(dx, 0)),
                Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(plot, &move);
            QTest::mouseRelease(plot, Qt::LeftButton, {}, from + QPoint(dx, 0));
        };
        drag(0);
        QVERIFY(chosen.empty()); // it was only touched
        drag(80);
        QCOMPARE(chosen.size(), std::size_t { 1 });
        QVERIFY(chosen.front() > 50'000);
        drag(-5000); // far out of the plot
        QVERIFY(chosen.size() <= 2);
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

    void seriesFollowTheSpanOfTime()
    {
        const std::unique_ptr<ChartView> view = shownView("steps");
        const QImage whole = view->grab().toImage();
        view->setTimeSpan({ 0, 100'000 });
        QTRY_VERIFY(view->grab().toImage() != whole);
        view->setTimeSpan({});
        QTRY_COMPARE(view->grab().toImage(), whole);
    }

    /// Of a chart with three steps: 2 from 1 to 3 us, 8 to 4 us, 4 at 4 us; the second series is 1 more.
    std::unique_ptr<ChartView> stepView(ChartKind kind)
    {
        const auto formOf = [](ChartKind each) {
            return each == ChartKind::StackedArea ? ChartForm(StackedAreaChart {}) : ChartForm(StepSeriesChart {});
        };
        auto result = std::make_shared<AnalysisResult>();
        Table table("series", "Series",
            { { "ts", ColumnType::Time, Unit::Microseconds, "Time", "" },
                { "rank", ColumnType::Int, Unit::None, "Rank", "" },
                { "stream", ColumnType::String, Unit::None, "", "" },
                { "size", ColumnType::Int, Unit::GigabytesPerSecond, "Bandwidth", "" },
                { "more", ColumnType::Int, Unit::GigabytesPerSecond, "More <i>", "" } });
        const std::string stream = std::string(90, 's') + " & 7";
        for (const auto& [ts, size] : { std::pair { 1000, 2 }, { 3000, 8 }, { 4000, 4 } })
            table.addRow({ std::int64_t { ts }, std::int64_t { 3 }, stream, std::int64_t { size },
                std::int64_t { kind == ChartKind::StackedArea ? 1 : size + 1 } });
        result->tables = { table };
        ChartDescription series = chart("series", formOf(kind), "series", "ts",
            { { "size", "", PartKind::Memory }, { "more", "", PartKind::Compute } });
        series.groupColumn = "rank,stream";
        result->charts = { series };
        auto view = std::make_unique<ChartView>();
        view->setChart(result, "series", {});
        view->resize(640, 360);
        view->show();
        (void)QTest::qWaitForWindowExposed(view.get());
        view->grab();
        return view;
    }

    static QCustomPlot* plotOf(const ChartView& view)
    {
        for (QWidget* widget : view.findChildren<QWidget*>()) {
            if (auto* found = qobject_cast<QCustomPlot*>(widget))
                return found;
        }
        return nullptr;
    }

    /// Where a moment and a value are in the plot.
    static QPoint placeOf(QCustomPlot& plot, double microseconds, double value)
    {
        const QCPAxisRect* cell = plot.axisRect();
        return QPointF(
            cell->axis(QCPAxis::atBottom)->coordToPixel(microseconds), cell->axis(QCPAxis::atLeft)->coordToPixel(value))
            .toPoint();
    }

    static void moveTo(QWidget* plot, QPoint place)
    {
        QMouseEvent move(QEvent::MouseMove, place, plot->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(plot, &move);
    }

    void stepsAreHoveredAndClicked_data()
    {
        QTest::addColumn<ChartKind>("kind");
        QTest::addColumn<double>("at");
        QTest::addColumn<double>("value");
        QTest::addColumn<qulonglong>("row");
        QTest::addColumn<qulonglong>("column");
        QTest::addColumn<QString>("words");
        const auto add = [](const char* name, ChartKind kind, double at, double value, int row, int column,
                             const QString& words) {
            QTest::newRow(name) << kind << at << value << static_cast<qulonglong>(row)
                                << static_cast<qulonglong>(column) << words;
        };
        const QString group = u" \u00b7 rank 3 \u00b7 "_s + QString(90, u's') + u" & 7\n"_s;
        const QString first = u"Bandwidth"_s + group;
        const QString second = u"More <i>"_s + group;
        add("below the line", ChartKind::StepSeries, 2, 1, 0, 3,
            first + u"2 GB/s \u00b7 from 1.000 \u00b5s for 2.000 \u00b5s"_s);
        add("above all lines", ChartKind::StepSeries, 3.5, 9.3, 1, 4,
            second + u"9 GB/s \u00b7 from 3.000 \u00b5s for 1.000 \u00b5s"_s);
        add("the last sample", ChartKind::StepSeries, 4, 4, 2, 3, first + u"4 GB/s \u00b7 at 4.000 \u00b5s"_s);
        add("an area", ChartKind::StackedArea, 3.5, 5, 1, 3,
            first + u"8 GB/s \u00b7 from 3.000 \u00b5s for 1.000 \u00b5s"_s);
        add("the area on top of it", ChartKind::StackedArea, 3.5, 8.5, 1, 4,
            second + u"1 GB/s \u00b7 from 3.000 \u00b5s for 1.000 \u00b5s"_s);
    }

    void stepsAreHoveredAndClicked()
    {
        QFETCH(ChartKind, kind);
        QFETCH(double, at);
        QFETCH(double, value);
        QFETCH(qulonglong, row);
        QFETCH(qulonglong, column);
        QFETCH(QString, words);
        const std::unique_ptr<ChartView> view = stepView(kind);
        QCustomPlot* plot = plotOf(*view);
        QVERIFY(plot);
        const QImage before = plot->grab().toImage();
        const QPoint place = placeOf(*plot, at, value);
        struct Told {
            std::vector<std::size_t> rows;
            std::size_t column = 0;
            TimeRange stretch;
        };
        std::vector<Told> hovered;
        std::vector<Told> clicked;
        std::vector<Told> opened;
        connect(view.get(), &ChartView::partHovered, this, [&](const std::vector<std::size_t>& rows, std::size_t in) {
            hovered.push_back({ rows, in, view->currentStretch() });
        });
        connect(
            view.get(), &ChartView::partClicked, this, [&](const std::vector<std::size_t>& rows, std::size_t in, bool) {
                clicked.push_back({ rows, in, {} });
            });
        connect(
            view.get(), &ChartView::partDoubleClicked, this, [&](const std::vector<std::size_t>& rows, std::size_t in) {
                opened.push_back({ rows, in, {} });
            });
        QSignalSpy drawn(plot, SIGNAL(afterReplot()));
        moveTo(plot, place);
        QCOMPARE(hovered.size(), std::size_t { 1 });
        QCOMPARE(hovered.back().rows, std::vector<std::size_t> { row });
        QCOMPARE(hovered.back().column, static_cast<std::size_t>(column));
        const std::vector<TimeRange> stretches { { 1000, 3000 }, { 3000, 4000 }, { 4000, 4000 } };
        QVERIFY(hovered.back().stretch == stretches[row]);
        QTRY_VERIFY(QToolTip::isVisible());
        QTextDocument text;
        text.setHtml(QToolTip::text());
        QCOMPARE(text.toPlainText().remove(QChar(0x200b)), words);
        // The step is marked, over the drawing that is there.
        QVERIFY(plot->grab().toImage() != before);
        QCOMPARE(drawn.count(), 0);

        QTest::mouseClick(plot, Qt::LeftButton, {}, place);
        QCOMPARE(clicked.size(), std::size_t { 1 });
        QCOMPARE(clicked.back().rows, hovered.back().rows);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, place);
        QVERIFY(!opened.empty());
        QCOMPARE(opened.back().rows, hovered.back().rows);
        QCOMPARE(opened.back().column, hovered.back().column);

        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(plot, &leave);
        QVERIFY(hovered.back().rows.empty());
        QCOMPARE(plot->grab().toImage(), before);
    }

    void emptyPlacesOfAreasAreNoSteps()
    {
        const std::unique_ptr<ChartView> view = stepView(ChartKind::StackedArea);
        QCustomPlot* plot = plotOf(*view);
        QSignalSpy hovered(view.get(), &ChartView::partHovered);
        moveTo(plot, placeOf(*plot, 2, 8));
        QCOMPARE(hovered.count(), 0);
        moveTo(plot, placeOf(*plot, 2, 1));
        QCOMPARE(hovered.count(), 1);
    }

    void keysWalkTheStepsInView()
    {
        const std::unique_ptr<ChartView> view = stepView(ChartKind::StepSeries);
        std::vector<std::pair<std::size_t, std::size_t>> walked;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t column, bool) {
                walked.emplace_back(rows.front(), column);
            });
        for (int i = 0; i < 7; ++i)
            QTest::keyClick(view.get(), Qt::Key_Right);
        using Walk = std::vector<std::pair<std::size_t, std::size_t>>;
        QVERIFY((walked == Walk { { 0, 3 }, { 1, 3 }, { 2, 3 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 0, 3 } }));
        QTest::keyClick(view.get(), Qt::Key_Left);
        QVERIFY((walked.back() == std::pair<std::size_t, std::size_t> { 2, 4 }));
        view->setTimeSpan({ 2000, 3500 });
        view->grab();
        walked.clear();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view.get(), Qt::Key_Left);
        QVERIFY((walked == Walk { { 1, 4 }, { 1, 3 }, { 1, 4 } }));
        view->setTimeSpan({ 10'000, 20'000 });
        view->grab();
        walked.clear();
        QTest::keyClick(view.get(), Qt::Key_Right);
        QVERIFY(walked.empty());
    }

    void selectedStepsAreMarked()
    {
        const std::unique_ptr<ChartView> view = stepView(ChartKind::StepSeries);
        const QImage before = view->grab().toImage();
        view->setSelectedRows({ 1 });
        QTRY_VERIFY(view->grab().toImage() != before);
        view->setSelectedRows({ 77 }); // another group's
        QTRY_COMPARE(view->grab().toImage(), before);
    }

    void theMomentUnderThePointerIsToldAndDrawn()
    {
        const std::unique_ptr<ChartView> view = stepView(ChartKind::StepSeries);
        QCustomPlot* plot = plotOf(*view);
        const QImage before = plot->grab().toImage();
        std::vector<std::optional<Timestamp>> told;
        connect(
            view.get(), &ChartView::timePointedAt, this, [&](std::optional<Timestamp> time) { told.push_back(time); });
        const QPoint place = placeOf(*plot, 2, 1);
        moveTo(plot, place);
        QCOMPARE(told.size(), std::size_t { 1 });
        QVERIFY(told.back() && std::abs(*told.back() - 2000) < 20); // a pixel is less than 10 ns
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(plot, &leave);
        QCOMPARE(told.size(), std::size_t { 2 });
        QVERIFY(!told.back());

        // Somebody else's pointer: one column of pixels in the cell, without another drawing.
        QSignalSpy drawn(plot, SIGNAL(afterReplot()));
        view->setPointedTime(2000);
        const QImage lined = plot->grab().toImage();
        QRegion changed;
        for (int y = 0; y < lined.height(); ++y) {
            for (int x = 0; x < lined.width(); ++x) {
                if (lined.pixel(x, y) != before.pixel(x, y))
                    changed += QRect(x, y, 1, 1);
            }
        }
        QCOMPARE(changed.boundingRect().width(), 1);
        QVERIFY(std::abs(changed.boundingRect().left() - place.x()) <= 1);
        QVERIFY(changed.boundingRect().height() > 100);
        view->setPointedTime(900'000); // out of view
        QCOMPARE(plot->grab().toImage(), before);
        view->setPointedTime(std::nullopt);
        QCOMPARE(plot->grab().toImage(), before);
        QCOMPARE(drawn.count(), 0);
        // Bars have no time.
        const std::unique_ptr<ChartView> bars = shownView("bars");
        const QImage plain = bars->grab().toImage();
        bars->setPointedTime(2000);
        QCOMPARE(bars->grab().toImage(), plain);
    }

    void theWheelZoomsTheTimeOfASeries()
    {
        const std::unique_ptr<ChartView> view = stepView(ChartKind::StepSeries);
        QCustomPlot* plot = plotOf(*view);
        std::vector<std::pair<Timestamp, double>> zooms;
        std::vector<double> pans;
        connect(view.get(), &ChartView::timeZoomed, this,
            [&](Timestamp anchor, double factor) { zooms.emplace_back(anchor, factor); });
        connect(view.get(), &ChartView::timePanned, this, [&](double share) { pans.push_back(share); });
        const auto turn = [](QWidget* widget, QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers) {
            QWheelEvent wheel(
                at, widget->mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(widget, &wheel);
            return wheel.isAccepted();
        };
        const QPointF place = placeOf(*plot, 2, 1);
        QVERIFY(turn(plot, place, { 0, 120 }, Qt::ControlModifier));
        QCOMPARE(zooms.size(), std::size_t { 1 });
        QVERIFY(std::abs(zooms[0].first - 2000) < 20);           // a pixel is less than 10 ns
        QVERIFY(zooms[0].second > 0.8 && zooms[0].second < 0.9); // one notch: 1.2 times shorter
        QVERIFY(turn(plot, place, { 0, -120 }, Qt::ControlModifier));
        QVERIFY(std::abs(zooms[1].second * zooms[0].second - 1) < 1e-9); // and back
        QVERIFY(turn(plot, place, { 0, 120 }, Qt::ShiftModifier));
        QVERIFY(turn(plot, place, { -120, 0 }, Qt::NoModifier));
        QCOMPARE(pans, (std::vector<double> { -0.1, 0.1 }));
        turn(plot, place, { 0, 120 }, Qt::NoModifier);         // scrolls
        turn(plot, { 1, 1 }, { 0, 120 }, Qt::ControlModifier); // over no series
        // Bars have no time.
        const std::unique_ptr<ChartView> bars = shownView("bars");
        connect(bars.get(), &ChartView::timeZoomed, this,
            [&](Timestamp anchor, double factor) { zooms.emplace_back(anchor, factor); });
        turn(plotOf(*bars), QRectF(plotOf(*bars)->rect()).center(), { 0, 120 }, Qt::ControlModifier);
        QCOMPARE(zooms.size(), std::size_t { 2 });
        QCOMPARE(pans.size(), std::size_t { 2 });
    }

    void theWheelScrollsAChartThatIsHigherThanItsPlace()
    {
        const std::unique_ptr<ChartView> view = shownView("bars", { 500, 160 });
        const QScrollBar* bar = view->findChild<QScrollArea*>()->verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QWidget* plot = plotOf(*view);
        QWheelEvent wheel({ 250, 80 }, plot->mapToGlobal(QPointF(250, 80)), {}, { 0, -120 }, Qt::NoButton, {},
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        QVERIFY(bar->value() > 0);
    }

    void othersStandForAllTheirRows()
    {
        const std::unique_ptr<ChartView> view = shownView("kernels");
        view->setForm(ChartView::Form::Ring);
        view->showGroup(0);
        view->grab();
        std::vector<std::size_t> last;
        connect(view.get(), &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { last = rows; });
        QTest::keyClick(view.get(), Qt::Key_Left); // the last part: others
        QCOMPARE(last.size(), std::size_t { 5 });  // 12 kernels, 7 named
    }

    void groupsAndFormsCanBeChosen()
    {
        const std::unique_ptr<ChartView> view = shownView("kernels");
        QCOMPARE(view->groups(), QStringList({ u"rank 0 \u00b7 COMPUTATION"_s, u"rank 1 \u00b7 COMPUTATION"_s }));
        QVERIFY(view->canBeRing());
        view->setForm(ChartView::Form::Bars);
        QVERIFY(!view->showsRing());
        view->setForm(ChartView::Form::Ring);
        QVERIFY(view->showsRing());
        view->showGroup(1);
        QCOMPARE(view->shownGroup(), 1);
        view->showGroup(7);
        QCOMPARE(view->shownGroup(), -1);
        view->setChart(sample(), "split", {});
        QVERIFY(!view->canBeRing());
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

    /// A right click asks about the part under the pointer, the menu key about the current one.
    void partsAreAskedAbout()
    {
        const std::unique_ptr<ChartView> view = shownView("types");
        QSignalSpy clicked(view.get(), &ChartView::partClicked);
        std::vector<std::vector<std::size_t>> asked;
        connect(view.get(), &ChartView::partMenuRequested, view.get(),
            [&asked](const std::vector<std::size_t>& rows) { asked.push_back(rows); });
        QWidget* plot = view->findChild<QCustomPlot*>();
        const auto rightClick = [plot](QPoint at) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, plot->mapToGlobal(at));
            QCoreApplication::sendEvent(plot, &event);
        };
        rightClick({ 2, plot->height() - 2 }); // nothing there
        QVERIFY(asked.empty());
        // From the right edge to the left: the first part that is met is the largest or its label.
        for (int x = plot->width() - 1; asked.empty() && x > 0; x -= 3)
            rightClick({ x, plot->height() * 3 / 5 });
        QCOMPARE(asked, (std::vector<std::vector<std::size_t>> { { 0 } }));
        QCOMPARE(clicked.size(), 1); // it is selected as a row of a table is
        // A part of what is selected stands for all of it.
        view->setSelectedRows({ 0, 3 });
        asked.clear();
        for (int x = plot->width() - 1; asked.empty() && x > 0; x -= 3)
            rightClick({ x, plot->height() * 3 / 5 });
        QCOMPARE(asked, (std::vector<std::vector<std::size_t>> { { 0, 3 } }));
        QCOMPARE(clicked.size(), 1);
        view->setSelectedRows({});
        asked.clear();
        QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {}, {});
        QTest::keyClick(view.get(), Qt::Key_Right); // from the part that was asked about
        QCoreApplication::sendEvent(view.get(), &menuKey);
        QCOMPARE(asked, (std::vector<std::vector<std::size_t>> { { 1 } }));
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

    /// Only what is in sight is drawn.
    void aScrolledChartShowsThePartThatCameIntoSight()
    {
        const std::unique_ptr<ChartView> view = shownView("bars", { 425, 200 });
        auto* scroll = view->findChild<QScrollArea*>();
        QScrollBar* bar = scroll->verticalScrollBar();
        QVERIFY(bar->maximum() > 100);
        const auto picture = [](QWidget* widget) {
            return widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
        };
        std::vector<std::pair<int, QImage>> sights;
        for (const int value : { 7, bar->maximum() / 2, bar->maximum(), 0 }) {
            bar->setValue(value);
            QCoreApplication::processEvents();
            sights.emplace_back(value, picture(scroll->viewport()));
        }
        const QImage whole = picture(scroll->widget());
        for (const auto& [value, sight] : sights)
            QCOMPARE(sight, whole.copy(QRect({ 0, value }, sight.size())));
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
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 480, view.wantedHeight(480) };
        const QString text = QString::fromUtf8(*view.picture(request));
        for (const QString& figure : { u"12.00"_s, u"3.000"_s, u"7.000"_s })
            QVERIFY2(text.contains(figure), qPrintable(figure));
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
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 640, 300 };
        const QString text = QString::fromUtf8(*view.picture(request));
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
            PictureRequest request;
            request.format = PictureFormat::Svg;
            request.size = { 640, 300 };
            return QString::fromUtf8(*view.picture(request));
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
        QVERIFY(!text(TextKind::Sentence, PartKind::Memory).contains(u"host ops"_s)); // a change is of several kinds
        QVERIFY(!text(TextKind::Word, PartKind::Memory).contains(u"host ops"_s));     // words are the kinds
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
