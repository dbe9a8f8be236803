// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/catalog/analyses.h"

#include <QStackedWidget>
#include <QStringList>

#include <vector>

class QTabBar;

namespace kinetoscope {

class AnalysisPanel;
class ViewState;
struct TraceContents;

/// The analyses of one group behind each other, with a tab for each. A panel is made when it is first looked at: twenty
/// of them would be most of the start of the program. GUI thread only.
class AnalysisGroup : public QStackedWidget {
    Q_OBJECT
public:
    /// `viewState` and the descriptors are not owned and outlive this; at least one analysis.
    AnalysisGroup(std::vector<const AnalysisDescriptor*> analyses, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<const AnalysisDescriptor*>& analyses() const { return m_analyses; }
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }
    /// The tabs; of a single analysis, which the dock's own tab names, its question. Whoever shows them owns them: they
    /// belong into the title bar of the dock, beside its buttons.
    [[nodiscard]] QWidget* titleContents() const { return m_titleContents; }
    /// Panel of an analysis of this group, made now if it was never looked at; nullptr for one of another group.
    [[nodiscard]] AnalysisPanel* panel(const AnalysisDescriptor& analysis);
    /// nullptr also for one that was never looked at.
    [[nodiscard]] AnalysisPanel* existingPanel(const AnalysisDescriptor& analysis) const;
    /// Brings an analysis of this group to the front.
    void showAnalysis(const AnalysisDescriptor& analysis);
    [[nodiscard]] const AnalysisDescriptor& current() const;

    /// Dims the tabs of analyses that have nothing to say of a job, and lets their tool tips say why. They stay open to
    /// anyone, but a group that is not in front turns to one that has something to say. nullptr: none is dimmed.
    void showContents(const TraceContents* contents);
    /// Why none of the analyses has anything to say, one reason a line; "" where one may have.
    [[nodiscard]] QString whyWithoutContent() const;

    [[nodiscard]] bool isInFront() const { return m_isInFront; }

    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    /// Whether the group's dock can be seen (QDockWidget::visibilityChanged). Qt moves a dock behind its tab out of
    /// sight but leaves it visible, so only the dock can tell.
    void setInFront(bool isInFront);

signals:
    void panelMade(kinetoscope::AnalysisPanel* panel);

private:
    AnalysisPanel* panelAt(std::size_t index);
    void showCurrent();
    void dimTabs();
    void chooseOneWithContent();

protected:
    void changeEvent(QEvent* event) override;

private:
    std::vector<const AnalysisDescriptor*> m_analyses;
    std::vector<AnalysisPanel*> m_panels; ///< same order; nullptr until it is looked at
    ViewState* m_viewState = nullptr;
    QTabBar* m_tabs = nullptr;
    QWidget* m_titleContents = nullptr;
    QWidget* m_nothing = nullptr; ///< shown while nobody looks
    QStringList m_why;            ///< by analysis: why it has nothing to say; "" where it may
    bool m_isInFront = false;
    bool m_isChoosing = false; ///< the tab is changed by what the job has, not by anybody
    int m_wanted = 0;          ///< the tab that was chosen last
};

} // namespace kinetoscope
