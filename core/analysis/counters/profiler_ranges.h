// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The CUPTI counter ranges of one trace (category `cuda_profiler_range`) with their values. The times of a range say
/// only in which order the ranges were taken: kernels are replayed one by one while counting.
struct ProfilerRanges {
    std::vector<SliceId> slices;       ///< by start, then event index
    std::vector<std::string> counters; ///< names as recorded, in order of first appearance in the file
    std::vector<double> values;        ///< slices.size() x counters.size(), range by range; NaN where not recorded
    std::uint64_t valuesLeftOut = 0;   ///< of counters beyond those that are kept

    [[nodiscard]] double value(std::size_t range, std::size_t counter) const
    {
        return values[range * counters.size() + counter];
    }
};

/// Unit of a counter as its name tells it: sums of bytes have one, the others are plain numbers.
[[nodiscard]] Unit counterUnit(std::string_view counter);

/// A GPU has some hundred counters. A file that names a million would make a table of a million columns: no more
/// counters than this are kept, and no more values of ranges x counters than kMostCounterValues, those that come first
/// in the file.
inline constexpr std::size_t kMostCounters = 4096;
inline constexpr std::size_t kMostCounterValues = std::size_t { 1 } << 26;

/// Whether the trace has counter ranges. One look at its tracks where it has none.
[[nodiscard]] bool hasProfilerRanges(const Trace& trace);
/// Why a trace without GPU work has none, and what to record: its kernels were counted, not timed. Without "Rank 3" and
/// in lower case; empty of a trace without counter ranges.
[[nodiscard]] Message countedNotTimed(const Trace& trace);

/// Reads the ranges and, from the file, their values. A trace without ranges costs one look at its tracks.
/// Errors: Unreadable if the file is gone or has changed; Cancelled.
[[nodiscard]] Result<ProfilerRanges> readProfilerRanges(const Trace& trace, const Progress& progress);

} // namespace kinetoscope
