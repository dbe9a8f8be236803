// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: moving through time and tracks, from slice to slice.
#include "widgets/timeline/timeline_view.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/query/same_name.h"
#include "widgets/support/view_state.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kMargin = 0.05; ///< room beside what zoomTo shows, of its length
constexpr double kMarginOfInterval = 0.5;
constexpr double kSeenPixels = 12;           ///< a narrower slice is not seen among others
constexpr Nanoseconds kShortestAround = 500; ///< shown on each side of a hit that takes no time

} // namespace

TimeRange TimelineView::limits() const
{
    return m_viewState->visibleLimits();
}

void TimelineView::setVisible(TimeRange range)
{
    if (m_viewState->traceSet())
        m_viewState->setVisibleRange(fittedInto(range, limits()));
}

void TimelineView::zoomBy(double factor, double x)
{
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const double anchor = (x - geometry.lanes.left()) / geometry.lanes.width();
    if (m_viewState->traceSet())
        m_viewState->setVisibleRange(zoomed(m_viewState->visibleRange(), limits(), anchor, factor));
}

void TimelineView::panBy(double share)
{
    if (m_viewState->traceSet())
        m_viewState->setVisibleRange(panned(m_viewState->visibleRange(), limits(), share));
}

void TimelineView::zoomIn()
{
    zoomBy(1 / kZoomStep, m_scene.geometry(viewport().size).lanes.center().x());
}

void TimelineView::zoomOut()
{
    zoomBy(kZoomStep, m_scene.geometry(viewport().size).lanes.center().x());
}

void TimelineView::zoomTo(TimeRange range)
{
    setVisible(withMargin(range, kMargin));
}

void TimelineView::zoomToSelection(const Selection& selection)
{
    if (selection.isEmpty())
        return;
    const TimeRange range = m_viewState->jobRange(selection);
    // A gap tells nothing by itself: what stands at its ends belongs in the picture.
    if (selection.slices.empty() && selection.intervals.size() == 1)
        setVisible(withMargin(range, kMarginOfInterval));
    else
        zoomTo(range);
    if (!selection.slices.empty())
        revealSlice(selection.slices.back());
    else
        revealInterval(selection.intervals.front());
}

void TimelineView::fitAll()
{
    const auto& traces = m_viewState->traceSet();
    if (!traces)
        return;
    const TimeRange core = traces->coreRange();
    setVisible(m_viewState->visibleRange() == fittedInto(core, limits()) ? traces->range() : core);
}

void TimelineView::focusSelection()
{
    const Selection& selection = m_viewState->selection();
    if (selection.isEmpty())
        return;
    zoomTo(m_viewState->jobRange(selection));
    if (!selection.slices.empty())
        revealSlice(selection.slices.back());
}

void TimelineView::showHit(SliceRef slice)
{
    if (!m_viewState->isValid(slice))
        return;
    revealSlice(slice);
    const TimeRange range = m_viewState->jobRange(slice);
    const double width = m_scene.geometry(viewport().size).lanes.width();
    const double pixels = width * static_cast<double>(range.length())
        / static_cast<double>(std::max<Nanoseconds>(1, m_viewState->visibleRange().length()));
    if (pixels >= kSeenPixels)
        return;
    // A tenth of the view: what stands around it tells where it is.
    const Nanoseconds half =
        std::max<Nanoseconds>(kShortestAround, std::min<Nanoseconds>(range.length(), kMaxTimestamp / 16) * 5);
    const Timestamp middle = saturatingAdd(range.begin, range.length() / 2);
    setVisible({ saturatingSubtract(middle, half), saturatingAdd(middle, half) });
}

void TimelineView::revealSlice(SliceRef slice)
{
    if (!m_viewState->isValid(slice))
        return;
    if (m_scene.uncover(slice)) {
        updateScrollBar();
        invalidate();
        emit rowsChanged();
    }
    const TimeRange range = m_viewState->jobRange(slice);
    TimeRange visible = m_viewState->visibleRange();
    const bool inside = range.begin >= visible.begin && range.end <= visible.end;
    const bool longer = range.length() > visible.length();
    const bool touches = range.begin < visible.end && range.end > visible.begin;
    if (!inside && !(longer && touches)) {
        if (longer) {
            visible = withMargin(range, kMargin);
        } else {
            const Timestamp begin =
                saturatingSubtract(saturatingAdd(range.begin, range.length() / 2), visible.length() / 2);
            visible = { begin, saturatingAdd(begin, visible.length()) };
        }
        setVisible(visible);
    }
    const std::ptrdiff_t at = m_scene.rowOf(slice);
    if (at < 0)
        return;
    const TimelineRow& row = m_scene.rows().rows()[static_cast<std::size_t>(at)];
    std::int64_t top = row.y;
    std::int64_t bottom = row.y + row.height;
    const int lane = RowLayout::laneOf(row, *m_viewState->rankOf(slice.rank)->trace, slice.slice);
    if (lane >= 0) {
        top = RowLayout::laneTop(row, lane);
        bottom = top + row.laneHeight;
    }
    const RowPanes shown = panes();
    scrollTo(shown.revealing(shown.of(row), top, bottom));
}

std::optional<SliceRef> TimelineView::firstInView() const
{
    if (!m_viewState->traceSet())
        return std::nullopt;
    const TimeRange visible = m_viewState->visibleRange();
    const std::vector<TimelineRow>& rows = m_scene.rows().rows();
    const std::int64_t height = panes().pinned().height + panes().rest().height;
    for (const std::size_t at : panes().rowsBetween(m_scene.rows(), 0, std::max<std::int64_t>(0, height - 1))) {
        const TimelineRow& row = rows[at];
        if (!row.track().isValid() || row.laneCount == 0)
            continue;
        const RankTrace& rank = m_viewState->traceSet()->ranks()[row.key.rank];
        const LaneRows lane = laneRowsOf(*rank.trace, row.track(), row.firstLane);
        const SliceTable& slices = rank.trace->slices();
        std::size_t low = 0;
        std::size_t high = lane.size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (rank.toJobTime(slices.start[lane[middle].index()]) < visible.begin)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < lane.size() && rank.toJobTime(slices.start[lane[low].index()]) < visible.end)
            return SliceRef { row.key.rank, lane[low] };
    }
    return std::nullopt;
}

void TimelineView::stepSlice(int direction)
{
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    if (!current) {
        if (const std::optional<SliceRef> first = firstInView()) {
            m_viewState->selectSlice(*first);
            revealSlice(*first);
        }
        return;
    }
    const Trace& trace = *m_viewState->rankOf(current->rank)->trace;
    const TrackId track = trace.trackOf(current->slice);
    // As the row shows it now, if it does: without its Python frames a thread has other neighbours.
    const std::ptrdiff_t at = m_scene.rows().find({ RowKind::Track, current->rank, track.value });
    const int shown =
        at < 0 ? -1 : RowLayout::laneOf(m_scene.rows().rows()[static_cast<std::size_t>(at)], trace, current->slice);
    const LaneRows rows = shown < 0
        ? trace.lane(track, trace.laneOf(current->slice))
        : laneRowsOf(trace, track,
            static_cast<std::uint16_t>(m_scene.rows().rows()[static_cast<std::size_t>(at)].firstLane + shown));
    // Rows of a lane ascend: find this one, take its neighbour.
    std::size_t low = 0;
    std::size_t high = rows.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (rows[middle] < current->slice)
            low = middle + 1;
        else
            high = middle;
    }
    if ((direction < 0 && low == 0) || (direction > 0 && low + 1 >= rows.size()))
        return;
    const SliceRef next { current->rank, rows[direction < 0 ? low - 1 : low + 1] };
    m_viewState->selectSlice(next);
    revealSlice(next);
}

void TimelineView::stepSameName(int direction)
{
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    if (!current)
        return;
    const std::optional<SliceRef> next = neighbourOfSameName(*m_viewState->traceSet(), *current, direction);
    if (!next)
        return;
    m_viewState->selectSlice(*next);
    revealSlice(*next);
}

void TimelineView::showStep(SliceRef step)
{
    m_viewState->selectSlice(step);
    zoomTo(m_viewState->jobRange(step));
}

void TimelineView::showLastStep()
{
    const auto& traces = m_viewState->traceSet();
    if (!traces)
        return;
    std::optional<SliceRef> last;
    for (std::uint32_t rank = 0; rank < traces->ranks().size(); ++rank) {
        const auto steps = traces->ranks()[rank].trace->steps();
        if (steps.empty())
            continue;
        const SliceRef step { rank, steps.back().slice };
        if (!last || m_viewState->jobRange(step).begin > m_viewState->jobRange(*last).begin)
            last = step;
    }
    if (last)
        showStep(*last);
}

void TimelineView::stepStep(int direction)
{
    const auto& traces = m_viewState->traceSet();
    if (!traces)
        return;
    // From the selected step if one is, else from what is in view.
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    std::uint32_t rankPosition = current ? current->rank : 0;
    while (
        !current && rankPosition + 1 < traces->ranks().size() && traces->ranks()[rankPosition].trace->steps().empty())
        ++rankPosition;
    const RankTrace& rank = traces->ranks()[rankPosition];
    const auto steps = rank.trace->steps();
    std::ptrdiff_t at = -1;
    bool onStep = false;
    const TimeRange visible = m_viewState->visibleRange();
    const Timestamp middle = rank.toTraceTime(saturatingAdd(visible.begin, visible.length() / 2));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (current && steps[i].slice == current->slice) {
            at = static_cast<std::ptrdiff_t>(i);
            onStep = true;
            break;
        }
        if (steps[i].range.begin <= middle)
            at = static_cast<std::ptrdiff_t>(i);
    }
    // From the middle of nowhere "previous" means the step one is in.
    const std::ptrdiff_t next = onStep || direction > 0 ? at + direction : at;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(steps.size()))
        return;
    showStep({ rankPosition, steps[static_cast<std::size_t>(next)].slice });
}

void TimelineView::followFlow(int direction)
{
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    if (!current)
        return;
    // Forward there is nothing but the other ranks; back is where it came from, as of any kernel.
    const Trace& trace = *m_viewState->rankOf(current->rank)->trace;
    if (direction > 0 && isCollective(trace, current->slice))
        followCollective(direction);
    else
        followLaunch(direction);
}

void TimelineView::followCollective(int direction)
{
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    if (!current)
        return;
    if (!isCollective(*m_viewState->rankOf(current->rank)->trace, current->slice)) {
        emit noticed(tr("This is no collective: it has no counterpart on other ranks."));
        return;
    }
    if (m_viewState->traceSet()->ranks().size() == 1) {
        emit noticed(tr("Only one rank is open: this collective has no counterpart."));
        return;
    }
    m_collectives.go(m_viewState->traceSet(), *current, direction);
}

void TimelineView::showCollective(SliceRef from, std::optional<SliceRef> other)
{
    if (m_viewState->currentSlice() != from)
        return; // somebody went elsewhere meanwhile
    if (!other) {
        emit noticed(tr("No other rank has this collective."));
        return;
    }
    m_viewState->selectSlice(*other);
    revealSlice(*other);
}

void TimelineView::followLaunch(int direction)
{
    const std::optional<SliceRef> current = m_viewState->currentSlice();
    if (!current)
        return;
    const Trace& trace = *m_viewState->rankOf(current->rank)->trace;
    SliceId next;
    if (direction > 0) {
        const auto work = trace.launches().of(current->slice);
        const auto flows = trace.flows().from(current->slice);
        if (!work.empty())
            next = work.front().work;
        else if (!flows.empty())
            next = flows.front().to;
    } else {
        next = trace.launchOf(current->slice);
        const auto flows = trace.flows().to(current->slice);
        if (!next.isValid() && !flows.empty())
            next = trace.flows().all()[flows.front()].from;
        if (!next.isValid())
            next = trace.forwardOf(current->slice);
    }
    if (!next.isValid())
        return;
    const SliceRef slice { current->rank, next };
    m_viewState->selectSlice(slice);
    revealSlice(slice);
}

void TimelineView::toggleRow(const RowKey& key)
{
    const std::ptrdiff_t at = m_scene.rows().find(key);
    if (at < 0 || !m_scene.rows().rows()[static_cast<std::size_t>(at)].canFold)
        return;
    m_scene.setExpanded(key, !m_scene.rows().rows()[static_cast<std::size_t>(at)].expanded);
    updateScrollBar();
    invalidate();
    emit rowsChanged();
}

bool TimelineView::showsPythonFrames() const
{
    const auto& rows = m_scene.rows().rows();
    return std::any_of(rows.begin(), rows.end(), [this](const TimelineRow& row) {
        const TreeTrack* track = m_scene.treeTrack(row);
        return track && track->foldedLanes > 0 && !row.foldsPython;
    });
}

bool TimelineView::hasPythonFrames() const
{
    for (const TreeRank& rank : m_scene.tree().ranks) {
        for (const TreeGroup& group : rank.groups) {
            if (std::ranges::any_of(group.tracks, [](const TreeTrack& track) { return track.foldedLanes > 0; }))
                return true;
        }
    }
    return false;
}

void TimelineView::applyChoices(const RowChoices& choices)
{
    m_scene.setChoices(choices);
    updateScrollBar();
    invalidate();
    emit rowsChanged();
}

void TimelineView::setPythonFramesShown(bool shown)
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        for (const TreeGroup& group : tree.ranks[rank].groups) {
            for (const TreeTrack& track : group.tracks) {
                if (track.foldedLanes > 0)
                    choices.pythonFolded[{ RowKind::Track, rank, track.track.value }] = !shown;
            }
        }
    }
    applyChoices(choices);
}

void TimelineView::setPythonFolded(const RowKey& row, bool folded)
{
    m_scene.setPythonFolded(row, folded);
    updateScrollBar();
    invalidate();
    emit rowsChanged();
}

void TimelineView::expandAll()
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        choices.expanded[{ RowKind::Rank, rank, 0 }] = true;
        for (std::uint32_t g = 0; g < tree.ranks[rank].groups.size(); ++g) {
            choices.expanded[{ RowKind::Group, rank, g }] = true;
            for (const TreeTrack& track : tree.ranks[rank].groups[g].tracks)
                choices.expanded[{ RowKind::Track, rank, track.track.value }] = true;
        }
    }
    applyChoices(choices);
}

void TimelineView::collapseAll()
{
    RowChoices choices = m_scene.choices();
    const TimelineTree& tree = m_scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        for (std::uint32_t g = 0; g < tree.ranks[rank].groups.size(); ++g)
            choices.expanded[{ RowKind::Group, rank, g }] = false;
    }
    applyChoices(choices);
}

} // namespace kinetoscope
