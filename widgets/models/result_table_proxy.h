// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractProxyModel>
#include <QString>

#include <cstdint>
#include <vector>

namespace kinetoscope {

class ResultTableModel;

/// Sorts and filters a ResultTableModel by raw values. The order is an index vector made once per sort, not a
/// comparison of QVariants per pair as in QSortFilterProxyModel: a million rows stay usable.
class ResultTableProxy : public QAbstractProxyModel {
    Q_OBJECT

public:
    explicit ResultTableProxy(ResultTableModel* source, QObject* parent = nullptr);

    /// Rows that hold `text` in a text cell, case ignored; "" for all.
    void setFilterText(const QString& text);
    [[nodiscard]] QString filterText() const { return m_filter; }
    /// Row of the table behind a row of the view.
    [[nodiscard]] int tableRow(int viewRow) const
    {
        return static_cast<int>(m_rows[static_cast<std::size_t>(viewRow)]);
    }
    /// Row of the view that shows a row of the table; -1 when filtered out.
    [[nodiscard]] int viewRow(int tableRow) const;

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< column -1: the table's own order

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void arrange();

    ResultTableModel* m_source = nullptr;
    std::vector<std::uint32_t> m_rows;    ///< table row by view row
    std::vector<std::int32_t> m_viewRows; ///< view row by table row, -1: hidden
    QString m_filter;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace kinetoscope
