// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/facts_view.h"

#include "core/base/sort_stably.h"
#include "widgets/delegates/finding_card.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kinetoscope {
namespace {

constexpr int kColumnRole = Qt::UserRole + 1;

QString valueText(const Cell& cell, const ColumnDescriptor& column, const ColumnFormat& format)
{
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    if (whole && column.type == ColumnType::Duration)
        return durationText(*whole);
    if (whole && column.type == ColumnType::Time)
        return momentText(*whole);
    if (whole && column.unit == Unit::Bytes && *whole >= 0)
        return bytesText(static_cast<std::uint64_t>(*whole));
    if (!real || !std::isfinite(*real))
        return cellText(cell, column, format);
    if (column.unit == Unit::Percent)
        return percentText(*real);
    if (column.unit == Unit::Ratio)
        return percentText(*real * 100);
    if (column.unit == Unit::Microseconds && std::fabs(*real) < 1e15)
        return durationText(static_cast<Nanoseconds>(std::llround(*real * 1000)));
    if (column.unit == Unit::Bytes && *real >= 0 && *real < 1e19)
        return bytesText(static_cast<std::uint64_t>(*real));
    const QString unit = column.unit == Unit::Count ? QString() : unitName(column.unit);
    const QString number = realNumber(*real);
    return unit.isEmpty() ? number : number + QChar(0x00a0) + unit;
}

/// A share with what it is one of: "1.6 % of GPU time in view" stands below a time of the same name.
/// @param definition  what its column says of that: "% of GPU time in view"
QString withWhole(const QString& value, const Cell& cell, const QString& definition)
{
    const QChar percent = u'%';
    const bool isShare = std::holds_alternative<double>(cell) && value.endsWith(percent);
    return isShare && definition.startsWith(percent) ? value + definition.mid(1) : value;
}

QString nameOf(const ColumnDescriptor& column)
{
    return columnText(column, 120);
}

} // namespace

FactsView::FactsView(QWidget* parent)
    : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("facts"));
    setAccessibleName(tr("Facts"));
    setColumnCount(2);
    setHeaderLabels({ tr("Fact"), tr("Value") });
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setTextElideMode(Qt::ElideMiddle);
    setContextMenuPolicy(Qt::CustomContextMenu);
    const auto columnOf = [](const QTreeWidgetItem* item) { return item ? item->data(0, kColumnRole) : QVariant(); };
    connect(this, &QTreeWidget::itemSelectionChanged, this, [this, columnOf] {
        const QList<QTreeWidgetItem*> chosen = selectedItems();
        const QVariant column = columnOf(chosen.isEmpty() ? nullptr : chosen.front());
        if (column.isValid())
            emit factSelected(static_cast<std::size_t>(column.toInt()), false);
    });
    connect(this, &QTreeWidget::itemClicked, this, [this, columnOf](const QTreeWidgetItem* item) {
        if (const QVariant column = columnOf(item); column.isValid())
            emit factSelected(static_cast<std::size_t>(column.toInt()), true);
    });
    connect(this, &QTreeWidget::itemActivated, this, [this, columnOf](const QTreeWidgetItem* item) {
        if (const QVariant column = columnOf(item); column.isValid())
            emit factActivated(static_cast<std::size_t>(column.toInt()));
    });
    connect(this, &QWidget::customContextMenuRequested, this, [this, columnOf](const QPoint& position) {
        if (const QVariant column = columnOf(itemAt(position)); column.isValid())
            emit menuRequested(static_cast<std::size_t>(column.toInt()), viewport()->mapToGlobal(position));
    });
}

bool FactsView::suits(const Table& table)
{
    constexpr std::ptrdiff_t kColumnsAtAGlance = 4;
    if (table.rowCount() != 1 || treeColumns(table.columns()) || cardColumns(table))
        return false;
    return std::ranges::count(table.columns(), false, &ColumnDescriptor::isInFilesOnly) > kColumnsAtAGlance;
}

void FactsView::setRow(const Table& table, const std::vector<ColumnFormat>& formats)
{
    const QSignalBlocker quiet(this);
    clear();
    std::vector<std::size_t> order(table.columnCount());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, {}, [&table](std::size_t column) { return table.columns()[column].place; });
    QStringList zeros;
    for (const std::size_t column : order) {
        const ColumnDescriptor& descriptor = table.columns()[column];
        const Cell cell = table.cell(0, column);
        if (descriptor.isInFilesOnly)
            continue;
        if (isFigure(descriptor) && isZero(cell) && !descriptor.isMainFigure) { // none is an answer, too
            zeros.append(nameOf(descriptor));
            continue;
        }
        const ColumnFormat format = column < formats.size() ? formats[column] : ColumnFormat();
        const Message* const message = table.message(0, column);
        const QString definition = registryText(descriptor.denominator, 200);
        const QString value =
            message ? messageText(*message) : withWhole(valueText(cell, descriptor, format), cell, definition);
        auto* item = new QTreeWidgetItem(this, { nameOf(descriptor), value });
        item->setData(0, kColumnRole, static_cast<int>(column));
        item->setToolTip(0,
            plainToolTip(
                definition.isEmpty() ? nameOf(descriptor) : nameOf(descriptor) + QStringLiteral(": ") + definition));
        item->setToolTip(1, plainToolTip(message ? value : exactCellText(cell, descriptor)));
    }
    zeros.removeDuplicates();
    if (!zeros.isEmpty()) {
        auto* item = new QTreeWidgetItem(this, { tr("Columns that are 0"), zeros.join(QStringLiteral(", ")) });
        item->setToolTip(1, plainToolTip(zeros.join(QLatin1Char('\n'))));
    }
    fitNames();
}

/// A panel is filled before it has its size.
void FactsView::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    fitNames();
}

void FactsView::fitNames()
{
    resizeColumnToContents(0);
    header()->setStretchLastSection(false); // that keeps its 100 px in a narrow view
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    setColumnWidth(0, std::min(columnWidth(0) + 12, std::max(120, viewport()->width() * 3 / 5)));
}

} // namespace kinetoscope

#include "moc_facts_view.cpp"
