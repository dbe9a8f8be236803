// SPDX-License-Identifier: GPL-3.0-or-later
// ResultView: rows of the table and parts of the chart stand for each other.
#include "widgets/panels/result/result_view.h"

#include "core/analysis/types/column_names.h"
#include "core/layout/chart/chart_data.h"
#include "core/output/table_writer.h"
#include "widgets/charts/chart_view.h"
#include "widgets/models/result_table_model.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>

namespace kinetoscope {
namespace {

/// As many rows as a table may have marked.
std::vector<std::size_t> markable(const std::vector<std::size_t>& rows)
{
    const std::size_t most = std::min(rows.size(), ResultTableView::kMostSelectedRows);
    return { rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most) };
}

} // namespace

void ResultView::markRows(const std::vector<std::size_t>& rows)
{
    m_table->markTableRows(rows);
    m_chart->setSelectedRows(isTableOfChart() ? rows : std::vector<std::size_t> {});
}

RowSource ResultView::tableRows() const
{
    return { m_prepared.result, nullptr, m_table->table() };
}

RowsAt ResultView::selectedRows(std::size_t column) const
{
    return { tableRows(), m_table->selectedTableRows(), column };
}

void ResultView::selectParts(const std::vector<std::size_t>& rows, std::size_t column, bool extend)
{
    const ChartDescription* chart = m_chart->description();
    if (!chart)
        return;
    std::vector<std::size_t> marked = extend ? m_chart->selectedRows() : std::vector<std::size_t> {};
    const std::vector<std::size_t> added = markable(rows);
    marked.insert(marked.end(), added.begin(), added.end());
    m_chart->setSelectedRows(marked);
    // What the panel opens with stays beside the chart.
    if (!isTableOfChart() && currentTable() != m_ownTable)
        showTable(fullText(chart->table));
    m_table->markTableRows(isTableOfChart() ? marked : std::vector<std::size_t> {});
    emit rowsSelected({ m_chart->rows(), rows, column }, extend);
}

QString ResultView::chainOf(const RowsAt& rows) const
{
    const std::optional<RowPlace> place = rows.rows.empty() ? std::nullopt : rows.source.placeOf(rows.rows.front());
    if (!place)
        return {};
    const std::size_t column = place->table->columnIndex(column::kPattern);
    return column < place->table->columnCount() ? fullText(place->table->text(place->row, column)) : QString();
}

void ResultView::askAboutRow(const QPoint& position)
{
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid())
        return;
    // A click of the mouse has selected it; the keys may have come to it without.
    if (!m_table->selectionModel()->isSelected(index))
        m_table->setCurrentIndex(index);
    // The filter looks into texts.
    const bool isText = index.data(ResultTableModel::FractionDigitsRole).toInt() < 0;
    RowsAsked asked { selectedRows(static_cast<std::size_t>(index.column())),
        isText ? index.data().toString() : QString(), {}, false };
    asked.chain = chainOf(asked.rows);
    emit menuRequested(asked, m_table->viewport()->mapToGlobal(position));
}

void ResultView::askAboutParts(const std::vector<std::size_t>& rows, std::size_t column, QPoint globalPosition)
{
    const ChartDescription* chart = m_chart->description();
    if (!chart)
        return;
    RowsAsked asked { { m_chart->rows(), rows, column, m_chart->currentStretch() }, {}, {}, true };
    asked.chain = chainOf(asked.rows);
    // The table beside the chart has the rows marked: what it shows in the column of names finds them.
    const Table* table = m_table->table();
    const std::size_t labels = table ? table->columnIndex(chart->labelColumn) : 0;
    if (table && labels < table->columnCount() && isTableOfChart() && rows.size() == 1) {
        const QModelIndexList marked = m_table->selectionModel()->selectedRows(static_cast<int>(labels));
        if (marked.size() == 1)
            asked.filter = marked.front().data().toString();
    }
    emit menuRequested(asked, globalPosition);
}

void ResultView::copyRows(const RowsAt& rows)
{
    const Table* table = rows.source.table;
    const bool isShown = table && table == m_table->table()
        && std::ranges::all_of(rows.rows, [table](std::size_t row) { return row < table->rowCount(); });
    if (isShown) {
        m_table->markTableRows(markable(rows.rows));
        m_table->copyShown();
        return;
    }
    std::string text;
    for (const std::size_t row : rows.rows) {
        const std::optional<RowPlace> place = rows.source.placeOf(row);
        if (!place)
            continue;
        std::vector<std::size_t> columns(place->table->columnCount());
        std::iota(columns.begin(), columns.end(), std::size_t { 0 });
        const std::array one { static_cast<std::uint32_t>(place->row) };
        const std::string part = writeTablePart(*place->table, one, columns, TableFormat::Tsv);
        // One line of column names for all.
        text.append(text.empty() ? part : part.substr(part.find('\n') + 1));
    }
    QGuiApplication::clipboard()->setText(fullText(text));
}

void ResultView::hoverParts(const std::vector<std::size_t>& rows, std::size_t column)
{
    m_table->setHoveredRows(isTableOfChart() ? markable(rows) : std::vector<std::size_t> {});
    emit rowsHovered({ m_chart->rows(), rows, column, m_chart->currentStretch() });
}

} // namespace kinetoscope
