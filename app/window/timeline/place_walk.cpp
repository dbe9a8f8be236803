// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/place_walk.h"

#include "core/model/trace_set.h"
#include "core/query/same_name.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

PlaceWalk::PlaceWalk(ViewState* viewState, TimelineView* timeline, QObject* parent)
    : QObject(parent)
    , m_viewState(viewState)
    , m_timeline(timeline)
    , m_job([this](Result<SelectionTotals> totals) {
        if (!totals)
            return;
        m_totals = std::move(totals).value();
        fulfil(m_wish);
    })
{
    connect(viewState, &ViewState::selectionChanged, this, &PlaceWalk::follow);
    connect(viewState, &ViewState::traceSetChanged, this, [this] {
        m_job.cancel();
        m_totals = {};
        tellOver();
    });
}

void PlaceWalk::zoomTo(const Selection& selection)
{
    const TimeRange before = m_viewState->visibleRange();
    m_timeline->reveal().zoomToSelection(selection);
    const bool isSelected = selection == m_viewState->selection();
    if (m_viewState->visibleRange() == before && isSelected && selection.slices.size() + selection.intervals.size() > 1)
        showLongest();
    else
        tellOver();
}

void PlaceWalk::tell(const QString& sentence)
{
    m_told = sentence;
    emit messageShown(sentence);
}

void PlaceWalk::tellOver()
{
    if (!m_told.isEmpty())
        emit messageOver(std::exchange(m_told, {}));
}

void PlaceWalk::showPlace(bool always)
{
    if (always || !m_timeline->reveal().showWithinRange(m_viewState->selection()))
        showLongest();
}

void PlaceWalk::follow()
{
    // A step selects one of the places: the walk goes on.
    if (selectedPlace())
        return;
    m_job.cancel();
    m_totals = {};
    tellOver();
}

void PlaceWalk::ask(Wish wish)
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!traces || m_viewState->selection().isEmpty())
        return;
    if (!m_totals.longest.empty()) {
        fulfil(wish);
        return;
    }
    const Selection& selection = m_viewState->selection();
    if (wish != Wish::Longest && selection.intervals.empty() && selection.slices.size() == 1) {
        stepByLength(selection.slices.front(), wish);
        return;
    }
    if (wish != Wish::Longest && selection.slices.empty() && selection.intervals.size() == 1
        && stepGap(selection.intervals.front(), wish))
        return;
    m_wish = wish;
    m_job.start(
        [traces, selection = m_viewState->sharedSelection()](const std::stop_token& stop) -> Result<SelectionTotals> {
            return selectionTotals(*traces, *selection, stop);
        });
}

void PlaceWalk::stepByLength(SliceRef from, Wish wish)
{
    const TraceSet& traces = *m_viewState->traceSet();
    LengthPlace place = placeByLength(traces, from);
    if (const auto next = wish == Wish::Next ? place.shorter : place.longer) {
        m_viewState->selectSlice(*next);
        from = *next;
        wish == Wish::Next ? ++place.place : --place.place;
    }
    m_timeline->reveal().showHit(from);
    tell(tr("%1 of %2 of this name, the longest first: %3")
             .arg(countText(static_cast<std::int64_t>(place.place)), countText(static_cast<std::int64_t>(place.count)),
                 durationText(m_viewState->jobRange(from).length())));
}

bool PlaceWalk::stepGap(IntervalRef from, Wish wish)
{
    const std::vector<TimeRange> gaps = m_timeline->scene().gapsLike(from);
    auto at = std::ranges::find(gaps, from.range);
    if (at == gaps.end())
        return false;
    if (wish == Wish::Next && at + 1 != gaps.end())
        ++at;
    else if (wish == Wish::Previous && at != gaps.begin())
        --at;
    from.range = *at;
    m_viewState->setSelection({ {}, { from } });
    m_timeline->reveal().showInterval(from);
    tell(tr("%1 of %2 gaps of this track, the longest first: %3")
             .arg(countText(at - gaps.begin() + 1), countText(static_cast<std::int64_t>(gaps.size())),
                 durationText(at->length())));
    return true;
}

void PlaceWalk::fulfil(Wish wish)
{
    const std::vector<SelectionPlace>& places = m_totals.longest;
    if (places.empty())
        return;
    const std::size_t all = m_totals.slices + m_totals.intervals;
    const std::optional<std::size_t> current = selectedPlace();
    std::size_t wanted = 0;
    if (wish == Wish::Next && current)
        wanted = std::min(*current + 1, places.size() - 1);
    else if (wish == Wish::Previous && current)
        wanted = *current > 0 ? *current - 1 : 0;
    const SelectionPlace place = places[wanted];
    if (wish != Wish::Longest)
        m_viewState->setSelection(place.part);
    m_timeline->reveal().zoomToSelection(place.part);
    const QString length = durationText(place.range.length());
    if (all == 1)
        return;
    const QString count = countText(static_cast<std::int64_t>(all));
    tell(wish == Wish::Longest
            ? tr("In view: the longest of %1, %2. F4 goes through them, the longest first.").arg(count, length)
            : tr("%1 of %2, the longest first: %3")
                  .arg(countText(static_cast<std::int64_t>(wanted) + 1), count, length));
}

std::optional<std::size_t> PlaceWalk::selectedPlace() const
{
    const auto at = std::ranges::find(m_totals.longest, m_viewState->selection(), &SelectionPlace::part);
    if (at == m_totals.longest.end())
        return std::nullopt;
    return static_cast<std::size_t>(at - m_totals.longest.begin());
}

} // namespace kinetoscope

#include "moc_place_walk.cpp"
