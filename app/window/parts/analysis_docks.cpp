// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/analysis_docks.h"

#include "widgets/panels/analysis_panel.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include <algorithm>

namespace kinetoscope {

namespace {

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

AnalysisDocks::AnalysisDocks(QMainWindow* window, ViewState* viewState)
    : QObject(window)
    , m_window(window)
{
    for (const AnalysisDescriptor& analysis : analyses()) {
        // Comparisons need a second input and a panel of their own.
        if (analysis.inputCount == 1)
            m_analyses.push_back(&analysis);
    }
    std::ranges::stable_sort(m_analyses, {}, &AnalysisDescriptor::group);
    for (const AnalysisDescriptor* analysis : m_analyses) {
        auto* dock = new QDockWidget(fromUtf8(analysis->title), window);
        dock->setObjectName(QStringLiteral("analysis-%1").arg(fromUtf8(analysis->id)));
        auto* panel = new AnalysisPanel(*analysis, viewState, dock);
        dock->setWidget(panel);
        dock->toggleViewAction()->setStatusTip(fromUtf8(analysis->question));
        m_panels.push_back(panel);
        m_docks.push_back(dock);
        connect(panel, &AnalysisPanel::messageShown, this, &AnalysisDocks::messageShown);
        connect(panel, &AnalysisPanel::zoomRequested, this, &AnalysisDocks::zoomRequested);
        connect(dock, &QDockWidget::visibilityChanged, this, &AnalysisDocks::visibilityChanged);
    }
    arrange();
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
    for (std::size_t i = 0; i < m_analyses.size(); ++i) {
        if (i == 0 || m_analyses[i]->group != m_analyses[i - 1]->group)
            menu->addSection(groupTitle(m_analyses[i]->group));
        QAction* action = menu->addAction(fromUtf8(m_analyses[i]->title));
        action->setObjectName(QStringLiteral("show-%1").arg(fromUtf8(m_analyses[i]->id)));
        action->setStatusTip(fromUtf8(m_analyses[i]->question));
        connect(action, &QAction::triggered, this, [this, i] { raise(m_analyses[i]->id); });
    }
}

void AnalysisDocks::raise(std::string_view analysisId)
{
    for (std::size_t i = 0; i < m_analyses.size(); ++i) {
        if (m_analyses[i]->id == analysisId) {
            m_docks[i]->show();
            m_docks[i]->raise();
            m_panels[i]->setFocus();
        }
    }
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
    // A tab in the back is hidden as a widget but not closed; isHidden() is what tells the two apart.
    return std::ranges::any_of(
        m_docks, [](const QDockWidget* dock) { return !dock->isFloating() && !dock->isHidden(); });
}

AnalysisPanel* AnalysisDocks::panel(std::string_view analysisId) const
{
    for (std::size_t i = 0; i < m_analyses.size(); ++i) {
        if (m_analyses[i]->id == analysisId)
            return m_panels[i];
    }
    return nullptr;
}

QString AnalysisDocks::groupTitle(PanelGroup group)
{
    switch (group) {
    case PanelGroup::Overview:
        return tr("Overview");
    case PanelGroup::GpuTime:
        return tr("GPU time");
    case PanelGroup::HostAndLaunches:
        return tr("Host and launches");
    case PanelGroup::Communication:
        return tr("Communication");
    case PanelGroup::Memory:
        return tr("Memory");
    case PanelGroup::Patterns:
        return tr("Patterns");
    case PanelGroup::Counters:
        return tr("Counters");
    case PanelGroup::Compare:
        return tr("Compare");
    case PanelGroup::Health:
        return tr("Health");
    }
    return {};
}

} // namespace kinetoscope
