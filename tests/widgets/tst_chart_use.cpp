// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "tests/widgets/chart_samples.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/qcustomplot_header.h"

#include <QContextMenuEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <utility>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// Of a chart with three steps: 2 from 1 to 3 us, 8 to 4 us, 4 at 4 us; the second series is 1 more.
std::unique_ptr<ChartView> stepView(ChartKind kind)
{
    const auto formOf = [](ChartKind each) {
        return each == ChartKind::StackedArea ? ChartForm(StackedAreaChart {}) : ChartForm(StepSeriesChart {});
    };
    auto result = std::make_shared<AnalysisResult>();
    Table table("series", "Series",
        { { "ts", ColumnType::Time, Unit::Microseconds, "Time", "" },
            { "rank", ColumnType::Int, Unit::None, "Rank", "" }, { "stream", ColumnType::String, Unit::None, "", "" },
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

QCustomPlot* plotOf(const ChartView& view)
{
    for (QWidget* widget : view.findChildren<QWidget*>()) {
        if (auto* found = qobject_cast<QCustomPlot*>(widget))
            return found;
    }
    return nullptr;
}

/// Where a moment and a value are in the plot.
QPoint placeOf(QCustomPlot& plot, double microseconds, double value)
{
    const QCPAxisRect* cell = plot.axisRect();
    return QPointF(
        cell->axis(QCPAxis::atBottom)->coordToPixel(microseconds), cell->axis(QCPAxis::atLeft)->coordToPixel(value))
        .toPoint();
}

void moveTo(QWidget* plot, QPoint place)
{
    QMouseEvent move(QEvent::MouseMove, place, plot->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(plot, &move);
}

} // namespace

/// What a person does with a chart: points, clicks, walks it by keys, drags its lines, opens what is folded.
class TestChartUse : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

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
        table.setMembers([folded = table.rowCount() - 1](std::size_t row, const Progress&) {
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
        // Escape gives up, and so does a release that went to a menu or a dialog.
        const QImage before = view->grab().toImage();
        const auto move = [&](int dx, Qt::MouseButtons held) {
            const QPoint to = from + QPoint(dx, 0);
            QMouseEvent event(QEvent::MouseMove, to, plot->mapToGlobal(to), Qt::NoButton, held, {});
            QCoreApplication::sendEvent(plot, &event);
        };
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        move(80, Qt::LeftButton);
        QVERIFY(view->grab().toImage() != before);
        QKeyEvent escape(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
        QCoreApplication::sendEvent(view.get(), &escape);
        QVERIFY(escape.isAccepted());
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, from + QPoint(80, 0));
        QVERIFY(chosen.empty());
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        move(80, Qt::LeftButton);
        move(90, Qt::NoButton);
        move(100, Qt::NoButton);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, from + QPoint(100, 0));
        QVERIFY(chosen.empty());

        drag(80);
        QCOMPARE(chosen.size(), std::size_t { 1 });
        QVERIFY(chosen.front() > 50'000);
        drag(-5000); // far out of the plot
        QVERIFY(chosen.size() <= 2);
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

    /// An empty cell would look as if there were no data at all.
    void stepsThatAreOutOfViewAreSaidToBe()
    {
        for (const ChartKind kind : { ChartKind::StepSeries, ChartKind::StackedArea }) {
            const std::unique_ptr<ChartView> view = stepView(kind);
            const QString words = u"Nothing in the visible time"_s;
            for (const auto& [span, isSaid] : { std::pair(TimeRange { 2000, 3500 }, false),
                     std::pair(TimeRange { 100, 900 }, true), std::pair(TimeRange {}, false) }) {
                view->setTimeSpan(span);
                view->grab();
                QCOMPARE(svgText(*view, { 640, 360 }).contains(words), isSaid);
            }
        }
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

    void cutNamesBesideBarsAreSaidWhole()
    {
        ChartView view;
        view.setChart(savings(), "saved", {});
        view.resize(280, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.grab();
        QCustomPlot* plot = plotOf(view);
        QVERIFY(plot);
        const auto said = [] {
            QTextDocument text;
            text.setHtml(QToolTip::isVisible() ? QToolTip::text() : QString());
            return text.toPlainText().remove(QChar(0x200b));
        };
        const QCPAxisRect* bars = plot->axisRect(0);
        const QCPAxis* names = bars->axis(QCPAxis::atLeft);
        const auto beside = [&](int row) { return QPoint(bars->left() - 20, qRound(names->coordToPixel(row))); };
        moveTo(plot, beside(3)); // a bar of no length: there is nothing else to point at
        QTRY_COMPARE(said(), u"host time: collectives (as much as was recorded) gone"_s);
        moveTo(plot, beside(0));
        QTRY_COMPARE(said(), u"host time: data loading gone"_s);
        moveTo(plot, QPoint(bars->left() + 10, beside(0).y())); // on the bar: its figure, too
        QTRY_VERIFY(said().startsWith(u"host time: data loading gone\n"_s));
        moveTo(plot, QPoint(bars->left() - 20, 2));
        QTRY_COMPARE(said(), QString());
    }
};

QTEST_MAIN(TestChartUse)
#include "tst_chart_use.moc"
