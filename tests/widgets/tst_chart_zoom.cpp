// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"
#include "widgets/charts/qcustomplot_header.h"
#include "widgets/charts/zoom/chart_zoom.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace Qt::StringLiterals;

namespace {

/// `scale` makes other numbers of the same chart.
std::shared_ptr<const AnalysisResult> sample(std::int64_t scale = 1)
{
    auto result = std::make_shared<AnalysisResult>();
    Table kernels("kernels", "Kernels",
        { { "name", ColumnType::String, Unit::None, "", "" }, { "rank", ColumnType::Int, Unit::None, "Rank", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "Sum", "" },
            { "other", ColumnType::Duration, Unit::Microseconds, "Other", "" },
            { "mean", ColumnType::Float, Unit::Microseconds, "Mean", "" },
            { "min", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "max", ColumnType::Duration, Unit::Microseconds, "", "" } });
    for (std::int64_t rank = 0; rank < 2; ++rank) {
        // From a second down to a microsecond.
        for (int i = 0; i < 7; ++i) {
            const std::int64_t sum =
                scale * std::int64_t { 1'000'000'000 } / static_cast<std::int64_t>(std::pow(10, i));
            kernels.addRow({ "kernel " + std::to_string(i), rank, sum, sum / 2, static_cast<double>(sum) / 2000.0,
                sum / 10, sum });
        }
    }
    Table ranks("ranks", "Ranks",
        { { "rank", ColumnType::Int, Unit::None, "Rank", "" },
            { "sum", ColumnType::Duration, Unit::None, "Sum", "" } });
    for (std::int64_t rank = 0; rank < 40; ++rank)
        ranks.addRow({ rank, scale * (rank == 3 ? 900'000'000 : 1'000 * (rank + 1)) });
    Table calls("calls", "Calls",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "wait", ColumnType::Duration, Unit::Microseconds, "Wait", "" } });
    std::mt19937 random(7); // the same everywhere
    for (int i = 0; i < 400; ++i)
        calls.addRow({ std::string("call"), scale * (1'000 + static_cast<std::int64_t>(random() % 4'000'000)) });
    for (int i = 0; i < 9000; ++i)
        calls.addRow({ std::string("call"), scale * 2'500 });
    result->tables = { kernels, ranks, calls };
    const auto add = [&](std::string id, ChartForm form, std::string table, std::string label, std::string column) {
        ChartDescription chart;
        chart.id = std::move(id);
        chart.form = std::move(form);
        chart.table = std::move(table);
        chart.title = "What takes the time?";
        chart.labelColumn = std::move(label);
        chart.series = { { std::move(column), "", PartKind::Compute } };
        result->charts.push_back(std::move(chart));
        return &result->charts.back();
    };
    result->charts.reserve(20);
    add("bars", BarChart {}, "kernels", "name", "sum")->groupColumn = "rank";
    ChartDescription* sides = add("sides", GroupedBarChart {}, "kernels", "name", "sum");
    sides->groupColumn = "rank";
    sides->series.push_back({ "other", "", PartKind::HostOp });
    ChartDescription* stack = add("stack", StackedBarChart {}, "kernels", "name", "sum");
    stack->groupColumn = "rank";
    stack->series.push_back({ "other", "", PartKind::IdleHostWait });
    ChartDescription* spread = add("spread", ErrorBarChart {}, "kernels", "name", "mean");
    spread->groupColumn = "rank";
    spread->form = ErrorBarChart { .minimumColumn = "min", .maximumColumn = "max", .logarithmic = true };
    add("ranks", BarChart { .sortByValue = false }, "ranks", "rank", "sum");
    add("calls", HistogramChart { .cutoff = ChartCutoff { "limit", 50'000 } }, "calls", "name", "wait");
    ChartDescription* dots = add("dots", ScatterChart {}, "kernels", "name", "sum");
    dots->groupColumn = "rank";
    dots->form = ScatterChart { .xColumn = "mean",
        .sizeColumn = "max",
        .roofs = { { "FP32", "a data sheet", 5e8, std::numeric_limits<double>::infinity() },
            { "900 GB/s", "it", std::numeric_limits<double>::infinity(), 3000 } } };
    add("heat", HeatMapChart { .xColumn = "name" }, "kernels", "rank", "sum");
    add("pie", PieChart { .wholeLabel = "sum" }, "kernels", "name", "sum");
    add("series", StepSeriesChart {}, "kernels", "sum", "mean")->groupColumn = "rank";
    return result;
}

struct Shown {
    explicit Shown(const char* id, QSize size = { 760, 420 })
    {
        view.setChart(sample(), id, u"whole trace"_s);
        view.resize(size);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        view.grab(); // lays out and draws
    }
    QCustomPlot* plot() const
    {
        QCustomPlot* found = nullptr;
        for (QWidget* widget : view.findChildren<QWidget*>()) {
            if (auto* each = qobject_cast<QCustomPlot*>(widget); each && each->isVisibleTo(&view))
                found = each;
        }
        found->grab();
        return found;
    }
    QImage image() const
    {
        QEvent leave(QEvent::Leave); // no part is framed
        QCoreApplication::sendEvent(plot(), &leave);
        return plot()->grab().toImage();
    }
    QRectF cell(int index = 0) const { return plot()->axisRect(index)->rect(); }
    QCPRange across(int index = 0) const { return plot()->axisRect(index)->axis(QCPAxis::atBottom)->range(); }
    QCPRange upwards(int index = 0) const { return plot()->axisRect(index)->axis(QCPAxis::atLeft)->range(); }
    bool turn(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers) const
    {
        QCustomPlot* target = plot();
        QWheelEvent wheel(at, target->mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(target, &wheel);
        return wheel.isAccepted();
    }
    void zoomIn(QPointF at, int notches = 1) const
    {
        for (int i = 0; i < std::abs(notches); ++i)
            turn(at, { 0, notches > 0 ? 120 : -120 }, Qt::ControlModifier);
    }
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButtons buttons = Qt::LeftButton) const
    {
        QCustomPlot* target = plot();
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, at, target->mapToGlobal(at), isMove ? Qt::NoButton : Qt::LeftButton,
            type == QEvent::MouseButtonRelease ? Qt::MouseButtons() : buttons, {});
        QCoreApplication::sendEvent(target, &event);
    }
    void drag(QPointF from, QPointF to) const
    {
        mouse(QEvent::MouseButtonPress, from);
        mouse(QEvent::MouseMove, to);
        mouse(QEvent::MouseButtonRelease, to);
    }
    ChartView view;
};

bool isNear(double a, double b, double allowed)
{
    return std::abs(a - b) <= allowed;
}

bool isSame(const QCPRange& a, const QCPRange& b)
{
    return isNear(a.lower, b.lower, 1e-9 * a.size()) && isNear(a.upper, b.upper, 1e-9 * a.size());
}

const std::vector<const char*> kZoomable { "bars", "sides", "stack", "spread", "ranks", "calls", "dots", "heat" };

} // namespace

class TestChartZoom : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void sharesAreInvertible()
    {
        for (const AxisMeasure& measure : { AxisMeasure { 0, 10, false }, AxisMeasure { -5, 2, false },
                 AxisMeasure { 1e-3, 1e9, true }, AxisMeasure { 2, 3, true } }) {
            QCOMPARE(valueAtShare(measure, 0), measure.lower);
            QVERIFY(isNear(valueAtShare(measure, 1), measure.upper, std::abs(measure.upper) * 1e-12));
            for (const double share : { -0.2, 0.0, 0.3, 0.5, 1.0, 1.4 })
                QVERIFY(isNear(shareOfValue(measure, valueAtShare(measure, share)), share, 1e-9));
        }
        QVERIFY(isNear(valueAtShare({ 1, 10'000, true }, 0.5), 100, 1e-9)); // equal factors are equal distances
    }

    void spansStayWithinTheirLimits_data()
    {
        QTest::addColumn<QList<double>>("wanted");
        QTest::addColumn<QList<double>>("limits");
        QTest::addColumn<double>("least");
        QTest::addColumn<QList<double>>("expected");
        using L = QList<double>;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("inside") << L { 0.2, 0.4 } << L { 0, 1 } << 0.1 << L { 0.2, 0.4 };
        QTest::newRow("moved up") << L { -0.5, 0 } << L { 0, 1 } << 0.1 << L { 0, 0.5 };
        QTest::newRow("moved down") << L { 0.75, 1.25 } << L { 0, 1 } << 0.1 << L { 0.5, 1 };
        QTest::newRow("too short") << L { 0.5, 0.5 } << L { 0, 1 } << 0.25 << L { 0.375, 0.625 };
        QTest::newRow("too short at an end") << L { 0, 0 } << L { 0, 1 } << 0.25 << L { 0, 0.25 };
        QTest::newRow("as long as the limits") << L { 0.5, 1.5 } << L { 0, 1 } << 0.1 << L { 0, 1 };
        QTest::newRow("longer") << L { -9, 9 } << L { 0, 1.5 } << 0.1 << L { 0, 1.5 };
        QTest::newRow("upside down") << L { 0.6, 0.4 } << L { 0, 1 } << 0.1 << L { 0, 1 };
        QTest::newRow("no number") << L { nan, 0.4 } << L { 0, 1 } << 0.1 << L { 0, 1 };
        QTest::newRow("the shortest is all") << L { 0.2, 0.4 } << L { 0, 1 } << 1.0 << L { 0, 1 };
    }

    void spansStayWithinTheirLimits()
    {
        QFETCH(QList<double>, wanted);
        QFETCH(QList<double>, limits);
        QFETCH(double, least);
        QFETCH(QList<double>, expected);
        const AxisSpan span = spanWithin({ wanted[0], wanted[1] }, { limits[0], limits[1] }, least);
        QVERIFY(isNear(span.begin, expected[0], 1e-12) && isNear(span.end, expected[1], 1e-12));
    }

    /// Against what the words of the header say, for random gestures.
    void zoomsKeepTheirAnchorAndTheirLimits()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> share(0, 1);
        for (int round = 0; round < 200; ++round) {
            const AxisSpan limits { -share(random), 1 + share(random) };
            const double least = std::pow(10, -7 * share(random)) * 0.9;
            AxisSpan shown = limits;
            for (int step = 0; step < 40; ++step) {
                const double anchor = shown.begin + share(random) * shown.length();
                const double factor = std::exp(2 * share(random) - 1.2);
                const AxisSpan next = zoomedSpan(shown, limits, anchor, factor, least);
                QVERIFY(next.begin >= limits.begin - 1e-12 && next.end <= limits.end + 1e-12);
                QVERIFY(next.length() >= least * (1 - 1e-9));
                const double length = std::clamp(shown.length() * factor, least, limits.length());
                QVERIFY(isNear(next.length(), length, 1e-9));
                const bool isFree = next.begin > limits.begin && next.end < limits.end;
                if (isFree)
                    QVERIFY(
                        isNear((anchor - next.begin) / next.length(), (anchor - shown.begin) / shown.length(), 1e-6));
                shown = next;
                const AxisSpan moved = movedSpan(shown, limits, 2 * share(random) - 1);
                QVERIFY(isNear(moved.length(), shown.length(), 1e-12));
                QVERIFY(moved.begin >= limits.begin - 1e-12 && moved.end <= limits.end + 1e-12);
                shown = moved;
            }
        }
        const AxisSpan quarter { 0.25, 0.5 };
        const double nan = std::numeric_limits<double>::quiet_NaN();
        for (const double factor : { 0.0, -1.0, nan, std::numeric_limits<double>::infinity() })
            QCOMPARE(zoomedSpan(quarter, {}, 0.3, factor, 0.01), quarter);
        QCOMPARE(movedSpan(quarter, {}, nan), quarter);
        QCOMPARE(movedSpan(quarter, {}, 1), (AxisSpan { 0.5, 0.75 }));
        QCOMPARE(movedSpan(quarter, {}, 9), (AxisSpan { 0.75, 1 }));
        QCOMPARE(movedSpan(quarter, {}, -9), (AxisSpan { 0, 0.25 }));
    }

    void theWheelZoomsAtThePointer_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : kZoomable)
            QTest::newRow(id) << QByteArray(id);
    }

    void theWheelZoomsAtThePointer()
    {
        QFETCH(QByteArray, id);
        Shown shown(id.constData());
        const QImage whole = shown.image();
        const QCPRange before = shown.across();
        const QCPRange beforeUp = shown.upwards();
        QVERIFY(!shown.view.isZoomed());
        QVERIFY(!shown.turn(shown.cell().center(), { 0, 120 }, Qt::NoModifier));      // scrolls
        QVERIFY(!shown.turn(shown.cell().center(), { 0, 120 }, Qt::ShiftModifier));   // there is nowhere to move to
        QVERIFY(shown.turn(shown.cell().center(), { 0, -120 }, Qt::ControlModifier)); // does not scroll either
        QCOMPARE(shown.image(), whole);

        const QPointF at(shown.cell().left() + shown.cell().width() / 4, shown.cell().center().y());
        QCPAxis* axis = shown.plot()->axisRect()->axis(QCPAxis::atBottom);
        const double anchor = axis->pixelToCoord(at.x());
        QVERIFY(shown.turn(at, { 0, 120 }, Qt::ControlModifier));
        QVERIFY(shown.view.isZoomed());
        const QCPRange after = shown.across();
        const bool isLog = axis->scaleType() == QCPAxis::stLogarithmic;
        // In the same unit or a smaller one.
        const double kept = axis->pixelToCoord(at.x()) / anchor;
        const double unit = std::pow(1000, std::round(std::log10(kept) / 3));
        QVERIFY2(isNear(kept / unit, 1, isLog ? 0.2 : 0.02), qPrintable(QString::number(kept)));
        const double shorter = isLog ? std::log(after.upper / after.lower) / std::log(before.upper / before.lower)
                                     : after.size() / unit / before.size();
        QVERIFY2(shorter > 0.8 && shorter < 0.9, qPrintable(QString::number(shorter)));
        QVERIFY(shown.image() != whole);
        // Of standing bars the highest one is still in sight.
        QCOMPARE(isSame(shown.upwards(), beforeUp), id != "dots");

        // As far as it goes, and back.
        shown.zoomIn(at, 150);
        const QCPRange deepest = shown.across();
        shown.zoomIn(at, 5);
        QVERIFY(isSame(shown.across(), deepest));
        if (id == "ranks" || id == "calls" || id == "heat")
            QVERIFY(isNear(deepest.size(), 1, 1e-9));
        shown.zoomIn(at, -160);
        QVERIFY(!shown.view.isZoomed());
        QVERIFY(isSame(shown.across(), before) && isSame(shown.upwards(), beforeUp));
    }

    void aPinchZooms()
    {
        Shown shown("dots");
        const auto pinch = [&](Qt::NativeGestureType type, double value) {
            const QPointF at = shown.cell().center();
            QNativeGestureEvent gesture(
                type, QPointingDevice::primaryPointingDevice(), 2, at, at, shown.plot()->mapToGlobal(at), value, {});
            QCoreApplication::sendEvent(shown.plot(), &gesture);
        };
        pinch(Qt::RotateNativeGesture, 0.5);
        QVERIFY(!shown.view.isZoomed());
        pinch(Qt::ZoomNativeGesture, 1);
        QVERIFY(shown.view.isZoomed());
        pinch(Qt::ZoomNativeGesture, -0.9);
        QVERIFY(!shown.view.isZoomed());
    }

    void shiftAndWheelMoveAlong()
    {
        Shown shown("calls");
        shown.zoomIn({ shown.cell().left(), shown.cell().center().y() }, 6);
        const QCPRange first = shown.across();
        QVERIFY(shown.turn(shown.cell().center(), { 0, -120 }, Qt::ShiftModifier));
        QVERIFY(isNear(shown.across().lower - first.lower, first.size() / 10, 1e-9));
        QVERIFY(isNear(shown.across().size(), first.size(), 1e-9));
        for (int i = 0; i < 200; ++i)
            shown.turn(shown.cell().center(), { -120, 0 }, Qt::NoModifier);
        const QCPRange last = shown.across();
        QVERIFY(isNear(last.size(), first.size(), 1e-9));
        QVERIFY(last.upper > 5 && last.lower > first.lower);
        for (int i = 0; i < 200; ++i)
            shown.turn(shown.cell().center(), { 120, 0 }, Qt::NoModifier);
        QVERIFY(isSame(shown.across(), first));
    }

    /// A microsecond beside a second: its bar gets a length that is read.
    void smallBarsBesideAGiantCanBeRead()
    {
        Shown shown("bars");
        shown.view.grab();
        const QPointF zero(shown.cell().left(), shown.cell().center().y());
        QVERIFY(shown.plot()->axisRect()->axis(QCPAxis::atBottom)->label().contains(u"s"_s));
        shown.zoomIn(zero, 74);
        const QCPAxis* axis = shown.plot()->axisRect()->axis(QCPAxis::atBottom);
        QCOMPARE(axis->label(), u"\u00b5s"_s);
        QVERIFY(isNear(axis->range().lower, 0, 1e-9));
        QVERIFY(axis->coordToPixel(1) - axis->coordToPixel(0) > 100);
        // Their figures are in sight, within the cell.
        PictureRequest request;
        request.format = PictureFormat::Svg;
        const std::vector<PicturePage> pages = shown.view.pages(760, 2000);
        const QString text = QString::fromUtf8(*shown.view.picture(request, pages.front()));
        QVERIFY(text.contains(u"1.000\u00a0\u00b5s<"_s));
        QVERIFY(text.contains(u"1.000\u00a0s \u203a<"_s)); // goes on
    }

    void bothCellsHaveTheSameZoom()
    {
        Shown shown("bars");
        const double share = shown.across(1).size() / shown.across(0).size();
        shown.zoomIn({ shown.cell(1).left(), shown.cell(1).center().y() }, 3);
        QVERIFY(isNear(shown.across(1).size() / shown.across(0).size(), share, 1e-6));
        QVERIFY(shown.view.isZoomed());
    }

    /// The standing axis has its bars' heights: a giant that is out of sight presses nothing flat.
    void standingBarsFollowWhatIsInSight()
    {
        Shown shown("ranks");
        QCOMPARE(shown.plot()->axisRect()->axis(QCPAxis::atLeft)->label(), u"ms"_s);
        shown.zoomIn({ shown.cell().right(), shown.cell().center().y() }, 12);
        QVERIFY(shown.across().lower > 4);
        QCOMPARE(shown.plot()->axisRect()->axis(QCPAxis::atLeft)->label(), u"\u00b5s"_s);
        QVERIFY(shown.upwards().upper >= 40 && shown.upwards().upper < 60);
    }

    void allIsBackByDoubleClickAndKeys_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("double click") << 0;
        QTest::newRow("0") << static_cast<int>(Qt::Key_0);
        QTest::newRow("Escape") << static_cast<int>(Qt::Key_Escape);
    }

    void allIsBackByDoubleClickAndKeys()
    {
        QFETCH(int, key);
        Shown shown("bars");
        const QCPRange before = shown.across();
        shown.zoomIn({ shown.cell().left(), shown.cell().center().y() }, 4);
        QVERIFY(shown.view.isZoomed());
        if (key)
            QTest::keyClick(&shown.view, static_cast<Qt::Key>(key));
        else
            shown.mouse(QEvent::MouseButtonDblClick, { 3, 3 });
        QVERIFY(!shown.view.isZoomed());
        QVERIFY(isSame(shown.across(), before));
    }

    void keysZoomAndMove()
    {
        Shown shown("calls");
        const QCPRange before = shown.across();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&shown.view, Qt::Key_Plus);
        const QCPRange near = shown.across();
        QVERIFY(isNear(near.size(), before.size() / 1.2 / 1.2 / 1.2, 1e-6));
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(shown.across().lower > near.lower);
        QTest::keyClick(&shown.view, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(isSame(shown.across(), near));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&shown.view, Qt::Key_Minus);
        QVERIFY(isSame(shown.across(), before));
        QVERIFY(!shown.view.isZoomed());
    }

    /// 0 shows the whole trace in the window; while a zoomed chart has the focus, it is the chart's.
    void keysOfAZoomedChartAreNotTheWindows()
    {
        QWidget window;
        window.resize(760, 420);
        ChartView view(&window);
        view.resize(window.size());
        view.setChart(sample(), "calls", {});
        int told = 0;
        const QShortcut shortcut(QKeySequence(Qt::Key_0), &window, [&] { ++told; });
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(told, 1);
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.isZoomed());
        QTest::keyClick(&view, Qt::Key_0);
        QVERIFY(!view.isZoomed());
        QCOMPARE(told, 1);
    }

    /// The part that the keyboard is on stays, and is the one that is zoomed at.
    void keysZoomAtTheCurrentPart()
    {
        Shown shown("ranks");
        std::vector<std::size_t> current;
        connect(&shown.view, &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { current = rows; });
        for (int i = 0; i < 31; ++i)
            QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(current, std::vector<std::size_t> { 30 });
        for (int i = 0; i < 40; ++i)
            QTest::keyClick(&shown.view, Qt::Key_Plus);
        QVERIFY(isNear(shown.across().size(), 1, 1e-9));
        QVERIFY(shown.across().contains(30));
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(&shown.view, Qt::Key_Minus);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(current, std::vector<std::size_t> { 31 });
    }

    /// The pointer finds what is drawn where it is drawn.
    void hoverAndClickFollowTheZoom()
    {
        Shown shown("ranks");
        shown.zoomIn({ shown.cell().right(), shown.cell().center().y() }, 14);
        std::vector<std::size_t> hovered;
        std::vector<std::size_t> clicked;
        connect(&shown.view, &ChartView::partHovered, this,
            [&](const std::vector<std::size_t>& rows, std::size_t) { hovered = rows; });
        connect(&shown.view, &ChartView::partClicked, this,
            [&](const std::vector<std::size_t>& rows, std::size_t, bool) { clicked = rows; });
        std::set<std::size_t> found;
        for (double x = shown.cell().left() + 1; x < shown.cell().right(); x += 3) {
            const QPointF at(x, shown.cell().bottom() - 2);
            shown.mouse(QEvent::MouseMove, at, Qt::NoButton);
            const double key = shown.plot()->axisRect()->axis(QCPAxis::atBottom)->pixelToCoord(x);
            if (hovered.empty())
                continue;
            QCOMPARE(hovered, std::vector<std::size_t> { static_cast<std::size_t>(std::llround(key)) });
            shown.mouse(QEvent::MouseButtonPress, at);
            QCOMPARE(clicked, hovered);
            found.insert(hovered.front());
        }
        QVERIFY(found.size() >= 3 && found.size() < 12);
    }

    /// Between two wheel turns the pointer has not moved, but another part may be below it.
    void whatIsBelowThePointerIsToldAfterAZoom()
    {
        Shown shown("ranks");
        std::vector<std::size_t> hovered;
        connect(&shown.view, &ChartView::partHovered, this,
            [&](const std::vector<std::size_t>& rows, std::size_t) { hovered = rows; });
        const QPointF at = shown.cell().bottomRight() - QPointF(shown.cell().width() / 5, 2);
        for (int i = 0; i < 30; ++i) {
            shown.zoomIn(at);
            const double key = shown.plot()->axisRect()->axis(QCPAxis::atBottom)->pixelToCoord(at.x());
            if (!hovered.empty())
                QCOMPARE(hovered.front(), static_cast<std::size_t>(std::llround(key)));
        }
    }

    void aDragFromAnEmptyPlaceZooms()
    {
        Shown shown("dots");
        const QRectF cell = shown.cell();
        const QCPAxis* axis = shown.plot()->axisRect()->axis(QCPAxis::atBottom);
        const QPointF from = cell.topLeft() + QPointF(2, 2);
        const QPointF to = cell.center();
        const double end = axis->pixelToCoord(to.x());
        shown.mouse(QEvent::MouseButtonPress, from);
        const QImage before = shown.plot()->grab().toImage();
        shown.mouse(QEvent::MouseMove, to);
        QVERIFY(shown.plot()->grab().toImage() != before); // the band is seen
        shown.mouse(QEvent::MouseButtonRelease, to);
        QVERIFY(shown.view.isZoomed());
        QVERIFY(isNear(std::log(shown.across().upper / end), 0, 0.05));
        QTest::keyClick(&shown.view, Qt::Key_0);
        QVERIFY(!shown.view.isZoomed());
        shown.drag(from, from + QPointF(1, 1)); // a click that trembled
        QVERIFY(!shown.view.isZoomed());
        shown.mouse(QEvent::MouseButtonPress, from);
        shown.mouse(QEvent::MouseMove, to);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        shown.mouse(QEvent::MouseButtonRelease, to);
        QVERIFY(!shown.view.isZoomed()); // given up
    }

    /// The line of a cut-off goes before the band, and moves in what is in sight.
    void theLineIsStillDraggedWhenZoomed()
    {
        Shown shown("calls", { 800, 500 });
        std::vector<std::int64_t> chosen;
        connect(&shown.view, &ChartView::cutoffChosen, this,
            [&](const std::string&, std::int64_t value) { chosen.push_back(value); });
        const auto lineX = [&]() -> std::optional<double> {
            const QImage image = shown.plot()->grab().toImage();
            const QRgb accent = Palette::of(shown.view).accent.rgb();
            const int y = static_cast<int>(shown.cell().center().y());
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == accent)
                    return x;
            }
            return std::nullopt;
        };
        const std::optional<double> whole = lineX();
        QVERIFY(whole);
        const double y = shown.cell().center().y();
        shown.zoomIn({ *whole, y }, 3);
        const std::optional<double> near = lineX();
        QVERIFY(near);
        QVERIFY(isNear(*near, *whole, 30)); // the anchor
        const QCPRange range = shown.across();
        shown.drag({ *near, y }, { *near + 60, y });
        QCOMPARE(chosen.size(), std::size_t { 1 });
        QVERIFY(chosen.front() > 50'000);
        QVERIFY(isSame(shown.across(), range)); // it was no band
        // Out of sight there is no line, and nothing to take hold of; the words of its side stay.
        shown.view.setChart(sample(), "ranks", {});
        shown.view.setChart(sample(), "calls", {});
        shown.zoomIn({ shown.cell().right(), y }, 14);
        QVERIFY(!lineX());
        PictureRequest request;
        request.format = PictureFormat::Svg;
        PicturePage page = shown.view.pages(800, 600).front();
        page.height = 400;
        const QString text = QString::fromUtf8(*shown.view.picture(request, page));
        QVERIFY(text.contains(u"over 50.00"_s));
        QVERIFY(!text.contains(u"up to 50.00"_s));
        shown.drag({ shown.cell().left() + 1, y - 40 }, { shown.cell().left() + 60, y - 40 });
        QCOMPARE(chosen.size(), std::size_t { 1 });
    }

    void theZoomStaysThroughSizesLooksAndNumbers()
    {
        Shown shown("bars");
        shown.zoomIn({ shown.cell().left() + 40, shown.cell().center().y() }, 5);
        const QCPRange near = shown.across();
        for (const QSize size : { QSize(400, 300), QSize(1100, 700), QSize(760, 420) }) {
            shown.view.resize(size);
            shown.view.grab();
            QVERIFY2(isSame(shown.across(), near), qPrintable(QString::number(size.width())));
        }
        QEvent looks(QEvent::PaletteChange);
        QCoreApplication::sendEvent(&shown.view, &looks);
        QVERIFY(isSame(shown.across(), near));
        shown.view.setChart(sample(), "bars", {});
        QVERIFY(isSame(shown.across(), near));
        // Other numbers: the same values are in sight, as far as there are any.
        shown.view.setChart(sample(2), "bars", {});
        QVERIFY(isNear(shown.across().upper, near.upper, 1e-6 * near.upper));
        QVERIFY(isNear(shown.across().lower, near.lower, 1e-6 * near.upper));
        QVERIFY(shown.view.isZoomed());
    }

    /// Bins are other ones for other numbers; their edges tell which.
    void aHistogramKeepsTheValuesInSight()
    {
        Shown shown("calls");
        shown.zoomIn({ shown.cell().left(), shown.cell().center().y() }, 8);
        const auto firstEdge = [&] {
            const QCPAxis* axis = shown.plot()->axisRect()->axis(QCPAxis::atBottom);
            const QVector<double> places = axis->tickVector();
            for (qsizetype i = 0; i < places.size(); ++i) {
                if (axis->range().contains(places[i]))
                    return axis->tickVectorLabels()[i];
            }
            return QString();
        };
        const QCPRange range = shown.across();
        shown.view.setChart(sample(1), "calls", {});
        QVERIFY(isSame(shown.across(), range));
        QVERIFY(!firstEdge().isEmpty());
    }

    void theZoomGoesWithItsChart_data()
    {
        QTest::addColumn<int>("change");
        for (const auto& [name, change] :
            { std::pair("another chart", 0), { "nothing", 1 }, { "another group", 2 }, { "the form", 3 } })
            QTest::newRow(name) << change;
    }

    void theZoomGoesWithItsChart()
    {
        QFETCH(int, change);
        Shown shown(change == 3 ? "pie" : "bars");
        if (change == 3)
            shown.view.setForm(ChartView::Form::Bars);
        shown.zoomIn({ shown.cell().left(), shown.cell().center().y() }, 5);
        QVERIFY(shown.view.isZoomed());
        if (change == 0)
            shown.view.setChart(sample(), "sides", {});
        else if (change == 1)
            shown.view.clear();
        else if (change == 2)
            shown.view.showGroup(1);
        else
            shown.view.setForm(ChartView::Form::Ring);
        QVERIFY(!shown.view.isZoomed());
    }

    /// What is below the pointer after each turn of the wheel is known without a drawing: of a large grid one is enough
    /// for a frame.
    void aGridIsDrawnOnceForManyTurns()
    {
        Shown shown("heat");
        QCustomPlot* plot = shown.plot();
        const QPointF at = shown.cell().center();
        std::vector<std::vector<std::size_t>> hovered;
        connect(&shown.view, &ChartView::partHovered, this,
            [&hovered](const std::vector<std::size_t>& rows, std::size_t) { hovered.push_back(rows); });
        QSignalSpy drawn(plot, SIGNAL(afterReplot()));
        const QCPRange before = shown.across();
        drawn.clear(); // by the look at the plot
        for (int i = 0; i < 5; ++i) {
            QWheelEvent wheel(
                at, plot->mapToGlobal(at), {}, { 0, 120 }, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(plot, &wheel);
        }
        QVERIFY(drawn.isEmpty());
        QVERIFY(shown.across().size() < before.size());
        QVERIFY(!hovered.empty());
        QVERIFY(!hovered.back().empty());
        plot->grab();
        QCOMPARE(drawn.size(), 1);
    }

    void theMenuShowsAll()
    {
        Shown shown("heat");
        const auto action = [&] { return shown.view.findChild<QAction*>(u"wholeChart"_s); };
        QVERIFY(action() && !action()->isEnabled());
        shown.zoomIn(shown.cell().center(), 3);
        QVERIFY(action()->isEnabled());
        QContextMenuEvent ask(QContextMenuEvent::Mouse, { 3, 3 }, shown.plot()->mapToGlobal(QPoint(3, 3)));
        QCoreApplication::sendEvent(shown.plot(), &ask);
        auto* menu = shown.view.findChild<QMenu*>(u"zoomMenu"_s);
        QVERIFY(menu);
        QVERIFY(menu->actions().contains(action()));
        action()->trigger();
        QVERIFY(!shown.view.isZoomed());
        menu->close();
        // What cannot be zoomed offers nothing.
        Shown pie("pie");
        pie.view.setForm(ChartView::Form::Ring);
        QVERIFY(pie.view.showsRing());
        QMenu empty;
        pie.view.addZoomActions(empty);
        QVERIFY(empty.isEmpty());
        pie.zoomIn(QRectF(pie.plot()->rect()).center(), 3);
        QVERIFY(!pie.view.isZoomed());
    }

    /// Nothing lies outside of its cell, in a picture that knows no clips; and no labels at axes touch.
    void nothingIsDrawnOutsideOfItsCell_data() { theWheelZoomsAtThePointer_data(); }

    void nothingIsDrawnOutsideOfItsCell()
    {
        QFETCH(QByteArray, id);
        Shown shown(id.constData());
        std::mt19937 random(5);
        static const QRegularExpression shapes(u"(?:points|d)=\"([^\"]*)\""_s);
        static const QRegularExpression pair(u"(-?[0-9.e+]+),(-?[0-9.e+]+)"_s);
        int seen = 0;
        for (int round = 0; round < 12; ++round) {
            const QRectF cell = shown.cell();
            const double x = cell.left() + static_cast<double>(random() % 100) / 100 * cell.width();
            const double y = cell.top() + static_cast<double>(random() % 100) / 100 * cell.height();
            shown.zoomIn({ x, y }, 1 + static_cast<int>(random() % 12));
            if (round == 6)
                QTest::keyClick(&shown.view, Qt::Key_0);
            PictureRequest request;
            request.format = PictureFormat::Svg;
            request.size = { 760, 420 };
            const PicturePage page = shown.view.pages(760, 420).front();
            const Result<QByteArray> svg = shown.view.picture(request, page);
            QVERIFY(svg);
            const QString text = QString::fromUtf8(*svg);
            for (auto it = shapes.globalMatch(text); it.hasNext();) {
                for (auto at = pair.globalMatch(it.next().captured(1)); at.hasNext();) {
                    const QRegularExpressionMatch place = at.next();
                    const double px = place.captured(1).toDouble();
                    const double py = place.captured(2).toDouble();
                    QVERIFY2(px >= -2 && px <= 762 && py >= -2 && py <= 900, qPrintable(place.captured(0)));
                    ++seen;
                }
            }
            for (const QCPAxisRect* rect : shown.plot()->axisRects()) {
                for (const QCPAxis* axis : rect->axes()) {
                    if (!axis->visible() || !axis->tickLabels())
                        continue;
                    const QFontMetricsF metrics(axis->tickLabelFont());
                    const QVector<double> places = axis->tickVector();
                    const QVector<QString> texts = axis->tickVectorLabels();
                    QString before;
                    double last = 0;
                    for (qsizetype i = 0; i < places.size(); ++i) {
                        if (!axis->range().contains(places[i]))
                            continue;
                        const double now = axis->coordToPixel(places[i]);
                        const double taken = axis->orientation() == Qt::Vertical
                            ? metrics.height() - 3
                            : (metrics.horizontalAdvance(texts[i]) + metrics.horizontalAdvance(before)) / 2;
                        QVERIFY2(before.isEmpty() || std::abs(now - last) >= taken,
                            qPrintable(before + u" and "_s + texts[i]));
                        QVERIFY2(texts[i] != before, qPrintable(before)); // they can be told apart
                        before = texts[i];
                        last = now;
                    }
                }
            }
        }
        QVERIFY(seen > 100);
    }

    /// A number stands at each axis, however near.
    void axesKeepTheirNumbers_data() { theWheelZoomsAtThePointer_data(); }

    void axesKeepTheirNumbers()
    {
        QFETCH(QByteArray, id);
        Shown shown(id.constData());
        for (int round = 0; round < 40; ++round) {
            const QCPAxis* axis = shown.plot()->axisRect()->axis(QCPAxis::atBottom);
            const QVector<double> places = axis->tickVector();
            QVERIFY2(
                std::any_of(places.begin(), places.end(), [axis](double at) { return axis->range().contains(at); }),
                qPrintable(QString::number(round)));
            shown.zoomIn(shown.cell().center() + QPointF(0.3 * shown.cell().width(), 0), 2);
        }
    }

    /// Pictures of pages are of what is in sight, those of as much as fits of all.
    void picturesAreOfWhatIsInSight()
    {
        Shown shown("bars");
        PictureRequest request;
        request.format = PictureFormat::Svg;
        request.size = { 760, 420 };
        const PicturePage page = shown.view.pages(760, 2000).front();
        const QByteArray whole = *shown.view.picture(request);
        const QByteArray wholePage = *shown.view.picture(request, page);
        shown.zoomIn({ shown.cell().left(), shown.cell().center().y() }, 9);
        QCOMPARE(*shown.view.picture(request), whole);
        const QByteArray near = *shown.view.picture(request, page);
        QVERIFY(near != wholePage);
        QVERIFY(near.contains("zoomed in"));
        QVERIFY(!near.contains("Escape"));
        QVERIFY(!wholePage.contains("zoomed in"));
    }

    /// The plain wheel scrolls, however near.
    void thePlainWheelStillScrolls()
    {
        Shown shown("bars", { 500, 160 });
        auto* bar = shown.view.findChild<QScrollArea*>()->verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        shown.zoomIn(shown.cell().center(), 4);
        QCOMPARE(bar->value(), 0);
        QVERIFY(shown.turn(shown.cell().center(), { 0, -120 }, Qt::NoModifier));
        QVERIFY(bar->value() > 0);
        QVERIFY(shown.view.isZoomed());
    }

    void chartsOverTimeZoomTheTimeline()
    {
        Shown shown("series");
        int told = 0;
        connect(&shown.view, &ChartView::timeZoomed, this, [&] { ++told; });
        shown.zoomIn(shown.cell().center(), 2);
        QCOMPARE(told, 2);
        QVERIFY(!shown.view.isZoomed());
        QTest::keyClick(&shown.view, Qt::Key_Plus);
        QVERIFY(!shown.view.isZoomed());
    }
};

QTEST_MAIN(TestChartZoom)
#include "tst_chart_zoom.moc"
