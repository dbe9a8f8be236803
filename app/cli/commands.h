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

/// "name version", for --version everywhere.
[[nodiscard]] std::string versionText();

} // namespace kinetoscope::cli
