// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/analysis_group.h"

#include "app/window/docks/trace_contents.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/elided.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QEvent>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace kinetoscope {

AnalysisGroup::AnalysisGroup(std::vector<const AnalysisDescriptor*> analyses, ViewState* viewState, QWidget* parent)
    : QStackedWidget(parent)
    , m_analyses(std::move(analyses))
    , m_panels(m_analyses.size(), nullptr)
    , m_viewState(viewState)
    , m_tabs(new QTabBar(this))
    , m_nothing(new QWidget(this))
{
    addWidget(m_nothing);
    m_tabs->setObjectName(QStringLiteral("analysis-tabs"));
    m_tabs->setAccessibleName(tr("Analyses of this group"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setUsesScrollButtons(true);
    for (const AnalysisDescriptor* analysis : m_analyses) {
        const int tab = m_tabs->addTab(registryText(analysis->title));
        m_tabs->setTabToolTip(tab, plainToolTip(registryText(analysis->question, 400)));
    }
    m_titleContents = m_tabs;
    if (m_analyses.size() == 1) { // the line would be empty, and is worth a row of the table
        m_tabs->hide();
        auto* question = new ElidedLabel(registryText(m_analyses.front()->question), this);
        question->setObjectName(QStringLiteral("question"));
        question->setTextFormat(Qt::PlainText);
        question->setMargin(3);
        m_titleContents = question;
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_isChoosing)
            m_wanted = tab;
        showCurrent();
    });
}

AnalysisPanel* AnalysisGroup::panel(const AnalysisDescriptor& analysis)
{
    const auto at = std::ranges::find(m_analyses, &analysis);
    return at == m_analyses.end() ? nullptr : panelAt(static_cast<std::size_t>(at - m_analyses.begin()));
}

AnalysisPanel* AnalysisGroup::existingPanel(const AnalysisDescriptor& analysis) const
{
    const auto at = std::ranges::find(m_analyses, &analysis);
    return at == m_analyses.end() ? nullptr : m_panels[static_cast<std::size_t>(at - m_analyses.begin())];
}

AnalysisPanel* AnalysisGroup::panelAt(std::size_t index)
{
    if (!m_panels[index]) {
        m_panels[index] = new AnalysisPanel(*m_analyses[index], m_viewState, this);
        if (m_analyses.size() == 1)
            m_panels[index]->leaveQuestionOut();
        addWidget(m_panels[index]);
        emit panelMade(m_panels[index]);
    }
    return m_panels[index];
}

void AnalysisGroup::setInFront(bool isInFront)
{
    m_isInFront = isInFront;
    // While a layout is put back every dock is shown for a moment, before all but one go behind their tabs.
    QTimer::singleShot(0, this, &AnalysisGroup::showCurrent);
}

void AnalysisGroup::showCurrent()
{
    const int tab = m_tabs->currentIndex();
    setCurrentWidget(
        m_isInFront && tab >= 0 ? static_cast<QWidget*>(panelAt(static_cast<std::size_t>(tab))) : m_nothing);
}

void AnalysisGroup::showAnalysis(const AnalysisDescriptor& analysis)
{
    const auto at = std::ranges::find(m_analyses, &analysis);
    if (at == m_analyses.end())
        return;
    m_wanted = static_cast<int>(at - m_analyses.begin());
    m_tabs->setCurrentIndex(m_wanted);
}

const AnalysisDescriptor& AnalysisGroup::current() const
{
    return *m_analyses[static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()))];
}

void AnalysisGroup::showContents(const TraceContents* contents)
{
    m_why.clear();
    for (const AnalysisDescriptor* analysis : m_analyses)
        m_why.append(contents ? kinetoscope::whyWithoutContent(*analysis, *contents) : QString());
    dimTabs();
    chooseOneWithContent();
}

/// Whoever opens the group sees an analysis that has something to say of this job, if one has; what somebody looks at
/// or has chosen stays, as far as it has.
void AnalysisGroup::chooseOneWithContent()
{
    if (m_isInFront)
        return;
    const auto saysNothing = [this](int tab) { return !m_why[tab].isEmpty(); };
    int chosen = m_wanted;
    while (chosen < m_tabs->count() && saysNothing(chosen))
        ++chosen;
    for (int tab = 0; chosen == m_tabs->count() && tab < m_wanted; ++tab)
        chosen = saysNothing(tab) ? chosen : tab;
    m_isChoosing = true;
    m_tabs->setCurrentIndex(chosen < m_tabs->count() ? chosen : m_wanted);
    m_isChoosing = false;
}

void AnalysisGroup::dimTabs()
{
    for (int tab = 0; tab < m_tabs->count() && tab < m_why.size(); ++tab) {
        const QString question = registryText(m_analyses[static_cast<std::size_t>(tab)]->question, 400);
        m_tabs->setTabTextColor(tab, m_why[tab].isEmpty() ? QColor() : Palette::of(*this).secondText);
        m_tabs->setTabToolTip(
            tab, plainToolTip(m_why[tab].isEmpty() ? question : question + QLatin1Char('\n') + m_why[tab]));
    }
}

QString AnalysisGroup::whyWithoutContent() const
{
    QStringList why = m_why;
    if (why.isEmpty() || why.contains(QString()))
        return {};
    why.removeDuplicates();
    return why.join(QLatin1Char('\n'));
}

void AnalysisGroup::changeEvent(QEvent* event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dimTabs();
}

QSize AnalysisGroup::minimumSizeHint() const
{
    // That of the panel in front: one in the back must not keep the window from becoming smaller.
    return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
}

} // namespace kinetoscope

#include "moc_analysis_group.cpp"
