// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window, and what its actions do.
#include "app/window/main_window.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/export/trace_export_dialog.h"
#include "app/window/help/guide.h"
#include "app/window/help/help_dialogs.h"
#include "app/window/interface_size.h"
#include "app/window/notices/message_banner.h"
#include "app/window/parts/file_dialogs.h"
#include "app/window/parts/go_to_range.h"
#include "app/window/parts/search_box.h"
#include "app/window/preferences/preferences_dialog.h"
#include "app/window/quick_open/quick_open.h"
#include "app/window/report/report_dialog.h"
#include "app/window/session/sessions.h"
#include "app/window/settings.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/status/job_indicator.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/status_line.h"
#include "app/window/theme.h"
#include "app/window/timeline/counter_colours.h"
#include "app/window/timeline/marks_menu.h"
#include "app/window/timeline/overlay_control.h"
#include "app/window/timeline/place_walk.h"
#include "app/window/timeline/tracks_menu.h"
#include "widgets/export/picture_export.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_style.h"
#include "widgets/support/translator.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

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
    const auto add = [this](QMenu* menu, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            menu->addAction((*m_actions)[id]);
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, { ActionId::OpenFiles, ActionId::OpenFolder });
    m_recentMenu = file->addMenu(tr("Open &recent"));
    add(file, { ActionId::OpenSample });
    file->addSeparator();
    add(file,
        { ActionId::SaveSession, ActionId::SaveSessionAs, ActionId::SavePicture, ActionId::ExportTrace,
            ActionId::ExportReport });
    file->addSeparator();
    add(file, { ActionId::CloseTrace, ActionId::Quit });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    add(edit, { ActionId::CopyDetails, ActionId::CopyJson, ActionId::ClearSelection });
    edit->addSeparator();
    add(edit,
        { ActionId::Search, ActionId::SearchNext, ActionId::SearchPrevious, ActionId::FindTrack, ActionId::FilterTracks,
            ActionId::Commands });
    edit->addSeparator();
    add(edit, { ActionId::ImportReport });
    edit->addSeparator();
    add(edit, { ActionId::Preferences });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    add(view,
        { ActionId::FitAll, ActionId::FitSelection, ActionId::GoToTime, ActionId::NextPlace, ActionId::PreviousPlace,
            ActionId::ZoomIn, ActionId::ZoomOut, ActionId::ViewBack, ActionId::ViewForward });
    addMarksMenu(view, *m_actions, *m_timeline, *m_document.viewState());
    view->addSeparator();
    view->addAction(m_tracesDock->toggleViewAction());
    view->addAction(m_detailsDock->toggleViewAction());
    view->addAction(m_selectionDock->toggleViewAction());
    add(view, { ActionId::ToggleBottom, ActionId::ResetLayout });
    view->addSeparator();
    add(view->addMenu(tr("&Theme")), { ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark });
    add(view->addMenu(tr("Row &height")),
        { ActionId::DensityCompact, ActionId::DensityNormal, ActionId::DensityRoomy });
    add(view->addMenu(tr("Interface si&ze")),
        { ActionId::InterfaceLarger, ActionId::InterfaceSmaller, ActionId::InterfaceReset });
    QMenu* colours = view->addMenu(tr("&Colour by"));
    add(colours,
        { ActionId::ColourByKind, ActionId::ColourByName, ActionId::ColourByStream, ActionId::ColourByOp,
            ActionId::ColourByModule, ActionId::ColourByDuration });
    m_counterColours->fillMenu(colours);
    m_overlays->fillMenu(view->addMenu(tr("&Overlays")));
    add(view, { ActionId::PythonFrames, ActionId::AlignClocks, ActionId::ExpandAll, ActionId::CollapseAll });
    addTracksMenu(view, *m_actions);
    view->addSeparator();
    add(view, { ActionId::FullScreen });

    QMenu* analyse = menuBar()->addMenu(tr("&Analyse"));
    add(analyse,
        { ActionId::Explain, ActionId::MakeRange, ActionId::LimitToRange, ActionId::ChooseScope,
            ActionId::ClearScope });
    analyse->addSeparator();
    m_analysisDocks->fillMenu(analyse);
    add(menuBar()->addMenu(tr("&Help")), { ActionId::Guide, ActionId::Shortcuts, ActionId::About });

    // Actions work while no menu is open and on every page, so the window itself must know them.
    for (const ActionSpec& spec : Actions::specs())
        addAction((*m_actions)[spec.id]);
    connectFileActions();
    connectViewActions();
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
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(ActionId::OpenFiles, [this] { open(askForTraces(this, m_settings)); });
    on(ActionId::OpenFolder, [this] { open(askForFolder(this, m_settings)); });
    on(ActionId::OpenSample, [this] { openSample(); });
    (*m_actions)[ActionId::OpenSample]->setEnabled(samplePath().has_value());
    on(ActionId::ClearRecent, [this] { m_recentFiles.clear(); });
    on(ActionId::CloseTrace, [this] { m_document.close(); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::SaveSession, [this] { saveSession(false); });
    on(ActionId::SaveSessionAs, [this] { saveSession(true); });
    on(ActionId::SavePicture, [this] {
        const QString suggested = suggestedFileName(jobName(m_document.arguments()), QStringLiteral(".png"));
        const QString name = askForPicture(this, m_settings, suggested);
        if (!name.isEmpty())
            saveTimelinePicture(name);
    });
    on(ActionId::ExportTrace, [this] { showTraceExport({}); });
    connect(m_analysisDocks, &AnalysisDocks::traceExportRequested, this, &MainWindow::showTraceExport);
    on(ActionId::ExportReport, [this] { showReportDialog(); });
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
}

void MainWindow::connectViewActions()
{
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(ActionId::ZoomIn, [this] { m_timeline->camera().zoomIn(); });
    on(ActionId::ZoomOut, [this] { m_timeline->camera().zoomOut(); });
    on(ActionId::FitAll, [this] { m_timeline->camera().fitAll(); });
    on(ActionId::FitSelection, [this] { m_timeline->reveal().focusSelected(); });
    on(ActionId::GoToTime, [this] {
        auto* ask = new GoToRange(m_document.viewState()->visibleRange(), this);
        ask->setAttribute(Qt::WA_DeleteOnClose);
        connect(ask, &GoToRange::chosen, &m_timeline->camera(), &TimelineCamera::zoomTo);
        ask->show();
    });
    on(ActionId::NextPlace, [this] { m_placeWalk->step(1); });
    on(ActionId::PreviousPlace, [this] { m_placeWalk->step(-1); });
    on(ActionId::ViewBack, [this] { m_document.goBack(); });
    on(ActionId::ViewForward, [this] { m_document.goForward(); });
    on(ActionId::ToggleBottom, [this](bool isOn) {
        if (!m_selectionDock->isFloating())
            m_selectionDock->setVisible(isOn);
        m_analysisDocks->setDockedVisible(isOn);
    });
    on(ActionId::ResetLayout, [this] { arrangeDocks(); });
    on(ActionId::FullScreen, [this](bool isOn) { isOn ? showFullScreen() : showNormal(); });
    on(ActionId::MakeRange, [this] { m_document.selectRangeOfSelection(); });
    on(ActionId::LimitToRange, [this] { m_document.limitScopeToSelection(); });
    on(ActionId::ChooseScope, [this] { showScopeEditor(); });
    on(ActionId::ClearScope, [this] { m_document.viewState()->setScope({}); });

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
    on(ActionId::InterfaceLarger, [this, resize] { resize(nextInterfaceSize(m_settings.interfaceSize(), 1)); });
    on(ActionId::InterfaceSmaller, [this, resize] { resize(nextInterfaceSize(m_settings.interfaceSize(), -1)); });
    on(ActionId::InterfaceReset, [resize] { resize(kUsualInterfaceSize); });
    for (const auto& [id, mode] : kColourModes) {
        (*m_actions)[id]->setChecked(m_settings.colourMode() == mode);
        on(id, [this, choice = mode] {
            m_settings.setColourMode(choice);
            m_timeline->setColourMode(choice);
        });
    }
    m_timeline->setColourMode(m_settings.colourMode());
    on(ActionId::PythonFrames, [this](bool isOn) { m_timeline->rows().setPythonFramesShown(isOn); });
    m_document.setAlignsClocks(m_settings.alignsClocks());
    on(ActionId::AlignClocks, [this](bool isOn) {
        m_settings.setAlignsClocks(isOn);
        m_sessions->alignClocks(isOn);
    });
    on(ActionId::ExpandAll, [this] { m_timeline->rows().expandAll(); });
    on(ActionId::CollapseAll, [this] { m_timeline->rows().collapseAll(); });
    on(ActionId::Explain, [this] {
        m_detailsDock->show();
        m_detailsDock->raise();
    });
    connect(&m_timeline->rows(), &TimelineRows::changed, this, &MainWindow::updateActions);
    connectTrackActions(*m_actions, *m_timeline, *m_document.viewState());
    connectMarkActions(*m_actions, *m_timeline, *m_document.viewState());
    connect(m_timeline, &TimelineView::noticed, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowMenusMessageTimeMs); });
    connect(m_timeline, &TimelineView::contextMenuRequested, this, &MainWindow::showTimelineMenu);

    ViewState* viewState = m_document.viewState();
    for (const auto signal : { &ViewState::traceSetChanged, &ViewState::selectionChanged, &ViewState::scopeChanged })
        connect(viewState, signal, this, &MainWindow::updateActions);
    connect(&m_document, &Document::historyChanged, this, &MainWindow::updateActions);
    connect(m_searchBox, &SearchBox::textChanged, this, &MainWindow::updateActions);
    connect(m_analysisDocks, &AnalysisDocks::visibilityChanged, this, &MainWindow::updateActions);
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
    const auto on = [this](
                        ActionId id, auto handler) { connect((*m_actions)[id], &QAction::triggered, this, handler); };
    on(ActionId::CopyDetails, [this] { m_details->copyText(); });
    on(ActionId::CopyJson, [this] { m_details->copyJson(); });
    on(ActionId::ClearSelection, [this] { clearWhatIsLast(); });
    on(ActionId::Search, [this] { m_searchBox->startTyping(); });
    on(ActionId::SearchNext, [this] { m_searchBox->step(1); });
    on(ActionId::SearchPrevious, [this] { m_searchBox->step(-1); });
    on(ActionId::FindTrack, [this] { m_quickOpen->toggleTracks(); });
    on(ActionId::Commands, [this] { m_quickOpen->toggleCommands(); });
    connect(m_quickOpen, &QuickOpen::commandsNeeded, this, &MainWindow::fillRecentMenu);
    on(ActionId::ImportReport, [this] { showImportReport(0); });
    on(ActionId::Guide, [this] { showGuide(this); });
    on(ActionId::Preferences, [this] { showPreferences(); });
    on(ActionId::Shortcuts, [this] { showShortcutSheet(this, *m_actions); });
    on(ActionId::About, [this] { showAbout(this); });
    // Ctrl+C belongs to whatever has the focus: tables and texts copy themselves.
    for (const ActionId id : { ActionId::CopyDetails, ActionId::CopyJson }) {
        QAction* action = (*m_actions)[id];
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        removeAction(action);
        m_timeline->addAction(action);
    }
}

void MainWindow::updateActions()
{
    const ViewState& viewState = *m_document.viewState();
    const bool isOpen = m_document.isOpen();
    const bool hasSelection = !viewState.selection().isEmpty();
    const bool hasScope = viewState.scope() != Scope {};
    const auto enable = [this](std::initializer_list<ActionId> ids, bool isEnabled) {
        for (const ActionId id : ids)
            (*m_actions)[id]->setEnabled(isEnabled);
    };
    enable({ ActionId::CloseTrace, ActionId::SaveSession, ActionId::SaveSessionAs, ActionId::SavePicture,
               ActionId::ExportTrace, ActionId::ExportReport, ActionId::ImportReport, ActionId::ZoomIn,
               ActionId::ZoomOut, ActionId::FitAll, ActionId::GoToTime, ActionId::ToggleBottom, ActionId::ResetLayout,
               ActionId::ExpandAll, ActionId::ChooseScope, ActionId::Search, ActionId::FindTrack, ActionId::SearchNext,
               ActionId::SearchPrevious, ActionId::CollapseAll },
        isOpen);
    enable({ ActionId::PythonFrames }, m_timeline->rows().hasPythonFrames());
    (*m_actions)[ActionId::PythonFrames]->setChecked(m_timeline->rows().showsPythonFrames());
    (*m_actions)[ActionId::AlignClocks]->setChecked(m_document.alignsClocks());
    enable({ ActionId::Explain }, viewState.currentSlice().has_value());
    enable({ ActionId::CopyDetails, ActionId::CopyJson, ActionId::FitSelection, ActionId::NextPlace,
               ActionId::PreviousPlace },
        hasSelection);
    enable({ ActionId::ClearSelection }, hasSelection || hasScope || !m_searchBox->text().isEmpty());
    enable({ ActionId::MakeRange }, !viewState.selection().slices.empty());
    enable({ ActionId::LimitToRange }, m_document.canLimitScope());
    enable({ ActionId::ClearScope }, hasScope);
    enable({ ActionId::ViewBack }, m_document.canGoBack());
    enable({ ActionId::ViewForward }, m_document.canGoForward());
    m_tracesDock->toggleViewAction()->setEnabled(isOpen);
    m_detailsDock->toggleViewAction()->setEnabled(isOpen);
    m_selectionDock->toggleViewAction()->setEnabled(isOpen);
    (*m_actions)[ActionId::ToggleBottom]->setChecked(m_analysisDocks->isAnyDockedVisible());
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

void MainWindow::saveSession(bool asksForName)
{
    if (!m_document.isOpen())
        return;
    std::string path = m_sessions->path();
    if (asksForName || path.empty())
        path = askForSession(this, m_settings, path, m_document.arguments());
    if (path.empty())
        return;
    if (const Result<Done> saved = m_sessions->saveAs(path); !saved) {
        m_banner->showMessage(MessageBanner::Kind::Error, messageText(saved.error().message));
        return;
    }
    m_recentFiles.add(m_sessions->recentEntry());
    updateTitle();
}

void MainWindow::showTraceExport(const QString& kind, const Parameters& parameters)
{
    if (!m_document.isOpen())
        return;
    auto* dialog = new TraceExportDialog(*m_document.viewState(), m_analysisDocks->classifier(), m_settings, this);
    dialog->choose(kind.toStdString(), parameters);
    if (!kind.isEmpty()) // its panel is what the marks are about
        dialog->offerChains(m_overlays->markedChains());
    showWritingDialog(dialog);
}

void MainWindow::showReportDialog()
{
    if (!m_document.isOpen())
        return;
    const auto title = [this] {
        const InEnglish reportLanguage;
        return jobName(m_document.arguments());
    };
    showWritingDialog(new ReportDialog(*m_analysisDocks, *m_document.viewState(), title(), m_settings, this));
}

void MainWindow::showWritingDialog(WritingDialog* dialog)
{
    m_statusLine->addPermanentWidget(new JobIndicator(*dialog, m_statusLine));
    connect(dialog, &WritingDialog::messageShown, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowMenusMessageTimeMs); });
    dialog->show();
}

bool MainWindow::mayEndWriting()
{
    const auto isWriting = [this] {
        const QList<WritingDialog*> dialogs = findChildren<WritingDialog*>();
        return std::ranges::any_of(dialogs, [](const WritingDialog* each) { return each->isWriting(); });
    };
    if (!isWriting())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Close"), tr("A file is still being written."), {}, this);
    question.setInformativeText(tr("What stood there before stays if you stop it."));
    QPushButton* const stop = question.addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
    QPushButton* const stay = question.addButton(tr("Go on writing"), QMessageBox::RejectRole);
    question.setDefaultButton(stay);
    question.exec();
    if (question.clickedButton() != stop)
        return false;
    for (WritingDialog* dialog : findChildren<WritingDialog*>())
        dialog->stop();
    return true;
}

void MainWindow::saveTimelinePicture(const QString& fileName)
{
    const auto format = pictureFormatOf(fileName);
    const Result<Done> saved = format
        ? m_timeline->savePicture(fileName, m_timeline->size(), *format)
        : Result<Done>(
            invalidArgument({ KT_PHRASE("main-window-menus", "A picture's name ends in .png, .svg or .pdf.") }));
    if (saved)
        m_statusLine->showMessage(tr("Saved %1").arg(fileName), kMainWindowMenusMessageTimeMs);
    else
        m_banner->showMessage(MessageBanner::Kind::Error, messageText(saved.error().message));
}

} // namespace kinetoscope
