// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/result_table_proxy.h"

#include "widgets/models/result_table_model.h"
#include "widgets/models/row_order.h"

namespace kinetoscope {

ResultTableProxy::ResultTableProxy(ResultTableModel* source, QObject* parent)
    : QAbstractProxyModel(parent)
    , m_source(source)
    , m_job([this](Result<Arrangement> arrangement) {
        if (arrangement)
            take(std::move(arrangement).value(), m_isReorder);
        emit arrangingChanged(false);
    })
{
    // The source only ever resets: results are immutable.
    setSourceModel(source);
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        resetRows();
        endResetModel();
        if (m_source->table() && (m_sortColumn >= 0 || !m_filter.isEmpty()))
            arrange(false);
    });
    resetRows();
}

ResultTableProxy::Arrangement ResultTableProxy::arranged(const Table& table, const std::vector<ColumnFormat>& formats,
    std::size_t column, bool descending, const std::string& needle, const std::stop_token& stop)
{
    Arrangement arrangement;
    arrangement.rows = sortedRows(table, column, descending, stop, formats);
    if (!needle.empty()) {
        const std::vector<bool> matches = matchingRows(table, needle, stop, formats);
        std::erase_if(arrangement.rows, [&](std::uint32_t row) { return !matches[row]; });
    }
    arrangement.viewRows.assign(table.rowCount(), -1);
    for (std::size_t i = 0; i < arrangement.rows.size(); ++i)
        arrangement.viewRows[arrangement.rows[i]] = static_cast<std::int32_t>(i);
    return arrangement;
}

void ResultTableProxy::resetRows()
{
    const bool wasArranging = isArranging();
    m_job.cancel();
    const Table* table = m_source->table();
    m_arrangement = table ? arranged(*table, {}, table->columnCount(), false, {}) : Arrangement {};
    if (wasArranging)
        emit arrangingChanged(false);
}

void ResultTableProxy::arrange(bool isReorder)
{
    const Table* table = m_source->table();
    if (!table)
        return;
    // What is under way may have been about other rows as well.
    m_isReorder = isReorder && (!isArranging() || m_isReorder);
    const auto column = m_sortColumn < 0 ? table->columnCount() : static_cast<std::size_t>(m_sortColumn);
    const bool descending = m_sortOrder == Qt::DescendingOrder;
    if (table->rowCount() <= kRowsAtOnce) {
        take(arranged(*table, m_source->formats(), column, descending, m_filter.toStdString()), m_isReorder);
        return;
    }
    // The result is kept alive by the job: the table lives inside it.
    m_job.start([result = m_source->result(), table, formats = m_source->formats(), column, descending,
                    needle = m_filter.toStdString()](const std::stop_token& stop) -> Result<Arrangement> {
        Arrangement arrangement = arranged(*table, formats, column, descending, needle, stop);
        if (stop.stop_requested())
            return Error { ErrorCode::Cancelled, "Another order replaced this one." };
        return arrangement;
    });
    emit arrangingChanged(true);
}

void ResultTableProxy::take(Arrangement arrangement, bool isReorder)
{
    if (!isReorder) {
        beginResetModel();
        m_arrangement = std::move(arrangement);
        endResetModel();
        return;
    }
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::uint32_t> tableRows;
    for (const QModelIndex& index : before)
        tableRows.push_back(m_arrangement.rows[static_cast<std::size_t>(index.row())]);
    m_arrangement = std::move(arrangement);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after.append(index(m_arrangement.viewRows[tableRows[static_cast<std::size_t>(i)]], before[i].column()));
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void ResultTableProxy::setFilterText(const QString& text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    arrange(false);
}

int ResultTableProxy::viewRow(int tableRow) const
{
    const auto row = static_cast<std::size_t>(tableRow);
    return tableRow >= 0 && row < m_arrangement.viewRows.size() ? m_arrangement.viewRows[row] : -1;
}

void ResultTableProxy::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    arrange(true);
}

QModelIndex ResultTableProxy::index(int row, int column, const QModelIndex& parent) const
{
    const bool isInside = !parent.isValid() && row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
    return isInside ? createIndex(row, column) : QModelIndex();
}

QModelIndex ResultTableProxy::parent(const QModelIndex&) const
{
    return {};
}

int ResultTableProxy::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_arrangement.rows.size());
}

int ResultTableProxy::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_source->columnCount();
}

QModelIndex ResultTableProxy::mapToSource(const QModelIndex& proxyIndex) const
{
    if (!proxyIndex.isValid() || static_cast<std::size_t>(proxyIndex.row()) >= m_arrangement.rows.size())
        return {};
    return m_source->index(tableRow(proxyIndex.row()), proxyIndex.column());
}

QModelIndex ResultTableProxy::mapFromSource(const QModelIndex& sourceIndex) const
{
    return sourceIndex.isValid() ? index(viewRow(sourceIndex.row()), sourceIndex.column()) : QModelIndex();
}

QVariant ResultTableProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    // The base class finds columns through row 0, which an empty table does not have.
    if (orientation == Qt::Horizontal)
        return m_source->headerData(section, orientation, role);
    return QAbstractProxyModel::headerData(section, orientation, role);
}

} // namespace kinetoscope
