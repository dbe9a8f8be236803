// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel does with rows of its table and parts of its charts: their menu, what they are made of, where they lead.
#include "widgets/charts/chart_view.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/row_subject.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/row_parameters.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScreen>

#include <algorithm>

namespace kinetoscope {

/// What a row of a rank that is not loaded is made of is in its trace.
void AnalysisPanel::activateRows(const RowsAt& rows)
{
    const std::shared_ptr<const TraceSet>& traces = m_viewState->traceSet();
    const std::optional<RankAndStep> place = rankAndStepOfRows(rows);
    const RankTrace* rank = place && traces ? traces->findRank(place->rank) : nullptr;
    if (rank && !rank->isLoaded())
        emit rankRequested(place->rank, place->step);
    else
        m_evidence.find(rows, RowEvidenceFinder::Use::Zoom);
}

void AnalysisPanel::showRowMenu(const RowsAsked& asked, QPoint globalPosition)
{
    ResultView& view = *m_view;
    using Use = RowEvidenceFinder::Use;
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("rowMenu"));
    const QPointer show = menu.addAction(
        tr("Show these intervals"), this, [this, rows = asked.rows] { m_evidence.find(rows, Use::Zoom); });
    m_evidence.look(asked.rows, [show, &menu](bool isThere) {
        if (isThere || !show) // it lives as long as the menu
            return;
        show->setEnabled(false);
        show->setText(tr("Show these intervals: this is made of none"));
        menu.adjustSize();
        menu.move(std::min(menu.x(), menu.screen()->availableGeometry().right() + 1 - menu.width()), menu.y());
    });
    if (const auto place = rankAndStepOfRows(asked.rows); place && m_viewState->traceSet()
        && m_viewState->traceSet()->ranks().size() > 1 && !m_controller.shown().baseline) {
        const QString text = place->step ? tr("Open rank %1 at step %2").arg(place->rank).arg(*place->step)
                                         : tr("Open rank %1").arg(place->rank);
        menu.addAction(text, this, [this, place = *place] { emit rankRequested(place.rank, place.step); })
            ->setObjectName(QStringLiteral("openRank"));
    }
    if (m_controller.shown().baseline)
        menu.addAction(tr("Open the other trace at these intervals"), this,
            [this, rows = asked.rows] { m_evidence.find(rows, Use::OpenOther); });
    if (!asked.filter.isEmpty())
        menu.addAction(tr("Filter to this"), this, [this, text = asked.filter] { m_view->filter()->setText(text); });
    menu.addAction(tr("Copy row"), this, [this, rows = asked.rows] { m_view->copyRows(rows); });
    menu.addAction(m_exports->copyCommand());
    const Table* table = view.table()->table();
    // A part of a chart stands for rows of its own table, which is the one in view then.
    if (table && asked.rows.source.table == table && !asked.rows.rows.empty()) {
        const std::size_t row = asked.rows.rows.front();
        if (const auto more =
                row < table->rowCount() ? analysisOfRow(*table, row, m_controller.shown().parameters) : std::nullopt)
            menu.addAction(
                    tr("Open %1").arg(registryText(more->analysis->title)), this, [this, row] { openAnalysisOf(row); })
                ->setObjectName(QStringLiteral("openAnalysis"));
    }
    if (table && asked.rows.source.table == table && !asked.rows.rows.empty()) {
        if (const auto changes = savingOfRow(*table, asked.rows.rows.front(), m_controller.shown().parameters))
            menu.addAction(tr("Show this saving in What if"), this,
                    [this, changes = *changes] { emit analysisRequested("what-if", changes); })
                ->setObjectName(QStringLiteral("savingOfRow"));
    }
    if (table && comparisonOfRows(*table, view.table()->selectedTableRows()))
        menu.addAction(tr("Compare these two"), this, &AnalysisPanel::compareSelectedRows);
    if (const auto changes = table ? changesOfRows(*table, view.table()->selectedTableRows()) : std::nullopt)
        menu.addAction(changes->list("change").size() == 1 ? tr("Ask for this change alone")
                                                           : tr("What if these changes came together?"),
                this, [this, changes = *changes] { setParameters(changes); })
            ->setObjectName(QStringLiteral("changesOfRows"));
    if (asked.isOfChart)
        view.chart()->addZoomActions(menu);
    else if (table && asked.rows.source.table == table && view.rowsInView() == view.table())
        view.table()->addColumnMenu(menu);
    emit rowMenuOpening(&menu, asked.chain);
    if (const std::optional<std::string> kernel = kernelOfRows(asked.rows))
        emit kernelMenuOpening(&menu, *kernel);
    const auto place = m_controller.shown().baseline ? std::nullopt : rankAndStepOfRows(asked.rows);
    if (place && place->step)
        emit stepMenuOpening(&menu, place->rank, *place->step);
    menu.exec(globalPosition);
}

void AnalysisPanel::compareSelectedRows()
{
    const ResultTableView* rows = m_view->table();
    if (!rows->table())
        return;
    if (const auto parameters = comparisonOfRows(*rows->table(), rows->selectedTableRows()))
        emit comparisonRequested(*parameters);
}

void AnalysisPanel::openAnalysisOf(std::size_t row)
{
    const Table* table = m_view->table()->table();
    if (const auto more = table ? analysisOfRow(*table, row, m_controller.shown().parameters) : std::nullopt)
        emit analysisRequested(more->analysis->id, more->parameters);
}

void AnalysisPanel::followSelection()
{
    m_follower.cancel();
    if (!m_evidence.isSelecting() && isVisible())
        m_follower.follow(m_view->table()->table());
}

} // namespace kinetoscope
