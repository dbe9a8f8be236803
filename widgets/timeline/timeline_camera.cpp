// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_camera.h"

#include "widgets/support/view_state.h"

#include <QWidget>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kMargin = 0.05; ///< room beside what zoomTo shows, of its length

} // namespace

TimelineCamera::TimelineCamera(const QWidget& screen, ViewState& state, const TimelineScene& scene)
    : m_screen(screen)
    , m_state(state)
    , m_scene(scene)
{
}

TimelineViewport TimelineCamera::viewport() const
{
    TimelineViewport viewport;
    const bool hasBar = m_furthest.rest > 0 || m_furthest.pinned > 0;
    viewport.size = QSize(std::max(1, m_screen.width() - (hasBar ? m_barWidth : 0)), m_screen.height());
    viewport.pixelRatio = m_screen.devicePixelRatioF();
    viewport.visible = m_state.visibleRange();
    viewport.scroll = m_scroll;
    return viewport;
}

TimeRange TimelineCamera::overviewRange() const
{
    return m_state.traceSet() ? m_state.traceSet()->coreRange() : TimeRange {};
}

void TimelineCamera::refit()
{
    const RowPanes panes = m_scene.panes(viewport());
    m_scroll = panes.scroll();
    m_furthest = panes.furthest();
    emit changed();
}

void TimelineCamera::scrollTo(RowScroll scroll)
{
    scroll.rest = std::clamp<std::int64_t>(scroll.rest, 0, m_furthest.rest);
    scroll.pinned = std::clamp<std::int64_t>(scroll.pinned, 0, m_furthest.pinned);
    if (scroll == m_scroll)
        return;
    m_scroll = scroll;
    emit changed();
}

void TimelineCamera::scrollBy(std::int64_t pixels, QPointF point)
{
    RowScroll scroll = m_scroll;
    const TimelineProjection shown = projection();
    const bool isPinned = shown.panes().at(shown.areaY(point)).isPinned && m_furthest.pinned > 0;
    (isPinned ? scroll.pinned : scroll.rest) += pixels;
    scrollTo(scroll);
}

void TimelineCamera::setVisible(TimeRange range)
{
    if (m_state.traceSet())
        m_state.setVisibleRange(fittedInto(range, m_state.visibleLimits()));
}

void TimelineCamera::zoomTo(TimeRange range)
{
    setVisible(withMargin(range, kMargin));
}

void TimelineCamera::zoomBy(double factor, double x)
{
    const QRect lanes = projection().geometry().lanes;
    const double anchor = (x - lanes.left()) / lanes.width();
    if (m_state.traceSet())
        m_state.setVisibleRange(zoomed(m_state.visibleRange(), m_state.visibleLimits(), anchor, factor));
}

void TimelineCamera::zoomIn()
{
    zoomBy(1 / kZoomStep, projection().geometry().lanes.center().x());
}

void TimelineCamera::zoomOut()
{
    zoomBy(kZoomStep, projection().geometry().lanes.center().x());
}

void TimelineCamera::panBy(double share)
{
    if (m_state.traceSet())
        m_state.setVisibleRange(panned(m_state.visibleRange(), m_state.visibleLimits(), share));
}

void TimelineCamera::fitAll()
{
    const auto& traces = m_state.traceSet();
    if (!traces)
        return;
    // What was recorded first: the profiler's own spans go on where nothing else does.
    const TimeRange ranges[] { traces->workRange(), traces->coreRange(), traces->range() };
    const auto shown = std::ranges::find_if(ranges,
        [this](TimeRange range) { return m_state.visibleRange() == fittedInto(range, m_state.visibleLimits()); });
    const auto larger = std::find_if(shown == std::end(ranges) ? std::begin(ranges) : shown, std::end(ranges),
        [this](TimeRange range) { return m_state.visibleRange() != fittedInto(range, m_state.visibleLimits()); });
    setVisible(larger == std::end(ranges) ? ranges[0] : *larger);
}

} // namespace kinetoscope

#include "moc_timeline_camera.cpp"
