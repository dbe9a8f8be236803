// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"

#include "app/options/trace_argument.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/analysis/words/loss_message.h"
#include "core/base/atomic_file.h"
#include "core/base/message_argument.h"
#include "core/base/text.h"
#include "core/io/load_budget.h"
#include "core/io/load_ranks.h"
#include "core/words/english.h"
#include "core/words/joined_remarks.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kinetoscope::cli {

namespace {

/// Whether a message says itself which file it is about: "There is no file a.json."
bool names(const Message& message, const std::string& path)
{
    return std::ranges::any_of(message.arguments(), [&path](const Argument& argument) {
        const auto* text = std::get_if<arg::Text>(&argument.value);
        const auto* part = std::get_if<Message>(&argument.value);
        return (text && text->text == path) || (part && names(*part, path));
    });
}

} // namespace

void printError(const std::string& sentence)
{
    std::fprintf(stderr, "kinetoscope-cli: %s\n", escapeForTerminal(sentence).c_str());
}

Result<std::shared_ptr<const TraceSet>> Session::load(
    const std::vector<TraceArgument>& arguments, const KernelClassifier* classifier)
{
    KT_TRY(const LoadOptions options, m_options.loadOptions());
    const Progress progress = m_monitor.begin("Loading");
    std::vector<TraceArgument> files = arguments;
    for (TraceArgument& argument : files) {
        if (argument.path == "-") {
            KT_TRY(argument.path, m_input.path(progress));
        }
    }
    Result<std::shared_ptr<const TraceSet>> traces = loadTraceSet(files, options, progress);
    if (traces && !m_options.keepsClocks) {
        Result<KernelClassifier> rules = KernelClassifier();
        if (!classifier)
            rules = loadClassifier({});
        if (!rules) // who needs them says what is wrong with them
            rules = KernelClassifier();
        traces = withAlignedClocks(*traces, classifier ? *classifier : rules.value(), progress);
    }
    m_monitor.pause();
    if (!traces)
        return traces;
    m_loaded.push_back(traces.value());
    say(traces.value()->remarks());
    for (const RankTrace& rank : traces.value()->ranks()) {
        const ImportReport& report = rank.trace->report();
        if (isCutByMemory(report))
            return Error { ErrorCode::MemoryLimit,
                { KT_PHRASE("cli", "%1 does not fit the memory limit; give more with %2."),
                    arg::Text { rank.trace->path() }, arg::Option { "memory-limit" } } };
        if (const Message loss = lossMessage(report); !m_options.quiet && !loss.isEmpty())
            complain(rank.trace->path() + ": " + english(loss) + " See 'kinetoscope-cli info'.");
    }
    return traces;
}

Result<Done> Session::checkOutput() const
{
    if (m_options.output.empty())
        return Done {};
    return checkWritable(m_options.output, filesNamedBy(m_options.traceArguments()));
}

ExitCode Session::fail(const Error& error)
{
    m_monitor.pause();
    if (m_monitor.isOverMemory() && !JobMonitor::isInterrupted()) {
        printError("This does not fit the memory limit; give more with --memory-limit. Nothing was written.");
        return exitCodeOf(ErrorCode::MemoryLimit);
    }
    if (error.code == ErrorCode::Cancelled || JobMonitor::isInterrupted()) {
        printError("Interrupted; nothing was written.");
        return kExitInterrupted;
    }
    complain(english(error.message));
    return exitCodeOf(error.code);
}

void Session::say(std::span<const Remark> remarks)
{
    m_monitor.pause();
    // What is said of every rank of a job in the same words is one line.
    std::vector<Remark> ofRanks;
    for (const Remark& remark : remarks) {
        if (m_options.quiet && remark.code != kUnreadable) // that is an error: the figures are of fewer ranks
            continue;
        const std::string sentence = english(remark);
        if (!remark.ranks.empty())
            ofRanks.push_back(remark);
        else
            complain(
                remark.path.empty() || names(remark.message, remark.path) ? sentence : remark.path + ": " + sentence);
    }
    for (const Remark& remark : joinedRemarks(ofRanks))
        complain(english(remark)); // the rank says which file it is
}

Result<Done> Session::writeFile(const std::function<void(const TextSink&)>& write) const
{
    std::vector<std::string> inputs;
    for (const auto& traces : m_loaded) {
        for (const RankTrace& rank : traces->ranks())
            inputs.push_back(rank.path);
    }
    KT_TRY(AtomicFile file, AtomicFile::create(m_options.output, inputs));
    write([&file](std::string_view piece) {
        if (!JobMonitor::isInterrupted())
            static_cast<void>(file.write(piece)); // commit tells the first failure
    });
    if (JobMonitor::isInterrupted())
        return Error::stopped();
    return file.commit();
}

ExitCode Session::finish(const std::function<void(const TextSink&)>& write)
{
    m_monitor.pause();
    if (JobMonitor::isInterrupted() || m_monitor.isOverMemory())
        return fail(Error::stopped());
    if (!m_options.output.empty()) {
        if (const Result<Done> done = writeFile(write); !done)
            return fail(done.error());
        return conclude();
    }
    int problem = 0;
    write([&problem](std::string_view piece) {
        if (problem == 0 && !JobMonitor::isInterrupted()
            && std::fwrite(piece.data(), 1, piece.size(), stdout) != piece.size())
            problem = errno;
    });
    if (JobMonitor::isInterrupted()) {
        printError("Interrupted; the output is cut.");
        return kExitInterrupted;
    }
    if (problem == 0 && std::fflush(stdout) != 0)
        problem = errno;
    if (problem != 0)
        return fail({ ErrorCode::NotWritable,
            { KT_PHRASE("cli", "The standard output cannot be written: %1."), arg::Text { std::strerror(problem) } } });
    return conclude();
}

ExitCode Session::finish(const std::string& text)
{
    return finish([&text](const TextSink& sink) { sink(text); });
}

ExitCode Session::conclude()
{
    m_monitor.pause();
    const auto isDamaged = [](const RankTrace& rank) { return !rank.trace->report().isClean(); };
    const auto isUnread = [](const Remark& remark) { return remark.code == kUnreadable; };
    const bool isRepaired = std::ranges::any_of(
        m_loaded, [&](const auto& traces) { return std::ranges::any_of(traces->ranks(), isDamaged); });
    const bool isIncomplete = std::ranges::any_of(
        m_loaded, [&](const auto& traces) { return std::ranges::any_of(traces->remarks(), isUnread); });
    if (!m_options.strict || !(isRepaired || isIncomplete))
        return kExitDone;
    printError(
        isRepaired ? "A trace was read with repairs or losses (--strict)." : "A trace could not be read (--strict).");
    return kExitRepaired;
}

} // namespace kinetoscope::cli
