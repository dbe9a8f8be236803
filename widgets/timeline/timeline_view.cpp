// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/frame_painter.h"
#include "widgets/timeline/mark_note_editor.h"
#include "widgets/timeline/timeline_access.h"
#include "widgets/timeline/timeline_picture.h"
#include "widgets/timeline/track_filter_box.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kinetoscope {

TimelineView::TimelineView(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
    , m_filterBox(new TrackFilterBox(this))
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
    m_scene.setTheme(Palette::themeOf(palette()));
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_scrollY = value;
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
    viewport.size = QSize(std::max(1, width() - (m_scrollBar->isVisibleTo(this) ? m_scrollBar->width() : 0)), height());
    viewport.pixelRatio = devicePixelRatioF();
    viewport.visible = m_viewState->visibleRange();
    viewport.scrollY = m_scrollY;
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
    m_scrollY = 0;
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
    m_scene.setColourMode(mode);
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
    m_overlay.selection = m_viewState->selection();
    std::ranges::sort(m_overlay.selection.intervals, {}, [](const IntervalRef& interval) {
        return std::tuple(interval.rank, interval.track, interval.range.begin, interval.range.end);
    });
    if (m_viewState->traceSet())
        findRelated(*m_viewState->traceSet(), m_overlay.selection, m_overlay);
    announceSelection(*this);
    update();
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

void TimelineView::setPointer(std::optional<Timestamp> time)
{
    if (m_overlay.pointer == time)
        return;
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    const TimeScale scale(v.visible, geometry.lanes.width());
    const auto updateLine = [&](Timestamp at) {
        const int x =
            geometry.lanes.left() + static_cast<int>(std::clamp(scale.xOf(at), -4.0, geometry.lanes.width() + 4.0));
        update(QRect(x - 2, geometry.ruler.top(), 5, height() - geometry.ruler.top()));
    };
    if (m_overlay.pointer)
        updateLine(*m_overlay.pointer);
    m_overlay.pointer = time;
    if (time)
        updateLine(*time);
    emit pointerMoved(time);
}

void TimelineView::invalidate()
{
    m_layerValid = false;
    update();
}

void TimelineView::updateScrollBar()
{
    const TimelineGeometry geometry = m_scene.geometry(size());
    const std::int64_t most = std::max<std::int64_t>(0, m_scene.rows().height() - geometry.lanes.height());
    m_scrollY = std::clamp<std::int64_t>(m_scrollY, 0, most);
    const QSignalBlocker blocker(m_scrollBar);
    m_scrollBar->setRange(0, static_cast<int>(std::min<std::int64_t>(most, std::numeric_limits<int>::max())));
    m_scrollBar->setPageStep(geometry.lanes.height());
    m_scrollBar->setSingleStep(m_scene.metrics().sliceRow + 1);
    m_scrollBar->setValue(static_cast<int>(m_scrollY));
    m_scrollBar->setVisible(most > 0);
    const int barWidth = m_scrollBar->sizeHint().width();
    m_filterBox->place(geometry.rulerHeader, m_scene.labels().font());
    m_scrollBar->setGeometry(width() - barWidth, geometry.lanes.top(), barWidth, geometry.lanes.height());
}

void TimelineView::scrollTo(std::int64_t y)
{
    m_scrollBar->setValue(static_cast<int>(std::clamp<std::int64_t>(y, 0, m_scrollBar->maximum())));
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
    const auto y = static_cast<std::int64_t>(std::floor(position.y())) - geometry.lanes.top() + m_scrollY;
    TimelineHit hit = hitTest(*m_scene.traces(), m_scene.rows(), scale, position.x() - geometry.lanes.left(), y);
    if (!inLanes)
        hit.slice.reset();
    return hit;
}

QRectF TimelineView::rectOf(SliceRef slice) const
{
    return m_viewState->isValid(slice) ? sliceRect(m_scene, viewport(), slice) : QRectF();
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
    request.scrollY = m_scrollY;
    request.density = m_scene.density();
    request.choices = m_scene.choices();
    request.colourMode = m_scene.colourMode();
    request.overlay = m_overlay;
    request.overlay.hovered.reset();
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
