// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_panel.h"

#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/choice_side.h"
#include "widgets/panels/analysis/panel_head.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"

#include <QEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {
namespace {

/// The table that answers the question of a panel, where it is not the one that the first chart is about: that one is
/// in sight already, as types of kernels or as a line over time.
QString openingTable(const AnalysisDescriptor& analysis)
{
    if (analysis.group == PanelGroup::Overview)
        return fullText(analysis.tables.front().name); // the findings
    const std::string& id = analysis.id;
    return id == "kernel-breakdown"                        ? QStringLiteral("kernels")
        : id == "memory-timeline"                          ? QStringLiteral("peaks")
        : id == "memory-bandwidth" || id == "queue-length" ? QStringLiteral("summary")
                                                           : QString();
}

} // namespace

AnalysisPanel::AnalysisPanel(const AnalysisDescriptor& analysis, ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_controller(analysis, *viewState)
    , m_pointing(m_controller, *viewState)
    , m_evidence(m_controller, *viewState)
    , m_follower(m_controller, *viewState)
{
    setObjectName(QStringLiteral("analysisPanel-") + fullText(analysis.id));
    setAccessibleName(registryText(analysis.title));
    setAccessibleDescription(registryText(analysis.question));
    build();
    m_exports = std::make_unique<PanelExports>(
        m_controller, *m_view, [this] { return request(); }, this);
    m_exportButton->setMenu(m_exports->menu());
    followState();
    connectChoices();
    connectLinks();
    connectView();
    requestRun();
}

AnalysisPanel::~AnalysisPanel() = default;

void AnalysisPanel::build()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    buildHead();
    layout->addWidget(m_head);
    // Parameters beside the pages: they stay while there is nothing else to show.
    auto* body = new QSplitter(Qt::Horizontal, this);
    body->setObjectName(QStringLiteral("body"));
    body->setChildrenCollapsible(false);
    layout->addWidget(body, 1);
    m_choices = new ChoiceSide(analysis(), body);
    m_formToggle->setVisible(!m_choices->form()->isEmpty());
    m_pages = new QStackedWidget(body);
    m_statePage = new StatePage(this);
    m_pages->addWidget(m_statePage);
    m_view = new ResultView(openingTable(analysis()), m_pages);
    m_view->setObjectName(QStringLiteral("contents"));
    m_pages->addWidget(m_view);
    body->addWidget(m_choices);
    body->addWidget(m_pages);
    body->setStretchFactor(0, 0);
    body->setStretchFactor(1, 1);
    body->setSizes({ m_choices->minimumWidth(), 1100 });
    m_veil = new StaleVeil(m_pages); // a splitter would take it for one more of its parts
}

void AnalysisPanel::buildHead()
{
    m_head = new PanelHead(registryText(analysis().question), this);
    m_exportButton = new QToolButton(m_head);
    m_exportButton->setObjectName(QStringLiteral("exportButton"));
    m_exportButton->setText(tr("Export"));
    m_exportButton->setAccessibleName(tr("Export chart and table"));
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    m_exportButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_formToggle = new QToolButton(m_head);
    m_formToggle->setObjectName(QStringLiteral("formToggle"));
    showWhetherUsual(true);
    m_formToggle->setCheckable(true);
    m_formToggle->setChecked(true);
    m_head->addButton(m_formToggle);
    m_head->addButton(m_exportButton);
    setTabOrder(m_formToggle, m_exportButton); // as they are read
}

void AnalysisPanel::showWhetherUsual(bool isUsual)
{
    m_formToggle->setText(isUsual ? tr("Parameters") : tr("\u2022 Parameters"));
    m_formToggle->setAccessibleName(isUsual ? tr("Show the parameters") : tr("Show the parameters; some are changed"));
}

void AnalysisPanel::followState()
{
    connect(m_viewState, &ViewState::traceSetChanged, this, [this] {
        m_controller.drop();
        m_choices->setOtherTrace(false);
        showFolder();
        requestRun();
    });
    connect(m_viewState, &ViewState::scopeChanged, this, &AnalysisPanel::requestRun);
    connect(m_viewState, &ViewState::selectionChanged, this, &AnalysisPanel::followSelection);
    connect(m_viewState, &ViewState::visibleRangeChanged, m_view,
        [this] { m_view->setTimeSpan(m_viewState->visibleRange()); });
    connect(m_viewState, &ViewState::pointedTimeChanged, m_view,
        [this] { m_view->setPointedTime(m_viewState->pointedTime()); });
    connect(&m_controller, &AnalysisController::runDue, this, [this] {
        if (m_choices->startCheck(request()) || !m_controller.isDue())
            return;
        m_choices->offerOps(m_viewState->traceSet());
        m_controller.run(request(), look().chart);
    });
    connect(&m_controller, &AnalysisController::refreshed, this, &AnalysisPanel::refresh);
    connect(&m_controller, &AnalysisController::stateChanged, this, &AnalysisPanel::stateChanged);
    connect(&m_controller, &AnalysisController::dropped, this, &AnalysisPanel::dropResult);
    connect(&m_controller, &AnalysisController::resultArrived, this,
        [this](const std::shared_ptr<PreparedResult>& prepared) { takeResult(std::move(*prepared)); });
    connect(&m_controller, &AnalysisController::resultShown, this, [this] {
        followSelection();
        emit resultShown();
    });
}

void AnalysisPanel::connectChoices()
{
    connect(m_choices, &ChoiceSide::changed, this, &AnalysisPanel::requestRun);
    if (BaselineChoice* baseline = m_choices->baseline()) {
        showFolder();
        connect(baseline, &BaselineChoice::picked, this, [this, baseline](const std::string& before) {
            emit baselinePicked(baseline->traces(), baseline->path(), before);
        });
        connect(baseline, &BaselineChoice::swapRequested, this, &AnalysisPanel::swapSides);
    }
    connect(m_choices, &ChoiceSide::usualChanged, this, &AnalysisPanel::showWhetherUsual);
    connect(m_choices, &ChoiceSide::failed, this, &AnalysisPanel::messageShown);
    connect(m_choices, &ChoiceSide::checked, this, [this] {
        requestRun();
        if (!m_choices->takenBack().isEmpty())
            emit choicesTakenBack();
    });
    connect(m_formToggle, &QToolButton::clicked, this, [this](bool isShown) {
        m_isFormChosen = true;
        m_choices->setVisible(isShown);
    });
}

void AnalysisPanel::connectLinks()
{
    connect(m_statePage, &StatePage::actionRequested, this, [this] {
        if (const RankTrace* missing = missingRank())
            emit rankRequested(missing->rank, std::nullopt);
    });
    connect(m_exports.get(), &PanelExports::noticed, this, &AnalysisPanel::messageShown);
    connect(m_exports.get(), &PanelExports::noticed, this,
        [this](const QString&, PanelExports::Part part) { emit exported(part); });
    connect(m_exports.get(), &PanelExports::failed, this, &AnalysisPanel::exportFailed);
    connect(m_view->table(), &ResultTableView::noticed, this, &AnalysisPanel::messageShown);
    connect(&m_pointing, &RowPointing::noticed, this, &AnalysisPanel::messageShown);
    connect(&m_evidence, &RowEvidenceFinder::noticed, this, &AnalysisPanel::messageShown);
    connect(&m_evidence, &RowEvidenceFinder::zoomRequested, this, &AnalysisPanel::zoomRequested);
    connect(&m_evidence, &RowEvidenceFinder::placeRequested, this, &AnalysisPanel::placeRequested);
    connect(&m_evidence, &RowEvidenceFinder::otherJobRequested, this, &AnalysisPanel::openOther);
    connect(&m_follower, &SelectionFollower::found, m_view,
        [this](const Table* table, const std::vector<std::size_t>& rows) {
            if (table == m_view->table()->table()) // another may be in view by now
                m_view->markRows(rows);
        });
}

void AnalysisPanel::connectView()
{
    using Use = RowEvidenceFinder::Use;
    connect(m_view, &ResultView::viewChanged, m_exports.get(), &PanelExports::refresh);
    connect(m_view, &ResultView::tableChosen, this, &AnalysisPanel::followSelection);
    connect(m_view, &ResultView::rowsSelected, this, [this](const RowsAt& rows, bool extend) {
        m_evidence.find(rows, extend ? Use::Extend : (rows.isClicked ? Use::Show : Use::Select));
    });
    connect(m_view, &ResultView::rowsActivated, this, &AnalysisPanel::activateRows);
    connect(m_view, &ResultView::rowsHovered, &m_pointing, &RowPointing::pointAt);
    connect(m_view, &ResultView::timePointedAt, m_viewState, &ViewState::setPointedTime);
    connect(m_view, &ResultView::menuRequested, this, &AnalysisPanel::showRowMenu);
    const ChartView* chart = m_view->chart();
    connect(chart, &ChartView::timeZoomed, m_viewState, &ViewState::zoomVisibleRange);
    connect(chart, &ChartView::timePanned, m_viewState, &ViewState::panVisibleRange);
    connect(chart, &ChartView::cutoffChosen, this, [this](const std::string& parameter, std::int64_t value) {
        Parameters changed;
        changed.set(parameter, value);
        setParameters(changed);
    });
    connect(m_view->table(), &ResultTableView::analysisRequested, this, &AnalysisPanel::openAnalysisOf);
    connect(m_view->table(), &ResultTableView::textTagToggled, this, &AnalysisPanel::textTagToggled);
}

const RankTrace* AnalysisPanel::missingRank() const
{
    if (!m_viewState->traceSet())
        return nullptr;
    const std::vector<std::int64_t>& chosen = m_viewState->scope().ranks;
    const std::span<const RankTrace> ranks = m_viewState->traceSet()->ranks();
    const auto missing = std::ranges::find_if(ranks, [&chosen](const RankTrace& rank) {
        return !rank.isLoaded() && (chosen.empty() || std::ranges::find(chosen, rank.rank) != chosen.end());
    });
    return missing == ranks.end() ? nullptr : &*missing;
}

void AnalysisPanel::setTextTags(const TextTags& tags)
{
    m_view->table()->setTextTags(tags);
}

void AnalysisPanel::leaveQuestionOut()
{
    m_head->leaveQuestionOut();
}

Parameters AnalysisPanel::parameters() const
{
    return m_choices->form()->values();
}

void AnalysisPanel::setParameters(const Parameters& parameters)
{
    m_choices->form()->setValues(parameters);
}

void AnalysisPanel::setUsualParameters(const Parameters& preferred)
{
    m_choices->form()->setUsual(preferred);
}

Parameters AnalysisPanel::usualParameters() const
{
    return m_choices->form()->usual();
}

void AnalysisPanel::setClassifier(std::shared_ptr<const KernelClassifier> classifier)
{
    m_controller.setClassifier(std::move(classifier));
    requestRun();
}

void AnalysisPanel::setMemoryLimit(std::uint64_t bytes)
{
    m_controller.setMemoryLimit(bytes);
    requestRun();
}

AnalysisRequest AnalysisPanel::request() const
{
    return m_choices->filled(m_controller.request());
}

bool AnalysisPanel::hasChart() const
{
    return !m_view->chart()->isEmpty();
}

void AnalysisPanel::requestRun()
{
    m_choices->showWhatHolds(request());
    m_controller.requestRun(m_choices->isOfOtherTrace());
}

void AnalysisPanel::takeResult(PreparedResult prepared)
{
    m_pointing.pointAt({}); // what the pointer is on goes
    m_view->setTimeSpan(m_viewState->visibleRange());
    m_view->setResult(std::move(prepared), m_controller.shown().scopeLine(analysis()));
    m_choices->offerCounters(*m_controller.shown().result);
}

void AnalysisPanel::dropResult()
{
    m_pointing.pointAt({});
    m_view->clear();
}

void AnalysisPanel::refresh()
{
    const bool hasContents = m_controller.hasContents();
    m_pages->setCurrentWidget(hasContents ? static_cast<QWidget*>(m_view) : m_statePage);
    m_veil->setStale(state() == State::Stale && hasContents);
    if (!hasContents) {
        const RankTrace* missing = state() == State::Failed || state() == State::Empty ? missingRank() : nullptr;
        m_statePage->showText(m_controller.sentence(), missing ? QString() : m_controller.recordingOption(),
            missing ? tr("Load rank %1").arg(missing->rank) : QString());
    }
    QStringList lines = state() == State::NoTrace ? QStringList() : m_choices->takenBack();
    if (const QString both = rangeOfBoth(); !both.isEmpty())
        lines.append(both);
    const qsizetype notices = lines.size(); // they hide no remark: of a low panel one is shown
    if (const QString progress = m_controller.progressLine(); !progress.isEmpty())
        lines.append(progress);
    m_head->setRemarks(lines + (hasContents ? m_controller.shown().remarks(analysis()) : QStringList()), notices);
    m_exports->refresh();
    if (hasFocus())
        passFocusOn();
}

void AnalysisPanel::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    passFocusOn();
}

void AnalysisPanel::passFocusOn()
{
    // On the panel itself nobody would see it.
    if (m_controller.hasContents())
        m_view->rowsInView()->setFocus(Qt::OtherFocusReason);
    else if (state() == State::Empty || state() == State::Failed)
        (m_formToggle->isHidden() ? m_exportButton : m_formToggle)->setFocus(Qt::OtherFocusReason);
}

void AnalysisPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_head->setPanelHeight(height());
    // In a narrow dock chart and table need the room more.
    constexpr int kRoomForForm = 1100;
    if (m_isFormChosen || m_choices->form()->isEmpty())
        return;
    // The overview is there to be read: its thresholds are one click away.
    const bool isShown = width() >= scaledPx(kRoomForForm) && analysis().group != PanelGroup::Overview;
    m_choices->setVisible(isShown);
    m_formToggle->setChecked(isShown);
}

void AnalysisPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // Numbers are written otherwise: the formats of columns come with the result.
    if (event->type() == QEvent::LocaleChange && m_viewState->traceSet())
        requestRun();
}

void AnalysisPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_controller.setVisible(isVisible());
    m_pointing.pointAt({});
    m_follower.cancel(); // asked again when it is shown
}

void AnalysisPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_controller.setVisible(isVisible());
    if (m_controller.isOutOfDate())
        requestRun();
    else
        followSelection();
}

} // namespace kinetoscope

#include "moc_analysis_panel.cpp"
