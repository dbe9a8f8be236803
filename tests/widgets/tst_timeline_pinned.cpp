// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned tracks: they stay at the top while the others scroll away below them.
#include "tests/widgets/timeline_fixture.h"
#include "widgets/timeline/painters/frame_painter.h"

#include <QAccessible>
#include <QWheelEvent>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestTimelinePinned : public QObject {
    Q_OBJECT

private slots:
    void staysWhileTheRestScrolls();
    void whatIsDrawnIsHit();
    void rowsBelowAreHidden();
    void framesStayBelowTheRule();
    void arrowsReachPinnedRows();
    void areaSelectionSkipsWhatIsHidden();
    void rankWideSelectionCoversBothParts();
    void goingToASliceBringsItBelowTheRule();
    void tooManyScrollByThemselves();
    void wheelScrollsWhatIsUnderIt();
    void dragStaysOnItsSide();
    void screenReadersFindWhatIsThere();
    void picturesKeepThemToo();
};

namespace {

/// 100 px of rows, those of rank 0's stream pinned.
struct PinnedFixture : TimelineFixture {
    explicit PinnedFixture(int height = 100)
    {
        view.resize(1020, geometry().lanes.top() + height);
        view.rows().expandAll(); // threads that launch nothing are strips at first
        view.rows().setPinned(keyOf("gemm"), true);
        scrollTo(0); // it opens where device work is in view
    }

    [[nodiscard]] RowKey keyOf(std::string_view name, std::uint32_t rank = 0) const
    {
        const SliceRef found = slice(name, rank);
        return { RowKind::Track, rank, state.rankOf(rank)->trace->trackOf(found.slice).value };
    }
    [[nodiscard]] const TimelineRow& rowOf(const RowKey& key) const
    {
        return view.scene().rows().rows()[static_cast<std::size_t>(view.scene().rows().find(key))];
    }
    [[nodiscard]] QRect headerOf(const RowKey& key) const
    {
        return headerRect(view.scene(), view.viewport(), rowOf(key));
    }
    [[nodiscard]] RowPanes panes() const { return view.scene().panes(view.viewport()); }
    /// The lanes of the pinned rows without the rule, and those below.
    [[nodiscard]] QRect band() const
    {
        return lanesOf(view.scene(), view.viewport(), panes().pinned()).adjusted(0, 0, 0, -2);
    }
    [[nodiscard]] QRect rest() const { return lanesOf(view.scene(), view.viewport(), panes().rest()); }
    [[nodiscard]] QImage shown(const QRect& part) { return view.grab(part).toImage(); }
    /// Scrolls so far that `pixels` of the row of a slice are left below the rule.
    void leave(std::string_view name, int pixels)
    {
        const TimelineRow& row = rowOf(keyOf(name));
        scrollTo(static_cast<int>(row.y + row.height - pixels - view.scene().rows().pinnedHeight()));
    }
    void wheel(QPoint at, int notches)
    {
        QWheelEvent event(
            at, view.mapToGlobal(at), {}, { 0, notches * 120 }, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &event);
    }
};

} // namespace

void TestTimelinePinned::staysWhileTheRestScrolls()
{
    PinnedFixture f;
    f.takePointerAway();
    const QRect header = f.headerOf(f.keyOf("gemm"));
    const int other = f.headerOf(f.keyOf("aten::mm")).top();
    const QImage before = f.shown(f.band());
    f.scrollTo(45);
    QCOMPARE(f.headerOf(f.keyOf("gemm")), header);
    QCOMPARE(f.headerOf(f.keyOf("aten::mm")).top(), other - 45);
    QCOMPARE(f.shown(f.band()), before);
    // A slice that is half under the rule is not drawn over the pinned ones.
    f.leave("aten::whole", 6);
    QCOMPARE(f.shown(f.band()), before);
    // The rule is there, and it is no grid line.
    const QPoint onRule(f.band().center().x(), f.band().bottom() + 1);
    const QRgb rule = f.view.grab().toImage().pixel(onRule);
    QVERIFY(rule != f.view.scene().palette().canvas.rgb() && rule != f.view.scene().palette().grid.rgb());
}

void TestTimelinePinned::whatIsDrawnIsHit()
{
    PinnedFixture f;
    for (const int scroll : { 0, 13, 45, 90 }) {
        f.scrollTo(scroll);
        const QRect lanes = f.geometry().lanes;
        int hits = 0;
        for (int y = lanes.top(); y <= lanes.bottom(); ++y) {
            const TimelineHit hit = f.view.projection().hitAt({ lanes.left() + 10.0, static_cast<double>(y) });
            if (hit.row < 0)
                continue;
            ++hits;
            const TimelineRow& row = f.view.scene().rows().rows()[static_cast<std::size_t>(hit.row)];
            const QRect header = headerRect(f.view.scene(), f.view.viewport(), row);
            QVERIFY(y >= header.top() && y <= header.bottom());
            QVERIFY(headersOf(f.view.scene(), f.view.viewport(), row).contains(5, y));
        }
        QVERIFY(hits > 50); // of 100 lines of pixels
        QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.centreOf("gemm"));
        QCOMPARE(f.selectedName(), QStringLiteral("gemm"));
    }
}

void TestTimelinePinned::rowsBelowAreHidden()
{
    PinnedFixture f(140);
    const SliceRef op = f.slice("aten::mm");
    QVERIFY(!f.view.rectOf(op).isEmpty());
    f.leave("aten::mm", -5);
    QVERIFY(f.view.rectOf(op).isEmpty());
    // Partly hidden: what is left is below the rule.
    f.leave("aten::whole", 6);
    const QRectF left = f.view.rectOf(f.slice("aten::whole"));
    QVERIFY(!left.isEmpty());
    QVERIFY(left.top() >= f.rest().top());
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, left.center().toPoint());
    QCOMPARE(f.selectedName(), QStringLiteral("aten::whole"));
}

void TestTimelinePinned::framesStayBelowTheRule()
{
    PinnedFixture f;
    f.leave("aten::whole", 6);
    f.takePointerAway();
    const QImage pinned = f.shown(f.band());
    const QImage below = f.shown(f.rest());
    f.state.selectSlice(f.slice("aten::whole")); // launches nothing: no arrow, nothing related
    QCOMPARE(f.shown(f.band()), pinned);
    QVERIFY(f.shown(f.rest()) != below);
    // The frame of a pinned slice is where it is drawn.
    f.state.selectSlice(f.slice("gemm"));
    QVERIFY(f.shown(f.band()) != pinned);
}

void TestTimelinePinned::arrowsReachPinnedRows()
{
    PinnedFixture f;
    f.takePointerAway();
    const QRgb accent = f.view.scene().palette().accent.rgb();
    const auto accented = [&](const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == accent ? 1 : 0;
        }
        return count;
    };
    // The launch has scrolled away, its kernel is pinned: the arrow comes from under the rule.
    f.leave("cudaLaunchKernel", -10);
    const QRect atTheRule(f.xOf(300'000), f.rest().top() - 2, 8, 3);
    const QImage before = f.shown(atTheRule);
    f.state.selectSlice(f.slice("cudaLaunchKernel"));
    f.takePointerAway();
    const QRect launchEnd(f.xOf(300'000), f.band().top(), f.xOf(480'000) - f.xOf(300'000), f.band().height());
    QVERIFY(accented(f.shown(launchEnd)) > 0);
    QVERIFY(f.shown(atTheRule) != before);
    // Nothing of it goes over the rows that are not concerned.
    QCOMPARE(accented(f.shown(f.rest())), 0);
}

void TestTimelinePinned::areaSelectionSkipsWhatIsHidden()
{
    PinnedFixture f;
    f.leave("aten::mm", -1); // the first thread has scrolled away, the second is the first below the rule
    f.drag({ f.xOf(100'000), f.band().top() + 3 }, { f.xOf(900'000), f.rest().top() + 8 });
    std::vector<TrackId> tracks;
    for (const IntervalRef& interval : f.state.selection().intervals)
        tracks.push_back(interval.track);
    const auto has = [&](std::string_view name) {
        return std::ranges::find(tracks, TrackId { f.keyOf(name).index }) != tracks.end();
    };
    QVERIFY(has("gemm"));
    QVERIFY(has("MmBackward0"));
    QVERIFY(!has("aten::mm"));
}

void TestTimelinePinned::rankWideSelectionCoversBothParts()
{
    PinnedFixture f(300);
    f.view.rows().setPinned(f.keyOf("gemm", 1), true);
    f.scrollTo(30);
    f.takePointerAway();
    const auto rowOn = [&](const QImage& image, const RowKey& key) {
        const QRect header = f.headerOf(key);
        return image.copy(f.xOf(1'000'000), header.top(), 20, header.height());
    };
    const QImage before = f.view.grab().toImage();
    Selection selection;
    selection.intervals.push_back({ 0, {}, { 900'000, 1'200'000 } });
    f.state.setSelection(selection);
    const QImage after = f.view.grab().toImage();
    QVERIFY(rowOn(after, f.keyOf("gemm")) != rowOn(before, f.keyOf("gemm")));
    QVERIFY(rowOn(after, f.keyOf("aten::whole")) != rowOn(before, f.keyOf("aten::whole")));
    QCOMPARE(rowOn(after, f.keyOf("gemm", 1)), rowOn(before, f.keyOf("gemm", 1))); // another rank, between the two
}

void TestTimelinePinned::goingToASliceBringsItBelowTheRule()
{
    PinnedFixture f;
    for (const char* name : { "aten::mm", "MmBackward0", "aten::whole", "gemm" }) {
        for (const int scroll : { 0, 40, 80, 1000 }) {
            f.scrollTo(scroll);
            f.view.reveal().showSlice(f.slice(name));
            const QRectF rect = f.view.rectOf(f.slice(name));
            QCOMPARE(rect.height(), static_cast<double>(f.rowOf(f.keyOf(name)).laneHeight));
            QVERIFY(QRectF(f.rowOf(f.keyOf(name)).isPinned ? f.band() : f.rest()).contains(rect));
        }
    }
}

void TestTimelinePinned::tooManyScrollByThemselves()
{
    PinnedFixture f(80);
    f.view.rows().setPinned(f.keyOf("gemm", 1), true);
    f.view.rows().setPinned(f.keyOf("aten::whole"), true);
    f.view.rows().setPinned(f.keyOf("aten::whole", 1), true);
    QCOMPARE(f.panes().pinned().height, 40);
    QVERIFY(f.panes().furthest().pinned > 0);
    const auto bars = f.view.findChildren<QScrollBar*>();
    QCOMPARE(std::ranges::count_if(bars, [](const QScrollBar* bar) { return bar->isVisible(); }), 2);
    // The last of them is reached as every slice is.
    f.view.reveal().showSlice(f.slice("aten::whole", 1));
    QVERIFY(QRectF(f.band()).contains(f.view.rectOf(f.slice("aten::whole", 1)).center()));
    QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.centreOf("aten::whole"));
    f.view.reveal().showSlice(f.slice("gemm"));
    QVERIFY(QRectF(f.band()).contains(f.view.rectOf(f.slice("gemm")).center()));
    f.view.rows().setPinned(f.keyOf("aten::whole"), false);
    f.view.rows().setPinned(f.keyOf("aten::whole", 1), false);
    f.view.rows().setPinned(f.keyOf("gemm", 1), false);
    QCOMPARE(f.view.viewport().scroll.pinned, std::int64_t { 0 });
}

void TestTimelinePinned::wheelScrollsWhatIsUnderIt()
{
    PinnedFixture f(80);
    const auto scroll = [&] { return f.view.viewport().scroll; };
    // They all fit: the wheel over them scrolls the rest.
    f.wheel(f.band().center(), -1);
    QVERIFY(scroll().rest > 0);
    for (const std::uint32_t rank : { 0u, 1u })
        f.view.rows().setPinned(f.keyOf("aten::whole", rank), true);
    f.view.rows().setPinned(f.keyOf("gemm", 1), true);
    const std::int64_t rest = scroll().rest;
    f.wheel(f.band().center(), -1);
    QCOMPARE(scroll().rest, rest);
    QVERIFY(scroll().pinned > 0);
    const std::int64_t pinned = scroll().pinned;
    f.wheel(f.rest().center(), -1);
    QCOMPARE(scroll().pinned, pinned);
    QVERIFY(scroll().rest > rest);
}

void TestTimelinePinned::dragStaysOnItsSide()
{
    PinnedFixture f(200);
    f.view.rows().setPinned(f.keyOf("aten::whole"), true);
    const std::vector<RowKey> pinned { f.keyOf("gemm"), f.keyOf("aten::whole") };
    QCOMPARE(f.view.scene().choices().pinned, pinned);
    const auto nameOf = [&](const RowKey& key) { return f.headerOf(key).center(); };
    // To the top: the first of its process, not one of the pinned.
    f.drag(nameOf(f.keyOf("MmBackward0")), f.headerOf(pinned[0]).center());
    QCOMPARE(f.view.scene().choices().pinned, pinned);
    QVERIFY(f.headerOf(f.keyOf("MmBackward0")).top() < f.headerOf(f.keyOf("aten::mm")).top());
    // Below everything: the last of the pinned.
    f.drag(nameOf(pinned[0]), f.geometry().headers.bottomLeft() + QPoint(60, -3));
    QCOMPARE(f.view.scene().choices().pinned, (std::vector<RowKey> { pinned[1], pinned[0] }));
}

void TestTimelinePinned::screenReadersFindWhatIsThere()
{
    PinnedFixture f;
    f.leave("aten::mm", -1);
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&f.view);
    std::vector<QRect> places;
    bool anyHidden = false;
    const auto& rows = f.view.scene().rows().rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QAccessibleInterface* row = access->child(static_cast<int>(i));
        const QRect rect = row->rect();
        QCOMPARE(row->state().offscreen != 0, rect.isEmpty());
        anyHidden = anyHidden || rect.isEmpty();
        if (rect.isEmpty())
            continue;
        for (const QRect& other : places)
            QVERIFY(!rect.intersects(other));
        places.push_back(rect);
        QCOMPARE(access->childAt(rect.center().x(), rect.center().y()), row);
    }
    QVERIFY(anyHidden);
}

void TestTimelinePinned::picturesKeepThemToo()
{
    PinnedFixture f;
    f.scrollTo(1000);
    const QByteArray svg = f.view.picture(PictureFormat::Svg, QSize(1000, 260)).value();
    QVERIFY(svg.contains("stream 7 · rank 0"));
    QVERIFY(!svg.contains("steps"));
}

QTEST_MAIN(TestTimelinePinned)
#include "tst_timeline_pinned.moc"
