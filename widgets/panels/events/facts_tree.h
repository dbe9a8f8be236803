// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/text_tree_model.h"

#include <QTreeView>

#include <vector>

namespace kinetoscope {

/// A tree of fields and values with headings, all of it open but for what says how many more there are. Names of ops
/// are long and values short: names get what the values leave, and values never more than half. Where those of
/// a section are shorter than the widest of all, its names get that room too; where they are longer than half, they get
/// what its names leave, up to two thirds, and names that are links give way to them; a name that would be cut then
/// gets what its own value leaves. Reached by key it selects a fact, so that one sees where it is.
class FactsTree : public QTreeView {
    Q_OBJECT

public:
    /// @param accessibleName  translated.
    FactsTree(const char* objectName, const QString& accessibleName, QWidget* parent = nullptr);

    void setTree(TextTree tree);
    [[nodiscard]] const TextTree& tree() const { return m_model->tree(); }
    /// What the value of a fact leaves to its name, px of the column of values; below 0 what it takes from the names'.
    [[nodiscard]] int leftToName(const QModelIndex& fact) const;

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange(const QModelIndex& fact);
    void fitColumns();
    /// What is below a heading needs, px.
    struct SectionNeeds {
        int names = 0;
        int least = 0; ///< of names: a link has its whole name in a tool tip
        int values = 0;
        int figures = 0; ///< of values: a number that is cut says another one
    };
    void measure(const QModelIndex& parent, int depth, SectionNeeds& needs) const;

    TextTreeModel* m_model = nullptr;
    std::vector<int> m_leftToNames; ///< by section
};

/// What the trees of the panels of events have in common.
void setUpEventTree(QTreeView& view, const char* objectName, const QString& accessibleName);

} // namespace kinetoscope
