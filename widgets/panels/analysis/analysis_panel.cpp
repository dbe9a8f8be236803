// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_panel.h"

#include "core/layout/chain_text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/models/result_table_model.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/row_comparison.h"
#include "widgets/support/fonts.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace kinetoscope {
namespace {

bool hasRows(const AnalysisResult& result)
{
    return std::any_of(
        result.tables.begin(), result.tables.end(), [](const Table& table) { return table.rowCount() > 0; });
}

/// All remarks, one a line.
QStringList remarkLines(const AnalysisResult& result)
{
    QStringList lines;
    for (const Remark& remark : result.remarks)
        lines.append(displayText(remark.sentence));
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
        [this](const Result<std::shared_ptr<const Highlight>>& highlight) { takePointed(highlight); });
    m_parts->classifier = std::make_shared<const KernelClassifier>();
    connectParts();
    requestRun();
}

AnalysisPanel::~AnalysisPanel() = default;

std::shared_ptr<const AnalysisResult> AnalysisPanel::result() const
{
    return m_parts->shown.result;
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
        requestRun();
    });
    connect(m_viewState, &ViewState::scopeChanged, this, &AnalysisPanel::requestRun);
    connect(m_viewState, &ViewState::selectionChanged, this, &AnalysisPanel::followSelection);
    connect(parts.form, &ParameterForm::changed, this, &AnalysisPanel::requestRun);
    connect(parts.resetButton, &QToolButton::clicked, parts.form, &ParameterForm::resetToDefaults);
    if (parts.baseline) {
        connect(parts.baseline, &BaselineChoice::changed, this, &AnalysisPanel::requestRun);
        connect(parts.baseline, &BaselineChoice::failed, this, &AnalysisPanel::messageShown);
    }

    connect(parts.formToggle, &QToolButton::clicked, this, [this](bool isShown) {
        m_parts->isFormChosen = true;
        m_parts->formSide->setVisible(isShown);
    });

    connect(parts.chartChoice, &QComboBox::activated, this, &AnalysisPanel::refreshChart);
    connect(parts.groupChoice, &QComboBox::activated, this, [this] {
        m_parts->chart->showGroup(m_parts->groupChoice->currentData().toInt());
        refreshActions();
    });
    connect(parts.formButton, &QToolButton::clicked, this, [this] {
        if (m_parts->chart->showsOthers())
            m_parts->chart->back();
        else
            m_parts->chart->setForm(m_parts->chart->showsRing() ? ChartView::Form::Bars : ChartView::Form::Ring);
        refreshActions();
    });
    connect(parts.chart, &ChartView::partClicked, this,
        [this](const std::vector<std::size_t>& rows, std::size_t column, bool extend) {
            std::vector<std::size_t> marked = extend ? m_parts->chart->selectedRows() : std::vector<std::size_t> {};
            const std::size_t most = std::min(rows.size(), ResultTableView::kMostSelectedRows);
            marked.insert(marked.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most));
            selectRowsOfTable(marked);
            requestEvidence(m_parts->chart->rows(), rows, column, EvidenceUse::Select, extend);
        });
    connect(
        parts.chart, &ChartView::partHovered, this, [this](const std::vector<std::size_t>& rows, std::size_t column) {
            pointAt(m_parts->chart->rows(), rows, column);
            const ChartDescription* chart = m_parts->chart->description();
            const bool isItsTable = chart && currentTable().toStdString() == chart->table;
            const std::size_t most = isItsTable ? std::min(rows.size(), ResultTableView::kMostSelectedRows) : 0;
            m_parts->table->setHoveredRows({ rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most) });
        });
    connect(parts.chart, &ChartView::othersShown, this, &AnalysisPanel::refreshActions);
    connect(parts.chart, &ChartView::cutoffChosen, this, [this](const std::string& parameter, std::int64_t value) {
        Parameters changed;
        changed.set(parameter, value);
        setParameters(changed);
    });
    connect(m_viewState, &ViewState::visibleRangeChanged, parts.chart,
        [this] { m_parts->chart->setTimeSpan(m_viewState->visibleRange()); });
    connect(parts.chart, &ChartView::partDoubleClicked, this,
        [this](const std::vector<std::size_t>& rows, std::size_t column) {
            requestEvidence(m_parts->chart->rows(), rows, column, EvidenceUse::Zoom);
        });

    connect(parts.tableChoice, &QComboBox::activated, this, [this] {
        showTable(m_parts->tableChoice->currentData().toString());
        followSelection();
    });
    connect(parts.filter, &QLineEdit::textChanged, parts.table, &ResultTableView::setFilterText);
    connect(parts.table, &ResultTableView::rowsSelected, this,
        [this](const std::vector<std::size_t>& rows, std::size_t column) {
            const ChartDescription* chart = m_parts->chart->description();
            if (chart && currentTable().toStdString() == chart->table)
                m_parts->chart->setSelectedRows(rows);
            requestEvidence(tableRows(), rows, column, EvidenceUse::Select);
        });
    connect(
        parts.table, &ResultTableView::rowHovered, this, [this](std::optional<std::size_t> row, std::size_t column) {
            pointAt(tableRows(), row ? std::vector { *row } : std::vector<std::size_t> {}, column);
        });
    connect(&parts.pointingDelay, &QTimer::timeout, this, &AnalysisPanel::startPointing);
    connect(parts.table, &ResultTableView::rowActivated, this, [this](std::size_t row, std::size_t column) {
        requestEvidence(tableRows(), { row }, column, EvidenceUse::Zoom);
    });
    connect(parts.table, &ResultTableView::textTagToggled, this, &AnalysisPanel::textTagToggled);
    connect(parts.table, &QWidget::customContextMenuRequested, this, &AnalysisPanel::showRowMenu);

    connectExports();
}

void AnalysisPanel::showRowMenu(const QPoint& position)
{
    const QModelIndex index = m_parts->table->indexAt(position);
    if (!index.isValid())
        return;
    const auto column = static_cast<std::size_t>(index.column());
    QMenu menu(this);
    menu.addAction(tr("Show these intervals"), this, [this, column] {
        requestEvidence(tableRows(), m_parts->table->selectedTableRows(), column, EvidenceUse::Zoom);
    });
    if (m_parts->shown.baseline)
        menu.addAction(tr("Open the other trace at these intervals"), this, [this, column] {
            requestEvidence(tableRows(), m_parts->table->selectedTableRows(), column, EvidenceUse::OpenOther);
        });
    menu.addAction(tr("Filter to this"), this, [this, index] { m_parts->filter->setText(index.data().toString()); });
    menu.addAction(tr("Copy row"), this, [this] { m_parts->table->copyShown(); });
    menu.addAction(m_parts->copyCommand);
    const Table* table = m_parts->table->table();
    if (comparisonOfRows(*table, m_parts->table->selectedTableRows()))
        menu.addAction(tr("Compare these two"), this, &AnalysisPanel::compareSelectedRows);
    const std::size_t chain = table->columnIndex(kChainColumn);
    const QModelIndex cell =
        chain < table->columnCount() ? index.siblingAtColumn(static_cast<int>(chain)) : QModelIndex();
    emit rowMenuOpening(&menu, cell.data(ResultTableModel::FullTextRole).toString());
    menu.exec(m_parts->table->viewport()->mapToGlobal(position));
}

void AnalysisPanel::compareSelectedRows()
{
    const Table* table = m_parts->table->table();
    if (!table)
        return;
    if (const auto parameters = comparisonOfRows(*table, m_parts->table->selectedTableRows()))
        emit comparisonRequested(*parameters);
}

void AnalysisPanel::setTextTags(const TextTags& tags)
{
    m_parts->table->setTextTags(tags);
}

Parameters AnalysisPanel::parameters() const
{
    return m_parts->form->values();
}

void AnalysisPanel::setParameters(const Parameters& parameters)
{
    m_parts->form->setValues(parameters);
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
        refreshContents(look());
        setState(State::Failed);
        m_parts->statePage->showText(displayText(outcome.error().message, 2000));
        return;
    }
    const PanelLook before = look();
    pointAt({}, {}, 0); // what the pointer is on goes
    m_parts->shown = std::move(outcome).value();
    refreshContents(before);
    offerCounters();
    setState(hasRows(*m_parts->shown.result) ? State::Ready : State::Empty);
    followSelection();
    emit resultShown();
}

/// A formula is over the numbers of the first table.
void AnalysisPanel::offerCounters()
{
    if (!m_parts->form->asksFor(NamedThing::Counter) || m_parts->shown.result->tables.empty())
        return;
    QStringList names;
    for (const ColumnDescriptor& column : m_parts->shown.result->tables.front().columns()) {
        if (column.type == ColumnType::Float)
            names.append(QString::fromStdString(column.name));
    }
    m_parts->form->setNames(NamedThing::Counter, names);
}

void AnalysisPanel::setState(State state)
{
    Parts& parts = *m_parts;
    const bool hasContents = state == State::Ready || (state == State::Stale && hasRows(*parts.shown.result));
    parts.pages->setCurrentWidget(hasContents ? static_cast<QWidget*>(parts.contents) : parts.statePage);
    parts.veil->setStale(state == State::Stale && hasContents);
    if (state == State::NoTrace)
        parts.statePage->showText(tr("No trace is open."));
    else if (state == State::Running || (state == State::Stale && !hasContents))
        parts.statePage->showText(tr("Computing…"));
    else if (state == State::Empty) {
        const QStringList why = remarkLines(*parts.shown.result);
        parts.statePage->showText(
            why.isEmpty() ? tr("There is nothing to show in this scope.") : why.join(QLatin1Char('\n')),
            m_viewState->scope().isWhole() ? fullText(m_analysis.recordingOption) : QString());
    }
    showRemarks(hasContents ? remarkLines(*parts.shown.result) : QStringList());
    const bool isNew = state != m_state;
    m_state = state;
    refreshActions();
    if (isNew)
        emit stateChanged();
}

void AnalysisPanel::showRemarks(const QStringList& lines)
{
    // Of many ranks each may have its own: in a low dock the first is enough, numbers need the room more.
    constexpr int kHigh = 420;
    const auto shown = static_cast<qsizetype>(height() >= kHigh ? 3 : 1);
    QLabel& remarks = *m_parts->remarks;
    QStringList first = lines.mid(0, shown);
    for (QString& line : first)
        line = remarks.fontMetrics().elidedText(line, Qt::ElideRight, std::max(200, width() - 140));
    if (lines.size() > shown)
        first.last() += QLatin1Char(' ') + tr("(and %n more)", nullptr, static_cast<int>(lines.size() - shown));
    remarks.setText(first.join(QLatin1Char('\n')));
    remarks.setToolTip(plainToolTip(lines.join(QLatin1Char('\n'))));
    remarks.setVisible(!lines.isEmpty());
    m_parts->remarkLines = lines;
}

void AnalysisPanel::dropResult()
{
    m_parts->wantedLook = look();
    pointAt({}, {}, 0);
    m_parts->shown = {};
}

void AnalysisPanel::refreshContents(const PanelLook& wanted)
{
    Parts& parts = *m_parts;
    const QString table = fullText(wanted.table);
    const QString chart = fullText(wanted.chart);
    parts.tableChoice->clear();
    parts.chartChoice->clear();
    if (parts.shown.result) {
        for (const Table& each : parts.shown.result->tables)
            parts.tableChoice->addItem(
                displayText(each.title().empty() ? each.name() : each.title(), 80), fullText(each.name()));
        for (const ChartDescription& each : parts.shown.result->charts)
            parts.chartChoice->addItem(displayText(each.title, 80), fullText(each.id));
    }
    parts.chartChoice->setCurrentIndex(std::max(0, parts.chartChoice->findData(chart)));
    parts.tableChoice->setVisible(parts.tableChoice->count() > 1);
    drawChart();
    // The table somebody chose stays. One table is put on display, not each in turn: its columns are measured.
    showTable(parts.tableChoice->findData(table) >= 0 ? table : ownTable());
}

PanelLook AnalysisPanel::look() const
{
    const Parts& parts = *m_parts;
    PanelLook look;
    look.tables = parts.table->looks();
    if (!parts.shown.result) {
        look.chart = parts.wantedLook.chart;
        look.table = parts.wantedLook.table;
        return look;
    }
    // What is in view by itself is no choice.
    if (parts.chartChoice->currentIndex() > 0)
        look.chart = parts.chartChoice->currentData().toString().toStdString();
    if (currentTable() != ownTable())
        look.table = currentTable().toStdString();
    return look;
}

void AnalysisPanel::setLook(const PanelLook& look)
{
    Parts& parts = *m_parts;
    parts.table->setLooks(look.tables);
    if (!parts.shown.result) {
        parts.wantedLook = look;
        return;
    }
    parts.chartChoice->setCurrentIndex(std::max(0, parts.chartChoice->findData(fullText(look.chart))));
    refreshChart();
    const bool isThere = parts.tableChoice->findData(fullText(look.table)) >= 0;
    showTable(isThere ? fullText(look.table) : ownTable());
}

QString AnalysisPanel::ownTable() const
{
    const ChartDescription* chart = m_parts->chart->description();
    // The overview begins with its findings, not with the numbers of its chart.
    if (chart && m_analysis.group != PanelGroup::Overview)
        return fullText(chart->table);
    return m_parts->tableChoice->itemData(0).toString();
}

void AnalysisPanel::drawChart()
{
    Parts& parts = *m_parts;
    const int shownGroup = parts.chart->shownGroup();
    parts.chart->setTimeSpan(m_viewState->visibleRange());
    const std::string id = parts.chartChoice->currentData().toString().toStdString();
    parts.chart->setChart(parts.shown.result, id, scopeText(parts.shown.scope),
        id == parts.shown.chartId ? parts.shown.chartData : nullptr);
    const QStringList groups = parts.chart->groups();
    parts.groupChoice->clear();
    if (groups.size() > 1) {
        const int first = static_cast<int>(std::min<qsizetype>(groups.size(), 4));
        parts.groupChoice->addItem(
            first == groups.size() ? tr("All") : tr("First %n of %1", nullptr, first).arg(groups.size()), -1);
        for (int i = 0; i < groups.size(); ++i)
            parts.groupChoice->addItem(groups[i], i);
        parts.groupChoice->setCurrentIndex(std::max(0, parts.groupChoice->findData(shownGroup)));
        parts.chart->showGroup(parts.groupChoice->currentData().toInt());
    }
    parts.groupChoice->setVisible(groups.size() > 1);
    parts.chartChoice->setVisible(parts.chartChoice->count() > 1);
    parts.chartSide->setVisible(parts.chartChoice->count() > 0);
}

void AnalysisPanel::refreshChart()
{
    drawChart();
    // The table that the chart is about belongs beside it.
    if (const ChartDescription* chart = m_parts->chart->description())
        showTable(fullText(chart->table));
    refreshActions();
}

void AnalysisPanel::refreshActions()
{
    Parts& parts = *m_parts;
    const bool hasResult = parts.shown.result != nullptr;
    const bool isDrawn = hasResult && !parts.chart->isEmpty();
    parts.saveChart->setEnabled(isDrawn);
    parts.copyChart->setEnabled(isDrawn);
    parts.saveTable->setEnabled(hasResult);
    parts.copyTable->setEnabled(hasResult && parts.table->table());
    parts.copyTableAs->setEnabled(hasResult && parts.table->table());
    parts.copyCommand->setEnabled(m_viewState->traceSet() != nullptr);
    parts.formButton->setVisible(parts.chart->canBeRing());
    const bool isRing = parts.chart->showsRing();
    parts.formButton->setText(isRing ? tr("Bars") : (parts.chart->showsOthers() ? tr("Back") : tr("Ring")));
    parts.formButton->setAccessibleName(isRing ? tr("Show as bars") : tr("Show as a ring"));
    parts.formButton->setToolTip(parts.formButton->accessibleName());
}

QString AnalysisPanel::currentTable() const
{
    const Table* table = m_parts->table->table();
    return table ? fullText(table->name()) : QString();
}

void AnalysisPanel::showTable(const QString& name)
{
    Parts& parts = *m_parts;
    const auto formats = parts.shown.formats.find(name.toStdString());
    parts.table->setTable(parts.shown.result, name.toStdString(),
        formats != parts.shown.formats.end() ? formats->second : std::vector<ColumnFormat> {});
    parts.tableChoice->setCurrentIndex(parts.tableChoice->findData(name));
    refreshActions();
}

void AnalysisPanel::showChart(const QString& id)
{
    const int index = m_parts->chartChoice->findData(id);
    if (index < 0)
        return;
    m_parts->chartChoice->setCurrentIndex(index);
    refreshChart();
}

bool AnalysisPanel::hasChart() const
{
    return !m_parts->chart->isEmpty();
}

void AnalysisPanel::selectRowsOfTable(const std::vector<std::size_t>& rows)
{
    const ChartDescription* chart = m_parts->chart->description();
    if (!chart)
        return;
    m_parts->chart->setSelectedRows(rows);
    if (currentTable().toStdString() != chart->table)
        showTable(fullText(chart->table));
    m_parts->table->markTableRows(rows);
}

void AnalysisPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_parts->remarkLines.isEmpty())
        showRemarks(QStringList(m_parts->remarkLines));
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
    pointAt({}, {}, 0);
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
