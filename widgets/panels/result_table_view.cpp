// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result_table_view.h"

#include "widgets/delegates/number_delegate.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/support/fonts.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QResizeEvent>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kRowHeight = 24;   // at interface size 1
constexpr int kWidestText = 340; // a kernel name has up to 5 000 characters
constexpr int kWidestNumber = 240;
constexpr std::size_t kMostWrappedRows = 100; // a list of findings; longer tables are searched, not read
constexpr int kNarrowestColumn = 56;

/// Whether a column holds sentences: they are read from the beginning, and are what their table is for.
bool holdsSentences(const Table& table, std::size_t column)
{
    if (table.rowCount() == 0 || isNumeric(table.columns()[column]))
        return false;
    const Cell cell = table.cell(0, column);
    const auto* text = std::get_if<std::string>(&cell);
    return text && text->ends_with('.') && text->find(' ') != std::string::npos;
}

/// One field of tab-separated text.
QString field(QString text)
{
    return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

ResultTableView::ResultTableView(QWidget* parent)
    : QTableView(parent)
    , m_model(new ResultTableModel(this))
    , m_proxy(new ResultTableProxy(m_model, this))
{
    setObjectName(QStringLiteral("resultTable"));
    setAccessibleName(tr("Table"));
    setModel(m_proxy);
    setItemDelegate(new NumberDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(false);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setSortingEnabled(true);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(scaledPx(kRowHeight));
    horizontalHeader()->setResizeContentsPrecision(200);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &ResultTableView::showHeaderMenu);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultTableView::tellSelection);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        emit rowActivated(
            static_cast<std::size_t>(m_proxy->tableRow(index.row())), static_cast<std::size_t>(index.column()));
    });
}

const Table* ResultTableView::table() const
{
    return m_model->table();
}

void ResultTableView::setTable(
    std::shared_ptr<const AnalysisResult> result, const std::string& name, std::vector<ColumnFormat> formats)
{
    const Table* before = m_model->table();
    const Table* after = result ? result->findTable(name) : nullptr;
    const bool isSameTable =
        before && after && before->name() == after->name() && before->columnCount() == after->columnCount();
    if (!isSameTable)
        horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_model->setTable(std::move(result), name, std::move(formats));
    if (!isSameTable) {
        for (int column = 0; column < m_model->columnCount(); ++column)
            setColumnHidden(column, false);
        sizeColumns();
    } else {
        wrapSentences();
    }
}

void ResultTableView::sizeColumns()
{
    resizeColumnsToContents();
    // Sentences get more where there is room: they are what their table is for.
    const int widestText = std::max(kWidestText, viewport()->width() * 45 / 100);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isNumber = isNumeric(m_model->table()->columns()[static_cast<std::size_t>(column)]);
        setColumnWidth(
            column, std::clamp(columnWidth(column) + 8, kNarrowestColumn, isNumber ? kWidestNumber : widestText));
    }
    wrapSentences();
}

void ResultTableView::wrapSentences()
{
    const Table* table = m_model->table();
    int height = scaledPx(kRowHeight);
    for (int column = 0; table && column < m_model->columnCount(); ++column) {
        if (table->rowCount() > kMostWrappedRows || !holdsSentences(*table, static_cast<std::size_t>(column)))
            continue;
        // A table that begins with its sentences is there to be read; elsewhere they share the room.
        const int width = std::max(kWidestText, viewport()->width() * (column == 0 ? 95 : 60) / 100);
        setColumnWidth(column, width);
        const QRect room(0, 0, width - 2 * NumberDelegate::kMarginPx, 10'000);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QString text = m_model->index(row, column).data().toString();
            height = std::max(height, fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height() + 8);
        }
    }
    verticalHeader()->setDefaultSectionSize(height);
}

void ResultTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        wrapSentences();
}

void ResultTableView::setFilterText(const QString& text)
{
    m_proxy->setFilterText(text);
}

std::vector<std::size_t> ResultTableView::selectedTableRows() const
{
    std::vector<std::size_t> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < kMostSelectedRows; ++row)
            rows.push_back(static_cast<std::size_t>(m_proxy->tableRow(row)));
    }
    return rows;
}

void ResultTableView::tellSelection()
{
    if (m_isMarking)
        return;
    const int column = currentIndex().isValid() ? currentIndex().column() : 0;
    emit rowsSelected(selectedTableRows(), static_cast<std::size_t>(column));
}

void ResultTableView::markTableRows(const std::vector<std::size_t>& rows)
{
    m_isMarking = true;
    QItemSelection selection;
    QModelIndex first;
    for (const std::size_t row : rows) {
        const int viewRow = m_proxy->viewRow(static_cast<int>(row));
        if (viewRow < 0)
            continue;
        const QModelIndex index = m_proxy->index(viewRow, 0);
        selection.select(index, index);
        if (!first.isValid())
            first = index;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (first.isValid())
        scrollTo(first);
    m_isMarking = false;
}

QString ResultTableView::asText() const
{
    std::vector<int> columns;
    QStringList line;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (isColumnHidden(column))
            continue;
        columns.push_back(column);
        line.append(field(QString::fromStdString(m_model->table()->columns()[static_cast<std::size_t>(column)].name)));
    }
    QStringList lines { line.join(QLatin1Char('\t')) };
    const auto addRow = [&](int row) {
        line.clear();
        for (const int column : columns)
            line.append(field(m_proxy->index(row, column).data(ResultTableModel::FullTextRole).toString()));
        lines.append(line.join(QLatin1Char('\t')));
    };
    if (selectionModel()->hasSelection()) {
        for (const std::size_t row : selectedTableRows())
            addRow(m_proxy->viewRow(static_cast<int>(row)));
    } else {
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            addRow(row);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void ResultTableView::showHeaderMenu(const QPoint& position)
{
    QMenu menu(this);
    int shown = 0;
    for (int column = 0; column < m_model->columnCount(); ++column)
        shown += isColumnHidden(column) ? 0 : 1;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        QAction* action = menu.addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(
            isColumnHidden(column) || shown > 1); // a table without columns has no header to bring them back
        connect(action, &QAction::toggled, this, [this, column](bool isShown) { setColumnHidden(column, !isShown); });
    }
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void ResultTableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model && m_model->table())
        sizeColumns();
}

void ResultTableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && m_model->table()) {
        QGuiApplication::clipboard()->setText(asText());
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowActivated(static_cast<std::size_t>(m_proxy->tableRow(currentIndex().row())),
            static_cast<std::size_t>(currentIndex().column()));
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace kinetoscope
