// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/report_table.h"

#include "core/analysis/types/column_names.h"
#include "core/base/number_text.h"
#include "core/base/share_figure.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/layout/table/column_units.h"
#include "core/layout/table/row_arrangement.h"
#include "core/layout/table/shown_texts.h"
#include "core/output/readable_text.h"
#include "core/words/figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostNameCharacters = 90;
constexpr std::size_t kMostTipCharacters = 4000;
constexpr std::size_t kNarrowName = 22; // bytes: on paper a column of longer texts gets this width at least
constexpr const char* kDash = "\u2013";

std::string heading(const ColumnDescriptor& column, const ColumnUnit& unit)
{
    const std::string& title = column.title.empty() ? column.name : column.title;
    const std::string inBrackets = !unit.text.empty() ? (unit.text == "us" ? "\u00b5s" : std::string(unit.text))
        : column.unit == Unit::Ratio                  ? "%"
        : !column.denominator.empty()                 ? column.denominator
                                                      : std::string(toString(column.unit));
    return inBrackets.empty() ? title : fmt::format("{} ({})", title, inBrackets);
}

std::string reportListText(const std::vector<std::string>& list)
{
    std::string text;
    for (const std::string& entry : list)
        text += (text.empty() ? "" : " \u203a ") + entry;
    return text;
}

std::string percentText(double percent)
{
    const ShareFigure shown = shareFigure(percent);
    std::string text = readableNumber(std::round(shown.percent * 10) / 10);
    if (text.find('.') == std::string::npos)
        text += ".0";
    return shown.sign == 0 ? text : fmt::format("{} {}", shown.sign, text);
}

/// Three, and up to six where an amount is small in the unit of its column: four digits of it, none finer than a
/// nanosecond or a byte.
int decimalsOfAmount(double amount, const ColumnUnit& unit)
{
    constexpr int kFewest = 3;
    constexpr int kMost = 6;
    constexpr double kThousand = 1e3;
    const double magnitude = std::fabs(amount);
    if (magnitude == 0 || magnitude >= 1 || unit.size <= kThousand)
        return kFewest;
    return std::clamp(3 - static_cast<int>(std::floor(std::log10(magnitude))), kFewest, kMost);
}

std::string reportCellText(const Cell& cell, const ColumnDescriptor& column, const ColumnUnit& unit)
{
    const bool isWhole = std::holds_alternative<std::int64_t>(cell);
    const bool isFinite = isWhole || (std::holds_alternative<double>(cell) && std::isfinite(std::get<double>(cell)));
    if (isFinite && !unit.text.empty() && !(isWhole && unit.size == 1)) {
        const double base = baseAmount(cell, column);
        if (hasOwnUnit(quantityOf(column), base, unit))
            return sizeWords(std::llround(base));
        const double amount = base / unit.size;
        return fixedNumber(amount, decimalsOfAmount(amount, unit));
    }
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) // others are names: of an event, a thread, a step
        return column.unit == Unit::Count ? groupedCount(*whole) : std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell)) {
        if (!std::isfinite(*number))
            return kDash;
        if (column.unit == Unit::Ratio) // shares have one unit on a page, as on a screen
            return percentText(*number * 100);
        return column.unit == Unit::Percent ? percentText(*number) : readableNumber(*number);
    }
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&cell))
        return withMicroSign(reportListText(*list)); // ops with their times
    return kDash;
}

/// Letters of the longest word.
std::size_t longestWord(const std::string& text)
{
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    return longest;
}

/// The texts of what is shown of a table, column by column.
struct ShownColumn {
    const ColumnDescriptor* descriptor = nullptr;
    std::string heading;
    std::vector<std::string> cells; ///< names as the trace has them
    ShownTexts texts;
};

/// A sentence as the rest of the page words it.
std::string reportCellText(
    const Table& table, std::uint32_t row, std::size_t column, const ColumnUnit& unit, AnalysisTitle titleOf)
{
    const ColumnDescriptor& descriptor = table.columns()[column];
    const Message* const message = descriptor.text == TextKind::Sentence ? table.message(row, column) : nullptr;
    return message != nullptr ? english(*message, titleOf) : reportCellText(table.cell(row, column), descriptor, unit);
}

std::vector<ShownColumn> shownColumns(const Table& table, std::span<const std::uint32_t> rows, AnalysisTitle titleOf)
{
    const std::vector<std::size_t> columns =
        placesWhere(table.columns(), [](const ColumnDescriptor& column) { return !column.isInFilesOnly; });
    const std::vector<ColumnUnit> units = columnUnits(table, rows, columns);
    std::vector<ShownColumn> shown;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t column = columns[i];
        const ColumnDescriptor& descriptor = table.columns()[column];
        const ColumnUnit& unit = units[i];
        ShownColumn& added = shown.emplace_back();
        added.descriptor = &descriptor;
        added.heading = heading(descriptor, unit);
        added.texts = ShownTexts(table, column);
        for (const std::uint32_t row : rows)
            added.cells.push_back(reportCellText(table, row, column, unit, titleOf));
    }
    return shown;
}

/// Size of the letters with which a table fits a landscape page: words of its head and numbers are not broken.
std::string printStyle(const std::vector<ShownColumn>& columns)
{
    constexpr double kPagePoints = 720; // Letter without margins; A4 is wider
    constexpr double kPadding = 8;      // points of a column
    constexpr double kLetter = 0.66;    // width of a bold letter, of its height
    constexpr double kSmallest = 4;
    constexpr double kUsual = 7.5;
    std::size_t letters = 0;
    for (const ShownColumn& column : columns) {
        std::size_t widest = longestWord(column.heading);
        for (const std::string& cell : column.cells)
            widest = std::max(widest, isNumeric(*column.descriptor) ? cell.size() : std::min(cell.size(), kNarrowName));
        letters += widest;
    }
    const double room = kPagePoints - kPadding * static_cast<double>(columns.size());
    const double fitting = room / (kLetter * static_cast<double>(std::max<std::size_t>(letters, 1)));
    const double points = std::floor(std::clamp(fitting, kSmallest, kUsual) * 10) / 10;
    return "--print-size: " + readableNumber(points) + "pt";
}

/// @param depth  the deeper in a tree, the further to the right; beyond a dozen steps names would have no room.
void writeCell(HtmlWriter& html, const std::string& text, const ShownColumn& column, std::uint32_t depth)
{
    const std::string indent = depth > 0 ? fmt::format("padding-left: {}px", 10 + 14 * std::min(depth, 12U)) : "";

    if (isNumeric(*column.descriptor))
        return html.element("td", text, { { "class", "number" } });
    if (column.descriptor->text == TextKind::Sentence)
        return html.element("td", withMicroSign(text), { { "class", "sentence" } });
    const AnalysisDescriptor* const analysis =
        column.descriptor->name == column::kAnalysis ? findAnalysis(text) : nullptr;
    if (analysis != nullptr)
        return html.element("td", analysis->title);
    const std::string shown = elideMiddle(column.texts.of(text), kMostNameCharacters, 20);
    const bool isWhole = shown == text;
    html.element("td", shown,
        { { "class", isWhole && text.size() <= kNarrowName ? "" : "name" },
            { "title", isWhole ? "" : excerpt(text, kMostTipCharacters) }, { "style", indent } });
}

/// How deep each row of a tree is; 0 of a list.
std::vector<std::uint32_t> depthsOf(const RowArrangement& opened, std::span<const std::uint32_t> rows)
{
    return mapped(rows, [&](const std::uint32_t row) { return opened.isTree() ? opened.tree->depthOf(row) : 0; });
}

/// @param depths  of the rows that are shown.
void writeRows(HtmlWriter& html, const std::vector<ShownColumn>& columns, const std::vector<std::uint32_t>& depths)
{
    html.open("thead");
    html.open("tr");
    for (const ShownColumn& column : columns) {
        if (isNumeric(*column.descriptor))
            html.element("th", column.heading,
                { { "scope", "col" }, { "class", "number" }, { "title", column.descriptor->definition } });
        else
            html.element("th", column.heading, { { "scope", "col" }, { "title", column.descriptor->definition } });
    }
    html.close();
    html.close();
    html.newLine();
    html.open("tbody");
    for (std::size_t row = 0; row < depths.size(); ++row) {
        html.open("tr");
        for (const ShownColumn& column : columns)
            writeCell(
                html, column.cells[row], column, column.descriptor->treeRole == TreeRole::Label ? depths[row] : 0);
        html.close();
        html.newLine();
    }
    html.close();
}

} // namespace

void writeTableHtml(HtmlWriter& html, const Table& table, std::size_t mostRows, AnalysisTitle titleOf)
{
    const RowArrangement opened = rowsAsOpened(table);
    const std::span rows(opened.rows.data(), std::min(opened.rows.size(), mostRows));
    html.element("h3", table.title().empty() ? table.name() : table.title());
    const std::vector<ShownColumn> columns = shownColumns(table, rows, titleOf);
    html.open("div", { { "class", "table" } });
    html.open("table", { { "style", printStyle(columns) } });
    writeRows(html, columns, depthsOf(opened, rows));
    html.close();
    html.close();
    html.newLine();
    const auto count = [](std::size_t number) { return groupedCount(static_cast<std::int64_t>(number)); };
    if (rows.size() < table.rowCount())
        html.element("p",
            fmt::format("{}{} of {} rows; {} are left out.", opened.isTree() ? "" : "The first ", count(rows.size()),
                count(table.rowCount()), count(table.rowCount() - rows.size())),
            { { "class", "left-out" } });
}

} // namespace kinetoscope
