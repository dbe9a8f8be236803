// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace kinetoscope {

/// For a tree of names and, in its second column, values: a value that has too little room there begins as far to the
/// left as its own name lets it, so that values stand below one another and few of them are cut. A value
/// that half of the row is enough for is never cut, but its name.
class ValueDelegate : public QStyledItemDelegate {
public:
    /// @param tree  whose delegate it is; its parent.
    explicit ValueDelegate(QTreeView* tree);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// How far left of its column the value of this row begins, px.
    [[nodiscard]] int roomFromName(const QModelIndex& row) const;

private:
    QTreeView* m_tree;
};

} // namespace kinetoscope
