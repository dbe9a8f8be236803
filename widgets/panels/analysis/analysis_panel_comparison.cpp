// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel compares the open job with.
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/choice_side.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/view_state.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace kinetoscope {
namespace {

/// Of one rank what it was opened from, of several the first one's file; "" of none.
std::string pathOf(const std::shared_ptr<const TraceSet>& traces)
{
    return traces && !traces->ranks().empty() ? traces->ranks().front().trace->path() : std::string();
}

} // namespace

/// What is compared mostly lies beside what is open.
void AnalysisPanel::showFolder()
{
    const std::string path = pathOf(m_viewState->traceSet());
    if (m_choices->baseline() && !path.empty())
        m_choices->baseline()->setFolder(QFileInfo(QFile::decodeName(path.c_str())).absolutePath());
}

std::string AnalysisPanel::baselinePath() const
{
    return m_choices->baseline() ? m_choices->baseline()->path() : std::string();
}

void AnalysisPanel::setBaselinePath(const std::string& path)
{
    BaselineChoice* baseline = m_choices->baseline();
    if (!baseline || path == baseline->path())
        return;
    if (path.empty())
        baseline->chooseOpenJob();
    else
        baseline->open(path);
}

void AnalysisPanel::followBaseline(
    const std::shared_ptr<const TraceSet>& traces, const std::string& path, const std::string& before)
{
    BaselineChoice* baseline = m_choices->baseline();
    if (!baseline || (!baseline->path().empty() && baseline->path() != before)
        || pathOf(m_viewState->traceSet()) == path)
        return;
    const Parameters parameters = m_choices->form()->values();
    const auto isSideChosen = [&parameters](const ParameterDescriptor& each) {
        return (each.names == NamedThing::Rank || each.names == NamedThing::Step) && !parameters.text(each.id).empty();
    };
    if (baseline->path().empty() && std::ranges::any_of(analysis().parameters, isSideChosen))
        return;
    baseline->take(traces, path);
}

/// Of a comparison of two traces in a range: which times of each it is about. "" elsewhere.
QString AnalysisPanel::rangeOfBoth() const
{
    const bool isOfTwo = analysis().inputCount > 1 && m_choices->baseline() && m_choices->baseline()->traces();
    if (!isOfTwo || analysis().isOfWholeTraces || !m_viewState->scope().range)
        return {};
    return tr("The range of the scope is taken of both traces, of each from its own start.");
}

void AnalysisPanel::swapSides()
{
    const std::shared_ptr<const TraceSet> control = m_choices->baseline()->traces();
    // Of several files nothing says what they were opened as: they cannot become the other side.
    if (control && m_viewState->traceSet() && m_viewState->traceSet()->ranks().size() != 1) {
        emit messageShown(tr("The open job has several files: open the control, and compare it with the folder of "
                             "the others."));
        return;
    }
    constexpr std::string_view kControl = "control-";
    const Parameters chosen = request().parameters; // also the ranks that nobody chose
    Parameters swapped;
    for (const auto& [id, value] : chosen.all()) {
        const std::string test = id.starts_with(kControl) ? "test-" + id.substr(kControl.size()) : std::string();
        if (test.empty() || !chosen.has(test))
            continue;
        swapped.set(id, chosen.all().find(test)->second);
        swapped.set(test, value);
    }
    setParameters(swapped);
    if (!control)
        return;
    const bool hadSelection = !m_viewState->selection().isEmpty();
    const Scope before = m_viewState->scope();
    openOther(control, {});
    const Scope& now = m_viewState->scope();
    if ((before.range && !now.range) || (!before.ranks.empty() && now.ranks.empty()))
        emit messageShown(tr("The other trace has not all of the scope: it is wider now, and nothing is selected."));
    else if (hadSelection)
        emit messageShown(tr("What was selected is in the trace that is the control now: nothing is selected."));
}

void AnalysisPanel::openOther(const std::shared_ptr<const TraceSet>& other, const Selection& selection)
{
    const std::shared_ptr<const TraceSet> open = m_viewState->traceSet();
    BaselineChoice* baseline = m_choices->baseline();
    const std::string path = baseline->path();
    // The comparison stays: what was open becomes the other side, if one file says what it was.
    if (open && open->ranks().size() == 1)
        baseline->take(open, open->ranks().front().trace->path());
    else
        baseline->chooseOpenJob();
    emit otherJobRequested(other, path, selection);
}

} // namespace kinetoscope
