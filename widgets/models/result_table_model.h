// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "widgets/models/column_format.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <vector>

namespace kinetoscope {

/// A table of an analysis result as an item model: a view of the shared, immutable result, nothing copied.
class ResultTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< the raw value: qlonglong (ns for times), double, QString; invalid for no value
        FullTextRole,            ///< the whole text or exact number, for copying
        TableRowRole,            ///< int: row of the Table, whatever proxies do
        TableColumnRole,         ///< int
        IsReadWholeRole,         ///< bool: see ColumnFormat::isReadWhole
        FractionDigitsRole,      ///< int: most decimals in this column; -1 for texts
        IsLinkRole,              ///< bool: names the analysis that shows more
    };

    explicit ResultTableModel(QObject* parent = nullptr);

    /// Shows table `tableName` of `result`; an empty model if there is none (or no result). `formats` as columnFormats
    /// gives them, computed here when empty.
    void setTable(std::shared_ptr<const AnalysisResult> result, const std::string& tableName,
        std::vector<ColumnFormat> formats = {});
    [[nodiscard]] const Table* table() const { return m_table; }
    [[nodiscard]] const std::shared_ptr<const AnalysisResult>& result() const { return m_result; }
    /// How each column of the table is written.
    [[nodiscard]] const std::vector<ColumnFormat>& formats() const { return m_formats; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString display(const Cell& cell, std::size_t column) const;
    /// The analysis that a cell names; nullptr for all others.
    [[nodiscard]] const AnalysisDescriptor* linkOf(
        const ColumnDescriptor& descriptor, std::size_t row, std::size_t column) const;

    std::shared_ptr<const AnalysisResult> m_result;
    const Table* m_table = nullptr; ///< inside m_result
    std::vector<ColumnFormat> m_formats;
};

} // namespace kinetoscope
