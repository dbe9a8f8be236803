// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/view_state.h"

#include "core/layout/timeline/time_scale.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

ViewState::ViewState(QObject* parent)
    : QObject(parent)
{
}

ViewState::~ViewState() = default;

const RankTrace* ViewState::rankOf(std::uint32_t rankPosition) const
{
    if (!m_traceSet || rankPosition >= m_traceSet->ranks().size())
        return nullptr;
    return &m_traceSet->ranks()[rankPosition];
}

bool ViewState::isValid(SliceRef slice) const
{
    const RankTrace* rank = rankOf(slice.rank);
    return rank && slice.slice.isValid() && slice.slice.index() < rank->trace->slices().size();
}

std::optional<SliceRef> ViewState::currentSlice() const
{
    if (m_selection->slices.empty())
        return std::nullopt;
    return m_selection->slices.back();
}

TimeRange ViewState::jobRange(SliceRef slice) const
{
    if (!isValid(slice))
        return {};
    const RankTrace& rank = m_traceSet->ranks()[slice.rank];
    return rank.toJobTime(rank.trace->slices().range(slice.slice));
}

TimeRange ViewState::jobRange(const Selection& selection) const
{
    TimeRange all { kMaxTimestamp, kMinTimestamp };
    const auto include = [&all](TimeRange range) {
        all.begin = std::min(all.begin, range.begin);
        all.end = std::max(all.end, range.end);
    };
    for (const SliceRef& slice : selection.slices) {
        if (isValid(slice))
            include(jobRange(slice));
    }
    for (const IntervalRef& interval : selection.intervals)
        include(interval.range);
    return all.begin <= all.end ? all : TimeRange {};
}

void ViewState::setTraceSet(std::shared_ptr<const TraceSet> traceSet)
{
    if (m_traceSet == traceSet)
        return;
    const bool hadSelection = !m_selection->isEmpty();
    const bool hadScope = m_scope != Scope {};
    const bool hadHover = m_hovered.has_value();
    m_traceSet = std::move(traceSet);
    m_selection = std::make_shared<const Selection>();
    m_scope = {};
    m_hovered.reset();
    const bool hadPointedTime = m_pointedTime.has_value();
    m_pointedTime.reset();
    const bool hadHighlight = m_highlight != nullptr;
    m_highlight.reset();
    m_names = m_traceSet ? SliceNames(*m_traceSet) : SliceNames();
    m_visibleRange = m_traceSet ? m_traceSet->workRange() : TimeRange {};
    m_marks.clear();
    emit traceSetChanged();
    if (hadScope)
        emit scopeChanged();
    if (hadSelection)
        emit selectionChanged();
    if (hadHover)
        emit hoveredChanged();
    if (hadPointedTime)
        emit pointedTimeChanged();
    if (hadHighlight)
        emit highlightChanged();
    emit visibleRangeChanged();
}

void ViewState::replaceTraceSet(std::shared_ptr<const TraceSet> traceSet)
{
    if (m_traceSet == traceSet)
        return;
    if (!m_traceSet || !traceSet || m_traceSet->ranks().size() != traceSet->ranks().size()) {
        setTraceSet(std::move(traceSet));
        return;
    }
    const bool hadTimes = !m_traceSet->range().isEmpty();
    const Nanoseconds later = saturatingSubtract(m_traceSet->unixOrigin(), traceSet->unixOrigin());
    const auto moved = [later](TimeRange range) {
        return TimeRange { saturatingAdd(range.begin, later), saturatingAdd(range.end, later) };
    };
    m_traceSet = std::move(traceSet);
    m_names = SliceNames(*m_traceSet);
    Selection selection = *m_selection;
    std::erase_if(selection.slices, [this](const SliceRef& slice) { return !isValid(slice); });
    for (IntervalRef& interval : selection.intervals) {
        interval.range = moved(interval.range);
        const RankTrace& rank = m_traceSet->ranks()[interval.rank];
        if (interval.track.isValid() && interval.track.index() >= rank.trace->tracks().size())
            interval.track = {};
    }
    const bool isSelectionOther = selection != *m_selection;
    m_selection = std::make_shared<const Selection>(std::move(selection));
    const Scope scopeBefore = m_scope;
    if (m_scope.range)
        m_scope.range = moved(*m_scope.range);
    const TimeRange rangeBefore = m_visibleRange;
    m_visibleRange = hadTimes ? moved(m_visibleRange) : m_traceSet->workRange();
    std::vector<Mark> marks = m_marks.all();
    for (Mark& mark : marks)
        mark.range = moved(mark.range);
    const std::optional<std::size_t> currentMark = m_marks.current();
    const bool hadHover = m_hovered.has_value();
    const bool hadPointedTime = m_pointedTime.has_value();
    const bool hadHighlight = m_highlight != nullptr;
    m_hovered.reset();
    m_pointedTime.reset();
    m_highlight.reset(); // of the other set
    if (later != 0) {
        m_marks.setAll(std::move(marks));
        m_marks.setCurrent(currentMark);
    }
    m_isSameJob = true;
    emit traceSetChanged();
    m_isSameJob = false;
    if (m_scope != scopeBefore)
        emit scopeChanged();
    if (isSelectionOther)
        emit selectionChanged();
    if (hadHover)
        emit hoveredChanged();
    if (hadPointedTime)
        emit pointedTimeChanged();
    if (hadHighlight)
        emit highlightChanged();
    if (m_visibleRange != rangeBefore)
        emit visibleRangeChanged();
}

void ViewState::setScope(const Scope& scope)
{
    if (m_scope == scope)
        return;
    m_scope = scope;
    emit scopeChanged();
}

void ViewState::setSelection(Selection selection)
{
    std::erase_if(selection.slices, [this](const SliceRef& slice) { return !isValid(slice); });
    std::erase_if(selection.intervals, [this](const IntervalRef& interval) { return !rankOf(interval.rank); });
    if (*m_selection == selection)
        return;
    m_selection = std::make_shared<const Selection>(std::move(selection));
    emit selectionChanged();
}

void ViewState::setVisibleRange(TimeRange range)
{
    if (m_visibleRange == range)
        return;
    m_visibleRange = range;
    emit visibleRangeChanged();
}

TimeRange ViewState::visibleLimits() const
{
    constexpr double kMargin = 0.02;
    return m_traceSet ? withMargin(m_traceSet->range(), kMargin) : TimeRange { 0, kShortestVisible };
}

void ViewState::zoomVisibleRange(Timestamp anchor, double factor)
{
    if (!m_traceSet || m_visibleRange.isEmpty())
        return;
    const double share = static_cast<double>(saturatingSubtract(anchor, m_visibleRange.begin))
        / static_cast<double>(m_visibleRange.length());
    setVisibleRange(zoomed(m_visibleRange, visibleLimits(), share, factor));
}

void ViewState::panVisibleRange(double share)
{
    if (m_traceSet && !m_visibleRange.isEmpty())
        setVisibleRange(panned(m_visibleRange, visibleLimits(), share));
}

void ViewState::setHovered(std::optional<SliceRef> slice)
{
    if (slice && !isValid(*slice))
        slice.reset();
    if (m_hovered == slice)
        return;
    m_hovered = slice;
    emit hoveredChanged();
}

void ViewState::setPointedTime(std::optional<Timestamp> time)
{
    if (m_pointedTime == time)
        return;
    m_pointedTime = time;
    emit pointedTimeChanged();
}

void ViewState::setHighlight(std::shared_ptr<const Highlight> highlight)
{
    if (highlight && highlight->isEmpty())
        highlight.reset();
    if (m_highlight == highlight)
        return;
    m_highlight = std::move(highlight);
    emit highlightChanged();
}

} // namespace kinetoscope

#include "moc_view_state.cpp"
