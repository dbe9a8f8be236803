// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/launch/graph_making.h"
#include "core/analysis/launch/launches.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

struct RankFacts;
struct Step;

/// Launches whose call takes the host longer than the work takes the GPU, long calls aside (SPEC.md 8.1, the short
/// kernels).
struct ShortLaunches {
    std::uint64_t all = 0;      ///< launch calls in the scope that are no longer than the cutoff, graphs aside
    std::uint64_t ofGraphs = 0; ///< kernels that CUDA or HIP graphs launch
    std::uint64_t ofCalls = 0;  ///< kernels that other calls launch
    Nanoseconds cutoff = 0;     ///< ns; a longer call is no short launch
    std::vector<SliceId> calls;
    Nanoseconds host = 0; ///< in those calls
    Nanoseconds gpu = 0;  ///< of their work
};

/// O(launches). Not complete if told to stop. @param runtimeCutoff  ns; ShortLaunches::cutoff.
[[nodiscard]] ShortLaunches shortLaunchesOf(
    const RankTrace& rank, const RankLaunches& launches, Nanoseconds runtimeCutoff, const Progress& progress);

/// Fills RankFacts::graphsMade to idleInCaptures; the idle groups are there.
/// @param steps  all that the rank has, by start; job time.
void addGraphMaking(const RankTrace& rank, const GraphMaking& graphs, std::span<const Step> steps, RankFacts& facts);

/// Fills RankFacts::repeated to waitsInSingle: what comes again, or once without a wait, where the GPU waits for the
/// host; the idle groups are there. @param launches  of all steps. @param steps  how many the rank has.
void addRepeated(const RankTrace& rank, const RankLaunches& launches, const BlockingCalls& blocking, std::size_t steps,
    RankFacts& facts, const Progress& progress);

} // namespace kinetoscope
