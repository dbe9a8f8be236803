// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_lookup.h"
#include "app/cli/commands.h"
#include "app/cli/parameter_options.h"
#include "app/cli/session.h"
#include "app/options/given_text.h"
#include "core/analysis/collectives/collective_parameters.h"
#include "core/analysis/health/trace_health.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/io/load_ranks.h"
#include "core/output/text_table_layout.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

namespace kinetoscope::cli {

namespace {

struct AnalyzeOptions {
    CommonOptions common;
    ParameterOptions parameters;
    std::string id;
    ModeOption mode;
    std::string table;
    std::string rulesFile;
    bool isOneJob = false;
};

std::string examplesOf(const AnalysisDescriptor* analysis)
{
    const std::string id = analysis ? analysis->id : "temporal-breakdown";
    if (analysis && analysis->inputCount > 1)
        return fmt::format("Examples:\n  kinetoscope-cli analyze {0} before.json.gz after.json.gz\n"
                           "  kinetoscope-cli analyze {0} --format csv -o {0}.csv before/ vs after/",
            id);
    return fmt::format("Examples:\n  kinetoscope-cli analyze {0} trace.json.gz\n"
                       "  kinetoscope-cli analyze {0} --format csv --ranks 0-3 -o {0}.csv ranks/",
        id);
}

void analyzeCommandDeclare(CLI::App& app, AnalyzeOptions& options, const AnalysisDescriptor* analysis)
{
    app.add_option("ANALYSIS", options.id, "Which analysis; 'kinetoscope-cli list' shows them")
        ->type_name("")
        ->required();
    const auto isClockOption = [](const ParameterDescriptor& parameter) {
        return parameter.id == kClockAlignmentParameter;
    };
    options.common.addInput(app, analysis && std::ranges::any_of(analysis->parameters, isClockOption));
    if (analysis) {
        for (const ParameterDescriptor& parameter : analysis->parameters)
            options.parameters.add(app, parameter, "Analysis");
    }
    options.mode.add(app, "exact, or hta: HTA's numbers, its faults included", "Analysis");
    app.add_option("--rules", options.rulesFile,
           "Your own meaning of names: lines of TYPE REGEX, INDUCTOR CATEGORY REGEX, LAUNCH REGEX, NO-LAUNCH REGEX, "
           "FORMULA OP REGEX or DEVICE FIGURES REGEX, tried before those in your configuration folder "
           "(kinetoscope/rules.txt) and the built-in ones")
        ->check(isGiven("an empty text names no file"))
        ->type_name("FILE")
        ->group("Analysis");
    if (!analysis || analysis->runLikeHta) {
        for (const ParameterDescriptor& parameter : htaParameters())
            options.parameters.add(app, parameter, "Only with --mode hta");
    }
    if (!analysis || analysis->inputCount > 1 || !analysis->comparingTable.empty())
        app.add_flag("--one-job", options.isOneJob,
               "The traces are the ranks of one job, also where each would be a job of its own. To compare jobs of "
               "several files, put the word vs between them: 0=a 1=b vs 0=c 1=d")
            ->group("Input");
    options.common.addScope(app);
    std::string tables;
    if (analysis) {
        for (const TableDescriptor& table : analysis->tables)
            tables += (tables.empty() ? "; one of " : ", ") + table.name;
    }
    app.add_option("--table", options.table,
           "Which table" + tables + "; without it csv and tsv print the first one, the others all")
        ->check(isGiven("an empty text names no table"))
        ->type_name("NAME")
        ->group("Output");
    options.common.addTableLook(app);
    options.common.addOutput(app);
    app.footer(examplesOf(analysis));
}

Error noSuchTable(const std::string& name, const std::vector<std::string>& names)
{
    const std::string near = nearestName(name, names);
    const std::string all = joined(names, ", ");
    return invalidArgument(near.empty()
            ? Message { KT_PHRASE("cli", "There is no table %1 here. There are: %2."), arg::Name { name },
                arg::Text { all } }
            : Message { KT_PHRASE("cli", "There is no table %1 here; did you mean %2? There are: %3."),
                arg::Name { name }, arg::Name { near }, arg::Text { all } });
}

ResultInfo infoOf(const AnalysisDescriptor& analysis, const AnalyzeOptions& options, const Parameters& complete,
    const std::vector<AnalysisInput>& inputs, const Session& session)
{
    ResultInfo info { .analysis = analysis.id, .mode = options.mode.chosen(), .scope = inputs.front().scope };
    const auto add = [&](const ParameterDescriptor& parameter) {
        if (const auto it = complete.all().find(parameter.id); it != complete.all().end())
            info.parameters.emplace_back(parameter, it->second);
    };
    for (const ParameterDescriptor& parameter : analysis.parameters)
        add(parameter);
    for (const ParameterDescriptor& parameter : htaParameters())
        add(parameter);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const AnalysisInput& input = inputs[i];
        if (i > 0 && input.traces == inputs.front().traces)
            continue; // one job compared with itself
        for (const RankTrace& rank : input.traces->ranks())
            info.traces.push_back({ rank.rank, session.shown(openedPath(rank)) });
    }
    return info;
}

/// Between the files of two jobs that are compared; a file of that name is ./vs.
constexpr std::string_view kJobSeparator = "vs";

/// Whether each positional argument is a job of its own; else they are the ranks of one.
bool takesSeparateJobs(const AnalysisDescriptor& analysis, const AnalyzeOptions& options)
{
    return analysis.inputCount > 1 || (!analysis.comparingTable.empty() && options.table == analysis.comparingTable);
}

bool isSeparator(const TraceArgument& argument)
{
    return !argument.rank && argument.path == kJobSeparator;
}

/// The traces of each job: all of them, one each where jobs are compared, or those between the separators.
std::vector<std::vector<TraceArgument>> jobsOf(const AnalysisDescriptor& analysis, const AnalyzeOptions& options)
{
    const std::vector<TraceArgument> all = options.common.traceArguments();
    if (!takesSeparateJobs(analysis, options) || options.isOneJob)
        return { all };
    const bool isGrouped = std::ranges::any_of(all, isSeparator);
    std::vector<std::vector<TraceArgument>> jobs(isGrouped ? 1 : 0);
    for (const TraceArgument& argument : all) {
        if (!isGrouped)
            jobs.push_back({ argument });
        else if (isSeparator(argument))
            jobs.emplace_back();
        else
            jobs.back().push_back(argument);
    }
    return jobs;
}

/// One job is compared with itself: two ranks or two steps of it, where the parameters `control-...` and `test-...` say
/// different things.
bool comparesWithinOneJob(const AnalysisDescriptor& analysis, std::size_t jobs, const Parameters& complete)
{
    constexpr std::string_view kControl = "control-";
    if (analysis.inputCount != 2 || jobs != 1)
        return false;
    for (const auto& [id, value] : complete.all()) {
        if (!id.starts_with(kControl))
            continue;
        const auto test = complete.all().find("test-" + id.substr(kControl.size()));
        if (test != complete.all().end() && test->second != value)
            return true;
    }
    return false;
}

/// Everything that can be wrong before a file is opened.
Result<Done> checkBeforeLoading(
    const AnalysisDescriptor& analysis, const AnalyzeOptions& options, const Scope& scope, const Parameters& complete)
{
    if (options.mode.chosen() == Mode::Hta && scope.hasWindow())
        return invalidArgument({ KT_PHRASE("run-analysis",
                                     "The hta mode always looks at the whole trace: %1 and %2 belong to exact mode."),
            arg::Option { "steps" }, arg::Option { "range" } });
    if (options.mode.chosen() == Mode::Hta && !analysis.runLikeHta)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("run-analysis", "HTA has no counterpart of %1: it runs in exact mode only."),
                arg::Text { analysis.id } } };
    std::vector<std::string> tables = mapped(tablesOf(analysis, options.mode.chosen()), &TableDescriptor::name);
    if (!options.table.empty() && std::ranges::find(tables, options.table) == tables.end())
        return noSuchTable(options.table, tables);
    const std::vector<std::vector<TraceArgument>> jobs = jobsOf(analysis, options);
    // Else what is behind it would be ranks of the one job.
    std::error_code error;
    if ((!takesSeparateJobs(analysis, options) || options.isOneJob) && std::ranges::any_of(jobs.front(), isSeparator)
        && !std::filesystem::exists(kJobSeparator, error))
        return invalidArgument({ KT_PHRASE("analyze-command",
                                     "The word vs stands between jobs that are compared; here %1 looks at one job."),
            arg::Text { analysis.id } });
    if (std::ranges::any_of(jobs, [](const auto& job) { return job.empty(); }))
        return invalidArgument({ KT_PHRASE("analyze-command", "The word vs stands between the traces of two jobs.") });
    if (!takesSeparateJobs(analysis, options) || comparesWithinOneJob(analysis, jobs.size(), complete))
        return Done {};
    const auto given = static_cast<int>(jobs.size());
    const int most = std::max(analysis.inputCount, analysis.mostInputs);
    if (given >= analysis.inputCount && given <= most)
        return Done {};
    const Message wanted = most == analysis.inputCount ? Message { KT_PHRASE("cli", "%1 traces"), arg::Count { most } }
        : given > most ? Message { KT_PHRASE("cli", "%1 traces at most"), arg::Count { most } }
                       : Message { KT_PHRASE("cli", "%1 traces or more"), arg::Count { analysis.inputCount } };
    const bool hasSides = complete.has("control-ranks");
    return invalidArgument(hasSides
            ? Message { KT_PHRASE("cli",
                            "%1 compares %2; %3 given. To compare within one, choose different ranks or steps of it "
                            "(%4 and %5, %6 and %7)."),
                arg::Text { analysis.id }, wanted, arg::Count { given }, arg::Option { "control-ranks" },
                arg::Option { "test-ranks" }, arg::Option { "control-steps" }, arg::Option { "test-steps" } }
            : Message { KT_PHRASE("cli", "%1 compares %2; %3 given."), arg::Text { analysis.id }, wanted,
                arg::Count { given } });
}

/// One input of all arguments as ranks, or one input each where an analysis compares.
Result<std::vector<AnalysisInput>> loadInputs(const AnalysisDescriptor& analysis, const AnalyzeOptions& options,
    const Scope& scope, Session& session, const KernelClassifier& classifier)
{
    std::vector<AnalysisInput> inputs;
    for (const std::vector<TraceArgument>& job : jobsOf(analysis, options)) {
        KT_TRY(std::shared_ptr<const TraceSet> traces, session.load(job, &classifier));
        KT_TRY_DONE(checkScope(scope, *traces));
        inputs.push_back({ traces, scope });
    }
    if (inputs.size() < static_cast<std::size_t>(analysis.inputCount)) // one job compared with itself
        inputs.resize(static_cast<std::size_t>(analysis.inputCount), inputs.front());
    return inputs;
}

/// @param names  of the columns of the tables that are printed; of one that --columns names there must be one.
Result<Done> checkColumns(const std::vector<std::string>& names, const TableWriterOptions& look)
{
    for (const std::string& wanted : look.columns) {
        if (std::ranges::any_of(names, [&wanted](const std::string& name) { return isColumnName(name, wanted); }))
            continue;
        const std::string near = nearestName(wanted, names);
        const std::string all = joined(names, ", ");
        return invalidArgument(near.empty()
                ? Message { KT_PHRASE("cli", "There is no column %1 here. There are: %2."), arg::Name { wanted },
                    arg::Text { all } }
                : Message { KT_PHRASE("cli", "There is no column %1 here; did you mean %2? There are: %3."),
                    arg::Name { wanted }, arg::Name { near }, arg::Text { all } });
    }
    return Done {};
}

void addNames(const std::vector<ColumnDescriptor>& columns, std::vector<std::string>& names)
{
    for (const ColumnDescriptor& column : columns) {
        if (std::ranges::find(names, column.name) == names.end())
            names.push_back(column.name);
    }
}

/// The same before anything is loaded, where the catalog knows all columns.
Result<Done> checkKnownColumns(
    const AnalysisDescriptor& analysis, const AnalyzeOptions& options, const TableWriterOptions& look)
{
    if (findsColumnsInTraces(analysis))
        return Done {};
    std::vector<std::string> names;
    for (const TableDescriptor& table : tablesOf(analysis, options.mode.chosen())) {
        if (options.table.empty() || table.name == options.table)
            addNames(table.columns, names);
    }
    return checkColumns(names, look);
}

/// The same of what came out.
Result<Done> checkResultColumns(const AnalysisResult& result, const Table* table, const TableWriterOptions& look)
{
    std::vector<std::string> names;
    for (const Table& candidate : result.tables) {
        if (!table || table == &candidate)
            addNames(candidate.columns(), names);
    }
    return checkColumns(names, look);
}

/// Writes the tables, piece by piece.
using ResultWriter = std::function<void(const TextSink&)>;

/// @param isSick  set if the result is one of trace-health with a serious finding.
Result<ResultWriter> analyze(
    const AnalysisDescriptor& analysis, const AnalyzeOptions& options, Session& session, bool& isSick)
{
    KT_TRY(const TableWriterOptions look, options.common.writerOptions());
    KT_TRY(const Scope scope, options.common.scope());
    KT_TRY(const Parameters given, options.parameters.values());
    KT_TRY(const Parameters complete, completeParameters(analysis, given, options.mode.chosen()));
    KT_TRY_DONE(checkBeforeLoading(analysis, options, scope, complete));
    KT_TRY_DONE(checkKnownColumns(analysis, options, look));
    KT_TRY_DONE(session.checkOutput());
    KT_TRY(const KernelClassifier classifier, loadClassifier(options.rulesFile));
    KT_TRY(const std::vector<AnalysisInput> inputs, loadInputs(analysis, options, scope, session, classifier));

    AnalysisContext context { .classifier = &classifier,
        .progress = session.begin("Analysing"),
        .threads = options.common.jobs > 0 ? options.common.jobs : coreCount() };
    KT_TRY(AnalysisResult ran, runAnalysis(analysis, inputs, complete, options.mode.chosen(), context));
    const auto result = std::make_shared<const AnalysisResult>(std::move(ran));
    session.say(result->remarks);
    isSick = analysis.id == kHealthAnalysis && hasSeriousFinding(*result);
    const Table* table = options.table.empty() ? nullptr : result->findTable(options.table);
    if (!options.table.empty() && !table)
        return invalidArgument(
            { KT_PHRASE("cli", "The table %1 does not exist in hta mode."), arg::Name { options.table } });
    KT_TRY_DONE(checkResultColumns(*result, table, look));
    return ResultWriter([result, info = infoOf(analysis, options, complete, inputs, session), table, look,
                            format = options.common.tableFormat()](
                            const TextSink& sink) { writeResult(*result, info, table, format, look, sink); });
}

} // namespace

ExitCode runAnalyze(const Arguments& arguments)
{
    const AnalysisDescriptor* analysis = firstKnown(arguments, findAnalysis);
    CLI::App app(analysis ? analysis->question : "Runs an analysis and prints its tables.", "kinetoscope-cli analyze");
    AnalyzeOptions options;
    analyzeCommandDeclare(app, options, analysis);
    if (const std::optional<std::string> name = unknownName(arguments); name && !analysis)
        return findAnalysisOrExplain(*name) ? kExitDone : kExitUsage;
    ExitCode code = kExitDone;
    if (!parse(app, arguments, code))
        return code;
    analysis = findAnalysisOrExplain(options.id);
    if (!analysis)
        return kExitUsage;
    options.common.keepsClocks = options.common.keepsClocks || options.mode.chosen() == Mode::Hta;

    Session session(options.common);
    bool isSick = false;
    const Result<ResultWriter> writer = analyze(*analysis, options, session, isSick);
    if (!writer)
        return session.fail(writer.error());
    code = session.finish(*writer);
    // What was written is written; a finding says more than that there were repairs.
    const bool isWritten = code == kExitDone || code == kExitRepaired;
    return isWritten && isSick && options.common.strict ? kExitHealthProblem : code;
}

} // namespace kinetoscope::cli
