// SPDX-License-Identifier: GPL-3.0-or-later
// What the pointer is on in a panel is framed on the timeline.
#include "core/layout/table/row_evidence.h"
#include "core/overlay/highlight.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/support/view_state.h"

namespace kinetoscope {

void AnalysisPanel::pointAt(const RowsAt& pointed)
{
    Parts& parts = *m_parts;
    stopPointing();
    parts.pointed = {};
    if (pointed.rows.empty() || !pointed.source.table || !pointed.source.table->hasEvidence()
        || m_state != State::Ready) {
        parts.pointingDelay.stop();
        return;
    }
    // A pointer that crosses ten bars on its way asks for one of them.
    parts.pointed = pointed;
    parts.pointingDelay.start();
}

void AnalysisPanel::stopPointing()
{
    Parts& parts = *m_parts;
    parts.pointing.cancel();
    endPointingSentence();
    if (!parts.isPointing)
        return;
    parts.isPointing = false;
    m_viewState->setHighlight(nullptr);
}

void AnalysisPanel::startPointing()
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (parts.pointed.rows.empty() || m_state != State::Ready || !traces || parts.shown.traces != traces)
        return;
    const std::size_t firstInput = parts.shown.baseline ? 1 : 0;
    parts.pointingSentence.start();
    parts.pointing.start([pointed = parts.pointed, traces, firstInput](
                             const std::stop_token& stop) -> Result<std::shared_ptr<const Highlight>> {
        Selection all = evidenceOf(pointed.source, pointed.rows, pointed.column, firstInput, stop);
        if (const auto step = stretchInJob(pointed.source, pointed.rows, pointed.stretch, *traces))
            all.intervals.push_back(*step);
        auto highlight = std::make_shared<const Highlight>(highlightOf(*traces, all, stop));
        if (stop.stop_requested())
            return Error { ErrorCode::Cancelled, "The pointer is elsewhere by now." };
        return highlight;
    });
}

/// Where millions of events are looked through, the person who waits for frames is told so.
void AnalysisPanel::sayPointing()
{
    m_parts->isPointingSaid = true;
    emit messageShown(tr("Finding this on the timeline…"));
}

void AnalysisPanel::endPointingSentence()
{
    m_parts->pointingSentence.stop();
    if (std::exchange(m_parts->isPointingSaid, false))
        emit messageShown({});
}

void AnalysisPanel::takePointed(const Result<std::shared_ptr<const Highlight>>& highlight)
{
    endPointingSentence();
    if (!highlight || m_parts->shown.traces != m_viewState->traceSet())
        return;
    m_parts->isPointing = true;
    m_viewState->setHighlight(*highlight);
}

} // namespace kinetoscope
