// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/replay_notes.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/types/analysis.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// One row's change: what it is made of and what it is called.
struct TriedChange {
    std::vector<NamedChange> parts;
    bool isDoubtful = false;       ///< it saves time of Python, much of which may be the cost of recording it
    bool isOfFrames = false;       ///< of collectives, and only Python frames of torch.distributed were recorded
    bool isOfSlippedNames = false; ///< of kernels by name, and of some of these the names are not sure

    [[nodiscard]] std::string kind() const;
    [[nodiscard]] std::string target() const;
    [[nodiscard]] Message description() const;
    [[nodiscard]] bool isOfCollectives() const;
    [[nodiscard]] bool isOfPython() const; ///< or may be: ReplayNotes::costly is there where it is
    /// The cells of the columns that say which change a row is about, behind rank and step.
    [[nodiscard]] std::vector<Cell> naming() const;
};

/// What a replay came to.
struct ReplayOutcome {
    Nanoseconds wall = 0;
    std::vector<Nanoseconds> steps; ///< by position in the steps of the trace
    CriticalTimes critical {};
    std::vector<CriticalTimes> criticalOfSteps; ///< by position in RankOutcomes::chosen
};

/// What the replays of a rank came to; ns.
struct RankOutcomes {
    std::vector<Step> steps;          ///< trace time
    std::vector<std::size_t> chosen;  ///< of them, those that the scope names
    std::vector<PathWindow> recorded; ///< by position in `chosen`
    std::vector<TriedChange> changes;
    ReplayOutcome unchanged;
    std::vector<ReplayOutcome> replayed; ///< by change
    ReplayNotes notes;
    std::vector<bool> meets;    ///< by change that was asked for: whether anything here is meant by it
    std::vector<bool> isBeside; ///< the same: what it means is all on threads, or at times, that are not replayed
    bool isEmpty = false;
};

/// What every rank is asked.
struct WhatIfQuestion {
    CauseThresholds thresholds;
    std::vector<NamedChange> changes; ///< taken together; none: the standard ones, each alone
    std::int64_t kernels = 5;
};

/// Replays a rank as recorded and with each change. Cancelled, and errors of stepsOf and launchedInside.
[[nodiscard]] Result<RankOutcomes> replayRank(
    const PathRank& rank, const AnalysisInput& input, const WhatIfQuestion& question, const AnalysisContext& context);

} // namespace kinetoscope
