// SPDX-License-Identifier: GPL-3.0-or-later
// ResultTableView: what the pointer, the keys and the menu of the header do.
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/result_table_view.h"

#include "core/layout/table/row_arrangement.h"
#include "core/output/table_writer.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <utility>

namespace kinetoscope {

void ResultTableView::tellHover(const QModelIndex& index)
{
    if (index == m_underPointer)
        return;
    const bool wasInside = m_underPointer.isValid();
    m_underPointer = index;
    if (index.isValid())
        emit rowHovered(
            static_cast<std::size_t>(m_proxy->tableRow(index.row())), static_cast<std::size_t>(index.column()));
    else if (wasInside)
        emit rowHovered(std::nullopt, 0);
}

void ResultTableView::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    viewport()->setCursor(isLinkAt(index, event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    tellHover(index);
}

void ResultTableView::mousePressEvent(QMouseEvent* event)
{
    const QPoint place = event->position().toPoint();
    m_isLinkPressed = isLinkAt(indexAt(place), place); // before what the press selects grows
    m_isClicking = event->button() == Qt::LeftButton && !toggleAt(place);
    if (event->button() == Qt::LeftButton && !m_isClicking)
        return;
    m_isPressing = true;
    m_isHeld = event->button() == Qt::LeftButton;
    QTableView::mousePressEvent(event);
    m_isPressing = false;
    // Of several rows the release chooses one.
    if (!m_isClicking)
        tellSelection();
}

void ResultTableView::mouseReleaseEvent(QMouseEvent* event)
{
    m_isPressing = true;
    QTableView::mouseReleaseEvent(event);
    m_isPressing = false;
    m_isHeld = false;
    if (std::exchange(m_isClicking, false))
        tellSelection(); // what was dragged over
    growSelectedCards();
}

void ResultTableView::mouseDoubleClickEvent(QMouseEvent* event)
{
    // Somebody who opens and closes quickly does not ask for the row.
    if (event->button() != Qt::LeftButton || !toggleAt(event->position().toPoint()))
        QTableView::mouseDoubleClickEvent(event);
}

void ResultTableView::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    tellHover({});
}

void ResultTableView::copyShown()
{
    if (!m_model->table())
        return;
    std::vector<std::size_t> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        const auto place = static_cast<std::size_t>(column);
        const ColumnDescriptor& descriptor = m_model->table()->columns()[place];
        // A unit goes with its number; a display name is only another way to read the name.
        if (m_cards || !isColumnHidden(column) || (descriptor.isInFilesOnly && descriptor.name != kShortNameColumn))
            columns.push_back(place);
    }
    std::vector<std::uint32_t> rows;
    if (selectionModel()->hasSelection()) {
        for (const std::size_t row : selectedTableRows())
            rows.push_back(static_cast<std::uint32_t>(row));
    } else {
        rows = m_proxy->tableRows();
    }
    // The result is kept alive by the job: the table lives inside it.
    m_copying.start([result = m_model->result(), table = m_model->table(), rows = std::move(rows),
                        columns = std::move(columns)](const std::stop_token&) -> Result<QByteArray> {
        return QByteArray::fromStdString(writeTablePart(*table, rows, columns, TableFormat::Tsv));
    });
}

void ResultTableView::showHeaderMenu(const QPoint& globalPosition)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("columnMenu"));
    fillColumnMenu(menu);
    if (!menu.isEmpty())
        menu.exec(globalPosition);
}

/// Where nobody else has a menu for the rows.
void ResultTableView::contextMenuEvent(QContextMenuEvent* event)
{
    showHeaderMenu(event->globalPos());
}

void ResultTableView::addColumnMenu(QMenu& menu)
{
    if (m_cards || !m_model->table())
        return;
    QMenu* columns = menu.addMenu(tr("Columns"));
    columns->setObjectName(QStringLiteral("columnMenu"));
    fillColumnMenu(*columns);
}

void ResultTableView::fillColumnMenu(QMenu& menu)
{
    if (m_cards || !m_model->table())
        return;
    int shown = 0;
    for (int column = 0; column < m_model->columnCount(); ++column)
        shown += isColumnHidden(column) ? 0 : 1;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->table()->columns()[static_cast<std::size_t>(column)].isInFilesOnly)
            continue;
        QAction* action = menu.addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(
            isColumnHidden(column) || shown > 1); // a table without columns has no header to bring them back
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            setColumnHidden(column, !isShown);
            if (!m_hasOwnWidths)
                spreadColumns();
        });
    }
}

void ResultTableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && m_model->table()) {
        copyShown();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        const auto row = static_cast<std::size_t>(m_proxy->tableRow(currentIndex().row()));
        const bool opensMore = m_cards ? event->modifiers().testFlag(Qt::ControlModifier) : isLink(currentIndex());
        if (opensMore)
            emit analysisRequested(row);
        else
            emit rowActivated(row, static_cast<std::size_t>(currentIndex().column()));
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
        toggleTag(currentIndex());
        return;
    }
    if (event->modifiers() == Qt::NoModifier && walkTree(event->key()))
        return;
    // The first step is onto the row that has the focus, not past it.
    const bool isStep = event->key() == Qt::Key_Down || event->key() == Qt::Key_Up;
    if (isStep && !event->modifiers().testFlag(Qt::ControlModifier) && !selectionModel()->hasSelection()
        && currentIndex().isValid()) {
        setCurrentIndex(currentIndex());
        return;
    }
    // A card is all of its row: it has no first and no last column to go to.
    const bool isHome = event->key() == Qt::Key_Home;
    if (m_cards && (isHome || event->key() == Qt::Key_End) && event->modifiers() == Qt::NoModifier
        && m_proxy->rowCount() > 0) {
        const int column = currentIndex().isValid() ? currentIndex().column() : m_cards->sentence;
        setCurrentIndex(m_proxy->index(isHome ? 0 : m_proxy->rowCount() - 1, column));
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace kinetoscope
