// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/docks/trace_contents.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"
#include "core/session/panel_look.h"
#include "widgets/panels/analysis/panel_exports.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace kinetoscope {

class AnalysisGroup;
class AnalysisPanel;
class ViewState;
struct AnalysisRequest;

/// One dock for each group of the registry's analyses, as tabs below the timeline; inside it a tab for each analysis.
/// Each dock can be moved beside another, floated and closed; the Analyse menu brings it back. GUI thread only.
class AnalysisDocks : public QObject {
    Q_OBJECT
public:
    /// Adds the docks to `window`, which owns them. `viewState` is not owned and outlives this.
    AnalysisDocks(QMainWindow* window, ViewState* viewState);

    /// Puts all docks back as tabs below the timeline, the first one in front.
    void arrange();
    /// A submenu a group, in it one entry an analysis; choosing it raises the dock.
    void fillMenu(QMenu* menu);
    /// Brings the dock of an analysis to the front, and the analysis to the front of it, and gives that the keys.
    /// Nothing for an unknown id.
    void raise(std::string_view analysisId);
    /// The same, with these parameters in the form.
    void open(const std::string& analysisId, const Parameters& parameters);
    /// The same of an analysis that compares, for the open job with itself. Parameters that are not given stay.
    void compare(const std::string& analysisId, const Parameters& parameters);
    /// raise() for the sake of what is open, without the keys: putBack() brings back what was in front before the
    /// first such call.
    void raiseForNow(std::string_view analysisId);
    /// Nothing where somebody has chosen otherwise since.
    void putBack();
    /// What is in front is wanted: nothing will be put back.
    void keepInFront() { m_before.reset(); }
    /// Shows or hides all that are not floating.
    void setDockedVisible(bool isVisible);
    [[nodiscard]] bool isAnyDockedVisible() const;

    /// One analysis of a dock: the one it shows, whether or not the dock is closed or behind its tab.
    struct Shown {
        const AnalysisDescriptor* analysis = nullptr;
        bool isOpen = false;
        bool isInFront = false; ///< only where open
    };
    [[nodiscard]] std::vector<Shown> shown() const; ///< one a dock
    /// Opens and closes docks and chooses what they show; docks of analyses that are not listed are closed.
    void setShown(const std::vector<Shown>& shown);

    /// How the panels were left, by id of their analyses; those that nobody changed are left out.
    [[nodiscard]] std::map<std::string, PanelLook> looks() const;
    /// Makes every panel look so, those that are not listed as at first; one that was never looked at when it is.
    void setLooks(std::map<std::string, PanelLook> looks);

    /// What is usual instead of the defaults, by id of their analyses: where panels start, what their reset gives.
    /// Panels that are there follow, but for what was changed in them.
    void setThresholds(std::map<std::string, Parameters> changed);

    /// Ids of the analyses that the docks show, one a dock.
    [[nodiscard]] QStringList tabs() const;
    /// Chooses them; an unknown id is left out.
    void setTabs(const QStringList& ids);

    /// The panel if it was ever looked at; nullptr otherwise.
    [[nodiscard]] AnalysisPanel* existingPanel(const AnalysisDescriptor& analysis) const;
    /// Made now if it was never looked at; nullptr for an unknown id.
    [[nodiscard]] AnalysisPanel* panel(std::string_view analysisId) const;
    /// What the panel of an analysis asks for, or would if it were opened now.
    [[nodiscard]] AnalysisRequest requestOf(const AnalysisDescriptor& analysis) const;
    /// What the user chose in the panel of an analysis; empty (the defaults) while there is no such panel.
    [[nodiscard]] Parameters parametersOf(std::string_view analysisId) const;
    /// The user's own rules; nullptr where there are none.
    [[nodiscard]] const std::shared_ptr<const KernelClassifier>& classifier() const { return m_classifier; }
    /// Adds "Count this kernel as" with the four types; choosing one writes a rule for the name into the user's rules,
    /// and all panels follow.
    void addClassMenu(QMenu* menu, const std::string& kernel);
    /// Adds an entry that asks what a change would save, instead of the changes that are asked for now, and where some
    /// are one that asks for it together with them.
    void addWhatIf(QMenu* menu, const QString& question, const std::string& change);
    /// That of all GPU work of a name.
    void addWhatIfFaster(QMenu* menu, const std::string& kernel);
    /// Adds an entry that asks what changes would save in one step: those that are asked for now, or the usual ones. It
    /// limits the scope to the step.
    void addWhatIfInStep(QMenu* menu, std::int64_t rank, std::int64_t step);
    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return m_docks; } ///< in the order of their groups
    [[nodiscard]] static QString groupTitle(PanelGroup group);

signals:
    void messageShown(const QString& sentence);
    void exportFailed(const QString& sentence, const QObject* panel, kinetoscope::PanelExports::Part part);
    /// The same came off; messageShown() says what.
    void exported(const QObject* panel, kinetoscope::PanelExports::Part part);
    /// A panel's menu asks for a trace with what it shows. @param kind  id of the export.
    void traceExportRequested(const QString& kind, const kinetoscope::Parameters& parameters);
    void zoomRequested(const kinetoscope::Selection& selection);
    void placeRequested(bool always); ///< see AnalysisPanel
    void otherJobRequested(const std::shared_ptr<const kinetoscope::TraceSet>& traces, const std::string& path,
        const kinetoscope::Selection& selection);
    void rankRequested(std::int64_t rank, std::optional<std::int64_t> step); ///< see AnalysisPanel
    void visibilityChanged();
    void heightToggled(QDockWidget* dock); ///< see DockProportions::toggleHeight()
    /// A panel was looked at for the first time.
    void panelMade(kinetoscope::AnalysisPanel* panel);
    /// A panel shows a new result, of other parameters, another scope, another trace, or has other parameters while
    /// nobody looks at it.
    void resultShown();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the window, whose colours tabs have

private:
    void bringForward(std::string_view analysisId);
    void addGroup(PanelGroup group, std::vector<const AnalysisDescriptor*> analyses, ViewState* viewState);

    // analysis_docks_menus.cpp: what is added to menus
    /// The user's rules from the configuration folder, as the command line takes them.
    void readOwnRules();
    void countAs(KernelType type, const std::string& kernel);

    // analysis_docks_panels.cpp: the panels in the docks
    void tellOf(AnalysisPanel* panel);
    /// What is usual of an analysis: what suits the open job, and what the user prefers.
    [[nodiscard]] Parameters usualOf(const AnalysisDescriptor& analysis) const;
    void tellUsual(); ///< to all panels
    void followBaseline(AnalysisPanel* panel, const std::shared_ptr<const TraceSet>& traces, const std::string& path,
        const std::string& before); ///< in the other comparisons

    /// What raiseForNow() changed.
    struct Before {
        std::size_t raised = 0; ///< in m_docks
        const AnalysisDescriptor* raisedAnalysis = nullptr;
        const AnalysisDescriptor* analysis = nullptr; ///< that the dock showed before
        bool wasHidden = false;
        QPointer<QDockWidget> front; ///< of the tabs; nullptr where there were none
    };

    void surveyTrace(); ///< finds out which tabs have nothing to say of it
    void takeContents(const TraceContents* contents);
    void showContents(); ///< in tabs: those without content are dimmed
    void dimDocks();

    QMainWindow* m_window = nullptr;
    std::optional<Before> m_before;
    ViewState* m_viewState = nullptr;
    std::shared_ptr<const KernelClassifier> m_classifier; ///< nullptr: the built-in one
    std::map<std::string, PanelLook> m_looks;             ///< for panels that are yet to be made
    std::map<std::string, Parameters> m_thresholds;       ///< by id of their analyses
    std::optional<TraceContents> m_contents;              ///< of the open job, once they are known
    std::weak_ptr<const TraceSet> m_baseline;             ///< that was chosen last, while a panel compares with it
    std::string m_baselinePath;
    std::vector<AnalysisGroup*> m_groups; ///< same order as m_docks
    std::vector<QDockWidget*> m_docks;
    LatestJob<TraceContents> m_survey; ///< last: destroyed first
};

} // namespace kinetoscope
