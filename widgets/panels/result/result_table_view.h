// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/session/panel_look.h"
#include "widgets/delegates/finding_card.h"
#include "widgets/delegates/tag_delegate.h"
#include "widgets/models/column_format.h"
#include "widgets/panels/result/column_widths.h"
#include "widgets/support/latest_job.h"

#include <QPersistentModelIndex>
#include <QTableView>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QMenu;

namespace kinetoscope {

class HeadingView;
class ResultTableModel;
class ResultTableProxy;

/// A result table on screen: sortable by raw values, filterable, rows of one height, columns that can be hidden. Speaks
/// of rows and columns of the Table, whatever the order on screen. Rows of a tree open and close by the arrow before
/// their names, and in that column by Right and Left.
/// A table of findings (cardColumns) is shown as cards instead, one below the other, in the table's own order.
class ResultTableView : public QTableView {
    Q_OBJECT

public:
    explicit ResultTableView(QWidget* parent = nullptr);

    /// Another table of the result; each keeps its order and hidden columns, all share the filter. One that nobody has
    /// sorted is in the order of its main figure, largest first; without one in its own order.
    void setTable(
        std::shared_ptr<const AnalysisResult> result, const std::string& name, std::vector<ColumnFormat> formats);
    [[nodiscard]] const Table* table() const;
    /// Whether the rows of the table in view are drawn as cards: without headings, order and columns of their own.
    [[nodiscard]] bool showsCards() const { return m_cards.has_value(); }
    /// In which every column, and every row of the usual height, is read without scrolling; may be more than any screen
    /// has.
    [[nodiscard]] int wantedWidth() const;
    [[nodiscard]] int wantedHeight() const;
    /// Where on the viewport a click opens the analysis that a card names; empty where none does.
    [[nodiscard]] QRect cardLink(std::size_t row) const;
    /// How the tables that were shown were left; those that nobody changed are left out.
    [[nodiscard]] std::vector<TableLook> looks() const;
    void setLooks(const std::vector<TableLook>& looks);
    void setFilterText(const QString& text);
    /// What is zero throughout: "Hidden, as all zero: Other exposed, Idle: other, 2 rows"; "" where nothing is. Such
    /// columns and rows are out of sight unless they were asked for, and so are columns without any value, of which it
    /// tells where there is something to tell.
    [[nodiscard]] QString zeroText() const;
    [[nodiscard]] bool showsZeros() const { return m_showsZeros; }
    void setShowsZeros(bool showsZeros);
    /// The sentence in place of rows where there are none to be seen; "" where there are.
    [[nodiscard]] QString whyEmpty() const;
    /// Whether a worker is putting the rows into another order.
    [[nodiscard]] bool isArranging() const;

    [[nodiscard]] std::vector<std::size_t>
    selectedTableRows() const; ///< at most kMostSelectedRows, in the order on screen
    /// Marks rows without telling anybody (they were selected elsewhere) and scrolls to the topmost.
    void markTableRows(const std::vector<std::size_t>& rows);
    /// Letters and boxes before texts, by the whole text.
    void setTextTags(TextTags tags);
    /// Frames rows, because the pointer is on what stands for them elsewhere.
    void setHoveredRows(std::vector<std::size_t> rows);
    /// Copies the selected rows, or all if none is selected, as tab-separated text: columns and order as on screen,
    /// values as the command line writes them. Many rows are written on a worker thread; noticed() says what became of
    /// it.
    void copyShown();

    /// Adds the menu of the heading, which columns are shown, to the menu of a row: the keys do not reach headings.
    /// Nothing where the table has none of its own.
    void addColumnMenu(QMenu& menu);

    static constexpr std::size_t kMostSelectedRows = 1000; ///< evidence of more rows is a job, not a click

signals:
    /// The user selected rows, or went to another cell of theirs; `column` is the current cell's.
    /// @param isClicked  with the pointer, not on the way of the keys.
    void rowsSelected(const std::vector<std::size_t>& rows, std::size_t column, bool isClicked);
    void rowActivated(std::size_t row, std::size_t column);
    /// The pointer came to another row or column, or left all rows.
    void rowHovered(std::optional<std::size_t> row, std::size_t column);
    /// zeroText() is another one.
    void zerosChanged();
    /// A sentence for the status bar.
    void noticed(const QString& sentence);
    /// The box before a text was clicked.
    void textTagToggled(const QString& text);
    /// The cell that names the analysis of a row was clicked, or chosen with the keyboard.
    void analysisRequested(std::size_t row);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kRowHeight = 24; ///< px at interface size 1

    [[nodiscard]] std::map<std::string, TableLook> allLooks() const; ///< m_looks, brought up to date
    /// What is read first on the left (ColumnDescriptor::place).
    void orderColumns();
    /// The column whose largest come first while nobody has sorted; -1: the table stays in its own order.
    [[nodiscard]] int openingColumn() const;
    void applyLook();
    void findZeros(); ///< in the table in view
    void findEmptyColumns();
    void foldZeroRows();
    [[nodiscard]] bool isFolded(int column) const;
    void sizeColumns(); ///< measures them and spreads them over the room there is
    [[nodiscard]] int leastWidthOf(int column, int contents) const; ///< of a column of texts
    void spreadColumns();                                           ///< what was measured, over another room
    [[nodiscard]] ColumnNeeds needsOf(int column) const;            ///< for what is in the table now
    /// After other numbers in the same columns: the widths stay, unless they would cut a number or its heading.
    void keepNumbersWhole();
    [[nodiscard]] bool isNumberCut(int column) const;
    /// Columns of sentences become as wide as there is room, each row as high as its own sentence then needs.
    void wrapSentences();
    [[nodiscard]] int roomForSentences(int column, int wanted) const;
    [[nodiscard]] int room() const;                  ///< for the columns
    [[nodiscard]] int widthBefore(int column) const; ///< of what stands on its left
    /// Rows as high as their texts need where a column is read whole.
    void fitRows();
    void showHeaderMenu(const QPoint& globalPosition);
    void fillColumnMenu(QMenu& menu);
    void tellSelection();
    void tellClick(bool isClicked); ///< the same, of what is told already too
    void toggleTag(const QModelIndex& row);
    [[nodiscard]] bool isLink(const QModelIndex& index) const;
    /// The same of a place on the viewport: a card has a link inside.
    [[nodiscard]] bool isLinkAt(const QModelIndex& index, const QPoint& position) const;
    void showAsCards();
    void sizeCards();
    /// Cards as high as what is selected now wants them; the current one stays where it is.
    void growSelectedCards();
    void tellHover(const QModelIndex& index);
    /// Opens or closes the row whose arrow is at `position`; whether there is one.
    bool toggleAt(const QPoint& position);
    /// Whether Left or Right meant the tree: rows open and close, and Left goes to what a closed one hangs below.
    bool walkTree(int key);
    /// The label has room for what was opened.
    void widenLabel();

    ResultTableModel* m_model = nullptr;
    ResultTableProxy* m_proxy = nullptr;
    std::map<std::string, TableLook> m_looks; ///< by table; the one in view may have changed since
    TagDelegate* m_delegate = nullptr;
    FindingCard* m_cardDelegate = nullptr;
    std::optional<CardColumns> m_cards; ///< of the table in view
    bool m_isLinkPressed = false;       ///< the last press was on a link
    bool m_isHeld = false;              ///< the left button: what is under it must not move
    std::vector<bool> m_zeroColumns;    ///< of the table in view
    std::vector<bool> m_emptyColumns;   ///< the same: those without a value in any row
    std::vector<bool> m_zeroRows;       ///< the same; empty where rows are not folded
    std::vector<int> m_sentenceHeights; ///< by row of the table in view; empty where it has no sentences
    int m_rowsGiven = 0;                ///< the most that were ever given a height of their own (evenRows)
    bool m_showsZeros = false;
    bool m_hasFoldedRows = false;
    HeadingView* m_headings = nullptr;
    std::vector<ColumnNeeds> m_needs;       ///< of the columns
    std::vector<std::size_t> m_hoveredRows; ///< of the table
    QPersistentModelIndex m_underPointer;
    std::optional<std::pair<std::vector<std::size_t>, std::size_t>> m_told; ///< rows and column; empty: others marked
    bool m_isPressing = false; ///< what a press or release changes one by one is told once
    bool m_isClicking = false; ///< the press was on a row, not on the arrow before its name
    bool m_isMarking = false;
    bool m_isSizing = false;         ///< columns get widths of the view's own
    bool m_hasOwnWidths = false;     ///< somebody dragged a column
    bool m_isWidthDue = false;       ///< at the next table, if it is the same one
    LatestJob<QByteArray> m_copying; ///< last: destroyed first
};

} // namespace kinetoscope
