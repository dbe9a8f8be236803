// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/args_model.h"

#include "widgets/support/plain_text.h"

namespace kinetoscope {

ArgsModel::ArgsModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void ArgsModel::setTree(std::shared_ptr<const JsonTree> tree, std::uint32_t root)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_root = m_tree && root < m_tree->size() ? root : JsonTree::kNone;
    endResetModel();
}

std::uint32_t ArgsModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : m_root;
}

QModelIndex ArgsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount_ || row >= rowCount(parent))
        return {};
    return createIndex(row, column, quintptr { m_tree->children(nodeOf(parent))[static_cast<std::size_t>(row)] });
}

QModelIndex ArgsModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const std::uint32_t parentNode = m_tree->parent(nodeOf(child));
    if (parentNode == m_root || parentNode == JsonTree::kNone)
        return {};
    return createIndex(static_cast<int>(m_tree->row(parentNode)), 0, quintptr { parentNode });
}

int ArgsModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0 || m_root == JsonTree::kNone)
        return 0;
    return static_cast<int>(m_tree->children(nodeOf(parent)).size());
}

int ArgsModel::columnCount(const QModelIndex&) const
{
    return ColumnCount_;
}

QString ArgsModel::valueText(std::uint32_t node) const
{
    const int count = static_cast<int>(m_tree->children(node).size());
    switch (m_tree->type(node)) {
    case JsonTree::Type::Object:
        return count == 1 ? tr("{ 1 key }") : tr("{ %n keys }", nullptr, count);
    case JsonTree::Type::Array:
        return count == 1 ? tr("[ 1 value ]") : tr("[ %n values ]", nullptr, count);
    case JsonTree::Type::TooDeep:
        return tr("nested more than %1 levels deep: not read").arg(JsonTree::kMaxDepth);
    default:
        return displayText(m_tree->value(node));
    }
}

QVariant ArgsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::uint32_t node = nodeOf(index);
    const bool isKey = index.column() == KeyColumn;
    const bool isLeaf = m_tree->children(node).empty();
    switch (role) {
    case Qt::DisplayRole:
        if (!isKey)
            return valueText(node);
        return m_tree->key(node).empty() ? QString::number(m_tree->row(node)) : displayText(m_tree->key(node));
    case Qt::ToolTipRole:
        return !isKey && isLeaf ? plainToolTip(fullText(m_tree->value(node))) : QString();
    case FullTextRole:
        if (isKey)
            return fullText(m_tree->key(node));
        return isLeaf ? fullText(m_tree->value(node)) : valueText(node);
    default:
        return {};
    }
}

QVariant ArgsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == KeyColumn ? tr("Argument") : tr("Value");
}

} // namespace kinetoscope

#include "moc_args_model.cpp"
