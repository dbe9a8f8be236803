// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window, and what its actions do.
#include "app/window/main_window.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/help/guide.h"
#include "app/window/help/help_dialogs.h"
#include "app/window/interface_size.h"
#include "app/window/parts/file_dialogs.h"
#include "app/window/parts/go_to_range.h"
#include "app/window/parts/search_box.h"
#include "app/window/preferences/preferences_dialog.h"
#include "app/window/quick_open/quick_open.h"
#include "app/window/session/sessions.h"
#include "app/window/settings.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/status_line.h"
#include "app/window/theme.h"
#include "app/window/timeline/counter_colours.h"
#include "app/window/timeline/overlay_control.h"
#include "app/window/timeline/place_walk.h"
#include "app/window/timeline/timeline_menus.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/support/number_style.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <algorithm>
#include <vector>

namespace kinetoscope {

namespace {

/// All that writes numbers does so again.
void applyNumberStyle(const NumberStyle& style)
{
    setNumberStyle(style);
    const QWidgetList widgets = QApplication::allWidgets();
    // What one widget shows anew may have been the next of the list.
    const std::vector<QPointer<QWidget>> told(widgets.begin(), widgets.end());
    for (const QPointer<QWidget>& widget : told) {
        QEvent change(QEvent::LocaleChange);
        if (widget)
            QCoreApplication::sendEvent(widget, &change);
    }
}

constexpr int kMainWindowMenusMessageTimeMs = 8000;

template <typename Value> using Choice = std::pair<ActionId, Value>;
constexpr Choice<ThemeChoice> kThemes[] = { { ActionId::ThemeSystem, ThemeChoice::System },
    { ActionId::ThemeLight, ThemeChoice::Light }, { ActionId::ThemeDark, ThemeChoice::Dark } };
constexpr Choice<Density> kDensities[] = { { ActionId::DensityCompact, Density::Compact },
    { ActionId::DensityNormal, Density::Normal }, { ActionId::DensityRoomy, Density::Roomy } };

constexpr Choice<ColourMode> kColourModes[] = { { ActionId::ColourByKind, ColourMode::Kind },
    { ActionId::ColourByName, ColourMode::Name }, { ActionId::ColourByStream, ColourMode::Stream },
    { ActionId::ColourByOp, ColourMode::Op }, { ActionId::ColourByModule, ColourMode::Module },
    { ActionId::ColourByDuration, ColourMode::Duration } };

} // namespace

void MainWindow::buildMenus()
{
    using enum ActionId;
    const auto add = [this](QMenu* menu, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            menu->addAction((*m_actions)[id]);
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, { OpenFiles, OpenFolder });
    m_recentMenu = file->addMenu(tr("Open &recent"));
    add(file, { OpenSample });
    file->addSeparator();
    add(file, { SaveSession, SaveSessionAs, SavePicture, ExportTrace, ExportReport });
    file->addSeparator();
    add(file, { Reload, CloseTrace, Quit });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    add(edit, { CopyDetails, CopyJson, ClearSelection });
    edit->addSeparator();
    add(edit, { Search, SearchNext, SearchPrevious, FindTrack, FilterTracks, Commands });
    edit->addSeparator();
    add(edit, { ImportReport });
    edit->addSeparator();
    add(edit, { Preferences });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    add(view, { FitAll, FitSelection, GoToTime, ZoomIn, ZoomOut });
    add(view->addMenu(tr("&Walk")), { ViewBack, ViewForward, NextPlace, PreviousPlace, NextLink, PreviousLink });
    addMarksMenu(view, *m_actions, *m_timeline, *m_document.viewState());
    view->addSeparator();
    QMenu* panels = view->addMenu(tr("&Panels"));
    for (const QDockWidget* dock : { m_tracesDock, m_detailsDock, m_selectionDock })
        panels->addAction(dock->toggleViewAction());
    add(panels, { ToggleBottom });
    panels->addSeparator();
    add(panels, { ResetLayout });
    add(view->addMenu(tr("Th&eme")), { ThemeSystem, ThemeLight, ThemeDark });
    add(view->addMenu(tr("Row &height")), { DensityCompact, DensityNormal, DensityRoomy });
    add(view->addMenu(tr("Interface si&ze")), { InterfaceLarger, InterfaceSmaller, InterfaceReset });
    QMenu* colours = view->addMenu(tr("&Colour by"));
    add(colours, { ColourByKind, ColourByName, ColourByStream, ColourByOp, ColourByModule, ColourByDuration });
    m_counterColours->fillMenu(colours);
    m_overlays->fillMenu(view->addMenu(tr("Overl&ays")));
    add(view, { PythonFrames, AlignClocks, ExpandAll, CollapseAll });
    addTracksMenu(view, *m_actions);
    view->addSeparator();
    add(view, { FullScreen });

    QMenu* analyse = menuBar()->addMenu(tr("&Analyse"));
    add(analyse, { GoToDetails, MakeRange, LimitToRange, ChooseScope, ClearScope });
    analyse->addSeparator();
    m_analysisDocks->fillMenu(analyse);
    add(menuBar()->addMenu(tr("&Help")), { Guide, Shortcuts, About });

    // Actions work while no menu is open and on every page, so the window itself must know them.
    for (const ActionSpec& spec : Actions::specs())
        addAction((*m_actions)[spec.id]);
    connectFileActions();
    connectViewActions();
    connectLookActions();
    connectTimeline();
    connectHelpActions();
    updateActions();
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const RecentFiles::Arguments& entry : m_recentFiles.entries()) {
        QString name = jobName(entry);
        name.replace(QLatin1Char('&'), QStringLiteral("&&")); // or it would underline a letter
        const bool isMissing = RecentFiles::isMissing(entry);
        QAction* action = m_recentMenu->addAction(isMissing ? tr("%1 (missing)").arg(name) : name);
        action->setEnabled(!isMissing);
        action->setStatusTip(jobPaths(entry, QStringLiteral(" · ")));
        connect(action, &QAction::triggered, this, [this, entry] { open(entry); });
    }
    m_recentMenu->addSeparator();
    QAction* clear = (*m_actions)[ActionId::ClearRecent];
    clear->setEnabled(!m_recentFiles.entries().empty());
    m_recentMenu->addAction(clear);
}

void MainWindow::connectFileActions()
{
    using enum ActionId;
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(OpenFiles, [this] { open(askForTraces(this, m_settings)); });
    on(OpenFolder, [this] { open(askForFolder(this, m_settings)); });
    on(OpenSample, [this] { openSample(); });
    (*m_actions)[OpenSample]->setEnabled(samplePath().has_value());
    on(ClearRecent, [this] { m_recentFiles.clear(); });
    on(Reload, [this] {
        if (!m_document.isLoading()) // else what is being loaded would be dropped for what is read again
            m_sessions->reload();
    });
    (*m_actions)[Reload]->setAutoRepeat(false);
    on(CloseTrace, [this] { m_document.close(); });
    on(Quit, [this] { close(); });
    on(SaveSession, [this] { saveSession(false); });
    on(SaveSessionAs, [this] { saveSession(true); });
    on(SavePicture, [this] {
        const QString suggested = suggestedFileName(plainJobName(m_document.arguments()), QStringLiteral(".png"));
        const QString name = askForPicture(this, m_settings, suggested);
        if (!name.isEmpty())
            saveTimelinePicture(name);
    });
    on(ExportTrace, [this] { showTraceExport({}); });
    connect(m_analysisDocks, &AnalysisDocks::traceExportRequested, this, &MainWindow::showTraceExport);
    on(ExportReport, [this] { showReportDialog(); });
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
}

void MainWindow::connectViewActions()
{
    using enum ActionId;
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(ZoomIn, [this] { m_timeline->camera().zoomIn(); });
    on(ZoomOut, [this] { m_timeline->camera().zoomOut(); });
    on(FitAll, [this] { m_timeline->camera().fitAll(); });
    on(FitSelection, [this] { m_timeline->reveal().focusSelected(); });
    on(GoToTime, [this] {
        auto* ask = new GoToRange(m_document.viewState()->visibleRange(), this);
        ask->setAttribute(Qt::WA_DeleteOnClose);
        connect(ask, &GoToRange::chosen, &m_timeline->camera(), &TimelineCamera::zoomTo);
        ask->show();
    });
    on(NextPlace, [this] { m_placeWalk->step(1); });
    on(PreviousPlace, [this] { m_placeWalk->step(-1); });
    const auto stepLink = [this](int direction) {
        if (!showPathOfPanel())
            m_timeline->walk().stepLink(direction);
    };
    on(NextLink, [stepLink] { stepLink(1); });
    on(PreviousLink, [stepLink] { stepLink(-1); });
    on(ViewBack, [this] { m_document.goBack(); });
    on(ViewForward, [this] { m_document.goForward(); });
    on(ToggleBottom, [this](bool isOn) {
        if (!m_selectionDock->isFloating())
            m_selectionDock->setVisible(isOn);
        m_analysisDocks->setDockedVisible(isOn);
    });
    on(ResetLayout, [this] { arrangeDocks(); });
    on(FullScreen, [this](bool isOn) { isOn ? showFullScreen() : showNormal(); });
    on(MakeRange, [this] { m_document.selectRangeOfSelection(); });
    on(LimitToRange, [this] { m_document.limitScopeToSelection(); });
    on(ChooseScope, [this] { showScopeEditor(); });
    on(ClearScope, [this] { m_document.viewState()->setScope({}); });
    on(ExpandAll, [this] { m_timeline->rows().expandAll(); });
    on(CollapseAll, [this] { m_timeline->rows().collapseAll(); });
    on(GoToDetails, [this] { goToDetails(); });
}

/// Each look is as it was left, and what it becomes is kept for the next start.
void MainWindow::connectLookActions()
{
    using enum ActionId;
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    for (const auto& [id, theme] : kThemes) {
        (*m_actions)[id]->setChecked(m_settings.theme() == theme);
        on(id, [this, choice = theme] {
            m_settings.setTheme(choice);
            applyTheme(choice);
        });
    }
    for (const auto& [id, density] : kDensities) {
        (*m_actions)[id]->setChecked(m_settings.density() == density);
        on(id, [this, choice = density] {
            m_settings.setDensity(choice);
            m_timeline->setDensity(choice);
        });
    }
    m_timeline->setDensity(m_settings.density());
    const auto resize = [this](int percent) {
        m_settings.setInterfaceSize(percent);
        applyInterfaceSize(percent);
    };
    on(InterfaceLarger, [this, resize] { resize(nextInterfaceSize(m_settings.interfaceSize(), 1)); });
    on(InterfaceSmaller, [this, resize] { resize(nextInterfaceSize(m_settings.interfaceSize(), -1)); });
    on(InterfaceReset, [resize] { resize(kUsualInterfaceSize); });
    for (const auto& [id, mode] : kColourModes) {
        (*m_actions)[id]->setChecked(m_settings.colourMode() == mode);
        on(id, [this, choice = mode] {
            m_settings.setColourMode(choice);
            m_timeline->setColourMode(choice);
        });
    }
    m_timeline->setColourMode(m_settings.colourMode());
    on(PythonFrames, [this](bool isOn) { m_timeline->rows().setPythonFramesShown(isOn); });
    m_document.setAlignsClocks(m_settings.alignsClocks());
    on(AlignClocks, [this](bool isOn) {
        m_settings.setAlignsClocks(isOn);
        m_sessions->alignClocks(isOn);
    });
}

void MainWindow::goToDetails()
{
    m_detailsDock->show();
    m_detailsDock->raise();
    const QWidget* from = QApplication::focusWidget();
    QWidget* to = from && m_details->isAncestorOf(from) ? static_cast<QWidget*>(m_timeline) : m_details;
    to->activateWindow(); // the dock may float
    to->setFocus(Qt::ShortcutFocusReason);
}

/// What the timeline says, and what changes which actions there are.
void MainWindow::connectTimeline()
{
    connect(&m_timeline->rows(), &TimelineRows::changed, this, &MainWindow::updateActions);
    connectTrackActions(*m_actions, *m_timeline, *m_document.viewState());
    connectMarkActions(*m_actions, *m_timeline, *m_document.viewState());
    connect(m_timeline, &TimelineView::noticed, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowMenusMessageTimeMs); });
    connect(m_timeline, &TimelineView::noticeOver, this, [this](const QString& sentence) {
        if (m_statusLine->currentMessage() == sentence)
            m_statusLine->clearMessage();
    });
    connect(m_timeline, &TimelineView::contextMenuRequested, this, &MainWindow::showTimelineMenu);

    ViewState* viewState = m_document.viewState();
    for (const auto signal : { &ViewState::traceSetChanged, &ViewState::selectionChanged, &ViewState::scopeChanged })
        connect(viewState, signal, this, &MainWindow::updateActions);
    connect(&m_document, &Document::historyChanged, this, &MainWindow::updateActions);
    connect(m_searchBox, &SearchBox::textChanged, this, &MainWindow::updateActions);
    connect(m_analysisDocks, &AnalysisDocks::visibilityChanged, this, &MainWindow::updateActions);
}

/// Who looks at the panel of the critical path and asks for its links wants the path on the timeline. Whether it was
/// switched on now; its links come when it is there.
bool MainWindow::showPathOfPanel()
{
    const std::vector<AnalysisDocks::Shown> shown = m_analysisDocks->shown();
    const bool isLookedAt = std::ranges::any_of(
        shown, [](const AnalysisDocks::Shown& each) { return each.isInFront && each.analysis->id == "critical-path"; });
    auto* overlay = m_overlays->findChild<QAction*>(QStringLiteral("overlay-critical-path"));
    if (!isLookedAt || !m_document.viewState()->traceSet() || overlay->isChecked())
        return false;
    overlay->setChecked(true);
    m_statusLine->showMessage(
        tr("The overlay Critical path is on now: the same key walks along it."), kMainWindowMenusMessageTimeMs);
    return true;
}

void MainWindow::showPreferences()
{
    auto* dialog = new PreferencesDialog(m_settings, *m_actions, this);
    connect(dialog, &PreferencesDialog::keysChanged, this,
        [this] { m_timeline->mouse().setWheelZooms(m_settings.keyMap().wheelZooms()); });
    connect(dialog, &PreferencesDialog::thresholdsChanged, this,
        [this] { m_analysisDocks->setThresholds(m_settings.thresholds()); });
    connect(
        dialog, &PreferencesDialog::numberStyleChanged, this, [this] { applyNumberStyle(m_settings.numberStyle()); });
    dialog->show();
}

void MainWindow::connectHelpActions()
{
    using enum ActionId;
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(CopyDetails, [this] { m_details->copyText(); });
    on(CopyJson, [this] { m_details->copyJson(); });
    on(ClearSelection, [this] { clearWhatIsLast(); });
    on(Search, [this] { m_searchBox->startTyping(); });
    on(SearchNext, [this] { m_searchBox->step(1); });
    on(SearchPrevious, [this] { m_searchBox->step(-1); });
    on(FindTrack, [this] { m_quickOpen->toggleTracks(); });
    on(Commands, [this] { m_quickOpen->toggleCommands(); });
    connect(m_quickOpen, &QuickOpen::commandsNeeded, this, &MainWindow::fillRecentMenu);
    on(ImportReport, [this] { showImportReport(0); });
    on(Guide, [this] { showGuide(this); });
    on(Preferences, [this] { showPreferences(); });
    on(Shortcuts, [this] { showShortcutSheet(this, *m_actions); });
    on(About, [this] { showAbout(this); });
    // Ctrl+C belongs to whatever has the focus: tables and texts copy themselves.
    for (const ActionId id : { CopyDetails, CopyJson }) {
        QAction* action = (*m_actions)[id];
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        removeAction(action);
        m_timeline->addAction(action);
    }
}

void MainWindow::updateActions()
{
    using enum ActionId;
    const ViewState& viewState = *m_document.viewState();
    const bool isOpen = m_document.isOpen();
    const bool hasSelection = !viewState.selection().isEmpty();
    const bool hasScope = viewState.scope() != Scope {};
    const auto enable = [this](std::initializer_list<ActionId> ids, bool isEnabled) {
        for (const ActionId id : ids)
            (*m_actions)[id]->setEnabled(isEnabled);
    };
    enable({ Reload, CloseTrace, SaveSession, SaveSessionAs, SavePicture, ExportTrace, ExportReport, ImportReport,
               ZoomIn, ZoomOut, FitAll, GoToTime, NextLink, PreviousLink, ToggleBottom, ResetLayout, ExpandAll,
               ChooseScope, Search, FindTrack, SearchNext, SearchPrevious, CollapseAll },
        isOpen);
    enable({ PythonFrames }, m_timeline->rows().hasPythonFrames());
    (*m_actions)[PythonFrames]->setChecked(m_timeline->rows().showsPythonFrames());
    (*m_actions)[AlignClocks]->setChecked(m_document.alignsClocks());
    enable({ GoToDetails, CopyDetails, CopyJson, FitSelection, NextPlace, PreviousPlace }, hasSelection);
    enable({ ClearSelection }, hasSelection || hasScope || !m_searchBox->text().isEmpty());
    enable({ MakeRange }, !viewState.selection().slices.empty());
    enable({ LimitToRange }, m_document.canLimitScope());
    enable({ ClearScope }, hasScope);
    enable({ ViewBack }, m_document.canGoBack());
    enable({ ViewForward }, m_document.canGoForward());
    m_tracesDock->toggleViewAction()->setEnabled(isOpen);
    m_detailsDock->toggleViewAction()->setEnabled(isOpen);
    m_selectionDock->toggleViewAction()->setEnabled(isOpen);
    (*m_actions)[ToggleBottom]->setChecked(m_analysisDocks->isAnyDockedVisible());
}

void MainWindow::clearWhatIsLast()
{
    ViewState* viewState = m_document.viewState();
    if (!viewState->selection().isEmpty())
        viewState->clearSelection();
    else if (viewState->scope() != Scope {})
        viewState->setScope({});
    else
        m_searchBox->clear();
}

} // namespace kinetoscope
