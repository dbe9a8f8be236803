// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/column_format.h"
#include "widgets/support/latest_job.h"

#include <QAbstractProxyModel>
#include <QString>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace kinetoscope {

class ResultTableModel;
class Table;

/// Sorts and filters a ResultTableModel by raw values. The order is an index vector made once per sort, not a
/// comparison of QVariants per pair as in QSortFilterProxyModel: a million rows stay usable. More than kRowsAtOnce rows
/// are arranged on a worker thread, the newest request wins; until then the rows stay as they were, or come in the
/// table's own order.
class ResultTableProxy : public QAbstractProxyModel {
    Q_OBJECT

public:
    explicit ResultTableProxy(ResultTableModel* source, QObject* parent = nullptr);

    static constexpr std::size_t kRowsAtOnce = 50'000; ///< sorted in less than a frame

    /// Whether rows are being arranged on the worker.
    [[nodiscard]] bool isArranging() const { return m_job.isRunning(); }

    /// Rows that hold `text` in a text cell, case ignored; "" for all.
    void setFilterText(const QString& text);
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

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< column -1: the table's own order

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void arrangingChanged(bool isArranging);

private:
    /// Order of the rows, and where each row is in it.
    struct Arrangement {
        std::vector<std::uint32_t> rows;    ///< table row by view row
        std::vector<std::int32_t> viewRows; ///< view row by table row, -1: filtered out
    };

    static Arrangement arranged(const Table& table, const std::vector<ColumnFormat>& formats, std::size_t column,
        bool descending, const std::string& needle, const std::stop_token& stop = {});
    void resetRows();
    /// Arranges anew, now or on the worker. @param isReorder  the same rows in another order: what is selected stays.
    void arrange(bool isReorder);
    void take(Arrangement arrangement, bool isReorder);

    ResultTableModel* m_source = nullptr;
    Arrangement m_arrangement;
    QString m_filter;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_isReorder = true;      ///< of what the worker does
    LatestJob<Arrangement> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
