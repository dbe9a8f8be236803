// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/result_table_model.h"

#include "core/analysis/types/column_names.h"
#include "core/base/text.h"
#include "core/catalog/analyses.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

namespace kinetoscope {
namespace {

/// A chain step by step; others as they are.
QString toolTipText(const QString& text, const Table& table, std::size_t row, std::size_t column)
{
    if (table.columns()[column].text != TextKind::Chain)
        return text;
    const std::vector<std::string>* const steps = table.chainSteps(table.text(row, column));
    return steps == nullptr ? text : fullText(kinetoscope::joined(*steps, "\n"));
}

} // namespace

ResultTableModel::ResultTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ResultTableModel::setTable(
    std::shared_ptr<const AnalysisResult> result, const std::string& tableName, std::vector<ColumnFormat> formats)
{
    beginResetModel();
    m_result = std::move(result);
    m_table = m_result ? m_result->findTable(tableName) : nullptr;
    m_formats = std::move(formats);
    if (m_table && m_formats.size() != m_table->columnCount())
        m_formats = columnFormats(*m_table);
    endResetModel();
}

int ResultTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->rowCount());
}

int ResultTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->columnCount());
}

const AnalysisDescriptor* ResultTableModel::linkOf(
    const ColumnDescriptor& descriptor, std::size_t row, std::size_t column) const
{
    return descriptor.name == column::kAnalysis ? findAnalysis(m_table->text(row, column)) : nullptr;
}

QVariant ResultTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const ColumnDescriptor& descriptor = m_table->columns()[column];
    const Message* const message = m_table->message(row, column);
    if (message && (role == Qt::DisplayRole || role == FullTextRole || role == SortRole))
        return messageText(*message);
    if (message && role == Qt::ToolTipRole)
        return plainToolTip(messageText(*message));
    const Cell cell = m_table->cell(row, column);
    switch (role) {
    case Qt::DisplayRole:
        return cellText(cell, descriptor, m_formats[column]);
    case Qt::ToolTipRole:
        if (const AnalysisDescriptor* more = linkOf(descriptor, row, column))
            return plainToolTip(tr("Opens %1, with the parameters of this table").arg(registryText(more->title)));
        return plainToolTip(toolTipText(exactCellText(cell, descriptor), *m_table, row, column));
    case IsLinkRole:
        return linkOf(descriptor, row, column) != nullptr;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isNumeric(descriptor) ? Qt::AlignRight : Qt::AlignLeft)));
    case SortRole:
        if (const auto* integer = std::get_if<std::int64_t>(&cell))
            return QVariant::fromValue<qlonglong>(*integer);
        if (const auto* real = std::get_if<double>(&cell))
            return *real;
        return std::holds_alternative<std::monostate>(cell) ? QVariant() : QVariant(exactCellText(cell, descriptor));
    case FullTextRole:
        return exactCellText(cell, descriptor);
    case IsReadWholeRole:
        return m_formats[column].isReadWhole;
    case TableRowRole:
        return index.row();
    case TableColumnRole:
        return index.column();
    case FractionDigitsRole:
        return isNumeric(descriptor) ? m_formats[column].fractionDigits : -1;
    default:
        return {};
    }
}

QVariant ResultTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const auto column = static_cast<std::size_t>(section);
    const ColumnDescriptor& descriptor = m_table->columns()[column];
    if (role == Qt::DisplayRole)
        return columnHeading(descriptor, m_formats[column]);
    // What one clicks a figure's heading for is the largest.
    if (role == Qt::InitialSortOrderRole)
        return isFigure(descriptor) ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (role == Qt::ToolTipRole)
        return plainToolTip(columnDefinition(descriptor, m_formats[column]) + QLatin1Char('\n')
            + tr("Column %1 of table %2").arg(displayText(descriptor.name), displayText(m_table->name())));
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isNumeric(descriptor) ? Qt::AlignRight : Qt::AlignLeft)));
    return {};
}

} // namespace kinetoscope

#include "moc_result_table_model.cpp"
