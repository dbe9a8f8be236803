// SPDX-License-Identifier: GPL-3.0-or-later
// ResultTableView: how wide its columns and how high its rows are.
#include "core/analysis/types/column_names.h"
#include "widgets/delegates/number_delegate.h"
#include "widgets/delegates/tree_place.h"
#include "widgets/delegates/whole_text.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"
#include "widgets/panels/result/heading_view.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/whole_rows.h"
#include "widgets/support/fonts.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

constexpr int kWidestSentence = 340;
constexpr std::size_t kMostWrappedRows = 100; // a list of findings; longer tables are searched, not read
constexpr int kLeastList = 180;
constexpr int kLinesOfCards = 3;  // of a finding at least, where not all are in view whole
constexpr int kLeastLabel = 220;  // of a name in a tree
constexpr int kRowsMeasured = 60; // about three screens of them
constexpr int kWholePercent = 62; // of the width: for the column that is read whole

/// Whether a column holds sentences: they are read from the beginning, and are what their table is for.
bool holdsSentences(const Table& table, std::size_t column)
{
    return table.rowCount() > 0 && table.columns()[column].text == TextKind::Sentence;
}

bool isWrappedColumn(const Table& table, std::size_t column)
{
    return table.rowCount() <= kMostWrappedRows && holdsSentences(table, column);
}

} // namespace

ColumnNeeds ResultTableView::needsOf(int column) const
{
    const auto place = static_cast<std::size_t>(column);
    ColumnNeeds needs;
    needs.isText = !isNumeric(m_model->table()->columns()[place]);
    if (needs.isText) {
        needs.contents = sizeHintForColumn(column);
        needs.least = leastWidthOf(column, needs.contents);
    } else {
        needs.contents = NumberDelegate::widthOf(m_model->formats()[place], font());
        needs.least = needs.contents;
    }
    needs.heading = m_headings->neededWidth(column, false);
    needs.headingInTwo = m_headings->neededWidth(column, true);
    return needs;
}

void ResultTableView::sizeColumns()
{
    ensurePolished();
    m_needs.clear();
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_needs.push_back(needsOf(column));
    m_hasOwnWidths = false;
    spreadColumns();
}

bool ResultTableView::isNumberCut(int column) const
{
    const int width = columnWidth(column);
    if (width == 0 || !isNumeric(m_model->table()->columns()[static_cast<std::size_t>(column)]))
        return false;
    const ColumnNeeds now = needsOf(column);
    const int before = m_needs[static_cast<std::size_t>(column)].headingInTwo;
    return now.least > width || (now.headingInTwo > before && now.headingInTwo > width);
}

void ResultTableView::keepNumbersWhole()
{
    bool isCut = static_cast<int>(m_needs.size()) != m_model->columnCount();
    for (int column = 0; column < m_model->columnCount() && !isCut; ++column)
        isCut = isNumberCut(column);
    if (isCut && !m_hasOwnWidths)
        sizeColumns();
    else
        wrapSentences();
}

int ResultTableView::leastWidthOf(int column, int contents) const
{
    const Table& table = *m_model->table();
    const auto place = static_cast<std::size_t>(column);
    // Sentences and chains are read line by line, and a list, or a chain in one line, is read in its tool tip.
    const ColumnDescriptor& descriptor = table.columns()[place];
    const bool isList = descriptor.type == ColumnType::List || descriptor.text == TextKind::Chain;
    if (isList || holdsSentences(table, place) || column == wholeColumn(*this))
        return std::min(contents, kLeastList);
    QStringList texts;
    int indent = 0;
    for (int row = 0; row < std::min(m_proxy->rowCount(), kRowsMeasured); ++row) {
        const QModelIndex index = m_proxy->index(row, column);
        texts.append(index.data().toString());
        indent = std::max(indent, treeIndent(index));
    }
    // What a tree is about are its names, and deeper ones come into view; numbers can be scrolled to.
    const int apart = widthThatTellsApart(std::move(texts), fontMetrics());
    const int least = column == m_proxy->labelColumn() ? kLeastLabel + indent : apart;
    return std::min(contents, least + 2 * NumberDelegate::kMarginPx);
}

void ResultTableView::spreadColumns()
{
    if (static_cast<int>(m_needs.size()) != m_model->columnCount())
        return; // they are about another table
    if (m_cards) {
        sizeCards();
        updateGeometries();
        return;
    }
    std::vector<int> order;
    for (int visual = 0; visual < static_cast<int>(m_needs.size()); ++visual) {
        order.push_back(m_headings->logicalIndex(visual));
        m_needs[static_cast<std::size_t>(visual)].isHidden = isColumnHidden(visual);
    }
    const ColumnWidths spread = columnWidths(m_needs, order, room());
    m_headings->setTwoLines(spread.headingsInTwoLines);
    const QScopedValueRollback sizing(m_isSizing, true);
    for (int column = 0; column < static_cast<int>(spread.widths.size()); ++column)
        setColumnWidth(column, spread.widths[static_cast<std::size_t>(column)]);
    wrapSentences();
    updateGeometries(); // only now: scroll bars for widths that do not stay would make the view narrower, and so on
}

int ResultTableView::wantedWidth() const
{
    int width = 2 * frameWidth() + verticalScrollBar()->sizeHint().width();
    for (const ColumnNeeds& column : m_needs)
        width += column.isHidden ? 0 : widthOfColumn(column);
    return width;
}

int ResultTableView::wantedHeight() const
{
    const int plain = verticalHeader()->defaultSectionSize();
    int rows = m_proxy->rowCount() * plain;
    for (const int height : m_sentenceHeights)
        rows += height - plain;
    return 2 * frameWidth() + m_headings->sizeHint().height() + rows;
}

int ResultTableView::room() const
{
    const Table* table = m_model->table();
    bool isWrapped = m_cards || wholeColumn(*this) >= 0;
    for (std::size_t column = 0; table && column < table->columnCount(); ++column)
        isWrapped = isWrapped || isWrappedColumn(*table, column);
    // Rows that are as high as their texts need bring the scroll bar, which takes room, which makes them higher.
    return isWrapped ? width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width() : viewport()->width();
}

/// What the other columns leave: sentences are read without scrolling to their ends. Where that is little, the columns
/// behind them are scrolled to as far as the sentences need their room, but for the one that says where to go from
/// here.
int ResultTableView::roomForSentences(int column, int wanted) const
{
    const std::size_t link = m_model->table()->columnIndex(column::kAnalysis);
    const int whole = room();
    const int rest = whole - (m_headings->length() - columnWidth(column));
    if (rest >= whole / 3)
        return rest;
    const bool hasLink = link < m_model->table()->columnCount();
    return std::min(wanted, whole - widthBefore(column) - (hasLink ? columnWidth(static_cast<int>(link)) : 0));
}

int ResultTableView::widthBefore(int column) const
{
    int width = 0;
    for (int visual = 0; visual < m_headings->visualIndex(column); ++visual)
        width += columnWidth(m_headings->logicalIndex(visual));
    return width;
}

void ResultTableView::sizeCards()
{
    const QScopedValueRollback sizing(m_isSizing, true);
    const int width = std::max(kLeastList, room());
    setColumnWidth(m_cards->sentence, width);
    const auto cardOf = [this](int row) { return m_proxy->index(row, m_cards->sentence); };
    int figureWidth = 0;
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        figureWidth = std::max(figureWidth, m_cardDelegate->figureWidthOf(cardOf(row), font(), width));
    m_cardDelegate->setFigureWidth(figureWidth);
    const auto heightsWith = [&](int mostLines) {
        std::vector<int> heights;
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            heights.push_back(m_cardDelegate->heightOf(cardOf(row), font(), width, mostLines));
        return heights;
    };
    const auto doFit = [this](const std::vector<int>& heights) {
        return std::accumulate(heights.begin(), heights.end(), 0) <= viewport()->height();
    };
    // Where they are not all in view whole, the first lines of more of them are, and all of what is selected.
    const std::vector<int> whole = heightsWith(0);
    std::vector<int> low = doFit(whole) ? whole : heightsWith(kLinesOfCards);
    for (int lines = kLinesOfCards + 1; low != whole; ++lines) {
        std::vector<int> higher = heightsWith(lines);
        if (!doFit(higher))
            break;
        low = std::move(higher);
    }
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const auto place = static_cast<std::size_t>(row);
        setRowHeight(row, selectionModel()->isSelected(cardOf(row)) ? whole[place] : low[place]);
    }
    m_rowsGiven = std::max(m_rowsGiven, m_proxy->rowCount());
}

void ResultTableView::growSelectedCards()
{
    if (!m_cards || !m_model->table() || m_isHeld)
        return;
    const QModelIndex current = currentIndex().siblingAtColumn(m_cards->sentence);
    const int before = visualRect(current).top();
    sizeCards();
    if (!current.isValid() || !selectionModel()->isSelected(current))
        return;
    updateGeometries();
    verticalScrollBar()->setValue(verticalScrollBar()->value() + visualRect(current).top() - before);
    if (!m_isMarking)
        scrollTo(current);
}

void ResultTableView::wrapSentences()
{
    if (m_cards) {
        sizeCards();
        return;
    }
    const QScopedValueRollback sizing(m_isSizing, true);
    const Table* table = m_model->table();
    // In a narrow dock lines are shorter rather than out of sight.
    const int least = std::min(kWidestSentence, std::max(kLeastList, room()));
    const int height = scaledPx(kRowHeight);
    m_sentenceHeights.clear();
    for (int column = 0; table && column < m_model->columnCount(); ++column) {
        if (!isWrappedColumn(*table, static_cast<std::size_t>(column)))
            continue;
        QStringList texts;
        std::vector<int> lines; // widths of the texts in one line
        for (int row = 0; row < m_model->rowCount(); ++row) {
            texts.append(m_model->index(row, column).data().toString());
            lines.push_back(fontMetrics().horizontalAdvance(texts.back()) + 2 * NumberDelegate::kMarginPx + 1);
        }
        // A few texts that are much longer than the others are wrapped: the figures behind them stay in sight.
        const auto usual = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() * 3 / 4);
        std::ranges::nth_element(lines, usual);
        const int width = std::max(std::min(least, *usual), roomForSentences(column, *usual));
        setColumnWidth(column, width);
        const int room = width - 2 * NumberDelegate::kMarginPx;
        m_sentenceHeights.resize(static_cast<std::size_t>(texts.size()), height);
        for (qsizetype row = 0; row < texts.size(); ++row) {
            int& ofRow = m_sentenceHeights[static_cast<std::size_t>(row)];
            ofRow = std::max(ofRow, wholeTextHeight(texts[row], font(), room) + 8);
        }
    }
    evenRows(*this, height, m_rowsGiven);
    if (const int column = wholeColumn(*this); column >= 0) {
        // With what stands before it: the first figures stay in sight.
        const int before = widthBefore(column);
        setColumnWidth(column, std::max(before > 0 ? kLeastList : least, room() * kWholePercent / 100 - before));
    }
    fitRows();
}

void ResultTableView::fitRows()
{
    if (m_cards && m_model->table()) {
        sizeCards();
        return;
    }
    foldZeroRows();
    for (int row = 0; !m_sentenceHeights.empty() && row < m_proxy->rowCount(); ++row) {
        const auto place = static_cast<std::size_t>(m_proxy->tableRow(row));
        if (place < m_sentenceHeights.size()) // they are about another table
            setRowHeight(row, m_sentenceHeights[place]);
        m_rowsGiven = std::max(m_rowsGiven, row + 1);
    }
    if (const int column = wholeColumn(*this); column >= 0) {
        const int margins = TagDelegate::widthIn(this) + 2 * NumberDelegate::kMarginPx;
        m_rowsGiven = std::max(m_rowsGiven, fitWholeRows(*this, column, margins, scaledPx(kRowHeight), m_rowsGiven));
    }
}

} // namespace kinetoscope
