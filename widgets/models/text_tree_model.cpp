// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/text_tree_model.h"

#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"

#include <QBrush>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>

namespace kinetoscope {

int TextTree::add(int parent, QStringList texts)
{
    const int number = size();
    Node node;
    node.texts = std::move(texts);
    node.parent = parent;
    std::vector<int>& siblings = parent == kRoot ? m_top : m_nodes[static_cast<std::size_t>(parent)].children;
    node.row = static_cast<int>(siblings.size());
    siblings.push_back(number);
    m_nodes.push_back(std::move(node));
    return number;
}

int TextTree::addHeading(const QString& title)
{
    const int number = add(kRoot, { title });
    node(number).isHeading = true;
    return number;
}

const std::vector<int>& TextTree::children(int parent) const
{
    return parent == kRoot ? m_top : node(parent).children;
}

TextTreeModel::TextTreeModel(QStringList headings, QObject* parent)
    : QAbstractItemModel(parent)
    , m_headings(std::move(headings))
{
}

void TextTreeModel::setTree(TextTree tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    endResetModel();
}

int TextTreeModel::numberOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<int>(index.internalId()) : TextTree::kRoot;
}

QModelIndex TextTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent))
        return {};
    return createIndex(
        row, column, static_cast<quintptr>(m_tree.children(numberOf(parent))[static_cast<std::size_t>(row)]));
}

QModelIndex TextTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const int number = m_tree.node(numberOf(child)).parent;
    return number == TextTree::kRoot ? QModelIndex()
                                     : createIndex(m_tree.node(number).row, 0, static_cast<quintptr>(number));
}

int TextTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(m_tree.children(numberOf(parent)).size());
}

int TextTreeModel::columnCount(const QModelIndex&) const
{
    return static_cast<int>(m_headings.size());
}

QVariant TextTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TextTree::Node& node = m_tree.node(numberOf(index));
    const Palette& palette = Palette::of(Palette::themeOf(QGuiApplication::palette()));
    switch (role) {
    case Qt::DisplayRole:
    case FullTextRole:
        return node.texts.value(index.column());
    case Qt::ToolTipRole:
        return plainToolTip(node.toolTip.isEmpty() ? node.texts.value(index.column()) : node.toolTip);
    case Qt::FontRole:
        if (node.isHeading) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ForegroundRole:
        if (node.isLoss)
            return QBrush(palette.error);
        return !node.link.isEmpty() || node.isFolded || node.opensList ? QVariant(QBrush(palette.accent)) : QVariant();
    case LinkRole:
        return !node.link.isEmpty() ? QVariant::fromValue(node.link) : QVariant();
    case TagRole:
        return node.tag;
    case HeadingRole:
        return node.isHeading;
    case FoldedRole:
        return node.isFolded;
    case ListRole:
        return node.opensList;
    default:
        return {};
    }
}

QVariant TextTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return m_headings.value(section);
}

} // namespace kinetoscope

#include "moc_text_tree_model.cpp"
