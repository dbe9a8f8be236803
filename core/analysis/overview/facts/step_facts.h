// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/overview/idle/step_growth.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

struct RankFacts;

// What the overview knows of the steps of a rank: which of them are compared with each other, and what each has of the
// time in view.

/// Fewer steps are not compared.
inline constexpr std::size_t kFewestStepsCompared = 3;
/// A step of which much is not in the GPU time in view.
struct StepCut {
    std::int64_t number = 0;
    Nanoseconds whole = 0;  ///< StepTimes::complete
    Nanoseconds before = 0; ///< of that, before the view
    Nanoseconds after = 0;
    bool isLeftAside = false; ///< else what is in the view is compared
};

/// The first of the longest; only of some.
[[nodiscard]] std::size_t longestOf(const std::vector<TimeRange>& windows);
/// By window: what it has of the ranges, which are disjoint and sorted. O(windows log ranges + ranges).
[[nodiscard]] std::vector<Nanoseconds> timeInEach(
    const std::vector<TimeRange>& windows, const std::vector<TimeRange>& ranges);
/// What the longest window has beyond the median of all, not below 0. @param times  by window.
[[nodiscard]] Nanoseconds excessOfLongest(const std::vector<TimeRange>& windows, const std::vector<Nanoseconds>& times);

/// The walls of the steps, added up.
[[nodiscard]] Nanoseconds wallOf(const std::vector<StepTimes>& steps);
/// Without those that the scope's range cuts, on the host or before their last work.
[[nodiscard]] std::vector<StepTimes> wholeStepsOf(const std::vector<StepTimes>& steps, const Scope& scope);

/// Leaves in RankFacts::steps those that are compared, and fills stepWindows and stepCut. One of which more than a
/// twentieth is not in the GPU time in view is no step to compare others with, unless what is in view is the longest of
/// all, or too few steps are whole.
void addStepWindows(const RankGpuWork& work, RankFacts& facts);
/// Fills RankFacts::sameKernels to newKernelsTime; the windows are there. Work without a launch counts where it
/// starts. O(work log steps), O(slices log steps) where the longest has kernels of its own.
/// @param allSteps  of the rank, whichever are chosen or compared; sorted by start.
void findSameKernels(const RankTrace& rank, const RankGpuWork& work, const std::vector<Step>& allSteps,
    const Progress& progress, RankFacts& facts);
/// The wall of the longest step, where it may be a slow one; else empty. The windows are there.
[[nodiscard]] TimeRange wallOfSlowStep(const RankFacts& facts);
/// What grew in it; nothing where it is empty.
[[nodiscard]] StepGrowth growthOfLongest(
    const RankTrace& rank, const RankCauses& causes, const RankFacts& facts, const Progress& progress);
/// Fill what RankFacts has of the idle time by step: by cause, and by group. The windows, that time and the missing
/// steps are there. What is not known of the latter is no step's. Not complete if told to stop.
void addIdleCausesOfSteps(const Progress& progress, RankFacts& facts);
void addIdleGroupsOfSteps(const Progress& progress, RankFacts& facts);
/// Fills RankFacts::compiledAnew; the idle groups are there. In a step before whose first work the host compiled, the
/// GPU waited, too: that is not in view.
/// @param firstWork  job time.
void addCompiledAnew(Timestamp firstWork, RankFacts& facts);

} // namespace kinetoscope
