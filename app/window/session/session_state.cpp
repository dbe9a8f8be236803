// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/session_state.h"

#include "app/window/actions.h"
#include "app/window/docks/analysis_docks.h"
#include "app/window/document.h"
#include "app/window/settings.h"
#include "app/window/timeline/counter_colours.h"
#include "app/window/timeline/overlay_control.h"
#include "core/catalog/analyses.h"
#include "core/session/session_file.h"
#include "core/session/session_job.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/marks.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr QLatin1String kCounterWord("counter:"); ///< before its name

/// What differs from the default, so that another person's preferences show the same figures, or from what is usual
/// here.
std::map<std::string, std::string> changedParameters(
    const AnalysisDescriptor& analysis, const Parameters& values, const Parameters& usual)
{
    std::map<std::string, std::string> changed;
    for (const ParameterDescriptor& parameter : analysis.parameters) {
        const auto value = values.all().find(parameter.id);
        const auto usualValue = usual.all().find(parameter.id);
        if (value == values.all().end() || usualValue == usual.all().end())
            continue;
        if (value->second != parameter.defaultValue || value->second != usualValue->second)
            changed[parameter.id] = formatParameter(parameter, value->second);
    }
    return changed;
}

std::vector<SessionPanel> currentPanels(const AnalysisDocks& docks)
{
    std::vector<SessionPanel> panels;
    const std::vector<AnalysisDocks::Shown> shown = docks.shown();
    std::map<std::string, PanelLook> looks = docks.looks();
    for (const AnalysisDescriptor& analysis : analyses()) {
        SessionPanel kept;
        kept.analysis = analysis.id;
        const auto at = std::ranges::find(shown, &analysis, &AnalysisDocks::Shown::analysis);
        kept.isShown = at != shown.end() && at->isOpen;
        kept.isInFront = at != shown.end() && at->isInFront;
        if (const AnalysisPanel* panel = docks.existingPanel(analysis)) {
            kept.parameters = changedParameters(analysis, panel->parameters(), panel->usualParameters());
            if (!panel->baselinePath().empty())
                kept.baseline = sessionPath(panel->baselinePath());
        }
        kept.look = std::move(looks[analysis.id]);
        if (kept.isShown || !kept.look.isPlain() || !kept.parameters.empty() || !kept.baseline.empty())
            panels.push_back(std::move(kept));
    }
    return panels;
}

/// The panel's values, the usual ones where nothing is written; an unknown one or one out of its range is as if it had
/// not been written.
Parameters parametersOf(const AnalysisDescriptor& analysis, const SessionPanel& kept, Parameters parameters)
{
    for (const ParameterDescriptor& parameter : analysis.parameters) {
        const auto text = kept.parameters.find(parameter.id);
        if (text == kept.parameters.end())
            continue;
        if (const Result<ParameterValue> value = parseParameter(parameter, text->second))
            parameters.set(parameter.id, *value);
    }
    return parameters;
}

void showPanels(const std::vector<SessionPanel>& panels, AnalysisDocks& docks)
{
    std::vector<AnalysisDocks::Shown> shown;
    std::map<std::string, PanelLook> looks;
    for (const AnalysisDescriptor& analysis : analyses()) {
        const auto at = std::ranges::find(panels, analysis.id, &SessionPanel::analysis);
        const SessionPanel kept = at == panels.end() ? SessionPanel() : *at;
        if (kept.isShown)
            shown.push_back({ &analysis, true, kept.isInFront });
        looks[analysis.id] = kept.look;
        // One that is as it was at first need not be made for that.
        const bool isChanged = !kept.parameters.empty() || !kept.baseline.empty();
        AnalysisPanel* panel = isChanged ? docks.panel(analysis.id) : docks.existingPanel(analysis);
        if (!panel)
            continue;
        panel->setParameters(parametersOf(analysis, kept, panel->usualParameters()));
        panel->setBaselinePath(kept.baseline);
    }
    docks.setLooks(std::move(looks));
    docks.setShown(shown);
}

void check(const Actions& actions, const QString& name)
{
    if (auto* action = actions.findChild<QAction*>(name))
        action->setChecked(true);
}

TimelineArrangement arrangementOf(const Session& session, const TraceSet& traces, const TimelineTree& tree)
{
    TimelineArrangement arrangement {
        .visible = session.visible, .scrollY = session.scroll, .choices = rowChoicesOf(traces, tree, session.rows)
    };
    arrangement.choices.filter = session.filter;
    for (const SessionPlace& place : session.places)
        arrangement.places[static_cast<std::size_t>(place.digit - 1)] = TimelinePlace { place.visible, place.scroll };
    return arrangement;
}

} // namespace

Session currentSession(const SessionParts& parts, bool& keepsSelection)
{
    ViewState& viewState = *parts.document->viewState();
    const TraceSet& traces = *viewState.traceSet();
    Session session;
    for (const TraceArgument& argument : parts.document->arguments())
        session.traces.push_back({ argument.rank, sessionPath(argument.path) });
    session.files = sessionFilesOf(traces);
    session.alignsClocks = parts.document->alignsClocks();
    session.scope = viewState.scope();
    keepsSelection = putSelection(traces, viewState.selection(), session);
    const TimelineArrangement arrangement = parts.timeline->arrangement();
    session.visible = arrangement.visible;
    session.scroll = arrangement.scrollY;
    session.rows = sessionRowsOf(traces, parts.timeline->scene().tree(), arrangement.choices);
    session.filter = arrangement.choices.filter;
    session.overlays.emplace();
    for (const QString& id : parts.overlays->chosen())
        session.overlays->push_back(id.toStdString());
    for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
        if (const auto& place = arrangement.places[i])
            session.places.push_back({ static_cast<std::int64_t>(i + 1), place->visible, place->scrollY });
    }
    const QString counter = parts.counterColours->chosen();
    const QString colourBy =
        counter.isEmpty() ? wordOf(parts.timeline->scene().colourMode()) : QString(kCounterWord + counter);
    session.colourBy = colourBy.toStdString();
    session.density = wordOf(parts.timeline->scene().density()).toStdString();
    session.panels = currentPanels(*parts.docks);
    if (parts.window) {
        session.windowLayout = parts.window->saveState(Settings::kLayoutVersion).toBase64().toStdString();
        session.windowLayoutVersion = Settings::kLayoutVersion;
    }
    session.marks = viewState.marks()->all();
    return session;
}

std::size_t showSession(const Session& session, const SessionParts& parts)
{
    ViewState& viewState = *parts.document->viewState();
    const std::shared_ptr<const TraceSet> traces = viewState.traceSet();
    if (const auto density = densityOf(QString::fromStdString(session.density))) {
        parts.timeline->setDensity(*density);
        check(*parts.actions, QStringLiteral("density-") + wordOf(*density));
    }
    const QString colourBy = QString::fromStdString(session.colourBy);
    if (const auto mode = colourModeOf(colourBy)) {
        parts.timeline->setColourMode(*mode);
        check(*parts.actions, QStringLiteral("colour-by-") + wordOf(*mode));
    } else if (colourBy.startsWith(kCounterWord)) {
        parts.counterColours->choose(colourBy.mid(kCounterWord.size()));
    }
    if (session.overlays) {
        QStringList ids;
        for (const std::string& id : *session.overlays)
            ids << QString::fromStdString(id);
        parts.overlays->choose(ids);
    }
    const TimelineArrangement arrangement = arrangementOf(session, *traces, parts.timeline->scene().tree());
    parts.timeline->setArrangement(arrangement);
    // Again when the docks have their places: how far tracks can be scrolled depends on the room there is.
    QTimer::singleShot(0, parts.timeline, [arrangement, traces, &viewState, timeline = parts.timeline] {
        if (viewState.traceSet() == traces)
            timeline->setArrangement(arrangement);
    });

    Scope scope = session.scope;
    std::erase_if(scope.ranks, [&traces](std::int64_t rank) { return !traces->findRank(rank); });
    if (scope.range && scope.range->isEmpty())
        scope.range.reset();
    viewState.setScope(scope);
    std::size_t lost = 0;
    viewState.setSelection(selectionOf(*traces, session, lost));
    viewState.marks()->setAll(session.marks);
    if (parts.window && session.windowLayoutVersion == Settings::kLayoutVersion) {
        const auto layout = QByteArray::fromBase64Encoding(
            QByteArray::fromStdString(session.windowLayout), QByteArray::AbortOnBase64DecodingErrors);
        if (layout && (*layout).size() <= Settings::kMostLayoutBytes)
            parts.window->restoreState(*layout, Settings::kLayoutVersion);
    }
    showPanels(session.panels, *parts.docks);
    return lost;
}

} // namespace kinetoscope
