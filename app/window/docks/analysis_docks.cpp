// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_docks.h"

#include "app/window/docks/analysis_group.h"
#include "app/window/docks/dock_size.h"
#include "app/window/docks/dock_title_bar.h"
#include "core/catalog/analyses.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr QSize kLeastContents { 420, 100 };

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
    , m_survey([this](const Result<TraceContents>& contents) { takeContents(contents ? &*contents : nullptr); })
{
    readOwnRules();
    std::map<PanelGroup, std::vector<const AnalysisDescriptor*>> groups;
    for (const AnalysisDescriptor& analysis : analyses())
        groups[analysis.group].push_back(&analysis);
    for (auto& [group, members] : groups)
        addGroup(group, std::move(members), viewState);
    arrange();
    connect(viewState, &ViewState::traceSetChanged, this, &AnalysisDocks::surveyTrace);
    connect(viewState, &ViewState::scopeChanged, this, &AnalysisDocks::showContents);
    connect(this, &AnalysisDocks::visibilityChanged, this, &AnalysisDocks::dimDocks, Qt::QueuedConnection);
    m_window->installEventFilter(this);
    surveyTrace();
}

void AnalysisDocks::surveyTrace()
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!traces) {
        m_survey.cancel();
        takeContents(nullptr);
        return;
    }
    m_survey.start([traces, classifier = m_classifier](const std::stop_token& stop) -> Result<TraceContents> {
        const KernelClassifier builtIn;
        return contentsOf(*traces, classifier ? *classifier : builtIn, stop);
    });
}

void AnalysisDocks::takeContents(const TraceContents* contents)
{
    m_contents = contents ? std::optional(*contents) : std::nullopt;
    showContents();
    tellUsual();
}

void AnalysisDocks::showContents()
{
    if (m_contents)
        m_contents->hasStepPattern = !m_viewState->scope().stepPattern.empty();
    for (AnalysisGroup* group : m_groups)
        group->showContents(m_contents ? &*m_contents : nullptr);
    dimDocks();
}

/// The tabs of docks belong to the main window, which makes them anew with every arrangement.
void AnalysisDocks::dimDocks()
{
    const auto bars = m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    for (QTabBar* bar : bars) {
        // Where not even the words alone have room, they are read by scrolling: a tab called "Co..." may be any of
        // three.
        bar->setElideMode(Qt::ElideNone);
        bar->setUsesScrollButtons(true);
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
    auto* titleBar = new DockTitleBar(contents->titleContents(), dock);
    dock->setTitleBarWidget(titleBar);
    connect(titleBar, &DockTitleBar::heightToggled, this, [this, dock] { emit heightToggled(dock); });
    m_groups.push_back(contents);
    m_docks.push_back(dock);
    connect(contents, &AnalysisGroup::panelMade, this, &AnalysisDocks::tellOf);
    connect(dock, &QDockWidget::visibilityChanged, contents, &AnalysisGroup::setInFront);
    connect(dock, &QDockWidget::visibilityChanged, this, &AnalysisDocks::visibilityChanged);
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

void AnalysisDocks::raise(std::string_view analysisId)
{
    bringForward(analysisId);
    if (AnalysisPanel* raised = panel(analysisId)) {
        raised->activateWindow(); // its dock may float, or the one that has the keys
        raised->setFocus();
    }
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

QString AnalysisDocks::groupTitle(PanelGroup group)
{
    const Phrase title = titleOf(group);
    return QCoreApplication::translate(title.context, title.english);
}

} // namespace kinetoscope

#include "moc_analysis_docks.cpp"
