// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: showing a track that was asked for by name, and putting the whole view back.
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/frame_painter.h"

#include <QPainter>

#include <algorithm>
#include <chrono>
#include <span>

namespace kinetoscope {

namespace {

// Long enough to find with the eyes after the rows jumped.
constexpr std::chrono::milliseconds kMarkTime { 2000 };
constexpr double kMarkWash = 0.16;

} // namespace

void TimelineView::revealTrack(std::uint32_t rank, TrackId track)
{
    const RowKey key { RowKind::Track, rank, track.value };
    if (m_scene.uncover(rank, track)) {
        updateScrollBar();
        invalidate();
        emit rowsChanged();
    }
    const std::ptrdiff_t at = m_scene.rows().find(key);
    if (at < 0)
        return;
    const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(at)];
    const RowPanes shown = panes();
    scrollTo(shown.revealing(shown.of(row), row.y, row.y + row.height));
    markRow(key);
}

void TimelineView::revealRank(std::uint32_t rank)
{
    const auto& traces = m_viewState->traceSet();
    if (!traces || rank >= traces->ranks().size())
        return;
    const std::span<const Track> tracks = traces->ranks()[rank].trace->tracks();
    const auto works = [](const Track& track) { return track.kind == TrackKind::Stream && track.sliceCount > 0; };
    const auto first = std::ranges::find_if(tracks, works);
    if (first != tracks.end()
        && m_scene.uncover(rank, TrackId { static_cast<std::uint32_t>(first - tracks.begin()) })) {
        updateScrollBar();
        invalidate();
        emit rowsChanged();
    }
    const RowPanes shown = panes();
    const TimelineRow* title = nullptr;
    const TimelineRow* stream = nullptr; // the first one
    bool isInView = false;
    for (const TimelineRow& row : m_scene.rows().rows()) {
        if (row.key.rank != rank)
            continue;
        if (row.key.kind == RowKind::Track && works(tracks[row.key.index])) {
            isInView = isInView || shown.revealing(shown.of(row), row.y, row.y + row.height) == shown.scroll();
            stream = stream ? stream : &row;
        } else if (!stream && (row.key.kind == RowKind::Rank || row.key.kind == RowKind::Group)) {
            title = &row; // the last one before the first stream is its device's
        }
    }
    if (title && !isInView) {
        const TimelineRow& last = stream && !stream->isPinned ? *stream : *title;
        scrollTo(shown.revealing(shown.of(*title), title->y, last.y + last.height));
    }
    markRow({ RowKind::Rank, rank, 0 });
}

void TimelineView::revealInterval(const IntervalRef& interval)
{
    if (interval.track.isValid())
        revealTrack(interval.rank, interval.track);
    else
        revealRank(interval.rank);
}

void TimelineView::markRow(const RowKey& row)
{
    m_currentRow = row;
    m_markedRow = row;
    m_markTimer.start(kMarkTime);
    update();
}

TimelineArrangement TimelineView::arrangement() const
{
    return { m_viewState->visibleRange(), m_scroll.rest, m_scene.choices(), m_places };
}

void TimelineView::setArrangement(const TimelineArrangement& arrangement)
{
    if (!m_viewState->traceSet())
        return;
    applyChoices(arrangement.choices);
    if (!arrangement.visible.isEmpty())
        setVisible(arrangement.visible);
    scrollTo(arrangement.scrollY);
    m_places = arrangement.places;
}

void TimelineView::paintMarkedRow(QPainter& painter) const
{
    const std::ptrdiff_t at = m_markedRow ? m_scene.rows().find(*m_markedRow) : -1;
    if (at < 0)
        return;
    const TimelineViewport v = viewport();
    const TimelineGeometry geometry = m_scene.geometry(v.size);
    const TimelineRow& marked = m_scene.rows().rows()[static_cast<std::size_t>(at)];
    QRect row = headerRect(m_scene, v, marked);
    row.setRight(geometry.lanes.right());
    QRect area = headersOf(m_scene, v, marked);
    area.setRight(geometry.lanes.right());
    if (!row.intersects(area))
        return;
    QColor wash = m_scene.palette().accent;
    wash.setAlphaF(static_cast<float>(kMarkWash));
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.fillRect(row, wash);
    painter.setPen(QPen(m_scene.palette().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(row.adjusted(1, 0, -1, 0));
    painter.restore();
}

} // namespace kinetoscope
