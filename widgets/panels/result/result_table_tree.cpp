// SPDX-License-Identifier: GPL-3.0-or-later
// ResultTableView: rows of a tree open and close.
#include "widgets/delegates/tree_place.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/result_table_view.h"

#include <algorithm>

namespace kinetoscope {

bool ResultTableView::toggleAt(const QPoint& position)
{
    const QModelIndex index = indexAt(position);
    if (!index.isValid() || !arrowRect(index, visualRect(index)).contains(position))
        return false;
    m_proxy->setOpen(index.row(), !m_proxy->isOpen(index.row()));
    widenLabel();
    return true;
}

bool ResultTableView::walkTree(int key)
{
    const QModelIndex current = currentIndex();
    // In the columns of figures Left and Right go from one to the next.
    if (!current.isValid() || current.column() != m_proxy->labelColumn())
        return false;
    const int row = current.row();
    const bool isOpen = m_proxy->hasChildren(row) && m_proxy->isOpen(row);
    if (key == Qt::Key_Right && m_proxy->hasChildren(row) && !isOpen) {
        m_proxy->setOpen(row, true);
        widenLabel();
        return true;
    }
    if (key == Qt::Key_Left && isOpen) {
        m_proxy->setOpen(row, false);
        return true;
    }
    if (key == Qt::Key_Left && m_proxy->parentRow(row) >= 0) {
        setCurrentIndex(current.siblingAtRow(m_proxy->parentRow(row)));
        return true;
    }
    return false;
}

void ResultTableView::widenLabel()
{
    const int column = m_proxy->labelColumn();
    if (column < 0 || m_hasOwnWidths || column >= static_cast<int>(m_needs.size()))
        return;
    ColumnNeeds& needs = m_needs[static_cast<std::size_t>(column)];
    const int contents = sizeHintForColumn(column);
    if (contents <= needs.contents)
        return;
    needs.contents = contents;
    needs.least = std::max(needs.least, leastWidthOf(column, contents));
    spreadColumns();
}

} // namespace kinetoscope
