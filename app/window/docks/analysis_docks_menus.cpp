// SPDX-License-Identifier: GPL-3.0-or-later
// What the docks add to menus: their analyses, rules for a kernel's type, what-ifs.
#include "app/window/docks/analysis_docks.h"
#include "app/window/docks/analysis_group.h"
#include "core/analysis/names/rules_file.h"
#include "core/catalog/analyses.h"
#include "core/model/trace_set.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace kinetoscope {

void AnalysisDocks::readOwnRules()
{
    Result<KernelClassifier> classifier = loadClassifier({});
    if (classifier) {
        m_classifier = std::make_shared<const KernelClassifier>(std::move(classifier).value());
        return;
    }
    // Nobody is connected yet.
    const QString sentence =
        tr("Your own rules for names are not used: %1").arg(messageText(classifier.error().message));
    QMetaObject::invokeMethod(
        this, [this, sentence] { emit messageShown(sentence); }, Qt::QueuedConnection);
}

void AnalysisDocks::addClassMenu(QMenu* menu, const std::string& kernel)
{
    QMenu* types = menu->addMenu(tr("Count this kernel as"));
    types->setObjectName(QStringLiteral("countAs"));
    const std::pair<KernelType, QString> kTypes[] = { { KernelType::Computation, tr("Computation") },
        { KernelType::Communication, tr("Communication") }, { KernelType::Memory, tr("Memory") },
        { KernelType::Other, tr("Other work") } };
    for (const auto& [type, text] : kTypes)
        types->addAction(text, this, [this, type = type, kernel] { countAs(type, kernel); });
}

void AnalysisDocks::addWhatIf(QMenu* menu, const QString& question, const std::string& change)
{
    const auto add = [this, menu](const QString& text, const char* name, std::vector<std::string> changes) {
        menu->addAction(text, this,
                [this, changes = std::move(changes)] {
                    Parameters parameters;
                    parameters.set("change", ParameterValue { changes });
                    open("what-if", parameters);
                })
            ->setObjectName(QLatin1String(name));
    };
    add(question, "what-if", { change });
    const Parameters now = parametersOf("what-if");
    std::vector<std::string> changes = now.has("change") ? now.list("change") : std::vector<std::string>();
    if (changes.empty() || std::ranges::find(changes, change) != changes.end())
        return;
    const auto count = static_cast<int>(changes.size());
    changes.push_back(change);
    add(count == 1 ? tr("… together with the change that is on?") : tr("… together with the changes that are on?"),
        "what-if-too", std::move(changes));
}

void AnalysisDocks::addWhatIfFaster(QMenu* menu, const std::string& kernel)
{
    addWhatIf(menu, tr("What if all GPU work of this name were twice as fast?"), "kernel:" + kernel + "=0.5");
}

void AnalysisDocks::addWhatIfInStep(QMenu* menu, std::int64_t rank, std::int64_t step)
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!traces)
        return;
    menu->addAction(tr("What would a change save in this step?"), this,
            [this, traces, rank, step] {
                AnalysisPanel* asked = panel("what-if");
                Scope scope = m_viewState->scope();
                if (traces->ranks().size() > 1)
                    scope.ranks = { rank };
                scope.steps = { step };
                scope.range.reset();
                m_viewState->setScope(scope);
                PanelLook look = asked->look();
                look.table = "steps"; // the first table is of the whole trace
                asked->setLook(look);
                raise("what-if");
            })
        ->setObjectName(QStringLiteral("what-if-in-step"));
}

void AnalysisDocks::countAs(KernelType type, const std::string& kernel)
{
    const Result<Done> written = addUserRule(ruleForName(type, kernel));
    Result<KernelClassifier> classifier = written ? loadClassifier({}) : Result<KernelClassifier>(written.error());
    if (!classifier) {
        emit messageShown(tr("The rule was not taken: %1").arg(messageText(classifier.error().message)));
        return;
    }
    m_classifier = std::make_shared<const KernelClassifier>(std::move(classifier).value());
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (AnalysisPanel* panel = existingPanel(analysis))
            panel->setClassifier(m_classifier);
    }
    surveyTrace();
    emit messageShown(tr("A rule for this name is the first line of %1 now.").arg(fullText(userRulesPath())));
}

void AnalysisDocks::fillMenu(QMenu* menu)
{
    for (const AnalysisGroup* group : m_groups) {
        QMenu* members = menu->addMenu(groupTitle(group->analyses().front()->group));
        for (const AnalysisDescriptor* analysis : group->analyses()) {
            QAction* action = members->addAction(registryText(analysis->title));
            action->setObjectName(QStringLiteral("show-%1").arg(fullText(analysis->id)));
            action->setStatusTip(registryText(analysis->question));
            connect(action, &QAction::triggered, this, [this, analysis] { raise(analysis->id); });
        }
    }
}

} // namespace kinetoscope
