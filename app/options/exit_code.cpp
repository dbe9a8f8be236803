// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/exit_code.h"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace kinetoscope {

ExitCode exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::Unsupported:
        return kExitUsage;
    case ErrorCode::NotFound:
    case ErrorCode::Unreadable:
    case ErrorCode::NotATrace:
        return kExitInput;
    case ErrorCode::NotWritable:
        return kExitOutput;
    case ErrorCode::MemoryLimit:
    case ErrorCode::OutOfMemory:
        return kExitMemory;
    case ErrorCode::Cancelled:
        return kExitInterrupted;
    }
    return kExitUsage;
}

std::string exitCodeSentence()
{
    constexpr std::array<std::pair<ExitCode, const char*>, 8> kMeanings { { { kExitDone, "done" },
        { kExitHealthProblem, "trace-health --strict found something serious" }, { kExitUsage, "wrong usage" },
        { kExitInput, "input unreadable or no trace in it" }, { kExitRepaired, "read with repairs under --strict" },
        { kExitOutput, "output not writable" }, { kExitMemory, "memory limit reached" },
        { kExitInterrupted, "interrupted" } } };
    std::string sentence = "Exit codes:";
    for (const auto& [code, meaning] : kMeanings)
        sentence += fmt::format("{} {} {}", code == kExitDone ? "" : ";", static_cast<int>(code), meaning);
    return sentence + ".";
}

} // namespace kinetoscope
