// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/facts_tree.h"

#include <QFocusEvent>
#include <QHeaderView>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

constexpr int kLeast = 60; // px, of a column

/// A number with its unit, not a sentence or a list that begins with one.
bool isFigure(const QString& value)
{
    static const QRegularExpression figure(QStringLiteral("^[\\d.,\\s]*\\d\\s?\\S{0,5}$"),
        QRegularExpression::UseUnicodePropertiesOption); // thin blanks between groups of digits
    return figure.match(value).hasMatch();
}

/// Moves the border between the columns to where a section needs it.
class FactDelegate : public QStyledItemDelegate {
public:
    explicit FactDelegate(FactsTree* tree)
        : QStyledItemDelegate(tree)
        , m_tree(tree)
    {
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int left = m_tree->leftToName(index);
        if (left == 0) {
            QStyledItemDelegate::paint(painter, option, index);
        } else if (index.column() != 0) { // the view paints the ground of the second column over the name before it
            const QModelIndex name = index.siblingAtColumn(0);
            QStyleOptionViewItem moved = option;
            moved.rect = m_tree->visualRect(name);
            moved.rect.setRight(option.rect.left() + left - 1);
            QStyledItemDelegate::paint(painter, moved, name);
            moved.rect = option.rect;
            moved.rect.setLeft(option.rect.left() + left);
            QStyledItemDelegate::paint(painter, moved, index);
        }
    }

private:
    FactsTree* m_tree;
};

} // namespace

FactsTree::FactsTree(const char* objectName, const QString& accessibleName, QWidget* parent)
    : QTreeView(parent)
    , m_model(new TextTreeModel({ tr("Field"), tr("Value") }, this))
{
    setUpEventTree(*this, objectName, accessibleName);
    setModel(m_model);
    setHeaderHidden(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    setItemDelegate(new FactDelegate(this));
    setExpandsOnDoubleClick(false); // it goes to what a fact is about, and a click opens what is folded
    const auto isFolded = [](const QModelIndex& fact) { return fact.data(TextTreeModel::FoldedRole).toBool(); };
    connect(this, &QTreeView::clicked, this, [this, isFolded](const QModelIndex& index) {
        if (const QModelIndex fact = index.siblingAtColumn(0); isFolded(fact))
            setExpanded(fact, !isExpanded(fact));
    });
    // Return, and the second click of two: what the first one opened stays open.
    connect(this, &QTreeView::activated, this, [this, isFolded](const QModelIndex& index) {
        if (isFolded(index))
            expand(index.siblingAtColumn(0));
    });
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
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex section = m_model->index(row, 0);
        setFirstColumnSpanned(row, {}, section.data(TextTreeModel::HeadingRole).toBool());
        for (int fact = 0; fact < m_model->rowCount(section); ++fact)
            arrange(m_model->index(fact, 0, section));
    }
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
void FactsTree::arrange(const QModelIndex& fact)
{
    for (int row = 0; row < m_model->rowCount(fact); ++row) {
        setFirstColumnSpanned(row, fact, m_model->index(row, 1, fact).data().toString().isEmpty());
        arrange(m_model->index(row, 0, fact));
    }
    if (fact.data(TextTreeModel::FoldedRole).toBool())
        collapse(fact);
}

void FactsTree::fitColumns()
{
    const int width = viewport()->width();
    resizeColumnToContents(1);
    const int values = std::clamp(columnWidth(1), kLeast, std::max(kLeast, width / 2));
    setColumnWidth(0, std::max(kLeast, width - values));
    setColumnWidth(1, values);
    m_leftToNames.clear();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        SectionNeeds needs;
        measure(m_model->index(row, 0), rootIsDecorated() ? 2 : 1, needs);
        const int left = values - needs.values;
        const int most = std::max(0, width * 2 / 3 - values); // to values from names
        m_leftToNames.push_back(left >= 0
                ? std::clamp(needs.names - columnWidth(0), 0, left)
                : std::max({ left, -most, std::min({ 0, needs.least - columnWidth(0), values - needs.figures }) }));
    }
    viewport()->update();
}

void FactsTree::measure(const QModelIndex& parent, int depth, SectionNeeds& needs) const
{
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
        const QModelIndex name = m_model->index(row, 0, parent);
        const QModelIndex value = name.siblingAtColumn(1);
        if (!value.data().toString().isEmpty()) {
            const int ofName = depth * indentation() + sizeHintForIndex(name).width();
            const bool isLink = name.data(TextTreeModel::LinkRole).isValid();
            needs.names = std::max(needs.names, ofName);
            needs.least = std::max(needs.least, isLink ? std::min(ofName, depth * indentation() + kLeast) : ofName);
            const int ofValue = sizeHintForIndex(value).width();
            needs.values = std::max(needs.values, ofValue);
            if (isFigure(value.data().toString()))
                needs.figures = std::max(needs.figures, ofValue);
        }
        measure(name, depth + 1, needs);
    }
}

int FactsTree::leftToName(const QModelIndex& fact) const
{
    QModelIndex section = fact;
    while (section.parent().isValid())
        section = section.parent();
    const auto row = static_cast<std::size_t>(section.row());
    const bool hasValue = section != fact && !fact.siblingAtColumn(1).data().toString().isEmpty();
    if (!hasValue || row >= m_leftToNames.size())
        return 0;
    const int left = m_leftToNames[row];
    const QModelIndex name = fact.siblingAtColumn(0);
    const QModelIndex value = fact.siblingAtColumn(1);
    const int lacking = sizeHintForIndex(name).width() - visualRect(name).width() - left;
    const int spare = visualRect(value).width() - left - sizeHintForIndex(value).width();
    return left + std::max(0, std::min(lacking, spare));
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
