// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/row_pointing.h"

#include "core/layout/table/row_evidence.h"
#include "widgets/panels/analysis/analysis_controller.h"
#include "widgets/support/view_state.h"

#include <utility>

namespace kinetoscope {

RowPointing::RowPointing(const AnalysisController& controller, ViewState& state)
    : m_controller(controller)
    , m_viewState(state)
    , m_job([this](const Result<std::shared_ptr<const Highlight>>& highlight) { take(highlight); })
{
    constexpr int kDelayMs = 40;
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    constexpr int kSentenceMs = 500; // what comes sooner needs no words
    m_sentence.setInterval(kSentenceMs);
    connect(&m_delay, &QTimer::timeout, this, &RowPointing::start);
    // Where millions of events are looked through, the person who waits for frames is told so.
    connect(&m_sentence, &QTimer::timeout, this, [this] {
        m_isNoticed = true;
        emit noticed(tr("Finding this on the timeline…"));
    });
}

void RowPointing::pointAt(const RowsAt& pointed)
{
    m_job.cancel();
    m_delay.stop();
    endSentence();
    if (std::exchange(m_isFramed, false))
        m_viewState.setHighlight(nullptr);
    const bool hasPlaces = !pointed.rows.empty() && pointed.source.table && pointed.source.table->hasEvidence();
    m_pointed = {};
    if (!hasPlaces || m_controller.state() != AnalysisState::Ready)
        return;
    // A pointer that crosses ten bars on its way asks for one of them.
    m_pointed = pointed;
    m_delay.start();
}

void RowPointing::start()
{
    const ShownResult& shown = m_controller.shown();
    const std::shared_ptr<const TraceSet> traces = m_viewState.traceSet();
    if (m_pointed.rows.empty() || m_controller.state() != AnalysisState::Ready || !traces || shown.traces != traces)
        return;
    m_sentence.start();
    m_job.start([pointed = m_pointed, traces, firstInput = shown.openInput()](
                    const std::stop_token& stop) -> Result<std::shared_ptr<const Highlight>> {
        Selection all = evidenceOf(pointed.source, pointed.rows, pointed.column, firstInput, Progress { .stop = stop });
        if (const auto step = stretchInJob(pointed.source, pointed.rows, pointed.stretch, *traces))
            all.intervals.push_back(*step);
        auto highlight = std::make_shared<const Highlight>(highlightOf(*traces, all, stop));
        if (stop.stop_requested())
            return Error::stopped();
        return highlight;
    });
}

void RowPointing::endSentence()
{
    m_sentence.stop();
    if (std::exchange(m_isNoticed, false))
        emit noticed({});
}

void RowPointing::take(const Result<std::shared_ptr<const Highlight>>& highlight)
{
    endSentence();
    if (!highlight || m_controller.shown().traces != m_viewState.traceSet())
        return;
    m_isFramed = true;
    m_viewState.setHighlight(*highlight);
}

} // namespace kinetoscope

#include "moc_row_pointing.cpp"
