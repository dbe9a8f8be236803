// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/mark_note_editor.h"
#include "widgets/timeline/input/track_filter_box.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overview_painter.h"
#include "widgets/timeline/timeline_access.h"
#include "widgets/timeline/timeline_picture.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kinetoscope {
namespace {

/// Slices and stretches of a selection that are drawn one by one: 5 us each in bench_frames.
constexpr std::size_t kMostSingly = 500;

} // namespace

TimelineView::TimelineView(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
    , m_pinnedScrollBar(new QScrollBar(Qt::Vertical, this))
    , m_filterBox(new TrackFilterBox(this))
    , m_indexing([this](Result<std::shared_ptr<const Highlight>> selected) {
        if (!selected)
            return;
        m_overlay.selected = std::move(selected).value();
        update();
    })
    , m_collectives([this](SliceRef from, std::optional<SliceRef> other) { showCollective(from, other); })
{
    installTimelineAccess(); // first: what follows may already ask for it
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_AcceptTouchEvents);
    grabGesture(Qt::PinchGesture);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("Slices of all tracks over time. W and S zoom, A and D pan, full stop and comma go to the next and "
           "previous slice, with Shift to the next one of the same name, square brackets follow launches, M sets a "
           "mark, Enter folds a row."));
    m_scrollBar->setAccessibleName(tr("Scroll tracks"));
    m_pinnedScrollBar->setAccessibleName(tr("Scroll pinned tracks"));
    m_scene.setTheme(Palette::themeOf(palette()));
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_scroll.rest = value;
        invalidate();
    });
    connect(m_pinnedScrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_scroll.pinned = value;
        invalidate();
    });
    m_markTimer.setSingleShot(true);
    connect(&m_markTimer, &QTimer::timeout, this, [this] {
        m_markedRow.reset();
        update();
    });
    connect(m_viewState, &ViewState::traceSetChanged, this, &TimelineView::takeTraceSet);
    connect(m_viewState, &ViewState::selectionChanged, this, &TimelineView::takeSelection);
    connect(m_viewState, &ViewState::visibleRangeChanged, this, &TimelineView::takeVisibleRange);
    connect(m_viewState, &ViewState::hoveredChanged, this, &TimelineView::takeHover);
    connect(m_viewState, &ViewState::pointedTimeChanged, this, &TimelineView::takePointedTime);
    connect(m_viewState, &ViewState::highlightChanged, this, [this] {
        m_overlay.highlight = m_viewState->highlight();
        update();
    });
    connect(m_viewState, &ViewState::scopeChanged, this, [this] {
        m_overlay.scope = m_viewState->scope();
        update();
    });
    connect(m_viewState->marks(), &Marks::changed, this, &TimelineView::takeMarks);
    connect(this, &TimelineView::rowsChanged, this, [this] { announceRows(*this); });
    connect(m_filterBox, &TrackFilterBox::filterChanged, this, &TimelineView::setTrackFilter);
    connect(this, &TimelineView::rowsChanged, m_filterBox, [this] { m_filterBox->showRows(m_scene); });
    takeTraceSet();
}

TimelineView::~TimelineView() = default;

QSize TimelineView::sizeHint() const
{
    return { 1200, 700 };
}

QSize TimelineView::minimumSizeHint() const
{
    return { 320, 160 };
}

TimelineViewport TimelineView::viewport() const
{
    TimelineViewport viewport;
    const bool hasBar = m_scrollBar->isVisibleTo(this) || m_pinnedScrollBar->isVisibleTo(this);
    viewport.size = QSize(std::max(1, width() - (hasBar ? m_scrollBar->width() : 0)), height());
    viewport.pixelRatio = devicePixelRatioF();
    viewport.visible = m_viewState->visibleRange();
    viewport.scroll = m_scroll;
    return viewport;
}

void TimelineView::setDensity(Density density)
{
    m_scene.setDensity(density);
    m_overviewValid = false;
    updateScrollBar();
    invalidate();
}

void TimelineView::takeTraceSet()
{
    m_overlay = {};
    if (m_noteEditor)
        m_noteEditor->finish(false);
    m_scene.setTraceSet(m_viewState->traceSet(), m_viewState->names());
    m_overlay.scope = m_viewState->scope();
    m_currentRow.reset();
    m_markedRow.reset();
    m_drag = Drag::None;
    m_rowDrag.reset();
    m_scroll = {};
    m_places = {};
    m_overviewValid = false;
    updateScrollBar();
    takeSelection();
    takeMarks();
    invalidate();
    emit rowsChanged();
}

void TimelineView::setColourMode(ColourMode mode)
{
    setColouring({ mode, nullptr, 0 });
}

void TimelineView::setColouring(Colouring colouring)
{
    m_scene.setColouring(std::move(colouring));
    invalidate();
}

void TimelineView::setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays)
{
    m_scene.setOverlays(std::move(overlays));
    updateScrollBar();
    invalidate();
}

void TimelineView::setSearchHits(std::shared_ptr<const NameSearch> hits)
{
    m_searchHits = std::move(hits);
    update();
}

void TimelineView::setHiddenPatterns(std::uint32_t letters)
{
    m_scene.setHiddenPatterns(letters);
    invalidate();
}

void TimelineView::takeSelection()
{
    const Selection& selection = m_viewState->selection();
    m_indexing.cancel();
    m_overlay.selected.reset();
    m_overlay.selection = {};
    if (selection.slices.size() + selection.intervals.size() > kMostSingly)
        indexSelection();
    else
        m_overlay.selection = selection;
    std::ranges::sort(m_overlay.selection.intervals, {}, [](const IntervalRef& interval) {
        return std::tuple(interval.rank, interval.track, interval.range.begin, interval.range.end);
    });
    if (m_viewState->traceSet())
        findRelated(*m_viewState->traceSet(), selection, m_overlay);
    announceSelection(*this);
    update();
}

/// What a kernel's row is made of may be a million slices: they are found by pixel.
void TimelineView::indexSelection()
{
    if (!m_viewState->traceSet())
        return;
    m_indexing.start([traces = m_viewState->traceSet(), selection = m_viewState->sharedSelection()](
                         const std::stop_token& stop) -> Result<std::shared_ptr<const Highlight>> {
        return std::make_shared<const Highlight>(highlightOf(*traces, *selection, stop));
    });
}

void TimelineView::takeVisibleRange()
{
    finishNote(); // its flag is elsewhere now
    invalidate();
}

void TimelineView::takeHover()
{
    const auto frameOf = [this](const std::optional<SliceRef>& slice) {
        return slice ? rectOf(*slice).toAlignedRect().adjusted(-2, -2, 2, 2) : QRect();
    };
    const QRect before = frameOf(m_overlay.hovered);
    m_overlay.hovered = m_viewState->hovered();
    update(before);
    update(frameOf(m_overlay.hovered));
}

/// Only the line moves: what it crosses is drawn again where it was and where it is.
void TimelineView::takePointedTime()
{
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    const TimeScale scale(v.visible, geometry.lanes.width());
    const auto updateLine = [&](Timestamp at) {
        const double x = std::floor(scale.xOf(at));
        // Nothing beside the lanes: headers and scroll bar are more than a line.
        if (x >= 0 && x < geometry.lanes.width())
            update(QRect(geometry.lanes.left() + static_cast<int>(x) - 1, geometry.ruler.top(), 3, height())
                & QRect(geometry.lanes.left(), 0, geometry.lanes.width(), height()));
    };
    if (m_overlay.pointer)
        updateLine(*m_overlay.pointer);
    m_overlay.pointer = m_viewState->pointedTime();
    if (m_overlay.pointer)
        updateLine(*m_overlay.pointer);
}

void TimelineView::invalidate()
{
    m_layerValid = false;
    update();
}

void TimelineView::updateScrollBar()
{
    const TimelineGeometry geometry = m_scene.geometry(size());
    const RowPanes panes(m_scene.rows(), geometry.lanes.height(), m_scroll);
    m_scroll = panes.scroll();
    m_filterBox->place(geometry.rulerHeader, m_scene.labels().font());
    const auto place = [&](QScrollBar* bar, const RowPane& pane, std::int64_t value, std::int64_t furthest) {
        const QSignalBlocker blocker(bar);
        const int barWidth = bar->sizeHint().width();
        bar->setRange(0, static_cast<int>(std::min<std::int64_t>(furthest, std::numeric_limits<int>::max())));
        bar->setPageStep(pane.height);
        bar->setSingleStep(m_scene.metrics().sliceRow + 1);
        bar->setValue(static_cast<int>(value));
        bar->setVisible(furthest > 0);
        bar->setGeometry(width() - barWidth, geometry.lanes.top() + pane.top, barWidth, pane.height);
    };
    place(m_scrollBar, panes.rest(), m_scroll.rest, panes.furthest().rest);
    place(m_pinnedScrollBar, panes.pinned(), m_scroll.pinned, panes.furthest().pinned);
}

void TimelineView::scrollTo(std::int64_t y)
{
    scrollTo(RowScroll { y, m_scroll.pinned });
}

void TimelineView::scrollTo(RowScroll scroll)
{
    const auto move = [](QScrollBar* bar, std::int64_t y) {
        bar->setValue(static_cast<int>(std::clamp<std::int64_t>(y, 0, bar->maximum())));
    };
    move(m_scrollBar, scroll.rest);
    move(m_pinnedScrollBar, scroll.pinned);
}

void TimelineView::scrollBy(std::int64_t pixels, QPointF position)
{
    RowScroll scroll = m_scroll;
    const bool isPinned = panes().at(areaY(position)).isPinned && m_pinnedScrollBar->maximum() > 0;
    (isPinned ? scroll.pinned : scroll.rest) += pixels;
    scrollTo(scroll);
}

std::int64_t TimelineView::areaY(QPointF position) const
{
    return static_cast<std::int64_t>(std::floor(position.y())) - m_scene.geometry(size()).lanes.top();
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    m_overviewValid = false;
    updateScrollBar();
    invalidate();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_scene.setTheme(Palette::themeOf(palette()));
        m_overviewValid = false;
        invalidate();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        setDensity(m_scene.density());
    } else if (event->type() == QEvent::LocaleChange) { // numbers are written otherwise
        m_scene.labels().clear();
        invalidate();
    }
    QWidget::changeEvent(event);
}

void TimelineView::ensureLayer()
{
    const TimelineViewport v = viewport();
    if (m_layerValid && v == m_layerViewport)
        return;
    m_layer = renderLanes(m_scene, v, std::move(m_layer), m_summaries);
    m_layerViewport = v;
    m_layerValid = true;
}

TimeRange TimelineView::overviewRange() const
{
    return m_viewState->traceSet() ? m_viewState->traceSet()->coreRange() : TimeRange {};
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    QPainter painter(this);
    if (!m_scene.traces()) {
        painter.fillRect(rect(), m_scene.palette().canvas);
        return;
    }
    ensureLayer();
    if (!m_overviewValid || m_overview.devicePixelRatio() != v.pixelRatio) {
        m_overview = renderOverview(m_scene, geometry.overview.size(), v.pixelRatio, overviewRange());
        m_overviewValid = true;
    }
    painter.drawImage(geometry.lanes.topLeft(), m_layer);
    if (v.size.width() < width())
        painter.fillRect(QRect(v.size.width(), 0, width() - v.size.width(), height()), m_scene.palette().panel);
    // The pointer's line crosses lanes and ruler only: most repaints stop here.
    if (event->region().intersects(geometry.headers)
        || event->region().intersects(geometry.overviewHeader.united(geometry.overview))) {
        paintSurroundings(painter, m_scene, v, m_summaries, overviewRange(), m_overview);
        if (m_searchHits)
            paintOverviewHits(painter, m_scene, geometry.overview, overviewRange(), m_searchHits->places());
    }
    paintRuler(painter, m_scene, v);
    paintOverlay(painter, m_scene, v, m_overlay);
    paintMarkedRow(painter);
    paintTrackParts(painter);
    paintMarks(painter, m_scene, v, m_overlay.marks, overviewRange());
    if (hasFocus()) {
        painter.setPen(m_scene.palette().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRect(QPoint(0, 0), v.size).adjusted(0, 0, -1, -1));
    }
}

TimelineHit TimelineView::hitAt(QPointF position) const
{
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    const bool inLanes = QRectF(geometry.lanes).contains(position);
    if (!m_scene.traces() || (!inLanes && !QRectF(geometry.headers).contains(position)))
        return {};
    const TimeScale scale(v.visible, geometry.lanes.width());
    const std::int64_t y = panes().at(areaY(position)).toLayout(areaY(position));
    TimelineHit hit = hitTest(*m_scene.traces(), m_scene.rows(), scale, position.x() - geometry.lanes.left(), y);
    if (!inLanes)
        hit.slice.reset();
    return hit;
}

QRectF TimelineView::rectOf(SliceRef slice) const
{
    const QRectF rect = m_viewState->isValid(slice) ? sliceRect(m_scene, viewport(), slice) : QRectF();
    if (rect.isEmpty())
        return rect;
    const std::ptrdiff_t row = m_scene.rowOf(slice);
    const RowPanes panes = this->panes();
    const QRectF lanes(lanesOf(m_scene, viewport(), panes.of(m_scene.rows().rows()[static_cast<std::size_t>(row)])));
    // Sideways it may stick out; what is above or below is hidden.
    return rect & QRectF(rect.left(), lanes.top(), rect.width(), lanes.height());
}

Timestamp TimelineView::timeAt(double x) const
{
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    return TimeScale(v.visible, geometry.lanes.width()).timeAt(x - geometry.lanes.left());
}

Result<QByteArray> TimelineView::picture(PictureFormat format, QSize size, double scale, bool dark) const
{
    TimelinePicture request;
    request.format = format;
    request.size = size;
    request.scale = scale;
    request.dark = dark;
    request.visible = m_viewState->visibleRange();
    request.scroll = m_scroll;
    request.density = m_scene.density();
    request.choices = m_scene.choices();
    request.overlays = m_scene.overlays();
    request.hiddenPatterns = m_scene.hiddenPatterns();
    request.colouring = m_scene.colouring();
    request.overlay = m_overlay;
    request.overlay.hovered.reset();
    request.overlay.highlight.reset();
    request.overlay.pointer.reset();
    return renderTimelinePicture(m_viewState->traceSet(), m_viewState->names(), request);
}

Result<Done> TimelineView::savePicture(
    const QString& fileName, QSize size, PictureFormat format, double scale, bool dark) const
{
    const Result<QByteArray> bytes = picture(format, size, scale, dark);
    if (!bytes)
        return bytes.error();
    return saveBytes(fileName, bytes.value());
}

} // namespace kinetoscope
