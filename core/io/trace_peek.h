// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kinetoscope {

/// What the beginning of a file tells without reading it all.
struct TracePeek {
    bool isTrace = false; ///< it begins as a trace does; only a load knows more
    bool isGzip = false;
    std::uint64_t fileBytes = 0;
    std::optional<std::int64_t> rank; ///< distributedInfo.rank, where that stands before the events
};

/// Reads the first 256 KiB of text; some milliseconds. Whatever cannot be read is no trace.
[[nodiscard]] TracePeek peekTrace(const std::string& path, const LoadLimits& limits);

} // namespace kinetoscope
