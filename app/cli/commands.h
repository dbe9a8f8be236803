// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/exit_code.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kinetoscope::cli {

/// What follows the command's name, in order.
using Arguments = std::vector<std::string>;

[[nodiscard]] ExitCode runInfo(const Arguments& arguments);
[[nodiscard]] ExitCode runList(const Arguments& arguments);
[[nodiscard]] ExitCode runAnalyze(const Arguments& arguments);
[[nodiscard]] ExitCode runExport(const Arguments& arguments);
[[nodiscard]] ExitCode runSummarize(const Arguments& arguments);

/// Parses `arguments` into what `app` declares. True: go on. False: help, version or an error was printed; `code` says
/// which. An unknown option comes with the nearest known one.
[[nodiscard]] bool parse(CLI::App& app, const Arguments& arguments, ExitCode& code);

/// What the first of `arguments` that `find` knows is, so that its own options can be declared before they are parsed;
/// nullptr without one.
template <typename Find> [[nodiscard]] auto firstKnown(const Arguments& arguments, Find find)
{
    decltype(find(std::string())) known = nullptr;
    for (std::size_t i = 0; i < arguments.size() && !known; ++i)
        known = find(arguments[i]);
    return known;
}

/// The name among `arguments`, none where help or the version is asked for: without a known one its options are unknown
/// too, so that what is really wrong is to be said before they are parsed.
[[nodiscard]] std::optional<std::string> unknownName(const Arguments& arguments);

/// Sends out what was printed on the standard output; says so on the standard error where it cannot be written.
[[nodiscard]] ExitCode flushOutput();

/// "name version", for --version everywhere.
[[nodiscard]] std::string versionText();

} // namespace kinetoscope::cli
