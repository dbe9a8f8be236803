// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/types/analysis.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// Which windows of a rank are walked, and how.
struct PathChoice {
    CauseThresholds thresholds;
    std::string annotation;    ///< exact name of the host annotation that is the window; "": the scope says it
    std::int64_t instance = 0; ///< which of them, by start, from 0
};

/// A rank and what its work is: all that a walk needs. Keeps the trace alive.
struct PathRank {
    RankTrace rank;
    std::uint32_t index = 0; ///< in TraceSet::ranks()
    NameTypes types;

    /// A stretch of it on one of its tracks, or across it. @param range  trace time.
    [[nodiscard]] IntervalRef interval(TrackId track, const TimeRange& range) const
    {
        return { index, track, rank.toJobTime(range) };
    }
};

/// A window and its path; trace time.
struct WalkedPath {
    std::optional<Step> step; ///< of a window that is one
    TimeRange window;
    PathLinks links;
};

using PathSums = std::vector<std::pair<Cause, PathSum>>; ///< longest first, of equals in the order of causes
/// Not of all if told to stop.
[[nodiscard]] PathSums sumsOf(const PathLinks& links, const Progress& progress);
/// What each cause has of one of `parts` parts of the links; see PathLinks::eachOf(). O(its links).
[[nodiscard]] SumsByCause sumsOfPart(
    const PathLinks& links, std::size_t part, std::size_t parts, const Progress& progress);
/// Of all parts together, the causes that have links, the longest first.
[[nodiscard]] PathSums sumsOf(std::span<const SumsByCause> parts);

/// A step and what its path is made of.
struct StepPath {
    Step step; ///< trace time
    Nanoseconds wall = 0;
    PathSums sums;
};

/// The paths of one rank.
struct RankPath {
    std::vector<WalkedPath> paths;    ///< one, or one a chosen step, or none
    std::vector<StepPath> steps;      ///< of the scope
    std::unique_ptr<PathNotes> notes; ///< to which no path was added; refers to the rank
};

/// Walks the windows that a scope and a choice leave of a rank. A range cuts steps and annotations, which are then
/// walked from their thread. Cancelled, and errors of stepsOf. O(n log n).
/// @param threads  as many are used.
[[nodiscard]] Result<RankPath> walkRank(const PathRank& rank, const AnalysisInput& input, const PathChoice& choice,
    const Progress& progress, int threads = 1);

/// What the parameters of critical-path say.
[[nodiscard]] PathChoice pathChoiceFrom(const Parameters& parameters);
/// The ranks of a scope.
[[nodiscard]] std::vector<std::shared_ptr<const PathRank>> pathRanks(
    const AnalysisInput& input, const KernelClassifier& classifier);
/// The range of a scope on the clock of a rank's file.
[[nodiscard]] std::optional<TimeRange> traceRange(const RankTrace& rank, const Scope& scope);

/// The path of one step again; without links, or not all, if told to stop. O(n log n).
[[nodiscard]] WalkedPath walkStep(const PathRank& rank, const Step& step, const std::optional<TimeRange>& range,
    const PathChoice& choice, const Progress& progress);

} // namespace kinetoscope
