// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rank_summary.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kinetoscope {

/// What of a trace's bytes tells whether it is the one that a summary was made of.
struct TraceChecksums {
    std::uint64_t size = 0;
    std::uint32_t head = 0; ///< CRC-32 of the first 64 KiB
    std::uint32_t tail = 0; ///< of the last; the end of gzip is checksum and length of all its content
};

/// Nothing if the file cannot be read. Reads 128 KiB.
[[nodiscard]] std::optional<TraceChecksums> checksumsOf(const std::string& path);

/// Whether size, beginning and end are those that a summary was made of.
[[nodiscard]] bool areOf(const TraceChecksums& checksums, const SummaryMeta& meta);

} // namespace kinetoscope
