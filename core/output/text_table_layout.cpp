// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/text_table_layout.h"

#include "core/analysis/types/column_names.h"
#include "core/base/names/elide_apart.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/layout/table/row_arrangement.h"
#include "core/layout/table/shown_texts.h"
#include "core/output/column_looks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <variant>

namespace kinetoscope {

namespace {

constexpr std::size_t kSentenceWidth = 60; // longer lines are hard to read
constexpr std::size_t kWideSentence = 100;
constexpr std::size_t kMostIndent = 12; // levels of a tree; deeper rows have no room left for names

/// "sum (us)", "idle_time(us)" without the unit: it stands below the heading.
std::string_view withoutUnit(std::string_view name)
{
    constexpr std::string_view kUnit = "(us)";
    if (!name.ends_with(kUnit) || name.size() == kUnit.size())
        return name;
    name.remove_suffix(kUnit.size());
    while (name.ends_with(' '))
        name.remove_suffix(1);
    return name;
}

} // namespace

bool isColumnName(const std::string& column, const std::string& text)
{
    return column == text || withoutUnit(column) == text;
}

TextTableLayout::TextTableLayout(const Table& table, const TableWriterOptions& options)
    : m_table(table)
    , m_options(options)
{
    chooseRows();
    chooseColumns();
    // Of the columns that are left, the largest amount chooses the units; in them they may take more room.
    for (std::size_t before = 0; before != m_columns.size();) {
        before = m_columns.size();
        chooseUnits();
        for (TextColumn& shown : m_columns)
            measure(shown);
        fit();
    }
    for (TextColumn& shown : m_columns)
        cutTexts(shown);
}

void TextTableLayout::chooseRows()
{
    m_isTree = treeColumns(m_table.columns()).has_value();
    if (m_options.tableOrder || (m_isTree && m_options.mostRows >= m_table.rowCount())) {
        m_rows.resize(m_table.rowCount());
        std::iota(m_rows.begin(), m_rows.end(), 0U);
    } else {
        m_rows = rowsAsOpened(m_table).rows;
    }
    m_rows.resize(std::min(m_rows.size(), m_options.mostRows));
    if (!m_isTree)
        return;
    const RowTree tree(m_table);
    for (const std::uint32_t row : m_rows)
        m_depths.push_back(tree.depthOf(row));
}

void TextTableLayout::chooseColumns()
{
    std::vector<std::size_t> columns;
    const std::vector<ColumnDescriptor>& all = m_table.columns();
    for (const std::string& wanted : m_options.columns) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (isColumnName(all[i].name, wanted) && std::ranges::find(columns, i) == columns.end())
                columns.push_back(i);
        }
    }
    if (m_options.columns.empty()) {
        columns.resize(all.size());
        std::iota(columns.begin(), columns.end(), std::size_t { 0 });
        if (!m_options.tableOrder)
            columns = columnsAsRead(m_table);
    }
    for (const std::size_t column : columns) {
        TextColumn& shown = m_columns.emplace_back();
        shown.column = column;
        shown.isNumber = isNumeric(all[column]);
        shown.heading = escapeForTerminal(isInUnits() ? withoutUnit(all[column].name) : all[column].name);
    }
    if (!m_options.columns.empty())
        return;
    // It says in which unit the figures are in files.
    if (isInUnits())
        std::erase_if(m_columns, [&all](const TextColumn& shown) { return all[shown.column].name == column::kUnit; });
    if (m_options.lineWidth == 0)
        return;
    // In a line that has an end the short name stands for the name: it is the one that tells kernels apart.
    const std::size_t name = m_table.columnIndex("name");
    const std::size_t shortName = m_table.columnIndex(kShortNameColumn);
    const auto at = std::ranges::find(m_columns, name, &TextColumn::column);
    const auto replacement = std::ranges::find(m_columns, shortName, &TextColumn::column);
    if (at != m_columns.end() && replacement != m_columns.end()) {
        std::swap(*at, *replacement);
        m_columns.erase(replacement);
        m_left.emplace_back(all[name].name);
    }
    std::erase_if(m_columns, [&all, shortName](const TextColumn& shown) {
        return all[shown.column].isInFilesOnly && shown.column != shortName;
    });
}

void TextTableLayout::chooseUnits()
{
    std::vector<std::size_t> columns = mapped(m_columns, &TextColumn::column);
    const std::vector<ColumnUnit> units = columnUnits(m_table, m_rows, columns);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        TextColumn& shown = m_columns[i];
        shown.number = isInUnits() ? numberStyle(descriptor(shown), units[i], largestAmount(shown))
                                   : exactNumberStyle(descriptor(shown));
    }
}

double TextTableLayout::largestAmount(const TextColumn& shown) const
{
    if (quantityOf(descriptor(shown)) == Quantity::None)
        return 0;
    double largest = 0;
    for (const std::uint32_t row : m_rows)
        largest = std::max(largest, std::fabs(baseAmount(m_table.cell(row, shown.column), descriptor(shown))));
    return largest;
}

std::string TextTableLayout::textOf(const TextColumn& shown, std::uint32_t row) const
{
    const Cell cell = m_table.cell(row, shown.column);
    if (std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell))
        return numberText(shown.number, descriptor(shown), cell);
    if (const auto* text = std::get_if<std::string>(&cell))
        return escapeForTerminal(*text);
    const auto* list = std::get_if<std::vector<std::string>>(&cell);
    return list ? escapeForTerminal(joined(*list, " \u203a ")) : "-";
}

std::size_t TextTableLayout::indentOf(const TextColumn& shown, std::size_t i) const
{
    const bool isLabel = !m_depths.empty() && descriptor(shown).treeRole == TreeRole::Label;
    if (!isLabel)
        return 0;
    const std::size_t most = shown.width > 0 ? shown.width / 3 : 2 * kMostIndent; // the width is not known at first
    return std::min({ 2 * std::size_t { m_depths[i] }, 2 * kMostIndent, most });
}

void TextTableLayout::measure(TextColumn& shown) const
{
    shown.width = 0; // not known before fit()
    const std::size_t headWidth = std::max(characterCount(shown.heading), characterCount(shown.number.unit));
    if (shown.isNumber && isInUnits()) {
        int needed = 0;
        for (const std::uint32_t row : m_rows) {
            if (const std::string text = textOf(shown, row); text.find_first_of("<>e ") == std::string::npos)
                needed = std::max(needed, decimalsNeeded(text));
        }
        shown.number.decimals = needed;
    }
    std::size_t longest = 0;
    shown.isOfSentences = descriptor(shown).text == TextKind::Sentence;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::string text = textOf(shown, m_rows[i]);
        const bool isLongSentence = shown.isOfSentences && characterCount(text) > kSentenceWidth;
        shown.hasSentences = shown.hasSentences || isLongSentence;
        longest = std::max(longest, indentOf(shown, i) + characterCount(text));
    }
    const std::size_t most = m_options.maxCellWidth;
    if (shown.hasSentences)
        longest = std::min(longest, most == 0 ? kWideSentence : std::min(most, kSentenceWidth));
    else if (!shown.isNumber && most > 0)
        longest = std::min(longest, most);
    shown.natural = std::max(headWidth, longest);
    shown.least = shown.natural;
    if (!shown.isNumber && m_options.lineWidth > 0) {
        const std::size_t room = m_options.lineWidth;
        const bool isWide = shown.isOfSentences || (m_isTree && descriptor(shown).treeRole == TreeRole::Label);
        const std::size_t narrow = isWide ? std::clamp<std::size_t>(room / 2, 20, kSentenceWidth)
                                          : std::clamp<std::size_t>(room * 2 / 5, 16, 48);
        shown.least = std::max(headWidth, std::min(shown.natural, narrow));
    }
    shown.width = shown.natural;
}

std::vector<ColumnWorth> TextTableLayout::worths() const
{
    std::vector<WrittenColumn> columns;
    for (const TextColumn& shown : m_columns)
        columns.push_back({ &descriptor(shown), shown.hasSentences,
            [this, &shown](std::size_t i) { return textOf(shown, m_rows[i]); } });
    return columnWorths(columnLooks(columns, m_rows.size()));
}

void TextTableLayout::narrowTexts(std::size_t width)
{
    for (TextColumn& shown : m_columns) {
        if (!shown.isNumber && !shown.hasSentences)
            shown.least = std::max(characterCount(shown.heading), std::min(shown.least, width));
    }
}

/// Those of least worth first, of equal ones those further to the right. Texts are made shorter before one that tells
/// rows apart is left out.
void TextTableLayout::dropColumns()
{
    const auto width = [this] {
        std::size_t sum = 0;
        for (const TextColumn& shown : m_columns)
            sum += shown.least + kBetweenColumns;
        return sum - kBetweenColumns;
    };
    if (width() <= m_options.lineWidth)
        return;
    std::vector<ColumnWorth> worths = this->worths();
    static constexpr std::array<std::size_t, 2> kNarrow { 28, 20 }; // a name cut shorter is hardly one
    std::size_t narrowed = 0;
    const std::vector<std::size_t> all = mapped(m_columns, &TextColumn::column);
    while (m_columns.size() > 1 && width() > m_options.lineWidth) {
        const auto last = std::ranges::min_element(worths.rbegin(), worths.rend());
        const std::size_t narrowings = *last < ColumnWorth::SameInAll ? 0 : *last == ColumnWorth::SameInAll ? 1 : 2;
        if (narrowed < narrowings) {
            narrowTexts(kNarrow[narrowed++]);
            continue;
        }
        const auto at = worths.rend() - last - 1;
        m_columns.erase(m_columns.begin() + at);
        worths.erase(worths.begin() + at);
    }
    for (const std::size_t column : all) {
        if (std::ranges::find(m_columns, column, &TextColumn::column) == m_columns.end())
            m_left.push_back(m_table.columns()[column].name);
    }
}

/// What room there is beyond the least goes to the texts that need it, the same to each.
void TextTableLayout::shareRoom()
{
    std::size_t used = kBetweenColumns * (m_columns.size() - 1);
    for (TextColumn& shown : m_columns) {
        shown.width = shown.least;
        used += shown.least;
    }
    while (used < m_options.lineWidth) {
        bool isShared = false;
        for (TextColumn& shown : m_columns) {
            if (shown.width < shown.natural && used < m_options.lineWidth) {
                ++shown.width;
                ++used;
                isShared = true;
            }
        }
        if (!isShared)
            break;
    }
}

void TextTableLayout::fit()
{
    if (m_options.lineWidth == 0 || m_columns.empty())
        return;
    dropColumns();
    shareRoom();
}

void TextTableLayout::cutTexts(TextColumn& shown) const
{
    if (shown.isNumber || shown.isOfSentences)
        return;
    // What stands further to the right has less room.
    std::map<std::size_t, std::vector<std::string>> byIndent;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::size_t indent = indentOf(shown, i);
        std::string text = textOf(shown, m_rows[i]);
        if (shown.cut.try_emplace(std::string(indent, ' ') + text).second)
            byIndent[indent].push_back(std::move(text));
    }
    const ShownTexts displayed(m_table, shown.column);
    for (auto& [indent, texts] : byIndent) {
        const std::size_t width = shown.width - indent;
        // Where a name does not fit its display name may.
        std::vector<std::string> candidates = texts;
        for (std::string& text : candidates) {
            if (characterCount(text) > width)
                text = escapeForTerminal(displayed.of(text));
        }
        const std::vector<std::string_view> views(candidates.begin(), candidates.end());
        const std::vector<std::string> cut = elidedApart(views, width);
        const std::string blanks(indent, ' ');
        for (std::size_t i = 0; i < texts.size(); ++i)
            shown.cut[blanks + texts[i]] = blanks + cut[i];
    }
}

std::string TextTableLayout::cellText(const TextColumn& column, std::size_t i) const
{
    std::string text = std::string(indentOf(column, i), ' ') + textOf(column, m_rows[i]);
    const auto cut = column.cut.find(text);
    return cut == column.cut.end() ? text : cut->second;
}

} // namespace kinetoscope
