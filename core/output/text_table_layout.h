// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/column_worth.h"
#include "core/output/table_writer.h"
#include "core/output/text_numbers.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// A column as `--columns` names it: whole, or without the unit at its end: "sum (us)" and "sum".
[[nodiscard]] bool isColumnName(const std::string& column, const std::string& text);

/// Characters between two columns of a text.
inline constexpr std::size_t kBetweenColumns = 2;

/// One column of the text.
struct TextColumn {
    std::size_t column = 0;
    std::string heading;
    TextNumberStyle number;
    bool isNumber = false;
    bool isOfSentences = false; ///< they are broken between words, not cut in the middle: that would lose the point
    bool hasSentences = false;  ///< long ones
    std::size_t natural = 0;    ///< width that cuts nothing
    std::size_t least = 0;      ///< the narrowest that is still read
    std::size_t width = 0;
    std::unordered_map<std::string, std::string> cut; ///< how texts are written that are longer than the column
};

/// What of a table a text shows: which rows and columns, in which units, how wide, and how what is too long is cut so
/// that names that differ still do. Refers to both arguments of its constructor, in which all of it is decided.
/// Cost: two looks at each cell of the rows that are shown.
class TextTableLayout {
public:
    TextTableLayout(const Table& table, const TableWriterOptions& options);

    [[nodiscard]] const std::vector<TextColumn>& columns() const { return m_columns; } ///< from the left
    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
    /// What stands in the i-th row that is shown, where a tree is with its blanks in front.
    [[nodiscard]] std::string cellText(const TextColumn& column, std::size_t i) const;
    /// Names of columns that found no room, as the table has them.
    [[nodiscard]] const std::vector<std::string>& leftOut() const { return m_left; }

private:
    void chooseRows();
    void chooseColumns();
    void chooseUnits();
    /// The largest amount that is shown, in base units, without its sign.
    [[nodiscard]] double largestAmount(const TextColumn& shown) const;
    void measure(TextColumn& shown) const;
    void fit();
    [[nodiscard]] std::vector<ColumnWorth> worths() const;
    /// No text keeps more than this as its least.
    void narrowTexts(std::size_t width);
    void dropColumns();
    void shareRoom();
    void cutTexts(TextColumn& shown) const;
    [[nodiscard]] bool isInUnits() const { return !m_options.exactUnits; }
    /// Blanks before the text of the i-th row that is shown, where a tree shows how deep it is.
    [[nodiscard]] std::size_t indentOf(const TextColumn& shown, std::size_t i) const;
    /// The whole text of a cell, without the indent of a tree.
    [[nodiscard]] std::string textOf(const TextColumn& shown, std::uint32_t row) const;
    [[nodiscard]] const ColumnDescriptor& descriptor(const TextColumn& shown) const
    {
        return m_table.columns()[shown.column];
    }

    const Table& m_table;
    const TableWriterOptions& m_options;
    std::vector<std::uint32_t> m_rows;
    std::vector<std::uint32_t> m_depths; ///< of m_rows, of a tree
    bool m_isTree = false;
    std::vector<TextColumn> m_columns;
    std::vector<std::string> m_left; ///< names of columns that are not shown
};

} // namespace kinetoscope
