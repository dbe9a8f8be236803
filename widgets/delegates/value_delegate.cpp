// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/value_delegate.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace kinetoscope {

ValueDelegate::ValueDelegate(QTreeView* tree)
    : QStyledItemDelegate(tree)
    , m_tree(tree)
{
}

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int room = roomFromName(index);
    if (room == 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    if (index.column() == 0) {
        QStyleOptionViewItem name = option;
        name.rect.setRight(name.rect.right() - room);
        QStyledItemDelegate::paint(painter, name, index);
    }
    // Each column paints what is on its own ground: the view may ask for one of them alone.
    const QModelIndex value = index.siblingAtColumn(1);
    QStyleOptionViewItem moved = option;
    moved.rect = m_tree->visualRect(value);
    moved.rect.setLeft(moved.rect.left() - room);
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);
    QStyledItemDelegate::paint(painter, moved, value);
    painter->restore();
}

int ValueDelegate::roomFromName(const QModelIndex& row) const
{
    const QModelIndex name = row.siblingAtColumn(0);
    const QModelIndex value = row.siblingAtColumn(1);
    const int lacking = m_tree->sizeHintForIndex(value).width() - m_tree->columnWidth(1);
    if (lacking <= 0 || m_tree->isFirstColumnSpanned(row.row(), row.parent()))
        return 0;
    const int nameWidth = m_tree->visualRect(name).width();
    const int needed = lacking + m_tree->columnWidth(1);
    const int unused = std::clamp(nameWidth - m_tree->sizeHintForIndex(name).width(), 0, lacking);
    // Of a name the first letters say something, of a number all digits: one of up to half of the row is whole.
    return needed <= (nameWidth + m_tree->columnWidth(1)) / 2 ? lacking : unused;
}

} // namespace kinetoscope
