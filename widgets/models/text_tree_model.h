// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <vector>

namespace kinetoscope {

/// A small tree of finished texts: facts about a slice, open traces, problems of a load. Built by a plain function,
/// shown by TextTreeModel. Nodes are appended after their parent; meant for up to some thousands.
class TextTree {
public:
    static constexpr int kRoot = -1;

    struct Node {
        QStringList texts;      ///< by column; missing ones are empty
        QString toolTip;        ///< plain text; "" for the text itself where it is long
        Selection link;         ///< what a click selects; empty: nothing
        int tag = -1;           ///< meaning belongs to the builder (a rank's position)
        bool isHeading = false; ///< bold, spans the columns
        bool isLoss = false;    ///< data was lost: error colour
        bool isFolded = false;  ///< "and 21 more": what hangs below is opened by a click
        bool opensList = false; ///< the same, of too many to hang below: a click asks for the table that has them
        int parent = kRoot;
        int row = 0;
        std::vector<int> children;
    };

    /// Appends a child of `parent` (kRoot or an earlier return value); returns its number.
    int add(int parent, QStringList texts);
    /// Appends a heading at the top, over what becomes its children; returns its number.
    int addHeading(const QString& title);
    [[nodiscard]] Node& node(int number) { return m_nodes[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const Node& node(int number) const { return m_nodes[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const std::vector<int>& children(int parent) const;
    [[nodiscard]] int size() const { return static_cast<int>(m_nodes.size()); }

private:
    std::vector<Node> m_nodes;
    std::vector<int> m_top;
};

/// Item model of a TextTree. Takes the tree whole; a change is a new tree.
class TextTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        FullTextRole = Qt::UserRole, ///< the cell's text
        LinkRole,                    ///< Selection, or invalid
        TagRole,                     ///< int
        HeadingRole,                 ///< bool
        FoldedRole,                  ///< bool
        ListRole,                    ///< bool
    };

    /// @param headings  titles of the columns; their number is the number of columns.
    explicit TextTreeModel(QStringList headings, QObject* parent = nullptr);

    void setTree(TextTree tree);
    [[nodiscard]] const TextTree& tree() const { return m_tree; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int numberOf(const QModelIndex& index) const;

    QStringList m_headings;
    TextTree m_tree;
};

} // namespace kinetoscope
