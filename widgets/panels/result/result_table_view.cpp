// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/result_table_view.h"

#include "core/layout/table/row_arrangement.h"
#include "widgets/export/table_export.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/result/heading_view.h"
#include "widgets/panels/result/whole_rows.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace kinetoscope {

ResultTableView::ResultTableView(QWidget* parent)
    : QTableView(parent)
    , m_model(new ResultTableModel(this))
    , m_proxy(new ResultTableProxy(m_model, this))
    , m_delegate(new TagDelegate(this))
    , m_cardDelegate(new FindingCard(this))
    , m_headings(new HeadingView(this))
    , m_copying([this](const Result<QByteArray>& text) {
        emit noticed(text ? copyText(*text) : messageText(text.error().message));
    })
{
    setObjectName(QStringLiteral("resultTable"));
    setAccessibleName(tr("Table"));
    setHorizontalHeader(m_headings);
    setModel(m_proxy);
    setItemDelegate(m_delegate);
    connect(m_delegate, &TagDelegate::toggled, this, &ResultTableView::textTagToggled);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(false);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setSortingEnabled(true);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(scaledPx(kRowHeight));
    horizontalHeader()->setResizeContentsPrecision(200);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    auto* veil = new StaleVeil(viewport());
    connect(m_proxy, &ResultTableProxy::arrangingChanged, veil, &StaleVeil::setStale);
    connect(m_headings, &QHeaderView::sectionResized, this, [this](int, int before, int now) {
        // Somebody dragged it; hiding and showing are no sizes.
        m_hasOwnWidths = m_hasOwnWidths || (!m_isSizing && before > 0 && now > 0);
    });
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
        [this](const QPoint& position) { showHeaderMenu(horizontalHeader()->mapToGlobal(position)); });
    connect(m_proxy, &QAbstractItemModel::layoutChanged, this, &ResultTableView::fitRows);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &ResultTableView::fitRows);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_isSizing && column == wholeColumn(*this))
            fitRows();
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultTableView::tellSelection);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultTableView::growSelectedCards);
    // Another number of the same row is made of something else.
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (selectionModel()->isSelected(current))
            tellSelection();
    });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        // A click asks, even for what is selected here already: something else may be selected elsewhere by now.
        if (m_isClicking)
            tellClick(true);
        if (m_isLinkPressed)
            emit analysisRequested(static_cast<std::size_t>(m_proxy->tableRow(index.row())));
    });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_isLinkPressed)
            return; // its first click was enough
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
    // Widths of a table without rows are those of its headings: names would stay cut to two letters.
    const bool isFirstWithRows = isSameTable && before->rowCount() == 0 && after->rowCount() > 0;
    if (!isSameTable) {
        m_looks = allLooks();
        horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    }
    m_told.reset();
    m_model->setTable(std::move(result), name, std::move(formats));
    if (!isSameTable)
        m_cards = after ? cardColumns(*after) : std::nullopt;
    std::vector<bool> foldedBefore;
    for (int column = 0; isSameTable && column < m_model->columnCount(); ++column)
        foldedBefore.push_back(isFolded(column));
    findZeros();
    for (int column = 0; isSameTable && column < m_model->columnCount(); ++column) {
        if (foldedBefore[static_cast<std::size_t>(column)] != isFolded(column))
            setColumnHidden(column, isFolded(column));
    }
    foldZeroRows();
    emit zerosChanged();
    if (!isSameTable) {
        showAsCards();
        orderColumns();
        applyLook();
    }
    if (!isSameTable || m_isWidthDue || (isFirstWithRows && !m_hasOwnWidths)) {
        m_isWidthDue = false;
        sizeColumns();
    } else {
        keepNumbersWhole();
    }
}

std::map<std::string, TableLook> ResultTableView::allLooks() const
{
    std::map<std::string, TableLook> looks = m_looks;
    const Table* table = m_model->table();
    if (!table || m_cards)
        return looks;
    TableLook look;
    look.table = table->name();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const ColumnDescriptor& descriptor = table->columns()[static_cast<std::size_t>(column)];
        if (isColumnHidden(column) && !descriptor.isInFilesOnly && !isFolded(column))
            look.hiddenColumns.push_back(descriptor.name);
    }
    const int sorted = horizontalHeader()->sortIndicatorSection();
    const bool isDescending = horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
    const bool isAsOpened = sorted == openingColumn() && isDescending;
    if (!isAsOpened && sorted >= 0 && sorted < m_model->columnCount()) {
        look.sortColumn = table->columns()[static_cast<std::size_t>(sorted)].name;
        look.isDescending = isDescending;
    }
    looks[look.table] = look;
    return looks;
}

void ResultTableView::orderColumns()
{
    const Table* table = m_model->table();
    if (!table)
        return;
    int place = 0;
    for (const std::size_t column : columnsAsRead(*table))
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(static_cast<int>(column)), place++);
}

void ResultTableView::applyLook()
{
    const Table* table = m_model->table();
    if (!table)
        return;
    if (m_cards) {
        for (int column = 0; column < m_model->columnCount(); ++column)
            setColumnHidden(column, column != m_cards->sentence);
        return;
    }
    const auto at = m_looks.find(table->name());
    const TableLook look = at == m_looks.end() ? TableLook() : at->second;
    std::vector<bool> isHidden;
    for (const ColumnDescriptor& column : table->columns())
        isHidden.push_back(
            column.isInFilesOnly || std::ranges::find(look.hiddenColumns, column.name) != look.hiddenColumns.end());
    // A table without columns has no header to bring them back.
    const bool hidesAll = std::ranges::find(isHidden, false) == isHidden.end();
    for (std::size_t column = 0; column < isHidden.size(); ++column)
        isHidden[column] = isHidden[column] || isFolded(static_cast<int>(column));
    for (std::size_t column = 0; column < isHidden.size(); ++column)
        setColumnHidden(static_cast<int>(column), isHidden[column] && !hidesAll);
    const std::size_t sorted = table->columnIndex(look.sortColumn);
    const bool isSorted = sorted < table->columnCount();
    // A table with a main figure is never without an order: its own says nothing.
    horizontalHeader()->setSortIndicatorClearable(openingColumn() < 0);
    horizontalHeader()->setSortIndicator(isSorted ? static_cast<int>(sorted) : openingColumn(),
        look.isDescending || !isSorted ? Qt::DescendingOrder : Qt::AscendingOrder);
}

int ResultTableView::openingColumn() const
{
    const Table* table = m_model->table();
    const std::size_t column = table ? kinetoscope::openingColumn(*table) : 0;
    return table && column < table->columnCount() ? static_cast<int>(column) : -1;
}

std::vector<TableLook> ResultTableView::looks() const
{
    std::vector<TableLook> looks;
    for (const auto& [name, look] : allLooks()) {
        if (!look.isPlain())
            looks.push_back(look);
    }
    return looks;
}

void ResultTableView::setLooks(const std::vector<TableLook>& looks)
{
    m_looks.clear();
    for (const TableLook& look : looks)
        m_looks[look.table] = look;
    applyLook();
}

void ResultTableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->size().width() == event->oldSize().width())
        fitRows();
    else if (m_hasOwnWidths)
        wrapSentences();
    else
        spreadColumns();
}

bool ResultTableView::isArranging() const
{
    return m_proxy->isArranging();
}

void ResultTableView::setFilterText(const QString& text)
{
    // What is copied from a cell has the blanks of the screen between number and unit; texts have plain ones.
    m_proxy->setFilterText(QString(text).replace(QChar(0x00a0), QLatin1Char(' ')));
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
    if (!m_isMarking && !m_isPressing)
        tellClick(false);
}

void ResultTableView::tellClick(bool isClicked)
{
    const auto column = static_cast<std::size_t>(std::max(0, currentIndex().column()));
    std::pair now { selectedTableRows(), column };
    if (!isClicked && m_told == now)
        return;
    m_told = std::move(now);
    viewport()->update();
    emit rowsSelected(std::vector(m_told->first), column, isClicked); // what is told may mark others
}

bool ResultTableView::isLink(const QModelIndex& index) const
{
    return index.isValid() && index.data(ResultTableModel::IsLinkRole).toBool();
}

bool ResultTableView::isLinkAt(const QModelIndex& index, const QPoint& position) const
{
    if (!m_cards || !index.isValid())
        return isLink(index);
    return cardLink(static_cast<std::size_t>(m_proxy->tableRow(index.row()))).contains(position);
}

QRect ResultTableView::cardLink(std::size_t row) const
{
    const int viewRow = m_cards ? m_proxy->viewRow(static_cast<int>(row)) : -1;
    if (viewRow < 0)
        return {};
    const QModelIndex card = m_proxy->index(viewRow, m_cards->sentence);
    return m_cardDelegate->linkIn(card, font(), visualRect(card));
}

/// Or as a table again.
void ResultTableView::showAsCards()
{
    for (int column = 0; column < m_model->columnCount(); ++column)
        setItemDelegateForColumn(column,
            m_cards && column == m_cards->sentence ? static_cast<QAbstractItemDelegate*>(m_cardDelegate) : nullptr);
    if (m_cards)
        m_cardDelegate->setColumns(*m_cards);
    horizontalHeader()->setVisible(!m_cards);
    setVerticalScrollMode(m_cards ? ScrollPerPixel : ScrollPerItem);
}

void ResultTableView::markTableRows(const std::vector<std::size_t>& rows)
{
    m_isMarking = true;
    m_told.reset();
    QItemSelection selection;
    QModelIndex first;
    for (const std::size_t row : rows)
        m_proxy->reveal(static_cast<int>(row)); // all of them before any is selected: rows move
    for (const std::size_t row : rows) {
        const int viewRow = m_proxy->viewRow(static_cast<int>(row));
        if (viewRow < 0)
            continue;
        const QModelIndex index = m_proxy->index(viewRow, 0);
        selection.select(index, index);
        if (!first.isValid() || viewRow < first.row())
            first = index;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    // What was opened just now has no room yet. A hidden column cannot be scrolled to, and the one on the left moves
    // nothing sideways.
    executeDelayedItemsLayout();
    updateGeometries();
    if (first.isValid())
        scrollTo(first.siblingAtColumn(std::max(0, columnAt(0))));
    m_isMarking = false;
}

void ResultTableView::setTextTags(TextTags tags)
{
    if (tags == m_delegate->tags())
        return;
    m_delegate->setTags(std::move(tags));
    viewport()->update();
}

void ResultTableView::toggleTag(const QModelIndex& row)
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString text = row.siblingAtColumn(column).data(ResultTableModel::FullTextRole).toString();
        if (!isColumnHidden(column) && m_delegate->tags().contains(text)) {
            emit textTagToggled(text);
            return;
        }
    }
}

void ResultTableView::setHoveredRows(std::vector<std::size_t> rows)
{
    if (rows == m_hoveredRows)
        return;
    m_hoveredRows = std::move(rows);
    viewport()->update();
}

QString ResultTableView::whyEmpty() const
{
    if (!table() || m_proxy->rowCount() > 0 || isArranging())
        return {};
    if (m_model->rowCount() == 0)
        return tr("Nothing in this scope belongs in this table.");
    const int count = m_model->rowCount();
    const QString hidden = count == 1 ? tr("1 row is hidden.") : tr("%1 rows are hidden.").arg(countText(count));
    const QString why = m_proxy->isFilterANumber()
        ? tr("No text has \u201c%1\u201d in it, and no number begins with it; %2")
        : tr("No row has \u201c%1\u201d in it; %2");
    return why.arg(m_proxy->filterText(), hidden);
}

void ResultTableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    painter.setPen(Palette::of(*this).secondText);
    painter.drawText(
        viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap, whyEmpty());
    // Which number of the row the selection is made of.
    if (!m_cards && m_told && selectionModel()->isSelected(currentIndex())) {
        painter.setPen(QPen(palette().color(QPalette::HighlightedText), 1));
        painter.drawRect(visualRect(currentIndex()).adjusted(1, 1, -2, -2));
    }
    painter.setPen(QPen(Palette::of(*this).accent, 1));
    for (const std::size_t row : m_hoveredRows) {
        const int viewRow = m_proxy->viewRow(static_cast<int>(row));
        const int top = viewRow < 0 ? -1 : rowViewportPosition(viewRow);
        if (viewRow >= 0 && top < viewport()->height() && top + rowHeight(viewRow) > 0)
            painter.drawRect(QRect(0, top, viewport()->width() - 1, rowHeight(viewRow) - 1));
    }
}

void ResultTableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model && m_model->table())
        sizeColumns();
    else if (event->type() == QEvent::LocaleChange)
        m_isWidthDue = true; // numbers in other units come with the next table
}

} // namespace kinetoscope

#include "moc_result_table_view.cpp"
