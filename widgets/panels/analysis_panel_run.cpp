// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis panel does off the GUI thread: running its analysis, and finding what a row is made of.
#include "core/base/parallel.h"
#include "widgets/panels/analysis_panel.h"
#include "widgets/panels/analysis_panel_parts.h"
#include "widgets/panels/baseline_choice.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/result_table_view.h"
#include "widgets/support/view_state.h"

#include <QTimer>

#include <algorithm>
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

} // namespace

void AnalysisPanel::requestRun()
{
    m_isOutOfDate = true;
    if (m_viewState->traceSet() == nullptr) {
        m_parts->runner.cancel();
        m_parts->shown = {};
        setState(State::NoTrace);
        return;
    }
    // What is under way answers an older question; its numbers must not pass for the answer to this one.
    m_parts->runner.cancel();
    setState(m_parts->shown.result ? State::Stale : State::Running);
    if (!isVisible() || m_parts->isRunRequested)
        return;
    // A new trace changes scope and selection as well: one run for all of it.
    m_parts->isRunRequested = true;
    QTimer::singleShot(0, this, [this] {
        m_parts->isRunRequested = false;
        if (m_isOutOfDate && isVisible() && m_viewState->traceSet())
            startRun();
    });
}

void AnalysisPanel::startRun()
{
    m_isOutOfDate = false;
    Scope scope = m_viewState->scope();
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (m_analysis.lowestRankByDefault && scope.ranks.empty() && !traces->ranks().empty())
        scope.ranks = { traces->ranks().front().rank };
    const std::shared_ptr<const TraceSet> baseline = m_parts->baseline ? m_parts->baseline->traces() : nullptr;
    m_parts->runner.start([analysis = &m_analysis, traces, baseline, scope, values = parameters(),
                              classifier = m_parts->classifier](std::stop_token stop) -> Result<Outcome> {
        Result<Parameters> complete = completeParameters(*analysis, values, Mode::Exact);
        if (!complete)
            return complete.error();
        // The baseline comes first, as on the command line. A scope is about the ranks and the clock of one job.
        std::vector<AnalysisInput> inputs { { traces, scope } };
        if (analysis->inputCount == 2)
            inputs.insert(inputs.begin(), baseline ? AnalysisInput { baseline, {} } : inputs.front());
        AnalysisContext context;
        context.classifier = classifier.get();
        context.progress.stop = std::move(stop);
        context.threads = coreCount();
        Result<AnalysisResult> made = runAnalysis(*analysis, inputs, *complete, Mode::Exact, context);
        if (!made)
            return made.error();
        Outcome outcome { std::make_shared<const AnalysisResult>(std::move(made).value()), {}, traces, baseline,
            *complete, scope };
        for (const Table& table : outcome.result->tables)
            outcome.formats.emplace(table.name(), columnFormats(table));
        return outcome;
    });
}

void AnalysisPanel::requestEvidence(std::vector<std::size_t> rows, std::size_t column, bool zoom, bool extend)
{
    const Table* table = m_parts->table->table();
    if (rows.empty() || !table || !table->hasEvidence() || m_state == State::Stale)
        return;
    // Slices of another job's baseline, the first input, are not on the timeline.
    const std::size_t firstInput = m_parts->shown.baseline ? 1 : 0;
    // The result is kept alive by the job: the table lives inside it.
    m_parts->evidence.start(
        [result = m_parts->shown.result, table, rows = std::move(rows), column, zoom, firstInput,
            base = extend ? m_viewState->selection() : Selection {}](std::stop_token stop) -> Result<Parts::Evidence> {
            GrowingSelection selection(base);
            for (const std::size_t row : rows) {
                if (stop.stop_requested())
                    return Error { ErrorCode::Cancelled, "A newer selection replaced this one." };
                for (std::size_t input = firstInput; input < table->evidenceInputs(); ++input)
                    selection.add(table->evidence(row, column, input));
            }
            return Parts::Evidence { selection.take(), zoom };
        });
}

} // namespace kinetoscope
