// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlays.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

class QAction;
class QMenu;

namespace kinetoscope {

class AnalysisDocks;
class AnalysisPanel;
class Settings;
class TimelineView;
class ViewState;

/// Switches what analyses draw onto the timeline. Each overlay is computed off the GUI thread when it is switched on or
/// another job is opened, about the whole job: dimming says what is outside the scope. Those with a panel take its
/// parameters. What is on is remembered. GUI thread only.
class OverlayControl : public QObject {
    Q_OBJECT
public:
    /// Nothing is owned; all outlive this.
    OverlayControl(
        TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks, Settings* settings, QObject* parent);
    ~OverlayControl() override;

    /// One entry an overlay, to be ticked.
    void fillMenu(QMenu* menu);
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; } ///< in the order of overlays()
    /// One entry for each marked pattern: its letter, how often, what it is; ticked while it is shown.
    [[nodiscard]] const std::vector<QAction*>& legend() const { return m_legend; }
    [[nodiscard]] QStringList chosen() const; ///< ids of those that are on
    /// Switches exactly these on, without remembering it: for sessions. Unknown ids are left out.
    void choose(const QStringList& ids);
    /// Whether something that is on is still being computed.
    [[nodiscard]] bool isBusy() const;

signals:
    /// Why an overlay that was just switched on shows nothing, or what went wrong.
    void messageShown(const QString& sentence);
    /// The overlays on the timeline are others now.
    void shown();

private:
    struct Slot;

    void start(std::size_t index, bool isAsked);
    void startAll();
    void followPanels();
    void take(std::size_t index, Result<Overlay> overlay);
    void show();
    void fillLegend();
    void followPanel(AnalysisPanel* panel);
    /// Letters and boxes in the panel that lists the patterns.
    void tagRows();
    void togglePattern(const QString& pattern);
    void addToRowMenu(QMenu* menu, const QString& pattern);
    /// Its action of legend(); nullptr where the pattern is not marked.
    [[nodiscard]] QAction* legendOf(const QString& pattern) const;

    TimelineView* m_timeline;
    ViewState* m_viewState;
    AnalysisDocks* m_docks;
    Settings* m_settings;
    QMenu* m_menu = nullptr;
    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_legend;             ///< one for each pattern that is marked, A first
    std::vector<std::unique_ptr<Slot>> m_slots; ///< in the order of overlays()
};

} // namespace kinetoscope
