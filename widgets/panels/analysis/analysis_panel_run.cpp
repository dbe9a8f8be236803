// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis panel does off the GUI thread: running its analysis.
#include "core/analysis/run_analysis.h"
#include "core/query/op_names.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QTimer>

namespace kinetoscope {

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
    setState(m_parts->view->result() ? State::Stale : State::Running);
    const bool hasOtherChoices = !m_parts->form->ofOtherTrace().empty();
    if ((!isVisible() && !hasOtherChoices) || m_parts->isRunRequested)
        return;
    // A new trace changes scope and selection as well: one run for all of it. A session also sets parameters.
    m_parts->isRunRequested = true;
    QTimer::singleShot(0, this, [this] {
        m_parts->isRunRequested = false;
        if (m_viewState->traceSet() && !checkChoices() && m_isOutOfDate && isVisible())
            startRun();
    });
}

void AnalysisPanel::setOtherTrace(bool isBaseline)
{
    m_parts->takenBack.clear();
    m_parts->checking.cancel();
    const bool isAgainstItself = m_parts->baseline && !m_parts->baseline->traces();
    const std::size_t open = m_analysis.inputCount < 2 ? 0 : 1;
    if (!isBaseline)
        m_parts->form->setOtherTrace(open);
    if (isBaseline || isAgainstItself)
        m_parts->form->setOtherTrace(0);
}

bool AnalysisPanel::checkChoices()
{
    std::vector<std::string> ids = m_parts->form->ofOtherTrace();
    if (ids.empty()) {
        m_parts->checking.cancel();
        return false;
    }
    m_parts->checking.start([request = request(), ids = std::move(ids)](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return missingChoices(request.analysis->parameters, ids, request.parameters, inputsOf(request), progress);
    });
    return true;
}

void AnalysisPanel::takeMissing(const Result<std::vector<MissingChoice>>& missing)
{
    // What cannot be checked is for the analysis to refuse.
    m_parts->form->confirmTrace();
    QStringList sentences;
    const Parameters usual = usualParameters();
    Parameters changed;
    if (missing) {
        for (const MissingChoice& choice : *missing) {
            const ParameterDescriptor& parameter = *choice.parameter;
            const bool isList = parameter.type == ParameterType::StringList;
            changed.set(parameter.id, isList ? choice.rest : usual.all().find(parameter.id)->second);
            QStringList names;
            for (const std::string& name : choice.names)
                names.append(displayText(name, 80));
            sentences.append(tr("%1: %2 is not in this trace and no longer chosen.")
                                 .arg(displayText(parameter.title), names.join(QStringLiteral(", "))));
        }
    }
    setParameters(changed);
    m_parts->takenBack = sentences;
    requestRun();
    if (!sentences.isEmpty())
        emit choicesTakenBack();
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
        outcome.prepared = prepareResult(std::make_shared<const AnalysisResult>(std::move(made).value()), chartId);
        outcome.traces = complete.traces;
        outcome.baseline = complete.baseline;
        outcome.parameters = complete.parameters;
        outcome.scope = complete.scope;
        outcome.asked = complete.scope;
        if (complete.analysis->lowestRankByDefault && outcome.scope.ranks.empty() && !complete.traces->ranks().empty())
            outcome.scope.ranks = { complete.traces->ranks().front().rank };
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
    request.memoryLimit = m_parts->memoryLimit;
    return request;
}

} // namespace kinetoscope
