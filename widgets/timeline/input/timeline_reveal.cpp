// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/timeline_reveal.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

constexpr double kMarginOfInterval = 0.5;
constexpr double kMarginOfSlice = 0.05;
constexpr double kSeenPixels = 12;           ///< a narrower slice is not seen among others
constexpr Nanoseconds kShortestAround = 500; ///< shown on each side of a hit that takes no time

} // namespace

TimelineReveal::TimelineReveal(const ViewState& state, TimelineRows& rows, TimelineCamera& camera)
    : m_state(state)
    , m_rows(rows)
    , m_camera(camera)
{
}

void TimelineReveal::showOpening()
{
    m_camera.scrollTo(RowScroll {});
    m_opening = m_camera.scroll();
}

bool TimelineReveal::isOpening() const
{
    const auto& traces = m_state.traceSet();
    return traces && m_opening == m_camera.scroll() && m_state.visibleRange() == traces->workRange()
        && m_state.selection().isEmpty() && m_rows.scene().choices() == RowChoices {};
}

void TimelineReveal::zoomToSelection(const Selection& selection)
{
    if (selection.isEmpty())
        return;
    const TimeRange range = m_state.jobRange(selection);
    // A gap tells nothing by itself: what stands at its ends belongs in the picture.
    if (selection.slices.empty() && selection.intervals.size() == 1)
        m_camera.setVisible(withMargin(range, kMarginOfInterval));
    else
        m_camera.zoomTo(range);
    if (!selection.slices.empty())
        showSlice(selection.slices.back());
    else if (const IntervalRef& first = selection.intervals.front(); first.track.isValid())
        showTrack(first.rank, first.track);
    else
        showRank(first.rank);
}

void TimelineReveal::focusSelected()
{
    const Selection& selection = m_state.selection();
    if (selection.isEmpty())
        return;
    m_camera.zoomTo(m_state.jobRange(selection));
    if (!selection.slices.empty())
        showSlice(selection.slices.back());
}

void TimelineReveal::showHit(SliceRef slice)
{
    if (!m_state.isValid(slice))
        return;
    showSlice(slice);
    widen(m_state.jobRange(slice));
}

void TimelineReveal::widen(TimeRange range)
{
    const double width = m_camera.projection().geometry().lanes.width();
    const double pixels = width * static_cast<double>(range.length())
        / static_cast<double>(std::max<Nanoseconds>(1, m_state.visibleRange().length()));
    if (pixels >= kSeenPixels)
        return;
    // A tenth of the view: what stands around it tells where it is.
    const Nanoseconds half =
        std::max<Nanoseconds>(kShortestAround, std::min<Nanoseconds>(range.length(), kMaxTimestamp / 16) * 5);
    const Timestamp middle = saturatingAdd(range.begin, range.length() / 2);
    m_camera.setVisible({ saturatingSubtract(middle, half), saturatingAdd(middle, half) });
}

void TimelineReveal::showSlice(SliceRef slice)
{
    if (!m_state.isValid(slice))
        return;
    m_rows.uncover(slice);
    reach(m_state.jobRange(slice));
    const TimelineScene& scene = m_rows.scene();
    const std::ptrdiff_t at = scene.rowOf(slice);
    if (at < 0)
        return;
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    const int lane = RowLayout::laneOf(row, *m_state.rankOf(slice.rank)->trace, slice.slice);
    const std::int64_t top = lane >= 0 ? RowLayout::laneTop(row, lane) : row.y;
    scrollTo(row, top, top + (lane >= 0 ? row.laneHeight : row.height));
}

void TimelineReveal::showInterval(const IntervalRef& interval)
{
    if (!m_state.rankOf(interval.rank))
        return;
    if (interval.track.isValid()) {
        m_rows.uncover(interval.rank, interval.track);
        const RowLayout& layout = m_rows.scene().rows();
        const std::ptrdiff_t at = layout.find({ RowKind::Track, interval.rank, interval.track.value });
        if (at >= 0) {
            const TimelineRow& row = layout.rows()[static_cast<std::size_t>(at)];
            scrollTo(row, row.y, row.y + row.height);
        }
    }
    reach(interval.range);
    widen(interval.range);
}

bool TimelineReveal::showWithinRange(const Selection& selection)
{
    const TimeRange visible = m_state.visibleRange();
    const auto isInRange = [&visible](
                               TimeRange range) { return range.begin <= visible.end && range.end >= visible.begin; };
    const RowPanes panes = m_camera.projection().panes();
    std::optional<SliceRef> slice;
    std::optional<IntervalRef> interval;
    Nanoseconds longest = -1;
    for (const SliceRef& part : selection.slices) {
        const TimeRange range = m_state.jobRange(part);
        if (!m_state.isValid(part) || !isInRange(range))
            continue;
        if (isRowInView(part, panes))
            return true;
        if (range.length() > longest) {
            longest = range.length();
            slice = part;
        }
    }
    for (const IntervalRef& part : selection.intervals) {
        if (!isInRange(part.range))
            continue;
        if (isRowInView(part, panes))
            return true;
        if (part.range.length() > longest) {
            longest = part.range.length();
            interval = part;
        }
    }
    if (interval && interval->track.isValid())
        showTrack(interval->rank, interval->track);
    else if (interval)
        showRank(interval->rank);
    else if (slice)
        showSlice(*slice);
    return longest >= 0;
}

bool TimelineReveal::isRowInView(SliceRef slice, const RowPanes& panes) const
{
    const TimelineScene& scene = m_rows.scene();
    const std::ptrdiff_t at = scene.rowOf(slice);
    if (at < 0)
        return false;
    const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(at)];
    const int lane = RowLayout::laneOf(row, *m_state.rankOf(slice.rank)->trace, slice.slice);
    const std::int64_t top = lane >= 0 ? RowLayout::laneTop(row, lane) : row.y;
    const RowPane& pane = panes.of(row);
    return top < pane.toLayout(pane.bottom()) && top + (lane >= 0 ? row.laneHeight : row.height) > pane.origin;
}

bool TimelineReveal::isRowInView(const IntervalRef& interval, const RowPanes& panes) const
{
    const TimelineScene& scene = m_rows.scene();
    const std::ptrdiff_t at = interval.track.isValid() ? scene.rowOf(interval.rank, interval.track) : -1;
    const auto isOf = [&](std::size_t row) {
        const TimelineRow& each = scene.rows().rows()[row];
        if (!interval.track.isValid())
            return each.key.rank == interval.rank;
        // The title of an open row shows nothing of a track that is hidden.
        return at == static_cast<std::ptrdiff_t>(row) && (each.key.kind == RowKind::Track || !each.expanded);
    };
    for (const RowPane& pane : panes.all()) {
        for (std::size_t row = pane.firstRow; row < pane.endRow; ++row) {
            if (isOf(row))
                return true;
        }
    }
    return false;
}

void TimelineReveal::reach(TimeRange range)
{
    const TimeRange visible = m_state.visibleRange();
    const bool inside = range.begin >= visible.begin && range.end <= visible.end;
    const bool longer = range.length() > visible.length();
    const bool touches = range.begin < visible.end && range.end > visible.begin;
    if (!inside && longer && !touches) {
        m_camera.setVisible(withMargin(range, kMarginOfSlice));
    } else if (!inside && !longer) {
        const Timestamp begin =
            saturatingSubtract(saturatingAdd(range.begin, range.length() / 2), visible.length() / 2);
        m_camera.setVisible({ begin, saturatingAdd(begin, visible.length()) });
    }
}

void TimelineReveal::scrollTo(const TimelineRow& row, std::int64_t top, std::int64_t bottom)
{
    const TimelineProjection shown = m_camera.projection();
    m_camera.scrollTo(shown.panes().revealing(shown.panes().of(row), top, bottom));
}

void TimelineReveal::showTrack(std::uint32_t rank, TrackId track)
{
    const RowKey key { RowKind::Track, rank, track.value };
    m_rows.uncover(rank, track);
    const RowLayout& layout = m_rows.scene().rows();
    const std::ptrdiff_t at = layout.find(key);
    if (at < 0)
        return;
    const TimelineRow& row = layout.rows()[static_cast<std::size_t>(at)];
    scrollTo(row, row.y, row.y + row.height);
    m_rows.mark(key);
}

void TimelineReveal::showRank(std::uint32_t rank)
{
    const auto& traces = m_state.traceSet();
    if (!traces || rank >= traces->ranks().size())
        return;
    const std::span<const Track> tracks = traces->ranks()[rank].trace->tracks();
    const auto works = [](const Track& track) { return track.kind == TrackKind::Stream && track.sliceCount > 0; };
    const auto first = std::ranges::find_if(tracks, works);
    if (first != tracks.end())
        m_rows.uncover(rank, TrackId { static_cast<std::uint32_t>(first - tracks.begin()) });
    const RowPanes panes = m_camera.projection().panes();
    const TimelineRow* title = nullptr;
    const TimelineRow* stream = nullptr; // the first one
    bool isInView = false;
    for (const TimelineRow& row : m_rows.scene().rows().rows()) {
        if (row.key.rank != rank)
            continue;
        if (row.key.kind == RowKind::Track && works(tracks[row.key.index])) {
            isInView = isInView || panes.revealing(panes.of(row), row.y, row.y + row.height) == panes.scroll();
            stream = stream ? stream : &row;
        } else if (!stream && (row.key.kind == RowKind::Rank || row.key.kind == RowKind::Group)) {
            title = &row; // the last one before the first stream is its device's
        }
    }
    if (title && !isInView) {
        const TimelineRow& last = stream && !stream->isPinned ? *stream : *title;
        scrollTo(*title, title->y, last.y + last.height);
    }
    m_rows.mark({ RowKind::Rank, rank, 0 });
}

} // namespace kinetoscope

#include "moc_timeline_reveal.cpp"
