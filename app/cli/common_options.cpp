// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"

#include "app/cli/terminal.h"
#include "app/options/given_text.h"
#include "app/options/trace_argument.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace kinetoscope::cli {

namespace {

constexpr std::size_t kScreenRows = 50;

/// An -o that is the standard output becomes "". /dev/stdout and its other names must not be taken for a file: behind
/// them is the file that the shell appends to, and it would be replaced.
std::string fileOrStandardOutput(const std::string& name)
{
    if (name.empty())
        throw CLI::ValidationError("an empty text names no file"); // CLI11 says of which option
    constexpr std::array<std::string_view, 4> kNames { "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" };
    return std::ranges::find(kNames, name) != kNames.end() ? std::string() : name;
}

} // namespace

void ModeOption::add(CLI::App& app, const char* help, const char* group)
{
    app.add_option("--mode", word, help)
        ->type_name("MODE")
        ->check(CLI::IsMember({ "exact", "hta" }))
        ->capture_default_str()
        ->group(group);
}

void CommonOptions::addInput(CLI::App& app, bool hasClockOption)
{
    app.add_option("TRACE", traces,
           "Trace files (.json, .json.gz), RANK=path, - for the standard input, folders in which each is a rank, "
           "summaries (.ksum), or tables of CUPTI activity (.csv)")
        ->type_name("")
        ->required();
    app.add_option("--jobs", jobs, "Threads for reading and analysing; 0: as many as there are cores")
        ->type_name("N")
        ->check(CLI::Range(0, 1024))
        ->group("Input");
    app.add_option("--memory-limit", memoryLimit,
           "Stop at this much memory (4GiB), loading and after; default 60 % of the machine's")
        ->check(isGiven("an empty text is no size"))
        ->type_name("SIZE")
        ->group("Input");
    if (!hasClockOption)
        app.add_flag("--no-clock-alignment", keepsClocks,
               "Leave the clocks of ranks as their files have them; otherwise they are put together at the ends of "
               "their collectives")
            ->group("Input");
    app.add_flag("--strict", strict,
           "End with exit code 4 if a trace had to be repaired, lost events or, of several, could not be read")
        ->group("Input");
}

void CommonOptions::addOutput(CLI::App& app)
{
    app.add_option("--format", format, "table, csv, tsv, json or markdown")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({ "table", "csv", "tsv", "json", "markdown" }))
        ->capture_default_str()
        ->group("Output");
    addOutputFile(app, "Output");
    app.add_flag("--raw-text", rawText, "Leave texts that a spreadsheet would run as they are")->group("Output");
    addProgress(app);
}

void CommonOptions::addOutputFile(CLI::App& app, const char* group)
{
    app.add_option("-o,--output", output,
           "Write to a file, whole or not at all, instead of to the standard output, which - is, too")
        ->transform(fileOrStandardOutput)
        ->type_name("FILE")
        ->group(group);
}

void CommonOptions::addTableLook(CLI::App& app)
{
    app.add_option("--limit", limit,
           "Rows of each table: a number or all; default " + std::to_string(kScreenRows)
               + ", all in a file. Format table only")
        ->check(isGiven("an empty text is neither a number of rows nor all"))
        ->type_name("N|all")
        ->group("Output");
    app.add_option("--columns", columns, "Only these columns, in this order: a,b. Format table only")
        ->type_name("LIST")
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false)
        ->group("Output");
    app.add_flag("--wide", wide,
           "All columns and whole names, however long the lines; without it tables fit the terminal. Format table only")
        ->group("Output");
}

void CommonOptions::addProgress(CLI::App& app)
{
    app.add_option("--progress", progress, "auto, bar, json or none, on the standard error")
        ->type_name("STYLE")
        ->check(CLI::IsMember({ "auto", "bar", "json", "none" }))
        ->capture_default_str()
        ->group("Output");
    app.add_flag("-q,--quiet", quiet, "Print errors only, no remarks and no progress")->group("Output");
}

Result<LoadOptions> CommonOptions::loadOptions() const
{
    LoadOptions options;
    options.workers = jobs;
    if (!memoryLimit.empty()) {
        const Result<std::uint64_t> bytes = parseByteSize(memoryLimit);
        if (!bytes)
            return Error { bytes.error().code,
                { KT_PHRASE("cli", "%1: %2"), arg::Option { "memory-limit" }, bytes.error().message } };
        options.limits.memoryBytes = *bytes;
    }
    return options;
}

std::uint64_t CommonOptions::memoryLimitBytes() const
{
    const Result<LoadOptions> options = loadOptions();
    return options ? options->limits.memoryBytes : 0;
}

Result<TableWriterOptions> CommonOptions::writerOptions() const
{
    TableWriterOptions options;
    options.rawText = rawText;
    if (tableFormat() != TableFormat::Text) {
        const char* const given = wide ? "wide" : !columns.empty() ? "columns" : !limit.empty() ? "limit" : nullptr;
        if (given)
            return invalidArgument({ KT_PHRASE("cli", "%1 is about the format table; %2 has all rows and columns."),
                arg::Option { given }, arg::Text { format } });
        return options;
    }
    options.columns = columns;
    if (!limit.empty() && limit != "all") {
        const std::optional<std::int64_t> rows = wholeNumber(limit);
        if (!rows || *rows < 0)
            return invalidArgument({ KT_PHRASE("cli", "%1: %2 is neither a number of rows nor all."),
                arg::Option { "limit" }, arg::Name { limit } });
        options.mostRows = static_cast<std::size_t>(*rows);
    } else if (limit.empty() && output.empty()) {
        options.mostRows = kScreenRows;
    }
    options.maxCellWidth = 0; // the line alone says how long a name may be
    if (!wide && output.empty())
        options.lineWidth = terminalWidth();
    return options;
}

ProgressStyle CommonOptions::progressStyle() const
{
    if (quiet || progress == "none")
        return ProgressStyle::None;
    if (progress == "bar")
        return ProgressStyle::Bar;
    return progress == "json" ? ProgressStyle::Json : ProgressStyle::Auto;
}

std::vector<TraceArgument> CommonOptions::traceArguments() const
{
    std::vector<TraceArgument> arguments;
    std::ranges::transform(traces, std::back_inserter(arguments), parseTraceArgument);
    return arguments;
}

} // namespace kinetoscope::cli
