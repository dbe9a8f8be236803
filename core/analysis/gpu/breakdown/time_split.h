// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Where the time of one rank or device went. Everything is the length of a union of intervals, in ns.
struct TimeSplit {
    Nanoseconds window = 0;               ///< what is divided: idle + compute + nonCompute + otherSteps
    Nanoseconds idle = 0;                 ///< nothing runs
    Nanoseconds compute = 0;              ///< a compute kernel runs
    Nanoseconds nonCompute = 0;           ///< something runs, but no compute kernel
    Nanoseconds communicationExposed = 0; ///< parts of nonCompute, by precedence communication > memory > other
    Nanoseconds memoryExposed = 0;
    Nanoseconds otherExposed = 0;
    Nanoseconds otherSteps = 0;    ///< only work of steps that were not chosen runs: busy, and none of the above
    Nanoseconds communication = 0; ///< a communication kernel runs, whatever else does
    Nanoseconds memory = 0;
};
/// Splits the window of `work`. O(rows log streams). Returns early when told to stop, as Progress says.
[[nodiscard]] TimeSplit splitTime(const RankGpuWork& work, const Progress& progress = {});

/// What a moment of the window counts as; each counts as exactly one.
enum class TimePart : std::uint8_t { Compute, CommunicationExposed, MemoryExposed, OtherExposed, OtherSteps, Idle };
inline constexpr std::size_t kTimePartCount = 6;
/// Those of work that was chosen: Compute to OtherExposed.
inline constexpr std::size_t kBusyPartCount = 4;
/// When a window counts as what, by TimePart: each list is disjoint and sorted.
using TimeParts = std::array<std::vector<TimeRange>, kTimePartCount>;
/// Those of `work`. Their lengths are the figures of splitTime. O(rows log streams). Returns early when told to stop.
[[nodiscard]] TimeParts timeParts(const RankGpuWork& work, const Progress& progress = {});
/// Both at once: nearly all of it is finding out what runs when.
struct SplitParts {
    TimeSplit split;
    TimeParts parts;
};
[[nodiscard]] SplitParts splitAndParts(const RankGpuWork& work, const Progress& progress = {});

} // namespace kinetoscope
