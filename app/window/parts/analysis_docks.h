// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/registry.h"

#include <QObject>
#include <QString>

#include <vector>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace kinetoscope {

class AnalysisPanel;
class ViewState;

/// One dock with the generic panel for every analysis of the registry, in the order of their groups, as tabs below the
/// timeline. Each can be moved beside another, floated and closed; the Analyse menu brings it back. GUI thread only.
class AnalysisDocks : public QObject {
    Q_OBJECT
public:
    /// Adds the docks to `window`, which owns them. `viewState` is not owned and outlives this.
    AnalysisDocks(QMainWindow* window, ViewState* viewState);

    /// Puts all docks back as tabs below the timeline, the first one in front.
    void arrange();
    /// One entry an analysis, under the heading of its group; choosing it raises the dock.
    void fillMenu(QMenu* menu);
    void raise(std::string_view analysisId);
    /// Shows or hides all that are not floating.
    void setDockedVisible(bool isVisible);
    [[nodiscard]] bool isAnyDockedVisible() const;

    [[nodiscard]] AnalysisPanel* panel(std::string_view analysisId) const; ///< nullptr for an unknown id
    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return m_docks; }
    [[nodiscard]] static QString groupTitle(PanelGroup group);

signals:
    void messageShown(const QString& sentence);
    void zoomRequested(const kinetoscope::Selection& selection);
    void visibilityChanged();

private:
    QMainWindow* m_window = nullptr;
    std::vector<const AnalysisDescriptor*> m_analyses; ///< by group, then registry order
    std::vector<AnalysisPanel*> m_panels;              ///< same order
    std::vector<QDockWidget*> m_docks;                 ///< same order
    QDockWidget* m_lastRaised = nullptr;
};

} // namespace kinetoscope
