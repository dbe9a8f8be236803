// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"

#include "core/analysis/scope_streams.h"
#include "core/analysis/scope_text.h"
#include "core/analysis/steps.h"
#include "core/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>

namespace kinetoscope::cli {

namespace {

Error named(const std::string& option, const Error& error)
{
    return Error { error.code, option + ": " + error.message, error.byteOffset };
}

std::string listOf(const std::set<std::int64_t>& numbers)
{
    return numbers.empty() ? "none" : formatNumberList({ numbers.begin(), numbers.end() });
}

Result<Done> checkNumbers(
    const char* what, const std::vector<std::int64_t>& wanted, const std::set<std::int64_t>& present)
{
    for (const std::int64_t number : wanted) {
        if (!present.contains(number))
            return Error { ErrorCode::InvalidArgument,
                std::string("There is no ") + what + " " + std::to_string(number) + "; there are: " + listOf(present)
                    + "." };
    }
    return Done {};
}

Result<Done> checkStreams(const StreamList& wanted, const StreamList& there)
{
    const std::string missing = missingStream(wanted, there);
    if (missing.empty())
        return Done {};
    std::vector<std::string> texts;
    for (const auto& [number, text] : there.texts)
        texts.push_back(text);
    const std::string near = nearestName(missing, texts);
    const std::string all = formatStreamList(there);
    return Error { ErrorCode::InvalidArgument,
        "There is no stream " + missing + (near.empty() ? "" : "; did you mean '" + near + "'?")
            + (near.empty() ? "; there are: " : " There are: ") + (all.empty() ? "none" : all) + "." };
}

} // namespace

void CommonOptions::addInput(CLI::App& app)
{
    app.add_option("TRACE", traces, "Trace files (.json, .json.gz), folders of them, or RANK=path")
        ->type_name("")
        ->required();
    app.add_option("--jobs", jobs, "Threads for reading and analysing; 0: as many as there are cores")
        ->type_name("N")
        ->check(CLI::Range(0, 1024))
        ->group("Input");
    app.add_option("--memory-limit", memoryLimit, "Stop at this much memory (4GiB); default 60 % of the machine's")
        ->type_name("SIZE")
        ->group("Input");
    app.add_flag("--strict", strict, "End with exit code 4 if a trace had to be repaired or lost events")
        ->group("Input");
}

void CommonOptions::addScope(CLI::App& app)
{
    app.add_option("--ranks", ranks, "Ranks to look at: 0,2-5")->type_name("LIST")->group("Scope");
    app.add_option("--steps", steps, "Steps to look at: 10-12; device work belongs to the step that launched it")
        ->type_name("LIST")
        ->group("Scope");
    app.add_option("--streams", streams, "Streams to look at: 7,20, or as the trace names them: default")
        ->type_name("LIST")
        ->group("Scope");
    app.add_option("--range", range, "Time to look at, from the start of the job: 10ms:12.5ms; without a unit us")
        ->type_name("BEGIN:END")
        ->group("Scope");
    app.add_option("--step-pattern", stepPattern, "Annotations that are steps, when ProfilerStep is not used")
        ->type_name("REGEX")
        ->group("Scope");
}

void CommonOptions::addOutput(CLI::App& app)
{
    app.add_option("--format", format, "table, csv, tsv, json or markdown")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({ "table", "csv", "tsv", "json", "markdown" }))
        ->capture_default_str()
        ->group("Output");
    app.add_option("-o,--output", output, "Write to a file, whole or not at all, instead of to the standard output")
        ->type_name("FILE")
        ->group("Output");
    app.add_flag("--raw-text", rawText, "Leave texts that a spreadsheet would run as they are")->group("Output");
    addProgress(app);
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

Result<Scope> CommonOptions::scope() const
{
    Scope scope;
    const auto list = [](const char* option, const std::string& text,
                          std::vector<std::int64_t>& numbers) -> Result<Done> {
        if (text.empty() || text == "all")
            return Done {};
        Result<std::vector<std::int64_t>> parsed = parseNumberList(text);
        if (!parsed)
            return named(option, parsed.error());
        numbers = std::move(parsed).value();
        return Done {};
    };
    if (auto done = list("--ranks", ranks, scope.ranks); !done)
        return done.error();
    if (auto done = list("--steps", steps, scope.steps); !done)
        return done.error();
    if (!streams.empty() && streams != "all") {
        Result<StreamList> parsed = parseStreamList(streams);
        if (!parsed)
            return named("--streams", parsed.error());
        setStreams(scope, std::move(parsed).value());
    }
    if (!range.empty()) {
        const Result<TimeRange> parsed = parseTimeRange(range);
        if (!parsed)
            return named("--range", parsed.error());
        scope.range = *parsed;
    }
    scope.stepPattern = stepPattern;
    return scope;
}

Result<LoadOptions> CommonOptions::loadOptions() const
{
    LoadOptions options;
    options.workers = jobs;
    if (!memoryLimit.empty()) {
        const Result<std::uint64_t> bytes = parseByteSize(memoryLimit);
        if (!bytes)
            return named("--memory-limit", bytes.error());
        options.limits.memoryBytes = *bytes;
    }
    return options;
}

TableFormat CommonOptions::tableFormat() const
{
    return tableFormatFromName(format).value_or(TableFormat::Text);
}

TableWriterOptions CommonOptions::writerOptions() const
{
    TableWriterOptions options;
    options.rawText = rawText;
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
    std::transform(traces.begin(), traces.end(), std::back_inserter(arguments), parseTraceArgument);
    return arguments;
}

TraceArgument parseTraceArgument(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos && equals > 0 && text.find_first_not_of("0123456789") == equals) {
        if (const auto rank = wholeNumber(std::string_view(text).substr(0, equals)))
            return { *rank, text.substr(equals + 1) };
    }
    return { std::nullopt, text };
}

Result<Done> checkScope(const Scope& scope, const TraceSet& traces)
{
    std::set<std::int64_t> ranks;
    std::set<std::int64_t> steps;
    for (const RankTrace& rank : traces.ranks()) {
        ranks.insert(rank.rank);
        if (scope.steps.empty())
            continue;
        const Result<std::vector<Step>> found = stepsOf(*rank.trace, scope);
        if (!found)
            return named("--step-pattern", found.error());
        for (const Step& step : *found)
            steps.insert(step.number);
    }
    if (auto done = checkNumbers("rank", scope.ranks, ranks); !done)
        return done.error();
    if (auto done = checkNumbers("step", scope.steps, steps); !done)
        return done.error();
    return checkStreams(streamsOf(scope), streamsOf(traces));
}

} // namespace kinetoscope::cli
