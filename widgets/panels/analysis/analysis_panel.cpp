// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_panel.h"

#include "core/analysis/words/remark_codes.h"
#include "core/words/joined_remarks.h"
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/panels/remarks/remarks_view.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/row_analysis.h"
#include "widgets/panels/result/row_comparison.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace kinetoscope {
namespace {

/// Whether a row says more than what it is about: of a rank without any figure, its number.
bool hasFigures(const Table& table)
{
    const std::size_t least = std::min<std::size_t>(2, table.columnCount());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::size_t filled = 0;
        for (std::size_t column = 0; column < table.columnCount() && filled < least; ++column)
            filled += table.isMissing(row, column) ? 0 : 1;
        if (filled >= least)
            return true;
    }
    return false;
}

bool hasFigures(const AnalysisResult& result)
{
    return std::any_of(
        result.tables.begin(), result.tables.end(), [](const Table& table) { return hasFigures(table); });
}

/// The kernel name that the first of the rows is about; nothing where they are about something else, or about several.
std::optional<std::string> kernelOf(const RowsAt& rows)
{
    const Table* table = rows.source.table;
    if (!table || rows.rows.empty() || rows.rows.front() >= table->rowCount()
        || table->columnIndex("kernel_type") == table->columnCount())
        return std::nullopt;
    for (std::size_t column = 0; column < table->columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table->columns()[column];
        if (descriptor.text != TextKind::Name || table->isMissing(rows.rows.front(), column))
            continue;
        std::string name(table->text(rows.rows.front(), column));
        return name == "others" ? std::nullopt : std::optional(std::move(name)); // the rest, folded
    }
    return std::nullopt;
}

/// Whether no other recording would fill the tables.
bool isWellRecorded(const AnalysisResult& result)
{
    return std::ranges::find(result.remarks, kNothingFits, &Remark::code) != result.remarks.end();
}

/// All remarks, one a line; what is said of several ranks once.
QStringList remarksOf(const AnalysisResult& result, const AnalysisDescriptor& analysis)
{
    QStringList lines;
    for (const Remark& remark : joinedRemarks(result.remarks))
        lines.append(remarkText(remark, analysis.parameters));
    return lines;
}

} // namespace

AnalysisPanel::AnalysisPanel(const AnalysisDescriptor& analysis, ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_analysis(analysis)
    , m_viewState(viewState)
{
    setObjectName(QStringLiteral("analysisPanel-") + fullText(analysis.id));
    setAccessibleName(displayText(analysis.title));
    setAccessibleDescription(displayText(analysis.question));
    m_parts = std::make_unique<Parts>(
        this, [this](Result<Outcome> outcome) { takeOutcome(std::move(outcome)); },
        [this](Result<Evidence> found) { takeEvidence(std::move(found)); },
        [this](Result<Exported> exported) { takeExported(std::move(exported)); },
        [this](const Result<Followed>& followed) { takeFollowed(followed); },
        [this](const Result<std::shared_ptr<const Highlight>>& highlight) { takePointed(highlight); },
        [this](const Result<std::vector<MissingChoice>>& missing) { takeMissing(missing); });
    m_parts->classifier = std::make_shared<const KernelClassifier>();
    connectParts();
    requestRun();
}

AnalysisPanel::~AnalysisPanel() = default;

std::shared_ptr<const AnalysisResult> AnalysisPanel::result() const
{
    return m_parts->view->result();
}

QMenu* AnalysisPanel::exportMenu() const
{
    return m_parts->exportMenu;
}

void AnalysisPanel::connectParts()
{
    Parts& parts = *m_parts;
    connect(m_viewState, &ViewState::traceSetChanged, this, [this] {
        dropResult();
        setOtherTrace(false);
        requestRun();
    });
    connect(m_viewState, &ViewState::scopeChanged, this, &AnalysisPanel::requestRun);
    connect(m_viewState, &ViewState::selectionChanged, this, &AnalysisPanel::followSelection);
    connect(parts.form, &ParameterForm::changed, this, [this] {
        m_parts->takenBack.clear();
        requestRun();
    });
    connect(
        parts.form, &ParameterForm::usualChanged, this, [this](bool isUsual) { m_parts->showWhetherUsual(isUsual); });
    connect(parts.resetButton, &QToolButton::clicked, parts.form, &ParameterForm::reset);
    if (parts.baseline) {
        connect(parts.baseline, &BaselineChoice::changed, this, [this] {
            setOtherTrace(true);
            requestRun();
        });
        connect(parts.baseline, &BaselineChoice::failed, this, &AnalysisPanel::messageShown);
    }

    connect(parts.formToggle, &QToolButton::clicked, this, [this](bool isShown) {
        m_parts->isFormChosen = true;
        m_parts->formSide->setVisible(isShown);
    });

    ResultView* view = parts.view;
    connect(view, &ResultView::viewChanged, this, &AnalysisPanel::refreshActions);
    connect(view, &ResultView::tableChosen, this, &AnalysisPanel::followSelection);
    connect(view, &ResultView::rowsSelected, this,
        [this](const RowsAt& rows, bool extend) { requestEvidence(rows, EvidenceUse::Select, extend); });
    connect(view, &ResultView::rowsActivated, this,
        [this](const RowsAt& rows) { requestEvidence(rows, EvidenceUse::Zoom); });
    connect(view, &ResultView::rowsHovered, this, &AnalysisPanel::pointAt);
    connect(&parts.pointingDelay, &QTimer::timeout, this, &AnalysisPanel::startPointing);
    connect(&parts.pointingSentence, &QTimer::timeout, this, &AnalysisPanel::sayPointing);
    connect(m_viewState, &ViewState::visibleRangeChanged, view,
        [this] { m_parts->view->setTimeSpan(m_viewState->visibleRange()); });
    connect(m_viewState, &ViewState::pointedTimeChanged, view,
        [this] { m_parts->view->setPointedTime(m_viewState->pointedTime()); });
    connect(view, &ResultView::timePointedAt, m_viewState, &ViewState::setPointedTime);
    connect(view->chart(), &ChartView::timeZoomed, m_viewState, &ViewState::zoomVisibleRange);
    connect(view->chart(), &ChartView::timePanned, m_viewState, &ViewState::panVisibleRange);
    connect(view->chart(), &ChartView::cutoffChosen, this, [this](const std::string& parameter, std::int64_t value) {
        Parameters changed;
        changed.set(parameter, value);
        setParameters(changed);
    });
    connect(view->table(), &ResultTableView::analysisRequested, this, &AnalysisPanel::openAnalysisOf);
    connect(view->table(), &ResultTableView::textTagToggled, this, &AnalysisPanel::textTagToggled);
    connect(view, &ResultView::menuRequested, this, &AnalysisPanel::showRowMenu);

    connectExports();
}

void AnalysisPanel::showRowMenu(const RowsAsked& asked, QPoint globalPosition)
{
    ResultView& view = *m_parts->view;
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("rowMenu"));
    menu.addAction(
        tr("Show these intervals"), this, [this, rows = asked.rows] { requestEvidence(rows, EvidenceUse::Zoom); });
    if (m_parts->shown.baseline)
        menu.addAction(tr("Open the other trace at these intervals"), this,
            [this, rows = asked.rows] { requestEvidence(rows, EvidenceUse::OpenOther); });
    if (!asked.filter.isEmpty())
        menu.addAction(
            tr("Filter to this"), this, [this, text = asked.filter] { m_parts->view->filter()->setText(text); });
    menu.addAction(tr("Copy row"), this, [this, rows = asked.rows] { m_parts->view->copyRows(rows); });
    menu.addAction(m_parts->copyCommand);
    const Table* table = view.table()->table();
    // A part of a chart stands for rows of its own table, which is the one in view then.
    if (table && asked.rows.source.table == table && !asked.rows.rows.empty()) {
        const std::size_t row = asked.rows.rows.front();
        if (const auto more =
                row < table->rowCount() ? analysisOfRow(*table, row, m_parts->shown.parameters) : std::nullopt)
            menu.addAction(
                    tr("Open %1").arg(displayText(more->analysis->title)), this, [this, row] { openAnalysisOf(row); })
                ->setObjectName(QStringLiteral("openAnalysis"));
    }
    if (table && comparisonOfRows(*table, view.table()->selectedTableRows()))
        menu.addAction(tr("Compare these two"), this, &AnalysisPanel::compareSelectedRows);
    if (asked.isOfChart)
        view.chart()->addZoomActions(menu);
    emit rowMenuOpening(&menu, asked.chain);
    if (const std::optional<std::string> kernel = kernelOf(asked.rows))
        emit kernelMenuOpening(&menu, *kernel);
    menu.exec(globalPosition);
}

void AnalysisPanel::compareSelectedRows()
{
    const ResultTableView* rows = m_parts->view->table();
    if (!rows->table())
        return;
    if (const auto parameters = comparisonOfRows(*rows->table(), rows->selectedTableRows()))
        emit comparisonRequested(*parameters);
}

void AnalysisPanel::openAnalysisOf(std::size_t row)
{
    const Table* table = m_parts->view->table()->table();
    if (const auto more = table ? analysisOfRow(*table, row, m_parts->shown.parameters) : std::nullopt)
        emit analysisRequested(more->analysis->id, more->parameters);
}

void AnalysisPanel::setTextTags(const TextTags& tags)
{
    m_parts->view->table()->setTextTags(tags);
}

Parameters AnalysisPanel::parameters() const
{
    return m_parts->form->values();
}

void AnalysisPanel::setParameters(const Parameters& parameters)
{
    m_parts->form->setValues(parameters);
}

void AnalysisPanel::setUsualParameters(const Parameters& preferred)
{
    m_parts->form->setUsual(preferred);
}

Parameters AnalysisPanel::usualParameters() const
{
    return m_parts->form->usual();
}

std::string AnalysisPanel::baselinePath() const
{
    return m_parts->baseline ? m_parts->baseline->path() : std::string();
}

void AnalysisPanel::setBaselinePath(const std::string& path)
{
    if (!m_parts->baseline || path == m_parts->baseline->path())
        return;
    if (path.empty())
        m_parts->baseline->chooseOpenJob();
    else
        m_parts->baseline->open(path);
}

void AnalysisPanel::setClassifier(std::shared_ptr<const KernelClassifier> classifier)
{
    m_parts->classifier = std::move(classifier);
    requestRun();
}

void AnalysisPanel::setMemoryLimit(std::uint64_t bytes)
{
    m_parts->memoryLimit = bytes;
    requestRun();
}

void AnalysisPanel::recompute()
{
    requestRun();
}

void AnalysisPanel::takeOutcome(Result<Outcome> outcome)
{
    if (!outcome) {
        if (outcome.error().code == ErrorCode::Cancelled)
            return; // the request that replaced this one is on its way
        dropResult();
        setState(State::Failed);
        QString sentence = withFieldNames(displayText(outcome.error().message, 2000), m_analysis.parameters);
        if (outcome.error().code == ErrorCode::MemoryLimit || outcome.error().code == ErrorCode::OutOfMemory)
            sentence = tr("%1 Fewer ranks, fewer steps or a shorter time range need less.").arg(sentence);
        m_parts->statePage->showText(sentence);
        return;
    }
    pointAt({}); // what the pointer is on goes
    m_parts->shown = std::move(outcome).value();
    m_parts->view->setTimeSpan(m_viewState->visibleRange());
    m_parts->view->setResult(std::move(m_parts->shown.prepared), m_parts->scopeLine(m_analysis));
    offerCounters();
    setState(hasFigures(*m_parts->view->result()) ? State::Ready : State::Empty);
    followSelection();
    emit resultShown();
}

/// A formula is over the numbers of the first table.
void AnalysisPanel::offerCounters()
{
    if (!m_parts->form->asksFor(NamedThing::Counter) || m_parts->view->result()->tables.empty())
        return;
    QStringList names;
    for (const ColumnDescriptor& column : m_parts->view->result()->tables.front().columns()) {
        if (column.type == ColumnType::Float)
            names.append(QString::fromStdString(column.name));
    }
    m_parts->form->setNames(NamedThing::Counter, names);
}

void AnalysisPanel::setState(State state)
{
    Parts& parts = *m_parts;
    const bool hasContents = state == State::Ready || (state == State::Stale && hasFigures(*parts.view->result()));
    parts.pages->setCurrentWidget(hasContents ? static_cast<QWidget*>(parts.view) : parts.statePage);
    parts.veil->setStale(state == State::Stale && hasContents);
    if (state == State::NoTrace)
        parts.statePage->showText(tr("No trace is open. Drop one on the window, or use File > Open."));
    else if (state == State::Running || (state == State::Stale && !hasContents))
        parts.statePage->showText(tr("Computing…"));
    else if (state == State::Empty) {
        QStringList why = remarksOf(*parts.view->result(), m_analysis);
        if (why.isEmpty())
            why.append(tr("There is nothing to show in this scope."));
        // The remarks cannot know whether the rest of the trace has what they miss.
        if (const Scope& scope = m_viewState->scope(); !scope.isWhole())
            why.prepend(tr("Only this is looked at: %1. The cross beside \u201cScope\u201d, above the timeline, brings "
                           "back the whole trace.")
                            .arg(scopeText(scope)));
        parts.statePage->showText(why.join(QLatin1Char('\n')),
            m_viewState->scope().isWhole() && !isWellRecorded(*parts.view->result())
                ? fullText(m_analysis.recordingOption)
                : QString());
    }
    parts.remarks->setLines((state == State::NoTrace ? QStringList() : parts.takenBack)
        + (hasContents ? remarksOf(*parts.view->result(), m_analysis) : QStringList()));
    const bool isNew = state != m_state;
    m_state = state;
    refreshActions();
    if (isNew)
        emit stateChanged();
}

void AnalysisPanel::dropResult()
{
    pointAt({});
    m_parts->shown = {};
    m_parts->view->clear();
}

PanelLook AnalysisPanel::look() const
{
    return m_parts->view->look();
}

void AnalysisPanel::setLook(const PanelLook& look)
{
    m_parts->view->setLook(look);
}

void AnalysisPanel::refreshActions()
{
    Parts& parts = *m_parts;
    const bool hasResult = parts.view->result() != nullptr;
    const bool isDrawn = hasResult && !parts.view->chart()->isEmpty();
    parts.saveChart->setEnabled(isDrawn);
    parts.copyChart->setEnabled(isDrawn);
    parts.saveTable->setEnabled(hasResult);
    parts.copyTable->setEnabled(hasResult && parts.view->table()->table());
    parts.copyTableAs->setEnabled(hasResult && parts.view->table()->table());
    parts.copyCommand->setEnabled(m_viewState->traceSet() != nullptr);
}

QString AnalysisPanel::currentTable() const
{
    return m_parts->view->currentTable();
}

void AnalysisPanel::showTable(const QString& name)
{
    m_parts->view->showTable(name);
}

void AnalysisPanel::showChart(const QString& id)
{
    m_parts->view->showChart(id);
}

bool AnalysisPanel::hasChart() const
{
    return !m_parts->view->chart()->isEmpty();
}

void AnalysisPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_parts->remarks->setPanelHeight(height());
    // In a narrow dock chart and table need the room more.
    constexpr int kRoomForForm = 900;
    if (m_parts->isFormChosen || m_parts->form->isEmpty())
        return;
    // The overview is there to be read: its thresholds are one click away.
    const bool isShown = width() >= scaledPx(kRoomForForm) && m_analysis.group != PanelGroup::Overview;
    m_parts->formSide->setVisible(isShown);
    m_parts->formToggle->setChecked(isShown);
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
    pointAt({});
    m_parts->following.cancel(); // asked again when it is shown
}

void AnalysisPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isOutOfDate)
        requestRun();
    else
        followSelection();
}

} // namespace kinetoscope
