// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <map>
#include <span>

namespace kinetoscope {

/// What the main thread, with its backward threads, does itself in one step beyond what it does in others on average.
struct StepGrowth {
    TimeRange step;                         ///< job time; empty: nothing was looked for
    std::map<StringId, Nanoseconds> byName; ///< of host slices; more than 0
    /// The Python frame or annotation, with all inside it, that takes most more than in the other steps, of those that
    /// take four times as long as there at least: what the step does and others hardly do. Of frames around each other
    /// the outermost; steps, and what goes on around them, are none.
    StringId frame;
    Nanoseconds ofFrame = 0; ///< what it has more
};
/// @param walls  of steps, job time; two at least.
/// @param which  of them is compared with the others.
/// O(host slices). Not complete if told to stop.
[[nodiscard]] StepGrowth growthOf(
    const RankTrace& rank, std::span<const TimeRange> walls, std::size_t which, const Progress& progress);

} // namespace kinetoscope
