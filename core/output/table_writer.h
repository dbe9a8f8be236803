// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// How tables are written: by the command line, and byte for byte the same by the window's exports.
enum class TableFormat : std::uint8_t {
    Text,     ///< aligned columns for people
    Csv,      ///< RFC 4180 with CRLF-free lines ("\n"), one header row
    Tsv,      ///< tabs; tabs and line breaks inside a field become blanks
    Json,     ///< one document, see writeResult
    Markdown, ///< a pipe table
};
/// "table", "csv", "tsv", "json", "markdown".
[[nodiscard]] std::optional<TableFormat> tableFormatFromName(std::string_view name);

struct TableWriterOptions {
    /// CSV and TSV put a `'` before a text that a spreadsheet would run as a formula. True: texts as they are.
    bool rawText = false;

    // Text format only; the others have every row, column and letter.

    /// Longer names are cut in the middle (elide_apart.h), longer sentences broken into lines. 0: never.
    std::size_t maxCellWidth = 60;
    /// Characters of a line: names get shorter, then columns are left out from the right, and named. 0: no end.
    std::size_t lineWidth = 0;
    /// Rows of each table; how many more there are is said.
    std::size_t mostRows = std::numeric_limits<std::size_t>::max();
    /// The columns to show, in this order (text_table.h, isColumnName); empty: all that fit.
    std::vector<std::string> columns;
    bool tableOrder = false; ///< rows and columns as files have them; false: as a screen, largest main figure first
    bool exactUnits = false; ///< times in us, no other unit; false: column_units.h
};

/// Takes a text piece by piece, in order.
using TextSink = std::function<void(std::string_view)>;

/// One table. CSV, TSV and JSON hold exact values: times in us with up to three decimals, doubles with as many digits
/// as read back. No value is an empty field, `null` or a dash. The text ends with a line break.
[[nodiscard]] std::string writeTable(const Table& table, TableFormat format, const TableWriterOptions& options = {});

/// Some rows and columns of it in the given order, as CSV or TSV: what a person copies. Repeats are written again.
[[nodiscard]] std::string writeTablePart(const Table& table, std::span<const std::uint32_t> rows,
    std::span<const std::size_t> columns, TableFormat format, const TableWriterOptions& options = {});

/// What a JSON document says about where its tables come from.
struct ResultInfo {
    struct TraceInfo {
        std::int64_t rank = 0;
        std::string path;
    };
    std::string analysis; ///< id
    Mode mode = Mode::Exact;
    std::vector<std::pair<ParameterDescriptor, ParameterValue>> parameters {};
    std::vector<TraceInfo> traces {};
    Scope scope;
};

/// The same, piece by piece: a long table is never a text in memory.
void writeTable(const Table& table, TableFormat format, const TableWriterOptions& options, const TextSink& sink);

/// A whole result. CSV and TSV: the chosen table (nullptr: the first); Text and Markdown: the chosen or all, with
/// titles, Text with tables of many rows behind those of few, hta mode in its own order and units; JSON: the chosen or
/// all in one document of schema kinetoscope.analysis/1, remarks included.
/// @param table  nullptr or one of result.tables.
[[nodiscard]] std::string writeResult(const AnalysisResult& result, const ResultInfo& info, const Table* table,
    TableFormat format, const TableWriterOptions& options = {});
/// The same, piece by piece.
void writeResult(const AnalysisResult& result, const ResultInfo& info, const Table* table, TableFormat format,
    const TableWriterOptions& options, const TextSink& sink);

} // namespace kinetoscope
