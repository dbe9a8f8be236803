// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/selection_panel.h"

#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace kinetoscope {

namespace {

constexpr const char* kTable = "selection";

/// "3 482 slices in 12 groups".
QString summaryOf(const Table& table)
{
    std::int64_t slices = 0;
    const std::size_t column = table.columnIndex("count");
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        slices += std::get<std::int64_t>(table.cell(row, column));
    const auto groups = static_cast<std::int64_t>(table.rowCount());
    const QString what =
        slices == 1 ? SelectionPanel::tr("1 slice") : SelectionPanel::tr("%1 slices").arg(countText(slices));
    return groups == 1 ? SelectionPanel::tr("%1 in 1 group").arg(what)
                       : SelectionPanel::tr("%1 in %2 groups").arg(what, countText(groups));
}

} // namespace

SelectionPanel::SelectionPanel(ViewState* viewState, QWidget* parent)
    : QWidget(parent)
    , m_viewState(viewState)
    , m_pages(new QStackedWidget(this))
    , m_nothing(new StatePage(m_pages))
    , m_contents(new QWidget(m_pages))
    , m_summary(new QLabel(m_contents))
    , m_grouping(new QComboBox(m_contents))
    , m_filter(new QLineEdit(m_contents))
    , m_view(new ResultTableView(m_contents))
    , m_job([this](Result<Counted> counted) { take(std::move(counted)); })
{
    setObjectName(QStringLiteral("selection-panel"));
    setAccessibleName(tr("Selection"));
    m_grouping->setObjectName(QStringLiteral("selection-grouping"));
    m_grouping->setAccessibleName(tr("Group by"));
    m_grouping->addItem(tr("By name"), static_cast<int>(SelectionGrouping::Name));
    m_grouping->addItem(tr("By kind"), static_cast<int>(SelectionGrouping::Kind));
    m_grouping->addItem(tr("By track"), static_cast<int>(SelectionGrouping::Track));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(260);
    m_summary->setTextFormat(Qt::PlainText);
    m_view->setToolTip(tr("Double click selects the slices of a row."));

    auto* bar = new QHBoxLayout;
    bar->addWidget(m_grouping);
    bar->addWidget(m_summary, 1);
    bar->addWidget(m_filter);
    auto* layout = new QVBoxLayout(m_contents);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(m_contents);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_pages);
    m_veil = new StaleVeil(m_contents);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &SelectionPanel::followSelection);
    connect(m_filter, &QLineEdit::textChanged, m_view, &ResultTableView::setFilterText);
    connect(m_view, &ResultTableView::rowActivated, this, [this](std::size_t row, std::size_t) { selectRow(row); });
    connect(viewState, &ViewState::selectionChanged, this, &SelectionPanel::followSelection);
    connect(viewState, &ViewState::traceSetChanged, this, &SelectionPanel::followSelection);
    followSelection();
}

SelectionPanel::~SelectionPanel() = default;

const Table* SelectionPanel::table() const
{
    return m_pages->currentWidget() == m_contents ? m_view->table() : nullptr;
}

void SelectionPanel::setInFront(bool isInFront)
{
    m_isInFront = isInFront;
    if (m_isInFront && m_isOutOfDate)
        count();
}

void SelectionPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LocaleChange)
        followSelection();
}

void SelectionPanel::followSelection()
{
    m_job.cancel();
    m_isOutOfDate = true;
    if (!m_viewState->traceSet() || m_viewState->selection().isEmpty()) {
        m_isOutOfDate = false;
        m_nothing->showText(tr("Nothing is selected. Drag over tracks or on the ruler to select a stretch of time."));
        m_pages->setCurrentWidget(m_nothing);
        m_veil->setStale(false);
        m_view->setTable(nullptr, kTable, {});
    } else if (m_isInFront) {
        count();
    }
}

void SelectionPanel::count()
{
    m_isOutOfDate = false;
    if (!m_viewState->traceSet() || m_viewState->selection().isEmpty())
        return;
    // Of millions of slices it takes a while: nobody should think it were about what is selected now.
    if (table())
        m_veil->setStale(true);
    else
        m_nothing->showText(tr("Computing…"));
    const auto grouping = static_cast<SelectionGrouping>(m_grouping->currentData().toInt());
    m_job.start([traces = m_viewState->traceSet(), selection = m_viewState->sharedSelection(), grouping](
                    std::stop_token stop) -> Result<Counted> {
        Progress progress;
        progress.stop = std::move(stop);
        KT_TRY(Table table, groupSelection(traces, *selection, grouping, progress));
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        Counted counted { result, columnFormats(result->tables.front()) };
        return counted;
    });
}

void SelectionPanel::take(Result<Counted> counted)
{
    m_veil->setStale(false);
    if (!counted) {
        m_nothing->showText(messageText(counted.error().message));
        m_pages->setCurrentWidget(m_nothing);
        return;
    }
    m_view->setTable(counted->result, kTable, std::move(counted->formats));
    m_summary->setText(summaryOf(counted->result->tables.front()));
    const bool isEmpty = counted->result->tables.front().rowCount() == 0;
    if (isEmpty)
        m_nothing->showText(whyEmpty());
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_nothing) : m_contents);
}

/// Of a selection that has no slice.
QString SelectionPanel::whyEmpty() const
{
    const std::vector<IntervalRef>& intervals = m_viewState->selection().intervals;
    const bool isOneTrack = intervals.size() == 1 && intervals.front().track.isValid();
    if (!isOneTrack)
        return tr("No slice lies in this range.");
    const Trace& trace = *m_viewState->traceSet()->ranks()[intervals.front().rank].trace;
    return tr("No slice of %1 lies in this range. Drag on the ruler for all tracks.")
        .arg(displayText(trace.track(intervals.front().track).name));
}

void SelectionPanel::selectRow(std::size_t row)
{
    const Table* shown = table();
    if (!shown || row >= shown->rowCount())
        return;
    // The table goes with the selection it is about: keep the evidence before setting it.
    const Selection selection = shown->evidence(row, 0);
    m_viewState->setSelection(selection);
    emit zoomRequested(selection);
}

} // namespace kinetoscope

#include "moc_selection_panel.cpp"
