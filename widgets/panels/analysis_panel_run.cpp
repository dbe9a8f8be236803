// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis panel does off the GUI thread: running its analysis, and finding what a row is made of.
#include "core/layout/chart_data.h"
#include "core/query/op_names.h"
#include "widgets/panels/analysis_panel.h"
#include "widgets/panels/analysis_panel_parts.h"
#include "widgets/panels/analysis_request.h"
#include "widgets/panels/baseline_choice.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/result_table_view.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"

#include <QTimer>

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

/// Reads the numbers of the chart that will be in view: a series has a point for every kernel of a trace.
void AnalysisPanel::readChart(Outcome& outcome, const std::string& wanted)
{
    const std::vector<ChartDescription>& charts = outcome.result->charts;
    if (charts.empty())
        return;
    const auto at = std::find_if(
        charts.begin(), charts.end(), [&wanted](const ChartDescription& chart) { return chart.id == wanted; });
    const ChartDescription& chart = at != charts.end() ? *at : charts.front();
    const Table* table = outcome.result->findTable(chart.table);
    if (!table)
        return;
    outcome.chartId = chart.id;
    outcome.chartData = std::make_shared<const ChartData>(chartData(*table, chart));
}

void AnalysisPanel::requestRun()
{
    m_isOutOfDate = true;
    if (m_viewState->traceSet() == nullptr) {
        m_parts->runner.cancel();
        dropResult();
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

void AnalysisPanel::collectNames(const std::shared_ptr<const TraceSet>& traces)
{
    if (!m_parts->form->asksFor(NamedThing::Op) || m_parts->namesOf.lock() == traces)
        return;
    m_parts->namesOf = traces;
    m_parts->opNames.start([traces](std::stop_token stop) -> Result<QStringList> {
        Progress progress;
        progress.stop = std::move(stop);
        const Result<std::vector<std::string>> names = opNames(*traces, progress);
        if (!names)
            return names.error();
        QStringList texts;
        for (const std::string& name : *names)
            texts.append(QString::fromStdString(name));
        return texts;
    });
}

void AnalysisPanel::startRun()
{
    m_isOutOfDate = false;
    collectNames(m_viewState->traceSet());
    m_parts->runner.start([request = request(), chartId = look().chart](std::stop_token stop) -> Result<Outcome> {
        AnalysisRequest complete = request;
        Result<Parameters> parameters = completeParameters(*request.analysis, request.parameters, Mode::Exact);
        if (!parameters)
            return parameters.error();
        complete.parameters = std::move(parameters).value();
        Result<AnalysisResult> made = runRequest(complete, std::move(stop));
        if (!made)
            return made.error();
        Outcome outcome;
        outcome.result = std::make_shared<const AnalysisResult>(std::move(made).value());
        outcome.traces = complete.traces;
        outcome.baseline = complete.baseline;
        outcome.parameters = complete.parameters;
        outcome.scope = complete.scope;
        outcome.asked = complete.scope;
        if (complete.analysis->lowestRankByDefault && outcome.scope.ranks.empty() && !complete.traces->ranks().empty())
            outcome.scope.ranks = { complete.traces->ranks().front().rank };
        for (const Table& table : outcome.result->tables)
            outcome.formats.emplace(table.name(), columnFormats(table));
        readChart(outcome, chartId);
        return outcome;
    });
}

AnalysisRequest AnalysisPanel::request() const
{
    AnalysisRequest request;
    request.analysis = &m_analysis;
    request.traces = m_viewState->traceSet();
    if (m_parts->baseline) {
        request.baseline = m_parts->baseline->traces();
        request.baselinePath = m_parts->baseline->path();
    }
    request.scope = m_viewState->scope();
    request.parameters = parameters();
    request.classifier = m_parts->classifier;
    return request;
}

void AnalysisPanel::requestEvidence(std::vector<std::size_t> rows, std::size_t column, EvidenceUse use, bool extend)
{
    const Table* table = m_parts->table->table();
    if (rows.empty() || !table || !table->hasEvidence() || m_state == State::Stale)
        return;
    // Slices of another job's baseline, the first input, are not on the timeline.
    const std::size_t firstInput = m_parts->shown.baseline ? 1 : 0;
    // The result is kept alive by the job: the table lives inside it.
    m_parts->evidence.start(
        [result = m_parts->shown.result, table, rows = std::move(rows), column, use, firstInput,
            base = extend ? m_viewState->selection() : Selection {}](std::stop_token stop) -> Result<Evidence> {
            GrowingSelection selection(base);
            GrowingSelection other({});
            for (const std::size_t row : rows) {
                for (std::size_t input = 0; input < table->evidenceInputs(); ++input) {
                    if (stop.stop_requested())
                        return Error { ErrorCode::Cancelled, "A newer selection replaced this one." };
                    (input < firstInput ? other : selection).add(table->evidence(row, column, input));
                }
            }
            return Evidence { selection.take(), other.take(), use };
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
    if (found->use == EvidenceUse::Zoom && !found->selection.isEmpty())
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
