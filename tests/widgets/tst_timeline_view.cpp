// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/name_search.h"
#include "tests/widgets/timeline_view_test.h"
#include "widgets/support/number_style.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/slice_tool_tip.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QLatin1String>
#include <QObject>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QSignalSpy>
#include <QSize>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QToolTip>
#include <QXmlStreamReader>

#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The timeline as a person sees it: what it draws, opens on and keeps in sight.
class TestTimelineView : public TimelineViewTest {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void emptyViewPaints();
    void pictureShowsTheKinds_data();
    void pictureShowsTheKinds();
    void everyTinySliceIsSeenZoomedOut();
    void selectingAKernelMarksItsLaunch();
    void aRangeOnAFoldedRowIsSeen();
    void manyIntervalsDoNotHideTheSlices();
    void coloursSayWhatTheModeSays_data();
    void coloursSayWhatTheModeSays();
    void revealOpensWhatHidesASlice();
    void aRowScrolledAwayIsNotInView();
    void aSmallViewOpensOnDeviceWork();
    void aSmallViewOpensOnAllStreamsItHasRoomFor_data();
    void aSmallViewOpensOnAllStreamsItHasRoomFor();
    void aSmallerViewKeepsWhatIsLookedAt_data();
    void aSmallerViewKeepsWhatIsLookedAt();
    void pythonFramesCanBeShown();
    void whatStaysInSightDoesNotOverlap();
    void movingThePointerDrawsNoLanes();
    void aRestingPointerIsAtAnotherTimeInAnotherView();
    void whatIsPointedAtElsewhereIsFramed();
    void hitsOfASearchAreMarked();
    void selectionsOfThousandsAreDrawnByPixel();
    void toolTipIsEscaped();
    void aToolTipGoesWhenTheViewMoves();
    void vectorPicturesStayInside();
    void theRulerHasTheUnitOfAllTimes();
    void accessibleNameIsSet();
};

void TestTimelineView::emptyViewPaints()
{
    ViewState state;
    TimelineView view(&state);
    view.resize(400, 300);
    const QImage image = view.grab().toImage();
    QCOMPARE(countColour(image, image.rect().adjusted(2, 2, -2, -2), Palette::of(view).canvas.rgb()), 396 * 296);
    QVERIFY(!view.picture(PictureFormat::Png, { 100, 100 }));
    // There is nothing to zoom, to step to or to select.
    const TimeRange before = state.visibleRange();
    QTest::keyClick(&view, Qt::Key_W);
    QTest::keyClick(&view, Qt::Key_Period);
    QTest::mouseClick(&view, Qt::LeftButton, {}, { 300, 200 });
    QCOMPARE(state.visibleRange(), before);
    QVERIFY(state.selection().isEmpty());
    QCOMPARE(view.grab().toImage(), image);
}

void TestTimelineView::pictureShowsTheKinds_data()
{
    QTest::addColumn<int>("density");
    QTest::newRow("compact") << static_cast<int>(Density::Compact);
    QTest::newRow("normal") << static_cast<int>(Density::Normal);
    QTest::newRow("roomy") << static_cast<int>(Density::Roomy);
}

void TestTimelineView::pictureShowsTheKinds()
{
    QFETCH(int, density);
    m_view->setDensity(static_cast<Density>(density));
    const QImage image = m_view->grab().toImage();
    const auto coloured = [&](std::string_view name, ColourClass colourClass) {
        const QRect rect = m_view->rectOf(slice(name)).toAlignedRect();
        return !rect.isEmpty()
            && countColour(image, rect, m_view->scene().palette().style(colourClass).fill.rgb()) > rect.width();
    };
    QVERIFY(coloured("gemm<i>", ColourClass::ComputeMatrix));
    QVERIFY(coloured("ncclDevKernel_AllReduce", ColourClass::Communication));
    QVERIFY(coloured("cudaLaunchKernel", ColourClass::ApiCall));
}

void TestTimelineView::everyTinySliceIsSeenZoomedOut()
{
    EventBuilder events;
    events.onStream(0, 7);
    for (int i = 0; i < 40; ++i)
        events.slice("kernel", "gemm", i * 100'000'000LL, i * 100'000'000LL + 1);
    m_state->setTraceSet(std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, events.build() } },
        std::vector<Remark> {}));
    const QImage image = m_view->grab().toImage();
    const QRgb colour = m_view->scene().palette().style(ColourClass::ComputeMatrix).fill.rgb();
    for (std::uint32_t i = 0; i < 40; ++i) {
        const QRect rect = m_view->rectOf({ 0, SliceId { i } }).toAlignedRect().adjusted(-1, 0, 1, 0)
            & m_view->scene().geometry(m_view->viewport().size).lanes;
        QVERIFY2(countColour(image, rect, colour) >= 3, qPrintable(QString::number(i)));
    }
}

void TestTimelineView::selectingAKernelMarksItsLaunch()
{
    TimelineOverlay overlay;
    findRelated(*m_state->traceSet(), { { slice("gemm<i>") }, {} }, overlay);
    QCOMPARE(overlay.arrows.size(), std::size_t { 1 });
    QCOMPARE(overlay.arrows[0].from, slice("cudaLaunchKernel"));
    QVERIFY(std::find(overlay.related.begin(), overlay.related.end(), slice("aten::mm")) != overlay.related.end());
    findRelated(*m_state->traceSet(), { { slice("cudaLaunchKernel") }, {} }, overlay);
    QCOMPARE(overlay.arrows.size(), std::size_t { 1 });
    QCOMPARE(overlay.arrows[0].to, slice("gemm<i>"));
    findRelated(*m_state->traceSet(), {}, overlay);
    QVERIFY(overlay.related.empty() && overlay.arrows.empty());
}

/// The tracks of a folded row have no rows of their own that could show what is selected of them; and however many of
/// them there are, one wash is enough.
void TestTimelineView::aRangeOnAFoldedRowIsSeen()
{
    const SliceRef kernel = slice("gemm<i>");
    const TrackId track = m_state->rankOf(kernel.rank)->trace->trackOf(kernel.slice);
    m_view->rows().collapseAll();
    const std::ptrdiff_t at = m_view->scene().rowOf(kernel.rank, track);
    QVERIFY(at >= 0);
    const TimelineRow& row = m_view->scene().rows().rows()[static_cast<std::size_t>(at)];
    QVERIFY(row.key.kind != RowKind::Track);
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    const RowPanes panes = m_view->projection().panes();
    const int y = lanes.top() + static_cast<int>(panes.of(row).toArea(row.y)) + row.height / 2;
    const auto colours = [&] {
        const QImage image = m_view->grab().toImage();
        std::vector<QRgb> result;
        for (int x = lanes.left(); x < lanes.right(); ++x)
            result.push_back(image.pixel(x, y));
        return result;
    };
    const std::vector<QRgb> before = colours();
    const TimeRange range { 900'000, 1'000'000 };
    m_state->setSelection({ {}, { { kernel.rank, track, range } } });
    const std::vector<QRgb> one = colours();
    QVERIFY(one != before);
    std::vector<IntervalRef> all;
    for (const TrackId each : m_view->scene().tracksOf(row))
        all.push_back({ kernel.rank, each, range });
    all.push_back({ kernel.rank, track, range });
    m_state->setSelection({ {}, all });
    QVERIFY(colours() == one);
}

void TestTimelineView::manyIntervalsDoNotHideTheSlices()
{
    m_state->setVisibleRange({ 0, 2'000'000 });
    Selection selection;
    for (Timestamp t = 1'990'000; t >= 0; t -= 200) // several a pixel, last one first
        selection.intervals.push_back({ 0, {}, { t, t + 100 } });
    m_state->setSelection(selection);
    const QImage image = m_view->grab().toImage();
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    QCOMPARE(countColour(image, lanes, m_view->scene().palette().accent.rgb()), 0);
    // One wash, not one on top of the other: the canvas below is still the lighter part.
    const QColor below = image.pixelColor(lanes.left() + 30, lanes.bottom() - 3);
    const QRect gemm = m_view->rectOf(slice("gemm<i>")).toAlignedRect();
    QVERIFY(image.pixelColor(gemm.right() - 4, gemm.top() + 4) != below);
    QVERIFY(below.lightness() > 150);
}

void TestTimelineView::coloursSayWhatTheModeSays_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("alike");
    const auto row = [](const char* name, ColourMode mode, const char* one, const char* other, bool alike) {
        QTest::newRow(name) << static_cast<int>(mode) << QString::fromLatin1(one) << QString::fromLatin1(other)
                            << alike;
    };
    row("ops are of one kind", ColourMode::Kind, "gemm<i>", "ncclDevKernel_AllReduce", false);
    row("names differ", ColourMode::Name, "aten::mm", "aten::add", false);
    row("an op and its kernel", ColourMode::Op, "aten::mm", "gemm<i>", true);
    row("kernels of two ops", ColourMode::Op, "gemm<i>", "ncclDevKernel_AllReduce", false);
    row("one stream", ColourMode::Stream, "gemm<i>", "ncclDevKernel_AllReduce", true);
    row("a launch and its stream", ColourMode::Stream, "gemm<i>", "cudaLaunchKernel", true);
    row("equally long", ColourMode::Duration, "aten::mm", "gemm<i>", true);
    row("longer", ColourMode::Duration, "aten::mm", "cudaLaunchKernel", false);
}

void TestTimelineView::coloursSayWhatTheModeSays()
{
    QFETCH(int, mode);
    QFETCH(QString, one);
    QFETCH(QString, other);
    QFETCH(bool, alike);
    m_view->setColourMode(static_cast<ColourMode>(mode));
    QVERIFY(m_view->scene().colourMode() == static_cast<ColourMode>(mode));
    m_state->setVisibleRange({ 0, 2'000'000 });
    const QImage image = m_view->grab().toImage();
    // Near the lower right corner: no name is there.
    const auto colourOf = [&](const QString& name) {
        const QRectF rect = m_view->rectOf(slice(name.toStdString()));
        const auto ratio = image.devicePixelRatio();
        return image.pixel(static_cast<int>((rect.right() - 3) * ratio), static_cast<int>((rect.top() + 4) * ratio));
    };
    QCOMPARE(colourOf(one) == colourOf(other), alike);
    const QImage lower = m_view->grab().toImage();
    QVERIFY(lower == image); // the same names have the same colours again
}

void TestTimelineView::revealOpensWhatHidesASlice()
{
    m_view->rows().collapseAll();
    m_state->setVisibleRange({ 1'900'000, 1'950'000 });
    QVERIFY(m_view->rectOf(slice("gemm<i>")).isEmpty());
    m_view->reveal().showSlice(slice("gemm<i>"));
    const QRectF rect = m_view->rectOf(slice("gemm<i>"));
    QVERIFY(!rect.isEmpty());
    const TimelineHit hit = m_view->projection().hitAt(
        QPointF(m_view->scene().geometry(m_view->viewport().size).lanes.center().x(), rect.center().y()));
    QVERIFY(hit.slice == slice("gemm<i>"));
}

/// What is selected may lie in the visible range and still be seen by nobody.
void TestTimelineView::aRowScrolledAwayIsNotInView()
{
    const auto isInView = [this](std::string_view name) {
        const QRectF lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
        const QRectF at = m_view->rectOf(slice(name));
        return !at.isEmpty() && at.bottom() <= lanes.bottom() && at.top() >= lanes.top();
    };
    const auto interval = [this](std::string_view name, TimeRange range) {
        const SliceRef of = slice(name);
        return IntervalRef { of.rank, m_state->rankOf(of.rank)->trace->trackOf(of.slice), range };
    };
    m_view->resize(m_view->width(), static_cast<int>(m_view->rectOf(slice("aten::mm")).bottom()) + 1);
    m_view->reveal().showSlice(slice("ProfilerStep#1"));
    QVERIFY(!isInView("gemm<i>"));
    const TimeRange visible = m_state->visibleRange();
    const auto scrolled = [this] { return m_view->viewport().scroll.rest; };
    const std::int64_t before = scrolled();
    // One part in view is enough.
    QVERIFY(m_view->reveal().showWithinRange({ { slice("gemm<i>"), slice("ProfilerStep#1") } }));
    QCOMPARE(scrolled(), before);
    QVERIFY(m_view->reveal().showWithinRange({ { slice("gemm<i>") } }));
    QVERIFY(isInView("gemm<i>"));
    m_view->reveal().showSlice(slice("ProfilerStep#1"));
    QVERIFY(m_view->reveal().showWithinRange({ {}, { interval("gemm<i>", visible) } }));
    QVERIFY(isInView("gemm<i>"));
    QVERIFY(m_state->visibleRange() == visible); // the rows alone move
    // A folded row shows what is below it.
    m_view->rows().collapseAll();
    const std::size_t rows = m_view->scene().rows().rows().size();
    QVERIFY(m_view->reveal().showWithinRange({ {}, { interval("gemm<i>", visible) } }));
    QCOMPARE(m_view->scene().rows().rows().size(), rows);
    // Out of the range it is for others to go there.
    m_state->setVisibleRange({ 0, 1'000 });
    QVERIFY(!m_view->reveal().showWithinRange({ { slice("gemm<i>") } }));
    QVERIFY(!m_view->reveal().showWithinRange({}));
}

/// Host threads above it would push the stream below the edge.
void TestTimelineView::aSmallViewOpensOnDeviceWork()
{
    const auto isInView = [this] {
        const QRectF lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
        const QRectF kernel = m_view->rectOf(slice("gemm<i>"));
        return !kernel.isEmpty() && kernel.bottom() <= lanes.bottom() && kernel.top() >= lanes.top();
    };
    const auto scrolled = [this] { return m_view->viewport().scroll.rest; };
    QVERIFY(isInView());
    QCOMPARE(scrolled(), std::int64_t { 0 });
    const int whole = m_view->height();
    const auto isThreadOpen = [this] {
        const TimelineScene& scene = m_view->scene();
        return scene.rows().rows()[static_cast<std::size_t>(scene.rowOf(slice("aten::mm")))].expanded;
    };
    const auto small = static_cast<int>(m_view->rectOf(slice("aten::mm")).bottom()) + 1;
    // What is launched is folded first: whose rows they are, and the steps, stay in sight.
    m_view->resize(m_view->width(), static_cast<int>(m_view->rectOf(slice("gemm<i>")).top()));
    QVERIFY(isInView() && !isThreadOpen());
    const auto saysWhy = [this] {
        const TimelineScene& scene = m_view->scene();
        const auto row = static_cast<std::size_t>(scene.rowOf(slice("aten::mm")));
        return rowToolTip(scene, scene.rows().rows()[row]).contains(QStringLiteral("so that streams are in view"));
    };
    QVERIFY(saysWhy());
    QCOMPARE(scrolled(), std::int64_t { 0 });
    QVERIFY(m_view->scene().choices() == RowChoices {});
    m_view->resize(m_view->width(), small);
    QVERIFY(isInView());
    QVERIFY(scrolled() > 0);
    const auto& rows = m_view->scene().rows().rows();
    QVERIFY(std::ranges::find(rows, scrolled(), &TimelineRow::y) != rows.end() // no half of a row at the top
        || scrolled() == m_view->camera().furthest().rest);
    m_view->resize(m_view->width(), whole);
    QVERIFY(isThreadOpen());
    QVERIFY(!saysWhy());
    QCOMPARE(scrolled(), std::int64_t { 0 });
    // Another job in a view that is small already.
    m_view->resize(m_view->width(), small);
    m_state->setTraceSet(std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, makeTrace() } },
        std::vector<Remark> {}));
    QVERIFY(isInView());
    // Where somebody has scrolled to stays.
    m_view->reveal().showSlice(slice("ProfilerStep#1"));
    QVERIFY(!isInView());
    m_view->resize(m_view->width(), small - 2);
    QVERIFY(!isInView());
}

void TestTimelineView::aSmallViewOpensOnAllStreamsItHasRoomFor_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<bool>("folds");
    QTest::newRow("folded threads leave room") << 2 << true;
    QTest::newRow("there is no room anyway") << 40 << false;
}

/// Threads are folded for all streams of a device, but not to see ten of forty in place of eight.
void TestTimelineView::aSmallViewOpensOnAllStreamsItHasRoomFor()
{
    QFETCH(int, streams);
    QFETCH(bool, folds);
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("cpu_op", "aten::outer", 0, 900'000);
    events.slice("cpu_op", "aten::mm", 100'000, 800'000);
    for (int i = 0; i < streams; ++i)
        events.slice("cuda_runtime", "cudaLaunchKernel", 200'000 + i * 10'000, 205'000 + i * 10'000, 5 + i);
    for (int i = 0; i < streams; ++i) {
        events.onStream(0, 7 + i);
        events.slice("kernel", "gemm" + std::to_string(i), 500'000, 800'000, 5 + i);
    }
    m_state->setTraceSet(std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, events.build() } },
        std::vector<Remark> {}));
    const auto isInView = [this](std::string_view kernel) {
        const QRectF lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
        return !m_view->rectOf(slice(kernel)).isEmpty() && m_view->rectOf(slice(kernel)).bottom() <= lanes.bottom();
    };
    m_view->resize(m_view->width(), static_cast<int>(m_view->rectOf(slice("gemm0")).bottom()) + 2);
    const TimelineScene& scene = m_view->scene();
    QVERIFY(isInView("gemm0"));
    QCOMPARE(isInView("gemm1"), folds);
    QCOMPARE(!scene.rows().rows()[static_cast<std::size_t>(scene.rowOf(slice("aten::mm")))].expanded, folds);
    QCOMPARE(m_view->viewport().scroll.rest, std::int64_t { 0 });
}

/// Who has zoomed or selected has a view of their own, even where they have not scrolled.
void TestTimelineView::aSmallerViewKeepsWhatIsLookedAt_data()
{
    QTest::addColumn<bool>("zooms");
    QTest::newRow("zoomed") << true;
    QTest::newRow("selected") << false;
}

void TestTimelineView::aSmallerViewKeepsWhatIsLookedAt()
{
    QFETCH(const bool, zooms);
    if (zooms)
        m_view->camera().zoomIn();
    else
        m_state->selectSlice(slice("aten::mm"));
    const TimeRange shown = m_state->visibleRange();
    m_view->resize(m_view->width(), static_cast<int>(m_view->rectOf(slice("aten::mm")).bottom()) + 1);
    QCOMPARE(m_view->viewport().scroll.rest, std::int64_t { 0 });
    QVERIFY(m_state->visibleRange() == shown);
}

void TestTimelineView::pythonFramesCanBeShown()
{
    QVERIFY(!m_view->rows().showsPythonFrames());
    QVERIFY(m_view->rectOf(slice("train.py(3): run")).isEmpty());
    m_view->rows().setPythonFramesShown(true);
    QVERIFY(m_view->rows().showsPythonFrames());
    QVERIFY(!m_view->rectOf(slice("train.py(3): run")).isEmpty());
    m_view->rows().setPythonFramesShown(false);
    m_view->reveal().showSlice(slice("train.py(3): run"));
    QVERIFY(!m_view->rectOf(slice("train.py(3): run")).isEmpty());
}

/// Title, figures and switch of a tall row stay in sight while it is scrolled through; what has no room left goes.
void TestTimelineView::whatStaysInSightDoesNotOverlap()
{
    const TimelineScene& scene = m_view->scene();
    const auto& rows = scene.rows().rows();
    const auto hasSwitch = [this](const TimelineRow& row) {
        return !pythonToggle(m_view->scene(), m_view->viewport(), row).isEmpty();
    };
    const auto tall = std::find_if(rows.begin(), rows.end(), hasSwitch);
    QVERIFY(tall != rows.end());
    TimelineViewport viewport = m_view->viewport();
    constexpr int kLittle = 40; // px: all rows can be scrolled away
    viewport.size.setHeight(scene.geometry(viewport.size).lanes.top() + kLittle);
    const int text = static_cast<int>(scene.labels().height());
    int seen = 0;
    for (viewport.scroll.rest = 0; viewport.scroll.rest < tall->y + tall->height; ++viewport.scroll.rest) {
        const QRect row = headerRect(scene, viewport, *tall);
        const QRect title = foldTriangle(scene, viewport, *tall);
        const QRect toggle = pythonToggle(scene, viewport, *tall);
        QVERIFY(title.isEmpty() || row.contains(title));
        if (toggle.isEmpty())
            continue;
        ++seen;
        QVERIFY(row.contains(toggle));
        QVERIFY(toggle.top() - title.top() >= 2 * text);
    }
    QVERIFY(seen > 0 && seen < tall->y + tall->height);
}

void TestTimelineView::movingThePointerDrawsNoLanes()
{
    QSignalSpy hovers(m_state.get(), &ViewState::hoveredChanged);
    QSignalSpy ranges(m_state.get(), &ViewState::visibleRangeChanged);
    QSignalSpy pointer(m_state.get(), &ViewState::pointedTimeChanged);
    QTest::mouseMove(m_view.get(), centreOf("aten::mm"));
    QTRY_COMPARE(hovers.count(), 1);
    QVERIFY(m_state->hovered() == slice("aten::mm"));
    QVERIFY(pointer.count() >= 1);
    QCOMPARE(ranges.count(), 0);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(m_view.get(), &leave);
    QVERIFY(!m_state->hovered());
}

void TestTimelineView::aRestingPointerIsAtAnotherTimeInAnotherView()
{
    const QPoint centre = centreOf("aten::mm");
    QTest::mouseMove(m_view.get(), centre + QPoint(3, 0)); // the test before may have left it there
    QTest::mouseMove(m_view.get(), centre);
    QTRY_COMPARE(m_state->pointedTime(), std::optional(m_view->projection().timeAt(centre.x())));
    for (const TimeRange range : { TimeRange { 0, 1'000'000 }, TimeRange { 300'000, 500'000 } }) {
        m_state->setVisibleRange(range);
        QCOMPARE(m_state->pointedTime(), std::optional(m_view->projection().timeAt(centre.x())));
        QVERIFY(m_state->pointedTime() >= range.begin && m_state->pointedTime() <= range.end);
    }
    QTest::keyClick(m_view.get(), Qt::Key_D);
    QCOMPARE(m_state->pointedTime(), std::optional(m_view->projection().timeAt(centre.x())));
    // Where it is not on the timeline, a chart may say the time.
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(m_view.get(), &leave);
    m_state->setPointedTime(42);
    m_state->setVisibleRange({ 0, 1'000'000 });
    QCOMPARE(m_state->pointedTime(), std::optional<Timestamp>(42));
}

void TestTimelineView::whatIsPointedAtElsewhereIsFramed()
{
    const SliceRef gemm = slice("gemm<i>");
    const QImage before = m_view->grab().toImage();
    const auto changed = [&](const QImage& now, const QRect& inside) {
        int pixels = 0;
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            for (int x = inside.left(); x <= inside.right(); ++x)
                pixels += now.pixel(x, y) != before.pixel(x, y) ? 1 : 0;
        }
        return pixels;
    };
    m_state->setHighlight(std::make_shared<const Highlight>(highlightOf(*m_state->traceSet(), { { gemm }, {} })));
    const QImage framed = m_view->grab().toImage();
    const QRect rect = m_view->rectOf(gemm).toAlignedRect();
    QVERIFY(rect.width() >= 3);
    QVERIFY(changed(framed, rect) > 0);
    // Only the frame: neither the slice itself nor anything elsewhere.
    QCOMPARE(changed(framed, rect.adjusted(2, 2, -2, -2)), 0);
    QCOMPARE(changed(framed, framed.rect()), changed(framed, rect.adjusted(-2, -2, 2, 2)));
    m_state->setHighlight(nullptr);
    QCOMPARE(m_view->grab().toImage(), before);

    // A stretch of a whole rank is framed on its rows; what does not exist is left out.
    const TimeRange middle { m_state->visibleRange().begin + m_state->visibleRange().length() / 4,
        m_state->visibleRange().end - m_state->visibleRange().length() / 4 };
    m_state->setHighlight(std::make_shared<const Highlight>(highlightOf(*m_state->traceSet(),
        { { { 0, SliceId { std::size_t { 1'000'000 } } }, { 99, SliceId { std::size_t { 0 } } } },
            { { 0, {}, middle }, { 99, {}, middle } } })));
    QCOMPARE(m_state->highlight()->lanes.size(), std::size_t { 1 });
    QVERIFY(changed(m_view->grab().toImage(), before.rect()) > 0);
    // Thousands of short stretches beside each other are a wash: what is below stays in sight.
    std::vector<IntervalRef> many;
    const TimeRange all = m_state->visibleRange();
    for (Timestamp at = all.begin; at + 1 < all.end; at += std::max<Nanoseconds>(2, all.length() / 4000))
        many.push_back({ 0, {}, { at, at + 1 } });
    m_state->setHighlight(std::make_shared<const Highlight>(highlightOf(*m_state->traceSet(), { {}, many })));
    const QImage dense = m_view->grab().toImage();
    QVERIFY(changed(dense, before.rect()) > changed(framed, before.rect()));
    int opaque = 0;
    for (int y = 0; y < dense.height(); ++y) {
        for (int x = 0; x < dense.width(); ++x)
            opaque +=
                dense.pixel(x, y) != before.pixel(x, y) && dense.pixel(x, y) == m_view->scene().palette().accent.rgb();
    }
    QCOMPARE(opaque, 0);
    // Another job: nobody points at anything.
    m_state->setTraceSet(nullptr);
    QVERIFY(!m_state->highlight());
}

void TestTimelineView::hitsOfASearchAreMarked()
{
    const QRgb colour = m_view->scene().palette().searchHit.rgb();
    const auto marked = [&](const QRect& inside) {
        const QImage image = m_view->grab().toImage();
        int pixels = 0;
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            for (int x = inside.left(); x <= inside.right(); ++x)
                pixels += image.pixel(x, y) == colour ? 1 : 0;
        }
        return pixels;
    };
    const QRect lanes = m_view->scene().geometry(m_view->size()).lanes;
    QCOMPARE(marked(lanes), 0);
    const auto searchFor = [this](std::string_view text) {
        Result<NameSearch> search = NameSearch::run(m_state->traceSet(), SearchQuery::parse(text), {});
        m_view->setSearchHits(std::make_shared<const NameSearch>(std::move(search).value()));
    };
    searchFor("gemm");
    const QRect gemm = m_view->rectOf(slice("gemm<i>")).toAlignedRect();
    QTRY_VERIFY(marked(gemm) > 0);
    // Beside its edge the slice is as it was: name and colour are read.
    QCOMPARE(marked(gemm.adjusted(2, 2, -2, -3)), 0);
    searchFor("no such name");
    QCOMPARE(marked(lanes), 0);
    searchFor("gemm");
    QTRY_VERIFY(marked(gemm) > 0);
    m_view->setSearchHits(nullptr);
    QCOMPARE(marked(lanes), 0);
}

void TestTimelineView::selectionsOfThousandsAreDrawnByPixel()
{
    m_view->setFocusPolicy(Qt::NoFocus); // its frame comes when the window is active
    m_view->clearFocus();
    const auto rows = [this](const QImage& before, const QImage& now, int left, int right) {
        std::set<int> changed;
        const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
        for (int y = lanes.top(); y <= lanes.bottom(); ++y) {
            for (int x = left; x <= right; ++x) {
                if (now.pixel(x, y) != before.pixel(x, y))
                    changed.insert(y);
            }
        }
        return changed;
    };
    const QRect lanes = m_view->scene().geometry(m_view->viewport().size).lanes;
    const QImage before = m_view->grab().toImage();
    // The same stretches on one track, once few and once so many that they are found by pixel.
    const TrackId track = m_state->traceSet()->ranks().front().trace->trackOf(slice("gemm<i>").slice);
    const TimeRange all = m_state->visibleRange();
    const auto stretches = [&](std::int64_t count) {
        Selection selection;
        for (std::int64_t i = 0; i < count; ++i) {
            const Timestamp at = all.begin + all.length() / 2 + all.length() / 4 * i / count;
            selection.intervals.push_back({ 0, track, { at, at + all.length() / 4 / count } });
        }
        return selection;
    };
    m_state->setSelection(stretches(400));
    const QImage few = m_view->grab().toImage();
    QVERIFY(few != before);
    m_state->setSelection(stretches(4000));
    QTRY_VERIFY(m_view->grab().toImage() != before);
    const QImage many = m_view->grab().toImage();
    const int middle = lanes.left() + lanes.width() / 2;
    const int end = lanes.left() + lanes.width() * 3 / 4;
    QVERIFY(!rows(before, many, middle, end).empty());
    QVERIFY(rows(before, many, middle, end) == rows(before, few, middle, end));
    QVERIFY(rows(before, many, lanes.left(), middle - 2).empty());
    QVERIFY(rows(before, many, end + 2, lanes.right()).empty());

    // Over all tracks, too, names below are as readable below many as below few.
    const auto overAll = [&](std::int64_t count) {
        Selection selection = stretches(count);
        for (IntervalRef& interval : selection.intervals)
            interval.track = {};
        return selection;
    };
    const QPoint canvas((middle + end) / 2, *rows(before, few, middle, end).rbegin());
    m_state->setSelection(overAll(400));
    const QRgb washed = m_view->grab().toImage().pixel(canvas);
    QVERIFY(washed != before.pixel(canvas));
    m_state->setSelection(overAll(4000));
    QTRY_VERIFY(m_view->grab().toImage().pixel(canvas) != before.pixel(canvas));
    QCOMPARE(QColor(m_view->grab().toImage().pixel(canvas)).name(), QColor(washed).name());

    // Slices: the same ones again and again count as many; the frame is the one of a single slice.
    m_state->setSelection({ { slice("gemm<i>") }, {} });
    const QImage single = m_view->grab().toImage();
    QVERIFY(single != before);
    m_state->setSelection({ std::vector<SliceRef>(2000, slice("gemm<i>")), {} });
    QTRY_COMPARE(m_view->grab().toImage(), single);
    m_state->clearSelection();
    QCOMPARE(m_view->grab().toImage(), before);
    // A selection that is gone before it is indexed leaves nothing behind.
    m_state->setSelection(stretches(4000));
    m_state->clearSelection();
    QTest::qWait(50);
    QCOMPARE(m_view->grab().toImage(), before);
}

void TestTimelineView::toolTipIsEscaped()
{
    const QPoint at = centreOf("gemm<i>");
    QHelpEvent help(QEvent::ToolTip, at, m_view->mapToGlobal(at));
    QCoreApplication::sendEvent(m_view.get(), &help);
    QVERIFY(QToolTip::text().contains(QStringLiteral("gemm&lt;")));
    QVERIFY(!QToolTip::text().contains(QStringLiteral("<i>")));
    QToolTip::hideText();
}

/// The keys move what it is about away from below it.
void TestTimelineView::aToolTipGoesWhenTheViewMoves()
{
    const auto ask = [this] {
        const QPoint at = centreOf("gemm<i>");
        QHelpEvent help(QEvent::ToolTip, at, m_view->mapToGlobal(at));
        QCoreApplication::sendEvent(m_view.get(), &help);
        return QToolTip::isVisible();
    };
    QCoreApplication::processEvents(); // a window that becomes active hides one
    QVERIFY(ask());
    m_view->setOverlays({}); // nothing moves
    QTest::qWait(400);       // as long as Qt takes to hide one
    QVERIFY(QToolTip::isVisible());
    QTest::keyClick(m_view.get(), Qt::Key_W);
    QTRY_VERIFY(!QToolTip::isVisible());
    m_view->resize(m_view->width(), static_cast<int>(m_view->rectOf(slice("gemm<i>")).bottom()) + 1);
    m_view->camera().scrollTo(RowScroll {});
    QVERIFY(ask());
    QTest::keyClick(m_view.get(), Qt::Key_PageDown);
    QTRY_VERIFY(!QToolTip::isVisible());
}

void TestTimelineView::vectorPicturesStayInside()
{
    m_state->setVisibleRange({ 450'000, 1'600'000 });
    m_state->selectSlice(slice("gemm<i>"));
    const Result<QByteArray> svg = m_view->picture(PictureFormat::Svg, { 800, 300 });
    QVERIFY(svg.isOk());
    QXmlStreamReader xml(svg.value());
    bool hasText = false;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        hasText = hasText || xml.name() == QLatin1String("text");
        if (xml.name() != QLatin1String("rect"))
            continue;
        const auto number = [&xml](const char* name) { return xml.attributes().value(QLatin1String(name)).toDouble(); };
        QVERIFY(number("x") >= -1 && number("y") >= -1);
        QVERIFY(number("width") <= 801 && number("height") <= 301);
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(hasText);
    QVERIFY(m_view->picture(PictureFormat::Pdf, { 800, 300 }).value().startsWith("%PDF"));
    const QImage png = QImage::fromData(m_view->picture(PictureFormat::Png, { 800, 300 }, 2).value());
    QCOMPARE(png.size(), QSize(1600, 600));
    QVERIFY(
        countColour(png, png.rect(), Palette::of(Theme::Light).style(ColourClass::ComputeMatrix).fill.rgb()) > 1000);
}

void TestTimelineView::theRulerHasTheUnitOfAllTimes()
{
    m_state->setVisibleRange({ 450'000, 1'600'000 });
    const auto text = [this] {
        return QString::fromUtf8(m_view->picture(PictureFormat::Svg, { 800, 300 }).value()).remove(QChar(0x202f));
    };
    QVERIFY(text().contains(QStringLiteral(">1.0ms<")));
    setNumberStyle({ TimeUnit::Micro });
    const QString inMicroseconds = text();
    setNumberStyle({});
    QVERIFY2(inMicroseconds.contains(QStringLiteral(">1000\u00b5s<")), qPrintable(inMicroseconds));
}

void TestTimelineView::accessibleNameIsSet()
{
    QVERIFY(!m_view->accessibleName().isEmpty());
    QVERIFY(!m_view->accessibleDescription().isEmpty());
    QCOMPARE(m_view->focusPolicy(), Qt::StrongFocus);
}

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"
