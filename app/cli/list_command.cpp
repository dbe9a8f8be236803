// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_lookup.h"
#include "app/cli/commands.h"
#include "app/cli/parameter_options.h"
#include "app/cli/session.h"
#include "app/cli/terminal.h"
#include "core/base/wrapped_text.h"
#include "core/catalog/analyses.h"
#include "core/output/analysis_json.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

namespace kinetoscope::cli {

namespace {

std::string boundsText(const ParameterDescriptor& parameter)
{
    const auto bound = [&parameter](double value) { return formatBound(parameter, value); };
    if (parameter.minimum && parameter.maximum)
        return fmt::format("{} to {}", bound(*parameter.minimum), bound(*parameter.maximum));
    if (parameter.minimum)
        return "at least " + bound(*parameter.minimum);
    return parameter.maximum ? "at most " + bound(*parameter.maximum) : std::string {};
}

/// `text` behind `start`, in lines of the terminal that begin below each other.
std::string indented(const std::string& start, const std::string& text)
{
    const std::size_t width = std::max(terminalWidth(), start.size() + 20) - start.size();
    std::string out;
    for (const std::string& line : wrappedText(text, width))
        out += (out.empty() ? start : std::string(start.size(), ' ')) + line + "\n";
    return out;
}

std::string describeParameter(const ParameterDescriptor& parameter)
{
    std::string text = "  --" + parameter.id;
    if (const bool* isOn = std::get_if<bool>(&parameter.defaultValue)) {
        text += *isOn ? ", --no-" + parameter.id + "  (on by default" : "  (off by default";
    } else {
        const std::string usual = formatParameter(parameter, parameter.defaultValue);
        text += "  (default " + (usual.empty() ? "none" : usual);
        if (parameter.htaDefault)
            text += ", in hta mode " + formatParameter(parameter, *parameter.htaDefault);
        text += acceptedWords(parameter);
    }
    if (const std::string bounds = boundsText(parameter); !bounds.empty())
        text += "; " + bounds;
    if (parameter.names == NamedThing::Op)
        text += "; the name of an op";
    else if (parameter.names == NamedThing::Counter)
        text += "; over names of counters";
    return indented("  ", text.substr(2) + ")") + indented("      ", parameter.help);
}

std::string describeTables(const std::string& heading, const std::vector<TableDescriptor>& tables)
{
    std::string text;
    for (const TableDescriptor& table : tables) {
        text += fmt::format("\n{}{}: {}\n", heading, table.name, table.title);
        for (const ColumnDescriptor& column : table.columns) {
            std::string words = column.name;
            if (!column.title.empty())
                words += "  " + column.title;
            if (column.unit != Unit::None)
                words += fmt::format(" [{}]", toString(column.unit));
            text += indented("  ", words);
        }
    }
    return text;
}

std::string describe(const AnalysisDescriptor& analysis)
{
    std::string text = fmt::format("{}: {}\n{}\n", analysis.id, analysis.title, analysis.question);
    if (!analysis.parameters.empty())
        text += "\nParameters:\n";
    for (const ParameterDescriptor& parameter : analysis.parameters)
        text += describeParameter(parameter);
    text += describeTables("Table ", analysis.tables);
    text += describeTables("In hta mode, table ", analysis.tablesOfHta);
    return text;
}

std::string overview()
{
    std::size_t width = 0;
    for (const AnalysisDescriptor& analysis : analyses())
        width = std::max(width, analysis.id.size());
    std::string text;
    for (const AnalysisDescriptor& analysis : analyses())
        text += indented(analysis.id + std::string(width + 2 - analysis.id.size(), ' '), analysis.question);
    for (const std::string& line : wrappedText(exitCodeSentence(), terminalWidth()))
        text += (line.starts_with("Exit") ? "\n" : "") + line + "\n";
    return text;
}

} // namespace

ExitCode runList(const Arguments& arguments)
{
    CLI::App app("The analyses, or one analysis' parameters, tables and columns.", "kinetoscope-cli list");
    CommonOptions options;
    options.progress = "none";
    std::string id;
    const CLI::Option* const only = app.add_option("ANALYSIS", id, "Only this one")->type_name("");
    app.add_option("--format", options.format, "table or json")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({ "table", "json" }))
        ->capture_default_str();
    options.addOutputFile(app, "Options");
    app.footer("Examples:\n  kinetoscope-cli list\n  kinetoscope-cli list kernel-breakdown --format json");
    ExitCode code = kExitDone;
    if (!parse(app, arguments, code))
        return code;

    Session session(options);
    std::vector<AnalysisDescriptor> chosen(analyses().begin(), analyses().end());
    const bool isOne = only->count() > 0; // an empty text is the name of none
    if (isOne) {
        const AnalysisDescriptor* analysis = findAnalysisOrExplain(id);
        if (!analysis)
            return kExitUsage;
        chosen = { *analysis };
    }
    if (options.tableFormat() == TableFormat::Json)
        return session.finish(writeAnalysisListJson(chosen));
    return session.finish(isOne ? describe(chosen.front()) : overview());
}

} // namespace kinetoscope::cli
