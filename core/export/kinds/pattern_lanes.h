// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// One op that launched the kernels of a pattern.
struct PatternOccurrence {
    std::uint32_t pattern = 0; ///< position in RankPatterns::patterns
    SliceId op;
    std::vector<SliceId> kernels;
};

struct ExportedPattern {
    std::string text; ///< as the analysis writes it
    std::uint64_t count = 0;
    std::string first; ///< its first step
};

/// The first patterns of one rank and the events that belong to their occurrences.
struct RankPatterns {
    std::vector<ExportedPattern> patterns;
    std::vector<PatternOccurrence> occurrences; ///< in order of the analysis; none in hta mode
    /// (event, pattern), ascending, each once: the op, everything it called, the kernels.
    std::vector<std::pair<EventIndex, std::uint32_t>> events;
    std::vector<Remark> remarks;
};

/// Runs kernel-sequences on one rank with the parameters of the export. @param rank  position in TraceSet::ranks().
[[nodiscard]] Result<RankPatterns> findPatterns(const ExportInput& input, std::size_t rank);

/// Complete events and names of threads that show each pattern as a lane of its own: "A" below the process of its ops,
/// from start to end of the op, and below that of its kernels, from the first kernel's start to the last one's end.
/// Occurrences that overlap get further lanes. Text with kEventSeparator between events.
/// @param count  gets the number of events.
[[nodiscard]] std::string patternLanes(const Trace& trace, const RankPatterns& patterns, std::uint64_t& count);

} // namespace kinetoscope
