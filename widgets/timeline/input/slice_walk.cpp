// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/slice_walk.h"

#include "core/analysis/collectives/shared_matching.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/layout/timeline/lane_cells.h"
#include "core/model/kernel_names.h"
#include "core/query/same_name.h"
#include "widgets/support/cause_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/input/timeline_reveal.h"
#include "widgets/timeline/timeline_camera.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// The first of `count` positions that `holds`, which is false and then true; `count` where it never is.
template <typename Predicate> std::size_t firstWhere(std::size_t count, const Predicate& holds)
{
    std::size_t low = 0;
    while (low < count) {
        const std::size_t middle = low + (count - low) / 2;
        if (holds(middle))
            count = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// The outermost op around a slice, or that is one; the slice itself where there is none.
SliceId outermostOp(const Trace& trace, SliceId slice)
{
    SliceId found = slice;
    for (SliceId up = slice; up.isValid(); up = trace.slices().parent[up.index()]) {
        if (trace.kind(up) == EventKind::CpuOp && !isLegacyAnnotation(trace.name(up)))
            found = up;
    }
    return found;
}

TimeRange hullOf(const OverlayPath& path, std::size_t first, std::size_t last)
{
    return { path.links[first].range.begin, path.links[last].range.end };
}

} // namespace

CollectiveWalk::CollectiveWalk(Found found, Joined joined)
    : m_found(std::move(found))
    , m_joined(std::move(joined))
    , m_job([this](Result<std::shared_ptr<const CollectiveMatching>> matching) {
        if (!matching) {
            m_traces.reset();
            return;
        }
        m_matching = std::move(matching).value();
        answer();
    })
{
}

void CollectiveWalk::go(const std::shared_ptr<const TraceSet>& traces, SliceRef from, int direction)
{
    m_from = from;
    m_direction = direction;
    if (isKnown(traces))
        answer();
}

void CollectiveWalk::join(const std::shared_ptr<const TraceSet>& traces, SliceRef of)
{
    m_of = of;
    if (isKnown(traces))
        answer();
}

bool CollectiveWalk::isKnown(const std::shared_ptr<const TraceSet>& traces)
{
    if (m_traces.lock() == traces)
        return m_matching != nullptr; // or when the job is done
    m_traces = traces;
    m_matching = nullptr;
    m_job.start([traces](const std::stop_token& stop) -> Result<std::shared_ptr<const CollectiveMatching>> {
        Progress progress;
        progress.stop = stop;
        if (!areRanksTogether(
                { traces, {}, stop })) // what is alike in recordings of several runs is not one collective
            return std::make_shared<const CollectiveMatching>();
        return sharedMatching({ traces, {}, stop }, KernelClassifier(), progress);
    });
    return false;
}

void CollectiveWalk::answer()
{
    if (const auto from = std::exchange(m_from, std::nullopt))
        m_found(*from, sameCollective(*m_matching, *from, m_direction));
    if (const auto of = std::exchange(m_of, std::nullopt))
        m_joined(*of, runsOfCollective(*m_matching, *of));
}

SliceWalk::SliceWalk(ViewState& state, const TimelineScene& scene, TimelineCamera& camera, TimelineReveal& reveal)
    : m_state(state)
    , m_scene(scene)
    , m_camera(camera)
    , m_reveal(reveal)
    , m_collectives([this](SliceRef from, std::optional<SliceRef> other) { showCollective(from, other); },
          [this](SliceRef of, const std::vector<SliceRef>& runs) { emit collectiveJoined(of, runs); })
{
    // Elsewhere it is not said of what is looked at.
    connect(&m_state, &ViewState::selectionChanged, this, [this] {
        if (m_state.selection() != m_linkSelected)
            takeBackSaid();
    });
}

void SliceWalk::go(SliceRef slice)
{
    m_state.selectSlice(slice);
    m_reveal.showSlice(slice);
}

std::optional<SliceRef> SliceWalk::firstInView() const
{
    if (!m_state.traceSet())
        return std::nullopt;
    const TimeRange visible = m_state.visibleRange();
    const std::vector<TimelineRow>& rows = m_scene.rows().rows();
    const RowPanes panes = m_camera.projection().panes();
    const std::int64_t height = panes.pinned().height + panes.rest().height;
    for (const std::size_t at : panes.rowsBetween(m_scene.rows(), 0, std::max<std::int64_t>(0, height - 1))) {
        const TimelineRow& row = rows[at];
        if (!row.track().isValid() || row.laneCount == 0)
            continue;
        const RankTrace& rank = m_state.traceSet()->ranks()[row.key.rank];
        const LaneRows lane = laneRowsOf(*rank.trace, row.track(), row.firstLane);
        const SliceTable& slices = rank.trace->slices();
        const auto startOf = [&](std::size_t i) { return rank.toJobTime(slices.start[lane[i].index()]); };
        const std::size_t first = firstWhere(lane.size(), [&](std::size_t i) { return startOf(i) >= visible.begin; });
        if (first < lane.size() && startOf(first) < visible.end)
            return SliceRef { row.key.rank, lane[first] };
    }
    return std::nullopt;
}

void SliceWalk::stepSlice(int direction)
{
    const std::optional<SliceRef> current = m_state.currentSlice();
    if (!current) {
        if (const std::optional<SliceRef> first = firstInView()) {
            go(*first);
        }
        return;
    }
    const Trace& trace = *m_state.rankOf(current->rank)->trace;
    const TrackId track = trace.trackOf(current->slice);
    // As the row shows it now, if it does: without its Python frames a thread has other neighbours.
    const std::ptrdiff_t found = m_scene.rows().find({ RowKind::Track, current->rank, track.value });
    const TimelineRow* row = found >= 0 ? &m_scene.rows().rows()[static_cast<std::size_t>(found)] : nullptr;
    const int shown = row ? RowLayout::laneOf(*row, trace, current->slice) : -1;
    const LaneRows rows = shown < 0 ? trace.lane(track, trace.laneOf(current->slice))
                                    : laneRowsOf(trace, track, static_cast<std::uint16_t>(row->firstLane + shown));
    // Rows of a lane ascend: find this one, take its neighbour.
    const std::size_t at = firstWhere(rows.size(), [&](std::size_t i) { return !(rows[i] < current->slice); });
    if (direction < 0 ? at > 0 : at + 1 < rows.size())
        go({ current->rank, rows[direction < 0 ? at - 1 : at + 1] });
}

void SliceWalk::stepSameName(int direction)
{
    const std::optional<SliceRef> current = m_state.currentSlice();
    if (!current)
        return;
    if (const std::optional<SliceRef> next = neighbourOfSameName(*m_state.traceSet(), *current, direction))
        go(*next);
}

std::optional<SliceWalk::LinkStart> SliceWalk::linkStart() const
{
    const Selection& selected = m_state.selection();
    if (!selected.isEmpty() && selected == m_linkSelected) {
        const OverlayPath* path = m_scene.path(m_linkRank);
        // Another scope has another path.
        if (path && m_link < path->links.size()) {
            const LinkRun run = linkRun(*path, m_link);
            if (hullOf(*path, run.first, run.last) == m_state.jobRange(selected))
                return LinkStart { m_linkRank, static_cast<std::ptrdiff_t>(m_link), true };
        }
    }
    std::uint32_t rank = 0;
    Timestamp moment = saturatingAdd(m_state.visibleRange().begin, m_state.visibleRange().length() / 2);
    if (!selected.isEmpty()) {
        rank = selected.slices.empty() ? selected.intervals.back().rank : selected.slices.back().rank;
        moment = m_state.jobRange(selected).begin;
    }
    const OverlayPath* path = m_scene.path(rank);
    for (std::uint32_t i = 0; !path && i < m_state.traceSet()->ranks().size(); ++i) {
        path = m_scene.path(i);
        rank = i;
    }
    if (!path || path->links.empty())
        return std::nullopt;
    // What is selected may be beside the path: then the link of that moment is the nearest one. Paths of steps may
    // overlap or leave time between them: the first link that goes on after the moment.
    auto link = std::ranges::find_if(path->links, [&](const OverlayLink& each) { return each.range.end > moment; });
    if (link == path->links.end())
        --link;
    return LinkStart { rank, link - path->links.begin(), false };
}

SliceWalk::LinkRun SliceWalk::linkRun(const OverlayPath& path, std::size_t at) const
{
    const Trace& trace = *m_state.traceSet()->ranks()[path.rank].trace;
    const auto ofLink = [&](std::size_t i) {
        const SliceId owner = path.links[i].owner;
        return owner.isValid() ? outermostOp(trace, owner) : SliceId();
    };
    LinkRun run { at, at, { path.rank, ofLink(at) }, true };
    const auto goesOn = [&](std::size_t before, std::size_t after) {
        const OverlayLink& a = path.links[before];
        const OverlayLink& b = path.links[after];
        return run.of.slice.isValid() && trace.kind(run.of.slice) == EventKind::CpuOp && b.isFollowing
            && a.track == b.track && a.range.end == b.range.begin && ofLink(before) == ofLink(after);
    };
    while (run.first > 0 && goesOn(run.first - 1, run.first))
        --run.first;
    while (run.last + 1 < path.links.size() && goesOn(run.last, run.last + 1))
        ++run.last;
    run.isOne = run.first == run.last;
    if (run.isOne)
        run.of.slice = path.links[at].owner;
    return run;
}

void SliceWalk::stepLink(int direction)
{
    if (!m_state.traceSet())
        return;
    const std::optional<LinkStart> start = linkStart();
    if (!start) {
        sayOfPath(nullptr, tr("Switch on View > Overlays > Critical path to walk along it."));
        return;
    }
    const OverlayPath& path = *m_scene.path(start->rank);
    const auto count = static_cast<std::ptrdiff_t>(path.links.size());
    const LinkRun before = linkRun(path, static_cast<std::size_t>(start->at));
    // From beside the path both ways lead to the link of that moment.
    const std::ptrdiff_t at = !start->isOnLink ? start->at
        : direction > 0                        ? static_cast<std::ptrdiff_t>(before.last) + 1
                                               : static_cast<std::ptrdiff_t>(before.first) - 1;
    m_linkRank = start->rank;
    if (at < 0 || at >= count) {
        sayOfPath(&path,
            direction > 0 ? tr("This is the last link of the path.") : tr("This is the first link of the path."));
        return;
    }
    m_link = static_cast<std::size_t>(at);
    const LinkRun run = linkRun(path, m_link);
    const OverlayLink& link = path.links[m_link];
    const IntervalRef interval { start->rank, link.track, hullOf(path, run.first, run.last) };
    const QString name = run.of.slice.isValid() ? m_state.names().displayName(run.of) : QString();
    const QString cause = causeText(link.cause);
    const QString what = !run.isOne ? name : name.isEmpty() ? cause : tr("%1, %2").arg(cause, name);
    emit linkNamed(interval, what);
    // Most owners have more than this link: then it is the stretch that is meant.
    if (run.of.slice.isValid() && m_state.jobRange(run.of) == interval.range)
        m_linkSelected = { { run.of }, {} };
    else
        m_linkSelected = { {}, { interval } };
    m_state.setSelection(m_linkSelected);
    if (m_linkSelected.slices.empty())
        m_reveal.showInterval(interval);
    else
        m_reveal.showHit(run.of);
    const QString numbers =
        run.isOne ? countText(run.first + 1) : tr("%1 to %2").arg(countText(run.first + 1), countText(run.last + 1));
    const auto& ranks = m_state.traceSet()->ranks();
    const QString place = ranks.size() == 1
        ? tr("Link %1 of %2").arg(numbers, countText(count))
        : tr("Rank %1, link %2 of %3").arg(ranks[start->rank].rank).arg(numbers, countText(count));
    sayOfPath(&path, tr("%1: %2, %3").arg(place, what, durationText(interval.range.length())));
}

void SliceWalk::sayOfPath(const OverlayPath* path, const QString& sentence)
{
    m_said = sentence;
    m_saidOf = path;
    emit noticed(sentence);
}

void SliceWalk::takeBackSaid()
{
    if (const QString said = std::exchange(m_said, {}); !said.isEmpty())
        emit noticeOver(said);
}

void SliceWalk::takeOverlays()
{
    if (m_scene.path(m_linkRank) != m_saidOf)
        takeBackSaid();
}

void SliceWalk::showStep(SliceRef step)
{
    m_state.selectSlice(step);
    m_camera.zoomTo(m_state.jobRange(step));
}

void SliceWalk::showLastStep()
{
    const auto& traces = m_state.traceSet();
    if (!traces)
        return;
    std::optional<SliceRef> last;
    for (std::uint32_t rank = 0; rank < traces->ranks().size(); ++rank) {
        const auto steps = traces->ranks()[rank].trace->steps();
        if (steps.empty())
            continue;
        const SliceRef step { rank, steps.back().slice };
        if (!last || m_state.jobRange(step).begin > m_state.jobRange(*last).begin)
            last = step;
    }
    if (last)
        showStep(*last);
}

void SliceWalk::stepStep(int direction)
{
    const auto& traces = m_state.traceSet();
    if (!traces)
        return;
    // From the selected step if one is, else from what is in view.
    const std::optional<SliceRef> current = m_state.currentSlice();
    std::uint32_t rankPosition = current ? current->rank : 0;
    while (
        !current && rankPosition + 1 < traces->ranks().size() && traces->ranks()[rankPosition].trace->steps().empty())
        ++rankPosition;
    const RankTrace& rank = traces->ranks()[rankPosition];
    const auto steps = rank.trace->steps();
    std::ptrdiff_t at = -1;
    bool onStep = false;
    const TimeRange visible = m_state.visibleRange();
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

void SliceWalk::followFlow(int direction)
{
    const std::optional<SliceRef> current = m_state.currentSlice();
    if (!current)
        return;
    // Forward there is nothing but the other ranks; back is where it came from, as of any kernel.
    const Trace& trace = *m_state.rankOf(current->rank)->trace;
    if (direction > 0 && isCollective(trace, current->slice))
        followCollective(direction);
    else
        followLaunch(direction);
}

void SliceWalk::followCollective(int direction)
{
    const std::optional<SliceRef> current = m_state.currentSlice();
    if (!current)
        return;
    if (!isCollective(*m_state.rankOf(current->rank)->trace, current->slice)) {
        emit noticed(tr("This is no collective: it has no counterpart on other ranks."));
        return;
    }
    if (m_state.traceSet()->ranks().size() == 1) {
        emit noticed(tr("Only one rank is open: this collective has no counterpart."));
        return;
    }
    m_collectives.go(m_state.traceSet(), *current, direction);
}

bool SliceWalk::joinCollective(SliceRef of)
{
    const std::shared_ptr<const TraceSet>& traces = m_state.traceSet();
    if (!m_state.isValid(of) || traces->ranks().size() < 2 || !isCollective(*traces->ranks()[of.rank].trace, of.slice))
        return false;
    m_collectives.join(traces, of);
    return true;
}

void SliceWalk::showCollective(SliceRef from, std::optional<SliceRef> other)
{
    if (m_state.currentSlice() != from)
        return; // somebody went elsewhere meanwhile
    if (!other) {
        emit noticed(tr("No run of another rank is known to belong to this collective."));
        return;
    }
    go(*other);
}

void SliceWalk::followLaunch(int direction)
{
    const std::optional<SliceRef> current = m_state.currentSlice();
    if (!current)
        return;
    const Trace& trace = *m_state.rankOf(current->rank)->trace;
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
    if (next.isValid())
        go({ current->rank, next });
}

} // namespace kinetoscope

#include "moc_slice_walk.cpp"
