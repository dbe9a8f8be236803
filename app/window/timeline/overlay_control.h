// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlays.h"
#include "widgets/delegates/tag_delegate.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace kinetoscope {

class AnalysisDocks;
class AnalysisPanel;
class Table;
class TimelineView;
class ViewState;

/// Switches what analyses draw onto the timeline. Each overlay is computed off the GUI thread when it is switched on or
/// another job is opened. Most are about the whole job, and dimming says what is outside the scope; the critical path
/// is that of the chosen steps or range, as in its panel. Those with a panel take its parameters. What is on is
/// remembered. GUI thread only.
class OverlayControl : public QObject {
    Q_OBJECT
public:
    /// Nothing is owned; all outlive this.
    OverlayControl(TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks, QObject* parent);
    ~OverlayControl() override;

    /// One entry an overlay, to be ticked.
    void fillMenu(QMenu* menu);
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; } ///< in the order of overlays()
    /// One entry for each pattern with a letter: its letter, how often, what it is; ticked while it is shown.
    [[nodiscard]] const std::vector<QAction*>& legend() const { return m_legend; }
    /// What the hatches of idle time mean; empty while they are off.
    [[nodiscard]] const std::vector<QAction*>& idleLegend() const { return m_idleLegend; }
    /// The chains with letter and tick, as kernel-sequences writes them; none while their overlay is off or where they
    /// are just those that come first.
    [[nodiscard]] std::vector<std::string> markedChains() const;
    [[nodiscard]] QStringList chosen() const; ///< ids of those that are on
    /// Switches exactly these on, without remembering it: for sessions. Unknown ids are left out, and of a family all
    /// but the first.
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

    /// The user switched one in the menu.
    void switchOverlay(std::size_t index);
    /// Switches off the others of an overlay's family.
    void leaveFamily(std::size_t index);
    void start(std::size_t index, bool isAsked);
    void startAll();
    void followPanels();
    void followScope();
    void take(std::size_t index, Result<Overlay> overlay);
    void show();
    void fillLegend();
    void fillIdleLegend();
    /// Patterns that lost their tick are not drawn.
    void applyHidden();
    void followPanel(AnalysisPanel* panel);
    /// The table of the panel that lists the patterns; nullptr without one.
    [[nodiscard]] const Table* patternTable(const char* name) const;
    /// Those that have letters, in their order: as the panel lists them, then what was ticked besides. Empty without a
    /// panel: then the overlay itself finds which come first.
    [[nodiscard]] QStringList letteredPatterns() const;
    void dropMissingPatterns(); ///< ticked ones that the panel does not list any more
    /// Letters and boxes in the panel that lists the patterns.
    void tagRows();
    void togglePattern(const QString& pattern);
    void addToRowMenu(QMenu* menu, const QString& pattern);

    TimelineView* m_timeline;
    ViewState* m_viewState;
    AnalysisDocks* m_docks;
    QStringList m_paths; ///< of what was open last: other files open with the opening overlay
    QMenu* m_menu = nullptr;
    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_idleLegend;         ///< what the hatches of idle time mean
    std::vector<QAction*> m_legend;             ///< one for each pattern that has a letter, A first
    QStringList m_ticked;                       ///< patterns with a letter that do not come first, as they were ticked
    QSet<QString> m_hidden;                     ///< patterns with a letter that are not drawn
    TextTags m_tags;                            ///< of the panel's rows
    std::vector<std::unique_ptr<Slot>> m_slots; ///< in the order of overlays()
};

} // namespace kinetoscope
