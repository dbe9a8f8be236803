// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "app/options/given_text.h"
#include "app/options/output_name.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/types/parameters.h"
#include "core/summaries/summarize.h"
#include "core/words/english.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace kinetoscope::cli {

namespace {

constexpr const char* kSummarizeFooter = R"(--shard says which part of the traces this process takes:
  I/N      the part I of N, counted from 0
  auto     as the launcher says: a Slurm array, the tasks of srun, both together, mpirun (Open MPI, MPICH, Intel,
           MVAPICH), an LSF array
  auto/N   the same where the launcher says which part and not of how many: Kubernetes indexed jobs, PBS, SGE,
           GNU parallel
  node     among the tasks of this node, for traces on its own disks
Where nothing tells, it is an error: never quietly all of it. The same command again does what is left.

Examples:
  kinetoscope-cli summarize -o out traces/
  sbatch --array=0-15 --ntasks=8 --cpus-per-task=4 --wrap 'srun kinetoscope-cli summarize --shard auto -o out traces/'
  mpirun kinetoscope-cli summarize --shard auto -o out traces/
  parallel kinetoscope-cli summarize -o out {} ::: traces/*.gz
  kinetoscope-cli analyze wait-causes out/)";

struct SummarizeOptions {
    CommonOptions common;
    std::string shard;
    std::string kernelDelay;
    std::string rulesFile;
    int jobs = 1;
    double kernelShare = SummaryOptions {}.kernelShare;
    bool isForced = false;
};

void summarizeCommandDeclare(CLI::App& app, SummarizeOptions& options)
{
    app.add_option("TRACE", options.common.traces,
           "Trace files (.json, .json.gz), or folders of them; of folders those below them, too")
        ->type_name("")
        ->required();
    app.add_option("--shard", options.shard, "Which part of the traces: see below. Without it all of them")
        ->check(isGiven("an empty text names no part"))
        ->type_name("I/N|auto|auto/N|node")
        ->group("Input");
    app.add_option("--jobs", options.jobs, "Traces at once; so many are in memory")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str()
        ->group("Input");
    app.add_option("--memory-limit", options.common.memoryLimit,
           "Stop at this much memory (4GiB); default 60 % of the machine's")
        ->check(isGiven("an empty text is no size"))
        ->type_name("SIZE")
        ->group("Input");
    app.add_flag("--force", options.isForced, "Make summaries anew that are up to date")->group("Summaries");
    app.add_option("--kernel-share", options.kernelShare,
           "Kernels below this part of their step's wall time are one row together")
        ->type_name("X")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->group("Summaries");
    app.add_option(std::string("--") + kKernelDelayParameter, options.kernelDelay,
           "Shorter gaps are what lies between two kernels anyway; default 30us")
        ->check(isGiven("an empty text is no time"))
        ->type_name("TIME")
        ->group("Summaries");
    app.add_option("--rules", options.rulesFile, "Your own meaning of names, as for analyze")
        ->check(isGiven("an empty text names no file"))
        ->type_name("FILE")
        ->group("Summaries");
    app.add_option("-o,--output", options.common.output,
           "Folder for the summaries: one .ksum file a trace, at the trace's path as seen from its argument")
        ->check(namesAFile("summaries are files: name a folder for them"))
        ->type_name("FOLDER")
        ->required()
        ->group("Output");
    options.common.addProgress(app);
    app.footer(kSummarizeFooter);
}

Result<SummarizeJob> summarizeCommandJob(const SummarizeOptions& options, const KernelClassifier& classifier)
{
    SummarizeJob job { .traces = options.common.traceArguments(),
        .outputFolder = options.common.output,
        .jobs = options.jobs,
        .isForced = options.isForced,
        .classifier = &classifier };
    if (std::isnan(options.kernelShare)) // no comparison finds it outside of a range
        return invalidArgument(
            { KT_PHRASE("cli", "%1: %2 is no number."), arg::Option { "kernel-share" }, arg::Name { "nan" } });
    job.options.kernelShare = options.kernelShare;
    if (!options.kernelDelay.empty()) {
        const Result<Nanoseconds> delay = parseDuration(options.kernelDelay);
        if (!delay)
            return Error { delay.error().code,
                { KT_PHRASE("cli", "%1: %2"), arg::Option { kKernelDelayParameter }, delay.error().message } };
        if (*delay < 0)
            return invalidArgument({ KT_PHRASE("cli", "%1: %2 is no length of time."),
                arg::Option { kKernelDelayParameter }, arg::Name { options.kernelDelay } });
        job.options.kernelDelay = *delay;
    }
    KT_TRY(job.load, options.common.loadOptions());
    if (!options.shard.empty()) {
        KT_TRY(job.shard, resolveShard(options.shard, processEnvironment()));
    }
    return job;
}

} // namespace

ExitCode runSummarize(const Arguments& arguments)
{
    CLI::App app("Makes one small file a trace, where the traces lie, of what a job of many ranks is compared by; "
                 "analyze opens them like traces.",
        "kinetoscope-cli summarize");
    SummarizeOptions options;
    summarizeCommandDeclare(app, options);
    ExitCode code = kExitDone;
    if (!parse(app, arguments, code))
        return code;

    Session session(options.common);
    const Result<KernelClassifier> classifier = loadClassifier(options.rulesFile);
    if (!classifier)
        return session.fail(classifier.error());
    const Result<SummarizeJob> job = summarizeCommandJob(options, *classifier);
    if (!job)
        return session.fail(job.error());
    const Result<SummarizeOutcome> outcome = summarize(*job, session.begin("Summarizing"));
    if (!outcome)
        return session.fail(outcome.error());
    session.pause();
    if (!options.common.quiet || !outcome->failures.empty())
        printError(outcome->text(job->shard));
    for (const SummarizeOutcome::Failure& failure : outcome->failures) {
        const std::string why = english(failure.error.message);
        printError(why.starts_with(failure.trace) ? why : failure.trace + ": " + why);
        if (code != kExitMemory)
            code = exitCodeOf(failure.error.code) == kExitMemory ? kExitMemory : kExitInput;
    }
    return code;
}

} // namespace kinetoscope::cli
