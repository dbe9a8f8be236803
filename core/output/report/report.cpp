// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/report.h"

#include "core/analysis/job/rank_step_table.h"
#include "core/base/text.h"
#include "core/catalog/analyses.h"
#include "core/layout/table/category_words.h"
#include "core/layout/table/row_arrangement.h"
#include "core/output/readable_text.h"
#include "core/output/report/html_writer.h"
#include "core/output/report/report_table.h"
#include "core/words/english.h"
#include "core/words/figures.h"
#include "core/words/joined_remarks.h"
#include "core/words/titled_english.h"

#include <fmt/core.h>

#include <string>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kNoText = "\u2013";

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

std::string quotedTitle(std::string_view id)
{
    const AnalysisDescriptor* const analysis = findAnalysis(id);
    return fmt::format("\u201c{}\u201d", analysis == nullptr ? id : std::string_view(analysis->title));
}

/// A value as the form of the window shows it; "" for none.
std::string shownValue(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (const bool* const isOn = std::get_if<bool>(&value))
        return *isOn ? "on" : "off";
    const std::string text = formatParameter(parameter, value);
    return parameter.type == ParameterType::Choice ? shownWord(text) : text;
}

void writeParameters(HtmlWriter& html, const ReportSection& section)
{
    html.open("dl");
    html.element("dt", "Scope");
    html.element("dd", section.scope);
    for (const auto& [parameter, value] : section.parameters) {
        if (parameter.htaOnly)
            continue;
        const std::string text = shownValue(parameter, value);
        html.element("dt", parameter.title.empty() ? parameter.id : parameter.title);
        html.element("dd", (text.empty() ? kNoText : text) + (value == parameter.defaultValue ? " (default)" : ""));
    }
    html.close();
    html.newLine();
}

std::string titleOfTable(const Table& table)
{
    return table.title().empty() ? table.name() : table.title();
}

/// The tables with rows, then the others in one sentence: a heading over nothing tells as little and takes a page.
/// @param ranks  that are open.
void writeTables(HtmlWriter& html, const ReportSection& section, std::size_t ranks, std::size_t mostRows)
{
    const AnalysisResult& result = *section.result;
    std::string empty;
    for (const Table* table : inReadingOrder(result.tables)) {
        if (table->rowCount() > 0) {
            writeTableHtml(html, *table, mostRows, quotedTitle);
            continue;
        }
        empty += (empty.empty() ? "\u201c" : "; \u201c") + titleOfTable(*table) + "\u201d";
        if (table->name() != kRankStepsTable)
            continue;
        if (ranks == 1)
            empty += ", which compares ranks, of which one is open";
        else if (section.ranksInScope == 1)
            empty += ", which compares ranks, of which one is in scope";
    }
    if (empty.empty())
        return;
    html.element("p", fmt::format("No rows here: {}.", empty), { { "class", "left-out" } });
    html.newLine();
}

void writeSection(HtmlWriter& html, const ReportSection& section, std::size_t ranks, std::size_t mostRows)
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
            html.element("li", withMicroSign(english(remark, quotedTitle)));
        html.close();
        html.newLine();
    }
    for (const std::string& chart : section.charts) {
        html.open("figure");
        html.raw(chart);
        html.close();
        html.newLine();
    }
    if (section.result)
        writeTables(html, section, ranks, mostRows);
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
        writeSection(html, section, report.traces.size(), report.mostRows);
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
