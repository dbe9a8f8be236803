// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/launches.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// One op that launched something itself.
struct OpRun {
    SliceId op;
    std::uint32_t firstLaunch = 0; ///< in RankOpRuns::launches
    std::uint32_t launchCount = 0; ///< at least one
};

/// The ops of a rank that launched something, by their first launch. All launches are in one column: millions of small
/// ones would take longer to free than to make.
struct RankOpRuns {
    std::vector<Launch> launches; ///< run by run, by time inside each
    std::vector<OpRun> runs;

    [[nodiscard]] std::span<const Launch> launchesOf(const OpRun& run) const
    {
        return std::span(launches).subspan(run.firstLaunch, run.launchCount);
    }
};

/// The runs of one op with one sequence of kernels; sums in ns, saturating.
struct OpSequence {
    std::uint32_t rank = 0; ///< in ScopedLaunches
    StringId opName;
    std::vector<std::string> steps; ///< names of the kernels
    std::string kernels;            ///< the same as the table has them
    std::vector<OpRun> runs;        ///< not empty
    Nanoseconds opDelay = 0;        ///< sum
    Nanoseconds runtimeDelay = 0;   ///< sum
    Nanoseconds gpuDuration = 0;    ///< sum

    /// Of a sum, by run; us.
    [[nodiscard]] double meanOf(Nanoseconds sum) const
    {
        return static_cast<double>(sum) / static_cast<double>(runs.size()) / 1000.0;
    }
};

/// The ATen ops of a rank that launched something themselves: of each launch the innermost ATen op around its call, on
/// the thread of the call ([DIFF-8.2]); launches outside of such ops, and of ops with impossible times, are left out.
/// @param rank  of `trace`. O(slices + launches x depth), 4 bytes a slice. Returns early when told to stop.
[[nodiscard]] RankOpRuns opRunsOf(const Trace& trace, const RankLaunches& rank, const Progress& progress);

/// The same by op and names of the kernels, by name of the op, then as the table writes the kernels.
/// @param rank  in ScopedLaunches. O(launches log runs). Returns early when told to stop.
[[nodiscard]] std::vector<OpSequence> opSequencesOf(
    const Trace& trace, std::uint32_t rank, const RankOpRuns& runs, const Progress& progress);

} // namespace kinetoscope
