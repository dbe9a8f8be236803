// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"

#include "core/analysis/types/columns.h"
#include "core/base/ascii.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/wrapped_text.h"
#include "core/layout/table/row_arrangement.h"
#include "core/output/analysis_json.h"
#include "core/output/json_writer.h"
#include "core/output/readable_text.h"
#include "core/output/text_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

std::string tableWriterListText(const std::vector<std::string>& list)
{
    JsonWriter json;
    json.array(list);
    return json.take();
}

/// Exact text of a cell, nothing quoted or escaped yet; "" for no value.
std::string tableWriterCellText(const Cell& cell, ColumnType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return type == ColumnType::Duration || type == ColumnType::Time ? microsecondsText(*whole)
                                                                        : std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return std::isfinite(*number) ? shortestText(*number) : std::string {};
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell))
        return tableWriterListText(*list);
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
    std::ranges::replace_if(
        text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

constexpr std::size_t kTableWriterFlushAt = std::size_t { 1 } << 16; // bytes of a piece

/// CSV or TSV of `rowCount` rows, the i-th of which is row `rowAt(i)` of the table.
template <typename RowAt>
void writeSeparated(const Table& table, std::span<const std::size_t> columns, std::size_t rowCount, RowAt rowAt,
    char separator, const TableWriterOptions& options, const TextSink& sink)
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
            const Cell cell = inFiles(table.cell(row, columns[j]), table.columns()[columns[j]]);
            const bool isNumber = isNumeric(type) && !std::holds_alternative<std::string>(cell);
            std::string text = tableWriterCellText(cell, type);
            out += field(isNumber ? std::move(text) : guarded(std::move(text), options));
        }
        out += '\n';
        if (out.size() >= kTableWriterFlushAt) {
            sink(out);
            out.clear();
        }
    }
    sink(out);
}

void writeSeparated(const Table& table, char separator, const TableWriterOptions& options, const TextSink& sink)
{
    std::vector<std::size_t> columns(table.columnCount());
    std::iota(columns.begin(), columns.end(), std::size_t { 0 });
    writeSeparated(
        table, columns, table.rowCount(), [](std::size_t row) { return row; }, separator, options, sink);
}

/// A cell as people see it: a dash for no value, nothing that a terminal or a Markdown reader would act on.
std::string visibleText(const Cell& cell, ColumnType type)
{
    const auto* number = std::get_if<double>(&cell);
    std::string text = number ? readableNumber(*number) : tableWriterCellText(cell, type);
    if (text.empty() && !std::holds_alternative<std::string>(cell))
        return "-";
    return escapeForTerminal(text);
}

/// A text that a Markdown reader shows as it is. An underscore acts only where no letter or digit is before it, as in
/// __init__, an ampersand only where a reference such as &lt; may begin: the others stay, so that most names do.
std::string markdownField(const std::string& text)
{
    constexpr std::string_view kActive = "|\\`*<[~";
    std::string field;
    bool isInWord = false; // underscores aside
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : ' ';
        if ((c == '_' && !isInWord) || (c == '&' && (next == '#' || isLetter(next)))
            || kActive.find(c) != std::string_view::npos)
            field += '\\';
        field += c;
        isInWord = c == '_' ? isInWord : isWordByte(c);
    }
    return field;
}

void writeMarkdown(const Table& table, const TextSink& sink)
{
    std::string out = "|";
    for (const ColumnDescriptor& column : table.columns())
        out += ' ' + markdownField(column.name) + " |";
    out += "\n|";
    for (const ColumnDescriptor& column : table.columns())
        out += isNumeric(column.type) ? " ---: |" : " --- |";
    out += '\n';
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        out += '|';
        for (std::size_t column = 0; column < table.columnCount(); ++column)
            out += ' '
                + markdownField(visibleText(
                    inFiles(table.cell(row, column), table.columns()[column]), table.columns()[column].type))
                + " |";
        out += '\n';
        if (out.size() >= kTableWriterFlushAt) {
            sink(out);
            out.clear();
        }
    }
    sink(out);
}

/// Tables of one line or a few answer at a glance: those of many rows stand behind them.
std::vector<const Table*> inTextOrder(std::span<const Table> tables)
{
    constexpr std::size_t kLongTable = 20;
    std::vector<const Table*> ordered = inReadingOrder(tables);
    std::stable_partition(
        ordered.begin(), ordered.end(), [](const Table* table) { return table->rowCount() <= kLongTable; });
    return ordered;
}

void writeTitle(const AnalysisResult& result, const Table& table, TableFormat format, const TableWriterOptions& options,
    const TextSink& sink)
{
    if (format == TableFormat::Markdown)
        return sink("### " + table.title() + "\n\n");
    // What --table takes, where there is a choice.
    const std::string name = result.tables.size() > 1 ? fmt::format(" (--table {})", table.name()) : "";
    for (const std::string& line : wrappedText(table.title() + name, options.lineWidth))
        sink(line + '\n');
    sink("\n");
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

void writeTable(const Table& table, TableFormat format, const TableWriterOptions& options, const TextSink& sink)
{
    switch (format) {
    case TableFormat::Text:
        return writeTextTable(table, options, sink);
    case TableFormat::Csv:
        return writeSeparated(table, ',', options, sink);
    case TableFormat::Tsv:
        return writeSeparated(table, '\t', options, sink);
    case TableFormat::Json: {
        JsonWriter json;
        writeTableJson(json, table, sink);
        return sink(json.take() + '\n');
    }
    case TableFormat::Markdown:
        return writeMarkdown(table, sink);
    }
}

std::string writeTable(const Table& table, TableFormat format, const TableWriterOptions& options)
{
    std::string out;
    writeTable(table, format, options, [&out](std::string_view piece) { out += piece; });
    return out;
}

std::string writeTablePart(const Table& table, std::span<const std::uint32_t> rows,
    std::span<const std::size_t> columns, TableFormat format, const TableWriterOptions& options)
{
    std::string out;
    writeSeparated(
        table, columns, rows.size(), [rows](std::size_t i) { return std::size_t { rows[i] }; },
        format == TableFormat::Csv ? ',' : '\t', options, [&out](std::string_view piece) { out += piece; });
    return out;
}

void writeResult(const AnalysisResult& result, const ResultInfo& info, const Table* table, TableFormat format,
    const TableWriterOptions& options, const TextSink& sink)
{
    if (format == TableFormat::Json)
        return writeResultJson(result, info, table, sink);
    if (result.tables.empty())
        return;
    if (format == TableFormat::Csv || format == TableFormat::Tsv)
        return writeTable(table ? *table : result.tables.front(), format, options, sink);

    const bool isText = format == TableFormat::Text;
    TableWriterOptions chosen = options;
    if (info.mode == Mode::Hta) { // to be held against a notebook
        chosen.tableOrder = true;
        chosen.exactUnits = true;
    }
    std::vector<const Table*> tables;
    if (isText && info.mode != Mode::Hta) {
        tables = inTextOrder(result.tables);
    } else {
        for (const Table& candidate : result.tables)
            tables.push_back(&candidate);
    }
    std::erase_if(tables, [&](const Table* candidate) {
        return (table && table != candidate) || (isText && !hasChosenColumn(*candidate, chosen));
    });
    for (const Table* candidate : tables) {
        if (candidate != tables.front())
            sink("\n");
        writeTitle(result, *candidate, format, chosen, sink);
        writeTable(*candidate, format, chosen, sink);
    }
}

std::string writeResult(const AnalysisResult& result, const ResultInfo& info, const Table* table, TableFormat format,
    const TableWriterOptions& options)
{
    std::string out;
    writeResult(result, info, table, format, options, [&out](std::string_view piece) { out += piece; });
    return out;
}

} // namespace kinetoscope
