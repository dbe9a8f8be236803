// SPDX-License-Identifier: GPL-3.0-or-later
// From a panel to the timeline: what rows are made of is selected, or zoomed to.
#include "core/layout/table/row_evidence.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"

#include <algorithm>
#include <limits>
#include <optional>
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
        return AnalysisPanel::tr("nothing");
    Nanoseconds time = 0;
    for (const SliceRef& slice : selection.slices)
        time = saturatingAdd(time, traces.ranks()[slice.rank].trace->slices().duration(slice.slice));
    for (const IntervalRef& interval : selection.intervals)
        time = saturatingAdd(time, interval.range.length());
    const auto count = static_cast<int>(
        std::min<std::size_t>(selection.slices.size() + selection.intervals.size(), std::numeric_limits<int>::max()));
    return AnalysisPanel::tr("%n event(s), %1", nullptr, count).arg(durationText(time));
}

} // namespace

void AnalysisPanel::requestEvidence(const RowsAt& asked, EvidenceUse use, bool extend)
{
    if (asked.rows.empty() || !asked.source.table || !asked.source.table->hasEvidence() || m_state == State::Stale)
        return;
    // Slices of another job's baseline, the first input, are not on the timeline.
    const std::size_t firstInput = m_parts->shown.baseline ? 1 : 0;
    m_parts->evidence.start([asked, use, firstInput, traces = m_parts->shown.traces,
                                base = extend ? m_viewState->selection() : Selection {}](
                                std::stop_token stop) -> Result<Evidence> {
        GrowingSelection selection(base);
        GrowingSelection other({});
        for (const std::size_t row : asked.rows) {
            const std::optional<RowPlace> place = asked.source.placeOf(row);
            for (std::size_t input = 0; place && input < place->table->evidenceInputs(); ++input) {
                if (stop.stop_requested())
                    return Error { ErrorCode::Cancelled, "A newer selection replaced this one." };
                (input < firstInput ? other : selection).add(place->table->evidence(place->row, asked.column, input));
            }
        }
        std::optional<IntervalRef> step;
        if (traces)
            step = stretchInJob(asked.source, asked.rows, asked.stretch, *traces);
        return Evidence { selection.take(), other.take(), step, use };
    });
}

void AnalysisPanel::takeEvidence(Result<Evidence> found)
{
    if (!found)
        return;
    const std::shared_ptr<const TraceSet> baseline = m_parts->shown.baseline;
    if (found->use == EvidenceUse::OpenOther) {
        if (found->other.isEmpty())
            emit messageShown(tr("Nothing of this is in the other trace."));
        else if (baseline)
            openOther(baseline, found->other);
        return;
    }
    m_parts->isSelecting = true;
    m_viewState->setSelection(found->selection);
    m_parts->isSelecting = false;
    if (baseline)
        emit messageShown(
            tr("In the open trace: %1. In the other trace: %2.")
                .arg(sizeText(*m_viewState->traceSet(), found->selection), sizeText(*baseline, found->other)));
    // Findings are sentences: whoever clicks one has not seen yet where on the timeline it is.
    if (found->use == EvidenceUse::Select && m_analysis.group == PanelGroup::Overview && !found->selection.isEmpty())
        emit placeRequested();
    if (found->use != EvidenceUse::Zoom)
        return;
    // A step is more than the event that it begins with.
    if (found->step)
        found->selection.intervals.push_back(*found->step);
    if (!found->selection.isEmpty())
        emit zoomRequested(found->selection);
}

void AnalysisPanel::openOther(const std::shared_ptr<const TraceSet>& other, const Selection& selection)
{
    const std::shared_ptr<const TraceSet> open = m_viewState->traceSet();
    const std::string path = m_parts->baseline->path();
    // The comparison stays: what was open becomes the other side, if one file says what it was.
    if (open && open->ranks().size() == 1)
        m_parts->baseline->take(open, open->ranks().front().trace->path());
    else
        m_parts->baseline->chooseOpenJob();
    emit otherJobRequested(other, path, selection);
}

} // namespace kinetoscope
