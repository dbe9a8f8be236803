// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace kinetoscope {

/// What the main thread, with its backward threads, does itself in one step beyond what it does in others on average.
struct StepGrowth {
    TimeRange step; ///< job time; empty: nothing was looked for
    /// Of host slices of the step, more than 0; those whose names read the same without addresses count as one.
    std::map<StringId, Nanoseconds> byName;
    /// The Python frame or annotation, with all inside it, that takes most more than in the other steps, of those that
    /// take four times as long as there at least: what the step does and others hardly do. Of frames around each other
    /// the outermost, but one that no other step has, where that has nearly as much; steps, and what goes on around
    /// them, are none.
    StringId frame;
    Nanoseconds ofFrame = 0;               ///< what it has more
    Nanoseconds waitsInFrame = 0;          ///< of that, in calls that wait for the GPU
    std::vector<TimeRange> frameRanges;    ///< of these frames in the step; job time, disjoint and sorted
    std::vector<TimeRange> frameElsewhere; ///< of them in the other steps; the same
    std::size_t otherSteps = 0;            ///< as many as it is compared with
};
/// @param walls  of steps, job time; two at least.
/// @param which  of them is compared with the others.
/// O(host slices). Not complete if told to stop.
[[nodiscard]] StepGrowth growthOf(const RankTrace& rank, const RankCauses& causes, std::span<const TimeRange> walls,
    std::size_t which, const Progress& progress);

} // namespace kinetoscope
