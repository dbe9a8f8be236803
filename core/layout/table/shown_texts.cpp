// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/shown_texts.h"

#include "core/base/display_name.h"
#include "core/base/string_pool.h"
#include "core/layout/table/category_words.h"
#include "core/layout/table/chain_text.h"

#include <set>
#include <utility>

namespace kinetoscope {
namespace {

/// The first row of each distinct text. Tables store a text once, so most rows are known by where their text lies.
std::vector<std::size_t> distinctRows(const Table& table, std::size_t column)
{
    std::set<std::pair<const char*, std::size_t>> places;
    std::set<std::string_view> texts;
    std::vector<std::size_t> rows;
    std::string_view last;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string_view text = table.text(row, column);
        if (text.empty() || (text.data() == last.data() && text.size() == last.size()))
            continue;
        last = text;
        if (places.emplace(text.data(), text.size()).second && texts.insert(text).second)
            rows.push_back(row);
    }
    return rows;
}

} // namespace

ShownTexts::ShownTexts(const Table& table, std::size_t column, Wording wording)
{
    if (column >= table.columnCount() || table.columns()[column].type != ColumnType::String)
        return;
    const bool isChain = table.columns()[column].text == TextKind::Chain;
    if (!isChain && table.columns()[column].text == TextKind::Plain)
        return;
    const std::vector<std::size_t> rows = distinctRows(table, column);
    if (!isChain && table.columns()[column].text == TextKind::Name) {
        add("others", categoryWords("others", wording));
        addNames(table, column, rows);
        return;
    }
    const ChainNames chains = isChain ? ChainNames(table, column) : ChainNames();
    for (const std::size_t row : rows) {
        const std::string_view text = table.text(row, column);
        const bool isWord = table.columns()[column].text == TextKind::Word;
        add(text, isChain ? chains.text(text) : isWord ? shownWord(text, wording) : categoryWords(text, wording));
    }
}

void ShownTexts::add(std::string_view text, std::string_view shown)
{
    if (shown != text)
        m_shown.try_emplace(std::string(text), shown);
}

void ShownTexts::addNames(const Table& table, std::size_t column, const std::vector<std::size_t>& rows)
{
    const std::size_t shortNames = table.columnIndex(kShortNameColumn);
    // Of several ranks, two names may read the same that no rank has both of.
    std::set<std::string_view> taken;
    bool areApart = shortNames < table.columnCount();
    for (std::size_t i = 0; areApart && i < rows.size(); ++i)
        areApart = taken.insert(table.text(rows[i], shortNames)).second;
    if (areApart) {
        for (const std::size_t row : rows)
            add(table.text(row, column), table.text(row, shortNames));
        return;
    }
    StringPool pool;
    for (const std::size_t row : rows)
        pool.intern(table.text(row, column));
    const DisplayNames names(pool);
    for (std::size_t i = 1; i < pool.size(); ++i)
        add(pool.view(StringId { i }), names.view(StringId { i }));
}

std::string_view ShownTexts::of(std::string_view text) const
{
    const auto found = m_shown.find(text);
    return found == m_shown.end() ? text : std::string_view(found->second);
}

} // namespace kinetoscope
