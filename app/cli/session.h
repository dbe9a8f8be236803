// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/common_options.h"
#include "app/cli/job_monitor.h"
#include "app/cli/standard_input.h"
#include "app/options/exit_code.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {
class KernelClassifier;
}

namespace kinetoscope::cli {

/// "kinetoscope-cli: ..." on the standard error; texts from files made harmless.
void printError(const std::string& sentence);

/// What commands that read traces do alike: load, say what happened, write the answer.
class Session {
public:
    explicit Session(const CommonOptions& options)
        : m_options(options)
        , m_monitor(options.progressStyle(), options.memoryLimitBytes())
    {
    }

    /// Loads the arguments as the ranks of one job; "-" is the standard input.
    /// @param classifier  what kernels are, to find collectives; nullptr: by the user's rules, where they can be read.
    [[nodiscard]] Result<std::shared_ptr<const TraceSet>> load(
        const std::vector<TraceArgument>& arguments, const KernelClassifier* classifier = nullptr);
    /// Whether -o can be written, before anything is loaded for it: NotWritable where not, also where it is one of the
    /// traces. Leaves no file, and the one that is there as it is.
    [[nodiscard]] Result<Done> checkOutput() const;
    [[nodiscard]] Progress begin(const char* phase) { return m_monitor.begin(phase); }
    /// Takes the bar off the screen, before something is said.
    void pause() { m_monitor.pause(); }

    /// Writes `text` to -o or the standard output and gives the exit code: interrupted, not writable, repaired
    /// (--strict) or done.
    [[nodiscard]] ExitCode finish(const std::string& text);
    /// The same for a text that is written piece by piece: a long one begins to arrive at once and is never in memory.
    /// On the standard output pieces that are out stay, also when it is interrupted; a file is whole or not there.
    [[nodiscard]] ExitCode finish(const std::function<void(const TextSink&)>& write);
    /// The exit code of a job whose output is written: repaired, or a trace of several not read (--strict), or done.
    [[nodiscard]] ExitCode conclude();
    /// Prints an error and gives its exit code.
    [[nodiscard]] ExitCode fail(const Error& error);
    /// One line each on the standard error; with -q those alone that say of a trace that it cannot be read.
    void say(std::span<const Remark> remarks);
    /// A text for the output, in which the standard input is called "-".
    [[nodiscard]] std::string shown(std::string text) const { return m_input.shown(std::move(text), "-"); }

private:
    /// printError, with the standard input called by that name.
    void complain(const std::string& sentence) const { printError(m_input.shown(sentence, "(standard input)")); }
    [[nodiscard]] Result<Done> writeFile(const std::function<void(const TextSink&)>& write) const;

    const CommonOptions& m_options;
    JobMonitor m_monitor;
    StandardInput m_input;
    std::vector<std::shared_ptr<const TraceSet>> m_loaded;
};

} // namespace kinetoscope::cli
