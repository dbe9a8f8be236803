// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/timeline_reveal.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

#include <algorithm>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kMarginOfInterval = 0.5;
constexpr double kMarginOfSlice = 0.05;
constexpr double kSeenPixels = 12;           ///< a narrower slice is not seen among others
constexpr Nanoseconds kShortestAround = 500; ///< shown on each side of a hit that takes no time
constexpr Nanoseconds kAroundPoint = 50'000; ///< shown on each side of a point in time that no op is around

/// Whether the rows of parts of a selection are in view, if only in part. Millions of parts are asked about, mostly of
/// one track after each other: where its row is, is looked up once for these.
class RowsInView {
public:
    RowsInView(const TimelineScene& scene, const RowPanes& panes)
        : m_scene(scene)
        , m_panes(panes)
    {
    }

    [[nodiscard]] bool shows(SliceRef slice)
    {
        const std::uint32_t at = slice.slice.value;
        if (slice.rank != m_rank || at < m_firstSlice || at >= m_endSlice)
            lookUp(slice);
        if (!m_row)
            return false;
        const int lane = RowLayout::laneOf(*m_row, *m_trace, slice.slice);
        const std::int64_t top = lane >= 0 ? RowLayout::laneTop(*m_row, lane) : m_row->y;
        return isInPane(top, lane >= 0 ? m_row->laneHeight : m_row->height);
    }

    /// Of a stretch without a track any row of its rank.
    [[nodiscard]] bool shows(const IntervalRef& interval)
    {
        if (interval.rank != m_intervalRank || interval.track != m_intervalTrack)
            m_showsInterval = hasRow(interval);
        m_intervalRank = interval.rank;
        m_intervalTrack = interval.track;
        return m_showsInterval;
    }

private:
    void lookUp(SliceRef slice)
    {
        m_rank = slice.rank;
        m_trace = m_scene.traces()->ranks()[slice.rank].trace.get();
        const Track& track = m_trace->track(m_trace->trackOf(slice.slice));
        m_firstSlice = track.firstSlice;
        m_endSlice = track.endSlice();
        const std::ptrdiff_t at = m_scene.rowOf(slice);
        m_row = at >= 0 ? &m_scene.rows().rows()[static_cast<std::size_t>(at)] : nullptr;
        if (m_row && !isInPane(m_row->y, m_row->height))
            m_row = nullptr;
    }

    [[nodiscard]] bool isInPane(std::int64_t top, std::int64_t height) const
    {
        const RowPane& pane = m_panes.of(*m_row);
        return top < pane.toLayout(pane.bottom()) && top + height > pane.origin;
    }

    [[nodiscard]] bool hasRow(const IntervalRef& interval) const
    {
        const std::ptrdiff_t at = interval.track.isValid() ? m_scene.rowOf(interval.rank, interval.track) : -1;
        const auto isOf = [&](std::size_t row) {
            const TimelineRow& each = m_scene.rows().rows()[row];
            if (!interval.track.isValid())
                return each.key.rank == interval.rank;
            // The title of an open row shows nothing of a track that is hidden.
            return at == static_cast<std::ptrdiff_t>(row) && (each.key.kind == RowKind::Track || !each.expanded);
        };
        for (const RowPane& pane : m_panes.all()) {
            for (std::size_t row = pane.firstRow; row < pane.endRow; ++row) {
                if (isOf(row))
                    return true;
            }
        }
        return false;
    }

    const TimelineScene& m_scene;
    const RowPanes& m_panes;
    std::uint32_t m_rank = 0; ///< of the slices of a track, [first, end), for which the rest holds
    std::uint32_t m_firstSlice = 0;
    std::uint32_t m_endSlice = 0;
    const Trace* m_trace = nullptr;
    const TimelineRow* m_row = nullptr; ///< nullptr: not in view
    std::optional<std::uint32_t> m_intervalRank;
    TrackId m_intervalTrack;
    bool m_showsInterval = false;
};

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
    m_rows.openThreadsAtFirst(true);
    const auto& traces = m_state.traceSet();
    const auto isWork = [&traces](const TimelineRow& row) {
        if (row.key.kind != RowKind::Track || !traces)
            return false;
        const Track& track = traces->ranks()[row.key.rank].trace->tracks()[row.key.index];
        return track.kind == TrackKind::Stream && track.sliceCount > 0;
    };
    // px below the view: of the first stream, and of the last one beside it on its device
    const auto lacking = [&]() -> std::pair<std::int64_t, std::int64_t> {
        const auto& rows = m_rows.scene().rows().rows();
        const auto first = std::ranges::find_if(rows, isWork);
        if (first == rows.end())
            return {};
        auto last = first;
        for (auto row = first; row != rows.end() && row->key.rank == first->key.rank && row->group == first->group;
             ++row)
            last = isWork(*row) ? row : last;
        const std::int64_t bottom = m_camera.projection().panes().rest().height;
        return { first->y + first->height - bottom, last->y + last->height - bottom };
    };
    if (const auto [first, last] = lacking(); last > 0) {
        m_rows.openThreadsAtFirst(false);
        // Some of many streams say as much as some more of them: only for all the launching threads are given up.
        if (first <= 0 && lacking().second > 0)
            m_rows.openThreadsAtFirst(true);
    }
    if (const std::int64_t rest = lacking().first; rest > 0) {
        // From the top of a row on: half of one says nothing.
        const auto& rows = m_rows.scene().rows().rows();
        const auto top = std::ranges::find_if(rows, [rest](const TimelineRow& row) { return row.y >= rest; });
        RowScroll scroll;
        scroll.rest = top == rows.end() ? rest : top->y;
        m_camera.scrollTo(scroll);
    }
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
    const TimeRange range = rangeAround(selection);
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

TimeRange TimelineReveal::rangeAround(const Selection& selection) const
{
    const TimeRange range = m_state.jobRange(selection);
    if (!range.isEmpty() || selection.slices.empty() || !m_state.isValid(selection.slices.back()))
        return range;
    const SliceRef point = selection.slices.back();
    const Trace& trace = *m_state.rankOf(point.rank)->trace;
    const std::vector<SliceId> stack =
        isDeviceSide(trace.kind(point.slice)) ? std::vector<SliceId> {} : trace.opStack(point.slice);
    const auto op = std::ranges::find_if(
        stack, [&trace](SliceId slice) { return trace.kind(slice) == EventKind::CpuOp; }); // the outermost
    Nanoseconds half = kAroundPoint;
    if (op != stack.end()) {
        const TimeRange whole = m_state.jobRange(SliceRef { point.rank, *op });
        half = std::max({ kShortestAround, saturatingSubtract(range.begin, whole.begin),
            saturatingSubtract(whole.end, range.begin) });
    }
    return { saturatingSubtract(range.begin, half), saturatingAdd(range.begin, half) };
}

void TimelineReveal::focusSelected()
{
    const Selection& selection = m_state.selection();
    if (selection.isEmpty())
        return;
    m_camera.zoomTo(rangeAround(selection));
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
    if (!m_state.traceSet())
        return false;
    const TimeRange visible = m_state.visibleRange();
    const auto isInRange = [&visible](
                               TimeRange range) { return range.begin <= visible.end && range.end >= visible.begin; };
    const RowPanes panes = m_camera.projection().panes();
    RowsInView inView(m_rows.scene(), panes);
    std::optional<SliceRef> slice;
    std::optional<IntervalRef> interval;
    Nanoseconds longest = -1;
    const std::span<const RankTrace> ranks = m_state.traceSet()->ranks();
    for (const SliceRef& part : selection.slices) {
        if (part.rank >= ranks.size() || part.slice.index() >= ranks[part.rank].trace->slices().size())
            continue;
        const TimeRange range = ranks[part.rank].jobRange(part.slice);
        if (!isInRange(range))
            continue;
        if (inView.shows(part))
            return true;
        if (range.length() > longest) {
            longest = range.length();
            slice = part;
        }
    }
    for (const IntervalRef& part : selection.intervals) {
        if (!isInRange(part.range))
            continue;
        if (inView.shows(part))
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
