// SPDX-License-Identifier: GPL-3.0-or-later
// ResultTableView: columns and rows that are zero throughout fold into a line.
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/number_text.h"
#include "widgets/support/registry_text.h"

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr std::size_t kMostRowsRead = 2'000; // longer tables are searched, not read
constexpr qsizetype kMostZerosNamed = 4;     // the line stays one or two in a narrow window

/// A column in which no row has anything, of a table that has any.
bool isEmptyColumn(const Table& table, std::size_t column)
{
    const ColumnDescriptor& descriptor = table.columns()[column];
    if (descriptor.isInFilesOnly || descriptor.treeRole != TreeRole::None)
        return false;
    const bool isText = descriptor.type == ColumnType::String;
    std::size_t row = 0;
    while (row < table.rowCount() && (table.isMissing(row, column) || (isText && table.text(row, column).empty())))
        ++row;
    return row == table.rowCount();
}

QString joinedNames(QStringList names)
{
    names.removeDuplicates(); // a time and its share
    if (const qsizetype more = names.size() - kMostZerosNamed + 1; more > 1) {
        names.resize(kMostZerosNamed - 1);
        names.append(ResultTableView::tr("%1 more columns").arg(countText(more)));
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

void ResultTableView::findEmptyColumns()
{
    m_emptyColumns.clear();
    const Table* table = m_model->table();
    if (!table || m_cards || table->rowCount() == 0)
        return;
    for (std::size_t column = 0; column < table->columnCount(); ++column)
        m_emptyColumns.push_back(isEmptyColumn(*table, column));
}

void ResultTableView::findZeros()
{
    findEmptyColumns();
    m_zeroColumns.clear();
    m_zeroRows.clear();
    const Table* table = m_model->table();
    if (!table || m_cards || table->rowCount() == 0 || table->rowCount() > kMostRowsRead)
        return;
    m_zeroColumns.assign(table->columnCount(), false);
    std::vector<bool> hasZero(table->rowCount(), false);
    std::vector<bool> hasFigure(table->rowCount(), false);
    bool holdsSentences = false;
    for (std::size_t column = 0; column < table->columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table->columns()[column];
        holdsSentences = holdsSentences || descriptor.text == TextKind::Sentence;
        if (!isFigure(descriptor) || descriptor.treeRole != TreeRole::None || descriptor.isInFilesOnly)
            continue;
        bool isAnyZero = false;
        bool isAnyFigure = false;
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            if (table->isMissing(row, column))
                continue;
            const bool zero = isZero(table->cell(row, column));
            (zero ? isAnyZero : isAnyFigure) = true;
            if (zero)
                hasZero[row] = true;
            else
                hasFigure[row] = true;
        }
        m_zeroColumns[column] = isAnyZero && !isAnyFigure;
    }
    // Sentences say something without a figure; of a tree a row may be what others hang below; where all is zero, that
    // is the answer.
    const bool isAnswer = std::ranges::find(hasFigure, true) == hasFigure.end();
    if (isAnswer || holdsSentences)
        m_zeroColumns.assign(table->columnCount(), false);
    const bool isSeries = std::ranges::find(table->columns(), ColumnType::Time, &ColumnDescriptor::type)
        != table->columns().end(); // from then on it is zero
    if (isAnswer || holdsSentences || isSeries || treeColumns(table->columns()))
        return;
    m_zeroRows.assign(table->rowCount(), false);
    for (std::size_t row = 0; row < table->rowCount(); ++row)
        m_zeroRows[row] = hasZero[row] && !hasFigure[row];
}

bool ResultTableView::isFolded(int column) const
{
    const auto place = static_cast<std::size_t>(column);
    const auto has = [place](const std::vector<bool>& columns) { return place < columns.size() && columns[place]; };
    return !m_showsZeros && (has(m_zeroColumns) || has(m_emptyColumns));
}

void ResultTableView::foldZeroRows()
{
    if (std::ranges::find(m_zeroRows, true) == m_zeroRows.end() && !m_hasFoldedRows)
        return;
    // Who looks for a text looks for it in all rows.
    const bool folds = !m_showsZeros && m_proxy->filterText().isEmpty();
    m_hasFoldedRows = false;
    for (int viewRow = 0; viewRow < m_proxy->rowCount(); ++viewRow) {
        const auto row = static_cast<std::size_t>(m_proxy->tableRow(viewRow));
        const bool isFoldedRow = folds && row < m_zeroRows.size() && m_zeroRows[row];
        m_hasFoldedRows = m_hasFoldedRows || isFoldedRow;
        if (isRowHidden(viewRow) != isFoldedRow)
            setRowHidden(viewRow, isFoldedRow);
    }
}

QString ResultTableView::zeroText() const
{
    const Table* table = m_model->table();
    QStringList zeros;
    QStringList empties;
    for (std::size_t column = 0; table && column < table->columnCount(); ++column) {
        const QString name = columnText(table->columns()[column]);
        if (column < m_zeroColumns.size() && m_zeroColumns[column])
            zeros.append(name);
        if (column < m_emptyColumns.size() && m_emptyColumns[column])
            empties.append(name);
    }
    QStringList all;
    if (!zeros.isEmpty())
        all.append(joinedNames(zeros));
    const auto rows = static_cast<int>(std::ranges::count(m_zeroRows, true));
    if (rows > 0)
        all.append(rows == 1 ? tr("1 row") : tr("%1 rows").arg(countText(rows)));
    const QString zero = all.join(QStringLiteral(", "));
    // A column without any value is missed by nobody: by itself it is not worth a line.
    if (zero.isEmpty() && !m_showsZeros)
        return {};
    QStringList sentences;
    if (!zero.isEmpty())
        sentences.append(m_showsZeros ? tr("All zero: %1").arg(zero) : tr("Hidden, as all zero: %1").arg(zero));
    if (!empties.isEmpty())
        sentences.append((m_showsZeros ? tr("Empty: %1") : tr("Hidden, as empty: %1")).arg(joinedNames(empties)));
    return sentences.join(QStringLiteral(" \u00b7 "));
}

void ResultTableView::setShowsZeros(bool showsZeros)
{
    if (showsZeros == m_showsZeros)
        return;
    const std::vector<TableLook> left = looks(); // with what somebody hid
    m_showsZeros = showsZeros;
    setLooks(left);
    foldZeroRows();
    sizeColumns();
    emit zerosChanged();
}

} // namespace kinetoscope
