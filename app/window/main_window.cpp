// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/docks/dock_proportions.h"
#include "app/window/docks/dock_size.h"
#include "app/window/docks/dock_title_bar.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/loading_page.h"
#include "app/window/pages/start_page.h"
#include "app/window/parts/menu_letters.h"
#include "app/window/parts/search_box.h"
#include "app/window/parts/window_keys.h"
#include "app/window/quick_open/quick_open.h"
#include "app/window/session/sessions.h"
#include "app/window/settings.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/status_line.h"
#include "app/window/timeline/counter_colours.h"
#include "app/window/timeline/overlay_control.h"
#include "app/window/timeline/place_walk.h"
#include "core/base/sort_stably.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/selection_panel.h"
#include "widgets/panels/trace/traces_panel.h"
#include "widgets/support/number_style.h"
#include "widgets/support/screen_room.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// In the order of the walk.
enum class Section { Centre, Panels, PanelTabs, Beside, BesideButtons, ToolBars, StatusBar, Rest };

QWidget* partOfWindow(const QMainWindow& window, QWidget* widget)
{
    while (widget && widget->parentWidget() != &window)
        widget = widget->parentWidget();
    return widget;
}

Section sectionOf(const QMainWindow& window, QWidget* widget, QWidget* part)
{
    if (part == window.centralWidget())
        return Section::Centre;
    if (auto* dock = qobject_cast<QDockWidget*>(part)) {
        const bool isTitle = dock->titleBarWidget() && dock->titleBarWidget()->isAncestorOf(widget);
        const bool isContent =
            !isTitle && dock->widget() && (dock->widget() == widget || dock->widget()->isAncestorOf(widget));
        if (window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            return isContent ? Section::Panels : Section::PanelTabs;
        return isContent ? Section::Beside : Section::BesideButtons;
    }
    if (qobject_cast<QTabBar*>(part))
        return Section::PanelTabs;
    if (qobject_cast<QToolBar*>(part))
        return Section::ToolBars;
    return qobject_cast<QStatusBar*>(part) ? Section::StatusBar : Section::Rest;
}

/// Docks behind others count as visible for Qt, which only moves them out of the window.
bool isInSight(const QWidget* part)
{
    return !qobject_cast<const QDockWidget*>(part) || !part->visibleRegion().isEmpty();
}

/// Where Tab goes from `from` in a window of docks, Shift+Tab with `forward` false: over what is in sight, in the order
/// in which one works: the timeline, the panels below it, then their tabs and buttons, the docks beside it, the
/// toolbar, the status bar; inside each in the order of Qt's focus chain. Docks behind others hold no stop. nullptr:
/// there is no other stop. GUI thread only; looks at every child of the window.
QWidget* nextFocusStop(const QMainWindow& window, const QWidget* from, bool forward)
{
    std::vector<std::pair<Section, QWidget*>> stops;
    for (QWidget* each = window.nextInFocusChain(); each && each != &window; each = each->nextInFocusChain()) {
        const bool isStop = (each->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && each->isEnabled()
            && each->isVisible() && !each->focusProxy() && each->window() == &window;
        // The arrows of a bar of tabs only scroll it; the tabs are walked with the arrow keys.
        QWidget* part = isStop && !qobject_cast<QTabBar*>(each->parentWidget()) ? partOfWindow(window, each) : nullptr;
        if (part && isInSight(part))
            stops.emplace_back(sectionOf(window, each, part), each);
    }
    sortStably(stops, {}, &std::pair<Section, QWidget*>::first);
    if (!forward)
        std::ranges::reverse(stops);
    const auto here = std::ranges::find(stops, from, &std::pair<Section, QWidget*>::second);
    if (stops.empty() || (stops.size() == 1 && here != stops.end()))
        return nullptr;
    return here == stops.end() || here + 1 == stops.end() ? stops.front().second : (here + 1)->second;
}

// Fits a laptop; a saved geometry replaces it.
constexpr QSize kFirstSize { 1440, 900 };
// First sizes of the docks, as shares of the window: the timeline keeps more than half of a small one.
constexpr double kTracesShare = 0.19;
constexpr double kDetailsShare = 0.24;
constexpr double kBottomShare = 0.36;
constexpr int kLowestBottom = 300; // the overview of one rank fits, scale and unit of its chart included
constexpr int kFrames = 6;         ///< px between docks and around them
constexpr int kMainWindowMessageTimeMs = 8000;
constexpr int kWidestTraces = 290;
constexpr int kWidestDetails = 400;
constexpr int kLeastDetails = 200; // at interface size 1

} // namespace

MainWindow::MainWindow(Settings& settings, Document& document)
    : m_settings(settings)
    , m_recentFiles(settings)
    , m_document(document)
    , m_actions(new Actions(this))
{
    setObjectName(QStringLiteral("main-window"));
    applyKeys(m_settings.keyMap(), *m_actions);
    setNumberStyle(m_settings.numberStyle());
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // Panels take the whole width: parameters, chart and table stand beside each other.
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    m_statusLine = new StatusLine(m_document.viewState(), this);
    setStatusBar(m_statusLine);
    buildCentre();
    buildDocks();
    buildToolBar();
    m_sessions =
        new Sessions({ &m_document, m_timeline, m_analysisDocks, m_actions, m_overlays, m_counterColours, this }, this);
    m_quickOpen = new QuickOpen(this, m_timeline, m_settings);
    buildMenus();
    connectDocument();
    connectSessions();
    auto* windowKeys = new WindowKeys(this);
    windowKeys->watch(*this);
    const auto docks = findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks)
        windowKeys->watch(*dock);
    new MenuLetters(this);

    // The frame and the desktop's bars take their part of a small screen.
    resizeOnScreen(*this, kFirstSize);
    auto* proportions = new DockProportions(this);
    std::vector<QDockWidget*> bottom = m_analysisDocks->docks();
    bottom.push_back(m_selectionDock);
    proportions->watch(bottom, Qt::Vertical);
    connect(m_analysisDocks, &AnalysisDocks::heightToggled, proportions, &DockProportions::toggleHeight);
    auto* titleBar = new DockTitleBar(nullptr, m_selectionDock);
    m_selectionDock->setTitleBarWidget(titleBar);
    connect(titleBar, &DockTitleBar::heightToggled, proportions,
        [this, proportions] { proportions->toggleHeight(m_selectionDock); });
    proportions->watch({ m_tracesDock }, Qt::Horizontal);
    proportions->watch({ m_detailsDock }, Qt::Horizontal);
    arrangeDocks();
    restoreGeometry(m_settings.windowGeometry());
    keepOnScreen();
    const QByteArray savedLayout = m_settings.windowState();
    m_isLayoutKnown = !savedLayout.isEmpty() && restoreState(savedLayout, Settings::kLayoutVersion);
    m_hasOpenLook = true;
    m_timeline->mouse().setWheelZooms(m_settings.keyMap().wheelZooms());
    m_analysisDocks->setThresholds(m_settings.thresholds());
    m_analysisDocks->setLooks(m_settings.panelLooks());
    m_analysisDocks->setTabs(m_settings.panelTabs());
    showEmpty();
}

/// Settings may come from a larger screen, or from a window that was once too wide.
void MainWindow::keepOnScreen()
{
    const QRect room = screen()->availableGeometry();
    if (isMaximized() || isFullScreen() || room.contains(frameGeometry()))
        return;
    resizeOnScreen(*this, size());
    const QPoint corner = pos();
    move(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())),
        std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
}

MainWindow::~MainWindow()
{
    // Children go after this part of the window is gone, and docks speak when they are hidden: no word may reach us any
    // more.
    m_document.disconnect(this);
    m_document.viewState()->disconnect(this);
    const auto children = findChildren<QObject*>();
    for (QObject* child : children)
        child->disconnect(this);
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_banner = new MessageBanner(centre);
    m_pages = new QStackedWidget(centre);
    m_startPage = new StartPage(m_pages);
    m_loadingPage = new LoadingPage(m_pages);
    m_timeline = new TimelineView(m_document.viewState(), m_pages);
    for (QWidget* page : std::initializer_list<QWidget*> { m_startPage, m_loadingPage, m_timeline })
        m_pages->addWidget(page);
    layout->addWidget(m_banner);
    layout->addWidget(m_pages, 1);
    keepSmall(*centre);
    setCentralWidget(centre);
    m_startPage->setSampleAvailable(samplePath().has_value());
}

void MainWindow::buildDocks()
{
    const auto addDock = [this](const QString& title, const char* name, QWidget* content) {
        auto* dock = new QDockWidget(title, this);
        dock->setObjectName(QString::fromLatin1(name));
        dock->setFont(QFont()); // it takes a title font when it is made, which would not follow the interface size
        dock->setWidget(content);
        keepSmall(*content);
        return dock;
    };
    auto* traces = new TracesPanel(m_document.viewState(), this);
    m_details = new DetailsPanel(m_document.viewState(), this);
    m_tracesDock = addDock(tr("Traces"), "traces-dock", traces);
    m_detailsDock = addDock(tr("Details"), "details-dock", m_details);
    auto* selection = new SelectionPanel(m_document.viewState(), this);
    m_selectionDock = addDock(tr("Selection"), "selection-dock", selection);
    m_analysisDocks = new AnalysisDocks(this, m_document.viewState());

    connect(traces, &TracesPanel::rankChosen, &m_timeline->reveal(), &TimelineReveal::showRank);
    connect(traces, &TracesPanel::importReportRequested, this, &MainWindow::showImportReport);
    connectRanks(traces);
    connect(&m_timeline->walk(), &SliceWalk::linkNamed, m_details, &DetailsPanel::nameInterval);
    connect(m_details, &DetailsPanel::zoomRequested, &m_timeline->reveal(), &TimelineReveal::zoomToSelection);
    connect(m_details, &DetailsPanel::selectionTableRequested, m_selectionDock, [this] {
        m_selectionDock->show();
        m_selectionDock->raise();
    });
    connect(m_selectionDock, &QDockWidget::visibilityChanged, selection, &SelectionPanel::setInFront);
    connect(selection, &SelectionPanel::zoomRequested, &m_timeline->reveal(), &TimelineReveal::zoomToSelection);
    // A range that was just drawn is a question; one that comes from a table has its answer there.
    connect(&m_timeline->mouse(), &TimelineMouse::rangeDrawn, m_selectionDock, &QDockWidget::raise);
    m_overlays = new OverlayControl(m_timeline, m_document.viewState(), m_analysisDocks, this);
    m_details->setClassifierSource([docks = m_analysisDocks] { return docks->classifier(); });
    m_counterColours = new CounterColours(m_timeline, m_document.viewState(), m_analysisDocks, &m_settings,
        (*m_actions)[ActionId::ColourByKind]->actionGroup(), this);
    connect(m_overlays, &OverlayControl::messageShown, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, 8000); });
    m_placeWalk = new PlaceWalk(m_document.viewState(), m_timeline, this);
    connect(m_placeWalk, &PlaceWalk::messageShown, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowMessageTimeMs); });
    connect(m_placeWalk, &PlaceWalk::messageOver, this, [this](const QString& sentence) {
        if (m_statusLine->currentMessage() == sentence)
            m_statusLine->clearMessage();
    });
    connect(m_analysisDocks, &AnalysisDocks::zoomRequested, m_placeWalk, &PlaceWalk::zoomTo);
    connect(m_analysisDocks, &AnalysisDocks::placeRequested, m_placeWalk, &PlaceWalk::showPlace);
    connect(m_analysisDocks, &AnalysisDocks::otherJobRequested, this,
        [this](const std::shared_ptr<const TraceSet>& other, const std::string& path, const Selection& wanted) {
            m_jobInFront = { path }; // the comparison stays in front
            m_document.takeInScope({ { std::nullopt, path } }, other);
            m_document.viewState()->setSelection(wanted);
            m_timeline->reveal().zoomToSelection(wanted);
        });
    connect(m_analysisDocks, &AnalysisDocks::messageShown, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowMessageTimeMs); });
    const auto about = [](PanelExports::Part part) {
        return part == PanelExports::Part::Chart ? MessageBanner::About::PanelChart : MessageBanner::About::PanelTable;
    };
    connect(m_analysisDocks, &AnalysisDocks::exportFailed, this,
        [this, about](const QString& sentence, const QObject* panel, PanelExports::Part part) {
            m_banner->showFailure(sentence, about(part), panel);
        });
    connect(m_analysisDocks, &AnalysisDocks::exported, this,
        [this, about](const QObject* panel, PanelExports::Part part) { m_banner->clearIfAbout(about(part), panel); });
}

void MainWindow::buildToolBar()
{
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tool-bar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(16, 16));
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    for (const ActionId id : { ActionId::OpenFiles, ActionId::OpenFolder })
        bar->addAction((*m_actions)[id]);
    bar->addSeparator();
    for (const ActionId id :
        { ActionId::ViewBack, ActionId::ViewForward, ActionId::ZoomIn, ActionId::ZoomOut, ActionId::FitAll })
        bar->addAction((*m_actions)[id]);
    bar->addSeparator();
    bar->addAction((*m_actions)[ActionId::LimitToRange]);
    m_scopeChip = new ScopeChip(bar);
    bar->addWidget(m_scopeChip);
    connect(m_scopeChip, &ScopeChip::clearRequested, (*m_actions)[ActionId::ClearScope], &QAction::trigger);
    connect(m_scopeChip, &ScopeChip::editRequested, this, &MainWindow::showScopeEditor);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    m_searchBox = new SearchBox(m_document.viewState(), bar);
    bar->addWidget(m_searchBox);
    connect(m_searchBox, &SearchBox::found, &m_timeline->reveal(), &TimelineReveal::showHit);
    connect(m_searchBox, &SearchBox::hitsChanged, m_timeline, &TimelineView::setSearchHits);
    connect(m_searchBox, &SearchBox::left, m_timeline, qOverload<>(&QWidget::setFocus));
}

void MainWindow::arrangeDocks()
{
    for (QDockWidget* dock : { m_tracesDock, m_detailsDock })
        dock->setFloating(false);
    addDockWidget(Qt::LeftDockWidgetArea, m_tracesDock);
    addDockWidget(Qt::RightDockWidgetArea, m_detailsDock);
    m_tracesDock->show();
    m_detailsDock->show();
    m_analysisDocks->arrange();
    m_selectionDock->setFloating(false);
    addDockWidget(Qt::BottomDockWidgetArea, m_selectionDock);
    if (!m_analysisDocks->docks().empty()) {
        tabifyDockWidget(m_analysisDocks->docks().back(), m_selectionDock);
        m_analysisDocks->docks().front()->raise();
    }
    m_selectionDock->show();
    giveDocksTheirFirstSizes();
}

void MainWindow::giveDocksTheirFirstSizes()
{
    const auto share = [](int whole, double part) { return static_cast<int>(whole * part); };
    const int tracesWidth = std::min(share(width(), kTracesShare), kWidestTraces);
    // In a narrow window a name and a time beside each other need more than a share, as far as the timeline keeps half.
    const int most = share(width(), 0.5) - tracesWidth - 2 * kFrames;
    const int detailsWidth =
        std::min(std::max(share(width(), kDetailsShare), std::min(scaledPx(kLeastDetails), most)), kWidestDetails);
    resizeDocks({ m_tracesDock, m_detailsDock }, { tracesWidth, detailsWidth }, Qt::Horizontal);
    // The timeline has half of the window, bars left out of its part, before the panels have what they like best.
    const int bars = menuBar()->sizeHint().height()
        + findChild<QToolBar*>(QStringLiteral("tool-bar"))->sizeHint().height() + statusBar()->sizeHint().height();
    const int bottom = std::min(
        std::max(share(height(), kBottomShare), kLowestBottom), height() - share(height(), 0.5) - bars - kFrames);
    if (!m_analysisDocks->docks().empty())
        resizeDocks({ m_analysisDocks->docks().front() }, { bottom }, Qt::Vertical);
}

void MainWindow::showOpen()
{
    m_pages->setCurrentWidget(m_timeline);
    if (m_hasOpenLook)
        return;
    m_hasOpenLook = true;
    restoreState(m_openLayout, Settings::kLayoutVersion);
    // Sizes that nobody chose are those of the window as it is now, not as it was made.
    if (!m_isLayoutKnown)
        giveDocksTheirFirstSizes();
    m_isLayoutKnown = true;
}

void MainWindow::showEmpty()
{
    m_startPage->setRecentFiles(m_recentFiles.entries());
    m_pages->setCurrentWidget(m_startPage);
    if (!m_hasOpenLook)
        return;
    m_hasOpenLook = false;
    m_analysisDocks->putBack();
    m_openLayout = saveState(Settings::kLayoutVersion);
    // Panels about nothing would only be in the way of the start page.
    const auto docks = findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks)
        dock->hide();
    findChild<QToolBar*>(QStringLiteral("tool-bar"))->hide();
}

void MainWindow::saveLayout()
{
    m_analysisDocks->putBack();
    m_settings.setWindowLayout(saveGeometry(), m_hasOpenLook ? saveState(Settings::kLayoutVersion) : m_openLayout);
    m_settings.setPanelLooks(m_analysisDocks->looks());
    m_settings.setPanelTabs(m_analysisDocks->tabs());
    m_settings.sync();
}

void MainWindow::openSample()
{
    if (const auto path = samplePath())
        open({ { std::nullopt, *path } });
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayEndWriting()) {
        event->ignore();
        return;
    }
    saveLayout();
    m_document.cancelLoad();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_actions)
        m_actions->refreshIcons();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (traceArguments(event->mimeData()->urls()).empty())
        return;
    event->acceptProposedAction();
    m_startPage->setDropHighlighted(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_startPage->setDropHighlighted(false);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_startPage->setDropHighlighted(false);
    const std::vector<TraceArgument> arguments = traceArguments(event->mimeData()->urls());
    if (arguments.empty())
        return;
    event->acceptProposedAction();
    open(arguments);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* stop = nextFocusStop(*this, focusWidget(), next);
    if (stop)
        stop->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return stop;
}

} // namespace kinetoscope

#include "moc_main_window.cpp"
