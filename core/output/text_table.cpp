// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/text_table.h"

#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/base/wrapped_text.h"
#include "core/output/text_table_layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kTextTableFlushAt = std::size_t { 1 } << 16;

/// Writes what a layout shows, row by row.
class TextTable {
public:
    TextTable(const Table& table, const TableWriterOptions& options)
        : m_table(table)
        , m_options(options)
        , m_layout(table, options)
        , m_columns(m_layout.columns())
    {
    }
    void write(const TextSink& sink);

private:
    void appendRow(std::string& out, const std::vector<std::string>& cells) const;
    void appendHead(std::string& out) const;
    void appendFoot(std::string& out) const;

    const Table& m_table;
    const TableWriterOptions& m_options;
    TextTableLayout m_layout;
    const std::vector<TextColumn>& m_columns; ///< of m_layout
};

void TextTable::appendRow(std::string& out, const std::vector<std::string>& cells) const
{
    std::vector<std::vector<std::string>> lines;
    std::size_t lineCount = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool isLong = m_columns[i].isOfSentences && characterCount(cells[i]) > m_columns[i].width;
        const LongWords longWords = m_options.lineWidth > 0 ? LongWords::Broken : LongWords::Whole;
        lines.push_back(isLong ? wrappedText(cells[i], m_columns[i].width, longWords) : std::vector { cells[i] });
        lineCount = std::max(lineCount, lines.back().size());
    }
    for (std::size_t line = 0; line < lineCount; ++line) {
        std::string text;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string& part = line < lines[i].size() ? lines[i][line] : std::string();
            const std::size_t width = m_columns[i].width;
            const std::string blanks(width - std::min(width, characterCount(part)), ' ');
            text.append(i > 0 ? kBetweenColumns : 0, ' ');
            text += m_columns[i].isNumber ? blanks + part : part + blanks;
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + '\n';
    }
}

void TextTable::appendHead(std::string& out) const
{
    std::vector<std::string> headings;
    std::vector<std::string> units;
    for (const TextColumn& shown : m_columns) {
        headings.push_back(shown.heading);
        units.push_back(shown.number.unit);
    }
    appendRow(out, headings);
    if (m_layout.rowCount() > 0 && std::ranges::any_of(units, [](const std::string& unit) { return !unit.empty(); }))
        appendRow(out, units);
}

void TextTable::appendFoot(std::string& out) const
{
    const auto say = [&](const std::string& sentence) {
        for (const std::string& line : wrappedText(sentence, m_options.lineWidth))
            out += line + '\n';
    };
    if (m_table.rowCount() == 0)
        say("(no rows)");
    if (m_layout.rowCount() < m_table.rowCount())
        say(fmt::format("({} of {} rows, {} more: --limit all)", m_layout.rowCount(), m_table.rowCount(),
            m_table.rowCount() - m_layout.rowCount()));
    if (m_layout.leftOut().empty() || m_table.rowCount() == 0)
        return;
    say(fmt::format("(columns not shown: {}; --wide shows all, --columns A,B chooses)",
        joined(mapped(m_layout.leftOut(), escapeForTerminal), ", ")));
}

void TextTable::write(const TextSink& sink)
{
    std::string out;
    if (!m_columns.empty())
        appendHead(out);
    std::vector<std::string> cells(m_columns.size());
    for (std::size_t i = 0; i < m_layout.rowCount(); ++i) {
        for (std::size_t j = 0; j < m_columns.size(); ++j)
            cells[j] = m_layout.cellText(m_columns[j], i);
        appendRow(out, cells);
        if (out.size() >= kTextTableFlushAt) {
            sink(out);
            out.clear();
        }
    }
    appendFoot(out);
    sink(out);
}

} // namespace

bool hasChosenColumn(const Table& table, const TableWriterOptions& options)
{
    return options.columns.empty() || std::ranges::any_of(table.columns(), [&](const ColumnDescriptor& column) {
        return std::ranges::any_of(
            options.columns, [&](const std::string& text) { return isColumnName(column.name, text); });
    });
}

void writeTextTable(const Table& table, const TableWriterOptions& options, const TextSink& sink)
{
    TextTable(table, options).write(sink);
}

} // namespace kinetoscope
