// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "app/cli/terminal.h"
#include "core/analysis/scope/scope_text.h"
#include "core/base/wrapped_text.h"
#include "core/catalog/analyses.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

namespace {

using namespace kinetoscope;
using namespace kinetoscope::cli;

struct Command {
    std::string_view name;
    std::string_view purpose;
    ExitCode (*run)(const Arguments&);
};

constexpr std::array<Command, 5> kCommands { {
    { "info", "what is inside: ranks, events, tracks, steps, devices, health", runInfo },
    { "list", "the analyses, or one analysis' parameters, tables and columns", runList },
    { "analyze", "run an analysis and print its tables", runAnalyze },
    { "export", "write a new trace: with counters, with sequences marked, trimmed or merged", runExport },
    { "summarize", "one small file a trace, where it lies: for jobs of a thousand ranks", runSummarize },
} };

/// Of the program kinetoscope, which draws: no typing errors of those above.
constexpr std::array<std::string_view, 2> kCommandsOfWindow { "render", "report" };

constexpr const char* kHelp = R"(PyTorch profiler traces: what is inside, and where the GPU time went.

Usage: kinetoscope-cli COMMAND [OPTION]... TRACE...

Commands:
)";
constexpr const char* kHelpEnd = R"(
A TRACE is a .json or .json.gz file, also as RANK=path, - for the standard input, or a folder in which every trace is
one rank; or what summarize made of one (.ksum), or a folder of such; or tables of CUPTI activity (.csv) of one rank.

Examples:
  kinetoscope-cli info trace.json.gz
  kinetoscope-cli analyze temporal-breakdown --format csv ranks/

'kinetoscope-cli COMMAND --help' tells more, --version the version.

)";

void printHelp(std::FILE* out)
{
    std::fputs(kHelp, out);
    for (const Command& command : kCommands)
        std::fprintf(out, "  %-9s %s\n", command.name.data(), command.purpose.data());
    std::fputs(kHelpEnd, out);
    for (const std::string& line : kinetoscope::wrappedText(kinetoscope::exitCodeSentence(), terminalWidth()))
        std::fprintf(out, "%s\n", line.c_str());
}

ExitCode run(const Arguments& arguments)
{
    if (arguments.empty()) {
        printHelp(stderr);
        return kExitUsage;
    }
    const std::string& first = arguments.front();
    if (first == "help" && arguments.size() > 1) { // help analyze: analyze --help
        Arguments asked(arguments.begin() + 1, arguments.end());
        asked.emplace_back("--help");
        return run(asked);
    }
    if (first == "--help" || first == "-h" || first == "help") {
        printHelp(stdout);
        return flushOutput();
    }
    if (first == "--version") {
        std::printf("%s\n", versionText().c_str());
        return flushOutput();
    }
    std::vector<std::string> names;
    for (const Command& command : kCommands) {
        if (command.name == first)
            return command.run({ arguments.begin() + 1, arguments.end() });
        names.emplace_back(command.name);
    }
    if (std::ranges::find(kCommandsOfWindow, first) != kCommandsOfWindow.end()) {
        printError(fmt::format("'{0}' is a command of the other program: kinetoscope {0} -o FILE TRACE...", first));
        return kExitUsage;
    }
    if (kinetoscope::findAnalysis(first) != nullptr) {
        printError(fmt::format("'{0}' is an analysis: kinetoscope-cli analyze {0} TRACE...", first));
        return kExitUsage;
    }
    for (const kinetoscope::AnalysisDescriptor& analysis : kinetoscope::analyses())
        names.push_back("analyze " + analysis.id);
    std::error_code none;
    printError(first.starts_with('-') ? fmt::format("A command comes first, not '{}'.", first)
            : std::filesystem::exists(first, none)
            ? fmt::format("A command comes first, as in: kinetoscope-cli info {}", first)
            : fmt::format("There is no command '{}'{}", first, kinetoscope::didYouMean(first, names)));
    printError("Try 'kinetoscope-cli --help'.");
    return kExitUsage;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(Arguments(argv + (argc > 0 ? 1 : 0), argv + argc));
    } catch (const std::bad_alloc&) {
        printError("There is not enough memory for this.");
        return kExitMemory;
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) {
            printError(std::string("This is a fault of the program: ") + error.what());
            return kExitUsage;
        }
        printError("The system gives the program no thread: its limit of processes is reached.");
        return kExitMemory;
    } catch (const std::exception& error) {
        printError(std::string("This is a fault of the program: ") + error.what());
        return kExitUsage;
    }
}
