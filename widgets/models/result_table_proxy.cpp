// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/result_table_proxy.h"

#include "widgets/models/result_table_model.h"

#include <QLocale>

namespace kinetoscope {
namespace {

/// A number without the spaces between its digits.
QString withoutSpaces(QString number)
{
    return number.removeIf([](QChar c) { return c.isSpace(); });
}

/// Numbers that begin with the needle, as they are shown: one that is looked for inside of them is in most.
IsNumberWanted numbersThatBeginWith(const QString& needle, const Table& table, std::vector<ColumnFormat> formats)
{
    const QString wanted = withoutSpaces(needle).replace(u'.', QLocale().decimalPoint());
    return [wanted, &table, formats = std::move(formats)](std::size_t row, std::size_t column) {
        const QString number = cellText(table.cell(row, column), table.columns()[column], formats[column]);
        return withoutSpaces(number).startsWith(wanted);
    };
}

} // namespace

ResultTableProxy::ResultTableProxy(ResultTableModel* source, QObject* parent)
    : QAbstractProxyModel(parent)
    , m_source(source)
    , m_job([this](Result<RowArrangement> arrangement) {
        if (arrangement)
            take(std::move(arrangement).value(), m_isReorder);
        emit arrangingChanged(false);
    })
{
    // The source only ever resets: results are immutable.
    setSourceModel(source);
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        keepOpenNames();
        beginResetModel();
    });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        resetRows();
        endResetModel();
        if (m_source->table() && (m_sortColumn >= 0 || !m_filter.isEmpty() || (m_labelColumn >= 0 && isSlow())))
            arrange(false);
    });
    resetRows();
}

bool ResultTableProxy::isSlow() const
{
    return m_source->table()->rowCount() > kRowsAtOnce;
}

bool ResultTableProxy::isFilterANumber() const
{
    const qsizetype first = m_filter.startsWith(u'-') ? 1 : 0;
    return first < m_filter.size() && m_filter[first].isDigit();
}

bool ResultTableProxy::isFilterSlow() const
{
    return isFilterANumber() && m_source->table()->rowCount() * m_source->table()->columnCount() > kNumbersAtOnce;
}

ArrangementRequest ResultTableProxy::request() const
{
    ArrangementRequest request;
    request.table = m_source->table();
    for (const ColumnFormat& format : m_source->formats())
        request.shown.push_back(format.shown);
    request.column = m_sortColumn < 0 ? request.table->columnCount() : static_cast<std::size_t>(m_sortColumn);
    request.isDescending = m_sortOrder == Qt::DescendingOrder;
    request.needle = m_filter.toStdString();
    if (isFilterANumber())
        request.isNumberWanted = numbersThatBeginWith(m_filter, *request.table, m_source->formats());
    request.tree = m_arrangement.tree;
    if (m_filter.isEmpty())
        request.isOpen = m_open;
    else if (!m_isFilterNew && isTree())
        request.isOpen = m_arrangement.isOpen;
    request.openNames = m_openNames;
    return request;
}

/// What somebody opened is found again by its name: numbers of rows mean nothing in another table.
void ResultTableProxy::keepOpenNames()
{
    const Table* table = m_source->table();
    if (!table || !isTree() || !m_isOpenChosen)
        return;
    if (m_open)
        m_openNames = namesOfRows(*table, *m_arrangement.tree, *m_open);
}

void ResultTableProxy::resetRows()
{
    const bool wasArranging = isArranging();
    m_job.cancel();
    const Table* table = m_source->table();
    const auto columns = table ? treeColumns(table->columns()) : std::nullopt;
    m_labelColumn = columns ? static_cast<int>(columns->label) : -1;
    m_open.reset();
    m_isFilterNew = true;
    m_arrangement = {};
    // The rows of a list are there before they are in order; which rows of a tree are in view the worker says.
    if (table && !(columns && isSlow())) {
        ArrangementRequest inOwnOrder { .table = table, .column = table->columnCount(), .openNames = m_openNames };
        m_arrangement = arrangedRows(inOwnOrder);
        if (isTree())
            m_open = m_arrangement.isOpen;
    }
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
    ArrangementRequest wanted = request();
    if (!isSlow() && !isFilterSlow()) {
        take(arrangedRows(wanted), m_isReorder);
        return;
    }
    // The result is kept alive by the job: the table lives inside it.
    m_job.start([result = m_source->result(), wanted = std::move(wanted)](
                    const std::stop_token& stop) -> Result<RowArrangement> {
        RowArrangement arrangement = arrangedRows(wanted, stop);
        if (stop.stop_requested())
            return Error::stopped();
        return arrangement;
    });
    emit arrangingChanged(true);
}

void ResultTableProxy::take(RowArrangement arrangement, bool isReorder)
{
    m_isFilterNew = false;
    if (!isReorder) {
        beginResetModel();
        m_arrangement = std::move(arrangement);
        if (m_filter.isEmpty() && isTree())
            m_open = m_arrangement.isOpen;
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
    m_isFilterNew = true;
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

bool ResultTableProxy::hasChildren(int viewRow) const
{
    return isTree() && m_arrangement.sorted.hasChildren(static_cast<std::uint32_t>(tableRow(viewRow)));
}

bool ResultTableProxy::isOpen(int viewRow) const
{
    return isTree() && m_arrangement.isOpen[static_cast<std::size_t>(tableRow(viewRow))];
}

int ResultTableProxy::parentRow(int viewRow) const
{
    const std::uint32_t parent =
        isTree() ? m_arrangement.tree->parentOf(static_cast<std::uint32_t>(tableRow(viewRow))) : RowTree::kNone;
    return parent == RowTree::kNone ? -1 : m_arrangement.viewRows[parent];
}

void ResultTableProxy::setOpen(int viewRow, bool isOpen)
{
    if (isArranging() || !hasChildren(viewRow) || isOpen == this->isOpen(viewRow))
        return;
    const auto row = static_cast<std::uint32_t>(tableRow(viewRow));
    const std::vector<std::uint32_t> below = m_arrangement.sorted.below(row, m_arrangement.isOpen);
    const int first = viewRow + 1;
    const int last = viewRow + static_cast<int>(below.size());
    m_isOpenChosen = true;
    m_arrangement.isOpen[row] = isOpen;
    if (m_filter.isEmpty())
        m_open = m_arrangement.isOpen;
    std::vector<std::uint32_t>& rows = m_arrangement.rows;
    if (isOpen) {
        beginInsertRows({}, first, last);
        rows.insert(rows.begin() + first, below.begin(), below.end());
        m_arrangement.renumber(static_cast<std::size_t>(first));
        endInsertRows();
    } else {
        beginRemoveRows({}, first, last);
        for (const std::uint32_t each : below)
            m_arrangement.viewRows[each] = -1;
        rows.erase(rows.begin() + first, rows.begin() + last + 1);
        m_arrangement.renumber(static_cast<std::size_t>(first));
        endRemoveRows();
    }
    const QModelIndex label = index(viewRow, m_labelColumn);
    emit dataChanged(label, label);
}

int ResultTableProxy::reveal(int tableRow)
{
    if (!isTree() || isArranging() || viewRow(tableRow) >= 0)
        return viewRow(tableRow);
    std::vector<std::uint32_t> around;
    for (std::uint32_t up = m_arrangement.tree->parentOf(static_cast<std::uint32_t>(tableRow)); up != RowTree::kNone;
         up = m_arrangement.tree->parentOf(up))
        around.push_back(up);
    for (auto row = around.rbegin(); row != around.rend(); ++row) {
        if (const int above = viewRow(static_cast<int>(*row)); above >= 0)
            setOpen(above, true);
    }
    return viewRow(tableRow);
}

QVariant ResultTableProxy::treeData(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::uint32_t>(tableRow(index.row()));
    const bool hasRows = hasChildren(index.row());
    const int depth = static_cast<int>(m_arrangement.tree->depthOf(row));
    switch (role) {
    case DepthRole:
        return depth;
    case HasChildrenRole:
        return hasRows;
    case IsOpenRole:
        return isOpen(index.row());
    default:
        break;
    }
    const QString name = index.data(Qt::DisplayRole).toString();
    const QString level = QString::number(depth + 1);
    if (!hasRows)
        return tr("%1, level %2").arg(name, level);
    return isOpen(index.row()) ? tr("%1, level %2, expanded").arg(name, level)
                               : tr("%1, level %2, collapsed").arg(name, level);
}

QVariant ResultTableProxy::data(const QModelIndex& index, int role) const
{
    const bool isOfTree = role == DepthRole || role == HasChildrenRole || role == IsOpenRole;
    if (index.isValid() && isTree() && index.column() == m_labelColumn && (isOfTree || role == Qt::AccessibleTextRole))
        return treeData(index, role);
    return isOfTree ? QVariant() : QAbstractProxyModel::data(index, role);
}

QVariant ResultTableProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    // The base class finds columns through row 0, which an empty table does not have.
    if (orientation == Qt::Horizontal)
        return m_source->headerData(section, orientation, role);
    return QAbstractProxyModel::headerData(section, orientation, role);
}

} // namespace kinetoscope

#include "moc_result_table_proxy.cpp"
