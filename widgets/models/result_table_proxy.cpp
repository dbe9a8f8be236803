// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/result_table_proxy.h"

#include "widgets/models/result_table_model.h"
#include "widgets/models/row_order.h"

namespace kinetoscope {

ResultTableProxy::ResultTableProxy(ResultTableModel* source, QObject* parent)
    : QAbstractProxyModel(parent)
    , m_source(source)
{
    // The source only ever resets: results are immutable.
    setSourceModel(source);
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        arrange();
        endResetModel();
    });
    arrange();
}

void ResultTableProxy::arrange()
{
    const Table* table = m_source->table();
    m_rows.clear();
    m_viewRows.clear();
    if (!table)
        return;
    const auto column = m_sortColumn < 0 ? table->columnCount() : static_cast<std::size_t>(m_sortColumn);
    std::vector<std::uint32_t> rows = sortedRows(*table, column, m_sortOrder == Qt::DescendingOrder);
    if (!m_filter.isEmpty()) {
        const std::vector<bool> matches = matchingRows(*table, m_filter.toStdString());
        std::erase_if(rows, [&](std::uint32_t row) { return !matches[row]; });
    }
    m_viewRows.assign(table->rowCount(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        m_viewRows[rows[i]] = static_cast<std::int32_t>(i);
    m_rows = std::move(rows);
}

void ResultTableProxy::setFilterText(const QString& text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    arrange();
    endResetModel();
}

int ResultTableProxy::viewRow(int tableRow) const
{
    const auto row = static_cast<std::size_t>(tableRow);
    return tableRow >= 0 && row < m_viewRows.size() ? m_viewRows[row] : -1;
}

void ResultTableProxy::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::uint32_t> tableRows;
    for (const QModelIndex& index : before)
        tableRows.push_back(m_rows[static_cast<std::size_t>(index.row())]);
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after.append(index(m_viewRows[tableRows[static_cast<std::size_t>(i)]], before[i].column()));
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
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
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultTableProxy::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_source->columnCount();
}

QModelIndex ResultTableProxy::mapToSource(const QModelIndex& proxyIndex) const
{
    if (!proxyIndex.isValid() || static_cast<std::size_t>(proxyIndex.row()) >= m_rows.size())
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
