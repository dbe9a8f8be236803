// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace kinetoscope {

/// What both programs tell the shell; part of the command line's contract.
enum ExitCode : int {
    kExitDone = 0,
    kExitHealthProblem = 1, ///< `trace-health --strict` found something serious
    kExitUsage = 2,         ///< wrong options, parameters, names
    kExitInput = 3,         ///< an input cannot be read or holds no trace
    kExitRepaired = 4,      ///< --strict: an input was read with repairs or losses
    kExitOutput = 5,        ///< the output cannot be written
    kExitMemory = 6,        ///< the memory limit, or the machine's memory
    kExitInterrupted = 130, ///< Ctrl+C; no file was written
};

[[nodiscard]] ExitCode exitCodeOf(ErrorCode code);

/// All of them as one sentence, for --help: "Exit codes: 0 done; 1 ...".
[[nodiscard]] std::string exitCodeSentence();

} // namespace kinetoscope
