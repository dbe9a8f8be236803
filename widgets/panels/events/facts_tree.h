// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/text_tree_model.h"

#include <QTreeView>

namespace kinetoscope {

/// A tree of fields and values with headings, all of it open but for what says how many more there are. Names of ops
/// are long and values short: names get what the values leave, and values never more than half. Reached by key it
/// selects a fact, so that one sees where it is.
class FactsTree : public QTreeView {
    Q_OBJECT

public:
    /// @param accessibleName  translated.
    FactsTree(const char* objectName, const QString& accessibleName, QWidget* parent = nullptr);

    void setTree(TextTree tree);
    [[nodiscard]] const TextTree& tree() const { return m_model->tree(); }

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(const QModelIndex& fact);
    void fitColumns();

    TextTreeModel* m_model = nullptr;
};

/// What the trees of the panels of events have in common.
void setUpEventTree(QTreeView& view, const char* objectName, const QString& accessibleName);

} // namespace kinetoscope
