// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/remarks/queue_waits.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/overview/idle/stretches.h"
#include "core/analysis/overview/one_off_time.h"
#include "core/analysis/types/analysis.h"
#include "core/base/message.h"
#include "core/model/selection.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What the main thread, with its backward threads, waits for recorded GPU work in calls that a cure takes away, before
/// the last launch.
struct RemovedWaits {
    std::size_t calls = 0;
    Nanoseconds time = 0;
    HostPlace place {};           ///< of the calls with most of it
    HostPlace inside {};          ///< the Python function with most of it, as TimeInside has it
    Nanoseconds retried = 0;      ///< of it, in ops that free memory and try an allocation again
    Nanoseconds compiling = 0;    ///< of it, in what compiles code or tries out how fast that is
    Nanoseconds toHost = 0;       ///< of it, for copies to the host of kMuchCopied or more
    std::int64_t toHostBytes = 0; ///< that one of these moves on average; 0: there is none
    FewLengths few {};            ///< of the waits
    /// In synchronisations that the cure means, too: of those with no recorded work left to wait for, which a replay
    /// keeps, and of others from the end of that work on, where that is kLongInSync or more, which it takes away.
    Nanoseconds kept = 0;
    Nanoseconds afterWork = 0;
    std::vector<TimeRange> ranges {}; ///< each of them, trace time
};

/// What most of the critical path of a replay is.
struct ReplayLimit {
    Message name {};      ///< "time of the host"; empty: nothing is half of it, or it was not asked for
    Nanoseconds time = 0; ///< on the path
    Nanoseconds path = 0;
    bool isMuchInQueue = false; ///< as MoreOnPath has it
};

/// Of what the critical path of a replay has most more than as recorded: why less is saved than work takes less.
struct MoreOnPath {
    Cause cause = Cause::Unrecorded; ///< no work that computes; one of the host: all of these together
    Nanoseconds time = 0;            ///< on the path of the replay; 0: not asked for, or not much more
    Nanoseconds recorded = 0;        ///< on that of the recording
    bool isMuchInQueue = false;      ///< it is the host's, and at least a fifth of it may be that of QueueWaits
};

/// What the cure of a finding would save, as a replay of the rank's recording estimates it (what-if).
struct FindingSaving {
    Nanoseconds saved = 0;
    Nanoseconds wall = 0;   ///< as recorded: of the rank, or of the chosen steps together; not 0
    Nanoseconds inView = 0; ///< of `saved`, from the first to the last GPU work; of chosen steps, and without work, all
    OneOffSaving oneOff {}; ///< most of `saved` that may come only once
    bool isOfSteps = false; ///< `wall` is of chosen steps, each from when the one before is complete until it is
    RemovedWaits waits {};
    /// As ReplayNotes has it, where it is worth a remark: whatever changes, work may start too early in the replay
    /// where such a wait was short or hidden as recorded (causes.md 4.3).
    std::size_t eventWaits = 0;
    ReplayLimit limit {}; ///< only of little saving, and not of chosen steps
    MoreOnPath more {};   ///< only of work that takes less by more than is saved, and not of chosen steps
    /// Where `limit` or `more` is of the host and much of that may be waiting for room, which gets shorter with the
    /// GPU's work; no calls otherwise.
    QueueWaits queueWaits {};
    bool changesOps = false;       ///< time of theirs, as changedCauses() has it; only where something is saved
    bool changesPython = false;    ///< the same
    bool areOpsSlow = false;       ///< the cure changes ops, which something may slow down: RankFacts::slowOps
    bool isPythonDoubtful = false; ///< the cure changes Python, much of which may be the cost of recording it
};

/// Changes that belong together, and the rank whose recording they change.
struct RankCure {
    std::shared_ptr<const PathRank> rank;
    std::vector<NamedChange> changes; ///< empty: there is no cure to try
    Nanoseconds little = 0;           ///< of what saves less, the limit is asked for
    Nanoseconds less = 0;             ///< that GPU work takes less where it runs alone: why less is saved is asked for
};

/// The recording of a rank, ready to be replayed: made while it is found out which cures there are to try.
class PreparedReplays;
/// Nothing if there is nothing to replay. Not complete if told to stop. O(n log n); on this thread alone.
/// @param input   outlives what comes back, as the progress of `context` does.
/// @param causes  of the rank, by the same thresholds.
[[nodiscard]] std::shared_ptr<const PreparedReplays> prepareReplays(const std::shared_ptr<const PathRank>& rank,
    const AnalysisInput& input, const CauseThresholds& thresholds, const AnalysisContext& context,
    std::shared_ptr<const RankCauses> causes);

/// What is known of one rank before its cures are tried; all null: nothing.
struct KnownOfRank {
    const PathRank* rank = nullptr;
    std::shared_ptr<const RankCauses> causes {};
    const PreparedReplays* replays = nullptr;
};

/// By cure; nothing where there is none, or where what a replay says is not about the scope: a chosen time range.
/// A recording is made once a rank, O(n log n), and replayed once a cure. Cancelled, and errors of stepsOf.
/// @param known  of one of the ranks.
[[nodiscard]] Result<std::vector<std::optional<FindingSaving>>> savingsOf(std::span<const RankCure> cures,
    const AnalysisInput& input, const CauseThresholds& thresholds, const AnalysisContext& context,
    const KnownOfRank& known);

/// The links of the recorded critical path that a cure touches, in the chosen steps where some are; job time. Empty or
/// not complete if told to stop.
[[nodiscard]] Selection savingEvidence(
    const RankCure& cure, const AnalysisInput& input, const CauseThresholds& thresholds, const Progress& progress);

} // namespace kinetoscope
