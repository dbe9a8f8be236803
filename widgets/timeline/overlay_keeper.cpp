// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overlay_keeper.h"

#include "core/query/name_search.h"
#include "widgets/support/view_state.h"

#include <QWidget>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace kinetoscope {
namespace {

/// Slices and stretches of a selection that are drawn one by one: 5 us each in bench_frames.
constexpr std::size_t kMostSingly = 500;
/// Hits of a search that are marked: 21 bytes each, 50 while they are indexed. The overview shows where more are.
constexpr std::uint64_t kMostHitsMarked = 1'000'000;

} // namespace

OverlayKeeper::OverlayKeeper(QWidget& timeline, TimelineParts& parts)
    : m_timeline(timeline)
    , m_parts(parts)
    , m_indexing([this](Result<std::shared_ptr<const Highlight>> selected) {
        if (!selected)
            return;
        m_overlay.selected = std::move(selected).value();
        m_timeline.update();
    })
    , m_hitIndexing([this](Result<std::shared_ptr<const Highlight>> hits) {
        if (!hits)
            return;
        m_overlay.hits = std::move(hits).value();
        m_timeline.update();
    })
    , m_windows([this](Result<std::vector<RankWindows>> found) {
        if (!found)
            return;
        m_parts.scene.setScope(
            m_parts.state.scope(), std::make_shared<const std::vector<RankWindows>>(std::move(found).value()));
        emit veilChanged();
    })
{
    const ViewState* state = &parts.state;
    connect(state, &ViewState::selectionChanged, this, &OverlayKeeper::takeSelection);
    connect(state, &ViewState::hoveredChanged, this, &OverlayKeeper::takeHover);
    connect(state, &ViewState::pointedTimeChanged, this, &OverlayKeeper::takePointedTime);
    connect(state, &ViewState::highlightChanged, this, [this] {
        m_overlay.highlight = m_parts.state.highlight();
        m_timeline.update();
    });
    connect(state, &ViewState::scopeChanged, this, &OverlayKeeper::takeScope);
    connect(&parts.marks, &MarkTool::changed, this, &OverlayKeeper::takeMarks);
    connect(&parts.walk, &SliceWalk::collectiveJoined, this, &OverlayKeeper::takeCollective);
}

void OverlayKeeper::forget()
{
    m_overlay = {};
    m_joining.reset();
    m_hitIndexing.cancel();
}

void OverlayKeeper::takeAll()
{
    takeScope();
    takeSelection();
    takeMarks();
}

void OverlayKeeper::takeSelection()
{
    const Selection& selection = m_parts.state.selection();
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
    if (m_parts.state.traceSet())
        findRelated(*m_parts.state.traceSet(), selection, m_overlay);
    joinCollective();
    m_timeline.update();
}

/// What a kernel's row is made of may be a million slices: they are found by pixel.
void OverlayKeeper::indexSelection()
{
    if (!m_parts.state.traceSet())
        return;
    m_indexing.start([traces = m_parts.state.traceSet(), selection = m_parts.state.sharedSelection()](
                         const std::stop_token& stop) -> Result<std::shared_ptr<const Highlight>> {
        return std::make_shared<const Highlight>(highlightOf(*traces, *selection, stop));
    });
}

void OverlayKeeper::setSearchHits(std::shared_ptr<const NameSearch> search)
{
    m_hitIndexing.cancel();
    m_overlay.hits.reset();
    m_timeline.update();
    const std::shared_ptr<const TraceSet>& traces = m_parts.state.traceSet();
    if (!traces || !search || search->hitCount() == 0 || search->hitCount() > kMostHitsMarked)
        return;
    m_hitIndexing.start(
        [traces, search = std::move(search)](const std::stop_token& stop) -> Result<std::shared_ptr<const Highlight>> {
            return std::make_shared<const Highlight>(highlightOf(*traces, search->hits(), stop));
        });
}

void OverlayKeeper::takeHover()
{
    const auto frameOf = [this](const std::optional<SliceRef>& slice) {
        return slice ? m_parts.camera.projection().rectOf(*slice).toAlignedRect().adjusted(-2, -2, 2, 2) : QRect();
    };
    const QRect before = frameOf(m_overlay.hovered);
    m_overlay.hovered = m_parts.state.hovered();
    m_timeline.update(before);
    m_timeline.update(frameOf(m_overlay.hovered));
    joinCollective();
}

void OverlayKeeper::joinCollective()
{
    const std::optional<SliceRef> before = std::exchange(m_joining, std::nullopt);
    for (const std::optional<SliceRef>& of : { m_overlay.hovered, m_parts.state.currentSlice() }) {
        if (!of || !m_parts.state.isValid(*of))
            continue;
        if (of == before) { // as it is
            m_joining = before;
            return;
        }
        m_joining = of;
        if (m_parts.walk.joinCollective(*of))
            return;
        m_joining.reset();
    }
    if (!m_overlay.connected.empty()) {
        m_overlay.connected.clear();
        m_timeline.update();
    }
}

void OverlayKeeper::takeCollective(SliceRef of, const std::vector<SliceRef>& runs)
{
    if (m_joining != of || m_overlay.connected == runs)
        return;
    m_overlay.connected = runs;
    m_timeline.update();
}

/// Only the line moves: what it crosses is drawn again where it was and where it is.
void OverlayKeeper::takePointedTime()
{
    const TimelineProjection shown = m_parts.camera.projection();
    const TimelineGeometry& geometry = shown.geometry();
    const auto updateLine = [&](Timestamp at) {
        const double x = std::floor(shown.xOf(at));
        // Nothing beside the lanes: headers and scroll bar are more than a line.
        if (x >= geometry.lanes.left() && x <= geometry.lanes.right())
            m_timeline.update(QRect(static_cast<int>(x) - 1, geometry.ruler.top(), 3, m_timeline.height())
                & QRect(geometry.lanes.left(), 0, geometry.lanes.width(), m_timeline.height()));
    };
    if (m_overlay.pointer)
        updateLine(*m_overlay.pointer);
    m_overlay.pointer = m_parts.state.pointedTime();
    if (m_overlay.pointer)
        updateLine(*m_overlay.pointer);
}

/// Which work a step launched is found by looking at all work.
void OverlayKeeper::takeScope()
{
    const Scope& scope = m_parts.state.scope();
    m_windows.cancel();
    m_parts.scene.setScope(scope, nullptr);
    emit veilChanged();
    if (scope.steps.empty() || !m_parts.state.traceSet())
        return;
    m_windows.start([traces = m_parts.state.traceSet(), scope](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return stepWindows({ traces, scope }, progress);
    });
}

void OverlayKeeper::takeMarks()
{
    m_overlay.marks = m_parts.marks.drawn();
    m_timeline.update();
}

} // namespace kinetoscope

#include "moc_overlay_keeper.cpp"
