// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report.h"

#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/layout/table/column_units.h"
#include "core/layout/table/row_arrangement.h"
#include "core/layout/table/shown_texts.h"
#include "core/output/readable_text.h"
#include "core/words/english.h"
#include "core/words/figures.h"
#include "core/words/joined_remarks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// `text` for HTML and XML, between tags and in quoted attributes: inert (see inertText), with `&`, `<`, `>` and both
/// quotes as entities. A text from a trace can then neither become markup nor hide what is around it.
std::string escapeHtml(std::string_view text)
{
    std::string html;
    for (const char c : inertText(text)) {
        switch (c) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

/// Writes HTML that is well-formed XML, too, whatever the texts hold. Names of elements and attributes are the
/// program's, never a trace's.
class HtmlWriter {
public:
    /// Those without a value are left out.
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    void open(std::string_view tag, Attributes attributes = {});
    void close(); ///< the element that was opened last
    /// An element without content that has no end tag: meta, br.
    void empty(std::string_view tag, Attributes attributes = {});
    void text(std::string_view text) { m_html += escapeHtml(text); }
    void element(std::string_view tag, std::string_view content, Attributes attributes = {});
    /// HTML of the program's own, taken as it is.
    void raw(std::string_view html) { m_html += html; }
    void newLine() { m_html += '\n'; }

    [[nodiscard]] std::string take() { return std::move(m_html); }

private:
    void begin(std::string_view tag, Attributes attributes);

    std::string m_html;
    std::vector<std::string> m_open;
};

void HtmlWriter::begin(std::string_view tag, Attributes attributes)
{
    m_html += '<';
    m_html += tag;
    for (const auto& [name, value] : attributes) {
        if (value.empty())
            continue;
        m_html += ' ';
        m_html += name;
        m_html += "=\"";
        m_html += escapeHtml(value);
        m_html += '"';
    }
}

void HtmlWriter::open(std::string_view tag, Attributes attributes)
{
    begin(tag, attributes);
    m_html += '>';
    m_open.emplace_back(tag);
}

void HtmlWriter::close()
{
    m_html += "</" + m_open.back() + '>';
    m_open.pop_back();
}

void HtmlWriter::empty(std::string_view tag, Attributes attributes)
{
    begin(tag, attributes);
    m_html += " />";
}

void HtmlWriter::element(std::string_view tag, std::string_view content, Attributes attributes)
{
    open(tag, attributes);
    text(content);
    close();
}

constexpr std::size_t kMostNameCharacters = 90;
constexpr std::size_t kMostTipCharacters = 4000;
constexpr std::size_t kNarrowName = 22; // bytes: on paper a column of longer texts gets this width at least
constexpr const char* kDash = "\u2013";

// Colours of the light theme (widgets/support/palette): charts are drawn for them.
constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; color: #1A1D21; background: #FFFFFF; margin: 0 auto; padding: 24px; max-width: 1100px; }
h1 { font-size: 26px; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 40px 0 4px; padding-top: 16px; border-top: 1px solid #D5D9DE; }
h3 { font-size: 15px; margin: 20px 0 4px; }
p { margin: 4px 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0; }
dt { color: #5A636D; }
dd { margin: 0; overflow-wrap: anywhere; }
nav { columns: 2; margin: 16px 0; }
nav div { break-inside: avoid; padding-bottom: 8px; }
nav ul { margin: 0; padding-left: 24px; }
a { color: #0B57D0; }
.question { color: #5A636D; }
.remarks { margin: 8px 0; padding-left: 20px; color: #5A636D; }
.problem { color: #B3261E; }
figure { margin: 12px 0; }
figure svg { display: block; width: 100%; max-width: 960px; height: auto; border: 1px solid #D5D9DE; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid #D5D9DE; }
th { background: #F4F5F7; font-weight: 600; vertical-align: bottom; min-width: 64px; }
.number { text-align: right; }
td.number { white-space: nowrap; }
.sentence { min-width: 320px; }
svg text { font-family: system-ui, "DejaVu Sans", sans-serif; }
.left-out { color: #5A636D; font-size: 13px; }
pre { background: #F4F5F7; padding: 8px 10px; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 40px; padding-top: 8px; border-top: 1px solid #D5D9DE; color: #5A636D; font-size: 13px; }
@page { size: landscape; margin: 12mm; }
@media print {
  body { font-size: 10pt; padding: 0; max-width: none; }
  nav { display: none; }
  h2, h3, .question { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  figure svg { max-height: 180mm; }
  .table { overflow: visible; }
  table { font-size: var(--print-size, 7.5pt); width: 100%; }
  thead { display: table-header-group; }
  th, td { padding: 2px 4px; min-width: 0; }
  td { overflow-wrap: anywhere; }
  .name, .sentence { min-width: 14em; }
  a { color: inherit; text-decoration: none; }
}
)";

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
    if (percent != 0 && std::fabs(percent) < 0.05)
        return percent > 0 ? "< 0.1" : "> -0.1";
    const double tenths = std::round(percent * 10) / 10;
    const std::string text = readableNumber(tenths);
    return text.find('.') == std::string::npos ? text + ".0" : text;
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
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return groupedCount(*whole);
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

std::vector<ShownColumn> shownColumns(const Table& table, std::span<const std::uint32_t> rows)
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
            added.cells.push_back(reportCellText(table.cell(row, column), descriptor, unit));
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

void writeTableHtml(HtmlWriter& html, const Table& table, std::size_t mostRows)
{
    const RowArrangement opened = rowsAsOpened(table);
    const std::span rows(opened.rows.data(), std::min(opened.rows.size(), mostRows));
    html.element("h3", table.title().empty() ? table.name() : table.title());
    if (rows.empty())
        return html.element("p", "No rows.", { { "class", "left-out" } });
    const std::vector<ShownColumn> columns = shownColumns(table, rows);
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

void writeParameters(HtmlWriter& html, const ReportSection& section)
{
    html.open("dl");
    html.element("dt", "Scope");
    html.element("dd", section.scope);
    for (const auto& [parameter, value] : section.parameters) {
        if (parameter.htaOnly)
            continue;
        const std::string text = formatParameter(parameter, value);
        html.element("dt", parameter.title.empty() ? parameter.id : parameter.title);
        html.element("dd", (text.empty() ? kDash : text) + (value == parameter.defaultValue ? " (default)" : ""));
    }
    html.close();
    html.newLine();
}

void writeSection(HtmlWriter& html, const ReportSection& section, std::size_t mostRows)
{
    html.open("section", { { "id", section.analysis->id } });
    html.element("h2", section.analysis->title);
    html.element("p", section.analysis->question, { { "class", "question" } });
    html.newLine();
    if (!section.problem.empty())
        html.element("p", section.problem, { { "class", "problem" } });
    if (section.result && !section.result->remarks.empty()) {
        html.open("ul", { { "class", "remarks" } });
        for (const Remark& remark : joinedRemarks(section.result->remarks))
            html.element("li", withMicroSign(english(remark)));
        html.close();
        html.newLine();
    }
    for (const std::string& chart : section.charts) {
        html.open("figure");
        html.raw(chart);
        html.close();
        html.newLine();
    }
    if (section.result) {
        for (const Table* table : inReadingOrder(section.result->tables))
            writeTableHtml(html, *table, mostRows);
    }
    html.element("h3", "How it was made");
    writeParameters(html, section);
    html.open("pre");
    html.element("code", section.command);
    html.close();
    html.close();
    html.newLine();
}

void writeHead(HtmlWriter& html, const Report& report)
{
    html.open("head");
    html.empty("meta", { { "charset", "utf-8" } });
    // Nothing may be loaded or run, should a text ever become markup after all.
    html.empty("meta",
        { { "http-equiv", "Content-Security-Policy" },
            { "content", "default-src 'none'; style-src 'unsafe-inline'; img-src data:" } });
    html.empty("meta", { { "name", "viewport" }, { "content", "width=device-width, initial-scale=1" } });
    html.empty("meta", { { "name", "generator" }, { "content", "Kinetoscope " KINETOSCOPE_VERSION } });
    html.element("title", report.title);
    html.open("style");
    html.raw(kStyle);
    html.close();
    html.close();
    html.newLine();
}

void writeTraces(HtmlWriter& html, const Report& report)
{
    html.open("dl");
    for (const ResultInfo::TraceInfo& trace : report.traces) {
        html.element("dt", fmt::format("Rank {}", trace.rank));
        html.element("dd", trace.path);
    }
    html.close();
    html.newLine();
}

/// The sections by group, as the window's menu lists them.
void writeContents(HtmlWriter& html, const std::vector<ReportSection>& sections)
{
    html.open("nav");
    for (std::size_t i = 0; i < sections.size();) {
        const PanelGroup group = sections[i].analysis->group;
        html.open("div");
        html.element("p", titleOf(group).english, { { "class", "question" } });
        html.open("ul");
        for (; i < sections.size() && sections[i].analysis->group == group; ++i) {
            html.open("li");
            html.element("a", sections[i].analysis->title, { { "href", "#" + sections[i].analysis->id } });
            html.close();
        }
        html.close();
        html.close();
    }
    html.close();
    html.newLine();
}

} // namespace

std::string writeReport(const Report& report)
{
    HtmlWriter html;
    html.raw("<!DOCTYPE html>\n");
    html.open("html", { { "lang", "en" } });
    html.newLine();
    writeHead(html, report);
    html.open("body");
    html.newLine();
    html.element("h1", report.title);
    writeTraces(html, report);
    writeContents(html, report.sections);
    for (const ReportSection& section : report.sections)
        writeSection(html, section, report.mostRows);
    html.element("footer",
        "Made by Kinetoscope " KINETOSCOPE_VERSION
        " in exact mode. Times are rounded to three decimals here; the commands print them exactly.");
    html.newLine();
    html.close();
    html.close();
    html.newLine();
    return html.take();
}

} // namespace kinetoscope
