// SPDX-License-Identifier: GPL-3.0-or-later
// The panels in the docks: what they are told, how they were left, what they ask for.
#include "app/window/docks/analysis_docks.h"
#include "app/window/docks/analysis_group.h"
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace kinetoscope {

void AnalysisDocks::tellOf(AnalysisPanel* panel)
{
    if (m_classifier)
        panel->setClassifier(m_classifier);
    connect(panel, &AnalysisPanel::kernelMenuOpening, this, &AnalysisDocks::addClassMenu);
    connect(panel, &AnalysisPanel::kernelMenuOpening, this, &AnalysisDocks::addWhatIfFaster);
    connect(panel, &AnalysisPanel::stepMenuOpening, this, &AnalysisDocks::addWhatIfInStep);
    if (const auto look = m_looks.find(panel->analysis().id); look != m_looks.end())
        panel->setLook(look->second);
    panel->setUsualParameters(usualOf(panel->analysis()));
    for (const ExportDescriptor& kind : exports()) {
        if (std::ranges::find(kind.analyses, panel->analysis().id) == kind.analyses.end())
            continue;
        QAction* action = panel->exportMenu()->addAction(tr("%1…").arg(registryText(kind.title)));
        action->setObjectName(QStringLiteral("write-%1").arg(fullText(kind.id)));
        action->setStatusTip(registryText(kind.purpose, 400));
        connect(action, &QAction::triggered, this,
            [this, panel, id = fullText(kind.id)] { emit traceExportRequested(id, panel->parameters()); });
    }
    connect(panel, &AnalysisPanel::messageShown, this, &AnalysisDocks::messageShown);
    connect(panel, &AnalysisPanel::exportFailed, this,
        [this, panel](const QString& sentence, PanelExports::Part part) { emit exportFailed(sentence, panel, part); });
    connect(
        panel, &AnalysisPanel::exported, this, [this, panel](PanelExports::Part part) { emit exported(panel, part); });
    connect(panel, &AnalysisPanel::zoomRequested, this, &AnalysisDocks::zoomRequested);
    connect(panel, &AnalysisPanel::placeRequested, this, &AnalysisDocks::placeRequested);
    connect(panel, &AnalysisPanel::otherJobRequested, this, &AnalysisDocks::otherJobRequested);
    connect(panel, &AnalysisPanel::rankRequested, this, &AnalysisDocks::rankRequested);
    if (const std::shared_ptr<const TraceSet> traces = m_baseline.lock())
        panel->followBaseline(traces, m_baselinePath, {});
    connect(panel, &AnalysisPanel::baselinePicked, this,
        [this, panel](const std::shared_ptr<const TraceSet>& traces, const std::string& path,
            const std::string& before) { followBaseline(panel, traces, path, before); });
    connect(panel, &AnalysisPanel::comparisonRequested, this,
        [this](const Parameters& parameters) { compare("trace-diff", parameters); });
    connect(panel, &AnalysisPanel::analysisRequested, this, &AnalysisDocks::open);
    connect(panel, &AnalysisPanel::resultShown, this, &AnalysisDocks::resultShown);
    connect(panel, &AnalysisPanel::choicesTakenBack, this, &AnalysisDocks::resultShown);
    emit panelMade(panel);
}

void AnalysisDocks::followBaseline(AnalysisPanel* panel, const std::shared_ptr<const TraceSet>& traces,
    const std::string& path, const std::string& before)
{
    m_baseline = traces;
    m_baselinePath = path;
    for (const AnalysisDescriptor& analysis : analyses()) {
        AnalysisPanel* other = existingPanel(analysis);
        if (other && other != panel)
            other->followBaseline(traces, path, before);
    }
}

void AnalysisDocks::compare(const std::string& analysisId, const Parameters& parameters)
{
    AnalysisPanel* comparison = panel(analysisId);
    comparison->setBaselinePath({});
    Parameters complete = comparison->parameters();
    for (const auto& [id, value] : parameters.all())
        complete.set(id, value);
    comparison->setParameters(complete);
    raise(analysisId);
}

void AnalysisDocks::open(const std::string& analysisId, const Parameters& parameters)
{
    if (AnalysisPanel* wanted = panel(analysisId)) {
        wanted->setParameters(parameters);
        raise(analysisId);
    }
}

std::map<std::string, PanelLook> AnalysisDocks::looks() const
{
    std::map<std::string, PanelLook> looks;
    for (const AnalysisDescriptor& analysis : analyses()) {
        const auto waiting = m_looks.find(analysis.id);
        const AnalysisPanel* panel = existingPanel(analysis);
        const PanelLook look = panel ? panel->look() : waiting != m_looks.end() ? waiting->second : PanelLook();
        if (!look.isPlain())
            looks[analysis.id] = look;
    }
    return looks;
}

void AnalysisDocks::setLooks(std::map<std::string, PanelLook> looks)
{
    m_looks = std::move(looks);
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (AnalysisPanel* panel = existingPanel(analysis))
            panel->setLook(m_looks[analysis.id]);
    }
}

AnalysisPanel* AnalysisDocks::existingPanel(const AnalysisDescriptor& analysis) const
{
    for (const AnalysisGroup* group : m_groups) {
        if (AnalysisPanel* panel = group->existingPanel(analysis))
            return panel;
    }
    return nullptr;
}

AnalysisPanel* AnalysisDocks::panel(std::string_view analysisId) const
{
    const AnalysisDescriptor* analysis = findAnalysis(analysisId);
    for (std::size_t i = 0; analysis && i < m_groups.size(); ++i) {
        if (AnalysisPanel* panel = m_groups[i]->panel(*analysis))
            return panel;
    }
    return nullptr;
}

AnalysisRequest AnalysisDocks::requestOf(const AnalysisDescriptor& analysis) const
{
    if (const AnalysisPanel* panel = existingPanel(analysis))
        return panel->request();
    AnalysisRequest request { .analysis = &analysis,
        .traces = m_viewState->traceSet(),
        .scope = m_viewState->scope(),
        .classifier = m_classifier };
    request.parameters = usualOf(analysis);
    return request;
}

Parameters AnalysisDocks::usualOf(const AnalysisDescriptor& analysis) const
{
    Parameters usual = m_contents ? usualParametersFor(analysis, *m_contents) : Parameters {};
    if (const auto given = m_thresholds.find(analysis.id); given != m_thresholds.end()) {
        for (const auto& [id, value] : given->second.all())
            usual.set(id, value);
    }
    return usual;
}

void AnalysisDocks::tellUsual()
{
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (AnalysisPanel* panel = existingPanel(analysis))
            panel->setUsualParameters(usualOf(analysis));
    }
}

void AnalysisDocks::setThresholds(std::map<std::string, Parameters> changed)
{
    m_thresholds = std::move(changed);
    tellUsual();
}

Parameters AnalysisDocks::parametersOf(std::string_view analysisId) const
{
    const AnalysisDescriptor* analysis = findAnalysis(analysisId);
    for (const AnalysisGroup* group : m_groups) {
        if (const AnalysisPanel* panel = analysis ? group->existingPanel(*analysis) : nullptr)
            return panel->parameters();
    }
    return analysis ? usualOf(*analysis) : Parameters {};
}

} // namespace kinetoscope
