// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/output/analysis_json.h"
#include "core/output/json_writer.h"
#include "core/output/readable_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

bool isNumeric(ColumnType type)
{
    return type != ColumnType::String && type != ColumnType::List;
}

std::string listText(const std::vector<std::string>& list)
{
    JsonWriter json;
    json.beginArray();
    for (const std::string& item : list)
        json.value(item);
    json.endArray();
    return json.take();
}

/// Exact text of a cell, nothing quoted or escaped yet; "" for no value.
std::string cellText(const Cell& cell, ColumnType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return type == ColumnType::Duration || type == ColumnType::Time ? microsecondsText(*whole)
                                                                        : std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return std::isfinite(*number) ? shortestText(*number) : std::string {};
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell))
        return listText(*list);
    return {};
}

/// A spreadsheet runs a field that begins with one of these, also after blanks it strips; a sign alone is text to it.
bool looksLikeFormula(std::string_view text)
{
    if (text == "=" || text == "+" || text == "-")
        return false;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return false;
    return std::string_view("=+-@").find(text[first]) != std::string_view::npos || text.front() == '\t'
        || text.front() == '\r';
}

std::string guarded(std::string text, const TableWriterOptions& options)
{
    return !options.rawText && looksLikeFormula(text) ? "'" + text : text;
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of("\",\r\n") == std::string::npos)
        return text;
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"')
            field += '"';
        field += c;
    }
    return field + '"';
}

std::string tsvField(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

/// CSV or TSV of `rowCount` rows, the i-th of which is row `rowAt(i)` of the table.
template <typename RowAt>
std::string writeSeparated(const Table& table, std::span<const std::size_t> columns, std::size_t rowCount, RowAt rowAt,
    char separator, const TableWriterOptions& options)
{
    const auto field = [separator](
                           std::string text) { return separator == ',' ? csvField(text) : tsvField(std::move(text)); };
    std::string out;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0)
            out += separator;
        out += field(table.columns()[columns[i]].name);
    }
    out += '\n';
    for (std::size_t i = 0; i < rowCount; ++i) {
        const std::size_t row = rowAt(i);
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (j > 0)
                out += separator;
            const ColumnType type = table.columns()[columns[j]].type;
            const Cell cell = table.cell(row, columns[j]);
            const bool isNumber = isNumeric(type) && !std::holds_alternative<std::string>(cell);
            std::string text = cellText(cell, type);
            out += field(isNumber ? std::move(text) : guarded(std::move(text), options));
        }
        out += '\n';
    }
    return out;
}

std::string writeSeparated(const Table& table, char separator, const TableWriterOptions& options)
{
    std::vector<std::size_t> columns(table.columnCount());
    std::iota(columns.begin(), columns.end(), std::size_t { 0 });
    return writeSeparated(
        table, columns, table.rowCount(), [](std::size_t row) { return row; }, separator, options);
}

/// Words that end with a full stop, as findings do. Names are cut in the middle; a sentence would lose its point.
bool isSentence(std::string_view text)
{
    return text.ends_with('.') && text.find(' ') != std::string_view::npos;
}

/// `text` in lines of at most `width` characters, broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width)
{
    std::vector<std::string> lines { std::string() };
    std::size_t used = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const std::size_t length = characterCount(word);
        if (used > 0 && used + 1 + length > width) {
            lines.emplace_back();
            used = 0;
        }
        if (used > 0)
            lines.back() += ' ';
        lines.back() += word;
        used += length + (used > 0 ? 1 : 0);
    }
    return lines;
}

/// Cells as people see them: a dash for no value, nothing that a terminal or a Markdown reader would act on.
std::vector<std::vector<std::string>> visibleCells(
    const Table& table, const TableWriterOptions& options, bool forMarkdown)
{
    std::vector<std::vector<std::string>> lines;
    lines.emplace_back();
    for (const ColumnDescriptor& column : table.columns())
        lines.back().push_back(column.name);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        lines.emplace_back();
        for (std::size_t column = 0; column < table.columnCount(); ++column) {
            const Cell cell = table.cell(row, column);
            const auto* number = std::get_if<double>(&cell);
            std::string text = number ? readableNumber(*number) : cellText(cell, table.columns()[column].type);
            if (text.empty() && !std::holds_alternative<std::string>(cell))
                text.assign(1, '-');
            text = escapeForTerminal(text);
            if (!forMarkdown && options.maxCellWidth > 0 && !isSentence(text))
                text = elideMiddle(text, options.maxCellWidth);
            lines.back().push_back(std::move(text));
        }
    }
    return lines;
}

void appendPadded(std::string& out, const std::string& text, std::size_t width, bool right)
{
    const std::string blanks(width - std::min(width, characterCount(text)), ' ');
    out += right ? blanks + text : text + blanks;
}

std::string writeAligned(const Table& table, const TableWriterOptions& options)
{
    const std::size_t most = options.maxCellWidth > 0 ? options.maxCellWidth : ~std::size_t { 0 };
    std::vector<std::vector<std::vector<std::string>>> rows; // lines of each cell
    std::vector<std::size_t> widths(table.columnCount(), 0);
    for (const auto& cells : visibleCells(table, options, false)) {
        rows.emplace_back();
        for (std::size_t column = 0; column < cells.size(); ++column) {
            // Only sentences are still longer than the width.
            const bool isLong = characterCount(cells[column]) > most;
            rows.back().push_back(isLong ? wrapped(cells[column], most) : std::vector { cells[column] });
            for (const std::string& line : rows.back().back())
                widths[column] = std::max(widths[column], characterCount(line));
        }
    }
    std::string out;
    for (const auto& cells : rows) {
        std::size_t lineCount = 1;
        for (const auto& lines : cells)
            lineCount = std::max(lineCount, lines.size());
        for (std::size_t line = 0; line < lineCount; ++line) {
            std::string text;
            for (std::size_t column = 0; column < cells.size(); ++column) {
                if (column > 0)
                    text += "  ";
                appendPadded(text, line < cells[column].size() ? cells[column][line] : std::string(), widths[column],
                    isNumeric(table.columns()[column].type));
            }
            text.erase(text.find_last_not_of(' ') + 1);
            out += text + '\n';
        }
    }
    return out;
}

std::string markdownField(const std::string& text)
{
    std::string field;
    for (const char c : text) {
        if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '<' || c == '[')
            field += '\\';
        field += c;
    }
    return field;
}

std::string writeMarkdown(const Table& table, const TableWriterOptions& options)
{
    const std::vector<std::vector<std::string>> lines = visibleCells(table, options, true);
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out += '|';
        for (const std::string& text : lines[i])
            out += ' ' + markdownField(text) + " |";
        out += '\n';
        if (i > 0)
            continue;
        out += '|';
        for (const ColumnDescriptor& column : table.columns())
            out += isNumeric(column.type) ? " ---: |" : " --- |";
        out += '\n';
    }
    return out;
}

} // namespace

std::optional<TableFormat> tableFormatFromName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, TableFormat>, 5> kNames { { { "table", TableFormat::Text },
        { "csv", TableFormat::Csv }, { "tsv", TableFormat::Tsv }, { "json", TableFormat::Json },
        { "markdown", TableFormat::Markdown } } };
    for (const auto& [known, format] : kNames) {
        if (known == name)
            return format;
    }
    return std::nullopt;
}

std::string writeTable(const Table& table, TableFormat format, const TableWriterOptions& options)
{
    switch (format) {
    case TableFormat::Text:
        return writeAligned(table, options);
    case TableFormat::Csv:
        return writeSeparated(table, ',', options);
    case TableFormat::Tsv:
        return writeSeparated(table, '\t', options);
    case TableFormat::Json: {
        JsonWriter json;
        writeTableJson(json, table);
        return json.take() + '\n';
    }
    case TableFormat::Markdown:
        return writeMarkdown(table, options);
    }
    return {};
}

std::string writeTablePart(const Table& table, std::span<const std::uint32_t> rows,
    std::span<const std::size_t> columns, TableFormat format, const TableWriterOptions& options)
{
    return writeSeparated(
        table, columns, rows.size(), [rows](std::size_t i) { return std::size_t { rows[i] }; },
        format == TableFormat::Csv ? ',' : '\t', options);
}

std::string writeResult(const AnalysisResult& result, const ResultInfo& info, const Table* table, TableFormat format,
    const TableWriterOptions& options)
{
    if (format == TableFormat::Json)
        return writeResultJson(result, info, table);
    if (result.tables.empty())
        return {};
    if (format == TableFormat::Csv || format == TableFormat::Tsv)
        return writeTable(table ? *table : result.tables.front(), format, options);

    std::string out;
    for (const Table& candidate : result.tables) {
        if (table && table != &candidate)
            continue;
        if (!out.empty())
            out += '\n';
        out += format == TableFormat::Markdown ? "### " + candidate.title() + "\n\n" : candidate.title() + "\n\n";
        out += writeTable(candidate, format, options);
    }
    return out;
}

} // namespace kinetoscope
