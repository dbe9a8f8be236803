// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/actions.h"
#include "app/window/document.h"
#include "app/window/recent_files.h"
#include "core/analysis/types/parameters.h"

#include <QByteArray>
#include <QMainWindow>
#include <QPointer>

#include <optional>

class QDockWidget;
class QMenu;
class QStackedWidget;

namespace kinetoscope {

class AnalysisDocks;
class CounterColours;
class OverlayControl;
class PlaceWalk;
class DetailsPanel;
class LoadingPage;
class MessageBanner;
class QuickOpen;
class ScopeChip;
class SearchBox;
class Trace;
class Sessions;
class Settings;
class StartPage;
class StatusLine;
class TimelineView;
class TracesPanel;
class WritingDialog;

/// The window: docks, menus, toolbar, status bar around one document. It asks, others do. Files and folders may be
/// dropped anywhere on it; several at once are the ranks of one job. GUI thread only.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Neither is owned; both outlive the window.
    MainWindow(Settings& settings, Document& document);
    ~MainWindow() override;

    [[nodiscard]] Document& document() { return m_document; }
    [[nodiscard]] Actions& actions() { return *m_actions; }
    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }
    [[nodiscard]] DetailsPanel* details() const { return m_details; }
    [[nodiscard]] AnalysisDocks* analysisDocks() const { return m_analysisDocks; }
    [[nodiscard]] OverlayControl* overlays() const { return m_overlays; }
    [[nodiscard]] CounterColours* counterColours() const { return m_counterColours; }
    [[nodiscard]] MessageBanner* banner() const { return m_banner; }
    [[nodiscard]] StatusLine* statusLine() const { return m_statusLine; }
    [[nodiscard]] ScopeChip* scopeChip() const { return m_scopeChip; }
    [[nodiscard]] SearchBox* searchBox() const { return m_searchBox; }
    [[nodiscard]] Sessions* sessions() const { return m_sessions; }
    [[nodiscard]] QuickOpen* quickOpen() const { return m_quickOpen; }
    [[nodiscard]] const RecentFiles& recentFiles() const { return m_recentFiles; }

    /// Opens traces as one job, or a session file. Nothing happens for no arguments.
    void open(const std::vector<TraceArgument>& arguments);
    /// Opens the sample trace, where it is installed.
    void openSample();
    /// Writes the timeline as it is seen; the ending decides the format. What went wrong is said in the banner.
    void saveTimelinePicture(const QString& fileName);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    // main_window.cpp: the parts and their places
    void buildCentre();
    void buildDocks();
    void buildToolBar();
    void arrangeDocks();
    void giveDocksTheirFirstSizes();
    void keepOnScreen();
    void showOpen();
    void showEmpty();
    void saveLayout();
    // main_window_menus.cpp: menus, and what actions do
    void buildMenus();
    void fillRecentMenu();
    void connectFileActions();
    void connectViewActions();
    void connectLookActions();
    void connectTimeline();
    void goToDetails(); ///< and from there back to the timeline
    bool showPathOfPanel();
    void connectHelpActions();
    void showPreferences();
    void updateActions();
    void clearWhatIsLast(); ///< the selection, then the scope, then the search
    // main_window_files.cpp: what the window writes
    void saveSession(bool asksForName);
    void showReportDialog();
    void showWritingDialog(WritingDialog* dialog);
    [[nodiscard]] bool mayEndWriting(); ///< asks where something is written; stops it if told so
    /// @param kind  of export that is chosen at first; "" for any.
    void showTraceExport(const QString& kind, const Parameters& parameters = {});
    // main_window_timeline_menu.cpp: the menu of the timeline
    void addSearches(QMenu& menu, const Trace& trace, SliceId slice);
    void addStepQuestions(QMenu& menu, const RankTrace& rank, SliceId slice);
    void addWhatIf(QMenu& menu, const Trace& trace, SliceId slice);
    void showTimelineMenu(std::optional<SliceRef> slice, const QPoint& globalPosition);
    // main_window_document.cpp: the document
    void connectDocument();
    void connectSessions();
    void offerToLocate(const QString& sentence); ///< a trace of a session that is not there
    void showLoadStarted(const std::vector<TraceArgument>& arguments);
    void bringFirstPanelToFront(); ///< the overview, whatever was in front when another job was open
    void showOpened();
    void giveKeysBack(); ///< to where they were before the open traces were read again
    void showImportReport(int rankIndex);
    void showScopeEditor();
    void updateTitle();
    // main_window_ranks.cpp: ranks whose traces are not loaded
    void connectRanks(TracesPanel* traces);
    void openRank(std::int64_t number, std::optional<std::int64_t> step); ///< loads it first where it is not
    void showWantedRank(std::uint32_t position);
    void showRankNotice(std::uint32_t position);
    void showRankFailure(std::uint32_t position, const Error& error);

    Settings& m_settings;
    RecentFiles m_recentFiles;
    Document& m_document;
    Actions* m_actions = nullptr;

    MessageBanner* m_banner = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_startPage = nullptr;
    LoadingPage* m_loadingPage = nullptr;
    TimelineView* m_timeline = nullptr;
    DetailsPanel* m_details = nullptr;
    QDockWidget* m_tracesDock = nullptr;
    QDockWidget* m_detailsDock = nullptr;
    QDockWidget* m_selectionDock = nullptr;
    AnalysisDocks* m_analysisDocks = nullptr;
    OverlayControl* m_overlays = nullptr;
    PlaceWalk* m_placeWalk = nullptr;
    CounterColours* m_counterColours = nullptr;
    StatusLine* m_statusLine = nullptr;
    ScopeChip* m_scopeChip = nullptr;
    SearchBox* m_searchBox = nullptr;
    QuickOpen* m_quickOpen = nullptr;
    Sessions* m_sessions = nullptr;
    QMenu* m_recentMenu = nullptr;
    QPointer<QWidget> m_keysBefore; ///< who had them when the job that is open now came in place of itself
    bool m_wasActive = false;       ///< at that moment: no other program was in front
    QByteArray m_openLayout;        ///< docks as they were when a trace was last open
    bool m_isLayoutKnown = false;   ///< m_openLayout is a person's, or was before them
    bool m_hasOpenLook = false;
    /// A rank that is being loaded to be looked at.
    struct WantedRank {
        std::uint32_t position = 0; ///< in TraceSet::ranks()
        std::optional<std::int64_t> step;
    };
    std::optional<WantedRank> m_wantedRank;
    std::vector<std::string> m_jobInFront; ///< paths of the job whose first panel was brought to the front
};

} // namespace kinetoscope
