// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

// How much longer the longest step of a rank takes than the others, and what it has more of.

/// A step that takes much longer than the median one, waiting for ranks left aside: that is a finding of its own.
struct SlowStep {
    std::size_t place = 0;           ///< in RankFacts::stepWindows
    Nanoseconds median = 0;          ///< of all steps
    Nanoseconds excess = 0;          ///< what the step takes beyond it
    Nanoseconds own = 0;             ///< of that, more work of its own or more idle time
    Nanoseconds launched = 0;        ///< what it launches keeps the GPU busy for longer, waits for ranks aside
    std::vector<Nanoseconds> waited; ///< by step: for ranks
};
/// Nothing where no step is slow. @param leastShare  of the median: from here on a step is slow.
[[nodiscard]] std::optional<SlowStep> slowStepIn(
    const RankFacts& facts, const CollectiveWaits& waits, double leastShare);

/// What of a step is more than usual: a part of its time, and by how much it exceeds its median.
struct GrownPart {
    Message part;
    Nanoseconds excess = 0;
    bool isBusy = false;                               ///< work, no idle time
    const std::vector<Nanoseconds>* ofSteps = nullptr; ///< the same part of each step
};

/// Of the facts, into which it points. The steps are there.
[[nodiscard]] GrownPart largestGrowth(const RankFacts& facts);

/// By step, what its window has of a finding's time; empty of findings that are not about a part of it.
/// @param waited  by step: what of its communication is waiting for ranks, which other findings have.
[[nodiscard]] std::vector<Nanoseconds> timeInSteps(
    const Candidate& each, const RankFacts& facts, const std::vector<Nanoseconds>& waited);

} // namespace kinetoscope
