// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/facts_tree.h"

#include <QFocusEvent>
#include <QHeaderView>

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

FactsTree::FactsTree(const char* objectName, const QString& accessibleName, QWidget* parent)
    : QTreeView(parent)
    , m_model(new TextTreeModel({ tr("Field"), tr("Value") }, this))
{
    setUpEventTree(*this, objectName, accessibleName);
    setModel(m_model);
    setHeaderHidden(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
}

void FactsTree::setTree(TextTree tree)
{
    std::vector<int> current; // rows, innermost first
    for (QModelIndex at = currentIndex(); at.isValid(); at = at.parent())
        current.push_back(at.row());
    m_model->setTree(std::move(tree));
    expandAll();
    QModelIndex same;
    for (; !current.empty(); current.pop_back())
        same = m_model->index(current.back(), 0, same);
    if (same.isValid() && hasFocus())
        setCurrentIndex(same);
    for (int row = 0; row < m_model->rowCount(); ++row)
        setFirstColumnSpanned(row, {}, m_model->index(row, 0).data(TextTreeModel::HeadingRole).toBool());
    for (int section = 0; section < m_model->rowCount(); ++section)
        spanTexts(m_model->index(section, 0));
    fitColumns();
}

void FactsTree::focusInEvent(QFocusEvent* event)
{
    QTreeView::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::ShortcutFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason)
        setCurrentIndex(currentIndex().isValid() ? currentIndex() : m_model->index(0, 0));
}

void FactsTree::focusOutEvent(QFocusEvent* event)
{
    QTreeView::focusOutEvent(event);
    const Qt::FocusReason reason = event->reason(); // a menu or another window gives it back
    if (reason != Qt::PopupFocusReason && reason != Qt::MenuBarFocusReason && reason != Qt::ActiveWindowFocusReason)
        clearSelection();
}

void FactsTree::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

/// What stands below a fact and has no value gets the room of both columns.
void FactsTree::spanTexts(const QModelIndex& section)
{
    for (int row = 0; row < m_model->rowCount(section); ++row) {
        const QModelIndex fact = m_model->index(row, 0, section);
        for (int below = 0; below < m_model->rowCount(fact); ++below)
            setFirstColumnSpanned(below, fact, m_model->index(below, 1, fact).data().toString().isEmpty());
    }
}

void FactsTree::fitColumns()
{
    constexpr int kLeast = 60; // px
    const int width = viewport()->width();
    resizeColumnToContents(1);
    const int values = std::clamp(columnWidth(1), kLeast, std::max(kLeast, width / 2));
    setColumnWidth(0, std::max(kLeast, width - values));
    setColumnWidth(1, values);
}

void setUpEventTree(QTreeView& view, const char* objectName, const QString& accessibleName)
{
    view.setObjectName(QLatin1String(objectName));
    view.setAccessibleName(accessibleName);
    view.setFrameShape(QFrame::NoFrame);
    view.setTextElideMode(Qt::ElideMiddle);
    view.setUniformRowHeights(true);
    view.setAllColumnsShowFocus(true);
    view.setIndentation(14);
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    view.header()->setStretchLastSection(true);
}

} // namespace kinetoscope

#include "moc_facts_tree.cpp"
