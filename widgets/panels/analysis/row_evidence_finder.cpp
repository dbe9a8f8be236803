// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/row_evidence_finder.h"

#include "core/layout/table/row_evidence.h"
#include "widgets/panels/analysis/analysis_controller.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace kinetoscope {
namespace {

/// A selection that grows without repeats; what a kernel's row is made of may be a million slices.
class GrowingSelection {
public:
    explicit GrowingSelection(const Selection& base) { add(base); }

    void add(const Selection& more)
    {
        for (const SliceRef& slice : more.slices) {
            if (m_slices.insert(slice).second)
                m_selection.slices.push_back(slice);
        }
        for (const IntervalRef& interval : more.intervals) {
            if (m_intervals.emplace(interval.rank, interval.track, interval.range.begin, interval.range.end).second)
                m_selection.intervals.push_back(interval);
        }
    }
    [[nodiscard]] Selection take() { return std::move(m_selection); }

private:
    Selection m_selection;
    std::set<SliceRef> m_slices;
    std::set<std::tuple<std::uint32_t, TrackId, Timestamp, Timestamp>> m_intervals;
};

/// "3 events, 1.234 ms": how much a selection is, for the status bar.
QString sizeText(const TraceSet& traces, const Selection& selection)
{
    if (selection.isEmpty())
        return RowEvidenceFinder::tr("nothing");
    Nanoseconds time = 0;
    for (const SliceRef& slice : selection.slices)
        time = saturatingAdd(time, traces.ranks()[slice.rank].trace->slices().duration(slice.slice));
    for (const IntervalRef& interval : selection.intervals)
        time = saturatingAdd(time, interval.range.length());
    const auto count = static_cast<int>(
        std::min<std::size_t>(selection.slices.size() + selection.intervals.size(), std::numeric_limits<int>::max()));
    return count == 1 ? RowEvidenceFinder::tr("1 event, %1").arg(durationText(time))
                      : RowEvidenceFinder::tr("%1 events, %2").arg(countText(count), durationText(time));
}

} // namespace

RowEvidenceFinder::RowEvidenceFinder(const AnalysisController& controller, ViewState& state)
    : m_controller(controller)
    , m_viewState(state)
    , m_looking([this](const Result<bool>& found) {
        if (found && m_told)
            m_told(*found);
    })
    , m_job([this](Result<Evidence> found) { take(std::move(found)); })
{
}

void RowEvidenceFinder::find(const RowsAt& asked, Use use)
{
    if (asked.rows.empty() || !asked.source.table || !asked.source.table->hasEvidence()
        || m_controller.state() == AnalysisState::Stale)
        return;
    const ShownResult& shown = m_controller.shown();
    m_job.start([asked, use, firstInput = shown.openInput(), traces = shown.traces,
                    base = use == Use::Extend ? m_viewState.selection() : Selection {}](
                    std::stop_token stop) -> Result<Evidence> {
        const Progress progress { .stop = std::move(stop) };
        GrowingSelection selection(base);
        GrowingSelection other({});
        for (const std::size_t row : asked.rows) {
            const std::optional<RowPlace> place = asked.source.placeOf(row);
            const std::size_t column =
                place ? evidenceColumn(*place->table, place->row, asked.column, progress) : asked.column;
            for (std::size_t input = 0; place && input < place->table->evidenceInputs(); ++input) {
                const Selection found = place->table->evidence(place->row, column, input, progress);
                KT_TRY_DONE(progress.carryOn());
                (input < firstInput ? other : selection).add(found);
            }
        }
        std::optional<IntervalRef> step;
        if (traces)
            step = stretchInJob(asked.source, asked.rows, asked.stretch, *traces);
        return Evidence { selection.take(), other.take(), step, use };
    });
}

void RowEvidenceFinder::look(const RowsAt& asked, std::function<void(bool)> told)
{
    m_told = std::move(told);
    m_looking.cancel();
    if (m_controller.state() == AnalysisState::Stale)
        return;
    if (!asked.source.table || !asked.source.table->hasEvidence()) {
        m_told(false);
        return;
    }
    m_looking.start([asked](const std::stop_token& stop) -> Result<bool> {
        const Progress progress { .stop = stop };
        const auto isMade = [&](std::size_t row) {
            return !evidenceOf(asked.source, { &row, 1 }, asked.column, 0, progress).isEmpty();
        };
        const bool isAny = std::ranges::any_of(asked.rows, isMade);
        KT_TRY_DONE(progress.carryOn());
        return isAny;
    });
}

void RowEvidenceFinder::take(Result<Evidence> found)
{
    if (!found)
        return;
    const std::shared_ptr<const TraceSet> baseline = m_controller.shown().baseline;
    if (found->use == Use::OpenOther) {
        if (found->other.isEmpty())
            emit noticed(tr("Nothing of this is in the other trace."));
        else if (baseline)
            emit otherJobRequested(baseline, found->other);
        return;
    }
    m_isSelecting = true;
    m_viewState.setSelection(found->selection);
    m_isSelecting = false;
    if (!baseline && found->selection.isEmpty())
        emit noticed(tr("This is made of nothing on the timeline."));
    if (baseline)
        emit noticed(tr("In the open trace: %1. In the other trace: %2.")
                         .arg(sizeText(*m_viewState.traceSet(), found->selection), sizeText(*baseline, found->other)));
    if (found->use == Use::Zoom) {
        // A step is more than the event that it begins with.
        if (found->step)
            found->selection.intervals.push_back(*found->step);
        if (!found->selection.isEmpty())
            emit zoomRequested(found->selection);
    } else if (!found->selection.isEmpty()) {
        const bool isFinding = m_controller.analysis().group == PanelGroup::Overview;
        if (isFinding || found->use == Use::Show)
            emit placeRequested(isFinding);
    }
}

} // namespace kinetoscope

#include "moc_row_evidence_finder.cpp"
