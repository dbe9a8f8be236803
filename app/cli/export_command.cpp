// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/parameter_options.h"
#include "app/cli/session.h"
#include "app/options/given_text.h"
#include "app/options/output_name.h"
#include "app/options/trace_argument.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/export/exports.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

namespace kinetoscope::cli {

namespace {

struct ExportOptions {
    CommonOptions common;
    ParameterOptions parameters;
    std::string id;
    ModeOption mode;
    std::string rulesFile;
};

/// One line a kind, for the help of the command.
std::string kindsText()
{
    std::string text = "Kinds:";
    for (const ExportDescriptor& kind : exports())
        text += fmt::format("\n  {:14} {}", kind.id, kind.purpose);
    return text + "\n\n";
}

std::string examplesOf(const ExportDescriptor* kind)
{
    const std::string id = kind ? kind->id : "counters";
    const std::string options = id == "sequences" ? " --operator-name aten::linear"
        : id == "trim"                            ? " --steps 10-12"
                                                  : "";
    return fmt::format("Examples:\n  kinetoscope-cli export {0}{1} -o new.json.gz trace.json.gz\n"
                       "  kinetoscope-cli export {0}{1}{2} ranks/",
        id, options, kind && kind->writeAll ? " -o job.json.gz" : " --ranks 0-3 -o folder/");
}

void declare(CLI::App& app, ExportOptions& options, const ExportDescriptor* kind)
{
    app.add_option("KIND", options.id,
           kind ? "What to write; 'kinetoscope-cli export --help' shows the kinds" : "What to write; see below")
        ->type_name("")
        ->required();
    options.common.addInput(app);
    app.get_option("TRACE")->description(
        "Trace files (.json, .json.gz), RANK=path, - for the standard input, or folders in "
        "which each is a rank: their events are copied, so no summaries or tables");
    if (kind) {
        for (const ParameterDescriptor& parameter : kind->parameters)
            options.parameters.add(app, parameter, "Export");
    }
    if (!kind || kind->hasHtaMode) {
        options.mode.add(app, "exact, or hta: the events that HTA writes", "Export");
        for (const ParameterDescriptor& parameter : htaParameters())
            options.parameters.add(app, parameter, "Only with --mode hta");
    }
    app.add_option("--rules", options.rulesFile, "Your own meaning of names, as for analyze")
        ->check(isGiven("an empty text names no file"))
        ->type_name("FILE")
        ->group("Export");
    options.common.addScope(app);
    app.add_option("-o,--output", options.common.output,
           "The new trace, .json or .json.gz by its name; or a folder that exists, where names follow those of the "
           "inputs")
        ->type_name("FILE|FOLDER")
        ->check(namesAFile("an export is a file: name one, or a folder; - is neither"))
        ->required()
        ->group("Output");
    options.common.addProgress(app);
    app.footer((kind ? std::string() : kindsText()) + examplesOf(kind));
}

const ExportDescriptor* findKindOrExplain(const std::string& id)
{
    if (const ExportDescriptor* kind = findExport(id))
        return kind;
    std::vector<std::string> ids = mapped(exports(), &ExportDescriptor::id);
    printError(fmt::format(
        "There is no export '{}'{}", id, didYouMean(id, ids, "; 'kinetoscope-cli export --help' shows them.")));
    return nullptr;
}

Result<ExportResult> exportTraces(const ExportDescriptor& kind, const ExportOptions& options, Session& session)
{
    ExportInput input;
    KT_TRY(input.scope, options.common.scope());
    KT_TRY(input.parameters, options.parameters.values());
    input.mode = options.mode.chosen();
    KT_TRY_DONE(completeParameters(kind, input.parameters, input.mode));
    KT_TRY_DONE(checkExport(kind, input.mode, input.scope));
    KT_TRY(const KernelClassifier classifier, loadClassifier(options.rulesFile));
    const std::vector<TraceArgument> arguments = options.common.traceArguments();
    KT_TRY_DONE(checkExportTarget(options.common.output, filesNamedBy(arguments)));
    KT_TRY(input.traces, session.load(arguments, &classifier));
    KT_TRY_DONE(checkScope(input.scope, *input.traces));
    input.context.classifier = &classifier;
    input.context.progress = session.begin("Exporting");
    input.context.threads = options.common.jobs > 0 ? options.common.jobs : coreCount();
    return kinetoscope::runExport(kind, input, options.common.output);
}

} // namespace

ExitCode runExport(const Arguments& arguments)
{
    const ExportDescriptor* kind = firstKnown(arguments, findExport);
    CLI::App app(kind ? kind->purpose + "." : "Writes new traces out of traces; the inputs stay as they are.",
        "kinetoscope-cli export");
    ExportOptions options;
    declare(app, options, kind);
    if (const std::optional<std::string> name = unknownName(arguments); name && !kind)
        return findKindOrExplain(*name) ? kExitDone : kExitUsage;
    ExitCode code = kExitDone;
    if (!parse(app, arguments, code))
        return code;
    options.common.keepsClocks = options.common.keepsClocks || options.mode.chosen() == Mode::Hta;
    kind = findKindOrExplain(options.id);
    if (!kind)
        return kExitUsage;

    Session session(options.common);
    const Result<ExportResult> result = exportTraces(*kind, options, session);
    if (!result)
        return session.fail(result.error());
    session.say(result->remarks);
    session.say(mapped(result->files, [](const WrittenTrace& file) {
        return Remark { "written", Message::verbatim(describeExport(file)) };
    }));
    return session.conclude();
}

} // namespace kinetoscope::cli
