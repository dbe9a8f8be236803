// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/table/row_arrangement.h"
#include "widgets/support/latest_job.h"

#include <QAbstractProxyModel>
#include <QString>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kinetoscope {

class ResultTableModel;

/// Sorts and filters a ResultTableModel by raw values. The order is an index vector made once per sort, not a
/// comparison of QVariants per pair as in QSortFilterProxyModel: a million rows stay usable. More than kRowsAtOnce rows
/// are arranged on a worker thread, the newest request wins; until then the rows stay as they were, or come in the
/// table's own order.
///
/// A table that is a tree (TreeRole) is the list of its rows in view: a view shows at the label how deep each is and
/// whether it is open, and opening one puts the rows below it into the list. It opens with its heaviest path, siblings
/// are sorted among themselves, and a filter keeps what its hits hang below. What somebody opened stays open in the
/// next result, by names. Many rows of a tree come when the worker has read it.
class ResultTableProxy : public QAbstractProxyModel {
    Q_OBJECT

public:
    /// Of the label of a row of a tree, besides what the table's model has; invalid everywhere else.
    enum TreeRoles {
        DepthRole = Qt::UserRole + 100, ///< int: 0 at the top
        HasChildrenRole,                ///< bool
        IsOpenRole,                     ///< bool
    };

    explicit ResultTableProxy(ResultTableModel* source, QObject* parent = nullptr);

    static constexpr std::size_t kRowsAtOnce = 50'000;    ///< sorted in less than a frame
    static constexpr std::size_t kNumbersAtOnce = 20'000; ///< written, to be compared with a filter, in a frame

    /// Whether rows are being arranged on the worker.
    [[nodiscard]] bool isArranging() const { return m_job.isRunning(); }

    /// Rows that hold `text` in a text cell, case ignored, or have a number that begins with it as it is shown; "" for
    /// all.
    void setFilterText(const QString& text);
    /// Whether numbers are compared with the filter: "4", "-1.5".
    [[nodiscard]] bool isFilterANumber() const;
    [[nodiscard]] QString filterText() const { return m_filter; }
    /// Row of the table behind a row of the view.
    [[nodiscard]] int tableRow(int viewRow) const
    {
        return static_cast<int>(m_arrangement.rows[static_cast<std::size_t>(viewRow)]);
    }
    [[nodiscard]] const std::vector<std::uint32_t>& tableRows() const
    {
        return m_arrangement.rows;
    } ///< in the order of the view
    /// Row of the view that shows a row of the table; -1 when filtered out.
    [[nodiscard]] int viewRow(int tableRow) const;

    [[nodiscard]] bool isTree() const { return m_arrangement.isTree(); }
    [[nodiscard]] bool hasChildren(int viewRow) const;
    [[nodiscard]] bool isOpen(int viewRow) const;
    [[nodiscard]] int labelColumn() const { return m_labelColumn; } ///< -1: the table is a list
    /// Row of the view that another hangs below; -1 at the top.
    [[nodiscard]] int parentRow(int viewRow) const;
    /// Opens or closes a row that has rows below it; not while rows are being arranged. O(rows in view).
    void setOpen(int viewRow, bool isOpen);
    /// Opens what a row of the table hangs below; the row of the view then, -1 when filtered out.
    int reveal(int tableRow);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< column -1: the table's own order

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void arrangingChanged(bool isArranging);

private:
    [[nodiscard]] bool isSlow() const; ///< arranging is work for the worker
    [[nodiscard]] bool isFilterSlow() const;
    [[nodiscard]] ArrangementRequest request() const;
    void keepOpenNames();
    void resetRows();
    /// Arranges anew, now or on the worker. @param isReorder  the same rows in another order: what is selected stays.
    void arrange(bool isReorder);
    void take(RowArrangement arrangement, bool isReorder);
    [[nodiscard]] QVariant treeData(const QModelIndex& index, int role) const;

    ResultTableModel* m_source = nullptr;
    RowArrangement m_arrangement;
    int m_labelColumn = -1;
    QString m_filter;
    // Which rows of a tree are open while there is no filter; none: as it opens by itself.
    std::optional<std::vector<bool>> m_open;
    std::optional<std::set<std::string>> m_openNames; ///< of the table before
    bool m_isOpenChosen = false;                      ///< somebody opened or closed one
    bool m_isFilterNew = false;                       ///< its hits have not been opened yet
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_isReorder = true;         ///< of what the worker does
    LatestJob<RowArrangement> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
