// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"

#include "app/window/docks/analysis_group.h"
#include "app/window/docks/dock_size.h"
#include "app/window/docks/dock_title_bar.h"
#include "core/analysis/names/rules_file.h"
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/support/message_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenu>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr QSize kLeastContents { 420, 170 };

/// Stable and without a language, for the saved layout: older layouts count the groups that there were then.
QString dockName(PanelGroup group)
{
    if (group == PanelGroup::Causes)
        return QStringLiteral("analyses-causes");
    return QStringLiteral("analyses-%1").arg(static_cast<int>(group) - (group > PanelGroup::Causes ? 1 : 0));
}

/// Of the docks that share their place with `dock` the one in front; nullptr where none can be seen.
QDockWidget* dockInFront(const QMainWindow& window, QDockWidget& dock)
{
    QList<QDockWidget*> docks = window.tabifiedDockWidgets(&dock);
    if (docks.isEmpty() && !dock.isHidden())
        return &dock;
    if (docks.isEmpty()) { // a closed one has no tab; it will come back into its area
        docks = window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
        docks.removeIf([&](QDockWidget* each) { return window.dockWidgetArea(each) != window.dockWidgetArea(&dock); });
    }
    docks.append(&dock);
    // Docks hear late whether they can be seen; the tabs are right at once.
    const auto bars = window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    for (const QTabBar* bar : bars) {
        const QString title = bar->tabText(bar->currentIndex());
        const auto front = std::ranges::find(docks, title, &QDockWidget::windowTitle);
        if (bar->count() > 0 && front != docks.end())
            return *front;
    }
    const auto alone = std::ranges::find_if(docks, [](const QDockWidget* each) { return !each->isHidden(); });
    return alone == docks.end() ? nullptr : *alone;
}

} // namespace

AnalysisDocks::AnalysisDocks(QMainWindow* window, ViewState* viewState)
    : QObject(window)
    , m_window(window)
    , m_viewState(viewState)
    , m_survey([this](const Result<TraceContents>& contents) {
        for (AnalysisGroup* group : m_groups)
            group->showContents(contents ? &*contents : nullptr);
        dimDocks();
    })
{
    readOwnRules();
    std::map<PanelGroup, std::vector<const AnalysisDescriptor*>> groups;
    for (const AnalysisDescriptor& analysis : analyses())
        groups[analysis.group].push_back(&analysis);
    for (auto& [group, members] : groups)
        addGroup(group, std::move(members), viewState);
    arrange();
    connect(viewState, &ViewState::traceSetChanged, this, &AnalysisDocks::surveyTrace);
    connect(this, &AnalysisDocks::visibilityChanged, this, &AnalysisDocks::dimDocks, Qt::QueuedConnection);
    m_window->installEventFilter(this);
    surveyTrace();
}

void AnalysisDocks::surveyTrace()
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!traces) {
        m_survey.cancel();
        for (AnalysisGroup* group : m_groups)
            group->showContents(nullptr);
        dimDocks();
        return;
    }
    m_survey.start([traces, classifier = m_classifier](const std::stop_token& stop) -> Result<TraceContents> {
        const KernelClassifier builtIn;
        return contentsOf(*traces, classifier ? *classifier : builtIn, stop);
    });
}

/// The tabs of docks belong to the main window, which makes them anew with every arrangement.
void AnalysisDocks::dimDocks()
{
    const auto bars = m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    for (QTabBar* bar : bars) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            const auto dock = std::ranges::find(m_docks, bar->tabText(tab), &QDockWidget::windowTitle);
            if (dock == m_docks.end())
                continue;
            const QString why = m_groups[static_cast<std::size_t>(dock - m_docks.begin())]->whyWithoutContent();
            bar->setTabTextColor(tab, why.isEmpty() ? QColor() : Palette::of(*m_window).secondText);
            bar->setTabToolTip(tab, plainToolTip(why.isEmpty() ? bar->tabText(tab) : why));
        }
    }
}

bool AnalysisDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        dimDocks();
    return QObject::eventFilter(watched, event);
}

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

void AnalysisDocks::addGroup(PanelGroup group, std::vector<const AnalysisDescriptor*> analyses, ViewState* viewState)
{
    auto* dock = new QDockWidget(groupTitle(group), m_window);
    dock->setObjectName(dockName(group));
    auto* contents = new AnalysisGroup(std::move(analyses), viewState, dock);
    // A dock with less room than a chart and a table need scrolls; both would shrink to a letter.
    auto* area = new QScrollArea(dock);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    contents->setMinimumSize(kLeastContents);
    area->setWidget(contents);
    keepSmall(*area);
    dock->setWidget(area);
    dock->setTitleBarWidget(new DockTitleBar(contents->tabs(), dock));
    m_groups.push_back(contents);
    m_docks.push_back(dock);
    connect(contents, &AnalysisGroup::panelMade, this, &AnalysisDocks::tellOf);
    connect(dock, &QDockWidget::visibilityChanged, contents, &AnalysisGroup::setInFront);
    connect(dock, &QDockWidget::visibilityChanged, this, &AnalysisDocks::visibilityChanged);
}

void AnalysisDocks::tellOf(AnalysisPanel* panel)
{
    if (m_classifier)
        panel->setClassifier(m_classifier);
    connect(panel, &AnalysisPanel::kernelMenuOpening, this, &AnalysisDocks::addClassMenu);
    connect(panel, &AnalysisPanel::kernelMenuOpening, this, &AnalysisDocks::addWhatIfFaster);
    if (const auto look = m_looks.find(panel->analysis().id); look != m_looks.end())
        panel->setLook(look->second);
    if (const auto given = m_thresholds.find(panel->analysis().id); given != m_thresholds.end())
        panel->setUsualParameters(given->second);
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

void AnalysisDocks::arrange()
{
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        m_window->addDockWidget(Qt::BottomDockWidgetArea, dock);
        if (dock != m_docks.front())
            m_window->tabifyDockWidget(m_docks.front(), dock);
        dock->show();
    }
    if (!m_docks.empty())
        m_docks.front()->raise();
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

void AnalysisDocks::raise(std::string_view analysisId)
{
    bringForward(analysisId);
    if (AnalysisPanel* raised = panel(analysisId))
        raised->setFocus();
}

void AnalysisDocks::bringForward(std::string_view analysisId)
{
    const AnalysisDescriptor* analysis = findAnalysis(analysisId);
    for (std::size_t i = 0; analysis && i < m_groups.size(); ++i) {
        if (std::ranges::find(m_groups[i]->analyses(), analysis) == m_groups[i]->analyses().end())
            continue;
        m_groups[i]->showAnalysis(*analysis);
        m_docks[i]->show();
        m_docks[i]->raise();
        m_groups[i]->setInFront(true);
    }
}

void AnalysisDocks::raiseForNow(std::string_view analysisId)
{
    const AnalysisDescriptor* analysis = findAnalysis(analysisId);
    for (std::size_t i = 0; analysis && !m_before && i < m_groups.size(); ++i) {
        if (std::ranges::find(m_groups[i]->analyses(), analysis) != m_groups[i]->analyses().end())
            m_before = Before { i, analysis, &m_groups[i]->current(), m_docks[i]->isHidden(),
                dockInFront(*m_window, *m_docks[i]) };
    }
    bringForward(analysisId);
}

void AnalysisDocks::putBack()
{
    const std::optional<Before> before = std::exchange(m_before, std::nullopt);
    if (!before)
        return;
    QDockWidget* dock = m_docks[before->raised];
    AnalysisGroup* group = m_groups[before->raised];
    if (dockInFront(*m_window, *dock) != dock || &group->current() != before->raisedAnalysis)
        return;
    group->showAnalysis(*before->analysis);
    dock->setVisible(!before->wasHidden);
    if (before->front && before->front != dock)
        before->front->raise();
}

void AnalysisDocks::setDockedVisible(bool isVisible)
{
    for (QDockWidget* dock : m_docks) {
        if (!dock->isFloating())
            dock->setVisible(isVisible);
    }
}

bool AnalysisDocks::isAnyDockedVisible() const
{
    // A tab in the back is out of sight but not hidden; one that was closed is.
    return std::ranges::any_of(
        m_docks, [](const QDockWidget* dock) { return !dock->isFloating() && !dock->isHidden(); });
}

std::vector<AnalysisDocks::Shown> AnalysisDocks::shown() const
{
    std::vector<Shown> shown;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const bool isOpen = !m_docks[i]->isHidden();
        shown.push_back({ &m_groups[i]->current(), isOpen, isOpen && m_groups[i]->isInFront() });
    }
    return shown;
}

void AnalysisDocks::setShown(const std::vector<Shown>& shown)
{
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const auto& members = m_groups[i]->analyses();
        const auto at = std::ranges::find_if(shown,
            [&members](const Shown& each) { return std::ranges::find(members, each.analysis) != members.end(); });
        m_docks[i]->setVisible(at != shown.end() && at->isOpen);
        if (at == shown.end())
            continue;
        m_groups[i]->showAnalysis(*at->analysis);
        if (at->isOpen && at->isInFront)
            m_docks[i]->raise();
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

QStringList AnalysisDocks::tabs() const
{
    QStringList ids;
    for (const AnalysisGroup* group : m_groups)
        ids.append(fullText(group->current().id));
    return ids;
}

void AnalysisDocks::setTabs(const QStringList& ids)
{
    for (const QString& id : ids) {
        if (const AnalysisDescriptor* analysis = findAnalysis(id.toStdString())) {
            for (AnalysisGroup* group : m_groups)
                group->showAnalysis(*analysis); // the one that has it
        }
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
    if (const auto given = m_thresholds.find(analysis.id); given != m_thresholds.end())
        request.parameters = given->second;
    return request;
}

void AnalysisDocks::setThresholds(std::map<std::string, Parameters> changed)
{
    m_thresholds = std::move(changed);
    for (const AnalysisDescriptor& analysis : analyses()) {
        const auto given = m_thresholds.find(analysis.id);
        if (AnalysisPanel* panel = existingPanel(analysis))
            panel->setUsualParameters(given != m_thresholds.end() ? given->second : Parameters {});
    }
}

Parameters AnalysisDocks::parametersOf(std::string_view analysisId) const
{
    const AnalysisDescriptor* analysis = findAnalysis(analysisId);
    for (const AnalysisGroup* group : m_groups) {
        if (const AnalysisPanel* panel = analysis ? group->existingPanel(*analysis) : nullptr)
            return panel->parameters();
    }
    const auto given = m_thresholds.find(std::string(analysisId));
    return given != m_thresholds.end() ? given->second : Parameters {};
}

QString AnalysisDocks::groupTitle(PanelGroup group)
{
    const Phrase title = titleOf(group);
    return QCoreApplication::translate(title.context, title.english);
}

} // namespace kinetoscope

#include "moc_analysis_docks.cpp"
