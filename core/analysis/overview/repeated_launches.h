// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

class BlockingCalls;
struct RankLaunches;

/// GPU work that the host launches again and again in the same order without waiting for the GPU in between: what a
/// graph launches at once. A sequence ends where a call waits for the GPU, where a graph is launched and where a step
/// begins; it comes again where another one has as many pieces of work of the same names, on the same streams, copies
/// of as many bytes.
struct RepeatedLaunches {
    /// What the kernels say of their grids and blocks, where a sequence comes again.
    enum class Grids : std::uint8_t {
        Unknown, ///< nothing, or the file is gone
        Same,    ///< those that were compared, kMostCompared kernels or all there are
        Other,
    };
    /// Of more kernels single comings are left out, evenly.
    static constexpr std::size_t kMostCompared = 20'000;

    std::size_t works = 0; ///< of the sequence with most work in all: pieces of work in it
    std::size_t times = 0; ///< how often it comes; 0: none comes twice
    bool isMost = false;   ///< it has half of the work of all that come again, or more
    Grids grids = Grids::Unknown;
    /// Of each coming of any from when its first work was handed over until its last was; trace time, disjoint and
    /// sorted.
    std::vector<TimeRange> stretches;
};

/// @param launches  of the rank.
/// @param steps     job time: where steps begin.
/// O(slices + launches log launches), and kMostCompared events are read from the file. Not complete if told to stop.
[[nodiscard]] RepeatedLaunches repeatedLaunchesOf(const RankTrace& rank, const RankLaunches& launches,
    const BlockingCalls& blocking, const std::vector<TimeRange>& steps, const Progress& progress);

} // namespace kinetoscope
