// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/physical_key.h"
#include "widgets/timeline/input/track_filter_box.h"
#include "widgets/timeline/input/track_menu.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overview_painter.h"
#include "widgets/timeline/painters/track_painter.h"
#include "widgets/timeline/slice_tool_tip.h"
#include "widgets/timeline/timeline_access.h"
#include "widgets/timeline/timeline_picture.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPinchGesture>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolTip>

#include <algorithm>
#include <limits>
#include <utility>

namespace kinetoscope {

TimelineView::TimelineView(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_parts(*this, *viewState)
    , m_mouse(*this, m_parts)
    , m_keys(m_parts, m_mouse)
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
    , m_pinnedScrollBar(new QScrollBar(Qt::Vertical, this))
    , m_filterBox(new TrackFilterBox(this))
    , m_keeper(*this, m_parts)
{
    installTimelineAccess(); // first: what follows may already ask for it
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_AcceptTouchEvents);
    grabGesture(Qt::PinchGesture);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Slices of all tracks over time. W and S zoom, A and D pan, full stop and comma go to "
                                "the next and previous slice, with Shift to the next one of the same name, square "
                                "brackets follow launches, M sets a mark, Enter folds a row."));
    m_scrollBar->setAccessibleName(tr("Scroll tracks"));
    m_pinnedScrollBar->setAccessibleName(tr("Scroll pinned tracks"));
    m_parts.scene.setTheme(Palette::themeOf(palette()));
    followState();
    followParts();
    takeTraceSet();
}

TimelineView::~TimelineView() = default;

void TimelineView::followState()
{
    const ViewState* state = &m_parts.state;
    connect(state, &ViewState::traceSetChanged, this, &TimelineView::takeTraceSet);
    connect(state, &ViewState::selectionChanged, this, [this] { announceSelection(*this); });
    connect(state, &ViewState::visibleRangeChanged, this, [this] {
        m_parts.marks.finishNote(true); // its flag is elsewhere now
        m_mouse.followView();
        hideMovedToolTip();
        invalidate();
    });
}

void TimelineView::followParts()
{
    TimelineCamera& camera = m_parts.camera;
    TimelineRows& rows = m_parts.rows;
    connect(&camera, &TimelineCamera::changed, this, &TimelineView::takeCamera);
    connect(m_scrollBar, &QScrollBar::valueChanged, &camera, [&camera](int value) {
        camera.scrollTo(RowScroll { value, camera.scroll().pinned });
    });
    connect(m_pinnedScrollBar, &QScrollBar::valueChanged, &camera, [&camera](int value) {
        camera.scrollTo(RowScroll { camera.scroll().rest, value });
    });
    connect(&rows, &TimelineRows::changed, this, [this] { announceRows(*this); });
    connect(&rows, &TimelineRows::changed, m_filterBox, [this] { m_filterBox->showRows(m_parts.scene); });
    connect(&rows, &TimelineRows::markedChanged, this, qOverload<>(&TimelineView::update));
    connect(&rows, &TimelineRows::filterAsked, m_filterBox, [this] {
        m_filterBox->showRows(m_parts.scene);
        m_filterBox->start();
    });
    connect(m_filterBox, &TrackFilterBox::filterChanged, &rows, &TimelineRows::setFilter);
    connect(&m_keeper, &OverlayKeeper::veilChanged, this, &TimelineView::invalidate);
    connect(&m_parts.marks, &MarkTool::noticed, this, &TimelineView::noticed);
    connect(&m_parts.walk, &SliceWalk::noticed, this, &TimelineView::noticed);
    connect(&m_keys, &TimelineKeys::noticed, this, &TimelineView::noticed);
    connect(&m_parts.walk, &SliceWalk::noticeOver, this, &TimelineView::noticeOver);
}

void TimelineView::takeTraceSet()
{
    m_keeper.forget();
    m_parts.marks.finishNote(false);
    const bool isSameJob = m_parts.state.isSameJob();
    const RowChoices choices = m_parts.scene.choices();
    const RowScroll scroll = m_parts.camera.scroll();
    m_parts.scene.setTraceSet(m_parts.state.traceSet(), m_parts.state.names());
    if (isSameJob) // rows are named by the positions of ranks, which stay
        m_parts.scene.setChoices(choices);
    m_mouse.forget();
    m_keys.setPlaces({});
    if (isSameJob)
        m_parts.camera.scrollTo(scroll);
    else
        m_parts.reveal.showOpening();
    m_layers.dropOverview();
    m_keeper.takeAll();
    announceSelection(*this);
    m_parts.rows.forget();
}

void TimelineView::setDensity(Density density)
{
    m_parts.scene.setDensity(density);
    m_layers.dropOverview();
    m_parts.camera.refit();
}

void TimelineView::setColouring(Colouring colouring)
{
    m_parts.scene.setColouring(std::move(colouring));
    invalidate();
}

void TimelineView::setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays)
{
    m_parts.scene.setOverlays(std::move(overlays));
    m_parts.walk.takeOverlays();
    m_parts.camera.refit();
}

void TimelineView::setSearchHits(std::shared_ptr<const NameSearch> hits)
{
    m_searchHits = std::move(hits);
    m_keeper.setSearchHits(m_searchHits);
}

void TimelineView::setHiddenPatterns(std::uint32_t letters)
{
    m_parts.scene.setHiddenPatterns(letters);
    invalidate();
}

void TimelineView::invalidate()
{
    m_layers.dropLanes();
    update();
}

void TimelineView::takeCamera()
{
    const TimelineCamera& camera = m_parts.camera;
    const TimelineGeometry geometry = scene().geometry(size());
    const RowPanes panes = projection().panes();
    m_filterBox->place(geometry.rulerHeader, scene().labels().font());
    m_parts.camera.setBarWidth(m_scrollBar->sizeHint().width());
    const auto place = [&](QScrollBar* bar, const RowPane& pane, std::int64_t value, std::int64_t furthest) {
        const QSignalBlocker blocker(bar);
        const int barWidth = bar->sizeHint().width();
        bar->setRange(0, static_cast<int>(std::min<std::int64_t>(furthest, std::numeric_limits<int>::max())));
        bar->setPageStep(pane.height);
        bar->setSingleStep(camera.rowStep());
        bar->setValue(static_cast<int>(value));
        bar->setVisible(furthest > 0);
        bar->setGeometry(width() - barWidth, geometry.lanes.top() + pane.top, barWidth, pane.height);
    };
    place(m_scrollBar, panes.rest(), camera.scroll().rest, camera.furthest().rest);
    place(m_pinnedScrollBar, panes.pinned(), camera.scroll().pinned, camera.furthest().pinned);
    m_mouse.followView();
    hideMovedToolTip();
    invalidate();
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    m_layers.dropOverview();
    const bool isOpening = m_parts.reveal.isOpening(); // a taller screen may scroll by itself
    m_parts.camera.refit();
    if (isOpening)
        m_parts.reveal.showOpening();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_parts.scene.setTheme(Palette::themeOf(palette()));
        m_layers.dropOverview();
        invalidate();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        setDensity(scene().density());
    } else if (event->type() == QEvent::LocaleChange) { // numbers are written otherwise
        scene().labels().clear();
        invalidate();
    }
    QWidget::changeEvent(event);
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    const TimelineViewport v = viewport();
    const TimelineScene& scene = m_parts.scene;
    const TimelineGeometry geometry = scene.geometry(v.size);
    QPainter painter(this);
    if (!scene.traces()) {
        painter.fillRect(rect(), scene.palette().canvas);
        return;
    }
    const TimeRange overviewRange = m_parts.camera.overviewRange();
    const QImage& overview = m_layers.overview(scene, v, overviewRange);
    painter.drawImage(geometry.lanes.topLeft(), m_layers.lanes(scene, v));
    if (v.size.width() < width())
        painter.fillRect(QRect(v.size.width(), 0, width() - v.size.width(), height()), scene.palette().panel);
    // The pointer's line crosses lanes and ruler only: most repaints stop here.
    if (event->region().intersects(geometry.headers)
        || event->region().intersects(geometry.overviewHeader.united(geometry.overview))) {
        paintSurroundings(painter, scene, v, summaries(), overviewRange, overview);
        if (m_searchHits)
            paintOverviewHits(painter, scene, geometry.overview, overviewRange, m_searchHits->places());
    }
    paintRuler(painter, scene, v);
    paintOverlay(painter, scene, v, m_keeper.overlay());
    if (m_parts.rows.marked())
        paintMarkedRow(painter, scene, v, *m_parts.rows.marked());
    if (const auto dropLine = m_mouse.rowDrag().dropLine())
        paintDropLine(painter, scene, v, *dropLine);
    const QString filter = QString::fromStdString(scene.choices().filter);
    if (scene.rows().rows().empty())
        paintNoRows(painter, scene, v,
            filter.isEmpty() ? tr("Every track is hidden.")
                             : tr("No track has \u201c%1\u201d in its name.").arg(filter));
    paintMarks(painter, scene, v, m_keeper.overlay().marks, overviewRange);
    if (hasFocus()) {
        painter.setPen(scene.palette().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRect(QPoint(0, 0), v.size).adjusted(0, 0, -1, -1));
    }
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            if (pinch->scaleFactor() > 0.01)
                m_parts.camera.zoomBy(1 / pinch->scaleFactor(), mapFromGlobal(pinch->centerPoint()).x());
            gestures->accept(pinch);
            return true;
        }
    } else if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_parts.camera.zoomBy(1 / std::clamp(1 + gesture->value(), 0.1, 10.0), gesture->position().x());
            return true;
        }
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    } else if (event->type() == QEvent::ShortcutOverride) {
        // Its own plain keys belong to the timeline while it has the focus.
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (isTimelineKey(key) || (m_mouse.isDragging() && key.key() == Qt::Key_Escape)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    QToolTip::hideText();
    if (!m_mouse.press(*event))
        QWidget::mousePressEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    event->accept();
    m_mouse.wheel(*event);
}

void TimelineView::leaveEvent(QEvent*)
{
    m_mouse.leave();
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (m_keys.press(*event))
        event->accept();
    else
        QWidget::keyPressEvent(event);
}

void TimelineView::keyReleaseEvent(QKeyEvent* event)
{
    m_keys.release(*event);
    QWidget::keyReleaseEvent(event);
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    m_mouse.setSpaceHeld(false); // its release goes elsewhere
    QWidget::focusOutEvent(event);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_mouse.isDragging())
        return; // the menu would take the release of the button that drags
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    if (const auto mark = byMouse ? m_parts.marks.hitAt(event->pos()) : std::nullopt) {
        m_parts.marks.showMenu(mark->mark, event->globalPos());
        return;
    }
    if (const auto row = byMouse ? projection().headerAt(event->pos()) : std::nullopt) {
        (new TrackMenu(m_parts.rows, *row, this))->popup(event->globalPos());
        return;
    }
    const std::optional<SliceRef> slice =
        byMouse ? projection().hitAt(event->pos()).slice : m_parts.state.currentSlice();
    // What a menu is about is selected; of a range that was drawn over a gap, that range.
    const auto gap = byMouse ? projection().gapAt(event->pos()) : std::nullopt;
    if (gap && !isInRange(projection(), m_parts.state.selection(), event->pos()))
        m_parts.state.setSelection({ {}, { gap->interval } });
    QPoint place = event->globalPos();
    if (!byMouse && slice && !rectOf(*slice).isEmpty())
        place = mapToGlobal(rectOf(*slice).bottomLeft().toPoint());
    emit contextMenuRequested(slice, place);
}

void TimelineView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    const auto mark = m_parts.marks.hitAt(position);
    const QString text = mark ? markToolTip(m_keeper.overlay().marks.marks[mark->mark])
                              : toolTipAt(m_parts.state, projection(), position, summaries());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, text, this);
    m_toolTipView = text.isEmpty() ? std::nullopt : std::optional(viewport());
}

void TimelineView::hideMovedToolTip()
{
    if (!m_toolTipView || *m_toolTipView == viewport())
        return;
    m_toolTipView.reset();
    QToolTip::hideText();
}

TimelineArrangement TimelineView::arrangement() const
{
    return { m_parts.state.visibleRange(), m_parts.camera.scroll().rest, scene().choices(), m_keys.places() };
}

void TimelineView::setArrangement(const TimelineArrangement& arrangement)
{
    if (!m_parts.state.traceSet())
        return;
    m_parts.rows.setChoices(arrangement.choices);
    if (!arrangement.visible.isEmpty())
        m_parts.camera.setVisible(arrangement.visible);
    m_parts.camera.scrollTo(arrangement.scrollY);
    m_keys.setPlaces(arrangement.places);
}

Result<QByteArray> TimelineView::picture(PictureFormat format, QSize size, double scale, bool dark) const
{
    TimelinePicture request = pictureOf(m_parts, m_keeper.overlay());
    request.format = format;
    request.size = size;
    request.scale = scale;
    request.dark = dark;
    return renderTimelinePicture(m_parts.state.traceSet(), m_parts.state.names(), request);
}

Result<Done> TimelineView::savePicture(
    const QString& fileName, QSize size, PictureFormat format, double scale, bool dark) const
{
    KT_TRY(const QByteArray bytes, picture(format, size, scale, dark));
    return saveBytes(fileName, bytes);
}

} // namespace kinetoscope

#include "moc_timeline_view.cpp"
