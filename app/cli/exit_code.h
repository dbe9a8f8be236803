// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace kinetoscope::cli {

/// What the program tells the shell; part of the command line's contract.
enum ExitCode : int {
    kDone = 0,
    kHealthProblem = 1, ///< `trace-health --strict` found something serious
    kUsage = 2,         ///< wrong options, parameters, names
    kUnreadable = 3,    ///< an input cannot be read or holds no trace
    kRepaired = 4,      ///< --strict: an input was read with repairs or losses
    kNotWritable = 5,   ///< the output cannot be written
    kMemoryLimit = 6,
    kInterrupted = 130, ///< Ctrl+C; nothing was written
};

[[nodiscard]] constexpr ExitCode exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::Unsupported:
        return kUsage;
    case ErrorCode::NotFound:
    case ErrorCode::Unreadable:
    case ErrorCode::NotATrace:
        return kUnreadable;
    case ErrorCode::NotWritable:
        return kNotWritable;
    case ErrorCode::MemoryLimit:
    case ErrorCode::OutOfMemory:
        return kMemoryLimit;
    case ErrorCode::Cancelled:
        return kInterrupted;
    }
    return kUsage;
}

} // namespace kinetoscope::cli
