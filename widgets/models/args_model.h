// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_tree.h"

#include <QAbstractItemModel>

#include <memory>

namespace kinetoscope {

/// The JSON of one event as a tree of key and value, as written in the file. Adapter over a shared, immutable JsonTree.
class ArgsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { KeyColumn, ValueColumn, ColumnCount_ };
    enum Role { FullTextRole = Qt::UserRole }; ///< the whole text of the cell

    explicit ArgsModel(QObject* parent = nullptr);

    /// Shows the children of `root` (a node of `tree`); nothing for nullptr or a root beyond the tree.
    void setTree(std::shared_ptr<const JsonTree> tree, std::uint32_t root = 0);
    [[nodiscard]] bool isEmpty() const { return rowCount() == 0; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] std::uint32_t nodeOf(const QModelIndex& index) const;
    [[nodiscard]] QString valueText(std::uint32_t node) const;

    std::shared_ptr<const JsonTree> m_tree;
    std::uint32_t m_root = JsonTree::kNone;
};

} // namespace kinetoscope
